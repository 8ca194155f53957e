"""The requests and responses the tests send raw: every version of each that Apache Kafka 4.4.0 serves.

Names are Kafka's in snake case. Only what a test uses is here.
"""

from dataclasses import dataclass

from wire.codec import Field as F


@dataclass(frozen=True, eq=False)
class Api:
    key: int
    name: str
    flexible_from: int
    request: list
    response: list

    def flexible(self, version: int) -> bool:
        return version >= self.flexible_from


_LEADER = (F("leader_id", "i32", default=-1), F("leader_epoch", "i32", default=-1))
_ENDPOINT = [F("node_id", "i32"), F("host", "string"), F("port", "i32"), F("rack", "string", null_since=0)]

PRODUCE = Api(
    0,
    "Produce",
    9,
    [
        F("transactional_id", "string", 3, null_since=3),
        F("acks", "i16"),
        F("timeout_ms", "i32", default=30000),
        F("topic_data", [
            F("name", "string", until=12),
            F("topic_id", "uuid", 13),
            F("partition_data", [F("index", "i32"), F("records", "records", null_since=0)]),
        ]),
    ],
    [
        F("responses", [
            F("name", "string", until=12),
            F("topic_id", "uuid", 13),
            F("partition_responses", [
                F("index", "i32"),
                F("error_code", "i16"),
                F("base_offset", "i64"),
                F("log_append_time_ms", "i64", 2),
                F("log_start_offset", "i64", 5),
                F("record_errors", [F("batch_index", "i32"), F("batch_index_error_message", "string", null_since=0)], 8),
                F("error_message", "string", 8, null_since=8),
                F("current_leader", _LEADER, 10, tag=0),
            ]),
        ]),
        F("throttle_time_ms", "i32", 1),
        F("node_endpoints", _ENDPOINT, 10, tag=0),
    ],
)

FETCH = Api(
    1,
    "Fetch",
    12,
    [
        F("cluster_id", "string", 12, null_since=12, tag=0),
        F("replica_id", "i32", until=14, default=-1),
        F("replica_state", (F("replica_id", "i32", default=-1), F("replica_epoch", "i64", default=-1)), 15, tag=1),
        F("max_wait_ms", "i32", default=500),
        F("min_bytes", "i32", default=1),
        F("max_bytes", "i32", 3, default=0x7FFFFFFF),
        F("isolation_level", "i8", 4),
        F("session_id", "i32", 7),
        F("session_epoch", "i32", 7, default=-1),
        F("topics", [
            F("topic", "string", until=12),
            F("topic_id", "uuid", 13),
            F("partitions", [
                F("partition", "i32"),
                F("current_leader_epoch", "i32", 9, default=-1),
                F("fetch_offset", "i64"),
                F("last_fetched_epoch", "i32", 12, default=-1),
                F("log_start_offset", "i64", 5, default=-1),
                F("partition_max_bytes", "i32", default=0x7FFFFFFF),
                F("replica_directory_id", "uuid", 17, tag=0),
                F("high_watermark", "i64", 18, tag=1),
            ]),
        ]),
        F("forgotten_topics_data", [F("topic", "string", until=12), F("topic_id", "uuid", 13), F("partitions", ["i32"])], 7),
        F("rack_id", "string", 11),
    ],
    [
        F("throttle_time_ms", "i32", 1),
        F("error_code", "i16", 7),
        F("session_id", "i32", 7),
        F("responses", [
            F("topic", "string", until=12),
            F("topic_id", "uuid", 13),
            F("partitions", [
                F("partition_index", "i32"),
                F("error_code", "i16"),
                F("high_watermark", "i64"),
                F("last_stable_offset", "i64", 4),
                F("log_start_offset", "i64", 5),
                F("diverging_epoch", (F("epoch", "i32", default=-1), F("end_offset", "i64", default=-1)), 12, tag=0),
                F("current_leader", _LEADER, 12, tag=1),
                F("snapshot_id", (F("end_offset", "i64", default=-1), F("epoch", "i32", default=-1)), 12, tag=2),
                F("aborted_transactions", [F("producer_id", "i64"), F("first_offset", "i64")], 4, null_since=4),
                F("preferred_read_replica", "i32", 11),
                F("records", "records", null_since=0),
            ]),
        ]),
        F("node_endpoints", _ENDPOINT, 16, tag=0),
    ],
)

LIST_OFFSETS = Api(
    2,
    "ListOffsets",
    6,
    [
        F("replica_id", "i32", default=-1),
        F("isolation_level", "i8", 2),
        F("topics", [
            F("name", "string"),
            F("partitions", [
                F("partition_index", "i32"),
                F("current_leader_epoch", "i32", 4, default=-1),
                F("timestamp", "i64"),
            ]),
        ]),
        F("timeout_ms", "i32", 10, default=30000),
    ],
    [
        F("throttle_time_ms", "i32", 2),
        F("topics", [
            F("name", "string"),
            F("partitions", [
                F("partition_index", "i32"),
                F("error_code", "i16"),
                F("timestamp", "i64", 1),
                F("offset", "i64", 1),
                F("leader_epoch", "i32", 4),
            ]),
        ]),
    ],
)

METADATA = Api(
    3,
    "Metadata",
    9,
    [
        F("topics", [F("topic_id", "uuid", 10), F("name", "string", null_since=10)], null_since=1),
        F("allow_auto_topic_creation", "bool", 4, default=True),
        F("include_cluster_authorized_operations", "bool", 8, 10),
        F("include_topic_authorized_operations", "bool", 8),
    ],
    [
        F("throttle_time_ms", "i32", 3),
        F("brokers", [F("node_id", "i32"), F("host", "string"), F("port", "i32"), F("rack", "string", 1, null_since=1)]),
        F("cluster_id", "string", 2, null_since=2),
        F("controller_id", "i32", 1),
        F("topics", [
            F("error_code", "i16"),
            F("name", "string", null_since=12),
            F("topic_id", "uuid", 10),
            F("is_internal", "bool", 1),
            F("partitions", [
                F("error_code", "i16"),
                F("partition_index", "i32"),
                F("leader_id", "i32"),
                F("leader_epoch", "i32", 7),
                F("replica_nodes", ["i32"]),
                F("isr_nodes", ["i32"]),
                F("offline_replicas", ["i32"], 5),
            ]),
            F("topic_authorized_operations", "i32", 8),
        ]),
        F("cluster_authorized_operations", "i32", 8, 10),
        F("error_code", "i16", 13),
    ],
)

API_VERSIONS = Api(
    18,
    "ApiVersions",
    3,
    [
        F("client_software_name", "string", 3, default="moldau-conformance"),
        F("client_software_version", "string", 3, default="1"),
        F("cluster_id", "string", 5, null_since=5),
        F("node_id", "i32", 5, default=-1),
    ],
    [
        F("error_code", "i16"),
        F("api_keys", [F("api_key", "i16"), F("min_version", "i16"), F("max_version", "i16")]),
        F("throttle_time_ms", "i32", 1),
        F("supported_features", [F("name", "string"), F("min_version", "i16"), F("max_version", "i16")], 3, tag=0),
        F("finalized_features_epoch", "i64", 3, tag=1, default=-1),
        F("finalized_features", [F("name", "string"), F("max_version_level", "i16"), F("min_version_level", "i16")], 3, tag=2),
        F("zk_migration_ready", "bool", 3, tag=3),
    ],
)

CREATE_TOPICS = Api(
    19,
    "CreateTopics",
    5,
    [
        F("topics", [
            F("name", "string"),
            F("num_partitions", "i32"),
            F("replication_factor", "i16"),
            F("assignments", [F("partition_index", "i32"), F("broker_ids", ["i32"])]),
            F("configs", [F("name", "string"), F("value", "string", null_since=0)]),
        ]),
        F("timeout_ms", "i32", default=30000),
        F("validate_only", "bool", 1),
    ],
    [
        F("throttle_time_ms", "i32", 2),
        F("topics", [
            F("name", "string"),
            F("topic_id", "uuid", 7),
            F("error_code", "i16"),
            F("error_message", "string", 1, null_since=0),
            F("topic_config_error_code", "i16", 5, tag=0),
            F("num_partitions", "i32", 5),
            F("replication_factor", "i16", 5),
            F("configs", [
                F("name", "string"),
                F("value", "string", null_since=0),
                F("read_only", "bool"),
                F("config_source", "i8"),
                F("is_sensitive", "bool"),
            ], 5, null_since=5),
        ]),
    ],
)

DELETE_TOPICS = Api(
    20,
    "DeleteTopics",
    4,
    [
        F("topics", [F("name", "string", null_since=6), F("topic_id", "uuid")], 6),
        F("topic_names", ["string"], until=5),
        F("timeout_ms", "i32", default=30000),
    ],
    [
        F("throttle_time_ms", "i32", 1),
        F("responses", [
            F("name", "string", null_since=6),
            F("topic_id", "uuid", 6),
            F("error_code", "i16"),
            F("error_message", "string", 5, null_since=5),
        ]),
    ],
)

DELETE_RECORDS = Api(
    21,
    "DeleteRecords",
    2,
    [
        F("topics", [F("name", "string"), F("partitions", [F("partition_index", "i32"), F("offset", "i64")])]),
        F("timeout_ms", "i32", default=30000),
    ],
    [
        F("throttle_time_ms", "i32"),
        F("topics", [
            F("name", "string"),
            F("partitions", [F("partition_index", "i32"), F("low_watermark", "i64"), F("error_code", "i16")]),
        ]),
    ],
)

INIT_PRODUCER_ID = Api(
    22,
    "InitProducerId",
    2,
    [
        F("transactional_id", "string", null_since=0),
        F("transaction_timeout_ms", "i32", default=60000),
        F("producer_id", "i64", 3, default=-1),
        F("producer_epoch", "i16", 3, default=-1),
    ],
    [
        F("throttle_time_ms", "i32"),
        F("error_code", "i16"),
        F("producer_id", "i64"),
        F("producer_epoch", "i16"),
    ],
)

DESCRIBE_CLUSTER = Api(
    60,
    "DescribeCluster",
    0,
    [
        F("include_cluster_authorized_operations", "bool"),
        F("endpoint_type", "i8", 1, default=1),
        F("include_fenced_brokers", "bool", 2),
    ],
    [
        F("throttle_time_ms", "i32"),
        F("error_code", "i16"),
        F("error_message", "string", null_since=0),
        F("endpoint_type", "i8", 1),
        F("cluster_id", "string"),
        F("controller_id", "i32"),
        F("brokers", [
            F("broker_id", "i32"),
            F("host", "string"),
            F("port", "i32"),
            F("rack", "string", null_since=0),
            F("is_fenced", "bool", 2),
        ]),
        F("cluster_authorized_operations", "i32"),
    ],
)

ALL = [
    PRODUCE, FETCH, LIST_OFFSETS, METADATA, API_VERSIONS, CREATE_TOPICS, DELETE_TOPICS, DELETE_RECORDS, INIT_PRODUCER_ID,
    DESCRIBE_CLUSTER,
]

DESCRIBE_CONFIGS = Api(
    32,
    "DescribeConfigs",
    4,
    [
        F("resources", [
            F("resource_type", "i8"),
            F("resource_name", "string"),
            F("configuration_keys", ["string"], null_since=0),
        ]),
        F("include_synonyms", "bool", 1),
        F("include_documentation", "bool", 3),
    ],
    [
        F("throttle_time_ms", "i32"),
        F("results", [
            F("error_code", "i16"),
            F("error_message", "string", null_since=0),
            F("resource_type", "i8"),
            F("resource_name", "string"),
            F("configs", [
                F("name", "string"),
                F("value", "string", null_since=0),
                F("read_only", "bool"),
                F("config_source", "i8", 1, default=-1),
                F("is_sensitive", "bool"),
                F("synonyms", [F("name", "string"), F("value", "string", null_since=0), F("source", "i8")], 1),
                F("config_type", "i8", 3),
                F("documentation", "string", 3, null_since=3),
            ]),
        ]),
    ],
)

_ALTERED = [
    F("error_code", "i16"),
    F("error_message", "string", null_since=0),
    F("resource_type", "i8"),
    F("resource_name", "string"),
]

ALTER_CONFIGS = Api(
    33,
    "AlterConfigs",
    2,
    [
        F("resources", [
            F("resource_type", "i8"),
            F("resource_name", "string"),
            F("configs", [F("name", "string"), F("value", "string", null_since=0)]),
        ]),
        F("validate_only", "bool"),
    ],
    [F("throttle_time_ms", "i32"), F("responses", _ALTERED)],
)

INCREMENTAL_ALTER_CONFIGS = Api(
    44,
    "IncrementalAlterConfigs",
    1,
    [
        F("resources", [
            F("resource_type", "i8"),
            F("resource_name", "string"),
            F("configs", [F("name", "string"), F("config_operation", "i8"), F("value", "string", null_since=0)]),
        ]),
        F("validate_only", "bool"),
    ],
    [F("throttle_time_ms", "i32"), F("responses", _ALTERED)],
)

GET_TELEMETRY_SUBSCRIPTIONS = Api(
    71,
    "GetTelemetrySubscriptions",
    0,
    [F("client_instance_id", "uuid")],
    [
        F("throttle_time_ms", "i32"),
        F("error_code", "i16"),
        F("client_instance_id", "uuid"),
        F("subscription_id", "i32"),
        F("accepted_compression_types", ["i8"]),
        F("push_interval_ms", "i32"),
        F("telemetry_max_bytes", "i32"),
        F("delta_temporality", "bool"),
        F("requested_metrics", ["string"]),
    ],
)

PUSH_TELEMETRY = Api(
    72,
    "PushTelemetry",
    0,
    [
        F("client_instance_id", "uuid"),
        F("subscription_id", "i32"),
        F("terminating", "bool"),
        F("compression_type", "i8"),
        F("metrics", "records"),
    ],
    [F("throttle_time_ms", "i32"), F("error_code", "i16")],
)

LIST_CONFIG_RESOURCES = Api(
    74,
    "ListConfigResources",
    0,
    [F("resource_types", ["i8"], 1)],
    [
        F("throttle_time_ms", "i32"),
        F("error_code", "i16"),
        F("config_resources", [F("resource_name", "string"), F("resource_type", "i8", 1, default=16)]),
    ],
)

"""The requests and responses of the APIs on partitions and the cluster, as `messages` has them for the others."""

from wire.codec import Field as F
from wire.messages import Api

DESCRIBE_LOG_DIRS = Api(
    35,
    "DescribeLogDirs",
    2,
    [
        F("topics", [F("topic", "string"), F("partitions", ["i32"])], null_since=0),
    ],
    [
        F("throttle_time_ms", "i32"),
        F("error_code", "i16", 3),
        F("results", [
            F("error_code", "i16"),
            F("log_dir", "string"),
            F("topics", [
                F("name", "string"),
                F("partitions", [
                    F("partition_index", "i32"),
                    F("partition_size", "i64"),
                    F("offset_lag", "i64"),
                    F("is_future_key", "bool"),
                ]),
            ]),
            F("total_bytes", "i64", 4, default=-1),
            F("usable_bytes", "i64", 4, default=-1),
            F("is_cordoned", "bool", 5),
        ]),
    ],
)

CREATE_PARTITIONS = Api(
    37,
    "CreatePartitions",
    2,
    [
        F("topics", [
            F("name", "string"),
            F("count", "i32"),
            F("assignments", [F("broker_ids", ["i32"])], null_since=0),
        ]),
        F("timeout_ms", "i32"),
        F("validate_only", "bool"),
    ],
    [
        F("throttle_time_ms", "i32"),
        F("results", [F("name", "string"), F("error_code", "i16"), F("error_message", "string", null_since=0)]),
    ],
)

ELECT_LEADERS = Api(
    43,
    "ElectLeaders",
    2,
    [
        F("election_type", "i8", 1),
        F("topic_partitions", [F("topic", "string"), F("partitions", ["i32"])], null_since=0),
        F("timeout_ms", "i32", default=60000),
    ],
    [
        F("throttle_time_ms", "i32"),
        F("error_code", "i16", 1),
        F("replica_election_results", [
            F("topic", "string"),
            F("partition_result", [
                F("partition_id", "i32"),
                F("error_code", "i16"),
                F("error_message", "string", null_since=0),
            ]),
        ]),
    ],
)

ALTER_PARTITION_REASSIGNMENTS = Api(
    45,
    "AlterPartitionReassignments",
    0,
    [
        F("timeout_ms", "i32", default=60000),
        F("allow_replication_factor_change", "bool", 1, default=True),
        F("topics", [
            F("name", "string"),
            F("partitions", [
                F("partition_index", "i32"),
                F("replicas", ["i32"], null_since=0),
            ]),
        ]),
    ],
    [
        F("throttle_time_ms", "i32"),
        F("allow_replication_factor_change", "bool", 1, default=True),
        F("error_code", "i16"),
        F("error_message", "string", null_since=0),
        F("responses", [
            F("name", "string"),
            F("partitions", [
                F("partition_index", "i32"),
                F("error_code", "i16"),
                F("error_message", "string", null_since=0),
            ]),
        ]),
    ],
)

LIST_PARTITION_REASSIGNMENTS = Api(
    46,
    "ListPartitionReassignments",
    0,
    [
        F("timeout_ms", "i32", default=60000),
        F("topics", [F("name", "string"), F("partition_indexes", ["i32"])], null_since=0),
    ],
    [
        F("throttle_time_ms", "i32"),
        F("error_code", "i16"),
        F("error_message", "string", null_since=0),
        F("topics", [
            F("name", "string"),
            F("partitions", [
                F("partition_index", "i32"),
                F("replicas", ["i32"]),
                F("adding_replicas", ["i32"]),
                F("removing_replicas", ["i32"]),
            ]),
        ]),
    ],
)

_REPLICA_STATE = [
    F("replica_id", "i32"),
    F("replica_directory_id", "uuid", 2),
    F("log_end_offset", "i64"),
    F("last_fetch_timestamp", "i64", 1, default=-1),
    F("last_caught_up_timestamp", "i64", 1, default=-1),
]

DESCRIBE_QUORUM = Api(
    55,
    "DescribeQuorum",
    0,
    [
        F("topics", [
            F("topic_name", "string"),
            F("partitions", [F("partition_index", "i32")]),
        ]),
    ],
    [
        F("error_code", "i16"),
        F("error_message", "string", 2, null_since=2),
        F("topics", [
            F("topic_name", "string"),
            F("partitions", [
                F("partition_index", "i32"),
                F("error_code", "i16"),
                F("error_message", "string", 2, null_since=2),
                F("leader_id", "i32"),
                F("leader_epoch", "i32"),
                F("high_watermark", "i64"),
                F("current_voters", _REPLICA_STATE),
                F("observers", _REPLICA_STATE),
            ]),
        ]),
        F("nodes", [
            F("node_id", "i32"),
            F("listeners", [F("name", "string"), F("host", "string"), F("port", "u16")]),
        ], 2),
    ],
)

UPDATE_FEATURES = Api(
    57,
    "UpdateFeatures",
    0,
    [
        F("timeout_ms", "i32", default=60000),
        F("feature_updates", [
            F("feature", "string"),
            F("max_version_level", "i16"),
            F("allow_downgrade", "bool", until=0),
            F("upgrade_type", "i8", 1, default=1),
        ]),
        F("validate_only", "bool", 1),
    ],
    [
        F("throttle_time_ms", "i32"),
        F("error_code", "i16"),
        F("error_message", "string", null_since=0),
        F("results", [
            F("feature", "string"),
            F("error_code", "i16"),
            F("error_message", "string", null_since=0),
        ], until=1),
    ],
)

DESCRIBE_PRODUCERS = Api(
    61,
    "DescribeProducers",
    0,
    [
        F("topics", [F("name", "string"), F("partition_indexes", ["i32"])]),
    ],
    [
        F("throttle_time_ms", "i32"),
        F("topics", [
            F("name", "string"),
            F("partitions", [
                F("partition_index", "i32"),
                F("error_code", "i16"),
                F("error_message", "string", null_since=0),
                F("active_producers", [
                    F("producer_id", "i64"),
                    F("producer_epoch", "i32"),
                    F("last_sequence", "i32", default=-1),
                    F("last_timestamp", "i64", default=-1),
                    F("coordinator_epoch", "i32"),
                    F("current_txn_start_offset", "i64", default=-1),
                ]),
            ]),
        ]),
    ],
)

UNREGISTER_BROKER = Api(
    64,
    "UnregisterBroker",
    0,
    [
        F("broker_id", "i32"),
    ],
    [
        F("throttle_time_ms", "i32"),
        F("error_code", "i16"),
        F("error_message", "string", null_since=0),
    ],
)

_CURSOR = (F("topic_name", "string"), F("partition_index", "i32"))

DESCRIBE_TOPIC_PARTITIONS = Api(
    75,
    "DescribeTopicPartitions",
    0,
    [
        F("topics", [F("name", "string")]),
        F("response_partition_limit", "i32", default=2000),
        F("cursor", _CURSOR, null_since=0),
    ],
    [
        F("throttle_time_ms", "i32"),
        F("topics", [
            F("error_code", "i16"),
            F("name", "string", null_since=0),
            F("topic_id", "uuid"),
            F("is_internal", "bool"),
            F("partitions", [
                F("error_code", "i16"),
                F("partition_index", "i32"),
                F("leader_id", "i32"),
                F("leader_epoch", "i32", default=-1),
                F("replica_nodes", ["i32"]),
                F("isr_nodes", ["i32"]),
                F("eligible_leader_replicas", ["i32"], null_since=0),
                F("last_known_elr", ["i32"], null_since=0),
                F("offline_replicas", ["i32"]),
            ]),
            F("topic_authorized_operations", "i32", default=-2147483648),
        ]),
        F("next_cursor", _CURSOR, null_since=0),
    ],
)

ALL = [
    DESCRIBE_LOG_DIRS, CREATE_PARTITIONS, ELECT_LEADERS, ALTER_PARTITION_REASSIGNMENTS, LIST_PARTITION_REASSIGNMENTS,
    DESCRIBE_QUORUM, UPDATE_FEATURES, DESCRIBE_PRODUCERS, UNREGISTER_BROKER, DESCRIBE_TOPIC_PARTITIONS,
]

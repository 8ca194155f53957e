// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

use crate::layout::{Field, Kind, Layout, NONE, field, from, range};

/// Every persisted record.
pub const RECORDS: &[Layout] = &[
    Layout {
        name: "ConsumerProtocolAssignment",
        key: None,
        family: "consumer",
        versions: range(0, 3),
        flexible: NONE,
        fields: CONSUMER_PROTOCOL_ASSIGNMENT,
    },
    Layout {
        name: "ConsumerProtocolSubscription",
        key: None,
        family: "consumer",
        versions: range(0, 3),
        flexible: NONE,
        fields: CONSUMER_PROTOCOL_SUBSCRIPTION,
    },
    Layout {
        name: "EndTxnMarker",
        key: None,
        family: "control",
        versions: range(0, 0),
        flexible: NONE,
        fields: END_TXN_MARKER,
    },
    Layout {
        name: "KRaftVersionRecord",
        key: None,
        family: "control",
        versions: range(0, 0),
        flexible: from(0),
        fields: KRAFT_VERSION_RECORD,
    },
    Layout {
        name: "LeaderChangeMessage",
        key: None,
        family: "control",
        versions: range(0, 1),
        flexible: from(0),
        fields: LEADER_CHANGE_MESSAGE,
    },
    Layout {
        name: "SnapshotFooterRecord",
        key: None,
        family: "control",
        versions: range(0, 0),
        flexible: from(0),
        fields: SNAPSHOT_FOOTER_RECORD,
    },
    Layout {
        name: "SnapshotHeaderRecord",
        key: None,
        family: "control",
        versions: range(0, 0),
        flexible: from(0),
        fields: SNAPSHOT_HEADER_RECORD,
    },
    Layout {
        name: "VotersRecord",
        key: None,
        family: "control",
        versions: range(0, 0),
        flexible: from(0),
        fields: VOTERS_RECORD,
    },
    Layout {
        name: "AbortedTxn",
        key: None,
        family: "file",
        versions: range(0, 0),
        flexible: NONE,
        fields: ABORTED_TXN,
    },
    Layout {
        name: "ControlRecordTypeSchema",
        key: None,
        family: "file",
        versions: range(0, 0),
        flexible: NONE,
        fields: CONTROL_RECORD_TYPE_SCHEMA,
    },
    Layout {
        name: "DefaultPrincipalData",
        key: None,
        family: "file",
        versions: range(0, 0),
        flexible: from(0),
        fields: DEFAULT_PRINCIPAL_DATA,
    },
    Layout {
        name: "ProducerSnapshot",
        key: None,
        family: "file",
        versions: range(1, 1),
        flexible: NONE,
        fields: PRODUCER_SNAPSHOT,
    },
    Layout {
        name: "QuorumStateData",
        key: None,
        family: "file",
        versions: range(0, 1),
        flexible: from(0),
        fields: QUORUM_STATE_DATA,
    },
    Layout {
        name: "AbortTransactionRecord",
        key: Some(25),
        family: "metadata",
        versions: range(0, 0),
        flexible: from(0),
        fields: ABORT_TRANSACTION_RECORD,
    },
    Layout {
        name: "AccessControlEntryRecord",
        key: Some(18),
        family: "metadata",
        versions: range(0, 0),
        flexible: from(0),
        fields: ACCESS_CONTROL_ENTRY_RECORD,
    },
    Layout {
        name: "BeginTransactionRecord",
        key: Some(23),
        family: "metadata",
        versions: range(0, 0),
        flexible: from(0),
        fields: BEGIN_TRANSACTION_RECORD,
    },
    Layout {
        name: "BrokerRegistrationChangeRecord",
        key: Some(17),
        family: "metadata",
        versions: range(0, 3),
        flexible: from(0),
        fields: BROKER_REGISTRATION_CHANGE_RECORD,
    },
    Layout {
        name: "ClearElrRecord",
        key: Some(28),
        family: "metadata",
        versions: range(0, 0),
        flexible: from(0),
        fields: CLEAR_ELR_RECORD,
    },
    Layout {
        name: "ClientQuotaRecord",
        key: Some(14),
        family: "metadata",
        versions: range(0, 0),
        flexible: from(0),
        fields: CLIENT_QUOTA_RECORD,
    },
    Layout {
        name: "ConfigRecord",
        key: Some(4),
        family: "metadata",
        versions: range(0, 0),
        flexible: from(0),
        fields: CONFIG_RECORD,
    },
    Layout {
        name: "DelegationTokenRecord",
        key: Some(10),
        family: "metadata",
        versions: range(0, 0),
        flexible: from(0),
        fields: DELEGATION_TOKEN_RECORD,
    },
    Layout {
        name: "EndTransactionRecord",
        key: Some(24),
        family: "metadata",
        versions: range(0, 0),
        flexible: from(0),
        fields: END_TRANSACTION_RECORD,
    },
    Layout {
        name: "FeatureLevelRecord",
        key: Some(12),
        family: "metadata",
        versions: range(0, 0),
        flexible: from(0),
        fields: FEATURE_LEVEL_RECORD,
    },
    Layout {
        name: "FenceBrokerRecord",
        key: Some(7),
        family: "metadata",
        versions: range(0, 0),
        flexible: from(0),
        fields: FENCE_BROKER_RECORD,
    },
    Layout {
        name: "NoOpRecord",
        key: Some(20),
        family: "metadata",
        versions: range(0, 0),
        flexible: from(0),
        fields: NO_OP_RECORD,
    },
    Layout {
        name: "PartitionChangeRecord",
        key: Some(5),
        family: "metadata",
        versions: range(0, 2),
        flexible: from(0),
        fields: PARTITION_CHANGE_RECORD,
    },
    Layout {
        name: "PartitionRecord",
        key: Some(3),
        family: "metadata",
        versions: range(0, 2),
        flexible: from(0),
        fields: PARTITION_RECORD,
    },
    Layout {
        name: "ProducerIdsRecord",
        key: Some(15),
        family: "metadata",
        versions: range(0, 0),
        flexible: from(0),
        fields: PRODUCER_IDS_RECORD,
    },
    Layout {
        name: "RegisterBrokerRecord",
        key: Some(0),
        family: "metadata",
        versions: range(0, 4),
        flexible: from(0),
        fields: REGISTER_BROKER_RECORD,
    },
    Layout {
        name: "RegisterControllerRecord",
        key: Some(27),
        family: "metadata",
        versions: range(0, 0),
        flexible: from(0),
        fields: REGISTER_CONTROLLER_RECORD,
    },
    Layout {
        name: "RemoveAccessControlEntryRecord",
        key: Some(19),
        family: "metadata",
        versions: range(0, 0),
        flexible: from(0),
        fields: REMOVE_ACCESS_CONTROL_ENTRY_RECORD,
    },
    Layout {
        name: "RemoveDelegationTokenRecord",
        key: Some(26),
        family: "metadata",
        versions: range(0, 0),
        flexible: from(0),
        fields: REMOVE_DELEGATION_TOKEN_RECORD,
    },
    Layout {
        name: "RemoveTopicRecord",
        key: Some(9),
        family: "metadata",
        versions: range(0, 0),
        flexible: from(0),
        fields: REMOVE_TOPIC_RECORD,
    },
    Layout {
        name: "RemoveUserScramCredentialRecord",
        key: Some(22),
        family: "metadata",
        versions: range(0, 0),
        flexible: from(0),
        fields: REMOVE_USER_SCRAM_CREDENTIAL_RECORD,
    },
    Layout {
        name: "TopicRecord",
        key: Some(2),
        family: "metadata",
        versions: range(0, 0),
        flexible: from(0),
        fields: TOPIC_RECORD,
    },
    Layout {
        name: "UnfenceBrokerRecord",
        key: Some(8),
        family: "metadata",
        versions: range(0, 0),
        flexible: from(0),
        fields: UNFENCE_BROKER_RECORD,
    },
    Layout {
        name: "UnregisterBrokerRecord",
        key: Some(1),
        family: "metadata",
        versions: range(0, 0),
        flexible: from(0),
        fields: UNREGISTER_BROKER_RECORD,
    },
    Layout {
        name: "UnregisterControllerRecord",
        key: Some(29),
        family: "metadata",
        versions: range(0, 0),
        flexible: from(0),
        fields: UNREGISTER_CONTROLLER_RECORD,
    },
    Layout {
        name: "UserScramCredentialRecord",
        key: Some(11),
        family: "metadata",
        versions: range(0, 0),
        flexible: from(0),
        fields: USER_SCRAM_CREDENTIAL_RECORD,
    },
    Layout {
        name: "ZkMigrationStateRecord",
        key: Some(21),
        family: "metadata",
        versions: range(0, 0),
        flexible: from(0),
        fields: ZK_MIGRATION_STATE_RECORD,
    },
    Layout {
        name: "ConsumerGroupCurrentMemberAssignmentKey",
        key: Some(8),
        family: "offsets",
        versions: range(0, 0),
        flexible: NONE,
        fields: CONSUMER_GROUP_CURRENT_MEMBER_ASSIGNMENT_KEY,
    },
    Layout {
        name: "ConsumerGroupCurrentMemberAssignmentValue",
        key: Some(8),
        family: "offsets",
        versions: range(0, 0),
        flexible: from(0),
        fields: CONSUMER_GROUP_CURRENT_MEMBER_ASSIGNMENT_VALUE,
    },
    Layout {
        name: "ConsumerGroupMemberMetadataKey",
        key: Some(5),
        family: "offsets",
        versions: range(0, 0),
        flexible: NONE,
        fields: CONSUMER_GROUP_MEMBER_METADATA_KEY,
    },
    Layout {
        name: "ConsumerGroupMemberMetadataValue",
        key: Some(5),
        family: "offsets",
        versions: range(0, 0),
        flexible: from(0),
        fields: CONSUMER_GROUP_MEMBER_METADATA_VALUE,
    },
    Layout {
        name: "ConsumerGroupMetadataKey",
        key: Some(3),
        family: "offsets",
        versions: range(0, 0),
        flexible: NONE,
        fields: CONSUMER_GROUP_METADATA_KEY,
    },
    Layout {
        name: "ConsumerGroupMetadataValue",
        key: Some(3),
        family: "offsets",
        versions: range(0, 0),
        flexible: from(0),
        fields: CONSUMER_GROUP_METADATA_VALUE,
    },
    Layout {
        name: "ConsumerGroupPartitionMetadataKey",
        key: Some(4),
        family: "offsets",
        versions: range(0, 0),
        flexible: NONE,
        fields: CONSUMER_GROUP_PARTITION_METADATA_KEY,
    },
    Layout {
        name: "ConsumerGroupPartitionMetadataValue",
        key: Some(4),
        family: "offsets",
        versions: range(0, 0),
        flexible: from(0),
        fields: CONSUMER_GROUP_PARTITION_METADATA_VALUE,
    },
    Layout {
        name: "ConsumerGroupRegularExpressionKey",
        key: Some(16),
        family: "offsets",
        versions: range(0, 0),
        flexible: NONE,
        fields: CONSUMER_GROUP_REGULAR_EXPRESSION_KEY,
    },
    Layout {
        name: "ConsumerGroupRegularExpressionValue",
        key: Some(16),
        family: "offsets",
        versions: range(0, 0),
        flexible: from(0),
        fields: CONSUMER_GROUP_REGULAR_EXPRESSION_VALUE,
    },
    Layout {
        name: "ConsumerGroupTargetAssignmentMemberKey",
        key: Some(7),
        family: "offsets",
        versions: range(0, 0),
        flexible: NONE,
        fields: CONSUMER_GROUP_TARGET_ASSIGNMENT_MEMBER_KEY,
    },
    Layout {
        name: "ConsumerGroupTargetAssignmentMemberValue",
        key: Some(7),
        family: "offsets",
        versions: range(0, 0),
        flexible: from(0),
        fields: CONSUMER_GROUP_TARGET_ASSIGNMENT_MEMBER_VALUE,
    },
    Layout {
        name: "ConsumerGroupTargetAssignmentMetadataKey",
        key: Some(6),
        family: "offsets",
        versions: range(0, 0),
        flexible: NONE,
        fields: CONSUMER_GROUP_TARGET_ASSIGNMENT_METADATA_KEY,
    },
    Layout {
        name: "ConsumerGroupTargetAssignmentMetadataValue",
        key: Some(6),
        family: "offsets",
        versions: range(0, 0),
        flexible: from(0),
        fields: CONSUMER_GROUP_TARGET_ASSIGNMENT_METADATA_VALUE,
    },
    Layout {
        name: "GroupMetadataKey",
        key: Some(2),
        family: "offsets",
        versions: range(0, 0),
        flexible: NONE,
        fields: GROUP_METADATA_KEY,
    },
    Layout {
        name: "GroupMetadataValue",
        key: Some(2),
        family: "offsets",
        versions: range(0, 4),
        flexible: from(4),
        fields: GROUP_METADATA_VALUE,
    },
    Layout {
        name: "LegacyOffsetCommitKey",
        key: Some(0),
        family: "offsets",
        versions: range(0, 0),
        flexible: NONE,
        fields: LEGACY_OFFSET_COMMIT_KEY,
    },
    Layout {
        name: "LegacyOffsetCommitValue",
        key: Some(0),
        family: "offsets",
        versions: range(0, 0),
        flexible: NONE,
        fields: LEGACY_OFFSET_COMMIT_VALUE,
    },
    Layout {
        name: "OffsetCommitKey",
        key: Some(1),
        family: "offsets",
        versions: range(0, 0),
        flexible: NONE,
        fields: OFFSET_COMMIT_KEY,
    },
    Layout {
        name: "OffsetCommitValue",
        key: Some(1),
        family: "offsets",
        versions: range(0, 4),
        flexible: from(4),
        fields: OFFSET_COMMIT_VALUE,
    },
    Layout {
        name: "ShareGroupCurrentMemberAssignmentKey",
        key: Some(14),
        family: "offsets",
        versions: range(0, 0),
        flexible: NONE,
        fields: SHARE_GROUP_CURRENT_MEMBER_ASSIGNMENT_KEY,
    },
    Layout {
        name: "ShareGroupCurrentMemberAssignmentValue",
        key: Some(14),
        family: "offsets",
        versions: range(0, 0),
        flexible: from(0),
        fields: SHARE_GROUP_CURRENT_MEMBER_ASSIGNMENT_VALUE,
    },
    Layout {
        name: "ShareGroupMemberMetadataKey",
        key: Some(10),
        family: "offsets",
        versions: range(0, 0),
        flexible: NONE,
        fields: SHARE_GROUP_MEMBER_METADATA_KEY,
    },
    Layout {
        name: "ShareGroupMemberMetadataValue",
        key: Some(10),
        family: "offsets",
        versions: range(0, 0),
        flexible: from(0),
        fields: SHARE_GROUP_MEMBER_METADATA_VALUE,
    },
    Layout {
        name: "ShareGroupMetadataKey",
        key: Some(11),
        family: "offsets",
        versions: range(0, 0),
        flexible: NONE,
        fields: SHARE_GROUP_METADATA_KEY,
    },
    Layout {
        name: "ShareGroupMetadataValue",
        key: Some(11),
        family: "offsets",
        versions: range(0, 0),
        flexible: from(0),
        fields: SHARE_GROUP_METADATA_VALUE,
    },
    Layout {
        name: "ShareGroupStatePartitionMetadataKey",
        key: Some(15),
        family: "offsets",
        versions: range(0, 0),
        flexible: NONE,
        fields: SHARE_GROUP_STATE_PARTITION_METADATA_KEY,
    },
    Layout {
        name: "ShareGroupStatePartitionMetadataValue",
        key: Some(15),
        family: "offsets",
        versions: range(0, 0),
        flexible: from(0),
        fields: SHARE_GROUP_STATE_PARTITION_METADATA_VALUE,
    },
    Layout {
        name: "ShareGroupTargetAssignmentMemberKey",
        key: Some(13),
        family: "offsets",
        versions: range(0, 0),
        flexible: NONE,
        fields: SHARE_GROUP_TARGET_ASSIGNMENT_MEMBER_KEY,
    },
    Layout {
        name: "ShareGroupTargetAssignmentMemberValue",
        key: Some(13),
        family: "offsets",
        versions: range(0, 0),
        flexible: from(0),
        fields: SHARE_GROUP_TARGET_ASSIGNMENT_MEMBER_VALUE,
    },
    Layout {
        name: "ShareGroupTargetAssignmentMetadataKey",
        key: Some(12),
        family: "offsets",
        versions: range(0, 0),
        flexible: NONE,
        fields: SHARE_GROUP_TARGET_ASSIGNMENT_METADATA_KEY,
    },
    Layout {
        name: "ShareGroupTargetAssignmentMetadataValue",
        key: Some(12),
        family: "offsets",
        versions: range(0, 0),
        flexible: from(0),
        fields: SHARE_GROUP_TARGET_ASSIGNMENT_METADATA_VALUE,
    },
    Layout {
        name: "StreamsGroupCurrentMemberAssignmentKey",
        key: Some(22),
        family: "offsets",
        versions: range(0, 0),
        flexible: NONE,
        fields: STREAMS_GROUP_CURRENT_MEMBER_ASSIGNMENT_KEY,
    },
    Layout {
        name: "StreamsGroupCurrentMemberAssignmentValue",
        key: Some(22),
        family: "offsets",
        versions: range(0, 0),
        flexible: from(0),
        fields: STREAMS_GROUP_CURRENT_MEMBER_ASSIGNMENT_VALUE,
    },
    Layout {
        name: "StreamsGroupMemberMetadataKey",
        key: Some(19),
        family: "offsets",
        versions: range(0, 0),
        flexible: NONE,
        fields: STREAMS_GROUP_MEMBER_METADATA_KEY,
    },
    Layout {
        name: "StreamsGroupMemberMetadataValue",
        key: Some(19),
        family: "offsets",
        versions: range(0, 0),
        flexible: from(0),
        fields: STREAMS_GROUP_MEMBER_METADATA_VALUE,
    },
    Layout {
        name: "StreamsGroupMetadataKey",
        key: Some(17),
        family: "offsets",
        versions: range(0, 0),
        flexible: NONE,
        fields: STREAMS_GROUP_METADATA_KEY,
    },
    Layout {
        name: "StreamsGroupMetadataValue",
        key: Some(17),
        family: "offsets",
        versions: range(0, 0),
        flexible: from(0),
        fields: STREAMS_GROUP_METADATA_VALUE,
    },
    Layout {
        name: "StreamsGroupTargetAssignmentMemberKey",
        key: Some(21),
        family: "offsets",
        versions: range(0, 0),
        flexible: NONE,
        fields: STREAMS_GROUP_TARGET_ASSIGNMENT_MEMBER_KEY,
    },
    Layout {
        name: "StreamsGroupTargetAssignmentMemberValue",
        key: Some(21),
        family: "offsets",
        versions: range(0, 0),
        flexible: from(0),
        fields: STREAMS_GROUP_TARGET_ASSIGNMENT_MEMBER_VALUE,
    },
    Layout {
        name: "StreamsGroupTargetAssignmentMetadataKey",
        key: Some(20),
        family: "offsets",
        versions: range(0, 0),
        flexible: NONE,
        fields: STREAMS_GROUP_TARGET_ASSIGNMENT_METADATA_KEY,
    },
    Layout {
        name: "StreamsGroupTargetAssignmentMetadataValue",
        key: Some(20),
        family: "offsets",
        versions: range(0, 0),
        flexible: from(0),
        fields: STREAMS_GROUP_TARGET_ASSIGNMENT_METADATA_VALUE,
    },
    Layout {
        name: "StreamsGroupTopologyKey",
        key: Some(23),
        family: "offsets",
        versions: range(0, 0),
        flexible: NONE,
        fields: STREAMS_GROUP_TOPOLOGY_KEY,
    },
    Layout {
        name: "StreamsGroupTopologyValue",
        key: Some(23),
        family: "offsets",
        versions: range(0, 0),
        flexible: from(0),
        fields: STREAMS_GROUP_TOPOLOGY_VALUE,
    },
    Layout {
        name: "RemoteLogSegmentMetadataRecord",
        key: Some(0),
        family: "remote_log",
        versions: range(0, 0),
        flexible: from(0),
        fields: REMOTE_LOG_SEGMENT_METADATA_RECORD,
    },
    Layout {
        name: "RemoteLogSegmentMetadataSnapshotRecord",
        key: Some(3),
        family: "remote_log",
        versions: range(0, 0),
        flexible: from(0),
        fields: REMOTE_LOG_SEGMENT_METADATA_SNAPSHOT_RECORD,
    },
    Layout {
        name: "RemoteLogSegmentMetadataUpdateRecord",
        key: Some(1),
        family: "remote_log",
        versions: range(0, 0),
        flexible: from(0),
        fields: REMOTE_LOG_SEGMENT_METADATA_UPDATE_RECORD,
    },
    Layout {
        name: "RemotePartitionDeleteMetadataRecord",
        key: Some(2),
        family: "remote_log",
        versions: range(0, 0),
        flexible: from(0),
        fields: REMOTE_PARTITION_DELETE_METADATA_RECORD,
    },
    Layout {
        name: "ShareSnapshotKey",
        key: Some(0),
        family: "share",
        versions: range(0, 0),
        flexible: NONE,
        fields: SHARE_SNAPSHOT_KEY,
    },
    Layout {
        name: "ShareSnapshotValue",
        key: Some(0),
        family: "share",
        versions: range(0, 0),
        flexible: from(0),
        fields: SHARE_SNAPSHOT_VALUE,
    },
    Layout {
        name: "ShareUpdateKey",
        key: Some(1),
        family: "share",
        versions: range(0, 0),
        flexible: NONE,
        fields: SHARE_UPDATE_KEY,
    },
    Layout {
        name: "ShareUpdateValue",
        key: Some(1),
        family: "share",
        versions: range(0, 0),
        flexible: from(0),
        fields: SHARE_UPDATE_VALUE,
    },
    Layout {
        name: "TransactionLogKey",
        key: Some(0),
        family: "transaction",
        versions: range(0, 0),
        flexible: NONE,
        fields: TRANSACTION_LOG_KEY,
    },
    Layout {
        name: "TransactionLogValue",
        key: Some(0),
        family: "transaction",
        versions: range(0, 1),
        flexible: from(1),
        fields: TRANSACTION_LOG_VALUE,
    },
];

const CONSUMER_PROTOCOL_ASSIGNMENT_TOPIC_PARTITION: &[Field] =
    &[field("topic", Kind::Text, from(0)), field("partitions", Kind::Array(&Kind::Int32), from(0))];
const CONSUMER_PROTOCOL_ASSIGNMENT: &[Field] = &[
    field(
        "assignedPartitions",
        Kind::Array(&Kind::Struct(CONSUMER_PROTOCOL_ASSIGNMENT_TOPIC_PARTITION)),
        from(0),
    ),
    field("userData", Kind::Bytes, from(0)).nullable(from(0)).default("null"),
];
const CONSUMER_PROTOCOL_SUBSCRIPTION_TOPIC_PARTITION: &[Field] =
    &[field("topic", Kind::Text, from(1)), field("partitions", Kind::Array(&Kind::Int32), from(1))];
const CONSUMER_PROTOCOL_SUBSCRIPTION: &[Field] = &[
    field("topics", Kind::Array(&Kind::Text), from(0)),
    field("userData", Kind::Bytes, from(0)).nullable(from(0)).default("null"),
    field(
        "ownedPartitions",
        Kind::Array(&Kind::Struct(CONSUMER_PROTOCOL_SUBSCRIPTION_TOPIC_PARTITION)),
        from(1),
    ),
    field("generationId", Kind::Int32, from(2)).default("-1"),
    field("rackId", Kind::Text, from(3)).nullable(from(3)).default("null"),
];
const END_TXN_MARKER: &[Field] = &[field("coordinatorEpoch", Kind::Int32, from(0))];
const KRAFT_VERSION_RECORD: &[Field] =
    &[field("version", Kind::Int16, from(0)), field("kRaftVersion", Kind::Int16, from(0))];
const LEADER_CHANGE_MESSAGE_VOTER: &[Field] =
    &[field("voterId", Kind::Int32, from(0)), field("voterDirectoryId", Kind::Uuid, from(1))];
const LEADER_CHANGE_MESSAGE: &[Field] = &[
    field("version", Kind::Int16, from(0)),
    field("leaderId", Kind::Int32, from(0)),
    field("voters", Kind::Array(&Kind::Struct(LEADER_CHANGE_MESSAGE_VOTER)), from(0)),
    field("grantingVoters", Kind::Array(&Kind::Struct(LEADER_CHANGE_MESSAGE_VOTER)), from(0)),
];
const SNAPSHOT_FOOTER_RECORD: &[Field] = &[field("version", Kind::Int16, from(0))];
const SNAPSHOT_HEADER_RECORD: &[Field] = &[
    field("version", Kind::Int16, from(0)),
    field("lastContainedLogTimestamp", Kind::Int64, from(0)),
];
const VOTERS_RECORD_KRAFT_VERSION_FEATURE: &[Field] = &[
    field("minSupportedVersion", Kind::Int16, from(0)),
    field("maxSupportedVersion", Kind::Int16, from(0)),
];
const VOTERS_RECORD_ENDPOINT: &[Field] = &[
    field("name", Kind::Text, from(0)),
    field("host", Kind::Text, from(0)),
    field("port", Kind::Uint16, from(0)),
];
const VOTERS_RECORD_VOTER: &[Field] = &[
    field("voterId", Kind::Int32, from(0)),
    field("voterDirectoryId", Kind::Uuid, from(0)),
    field("endpoints", Kind::Array(&Kind::Struct(VOTERS_RECORD_ENDPOINT)), from(0)),
    field("kRaftVersionFeature", Kind::Struct(VOTERS_RECORD_KRAFT_VERSION_FEATURE), from(0)),
];
const VOTERS_RECORD: &[Field] = &[
    field("version", Kind::Int16, from(0)),
    field("voters", Kind::Array(&Kind::Struct(VOTERS_RECORD_VOTER)), from(0)),
];
const ABORTED_TXN: &[Field] = &[
    field("producerId", Kind::Int64, from(0)),
    field("firstOffset", Kind::Int64, from(0)),
    field("lastOffset", Kind::Int64, from(0)),
    field("lastStableOffset", Kind::Int64, from(0)),
];
const CONTROL_RECORD_TYPE_SCHEMA: &[Field] = &[field("type", Kind::Int16, from(0))];
const DEFAULT_PRINCIPAL_DATA: &[Field] = &[
    field("type", Kind::Text, from(0)),
    field("name", Kind::Text, from(0)),
    field("tokenAuthenticated", Kind::Bool, from(0)),
];
const PRODUCER_SNAPSHOT_PRODUCER_ENTRY: &[Field] = &[
    field("producerId", Kind::Int64, range(1, 1)),
    field("epoch", Kind::Int16, range(1, 1)),
    field("lastSequence", Kind::Int32, range(1, 1)),
    field("lastOffset", Kind::Int64, range(1, 1)),
    field("offsetDelta", Kind::Int32, range(1, 1)),
    field("timestamp", Kind::Int64, range(1, 1)),
    field("coordinatorEpoch", Kind::Int32, range(1, 1)),
    field("currentTxnFirstOffset", Kind::Int64, range(1, 1)),
];
const PRODUCER_SNAPSHOT: &[Field] = &[
    field("crc", Kind::Uint32, range(1, 1)),
    field(
        "producerEntries",
        Kind::Array(&Kind::Struct(PRODUCER_SNAPSHOT_PRODUCER_ENTRY)),
        range(1, 1),
    ),
];
const QUORUM_STATE_DATA_VOTER: &[Field] = &[field("voterId", Kind::Int32, range(0, 0))];
const QUORUM_STATE_DATA: &[Field] = &[
    field("clusterId", Kind::Text, range(0, 0)),
    field("leaderId", Kind::Int32, from(0)).default("-1"),
    field("leaderEpoch", Kind::Int32, from(0)).default("-1"),
    field("votedId", Kind::Int32, from(0)).default("-1"),
    field("votedDirectoryId", Kind::Uuid, from(1)),
    field("appliedOffset", Kind::Int64, range(0, 0)),
    field("currentVoters", Kind::Array(&Kind::Struct(QUORUM_STATE_DATA_VOTER)), range(0, 0))
        .nullable(range(0, 0)),
];
const ABORT_TRANSACTION_RECORD: &[Field] =
    &[field("reason", Kind::Text, from(0)).nullable(from(0)).tag(0, from(0)).default("null")];
const ACCESS_CONTROL_ENTRY_RECORD: &[Field] = &[
    field("id", Kind::Uuid, from(0)),
    field("resourceType", Kind::Int8, from(0)),
    field("resourceName", Kind::Text, from(0)),
    field("patternType", Kind::Int8, from(0)),
    field("principal", Kind::Text, from(0)),
    field("host", Kind::Text, from(0)),
    field("operation", Kind::Int8, from(0)),
    field("permissionType", Kind::Int8, from(0)),
];
const BEGIN_TRANSACTION_RECORD: &[Field] =
    &[field("name", Kind::Text, from(0)).nullable(from(0)).tag(0, from(0)).default("null")];
const BROKER_REGISTRATION_CHANGE_RECORD: &[Field] = &[
    field("brokerId", Kind::Int32, from(0)),
    field("brokerEpoch", Kind::Int64, from(0)),
    field("fenced", Kind::Int8, from(0)).tag(0, from(0)),
    field("inControlledShutdown", Kind::Int8, from(1)).tag(1, from(1)),
    field("logDirs", Kind::Array(&Kind::Uuid), from(2)).tag(2, from(2)),
    field("cordonedLogDirs", Kind::Array(&Kind::Uuid), from(3))
        .nullable(from(3))
        .tag(3, from(3))
        .default("null"),
];
const CLEAR_ELR_RECORD: &[Field] = &[field("topicName", Kind::Text, from(0))];
const CLIENT_QUOTA_RECORD_ENTITY_DATA: &[Field] = &[
    field("entityType", Kind::Text, from(0)),
    field("entityName", Kind::Text, from(0)).nullable(from(0)),
];
const CLIENT_QUOTA_RECORD: &[Field] = &[
    field("entity", Kind::Array(&Kind::Struct(CLIENT_QUOTA_RECORD_ENTITY_DATA)), from(0)),
    field("key", Kind::Text, from(0)),
    field("value", Kind::Float64, from(0)),
    field("remove", Kind::Bool, from(0)),
];
const CONFIG_RECORD: &[Field] = &[
    field("resourceType", Kind::Int8, from(0)),
    field("resourceName", Kind::Text, from(0)),
    field("name", Kind::Text, from(0)),
    field("value", Kind::Text, from(0)).nullable(from(0)),
];
const DELEGATION_TOKEN_RECORD: &[Field] = &[
    field("owner", Kind::Text, from(0)),
    field("requester", Kind::Text, from(0)),
    field("renewers", Kind::Array(&Kind::Text), from(0)),
    field("issueTimestamp", Kind::Int64, from(0)),
    field("maxTimestamp", Kind::Int64, from(0)),
    field("expirationTimestamp", Kind::Int64, from(0)),
    field("tokenId", Kind::Text, from(0)),
];
const END_TRANSACTION_RECORD: &[Field] = &[];
const FEATURE_LEVEL_RECORD: &[Field] =
    &[field("name", Kind::Text, from(0)), field("featureLevel", Kind::Int16, from(0))];
const FENCE_BROKER_RECORD: &[Field] =
    &[field("id", Kind::Int32, from(0)), field("epoch", Kind::Int64, from(0))];
const NO_OP_RECORD: &[Field] = &[];
const PARTITION_CHANGE_RECORD: &[Field] = &[
    field("partitionId", Kind::Int32, from(0)).default("-1"),
    field("topicId", Kind::Uuid, from(0)),
    field("isr", Kind::Array(&Kind::Int32), from(0))
        .nullable(from(0))
        .tag(0, from(0))
        .default("null"),
    field("leader", Kind::Int32, from(0)).tag(1, from(0)).default("-2"),
    field("replicas", Kind::Array(&Kind::Int32), from(0))
        .nullable(from(0))
        .tag(2, from(0))
        .default("null"),
    field("removingReplicas", Kind::Array(&Kind::Int32), from(0))
        .nullable(from(0))
        .tag(3, from(0))
        .default("null"),
    field("addingReplicas", Kind::Array(&Kind::Int32), from(0))
        .nullable(from(0))
        .tag(4, from(0))
        .default("null"),
    field("leaderRecoveryState", Kind::Int8, from(0)).tag(5, from(0)).default("-1"),
    field("directories", Kind::Array(&Kind::Uuid), from(1))
        .nullable(from(1))
        .tag(8, from(1))
        .default("null"),
    field("eligibleLeaderReplicas", Kind::Array(&Kind::Int32), from(2))
        .nullable(from(2))
        .tag(6, from(2))
        .default("null"),
    field("lastKnownElr", Kind::Array(&Kind::Int32), from(2))
        .nullable(from(2))
        .tag(7, from(2))
        .default("null"),
];
const PARTITION_RECORD: &[Field] = &[
    field("partitionId", Kind::Int32, from(0)).default("-1"),
    field("topicId", Kind::Uuid, from(0)),
    field("replicas", Kind::Array(&Kind::Int32), from(0)),
    field("isr", Kind::Array(&Kind::Int32), from(0)),
    field("removingReplicas", Kind::Array(&Kind::Int32), from(0)),
    field("addingReplicas", Kind::Array(&Kind::Int32), from(0)),
    field("leader", Kind::Int32, from(0)).default("-1"),
    field("leaderRecoveryState", Kind::Int8, from(0)).tag(0, from(0)).default("0"),
    field("leaderEpoch", Kind::Int32, from(0)).default("-1"),
    field("partitionEpoch", Kind::Int32, from(0)).default("-1"),
    field("directories", Kind::Array(&Kind::Uuid), from(1)),
    field("eligibleLeaderReplicas", Kind::Array(&Kind::Int32), from(2))
        .nullable(from(2))
        .tag(1, from(2))
        .default("null"),
    field("lastKnownElr", Kind::Array(&Kind::Int32), from(2))
        .nullable(from(2))
        .tag(2, from(2))
        .default("null"),
];
const PRODUCER_IDS_RECORD: &[Field] = &[
    field("brokerId", Kind::Int32, from(0)),
    field("brokerEpoch", Kind::Int64, from(0)).default("-1"),
    field("nextProducerId", Kind::Int64, from(0)),
];
const REGISTER_BROKER_RECORD_BROKER_FEATURE: &[Field] = &[
    field("name", Kind::Text, from(0)),
    field("minSupportedVersion", Kind::Int16, from(0)),
    field("maxSupportedVersion", Kind::Int16, from(0)),
];
const REGISTER_BROKER_RECORD_BROKER_ENDPOINT: &[Field] = &[
    field("name", Kind::Text, from(0)),
    field("host", Kind::Text, from(0)),
    field("port", Kind::Uint16, from(0)),
    field("securityProtocol", Kind::Int16, from(0)),
];
const REGISTER_BROKER_RECORD: &[Field] = &[
    field("brokerId", Kind::Int32, from(0)),
    field("isMigratingZkBroker", Kind::Bool, from(2)).default("false"),
    field("incarnationId", Kind::Uuid, from(0)),
    field("brokerEpoch", Kind::Int64, from(0)),
    field("endPoints", Kind::Array(&Kind::Struct(REGISTER_BROKER_RECORD_BROKER_ENDPOINT)), from(0)),
    field("features", Kind::Array(&Kind::Struct(REGISTER_BROKER_RECORD_BROKER_FEATURE)), from(0)),
    field("rack", Kind::Text, from(0)).nullable(from(0)),
    field("fenced", Kind::Bool, from(0)).default("true"),
    field("inControlledShutdown", Kind::Bool, from(1)).default("false"),
    field("logDirs", Kind::Array(&Kind::Uuid), from(3)).tag(0, from(3)),
    field("cordonedLogDirs", Kind::Array(&Kind::Uuid), from(4))
        .nullable(from(4))
        .tag(1, from(4))
        .default("null"),
];
const REGISTER_CONTROLLER_RECORD_CONTROLLER_FEATURE: &[Field] = &[
    field("name", Kind::Text, from(0)),
    field("minSupportedVersion", Kind::Int16, from(0)),
    field("maxSupportedVersion", Kind::Int16, from(0)),
];
const REGISTER_CONTROLLER_RECORD_CONTROLLER_ENDPOINT: &[Field] = &[
    field("name", Kind::Text, from(0)),
    field("host", Kind::Text, from(0)),
    field("port", Kind::Uint16, from(0)),
    field("securityProtocol", Kind::Int16, from(0)),
];
const REGISTER_CONTROLLER_RECORD: &[Field] = &[
    field("controllerId", Kind::Int32, from(0)),
    field("incarnationId", Kind::Uuid, from(0)),
    field("zkMigrationReady", Kind::Bool, from(0)),
    field(
        "endPoints",
        Kind::Array(&Kind::Struct(REGISTER_CONTROLLER_RECORD_CONTROLLER_ENDPOINT)),
        from(0),
    ),
    field(
        "features",
        Kind::Array(&Kind::Struct(REGISTER_CONTROLLER_RECORD_CONTROLLER_FEATURE)),
        from(0),
    ),
];
const REMOVE_ACCESS_CONTROL_ENTRY_RECORD: &[Field] = &[field("id", Kind::Uuid, from(0))];
const REMOVE_DELEGATION_TOKEN_RECORD: &[Field] = &[field("tokenId", Kind::Text, from(0))];
const REMOVE_TOPIC_RECORD: &[Field] = &[field("topicId", Kind::Uuid, from(0))];
const REMOVE_USER_SCRAM_CREDENTIAL_RECORD: &[Field] =
    &[field("name", Kind::Text, from(0)), field("mechanism", Kind::Int8, from(0))];
const TOPIC_RECORD: &[Field] =
    &[field("name", Kind::Text, from(0)), field("topicId", Kind::Uuid, from(0))];
const UNFENCE_BROKER_RECORD: &[Field] =
    &[field("id", Kind::Int32, from(0)), field("epoch", Kind::Int64, from(0))];
const UNREGISTER_BROKER_RECORD: &[Field] =
    &[field("brokerId", Kind::Int32, from(0)), field("brokerEpoch", Kind::Int64, from(0))];
const UNREGISTER_CONTROLLER_RECORD: &[Field] = &[field("controllerId", Kind::Int32, from(0))];
const USER_SCRAM_CREDENTIAL_RECORD: &[Field] = &[
    field("name", Kind::Text, from(0)),
    field("mechanism", Kind::Int8, from(0)),
    field("salt", Kind::Bytes, from(0)),
    field("storedKey", Kind::Bytes, from(0)),
    field("serverKey", Kind::Bytes, from(0)),
    field("iterations", Kind::Int32, from(0)),
];
const ZK_MIGRATION_STATE_RECORD: &[Field] = &[field("zkMigrationState", Kind::Int8, from(0))];
const CONSUMER_GROUP_CURRENT_MEMBER_ASSIGNMENT_KEY: &[Field] =
    &[field("groupId", Kind::Text, range(0, 0)), field("memberId", Kind::Text, range(0, 0))];
const CONSUMER_GROUP_CURRENT_MEMBER_ASSIGNMENT_VALUE_TOPIC_PARTITIONS: &[Field] = &[
    field("topicId", Kind::Uuid, from(0)),
    field("partitions", Kind::Array(&Kind::Int32), from(0)),
    field("assignmentEpochs", Kind::Array(&Kind::Int32), from(0)).nullable(from(0)).tag(0, from(0)),
];
const CONSUMER_GROUP_CURRENT_MEMBER_ASSIGNMENT_VALUE: &[Field] = &[
    field("memberEpoch", Kind::Int32, from(0)),
    field("previousMemberEpoch", Kind::Int32, from(0)),
    field("state", Kind::Int8, from(0)),
    field(
        "assignedPartitions",
        Kind::Array(&Kind::Struct(CONSUMER_GROUP_CURRENT_MEMBER_ASSIGNMENT_VALUE_TOPIC_PARTITIONS)),
        from(0),
    ),
    field(
        "partitionsPendingRevocation",
        Kind::Array(&Kind::Struct(CONSUMER_GROUP_CURRENT_MEMBER_ASSIGNMENT_VALUE_TOPIC_PARTITIONS)),
        from(0),
    ),
];
const CONSUMER_GROUP_MEMBER_METADATA_KEY: &[Field] =
    &[field("groupId", Kind::Text, range(0, 0)), field("memberId", Kind::Text, range(0, 0))];
const CONSUMER_GROUP_MEMBER_METADATA_VALUE_CLASSIC_PROTOCOL: &[Field] =
    &[field("name", Kind::Text, from(0)), field("metadata", Kind::Bytes, from(0))];
const CONSUMER_GROUP_MEMBER_METADATA_VALUE_CLASSIC_MEMBER_METADATA: &[Field] = &[
    field("sessionTimeoutMs", Kind::Int32, from(0)),
    field(
        "supportedProtocols",
        Kind::Array(&Kind::Struct(CONSUMER_GROUP_MEMBER_METADATA_VALUE_CLASSIC_PROTOCOL)),
        from(0),
    ),
];
const CONSUMER_GROUP_MEMBER_METADATA_VALUE: &[Field] = &[
    field("instanceId", Kind::Text, from(0)).nullable(from(0)),
    field("rackId", Kind::Text, from(0)).nullable(from(0)),
    field("clientId", Kind::Text, from(0)),
    field("clientHost", Kind::Text, from(0)),
    field("subscribedTopicNames", Kind::Array(&Kind::Text), from(0)),
    field("subscribedTopicRegex", Kind::Text, from(0)).nullable(from(0)),
    field("rebalanceTimeoutMs", Kind::Int32, from(0)).default("-1"),
    field("serverAssignor", Kind::Text, from(0)).nullable(from(0)),
    field(
        "classicMemberMetadata",
        Kind::Struct(CONSUMER_GROUP_MEMBER_METADATA_VALUE_CLASSIC_MEMBER_METADATA),
        from(0),
    )
    .nullable(from(0))
    .tag(0, from(0)),
];
const CONSUMER_GROUP_METADATA_KEY: &[Field] = &[field("groupId", Kind::Text, range(0, 0))];
const CONSUMER_GROUP_METADATA_VALUE: &[Field] = &[
    field("epoch", Kind::Int32, from(0)),
    field("metadataHash", Kind::Int64, from(0)).tag(0, from(0)).default("0"),
];
const CONSUMER_GROUP_PARTITION_METADATA_KEY: &[Field] =
    &[field("groupId", Kind::Text, range(0, 0))];
const CONSUMER_GROUP_PARTITION_METADATA_VALUE_PARTITION_METADATA: &[Field] =
    &[field("partition", Kind::Int32, from(0)), field("racks", Kind::Array(&Kind::Text), from(0))];
const CONSUMER_GROUP_PARTITION_METADATA_VALUE_TOPIC_METADATA: &[Field] = &[
    field("topicId", Kind::Uuid, from(0)),
    field("topicName", Kind::Text, from(0)),
    field("numPartitions", Kind::Int32, from(0)),
    field(
        "partitionMetadata",
        Kind::Array(&Kind::Struct(CONSUMER_GROUP_PARTITION_METADATA_VALUE_PARTITION_METADATA)),
        from(0),
    ),
];
const CONSUMER_GROUP_PARTITION_METADATA_VALUE: &[Field] = &[field(
    "topics",
    Kind::Array(&Kind::Struct(CONSUMER_GROUP_PARTITION_METADATA_VALUE_TOPIC_METADATA)),
    from(0),
)];
const CONSUMER_GROUP_REGULAR_EXPRESSION_KEY: &[Field] = &[
    field("groupId", Kind::Text, range(0, 0)),
    field("regularExpression", Kind::Text, range(0, 0)),
];
const CONSUMER_GROUP_REGULAR_EXPRESSION_VALUE: &[Field] = &[
    field("topics", Kind::Array(&Kind::Text), from(0)),
    field("version", Kind::Int64, from(0)),
    field("timestamp", Kind::Int64, from(0)),
];
const CONSUMER_GROUP_TARGET_ASSIGNMENT_MEMBER_KEY: &[Field] =
    &[field("groupId", Kind::Text, range(0, 0)), field("memberId", Kind::Text, range(0, 0))];
const CONSUMER_GROUP_TARGET_ASSIGNMENT_MEMBER_VALUE_TOPIC_PARTITION: &[Field] = &[
    field("topicId", Kind::Uuid, from(0)),
    field("partitions", Kind::Array(&Kind::Int32), from(0)),
];
const CONSUMER_GROUP_TARGET_ASSIGNMENT_MEMBER_VALUE: &[Field] = &[field(
    "topicPartitions",
    Kind::Array(&Kind::Struct(CONSUMER_GROUP_TARGET_ASSIGNMENT_MEMBER_VALUE_TOPIC_PARTITION)),
    from(0),
)];
const CONSUMER_GROUP_TARGET_ASSIGNMENT_METADATA_KEY: &[Field] =
    &[field("groupId", Kind::Text, range(0, 0))];
const CONSUMER_GROUP_TARGET_ASSIGNMENT_METADATA_VALUE: &[Field] = &[
    field("assignmentEpoch", Kind::Int32, from(0)),
    field("assignmentTimestamp", Kind::Int64, from(0)).tag(0, from(0)).default("0"),
];
const GROUP_METADATA_KEY: &[Field] = &[field("group", Kind::Text, range(0, 0))];
const GROUP_METADATA_VALUE_MEMBER_METADATA: &[Field] = &[
    field("memberId", Kind::Text, from(0)),
    field("groupInstanceId", Kind::Text, from(3)).nullable(from(3)).default("null"),
    field("clientId", Kind::Text, from(0)),
    field("clientHost", Kind::Text, from(0)),
    field("rebalanceTimeout", Kind::Int32, from(1)).default("-1"),
    field("sessionTimeout", Kind::Int32, from(0)),
    field("subscription", Kind::Bytes, from(0)),
    field("assignment", Kind::Bytes, from(0)),
];
const GROUP_METADATA_VALUE: &[Field] = &[
    field("protocolType", Kind::Text, from(0)),
    field("generation", Kind::Int32, from(0)),
    field("protocol", Kind::Text, from(0)).nullable(from(0)),
    field("leader", Kind::Text, from(0)).nullable(from(0)),
    field("currentStateTimestamp", Kind::Int64, from(2)).default("-1"),
    field("members", Kind::Array(&Kind::Struct(GROUP_METADATA_VALUE_MEMBER_METADATA)), from(0)),
];
const LEGACY_OFFSET_COMMIT_KEY: &[Field] = &[
    field("group", Kind::Text, range(0, 0)),
    field("topic", Kind::Text, range(0, 0)),
    field("partition", Kind::Int32, range(0, 0)),
];
const LEGACY_OFFSET_COMMIT_VALUE: &[Field] = &[
    field("offset", Kind::Int64, range(0, 0)),
    field("metadata", Kind::Text, range(0, 0)),
    field("commitTimestamp", Kind::Int64, range(0, 0)),
];
const OFFSET_COMMIT_KEY: &[Field] = &[
    field("group", Kind::Text, range(0, 0)),
    field("topic", Kind::Text, range(0, 0)),
    field("partition", Kind::Int32, range(0, 0)),
];
const OFFSET_COMMIT_VALUE: &[Field] = &[
    field("offset", Kind::Int64, from(0)),
    field("leaderEpoch", Kind::Int32, from(3)).default("-1"),
    field("metadata", Kind::Text, from(0)),
    field("commitTimestamp", Kind::Int64, from(0)),
    field("expireTimestamp", Kind::Int64, range(1, 1)).default("-1"),
    field("topicId", Kind::Uuid, from(4)).tag(0, from(4)),
];
const SHARE_GROUP_CURRENT_MEMBER_ASSIGNMENT_KEY: &[Field] =
    &[field("groupId", Kind::Text, range(0, 0)), field("memberId", Kind::Text, range(0, 0))];
const SHARE_GROUP_CURRENT_MEMBER_ASSIGNMENT_VALUE_TOPIC_PARTITIONS: &[Field] = &[
    field("topicId", Kind::Uuid, from(0)),
    field("partitions", Kind::Array(&Kind::Int32), from(0)),
];
const SHARE_GROUP_CURRENT_MEMBER_ASSIGNMENT_VALUE: &[Field] = &[
    field("memberEpoch", Kind::Int32, from(0)),
    field("previousMemberEpoch", Kind::Int32, from(0)),
    field("state", Kind::Int8, from(0)),
    field(
        "assignedPartitions",
        Kind::Array(&Kind::Struct(SHARE_GROUP_CURRENT_MEMBER_ASSIGNMENT_VALUE_TOPIC_PARTITIONS)),
        from(0),
    ),
];
const SHARE_GROUP_MEMBER_METADATA_KEY: &[Field] =
    &[field("groupId", Kind::Text, range(0, 0)), field("memberId", Kind::Text, range(0, 0))];
const SHARE_GROUP_MEMBER_METADATA_VALUE: &[Field] = &[
    field("rackId", Kind::Text, from(0)).nullable(from(0)),
    field("clientId", Kind::Text, from(0)),
    field("clientHost", Kind::Text, from(0)),
    field("subscribedTopicNames", Kind::Array(&Kind::Text), from(0)),
];
const SHARE_GROUP_METADATA_KEY: &[Field] = &[field("groupId", Kind::Text, range(0, 0))];
const SHARE_GROUP_METADATA_VALUE: &[Field] =
    &[field("epoch", Kind::Int32, from(0)), field("metadataHash", Kind::Int64, from(0))];
const SHARE_GROUP_STATE_PARTITION_METADATA_KEY: &[Field] =
    &[field("groupId", Kind::Text, range(0, 0))];
const SHARE_GROUP_STATE_PARTITION_METADATA_VALUE_TOPIC_INFO: &[Field] =
    &[field("topicId", Kind::Uuid, from(0)), field("topicName", Kind::Text, from(0))];
const SHARE_GROUP_STATE_PARTITION_METADATA_VALUE_TOPIC_PARTITIONS_INFO: &[Field] = &[
    field("topicId", Kind::Uuid, from(0)),
    field("topicName", Kind::Text, from(0)),
    field("partitions", Kind::Array(&Kind::Int32), from(0)),
];
const SHARE_GROUP_STATE_PARTITION_METADATA_VALUE: &[Field] = &[
    field(
        "initializingTopics",
        Kind::Array(&Kind::Struct(
            SHARE_GROUP_STATE_PARTITION_METADATA_VALUE_TOPIC_PARTITIONS_INFO,
        )),
        from(0),
    ),
    field(
        "initializedTopics",
        Kind::Array(&Kind::Struct(
            SHARE_GROUP_STATE_PARTITION_METADATA_VALUE_TOPIC_PARTITIONS_INFO,
        )),
        from(0),
    ),
    field(
        "deletingTopics",
        Kind::Array(&Kind::Struct(SHARE_GROUP_STATE_PARTITION_METADATA_VALUE_TOPIC_INFO)),
        from(0),
    ),
];
const SHARE_GROUP_TARGET_ASSIGNMENT_MEMBER_KEY: &[Field] =
    &[field("groupId", Kind::Text, range(0, 0)), field("memberId", Kind::Text, range(0, 0))];
const SHARE_GROUP_TARGET_ASSIGNMENT_MEMBER_VALUE_TOPIC_PARTITION: &[Field] = &[
    field("topicId", Kind::Uuid, from(0)),
    field("partitions", Kind::Array(&Kind::Int32), from(0)),
];
const SHARE_GROUP_TARGET_ASSIGNMENT_MEMBER_VALUE: &[Field] = &[field(
    "topicPartitions",
    Kind::Array(&Kind::Struct(SHARE_GROUP_TARGET_ASSIGNMENT_MEMBER_VALUE_TOPIC_PARTITION)),
    from(0),
)];
const SHARE_GROUP_TARGET_ASSIGNMENT_METADATA_KEY: &[Field] =
    &[field("groupId", Kind::Text, range(0, 0))];
const SHARE_GROUP_TARGET_ASSIGNMENT_METADATA_VALUE: &[Field] = &[
    field("assignmentEpoch", Kind::Int32, from(0)),
    field("assignmentTimestamp", Kind::Int64, from(0)).tag(0, from(0)).default("0"),
];
const STREAMS_GROUP_CURRENT_MEMBER_ASSIGNMENT_KEY: &[Field] =
    &[field("groupId", Kind::Text, range(0, 0)), field("memberId", Kind::Text, range(0, 0))];
const STREAMS_GROUP_CURRENT_MEMBER_ASSIGNMENT_VALUE_TASK_IDS: &[Field] = &[
    field("subtopologyId", Kind::Text, from(0)),
    field("partitions", Kind::Array(&Kind::Int32), from(0)),
    field("assignmentEpochs", Kind::Array(&Kind::Int32), from(0)).nullable(from(0)).tag(0, from(0)),
];
const STREAMS_GROUP_CURRENT_MEMBER_ASSIGNMENT_VALUE: &[Field] = &[
    field("memberEpoch", Kind::Int32, from(0)),
    field("previousMemberEpoch", Kind::Int32, from(0)),
    field("state", Kind::Int8, from(0)),
    field(
        "activeTasks",
        Kind::Array(&Kind::Struct(STREAMS_GROUP_CURRENT_MEMBER_ASSIGNMENT_VALUE_TASK_IDS)),
        from(0),
    ),
    field(
        "standbyTasks",
        Kind::Array(&Kind::Struct(STREAMS_GROUP_CURRENT_MEMBER_ASSIGNMENT_VALUE_TASK_IDS)),
        from(0),
    ),
    field(
        "warmupTasks",
        Kind::Array(&Kind::Struct(STREAMS_GROUP_CURRENT_MEMBER_ASSIGNMENT_VALUE_TASK_IDS)),
        from(0),
    ),
    field(
        "activeTasksPendingRevocation",
        Kind::Array(&Kind::Struct(STREAMS_GROUP_CURRENT_MEMBER_ASSIGNMENT_VALUE_TASK_IDS)),
        from(0),
    ),
    field(
        "standbyTasksPendingRevocation",
        Kind::Array(&Kind::Struct(STREAMS_GROUP_CURRENT_MEMBER_ASSIGNMENT_VALUE_TASK_IDS)),
        from(0),
    ),
    field(
        "warmupTasksPendingRevocation",
        Kind::Array(&Kind::Struct(STREAMS_GROUP_CURRENT_MEMBER_ASSIGNMENT_VALUE_TASK_IDS)),
        from(0),
    ),
];
const STREAMS_GROUP_MEMBER_METADATA_KEY: &[Field] =
    &[field("groupId", Kind::Text, range(0, 0)), field("memberId", Kind::Text, range(0, 0))];
const STREAMS_GROUP_MEMBER_METADATA_VALUE_KEY_VALUE: &[Field] =
    &[field("key", Kind::Text, from(0)), field("value", Kind::Text, from(0))];
const STREAMS_GROUP_MEMBER_METADATA_VALUE_ENDPOINT: &[Field] =
    &[field("host", Kind::Text, from(0)), field("port", Kind::Uint16, from(0))];
const STREAMS_GROUP_MEMBER_METADATA_VALUE: &[Field] = &[
    field("instanceId", Kind::Text, from(0)).nullable(from(0)),
    field("rackId", Kind::Text, from(0)).nullable(from(0)),
    field("clientId", Kind::Text, from(0)),
    field("clientHost", Kind::Text, from(0)),
    field("rebalanceTimeoutMs", Kind::Int32, from(0)).default("-1"),
    field("topologyEpoch", Kind::Int32, from(0)),
    field("processId", Kind::Text, from(0)),
    field("userEndpoint", Kind::Struct(STREAMS_GROUP_MEMBER_METADATA_VALUE_ENDPOINT), from(0))
        .nullable(from(0))
        .default("null"),
    field(
        "clientTags",
        Kind::Array(&Kind::Struct(STREAMS_GROUP_MEMBER_METADATA_VALUE_KEY_VALUE)),
        from(0),
    ),
];
const STREAMS_GROUP_METADATA_KEY: &[Field] = &[field("groupId", Kind::Text, range(0, 0))];
const STREAMS_GROUP_METADATA_VALUE_LAST_ASSIGNMENT_CONFIG: &[Field] =
    &[field("key", Kind::Text, from(0)), field("value", Kind::Text, from(0))];
const STREAMS_GROUP_METADATA_VALUE: &[Field] = &[
    field("epoch", Kind::Int32, from(0)),
    field("metadataHash", Kind::Int64, from(0)),
    field("validatedTopologyEpoch", Kind::Int32, from(0)).tag(0, from(0)).default("-1"),
    field(
        "lastAssignmentConfigs",
        Kind::Array(&Kind::Struct(STREAMS_GROUP_METADATA_VALUE_LAST_ASSIGNMENT_CONFIG)),
        from(0),
    )
    .nullable(from(0))
    .tag(1, from(0)),
    field("storedDescriptionTopologyEpoch", Kind::Int32, from(0)).tag(2, from(0)).default("-1"),
    field("failedDescriptionTopologyEpoch", Kind::Int32, from(0)).tag(3, from(0)).default("-1"),
];
const STREAMS_GROUP_TARGET_ASSIGNMENT_MEMBER_KEY: &[Field] =
    &[field("groupId", Kind::Text, range(0, 0)), field("memberId", Kind::Text, range(0, 0))];
const STREAMS_GROUP_TARGET_ASSIGNMENT_MEMBER_VALUE_TASK_IDS: &[Field] = &[
    field("subtopologyId", Kind::Text, from(0)),
    field("partitions", Kind::Array(&Kind::Int32), from(0)),
];
const STREAMS_GROUP_TARGET_ASSIGNMENT_MEMBER_VALUE: &[Field] = &[
    field(
        "activeTasks",
        Kind::Array(&Kind::Struct(STREAMS_GROUP_TARGET_ASSIGNMENT_MEMBER_VALUE_TASK_IDS)),
        from(0),
    ),
    field(
        "standbyTasks",
        Kind::Array(&Kind::Struct(STREAMS_GROUP_TARGET_ASSIGNMENT_MEMBER_VALUE_TASK_IDS)),
        from(0),
    ),
    field(
        "warmupTasks",
        Kind::Array(&Kind::Struct(STREAMS_GROUP_TARGET_ASSIGNMENT_MEMBER_VALUE_TASK_IDS)),
        from(0),
    ),
];
const STREAMS_GROUP_TARGET_ASSIGNMENT_METADATA_KEY: &[Field] =
    &[field("groupId", Kind::Text, range(0, 0))];
const STREAMS_GROUP_TARGET_ASSIGNMENT_METADATA_VALUE: &[Field] = &[
    field("assignmentEpoch", Kind::Int32, from(0)),
    field("assignmentTimestamp", Kind::Int64, from(0)).tag(0, from(0)).default("0"),
];
const STREAMS_GROUP_TOPOLOGY_KEY: &[Field] = &[field("groupId", Kind::Text, range(0, 0))];
const STREAMS_GROUP_TOPOLOGY_VALUE_COPARTITION_GROUP: &[Field] = &[
    field("sourceTopics", Kind::Array(&Kind::Int16), from(0)),
    field("sourceTopicRegex", Kind::Array(&Kind::Int16), from(0)),
    field("repartitionSourceTopics", Kind::Array(&Kind::Int16), from(0)),
];
const STREAMS_GROUP_TOPOLOGY_VALUE_SUBTOPOLOGY: &[Field] = &[
    field("subtopologyId", Kind::Text, from(0)),
    field("sourceTopics", Kind::Array(&Kind::Text), from(0)),
    field("sourceTopicRegex", Kind::Array(&Kind::Text), from(0)),
    field(
        "stateChangelogTopics",
        Kind::Array(&Kind::Struct(STREAMS_GROUP_TOPOLOGY_VALUE_TOPIC_INFO)),
        from(0),
    ),
    field("repartitionSinkTopics", Kind::Array(&Kind::Text), from(0)),
    field(
        "repartitionSourceTopics",
        Kind::Array(&Kind::Struct(STREAMS_GROUP_TOPOLOGY_VALUE_TOPIC_INFO)),
        from(0),
    ),
    field(
        "copartitionGroups",
        Kind::Array(&Kind::Struct(STREAMS_GROUP_TOPOLOGY_VALUE_COPARTITION_GROUP)),
        from(0),
    ),
];
const STREAMS_GROUP_TOPOLOGY_VALUE_TOPIC_INFO: &[Field] = &[
    field("name", Kind::Text, from(0)),
    field("partitions", Kind::Int32, from(0)),
    field("replicationFactor", Kind::Int16, from(0)),
    field(
        "topicConfigs",
        Kind::Array(&Kind::Struct(STREAMS_GROUP_TOPOLOGY_VALUE_TOPIC_CONFIG)),
        from(0),
    ),
];
const STREAMS_GROUP_TOPOLOGY_VALUE_TOPIC_CONFIG: &[Field] =
    &[field("key", Kind::Text, from(0)), field("value", Kind::Text, from(0))];
const STREAMS_GROUP_TOPOLOGY_VALUE: &[Field] = &[
    field("epoch", Kind::Int32, from(0)),
    field(
        "subtopologies",
        Kind::Array(&Kind::Struct(STREAMS_GROUP_TOPOLOGY_VALUE_SUBTOPOLOGY)),
        from(0),
    ),
];
const REMOTE_LOG_SEGMENT_METADATA_RECORD_SEGMENT_LEADER_EPOCH_ENTRY: &[Field] =
    &[field("leaderEpoch", Kind::Int32, from(0)), field("offset", Kind::Int64, from(0))];
const REMOTE_LOG_SEGMENT_METADATA_RECORD_TOPIC_ID_PARTITION_ENTRY: &[Field] = &[
    field("name", Kind::Text, from(0)),
    field("id", Kind::Uuid, from(0)),
    field("partition", Kind::Int32, from(0)),
];
const REMOTE_LOG_SEGMENT_METADATA_RECORD_REMOTE_LOG_SEGMENT_ID_ENTRY: &[Field] = &[
    field(
        "topicIdPartition",
        Kind::Struct(REMOTE_LOG_SEGMENT_METADATA_RECORD_TOPIC_ID_PARTITION_ENTRY),
        from(0),
    ),
    field("id", Kind::Uuid, from(0)),
];
const REMOTE_LOG_SEGMENT_METADATA_RECORD: &[Field] = &[
    field(
        "remoteLogSegmentId",
        Kind::Struct(REMOTE_LOG_SEGMENT_METADATA_RECORD_REMOTE_LOG_SEGMENT_ID_ENTRY),
        from(0),
    ),
    field("startOffset", Kind::Int64, from(0)),
    field("endOffset", Kind::Int64, from(0)),
    field("brokerId", Kind::Int32, from(0)),
    field("maxTimestampMs", Kind::Int64, from(0)),
    field("eventTimestampMs", Kind::Int64, from(0)),
    field(
        "segmentLeaderEpochs",
        Kind::Array(&Kind::Struct(REMOTE_LOG_SEGMENT_METADATA_RECORD_SEGMENT_LEADER_EPOCH_ENTRY)),
        from(0),
    ),
    field("segmentSizeInBytes", Kind::Int32, from(0)),
    field("customMetadata", Kind::Bytes, from(0)).nullable(from(0)).default("null"),
    field("remoteLogSegmentState", Kind::Int8, from(0)),
    field("txnIndexEmpty", Kind::Bool, from(0)).tag(0, from(0)),
];
const REMOTE_LOG_SEGMENT_METADATA_SNAPSHOT_RECORD_SEGMENT_LEADER_EPOCH_ENTRY: &[Field] =
    &[field("leaderEpoch", Kind::Int32, from(0)), field("offset", Kind::Int64, from(0))];
const REMOTE_LOG_SEGMENT_METADATA_SNAPSHOT_RECORD: &[Field] = &[
    field("segmentId", Kind::Uuid, from(0)),
    field("startOffset", Kind::Int64, from(0)),
    field("endOffset", Kind::Int64, from(0)),
    field("brokerId", Kind::Int32, from(0)),
    field("maxTimestampMs", Kind::Int64, from(0)),
    field("eventTimestampMs", Kind::Int64, from(0)),
    field(
        "segmentLeaderEpochs",
        Kind::Array(&Kind::Struct(
            REMOTE_LOG_SEGMENT_METADATA_SNAPSHOT_RECORD_SEGMENT_LEADER_EPOCH_ENTRY,
        )),
        from(0),
    ),
    field("segmentSizeInBytes", Kind::Int32, from(0)),
    field("customMetadata", Kind::Bytes, from(0)).nullable(from(0)).default("null"),
    field("remoteLogSegmentState", Kind::Int8, from(0)),
    field("txnIndexEmpty", Kind::Bool, from(0)).tag(0, from(0)),
];
const REMOTE_LOG_SEGMENT_METADATA_UPDATE_RECORD_TOPIC_ID_PARTITION_ENTRY: &[Field] = &[
    field("name", Kind::Text, from(0)),
    field("id", Kind::Uuid, from(0)),
    field("partition", Kind::Int32, from(0)),
];
const REMOTE_LOG_SEGMENT_METADATA_UPDATE_RECORD_REMOTE_LOG_SEGMENT_ID_ENTRY: &[Field] = &[
    field(
        "topicIdPartition",
        Kind::Struct(REMOTE_LOG_SEGMENT_METADATA_UPDATE_RECORD_TOPIC_ID_PARTITION_ENTRY),
        from(0),
    ),
    field("id", Kind::Uuid, from(0)),
];
const REMOTE_LOG_SEGMENT_METADATA_UPDATE_RECORD: &[Field] = &[
    field(
        "remoteLogSegmentId",
        Kind::Struct(REMOTE_LOG_SEGMENT_METADATA_UPDATE_RECORD_REMOTE_LOG_SEGMENT_ID_ENTRY),
        from(0),
    ),
    field("brokerId", Kind::Int32, from(0)),
    field("eventTimestampMs", Kind::Int64, from(0)),
    field("customMetadata", Kind::Bytes, from(0)).nullable(from(0)).default("null"),
    field("remoteLogSegmentState", Kind::Int8, from(0)),
];
const REMOTE_PARTITION_DELETE_METADATA_RECORD_TOPIC_ID_PARTITION_ENTRY: &[Field] = &[
    field("name", Kind::Text, from(0)),
    field("id", Kind::Uuid, from(0)),
    field("partition", Kind::Int32, from(0)),
];
const REMOTE_PARTITION_DELETE_METADATA_RECORD: &[Field] = &[
    field(
        "topicIdPartition",
        Kind::Struct(REMOTE_PARTITION_DELETE_METADATA_RECORD_TOPIC_ID_PARTITION_ENTRY),
        from(0),
    ),
    field("brokerId", Kind::Int32, from(0)),
    field("eventTimestampMs", Kind::Int64, from(0)),
    field("remotePartitionDeleteState", Kind::Int8, from(0)),
];
const SHARE_SNAPSHOT_KEY: &[Field] = &[
    field("groupId", Kind::Text, range(0, 0)),
    field("topicId", Kind::Uuid, range(0, 0)),
    field("partition", Kind::Int32, range(0, 0)),
];
const SHARE_SNAPSHOT_VALUE_STATE_BATCH: &[Field] = &[
    field("firstOffset", Kind::Int64, from(0)),
    field("lastOffset", Kind::Int64, from(0)),
    field("deliveryState", Kind::Int8, from(0)),
    field("deliveryCount", Kind::Int16, from(0)),
];
const SHARE_SNAPSHOT_VALUE: &[Field] = &[
    field("snapshotEpoch", Kind::Int32, from(0)),
    field("stateEpoch", Kind::Int32, from(0)),
    field("leaderEpoch", Kind::Int32, from(0)),
    field("startOffset", Kind::Int64, from(0)),
    field("deliveryCompleteCount", Kind::Int32, from(0)).tag(0, from(0)).default("-1"),
    field("createTimestamp", Kind::Int64, from(0)),
    field("writeTimestamp", Kind::Int64, from(0)),
    field("stateBatches", Kind::Array(&Kind::Struct(SHARE_SNAPSHOT_VALUE_STATE_BATCH)), from(0)),
];
const SHARE_UPDATE_KEY: &[Field] = &[
    field("groupId", Kind::Text, range(0, 0)),
    field("topicId", Kind::Uuid, range(0, 0)),
    field("partition", Kind::Int32, range(0, 0)),
];
const SHARE_UPDATE_VALUE_STATE_BATCH: &[Field] = &[
    field("firstOffset", Kind::Int64, from(0)),
    field("lastOffset", Kind::Int64, from(0)),
    field("deliveryState", Kind::Int8, from(0)),
    field("deliveryCount", Kind::Int16, from(0)),
];
const SHARE_UPDATE_VALUE: &[Field] = &[
    field("snapshotEpoch", Kind::Int32, from(0)),
    field("leaderEpoch", Kind::Int32, from(0)),
    field("startOffset", Kind::Int64, from(0)),
    field("deliveryCompleteCount", Kind::Int32, from(0)).tag(0, from(0)).default("-1"),
    field("stateBatches", Kind::Array(&Kind::Struct(SHARE_UPDATE_VALUE_STATE_BATCH)), from(0)),
];
const TRANSACTION_LOG_KEY: &[Field] = &[field("transactionalId", Kind::Text, range(0, 0))];
const TRANSACTION_LOG_VALUE_PARTITIONS_SCHEMA: &[Field] = &[
    field("topic", Kind::Text, from(0)),
    field("partitionIds", Kind::Array(&Kind::Int32), from(0)),
];
const TRANSACTION_LOG_VALUE: &[Field] = &[
    field("producerId", Kind::Int64, from(0)),
    field("previousProducerId", Kind::Int64, from(1)).tag(0, from(1)).default("-1"),
    field("nextProducerId", Kind::Int64, from(1)).tag(1, from(1)).default("-1"),
    field("producerEpoch", Kind::Int16, from(0)),
    field("nextProducerEpoch", Kind::Int16, from(1)).tag(3, from(1)).default("-1"),
    field("transactionTimeoutMs", Kind::Int32, from(0)),
    field("transactionStatus", Kind::Int8, from(0)),
    field(
        "transactionPartitions",
        Kind::Array(&Kind::Struct(TRANSACTION_LOG_VALUE_PARTITIONS_SCHEMA)),
        from(0),
    )
    .nullable(from(0)),
    field("transactionLastUpdateTimestampMs", Kind::Int64, from(0)),
    field("transactionStartTimestampMs", Kind::Int64, from(0)),
    field("clientTransactionVersion", Kind::Int16, from(1)).tag(2, from(1)).default("0"),
];

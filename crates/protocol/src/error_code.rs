//! Kafka's error codes, as a value of a field `error_code` carries them.
//!
//! Codes, names and which of them a client may retry are those of Apache Kafka 4.4.0.

use std::fmt;

/// An error code of the protocol; 0 is success. Codes this list does not know are kept as they are.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ErrorCode(pub i16);

struct Row(i16, &'static str, Retry);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Retry {
    No,
    Yes,
}

macro_rules! codes {
    ($($code:literal $name:ident $retry:ident,)*) => {
        #[allow(missing_docs)] // The names are Kafka's own and say it.
        impl ErrorCode {
            $(pub const $name: Self = Self($code);)*
        }

        const TABLE: &[Row] = &[$(Row($code, stringify!($name), Retry::$retry),)*];
    };
}

codes! {
    -1 UNKNOWN_SERVER_ERROR No,
    0 NONE No,
    1 OFFSET_OUT_OF_RANGE No,
    2 CORRUPT_MESSAGE Yes,
    3 UNKNOWN_TOPIC_OR_PARTITION Yes,
    4 INVALID_FETCH_SIZE No,
    5 LEADER_NOT_AVAILABLE Yes,
    6 NOT_LEADER_OR_FOLLOWER Yes,
    7 REQUEST_TIMED_OUT Yes,
    8 BROKER_NOT_AVAILABLE No,
    9 REPLICA_NOT_AVAILABLE Yes,
    10 MESSAGE_TOO_LARGE No,
    11 STALE_CONTROLLER_EPOCH No,
    12 OFFSET_METADATA_TOO_LARGE No,
    13 NETWORK_EXCEPTION Yes,
    14 COORDINATOR_LOAD_IN_PROGRESS Yes,
    15 COORDINATOR_NOT_AVAILABLE Yes,
    16 NOT_COORDINATOR Yes,
    17 INVALID_TOPIC_EXCEPTION No,
    18 RECORD_LIST_TOO_LARGE No,
    19 NOT_ENOUGH_REPLICAS Yes,
    20 NOT_ENOUGH_REPLICAS_AFTER_APPEND Yes,
    21 INVALID_REQUIRED_ACKS No,
    22 ILLEGAL_GENERATION No,
    23 INCONSISTENT_GROUP_PROTOCOL No,
    24 INVALID_GROUP_ID No,
    25 UNKNOWN_MEMBER_ID No,
    26 INVALID_SESSION_TIMEOUT No,
    27 REBALANCE_IN_PROGRESS No,
    28 INVALID_COMMIT_OFFSET_SIZE No,
    29 TOPIC_AUTHORIZATION_FAILED No,
    30 GROUP_AUTHORIZATION_FAILED No,
    31 CLUSTER_AUTHORIZATION_FAILED No,
    32 INVALID_TIMESTAMP No,
    33 UNSUPPORTED_SASL_MECHANISM No,
    34 ILLEGAL_SASL_STATE No,
    35 UNSUPPORTED_VERSION No,
    36 TOPIC_ALREADY_EXISTS No,
    37 INVALID_PARTITIONS No,
    38 INVALID_REPLICATION_FACTOR No,
    39 INVALID_REPLICA_ASSIGNMENT No,
    40 INVALID_CONFIG No,
    41 NOT_CONTROLLER Yes,
    42 INVALID_REQUEST No,
    43 UNSUPPORTED_FOR_MESSAGE_FORMAT No,
    44 POLICY_VIOLATION No,
    45 OUT_OF_ORDER_SEQUENCE_NUMBER No,
    46 DUPLICATE_SEQUENCE_NUMBER No,
    47 INVALID_PRODUCER_EPOCH No,
    48 INVALID_TXN_STATE No,
    49 INVALID_PRODUCER_ID_MAPPING No,
    50 INVALID_TRANSACTION_TIMEOUT No,
    51 CONCURRENT_TRANSACTIONS Yes,
    52 TRANSACTION_COORDINATOR_FENCED No,
    53 TRANSACTIONAL_ID_AUTHORIZATION_FAILED No,
    54 SECURITY_DISABLED No,
    55 OPERATION_NOT_ATTEMPTED No,
    56 KAFKA_STORAGE_ERROR Yes,
    57 LOG_DIR_NOT_FOUND No,
    58 SASL_AUTHENTICATION_FAILED No,
    59 UNKNOWN_PRODUCER_ID No,
    60 REASSIGNMENT_IN_PROGRESS No,
    61 DELEGATION_TOKEN_AUTH_DISABLED No,
    62 DELEGATION_TOKEN_NOT_FOUND No,
    63 DELEGATION_TOKEN_OWNER_MISMATCH No,
    64 DELEGATION_TOKEN_REQUEST_NOT_ALLOWED No,
    65 DELEGATION_TOKEN_AUTHORIZATION_FAILED No,
    66 DELEGATION_TOKEN_EXPIRED No,
    67 INVALID_PRINCIPAL_TYPE No,
    68 NON_EMPTY_GROUP No,
    69 GROUP_ID_NOT_FOUND No,
    70 FETCH_SESSION_ID_NOT_FOUND Yes,
    71 INVALID_FETCH_SESSION_EPOCH Yes,
    72 LISTENER_NOT_FOUND Yes,
    73 TOPIC_DELETION_DISABLED No,
    74 FENCED_LEADER_EPOCH Yes,
    75 UNKNOWN_LEADER_EPOCH Yes,
    76 UNSUPPORTED_COMPRESSION_TYPE No,
    77 STALE_BROKER_EPOCH No,
    78 OFFSET_NOT_AVAILABLE Yes,
    79 MEMBER_ID_REQUIRED No,
    80 PREFERRED_LEADER_NOT_AVAILABLE Yes,
    81 GROUP_MAX_SIZE_REACHED No,
    82 FENCED_INSTANCE_ID No,
    83 ELIGIBLE_LEADERS_NOT_AVAILABLE Yes,
    84 ELECTION_NOT_NEEDED Yes,
    85 NO_REASSIGNMENT_IN_PROGRESS No,
    86 GROUP_SUBSCRIBED_TO_TOPIC No,
    87 INVALID_RECORD No,
    88 UNSTABLE_OFFSET_COMMIT Yes,
    89 THROTTLING_QUOTA_EXCEEDED Yes,
    90 PRODUCER_FENCED No,
    91 RESOURCE_NOT_FOUND No,
    92 DUPLICATE_RESOURCE No,
    93 UNACCEPTABLE_CREDENTIAL No,
    94 INCONSISTENT_VOTER_SET No,
    95 INVALID_UPDATE_VERSION No,
    96 FEATURE_UPDATE_FAILED No,
    97 PRINCIPAL_DESERIALIZATION_FAILURE No,
    98 SNAPSHOT_NOT_FOUND No,
    99 POSITION_OUT_OF_RANGE No,
    100 UNKNOWN_TOPIC_ID Yes,
    101 DUPLICATE_BROKER_REGISTRATION No,
    102 BROKER_ID_NOT_REGISTERED No,
    103 INCONSISTENT_TOPIC_ID Yes,
    104 INCONSISTENT_CLUSTER_ID No,
    105 TRANSACTIONAL_ID_NOT_FOUND No,
    106 FETCH_SESSION_TOPIC_ID_ERROR Yes,
    107 INELIGIBLE_REPLICA No,
    108 NEW_LEADER_ELECTED No,
    109 OFFSET_MOVED_TO_TIERED_STORAGE No,
    110 FENCED_MEMBER_EPOCH No,
    111 UNRELEASED_INSTANCE_ID No,
    112 UNSUPPORTED_ASSIGNOR No,
    113 STALE_MEMBER_EPOCH No,
    114 MISMATCHED_ENDPOINT_TYPE No,
    115 UNSUPPORTED_ENDPOINT_TYPE No,
    116 UNKNOWN_CONTROLLER_ID No,
    117 UNKNOWN_SUBSCRIPTION_ID No,
    118 TELEMETRY_TOO_LARGE No,
    119 INVALID_REGISTRATION No,
    120 TRANSACTION_ABORTABLE No,
    121 INVALID_RECORD_STATE No,
    122 SHARE_SESSION_NOT_FOUND Yes,
    123 INVALID_SHARE_SESSION_EPOCH Yes,
    124 FENCED_STATE_EPOCH No,
    125 INVALID_VOTER_KEY No,
    126 DUPLICATE_VOTER No,
    127 VOTER_NOT_FOUND No,
    128 INVALID_REGULAR_EXPRESSION No,
    129 REBOOTSTRAP_REQUIRED No,
    130 STREAMS_INVALID_TOPOLOGY No,
    131 STREAMS_INVALID_TOPOLOGY_EPOCH No,
    132 STREAMS_TOPOLOGY_FENCED No,
    133 SHARE_SESSION_LIMIT_REACHED Yes,
    134 GROUP_DELETION_FAILED No,
    135 STREAMS_TOPOLOGY_DESCRIPTION_UPDATE_FAILED No,
    136 CONTROLLER_ID_NOT_REGISTERED No,
}

impl ErrorCode {
    fn row(self) -> Option<&'static Row> {
        // The table is dense from -1 on.
        let row = TABLE.get(usize::try_from(i32::from(self.0) + 1).ok()?)?;
        (row.0 == self.0).then_some(row)
    }

    /// Kafka's name of the code, or `UNKNOWN` for one that this list does not have.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().map_or("UNKNOWN", |row| row.1)
    }

    /// Whether a client may send the same request again and expect it to succeed.
    #[must_use]
    pub fn retriable(self) -> bool {
        self.row().is_some_and(|row| row.2 == Retry::Yes)
    }

    /// Whether the code says that something failed.
    #[must_use]
    pub fn is_error(self) -> bool {
        self != Self::NONE
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name(), self.0)
    }
}

impl fmt::Debug for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_dense_and_finds_each_code() {
        for (index, row) in TABLE.iter().enumerate() {
            assert_eq!(i32::from(row.0), index as i32 - 1);
            assert_eq!(ErrorCode(row.0).name(), row.1);
        }
        assert_eq!(ErrorCode(9999).name(), "UNKNOWN");
        assert!(ErrorCode::NOT_LEADER_OR_FOLLOWER.retriable());
        assert!(!ErrorCode::TOPIC_ALREADY_EXISTS.retriable());
    }
}

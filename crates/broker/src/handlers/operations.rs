//! The sets of operations that a client may do, as bits, for the answers that tell them. Without an
//! authorizer everybody may do everything.

/// Numbers of `AclOperation`.
const READ: i32 = 3;
const WRITE: i32 = 4;
const CREATE: i32 = 5;
const DELETE: i32 = 6;
const ALTER: i32 = 7;
const DESCRIBE: i32 = 8;
const CLUSTER_ACTION: i32 = 9;
const DESCRIBE_CONFIGS: i32 = 10;
const ALTER_CONFIGS: i32 = 11;
const IDEMPOTENT_WRITE: i32 = 12;

const fn bits(operations: &[i32]) -> i32 {
    let mut set = 0;
    let mut index = 0;
    while index < operations.len() {
        set |= 1 << operations[index];
        index += 1;
    }
    set
}

/// Everything that can be done to a topic.
pub(super) const TOPIC: i32 =
    bits(&[READ, WRITE, CREATE, DELETE, ALTER, DESCRIBE, DESCRIBE_CONFIGS, ALTER_CONFIGS]);

/// Everything that can be done to a group.
const GROUP: i32 = bits(&[READ, DELETE, DESCRIBE, DESCRIBE_CONFIGS, ALTER_CONFIGS]);

/// What may be done to a group, when the client wants to know.
pub(super) fn of_group(asked: bool) -> i32 {
    if asked { GROUP } else { NOT_ASKED }
}

/// Everything that can be done to the cluster.
pub(crate) const CLUSTER: i32 = bits(&[
    CREATE,
    ALTER,
    DESCRIBE,
    CLUSTER_ACTION,
    DESCRIBE_CONFIGS,
    ALTER_CONFIGS,
    IDEMPOTENT_WRITE,
]);

/// What stands in an answer when the client did not ask.
pub(crate) const NOT_ASKED: i32 = i32::MIN;

//! Facts about topic names.

/// Where groups and committed offsets are kept.
pub(crate) const OFFSETS_TOPIC: &str = "__consumer_offsets";

/// Topics that only the broker itself writes to, and that clients are told are internal.
const INTERNAL: [&str; 3] = [OFFSETS_TOPIC, "__transaction_state", "__share_group_state"];

/// Longest topic name (it has to fit in a file name with partition and suffix).
const MAX_NAME: usize = 249;

/// Whether a topic is one of the coordinators' own.
pub(crate) fn is_internal(name: &str) -> bool {
    INTERNAL.contains(&name)
}

/// Whether a topic may have this name.
pub(crate) fn is_valid(name: &str) -> bool {
    let legal = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    !name.is_empty()
        && name.len() <= MAX_NAME
        && name != "."
        && name != ".."
        && name.bytes().all(legal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_judged_as_kafka_does() {
        for name in ["a", "...", "a.b_c-D9", "__consumer_offsets", &"a".repeat(249)] {
            assert!(is_valid(name), "{name}");
        }
        for name in ["", ".", "..", "a b", "ä", "a/b", &"a".repeat(250)] {
            assert!(!is_valid(name), "{name}");
        }
        assert!(is_internal("__share_group_state") && !is_internal("__cluster_metadata"));
    }
}

//! Environment variables that stand for configuration keys, as in Kafka's container image.

const PREFIX: &str = "KAFKA_";

/// Variables of Kafka's scripts and image that are not configuration.
const NOT_CONFIGURATION: [&str; 10] = [
    "KAFKA_GC_LOG_OPTS",
    "KAFKA_HEAP_OPTS",
    "KAFKA_JMX_HOSTNAME",
    "KAFKA_JMX_OPTS",
    "KAFKA_JVM_PERFORMANCE_OPTS",
    "KAFKA_LOG4J_LOGGERS",
    "KAFKA_LOG4J_OPTS",
    "KAFKA_LOG4J_ROOT_LOGLEVEL",
    "KAFKA_OPTS",
    "KAFKA_TOOLS_LOG4J_LOGLEVEL",
];

/// The key a variable stands for: `_` is `.`, `__` is `_`, `___` is `-`.
pub(super) fn key_of(variable: &str) -> Option<String> {
    let rest = variable.strip_prefix(PREFIX)?;
    let excluded = NOT_CONFIGURATION.contains(&variable) || variable == "KAFKA_VERSION";
    if rest.is_empty() || excluded {
        return None;
    }
    let dotted = rest.to_lowercase().replace('_', ".");
    Some(dotted.replace("...", "-").replace("..", "_"))
}

#[cfg(test)]
mod tests {
    use super::key_of;

    #[test]
    fn names_follow_the_container_image() {
        for (variable, key) in [
            ("KAFKA_NUM_PARTITIONS", Some("num.partitions")),
            ("KAFKA_A__B", Some("a_b")),
            ("KAFKA_A___B", Some("a-b")),
            ("KAFKA_LISTENER_NAME_A___B_SSL_KEY", Some("listener.name.a-b.ssl.key")),
            ("KAFKA_HEAP_OPTS", None),
            ("KAFKA_VERSION", None),
            ("KAFKA_", None),
            ("PATH", None),
        ] {
            assert_eq!(key_of(variable).as_deref(), key, "{variable}");
        }
    }
}

//! Class names of Kafka that stand for something built in; others cannot be loaded.

use moldau_metadata::config::{ConfigKey, Value};

use super::ConfigError;

const BUILT_IN: [(&str, &[&str]); 4] = [
    (
        "replica.selector.class",
        &[
            "org.apache.kafka.common.replica.RackAwareReplicaSelector",
            "org.apache.kafka.common.replica.LeaderSelector",
        ],
    ),
    (
        "group.consumer.assignors",
        &[
            "uniform",
            "range",
            "org.apache.kafka.coordinator.group.assignor.UniformAssignor",
            "org.apache.kafka.coordinator.group.assignor.RangeAssignor",
        ],
    ),
    (
        "group.share.assignors",
        &["simple", "org.apache.kafka.coordinator.group.assignor.SimpleAssignor"],
    ),
    (
        "group.streams.assignors",
        &["sticky", "org.apache.kafka.coordinator.group.streams.assignor.StickyTaskAssignor"],
    ),
];

/// Refuses a class that is not built in, naming those that are.
pub(super) fn check(key: &ConfigKey, value: &Value) -> Result<(), ConfigError> {
    let Some((name, built_in)) = BUILT_IN.into_iter().find(|(name, _)| *name == key.name) else {
        return Ok(());
    };
    let given: Vec<&str> = match value {
        Value::List(entries) => entries.iter().map(String::as_str).collect(),
        value => value.as_str().filter(|text| !text.is_empty()).into_iter().collect(),
    };
    match given.into_iter().find(|class| !built_in.contains(class)) {
        Some(class) => {
            let problem = format!("not built in (built in: {})", built_in.join(", "));
            Err(ConfigError::rule(name, class, problem))
        }
        None => Ok(()),
    }
}

//! Group configuration (KIP-848, KIP-932, KIP-1071): the keys a group can override, the broker keys
//! that give their defaults, and the check of what is overridden.
//!
//! A value must lie in the key's own range, and then in the range that the broker's
//! `group.*.min.*` and `group.*.max.*` keys leave. Names, ranges, texts and the order of the checks
//! are those of Apache Kafka 4.4.0 (`GroupConfig`), against which the tests' expectations were run.

mod keys;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::{ConfigError, ConfigKey, ConfigTable, Layers, Value};

/// The declared group keys.
pub fn table() -> &'static ConfigTable {
    static TABLE: LazyLock<ConfigTable> = LazyLock::new(|| ConfigTable::new(&[keys::KEYS]));
    &TABLE
}

/// What a broker key bounds a group key to.
enum Bound {
    Range(&'static str, &'static str),
    AtMost(&'static str),
    AtLeast(&'static str),
}

/// In the order in which they are checked.
const BOUNDS: &[(&str, Bound)] = &[
    (
        "consumer.heartbeat.interval.ms",
        Bound::Range(
            "group.consumer.min.heartbeat.interval.ms",
            "group.consumer.max.heartbeat.interval.ms",
        ),
    ),
    (
        "consumer.session.timeout.ms",
        Bound::Range(
            "group.consumer.min.session.timeout.ms",
            "group.consumer.max.session.timeout.ms",
        ),
    ),
    (
        "consumer.assignment.interval.ms",
        Bound::Range(
            "group.consumer.min.assignment.interval.ms",
            "group.consumer.max.assignment.interval.ms",
        ),
    ),
    (
        "share.heartbeat.interval.ms",
        Bound::Range(
            "group.share.min.heartbeat.interval.ms",
            "group.share.max.heartbeat.interval.ms",
        ),
    ),
    (
        "share.session.timeout.ms",
        Bound::Range("group.share.min.session.timeout.ms", "group.share.max.session.timeout.ms"),
    ),
    (
        "share.record.lock.duration.ms",
        Bound::Range(
            "group.share.min.record.lock.duration.ms",
            "group.share.max.record.lock.duration.ms",
        ),
    ),
    (
        "share.delivery.count.limit",
        Bound::Range(
            "group.share.min.delivery.count.limit",
            "group.share.max.delivery.count.limit",
        ),
    ),
    (
        "share.partition.max.record.locks",
        Bound::Range(
            "group.share.min.partition.max.record.locks",
            "group.share.max.partition.max.record.locks",
        ),
    ),
    (
        "share.assignment.interval.ms",
        Bound::Range(
            "group.share.min.assignment.interval.ms",
            "group.share.max.assignment.interval.ms",
        ),
    ),
    (
        "streams.heartbeat.interval.ms",
        Bound::Range(
            "group.streams.min.heartbeat.interval.ms",
            "group.streams.max.heartbeat.interval.ms",
        ),
    ),
    (
        "streams.session.timeout.ms",
        Bound::Range(
            "group.streams.min.session.timeout.ms",
            "group.streams.max.session.timeout.ms",
        ),
    ),
    ("streams.num.standby.replicas", Bound::AtMost("group.streams.max.standby.replicas")),
    (
        "streams.assignment.interval.ms",
        Bound::Range(
            "group.streams.min.assignment.interval.ms",
            "group.streams.max.assignment.interval.ms",
        ),
    ),
    (
        "streams.task.offset.interval.ms",
        Bound::AtLeast("group.streams.min.task.offset.interval.ms"),
    ),
    ("streams.num.warmup.replicas", Bound::AtMost("group.streams.max.warmup.replicas")),
];

/// Timeouts that must be longer than the heartbeat interval beside them.
const LONGER: [(&str, &str); 3] = [
    ("consumer.session.timeout.ms", "consumer.heartbeat.interval.ms"),
    ("share.session.timeout.ms", "share.heartbeat.interval.ms"),
    ("streams.session.timeout.ms", "streams.heartbeat.interval.ms"),
];

const RACK_TAGS: &str = "streams.rack.aware.assignment.tags";
const STREAMS_ASSIGNOR: &str = "streams.assignor.name";
const STREAMS_ASSIGNORS: &str = "group.streams.assignors";
const DLQ_TOPIC: &str = "errors.deadletterqueue.topic.name";

/// Checks a group's whole set of overrides on a broker with these settings.
///
/// # Errors
/// The first thing wrong, INVALID_CONFIG with the error's text.
pub fn validate(
    broker: &ConfigTable,
    layers: &Layers,
    overrides: &BTreeMap<String, String>,
) -> Result<(), ConfigError> {
    if let Some(name) = overrides.keys().find(|name| table().get(name).is_none()) {
        return Err(ConfigError::UnknownGroupKey(name.clone()));
    }
    check_rack_tags(overrides)?;
    let mut values = BTreeMap::new();
    for key in keys::KEYS {
        if let Some(text) = overrides.get(key.name) {
            values.insert(key.name, key.parse(text)?);
        }
    }
    let limit = |name: &str| {
        let key = broker.get(name)?;
        layers.value(key).ok()?.as_i64()
    };
    for (name, bound) in BOUNDS {
        let Some(value) = values.get(name).and_then(Value::as_i64) else { continue };
        check_bound(name, value, bound, &limit)?;
    }
    check_assignor(broker, layers, &values)?;
    let in_force = |name: &str| match values.get(name) {
        Some(value) => value.as_i64(),
        None => table().get(name).and_then(|key| broker_value(broker, layers, key)?.as_i64()),
    };
    for (timeout, interval) in LONGER {
        let (Some(long), Some(short)) = (in_force(timeout), in_force(interval)) else { continue };
        if (values.contains_key(timeout) || values.contains_key(interval)) && long <= short {
            return conflict(format!("{timeout} must be greater than {interval}"));
        }
    }
    match values.get(DLQ_TOPIC).and_then(Value::as_str) {
        Some(topic) if topic.starts_with("__") => {
            conflict(format!("{DLQ_TOPIC}: DLQ topic name must not start with '__'"))
        }
        _ => Ok(()),
    }
}

fn conflict<T>(text: String) -> Result<T, ConfigError> {
    Err(ConfigError::Conflict(text))
}

fn check_rack_tags(overrides: &BTreeMap<String, String>) -> Result<(), ConfigError> {
    let tags = overrides.get(RACK_TAGS).map(String::as_str).unwrap_or_default();
    let mut seen = std::collections::BTreeSet::new();
    let tags = tags.split(',').map(str::trim).filter(|tag| !tag.is_empty());
    if tags.clone().count() > 0 && !tags.into_iter().all(|tag| seen.insert(tag)) {
        return conflict(format!("{RACK_TAGS} must not contain duplicate tag keys."));
    }
    Ok(())
}

fn check_bound(
    name: &str,
    value: i64,
    bound: &Bound,
    limit: &impl Fn(&str) -> Option<i64>,
) -> Result<(), ConfigError> {
    match bound {
        Bound::Range(min, max) => match (limit(min), limit(max)) {
            (Some(min), Some(max)) if value < min || value > max => {
                conflict(format!("{name} must be in the range {min} to {max} inclusive."))
            }
            _ => Ok(()),
        },
        Bound::AtMost(max) => match limit(max) {
            Some(max) if value > max => {
                conflict(format!("{name} must be less than or equal to {max}"))
            }
            _ => Ok(()),
        },
        Bound::AtLeast(min) => match limit(min) {
            Some(min) if value < min => {
                conflict(format!("{name} must be greater than or equal to {min}"))
            }
            _ => Ok(()),
        },
    }
}

fn check_assignor(
    broker: &ConfigTable,
    layers: &Layers,
    values: &BTreeMap<&str, Value>,
) -> Result<(), ConfigError> {
    let Some(name) = values.get(STREAMS_ASSIGNOR).and_then(Value::as_str) else { return Ok(()) };
    let known = broker.get(STREAMS_ASSIGNORS).and_then(|key| layers.value(key).ok());
    let known = known.as_ref().and_then(Value::as_list).unwrap_or_default();
    if known.iter().any(|entry| entry == name) {
        return Ok(());
    }
    conflict(format!(
        "{STREAMS_ASSIGNOR} '{name}' is not a registered task assignor. Registered assignors are: [{}].",
        known.join(", ")
    ))
}

/// What the broker gives a group that does not set `key`; `None` when no broker key stands behind it.
pub(super) fn broker_value(
    broker: &ConfigTable,
    layers: &Layers,
    key: &ConfigKey,
) -> Option<Value> {
    let value = layers.value(broker.get(key.group_synonym()?)?).ok()?;
    match value {
        // The first assignor is the default one.
        Value::List(names) if key.name == STREAMS_ASSIGNOR => {
            names.into_iter().next().map(Value::Text)
        }
        value => Some(value),
    }
}

#[cfg(test)]
mod tests;

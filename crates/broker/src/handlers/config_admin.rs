//! What the handlers of AlterConfigs, IncrementalAlterConfigs and DescribeConfigs share: whose
//! resource it is, judging changes of brokers, log levels.
//!
//! Texts are Apache Kafka 4.4.0's. Log levels here have no FATAL; it stands for ERROR.

use std::collections::BTreeMap;

use moldau_metadata::{
    config::ConfigSource,
    config::DescribedConfig,
    controller::ConfigFault,
    image::{ConfigResource, ResourceType},
};
use moldau_protocol::{
    ErrorCode, messages::incremental_alter_configs_request::AlterConfigsResource,
};
use tracing::level_filters::LevelFilter;

use crate::{config::dynamic, logging::LogLevels, state::Broker};

/// What became of a resource on this broker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Judged {
    /// Nothing is left to do.
    Done,
    /// The controller decides.
    ForController,
}

pub(super) fn refuse<T>(text: impl Into<String>) -> Result<T, ConfigFault> {
    Err((ErrorCode::INVALID_REQUEST, text.into()))
}

pub(super) fn unknown<T>(kind: i8) -> Result<T, ConfigFault> {
    refuse(format!("Unknown resource type {kind}"))
}

/// The type with this number.
pub(super) fn known(kind: i8) -> Result<ResourceType, ConfigFault> {
    ResourceType::from_code(kind).map_or_else(|| unknown(kind), Ok)
}

/// Judges a change of the settings of this broker, or of all brokers.
pub(super) fn judge_broker(
    broker: &Broker,
    name: &str,
    change: impl FnOnce(&BTreeMap<String, String>) -> Result<BTreeMap<String, String>, ConfigFault>,
) -> Result<(), ConfigFault> {
    if !name.is_empty() {
        let Ok(id) = name.parse::<i32>() else {
            return refuse(format!("Node id must be an integer, but it is: {name}"));
        };
        if id != broker.node.0 {
            let own = broker.node;
            return refuse(format!("Unexpected broker id, expected {own}, but received {name}"));
        }
    }
    let config = broker.live.load();
    // Without what the server had to pass over: it does not stand in the way of a good change.
    let current = match name.is_empty() {
        true => &config.layers().dynamic_default,
        false => &config.layers().dynamic_broker,
    };
    let resource = ConfigResource { kind: ResourceType::Broker, name: name.to_owned() };
    dynamic::judge(&config, &resource, &change(current)?)
}

const ROOT: &str = "root";

/// Changes log levels of this process, all of them or none.
pub(super) fn change_levels(
    broker: &Broker,
    resource: &AlterConfigsResource,
    validate_only: bool,
) -> Result<(), ConfigFault> {
    let mut names = std::collections::BTreeSet::new();
    if !resource.configs.iter().all(|change| names.insert(&change.name)) {
        return refuse("Error due to duplicate config keys");
    }
    let nulls = resource.configs.iter();
    let nulls = nulls.filter(|change| change.config_operation != DELETE && change.value.is_none());
    let nulls: Vec<_> = nulls.map(|change| change.name.as_str()).collect();
    if !nulls.is_empty() {
        return refuse(format!("Null value not supported for : {}", nulls.join(", ")));
    }
    let Ok(id) = resource.resource_name.parse::<i32>() else {
        let name = &resource.resource_name;
        return refuse(format!("Node id must be an integer, but it is: {name}"));
    };
    if id != broker.node.0 {
        let own = broker.node;
        return refuse(format!("Unexpected node id. Expected {own}, but received {id}"));
    }
    let changes = resource.configs.iter();
    let changes = changes.map(|change| {
        let value = change.value.as_deref().unwrap_or_default();
        level_change(&broker.levels, &change.name, change.config_operation, value)
    });
    let changes: Vec<_> = changes.collect::<Result<_, _>>()?;
    if validate_only {
        return Ok(());
    }
    for (name, level) in changes {
        let changed = match (name, level) {
            (ROOT, Some(level)) => broker.levels.set_root(level),
            (name, level) => broker.levels.set(name, level),
        };
        changed.map_err(|error| (ErrorCode::INVALID_CONFIG, error.to_string()))?;
    }
    Ok(())
}

const SET: i8 = 0;
const DELETE: i8 = 1;

/// What an operation does to a logger; no level takes its own away.
fn level_change<'a>(
    levels: &LogLevels,
    name: &'a str,
    operation: i8,
    value: &str,
) -> Result<(&'a str, Option<LevelFilter>), ConfigFault> {
    let bad = |text| Err((ErrorCode::INVALID_CONFIG, text));
    if !matches!(operation, SET | DELETE) {
        let operation = match operation {
            2 => "APPEND operation".to_owned(),
            3 => "SUBTRACT operation".to_owned(),
            other => format!("Unknown operation type {other}"),
        };
        return refuse(format!("{operation} is not allowed for the BROKER_LOGGER resource"));
    }
    if name != ROOT && !levels.exists(name) {
        return bad(format!("Logger {name} does not exist!"));
    }
    if operation == DELETE {
        if name == ROOT {
            return refuse("Removing the log level of the root logger is not allowed");
        }
        return Ok((name, None));
    }
    let level = match value {
        "TRACE" => LevelFilter::TRACE,
        "DEBUG" => LevelFilter::DEBUG,
        "INFO" => LevelFilter::INFO,
        "WARN" => LevelFilter::WARN,
        "ERROR" | "FATAL" => LevelFilter::ERROR,
        _ => {
            return bad(format!(
                "Cannot set the log level of {name} to {value} as it is not a supported log level. Valid log levels are DEBUG, ERROR, FATAL, INFO, TRACE, WARN"
            ));
        }
    };
    Ok((name, Some(level)))
}

/// The levels in force, by name.
pub(super) fn describe_levels(levels: &LogLevels) -> Vec<DescribedConfig> {
    let describe = |(name, level): (String, LevelFilter)| DescribedConfig {
        name,
        value: Some(level.to_string().to_uppercase()),
        source: ConfigSource::DynamicBrokerLogger,
        read_only: false,
        sensitive: false,
        synonyms: Vec::new(),
        wire_type: 0,
        doc: "",
    };
    let root = (ROOT.to_owned(), levels.root());
    levels.all().into_iter().chain([root]).map(describe).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As run on Apache Kafka 4.4.0, with a logger of its own.
    #[test]
    fn levels_are_judged_as_kafka_does() {
        let levels = LogLevels::detached();
        let change = |name, operation, value| {
            level_change(&levels, name, operation, value)
                .map(|(_, level)| level.map(|level| level.to_string()))
                .map_err(|(code, text)| (code.0, text))
        };
        let logger = "moldau_broker::net";
        let fault = |code, text: &str| Err((code, text.to_owned()));
        let unsupported = |value: &str| {
            fault(
                40,
                &format!(
                    "Cannot set the log level of {logger} to {value} as it is not a supported log level. Valid log levels are DEBUG, ERROR, FATAL, INFO, TRACE, WARN"
                ),
            )
        };
        for (name, operation, value, expected) in [
            (logger, 0, "DEBUG", Ok(Some("debug".to_owned()))),
            (logger, 0, "FATAL", Ok(Some("error".to_owned()))),
            (logger, 1, "", Ok(None)),
            ("root", 0, "WARN", Ok(Some("warn".to_owned()))),
            (logger, 0, "debug", unsupported("debug")),
            (logger, 0, "OFF", unsupported("OFF")),
            ("nosuch", 0, "INFO", fault(40, "Logger nosuch does not exist!")),
            ("nosuch", 1, "", fault(40, "Logger nosuch does not exist!")),
            ("root", 1, "", fault(42, "Removing the log level of the root logger is not allowed")),
            (
                logger,
                2,
                "INFO",
                fault(42, "APPEND operation is not allowed for the BROKER_LOGGER resource"),
            ),
            (
                logger,
                3,
                "INFO",
                fault(42, "SUBTRACT operation is not allowed for the BROKER_LOGGER resource"),
            ),
            (
                logger,
                9,
                "INFO",
                fault(42, "Unknown operation type 9 is not allowed for the BROKER_LOGGER resource"),
            ),
        ] {
            assert_eq!(change(name, operation, value), expected, "{name} {operation} {value}");
        }
    }
}

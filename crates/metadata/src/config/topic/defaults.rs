//! What applies to a topic that overrides nothing, and the check of what it overrides.

use std::collections::BTreeMap;

use super::{TopicOverrides, table};
use crate::config::{ConfigError, ConfigKey, ConfigTable, Kind, Layers, Value};

/// A value for every topic key.
#[derive(Debug, Clone, PartialEq)]
pub struct TopicDefaults {
    values: BTreeMap<&'static str, Value>,
}

impl Default for TopicDefaults {
    /// Kafka's own.
    fn default() -> Self {
        let values = table().iter().map(|key| (key.name, key.default_value())).collect();
        Self { values }
    }
}

impl TopicDefaults {
    /// Those of a broker: for each topic key the first of its broker keys that has a value.
    pub fn from_layers(broker: &ConfigTable, layers: &Layers) -> Result<Self, ConfigError> {
        let mut defaults = Self::default();
        for key in table().iter() {
            if let Some(value) = broker_default(broker, layers, key)? {
                defaults.values.insert(key.name, value);
            }
        }
        Ok(defaults)
    }

    /// # Panics
    /// When `name` is not a declared topic key.
    pub fn value(&self, name: &str) -> &Value {
        self.values.get(name).expect("callers name declared topic keys")
    }

    /// Checks a topic's whole set of overrides: names first, then each value, then the values
    /// together. All failures are INVALID_CONFIG with the error's text.
    pub fn validate(&self, overrides: &TopicOverrides) -> Result<(), ConfigError> {
        if let Some(name) = overrides.keys().find(|name| table().get(name).is_none()) {
            return Err(ConfigError::UnknownTopicKey(name.clone()));
        }
        for key in super::keys::in_kafkas_order() {
            if let Some(text) = overrides.get(key.name) {
                key.parse(text)?;
            }
        }
        self.validate_together(overrides)
    }

    fn validate_together(&self, overrides: &TopicOverrides) -> Result<(), ConfigError> {
        let number = |name| self.effective(name, overrides).as_i64().unwrap_or(0);
        let (min, max) = (number("min.compaction.lag.ms"), number("max.compaction.lag.ms"));
        if min > max {
            return Err(ConfigError::Conflict(format!(
                "conflict topic config setting min.compaction.lag.ms ({min}) > \
                 max.compaction.lag.ms ({max})"
            )));
        }
        if self.effective("remote.storage.enable", overrides) == Value::Boolean(true) {
            return Err(ConfigError::Conflict(
                "Tiered Storage functionality is disabled in the broker. Topic cannot be \
                 configured with remote log storage."
                    .to_owned(),
            ));
        }
        Ok(())
    }

    /// The override if there is a valid one, else the default.
    pub(super) fn effective(&self, name: &'static str, overrides: &TopicOverrides) -> Value {
        let own = table().get(name).zip(overrides.get(name));
        match own.and_then(|(key, text)| key.parse(text).ok()) {
            Some(value) => value,
            None => self.value(name).clone(),
        }
    }
}

/// `None` when no broker key of the topic key has a value.
fn broker_default(
    broker: &ConfigTable,
    layers: &Layers,
    key: &ConfigKey,
) -> Result<Option<Value>, ConfigError> {
    for synonym in key.synonyms() {
        let Some(broker_key) = broker.get(synonym.broker_key) else {
            continue;
        };
        let value = layers.value(broker_key)?;
        match value.as_i64() {
            Some(number) if key.kind == Kind::Long => {
                // Below zero is "no limit" and has no unit. Saturation is beyond any age.
                let scaled = number.saturating_mul(if number < 0 { 1 } else { synonym.factor });
                return Ok(Some(Value::Long(scaled)));
            }
            _ if value.is_null() => {}
            _ => return Ok(Some(value)),
        }
    }
    Ok(None)
}

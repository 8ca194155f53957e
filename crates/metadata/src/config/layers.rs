//! Where the values of broker keys come from, and which of them wins.

use std::collections::BTreeMap;

use super::{ConfigError, ConfigKey, ConfigSource, Value};

/// Texts by broker key, the most specific layer first. Static texts may hold unknown keys.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Layers {
    /// Set at run time for this broker.
    pub dynamic_broker: BTreeMap<String, String>,
    /// Set at run time for all brokers.
    pub dynamic_default: BTreeMap<String, String>,
    /// File, environment and command line, already merged.
    pub fixed: BTreeMap<String, String>,
    /// Defaults that follow from the situation instead of the declaration, such as one replica for
    /// internal topics on a single node.
    pub implied: BTreeMap<&'static str, String>,
}

impl Layers {
    /// The texts set for `name`, first the one that wins, without the declared default.
    pub(super) fn set(&self, name: &str) -> impl Iterator<Item = (&str, ConfigSource)> {
        [
            (self.dynamic_broker.get(name), ConfigSource::DynamicBroker),
            (self.dynamic_default.get(name), ConfigSource::DynamicDefaultBroker),
            (self.fixed.get(name), ConfigSource::StaticBroker),
        ]
        .into_iter()
        .filter_map(|(text, source)| Some((text?.as_str(), source)))
    }

    /// The default as it stands here: implied, else declared.
    pub fn default_text(&self, key: &ConfigKey) -> Option<&str> {
        self.implied.get(key.name).map(String::as_str).or(key.default_text())
    }

    /// The text in force; `None` when the key is unset and has no default.
    pub fn text(&self, key: &ConfigKey) -> Option<&str> {
        self.set(key.name).next().map(|(text, _)| text).or_else(|| self.default_text(key))
    }

    /// The value in force, checked; [`Value::Null`] when there is none.
    pub fn value(&self, key: &ConfigKey) -> Result<Value, ConfigError> {
        match self.text(key) {
            Some(text) => key.parse(text),
            None if key.default == super::DefaultValue::Required => {
                Err(ConfigError::Missing { key: key.name.to_owned() })
            }
            None => Ok(Value::Null),
        }
    }
}

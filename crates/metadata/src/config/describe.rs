//! The data of a DescribeConfigs answer (versions 1 to 4).
//!
//! Sources and synonyms follow Kafka to the letter, including its rule that the list of synonyms
//! starts at the first entry with the key's own name: a value that comes only from a secondary key
//! (`log.roll.hours`) is shown as a default without synonyms.

use std::collections::BTreeMap;

use super::{
    ConfigKey, ConfigTable, Layers, Reload, TopicDefaults, TopicOverrides, Value, client_metrics,
    group, topic,
};

/// Numbers as in the `config_source` field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(i8)]
pub enum ConfigSource {
    Topic = 1,
    DynamicBroker = 2,
    DynamicDefaultBroker = 3,
    StaticBroker = 4,
    Default = 5,
    DynamicBrokerLogger = 6,
    ClientMetrics = 7,
    Group = 8,
}

impl ConfigSource {
    pub const fn wire_id(self) -> i8 {
        self as i8
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Synonym {
    pub name: String,
    /// `None` when secret.
    pub value: Option<String>,
    pub source: ConfigSource,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DescribedConfig {
    pub name: String,
    /// `None` when unset or secret.
    pub value: Option<String>,
    pub source: ConfigSource,
    pub read_only: bool,
    pub sensitive: bool,
    /// The one in force first.
    pub synonyms: Vec<Synonym>,
    /// `config_type`; 0 for keys that are not declared.
    pub wire_type: i8,
    pub doc: &'static str,
}

/// Type number of a key that is set but not declared.
const UNKNOWN_TYPE: i8 = 0;

/// Every topic key with its value for a topic that has `overrides`, in order of name.
pub fn describe_topic(
    broker: &ConfigTable,
    layers: &Layers,
    defaults: &TopicDefaults,
    overrides: &TopicOverrides,
) -> Vec<DescribedConfig> {
    topic::table()
        .iter()
        .filter(|key| !key.internal || overrides.contains_key(key.name))
        .map(|key| {
            let own = overrides.get(key.name);
            let value = match own {
                Some(text) => key.parse(text).map_or(Some(text.clone()), |value| value.text()),
                None => defaults.value(key.name).text(),
            };
            let mut synonyms = topic_synonyms(broker, layers, key);
            if own.is_some() {
                let name = key.name.to_owned();
                let source = ConfigSource::Topic;
                synonyms.insert(0, Synonym { name, value: value.clone(), source });
            }
            described(key, value, false, synonyms)
        })
        .collect()
}

/// Every broker key with its value, in order of name, then what is set but not declared.
pub fn describe_broker(table: &ConfigTable, layers: &Layers) -> Vec<DescribedConfig> {
    let declared = table
        .iter()
        .filter(|key| !key.internal || layers.set(key.name).next().is_some())
        .map(|key| {
            let value = layers.value(key).unwrap_or(Value::Null).text();
            let names = broker_synonyms(key.name);
            let names = if names.is_empty() { vec![key.name] } else { names.to_vec() };
            let synonyms = layered_synonyms(table, layers, &names, key.name);
            described(key, value, key.reload == Reload::ReadOnly, synonyms)
        });
    let undeclared = layers
        .dynamic_broker
        .keys()
        .chain(layers.dynamic_default.keys())
        .chain(layers.fixed.keys())
        .filter(|name| table.get(name).is_none())
        .collect::<std::collections::BTreeSet<_>>();
    declared.chain(undeclared.into_iter().map(|name| undeclared_key(table, layers, name))).collect()
}

/// What is set for all brokers, and nothing else, in order of name.
pub fn describe_broker_default(table: &ConfigTable, layers: &Layers) -> Vec<DescribedConfig> {
    let only = Layers { dynamic_default: layers.dynamic_default.clone(), ..Layers::default() };
    let describe = |(name, text): (&String, &String)| match table.get(name) {
        Some(key) => {
            let name = key.name.to_owned();
            let value = (!key.sensitive()).then(|| text.clone());
            let source = ConfigSource::DynamicDefaultBroker;
            let synonyms = vec![Synonym { name, value: value.clone(), source }];
            described(key, value, key.reload == Reload::ReadOnly, synonyms)
        }
        None => undeclared_key(table, &only, name),
    };
    layers.dynamic_default.iter().map(describe).collect()
}

/// Every key of a group with `overrides`, in order of name.
pub fn describe_group(
    broker: &ConfigTable,
    layers: &Layers,
    overrides: &BTreeMap<String, String>,
) -> Vec<DescribedConfig> {
    let listed =
        group::table().iter().filter(|key| !key.internal || overrides.contains_key(key.name));
    let describe = |key: &'static ConfigKey| {
        let fallback = || {
            let value = group::broker_value(broker, layers, key);
            value.unwrap_or_else(|| key.default_value()).text()
        };
        let own = overrides.get(key.name).map(|text| own_value(key, text));
        let value = own.clone().unwrap_or_else(fallback);
        let mut synonyms = match key.group_synonym() {
            Some(name) => layered_synonyms(broker, layers, &[name], name),
            None => {
                let (name, value) = (key.name.to_owned(), key.default_value().text());
                vec![Synonym { name, value, source: ConfigSource::Default }]
            }
        };
        if let Some(value) = own {
            let name = key.name.to_owned();
            synonyms.insert(0, Synonym { name, value, source: ConfigSource::Group });
        }
        described(key, value, false, synonyms)
    };
    listed.map(describe).collect()
}

/// Every key of a client metrics subscription with `overrides`, in order of name.
pub fn describe_client_metrics(overrides: &BTreeMap<String, String>) -> Vec<DescribedConfig> {
    let describe = |key: &'static ConfigKey| match overrides.get(key.name) {
        Some(text) => {
            let value = own_value(key, text);
            let name = key.name.to_owned();
            let source = ConfigSource::ClientMetrics;
            let synonyms = vec![Synonym { name, value: value.clone(), source }];
            described(key, value, false, synonyms)
        }
        None => described(key, key.default_value().text(), false, Vec::new()),
    };
    client_metrics::table().iter().map(describe).collect()
}

/// An override as it is shown: normalised, or as it stands when it does not parse.
fn own_value(key: &ConfigKey, text: &str) -> Option<String> {
    key.parse(text).map_or_else(|_| Some(text.to_owned()), |value| value.text())
}

/// A key that is set and not declared: the setting of one listener, or unknown and so kept secret.
fn undeclared_key(table: &ConfigTable, layers: &Layers, name: &str) -> DescribedConfig {
    let base = listener_key(table, name);
    let shown = base.is_some_and(|key| !key.sensitive());
    let synonym = |name: &str, text: &str, source| Synonym {
        name: name.to_owned(),
        value: shown.then(|| text.to_owned()),
        source,
    };
    let set = |name: &str| -> Vec<Synonym> {
        layers.set(name).map(|(text, source)| synonym(name, text, source)).collect()
    };
    let mut synonyms = set(name);
    if let Some(key) = base {
        synonyms.extend(set(key.name));
        let default = layers.default_text(key);
        synonyms.extend(default.map(|text| synonym(key.name, text, ConfigSource::Default)));
    }
    DescribedConfig {
        name: name.to_owned(),
        value: synonyms.first().and_then(|synonym| synonym.value.clone()),
        source: synonyms.first().map_or(ConfigSource::Default, |synonym| synonym.source),
        read_only: true,
        sensitive: !shown,
        wire_type: base.map_or(UNKNOWN_TYPE, |key| key.kind.wire_id()),
        doc: base.map_or("", |key| key.doc),
        synonyms,
    }
}

/// The key that `listener.name.<name>.` and perhaps a mechanism stand before.
pub fn listener_key(table: &ConfigTable, name: &str) -> Option<&'static ConfigKey> {
    let (_, rest) = name.strip_prefix("listener.name.")?.split_once('.')?;
    table.get(rest).or_else(|| table.get(rest.split_once('.')?.1))
}

fn described(
    key: &ConfigKey,
    value: Option<String>,
    read_only: bool,
    synonyms: Vec<Synonym>,
) -> DescribedConfig {
    DescribedConfig {
        name: key.name.to_owned(),
        value: value.filter(|_| !key.sensitive()),
        source: synonyms.first().map_or(ConfigSource::Default, |synonym| synonym.source),
        read_only,
        sensitive: key.sensitive(),
        synonyms,
        wire_type: key.kind.wire_id(),
        doc: key.doc,
    }
}

fn topic_synonyms(broker: &ConfigTable, layers: &Layers, key: &ConfigKey) -> Vec<Synonym> {
    let names: Vec<_> = key.synonyms().iter().map(|synonym| synonym.broker_key).collect();
    match names.first() {
        Some(first) => layered_synonyms(broker, layers, &names, first),
        None => Vec::new(),
    }
}

/// Keys of which the first that is set decides, in that order.
fn broker_synonyms(name: &str) -> &'static [&'static str] {
    const GROUPS: [&[&str]; 3] = [
        &["log.retention.ms", "log.retention.minutes", "log.retention.hours"],
        &["log.roll.ms", "log.roll.hours"],
        &["log.roll.jitter.ms", "log.roll.jitter.hours"],
    ];
    const FLUSH: &[&str] = &["log.flush.interval.ms", "log.flush.scheduler.interval.ms"];
    if name == FLUSH[0] {
        return FLUSH;
    }
    GROUPS.into_iter().find(|group| group.contains(&name)).unwrap_or_default()
}

/// Layer by layer, in each layer by order of `names`, from the first entry called `own` on.
fn layered_synonyms(
    table: &ConfigTable,
    layers: &Layers,
    names: &[&'static str],
    own: &str,
) -> Vec<Synonym> {
    let mut found = Vec::new();
    for source in [
        ConfigSource::DynamicBroker,
        ConfigSource::DynamicDefaultBroker,
        ConfigSource::StaticBroker,
        ConfigSource::Default,
    ] {
        for name in names {
            let Some(key) = table.get(name) else { continue };
            let text = match source {
                ConfigSource::Default => layers.default_text(key),
                _ => layers.set(name).find(|(_, at)| *at == source).map(|(text, _)| text),
            };
            if let Some(text) = text {
                let value = (!key.sensitive()).then(|| text.trim().to_owned());
                found.push(Synonym { name: (*name).to_owned(), value, source });
            }
        }
    }
    let start = found.iter().position(|synonym| synonym.name == own).unwrap_or(found.len());
    found.split_off(start)
}

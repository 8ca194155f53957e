//! The data of a DescribeConfigs answer (versions 1 to 4).
//!
//! Sources and synonyms follow Kafka to the letter, including its rule that the list of synonyms
//! starts at the first entry with the key's own name: a value that comes only from a secondary key
//! (`log.roll.hours`) is shown as a default without synonyms.

use super::{ConfigKey, ConfigTable, Layers, Reload, TopicDefaults, TopicOverrides, Value, topic};

/// Numbers as in the `config_source` field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(i8)]
pub enum ConfigSource {
    Topic = 1,
    DynamicBroker = 2,
    DynamicDefaultBroker = 3,
    StaticBroker = 4,
    Default = 5,
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
    let undeclared = undeclared.into_iter().map(|name| {
        let synonym = |(_, source)| Synonym { name: name.clone(), value: None, source };
        let synonyms: Vec<_> = layers.set(name).map(synonym).collect();
        DescribedConfig {
            name: name.clone(),
            value: None,
            source: synonyms.first().map_or(ConfigSource::Default, |synonym| synonym.source),
            read_only: true,
            sensitive: true,
            synonyms,
            wire_type: UNKNOWN_TYPE,
            doc: "",
        }
    });
    declared.chain(undeclared).collect()
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

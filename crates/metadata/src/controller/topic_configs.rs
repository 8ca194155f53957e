//! The topic configuration of a server: its file under the dynamic settings of brokers.
//!
//! CreateTopics echoes other sources than DescribeConfigs: overrides as they were written, and
//! defaults with the layer that holds any of their broker keys (KIP-525; Kafka's
//! `KafkaConfigSchema`).

use std::collections::BTreeMap;

use super::create_topics::{EffectiveConfig, TopicConfigRules};
use crate::config::{
    ConfigError, ConfigKey, ConfigSource, ConfigTable, Layers, TopicDefaults, group, topic,
};
use crate::image::{ConfigResource, ConfigsImage};

/// [`TopicConfigRules`] by the declared keys.
#[derive(Debug)]
pub struct ServerTopicConfigs {
    node_id: i32,
    table: &'static ConfigTable,
    /// The server's own values; its dynamic layers are replaced by those of the image.
    layers: Layers,
}

impl ServerTopicConfigs {
    /// The rules of node `node_id`, whose keys are `table` and whose fixed and implied values are
    /// `layers`.
    #[must_use]
    pub fn new(node_id: i32, table: &'static ConfigTable, layers: Layers) -> Self {
        Self { node_id, table, layers }
    }

    fn layers(&self, configs: &ConfigsImage) -> Layers {
        Layers {
            dynamic_broker: (*configs.overrides(&ConfigResource::broker(self.node_id))).clone(),
            dynamic_default: (*configs.overrides(&ConfigResource::all_brokers())).clone(),
            ..self.layers.clone()
        }
    }

    /// Defaults of topics; Kafka's own when a dynamic setting does not parse.
    fn defaults(&self, layers: &Layers) -> TopicDefaults {
        TopicDefaults::from_layers(self.table, layers).unwrap_or_default()
    }
}

impl TopicConfigRules for ServerTopicConfigs {
    fn validate(
        &self,
        configs: &ConfigsImage,
        overrides: &BTreeMap<String, String>,
    ) -> Result<(), String> {
        let layers = self.layers(configs);
        self.defaults(&layers).validate(overrides).map_err(|error| error.to_string())
    }

    fn validate_group(
        &self,
        configs: &ConfigsImage,
        overrides: &BTreeMap<String, String>,
    ) -> Result<(), ConfigError> {
        group::validate(self.table, &self.layers(configs), overrides)
    }

    fn broker_key(&self, name: &str) -> Option<&'static ConfigKey> {
        self.table.get(name)
    }

    fn describe(
        &self,
        configs: &ConfigsImage,
        overrides: &BTreeMap<String, String>,
    ) -> Vec<EffectiveConfig> {
        let layers = self.layers(configs);
        let defaults = self.defaults(&layers);
        topic::table()
            .iter()
            .filter(|key| !key.internal || overrides.contains_key(key.name))
            .map(|key| {
                let (value, source) = match overrides.get(key.name) {
                    Some(text) => (Some(text.clone()), ConfigSource::Topic),
                    None => (defaults.value(key.name).text(), broker_source(&layers, key)),
                };
                EffectiveConfig {
                    name: key.name.to_owned(),
                    value,
                    read_only: false,
                    source: source.wire_id(),
                    sensitive: key.sensitive(),
                }
            })
            .collect()
    }
}

/// Where the default of a topic key was set: the most specific layer with one of its broker keys.
fn broker_source(layers: &Layers, key: &ConfigKey) -> ConfigSource {
    [
        (&layers.dynamic_broker, ConfigSource::DynamicBroker),
        (&layers.dynamic_default, ConfigSource::DynamicDefaultBroker),
        (&layers.fixed, ConfigSource::StaticBroker),
    ]
    .into_iter()
    .find(|(layer, _)| key.synonyms().iter().any(|synonym| layer.contains_key(synonym.broker_key)))
    .map_or(ConfigSource::Default, |(_, source)| source)
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use moldau_protocol::messages::ConfigRecord;

    use super::*;
    use crate::config::{Kind, key};
    use crate::image::{MetadataDelta, MetadataImage};

    static TABLE: LazyLock<ConfigTable> = LazyLock::new(|| ConfigTable::new(&[KEYS]));

    const KEYS: &[ConfigKey] = &[
        key("log.retention.ms", Kind::Long, "-1").null(),
        key("log.retention.hours", Kind::Int, "168"),
        key("log.roll.hours", Kind::Int, "168"),
        key("log.segment.bytes", Kind::Int, "1073741824"),
        key("min.insync.replicas", Kind::Int, "1"),
    ];

    /// What Apache Kafka 4.4.0 echoes with the same server file, cluster setting and overrides.
    const KAFKAS: &[(&str, &str, i8)] = &[
        ("cleanup.policy", "compact,delete", 1),
        ("compression.type", "producer", 5),
        ("max.message.bytes", "1234", 1),
        ("min.insync.replicas", "1", 3),
        ("retention.bytes", " 77 ", 1),
        ("retention.ms", "360000000", 4),
        ("segment.bytes", "20000000", 4),
        ("segment.ms", "18000000", 4),
    ];

    fn strings(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
        pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
    }

    fn rules() -> (ServerTopicConfigs, MetadataImage) {
        let fixed = strings(&[
            ("log.retention.hours", "100"),
            ("log.segment.bytes", "20000000"),
            ("log.roll.hours", "5"),
        ]);
        let layers = Layers { fixed, ..Layers::default() };
        let record = ConfigRecord {
            resource_type: 4,
            name: "min.insync.replicas".to_owned(),
            value: Some("1".to_owned()),
            ..Default::default()
        };
        let mut delta = MetadataDelta::new(&MetadataImage::default());
        delta.replay(&record.into()).unwrap();
        (ServerTopicConfigs::new(1, &TABLE, layers), delta.current().clone())
    }

    #[test]
    fn sources_and_values_are_kafkas() {
        let (rules, image) = rules();
        let overrides = strings(&[
            ("retention.bytes", " 77 "),
            ("cleanup.policy", "compact,delete"),
            ("max.message.bytes", "1234"),
        ]);
        assert_eq!(rules.validate(&image.configs, &overrides), Ok(()));
        let described = rules.describe(&image.configs, &overrides);
        for (name, value, source) in KAFKAS {
            let entry = described.iter().find(|entry| entry.name == *name).unwrap();
            assert_eq!((entry.value.as_deref(), entry.source), (Some(*value), *source), "{name}");
        }
        assert!(described.is_sorted_by_key(|entry| entry.name.clone()));
    }

    #[test]
    fn what_a_topic_may_not_have_is_refused_in_kafkas_words() {
        let (rules, image) = rules();
        for (name, value, text) in [
            ("foo.bar", "1", "Unknown topic config name: foo.bar"),
            (
                "retention.ms",
                "abc",
                "Invalid value abc for configuration retention.ms: Not a number of type LONG",
            ),
            (
                "min.insync.replicas",
                "0",
                "Invalid value 0 for configuration min.insync.replicas: Value must be at least 1",
            ),
            (
                "cleanup.policy",
                "nope",
                "Invalid value nope for configuration cleanup.policy: String must be one of: compact, delete",
            ),
        ] {
            let refused = rules.validate(&image.configs, &strings(&[(name, value)]));
            assert_eq!(refused, Err(text.to_owned()));
        }
    }
}

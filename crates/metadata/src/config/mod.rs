//! Configuration keys: how one is declared, parsed, checked and described.
//!
//! Every key is one [`ConfigKey`] in a table: name, kind, default, allowed values, reload class,
//! whether it has an effect here, and one sentence. Parsing, error texts, DescribeConfigs answers
//! and the reference page all derive from that declaration. The topic table is here because
//! controller and brokers both need it; the broker's own table is in `moldau_broker::config`.
//!
//! Names, defaults, ranges and error texts are Apache Kafka 4.4.0's (`ConfigDef`, `LogConfig`).
//! Tested against a dump of those definitions and of a running broker's answers.

pub mod client_metrics;
mod describe;
mod error;
pub mod group;
mod key;
mod layers;
mod nearest;
mod table;
pub mod topic;
mod validator;
mod value;

pub use describe::{
    ConfigSource, DescribedConfig, Synonym, describe_broker, describe_broker_default,
    describe_client_metrics, describe_group, describe_topic, listener_key,
};
pub use error::ConfigError;
pub use key::{ConfigKey, DefaultValue, Kind, Reload, Scope, Status, TopicSynonym, Unit, key};
pub use layers::Layers;
pub use nearest::nearest;
pub use table::ConfigTable;
pub use topic::{
    CleanupPolicy, CompressionType, TimestampType, TopicConfig, TopicDefaults, TopicOverrides,
};
pub use validator::Validator;
pub use value::Value;

//! Topic configuration: the keys a topic can override, their broker defaults, and the typed result.
//!
//! Flow: [`TopicDefaults`] holds what applies without overrides (Kafka's defaults, or those of a
//! broker); [`TopicDefaults::validate`] checks overrides as the controller must before it writes
//! them; [`TopicConfig::resolve`] turns the two into typed values for the partitions.

mod defaults;
mod keys;
mod typed;

use std::collections::BTreeMap;
use std::sync::LazyLock;

pub use defaults::TopicDefaults;
pub use typed::{CleanupPolicy, CompressionType, TimestampType, TopicConfig};

use super::ConfigTable;

/// Overrides of one topic: the texts of its ConfigRecords by key.
pub type TopicOverrides = BTreeMap<String, String>;

/// The declared topic keys.
pub fn table() -> &'static ConfigTable {
    static TABLE: LazyLock<ConfigTable> = LazyLock::new(|| ConfigTable::new(&[keys::KEYS]));
    &TABLE
}

#[cfg(test)]
mod tests;

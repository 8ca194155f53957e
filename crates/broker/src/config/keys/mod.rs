//! Every broker key of Apache Kafka 4.4.0, and ours, by area.
//!
//! Flat tables: one entry is the whole declaration. A key that begins to have an effect loses its
//! `.without_effect(...)` here in the change that reads it.

mod coordinators;
mod log;
mod metrics;
mod network;
mod node;
mod quorum;
mod reasons;
mod replication;
mod security;
mod tiered;
mod topics;

use std::sync::LazyLock;

use moldau_metadata::config::{ConfigKey, ConfigTable};

/// Heading for the reference page, and the keys under it.
pub(super) const AREAS: [(&str, &[ConfigKey]); 10] = [
    ("Node", node::KEYS),
    ("Controllers and metadata log", quorum::KEYS),
    ("Network", network::KEYS),
    ("Topics", topics::KEYS),
    ("Logs", log::KEYS),
    ("Replication and quotas", replication::KEYS),
    ("Groups and transactions", coordinators::KEYS),
    ("Tiered storage", tiered::KEYS),
    ("Security", security::KEYS),
    ("Metrics", metrics::KEYS),
];

/// The declared broker keys.
pub fn table() -> &'static ConfigTable {
    static TABLE: LazyLock<ConfigTable> =
        LazyLock::new(|| ConfigTable::new(&AREAS.map(|(_, keys)| keys)));
    &TABLE
}

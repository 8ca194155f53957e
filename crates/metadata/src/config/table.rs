//! A set of declared keys, found by name.

use std::collections::BTreeMap;

use super::{ConfigKey, nearest};

/// Built once and kept in a `LazyLock` beside the declarations.
#[derive(Debug)]
pub struct ConfigTable {
    keys: BTreeMap<&'static str, &'static ConfigKey>,
}

impl ConfigTable {
    pub fn new(groups: &[&'static [ConfigKey]]) -> Self {
        let mut keys = BTreeMap::new();
        for key in groups.iter().copied().flatten() {
            let previous = keys.insert(key.name, key);
            assert!(previous.is_none(), "configuration key {} is declared twice", key.name);
        }
        Self { keys }
    }

    pub fn get(&self, name: &str) -> Option<&'static ConfigKey> {
        self.keys.get(name).copied()
    }

    /// In order of name.
    pub fn iter(&self) -> impl Iterator<Item = &'static ConfigKey> {
        self.keys.values().copied()
    }

    /// The declared name that `name` most likely meant; `None` when nothing is close.
    pub fn nearest(&self, name: &str) -> Option<&'static str> {
        nearest(name, self.keys.keys().copied())
    }
}

//! File, then environment, then command line: merged texts, checked key by key.

use std::collections::BTreeMap;

use moldau_metadata::config::{ConfigKey, Layers, Status};

use super::{ConfigError, Warning, classes, environment, keys, properties};

/// Keys that begin like this belong to something else that is configured through the same file.
const FOREIGN_PREFIXES: [(&str, &str); 3] = [
    ("rsm.config.", "tiered storage is not built in yet"),
    ("rlmm.config.", "tiered storage is not built in yet"),
    ("config.providers.", "configuration providers are not built in"),
];
/// Then the listener's name, a dot and a key.
const LISTENER_PREFIX: &str = "listener.name.";

/// What was set, and by which environment variable.
#[derive(Debug, Default)]
pub(super) struct Merged {
    pub(super) texts: BTreeMap<String, String>,
    variables: BTreeMap<String, String>,
}

impl Merged {
    pub(super) fn new(
        file: Option<&str>,
        environment: impl IntoIterator<Item = (String, String)>,
        command_line: &[(String, String)],
    ) -> Result<Self, ConfigError> {
        let mut merged = Self::default();
        merged.texts.extend(properties::parse(file.unwrap_or_default())?);
        for (variable, text) in environment {
            if let Some(key) = environment::key_of(&variable) {
                merged.texts.insert(key.clone(), text);
                merged.variables.insert(key, variable);
            }
        }
        for (key, text) in command_line {
            merged.texts.insert(key.clone(), text.clone());
            merged.variables.remove(key);
        }
        Ok(merged)
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.texts.contains_key(key)
    }

    pub(super) fn has_prefix(&self, prefix: &str) -> bool {
        self.texts.range(prefix.to_owned()..).next().is_some_and(|(key, _)| key.starts_with(prefix))
    }

    /// The first bad value stops; everything else worth telling comes back.
    pub(super) fn check(&self) -> Result<Vec<Warning>, ConfigError> {
        let mut warnings = Vec::new();
        for (name, text) in &self.texts {
            match keys::table().get(name) {
                Some(key) => warnings.extend(check_value(key, text)?),
                None => warnings.extend(self.undeclared(name)),
            }
        }
        Ok(warnings)
    }

    fn undeclared(&self, name: &str) -> Option<Warning> {
        let key = name.to_owned();
        for (prefix, reason) in FOREIGN_PREFIXES {
            if name.starts_with(prefix) {
                return Some(Warning::WithoutEffect { key, reason });
            }
        }
        let of_listener = name.strip_prefix(LISTENER_PREFIX).and_then(|rest| rest.split_once('.'));
        if of_listener.is_some_and(|(_, key)| known_for_listener(key)) {
            let reason = "settings of a single listener are not supported yet";
            return Some(Warning::WithoutEffect { key, reason });
        }
        let nearest = keys::table().nearest(name);
        Some(Warning::UnknownKey { key, variable: self.variables.get(name).cloned(), nearest })
    }
}

/// A mechanism may stand before the key: `listener.name.x.plain.sasl.jaas.config`.
fn known_for_listener(key: &str) -> bool {
    let table = keys::table();
    let behind_mechanism = key.split_once('.').and_then(|(_, rest)| table.get(rest));
    table.get(key).is_some() || behind_mechanism.is_some()
}

fn check_value(key: &'static ConfigKey, text: &str) -> Result<Option<Warning>, ConfigError> {
    let value = key.parse(text)?;
    classes::check(key, &value)?;
    if value == key.default_value() {
        return Ok(None);
    }
    match key.status {
        Status::Honoured => Ok(None),
        Status::WithoutEffect(reason) => {
            Ok(Some(Warning::WithoutEffect { key: key.name.to_owned(), reason }))
        }
        Status::Refused(reason) => {
            let shown = if key.sensitive() { "[hidden]" } else { text };
            let problem = match key.default_text() {
                None | Some("") => format!("{reason}; leave the key out"),
                Some(default) => format!("{reason} (allowed: {default})"),
            };
            Err(ConfigError::rule(key.name, shown, problem))
        }
    }
}

/// Every declared key has a value in force, or may be without.
pub(super) fn check_required(layers: &Layers) -> Result<(), ConfigError> {
    for key in keys::table().iter() {
        layers.value(key)?;
    }
    Ok(())
}

//! Why a configuration is refused.

use super::{ConfigKey, Value};

/// `Display` is the text Kafka answers, for INVALID_CONFIG; [`ConfigError::startup_message`] adds
/// what would be allowed, for a server that refuses to start.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    #[error("Unknown topic config name: {0}")]
    UnknownTopicKey(String),
    #[error("Unknown group config name: {0}")]
    UnknownGroupKey(String),
    #[error("Invalid value {value} for configuration {key}: {problem}")]
    BadValue { key: String, value: String, problem: String, allowed: String },
    #[error("Configuration '{key}' must not be empty. Valid values include: {allowed}")]
    EmptyList { key: String, allowed: String },
    /// A list with nothing between two commas.
    #[error("Configuration '{key}' values must not be empty.")]
    EmptyEntry { key: String, allowed: String },
    #[error("Missing required configuration \"{key}\" which has no default value.")]
    Missing { key: String },
    #[error("Null value not supported for topic configs: {}", .0.join(","))]
    NullTopicValue(Vec<String>),
    /// Each value is fine, together they are not.
    #[error("{0}")]
    Conflict(String),
}

impl ConfigError {
    pub(super) fn bad(key: &ConfigKey, value: impl Into<String>, problem: String) -> Self {
        let value = if key.sensitive() { "[hidden]".to_owned() } else { value.into() };
        Self::BadValue { key: key.name.to_owned(), value, problem, allowed: key.allowed() }
    }

    pub(super) fn bad_value(key: &ConfigKey, value: &Value, problem: String) -> Self {
        Self::bad(key, value.shown(), problem)
    }

    /// One line with key, value and what is allowed.
    pub fn startup_message(&self) -> String {
        match self {
            Self::BadValue { key, value, problem, allowed } => {
                format!("{key}={value}: {} (allowed: {allowed})", lower_first(problem))
            }
            Self::EmptyList { key, allowed } => {
                format!("{key}=: must not be empty (allowed: {allowed})")
            }
            Self::EmptyEntry { key, allowed } => {
                format!("{key}: an entry of the list is empty (allowed: {allowed})")
            }
            Self::Missing { key } => format!("{key} is required and has no default"),
            Self::UnknownTopicKey(_)
            | Self::UnknownGroupKey(_)
            | Self::NullTopicValue(_)
            | Self::Conflict(_) => self.to_string(),
        }
    }
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_lowercase().chain(chars).collect(),
        None => String::new(),
    }
}

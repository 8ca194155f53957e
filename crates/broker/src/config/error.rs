//! Why a server does not start with a configuration, and what it mentions when it does.

use std::fmt;

use moldau_metadata::config as keys;

/// One line that names the key, the value and what would be allowed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    #[error("line {line} of the configuration file: {problem}")]
    Syntax { line: usize, problem: String },
    #[error("{}", .0.startup_message())]
    Value(#[from] keys::ConfigError),
    #[error("{key}={value}: {problem}")]
    Rule { key: &'static str, value: String, problem: String },
}

impl ConfigError {
    pub(super) fn rule(
        key: &'static str,
        value: impl fmt::Display,
        problem: impl Into<String>,
    ) -> Self {
        Self::Rule { key, value: value.to_string(), problem: problem.into() }
    }
}

/// Something to tell the operator; the server starts all the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Warning {
    UnknownKey {
        key: String,
        /// The environment variable that set it, if one did.
        variable: Option<String>,
        nearest: Option<&'static str>,
    },
    WithoutEffect {
        key: String,
        reason: &'static str,
    },
    /// Fine as written, but most likely not meant.
    Suspicious(String),
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownKey { key, variable, nearest } => {
                write!(f, "unknown configuration key {key}")?;
                if let Some(variable) = variable {
                    write!(f, " (from environment variable {variable})")?;
                }
                match nearest {
                    Some(nearest) => write!(f, "; did you mean {nearest}?"),
                    None => write!(f, " is ignored"),
                }
            }
            Self::WithoutEffect { key, reason } => {
                write!(f, "{key} is accepted, but has no effect: {reason}")
            }
            Self::Suspicious(text) => f.write_str(text),
        }
    }
}

//! A parsed value and Kafka's text forms of it.

use std::fmt;

use super::{ConfigError, ConfigKey, Kind};

#[derive(Clone, PartialEq)]
pub enum Value {
    Null,
    Boolean(bool),
    Short(i16),
    Int(i32),
    Long(i64),
    Double(f64),
    /// STRING and CLASS.
    Text(String),
    List(Vec<String>),
    Password(String),
}

impl Value {
    /// Kafka's syntax: surrounding blanks are cut, lists split at commas, `+5` is a number.
    pub(super) fn parse(key: &ConfigKey, text: &str) -> Result<Self, ConfigError> {
        let text = text.trim();
        let number = || {
            let problem = format!("Not a number of type {}", key.kind.name());
            ConfigError::bad(key, text, problem)
        };
        Ok(match key.kind {
            Kind::Boolean => match () {
                () if text.eq_ignore_ascii_case("true") => Self::Boolean(true),
                () if text.eq_ignore_ascii_case("false") => Self::Boolean(false),
                () => {
                    let problem = "Expected value to be either true or false";
                    return Err(ConfigError::bad(key, text, problem.to_owned()));
                }
            },
            Kind::Short => Self::Short(text.parse().map_err(|_| number())?),
            Kind::Int => Self::Int(text.parse().map_err(|_| number())?),
            Kind::Long => Self::Long(text.parse().map_err(|_| number())?),
            Kind::Double => Self::Double(parse_double(text).ok_or_else(number)?),
            Kind::String | Kind::Class => Self::Text(text.to_owned()),
            Kind::Password => Self::Password(text.to_owned()),
            Kind::List if text.is_empty() => Self::List(Vec::new()),
            Kind::List => Self::List(text.split(',').map(|part| part.trim().to_owned()).collect()),
        })
    }

    /// The text DescribeConfigs answers; `None` for null and for what must stay secret.
    pub fn text(&self) -> Option<String> {
        Some(match self {
            Self::Null | Self::Password(_) => return None,
            Self::Boolean(value) => value.to_string(),
            Self::Short(value) => value.to_string(),
            Self::Int(value) => value.to_string(),
            Self::Long(value) => value.to_string(),
            Self::Double(value) => java_double(*value),
            Self::Text(value) => value.clone(),
            Self::List(values) => values.join(","),
        })
    }

    /// As error texts show it: a list in brackets, a secret hidden.
    pub(super) fn shown(&self) -> String {
        match self {
            Self::Null => "null".to_owned(),
            Self::Password(_) => "[hidden]".to_owned(),
            Self::List(values) => format!("[{}]", values.join(", ")),
            _ => self.text().unwrap_or_default(),
        }
    }

    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// SHORT, INT and LONG alike.
    pub fn as_i64(&self) -> Option<i64> {
        match self {
            Self::Short(value) => Some(i64::from(*value)),
            Self::Int(value) => Some(i64::from(*value)),
            Self::Long(value) => Some(*value),
            _ => None,
        }
    }

    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Boolean(value) => Some(*value),
            _ => None,
        }
    }

    pub fn as_f64(&self) -> Option<f64> {
        match self {
            Self::Double(value) => Some(*value),
            _ => None,
        }
    }

    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::Text(value) => Some(value),
            _ => None,
        }
    }

    pub fn as_list(&self) -> Option<&[String]> {
        match self {
            Self::List(values) => Some(values),
            _ => None,
        }
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown())
    }
}

/// What `Double.parseDouble` takes, without hexadecimal floats.
fn parse_double(text: &str) -> Option<f64> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let named = matches!(unsigned, "NaN" | "Infinity");
    let numeric = unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    if named {
        return text.parse().ok();
    }
    if !numeric {
        return None;
    }
    text.strip_suffix(['f', 'F', 'd', 'D']).unwrap_or(text).parse().ok()
}

/// `Double.toString`: scientific from 10^7 up and below 10^-3, always a fraction digit.
fn java_double(value: f64) -> String {
    let size = value.abs();
    if value.is_nan() || value.is_infinite() {
        let sign = if value < 0.0 { "-" } else { "" };
        return if value.is_nan() { "NaN".to_owned() } else { format!("{sign}Infinity") };
    }
    if value == 0.0 || (1e-3..1e7).contains(&size) {
        return format!("{value:?}");
    }
    let text = format!("{value:E}");
    match text.split_once('E') {
        Some((mantissa, exponent)) if !mantissa.contains('.') => format!("{mantissa}.0E{exponent}"),
        _ => text,
    }
}

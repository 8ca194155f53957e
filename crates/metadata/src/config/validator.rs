//! The values a key allows beyond its kind, with Kafka's error texts.

use super::{ConfigError, ConfigKey, Kind, Value};

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Validator {
    Any,
    AtLeast(i64),
    /// Both ends allowed.
    Between(i64, i64),
    /// Between the first two, or exactly the third.
    BetweenOr(i64, i64, i64),
    /// A DOUBLE, both ends allowed.
    Fraction(f64, f64),
    OneOf(&'static [&'static str]),
    OneOfIgnoreCase(&'static [&'static str]),
    NonEmpty,
    List {
        /// Empty: any entry.
        allowed: &'static [&'static str],
        may_be_empty: bool,
    },
    /// `partition:broker,...`, or `*`.
    ThrottledReplicas,
    /// `earliest`, `latest`, or `by_duration:` and an ISO 8601 duration.
    OffsetReset,
}

impl Validator {
    /// A list of any entries, with at least one.
    pub const NON_EMPTY_LIST: Self = Self::List { allowed: &[], may_be_empty: false };
    /// A list of any entries.
    pub const ANY_LIST: Self = Self::List { allowed: &[], may_be_empty: true };

    pub(super) fn check(&self, key: &ConfigKey, value: &Value) -> Result<(), ConfigError> {
        let problem = match (self, value) {
            (Self::List { allowed, may_be_empty }, Value::List(entries)) => {
                return check_list(key, entries, allowed, *may_be_empty);
            }
            (Self::AtLeast(min), _) => number_problem(value, *min, i64::MAX),
            (Self::Between(min, max), _) => number_problem(value, *min, *max),
            (Self::BetweenOr(min, max, or), _) => value
                .as_i64()
                .filter(|number| number != or && !(*min..=*max).contains(number))
                .map(|_| format!("Value must be between {min} and {max} or equal to {or}")),
            (Self::Fraction(min, max), Value::Double(number)) => {
                fraction_problem(*number, *min, *max)
            }
            (Self::OneOf(allowed), Value::Text(text)) => (!allowed.contains(&text.as_str()))
                .then(|| format!("String must be one of: {}", allowed.join(", "))),
            (Self::OneOfIgnoreCase(allowed), Value::Text(text)) => (!allowed
                .iter()
                .any(|choice| choice.eq_ignore_ascii_case(text)))
            .then(|| format!("String must be one of (case insensitive): {}", allowed.join(", "))),
            (Self::NonEmpty, Value::Text(text)) => {
                text.is_empty().then(|| "String must be non-empty".to_owned())
            }
            (Self::ThrottledReplicas, Value::List(entries)) => {
                (!throttled_replicas(entries)).then(|| {
                    format!(
                        "{} must be the literal '*' or a list of replicas in the following \
                         format: [partitionId]:[brokerId],[partitionId]:[brokerId],...",
                        key.name
                    )
                })
            }
            (Self::OffsetReset, Value::Text(text)) => (!is_offset_reset(text)).then(|| {
                format!(
                    "Invalid value `{text}` for configuration {}. The value must be either \
                     'earliest', 'latest' or of the format 'by_duration:<PnDTnHnMn.nS>'.",
                    key.name
                )
            }),
            _ => None,
        };
        match problem {
            Some(problem) => Err(ConfigError::bad_value(key, value, problem)),
            None => Ok(()),
        }
    }

    /// Entries of a checked list count once, the first stays.
    pub(super) fn normalise(&self, value: Value) -> Value {
        match (self, value) {
            (Self::List { .. }, Value::List(entries)) => {
                let mut unique: Vec<String> = Vec::with_capacity(entries.len());
                for entry in entries {
                    if !unique.contains(&entry) {
                        unique.push(entry);
                    }
                }
                Value::List(unique)
            }
            (_, value) => value,
        }
    }

    /// In words, for error messages and the reference page.
    pub fn allowed(&self, kind: Kind) -> String {
        match self {
            Self::Any => match kind {
                Kind::Boolean => "true, false".to_owned(),
                Kind::Short => format!("{} to {}", i16::MIN, i16::MAX),
                Kind::Int => format!("{} to {}", i32::MIN, i32::MAX),
                Kind::Long => format!("{} to {}", i64::MIN, i64::MAX),
                Kind::Double => "a number".to_owned(),
                Kind::List => "a comma-separated list".to_owned(),
                Kind::Class => "a class name".to_owned(),
                Kind::String | Kind::Password => "any text".to_owned(),
            },
            Self::AtLeast(min) => match kind {
                Kind::Short => format!("{min} to {}", i16::MAX),
                Kind::Int => format!("{min} to {}", i32::MAX),
                _ => format!("{min} to {}", i64::MAX),
            },
            Self::Between(min, max) => format!("{min} to {max}"),
            Self::BetweenOr(min, max, or) => format!("{min} to {max}, or {or}"),
            Self::Fraction(min, max) => format!("{min} to {max}"),
            Self::OneOf(choices) => choices.join(", "),
            Self::OneOfIgnoreCase(choices) => format!("{} (any case)", choices.join(", ")),
            Self::NonEmpty => "any text that is not empty".to_owned(),
            Self::List { allowed: [], may_be_empty: true } => "a comma-separated list".to_owned(),
            Self::List { allowed: [], may_be_empty: false } => {
                "a comma-separated list with at least one entry".to_owned()
            }
            Self::List { allowed, may_be_empty } => {
                let empty = if *may_be_empty { ", or empty" } else { "" };
                format!("a comma-separated list of {}{empty}", allowed.join(", "))
            }
            Self::OffsetReset => "earliest, latest, by_duration:PnDTnHnMn.nS".to_owned(),
            Self::ThrottledReplicas => "* or partition:broker,partition:broker,...".to_owned(),
        }
    }
}

fn check_list(
    key: &ConfigKey,
    entries: &[String],
    allowed: &[&str],
    may_be_empty: bool,
) -> Result<(), ConfigError> {
    let (name, in_words) = (key.name.to_owned(), key.allowed());
    if entries.is_empty() && !may_be_empty {
        return Err(ConfigError::EmptyList { key: name, allowed: in_words });
    }
    if entries.iter().any(String::is_empty) {
        return Err(ConfigError::EmptyEntry { key: name, allowed: in_words });
    }
    if allowed.is_empty() {
        return Ok(());
    }
    match entries.iter().find(|entry| !allowed.contains(&entry.as_str())) {
        Some(entry) => {
            let problem = format!("String must be one of: {}", allowed.join(", "));
            Err(ConfigError::bad(key, entry.clone(), problem))
        }
        None => Ok(()),
    }
}

fn number_problem(value: &Value, min: i64, max: i64) -> Option<String> {
    let number = value.as_i64()?;
    if number < min {
        Some(format!("Value must be at least {min}"))
    } else if number > max {
        Some(format!("Value must be no more than {max}"))
    } else {
        None
    }
}

fn fraction_problem(number: f64, min: f64, max: f64) -> Option<String> {
    if number < min {
        Some(format!("Value must be at least {min}"))
    } else if number > max {
        Some(format!("Value must be no more than {max}"))
    } else {
        None
    }
}

fn throttled_replicas(entries: &[String]) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let pair = |entry: &String| {
        entry.split_once(':').is_some_and(|(partition, broker)| digits(partition) && digits(broker))
    };
    entries == ["*"] || entries.iter().all(pair)
}

fn is_offset_reset(text: &str) -> bool {
    match text.strip_prefix("by_duration:") {
        Some(duration) => is_duration(duration),
        None => text == "earliest" || text == "latest",
    }
}

/// `PnDTnHnMn.nS` with at least one part, in that order, as `java.time.Duration` reads it; a
/// negative one is refused.
fn is_duration(text: &str) -> bool {
    let Some(rest) = text.strip_prefix(['P', 'p']) else { return false };
    let (days, time) = match rest.split_once(['T', 't']) {
        Some((days, time)) => (days, Some(time)),
        None => (rest, None),
    };
    let number = |text: &str| {
        let text = text.strip_prefix('+').unwrap_or(text);
        !text.is_empty() && text.len() <= 18 && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    let day_part = days.strip_suffix(['D', 'd']).map_or(days.is_empty(), number);
    let Some(mut time) = time else { return day_part && !days.is_empty() };
    if time.is_empty() {
        return false;
    }
    for unit in [['H', 'h'], ['M', 'm']] {
        if let Some((part, rest)) = time.split_once(unit) {
            if !number(part) {
                return false;
            }
            time = rest;
        }
    }
    let seconds = |part: &str| match part.split_once('.') {
        Some((whole, fraction)) => number(whole) && (fraction.is_empty() || number(fraction)),
        None => number(part),
    };
    day_part && (time.is_empty() || time.strip_suffix(['S', 's']).is_some_and(seconds))
}

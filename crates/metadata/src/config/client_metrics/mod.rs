//! Client metrics subscriptions (KIP-714): what an operator may set on one, and which clients it is
//! for.
//!
//! Texts and codes are Apache Kafka 4.4.0's (`ClientMetricsConfigs`).

mod pattern;

use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::time::Duration;

pub use pattern::{Pattern, PatternError};

use super::Kind::{Int, List};
use super::{ConfigKey, ConfigTable, Validator, key};

/// The metrics of a subscription that wants them all.
pub const ALL_METRICS: &str = "*";
/// `interval.ms` of a client that no subscription is for.
pub const DEFAULT_INTERVAL: Duration = Duration::from_secs(300);
/// What `interval.ms` may be.
const INTERVAL_MS: std::ops::RangeInclusive<i64> = 100..=3_600_000;

const METRICS: &str = "metrics";
const INTERVAL: &str = "interval.ms";
const MATCH: &str = "match";

const KEYS: &[ConfigKey] = &[
    key(METRICS, List, "").valid(Validator::ANY_LIST).client_metrics().doc("Beginnings of the names of the metrics that clients push; * for all."),
    key(INTERVAL, Int, "300000").client_metrics().doc("Time between two pushes of a client, 100 to 3600000."),
    key(MATCH, List, "").valid(Validator::ANY_LIST).client_metrics().doc("Which clients push: selector=regular expression, all of which have to match; empty for all clients."),
];

/// The declared keys.
pub fn table() -> &'static ConfigTable {
    static TABLE: LazyLock<ConfigTable> = LazyLock::new(|| ConfigTable::new(&[KEYS]));
    &TABLE
}

/// Why a subscription is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// INVALID_REQUEST.
    #[error("{0}")]
    Request(String),
    /// INVALID_CONFIG.
    #[error("{0}")]
    Config(String),
}

/// What of a client is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Selector {
    ClientInstanceId,
    ClientId,
    SoftwareName,
    SoftwareVersion,
    SourceAddress,
    SourcePort,
}

impl Selector {
    fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "client_instance_id" => Self::ClientInstanceId,
            "client_id" => Self::ClientId,
            "client_software_name" => Self::SoftwareName,
            "client_software_version" => Self::SoftwareVersion,
            "client_source_address" => Self::SourceAddress,
            "client_source_port" => Self::SourcePort,
            _ => return None,
        })
    }
}

/// One subscription.
#[derive(Debug, Clone)]
pub struct Subscription {
    pub name: String,
    /// Prefixes of metric names, each once.
    pub metrics: Vec<String>,
    pub interval: Duration,
    matches: BTreeMap<Selector, Pattern>,
}

impl Subscription {
    /// Reads and checks what is set on the subscription `name`.
    ///
    /// # Errors
    /// With Kafka's text, for the code that the variant names.
    pub fn read(name: &str, overrides: &BTreeMap<String, String>) -> Result<Self, Problem> {
        if let Some(name) = overrides.keys().find(|name| table().get(name).is_none()) {
            return Err(Problem::Request(format!("Unknown client metrics configuration: {name}")));
        }
        let value = |name: &str| {
            let key = table().get(name).expect("the names are those of the table");
            overrides.get(name).map_or_else(
                || Ok(key.default_value()),
                |text| key.parse(text).map_err(|error| Problem::Config(error.to_string())),
            )
        };
        let (metrics, interval, selectors) = (value(METRICS)?, value(INTERVAL)?, value(MATCH)?);
        let interval_ms = interval.as_i64().unwrap_or_default();
        if !INTERVAL_MS.contains(&interval_ms) {
            return Err(Problem::Request(format!(
                "Invalid value {interval_ms} for {INTERVAL}, interval must be between 100 and 3600000 (1 hour)"
            )));
        }
        Ok(Self {
            name: name.to_owned(),
            metrics: metrics.as_list().unwrap_or_default().to_vec(),
            interval: Duration::from_millis(interval_ms.unsigned_abs()),
            matches: matches(selectors.as_list().unwrap_or_default())?,
        })
    }

    /// Whether a client is one of those that push. `of` gives what a selector compares.
    pub fn is_for<'a>(&self, of: impl Fn(Selector) -> std::borrow::Cow<'a, str>) -> bool {
        self.matches.iter().all(|(selector, pattern)| pattern.matches(&of(*selector)))
    }
}

fn matches(entries: &[String]) -> Result<BTreeMap<Selector, Pattern>, Problem> {
    let read = |entry: &String| {
        let mut parts = entry.trim_end_matches('=').split('=');
        let (name, expression) = (parts.next()?, parts.next()?);
        let alone = parts.next().is_none();
        let selector = Selector::parse(name.trim()).filter(|_| alone)?;
        Some((selector, Pattern::parse(expression.trim()).ok()?))
    };
    let read = |entry| {
        read(entry)
            .ok_or_else(|| Problem::Config(format!("Illegal client matching pattern: {entry}")))
    };
    entries.iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(key: &str, value: &str) -> Result<Subscription, String> {
        let overrides = BTreeMap::from([(key.to_owned(), value.to_owned())]);
        Subscription::read("s", &overrides).map_err(|problem| match problem {
            Problem::Request(text) => format!("42 {text}"),
            Problem::Config(text) => format!("40 {text}"),
        })
    }

    /// As run on Apache Kafka 4.4.0.
    #[test]
    fn what_is_refused_and_in_which_words() {
        for (key, value, text) in [
            ("foo", "x", "42 Unknown client metrics configuration: foo"),
            (
                "interval.ms",
                "x",
                "40 Invalid value x for configuration interval.ms: Not a number of type INT",
            ),
            (
                "interval.ms",
                "99",
                "42 Invalid value 99 for interval.ms, interval must be between 100 and 3600000 (1 hour)",
            ),
            (
                "interval.ms",
                "3600001",
                "42 Invalid value 3600001 for interval.ms, interval must be between 100 and 3600000 (1 hour)",
            ),
            ("metrics", "a,,b", "40 Configuration 'metrics' values must not be empty."),
            ("match", ",", "40 Configuration 'match' values must not be empty."),
            ("match", "client_id=", "40 Illegal client matching pattern: client_id="),
            ("match", "client_id", "40 Illegal client matching pattern: client_id"),
            ("match", "foo=bar", "40 Illegal client matching pattern: foo=bar"),
            ("match", "client_id=(", "40 Illegal client matching pattern: client_id=("),
            ("match", "client_id=a=b", "40 Illegal client matching pattern: client_id=a=b"),
        ] {
            assert_eq!(read(key, value).err().as_deref(), Some(text), "{key}={value}");
        }
    }

    #[test]
    fn every_selector_has_to_match() {
        let java = "client_software_name = Java, client_software_version = 11.1.*";
        let subscription = read("match", java).unwrap();
        let matches = |name: &'static str, version: &'static str| {
            subscription.is_for(|selector| match selector {
                Selector::SoftwareName => name.into(),
                Selector::SoftwareVersion => version.into(),
                _ => "".into(),
            })
        };
        assert!(matches("Java", "11.1.7"));
        assert!(!matches("Java", "11.2") && !matches("Go", "11.1.7"));
        assert!(read("metrics", "a,b,a").unwrap().is_for(|_| "anything".into()));
        assert_eq!(read("metrics", "a,b,a").unwrap().metrics, ["a", "b"]);
    }
}

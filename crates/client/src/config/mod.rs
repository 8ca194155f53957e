//! Client properties under Kafka's names, as `--command-config` gives them.
//!
//! Those that a producer or consumer alone understands are kept as text and read by
//! [`crate::producer::ProducerConfig`] and [`crate::consumer::ConsumerConfig`]. A security protocol
//! other than PLAINTEXT is refused rather than ignored: it would send data in the clear.

pub mod properties;

use std::{collections::BTreeMap, path::Path, str::FromStr, sync::Arc, time::Duration};

use crate::ClientError;

/// Largest answer that is read when nothing else is said: a fetch answer may exceed
/// `fetch.max.bytes` (50 MiB) by one batch.
const MAX_RESPONSE_BYTES: usize = 100 * 1024 * 1024;

/// What every client needs to know.
#[derive(Clone, Debug)]
pub struct ClientConfig {
    /// `host:port` of the servers to ask first.
    pub bootstrap_servers: Vec<String>,
    /// `client.id` in every request header.
    pub client_id: String,
    /// `request.timeout.ms`: from sending a request to the end of its answer.
    pub request_timeout: Duration,
    /// `default.api.timeout.ms`: for a call with all its retries.
    pub api_timeout: Duration,
    /// `socket.connection.setup.timeout.ms`: for one TCP connection.
    pub connect_timeout: Duration,
    /// `retry.backoff.ms`.
    pub retry_backoff: Duration,
    /// `retry.backoff.max.ms`.
    pub retry_backoff_max: Duration,
    /// `metadata.max.age.ms`.
    pub metadata_max_age: Duration,
    /// Longest answer that is accepted, in bytes; a longer one ends the connection.
    pub max_response_bytes: usize,
    /// All properties as they were given.
    properties: BTreeMap<String, String>,
}

impl Default for ClientConfig {
    fn default() -> Self {
        Self {
            bootstrap_servers: vec!["localhost:9092".to_owned()],
            client_id: "moldau".to_owned(),
            request_timeout: Duration::from_secs(30),
            api_timeout: Duration::from_secs(60),
            connect_timeout: Duration::from_secs(10),
            retry_backoff: Duration::from_millis(100),
            retry_backoff_max: Duration::from_secs(1),
            metadata_max_age: Duration::from_secs(300),
            max_response_bytes: MAX_RESPONSE_BYTES,
            properties: BTreeMap::new(),
        }
    }
}

impl ClientConfig {
    /// Defaults with these bootstrap servers (`host:port`, comma-separated).
    ///
    /// # Errors
    /// When an entry is not `host:port`.
    pub fn for_servers(servers: &str) -> Result<Self, ClientError> {
        let mut config = Self::default();
        config.set("bootstrap.servers", servers)?;
        Ok(config)
    }

    /// Sets every property of a file.
    ///
    /// # Errors
    /// When the file cannot be read or a value is not allowed.
    pub fn load(&mut self, path: &Path) -> Result<(), ClientError> {
        let text = std::fs::read_to_string(path).map_err(|source| ClientError::File {
            path: path.display().to_string(),
            source: Arc::new(source),
        })?;
        for (key, value) in properties::parse(&text) {
            self.set(&key, &value)?;
        }
        Ok(())
    }

    /// Sets one property. Names that no client of ours reads are kept and otherwise ignored, since
    /// the same file may serve other tools.
    ///
    /// # Errors
    /// When the value is not allowed.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), ClientError> {
        let value = value.trim();
        match key {
            "bootstrap.servers" => self.bootstrap_servers = servers(value)?,
            "client.id" => self.client_id = value.to_owned(),
            "request.timeout.ms" => self.request_timeout = millis(key, value)?,
            "default.api.timeout.ms" => self.api_timeout = millis(key, value)?,
            "socket.connection.setup.timeout.ms" => self.connect_timeout = millis(key, value)?,
            "retry.backoff.ms" => self.retry_backoff = millis(key, value)?,
            "retry.backoff.max.ms" => self.retry_backoff_max = millis(key, value)?,
            "metadata.max.age.ms" => self.metadata_max_age = millis(key, value)?,
            "security.protocol" if !value.eq_ignore_ascii_case("PLAINTEXT") => {
                return Err(bad(
                    key,
                    value,
                    "only PLAINTEXT is supported by these tools so far; connect to a PLAINTEXT \
                     listener of the cluster",
                ));
            }
            _ => {}
        }
        self.properties.insert(key.to_owned(), value.to_owned());
        Ok(())
    }

    /// A property as text.
    #[must_use]
    pub fn property(&self, key: &str) -> Option<&str> {
        self.properties.get(key).map(String::as_str)
    }

    /// A property as a number (or whatever parses) that `allowed` accepts.
    ///
    /// # Errors
    /// When it is set and is not one.
    pub(crate) fn parsed<T: FromStr>(
        &self,
        key: &str,
        default: T,
        what: &str,
        allowed: impl Fn(&T) -> bool,
    ) -> Result<T, ClientError> {
        let Some(value) = self.property(key) else { return Ok(default) };
        value.parse().ok().filter(allowed).ok_or_else(|| bad(key, value, what))
    }
}

/// A property that cannot be used.
pub(crate) fn bad(key: &str, value: &str, reason: &str) -> ClientError {
    ClientError::Property {
        key: key.to_owned(),
        value: value.to_owned(),
        reason: reason.to_owned(),
    }
}

fn millis(key: &str, value: &str) -> Result<Duration, ClientError> {
    value
        .parse::<u32>()
        .map(|number| Duration::from_millis(number.into()))
        .map_err(|_| bad(key, value, "a number of milliseconds, 0 or more, is expected"))
}

/// Splits a list of servers; `[::1]:9092` and `PLAINTEXT://host:9092` are understood too.
fn servers(list: &str) -> Result<Vec<String>, ClientError> {
    let mut found = Vec::new();
    for entry in list.split(',').map(str::trim).filter(|entry| !entry.is_empty()) {
        let plain = entry.rsplit_once("://").map_or(entry, |(_, rest)| rest);
        let port = plain.rsplit_once(':').and_then(|(host, port)| {
            let bare_v6 = host.contains(':') && !host.ends_with(']');
            let port = port.parse::<u16>().ok()?;
            (!host.is_empty() && !bare_v6 && port != 0).then_some(port)
        });
        if port.is_none() {
            return Err(bad(
                "bootstrap.servers",
                entry,
                "host:port is expected, for example localhost:9092 or [::1]:9092",
            ));
        }
        found.push(plain.to_owned());
    }
    if found.is_empty() {
        return Err(bad("bootstrap.servers", list, "at least one host:port is expected"));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_are_checked() {
        let good = servers("a:1, b.c:9092,[::1]:3,PLAINTEXT://h:4").unwrap();
        assert_eq!(good, ["a:1", "b.c:9092", "[::1]:3", "h:4"]);
        for bad in ["", "a", "a:", ":1", "a:0", "a:70000", "::1:9092", "a:1,b"] {
            let error = servers(bad).unwrap_err().to_string();
            assert!(error.contains("host:port"), "{bad}: {error}");
        }
    }

    #[test]
    fn values_are_checked() {
        let mut config = ClientConfig::default();
        config.set("request.timeout.ms", "1500").unwrap();
        assert_eq!(config.request_timeout, Duration::from_millis(1500));
        config.set("ssl.truststore.location", "/x").unwrap();
        assert_eq!(config.property("ssl.truststore.location"), Some("/x"));
        config.set("security.protocol", "plaintext").unwrap();
        for (key, value) in [("security.protocol", "SASL_SSL"), ("retry.backoff.ms", "-1")] {
            let error = config.set(key, value).unwrap_err().to_string();
            assert!(error.contains(key) && error.contains(value), "{error}");
        }
    }
}

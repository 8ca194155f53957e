//! Producer properties under Kafka's names.

use std::time::Duration;

use moldau_protocol::records::Codec;

use crate::{ClientConfig, ClientError, config::bad};

/// How many in-sync replicas must have a record before it counts as sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Acks {
    /// None: nobody answers.
    None,
    /// The leader alone.
    Leader,
    /// All that are in sync.
    #[default]
    All,
}

impl Acks {
    /// Value of the request field.
    #[must_use]
    pub fn wire(self) -> i16 {
        match self {
            Self::None => 0,
            Self::Leader => 1,
            Self::All => -1,
        }
    }

    /// Reads `0`, `1`, `-1` or `all`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "0" => Some(Self::None),
            "1" => Some(Self::Leader),
            "-1" | "all" => Some(Self::All),
            _ => None,
        }
    }
}

/// Batches of one partition that may be on their way at once, and requests to one broker. The
/// broker remembers that many batches of a producer, so a repeated one is recognised.
pub(super) const MAX_IN_FLIGHT: usize = 5;

/// What a producer needs to know; defaults are Kafka's.
#[derive(Clone, Debug)]
pub struct ProducerConfig {
    /// `acks`.
    pub acks: Acks,
    /// `enable.idempotence`: each record once and in order, whatever fails on the way. Needs
    /// acks=all.
    pub idempotent: bool,
    /// `compression.type`.
    pub compression: Codec,
    /// `compression.<codec>.level`, when set.
    pub compression_level: Option<i32>,
    /// `batch.size` in bytes, before compression.
    pub batch_size: usize,
    /// `linger.ms`: how long a batch that is not full waits for more records.
    pub linger: Duration,
    /// `buffer.memory` in bytes: records that are not acknowledged yet. Senders wait beyond it.
    pub buffer_memory: usize,
    /// `max.block.ms`: how long a send waits for room or for metadata.
    pub max_block: Duration,
    /// `max.request.size` in bytes.
    pub max_request_size: usize,
    /// `delivery.timeout.ms`: from the start of a batch to giving it up.
    pub delivery_timeout: Duration,
    /// `max.in.flight.requests.per.connection`, at most 5.
    pub max_in_flight: usize,
    /// `request.timeout.ms`.
    pub request_timeout: Duration,
}

impl Default for ProducerConfig {
    fn default() -> Self {
        Self {
            acks: Acks::All,
            idempotent: true,
            compression: Codec::None,
            compression_level: None,
            batch_size: 16 * 1024,
            linger: Duration::from_millis(5),
            buffer_memory: 32 * 1024 * 1024,
            max_block: Duration::from_secs(60),
            max_request_size: 1024 * 1024,
            delivery_timeout: Duration::from_secs(120),
            max_in_flight: MAX_IN_FLIGHT,
            request_timeout: Duration::from_secs(30),
        }
    }
}

impl ProducerConfig {
    /// The producer's share of the client properties.
    ///
    /// # Errors
    /// When a value is not allowed, alone or together with others.
    pub fn from_client(client: &ClientConfig) -> Result<Self, ClientError> {
        let default = Self::default();
        let size = |key, default: usize| {
            client.parsed(key, default, "a number of bytes above 0 is expected", |&size| size > 0)
        };
        let time = |key, default: Duration| {
            let what = "a number of milliseconds is expected";
            let default = default.as_millis() as u64;
            client.parsed(key, default, what, |_| true).map(Duration::from_millis)
        };
        let acks = match client.property("acks") {
            None => default.acks,
            Some(text) => {
                Acks::parse(text).ok_or_else(|| bad("acks", text, "0, 1, -1 or all is expected"))?
            }
        };
        let explicit = client.property("enable.idempotence").is_some();
        let wanted = client.parsed("enable.idempotence", true, "true or false", |_| true)?;
        if explicit && wanted && acks != Acks::All {
            return Err(bad("enable.idempotence", "true", "acks=all is needed for it"));
        }
        let compression = match client.property("compression.type") {
            None => default.compression,
            Some(text) => codec(text).ok_or_else(|| {
                bad("compression.type", text, "none, gzip, snappy, lz4 or zstd is expected")
            })?,
        };
        let level_key = format!("compression.{}.level", compression.name());
        let level = client.parsed(&level_key, i32::MIN, "a compression level", |_| true)?;
        let in_flight = "max.in.flight.requests.per.connection";
        let what = "a number from 1 to 5 is expected";
        Ok(Self {
            acks,
            idempotent: wanted && acks == Acks::All,
            compression,
            compression_level: (level != i32::MIN).then_some(level),
            batch_size: size("batch.size", default.batch_size)?,
            linger: time("linger.ms", default.linger)?,
            buffer_memory: size("buffer.memory", default.buffer_memory)?,
            max_block: time("max.block.ms", default.max_block)?,
            max_request_size: size("max.request.size", default.max_request_size)?,
            delivery_timeout: time("delivery.timeout.ms", default.delivery_timeout)?,
            max_in_flight: client.parsed(in_flight, MAX_IN_FLIGHT, what, |number| {
                (1..=MAX_IN_FLIGHT).contains(number)
            })?,
            request_timeout: client.request_timeout,
        })
    }
}

/// Codec of a name.
#[must_use]
pub fn codec(name: &str) -> Option<Codec> {
    [Codec::None, Codec::Gzip, Codec::Snappy, Codec::Lz4, Codec::Zstd]
        .into_iter()
        .find(|codec| codec.name() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pairs: &[(&str, &str)]) -> Result<ProducerConfig, ClientError> {
        let mut client = ClientConfig::default();
        for (key, value) in pairs {
            client.set(key, value).unwrap();
        }
        ProducerConfig::from_client(&client)
    }

    #[test]
    fn idempotence_follows_acks_unless_it_is_asked_for() {
        assert!(read(&[]).unwrap().idempotent);
        assert!(!read(&[("acks", "1")]).unwrap().idempotent);
        assert!(read(&[("acks", "all")]).unwrap().idempotent);
        assert!(read(&[("acks", "0"), ("enable.idempotence", "true")]).is_err());
    }

    #[test]
    fn bad_values_name_the_key() {
        for (key, value) in [
            ("acks", "2"),
            ("compression.type", "brotli"),
            ("batch.size", "0"),
            ("linger.ms", "soon"),
            ("max.in.flight.requests.per.connection", "6"),
        ] {
            let error = read(&[(key, value)]).unwrap_err().to_string();
            assert!(error.contains(key) && error.contains(value), "{error}");
        }
        let good = read(&[("compression.type", "zstd"), ("compression.zstd.level", "9")]).unwrap();
        assert_eq!((good.compression, good.compression_level), (Codec::Zstd, Some(9)));
    }
}

//! Consumer properties under Kafka's names.

use std::time::Duration;

use crate::{ClientConfig, ClientError, config::bad};

/// Which records of transactions are seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Isolation {
    /// All, up to the high watermark.
    #[default]
    ReadUncommitted,
    /// Those of committed transactions, up to the last stable offset.
    ReadCommitted,
}

/// What to do when the next offset is not in the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OutOfRange {
    /// Go on at the start of the log.
    Earliest,
    /// Go on at its end.
    Latest,
    /// Fail.
    #[default]
    Fail,
}

/// What a consumer needs to know; defaults are Kafka's, but for `auto.offset.reset`, which is `none`
/// here: a position is always given.
#[derive(Clone, Debug)]
pub struct ConsumerConfig {
    /// `fetch.min.bytes`.
    pub min_bytes: i32,
    /// `fetch.max.wait.ms`.
    pub max_wait: Duration,
    /// `fetch.max.bytes` of one answer; also when so much is waiting to be polled, nothing more is
    /// fetched.
    pub max_bytes: i32,
    /// `max.partition.fetch.bytes` of one answer.
    pub max_partition_bytes: i32,
    /// `isolation.level`.
    pub isolation: Isolation,
    /// `auto.offset.reset`.
    pub out_of_range: OutOfRange,
    /// `check.crcs`.
    pub check_crcs: bool,
}

impl Default for ConsumerConfig {
    fn default() -> Self {
        Self {
            min_bytes: 1,
            max_wait: Duration::from_millis(500),
            max_bytes: 50 * 1024 * 1024,
            max_partition_bytes: 1024 * 1024,
            isolation: Isolation::default(),
            out_of_range: OutOfRange::default(),
            check_crcs: true,
        }
    }
}

impl ConsumerConfig {
    /// The consumer's share of the client properties.
    ///
    /// # Errors
    /// When a value is not allowed.
    pub fn from_client(client: &ClientConfig) -> Result<Self, ClientError> {
        let default = Self::default();
        let bytes = |key, default: i32| {
            client.parsed(key, default, "a number of bytes, 0 or more", |&bytes| bytes >= 0)
        };
        let isolation = match client.property("isolation.level") {
            None | Some("read_uncommitted") => Isolation::ReadUncommitted,
            Some("read_committed") => Isolation::ReadCommitted,
            Some(other) => {
                let what = "read_uncommitted or read_committed is expected";
                return Err(bad("isolation.level", other, what));
            }
        };
        let out_of_range = match client.property("auto.offset.reset") {
            None | Some("none") => OutOfRange::Fail,
            Some("earliest") => OutOfRange::Earliest,
            Some("latest") => OutOfRange::Latest,
            Some(other) => {
                let what = "earliest, latest or none is expected";
                return Err(bad("auto.offset.reset", other, what));
            }
        };
        let wait = client.parsed("fetch.max.wait.ms", 500u32, "milliseconds", |_| true)?;
        Ok(Self {
            min_bytes: bytes("fetch.min.bytes", default.min_bytes)?,
            max_wait: Duration::from_millis(wait.into()),
            max_bytes: bytes("fetch.max.bytes", default.max_bytes)?,
            max_partition_bytes: bytes("max.partition.fetch.bytes", default.max_partition_bytes)?,
            isolation,
            out_of_range,
            check_crcs: client.parsed("check.crcs", true, "true or false", |_| true)?,
        })
    }
}

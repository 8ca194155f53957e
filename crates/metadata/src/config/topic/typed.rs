//! A topic's configuration as the partitions use it.

use std::time::Duration;

use super::{TopicDefaults, TopicOverrides};
use crate::config::Value;

/// Both false: records are kept for ever.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CleanupPolicy {
    pub compact: bool,
    pub delete: bool,
}

/// The codec batches are stored with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompressionType {
    /// Whatever the batch came with.
    Producer,
    Uncompressed,
    /// `None`: the codec's own default level.
    Gzip(Option<u8>),
    Snappy,
    Lz4(u8),
    Zstd(i32),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimestampType {
    CreateTime,
    LogAppendTime,
}

/// Values in force for one topic. Keys without effect here are left out.
#[derive(Debug, Clone, PartialEq)]
pub struct TopicConfig {
    pub cleanup_policy: CleanupPolicy,
    pub compression_type: CompressionType,
    pub delete_retention: Duration,
    pub file_delete_delay: Duration,
    /// `u64::MAX`: never by count.
    pub flush_messages: u64,
    /// `None`: never by age.
    pub flush_interval: Option<Duration>,
    /// `None`: see [`TopicConfig::flush_on_ack`].
    pub flush_on_ack: Option<bool>,
    pub index_interval_bytes: u32,
    pub max_compaction_lag: Duration,
    pub max_decompressed_message_bytes: u32,
    /// Size of a whole batch as sent, header included.
    pub max_message_bytes: u32,
    pub message_timestamp_after_max: Duration,
    pub message_timestamp_before_max: Duration,
    pub message_timestamp_type: TimestampType,
    pub min_cleanable_dirty_ratio: f64,
    pub min_compaction_lag: Duration,
    pub min_insync_replicas: u32,
    /// `None`: no limit.
    pub retention_bytes: Option<u64>,
    /// `None`: no limit.
    pub retention: Option<Duration>,
    pub segment_bytes: u32,
    pub segment_index_bytes: u32,
    pub segment_jitter: Duration,
    pub segment_interval: Duration,
    pub unclean_leader_election_enable: bool,
}

impl Default for TopicConfig {
    /// Kafka's defaults without overrides.
    fn default() -> Self {
        Self::resolve(&TopicDefaults::default(), &TopicOverrides::new())
    }
}

impl TopicConfig {
    /// Overrides over defaults. Total: an override that does not parse (written by a later version,
    /// or unknown) is passed over for the default; [`TopicDefaults::validate`] tells about it.
    pub fn resolve(defaults: &TopicDefaults, overrides: &TopicOverrides) -> Self {
        let from = Source { defaults, overrides };
        Self {
            cleanup_policy: from.cleanup_policy(),
            compression_type: from.compression_type(),
            delete_retention: from.duration("delete.retention.ms"),
            file_delete_delay: from.duration("file.delete.delay.ms"),
            flush_messages: from.limit("flush.messages").unwrap_or(u64::MAX),
            flush_interval: from.limit("flush.ms").map(Duration::from_millis),
            flush_on_ack: from.value("flush.on.ack").as_bool(),
            index_interval_bytes: from.size("index.interval.bytes"),
            max_compaction_lag: from.duration("max.compaction.lag.ms"),
            max_decompressed_message_bytes: from.size("max.decompressed.message.bytes"),
            max_message_bytes: from.size("max.message.bytes"),
            message_timestamp_after_max: from.duration("message.timestamp.after.max.ms"),
            message_timestamp_before_max: from.duration("message.timestamp.before.max.ms"),
            message_timestamp_type: from.timestamp_type(),
            min_cleanable_dirty_ratio: from
                .value("min.cleanable.dirty.ratio")
                .as_f64()
                .unwrap_or(0.5),
            min_compaction_lag: from.duration("min.compaction.lag.ms"),
            min_insync_replicas: from.size("min.insync.replicas"),
            retention_bytes: from.not_negative("retention.bytes"),
            retention: from.not_negative("retention.ms").map(Duration::from_millis),
            segment_bytes: from.segment_bytes(),
            segment_index_bytes: from.size("segment.index.bytes"),
            segment_jitter: from.duration("segment.jitter.ms"),
            segment_interval: from.duration("segment.ms"),
            unclean_leader_election_enable: from.flag("unclean.leader.election.enable"),
        }
    }

    /// Whether an acknowledgement of a partition with that many replicas means "on disk".
    pub fn flush_on_ack(&self, replicas: usize) -> bool {
        self.flush_on_ack.unwrap_or(replicas <= 1)
    }
}

struct Source<'a> {
    defaults: &'a TopicDefaults,
    overrides: &'a TopicOverrides,
}

impl Source<'_> {
    fn value(&self, name: &'static str) -> Value {
        self.defaults.effective(name, self.overrides)
    }

    fn not_negative(&self, name: &'static str) -> Option<u64> {
        self.value(name).as_i64().and_then(|number| u64::try_from(number).ok())
    }

    /// Kafka writes "never" as the largest LONG.
    fn limit(&self, name: &'static str) -> Option<u64> {
        self.not_negative(name).filter(|limit| *limit != i64::MAX as u64)
    }

    fn duration(&self, name: &'static str) -> Duration {
        Duration::from_millis(self.not_negative(name).unwrap_or(0))
    }

    fn size(&self, name: &'static str) -> u32 {
        self.not_negative(name).and_then(|size| u32::try_from(size).ok()).unwrap_or(0)
    }

    fn flag(&self, name: &'static str) -> bool {
        self.value(name).as_bool().unwrap_or(false)
    }

    fn segment_bytes(&self) -> u32 {
        match self.size("internal.segment.bytes") {
            0 => self.size("segment.bytes"),
            bytes => bytes,
        }
    }

    fn cleanup_policy(&self) -> CleanupPolicy {
        let value = self.value("cleanup.policy");
        let has = |policy: &str| {
            value.as_list().is_some_and(|list| list.iter().any(|entry| entry == policy))
        };
        CleanupPolicy { compact: has("compact"), delete: has("delete") }
    }

    fn timestamp_type(&self) -> TimestampType {
        match self.value("message.timestamp.type").as_str() {
            Some("LogAppendTime") => TimestampType::LogAppendTime,
            _ => TimestampType::CreateTime,
        }
    }

    fn compression_type(&self) -> CompressionType {
        let level = |name| self.value(name).as_i64();
        let small = |name| level(name).and_then(|level| u8::try_from(level).ok());
        match self.value("compression.type").as_str() {
            Some("uncompressed") => CompressionType::Uncompressed,
            Some("gzip") => CompressionType::Gzip(small("compression.gzip.level")),
            Some("snappy") => CompressionType::Snappy,
            Some("lz4") => CompressionType::Lz4(small("compression.lz4.level").unwrap_or(9)),
            Some("zstd") => {
                let level = level("compression.zstd.level").unwrap_or(3);
                CompressionType::Zstd(i32::try_from(level).unwrap_or(3))
            }
            _ => CompressionType::Producer,
        }
    }
}

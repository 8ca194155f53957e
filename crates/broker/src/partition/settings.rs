//! A topic's configuration in the terms of those who act on it: the log, and the judge of batches.

use std::time::Duration;

use moldau_metadata::config::{CompressionType, TimestampType, TopicConfig};
use moldau_protocol::records::{self, Codec, Origin, TargetCodec, ValidationRules};
use moldau_storage::LogConfig;

/// Broker-wide settings of partition logs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LogSettings {
    /// `producer.id.expiration.ms`.
    pub(crate) producer_id_expiration: Duration,
}

/// Milliseconds of the wire and of Kafka's configurations; beyond their range means "never".
pub(crate) fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

fn timestamp_type(kind: TimestampType) -> records::TimestampType {
    match kind {
        TimestampType::CreateTime => records::TimestampType::CreateTime,
        TimestampType::LogAppendTime => records::TimestampType::LogAppendTime,
    }
}

/// The log's part of a topic's configuration.
pub(crate) fn log_config(topic: &TopicConfig, replicas: usize, broker: LogSettings) -> LogConfig {
    let limit = |value: Option<u64>, none: i64| {
        value.map_or(none, |value| i64::try_from(value).unwrap_or(i64::MAX))
    };
    LogConfig {
        segment_bytes: topic.segment_bytes,
        segment_ms: millis(topic.segment_interval),
        segment_jitter_ms: millis(topic.segment_jitter),
        index_interval_bytes: topic.index_interval_bytes,
        segment_index_bytes: topic.segment_index_bytes,
        retention_ms: topic.retention.map_or(-1, millis),
        retention_bytes: limit(topic.retention_bytes, -1),
        delete: topic.cleanup_policy.delete,
        compact: topic.cleanup_policy.compact,
        file_delete_delay_ms: millis(topic.file_delete_delay),
        max_message_bytes: topic.max_message_bytes,
        flush_on_ack: topic.flush_on_ack(replicas),
        flush_messages: limit(Some(topic.flush_messages), i64::MAX),
        flush_ms: topic.flush_interval.map_or(i64::MAX, millis),
        message_timestamp_type: timestamp_type(topic.message_timestamp_type),
        producer_id_expiration_ms: millis(broker.producer_id_expiration),
        ..LogConfig::default()
    }
}

/// What a batch produced to `topic_partition` has to satisfy, and what becomes of it.
pub(crate) fn validation_rules(topic_partition: String, topic: &TopicConfig) -> ValidationRules {
    ValidationRules {
        topic_partition,
        max_message_bytes: topic.max_message_bytes as usize,
        max_record_bytes: topic.max_decompressed_message_bytes as usize,
        target: match topic.compression_type {
            CompressionType::Producer => TargetCodec::Producer,
            CompressionType::Uncompressed => TargetCodec::Codec(Codec::None, None),
            CompressionType::Gzip(level) => TargetCodec::Codec(Codec::Gzip, level.map(i32::from)),
            CompressionType::Snappy => TargetCodec::Codec(Codec::Snappy, None),
            CompressionType::Lz4(level) => TargetCodec::Codec(Codec::Lz4, Some(i32::from(level))),
            CompressionType::Zstd(level) => TargetCodec::Codec(Codec::Zstd, Some(level)),
        },
        compacted: topic.cleanup_policy.compact,
        timestamp_type: timestamp_type(topic.message_timestamp_type),
        before_max_ms: millis(topic.message_timestamp_before_max),
        after_max_ms: millis(topic.message_timestamp_after_max),
        origin: Origin::Client,
    }
}

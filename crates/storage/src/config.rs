//! What a partition log needs to know of its topic's configuration.
//!
//! Plain values: who reads topic configurations fills this in and hands a new one over when one
//! changes. Names and meanings are Kafka's.

use moldau_protocol::records::TimestampType;

/// Configuration of one log. [`Default`] has Kafka's defaults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogConfig {
    /// `segment.bytes`: a segment is rolled before it grows beyond this.
    pub segment_bytes: u32,
    /// `segment.ms`: a segment is rolled when the new records are later than its first ones by more.
    pub segment_ms: i64,
    /// `segment.jitter.ms`: at most this is taken off `segment_ms`, another amount per segment.
    pub segment_jitter_ms: i64,
    /// `index.interval.bytes`: bytes between two index entries.
    pub index_interval_bytes: u32,
    /// `segment.index.bytes`: size of an index at which the segment is rolled.
    pub segment_index_bytes: u32,
    /// `retention.ms`; -1 is for ever.
    pub retention_ms: i64,
    /// `retention.bytes`; -1 is without limit.
    pub retention_bytes: i64,
    /// `cleanup.policy` has `delete`.
    pub delete: bool,
    /// `cleanup.policy` has `compact`.
    pub compact: bool,
    /// `file.delete.delay.ms`: how long a deleted file stays under another name.
    pub file_delete_delay_ms: i64,
    /// `max.message.bytes`: largest batch; who validates checks it, the log does not.
    pub max_message_bytes: u32,
    /// `flush.on.ack` (ours): an append is answered after a sync.
    pub flush_on_ack: bool,
    /// `flush.messages`: sync after that many records.
    pub flush_messages: i64,
    /// `flush.ms`: sync after that long.
    pub flush_ms: i64,
    /// `message.timestamp.type`.
    pub message_timestamp_type: TimestampType,
    /// `producer.id.expiration.ms`: a producer that wrote nothing for so long is forgotten.
    pub producer_id_expiration_ms: i64,
    /// Producers remembered in a partition; the one that was silent longest goes first (ours: Kafka
    /// has no limit, and one client per record can fill its memory).
    pub max_producers: usize,
}

impl Default for LogConfig {
    fn default() -> Self {
        Self {
            segment_bytes: 1 << 30,
            segment_ms: 7 * 24 * 3_600_000,
            segment_jitter_ms: 0,
            index_interval_bytes: 4096,
            segment_index_bytes: 10 << 20,
            retention_ms: 7 * 24 * 3_600_000,
            retention_bytes: -1,
            delete: true,
            compact: false,
            file_delete_delay_ms: 60_000,
            max_message_bytes: 1_048_588,
            flush_on_ack: false,
            flush_messages: i64::MAX,
            flush_ms: i64::MAX,
            message_timestamp_type: TimestampType::CreateTime,
            producer_id_expiration_ms: 24 * 3_600_000,
            max_producers: 50_000,
        }
    }
}

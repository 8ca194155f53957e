//! Judging what a producer sent, and making it ready for the log.
//!
//! The checks are Kafka's, in Kafka's order, with Kafka's codes: what the request as a whole may
//! hold ([`check_produced`]), then the batch (base offset, size, checksum, header), then every
//! record, those of compressed batches too. A batch that passes keeps its payload to the byte;
//! timestamp type and maximum timestamp are stamped, and only a `compression.type` other than the
//! batch's codec has it encoded anew.
//!
//! Invariants: nothing is allocated for a record that is good; a compressed payload is looked at
//! through a window; no output of a codec is held beyond `max_message_bytes`.
//!
//! Source: KIP-98, KIP-467 (record errors), KIP-937 (time bounds), KIP-390 (levels); compared with
//! Apache Kafka 4.4.0 by running both.
//!
//! Deviations: a transactional batch without producer id is refused (87; Kafka stores it, where no
//! marker can ever end it). Uncompressed records whose offset deltas are not 0, 1, 2... are
//! numbered anew, compressed ones too (Kafka stores the former as they are, and fails with -1 on
//! the latter unless it encodes them anew). A record of a compressed batch whose fields do not use
//! up its length is refused (87; Kafka does not look, its consumers fail). A payload that expands
//! beyond [`Limits`] is MESSAGE_TOO_LARGE (10).
//!
//! Tests: `validate/tests.rs`.

use bytes::{Bytes, BytesMut};

use super::build::{seal, stamp_crc};
use super::compression::{
    CompressionError, Compressor, Decompressor, FREE_OUTPUT, Limits, MAX_OUTPUT,
};
use super::entry::Entry;
use super::header::{Attributes, BatchHeader, Codec, HEADER_LEN, TimestampType, at};
use super::iterate::{RecordIter, check_crc, codec_of, timestamp_of};
use super::record::RecordsError;
use super::stream::{Glance, Recoder, RecordStream};
use super::valid::ValidBatches;
use crate::error_code::ErrorCode;

/// Most record errors that an answer names; a batch of garbage may hold millions, and each takes
/// some 150 bytes.
pub const MAX_RECORD_ERRORS: usize = 4096;

/// What Kafka's `compression.type` asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TargetCodec {
    /// `producer`: as it comes.
    #[default]
    Producer,
    /// A codec, and its level where one is configured. What comes in the codec stays as it is,
    /// whatever its level.
    Codec(Codec, Option<i32>),
}

/// Who wrote a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A producer.
    Client,
    /// A coordinator of this broker; may write control batches.
    Coordinator,
    /// The leader of a quorum; may write control batches of any size.
    Raft,
}

/// What a partition asks of batches.
#[derive(Clone, Debug)]
pub struct ValidationRules {
    /// `topic-0`, for messages.
    pub topic_partition: String,
    /// `max.message.bytes`, of the whole batch as it is stored.
    pub max_message_bytes: usize,
    /// `max.decompressed.message.bytes`: of one record in a compressed batch.
    pub max_record_bytes: usize,
    /// `compression.type`.
    pub target: TargetCodec,
    /// Whether `cleanup.policy` has `compact`.
    pub compacted: bool,
    /// `message.timestamp.type`.
    pub timestamp_type: TimestampType,
    /// `message.timestamp.before.max.ms`.
    pub before_max_ms: i64,
    /// `message.timestamp.after.max.ms`.
    pub after_max_ms: i64,
    /// Who writes.
    pub origin: Origin,
}

/// A batch that may be appended.
#[derive(Debug)]
pub struct Validated {
    /// The batch, offsets not yet assigned.
    pub batches: ValidBatches,
    /// The broker's time in it, when the topic's records take that.
    pub log_append_time: Option<i64>,
    /// Number of records.
    pub record_count: i32,
}

/// A batch that may not be appended.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{code}: {message}")]
pub struct Rejection {
    /// Code for the partition.
    pub code: ErrorCode,
    /// The reason. Kafka tells clients only when there are record errors.
    pub message: String,
    /// Index of each bad record in the batch and what is wrong with it; at most
    /// [`MAX_RECORD_ERRORS`].
    pub record_errors: Vec<(i32, Option<String>)>,
}

impl Rejection {
    fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), record_errors: Vec::new() }
    }

    /// What the answer to a client says in words: nothing unless records are named, as in Kafka.
    #[must_use]
    pub fn client_message(&self) -> Option<&str> {
        (!self.record_errors.is_empty()).then_some(&self.message)
    }

    fn invalid(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::INVALID_RECORD, message)
    }
}

impl From<RecordsError> for Rejection {
    fn from(error: RecordsError) -> Self {
        let code = match &error {
            RecordsError::Compression(CompressionError::TooLarge { .. }) => {
                ErrorCode::MESSAGE_TOO_LARGE
            }
            // Kafka's own answer, and not retriable: the bytes will not get better.
            RecordsError::Compression(CompressionError::Corrupt { .. })
            | RecordsError::Codec(_) => ErrorCode::UNKNOWN_SERVER_ERROR,
            _ => ErrorCode::INVALID_RECORD,
        };
        Self::new(code, error.to_string())
    }
}

impl From<CompressionError> for Rejection {
    fn from(error: CompressionError) -> Self {
        RecordsError::from(error).into()
    }
}

/// What the partition's record set in a Produce request of `version` may be, before anything else
/// about the partition is looked at: exactly one batch of magic 2. A tail too short to be a batch
/// does not count.
///
/// # Errors
/// INVALID_RECORD for no batch (an empty or missing set), an old message set or a second batch;
/// UNSUPPORTED_COMPRESSION_TYPE for zstd below version 7; CORRUPT_MESSAGE for bytes that are none
/// of all this.
pub fn check_produced(records: &[u8], version: i16) -> Result<(), Rejection> {
    let Some(first) = entry(records)? else {
        return Err(Rejection::invalid(format!(
            "Produce requests with version {version} must have at least one record batch per \
             partition"
        )));
    };
    if first.is_old() {
        return Err(Rejection::invalid(format!(
            "Produce requests with version {version} are only allowed to contain record batches \
             with magic version 2"
        )));
    }
    let attributes = records.get(at::ATTRIBUTES + 1).map_or(0, |&low| i16::from(low));
    if version < 7 && Attributes(attributes).codec() == Some(Codec::Zstd) {
        return Err(Rejection::new(
            ErrorCode::UNSUPPORTED_COMPRESSION_TYPE,
            format!(
                "Produce requests with version {version} are not allowed to use ZStandard \
                 compression"
            ),
        ));
    }
    if entry(&records[first.size..])?.is_some() {
        return Err(Rejection::invalid(format!(
            "Produce requests with version {version} are only allowed to contain exactly one \
             record batch per partition"
        )));
    }
    Ok(())
}

fn entry(bytes: &[u8]) -> Result<Option<Entry>, Rejection> {
    Entry::parse(bytes)
        .map_err(|error| Rejection::new(ErrorCode::CORRUPT_MESSAGE, error.to_string()))
}

/// Judges one batch and makes it ready for the log. `now_ms` is the broker's time.
///
/// The bytes are changed in place when nobody else holds them, and copied once otherwise. A
/// compressed batch costs its decompression: up to a second of CPU at the limits.
///
/// # Errors
/// As the module says; nothing is kept of a batch that is refused.
pub fn validate(
    records: Bytes,
    rules: &ValidationRules,
    now_ms: i64,
) -> Result<Validated, Rejection> {
    let header = judge_batch(&records, rules)?;
    let mut records = records;
    records.truncate(header.size());
    let (batch, header) = {
        let walk = Walk::new(&header, rules, now_ms);
        let outcome = walk.run(&records[HEADER_LEN..])?;
        let stamp = Stamp::new(&header, rules, now_ms, outcome.max_timestamp);
        match outcome.payload {
            Payload::AsItCame => in_place(records, header, stamp),
            Payload::Recoded { codec, payload } => recoded(&header, stamp, codec, &payload, rules)?,
        }
    };
    Ok(Validated {
        record_count: header.record_count,
        batches: ValidBatches::one(batch, header),
        log_append_time: (rules.timestamp_type == TimestampType::LogAppendTime).then_some(now_ms),
    })
}

/// The checks that need no record.
fn judge_batch(records: &[u8], rules: &ValidationRules) -> Result<BatchHeader, Rejection> {
    let partition = &rules.topic_partition;
    let Some(first) = entry(records)? else {
        return Err(Rejection::invalid("record batch has no batches at all"));
    };
    if first.is_old() {
        return Err(Rejection::invalid(format!(
            "batch magic {} is not written to {partition}",
            first.magic
        )));
    }
    if entry(&records[first.size..])?.is_some() {
        return Err(Rejection::invalid("Compressed outer record has more than one batch"));
    }
    if rules.origin == Origin::Client && first.offset.0 != 0 {
        return Err(Rejection::invalid(format!(
            "The baseOffset of the record batch in the append to {partition} should be 0, but it \
             is {}",
            first.offset
        )));
    }
    if rules.origin != Origin::Raft && first.size > rules.max_message_bytes {
        return Err(Rejection::new(
            ErrorCode::MESSAGE_TOO_LARGE,
            format!(
                "The record batch size in the append to {partition} is {} bytes which exceeds the \
                 maximum configured value of {}.",
                first.size, rules.max_message_bytes
            ),
        ));
    }
    let batch = &records[..first.size];
    let corrupt = |reason: &str| {
        let message = format!("Record is corrupt ({reason}) in topic partition {partition}.");
        Rejection::new(ErrorCode::CORRUPT_MESSAGE, message)
    };
    let header = BatchHeader::parse(batch).map_err(|error| corrupt(&error.to_string()))?;
    if !check_crc(batch) {
        return Err(corrupt(&format!("stored crc = {}", header.crc)));
    }
    if rules.origin == Origin::Client {
        judge_header(&header, partition)?;
    }
    Ok(header)
}

/// What a client may say in a header.
fn judge_header(header: &BatchHeader, partition: &str) -> Result<(), Rejection> {
    let count = i64::from(header.record_count);
    let range = i64::from(header.last_offset_delta) + 1;
    let offsets = format_args!("[{}, {}]", header.base_offset, header.last_offset()).to_string();
    let message = if range <= 0 {
        format!("Batch has an invalid offset range: {offsets}")
    } else if count <= 0 {
        format!("Invalid reported count for record batch: {count}")
    } else if range != count {
        format!("Inconsistent batch offset range {offsets} and count of records {count}")
    } else if header.attributes.is_control() {
        "Clients are not allowed to write control records".to_owned()
    } else if header.has_producer() && header.base_sequence < 0 {
        format!(
            "Invalid sequence number {} in record batch with producerId {}",
            header.base_sequence, header.producer_id
        )
    } else if header.attributes.is_transactional() && !header.has_producer() {
        "Transactional record batch without producerId".to_owned()
    } else {
        return Ok(());
    };
    Err(Rejection::invalid(format!("{message} in topic partition {partition}")))
}

/// What becomes of the payload.
enum Payload {
    AsItCame,
    Recoded { codec: Codec, payload: Vec<u8> },
}

struct Outcome {
    max_timestamp: i64,
    payload: Payload,
}

/// The way through the records of one batch.
struct Walk<'r> {
    header: &'r BatchHeader,
    rules: &'r ValidationRules,
    now_ms: i64,
    max_timestamp: i64,
    /// Whether the offset deltas are 0, 1, 2... so far.
    numbered: bool,
    error_count: usize,
    bad_time: bool,
    errors: Vec<(i32, Option<String>)>,
}

impl<'r> Walk<'r> {
    fn new(header: &'r BatchHeader, rules: &'r ValidationRules, now_ms: i64) -> Self {
        Self {
            header,
            rules,
            now_ms,
            max_timestamp: -1,
            numbered: true,
            error_count: 0,
            bad_time: false,
            errors: Vec::new(),
        }
    }

    /// The codec and level to encode with, when the topic asks for another than the batch's.
    fn recode_to(&self, source: Codec) -> Option<(Codec, Option<i32>)> {
        match self.rules.target {
            // Control records are not compressed for their topic's sake.
            _ if source == Codec::None && self.header.attributes.is_control() => None,
            TargetCodec::Codec(codec, level) if codec != source => Some((codec, level)),
            _ => None,
        }
    }

    /// Room for a payload in the largest batch.
    fn payload_limit(&self) -> usize {
        match self.rules.origin {
            Origin::Raft => MAX_OUTPUT,
            _ => self.rules.max_message_bytes.saturating_sub(HEADER_LEN),
        }
    }

    fn run(mut self, packed: &[u8]) -> Result<Outcome, Rejection> {
        let source = codec_of(self.header)?;
        let target = self.recode_to(source);
        let mut recoder = match target {
            None => None,
            Some((codec, level)) => {
                Some(Recoder::new(Compressor::new(codec, level)?, self.payload_limit()))
            }
        };
        let count = self.header.record_count;
        if source == Codec::None {
            let mut index = 0;
            RecordIter::new(packed, count).each(|record| {
                self.look_at(index, record.into());
                index += 1;
            })?;
            self.verdict()?;
            if let Some(recoder) = &mut recoder {
                recoder.write(packed)?;
            }
        } else if count < 0 {
            return Err(RecordsError::Count(count).into());
        } else {
            let decompressor = Decompressor::new(source, packed, Limits::for_input(packed.len()));
            let mut stream = RecordStream::new(decompressor, recoder, self.rules.max_record_bytes);
            for index in 0..count {
                let glance = stream.next()?;
                self.look_at(index, glance);
            }
            // Kafka does not open the payload of a batch without records either.
            recoder = if count > 0 { stream.finish()? } else { None };
            self.verdict()?;
        }
        let payload = if !self.numbered {
            let (codec, level) = target.unwrap_or((source, None));
            Payload::Recoded { codec, payload: self.renumber(packed, codec, level)? }
        } else if let (Some((codec, _)), Some(recoder)) = (target, recoder) {
            let payload = recoder.finish()?.ok_or_else(|| self.too_large())?;
            Payload::Recoded { codec, payload }
        } else {
            Payload::AsItCame
        };
        Ok(Outcome { max_timestamp: self.max_timestamp, payload })
    }

    #[inline]
    fn look_at(&mut self, index: i32, record: Glance) {
        let timestamp = timestamp_of(self.header, record.timestamp_delta);
        self.max_timestamp = self.max_timestamp.max(timestamp);
        self.numbered &= record.offset_delta == index;
        if self.rules.compacted && record.key.is_none() {
            self.report(index, |walk| {
                format!(
                    "Compacted topic cannot accept message without key in topic partition {}",
                    walk.rules.topic_partition
                )
            });
        } else if !self.good_time(timestamp) {
            self.bad_time = true;
            self.report(index, |walk| walk.time_message(timestamp, record));
        }
    }

    #[inline]
    fn good_time(&self, timestamp: i64) -> bool {
        if self.rules.timestamp_type == TimestampType::CreateTime && timestamp != -1 {
            // Wraps as Kafka's arithmetic does.
            let age = self.now_ms.wrapping_sub(timestamp);
            age <= self.rules.before_max_ms && age.wrapping_neg() <= self.rules.after_max_ms
        } else {
            self.header.attributes.timestamp_type() == TimestampType::CreateTime
        }
    }

    #[cold]
    fn report(&mut self, index: i32, message: impl FnOnce(&Self) -> String) {
        self.error_count += 1;
        if self.errors.len() < MAX_RECORD_ERRORS {
            let message = message(self);
            self.errors.push((index, Some(message)));
        }
    }

    fn time_message(&self, timestamp: i64, record: Glance) -> String {
        let offset = self.header.base_offset.plus(i64::from(record.offset_delta));
        if self.rules.timestamp_type == TimestampType::CreateTime && timestamp != -1 {
            return format!(
                "Timestamp {timestamp} of message with offset {offset} is out of range. The \
                 timestamp should be within [{}, {}]",
                self.now_ms.wrapping_sub(self.rules.before_max_ms),
                self.now_ms.wrapping_add(self.rules.after_max_ms)
            );
        }
        // Kafka names its class, which is another where it skips keys and values.
        let in_place = self
            .header
            .attributes
            .codec()
            .is_some_and(|codec| codec != Codec::None && self.recode_to(codec).is_none());
        let (class, null) =
            if in_place { ("PartialDefaultRecord", -1) } else { ("DefaultRecord", 0) };
        let size = |field: Option<usize>| field.map_or(null, |size| size as i64);
        format!(
            "Invalid timestamp type in message {class}(offset={offset}, \
             timestamp={timestamp}, key={} bytes, value={} bytes). Producer should not set \
             timestamp type to LogAppendTime.",
            size(record.key),
            size(record.value)
        )
    }

    /// Refuses the batch when a record was found bad.
    fn verdict(&mut self) -> Result<(), Rejection> {
        if self.error_count == 0 {
            return Ok(());
        }
        let (code, message) = if self.bad_time {
            let message = "One or more records have been rejected due to invalid timestamp";
            (ErrorCode::INVALID_TIMESTAMP, message.to_owned())
        } else {
            let shown: Vec<_> = (self.errors.iter().take(3))
                .map(|(index, message)| {
                    let message = message.as_deref().unwrap_or_default();
                    format!("RecordError(batchIndex={index}, message='{message}')")
                })
                .collect();
            let message = format!(
                "One or more records have been rejected due to {} record errors in total, and \
                 only showing the first three errors at most: [{}]",
                self.error_count,
                shown.join(", ")
            );
            (ErrorCode::INVALID_RECORD, message)
        };
        Err(Rejection { code, message, record_errors: std::mem::take(&mut self.errors) })
    }

    /// Writes the records with offset deltas 0, 1, 2... Holds them all, so it has a limit.
    fn renumber(
        &self,
        packed: &[u8],
        codec: Codec,
        level: Option<i32>,
    ) -> Result<Vec<u8>, Rejection> {
        let limits = Limits::for_input(packed.len()).at_most(FREE_OUTPUT);
        let plain = super::compression::decompress(codec_of(self.header)?, packed, limits)?;
        let mut recoder = Recoder::new(Compressor::new(codec, level)?, self.payload_limit());
        let mut bytes = BytesMut::new();
        for (index, record) in (0..).zip(RecordIter::new(&plain, self.header.record_count)) {
            let mut record = record?;
            record.offset_delta = index;
            bytes.clear();
            record.write(&mut bytes);
            recoder.write(&bytes)?;
        }
        recoder.finish()?.ok_or_else(|| self.too_large())
    }

    fn too_large(&self) -> Rejection {
        Rejection::new(
            ErrorCode::MESSAGE_TOO_LARGE,
            format!(
                "Message batch size in append to partition {} exceeds the maximum configured size \
                 of {} once it is encoded as the topic asks.",
                self.rules.topic_partition, self.rules.max_message_bytes
            ),
        )
    }
}

/// What the broker writes into a header, besides what the log assigns.
struct Stamp {
    attributes: Attributes,
    max_timestamp: i64,
}

impl Stamp {
    fn new(header: &BatchHeader, rules: &ValidationRules, now_ms: i64, found: i64) -> Self {
        let max_timestamp = match rules.timestamp_type {
            TimestampType::CreateTime => found,
            TimestampType::LogAppendTime => now_ms,
        };
        let attributes = header.attributes.with_timestamp_type(rules.timestamp_type);
        Self { attributes, max_timestamp }
    }
}

/// The batch as it came but for the stamp; untouched where it says so already.
fn in_place(records: Bytes, mut header: BatchHeader, stamp: Stamp) -> (BytesMut, BatchHeader) {
    let mut batch = records.try_into_mut().unwrap_or_else(|shared| BytesMut::from(&shared[..]));
    let changed = header.max_timestamp != stamp.max_timestamp
        || header.attributes.timestamp_type() != stamp.attributes.timestamp_type();
    if changed {
        header.attributes = stamp.attributes.known();
        header.max_timestamp = stamp.max_timestamp;
        batch[at::ATTRIBUTES..at::LAST_OFFSET_DELTA]
            .copy_from_slice(&header.attributes.0.to_be_bytes());
        batch[at::MAX_TIMESTAMP..at::PRODUCER_ID]
            .copy_from_slice(&header.max_timestamp.to_be_bytes());
        header.crc = stamp_crc(&mut batch);
    }
    (batch, header)
}

/// The batch with another payload.
fn recoded(
    header: &BatchHeader,
    stamp: Stamp,
    codec: Codec,
    payload: &[u8],
    rules: &ValidationRules,
) -> Result<(BytesMut, BatchHeader), Rejection> {
    let header = BatchHeader {
        attributes: stamp.attributes.known().with_codec(codec),
        max_timestamp: stamp.max_timestamp,
        ..*header
    };
    seal(header, payload).map_err(|error| {
        let message = format!("{error} in topic partition {}", rules.topic_partition);
        Rejection::new(ErrorCode::MESSAGE_TOO_LARGE, message)
    })
}

#[cfg(test)]
mod tests;

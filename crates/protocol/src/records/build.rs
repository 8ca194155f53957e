//! Building batches: for our own producers, the metadata log and the coordinators.
//!
//! Source: the message format page; KIP-98 (control batches), KIP-595 and KIP-853 (control records
//! of the metadata log).
//! Tests: `tests.rs`, byte for byte against what Kafka's own classes build.

use bytes::{BufMut, Bytes, BytesMut};

use super::compression::{CompressionError, compress};
use super::header::{Attributes, BatchHeader, Codec, HEADER_LEN, LOG_OVERHEAD, TimestampType, at};
use super::iterate::crc_of;
use super::record::{HeadersRef, RecordRef, write_header};
use crate::ids::{LeaderEpoch, Offset, ProducerEpoch, ProducerId};

/// Why a batch cannot be built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The codec refused, which it does for a level that it does not have.
    #[error(transparent)]
    Compression(#[from] CompressionError),
    /// A batch's length has 31 bits.
    #[error("a batch of {0} bytes is too long")]
    TooLong(usize),
}

/// What a control record says; the number is Kafka's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ControlType {
    /// End of an aborted transaction.
    Abort,
    /// End of a committed transaction.
    Commit,
    /// A new leader of a quorum.
    LeaderChange,
    /// First record of a snapshot.
    SnapshotHeader,
    /// Last record of a snapshot.
    SnapshotFooter,
    /// Feature level of the quorum's protocol.
    KRaftVersion,
    /// Members of the quorum.
    KRaftVoters,
}

impl ControlType {
    const ALL: [Self; 7] = [
        Self::Abort,
        Self::Commit,
        Self::LeaderChange,
        Self::SnapshotHeader,
        Self::SnapshotFooter,
        Self::KRaftVersion,
        Self::KRaftVoters,
    ];

    /// Version of the keys that we write.
    const KEY_VERSION: i16 = 0;

    /// Number in the key.
    #[must_use]
    pub fn id(self) -> i16 {
        self as i16
    }

    /// Key of a control record of this type.
    #[must_use]
    pub fn key(self) -> [u8; 4] {
        let mut key = [0; 4];
        key[..2].copy_from_slice(&Self::KEY_VERSION.to_be_bytes());
        key[2..].copy_from_slice(&self.id().to_be_bytes());
        key
    }

    /// Type that a key names; none for one that we do not know. Later versions of the key may be
    /// longer.
    #[must_use]
    pub fn from_key(key: &[u8]) -> Option<Self> {
        let id = i16::from_be_bytes([*key.get(2)?, *key.get(3)?]);
        Self::ALL.into_iter().find(|kind| kind.id() == id)
    }
}

/// Collects records and makes a batch of them. Offsets run from 0 without gaps.
#[derive(Clone, Debug)]
pub struct BatchBuilder {
    header: BatchHeader,
    codec: Codec,
    level: Option<i32>,
    payload: BytesMut,
    headers: BytesMut,
}

impl Default for BatchBuilder {
    fn default() -> Self {
        Self::new(Codec::None)
    }
}

impl BatchBuilder {
    /// An empty batch without producer.
    #[must_use]
    pub fn new(codec: Codec) -> Self {
        let header = BatchHeader {
            attributes: Attributes::default().with_codec(codec),
            last_offset_delta: -1,
            base_timestamp: -1,
            max_timestamp: -1,
            producer_id: ProducerId::NONE,
            producer_epoch: ProducerEpoch::NONE,
            base_sequence: -1,
            ..BatchHeader::default()
        };
        Self { header, codec, level: None, payload: BytesMut::new(), headers: BytesMut::new() }
    }

    /// Level of the codec instead of its default.
    #[must_use]
    pub fn level(mut self, level: Option<i32>) -> Self {
        self.level = level;
        self
    }

    /// Producer and sequence number of the first record.
    #[must_use]
    pub fn producer(mut self, id: ProducerId, epoch: ProducerEpoch, base_sequence: i32) -> Self {
        self.header.producer_id = id;
        self.header.producer_epoch = epoch;
        self.header.base_sequence = base_sequence;
        self
    }

    /// Makes the batch part of the producer's transaction.
    #[must_use]
    pub fn transactional(mut self) -> Self {
        self.header.attributes = self.header.attributes.with_transactional();
        self
    }

    /// Makes the records control records.
    #[must_use]
    pub fn control(mut self) -> Self {
        self.header.attributes = self.header.attributes.with_control();
        self
    }

    /// Whose clock the timestamps are from. With the broker's, the largest one counts for all.
    #[must_use]
    pub fn timestamp_type(mut self, kind: TimestampType) -> Self {
        self.header.attributes = self.header.attributes.with_timestamp_type(kind);
        self
    }

    /// Adds a record. Header keys are meant to be UTF-8.
    pub fn append<'h>(
        &mut self,
        timestamp: i64,
        key: Option<&[u8]>,
        value: Option<&[u8]>,
        headers: impl IntoIterator<Item = (&'h [u8], Option<&'h [u8]>)>,
    ) {
        self.headers.clear();
        let mut count = 0;
        for (key, value) in headers {
            write_header(&mut self.headers, key, value);
            count += 1;
        }
        if self.is_empty() {
            self.header.base_timestamp = timestamp;
        }
        self.header.max_timestamp = self.header.max_timestamp.max(timestamp);
        self.header.record_count += 1;
        self.header.last_offset_delta += 1;
        let record = RecordRef {
            attributes: 0,
            timestamp_delta: timestamp.wrapping_sub(self.header.base_timestamp),
            offset_delta: self.header.last_offset_delta,
            key,
            value,
            headers: HeadersRef::written(&self.headers, count),
        };
        record.write(&mut self.payload);
    }

    /// Adds a control record; `value` is the encoded message, version first.
    pub fn append_control(&mut self, timestamp: i64, kind: ControlType, value: &[u8]) {
        self.append(timestamp, Some(&kind.key()), Some(value), []);
    }

    /// Number of records.
    #[must_use]
    pub fn record_count(&self) -> i32 {
        self.header.record_count
    }

    /// Whether there is no record yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.header.record_count == 0
    }

    /// Size of the batch if it were not compressed: exact without a codec.
    #[must_use]
    pub fn estimated_size(&self) -> usize {
        HEADER_LEN + self.payload.len()
    }

    /// The batch. `base_offset` is 0 in what a client sends to a broker.
    ///
    /// # Errors
    /// As [`BuildError`] says.
    pub fn build(
        mut self,
        base_offset: Offset,
        leader_epoch: LeaderEpoch,
    ) -> Result<BytesMut, BuildError> {
        self.header.base_offset = base_offset;
        self.header.leader_epoch = leader_epoch;
        self.header.last_offset_delta = self.header.last_offset_delta.max(0);
        let (batch, _) = match self.codec {
            Codec::None => seal(self.header, &self.payload)?,
            codec => seal(self.header, &compress(codec, self.level, &self.payload)?)?,
        };
        Ok(batch)
    }
}

/// Puts a header before a payload; length and checksum are computed.
pub(super) fn seal(
    mut header: BatchHeader,
    payload: &[u8],
) -> Result<(BytesMut, BatchHeader), BuildError> {
    let size = HEADER_LEN + payload.len();
    header.batch_length =
        i32::try_from(size - LOG_OVERHEAD).map_err(|_| BuildError::TooLong(size))?;
    let mut batch = BytesMut::with_capacity(size);
    batch.put_slice(&header.to_bytes());
    batch.put_slice(payload);
    header.crc = stamp_crc(&mut batch);
    Ok((batch, header))
}

/// Writes the checksum of what stands in `batch`.
pub(super) fn stamp_crc(batch: &mut [u8]) -> u32 {
    let crc = crc_of(batch);
    batch[at::CRC..at::ATTRIBUTES].copy_from_slice(&crc.to_be_bytes());
    crc
}

/// One control record as a batch of its own, such as a transaction marker.
///
/// # Errors
/// When the value is too long for a batch.
pub fn control_batch(
    kind: ControlType,
    value: &[u8],
    timestamp: i64,
    producer: Option<(ProducerId, ProducerEpoch)>,
) -> Result<Bytes, BuildError> {
    let mut builder = BatchBuilder::new(Codec::None).control();
    if let Some((id, epoch)) = producer {
        builder = builder.producer(id, epoch, -1).transactional();
    }
    builder.append_control(timestamp, kind, value);
    Ok(builder.build(Offset::ZERO, LeaderEpoch::NONE)?.freeze())
}

#[cfg(test)]
mod tests;

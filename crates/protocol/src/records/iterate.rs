//! Walking through batches and through the records of a batch.
//!
//! Nothing is copied but what has to be decompressed, and everything may be garbage: the first bad
//! byte ends an iterator with an error.
//!
//! Tests: `tests.rs`, with batches that Kafka's own classes wrote.

use std::borrow::Cow;

use bytes::Bytes;
use crc_fast::CrcAlgorithm;

use super::compression::{self, FREE_OUTPUT, Limits};
use super::entry::{Entry, EntryError};
use super::header::{BatchHeader, Codec, HEADER_LEN, HeaderError, TimestampType, at};
use super::record::{OwnedRecord, RecordRef, RecordsError};

/// One batch among others.
#[derive(Clone, Copy, Debug)]
pub struct BatchRef<'a> {
    /// Where it begins, from the front of what is iterated.
    pub position: usize,
    /// Its header.
    pub header: BatchHeader,
    /// All of its bytes, header included.
    pub bytes: &'a [u8],
}

/// Why the batches end before the bytes do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BatchError {
    /// The last batch is not there as a whole: what was written is fine but incomplete.
    #[error("the batch at position {position} is cut off")]
    Truncated {
        /// Where it begins; everything before is good.
        position: usize,
    },
    /// No entry of any age begins here.
    #[error("no batch at position {position}: {source}")]
    Entry {
        /// Where it begins.
        position: usize,
        /// What is wrong.
        source: EntryError,
    },
    /// No batch of magic 2 begins here; an old message set is [`HeaderError::Magic`].
    #[error("no batch at position {position}: {source}")]
    Header {
        /// Where it begins.
        position: usize,
        /// What is wrong.
        source: HeaderError,
    },
}

impl BatchError {
    /// Where the bytes cease to be whole batches.
    #[must_use]
    pub fn position(&self) -> usize {
        match self {
            Self::Truncated { position }
            | Self::Entry { position, .. }
            | Self::Header { position, .. } => *position,
        }
    }
}

/// Iterates over the batches of magic 2 in some bytes. Checksums are not looked at, see
/// [`check_crc`]. An error is the last item.
#[derive(Clone, Debug)]
pub struct Batches<'a> {
    bytes: &'a [u8],
    position: usize,
}

impl<'a> Batches<'a> {
    /// From the front of `bytes`.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, position: 0 }
    }

    fn read(&self) -> Result<BatchRef<'a>, BatchError> {
        let position = self.position;
        let rest = &self.bytes[position..];
        let entry = Entry::parse(rest).map_err(|source| BatchError::Entry { position, source })?;
        let entry = entry.ok_or(BatchError::Truncated { position })?;
        let bytes = &rest[..entry.size];
        let header =
            BatchHeader::parse(bytes).map_err(|source| BatchError::Header { position, source })?;
        Ok(BatchRef { position, header, bytes })
    }
}

impl<'a> Iterator for Batches<'a> {
    type Item = Result<BatchRef<'a>, BatchError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.position >= self.bytes.len() {
            return None;
        }
        let batch = self.read();
        self.position = match &batch {
            Ok(batch) => self.position + batch.bytes.len(),
            Err(_) => self.bytes.len(),
        };
        Some(batch)
    }
}

/// CRC-32C of a batch: over everything from the attributes on.
///
/// # Panics
/// When `batch` is shorter than a header.
#[must_use]
pub fn crc_of(batch: &[u8]) -> u32 {
    crc32c(&batch[at::ATTRIBUTES..])
}

/// CRC-32C, the checksum of batches and of the files beside them.
#[must_use]
pub fn crc32c(bytes: &[u8]) -> u32 {
    // The algorithm has 32 bits; the upper half is zero.
    crc_fast::checksum(CrcAlgorithm::Crc32Iscsi, bytes) as u32
}

/// Whether a batch (all of it and nothing else) has the checksum that its header states.
#[must_use]
pub fn check_crc(batch: &[u8]) -> bool {
    batch.len() >= HEADER_LEN && batch[at::CRC..at::ATTRIBUTES] == crc_of(batch).to_be_bytes()
}

/// The records of a batch, decompressed where they need to be.
///
/// # Errors
/// When the header names no codec, or the payload does not decompress within 128 MiB.
pub fn payload<'a>(batch: &BatchRef<'a>) -> Result<Cow<'a, [u8]>, RecordsError> {
    let packed = &batch.bytes[HEADER_LEN..];
    let codec = codec_of(&batch.header)?;
    if codec == Codec::None {
        return Ok(Cow::Borrowed(packed));
    }
    let limits = Limits::for_input(packed.len()).at_most(FREE_OUTPUT);
    Ok(Cow::Owned(compression::decompress(codec, packed, limits)?))
}

pub(super) fn codec_of(header: &BatchHeader) -> Result<Codec, RecordsError> {
    header.attributes.codec().ok_or(RecordsError::Codec(header.attributes.0 & 0x07))
}

/// Iterates over the records of a decompressed payload. Yields the declared number of records and
/// fails when the payload holds fewer or more; an error is the last item.
#[derive(Clone, Debug)]
pub struct RecordIter<'a> {
    rest: &'a [u8],
    left: i32,
}

impl<'a> RecordIter<'a> {
    /// From the front of `payload`, which holds `count` records.
    #[must_use]
    pub fn new(payload: &'a [u8], count: i32) -> Self {
        Self { rest: payload, left: count }
    }

    /// Calls `look` with each record, without the cost of what `look` does not use.
    #[inline(always)]
    pub(super) fn each(mut self, mut look: impl FnMut(RecordRef<'a>)) -> Result<(), RecordsError> {
        while self.left != 0 {
            look(self.read()?);
        }
        Ok(())
    }

    #[inline(always)] // As `RecordRef::read`.
    fn read(&mut self) -> Result<RecordRef<'a>, RecordsError> {
        if self.left < 0 {
            return Err(RecordsError::Count(self.left));
        }
        let record = RecordRef::read(&mut self.rest)?;
        self.left -= 1;
        if self.left == 0 && !self.rest.is_empty() {
            return Err(RecordsError::Remaining);
        }
        Ok(record)
    }
}

impl<'a> Iterator for RecordIter<'a> {
    type Item = Result<RecordRef<'a>, RecordsError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.left == 0 {
            return None;
        }
        let record = self.read();
        if record.is_err() {
            self.left = 0;
        }
        Some(record)
    }
}

/// All records of a batch with absolute offsets and times. They share one allocation.
///
/// # Errors
/// As [`payload`], and when the records are not what the header declares.
pub fn decode_records(batch: &BatchRef<'_>) -> Result<Vec<OwnedRecord>, RecordsError> {
    let header = &batch.header;
    let payload = Bytes::from(payload(batch)?.into_owned());
    // A record takes seven bytes at least, so the declared count may not size the list.
    let mut records = Vec::with_capacity(
        usize::try_from(header.record_count).unwrap_or(0).min(payload.len() / 7),
    );
    for record in RecordIter::new(&payload, header.record_count) {
        let record = record?;
        let own = |bytes: &[u8]| payload.slice_ref(bytes);
        records.push(OwnedRecord {
            offset: header.base_offset.plus(i64::from(record.offset_delta)).0,
            timestamp: timestamp_of(header, record.timestamp_delta),
            key: record.key.map(own),
            value: record.value.map(own),
            headers: record.headers.map(|(key, value)| (own(key), value.map(own))).collect(),
        });
    }
    Ok(records)
}

/// Absolute time of a record: the batch's maximum when the broker's clock counts.
#[inline]
#[must_use]
pub fn timestamp_of(header: &BatchHeader, timestamp_delta: i64) -> i64 {
    match header.attributes.timestamp_type() {
        TimestampType::CreateTime => header.base_timestamp.wrapping_add(timestamp_delta),
        TimestampType::LogAppendTime => header.max_timestamp,
    }
}

#[cfg(test)]
mod tests;

//! Whole batches that are ready to be appended.
//!
//! Stands between those who judge or build batches and the log, which only stamps and writes them:
//! whoever holds a [`ValidBatches`] need not parse again.
//!
//! Invariants: the bytes are the listed batches back to back and nothing else; the headers are what
//! the bytes say, before and after [`ValidBatches::assign`]; there is at least one batch unless the
//! whole is empty.

use bytes::{Bytes, BytesMut};

use super::header::{BatchHeader, HeaderError, at};
use crate::ids::{LeaderEpoch, Offset};

/// One or more whole batches, back to back, whose checksums and records are known to be good.
#[derive(Clone, Debug, Default)]
pub struct ValidBatches {
    bytes: BytesMut,
    headers: Vec<(usize, BatchHeader)>,
}

impl ValidBatches {
    /// Takes bytes that this process built or that were verified before. Headers are parsed and
    /// must follow one another to the last byte; checksums and records are not looked at, and the
    /// offsets stay as they are.
    ///
    /// # Errors
    /// What is wrong with the first header that is none; a batch that ends beyond the bytes is
    /// [`HeaderError::Truncated`].
    pub fn trusted(bytes: BytesMut) -> Result<Self, HeaderError> {
        let mut headers = Vec::new();
        let mut position = 0;
        while position < bytes.len() {
            let rest = &bytes[position..];
            let header = BatchHeader::parse(rest)?;
            if header.size() > rest.len() {
                return Err(HeaderError::Truncated(rest.len()));
            }
            headers.push((position, header));
            position += header.size();
        }
        Ok(Self { bytes, headers })
    }

    /// Takes one batch whose header the caller just parsed or wrote.
    pub(crate) fn one(bytes: BytesMut, header: BatchHeader) -> Self {
        debug_assert_eq!(bytes.len(), header.size());
        Self { bytes, headers: vec![(0, header)] }
    }

    /// The batches as they are to be written.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The batches as they are to be written, without a copy.
    #[must_use]
    pub fn into_bytes(self) -> Bytes {
        self.bytes.freeze()
    }

    /// Every batch: position of its first byte, and its header.
    #[must_use]
    pub fn headers(&self) -> &[(usize, BatchHeader)] {
        &self.headers
    }

    /// Whether there is no batch at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.headers.is_empty()
    }

    /// Size of all batches in bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    /// Number of records in all batches.
    #[must_use]
    pub fn record_count(&self) -> u64 {
        let count = |header: &BatchHeader| u64::try_from(header.record_count).unwrap_or(0);
        self.headers.iter().map(|(_, header)| count(header)).sum()
    }

    /// Number of offsets that the batches take up: more than [`Self::record_count`] where a batch
    /// was compacted.
    #[must_use]
    pub fn offset_count(&self) -> i64 {
        self.headers.iter().map(|(_, header)| offsets_of(header)).sum()
    }

    /// Offset of the first record; [`Offset::NONE`] when there is no batch.
    #[must_use]
    pub fn first_offset(&self) -> Offset {
        self.headers.first().map_or(Offset::NONE, |(_, header)| header.base_offset)
    }

    /// Offset of the last record; [`Offset::NONE`] when there is no batch.
    #[must_use]
    pub fn last_offset(&self) -> Offset {
        self.headers.last().map_or(Offset::NONE, |(_, header)| header.last_offset())
    }

    /// Largest timestamp, and the offset of the last record of the first batch that has it: the pair
    /// that the time index takes. (-1, [`Offset::NONE`]) when no batch has a timestamp.
    #[must_use]
    pub fn max_timestamp(&self) -> (i64, Offset) {
        let mut found = (-1, Offset::NONE);
        for (_, header) in &self.headers {
            if header.max_timestamp > found.0 {
                found = (header.max_timestamp, header.last_offset());
            }
        }
        found
    }

    /// Stamps base offset and leader epoch into every batch, the first one at `first` and each next
    /// one right behind the last offset of the one before. Neither field is under the checksum.
    pub fn assign(&mut self, first: Offset, epoch: LeaderEpoch) {
        let mut next = first;
        for (position, header) in &mut self.headers {
            header.base_offset = next;
            header.leader_epoch = epoch;
            let batch = &mut self.bytes[*position..];
            batch[..at::LENGTH].copy_from_slice(&next.0.to_be_bytes());
            batch[at::LEADER_EPOCH..at::MAGIC].copy_from_slice(&epoch.0.to_be_bytes());
            next = next.plus(offsets_of(header));
        }
    }
}

fn offsets_of(header: &BatchHeader) -> i64 {
    i64::from(header.last_offset_delta) + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::HEADER_LEN;

    /// Two batches without payload, of 3 and 2 offsets.
    fn two() -> BytesMut {
        let mut bytes = BytesMut::new();
        for (last_offset_delta, max_timestamp) in [(2, 50), (1, 40)] {
            let header = BatchHeader {
                batch_length: (HEADER_LEN - super::super::LOG_OVERHEAD) as i32,
                last_offset_delta,
                max_timestamp,
                record_count: last_offset_delta + 1,
                ..BatchHeader::default()
            };
            bytes.extend_from_slice(&header.to_bytes());
        }
        bytes
    }

    #[test]
    fn offsets_are_stamped_one_batch_after_the_other() {
        let mut batches = ValidBatches::trusted(two()).unwrap();
        batches.assign(Offset(100), LeaderEpoch(7));
        assert_eq!((batches.first_offset(), batches.last_offset()), (Offset(100), Offset(104)));
        assert_eq!((batches.record_count(), batches.offset_count()), (5, 5));
        assert_eq!(batches.max_timestamp(), (50, Offset(102)));
        // What is in the bytes is what the headers say.
        let again = ValidBatches::trusted(BytesMut::from(batches.bytes())).unwrap();
        assert_eq!(again.headers(), batches.headers());
        assert_eq!(again.headers()[1].0, HEADER_LEN);
        assert_eq!(again.headers()[1].1.leader_epoch, LeaderEpoch(7));
    }

    #[test]
    fn a_tail_that_is_no_batch_is_refused() {
        let mut bytes = two();
        bytes.truncate(2 * HEADER_LEN - 1);
        assert_eq!(ValidBatches::trusted(bytes).unwrap_err(), HeaderError::Truncated(60));
        assert!(ValidBatches::trusted(BytesMut::new()).unwrap().is_empty());
    }
}

//! Batches on their way from being filled to being acknowledged, and what a caller sees of them.

use std::{sync::Arc, time::Instant};

use bytes::{Bytes, BytesMut};
use moldau_protocol::{
    ids::{LeaderEpoch, Offset, PartitionIndex, ProducerEpoch, ProducerId},
    records::{
        BatchBuilder, BatchHeader, Batches, BuildError, HEADER_LEN, LOG_OVERHEAD, RecordsError,
        crc_of, decode_records,
    },
};
use parking_lot::Mutex;
use tokio::sync::Notify;

use super::config::ProducerConfig;
use crate::ClientError;

/// Where a record came to lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Acknowledged {
    /// Its partition.
    pub partition: PartitionIndex,
    /// Its offset; none when the broker did not tell (acks=0, or a repeated batch).
    pub offset: Option<Offset>,
}

/// Outcome of the records that were put into one batch, which may reach the broker in several.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    parts: Mutex<Vec<Settled>>,
    notify: Notify,
}

#[derive(Debug)]
struct Settled {
    /// Index of the first record.
    first: u32,
    count: u32,
    result: Result<Acknowledged, ClientError>,
}

impl Outcome {
    fn settle(&self, first: u32, count: u32, result: Result<Acknowledged, ClientError>) {
        self.parts.lock().push(Settled { first, count, result });
        self.notify.notify_waiters();
    }

    fn of(&self, index: u32) -> Option<Result<Acknowledged, ClientError>> {
        let parts = self.parts.lock();
        let part =
            parts.iter().find(|part| (part.first..part.first + part.count).contains(&index))?;
        let beyond = i64::from(index - part.first);
        Some(part.result.clone().map(|acknowledged| Acknowledged {
            offset: acknowledged.offset.map(|offset| offset.plus(beyond)),
            ..acknowledged
        }))
    }
}

/// What becomes of one record. Dropping it changes nothing: [`super::Producer::flush`] reports
/// failures as well.
#[derive(Clone, Debug)]
pub struct Delivery {
    outcome: Arc<Outcome>,
    index: u32,
}

impl Delivery {
    /// Waits until the record is acknowledged or given up.
    ///
    /// # Errors
    /// Why it was given up.
    pub async fn wait(&self) -> Result<Acknowledged, ClientError> {
        loop {
            let mut notified = std::pin::pin!(self.outcome.notify.notified());
            // Registered before looking, so that a notice in between is not missed.
            notified.as_mut().enable();
            if let Some(result) = self.outcome.of(self.index) {
                return result;
            }
            notified.await;
        }
    }
}

/// The producer id and epoch that sequence numbers belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Identity {
    pub(super) id: ProducerId,
    pub(super) epoch: ProducerEpoch,
}

/// The name under which the broker knows a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sequence {
    pub(super) identity: Identity,
    pub(super) first: i32,
}

/// Sequence numbers wrap from `i32::MAX` to 0.
pub(super) fn advance_sequence(sequence: i32, count: u32) -> i32 {
    ((i64::from(sequence) + i64::from(count)) % (i64::from(i32::MAX) + 1)) as i32
}

#[derive(Debug)]
enum Content {
    Open(BatchBuilder),
    Sealed(Bytes),
}

/// A batch and all that has to be remembered of it.
#[derive(Debug)]
pub(super) struct Batch {
    content: Content,
    /// Grows by one with each batch of the partition, so that returned ones find their place.
    order: u64,
    pub(super) records: u32,
    /// Bytes that it counts for in the producer's memory.
    pub(super) memory: usize,
    pub(super) created: Instant,
    pub(super) sequence: Option<Sequence>,
    /// Whether the broker may have appended it although it did not say so.
    pub(super) doubtful: bool,
    /// Index of its first record in the outcome.
    first_index: u32,
    outcome: Arc<Outcome>,
}

/// A record as the caller gives it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Record<'a> {
    /// Partition, or none to let key or chance decide.
    pub partition: Option<PartitionIndex>,
    /// Milliseconds since 1970, or none for now.
    pub timestamp: Option<i64>,
    /// Key.
    pub key: Option<&'a [u8]>,
    /// Value; none is a tombstone in a compacted topic.
    pub value: Option<&'a [u8]>,
    /// Headers, in order; a key may come twice.
    pub headers: &'a [(&'a [u8], Option<&'a [u8]>)],
}

impl Record<'_> {
    /// Upper bound of the bytes it takes in a batch.
    pub(super) fn size_bound(&self) -> usize {
        /// Length, attributes, timestamp, offset, lengths of key and value, count of headers.
        const FIXED: usize = 5 + 1 + 10 + 5 + 5 + 5 + 5;
        let headers: usize = self
            .headers
            .iter()
            .map(|(key, value)| 10 + key.len() + value.map_or(0, <[u8]>::len))
            .sum();
        FIXED + self.key.map_or(0, <[u8]>::len) + self.value.map_or(0, <[u8]>::len) + headers
    }
}

impl Batch {
    pub(super) fn new(config: &ProducerConfig, order: u64, created: Instant) -> Self {
        let builder = BatchBuilder::new(config.compression).level(config.compression_level);
        Self {
            content: Content::Open(builder),
            order,
            records: 0,
            memory: HEADER_LEN,
            created,
            sequence: None,
            doubtful: false,
            first_index: 0,
            outcome: Arc::default(),
        }
    }

    /// Adds a record; the batch must not have been sealed.
    pub(super) fn append(&mut self, record: &Record<'_>, timestamp: i64) -> Delivery {
        if let Content::Open(builder) = &mut self.content {
            let headers = record.headers.iter().copied();
            builder.append(timestamp, record.key, record.value, headers);
            self.memory = builder.estimated_size();
        }
        let delivery = Delivery { outcome: Arc::clone(&self.outcome), index: self.records };
        self.records += 1;
        delivery
    }

    /// The bytes to send: built and compressed at the first call, stamped anew when the sequence
    /// has changed since.
    pub(super) fn seal(&mut self) -> Result<Bytes, BuildError> {
        let sealed = match std::mem::replace(&mut self.content, Content::Sealed(Bytes::new())) {
            Content::Open(mut builder) => {
                if let Some(Sequence { identity, first }) = self.sequence {
                    builder = builder.producer(identity.id, identity.epoch, first);
                }
                builder.build(Offset::ZERO, LeaderEpoch::NONE)?.freeze()
            }
            Content::Sealed(bytes) => match self.sequence {
                Some(sequence) => restamp(bytes, sequence),
                None => bytes,
            },
        };
        self.content = Content::Sealed(sealed.clone());
        Ok(sealed)
    }

    /// Two halves of a sealed batch that was too large; none when it cannot be split. The halves
    /// share the sequence numbers of the whole, which the broker has refused.
    pub(super) fn split(&self, config: &ProducerConfig) -> Result<Option<[Self; 2]>, RecordsError> {
        let Content::Sealed(bytes) = &self.content else { return Ok(None) };
        if self.records < 2 {
            return Ok(None);
        }
        let Some(Ok(batch)) = Batches::new(bytes).next() else { return Ok(None) };
        let records = decode_records(&batch)?;
        let half = records.len() / 2;
        let make = |first: usize, part: &[moldau_protocol::records::OwnedRecord]| {
            let mut builder = BatchBuilder::new(config.compression).level(config.compression_level);
            for record in part {
                let headers = record.headers.iter();
                let headers = headers.map(|(key, value)| (key.as_ref(), value.as_deref()));
                let (key, value) = (record.key.as_deref(), record.value.as_deref());
                builder.append(record.timestamp, key, value, headers);
            }
            Self {
                memory: builder.estimated_size(),
                content: Content::Open(builder),
                order: self.order,
                records: part.len() as u32,
                created: self.created,
                sequence: self.sequence.map(|sequence| Sequence {
                    first: advance_sequence(sequence.first, first as u32),
                    ..sequence
                }),
                doubtful: false,
                first_index: self.first_index + first as u32,
                outcome: Arc::clone(&self.outcome),
            }
        };
        Ok(Some([make(0, &records[..half]), make(half, &records[half..])]))
    }

    /// Where the batch belongs among those of its partition.
    pub(super) fn place(&self) -> (u64, u32) {
        (self.order, self.first_index)
    }

    pub(super) fn settle(&self, result: Result<Acknowledged, ClientError>) {
        self.outcome.settle(self.first_index, self.records, result);
    }
}

/// Writes another producer and sequence into a finished batch.
fn restamp(bytes: Bytes, sequence: Sequence) -> Bytes {
    let Ok(mut header) = BatchHeader::parse(&bytes) else { return bytes };
    let found = (header.producer_id, header.producer_epoch, header.base_sequence);
    let Sequence { identity, first } = sequence;
    if found == (identity.id, identity.epoch, first) {
        return bytes;
    }
    header.producer_id = identity.id;
    header.producer_epoch = identity.epoch;
    header.base_sequence = first;
    let mut copy = BytesMut::from(bytes.as_ref());
    copy[..HEADER_LEN].copy_from_slice(&header.to_bytes());
    header.crc = crc_of(&copy);
    copy[..HEADER_LEN].copy_from_slice(&header.to_bytes());
    debug_assert_eq!(copy.len(), LOG_OVERHEAD + header.batch_length as usize);
    copy.freeze()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sequence(id: i64, first: i32) -> Sequence {
        let identity = Identity { id: ProducerId(id), epoch: ProducerEpoch(0) };
        Sequence { identity, first }
    }

    fn batch(records: u32) -> (Batch, Vec<Delivery>) {
        let mut batch = Batch::new(&ProducerConfig::default(), 0, Instant::now());
        let record = Record { value: Some(b"value"), ..Record::default() };
        let deliveries = (0..records).map(|time| batch.append(&record, i64::from(time))).collect();
        (batch, deliveries)
    }

    #[test]
    fn another_sequence_is_stamped_into_the_same_bytes() {
        let (mut batch, _) = batch(3);
        batch.sequence = Some(sequence(1, 10));
        let first = batch.seal().unwrap();
        assert_eq!(batch.seal().unwrap(), first);
        batch.sequence = Some(sequence(2, 0));
        let second = batch.seal().unwrap();
        let header = BatchHeader::parse(&second).unwrap();
        assert_eq!((header.producer_id, header.base_sequence), (ProducerId(2), 0));
        assert!(moldau_protocol::records::check_crc(&second));
        assert_eq!(first[HEADER_LEN..], second[HEADER_LEN..]);
    }

    #[tokio::test]
    async fn halves_keep_sequence_and_deliveries() {
        let config = ProducerConfig::default();
        let (mut whole, deliveries) = batch(5);
        whole.sequence = Some(sequence(1, i32::MAX));
        whole.seal().unwrap();
        let [left, right] = whole.split(&config).unwrap().unwrap();
        assert_eq!((left.records, right.records), (2, 3));
        assert_eq!(right.sequence, Some(sequence(1, 1)));
        let at =
            |offset| Acknowledged { partition: PartitionIndex(0), offset: Some(Offset(offset)) };
        right.settle(Ok(at(100)));
        left.settle(Err(ClientError::Closed));
        assert!(deliveries[1].wait().await.is_err());
        assert_eq!(deliveries[4].wait().await.unwrap(), at(102));
        let (mut one, _) = batch(1);
        one.seal().unwrap();
        assert!(one.split(&config).unwrap().is_none());
    }
}

//! A Produce request that is built once and replayed: only its number, partition, stamp and checksum
//! change between sends.
//!
//! The stamp travels in the batch's timestamp, so that compressed batches carry it too: it names the
//! producer and the request. With it a reader can tell that nothing is missing, doubled or out of
//! order, and when a batch was due to be sent.

use moldau_protocol::codec::Payload;
use moldau_protocol::ids::{LeaderEpoch, Offset};
use moldau_protocol::messages::{
    ProduceRequest,
    produce_request::{PartitionProduceData, TopicProduceData},
};
use moldau_protocol::records::{BatchBuilder, Codec, crc_of};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use crate::failure::Result;
use crate::wire;

/// Most producers of one workload: the stamp has six bits for them.
pub(crate) const MAX_PRODUCERS: usize = 64;
/// Timestamp of the first stamp. Far enough back that no stamp ever lies in the future.
const STAMP_BASE: i64 = 1_700_000_000_000;
/// Where the correlation id is in a frame.
const CORRELATION_AT: usize = 8;
/// Empty tagged fields of the partition, the topic and the request end the frame.
const TAIL: usize = 3;
const CRC_AT: usize = 17;
const BASE_TIMESTAMP_AT: usize = 27;

/// What the batches of a workload look like.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    /// Length of each value in bytes.
    pub(crate) record_size: usize,
    /// Records in a batch; one batch is one request.
    pub(crate) records: usize,
    pub(crate) codec: Codec,
}

impl Shape {
    /// Batches of about 100 KiB, as a busy producer makes them.
    pub(crate) fn full(record_size: usize, codec: Codec) -> Self {
        Self { record_size, records: (100 << 10) / record_size, codec }
    }
}

/// Which request of which producer a batch came with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    pub(crate) producer: usize,
    pub(crate) number: u64,
}

impl Stamp {
    fn timestamp(self) -> i64 {
        let producers = MAX_PRODUCERS as u64;
        STAMP_BASE + (self.number * producers + self.producer as u64) as i64
    }

    /// The stamp in a batch's base timestamp; none when the batch is not of this bench.
    pub(crate) fn of(timestamp: i64) -> Option<Self> {
        let value = u64::try_from(timestamp - STAMP_BASE).ok()?;
        let producers = MAX_PRODUCERS as u64;
        Some(Self { producer: (value % producers) as usize, number: value / producers })
    }

    /// Where the request goes: producers write to all partitions in turn.
    pub(crate) fn partition(self, partitions: usize) -> usize {
        ((self.producer as u64 + self.number) % partitions as u64) as usize
    }

    /// Number of the first request of `producer` that goes to `partition`.
    pub(crate) fn first(producer: usize, partition: usize, partitions: usize) -> u64 {
        ((partition + partitions - producer % partitions) % partitions) as u64
    }
}

/// One producer's request.
#[derive(Debug)]
pub(crate) struct Template {
    frame: Vec<u8>,
    partition_at: usize,
    batch_at: usize,
    batch_end: usize,
}

impl Template {
    /// Builds the request; `seed` decides the content of the records.
    pub(crate) fn new(topic: &str, acks: i16, shape: Shape, seed: u64) -> Result<Self> {
        let batch = batch(shape, seed)?;
        let length = batch.len();
        let partition = PartitionProduceData {
            index: 0,
            records: Some(Payload::Bytes(batch.freeze())),
            ..Default::default()
        };
        let topic = TopicProduceData {
            name: topic.to_owned(),
            partition_data: vec![partition],
            ..Default::default()
        };
        let request = ProduceRequest {
            acks,
            timeout_ms: 60_000,
            topic_data: vec![topic],
            ..Default::default()
        };
        let frame = wire::frame(&request, 0)?;
        let batch_end = frame.len() - TAIL;
        let batch_at = batch_end - length;
        Ok(Self {
            partition_at: batch_at - uvarint_len(length + 1) - 4,
            frame,
            batch_at,
            batch_end,
        })
    }

    /// Length of the batch in bytes.
    pub(crate) fn batch_len(&self) -> usize {
        self.batch_end - self.batch_at
    }

    /// The frame of a request, ready to be sent.
    pub(crate) fn stamp(&mut self, stamp: Stamp, partitions: usize) -> &[u8] {
        let partition = stamp.partition(partitions) as u32;
        self.put(CORRELATION_AT, &(stamp.number as u32 & 0x7fff_ffff).to_be_bytes());
        self.put(self.partition_at, &partition.to_be_bytes());
        let timestamp = stamp.timestamp().to_be_bytes();
        self.put(self.batch_at + BASE_TIMESTAMP_AT, &timestamp);
        self.put(self.batch_at + BASE_TIMESTAMP_AT + 8, &timestamp);
        let crc = crc_of(&self.frame[self.batch_at..self.batch_end]);
        self.put(self.batch_at + CRC_AT, &crc.to_be_bytes());
        &self.frame
    }

    fn put(&mut self, at: usize, bytes: &[u8]) {
        self.frame[at..at + bytes.len()].copy_from_slice(bytes);
    }
}

fn uvarint_len(value: usize) -> usize {
    (usize::BITS - value.leading_zeros()).div_ceil(7).max(1) as usize
}

/// A batch of records whose text is about as compressible as log lines.
fn batch(shape: Shape, seed: u64) -> Result<bytes::BytesMut> {
    let mut random = StdRng::seed_from_u64(seed);
    let words: Vec<Vec<u8>> = (0..512)
        .map(|_| (0..random.random_range(3..9)).map(|_| random.random_range(b'a'..=b'z')).collect())
        .collect();
    let mut builder = BatchBuilder::new(shape.codec);
    let mut value = Vec::with_capacity(shape.record_size + 16);
    for _ in 0..shape.records {
        value.clear();
        while value.len() < shape.record_size {
            value.extend_from_slice(&words[random.random_range(0..words.len())]);
            value.push(b' ');
        }
        value.truncate(shape.record_size);
        builder.append(STAMP_BASE, None, Some(&value), []);
    }
    Ok(builder.build(Offset::ZERO, LeaderEpoch::NONE)?)
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use moldau_protocol::codec::{Decoder, Message};
    use moldau_protocol::messages::RequestHeader;
    use moldau_protocol::records::{Batches, check_crc};

    use super::*;

    #[test]
    fn a_stamped_frame_is_a_good_request() {
        for (record_size, codec) in [(100, Codec::None), (1024, Codec::Lz4), (100_000, Codec::None)]
        {
            let shape = Shape { record_size, records: 10, codec };
            let mut template = Template::new("topic", 1, shape, 7).unwrap();
            let stamp = Stamp { producer: 5, number: 123_456 };
            let frame = Bytes::copy_from_slice(&template.stamp(stamp, 12)[4..]);
            let mut decoder = Decoder::new(frame);
            let header = RequestHeader::decode(&mut decoder, 2).unwrap();
            assert_eq!(header.correlation_id, 123_456);
            let request = ProduceRequest::decode(&mut decoder, wire::NAMED_VERSION).unwrap();
            assert_eq!(decoder.remaining(), 0);
            let partition = &request.topic_data[0].partition_data[0];
            assert_eq!(partition.index, 5); // 5 + 123456 = 12 * 10288 + 5
            let bytes = partition.records.as_ref().unwrap().read().unwrap();
            let batch = Batches::new(&bytes).next().unwrap().unwrap();
            assert!(check_crc(batch.bytes));
            assert_eq!(batch.header.record_count, 10);
            assert_eq!(Stamp::of(batch.header.base_timestamp), Some(stamp));
        }
    }

    #[test]
    fn the_first_number_of_a_partition_is_the_smallest() {
        for producer in 0..MAX_PRODUCERS {
            for partition in 0..12 {
                let first = Stamp::first(producer, partition, 12);
                assert!(first < 12);
                assert_eq!(Stamp { producer, number: first }.partition(12), partition);
            }
        }
    }
}

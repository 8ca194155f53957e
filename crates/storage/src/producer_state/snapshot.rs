//! The `.snapshot` files: the producers of a partition as of the offset in the file's name.
//!
//! On disk: version 1, a CRC-32C over what follows it, and per producer its id, epoch, last sequence,
//! last offset, offset delta of its last batch, time, coordinator epoch and first offset of its open
//! transaction. Only the last batch of each producer is kept, as in Kafka.

use bytes::{Buf, BufMut};
use moldau_protocol::ids::{Offset, ProducerEpoch, ProducerId};

use super::{BatchMark, ProducerEntry};

/// Extension of the files.
pub(crate) const SNAPSHOT: &str = "snapshot";

const VERSION: i16 = 1;

/// Bytes in front of what the checksum covers.
const HEADER: usize = 6;

/// Bytes of one producer.
const ENTRY: usize = 8 + 2 + 4 + 8 + 4 + 8 + 4 + 8;

fn crc(bytes: &[u8]) -> u32 {
    crc_fast::checksum(crc_fast::CrcAlgorithm::Crc32Iscsi, bytes) as u32
}

pub(crate) fn encode<'a>(
    entries: impl Iterator<Item = (ProducerId, &'a ProducerEntry)>,
) -> Vec<u8> {
    let mut sorted: Vec<_> = entries.collect();
    sorted.sort_unstable_by_key(|(id, _)| *id);
    let mut bytes = Vec::with_capacity(HEADER + 4 + sorted.len() * ENTRY);
    bytes.put_i16(VERSION);
    bytes.put_u32(0);
    bytes.put_i32(i32::try_from(sorted.len()).unwrap_or(i32::MAX));
    for (id, entry) in sorted {
        let last = entry.last_batch();
        bytes.put_i64(id.0);
        bytes.put_i16(entry.epoch.0);
        bytes.put_i32(entry.last_sequence());
        bytes.put_i64(last.map_or(-1, |batch| batch.last_offset.0));
        bytes.put_i32(last.map_or(0, |batch| batch.offset_delta));
        bytes.put_i64(entry.last_timestamp);
        bytes.put_i32(entry.coordinator_epoch);
        bytes.put_i64(entry.txn_first_offset.map_or(-1, |offset| offset.0));
    }
    let crc = crc(&bytes[HEADER..]);
    bytes[2..HEADER].copy_from_slice(&crc.to_be_bytes());
    bytes
}

/// The producers of a snapshot; none when the bytes are damaged.
pub(crate) fn decode(bytes: &[u8]) -> Option<Vec<(ProducerId, ProducerEntry)>> {
    if bytes.len() < HEADER + 4 {
        return None;
    }
    let (mut header, body) = bytes.split_at(HEADER);
    if header.get_i16() != VERSION || header.get_u32() != crc(body) {
        return None;
    }
    let mut body = body;
    let count = usize::try_from(body.get_i32()).ok()?;
    if body.len() != count.checked_mul(ENTRY)? {
        return None;
    }
    let mut entries = Vec::with_capacity(count);
    for _ in 0..count {
        let id = ProducerId(body.get_i64());
        let mut entry =
            ProducerEntry { epoch: ProducerEpoch(body.get_i16()), ..Default::default() };
        let last_sequence = body.get_i32();
        let last_offset = Offset(body.get_i64());
        let offset_delta = body.get_i32();
        let timestamp = body.get_i64();
        if last_offset.0 >= 0 {
            entry.push(BatchMark { last_sequence, last_offset, offset_delta, timestamp });
        }
        entry.last_timestamp = timestamp;
        entry.coordinator_epoch = body.get_i32();
        let txn_first_offset = body.get_i64();
        entry.txn_first_offset = (txn_first_offset >= 0).then_some(Offset(txn_first_offset));
        entries.push((id, entry));
    }
    Some(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_snapshot_round_trips_and_a_damaged_one_is_refused() {
        let mut entry = ProducerEntry {
            epoch: ProducerEpoch(3),
            coordinator_epoch: 7,
            txn_first_offset: Some(Offset(90)),
            ..ProducerEntry::default()
        };
        entry.push(BatchMark {
            last_sequence: 9,
            last_offset: Offset(99),
            offset_delta: 4,
            timestamp: 1234,
        });
        let quiet = ProducerEntry { epoch: ProducerEpoch(0), ..ProducerEntry::default() };
        let list = [(ProducerId(5), entry), (ProducerId(2), quiet)];
        let bytes = encode(list.iter().map(|(id, entry)| (*id, entry)));
        let read = decode(&bytes).unwrap();
        assert_eq!(read, [list[1].clone(), list[0].clone()]);
        for index in 0..bytes.len() {
            let mut bad = bytes.clone();
            bad[index] ^= 1;
            assert!(decode(&bad).is_none(), "byte {index}");
        }
        assert!(decode(&bytes[..bytes.len() - 1]).is_none());
        assert!(decode(&[]).is_none());
    }
}

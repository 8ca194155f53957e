//! Which partition a record goes to, as Kafka's own clients decide.
//!
//! With a key: murmur2 of the key, so that our producers and Java's agree on where a key lives.
//! Without: one partition until about a batch has gone there, then another one by chance (KIP-794).

use moldau_protocol::ids::PartitionIndex;
use rand::Rng as _;

/// Kafka's murmur2 (seed 0x9747b28c), as a signed integer like Java's.
#[must_use]
pub fn murmur2(data: &[u8]) -> i32 {
    const M: u32 = 0x5bd1_e995;
    const SEED: u32 = 0x9747_b28c;
    let mut hash = SEED ^ data.len() as u32;
    let mut words = data.chunks_exact(4);
    for word in &mut words {
        let mut k = u32::from_le_bytes([word[0], word[1], word[2], word[3]]);
        k = k.wrapping_mul(M);
        k ^= k >> 24;
        k = k.wrapping_mul(M);
        hash = hash.wrapping_mul(M) ^ k;
    }
    let rest = words.remainder();
    if !rest.is_empty() {
        for (index, byte) in rest.iter().enumerate() {
            hash ^= u32::from(*byte) << (8 * index);
        }
        hash = hash.wrapping_mul(M);
    }
    hash ^= hash >> 13;
    hash = hash.wrapping_mul(M);
    hash ^= hash >> 15;
    hash as i32
}

/// Partition of a key among `count` partitions (at least one).
#[must_use]
pub fn partition_of_key(key: &[u8], count: usize) -> PartitionIndex {
    let positive = (murmur2(key) & i32::MAX) as usize;
    PartitionIndex((positive % count.max(1)) as i32)
}

/// The partition that records without key go to for now.
#[derive(Debug, Default)]
pub(super) struct Sticky {
    current: Option<usize>,
    bytes: usize,
}

impl Sticky {
    /// The partition for the next record. `candidates` are those that can be written to;
    /// `has_open_batch` tells whether a partition would take the record into a begun batch, which
    /// is a reason to stay.
    pub(super) fn choose(
        &mut self,
        candidates: &[usize],
        batch_size: usize,
        has_open_batch: impl FnOnce(usize) -> bool,
    ) -> usize {
        if let Some(current) = self.current {
            let enough = self.bytes >= 2 * batch_size
                || (self.bytes >= batch_size && !has_open_batch(current));
            if !enough || candidates == [current] {
                return current;
            }
        }
        let next = match candidates {
            [] => self.current.unwrap_or(0),
            some => some[rand::rng().random_range(0..some.len())],
        };
        self.current = Some(next);
        self.bytes = 0;
        next
    }

    /// Notes that `bytes` went to the partition chosen.
    pub(super) fn wrote(&mut self, bytes: usize) {
        self.bytes += bytes;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn murmur2_is_javas() {
        // Values of Kafka's own test of Utils.murmur2.
        for (text, hash) in [
            ("21", -973_932_308),
            ("foobar", -790_332_482),
            ("a-little-bit-long-string", -985_981_536),
            ("a-little-bit-longer-string", -1_486_304_829),
            ("lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8", -58_897_971),
            ("abc", 479_470_107),
        ] {
            assert_eq!(murmur2(text.as_bytes()), hash, "{text}");
        }
        assert_eq!(partition_of_key(b"abc", 10), PartitionIndex(7));
    }

    #[test]
    fn a_sticky_partition_changes_at_the_end_of_a_batch() {
        let mut sticky = Sticky::default();
        let first = sticky.choose(&[3], 100, |_| false);
        assert_eq!(first, 3);
        sticky.wrote(100);
        assert_eq!(sticky.choose(&[5], 100, |_| true), 3);
        assert_eq!(sticky.choose(&[5], 100, |_| false), 5);
        sticky.wrote(200);
        assert_eq!(sticky.choose(&[6], 100, |_| true), 6);
    }
}

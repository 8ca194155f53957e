//! Old message sets (magic 0 and 1), as far as recovery and serving need them: to tell a good one
//! from a torn one, and to index it. Their records are served as they lie; a reader decodes them.
//!
//! Layout behind the 12 bytes of offset and length: CRC-32, magic, attributes, for magic 1 a
//! timestamp, key and value. A compressed set is one message whose value holds the others; its
//! offset is that of the last of them and its timestamp the largest.
//!
//! Source: the message format page of Kafka's documentation; KIP-31, KIP-32.

use crc_fast::CrcAlgorithm;

use super::entry::Entry;
use super::header::{Codec, LOG_OVERHEAD, TimestampType};

const CRC: usize = LOG_OVERHEAD;
const MAGIC: usize = CRC + 4;
const ATTRIBUTES: usize = MAGIC + 1;
const TIMESTAMP: usize = ATTRIBUTES + 1;
const TIMESTAMP_END: usize = TIMESTAMP + 8;

/// What the head of an old message set says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OldMessageSet {
    /// Offset of the last record, size and magic.
    pub entry: Entry,
    /// Codec of the inner messages; none for a number that names no codec.
    pub codec: Option<Codec>,
    /// Whose clock the timestamp is from; magic 0 has none.
    pub timestamp_type: Option<TimestampType>,
    /// Largest timestamp; -1 for magic 0.
    pub timestamp: i64,
    /// Whether the checksum is right.
    pub intact: bool,
}

impl OldMessageSet {
    /// Reads the set at the front of `bytes`; none when no whole entry of magic 0 or 1 is there.
    #[must_use]
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let entry = Entry::parse(bytes).ok().flatten().filter(Entry::is_old)?;
        let bytes = &bytes[..entry.size];
        let stored = u32::from_be_bytes(*bytes.get(CRC..MAGIC)?.first_chunk()?);
        let computed = crc_fast::checksum(CrcAlgorithm::Crc32IsoHdlc, bytes.get(MAGIC..)?);
        let attributes = *bytes.get(ATTRIBUTES)?;
        let (timestamp_type, timestamp) = if entry.magic == 0 {
            (None, -1)
        } else {
            let kind = if attributes & 0x08 == 0 {
                TimestampType::CreateTime
            } else {
                TimestampType::LogAppendTime
            };
            let field = bytes.get(TIMESTAMP..TIMESTAMP_END)?.first_chunk()?;
            (Some(kind), i64::from_be_bytes(*field))
        };
        Some(Self {
            entry,
            codec: Codec::from_id(i16::from(attributes & 0x07)),
            timestamp_type,
            timestamp,
            intact: u64::from(stored) == computed,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::golden;

    #[test]
    fn sets_of_kafka_are_intact_until_a_bit_flips() {
        let one = golden::batch("magic1");
        let set = OldMessageSet::parse(&one).unwrap();
        assert_eq!((set.intact, set.timestamp), (true, 1_700_000_000_000));
        assert_eq!(set.timestamp_type, Some(TimestampType::CreateTime));
        let zero = golden::batch("magic0_gzip");
        let set = OldMessageSet::parse(&zero).unwrap();
        assert_eq!((set.intact, set.timestamp, set.timestamp_type), (true, -1, None));
        assert_eq!(set.codec, Some(Codec::Gzip));
        for at in MAGIC + 1..zero.len() {
            let mut flipped = zero.clone();
            flipped[at] ^= 1;
            assert!(!OldMessageSet::parse(&flipped).unwrap().intact, "byte {at}");
        }
        assert_eq!(OldMessageSet::parse(&zero[..zero.len() - 1]), None);
        assert_eq!(OldMessageSet::parse(&golden::batch("none")), None);
    }
}

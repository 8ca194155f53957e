//! The 61 bytes at the front of every batch.

use crate::ids::{LeaderEpoch, Offset, ProducerEpoch, ProducerId};

/// Bytes of a batch header, from the base offset to the record count.
pub const HEADER_LEN: usize = 61;

/// Bytes before the part that `batch_length` counts: base offset and the length itself.
pub const LOG_OVERHEAD: usize = 12;

/// The only magic that is written.
const MAGIC: i8 = 2;

/// Offsets of the fields that are stamped or checked apart.
pub(crate) mod at {
    pub(crate) const LENGTH: usize = 8;
    pub(crate) const LEADER_EPOCH: usize = 12;
    pub(crate) const MAGIC: usize = 16;
    pub(crate) const CRC: usize = 17;
    pub(crate) const ATTRIBUTES: usize = 21;
    pub(crate) const LAST_OFFSET_DELTA: usize = 23;
    pub(crate) const BASE_TIMESTAMP: usize = 27;
    pub(crate) const MAX_TIMESTAMP: usize = 35;
    pub(crate) const PRODUCER_ID: usize = 43;
    pub(crate) const PRODUCER_EPOCH: usize = 51;
    pub(crate) const BASE_SEQUENCE: usize = 53;
    pub(crate) const RECORD_COUNT: usize = 57;
}

/// Codec of a batch's records, by its number in the attributes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Codec {
    /// Not compressed.
    #[default]
    None,
    /// RFC 1952.
    Gzip,
    /// Snappy blocks, bare or in xerial framing.
    Snappy,
    /// LZ4 frame.
    Lz4,
    /// Zstandard frame.
    Zstd,
}

impl Codec {
    /// Number in the attributes.
    #[must_use]
    pub fn id(self) -> i16 {
        match self {
            Self::None => 0,
            Self::Gzip => 1,
            Self::Snappy => 2,
            Self::Lz4 => 3,
            Self::Zstd => 4,
        }
    }

    /// Codec of a number, or none for 5 to 7.
    #[must_use]
    pub fn from_id(id: i16) -> Option<Self> {
        [Self::None, Self::Gzip, Self::Snappy, Self::Lz4, Self::Zstd]
            .into_iter()
            .find(|codec| codec.id() == id)
    }

    /// Kafka's name, as in `compression.type`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Gzip => "gzip",
            Self::Snappy => "snappy",
            Self::Lz4 => "lz4",
            Self::Zstd => "zstd",
        }
    }
}

/// Whose clock the timestamps of a batch come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimestampType {
    /// The producer's.
    #[default]
    CreateTime,
    /// The broker's, at append.
    LogAppendTime,
}

/// The attribute bits of a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Attributes(pub i16);

impl Attributes {
    const CODEC: i16 = 0x07;
    const TIMESTAMP_TYPE: i16 = 0x08;
    const TRANSACTIONAL: i16 = 0x10;
    const CONTROL: i16 = 0x20;
    const DELETE_HORIZON: i16 = 0x40;

    /// The codec, or none when the three bits name no codec.
    #[must_use]
    pub fn codec(self) -> Option<Codec> {
        Codec::from_id(self.0 & Self::CODEC)
    }

    /// Whose clock the timestamps come from.
    #[must_use]
    pub fn timestamp_type(self) -> TimestampType {
        if self.0 & Self::TIMESTAMP_TYPE == 0 {
            TimestampType::CreateTime
        } else {
            TimestampType::LogAppendTime
        }
    }

    /// Whether the batch belongs to a transaction.
    #[must_use]
    pub fn is_transactional(self) -> bool {
        self.0 & Self::TRANSACTIONAL != 0
    }

    /// Whether the records are control records (markers), not data.
    #[must_use]
    pub fn is_control(self) -> bool {
        self.0 & Self::CONTROL != 0
    }

    /// Whether `base_timestamp` is the time at which the batch's tombstones may go.
    #[must_use]
    pub fn has_delete_horizon(self) -> bool {
        self.0 & Self::DELETE_HORIZON != 0
    }

    /// The bits that have a meaning; what a client set beyond them is dropped.
    pub(crate) fn known(self) -> Self {
        Self(self.0 & 0x7f)
    }

    /// The same bits with another codec.
    #[must_use]
    pub fn with_codec(self, codec: Codec) -> Self {
        Self((self.0 & !Self::CODEC) | codec.id())
    }

    /// The same bits with another timestamp type.
    #[must_use]
    pub fn with_timestamp_type(self, kind: TimestampType) -> Self {
        match kind {
            TimestampType::CreateTime => Self(self.0 & !Self::TIMESTAMP_TYPE),
            TimestampType::LogAppendTime => Self(self.0 | Self::TIMESTAMP_TYPE),
        }
    }

    /// The same bits, marked as control batch.
    #[must_use]
    pub fn with_control(self) -> Self {
        Self(self.0 | Self::CONTROL)
    }

    /// The same bits, marked as transactional.
    #[must_use]
    pub fn with_transactional(self) -> Self {
        Self(self.0 | Self::TRANSACTIONAL)
    }
}

/// Why bytes are not a batch header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HeaderError {
    /// Fewer than [`HEADER_LEN`] bytes.
    #[error("a batch header needs 61 bytes, {0} are there")]
    Truncated(usize),
    /// The batch says it is shorter than its own header.
    #[error("batch length {0} is too small")]
    Length(i32),
    /// Magic 0 or 1 (an old message set), or none at all.
    #[error("magic {0} is not 2")]
    Magic(i8),
}

/// The header of a batch of magic 2, all fields as they stand on the wire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BatchHeader {
    /// Offset of the first record.
    pub base_offset: Offset,
    /// Bytes after the length field itself; at least 49.
    pub batch_length: i32,
    /// Epoch of the leader that appended it, stamped by the broker; outside of the checksum.
    pub leader_epoch: LeaderEpoch,
    /// CRC-32C over everything from the attributes on.
    pub crc: u32,
    /// Codec, timestamp type, transactional, control.
    pub attributes: Attributes,
    /// Offset of the last record less the base offset; kept when compaction drops records.
    pub last_offset_delta: i32,
    /// Time of the first record (or the delete horizon).
    pub base_timestamp: i64,
    /// Largest time in the batch.
    pub max_timestamp: i64,
    /// Producer, or [`ProducerId::NONE`].
    pub producer_id: ProducerId,
    /// Epoch of the producer.
    pub producer_epoch: ProducerEpoch,
    /// Sequence number of the first record, or -1.
    pub base_sequence: i32,
    /// Number of records in it.
    pub record_count: i32,
}

fn array<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    let mut field = [0; N];
    field.copy_from_slice(&bytes[at..at + N]);
    field
}

impl BatchHeader {
    /// Reads the header at the front of `bytes`, which may go on. Only magic and length are judged.
    ///
    /// # Errors
    /// As [`HeaderError`] says.
    pub fn parse(bytes: &[u8]) -> Result<Self, HeaderError> {
        if bytes.len() <= at::MAGIC {
            return Err(HeaderError::Truncated(bytes.len()));
        }
        let magic = bytes[at::MAGIC] as i8;
        if magic != MAGIC {
            return Err(HeaderError::Magic(magic));
        }
        if bytes.len() < HEADER_LEN {
            return Err(HeaderError::Truncated(bytes.len()));
        }
        let batch_length = i32::from_be_bytes(array(bytes, at::LENGTH));
        if batch_length < (HEADER_LEN - LOG_OVERHEAD) as i32 {
            return Err(HeaderError::Length(batch_length));
        }
        Ok(Self {
            base_offset: Offset(i64::from_be_bytes(array(bytes, 0))),
            batch_length,
            leader_epoch: LeaderEpoch(i32::from_be_bytes(array(bytes, at::LEADER_EPOCH))),
            crc: u32::from_be_bytes(array(bytes, at::CRC)),
            attributes: Attributes(i16::from_be_bytes(array(bytes, at::ATTRIBUTES))),
            last_offset_delta: i32::from_be_bytes(array(bytes, at::LAST_OFFSET_DELTA)),
            base_timestamp: i64::from_be_bytes(array(bytes, at::BASE_TIMESTAMP)),
            max_timestamp: i64::from_be_bytes(array(bytes, at::MAX_TIMESTAMP)),
            producer_id: ProducerId(i64::from_be_bytes(array(bytes, at::PRODUCER_ID))),
            producer_epoch: ProducerEpoch(i16::from_be_bytes(array(bytes, at::PRODUCER_EPOCH))),
            base_sequence: i32::from_be_bytes(array(bytes, at::BASE_SEQUENCE)),
            record_count: i32::from_be_bytes(array(bytes, at::RECORD_COUNT)),
        })
    }

    /// The header as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; HEADER_LEN] {
        let mut bytes = [0; HEADER_LEN];
        let mut put = |at: usize, field: &[u8]| bytes[at..at + field.len()].copy_from_slice(field);
        put(0, &self.base_offset.0.to_be_bytes());
        put(at::LENGTH, &self.batch_length.to_be_bytes());
        put(at::LEADER_EPOCH, &self.leader_epoch.0.to_be_bytes());
        put(at::MAGIC, &MAGIC.to_be_bytes());
        put(at::CRC, &self.crc.to_be_bytes());
        put(at::ATTRIBUTES, &self.attributes.0.to_be_bytes());
        put(at::LAST_OFFSET_DELTA, &self.last_offset_delta.to_be_bytes());
        put(at::BASE_TIMESTAMP, &self.base_timestamp.to_be_bytes());
        put(at::MAX_TIMESTAMP, &self.max_timestamp.to_be_bytes());
        put(at::PRODUCER_ID, &self.producer_id.0.to_be_bytes());
        put(at::PRODUCER_EPOCH, &self.producer_epoch.0.to_be_bytes());
        put(at::BASE_SEQUENCE, &self.base_sequence.to_be_bytes());
        put(at::RECORD_COUNT, &self.record_count.to_be_bytes());
        bytes
    }

    /// Size of the whole batch, header included, in bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        LOG_OVERHEAD + usize::try_from(self.batch_length).unwrap_or(0)
    }

    /// Offset of the last record.
    #[must_use]
    pub fn last_offset(&self) -> Offset {
        self.base_offset.plus(i64::from(self.last_offset_delta))
    }

    /// Whether the batch carries sequence numbers.
    #[must_use]
    pub fn has_producer(&self) -> bool {
        self.producer_id > ProducerId::NONE
    }

    /// Sequence number of the last record; sequences wrap from `i32::MAX` to 0.
    #[must_use]
    pub fn last_sequence(&self) -> i32 {
        if self.base_sequence < 0 {
            return self.base_sequence;
        }
        let sum = i64::from(self.base_sequence) + i64::from(self.last_offset_delta);
        (sum % (i64::from(i32::MAX) + 1)) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> BatchHeader {
        BatchHeader {
            base_offset: Offset(7),
            batch_length: 60,
            leader_epoch: LeaderEpoch(3),
            crc: 0xdead_beef,
            attributes: Attributes(0x0a),
            last_offset_delta: 2,
            base_timestamp: 1000,
            max_timestamp: 1002,
            producer_id: ProducerId(9),
            producer_epoch: ProducerEpoch(1),
            base_sequence: i32::MAX,
            record_count: 3,
        }
    }

    #[test]
    fn a_header_round_trips() {
        let header = header();
        assert_eq!(BatchHeader::parse(&header.to_bytes()), Ok(header));
        assert_eq!(header.last_offset(), Offset(9));
        assert_eq!(header.last_sequence(), 1);
        assert_eq!(header.size(), 72);
        assert_eq!(header.attributes.codec(), Some(Codec::Snappy));
        assert_eq!(header.attributes.timestamp_type(), TimestampType::LogAppendTime);
    }

    #[test]
    fn what_is_no_header_is_refused() {
        let good = header().to_bytes();
        assert_eq!(BatchHeader::parse(&good[..60]), Err(HeaderError::Truncated(60)));
        assert_eq!(BatchHeader::parse(&[]), Err(HeaderError::Truncated(0)));
        let mut old = good;
        old[at::MAGIC] = 1;
        assert_eq!(BatchHeader::parse(&old), Err(HeaderError::Magic(1)));
        let mut short = good;
        short[at::LENGTH..at::LENGTH + 4].copy_from_slice(&48i32.to_be_bytes());
        assert_eq!(BatchHeader::parse(&short), Err(HeaderError::Length(48)));
    }
}

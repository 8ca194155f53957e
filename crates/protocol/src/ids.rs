//! Newtypes for the integers and ids that name things in Kafka's protocol.
//!
//! Raw integers stop at the codec: everything above it speaks these types.

use std::fmt;

macro_rules! newtype {
    ($(#[$doc:meta])* $name:ident($inner:ty)) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $inner);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl From<$inner> for $name {
            fn from(value: $inner) -> Self {
                Self(value)
            }
        }
    };
}

newtype!(
    /// Position of a record in its partition; the first record ever written has offset 0.
    Offset(i64)
);
newtype!(
    /// Number of the leadership of a partition (or of the quorum); grows by one with each new leader.
    LeaderEpoch(i32)
);
newtype!(
    /// Id of an idempotent or transactional producer, handed out by InitProducerId.
    ProducerId(i64)
);
newtype!(
    /// Epoch of a producer id; a higher one fences a lower one.
    ProducerEpoch(i16)
);
newtype!(
    /// Node id of a broker or controller (`node.id`).
    BrokerId(i32)
);
newtype!(
    /// Index of a partition in its topic, from 0.
    PartitionIndex(i32)
);

impl Offset {
    /// First offset of an empty log.
    pub const ZERO: Self = Self(0);
    /// "No offset" on the wire.
    pub const NONE: Self = Self(-1);

    /// The offset right after this one.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }

    /// This offset moved by `delta` records.
    #[must_use]
    pub fn plus(self, delta: i64) -> Self {
        Self(self.0.saturating_add(delta))
    }
}

impl LeaderEpoch {
    /// "No epoch" on the wire.
    pub const NONE: Self = Self(-1);
}

impl ProducerId {
    /// "Not idempotent" on the wire.
    pub const NONE: Self = Self(-1);
}

impl ProducerEpoch {
    /// "Not idempotent" on the wire.
    pub const NONE: Self = Self(-1);
}

impl BrokerId {
    /// "No broker" on the wire: no leader, or a client instead of a replica.
    pub const NONE: Self = Self(-1);
}

/// Sixteen bytes that name a topic, a log directory or an incarnation.
///
/// Its text form is Kafka's: URL-safe base64 without padding, 22 characters.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Uuid(pub [u8; 16]);

const BASE64_URL: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Length of a [`Uuid`] in its text form.
const UUID_TEXT_LEN: usize = 22;

impl Uuid {
    /// All zeros: "no id" on the wire.
    pub const ZERO: Self = Self([0; 16]);
    /// Kafka's reserved id of the metadata topic, and `DirectoryId.MIGRATING`'s upper neighbour: 0...01.
    pub const ONE: Self = Self([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);

    /// Id made of two big-endian halves, as Java's `Uuid(most, least)`.
    #[must_use]
    pub fn from_halves(most: u64, least: u64) -> Self {
        Self(((u128::from(most) << 64) | u128::from(least)).to_be_bytes())
    }

    /// A version-4 id made of 16 random bytes that the caller supplies.
    #[must_use]
    pub fn from_random(mut bytes: [u8; 16]) -> Self {
        bytes[6] = (bytes[6] & 0x0f) | 0x40;
        bytes[8] = (bytes[8] & 0x3f) | 0x80;
        Self(bytes)
    }

    /// Whether this is "no id".
    #[must_use]
    pub fn is_zero(&self) -> bool {
        *self == Self::ZERO
    }

    /// Reads the 22-character text form; `None` if it is not one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim_end_matches('=');
        if text.len() != UUID_TEXT_LEN {
            return None;
        }
        let mut value: u128 = 0;
        for (index, byte) in text.bytes().enumerate() {
            let digit = BASE64_URL.iter().position(|&c| c == byte)? as u128;
            if index == UUID_TEXT_LEN - 1 {
                // 21 digits carry 126 bits; the last one carries 2 bits and 4 of padding.
                value = (value << 2) | (digit >> 4);
            } else {
                value = (value << 6) | digit;
            }
        }
        Some(Self(value.to_be_bytes()))
    }
}

impl fmt::Display for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = u128::from_be_bytes(self.0);
        let mut text = String::with_capacity(UUID_TEXT_LEN);
        for index in 0..UUID_TEXT_LEN - 1 {
            let digit = (value >> (122 - 6 * index)) & 0x3f;
            text.push(char::from(BASE64_URL[digit as usize]));
        }
        text.push(char::from(BASE64_URL[((value & 0x3) << 4) as usize]));
        f.write_str(&text)
    }
}

impl fmt::Debug for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

newtype!(
    /// Identity of one life of a topic: a topic deleted and made again has another.
    TopicId(Uuid)
);
newtype!(
    /// Identity of a log directory, kept in its `meta.properties`.
    DirectoryId(Uuid)
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uuid_text_round_trips() {
        for id in [Uuid::ZERO, Uuid::ONE, Uuid([0xff; 16]), Uuid::from_halves(1 << 63, 7)] {
            assert_eq!(Uuid::parse(&id.to_string()), Some(id));
        }
        // Kafka's own text of the id of the metadata topic.
        assert_eq!(Uuid::ONE.to_string(), "AAAAAAAAAAAAAAAAAAAAAQ");
        assert_eq!(Uuid::parse("short"), None);
        assert_eq!(Uuid::parse("AAAAAAAAAAAAAAAAAAAA*Q"), None);
    }
}

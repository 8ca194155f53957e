//! The records of `__consumer_offsets`: a key that begins with the number of the record's type, and a
//! value that begins with the version of its layout.
//!
//! Source: Kafka's `CoordinatorRecordType` and the definitions beside it. Types of groups that this
//! server does not serve (share, streams) are kept in the log and passed over.

use bytes::Bytes;
use moldau_protocol::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message},
    messages::{
        ConsumerGroupCurrentMemberAssignmentKey, ConsumerGroupCurrentMemberAssignmentValue,
        ConsumerGroupMemberMetadataKey, ConsumerGroupMemberMetadataValue, ConsumerGroupMetadataKey,
        ConsumerGroupMetadataValue, ConsumerGroupPartitionMetadataKey,
        ConsumerGroupPartitionMetadataValue, ConsumerGroupRegularExpressionKey,
        ConsumerGroupRegularExpressionValue, ConsumerGroupTargetAssignmentMemberKey,
        ConsumerGroupTargetAssignmentMemberValue, ConsumerGroupTargetAssignmentMetadataKey,
        ConsumerGroupTargetAssignmentMetadataValue, GroupMetadataKey, GroupMetadataValue,
        OffsetCommitKey, OffsetCommitValue,
    },
};

use crate::machine::{EncodedRecord, ReplayFault};

/// Layout of all keys.
const KEY_VERSION: i16 = 0;

macro_rules! records {
    ($($(#[$doc:meta])* $name:ident = $number:literal ($key:ident, $value:ident, version $version:literal),)*) => {
        /// A record: its key and its value, none for a tombstone.
        #[derive(Clone, Debug, PartialEq)]
        pub enum GroupRecord {
            $($(#[$doc])* $name($key, Option<$value>),)*
        }

        impl GroupRecord {
            /// The bytes, in the layouts that Kafka 4.4.0 writes.
            ///
            /// # Errors
            /// When a name or the data of a member is longer than the layout can carry.
            pub fn encode(&self) -> Result<EncodedRecord, EncodeError> {
                Ok(match self {
                    $(Self::$name(key, value) => EncodedRecord {
                        key: versioned($number, key, KEY_VERSION)?,
                        value: match value {
                            Some(value) => {
                                let version = self.older_layout().unwrap_or($version);
                                Some(versioned(version, value, version)?)
                            }
                            None => None,
                        },
                    },)*
                })
            }

            /// The record; none for a type that is not known here.
            ///
            /// # Errors
            /// When the bytes are not such a record.
            pub fn decode(key: &[u8], value: Option<&[u8]>) -> Result<Option<Self>, ReplayFault> {
                let (kind, mut key) = open(key).map_err(|e| fault("key", e))?;
                Ok(Some(match kind {
                    $($number => Self::$name(
                        $key::decode(&mut key, KEY_VERSION).map_err(|e| fault(stringify!($key), e))?,
                        read(value).map_err(|e| fault(stringify!($value), e))?,
                    ),)*
                    // The first version of committed offsets, whose key has the same fields.
                    0 => Self::OffsetCommit(
                        OffsetCommitKey::decode(&mut key, KEY_VERSION)
                            .map_err(|e| fault("OffsetCommitKey", e))?,
                        read(value).map_err(|e| fault("OffsetCommitValue", e))?,
                    ),
                    _ => return Ok(None),
                }))
            }
        }
    };
}

records! {
    /// A committed offset.
    OffsetCommit = 1 (OffsetCommitKey, OffsetCommitValue, version 4),
    /// A classic group with all of its members.
    Classic = 2 (GroupMetadataKey, GroupMetadataValue, version 3),
    /// Epoch of a consumer group.
    Consumer = 3 (ConsumerGroupMetadataKey, ConsumerGroupMetadataValue, version 0),
    /// Partitions of the topics of a consumer group, as Kafka wrote it before 4.1; only removed now.
    ConsumerPartitions = 4 (ConsumerGroupPartitionMetadataKey, ConsumerGroupPartitionMetadataValue, version 0),
    /// A member and its subscription.
    ConsumerMember = 5 (ConsumerGroupMemberMetadataKey, ConsumerGroupMemberMetadataValue, version 0),
    /// Epoch of the target assignment.
    ConsumerTarget = 6 (ConsumerGroupTargetAssignmentMetadataKey, ConsumerGroupTargetAssignmentMetadataValue, version 0),
    /// Target assignment of a member.
    ConsumerTargetMember = 7 (ConsumerGroupTargetAssignmentMemberKey, ConsumerGroupTargetAssignmentMemberValue, version 0),
    /// What a member has now.
    ConsumerCurrent = 8 (ConsumerGroupCurrentMemberAssignmentKey, ConsumerGroupCurrentMemberAssignmentValue, version 0),
    /// Topics that a regular expression stands for.
    ConsumerRegex = 16 (ConsumerGroupRegularExpressionKey, ConsumerGroupRegularExpressionValue, version 0),
}

impl GroupRecord {
    /// The layout, where it depends on the content: only that of version 1 has the time when a
    /// committed offset expires (OffsetCommit 2-4). It has neither leader epoch nor topic id.
    fn older_layout(&self) -> Option<i16> {
        match self {
            Self::OffsetCommit(_, Some(value)) if value.expire_timestamp != -1 => Some(1),
            _ => None,
        }
    }
}

fn versioned(head: i16, message: &impl Message, version: i16) -> Result<Bytes, EncodeError> {
    let mut encoder = Encoder::new();
    encoder.i16(head);
    message.encode(&mut encoder, version)?;
    Ok(encoder.into_bytes().expect("no part of a record is a range of a file"))
}

fn open(bytes: &[u8]) -> Result<(i16, Decoder), DecodeError> {
    let mut decoder = Decoder::new(Bytes::copy_from_slice(bytes));
    Ok((decoder.i16()?, decoder))
}

fn read<V: Message>(value: Option<&[u8]>) -> Result<Option<V>, DecodeError> {
    let Some(value) = value else { return Ok(None) };
    let (version, mut decoder) = open(value)?;
    V::decode(&mut decoder, version).map(Some)
}

fn fault(what: &str, error: DecodeError) -> ReplayFault {
    ReplayFault(format!("{what} cannot be read: {error}"))
}

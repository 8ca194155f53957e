// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct OffsetFetchResponse {
    pub throttle_time_ms: i32,
    pub topics: Vec<OffsetFetchResponseTopic>,
    pub error_code: i16,
    pub groups: Vec<OffsetFetchResponseGroup>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for OffsetFetchResponse {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            topics: Vec::new(),
            error_code: 0,
            groups: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for OffsetFetchResponse {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(1..=10).contains(&version) {
            return Err(DecodeError::Version { message: "OffsetFetchResponse", version });
        }
        let flexible = version >= 6;
        let mut this = Self::default();
        if version >= 3 {
            this.throttle_time_ms = decoder.i32()?;
        }
        if version <= 7 {
            this.topics = decoder.array(flexible, 1, "topics", |decoder| {
                OffsetFetchResponseTopic::decode(decoder, version)
            })?;
        }
        if (2..=7).contains(&version) {
            this.error_code = decoder.i16()?;
        }
        if version >= 8 {
            this.groups = decoder.array(flexible, 1, "groups", |decoder| {
                OffsetFetchResponseGroup::decode(decoder, version)
            })?;
        }
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 6;
        if version >= 3 {
            encoder.i32(self.throttle_time_ms);
        }
        if version <= 7 {
            encoder.length(flexible, Some(self.topics.len()))?;
            for element in &self.topics {
                element.encode(encoder, version)?;
            }
        }
        if (2..=7).contains(&version) {
            encoder.i16(self.error_code);
        }
        if version >= 8 {
            encoder.length(flexible, Some(self.groups.len()))?;
            for element in &self.groups {
                element.encode(encoder, version)?;
            }
        }
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct OffsetFetchResponseTopic {
    pub name: String,
    pub partitions: Vec<OffsetFetchResponsePartition>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for OffsetFetchResponseTopic {
    fn default() -> Self {
        Self { name: String::new(), partitions: Vec::new(), unknown_tagged_fields: Vec::new() }
    }
}

impl Message for OffsetFetchResponseTopic {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 6;
        let mut this = Self::default();
        if version <= 7 {
            this.name = decoder.string(flexible, "name")?;
        }
        if version <= 7 {
            this.partitions = decoder.array(flexible, 1, "partitions", |decoder| {
                OffsetFetchResponsePartition::decode(decoder, version)
            })?;
        }
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 6;
        if version <= 7 {
            encoder.string(flexible, &self.name)?;
        }
        if version <= 7 {
            encoder.length(flexible, Some(self.partitions.len()))?;
            for element in &self.partitions {
                element.encode(encoder, version)?;
            }
        }
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct OffsetFetchResponsePartition {
    pub partition_index: i32,
    pub committed_offset: i64,
    pub committed_leader_epoch: i32,
    pub metadata: Option<String>,
    pub error_code: i16,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for OffsetFetchResponsePartition {
    fn default() -> Self {
        Self {
            partition_index: 0,
            committed_offset: 0,
            committed_leader_epoch: -1,
            metadata: Some(String::new()),
            error_code: 0,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for OffsetFetchResponsePartition {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 6;
        let mut this = Self::default();
        if version <= 7 {
            this.partition_index = decoder.i32()?;
        }
        if version <= 7 {
            this.committed_offset = decoder.i64()?;
        }
        if (5..=7).contains(&version) {
            this.committed_leader_epoch = decoder.i32()?;
        }
        if version <= 7 {
            this.metadata = decoder.nullable_string(flexible)?;
        }
        if version <= 7 {
            this.error_code = decoder.i16()?;
        }
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 6;
        if version <= 7 {
            encoder.i32(self.partition_index);
        }
        if version <= 7 {
            encoder.i64(self.committed_offset);
        }
        if (5..=7).contains(&version) {
            encoder.i32(self.committed_leader_epoch);
        }
        if version <= 7 {
            encoder.nullable_string(flexible, self.metadata.as_deref())?;
        }
        if version <= 7 {
            encoder.i16(self.error_code);
        }
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct OffsetFetchResponseGroup {
    pub group_id: String,
    pub topics: Vec<OffsetFetchResponseTopics>,
    pub error_code: i16,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for OffsetFetchResponseGroup {
    fn default() -> Self {
        Self {
            group_id: String::new(),
            topics: Vec::new(),
            error_code: 0,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for OffsetFetchResponseGroup {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 6;
        let mut this = Self::default();
        if version >= 8 {
            this.group_id = decoder.string(flexible, "group_id")?;
        }
        if version >= 8 {
            this.topics = decoder.array(flexible, 1, "topics", |decoder| {
                OffsetFetchResponseTopics::decode(decoder, version)
            })?;
        }
        if version >= 8 {
            this.error_code = decoder.i16()?;
        }
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 6;
        if version >= 8 {
            encoder.string(flexible, &self.group_id)?;
        }
        if version >= 8 {
            encoder.length(flexible, Some(self.topics.len()))?;
            for element in &self.topics {
                element.encode(encoder, version)?;
            }
        }
        if version >= 8 {
            encoder.i16(self.error_code);
        }
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct OffsetFetchResponseTopics {
    pub name: String,
    pub topic_id: Uuid,
    pub partitions: Vec<OffsetFetchResponsePartitions>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for OffsetFetchResponseTopics {
    fn default() -> Self {
        Self {
            name: String::new(),
            topic_id: Uuid::ZERO,
            partitions: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for OffsetFetchResponseTopics {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 6;
        let mut this = Self::default();
        if (8..=9).contains(&version) {
            this.name = decoder.string(flexible, "name")?;
        }
        if version >= 10 {
            this.topic_id = decoder.uuid()?;
        }
        if version >= 8 {
            this.partitions = decoder.array(flexible, 1, "partitions", |decoder| {
                OffsetFetchResponsePartitions::decode(decoder, version)
            })?;
        }
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 6;
        if (8..=9).contains(&version) {
            encoder.string(flexible, &self.name)?;
        }
        if version >= 10 {
            encoder.uuid(self.topic_id);
        }
        if version >= 8 {
            encoder.length(flexible, Some(self.partitions.len()))?;
            for element in &self.partitions {
                element.encode(encoder, version)?;
            }
        }
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct OffsetFetchResponsePartitions {
    pub partition_index: i32,
    pub committed_offset: i64,
    pub committed_leader_epoch: i32,
    pub metadata: Option<String>,
    pub error_code: i16,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for OffsetFetchResponsePartitions {
    fn default() -> Self {
        Self {
            partition_index: 0,
            committed_offset: 0,
            committed_leader_epoch: -1,
            metadata: Some(String::new()),
            error_code: 0,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for OffsetFetchResponsePartitions {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 6;
        let mut this = Self::default();
        if version >= 8 {
            this.partition_index = decoder.i32()?;
        }
        if version >= 8 {
            this.committed_offset = decoder.i64()?;
        }
        if version >= 8 {
            this.committed_leader_epoch = decoder.i32()?;
        }
        if version >= 8 {
            this.metadata = decoder.nullable_string(flexible)?;
        }
        if version >= 8 {
            this.error_code = decoder.i16()?;
        }
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 6;
        if version >= 8 {
            encoder.i32(self.partition_index);
        }
        if version >= 8 {
            encoder.i64(self.committed_offset);
        }
        if version >= 8 {
            encoder.i32(self.committed_leader_epoch);
        }
        if version >= 8 {
            encoder.nullable_string(flexible, self.metadata.as_deref())?;
        }
        if version >= 8 {
            encoder.i16(self.error_code);
        }
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

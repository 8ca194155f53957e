// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct OffsetCommitRequest {
    pub group_id: String,
    pub generation_id_or_member_epoch: i32,
    pub member_id: String,
    pub group_instance_id: Option<String>,
    pub retention_time_ms: i64,
    pub topics: Vec<OffsetCommitRequestTopic>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for OffsetCommitRequest {
    fn default() -> Self {
        Self {
            group_id: String::new(),
            generation_id_or_member_epoch: -1,
            member_id: String::new(),
            group_instance_id: None,
            retention_time_ms: -1,
            topics: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for OffsetCommitRequest {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(2..=10).contains(&version) {
            return Err(DecodeError::Version { message: "OffsetCommitRequest", version });
        }
        let flexible = version >= 8;
        let mut this = Self::default();
        this.group_id = decoder.string(flexible, "group_id")?;
        this.generation_id_or_member_epoch = decoder.i32()?;
        this.member_id = decoder.string(flexible, "member_id")?;
        if version >= 7 {
            this.group_instance_id = decoder.nullable_string(flexible)?;
        }
        if version <= 4 {
            this.retention_time_ms = decoder.i64()?;
        }
        this.topics = decoder.array(flexible, 1, "topics", |decoder| {
            OffsetCommitRequestTopic::decode(decoder, version)
        })?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 8;
        if !(version >= 7) && self.group_instance_id.is_some() {
            return Err(EncodeError::Unsupported {
                message: "OffsetCommitRequest",
                field: "group_instance_id",
                version,
            });
        }
        encoder.string(flexible, &self.group_id)?;
        encoder.i32(self.generation_id_or_member_epoch);
        encoder.string(flexible, &self.member_id)?;
        if version >= 7 {
            encoder.nullable_string(flexible, self.group_instance_id.as_deref())?;
        }
        if version <= 4 {
            encoder.i64(self.retention_time_ms);
        }
        encoder.length(flexible, Some(self.topics.len()))?;
        for element in &self.topics {
            element.encode(encoder, version)?;
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
pub struct OffsetCommitRequestTopic {
    pub name: String,
    pub topic_id: Uuid,
    pub partitions: Vec<OffsetCommitRequestPartition>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for OffsetCommitRequestTopic {
    fn default() -> Self {
        Self {
            name: String::new(),
            topic_id: Uuid::ZERO,
            partitions: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for OffsetCommitRequestTopic {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 8;
        let mut this = Self::default();
        if version <= 9 {
            this.name = decoder.string(flexible, "name")?;
        }
        if version >= 10 {
            this.topic_id = decoder.uuid()?;
        }
        this.partitions = decoder.array(flexible, 13, "partitions", |decoder| {
            OffsetCommitRequestPartition::decode(decoder, version)
        })?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 8;
        if version <= 9 {
            encoder.string(flexible, &self.name)?;
        }
        if version >= 10 {
            encoder.uuid(self.topic_id);
        }
        encoder.length(flexible, Some(self.partitions.len()))?;
        for element in &self.partitions {
            element.encode(encoder, version)?;
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
pub struct OffsetCommitRequestPartition {
    pub partition_index: i32,
    pub committed_offset: i64,
    pub committed_leader_epoch: i32,
    pub committed_metadata: Option<String>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for OffsetCommitRequestPartition {
    fn default() -> Self {
        Self {
            partition_index: 0,
            committed_offset: 0,
            committed_leader_epoch: -1,
            committed_metadata: Some(String::new()),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for OffsetCommitRequestPartition {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 8;
        let mut this = Self::default();
        this.partition_index = decoder.i32()?;
        this.committed_offset = decoder.i64()?;
        if version >= 6 {
            this.committed_leader_epoch = decoder.i32()?;
        }
        this.committed_metadata = decoder.nullable_string(flexible)?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 8;
        encoder.i32(self.partition_index);
        encoder.i64(self.committed_offset);
        if version >= 6 {
            encoder.i32(self.committed_leader_epoch);
        }
        encoder.nullable_string(flexible, self.committed_metadata.as_deref())?;
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

impl crate::codec::Request for OffsetCommitRequest {
    const KEY: crate::ApiKey = crate::ApiKey(8);
    const MIN_VERSION: i16 = 2;
    const MAX_VERSION: i16 = 10;
    const FLEXIBLE_FROM: i16 = 8;
    type Response = super::offset_commit_response::OffsetCommitResponse;
}

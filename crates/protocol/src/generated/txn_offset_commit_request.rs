// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct TxnOffsetCommitRequest {
    pub transactional_id: String,
    pub group_id: String,
    pub producer_id: i64,
    pub producer_epoch: i16,
    pub generation_id_or_member_epoch: i32,
    pub member_id: String,
    pub group_instance_id: Option<String>,
    pub topics: Vec<TxnOffsetCommitRequestTopic>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for TxnOffsetCommitRequest {
    fn default() -> Self {
        Self {
            transactional_id: String::new(),
            group_id: String::new(),
            producer_id: 0,
            producer_epoch: 0,
            generation_id_or_member_epoch: -1,
            member_id: String::new(),
            group_instance_id: None,
            topics: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for TxnOffsetCommitRequest {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=6).contains(&version) {
            return Err(DecodeError::Version { message: "TxnOffsetCommitRequest", version });
        }
        let flexible = version >= 3;
        let mut this = Self::default();
        this.transactional_id = decoder.string(flexible, "transactional_id")?;
        this.group_id = decoder.string(flexible, "group_id")?;
        this.producer_id = decoder.i64()?;
        this.producer_epoch = decoder.i16()?;
        if version >= 3 {
            this.generation_id_or_member_epoch = decoder.i32()?;
        }
        if version >= 3 {
            this.member_id = decoder.string(flexible, "member_id")?;
        }
        if version >= 3 {
            this.group_instance_id = decoder.nullable_string(flexible)?;
        }
        this.topics = decoder.array(flexible, 1, "topics", |decoder| {
            TxnOffsetCommitRequestTopic::decode(decoder, version)
        })?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 3;
        if !(version >= 3) && self.generation_id_or_member_epoch != -1 {
            return Err(EncodeError::Unsupported {
                message: "TxnOffsetCommitRequest",
                field: "generation_id_or_member_epoch",
                version,
            });
        }
        if !(version >= 3) && !self.member_id.is_empty() {
            return Err(EncodeError::Unsupported {
                message: "TxnOffsetCommitRequest",
                field: "member_id",
                version,
            });
        }
        if !(version >= 3) && self.group_instance_id.is_some() {
            return Err(EncodeError::Unsupported {
                message: "TxnOffsetCommitRequest",
                field: "group_instance_id",
                version,
            });
        }
        encoder.string(flexible, &self.transactional_id)?;
        encoder.string(flexible, &self.group_id)?;
        encoder.i64(self.producer_id);
        encoder.i16(self.producer_epoch);
        if version >= 3 {
            encoder.i32(self.generation_id_or_member_epoch);
        }
        if version >= 3 {
            encoder.string(flexible, &self.member_id)?;
        }
        if version >= 3 {
            encoder.nullable_string(flexible, self.group_instance_id.as_deref())?;
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
pub struct TxnOffsetCommitRequestTopic {
    pub name: String,
    pub topic_id: Uuid,
    pub partitions: Vec<TxnOffsetCommitRequestPartition>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for TxnOffsetCommitRequestTopic {
    fn default() -> Self {
        Self {
            name: String::new(),
            topic_id: Uuid::ZERO,
            partitions: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for TxnOffsetCommitRequestTopic {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 3;
        let mut this = Self::default();
        if version <= 5 {
            this.name = decoder.string(flexible, "name")?;
        }
        if version >= 6 {
            this.topic_id = decoder.uuid()?;
        }
        this.partitions = decoder.array(flexible, 13, "partitions", |decoder| {
            TxnOffsetCommitRequestPartition::decode(decoder, version)
        })?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 3;
        if version <= 5 {
            encoder.string(flexible, &self.name)?;
        }
        if version >= 6 {
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
pub struct TxnOffsetCommitRequestPartition {
    pub partition_index: i32,
    pub committed_offset: i64,
    pub committed_leader_epoch: i32,
    pub committed_metadata: Option<String>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for TxnOffsetCommitRequestPartition {
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

impl Message for TxnOffsetCommitRequestPartition {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 3;
        let mut this = Self::default();
        this.partition_index = decoder.i32()?;
        this.committed_offset = decoder.i64()?;
        if version >= 2 {
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
        let flexible = version >= 3;
        encoder.i32(self.partition_index);
        encoder.i64(self.committed_offset);
        if version >= 2 {
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

impl crate::codec::Request for TxnOffsetCommitRequest {
    const KEY: crate::ApiKey = crate::ApiKey(28);
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 6;
    const FLEXIBLE_FROM: i16 = 3;
    type Response = super::txn_offset_commit_response::TxnOffsetCommitResponse;
}

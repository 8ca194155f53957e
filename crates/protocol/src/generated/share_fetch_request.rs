// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct ShareFetchRequest {
    pub group_id: Option<String>,
    pub member_id: Option<String>,
    pub share_session_epoch: i32,
    pub max_wait_ms: i32,
    pub min_bytes: i32,
    pub max_bytes: i32,
    pub max_records: i32,
    pub batch_size: i32,
    pub share_acquire_mode: i8,
    pub is_renew_ack: bool,
    pub topics: Vec<FetchTopic>,
    pub forgotten_topics_data: Vec<ForgottenTopic>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for ShareFetchRequest {
    fn default() -> Self {
        Self {
            group_id: None,
            member_id: Some(String::new()),
            share_session_epoch: 0,
            max_wait_ms: 0,
            min_bytes: 0,
            max_bytes: 0x7fffffff,
            max_records: 0,
            batch_size: 0,
            share_acquire_mode: 0,
            is_renew_ack: false,
            topics: Vec::new(),
            forgotten_topics_data: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for ShareFetchRequest {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(1..=2).contains(&version) {
            return Err(DecodeError::Version { message: "ShareFetchRequest", version });
        }
        let flexible = true;
        let mut this = Self::default();
        this.group_id = decoder.nullable_string(flexible)?;
        this.member_id = decoder.nullable_string(flexible)?;
        this.share_session_epoch = decoder.i32()?;
        this.max_wait_ms = decoder.i32()?;
        this.min_bytes = decoder.i32()?;
        this.max_bytes = decoder.i32()?;
        this.max_records = decoder.i32()?;
        this.batch_size = decoder.i32()?;
        if version >= 2 {
            this.share_acquire_mode = decoder.i8()?;
        }
        if version >= 2 {
            this.is_renew_ack = decoder.bool()?;
        }
        this.topics = decoder
            .array(flexible, 17, "topics", |decoder| FetchTopic::decode(decoder, version))?;
        this.forgotten_topics_data =
            decoder.array(flexible, 17, "forgotten_topics_data", |decoder| {
                ForgottenTopic::decode(decoder, version)
            })?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = true;
        if !(version >= 2) && self.is_renew_ack {
            return Err(EncodeError::Unsupported {
                message: "ShareFetchRequest",
                field: "is_renew_ack",
                version,
            });
        }
        encoder.nullable_string(flexible, self.group_id.as_deref())?;
        encoder.nullable_string(flexible, self.member_id.as_deref())?;
        encoder.i32(self.share_session_epoch);
        encoder.i32(self.max_wait_ms);
        encoder.i32(self.min_bytes);
        encoder.i32(self.max_bytes);
        encoder.i32(self.max_records);
        encoder.i32(self.batch_size);
        if version >= 2 {
            encoder.i8(self.share_acquire_mode);
        }
        if version >= 2 {
            encoder.bool(self.is_renew_ack);
        }
        encoder.length(flexible, Some(self.topics.len()))?;
        for element in &self.topics {
            element.encode(encoder, version)?;
        }
        encoder.length(flexible, Some(self.forgotten_topics_data.len()))?;
        for element in &self.forgotten_topics_data {
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
pub struct FetchTopic {
    pub topic_id: Uuid,
    pub partitions: Vec<FetchPartition>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for FetchTopic {
    fn default() -> Self {
        Self { topic_id: Uuid::ZERO, partitions: Vec::new(), unknown_tagged_fields: Vec::new() }
    }
}

impl Message for FetchTopic {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.topic_id = decoder.uuid()?;
        this.partitions = decoder
            .array(flexible, 5, "partitions", |decoder| FetchPartition::decode(decoder, version))?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = true;
        encoder.uuid(self.topic_id);
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
pub struct FetchPartition {
    pub partition_index: i32,
    pub partition_max_bytes: i32,
    pub acknowledgement_batches: Vec<AcknowledgementBatch>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for FetchPartition {
    fn default() -> Self {
        Self {
            partition_index: 0,
            partition_max_bytes: 0,
            acknowledgement_batches: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for FetchPartition {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.partition_index = decoder.i32()?;
        this.acknowledgement_batches =
            decoder.array(flexible, 17, "acknowledgement_batches", |decoder| {
                AcknowledgementBatch::decode(decoder, version)
            })?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = true;
        if !(false) && self.partition_max_bytes != 0 {
            return Err(EncodeError::Unsupported {
                message: "FetchPartition",
                field: "partition_max_bytes",
                version,
            });
        }
        encoder.i32(self.partition_index);
        encoder.length(flexible, Some(self.acknowledgement_batches.len()))?;
        for element in &self.acknowledgement_batches {
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
pub struct AcknowledgementBatch {
    pub first_offset: i64,
    pub last_offset: i64,
    pub acknowledge_types: Vec<i8>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for AcknowledgementBatch {
    fn default() -> Self {
        Self {
            first_offset: 0,
            last_offset: 0,
            acknowledge_types: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for AcknowledgementBatch {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.first_offset = decoder.i64()?;
        this.last_offset = decoder.i64()?;
        this.acknowledge_types =
            decoder.array(flexible, 1, "acknowledge_types", |decoder| decoder.i8())?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = true;
        encoder.i64(self.first_offset);
        encoder.i64(self.last_offset);
        encoder.length(flexible, Some(self.acknowledge_types.len()))?;
        for element in &self.acknowledge_types {
            encoder.i8(*element);
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
pub struct ForgottenTopic {
    pub topic_id: Uuid,
    pub partitions: Vec<i32>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for ForgottenTopic {
    fn default() -> Self {
        Self { topic_id: Uuid::ZERO, partitions: Vec::new(), unknown_tagged_fields: Vec::new() }
    }
}

impl Message for ForgottenTopic {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.topic_id = decoder.uuid()?;
        this.partitions = decoder.array(flexible, 4, "partitions", |decoder| decoder.i32())?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = true;
        encoder.uuid(self.topic_id);
        encoder.length(flexible, Some(self.partitions.len()))?;
        for element in &self.partitions {
            encoder.i32(*element);
        }
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

impl crate::codec::Request for ShareFetchRequest {
    const KEY: crate::ApiKey = crate::ApiKey(78);
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 2;
    const FLEXIBLE_FROM: i16 = 0;
    type Response = super::share_fetch_response::ShareFetchResponse;
}

// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct ProduceRequest {
    pub transactional_id: Option<String>,
    pub acks: i16,
    pub timeout_ms: i32,
    pub topic_data: Vec<TopicProduceData>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for ProduceRequest {
    fn default() -> Self {
        Self {
            transactional_id: None,
            acks: 0,
            timeout_ms: 0,
            topic_data: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for ProduceRequest {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(3..=13).contains(&version) {
            return Err(DecodeError::Version { message: "ProduceRequest", version });
        }
        let flexible = version >= 9;
        let mut this = Self::default();
        this.transactional_id = decoder.nullable_string(flexible)?;
        this.acks = decoder.i16()?;
        this.timeout_ms = decoder.i32()?;
        this.topic_data = decoder.array(flexible, 1, "topic_data", |decoder| {
            TopicProduceData::decode(decoder, version)
        })?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 9;
        encoder.nullable_string(flexible, self.transactional_id.as_deref())?;
        encoder.i16(self.acks);
        encoder.i32(self.timeout_ms);
        encoder.length(flexible, Some(self.topic_data.len()))?;
        for element in &self.topic_data {
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
pub struct TopicProduceData {
    pub name: String,
    pub topic_id: Uuid,
    pub partition_data: Vec<PartitionProduceData>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for TopicProduceData {
    fn default() -> Self {
        Self {
            name: String::new(),
            topic_id: Uuid::ZERO,
            partition_data: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for TopicProduceData {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 9;
        let mut this = Self::default();
        if version <= 12 {
            this.name = decoder.string(flexible, "name")?;
        }
        if version >= 13 {
            this.topic_id = decoder.uuid()?;
        }
        this.partition_data = decoder.array(flexible, 5, "partition_data", |decoder| {
            PartitionProduceData::decode(decoder, version)
        })?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 9;
        if version <= 12 {
            encoder.string(flexible, &self.name)?;
        }
        if version >= 13 {
            encoder.uuid(self.topic_id);
        }
        encoder.length(flexible, Some(self.partition_data.len()))?;
        for element in &self.partition_data {
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
pub struct PartitionProduceData {
    pub index: i32,
    pub records: Option<Payload>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for PartitionProduceData {
    fn default() -> Self {
        Self { index: 0, records: None, unknown_tagged_fields: Vec::new() }
    }
}

impl Message for PartitionProduceData {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 9;
        let mut this = Self::default();
        this.index = decoder.i32()?;
        this.records = decoder.nullable_records(flexible)?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 9;
        encoder.i32(self.index);
        encoder.nullable_records(flexible, self.records.as_ref())?;
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

impl crate::codec::Request for ProduceRequest {
    const KEY: crate::ApiKey = crate::ApiKey(0);
    const MIN_VERSION: i16 = 3;
    const MAX_VERSION: i16 = 13;
    const FLEXIBLE_FROM: i16 = 9;
    type Response = super::produce_response::ProduceResponse;
}

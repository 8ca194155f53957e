// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct OffsetDeleteRequest {
    pub group_id: String,
    pub topics: Vec<OffsetDeleteRequestTopic>,
}

impl Default for OffsetDeleteRequest {
    fn default() -> Self {
        Self { group_id: String::new(), topics: Vec::new() }
    }
}

impl Message for OffsetDeleteRequest {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=0).contains(&version) {
            return Err(DecodeError::Version { message: "OffsetDeleteRequest", version });
        }
        let flexible = false;
        let mut this = Self::default();
        this.group_id = decoder.string(flexible, "group_id")?;
        this.topics = decoder.array(flexible, 2, "topics", |decoder| {
            OffsetDeleteRequestTopic::decode(decoder, version)
        })?;

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = false;
        encoder.string(flexible, &self.group_id)?;
        encoder.length(flexible, Some(self.topics.len()))?;
        for element in &self.topics {
            element.encode(encoder, version)?;
        }

        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct OffsetDeleteRequestTopic {
    pub name: String,
    pub partitions: Vec<OffsetDeleteRequestPartition>,
}

impl Default for OffsetDeleteRequestTopic {
    fn default() -> Self {
        Self { name: String::new(), partitions: Vec::new() }
    }
}

impl Message for OffsetDeleteRequestTopic {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = false;
        let mut this = Self::default();
        this.name = decoder.string(flexible, "name")?;
        this.partitions = decoder.array(flexible, 4, "partitions", |decoder| {
            OffsetDeleteRequestPartition::decode(decoder, version)
        })?;

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = false;
        encoder.string(flexible, &self.name)?;
        encoder.length(flexible, Some(self.partitions.len()))?;
        for element in &self.partitions {
            element.encode(encoder, version)?;
        }

        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct OffsetDeleteRequestPartition {
    pub partition_index: i32,
}

impl Default for OffsetDeleteRequestPartition {
    fn default() -> Self {
        Self { partition_index: 0 }
    }
}

impl Message for OffsetDeleteRequestPartition {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = false;
        let mut this = Self::default();
        this.partition_index = decoder.i32()?;

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = false;
        encoder.i32(self.partition_index);

        Ok(())
    }
}

impl crate::codec::Request for OffsetDeleteRequest {
    const KEY: crate::ApiKey = crate::ApiKey(47);
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: i16 = i16::MAX;
    type Response = super::offset_delete_response::OffsetDeleteResponse;
}

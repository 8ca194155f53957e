// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct ShareGroupStatePartitionMetadataValue {
    pub initializing_topics: Vec<TopicPartitionsInfo>,
    pub initialized_topics: Vec<TopicPartitionsInfo>,
    pub deleting_topics: Vec<TopicInfo>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for ShareGroupStatePartitionMetadataValue {
    fn default() -> Self {
        Self {
            initializing_topics: Vec::new(),
            initialized_topics: Vec::new(),
            deleting_topics: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for ShareGroupStatePartitionMetadataValue {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=0).contains(&version) {
            return Err(DecodeError::Version {
                message: "ShareGroupStatePartitionMetadataValue",
                version,
            });
        }
        let flexible = true;
        let mut this = Self::default();
        this.initializing_topics =
            decoder.array(flexible, 18, "initializing_topics", |decoder| {
                TopicPartitionsInfo::decode(decoder, version)
            })?;
        this.initialized_topics = decoder.array(flexible, 18, "initialized_topics", |decoder| {
            TopicPartitionsInfo::decode(decoder, version)
        })?;
        this.deleting_topics = decoder.array(flexible, 17, "deleting_topics", |decoder| {
            TopicInfo::decode(decoder, version)
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
        encoder.length(flexible, Some(self.initializing_topics.len()))?;
        for element in &self.initializing_topics {
            element.encode(encoder, version)?;
        }
        encoder.length(flexible, Some(self.initialized_topics.len()))?;
        for element in &self.initialized_topics {
            element.encode(encoder, version)?;
        }
        encoder.length(flexible, Some(self.deleting_topics.len()))?;
        for element in &self.deleting_topics {
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
pub struct TopicPartitionsInfo {
    pub topic_id: Uuid,
    pub topic_name: String,
    pub partitions: Vec<i32>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for TopicPartitionsInfo {
    fn default() -> Self {
        Self {
            topic_id: Uuid::ZERO,
            topic_name: String::new(),
            partitions: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for TopicPartitionsInfo {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.topic_id = decoder.uuid()?;
        this.topic_name = decoder.string(flexible, "topic_name")?;
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
        encoder.string(flexible, &self.topic_name)?;
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

#[derive(Clone, Debug, PartialEq)]
pub struct TopicInfo {
    pub topic_id: Uuid,
    pub topic_name: String,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for TopicInfo {
    fn default() -> Self {
        Self { topic_id: Uuid::ZERO, topic_name: String::new(), unknown_tagged_fields: Vec::new() }
    }
}

impl Message for TopicInfo {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.topic_id = decoder.uuid()?;
        this.topic_name = decoder.string(flexible, "topic_name")?;
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
        encoder.string(flexible, &self.topic_name)?;
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct ConsumerGroupPartitionMetadataValue {
    pub topics: Vec<TopicMetadata>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for ConsumerGroupPartitionMetadataValue {
    fn default() -> Self {
        Self { topics: Vec::new(), unknown_tagged_fields: Vec::new() }
    }
}

impl Message for ConsumerGroupPartitionMetadataValue {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=0).contains(&version) {
            return Err(DecodeError::Version {
                message: "ConsumerGroupPartitionMetadataValue",
                version,
            });
        }
        let flexible = true;
        let mut this = Self::default();
        this.topics = decoder
            .array(flexible, 22, "topics", |decoder| TopicMetadata::decode(decoder, version))?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = true;
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
pub struct TopicMetadata {
    pub topic_id: Uuid,
    pub topic_name: String,
    pub num_partitions: i32,
    pub partition_metadata: Vec<PartitionMetadata>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for TopicMetadata {
    fn default() -> Self {
        Self {
            topic_id: Uuid::ZERO,
            topic_name: String::new(),
            num_partitions: 0,
            partition_metadata: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for TopicMetadata {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.topic_id = decoder.uuid()?;
        this.topic_name = decoder.string(flexible, "topic_name")?;
        this.num_partitions = decoder.i32()?;
        this.partition_metadata = decoder.array(flexible, 5, "partition_metadata", |decoder| {
            PartitionMetadata::decode(decoder, version)
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
        encoder.uuid(self.topic_id);
        encoder.string(flexible, &self.topic_name)?;
        encoder.i32(self.num_partitions);
        encoder.length(flexible, Some(self.partition_metadata.len()))?;
        for element in &self.partition_metadata {
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
pub struct PartitionMetadata {
    pub partition: i32,
    pub racks: Vec<String>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for PartitionMetadata {
    fn default() -> Self {
        Self { partition: 0, racks: Vec::new(), unknown_tagged_fields: Vec::new() }
    }
}

impl Message for PartitionMetadata {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.partition = decoder.i32()?;
        this.racks =
            decoder.array(flexible, 1, "racks", |decoder| decoder.string(flexible, "element"))?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = true;
        encoder.i32(self.partition);
        encoder.length(flexible, Some(self.racks.len()))?;
        for element in &self.racks {
            encoder.string(flexible, element)?;
        }
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

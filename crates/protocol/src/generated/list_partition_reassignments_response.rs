// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct ListPartitionReassignmentsResponse {
    pub throttle_time_ms: i32,
    pub error_code: i16,
    pub error_message: Option<String>,
    pub topics: Vec<OngoingTopicReassignment>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for ListPartitionReassignmentsResponse {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            error_code: 0,
            error_message: Some(String::new()),
            topics: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for ListPartitionReassignmentsResponse {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=0).contains(&version) {
            return Err(DecodeError::Version {
                message: "ListPartitionReassignmentsResponse",
                version,
            });
        }
        let flexible = true;
        let mut this = Self::default();
        this.throttle_time_ms = decoder.i32()?;
        this.error_code = decoder.i16()?;
        this.error_message = decoder.nullable_string(flexible)?;
        this.topics = decoder.array(flexible, 2, "topics", |decoder| {
            OngoingTopicReassignment::decode(decoder, version)
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
        encoder.i32(self.throttle_time_ms);
        encoder.i16(self.error_code);
        encoder.nullable_string(flexible, self.error_message.as_deref())?;
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
pub struct OngoingTopicReassignment {
    pub name: String,
    pub partitions: Vec<OngoingPartitionReassignment>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for OngoingTopicReassignment {
    fn default() -> Self {
        Self { name: String::new(), partitions: Vec::new(), unknown_tagged_fields: Vec::new() }
    }
}

impl Message for OngoingTopicReassignment {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.name = decoder.string(flexible, "name")?;
        this.partitions = decoder.array(flexible, 7, "partitions", |decoder| {
            OngoingPartitionReassignment::decode(decoder, version)
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
        encoder.string(flexible, &self.name)?;
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
pub struct OngoingPartitionReassignment {
    pub partition_index: i32,
    pub replicas: Vec<i32>,
    pub adding_replicas: Vec<i32>,
    pub removing_replicas: Vec<i32>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for OngoingPartitionReassignment {
    fn default() -> Self {
        Self {
            partition_index: 0,
            replicas: Vec::new(),
            adding_replicas: Vec::new(),
            removing_replicas: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for OngoingPartitionReassignment {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.partition_index = decoder.i32()?;
        this.replicas = decoder.array(flexible, 4, "replicas", |decoder| decoder.i32())?;
        this.adding_replicas =
            decoder.array(flexible, 4, "adding_replicas", |decoder| decoder.i32())?;
        this.removing_replicas =
            decoder.array(flexible, 4, "removing_replicas", |decoder| decoder.i32())?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = true;
        encoder.i32(self.partition_index);
        encoder.length(flexible, Some(self.replicas.len()))?;
        for element in &self.replicas {
            encoder.i32(*element);
        }
        encoder.length(flexible, Some(self.adding_replicas.len()))?;
        for element in &self.adding_replicas {
            encoder.i32(*element);
        }
        encoder.length(flexible, Some(self.removing_replicas.len()))?;
        for element in &self.removing_replicas {
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

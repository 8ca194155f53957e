// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct ConsumerProtocolAssignment {
    pub assigned_partitions: Vec<TopicPartition>,
    pub user_data: Option<Bytes>,
}

impl Default for ConsumerProtocolAssignment {
    fn default() -> Self {
        Self { assigned_partitions: Vec::new(), user_data: None }
    }
}

impl Message for ConsumerProtocolAssignment {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=3).contains(&version) {
            return Err(DecodeError::Version { message: "ConsumerProtocolAssignment", version });
        }
        let flexible = false;
        let mut this = Self::default();
        this.assigned_partitions =
            decoder.array(flexible, 2, "assigned_partitions", |decoder| {
                TopicPartition::decode(decoder, version)
            })?;
        this.user_data = decoder.nullable_bytes(flexible)?;

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = false;
        encoder.length(flexible, Some(self.assigned_partitions.len()))?;
        for element in &self.assigned_partitions {
            element.encode(encoder, version)?;
        }
        encoder.nullable_bytes(flexible, self.user_data.as_deref())?;

        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct TopicPartition {
    pub topic: String,
    pub partitions: Vec<i32>,
}

impl Default for TopicPartition {
    fn default() -> Self {
        Self { topic: String::new(), partitions: Vec::new() }
    }
}

impl Message for TopicPartition {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = false;
        let mut this = Self::default();
        this.topic = decoder.string(flexible, "topic")?;
        this.partitions = decoder.array(flexible, 4, "partitions", |decoder| decoder.i32())?;

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = false;
        encoder.string(flexible, &self.topic)?;
        encoder.length(flexible, Some(self.partitions.len()))?;
        for element in &self.partitions {
            encoder.i32(*element);
        }

        Ok(())
    }
}

// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct ConsumerProtocolSubscription {
    pub topics: Vec<String>,
    pub user_data: Option<Bytes>,
    pub owned_partitions: Vec<TopicPartition>,
    pub generation_id: i32,
    pub rack_id: Option<String>,
}

impl Default for ConsumerProtocolSubscription {
    fn default() -> Self {
        Self {
            topics: Vec::new(),
            user_data: None,
            owned_partitions: Vec::new(),
            generation_id: -1,
            rack_id: None,
        }
    }
}

impl Message for ConsumerProtocolSubscription {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=3).contains(&version) {
            return Err(DecodeError::Version { message: "ConsumerProtocolSubscription", version });
        }
        let flexible = false;
        let mut this = Self::default();
        this.topics =
            decoder.array(flexible, 1, "topics", |decoder| decoder.string(flexible, "element"))?;
        this.user_data = decoder.nullable_bytes(flexible)?;
        if version >= 1 {
            this.owned_partitions = decoder.array(flexible, 1, "owned_partitions", |decoder| {
                TopicPartition::decode(decoder, version)
            })?;
        }
        if version >= 2 {
            this.generation_id = decoder.i32()?;
        }
        if version >= 3 {
            this.rack_id = decoder.nullable_string(flexible)?;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = false;
        encoder.length(flexible, Some(self.topics.len()))?;
        for element in &self.topics {
            encoder.string(flexible, element)?;
        }
        encoder.nullable_bytes(flexible, self.user_data.as_deref())?;
        if version >= 1 {
            encoder.length(flexible, Some(self.owned_partitions.len()))?;
            for element in &self.owned_partitions {
                element.encode(encoder, version)?;
            }
        }
        if version >= 2 {
            encoder.i32(self.generation_id);
        }
        if version >= 3 {
            encoder.nullable_string(flexible, self.rack_id.as_deref())?;
        }

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
        if version >= 1 {
            this.topic = decoder.string(flexible, "topic")?;
        }
        if version >= 1 {
            this.partitions = decoder.array(flexible, 4, "partitions", |decoder| decoder.i32())?;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = false;
        if !(version >= 1) && !self.topic.is_empty() {
            return Err(EncodeError::Unsupported {
                message: "TopicPartition",
                field: "topic",
                version,
            });
        }
        if !(version >= 1) && !self.partitions.is_empty() {
            return Err(EncodeError::Unsupported {
                message: "TopicPartition",
                field: "partitions",
                version,
            });
        }
        if version >= 1 {
            encoder.string(flexible, &self.topic)?;
        }
        if version >= 1 {
            encoder.length(flexible, Some(self.partitions.len()))?;
            for element in &self.partitions {
                encoder.i32(*element);
            }
        }

        Ok(())
    }
}

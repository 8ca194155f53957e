// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct DeleteTopicsRequest {
    pub topics: Vec<DeleteTopicState>,
    pub topic_names: Vec<String>,
    pub timeout_ms: i32,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for DeleteTopicsRequest {
    fn default() -> Self {
        Self {
            topics: Vec::new(),
            topic_names: Vec::new(),
            timeout_ms: 0,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for DeleteTopicsRequest {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(1..=6).contains(&version) {
            return Err(DecodeError::Version { message: "DeleteTopicsRequest", version });
        }
        let flexible = version >= 4;
        let mut this = Self::default();
        if version >= 6 {
            this.topics = decoder.array(flexible, 1, "topics", |decoder| {
                DeleteTopicState::decode(decoder, version)
            })?;
        }
        if version <= 5 {
            this.topic_names = decoder
                .array(flexible, 1, "topic_names", |decoder| decoder.string(flexible, "element"))?;
        }
        this.timeout_ms = decoder.i32()?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 4;
        if !(version >= 6) && !self.topics.is_empty() {
            return Err(EncodeError::Unsupported {
                message: "DeleteTopicsRequest",
                field: "topics",
                version,
            });
        }
        if version >= 6 {
            encoder.length(flexible, Some(self.topics.len()))?;
            for element in &self.topics {
                element.encode(encoder, version)?;
            }
        }
        if version <= 5 {
            encoder.length(flexible, Some(self.topic_names.len()))?;
            for element in &self.topic_names {
                encoder.string(flexible, element)?;
            }
        }
        encoder.i32(self.timeout_ms);
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct DeleteTopicState {
    pub name: Option<String>,
    pub topic_id: Uuid,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for DeleteTopicState {
    fn default() -> Self {
        Self { name: None, topic_id: Uuid::ZERO, unknown_tagged_fields: Vec::new() }
    }
}

impl Message for DeleteTopicState {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 4;
        let mut this = Self::default();
        if version >= 6 {
            this.name = decoder.nullable_string(flexible)?;
        }
        if version >= 6 {
            this.topic_id = decoder.uuid()?;
        }
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 4;
        if !(version >= 6) && self.name.is_some() {
            return Err(EncodeError::Unsupported {
                message: "DeleteTopicState",
                field: "name",
                version,
            });
        }
        if !(version >= 6) && self.topic_id != Uuid::ZERO {
            return Err(EncodeError::Unsupported {
                message: "DeleteTopicState",
                field: "topic_id",
                version,
            });
        }
        if version >= 6 {
            encoder.nullable_string(flexible, self.name.as_deref())?;
        }
        if version >= 6 {
            encoder.uuid(self.topic_id);
        }
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

impl crate::codec::Request for DeleteTopicsRequest {
    const KEY: crate::ApiKey = crate::ApiKey(20);
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 6;
    const FLEXIBLE_FROM: i16 = 4;
    type Response = super::delete_topics_response::DeleteTopicsResponse;
}

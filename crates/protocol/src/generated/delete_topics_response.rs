// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct DeleteTopicsResponse {
    pub throttle_time_ms: i32,
    pub responses: Vec<DeletableTopicResult>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for DeleteTopicsResponse {
    fn default() -> Self {
        Self { throttle_time_ms: 0, responses: Vec::new(), unknown_tagged_fields: Vec::new() }
    }
}

impl Message for DeleteTopicsResponse {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(1..=6).contains(&version) {
            return Err(DecodeError::Version { message: "DeleteTopicsResponse", version });
        }
        let flexible = version >= 4;
        let mut this = Self::default();
        this.throttle_time_ms = decoder.i32()?;
        this.responses = decoder.array(flexible, 3, "responses", |decoder| {
            DeletableTopicResult::decode(decoder, version)
        })?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 4;
        encoder.i32(self.throttle_time_ms);
        encoder.length(flexible, Some(self.responses.len()))?;
        for element in &self.responses {
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
pub struct DeletableTopicResult {
    pub name: Option<String>,
    pub topic_id: Uuid,
    pub error_code: i16,
    pub error_message: Option<String>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for DeletableTopicResult {
    fn default() -> Self {
        Self {
            name: Some(String::new()),
            topic_id: Uuid::ZERO,
            error_code: 0,
            error_message: None,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for DeletableTopicResult {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 4;
        let mut this = Self::default();
        this.name = if version >= 6 {
            decoder.nullable_string(flexible)?
        } else {
            Some(decoder.string(flexible, "name")?)
        };
        if version >= 6 {
            this.topic_id = decoder.uuid()?;
        }
        this.error_code = decoder.i16()?;
        if version >= 5 {
            this.error_message = decoder.nullable_string(flexible)?;
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
        if !(version >= 6) && self.name.is_none() {
            return Err(EncodeError::Null { field: "name", version });
        }
        encoder.nullable_string(flexible, self.name.as_deref())?;
        if version >= 6 {
            encoder.uuid(self.topic_id);
        }
        encoder.i16(self.error_code);
        if version >= 5 {
            encoder.nullable_string(flexible, self.error_message.as_deref())?;
        }
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

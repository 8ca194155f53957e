// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct FindCoordinatorResponse {
    pub throttle_time_ms: i32,
    pub error_code: i16,
    pub error_message: Option<String>,
    pub node_id: i32,
    pub host: String,
    pub port: i32,
    pub coordinators: Vec<Coordinator>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for FindCoordinatorResponse {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            error_code: 0,
            error_message: Some(String::new()),
            node_id: 0,
            host: String::new(),
            port: 0,
            coordinators: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for FindCoordinatorResponse {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=6).contains(&version) {
            return Err(DecodeError::Version { message: "FindCoordinatorResponse", version });
        }
        let flexible = version >= 3;
        let mut this = Self::default();
        if version >= 1 {
            this.throttle_time_ms = decoder.i32()?;
        }
        if version <= 3 {
            this.error_code = decoder.i16()?;
        }
        if (1..=3).contains(&version) {
            this.error_message = decoder.nullable_string(flexible)?;
        }
        if version <= 3 {
            this.node_id = decoder.i32()?;
        }
        if version <= 3 {
            this.host = decoder.string(flexible, "host")?;
        }
        if version <= 3 {
            this.port = decoder.i32()?;
        }
        if version >= 4 {
            this.coordinators = decoder.array(flexible, 1, "coordinators", |decoder| {
                Coordinator::decode(decoder, version)
            })?;
        }
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 3;
        if version >= 1 {
            encoder.i32(self.throttle_time_ms);
        }
        if version <= 3 {
            encoder.i16(self.error_code);
        }
        if (1..=3).contains(&version) {
            encoder.nullable_string(flexible, self.error_message.as_deref())?;
        }
        if version <= 3 {
            encoder.i32(self.node_id);
        }
        if version <= 3 {
            encoder.string(flexible, &self.host)?;
        }
        if version <= 3 {
            encoder.i32(self.port);
        }
        if version >= 4 {
            encoder.length(flexible, Some(self.coordinators.len()))?;
            for element in &self.coordinators {
                element.encode(encoder, version)?;
            }
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
pub struct Coordinator {
    pub key: String,
    pub node_id: i32,
    pub host: String,
    pub port: i32,
    pub error_code: i16,
    pub error_message: Option<String>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for Coordinator {
    fn default() -> Self {
        Self {
            key: String::new(),
            node_id: 0,
            host: String::new(),
            port: 0,
            error_code: 0,
            error_message: Some(String::new()),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for Coordinator {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 3;
        let mut this = Self::default();
        if version >= 4 {
            this.key = decoder.string(flexible, "key")?;
        }
        if version >= 4 {
            this.node_id = decoder.i32()?;
        }
        if version >= 4 {
            this.host = decoder.string(flexible, "host")?;
        }
        if version >= 4 {
            this.port = decoder.i32()?;
        }
        if version >= 4 {
            this.error_code = decoder.i16()?;
        }
        if version >= 4 {
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
        let flexible = version >= 3;
        if version >= 4 {
            encoder.string(flexible, &self.key)?;
        }
        if version >= 4 {
            encoder.i32(self.node_id);
        }
        if version >= 4 {
            encoder.string(flexible, &self.host)?;
        }
        if version >= 4 {
            encoder.i32(self.port);
        }
        if version >= 4 {
            encoder.i16(self.error_code);
        }
        if version >= 4 {
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

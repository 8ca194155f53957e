// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct SaslAuthenticateRequest {
    pub auth_bytes: Bytes,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for SaslAuthenticateRequest {
    fn default() -> Self {
        Self { auth_bytes: Bytes::new(), unknown_tagged_fields: Vec::new() }
    }
}

impl Message for SaslAuthenticateRequest {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=2).contains(&version) {
            return Err(DecodeError::Version { message: "SaslAuthenticateRequest", version });
        }
        let flexible = version >= 2;
        let mut this = Self::default();
        this.auth_bytes = decoder.bytes(flexible, "auth_bytes")?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 2;
        encoder.bytes(flexible, &self.auth_bytes)?;
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

impl crate::codec::Request for SaslAuthenticateRequest {
    const KEY: crate::ApiKey = crate::ApiKey(36);
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 2;
    const FLEXIBLE_FROM: i16 = 2;
    type Response = super::sasl_authenticate_response::SaslAuthenticateResponse;
}

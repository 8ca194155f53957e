// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct EnvelopeRequest {
    pub request_data: Bytes,
    pub request_principal: Option<Bytes>,
    pub client_host_address: Bytes,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for EnvelopeRequest {
    fn default() -> Self {
        Self {
            request_data: Bytes::new(),
            request_principal: Some(Bytes::new()),
            client_host_address: Bytes::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for EnvelopeRequest {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=0).contains(&version) {
            return Err(DecodeError::Version { message: "EnvelopeRequest", version });
        }
        let flexible = true;
        let mut this = Self::default();
        this.request_data = decoder.bytes(flexible, "request_data")?;
        this.request_principal = decoder.nullable_bytes(flexible)?;
        this.client_host_address = decoder.bytes(flexible, "client_host_address")?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = true;
        encoder.bytes(flexible, &self.request_data)?;
        encoder.nullable_bytes(flexible, self.request_principal.as_deref())?;
        encoder.bytes(flexible, &self.client_host_address)?;
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

impl crate::codec::Request for EnvelopeRequest {
    const KEY: crate::ApiKey = crate::ApiKey(58);
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: i16 = 0;
    type Response = super::envelope_response::EnvelopeResponse;
}

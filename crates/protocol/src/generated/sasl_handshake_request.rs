// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct SaslHandshakeRequest {
    pub mechanism: String,
}

impl Default for SaslHandshakeRequest {
    fn default() -> Self {
        Self { mechanism: String::new() }
    }
}

impl Message for SaslHandshakeRequest {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=1).contains(&version) {
            return Err(DecodeError::Version { message: "SaslHandshakeRequest", version });
        }
        let flexible = false;
        let mut this = Self::default();
        this.mechanism = decoder.string(flexible, "mechanism")?;

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = false;
        encoder.string(flexible, &self.mechanism)?;

        Ok(())
    }
}

impl crate::codec::Request for SaslHandshakeRequest {
    const KEY: crate::ApiKey = crate::ApiKey(17);
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    const FLEXIBLE_FROM: i16 = i16::MAX;
    type Response = super::sasl_handshake_response::SaslHandshakeResponse;
}

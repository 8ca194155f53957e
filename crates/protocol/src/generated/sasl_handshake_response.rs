// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct SaslHandshakeResponse {
    pub error_code: i16,
    pub mechanisms: Vec<String>,
}

impl Default for SaslHandshakeResponse {
    fn default() -> Self {
        Self { error_code: 0, mechanisms: Vec::new() }
    }
}

impl Message for SaslHandshakeResponse {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=1).contains(&version) {
            return Err(DecodeError::Version { message: "SaslHandshakeResponse", version });
        }
        let flexible = false;
        let mut this = Self::default();
        this.error_code = decoder.i16()?;
        this.mechanisms = decoder
            .array(flexible, 1, "mechanisms", |decoder| decoder.string(flexible, "element"))?;

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = false;
        encoder.i16(self.error_code);
        encoder.length(flexible, Some(self.mechanisms.len()))?;
        for element in &self.mechanisms {
            encoder.string(flexible, element)?;
        }

        Ok(())
    }
}

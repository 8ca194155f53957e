// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct TransactionLogKey {
    pub transactional_id: String,
}

impl Default for TransactionLogKey {
    fn default() -> Self {
        Self { transactional_id: String::new() }
    }
}

impl Message for TransactionLogKey {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=0).contains(&version) {
            return Err(DecodeError::Version { message: "TransactionLogKey", version });
        }
        let flexible = false;
        let mut this = Self::default();
        this.transactional_id = decoder.string(flexible, "transactional_id")?;

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = false;
        encoder.string(flexible, &self.transactional_id)?;

        Ok(())
    }
}

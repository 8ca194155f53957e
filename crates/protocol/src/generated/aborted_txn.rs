// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct AbortedTxn {
    pub producer_id: i64,
    pub first_offset: i64,
    pub last_offset: i64,
    pub last_stable_offset: i64,
}

impl Default for AbortedTxn {
    fn default() -> Self {
        Self { producer_id: 0, first_offset: 0, last_offset: 0, last_stable_offset: 0 }
    }
}

impl Message for AbortedTxn {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=0).contains(&version) {
            return Err(DecodeError::Version { message: "AbortedTxn", version });
        }
        let flexible = false;
        let mut this = Self::default();
        this.producer_id = decoder.i64()?;
        this.first_offset = decoder.i64()?;
        this.last_offset = decoder.i64()?;
        this.last_stable_offset = decoder.i64()?;

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = false;
        encoder.i64(self.producer_id);
        encoder.i64(self.first_offset);
        encoder.i64(self.last_offset);
        encoder.i64(self.last_stable_offset);

        Ok(())
    }
}

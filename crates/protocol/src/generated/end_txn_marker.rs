// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct EndTxnMarker {
    pub coordinator_epoch: i32,
}

impl Default for EndTxnMarker {
    fn default() -> Self {
        Self { coordinator_epoch: 0 }
    }
}

impl Message for EndTxnMarker {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=0).contains(&version) {
            return Err(DecodeError::Version { message: "EndTxnMarker", version });
        }
        let flexible = false;
        let mut this = Self::default();
        this.coordinator_epoch = decoder.i32()?;

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = false;
        encoder.i32(self.coordinator_epoch);

        Ok(())
    }
}

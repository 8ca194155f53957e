// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct ControlRecordTypeSchema {
    pub type_: i16,
}

impl Default for ControlRecordTypeSchema {
    fn default() -> Self {
        Self { type_: 0 }
    }
}

impl Message for ControlRecordTypeSchema {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=0).contains(&version) {
            return Err(DecodeError::Version { message: "ControlRecordTypeSchema", version });
        }
        let flexible = false;
        let mut this = Self::default();
        this.type_ = decoder.i16()?;

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = false;
        encoder.i16(self.type_);

        Ok(())
    }
}

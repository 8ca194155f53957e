// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct OffsetCommitKey {
    pub group: String,
    pub topic: String,
    pub partition: i32,
}

impl Default for OffsetCommitKey {
    fn default() -> Self {
        Self { group: String::new(), topic: String::new(), partition: 0 }
    }
}

impl Message for OffsetCommitKey {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=0).contains(&version) {
            return Err(DecodeError::Version { message: "OffsetCommitKey", version });
        }
        let flexible = false;
        let mut this = Self::default();
        this.group = decoder.string(flexible, "group")?;
        this.topic = decoder.string(flexible, "topic")?;
        this.partition = decoder.i32()?;

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = false;
        encoder.string(flexible, &self.group)?;
        encoder.string(flexible, &self.topic)?;
        encoder.i32(self.partition);

        Ok(())
    }
}

// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct ConsumerGroupTargetAssignmentMetadataKey {
    pub group_id: String,
}

impl Default for ConsumerGroupTargetAssignmentMetadataKey {
    fn default() -> Self {
        Self { group_id: String::new() }
    }
}

impl Message for ConsumerGroupTargetAssignmentMetadataKey {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=0).contains(&version) {
            return Err(DecodeError::Version {
                message: "ConsumerGroupTargetAssignmentMetadataKey",
                version,
            });
        }
        let flexible = false;
        let mut this = Self::default();
        this.group_id = decoder.string(flexible, "group_id")?;

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = false;
        encoder.string(flexible, &self.group_id)?;

        Ok(())
    }
}

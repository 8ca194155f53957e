// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct ShareSnapshotKey {
    pub group_id: String,
    pub topic_id: Uuid,
    pub partition: i32,
}

impl Default for ShareSnapshotKey {
    fn default() -> Self {
        Self { group_id: String::new(), topic_id: Uuid::ZERO, partition: 0 }
    }
}

impl Message for ShareSnapshotKey {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=0).contains(&version) {
            return Err(DecodeError::Version { message: "ShareSnapshotKey", version });
        }
        let flexible = false;
        let mut this = Self::default();
        this.group_id = decoder.string(flexible, "group_id")?;
        this.topic_id = decoder.uuid()?;
        this.partition = decoder.i32()?;

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = false;
        encoder.string(flexible, &self.group_id)?;
        encoder.uuid(self.topic_id);
        encoder.i32(self.partition);

        Ok(())
    }
}

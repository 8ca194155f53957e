// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct LegacyOffsetCommitValue {
    pub offset: i64,
    pub metadata: String,
    pub commit_timestamp: i64,
}

impl Default for LegacyOffsetCommitValue {
    fn default() -> Self {
        Self { offset: 0, metadata: String::new(), commit_timestamp: 0 }
    }
}

impl Message for LegacyOffsetCommitValue {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=0).contains(&version) {
            return Err(DecodeError::Version { message: "LegacyOffsetCommitValue", version });
        }
        let flexible = false;
        let mut this = Self::default();
        this.offset = decoder.i64()?;
        this.metadata = decoder.string(flexible, "metadata")?;
        this.commit_timestamp = decoder.i64()?;

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = false;
        encoder.i64(self.offset);
        encoder.string(flexible, &self.metadata)?;
        encoder.i64(self.commit_timestamp);

        Ok(())
    }
}

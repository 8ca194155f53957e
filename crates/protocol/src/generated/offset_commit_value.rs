// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct OffsetCommitValue {
    pub offset: i64,
    pub leader_epoch: i32,
    pub metadata: String,
    pub commit_timestamp: i64,
    pub expire_timestamp: i64,
    pub topic_id: Uuid,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for OffsetCommitValue {
    fn default() -> Self {
        Self {
            offset: 0,
            leader_epoch: -1,
            metadata: String::new(),
            commit_timestamp: 0,
            expire_timestamp: -1,
            topic_id: Uuid::ZERO,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for OffsetCommitValue {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=4).contains(&version) {
            return Err(DecodeError::Version { message: "OffsetCommitValue", version });
        }
        let flexible = version >= 4;
        let mut this = Self::default();
        this.offset = decoder.i64()?;
        if version >= 3 {
            this.leader_epoch = decoder.i32()?;
        }
        this.metadata = decoder.string(flexible, "metadata")?;
        this.commit_timestamp = decoder.i64()?;
        if (1..=1).contains(&version) {
            this.expire_timestamp = decoder.i64()?;
        }
        if flexible {
            let unknown = decoder.tagged_fields(|tag, decoder| {
                match tag {
                    0 => this.topic_id = decoder.uuid()?,
                    _ => return Ok(false),
                }
                Ok(true)
            })?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 4;
        encoder.i64(self.offset);
        if version >= 3 {
            encoder.i32(self.leader_epoch);
        }
        encoder.string(flexible, &self.metadata)?;
        encoder.i64(self.commit_timestamp);
        if (1..=1).contains(&version) {
            encoder.i64(self.expire_timestamp);
        }
        if flexible {
            let mut count = self.unknown_tagged_fields.len();
            if self.topic_id != Uuid::ZERO {
                count += 1;
            }
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            if self.topic_id != Uuid::ZERO {
                encoder.tagged_field(0, |encoder| {
                    encoder.uuid(self.topic_id);
                    Ok(())
                })?;
            }
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

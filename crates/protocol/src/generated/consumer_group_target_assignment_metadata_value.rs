// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct ConsumerGroupTargetAssignmentMetadataValue {
    pub assignment_epoch: i32,
    pub assignment_timestamp: i64,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for ConsumerGroupTargetAssignmentMetadataValue {
    fn default() -> Self {
        Self { assignment_epoch: 0, assignment_timestamp: 0, unknown_tagged_fields: Vec::new() }
    }
}

impl Message for ConsumerGroupTargetAssignmentMetadataValue {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=0).contains(&version) {
            return Err(DecodeError::Version {
                message: "ConsumerGroupTargetAssignmentMetadataValue",
                version,
            });
        }
        let flexible = true;
        let mut this = Self::default();
        this.assignment_epoch = decoder.i32()?;
        if flexible {
            let unknown = decoder.tagged_fields(|tag, decoder| {
                match tag {
                    0 => this.assignment_timestamp = decoder.i64()?,
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
        let flexible = true;
        encoder.i32(self.assignment_epoch);
        if flexible {
            let mut count = self.unknown_tagged_fields.len();
            if self.assignment_timestamp != 0 {
                count += 1;
            }
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            if self.assignment_timestamp != 0 {
                encoder.tagged_field(0, |encoder| {
                    encoder.i64(self.assignment_timestamp);
                    Ok(())
                })?;
            }
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct ConsumerGroupRegularExpressionValue {
    pub topics: Vec<String>,
    pub version: i64,
    pub timestamp: i64,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for ConsumerGroupRegularExpressionValue {
    fn default() -> Self {
        Self { topics: Vec::new(), version: 0, timestamp: 0, unknown_tagged_fields: Vec::new() }
    }
}

impl Message for ConsumerGroupRegularExpressionValue {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=0).contains(&version) {
            return Err(DecodeError::Version {
                message: "ConsumerGroupRegularExpressionValue",
                version,
            });
        }
        let flexible = true;
        let mut this = Self::default();
        this.topics =
            decoder.array(flexible, 1, "topics", |decoder| decoder.string(flexible, "element"))?;
        this.version = decoder.i64()?;
        this.timestamp = decoder.i64()?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = true;
        encoder.length(flexible, Some(self.topics.len()))?;
        for element in &self.topics {
            encoder.string(flexible, element)?;
        }
        encoder.i64(self.version);
        encoder.i64(self.timestamp);
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

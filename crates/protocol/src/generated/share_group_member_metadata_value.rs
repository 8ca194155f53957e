// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct ShareGroupMemberMetadataValue {
    pub rack_id: Option<String>,
    pub client_id: String,
    pub client_host: String,
    pub subscribed_topic_names: Vec<String>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for ShareGroupMemberMetadataValue {
    fn default() -> Self {
        Self {
            rack_id: Some(String::new()),
            client_id: String::new(),
            client_host: String::new(),
            subscribed_topic_names: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for ShareGroupMemberMetadataValue {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=0).contains(&version) {
            return Err(DecodeError::Version { message: "ShareGroupMemberMetadataValue", version });
        }
        let flexible = true;
        let mut this = Self::default();
        this.rack_id = decoder.nullable_string(flexible)?;
        this.client_id = decoder.string(flexible, "client_id")?;
        this.client_host = decoder.string(flexible, "client_host")?;
        this.subscribed_topic_names =
            decoder.array(flexible, 1, "subscribed_topic_names", |decoder| {
                decoder.string(flexible, "element")
            })?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = true;
        encoder.nullable_string(flexible, self.rack_id.as_deref())?;
        encoder.string(flexible, &self.client_id)?;
        encoder.string(flexible, &self.client_host)?;
        encoder.length(flexible, Some(self.subscribed_topic_names.len()))?;
        for element in &self.subscribed_topic_names {
            encoder.string(flexible, element)?;
        }
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct DefaultPrincipalData {
    pub type_: String,
    pub name: String,
    pub token_authenticated: bool,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for DefaultPrincipalData {
    fn default() -> Self {
        Self {
            type_: String::new(),
            name: String::new(),
            token_authenticated: false,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for DefaultPrincipalData {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=0).contains(&version) {
            return Err(DecodeError::Version { message: "DefaultPrincipalData", version });
        }
        let flexible = true;
        let mut this = Self::default();
        this.type_ = decoder.string(flexible, "type")?;
        this.name = decoder.string(flexible, "name")?;
        this.token_authenticated = decoder.bool()?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = true;
        encoder.string(flexible, &self.type_)?;
        encoder.string(flexible, &self.name)?;
        encoder.bool(self.token_authenticated);
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct UserScramCredentialRecord {
    pub name: String,
    pub mechanism: i8,
    pub salt: Bytes,
    pub stored_key: Bytes,
    pub server_key: Bytes,
    pub iterations: i32,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for UserScramCredentialRecord {
    fn default() -> Self {
        Self {
            name: String::new(),
            mechanism: 0,
            salt: Bytes::new(),
            stored_key: Bytes::new(),
            server_key: Bytes::new(),
            iterations: 0,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for UserScramCredentialRecord {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=0).contains(&version) {
            return Err(DecodeError::Version { message: "UserScramCredentialRecord", version });
        }
        let flexible = true;
        let mut this = Self::default();
        this.name = decoder.string(flexible, "name")?;
        this.mechanism = decoder.i8()?;
        this.salt = decoder.bytes(flexible, "salt")?;
        this.stored_key = decoder.bytes(flexible, "stored_key")?;
        this.server_key = decoder.bytes(flexible, "server_key")?;
        this.iterations = decoder.i32()?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = true;
        encoder.string(flexible, &self.name)?;
        encoder.i8(self.mechanism);
        encoder.bytes(flexible, &self.salt)?;
        encoder.bytes(flexible, &self.stored_key)?;
        encoder.bytes(flexible, &self.server_key)?;
        encoder.i32(self.iterations);
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

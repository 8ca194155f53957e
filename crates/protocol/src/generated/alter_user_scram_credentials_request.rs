// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct AlterUserScramCredentialsRequest {
    pub deletions: Vec<ScramCredentialDeletion>,
    pub upsertions: Vec<ScramCredentialUpsertion>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for AlterUserScramCredentialsRequest {
    fn default() -> Self {
        Self { deletions: Vec::new(), upsertions: Vec::new(), unknown_tagged_fields: Vec::new() }
    }
}

impl Message for AlterUserScramCredentialsRequest {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=0).contains(&version) {
            return Err(DecodeError::Version {
                message: "AlterUserScramCredentialsRequest",
                version,
            });
        }
        let flexible = true;
        let mut this = Self::default();
        this.deletions = decoder.array(flexible, 2, "deletions", |decoder| {
            ScramCredentialDeletion::decode(decoder, version)
        })?;
        this.upsertions = decoder.array(flexible, 8, "upsertions", |decoder| {
            ScramCredentialUpsertion::decode(decoder, version)
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
        encoder.length(flexible, Some(self.deletions.len()))?;
        for element in &self.deletions {
            element.encode(encoder, version)?;
        }
        encoder.length(flexible, Some(self.upsertions.len()))?;
        for element in &self.upsertions {
            element.encode(encoder, version)?;
        }
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct ScramCredentialDeletion {
    pub name: String,
    pub mechanism: i8,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for ScramCredentialDeletion {
    fn default() -> Self {
        Self { name: String::new(), mechanism: 0, unknown_tagged_fields: Vec::new() }
    }
}

impl Message for ScramCredentialDeletion {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.name = decoder.string(flexible, "name")?;
        this.mechanism = decoder.i8()?;
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
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct ScramCredentialUpsertion {
    pub name: String,
    pub mechanism: i8,
    pub iterations: i32,
    pub salt: Bytes,
    pub salted_password: Bytes,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for ScramCredentialUpsertion {
    fn default() -> Self {
        Self {
            name: String::new(),
            mechanism: 0,
            iterations: 0,
            salt: Bytes::new(),
            salted_password: Bytes::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for ScramCredentialUpsertion {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.name = decoder.string(flexible, "name")?;
        this.mechanism = decoder.i8()?;
        this.iterations = decoder.i32()?;
        this.salt = decoder.bytes(flexible, "salt")?;
        this.salted_password = decoder.bytes(flexible, "salted_password")?;
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
        encoder.i32(self.iterations);
        encoder.bytes(flexible, &self.salt)?;
        encoder.bytes(flexible, &self.salted_password)?;
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

impl crate::codec::Request for AlterUserScramCredentialsRequest {
    const KEY: crate::ApiKey = crate::ApiKey(51);
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: i16 = 0;
    type Response = super::alter_user_scram_credentials_response::AlterUserScramCredentialsResponse;
}

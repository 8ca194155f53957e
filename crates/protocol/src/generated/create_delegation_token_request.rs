// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct CreateDelegationTokenRequest {
    pub owner_principal_type: Option<String>,
    pub owner_principal_name: Option<String>,
    pub renewers: Vec<CreatableRenewers>,
    pub max_lifetime_ms: i64,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for CreateDelegationTokenRequest {
    fn default() -> Self {
        Self {
            owner_principal_type: Some(String::new()),
            owner_principal_name: Some(String::new()),
            renewers: Vec::new(),
            max_lifetime_ms: 0,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for CreateDelegationTokenRequest {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(1..=3).contains(&version) {
            return Err(DecodeError::Version { message: "CreateDelegationTokenRequest", version });
        }
        let flexible = version >= 2;
        let mut this = Self::default();
        if version >= 3 {
            this.owner_principal_type = decoder.nullable_string(flexible)?;
        }
        if version >= 3 {
            this.owner_principal_name = decoder.nullable_string(flexible)?;
        }
        this.renewers = decoder.array(flexible, 2, "renewers", |decoder| {
            CreatableRenewers::decode(decoder, version)
        })?;
        this.max_lifetime_ms = decoder.i64()?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 2;
        if !(version >= 3) && self.owner_principal_type != Some(String::new()) {
            return Err(EncodeError::Unsupported {
                message: "CreateDelegationTokenRequest",
                field: "owner_principal_type",
                version,
            });
        }
        if !(version >= 3) && self.owner_principal_name != Some(String::new()) {
            return Err(EncodeError::Unsupported {
                message: "CreateDelegationTokenRequest",
                field: "owner_principal_name",
                version,
            });
        }
        if version >= 3 {
            encoder.nullable_string(flexible, self.owner_principal_type.as_deref())?;
        }
        if version >= 3 {
            encoder.nullable_string(flexible, self.owner_principal_name.as_deref())?;
        }
        encoder.length(flexible, Some(self.renewers.len()))?;
        for element in &self.renewers {
            element.encode(encoder, version)?;
        }
        encoder.i64(self.max_lifetime_ms);
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct CreatableRenewers {
    pub principal_type: String,
    pub principal_name: String,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for CreatableRenewers {
    fn default() -> Self {
        Self {
            principal_type: String::new(),
            principal_name: String::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for CreatableRenewers {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 2;
        let mut this = Self::default();
        this.principal_type = decoder.string(flexible, "principal_type")?;
        this.principal_name = decoder.string(flexible, "principal_name")?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 2;
        encoder.string(flexible, &self.principal_type)?;
        encoder.string(flexible, &self.principal_name)?;
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

impl crate::codec::Request for CreateDelegationTokenRequest {
    const KEY: crate::ApiKey = crate::ApiKey(38);
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 3;
    const FLEXIBLE_FROM: i16 = 2;
    type Response = super::create_delegation_token_response::CreateDelegationTokenResponse;
}

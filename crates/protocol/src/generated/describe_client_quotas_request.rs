// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct DescribeClientQuotasRequest {
    pub components: Vec<ComponentData>,
    pub strict: bool,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for DescribeClientQuotasRequest {
    fn default() -> Self {
        Self { components: Vec::new(), strict: false, unknown_tagged_fields: Vec::new() }
    }
}

impl Message for DescribeClientQuotasRequest {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=1).contains(&version) {
            return Err(DecodeError::Version { message: "DescribeClientQuotasRequest", version });
        }
        let flexible = version >= 1;
        let mut this = Self::default();
        this.components = decoder
            .array(flexible, 3, "components", |decoder| ComponentData::decode(decoder, version))?;
        this.strict = decoder.bool()?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 1;
        encoder.length(flexible, Some(self.components.len()))?;
        for element in &self.components {
            element.encode(encoder, version)?;
        }
        encoder.bool(self.strict);
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct ComponentData {
    pub entity_type: String,
    pub match_type: i8,
    pub match_: Option<String>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for ComponentData {
    fn default() -> Self {
        Self {
            entity_type: String::new(),
            match_type: 0,
            match_: Some(String::new()),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for ComponentData {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 1;
        let mut this = Self::default();
        this.entity_type = decoder.string(flexible, "entity_type")?;
        this.match_type = decoder.i8()?;
        this.match_ = decoder.nullable_string(flexible)?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 1;
        encoder.string(flexible, &self.entity_type)?;
        encoder.i8(self.match_type);
        encoder.nullable_string(flexible, self.match_.as_deref())?;
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

impl crate::codec::Request for DescribeClientQuotasRequest {
    const KEY: crate::ApiKey = crate::ApiKey(48);
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    const FLEXIBLE_FROM: i16 = 1;
    type Response = super::describe_client_quotas_response::DescribeClientQuotasResponse;
}

// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct DeleteAclsRequest {
    pub filters: Vec<DeleteAclsFilter>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for DeleteAclsRequest {
    fn default() -> Self {
        Self { filters: Vec::new(), unknown_tagged_fields: Vec::new() }
    }
}

impl Message for DeleteAclsRequest {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(1..=3).contains(&version) {
            return Err(DecodeError::Version { message: "DeleteAclsRequest", version });
        }
        let flexible = version >= 2;
        let mut this = Self::default();
        this.filters = decoder
            .array(flexible, 7, "filters", |decoder| DeleteAclsFilter::decode(decoder, version))?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 2;
        encoder.length(flexible, Some(self.filters.len()))?;
        for element in &self.filters {
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
pub struct DeleteAclsFilter {
    pub resource_type_filter: i8,
    pub resource_name_filter: Option<String>,
    pub pattern_type_filter: i8,
    pub principal_filter: Option<String>,
    pub host_filter: Option<String>,
    pub operation: i8,
    pub permission_type: i8,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for DeleteAclsFilter {
    fn default() -> Self {
        Self {
            resource_type_filter: 0,
            resource_name_filter: Some(String::new()),
            pattern_type_filter: 3,
            principal_filter: Some(String::new()),
            host_filter: Some(String::new()),
            operation: 0,
            permission_type: 0,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for DeleteAclsFilter {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 2;
        let mut this = Self::default();
        this.resource_type_filter = decoder.i8()?;
        this.resource_name_filter = decoder.nullable_string(flexible)?;
        this.pattern_type_filter = decoder.i8()?;
        this.principal_filter = decoder.nullable_string(flexible)?;
        this.host_filter = decoder.nullable_string(flexible)?;
        this.operation = decoder.i8()?;
        this.permission_type = decoder.i8()?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 2;
        encoder.i8(self.resource_type_filter);
        encoder.nullable_string(flexible, self.resource_name_filter.as_deref())?;
        encoder.i8(self.pattern_type_filter);
        encoder.nullable_string(flexible, self.principal_filter.as_deref())?;
        encoder.nullable_string(flexible, self.host_filter.as_deref())?;
        encoder.i8(self.operation);
        encoder.i8(self.permission_type);
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

impl crate::codec::Request for DeleteAclsRequest {
    const KEY: crate::ApiKey = crate::ApiKey(31);
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 3;
    const FLEXIBLE_FROM: i16 = 2;
    type Response = super::delete_acls_response::DeleteAclsResponse;
}

// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct ApiVersionsRequest {
    pub client_software_name: String,
    pub client_software_version: String,
    pub cluster_id: Option<String>,
    pub node_id: i32,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for ApiVersionsRequest {
    fn default() -> Self {
        Self {
            client_software_name: String::new(),
            client_software_version: String::new(),
            cluster_id: None,
            node_id: -1,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for ApiVersionsRequest {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=5).contains(&version) {
            return Err(DecodeError::Version { message: "ApiVersionsRequest", version });
        }
        let flexible = version >= 3;
        let mut this = Self::default();
        if version >= 3 {
            this.client_software_name = decoder.string(flexible, "client_software_name")?;
        }
        if version >= 3 {
            this.client_software_version = decoder.string(flexible, "client_software_version")?;
        }
        if version >= 5 {
            this.cluster_id = decoder.nullable_string(flexible)?;
        }
        if version >= 5 {
            this.node_id = decoder.i32()?;
        }
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 3;
        if version >= 3 {
            encoder.string(flexible, &self.client_software_name)?;
        }
        if version >= 3 {
            encoder.string(flexible, &self.client_software_version)?;
        }
        if version >= 5 {
            encoder.nullable_string(flexible, self.cluster_id.as_deref())?;
        }
        if version >= 5 {
            encoder.i32(self.node_id);
        }
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

impl crate::codec::Request for ApiVersionsRequest {
    const KEY: crate::ApiKey = crate::ApiKey(18);
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 5;
    const FLEXIBLE_FROM: i16 = 3;
    type Response = super::api_versions_response::ApiVersionsResponse;
}

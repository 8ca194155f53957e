// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct ListConfigResourcesRequest {
    pub resource_types: Vec<i8>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for ListConfigResourcesRequest {
    fn default() -> Self {
        Self { resource_types: Vec::new(), unknown_tagged_fields: Vec::new() }
    }
}

impl Message for ListConfigResourcesRequest {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=1).contains(&version) {
            return Err(DecodeError::Version { message: "ListConfigResourcesRequest", version });
        }
        let flexible = true;
        let mut this = Self::default();
        if version >= 1 {
            this.resource_types =
                decoder.array(flexible, 1, "resource_types", |decoder| decoder.i8())?;
        }
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = true;
        if !(version >= 1) && !self.resource_types.is_empty() {
            return Err(EncodeError::Unsupported {
                message: "ListConfigResourcesRequest",
                field: "resource_types",
                version,
            });
        }
        if version >= 1 {
            encoder.length(flexible, Some(self.resource_types.len()))?;
            for element in &self.resource_types {
                encoder.i8(*element);
            }
        }
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

impl crate::codec::Request for ListConfigResourcesRequest {
    const KEY: crate::ApiKey = crate::ApiKey(74);
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    const FLEXIBLE_FROM: i16 = 0;
    type Response = super::list_config_resources_response::ListConfigResourcesResponse;
}

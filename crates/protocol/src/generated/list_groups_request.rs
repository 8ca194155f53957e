// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct ListGroupsRequest {
    pub states_filter: Vec<String>,
    pub types_filter: Vec<String>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for ListGroupsRequest {
    fn default() -> Self {
        Self {
            states_filter: Vec::new(),
            types_filter: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for ListGroupsRequest {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=5).contains(&version) {
            return Err(DecodeError::Version { message: "ListGroupsRequest", version });
        }
        let flexible = version >= 3;
        let mut this = Self::default();
        if version >= 4 {
            this.states_filter = decoder.array(flexible, 1, "states_filter", |decoder| {
                decoder.string(flexible, "element")
            })?;
        }
        if version >= 5 {
            this.types_filter = decoder.array(flexible, 1, "types_filter", |decoder| {
                decoder.string(flexible, "element")
            })?;
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
        if !(version >= 4) && !self.states_filter.is_empty() {
            return Err(EncodeError::Unsupported {
                message: "ListGroupsRequest",
                field: "states_filter",
                version,
            });
        }
        if !(version >= 5) && !self.types_filter.is_empty() {
            return Err(EncodeError::Unsupported {
                message: "ListGroupsRequest",
                field: "types_filter",
                version,
            });
        }
        if version >= 4 {
            encoder.length(flexible, Some(self.states_filter.len()))?;
            for element in &self.states_filter {
                encoder.string(flexible, element)?;
            }
        }
        if version >= 5 {
            encoder.length(flexible, Some(self.types_filter.len()))?;
            for element in &self.types_filter {
                encoder.string(flexible, element)?;
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

impl crate::codec::Request for ListGroupsRequest {
    const KEY: crate::ApiKey = crate::ApiKey(16);
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 5;
    const FLEXIBLE_FROM: i16 = 3;
    type Response = super::list_groups_response::ListGroupsResponse;
}

// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct DescribeGroupsRequest {
    pub groups: Vec<String>,
    pub include_authorized_operations: bool,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for DescribeGroupsRequest {
    fn default() -> Self {
        Self {
            groups: Vec::new(),
            include_authorized_operations: false,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for DescribeGroupsRequest {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=6).contains(&version) {
            return Err(DecodeError::Version { message: "DescribeGroupsRequest", version });
        }
        let flexible = version >= 5;
        let mut this = Self::default();
        this.groups =
            decoder.array(flexible, 1, "groups", |decoder| decoder.string(flexible, "element"))?;
        if version >= 3 {
            this.include_authorized_operations = decoder.bool()?;
        }
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 5;
        if !(version >= 3) && self.include_authorized_operations {
            return Err(EncodeError::Unsupported {
                message: "DescribeGroupsRequest",
                field: "include_authorized_operations",
                version,
            });
        }
        encoder.length(flexible, Some(self.groups.len()))?;
        for element in &self.groups {
            encoder.string(flexible, element)?;
        }
        if version >= 3 {
            encoder.bool(self.include_authorized_operations);
        }
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

impl crate::codec::Request for DescribeGroupsRequest {
    const KEY: crate::ApiKey = crate::ApiKey(15);
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 6;
    const FLEXIBLE_FROM: i16 = 5;
    type Response = super::describe_groups_response::DescribeGroupsResponse;
}

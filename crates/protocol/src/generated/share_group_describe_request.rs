// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct ShareGroupDescribeRequest {
    pub group_ids: Vec<String>,
    pub include_authorized_operations: bool,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for ShareGroupDescribeRequest {
    fn default() -> Self {
        Self {
            group_ids: Vec::new(),
            include_authorized_operations: false,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for ShareGroupDescribeRequest {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(1..=1).contains(&version) {
            return Err(DecodeError::Version { message: "ShareGroupDescribeRequest", version });
        }
        let flexible = true;
        let mut this = Self::default();
        this.group_ids = decoder
            .array(flexible, 1, "group_ids", |decoder| decoder.string(flexible, "element"))?;
        this.include_authorized_operations = decoder.bool()?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = true;
        encoder.length(flexible, Some(self.group_ids.len()))?;
        for element in &self.group_ids {
            encoder.string(flexible, element)?;
        }
        encoder.bool(self.include_authorized_operations);
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

impl crate::codec::Request for ShareGroupDescribeRequest {
    const KEY: crate::ApiKey = crate::ApiKey(77);
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 1;
    const FLEXIBLE_FROM: i16 = 0;
    type Response = super::share_group_describe_response::ShareGroupDescribeResponse;
}

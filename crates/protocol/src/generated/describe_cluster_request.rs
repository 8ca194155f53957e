// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct DescribeClusterRequest {
    pub include_cluster_authorized_operations: bool,
    pub endpoint_type: i8,
    pub include_fenced_brokers: bool,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for DescribeClusterRequest {
    fn default() -> Self {
        Self {
            include_cluster_authorized_operations: false,
            endpoint_type: 1,
            include_fenced_brokers: false,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for DescribeClusterRequest {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=2).contains(&version) {
            return Err(DecodeError::Version { message: "DescribeClusterRequest", version });
        }
        let flexible = true;
        let mut this = Self::default();
        this.include_cluster_authorized_operations = decoder.bool()?;
        if version >= 1 {
            this.endpoint_type = decoder.i8()?;
        }
        if version >= 2 {
            this.include_fenced_brokers = decoder.bool()?;
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
        if !(version >= 1) && self.endpoint_type != 1 {
            return Err(EncodeError::Unsupported {
                message: "DescribeClusterRequest",
                field: "endpoint_type",
                version,
            });
        }
        if !(version >= 2) && self.include_fenced_brokers {
            return Err(EncodeError::Unsupported {
                message: "DescribeClusterRequest",
                field: "include_fenced_brokers",
                version,
            });
        }
        encoder.bool(self.include_cluster_authorized_operations);
        if version >= 1 {
            encoder.i8(self.endpoint_type);
        }
        if version >= 2 {
            encoder.bool(self.include_fenced_brokers);
        }
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

impl crate::codec::Request for DescribeClusterRequest {
    const KEY: crate::ApiKey = crate::ApiKey(60);
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 2;
    const FLEXIBLE_FROM: i16 = 0;
    type Response = super::describe_cluster_response::DescribeClusterResponse;
}

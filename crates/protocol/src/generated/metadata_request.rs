// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct MetadataRequest {
    pub topics: Option<Vec<MetadataRequestTopic>>,
    pub allow_auto_topic_creation: bool,
    pub include_cluster_authorized_operations: bool,
    pub include_topic_authorized_operations: bool,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for MetadataRequest {
    fn default() -> Self {
        Self {
            topics: Some(Vec::new()),
            allow_auto_topic_creation: true,
            include_cluster_authorized_operations: false,
            include_topic_authorized_operations: false,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for MetadataRequest {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=13).contains(&version) {
            return Err(DecodeError::Version { message: "MetadataRequest", version });
        }
        let flexible = version >= 9;
        let mut this = Self::default();
        this.topics = if version >= 1 {
            decoder.nullable_array(flexible, 1, |decoder| {
                MetadataRequestTopic::decode(decoder, version)
            })?
        } else {
            Some(decoder.array(flexible, 1, "topics", |decoder| {
                MetadataRequestTopic::decode(decoder, version)
            })?)
        };
        if version >= 4 {
            this.allow_auto_topic_creation = decoder.bool()?;
        }
        if (8..=10).contains(&version) {
            this.include_cluster_authorized_operations = decoder.bool()?;
        }
        if version >= 8 {
            this.include_topic_authorized_operations = decoder.bool()?;
        }
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 9;
        if !(version >= 4) && !self.allow_auto_topic_creation {
            return Err(EncodeError::Unsupported {
                message: "MetadataRequest",
                field: "allow_auto_topic_creation",
                version,
            });
        }
        if !((8..=10).contains(&version)) && self.include_cluster_authorized_operations {
            return Err(EncodeError::Unsupported {
                message: "MetadataRequest",
                field: "include_cluster_authorized_operations",
                version,
            });
        }
        if !(version >= 8) && self.include_topic_authorized_operations {
            return Err(EncodeError::Unsupported {
                message: "MetadataRequest",
                field: "include_topic_authorized_operations",
                version,
            });
        }
        if !(version >= 1) && self.topics.is_none() {
            return Err(EncodeError::Null { field: "topics", version });
        }
        encoder.length(flexible, self.topics.as_ref().map(Vec::len))?;
        for element in self.topics.iter().flatten() {
            element.encode(encoder, version)?;
        }
        if version >= 4 {
            encoder.bool(self.allow_auto_topic_creation);
        }
        if (8..=10).contains(&version) {
            encoder.bool(self.include_cluster_authorized_operations);
        }
        if version >= 8 {
            encoder.bool(self.include_topic_authorized_operations);
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
pub struct MetadataRequestTopic {
    pub topic_id: Uuid,
    pub name: Option<String>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for MetadataRequestTopic {
    fn default() -> Self {
        Self { topic_id: Uuid::ZERO, name: Some(String::new()), unknown_tagged_fields: Vec::new() }
    }
}

impl Message for MetadataRequestTopic {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 9;
        let mut this = Self::default();
        if version >= 10 {
            this.topic_id = decoder.uuid()?;
        }
        this.name = if version >= 10 {
            decoder.nullable_string(flexible)?
        } else {
            Some(decoder.string(flexible, "name")?)
        };
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 9;
        if version >= 10 {
            encoder.uuid(self.topic_id);
        }
        if !(version >= 10) && self.name.is_none() {
            return Err(EncodeError::Null { field: "name", version });
        }
        encoder.nullable_string(flexible, self.name.as_deref())?;
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

impl crate::codec::Request for MetadataRequest {
    const KEY: crate::ApiKey = crate::ApiKey(3);
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 13;
    const FLEXIBLE_FROM: i16 = 9;
    type Response = super::metadata_response::MetadataResponse;
}

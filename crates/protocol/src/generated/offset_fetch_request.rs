// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct OffsetFetchRequest {
    pub group_id: String,
    pub topics: Option<Vec<OffsetFetchRequestTopic>>,
    pub groups: Vec<OffsetFetchRequestGroup>,
    pub require_stable: bool,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for OffsetFetchRequest {
    fn default() -> Self {
        Self {
            group_id: String::new(),
            topics: Some(Vec::new()),
            groups: Vec::new(),
            require_stable: false,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for OffsetFetchRequest {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(1..=10).contains(&version) {
            return Err(DecodeError::Version { message: "OffsetFetchRequest", version });
        }
        let flexible = version >= 6;
        let mut this = Self::default();
        if version <= 7 {
            this.group_id = decoder.string(flexible, "group_id")?;
        }
        if version <= 7 {
            this.topics = if (2..=7).contains(&version) {
                decoder.nullable_array(flexible, 1, |decoder| {
                    OffsetFetchRequestTopic::decode(decoder, version)
                })?
            } else {
                Some(decoder.array(flexible, 1, "topics", |decoder| {
                    OffsetFetchRequestTopic::decode(decoder, version)
                })?)
            };
        }
        if version >= 8 {
            this.groups = decoder.array(flexible, 1, "groups", |decoder| {
                OffsetFetchRequestGroup::decode(decoder, version)
            })?;
        }
        if version >= 7 {
            this.require_stable = decoder.bool()?;
        }
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 6;
        if !(version <= 7) && !self.group_id.is_empty() {
            return Err(EncodeError::Unsupported {
                message: "OffsetFetchRequest",
                field: "group_id",
                version,
            });
        }
        if !(version <= 7) && self.topics != Some(Vec::new()) {
            return Err(EncodeError::Unsupported {
                message: "OffsetFetchRequest",
                field: "topics",
                version,
            });
        }
        if !(version >= 8) && !self.groups.is_empty() {
            return Err(EncodeError::Unsupported {
                message: "OffsetFetchRequest",
                field: "groups",
                version,
            });
        }
        if !(version >= 7) && self.require_stable {
            return Err(EncodeError::Unsupported {
                message: "OffsetFetchRequest",
                field: "require_stable",
                version,
            });
        }
        if version <= 7 {
            encoder.string(flexible, &self.group_id)?;
        }
        if version <= 7 {
            if !((2..=7).contains(&version)) && self.topics.is_none() {
                return Err(EncodeError::Null { field: "topics", version });
            }
            encoder.length(flexible, self.topics.as_ref().map(Vec::len))?;
            for element in self.topics.iter().flatten() {
                element.encode(encoder, version)?;
            }
        }
        if version >= 8 {
            encoder.length(flexible, Some(self.groups.len()))?;
            for element in &self.groups {
                element.encode(encoder, version)?;
            }
        }
        if version >= 7 {
            encoder.bool(self.require_stable);
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
pub struct OffsetFetchRequestTopic {
    pub name: String,
    pub partition_indexes: Vec<i32>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for OffsetFetchRequestTopic {
    fn default() -> Self {
        Self {
            name: String::new(),
            partition_indexes: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for OffsetFetchRequestTopic {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 6;
        let mut this = Self::default();
        if version <= 7 {
            this.name = decoder.string(flexible, "name")?;
        }
        if version <= 7 {
            this.partition_indexes =
                decoder.array(flexible, 4, "partition_indexes", |decoder| decoder.i32())?;
        }
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 6;
        if !(version <= 7) && !self.name.is_empty() {
            return Err(EncodeError::Unsupported {
                message: "OffsetFetchRequestTopic",
                field: "name",
                version,
            });
        }
        if !(version <= 7) && !self.partition_indexes.is_empty() {
            return Err(EncodeError::Unsupported {
                message: "OffsetFetchRequestTopic",
                field: "partition_indexes",
                version,
            });
        }
        if version <= 7 {
            encoder.string(flexible, &self.name)?;
        }
        if version <= 7 {
            encoder.length(flexible, Some(self.partition_indexes.len()))?;
            for element in &self.partition_indexes {
                encoder.i32(*element);
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

#[derive(Clone, Debug, PartialEq)]
pub struct OffsetFetchRequestGroup {
    pub group_id: String,
    pub member_id: Option<String>,
    pub member_epoch: i32,
    pub topics: Option<Vec<OffsetFetchRequestTopics>>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for OffsetFetchRequestGroup {
    fn default() -> Self {
        Self {
            group_id: String::new(),
            member_id: None,
            member_epoch: -1,
            topics: Some(Vec::new()),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for OffsetFetchRequestGroup {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 6;
        let mut this = Self::default();
        if version >= 8 {
            this.group_id = decoder.string(flexible, "group_id")?;
        }
        if version >= 9 {
            this.member_id = decoder.nullable_string(flexible)?;
        }
        if version >= 9 {
            this.member_epoch = decoder.i32()?;
        }
        if version >= 8 {
            this.topics = decoder.nullable_array(flexible, 1, |decoder| {
                OffsetFetchRequestTopics::decode(decoder, version)
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
        let flexible = version >= 6;
        if !(version >= 8) && !self.group_id.is_empty() {
            return Err(EncodeError::Unsupported {
                message: "OffsetFetchRequestGroup",
                field: "group_id",
                version,
            });
        }
        if !(version >= 8) && self.topics != Some(Vec::new()) {
            return Err(EncodeError::Unsupported {
                message: "OffsetFetchRequestGroup",
                field: "topics",
                version,
            });
        }
        if version >= 8 {
            encoder.string(flexible, &self.group_id)?;
        }
        if version >= 9 {
            encoder.nullable_string(flexible, self.member_id.as_deref())?;
        }
        if version >= 9 {
            encoder.i32(self.member_epoch);
        }
        if version >= 8 {
            encoder.length(flexible, self.topics.as_ref().map(Vec::len))?;
            for element in self.topics.iter().flatten() {
                element.encode(encoder, version)?;
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

#[derive(Clone, Debug, PartialEq)]
pub struct OffsetFetchRequestTopics {
    pub name: String,
    pub topic_id: Uuid,
    pub partition_indexes: Vec<i32>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for OffsetFetchRequestTopics {
    fn default() -> Self {
        Self {
            name: String::new(),
            topic_id: Uuid::ZERO,
            partition_indexes: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for OffsetFetchRequestTopics {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 6;
        let mut this = Self::default();
        if (8..=9).contains(&version) {
            this.name = decoder.string(flexible, "name")?;
        }
        if version >= 10 {
            this.topic_id = decoder.uuid()?;
        }
        if version >= 8 {
            this.partition_indexes =
                decoder.array(flexible, 4, "partition_indexes", |decoder| decoder.i32())?;
        }
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 6;
        if !(version >= 8) && !self.partition_indexes.is_empty() {
            return Err(EncodeError::Unsupported {
                message: "OffsetFetchRequestTopics",
                field: "partition_indexes",
                version,
            });
        }
        if (8..=9).contains(&version) {
            encoder.string(flexible, &self.name)?;
        }
        if version >= 10 {
            encoder.uuid(self.topic_id);
        }
        if version >= 8 {
            encoder.length(flexible, Some(self.partition_indexes.len()))?;
            for element in &self.partition_indexes {
                encoder.i32(*element);
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

impl crate::codec::Request for OffsetFetchRequest {
    const KEY: crate::ApiKey = crate::ApiKey(9);
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 10;
    const FLEXIBLE_FROM: i16 = 6;
    type Response = super::offset_fetch_response::OffsetFetchResponse;
}

// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct ListPartitionReassignmentsRequest {
    pub timeout_ms: i32,
    pub topics: Option<Vec<ListPartitionReassignmentsTopics>>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for ListPartitionReassignmentsRequest {
    fn default() -> Self {
        Self { timeout_ms: 60000, topics: None, unknown_tagged_fields: Vec::new() }
    }
}

impl Message for ListPartitionReassignmentsRequest {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=0).contains(&version) {
            return Err(DecodeError::Version {
                message: "ListPartitionReassignmentsRequest",
                version,
            });
        }
        let flexible = true;
        let mut this = Self::default();
        this.timeout_ms = decoder.i32()?;
        this.topics = decoder.nullable_array(flexible, 2, |decoder| {
            ListPartitionReassignmentsTopics::decode(decoder, version)
        })?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = true;
        encoder.i32(self.timeout_ms);
        encoder.length(flexible, self.topics.as_ref().map(Vec::len))?;
        for element in self.topics.iter().flatten() {
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
pub struct ListPartitionReassignmentsTopics {
    pub name: String,
    pub partition_indexes: Vec<i32>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for ListPartitionReassignmentsTopics {
    fn default() -> Self {
        Self {
            name: String::new(),
            partition_indexes: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for ListPartitionReassignmentsTopics {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.name = decoder.string(flexible, "name")?;
        this.partition_indexes =
            decoder.array(flexible, 4, "partition_indexes", |decoder| decoder.i32())?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = true;
        encoder.string(flexible, &self.name)?;
        encoder.length(flexible, Some(self.partition_indexes.len()))?;
        for element in &self.partition_indexes {
            encoder.i32(*element);
        }
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

impl crate::codec::Request for ListPartitionReassignmentsRequest {
    const KEY: crate::ApiKey = crate::ApiKey(46);
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: i16 = 0;
    type Response =
        super::list_partition_reassignments_response::ListPartitionReassignmentsResponse;
}

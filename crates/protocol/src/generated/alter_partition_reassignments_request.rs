// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct AlterPartitionReassignmentsRequest {
    pub timeout_ms: i32,
    pub allow_replication_factor_change: bool,
    pub topics: Vec<ReassignableTopic>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for AlterPartitionReassignmentsRequest {
    fn default() -> Self {
        Self {
            timeout_ms: 60000,
            allow_replication_factor_change: true,
            topics: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for AlterPartitionReassignmentsRequest {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=1).contains(&version) {
            return Err(DecodeError::Version {
                message: "AlterPartitionReassignmentsRequest",
                version,
            });
        }
        let flexible = true;
        let mut this = Self::default();
        this.timeout_ms = decoder.i32()?;
        if version >= 1 {
            this.allow_replication_factor_change = decoder.bool()?;
        }
        this.topics = decoder
            .array(flexible, 2, "topics", |decoder| ReassignableTopic::decode(decoder, version))?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = true;
        if !(version >= 1) && !self.allow_replication_factor_change {
            return Err(EncodeError::Unsupported {
                message: "AlterPartitionReassignmentsRequest",
                field: "allow_replication_factor_change",
                version,
            });
        }
        encoder.i32(self.timeout_ms);
        if version >= 1 {
            encoder.bool(self.allow_replication_factor_change);
        }
        encoder.length(flexible, Some(self.topics.len()))?;
        for element in &self.topics {
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
pub struct ReassignableTopic {
    pub name: String,
    pub partitions: Vec<ReassignablePartition>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for ReassignableTopic {
    fn default() -> Self {
        Self { name: String::new(), partitions: Vec::new(), unknown_tagged_fields: Vec::new() }
    }
}

impl Message for ReassignableTopic {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.name = decoder.string(flexible, "name")?;
        this.partitions = decoder.array(flexible, 5, "partitions", |decoder| {
            ReassignablePartition::decode(decoder, version)
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
        encoder.string(flexible, &self.name)?;
        encoder.length(flexible, Some(self.partitions.len()))?;
        for element in &self.partitions {
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
pub struct ReassignablePartition {
    pub partition_index: i32,
    pub replicas: Option<Vec<i32>>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for ReassignablePartition {
    fn default() -> Self {
        Self { partition_index: 0, replicas: None, unknown_tagged_fields: Vec::new() }
    }
}

impl Message for ReassignablePartition {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.partition_index = decoder.i32()?;
        this.replicas = decoder.nullable_array(flexible, 4, |decoder| decoder.i32())?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = true;
        encoder.i32(self.partition_index);
        encoder.length(flexible, self.replicas.as_ref().map(Vec::len))?;
        for element in self.replicas.iter().flatten() {
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

impl crate::codec::Request for AlterPartitionReassignmentsRequest {
    const KEY: crate::ApiKey = crate::ApiKey(45);
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    const FLEXIBLE_FROM: i16 = 0;
    type Response =
        super::alter_partition_reassignments_response::AlterPartitionReassignmentsResponse;
}

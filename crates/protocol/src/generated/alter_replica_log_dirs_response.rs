// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct AlterReplicaLogDirsResponse {
    pub throttle_time_ms: i32,
    pub results: Vec<AlterReplicaLogDirTopicResult>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for AlterReplicaLogDirsResponse {
    fn default() -> Self {
        Self { throttle_time_ms: 0, results: Vec::new(), unknown_tagged_fields: Vec::new() }
    }
}

impl Message for AlterReplicaLogDirsResponse {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(1..=2).contains(&version) {
            return Err(DecodeError::Version { message: "AlterReplicaLogDirsResponse", version });
        }
        let flexible = version >= 2;
        let mut this = Self::default();
        this.throttle_time_ms = decoder.i32()?;
        this.results = decoder.array(flexible, 2, "results", |decoder| {
            AlterReplicaLogDirTopicResult::decode(decoder, version)
        })?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 2;
        encoder.i32(self.throttle_time_ms);
        encoder.length(flexible, Some(self.results.len()))?;
        for element in &self.results {
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
pub struct AlterReplicaLogDirTopicResult {
    pub topic_name: String,
    pub partitions: Vec<AlterReplicaLogDirPartitionResult>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for AlterReplicaLogDirTopicResult {
    fn default() -> Self {
        Self {
            topic_name: String::new(),
            partitions: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for AlterReplicaLogDirTopicResult {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 2;
        let mut this = Self::default();
        this.topic_name = decoder.string(flexible, "topic_name")?;
        this.partitions = decoder.array(flexible, 6, "partitions", |decoder| {
            AlterReplicaLogDirPartitionResult::decode(decoder, version)
        })?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 2;
        encoder.string(flexible, &self.topic_name)?;
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
pub struct AlterReplicaLogDirPartitionResult {
    pub partition_index: i32,
    pub error_code: i16,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for AlterReplicaLogDirPartitionResult {
    fn default() -> Self {
        Self { partition_index: 0, error_code: 0, unknown_tagged_fields: Vec::new() }
    }
}

impl Message for AlterReplicaLogDirPartitionResult {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 2;
        let mut this = Self::default();
        this.partition_index = decoder.i32()?;
        this.error_code = decoder.i16()?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 2;
        encoder.i32(self.partition_index);
        encoder.i16(self.error_code);
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

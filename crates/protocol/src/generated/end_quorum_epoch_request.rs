// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct EndQuorumEpochRequest {
    pub cluster_id: Option<String>,
    pub topics: Vec<TopicData>,
    pub leader_endpoints: Vec<LeaderEndpoint>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for EndQuorumEpochRequest {
    fn default() -> Self {
        Self {
            cluster_id: None,
            topics: Vec::new(),
            leader_endpoints: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for EndQuorumEpochRequest {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=1).contains(&version) {
            return Err(DecodeError::Version { message: "EndQuorumEpochRequest", version });
        }
        let flexible = version >= 1;
        let mut this = Self::default();
        this.cluster_id = decoder.nullable_string(flexible)?;
        this.topics =
            decoder.array(flexible, 2, "topics", |decoder| TopicData::decode(decoder, version))?;
        if version >= 1 {
            this.leader_endpoints = decoder.array(flexible, 1, "leader_endpoints", |decoder| {
                LeaderEndpoint::decode(decoder, version)
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
        let flexible = version >= 1;
        encoder.nullable_string(flexible, self.cluster_id.as_deref())?;
        encoder.length(flexible, Some(self.topics.len()))?;
        for element in &self.topics {
            element.encode(encoder, version)?;
        }
        if version >= 1 {
            encoder.length(flexible, Some(self.leader_endpoints.len()))?;
            for element in &self.leader_endpoints {
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
pub struct TopicData {
    pub topic_name: String,
    pub partitions: Vec<PartitionData>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for TopicData {
    fn default() -> Self {
        Self {
            topic_name: String::new(),
            partitions: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for TopicData {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 1;
        let mut this = Self::default();
        this.topic_name = decoder.string(flexible, "topic_name")?;
        this.partitions = decoder
            .array(flexible, 12, "partitions", |decoder| PartitionData::decode(decoder, version))?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 1;
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
pub struct PartitionData {
    pub partition_index: i32,
    pub leader_id: i32,
    pub leader_epoch: i32,
    pub preferred_successors: Vec<i32>,
    pub preferred_candidates: Vec<ReplicaInfo>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for PartitionData {
    fn default() -> Self {
        Self {
            partition_index: 0,
            leader_id: 0,
            leader_epoch: 0,
            preferred_successors: Vec::new(),
            preferred_candidates: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for PartitionData {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 1;
        let mut this = Self::default();
        this.partition_index = decoder.i32()?;
        this.leader_id = decoder.i32()?;
        this.leader_epoch = decoder.i32()?;
        if version <= 0 {
            this.preferred_successors =
                decoder.array(flexible, 4, "preferred_successors", |decoder| decoder.i32())?;
        }
        if version >= 1 {
            this.preferred_candidates =
                decoder.array(flexible, 1, "preferred_candidates", |decoder| {
                    ReplicaInfo::decode(decoder, version)
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
        let flexible = version >= 1;
        encoder.i32(self.partition_index);
        encoder.i32(self.leader_id);
        encoder.i32(self.leader_epoch);
        if version <= 0 {
            encoder.length(flexible, Some(self.preferred_successors.len()))?;
            for element in &self.preferred_successors {
                encoder.i32(*element);
            }
        }
        if version >= 1 {
            encoder.length(flexible, Some(self.preferred_candidates.len()))?;
            for element in &self.preferred_candidates {
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
pub struct ReplicaInfo {
    pub candidate_id: i32,
    pub candidate_directory_id: Uuid,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for ReplicaInfo {
    fn default() -> Self {
        Self {
            candidate_id: 0,
            candidate_directory_id: Uuid::ZERO,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for ReplicaInfo {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 1;
        let mut this = Self::default();
        if version >= 1 {
            this.candidate_id = decoder.i32()?;
        }
        if version >= 1 {
            this.candidate_directory_id = decoder.uuid()?;
        }
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 1;
        if !(version >= 1) && self.candidate_id != 0 {
            return Err(EncodeError::Unsupported {
                message: "ReplicaInfo",
                field: "candidate_id",
                version,
            });
        }
        if !(version >= 1) && self.candidate_directory_id != Uuid::ZERO {
            return Err(EncodeError::Unsupported {
                message: "ReplicaInfo",
                field: "candidate_directory_id",
                version,
            });
        }
        if version >= 1 {
            encoder.i32(self.candidate_id);
        }
        if version >= 1 {
            encoder.uuid(self.candidate_directory_id);
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
pub struct LeaderEndpoint {
    pub name: String,
    pub host: String,
    pub port: u16,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for LeaderEndpoint {
    fn default() -> Self {
        Self {
            name: String::new(),
            host: String::new(),
            port: 0,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for LeaderEndpoint {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 1;
        let mut this = Self::default();
        if version >= 1 {
            this.name = decoder.string(flexible, "name")?;
        }
        if version >= 1 {
            this.host = decoder.string(flexible, "host")?;
        }
        if version >= 1 {
            this.port = decoder.u16()?;
        }
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 1;
        if !(version >= 1) && !self.name.is_empty() {
            return Err(EncodeError::Unsupported {
                message: "LeaderEndpoint",
                field: "name",
                version,
            });
        }
        if !(version >= 1) && !self.host.is_empty() {
            return Err(EncodeError::Unsupported {
                message: "LeaderEndpoint",
                field: "host",
                version,
            });
        }
        if !(version >= 1) && self.port != 0 {
            return Err(EncodeError::Unsupported {
                message: "LeaderEndpoint",
                field: "port",
                version,
            });
        }
        if version >= 1 {
            encoder.string(flexible, &self.name)?;
        }
        if version >= 1 {
            encoder.string(flexible, &self.host)?;
        }
        if version >= 1 {
            encoder.u16(self.port);
        }
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

impl crate::codec::Request for EndQuorumEpochRequest {
    const KEY: crate::ApiKey = crate::ApiKey(54);
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    const FLEXIBLE_FROM: i16 = 1;
    type Response = super::end_quorum_epoch_response::EndQuorumEpochResponse;
}

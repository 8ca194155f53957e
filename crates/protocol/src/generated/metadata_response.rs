// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct MetadataResponse {
    pub throttle_time_ms: i32,
    pub brokers: Vec<MetadataResponseBroker>,
    pub cluster_id: Option<String>,
    pub controller_id: i32,
    pub topics: Vec<MetadataResponseTopic>,
    pub cluster_authorized_operations: i32,
    pub error_code: i16,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for MetadataResponse {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            brokers: Vec::new(),
            cluster_id: None,
            controller_id: -1,
            topics: Vec::new(),
            cluster_authorized_operations: -2147483648,
            error_code: 0,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for MetadataResponse {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=13).contains(&version) {
            return Err(DecodeError::Version { message: "MetadataResponse", version });
        }
        let flexible = version >= 9;
        let mut this = Self::default();
        if version >= 3 {
            this.throttle_time_ms = decoder.i32()?;
        }
        this.brokers = decoder.array(flexible, 9, "brokers", |decoder| {
            MetadataResponseBroker::decode(decoder, version)
        })?;
        if version >= 2 {
            this.cluster_id = decoder.nullable_string(flexible)?;
        }
        if version >= 1 {
            this.controller_id = decoder.i32()?;
        }
        this.topics = decoder.array(flexible, 4, "topics", |decoder| {
            MetadataResponseTopic::decode(decoder, version)
        })?;
        if (8..=10).contains(&version) {
            this.cluster_authorized_operations = decoder.i32()?;
        }
        if version >= 13 {
            this.error_code = decoder.i16()?;
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
        if version >= 3 {
            encoder.i32(self.throttle_time_ms);
        }
        encoder.length(flexible, Some(self.brokers.len()))?;
        for element in &self.brokers {
            element.encode(encoder, version)?;
        }
        if version >= 2 {
            encoder.nullable_string(flexible, self.cluster_id.as_deref())?;
        }
        if version >= 1 {
            encoder.i32(self.controller_id);
        }
        encoder.length(flexible, Some(self.topics.len()))?;
        for element in &self.topics {
            element.encode(encoder, version)?;
        }
        if (8..=10).contains(&version) {
            encoder.i32(self.cluster_authorized_operations);
        }
        if version >= 13 {
            encoder.i16(self.error_code);
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
pub struct MetadataResponseBroker {
    pub node_id: i32,
    pub host: String,
    pub port: i32,
    pub rack: Option<String>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for MetadataResponseBroker {
    fn default() -> Self {
        Self {
            node_id: 0,
            host: String::new(),
            port: 0,
            rack: None,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for MetadataResponseBroker {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 9;
        let mut this = Self::default();
        this.node_id = decoder.i32()?;
        this.host = decoder.string(flexible, "host")?;
        this.port = decoder.i32()?;
        if version >= 1 {
            this.rack = decoder.nullable_string(flexible)?;
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
        encoder.i32(self.node_id);
        encoder.string(flexible, &self.host)?;
        encoder.i32(self.port);
        if version >= 1 {
            encoder.nullable_string(flexible, self.rack.as_deref())?;
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
pub struct MetadataResponseTopic {
    pub error_code: i16,
    pub name: Option<String>,
    pub topic_id: Uuid,
    pub is_internal: bool,
    pub partitions: Vec<MetadataResponsePartition>,
    pub topic_authorized_operations: i32,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for MetadataResponseTopic {
    fn default() -> Self {
        Self {
            error_code: 0,
            name: Some(String::new()),
            topic_id: Uuid::ZERO,
            is_internal: false,
            partitions: Vec::new(),
            topic_authorized_operations: -2147483648,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for MetadataResponseTopic {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 9;
        let mut this = Self::default();
        this.error_code = decoder.i16()?;
        this.name = if version >= 12 {
            decoder.nullable_string(flexible)?
        } else {
            Some(decoder.string(flexible, "name")?)
        };
        if version >= 10 {
            this.topic_id = decoder.uuid()?;
        }
        if version >= 1 {
            this.is_internal = decoder.bool()?;
        }
        this.partitions = decoder.array(flexible, 12, "partitions", |decoder| {
            MetadataResponsePartition::decode(decoder, version)
        })?;
        if version >= 8 {
            this.topic_authorized_operations = decoder.i32()?;
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
        encoder.i16(self.error_code);
        if !(version >= 12) && self.name.is_none() {
            return Err(EncodeError::Null { field: "name", version });
        }
        encoder.nullable_string(flexible, self.name.as_deref())?;
        if version >= 10 {
            encoder.uuid(self.topic_id);
        }
        if version >= 1 {
            encoder.bool(self.is_internal);
        }
        encoder.length(flexible, Some(self.partitions.len()))?;
        for element in &self.partitions {
            element.encode(encoder, version)?;
        }
        if version >= 8 {
            encoder.i32(self.topic_authorized_operations);
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
pub struct MetadataResponsePartition {
    pub error_code: i16,
    pub partition_index: i32,
    pub leader_id: i32,
    pub leader_epoch: i32,
    pub replica_nodes: Vec<i32>,
    pub isr_nodes: Vec<i32>,
    pub offline_replicas: Vec<i32>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for MetadataResponsePartition {
    fn default() -> Self {
        Self {
            error_code: 0,
            partition_index: 0,
            leader_id: 0,
            leader_epoch: -1,
            replica_nodes: Vec::new(),
            isr_nodes: Vec::new(),
            offline_replicas: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for MetadataResponsePartition {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 9;
        let mut this = Self::default();
        this.error_code = decoder.i16()?;
        this.partition_index = decoder.i32()?;
        this.leader_id = decoder.i32()?;
        if version >= 7 {
            this.leader_epoch = decoder.i32()?;
        }
        this.replica_nodes =
            decoder.array(flexible, 4, "replica_nodes", |decoder| decoder.i32())?;
        this.isr_nodes = decoder.array(flexible, 4, "isr_nodes", |decoder| decoder.i32())?;
        if version >= 5 {
            this.offline_replicas =
                decoder.array(flexible, 4, "offline_replicas", |decoder| decoder.i32())?;
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
        encoder.i16(self.error_code);
        encoder.i32(self.partition_index);
        encoder.i32(self.leader_id);
        if version >= 7 {
            encoder.i32(self.leader_epoch);
        }
        encoder.length(flexible, Some(self.replica_nodes.len()))?;
        for element in &self.replica_nodes {
            encoder.i32(*element);
        }
        encoder.length(flexible, Some(self.isr_nodes.len()))?;
        for element in &self.isr_nodes {
            encoder.i32(*element);
        }
        if version >= 5 {
            encoder.length(flexible, Some(self.offline_replicas.len()))?;
            for element in &self.offline_replicas {
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

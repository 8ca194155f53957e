// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct DescribeQuorumResponse {
    pub error_code: i16,
    pub error_message: Option<String>,
    pub topics: Vec<TopicData>,
    pub nodes: Vec<Node>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for DescribeQuorumResponse {
    fn default() -> Self {
        Self {
            error_code: 0,
            error_message: Some(String::new()),
            topics: Vec::new(),
            nodes: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for DescribeQuorumResponse {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=2).contains(&version) {
            return Err(DecodeError::Version { message: "DescribeQuorumResponse", version });
        }
        let flexible = true;
        let mut this = Self::default();
        this.error_code = decoder.i16()?;
        if version >= 2 {
            this.error_message = decoder.nullable_string(flexible)?;
        }
        this.topics =
            decoder.array(flexible, 2, "topics", |decoder| TopicData::decode(decoder, version))?;
        if version >= 2 {
            this.nodes =
                decoder.array(flexible, 1, "nodes", |decoder| Node::decode(decoder, version))?;
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
        encoder.i16(self.error_code);
        if version >= 2 {
            encoder.nullable_string(flexible, self.error_message.as_deref())?;
        }
        encoder.length(flexible, Some(self.topics.len()))?;
        for element in &self.topics {
            element.encode(encoder, version)?;
        }
        if version >= 2 {
            encoder.length(flexible, Some(self.nodes.len()))?;
            for element in &self.nodes {
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
pub struct ReplicaState {
    pub replica_id: i32,
    pub replica_directory_id: Uuid,
    pub log_end_offset: i64,
    pub last_fetch_timestamp: i64,
    pub last_caught_up_timestamp: i64,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for ReplicaState {
    fn default() -> Self {
        Self {
            replica_id: 0,
            replica_directory_id: Uuid::ZERO,
            log_end_offset: 0,
            last_fetch_timestamp: -1,
            last_caught_up_timestamp: -1,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for ReplicaState {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.replica_id = decoder.i32()?;
        if version >= 2 {
            this.replica_directory_id = decoder.uuid()?;
        }
        this.log_end_offset = decoder.i64()?;
        if version >= 1 {
            this.last_fetch_timestamp = decoder.i64()?;
        }
        if version >= 1 {
            this.last_caught_up_timestamp = decoder.i64()?;
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
        encoder.i32(self.replica_id);
        if version >= 2 {
            encoder.uuid(self.replica_directory_id);
        }
        encoder.i64(self.log_end_offset);
        if version >= 1 {
            encoder.i64(self.last_fetch_timestamp);
        }
        if version >= 1 {
            encoder.i64(self.last_caught_up_timestamp);
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
        let flexible = true;
        let mut this = Self::default();
        this.topic_name = decoder.string(flexible, "topic_name")?;
        this.partitions = decoder
            .array(flexible, 24, "partitions", |decoder| PartitionData::decode(decoder, version))?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = true;
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
    pub error_code: i16,
    pub error_message: Option<String>,
    pub leader_id: i32,
    pub leader_epoch: i32,
    pub high_watermark: i64,
    pub current_voters: Vec<ReplicaState>,
    pub observers: Vec<ReplicaState>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for PartitionData {
    fn default() -> Self {
        Self {
            partition_index: 0,
            error_code: 0,
            error_message: Some(String::new()),
            leader_id: 0,
            leader_epoch: 0,
            high_watermark: 0,
            current_voters: Vec::new(),
            observers: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for PartitionData {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.partition_index = decoder.i32()?;
        this.error_code = decoder.i16()?;
        if version >= 2 {
            this.error_message = decoder.nullable_string(flexible)?;
        }
        this.leader_id = decoder.i32()?;
        this.leader_epoch = decoder.i32()?;
        this.high_watermark = decoder.i64()?;
        this.current_voters = decoder.array(flexible, 12, "current_voters", |decoder| {
            ReplicaState::decode(decoder, version)
        })?;
        this.observers = decoder
            .array(flexible, 12, "observers", |decoder| ReplicaState::decode(decoder, version))?;
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
        encoder.i16(self.error_code);
        if version >= 2 {
            encoder.nullable_string(flexible, self.error_message.as_deref())?;
        }
        encoder.i32(self.leader_id);
        encoder.i32(self.leader_epoch);
        encoder.i64(self.high_watermark);
        encoder.length(flexible, Some(self.current_voters.len()))?;
        for element in &self.current_voters {
            element.encode(encoder, version)?;
        }
        encoder.length(flexible, Some(self.observers.len()))?;
        for element in &self.observers {
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
pub struct Node {
    pub node_id: i32,
    pub listeners: Vec<Listener>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for Node {
    fn default() -> Self {
        Self { node_id: 0, listeners: Vec::new(), unknown_tagged_fields: Vec::new() }
    }
}

impl Message for Node {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        if version >= 2 {
            this.node_id = decoder.i32()?;
        }
        if version >= 2 {
            this.listeners = decoder
                .array(flexible, 1, "listeners", |decoder| Listener::decode(decoder, version))?;
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
        if version >= 2 {
            encoder.i32(self.node_id);
        }
        if version >= 2 {
            encoder.length(flexible, Some(self.listeners.len()))?;
            for element in &self.listeners {
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
pub struct Listener {
    pub name: String,
    pub host: String,
    pub port: u16,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for Listener {
    fn default() -> Self {
        Self {
            name: String::new(),
            host: String::new(),
            port: 0,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for Listener {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        if version >= 2 {
            this.name = decoder.string(flexible, "name")?;
        }
        if version >= 2 {
            this.host = decoder.string(flexible, "host")?;
        }
        if version >= 2 {
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
        let flexible = true;
        if version >= 2 {
            encoder.string(flexible, &self.name)?;
        }
        if version >= 2 {
            encoder.string(flexible, &self.host)?;
        }
        if version >= 2 {
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

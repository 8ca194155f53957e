// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct ProduceResponse {
    pub responses: Vec<TopicProduceResponse>,
    pub throttle_time_ms: i32,
    pub node_endpoints: Vec<NodeEndpoint>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for ProduceResponse {
    fn default() -> Self {
        Self {
            responses: Vec::new(),
            throttle_time_ms: 0,
            node_endpoints: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for ProduceResponse {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(3..=13).contains(&version) {
            return Err(DecodeError::Version { message: "ProduceResponse", version });
        }
        let flexible = version >= 9;
        let mut this = Self::default();
        this.responses = decoder.array(flexible, 1, "responses", |decoder| {
            TopicProduceResponse::decode(decoder, version)
        })?;
        this.throttle_time_ms = decoder.i32()?;
        if flexible {
            let unknown = decoder.tagged_fields(|tag, decoder| {
                match tag {
                    0 if version >= 10 => {
                        this.node_endpoints =
                            decoder.array(flexible, 1, "node_endpoints", |decoder| {
                                NodeEndpoint::decode(decoder, version)
                            })?
                    }
                    _ => return Ok(false),
                }
                Ok(true)
            })?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 9;
        encoder.length(flexible, Some(self.responses.len()))?;
        for element in &self.responses {
            element.encode(encoder, version)?;
        }
        encoder.i32(self.throttle_time_ms);
        if flexible {
            let mut count = self.unknown_tagged_fields.len();
            if version >= 10 && !self.node_endpoints.is_empty() {
                count += 1;
            }
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            if version >= 10 && !self.node_endpoints.is_empty() {
                encoder.tagged_field(0, |encoder| {
                    encoder.length(flexible, Some(self.node_endpoints.len()))?;
                    for element in &self.node_endpoints {
                        element.encode(encoder, version)?;
                    }
                    Ok(())
                })?;
            }
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct TopicProduceResponse {
    pub name: String,
    pub topic_id: Uuid,
    pub partition_responses: Vec<PartitionProduceResponse>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for TopicProduceResponse {
    fn default() -> Self {
        Self {
            name: String::new(),
            topic_id: Uuid::ZERO,
            partition_responses: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for TopicProduceResponse {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 9;
        let mut this = Self::default();
        if version <= 12 {
            this.name = decoder.string(flexible, "name")?;
        }
        if version >= 13 {
            this.topic_id = decoder.uuid()?;
        }
        this.partition_responses =
            decoder.array(flexible, 22, "partition_responses", |decoder| {
                PartitionProduceResponse::decode(decoder, version)
            })?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 9;
        if version <= 12 {
            encoder.string(flexible, &self.name)?;
        }
        if version >= 13 {
            encoder.uuid(self.topic_id);
        }
        encoder.length(flexible, Some(self.partition_responses.len()))?;
        for element in &self.partition_responses {
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
pub struct PartitionProduceResponse {
    pub index: i32,
    pub error_code: i16,
    pub base_offset: i64,
    pub log_append_time_ms: i64,
    pub log_start_offset: i64,
    pub record_errors: Vec<BatchIndexAndErrorMessage>,
    pub error_message: Option<String>,
    pub current_leader: LeaderIdAndEpoch,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for PartitionProduceResponse {
    fn default() -> Self {
        Self {
            index: 0,
            error_code: 0,
            base_offset: 0,
            log_append_time_ms: -1,
            log_start_offset: -1,
            record_errors: Vec::new(),
            error_message: None,
            current_leader: LeaderIdAndEpoch::default(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for PartitionProduceResponse {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 9;
        let mut this = Self::default();
        this.index = decoder.i32()?;
        this.error_code = decoder.i16()?;
        this.base_offset = decoder.i64()?;
        this.log_append_time_ms = decoder.i64()?;
        if version >= 5 {
            this.log_start_offset = decoder.i64()?;
        }
        if version >= 8 {
            this.record_errors = decoder.array(flexible, 1, "record_errors", |decoder| {
                BatchIndexAndErrorMessage::decode(decoder, version)
            })?;
        }
        if version >= 8 {
            this.error_message = decoder.nullable_string(flexible)?;
        }
        if flexible {
            let unknown = decoder.tagged_fields(|tag, decoder| {
                match tag {
                    0 if version >= 10 => {
                        this.current_leader = LeaderIdAndEpoch::decode(decoder, version)?
                    }
                    _ => return Ok(false),
                }
                Ok(true)
            })?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 9;
        encoder.i32(self.index);
        encoder.i16(self.error_code);
        encoder.i64(self.base_offset);
        encoder.i64(self.log_append_time_ms);
        if version >= 5 {
            encoder.i64(self.log_start_offset);
        }
        if version >= 8 {
            encoder.length(flexible, Some(self.record_errors.len()))?;
            for element in &self.record_errors {
                element.encode(encoder, version)?;
            }
        }
        if version >= 8 {
            encoder.nullable_string(flexible, self.error_message.as_deref())?;
        }
        if flexible {
            let mut count = self.unknown_tagged_fields.len();
            if version >= 10 && self.current_leader != LeaderIdAndEpoch::default() {
                count += 1;
            }
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            if version >= 10 && self.current_leader != LeaderIdAndEpoch::default() {
                encoder.tagged_field(0, |encoder| {
                    self.current_leader.encode(encoder, version)?;
                    Ok(())
                })?;
            }
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct BatchIndexAndErrorMessage {
    pub batch_index: i32,
    pub batch_index_error_message: Option<String>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for BatchIndexAndErrorMessage {
    fn default() -> Self {
        Self { batch_index: 0, batch_index_error_message: None, unknown_tagged_fields: Vec::new() }
    }
}

impl Message for BatchIndexAndErrorMessage {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 9;
        let mut this = Self::default();
        if version >= 8 {
            this.batch_index = decoder.i32()?;
        }
        if version >= 8 {
            this.batch_index_error_message = decoder.nullable_string(flexible)?;
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
        if version >= 8 {
            encoder.i32(self.batch_index);
        }
        if version >= 8 {
            encoder.nullable_string(flexible, self.batch_index_error_message.as_deref())?;
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
pub struct LeaderIdAndEpoch {
    pub leader_id: i32,
    pub leader_epoch: i32,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for LeaderIdAndEpoch {
    fn default() -> Self {
        Self { leader_id: -1, leader_epoch: -1, unknown_tagged_fields: Vec::new() }
    }
}

impl Message for LeaderIdAndEpoch {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 9;
        let mut this = Self::default();
        if version >= 10 {
            this.leader_id = decoder.i32()?;
        }
        if version >= 10 {
            this.leader_epoch = decoder.i32()?;
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
        if version >= 10 {
            encoder.i32(self.leader_id);
        }
        if version >= 10 {
            encoder.i32(self.leader_epoch);
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
pub struct NodeEndpoint {
    pub node_id: i32,
    pub host: String,
    pub port: i32,
    pub rack: Option<String>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for NodeEndpoint {
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

impl Message for NodeEndpoint {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 9;
        let mut this = Self::default();
        if version >= 10 {
            this.node_id = decoder.i32()?;
        }
        if version >= 10 {
            this.host = decoder.string(flexible, "host")?;
        }
        if version >= 10 {
            this.port = decoder.i32()?;
        }
        if version >= 10 {
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
        if version >= 10 {
            encoder.i32(self.node_id);
        }
        if version >= 10 {
            encoder.string(flexible, &self.host)?;
        }
        if version >= 10 {
            encoder.i32(self.port);
        }
        if version >= 10 {
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

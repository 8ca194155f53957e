// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct StreamsGroupHeartbeatResponse {
    pub throttle_time_ms: i32,
    pub error_code: i16,
    pub error_message: Option<String>,
    pub member_id: String,
    pub member_epoch: i32,
    pub heartbeat_interval_ms: i32,
    pub acceptable_recovery_lag_legacy: i32,
    pub task_offset_interval_ms: i32,
    pub acceptable_recovery_lag: i64,
    pub status: Option<Vec<Status>>,
    pub active_tasks: Option<Vec<TaskIds>>,
    pub standby_tasks: Option<Vec<TaskIds>>,
    pub warmup_tasks: Option<Vec<TaskIds>>,
    pub topology_description_required: bool,
    pub endpoint_information_epoch: i32,
    pub partitions_by_user_endpoint: Option<Vec<EndpointToPartitions>>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for StreamsGroupHeartbeatResponse {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            error_code: 0,
            error_message: None,
            member_id: String::new(),
            member_epoch: 0,
            heartbeat_interval_ms: 0,
            acceptable_recovery_lag_legacy: 0,
            task_offset_interval_ms: 0,
            acceptable_recovery_lag: -1,
            status: Some(Vec::new()),
            active_tasks: None,
            standby_tasks: None,
            warmup_tasks: None,
            topology_description_required: false,
            endpoint_information_epoch: 0,
            partitions_by_user_endpoint: None,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for StreamsGroupHeartbeatResponse {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=1).contains(&version) {
            return Err(DecodeError::Version { message: "StreamsGroupHeartbeatResponse", version });
        }
        let flexible = true;
        let mut this = Self::default();
        this.throttle_time_ms = decoder.i32()?;
        this.error_code = decoder.i16()?;
        this.error_message = decoder.nullable_string(flexible)?;
        this.member_id = decoder.string(flexible, "member_id")?;
        this.member_epoch = decoder.i32()?;
        this.heartbeat_interval_ms = decoder.i32()?;
        if version <= 0 {
            this.acceptable_recovery_lag_legacy = decoder.i32()?;
        }
        this.task_offset_interval_ms = decoder.i32()?;
        if version >= 1 {
            this.acceptable_recovery_lag = decoder.i64()?;
        }
        this.status =
            decoder.nullable_array(flexible, 2, |decoder| Status::decode(decoder, version))?;
        this.active_tasks =
            decoder.nullable_array(flexible, 2, |decoder| TaskIds::decode(decoder, version))?;
        this.standby_tasks =
            decoder.nullable_array(flexible, 2, |decoder| TaskIds::decode(decoder, version))?;
        this.warmup_tasks =
            decoder.nullable_array(flexible, 2, |decoder| TaskIds::decode(decoder, version))?;
        if version >= 1 {
            this.topology_description_required = decoder.bool()?;
        }
        this.endpoint_information_epoch = decoder.i32()?;
        this.partitions_by_user_endpoint = decoder.nullable_array(flexible, 5, |decoder| {
            EndpointToPartitions::decode(decoder, version)
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
        encoder.i32(self.throttle_time_ms);
        encoder.i16(self.error_code);
        encoder.nullable_string(flexible, self.error_message.as_deref())?;
        encoder.string(flexible, &self.member_id)?;
        encoder.i32(self.member_epoch);
        encoder.i32(self.heartbeat_interval_ms);
        if version <= 0 {
            encoder.i32(self.acceptable_recovery_lag_legacy);
        }
        encoder.i32(self.task_offset_interval_ms);
        if version >= 1 {
            encoder.i64(self.acceptable_recovery_lag);
        }
        encoder.length(flexible, self.status.as_ref().map(Vec::len))?;
        for element in self.status.iter().flatten() {
            element.encode(encoder, version)?;
        }
        encoder.length(flexible, self.active_tasks.as_ref().map(Vec::len))?;
        for element in self.active_tasks.iter().flatten() {
            element.encode(encoder, version)?;
        }
        encoder.length(flexible, self.standby_tasks.as_ref().map(Vec::len))?;
        for element in self.standby_tasks.iter().flatten() {
            element.encode(encoder, version)?;
        }
        encoder.length(flexible, self.warmup_tasks.as_ref().map(Vec::len))?;
        for element in self.warmup_tasks.iter().flatten() {
            element.encode(encoder, version)?;
        }
        if version >= 1 {
            encoder.bool(self.topology_description_required);
        }
        encoder.i32(self.endpoint_information_epoch);
        encoder.length(flexible, self.partitions_by_user_endpoint.as_ref().map(Vec::len))?;
        for element in self.partitions_by_user_endpoint.iter().flatten() {
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
pub struct Status {
    pub status_code: i8,
    pub status_detail: String,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for Status {
    fn default() -> Self {
        Self { status_code: 0, status_detail: String::new(), unknown_tagged_fields: Vec::new() }
    }
}

impl Message for Status {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.status_code = decoder.i8()?;
        this.status_detail = decoder.string(flexible, "status_detail")?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = true;
        encoder.i8(self.status_code);
        encoder.string(flexible, &self.status_detail)?;
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct TopicPartition {
    pub topic: String,
    pub partitions: Vec<i32>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for TopicPartition {
    fn default() -> Self {
        Self { topic: String::new(), partitions: Vec::new(), unknown_tagged_fields: Vec::new() }
    }
}

impl Message for TopicPartition {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.topic = decoder.string(flexible, "topic")?;
        this.partitions = decoder.array(flexible, 4, "partitions", |decoder| decoder.i32())?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = true;
        encoder.string(flexible, &self.topic)?;
        encoder.length(flexible, Some(self.partitions.len()))?;
        for element in &self.partitions {
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

#[derive(Clone, Debug, PartialEq)]
pub struct TaskIds {
    pub subtopology_id: String,
    pub partitions: Vec<i32>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for TaskIds {
    fn default() -> Self {
        Self {
            subtopology_id: String::new(),
            partitions: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for TaskIds {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.subtopology_id = decoder.string(flexible, "subtopology_id")?;
        this.partitions = decoder.array(flexible, 4, "partitions", |decoder| decoder.i32())?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = true;
        encoder.string(flexible, &self.subtopology_id)?;
        encoder.length(flexible, Some(self.partitions.len()))?;
        for element in &self.partitions {
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

#[derive(Clone, Debug, PartialEq)]
pub struct Endpoint {
    pub host: String,
    pub port: u16,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for Endpoint {
    fn default() -> Self {
        Self { host: String::new(), port: 0, unknown_tagged_fields: Vec::new() }
    }
}

impl Message for Endpoint {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.host = decoder.string(flexible, "host")?;
        this.port = decoder.u16()?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = true;
        encoder.string(flexible, &self.host)?;
        encoder.u16(self.port);
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct EndpointToPartitions {
    pub user_endpoint: Endpoint,
    pub active_partitions: Vec<TopicPartition>,
    pub standby_partitions: Vec<TopicPartition>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for EndpointToPartitions {
    fn default() -> Self {
        Self {
            user_endpoint: Endpoint::default(),
            active_partitions: Vec::new(),
            standby_partitions: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for EndpointToPartitions {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.user_endpoint = Endpoint::decode(decoder, version)?;
        this.active_partitions = decoder.array(flexible, 2, "active_partitions", |decoder| {
            TopicPartition::decode(decoder, version)
        })?;
        this.standby_partitions = decoder.array(flexible, 2, "standby_partitions", |decoder| {
            TopicPartition::decode(decoder, version)
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
        self.user_endpoint.encode(encoder, version)?;
        encoder.length(flexible, Some(self.active_partitions.len()))?;
        for element in &self.active_partitions {
            element.encode(encoder, version)?;
        }
        encoder.length(flexible, Some(self.standby_partitions.len()))?;
        for element in &self.standby_partitions {
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

// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct StreamsGroupHeartbeatRequest {
    pub group_id: String,
    pub member_id: String,
    pub member_epoch: i32,
    pub endpoint_information_epoch: i32,
    pub instance_id: Option<String>,
    pub rack_id: Option<String>,
    pub rebalance_timeout_ms: i32,
    pub topology: Option<Topology>,
    pub active_tasks: Option<Vec<TaskIds>>,
    pub standby_tasks: Option<Vec<TaskIds>>,
    pub warmup_tasks: Option<Vec<TaskIds>>,
    pub process_id: Option<String>,
    pub user_endpoint: Option<Endpoint>,
    pub client_tags: Option<Vec<KeyValue>>,
    pub task_offsets: Option<Vec<TaskOffset>>,
    pub task_end_offsets: Option<Vec<TaskOffset>>,
    pub shutdown_application: bool,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for StreamsGroupHeartbeatRequest {
    fn default() -> Self {
        Self {
            group_id: String::new(),
            member_id: String::new(),
            member_epoch: 0,
            endpoint_information_epoch: 0,
            instance_id: None,
            rack_id: None,
            rebalance_timeout_ms: -1,
            topology: None,
            active_tasks: None,
            standby_tasks: None,
            warmup_tasks: None,
            process_id: None,
            user_endpoint: None,
            client_tags: None,
            task_offsets: None,
            task_end_offsets: None,
            shutdown_application: false,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for StreamsGroupHeartbeatRequest {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=1).contains(&version) {
            return Err(DecodeError::Version { message: "StreamsGroupHeartbeatRequest", version });
        }
        let flexible = true;
        let mut this = Self::default();
        this.group_id = decoder.string(flexible, "group_id")?;
        this.member_id = decoder.string(flexible, "member_id")?;
        this.member_epoch = decoder.i32()?;
        this.endpoint_information_epoch = decoder.i32()?;
        this.instance_id = decoder.nullable_string(flexible)?;
        this.rack_id = decoder.nullable_string(flexible)?;
        this.rebalance_timeout_ms = decoder.i32()?;
        this.topology = decoder.nullable_struct(version)?;
        this.active_tasks =
            decoder.nullable_array(flexible, 2, |decoder| TaskIds::decode(decoder, version))?;
        this.standby_tasks =
            decoder.nullable_array(flexible, 2, |decoder| TaskIds::decode(decoder, version))?;
        this.warmup_tasks =
            decoder.nullable_array(flexible, 2, |decoder| TaskIds::decode(decoder, version))?;
        this.process_id = decoder.nullable_string(flexible)?;
        this.user_endpoint = decoder.nullable_struct(version)?;
        this.client_tags =
            decoder.nullable_array(flexible, 2, |decoder| KeyValue::decode(decoder, version))?;
        this.task_offsets =
            decoder.nullable_array(flexible, 13, |decoder| TaskOffset::decode(decoder, version))?;
        this.task_end_offsets =
            decoder.nullable_array(flexible, 13, |decoder| TaskOffset::decode(decoder, version))?;
        this.shutdown_application = decoder.bool()?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = true;
        encoder.string(flexible, &self.group_id)?;
        encoder.string(flexible, &self.member_id)?;
        encoder.i32(self.member_epoch);
        encoder.i32(self.endpoint_information_epoch);
        encoder.nullable_string(flexible, self.instance_id.as_deref())?;
        encoder.nullable_string(flexible, self.rack_id.as_deref())?;
        encoder.i32(self.rebalance_timeout_ms);
        encoder.nullable_struct(self.topology.as_ref(), version)?;
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
        encoder.nullable_string(flexible, self.process_id.as_deref())?;
        encoder.nullable_struct(self.user_endpoint.as_ref(), version)?;
        encoder.length(flexible, self.client_tags.as_ref().map(Vec::len))?;
        for element in self.client_tags.iter().flatten() {
            element.encode(encoder, version)?;
        }
        encoder.length(flexible, self.task_offsets.as_ref().map(Vec::len))?;
        for element in self.task_offsets.iter().flatten() {
            element.encode(encoder, version)?;
        }
        encoder.length(flexible, self.task_end_offsets.as_ref().map(Vec::len))?;
        for element in self.task_end_offsets.iter().flatten() {
            element.encode(encoder, version)?;
        }
        encoder.bool(self.shutdown_application);
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct KeyValue {
    pub key: String,
    pub value: String,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for KeyValue {
    fn default() -> Self {
        Self { key: String::new(), value: String::new(), unknown_tagged_fields: Vec::new() }
    }
}

impl Message for KeyValue {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.key = decoder.string(flexible, "key")?;
        this.value = decoder.string(flexible, "value")?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = true;
        encoder.string(flexible, &self.key)?;
        encoder.string(flexible, &self.value)?;
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct TopicInfo {
    pub name: String,
    pub partitions: i32,
    pub replication_factor: i16,
    pub topic_configs: Vec<KeyValue>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for TopicInfo {
    fn default() -> Self {
        Self {
            name: String::new(),
            partitions: 0,
            replication_factor: 0,
            topic_configs: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for TopicInfo {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.name = decoder.string(flexible, "name")?;
        this.partitions = decoder.i32()?;
        this.replication_factor = decoder.i16()?;
        this.topic_configs = decoder
            .array(flexible, 2, "topic_configs", |decoder| KeyValue::decode(decoder, version))?;
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
        encoder.i32(self.partitions);
        encoder.i16(self.replication_factor);
        encoder.length(flexible, Some(self.topic_configs.len()))?;
        for element in &self.topic_configs {
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
pub struct TaskOffset {
    pub subtopology_id: String,
    pub partition: i32,
    pub offset: i64,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for TaskOffset {
    fn default() -> Self {
        Self {
            subtopology_id: String::new(),
            partition: 0,
            offset: 0,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for TaskOffset {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.subtopology_id = decoder.string(flexible, "subtopology_id")?;
        this.partition = decoder.i32()?;
        this.offset = decoder.i64()?;
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
        encoder.i32(self.partition);
        encoder.i64(self.offset);
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
pub struct Topology {
    pub epoch: i32,
    pub subtopologies: Vec<Subtopology>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for Topology {
    fn default() -> Self {
        Self { epoch: 0, subtopologies: Vec::new(), unknown_tagged_fields: Vec::new() }
    }
}

impl Message for Topology {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.epoch = decoder.i32()?;
        this.subtopologies = decoder
            .array(flexible, 7, "subtopologies", |decoder| Subtopology::decode(decoder, version))?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = true;
        encoder.i32(self.epoch);
        encoder.length(flexible, Some(self.subtopologies.len()))?;
        for element in &self.subtopologies {
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
pub struct Subtopology {
    pub subtopology_id: String,
    pub source_topics: Vec<String>,
    pub source_topic_regex: Vec<String>,
    pub state_changelog_topics: Vec<TopicInfo>,
    pub repartition_sink_topics: Vec<String>,
    pub repartition_source_topics: Vec<TopicInfo>,
    pub copartition_groups: Vec<CopartitionGroup>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for Subtopology {
    fn default() -> Self {
        Self {
            subtopology_id: String::new(),
            source_topics: Vec::new(),
            source_topic_regex: Vec::new(),
            state_changelog_topics: Vec::new(),
            repartition_sink_topics: Vec::new(),
            repartition_source_topics: Vec::new(),
            copartition_groups: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for Subtopology {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.subtopology_id = decoder.string(flexible, "subtopology_id")?;
        this.source_topics = decoder
            .array(flexible, 1, "source_topics", |decoder| decoder.string(flexible, "element"))?;
        this.source_topic_regex = decoder.array(flexible, 1, "source_topic_regex", |decoder| {
            decoder.string(flexible, "element")
        })?;
        this.state_changelog_topics =
            decoder.array(flexible, 8, "state_changelog_topics", |decoder| {
                TopicInfo::decode(decoder, version)
            })?;
        this.repartition_sink_topics =
            decoder.array(flexible, 1, "repartition_sink_topics", |decoder| {
                decoder.string(flexible, "element")
            })?;
        this.repartition_source_topics =
            decoder.array(flexible, 8, "repartition_source_topics", |decoder| {
                TopicInfo::decode(decoder, version)
            })?;
        this.copartition_groups = decoder.array(flexible, 3, "copartition_groups", |decoder| {
            CopartitionGroup::decode(decoder, version)
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
        encoder.string(flexible, &self.subtopology_id)?;
        encoder.length(flexible, Some(self.source_topics.len()))?;
        for element in &self.source_topics {
            encoder.string(flexible, element)?;
        }
        encoder.length(flexible, Some(self.source_topic_regex.len()))?;
        for element in &self.source_topic_regex {
            encoder.string(flexible, element)?;
        }
        encoder.length(flexible, Some(self.state_changelog_topics.len()))?;
        for element in &self.state_changelog_topics {
            element.encode(encoder, version)?;
        }
        encoder.length(flexible, Some(self.repartition_sink_topics.len()))?;
        for element in &self.repartition_sink_topics {
            encoder.string(flexible, element)?;
        }
        encoder.length(flexible, Some(self.repartition_source_topics.len()))?;
        for element in &self.repartition_source_topics {
            element.encode(encoder, version)?;
        }
        encoder.length(flexible, Some(self.copartition_groups.len()))?;
        for element in &self.copartition_groups {
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
pub struct CopartitionGroup {
    pub source_topics: Vec<i16>,
    pub source_topic_regex: Vec<i16>,
    pub repartition_source_topics: Vec<i16>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for CopartitionGroup {
    fn default() -> Self {
        Self {
            source_topics: Vec::new(),
            source_topic_regex: Vec::new(),
            repartition_source_topics: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for CopartitionGroup {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.source_topics =
            decoder.array(flexible, 2, "source_topics", |decoder| decoder.i16())?;
        this.source_topic_regex =
            decoder.array(flexible, 2, "source_topic_regex", |decoder| decoder.i16())?;
        this.repartition_source_topics =
            decoder.array(flexible, 2, "repartition_source_topics", |decoder| decoder.i16())?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = true;
        encoder.length(flexible, Some(self.source_topics.len()))?;
        for element in &self.source_topics {
            encoder.i16(*element);
        }
        encoder.length(flexible, Some(self.source_topic_regex.len()))?;
        for element in &self.source_topic_regex {
            encoder.i16(*element);
        }
        encoder.length(flexible, Some(self.repartition_source_topics.len()))?;
        for element in &self.repartition_source_topics {
            encoder.i16(*element);
        }
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

impl crate::codec::Request for StreamsGroupHeartbeatRequest {
    const KEY: crate::ApiKey = crate::ApiKey(88);
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    const FLEXIBLE_FROM: i16 = 0;
    type Response = super::streams_group_heartbeat_response::StreamsGroupHeartbeatResponse;
}

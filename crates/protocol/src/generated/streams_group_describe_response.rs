// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct StreamsGroupDescribeResponse {
    pub throttle_time_ms: i32,
    pub groups: Vec<DescribedGroup>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for StreamsGroupDescribeResponse {
    fn default() -> Self {
        Self { throttle_time_ms: 0, groups: Vec::new(), unknown_tagged_fields: Vec::new() }
    }
}

impl Message for StreamsGroupDescribeResponse {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=1).contains(&version) {
            return Err(DecodeError::Version { message: "StreamsGroupDescribeResponse", version });
        }
        let flexible = true;
        let mut this = Self::default();
        this.throttle_time_ms = decoder.i32()?;
        this.groups = decoder
            .array(flexible, 19, "groups", |decoder| DescribedGroup::decode(decoder, version))?;
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
        encoder.length(flexible, Some(self.groups.len()))?;
        for element in &self.groups {
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
pub struct Assignment {
    pub active_tasks: Vec<TaskIds>,
    pub standby_tasks: Vec<TaskIds>,
    pub warmup_tasks: Vec<TaskIds>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for Assignment {
    fn default() -> Self {
        Self {
            active_tasks: Vec::new(),
            standby_tasks: Vec::new(),
            warmup_tasks: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for Assignment {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.active_tasks = decoder
            .array(flexible, 2, "active_tasks", |decoder| TaskIds::decode(decoder, version))?;
        this.standby_tasks = decoder
            .array(flexible, 2, "standby_tasks", |decoder| TaskIds::decode(decoder, version))?;
        this.warmup_tasks = decoder
            .array(flexible, 2, "warmup_tasks", |decoder| TaskIds::decode(decoder, version))?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = true;
        encoder.length(flexible, Some(self.active_tasks.len()))?;
        for element in &self.active_tasks {
            element.encode(encoder, version)?;
        }
        encoder.length(flexible, Some(self.standby_tasks.len()))?;
        for element in &self.standby_tasks {
            element.encode(encoder, version)?;
        }
        encoder.length(flexible, Some(self.warmup_tasks.len()))?;
        for element in &self.warmup_tasks {
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
pub struct TopologyDescription {
    pub subtopologies: Vec<TopologyDescriptionSubtopology>,
    pub global_stores: Vec<TopologyDescriptionGlobalStore>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for TopologyDescription {
    fn default() -> Self {
        Self {
            subtopologies: Vec::new(),
            global_stores: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for TopologyDescription {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        if version >= 1 {
            this.subtopologies = decoder.array(flexible, 1, "subtopologies", |decoder| {
                TopologyDescriptionSubtopology::decode(decoder, version)
            })?;
        }
        if version >= 1 {
            this.global_stores = decoder.array(flexible, 1, "global_stores", |decoder| {
                TopologyDescriptionGlobalStore::decode(decoder, version)
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
        let flexible = true;
        if version >= 1 {
            encoder.length(flexible, Some(self.subtopologies.len()))?;
            for element in &self.subtopologies {
                element.encode(encoder, version)?;
            }
        }
        if version >= 1 {
            encoder.length(flexible, Some(self.global_stores.len()))?;
            for element in &self.global_stores {
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
pub struct TopologyDescriptionSubtopology {
    pub subtopology_id: String,
    pub nodes: Vec<TopologyDescriptionNode>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for TopologyDescriptionSubtopology {
    fn default() -> Self {
        Self { subtopology_id: String::new(), nodes: Vec::new(), unknown_tagged_fields: Vec::new() }
    }
}

impl Message for TopologyDescriptionSubtopology {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        if version >= 1 {
            this.subtopology_id = decoder.string(flexible, "subtopology_id")?;
        }
        if version >= 1 {
            this.nodes = decoder.array(flexible, 1, "nodes", |decoder| {
                TopologyDescriptionNode::decode(decoder, version)
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
        let flexible = true;
        if version >= 1 {
            encoder.string(flexible, &self.subtopology_id)?;
        }
        if version >= 1 {
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
pub struct TopologyDescriptionNode {
    pub name: String,
    pub node_type: i8,
    pub source_topics: Vec<String>,
    pub sink_topic: Option<String>,
    pub stores: Vec<String>,
    pub successors: Vec<String>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for TopologyDescriptionNode {
    fn default() -> Self {
        Self {
            name: String::new(),
            node_type: 0,
            source_topics: Vec::new(),
            sink_topic: None,
            stores: Vec::new(),
            successors: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for TopologyDescriptionNode {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        if version >= 1 {
            this.name = decoder.string(flexible, "name")?;
        }
        if version >= 1 {
            this.node_type = decoder.i8()?;
        }
        if version >= 1 {
            this.source_topics = decoder.array(flexible, 1, "source_topics", |decoder| {
                decoder.string(flexible, "element")
            })?;
        }
        if version >= 1 {
            this.sink_topic = decoder.nullable_string(flexible)?;
        }
        if version >= 1 {
            this.stores = decoder
                .array(flexible, 1, "stores", |decoder| decoder.string(flexible, "element"))?;
        }
        if version >= 1 {
            this.successors = decoder
                .array(flexible, 1, "successors", |decoder| decoder.string(flexible, "element"))?;
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
        if version >= 1 {
            encoder.string(flexible, &self.name)?;
        }
        if version >= 1 {
            encoder.i8(self.node_type);
        }
        if version >= 1 {
            encoder.length(flexible, Some(self.source_topics.len()))?;
            for element in &self.source_topics {
                encoder.string(flexible, element)?;
            }
        }
        if version >= 1 {
            encoder.nullable_string(flexible, self.sink_topic.as_deref())?;
        }
        if version >= 1 {
            encoder.length(flexible, Some(self.stores.len()))?;
            for element in &self.stores {
                encoder.string(flexible, element)?;
            }
        }
        if version >= 1 {
            encoder.length(flexible, Some(self.successors.len()))?;
            for element in &self.successors {
                encoder.string(flexible, element)?;
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
pub struct TopologyDescriptionGlobalStore {
    pub source: TopologyDescriptionNode,
    pub processor: TopologyDescriptionNode,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for TopologyDescriptionGlobalStore {
    fn default() -> Self {
        Self {
            source: TopologyDescriptionNode::default(),
            processor: TopologyDescriptionNode::default(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for TopologyDescriptionGlobalStore {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        if version >= 1 {
            this.source = TopologyDescriptionNode::decode(decoder, version)?;
        }
        if version >= 1 {
            this.processor = TopologyDescriptionNode::decode(decoder, version)?;
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
        if version >= 1 {
            self.source.encode(encoder, version)?;
        }
        if version >= 1 {
            self.processor.encode(encoder, version)?;
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
pub struct DescribedGroup {
    pub error_code: i16,
    pub error_message: Option<String>,
    pub group_id: String,
    pub group_state: String,
    pub group_epoch: i32,
    pub assignment_epoch: i32,
    pub topology: Option<Topology>,
    pub members: Vec<Member>,
    pub authorized_operations: i32,
    pub topology_description: Option<TopologyDescription>,
    pub topology_description_status: i8,
    pub assignor_name: Option<String>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for DescribedGroup {
    fn default() -> Self {
        Self {
            error_code: 0,
            error_message: None,
            group_id: String::new(),
            group_state: String::new(),
            group_epoch: 0,
            assignment_epoch: 0,
            topology: None,
            members: Vec::new(),
            authorized_operations: -2147483648,
            topology_description: None,
            topology_description_status: 0,
            assignor_name: None,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for DescribedGroup {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.error_code = decoder.i16()?;
        this.error_message = decoder.nullable_string(flexible)?;
        this.group_id = decoder.string(flexible, "group_id")?;
        this.group_state = decoder.string(flexible, "group_state")?;
        this.group_epoch = decoder.i32()?;
        this.assignment_epoch = decoder.i32()?;
        this.topology = decoder.nullable_struct(version)?;
        this.members =
            decoder.array(flexible, 25, "members", |decoder| Member::decode(decoder, version))?;
        this.authorized_operations = decoder.i32()?;
        if version >= 1 {
            this.topology_description = decoder.nullable_struct(version)?;
        }
        if version >= 1 {
            this.topology_description_status = decoder.i8()?;
        }
        if version >= 1 {
            this.assignor_name = decoder.nullable_string(flexible)?;
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
        encoder.nullable_string(flexible, self.error_message.as_deref())?;
        encoder.string(flexible, &self.group_id)?;
        encoder.string(flexible, &self.group_state)?;
        encoder.i32(self.group_epoch);
        encoder.i32(self.assignment_epoch);
        encoder.nullable_struct(self.topology.as_ref(), version)?;
        encoder.length(flexible, Some(self.members.len()))?;
        for element in &self.members {
            element.encode(encoder, version)?;
        }
        encoder.i32(self.authorized_operations);
        if version >= 1 {
            encoder.nullable_struct(self.topology_description.as_ref(), version)?;
        }
        if version >= 1 {
            encoder.i8(self.topology_description_status);
        }
        if version >= 1 {
            encoder.nullable_string(flexible, self.assignor_name.as_deref())?;
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
    pub subtopologies: Option<Vec<Subtopology>>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for Topology {
    fn default() -> Self {
        Self { epoch: 0, subtopologies: None, unknown_tagged_fields: Vec::new() }
    }
}

impl Message for Topology {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.epoch = decoder.i32()?;
        this.subtopologies =
            decoder.nullable_array(flexible, 5, |decoder| Subtopology::decode(decoder, version))?;
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
        encoder.length(flexible, self.subtopologies.as_ref().map(Vec::len))?;
        for element in self.subtopologies.iter().flatten() {
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
    pub repartition_sink_topics: Vec<String>,
    pub state_changelog_topics: Vec<TopicInfo>,
    pub repartition_source_topics: Vec<TopicInfo>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for Subtopology {
    fn default() -> Self {
        Self {
            subtopology_id: String::new(),
            source_topics: Vec::new(),
            repartition_sink_topics: Vec::new(),
            state_changelog_topics: Vec::new(),
            repartition_source_topics: Vec::new(),
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
        this.repartition_sink_topics =
            decoder.array(flexible, 1, "repartition_sink_topics", |decoder| {
                decoder.string(flexible, "element")
            })?;
        this.state_changelog_topics =
            decoder.array(flexible, 8, "state_changelog_topics", |decoder| {
                TopicInfo::decode(decoder, version)
            })?;
        this.repartition_source_topics =
            decoder.array(flexible, 8, "repartition_source_topics", |decoder| {
                TopicInfo::decode(decoder, version)
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
        encoder.length(flexible, Some(self.repartition_sink_topics.len()))?;
        for element in &self.repartition_sink_topics {
            encoder.string(flexible, element)?;
        }
        encoder.length(flexible, Some(self.state_changelog_topics.len()))?;
        for element in &self.state_changelog_topics {
            element.encode(encoder, version)?;
        }
        encoder.length(flexible, Some(self.repartition_source_topics.len()))?;
        for element in &self.repartition_source_topics {
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
pub struct Member {
    pub member_id: String,
    pub member_epoch: i32,
    pub instance_id: Option<String>,
    pub rack_id: Option<String>,
    pub client_id: String,
    pub client_host: String,
    pub topology_epoch: i32,
    pub process_id: String,
    pub user_endpoint: Option<Endpoint>,
    pub client_tags: Vec<KeyValue>,
    pub task_offsets: Vec<TaskOffset>,
    pub task_end_offsets: Vec<TaskOffset>,
    pub assignment: Assignment,
    pub target_assignment: Assignment,
    pub is_classic: bool,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for Member {
    fn default() -> Self {
        Self {
            member_id: String::new(),
            member_epoch: 0,
            instance_id: None,
            rack_id: None,
            client_id: String::new(),
            client_host: String::new(),
            topology_epoch: 0,
            process_id: String::new(),
            user_endpoint: None,
            client_tags: Vec::new(),
            task_offsets: Vec::new(),
            task_end_offsets: Vec::new(),
            assignment: Assignment::default(),
            target_assignment: Assignment::default(),
            is_classic: false,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for Member {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.member_id = decoder.string(flexible, "member_id")?;
        this.member_epoch = decoder.i32()?;
        this.instance_id = decoder.nullable_string(flexible)?;
        this.rack_id = decoder.nullable_string(flexible)?;
        this.client_id = decoder.string(flexible, "client_id")?;
        this.client_host = decoder.string(flexible, "client_host")?;
        this.topology_epoch = decoder.i32()?;
        this.process_id = decoder.string(flexible, "process_id")?;
        this.user_endpoint = decoder.nullable_struct(version)?;
        this.client_tags = decoder
            .array(flexible, 2, "client_tags", |decoder| KeyValue::decode(decoder, version))?;
        this.task_offsets = decoder
            .array(flexible, 13, "task_offsets", |decoder| TaskOffset::decode(decoder, version))?;
        this.task_end_offsets = decoder.array(flexible, 13, "task_end_offsets", |decoder| {
            TaskOffset::decode(decoder, version)
        })?;
        this.assignment = Assignment::decode(decoder, version)?;
        this.target_assignment = Assignment::decode(decoder, version)?;
        this.is_classic = decoder.bool()?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = true;
        encoder.string(flexible, &self.member_id)?;
        encoder.i32(self.member_epoch);
        encoder.nullable_string(flexible, self.instance_id.as_deref())?;
        encoder.nullable_string(flexible, self.rack_id.as_deref())?;
        encoder.string(flexible, &self.client_id)?;
        encoder.string(flexible, &self.client_host)?;
        encoder.i32(self.topology_epoch);
        encoder.string(flexible, &self.process_id)?;
        encoder.nullable_struct(self.user_endpoint.as_ref(), version)?;
        encoder.length(flexible, Some(self.client_tags.len()))?;
        for element in &self.client_tags {
            element.encode(encoder, version)?;
        }
        encoder.length(flexible, Some(self.task_offsets.len()))?;
        for element in &self.task_offsets {
            element.encode(encoder, version)?;
        }
        encoder.length(flexible, Some(self.task_end_offsets.len()))?;
        for element in &self.task_end_offsets {
            element.encode(encoder, version)?;
        }
        self.assignment.encode(encoder, version)?;
        self.target_assignment.encode(encoder, version)?;
        encoder.bool(self.is_classic);
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

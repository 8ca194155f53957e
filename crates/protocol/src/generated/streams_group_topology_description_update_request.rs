// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct StreamsGroupTopologyDescriptionUpdateRequest {
    pub group_id: String,
    pub member_id: String,
    pub topology_epoch: i32,
    pub topology_description: TopologyDescription,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for StreamsGroupTopologyDescriptionUpdateRequest {
    fn default() -> Self {
        Self {
            group_id: String::new(),
            member_id: String::new(),
            topology_epoch: 0,
            topology_description: TopologyDescription::default(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for StreamsGroupTopologyDescriptionUpdateRequest {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=0).contains(&version) {
            return Err(DecodeError::Version {
                message: "StreamsGroupTopologyDescriptionUpdateRequest",
                version,
            });
        }
        let flexible = true;
        let mut this = Self::default();
        this.group_id = decoder.string(flexible, "group_id")?;
        this.member_id = decoder.string(flexible, "member_id")?;
        this.topology_epoch = decoder.i32()?;
        this.topology_description = TopologyDescription::decode(decoder, version)?;
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
        encoder.i32(self.topology_epoch);
        self.topology_description.encode(encoder, version)?;
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
        this.subtopologies = decoder.array(flexible, 2, "subtopologies", |decoder| {
            TopologyDescriptionSubtopology::decode(decoder, version)
        })?;
        this.global_stores = decoder.array(flexible, 12, "global_stores", |decoder| {
            TopologyDescriptionGlobalStore::decode(decoder, version)
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
        encoder.length(flexible, Some(self.subtopologies.len()))?;
        for element in &self.subtopologies {
            element.encode(encoder, version)?;
        }
        encoder.length(flexible, Some(self.global_stores.len()))?;
        for element in &self.global_stores {
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
        this.subtopology_id = decoder.string(flexible, "subtopology_id")?;
        this.nodes = decoder.array(flexible, 6, "nodes", |decoder| {
            TopologyDescriptionNode::decode(decoder, version)
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
        encoder.length(flexible, Some(self.nodes.len()))?;
        for element in &self.nodes {
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
        this.name = decoder.string(flexible, "name")?;
        this.node_type = decoder.i8()?;
        this.source_topics = decoder
            .array(flexible, 1, "source_topics", |decoder| decoder.string(flexible, "element"))?;
        this.sink_topic = decoder.nullable_string(flexible)?;
        this.stores =
            decoder.array(flexible, 1, "stores", |decoder| decoder.string(flexible, "element"))?;
        this.successors = decoder
            .array(flexible, 1, "successors", |decoder| decoder.string(flexible, "element"))?;
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
        encoder.i8(self.node_type);
        encoder.length(flexible, Some(self.source_topics.len()))?;
        for element in &self.source_topics {
            encoder.string(flexible, element)?;
        }
        encoder.nullable_string(flexible, self.sink_topic.as_deref())?;
        encoder.length(flexible, Some(self.stores.len()))?;
        for element in &self.stores {
            encoder.string(flexible, element)?;
        }
        encoder.length(flexible, Some(self.successors.len()))?;
        for element in &self.successors {
            encoder.string(flexible, element)?;
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
        this.source = TopologyDescriptionNode::decode(decoder, version)?;
        this.processor = TopologyDescriptionNode::decode(decoder, version)?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = true;
        self.source.encode(encoder, version)?;
        self.processor.encode(encoder, version)?;
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

impl crate::codec::Request for StreamsGroupTopologyDescriptionUpdateRequest {
    const KEY: crate::ApiKey = crate::ApiKey(93);
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: i16 = 0;
    type Response = super::streams_group_topology_description_update_response::StreamsGroupTopologyDescriptionUpdateResponse;
}

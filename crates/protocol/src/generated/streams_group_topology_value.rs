// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct StreamsGroupTopologyValue {
    pub epoch: i32,
    pub subtopologies: Vec<Subtopology>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for StreamsGroupTopologyValue {
    fn default() -> Self {
        Self { epoch: 0, subtopologies: Vec::new(), unknown_tagged_fields: Vec::new() }
    }
}

impl Message for StreamsGroupTopologyValue {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=0).contains(&version) {
            return Err(DecodeError::Version { message: "StreamsGroupTopologyValue", version });
        }
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
pub struct TopicConfig {
    pub key: String,
    pub value: String,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for TopicConfig {
    fn default() -> Self {
        Self { key: String::new(), value: String::new(), unknown_tagged_fields: Vec::new() }
    }
}

impl Message for TopicConfig {
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
    pub topic_configs: Vec<TopicConfig>,
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
            .array(flexible, 2, "topic_configs", |decoder| TopicConfig::decode(decoder, version))?;
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

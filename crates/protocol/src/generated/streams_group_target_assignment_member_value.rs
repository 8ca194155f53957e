// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct StreamsGroupTargetAssignmentMemberValue {
    pub active_tasks: Vec<TaskIds>,
    pub standby_tasks: Vec<TaskIds>,
    pub warmup_tasks: Vec<TaskIds>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for StreamsGroupTargetAssignmentMemberValue {
    fn default() -> Self {
        Self {
            active_tasks: Vec::new(),
            standby_tasks: Vec::new(),
            warmup_tasks: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for StreamsGroupTargetAssignmentMemberValue {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=0).contains(&version) {
            return Err(DecodeError::Version {
                message: "StreamsGroupTargetAssignmentMemberValue",
                version,
            });
        }
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

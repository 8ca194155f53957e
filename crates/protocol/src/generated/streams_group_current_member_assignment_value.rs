// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct StreamsGroupCurrentMemberAssignmentValue {
    pub member_epoch: i32,
    pub previous_member_epoch: i32,
    pub state: i8,
    pub active_tasks: Vec<TaskIds>,
    pub standby_tasks: Vec<TaskIds>,
    pub warmup_tasks: Vec<TaskIds>,
    pub active_tasks_pending_revocation: Vec<TaskIds>,
    pub standby_tasks_pending_revocation: Vec<TaskIds>,
    pub warmup_tasks_pending_revocation: Vec<TaskIds>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for StreamsGroupCurrentMemberAssignmentValue {
    fn default() -> Self {
        Self {
            member_epoch: 0,
            previous_member_epoch: 0,
            state: 0,
            active_tasks: Vec::new(),
            standby_tasks: Vec::new(),
            warmup_tasks: Vec::new(),
            active_tasks_pending_revocation: Vec::new(),
            standby_tasks_pending_revocation: Vec::new(),
            warmup_tasks_pending_revocation: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for StreamsGroupCurrentMemberAssignmentValue {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=0).contains(&version) {
            return Err(DecodeError::Version {
                message: "StreamsGroupCurrentMemberAssignmentValue",
                version,
            });
        }
        let flexible = true;
        let mut this = Self::default();
        this.member_epoch = decoder.i32()?;
        this.previous_member_epoch = decoder.i32()?;
        this.state = decoder.i8()?;
        this.active_tasks = decoder
            .array(flexible, 2, "active_tasks", |decoder| TaskIds::decode(decoder, version))?;
        this.standby_tasks = decoder
            .array(flexible, 2, "standby_tasks", |decoder| TaskIds::decode(decoder, version))?;
        this.warmup_tasks = decoder
            .array(flexible, 2, "warmup_tasks", |decoder| TaskIds::decode(decoder, version))?;
        this.active_tasks_pending_revocation =
            decoder.array(flexible, 2, "active_tasks_pending_revocation", |decoder| {
                TaskIds::decode(decoder, version)
            })?;
        this.standby_tasks_pending_revocation =
            decoder.array(flexible, 2, "standby_tasks_pending_revocation", |decoder| {
                TaskIds::decode(decoder, version)
            })?;
        this.warmup_tasks_pending_revocation =
            decoder.array(flexible, 2, "warmup_tasks_pending_revocation", |decoder| {
                TaskIds::decode(decoder, version)
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
        encoder.i32(self.member_epoch);
        encoder.i32(self.previous_member_epoch);
        encoder.i8(self.state);
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
        encoder.length(flexible, Some(self.active_tasks_pending_revocation.len()))?;
        for element in &self.active_tasks_pending_revocation {
            element.encode(encoder, version)?;
        }
        encoder.length(flexible, Some(self.standby_tasks_pending_revocation.len()))?;
        for element in &self.standby_tasks_pending_revocation {
            element.encode(encoder, version)?;
        }
        encoder.length(flexible, Some(self.warmup_tasks_pending_revocation.len()))?;
        for element in &self.warmup_tasks_pending_revocation {
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
    pub assignment_epochs: Option<Vec<i32>>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for TaskIds {
    fn default() -> Self {
        Self {
            subtopology_id: String::new(),
            partitions: Vec::new(),
            assignment_epochs: Some(Vec::new()),
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
            let unknown = decoder.tagged_fields(|tag, decoder| {
                match tag {
                    0 => {
                        this.assignment_epochs =
                            decoder.nullable_array(flexible, 4, |decoder| decoder.i32())?
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
        let flexible = true;
        encoder.string(flexible, &self.subtopology_id)?;
        encoder.length(flexible, Some(self.partitions.len()))?;
        for element in &self.partitions {
            encoder.i32(*element);
        }
        if flexible {
            let mut count = self.unknown_tagged_fields.len();
            if self.assignment_epochs != Some(Vec::new()) {
                count += 1;
            }
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            if self.assignment_epochs != Some(Vec::new()) {
                encoder.tagged_field(0, |encoder| {
                    encoder.length(flexible, self.assignment_epochs.as_ref().map(Vec::len))?;
                    for element in self.assignment_epochs.iter().flatten() {
                        encoder.i32(*element);
                    }
                    Ok(())
                })?;
            }
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct ConsumerGroupCurrentMemberAssignmentValue {
    pub member_epoch: i32,
    pub previous_member_epoch: i32,
    pub state: i8,
    pub assigned_partitions: Vec<TopicPartitions>,
    pub partitions_pending_revocation: Vec<TopicPartitions>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for ConsumerGroupCurrentMemberAssignmentValue {
    fn default() -> Self {
        Self {
            member_epoch: 0,
            previous_member_epoch: 0,
            state: 0,
            assigned_partitions: Vec::new(),
            partitions_pending_revocation: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for ConsumerGroupCurrentMemberAssignmentValue {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=0).contains(&version) {
            return Err(DecodeError::Version {
                message: "ConsumerGroupCurrentMemberAssignmentValue",
                version,
            });
        }
        let flexible = true;
        let mut this = Self::default();
        this.member_epoch = decoder.i32()?;
        this.previous_member_epoch = decoder.i32()?;
        this.state = decoder.i8()?;
        this.assigned_partitions =
            decoder.array(flexible, 17, "assigned_partitions", |decoder| {
                TopicPartitions::decode(decoder, version)
            })?;
        this.partitions_pending_revocation =
            decoder.array(flexible, 17, "partitions_pending_revocation", |decoder| {
                TopicPartitions::decode(decoder, version)
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
        encoder.length(flexible, Some(self.assigned_partitions.len()))?;
        for element in &self.assigned_partitions {
            element.encode(encoder, version)?;
        }
        encoder.length(flexible, Some(self.partitions_pending_revocation.len()))?;
        for element in &self.partitions_pending_revocation {
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
pub struct TopicPartitions {
    pub topic_id: Uuid,
    pub partitions: Vec<i32>,
    pub assignment_epochs: Option<Vec<i32>>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for TopicPartitions {
    fn default() -> Self {
        Self {
            topic_id: Uuid::ZERO,
            partitions: Vec::new(),
            assignment_epochs: Some(Vec::new()),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for TopicPartitions {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.topic_id = decoder.uuid()?;
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
        encoder.uuid(self.topic_id);
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

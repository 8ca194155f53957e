// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct PartitionRecord {
    pub partition_id: i32,
    pub topic_id: Uuid,
    pub replicas: Vec<i32>,
    pub isr: Vec<i32>,
    pub removing_replicas: Vec<i32>,
    pub adding_replicas: Vec<i32>,
    pub leader: i32,
    pub leader_recovery_state: i8,
    pub leader_epoch: i32,
    pub partition_epoch: i32,
    pub directories: Vec<Uuid>,
    pub eligible_leader_replicas: Option<Vec<i32>>,
    pub last_known_elr: Option<Vec<i32>>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for PartitionRecord {
    fn default() -> Self {
        Self {
            partition_id: -1,
            topic_id: Uuid::ZERO,
            replicas: Vec::new(),
            isr: Vec::new(),
            removing_replicas: Vec::new(),
            adding_replicas: Vec::new(),
            leader: -1,
            leader_recovery_state: 0,
            leader_epoch: -1,
            partition_epoch: -1,
            directories: Vec::new(),
            eligible_leader_replicas: None,
            last_known_elr: None,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for PartitionRecord {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=2).contains(&version) {
            return Err(DecodeError::Version { message: "PartitionRecord", version });
        }
        let flexible = true;
        let mut this = Self::default();
        this.partition_id = decoder.i32()?;
        this.topic_id = decoder.uuid()?;
        this.replicas = decoder.array(flexible, 4, "replicas", |decoder| decoder.i32())?;
        this.isr = decoder.array(flexible, 4, "isr", |decoder| decoder.i32())?;
        this.removing_replicas =
            decoder.array(flexible, 4, "removing_replicas", |decoder| decoder.i32())?;
        this.adding_replicas =
            decoder.array(flexible, 4, "adding_replicas", |decoder| decoder.i32())?;
        this.leader = decoder.i32()?;
        this.leader_epoch = decoder.i32()?;
        this.partition_epoch = decoder.i32()?;
        if version >= 1 {
            this.directories =
                decoder.array(flexible, 16, "directories", |decoder| decoder.uuid())?;
        }
        if flexible {
            let unknown = decoder.tagged_fields(|tag, decoder| {
                match tag {
                    0 => this.leader_recovery_state = decoder.i8()?,
                    1 if version >= 2 => {
                        this.eligible_leader_replicas =
                            decoder.nullable_array(flexible, 4, |decoder| decoder.i32())?
                    }
                    2 if version >= 2 => {
                        this.last_known_elr =
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
        if !(version >= 1) && !self.directories.is_empty() {
            return Err(EncodeError::Unsupported {
                message: "PartitionRecord",
                field: "directories",
                version,
            });
        }
        if !(version >= 2) && self.eligible_leader_replicas.is_some() {
            return Err(EncodeError::Unsupported {
                message: "PartitionRecord",
                field: "eligible_leader_replicas",
                version,
            });
        }
        if !(version >= 2) && self.last_known_elr.is_some() {
            return Err(EncodeError::Unsupported {
                message: "PartitionRecord",
                field: "last_known_elr",
                version,
            });
        }
        encoder.i32(self.partition_id);
        encoder.uuid(self.topic_id);
        encoder.length(flexible, Some(self.replicas.len()))?;
        for element in &self.replicas {
            encoder.i32(*element);
        }
        encoder.length(flexible, Some(self.isr.len()))?;
        for element in &self.isr {
            encoder.i32(*element);
        }
        encoder.length(flexible, Some(self.removing_replicas.len()))?;
        for element in &self.removing_replicas {
            encoder.i32(*element);
        }
        encoder.length(flexible, Some(self.adding_replicas.len()))?;
        for element in &self.adding_replicas {
            encoder.i32(*element);
        }
        encoder.i32(self.leader);
        encoder.i32(self.leader_epoch);
        encoder.i32(self.partition_epoch);
        if version >= 1 {
            encoder.length(flexible, Some(self.directories.len()))?;
            for element in &self.directories {
                encoder.uuid(*element);
            }
        }
        if flexible {
            let mut count = self.unknown_tagged_fields.len();
            if self.leader_recovery_state != 0 {
                count += 1;
            }
            if version >= 2 && self.eligible_leader_replicas.is_some() {
                count += 1;
            }
            if version >= 2 && self.last_known_elr.is_some() {
                count += 1;
            }
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            if self.leader_recovery_state != 0 {
                encoder.tagged_field(0, |encoder| {
                    encoder.i8(self.leader_recovery_state);
                    Ok(())
                })?;
            }
            if version >= 2 && self.eligible_leader_replicas.is_some() {
                encoder.tagged_field(1, |encoder| {
                    encoder
                        .length(flexible, self.eligible_leader_replicas.as_ref().map(Vec::len))?;
                    for element in self.eligible_leader_replicas.iter().flatten() {
                        encoder.i32(*element);
                    }
                    Ok(())
                })?;
            }
            if version >= 2 && self.last_known_elr.is_some() {
                encoder.tagged_field(2, |encoder| {
                    encoder.length(flexible, self.last_known_elr.as_ref().map(Vec::len))?;
                    for element in self.last_known_elr.iter().flatten() {
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

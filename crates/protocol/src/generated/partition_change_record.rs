// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct PartitionChangeRecord {
    pub partition_id: i32,
    pub topic_id: Uuid,
    pub isr: Option<Vec<i32>>,
    pub leader: i32,
    pub replicas: Option<Vec<i32>>,
    pub removing_replicas: Option<Vec<i32>>,
    pub adding_replicas: Option<Vec<i32>>,
    pub leader_recovery_state: i8,
    pub directories: Option<Vec<Uuid>>,
    pub eligible_leader_replicas: Option<Vec<i32>>,
    pub last_known_elr: Option<Vec<i32>>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for PartitionChangeRecord {
    fn default() -> Self {
        Self {
            partition_id: -1,
            topic_id: Uuid::ZERO,
            isr: None,
            leader: -2,
            replicas: None,
            removing_replicas: None,
            adding_replicas: None,
            leader_recovery_state: -1,
            directories: None,
            eligible_leader_replicas: None,
            last_known_elr: None,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for PartitionChangeRecord {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=2).contains(&version) {
            return Err(DecodeError::Version { message: "PartitionChangeRecord", version });
        }
        let flexible = true;
        let mut this = Self::default();
        this.partition_id = decoder.i32()?;
        this.topic_id = decoder.uuid()?;
        if flexible {
            let unknown = decoder.tagged_fields(|tag, decoder| {
                match tag {
                    0 => this.isr = decoder.nullable_array(flexible, 4, |decoder| decoder.i32())?,
                    1 => this.leader = decoder.i32()?,
                    2 => {
                        this.replicas =
                            decoder.nullable_array(flexible, 4, |decoder| decoder.i32())?
                    }
                    3 => {
                        this.removing_replicas =
                            decoder.nullable_array(flexible, 4, |decoder| decoder.i32())?
                    }
                    4 => {
                        this.adding_replicas =
                            decoder.nullable_array(flexible, 4, |decoder| decoder.i32())?
                    }
                    5 => this.leader_recovery_state = decoder.i8()?,
                    8 if version >= 1 => {
                        this.directories =
                            decoder.nullable_array(flexible, 16, |decoder| decoder.uuid())?
                    }
                    6 if version >= 2 => {
                        this.eligible_leader_replicas =
                            decoder.nullable_array(flexible, 4, |decoder| decoder.i32())?
                    }
                    7 if version >= 2 => {
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
        if !(version >= 1) && self.directories.is_some() {
            return Err(EncodeError::Unsupported {
                message: "PartitionChangeRecord",
                field: "directories",
                version,
            });
        }
        if !(version >= 2) && self.eligible_leader_replicas.is_some() {
            return Err(EncodeError::Unsupported {
                message: "PartitionChangeRecord",
                field: "eligible_leader_replicas",
                version,
            });
        }
        if !(version >= 2) && self.last_known_elr.is_some() {
            return Err(EncodeError::Unsupported {
                message: "PartitionChangeRecord",
                field: "last_known_elr",
                version,
            });
        }
        encoder.i32(self.partition_id);
        encoder.uuid(self.topic_id);
        if flexible {
            let mut count = self.unknown_tagged_fields.len();
            if self.isr.is_some() {
                count += 1;
            }
            if self.leader != -2 {
                count += 1;
            }
            if self.replicas.is_some() {
                count += 1;
            }
            if self.removing_replicas.is_some() {
                count += 1;
            }
            if self.adding_replicas.is_some() {
                count += 1;
            }
            if self.leader_recovery_state != -1 {
                count += 1;
            }
            if version >= 2 && self.eligible_leader_replicas.is_some() {
                count += 1;
            }
            if version >= 2 && self.last_known_elr.is_some() {
                count += 1;
            }
            if version >= 1 && self.directories.is_some() {
                count += 1;
            }
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            if self.isr.is_some() {
                encoder.tagged_field(0, |encoder| {
                    encoder.length(flexible, self.isr.as_ref().map(Vec::len))?;
                    for element in self.isr.iter().flatten() {
                        encoder.i32(*element);
                    }
                    Ok(())
                })?;
            }
            if self.leader != -2 {
                encoder.tagged_field(1, |encoder| {
                    encoder.i32(self.leader);
                    Ok(())
                })?;
            }
            if self.replicas.is_some() {
                encoder.tagged_field(2, |encoder| {
                    encoder.length(flexible, self.replicas.as_ref().map(Vec::len))?;
                    for element in self.replicas.iter().flatten() {
                        encoder.i32(*element);
                    }
                    Ok(())
                })?;
            }
            if self.removing_replicas.is_some() {
                encoder.tagged_field(3, |encoder| {
                    encoder.length(flexible, self.removing_replicas.as_ref().map(Vec::len))?;
                    for element in self.removing_replicas.iter().flatten() {
                        encoder.i32(*element);
                    }
                    Ok(())
                })?;
            }
            if self.adding_replicas.is_some() {
                encoder.tagged_field(4, |encoder| {
                    encoder.length(flexible, self.adding_replicas.as_ref().map(Vec::len))?;
                    for element in self.adding_replicas.iter().flatten() {
                        encoder.i32(*element);
                    }
                    Ok(())
                })?;
            }
            if self.leader_recovery_state != -1 {
                encoder.tagged_field(5, |encoder| {
                    encoder.i8(self.leader_recovery_state);
                    Ok(())
                })?;
            }
            if version >= 2 && self.eligible_leader_replicas.is_some() {
                encoder.tagged_field(6, |encoder| {
                    encoder
                        .length(flexible, self.eligible_leader_replicas.as_ref().map(Vec::len))?;
                    for element in self.eligible_leader_replicas.iter().flatten() {
                        encoder.i32(*element);
                    }
                    Ok(())
                })?;
            }
            if version >= 2 && self.last_known_elr.is_some() {
                encoder.tagged_field(7, |encoder| {
                    encoder.length(flexible, self.last_known_elr.as_ref().map(Vec::len))?;
                    for element in self.last_known_elr.iter().flatten() {
                        encoder.i32(*element);
                    }
                    Ok(())
                })?;
            }
            if version >= 1 && self.directories.is_some() {
                encoder.tagged_field(8, |encoder| {
                    encoder.length(flexible, self.directories.as_ref().map(Vec::len))?;
                    for element in self.directories.iter().flatten() {
                        encoder.uuid(*element);
                    }
                    Ok(())
                })?;
            }
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

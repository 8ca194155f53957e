// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct BrokerRegistrationChangeRecord {
    pub broker_id: i32,
    pub broker_epoch: i64,
    pub fenced: i8,
    pub in_controlled_shutdown: i8,
    pub log_dirs: Vec<Uuid>,
    pub cordoned_log_dirs: Option<Vec<Uuid>>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for BrokerRegistrationChangeRecord {
    fn default() -> Self {
        Self {
            broker_id: 0,
            broker_epoch: 0,
            fenced: 0,
            in_controlled_shutdown: 0,
            log_dirs: Vec::new(),
            cordoned_log_dirs: None,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for BrokerRegistrationChangeRecord {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=3).contains(&version) {
            return Err(DecodeError::Version {
                message: "BrokerRegistrationChangeRecord",
                version,
            });
        }
        let flexible = true;
        let mut this = Self::default();
        this.broker_id = decoder.i32()?;
        this.broker_epoch = decoder.i64()?;
        if flexible {
            let unknown = decoder.tagged_fields(|tag, decoder| {
                match tag {
                    0 => this.fenced = decoder.i8()?,
                    1 if version >= 1 => this.in_controlled_shutdown = decoder.i8()?,
                    2 if version >= 2 => {
                        this.log_dirs =
                            decoder.array(flexible, 16, "log_dirs", |decoder| decoder.uuid())?
                    }
                    3 if version >= 3 => {
                        this.cordoned_log_dirs =
                            decoder.nullable_array(flexible, 16, |decoder| decoder.uuid())?
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
        if !(version >= 1) && self.in_controlled_shutdown != 0 {
            return Err(EncodeError::Unsupported {
                message: "BrokerRegistrationChangeRecord",
                field: "in_controlled_shutdown",
                version,
            });
        }
        if !(version >= 2) && !self.log_dirs.is_empty() {
            return Err(EncodeError::Unsupported {
                message: "BrokerRegistrationChangeRecord",
                field: "log_dirs",
                version,
            });
        }
        if !(version >= 3) && self.cordoned_log_dirs.is_some() {
            return Err(EncodeError::Unsupported {
                message: "BrokerRegistrationChangeRecord",
                field: "cordoned_log_dirs",
                version,
            });
        }
        encoder.i32(self.broker_id);
        encoder.i64(self.broker_epoch);
        if flexible {
            let mut count = self.unknown_tagged_fields.len();
            if self.fenced != 0 {
                count += 1;
            }
            if version >= 1 && self.in_controlled_shutdown != 0 {
                count += 1;
            }
            if version >= 2 && !self.log_dirs.is_empty() {
                count += 1;
            }
            if version >= 3 && self.cordoned_log_dirs.is_some() {
                count += 1;
            }
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            if self.fenced != 0 {
                encoder.tagged_field(0, |encoder| {
                    encoder.i8(self.fenced);
                    Ok(())
                })?;
            }
            if version >= 1 && self.in_controlled_shutdown != 0 {
                encoder.tagged_field(1, |encoder| {
                    encoder.i8(self.in_controlled_shutdown);
                    Ok(())
                })?;
            }
            if version >= 2 && !self.log_dirs.is_empty() {
                encoder.tagged_field(2, |encoder| {
                    encoder.length(flexible, Some(self.log_dirs.len()))?;
                    for element in &self.log_dirs {
                        encoder.uuid(*element);
                    }
                    Ok(())
                })?;
            }
            if version >= 3 && self.cordoned_log_dirs.is_some() {
                encoder.tagged_field(3, |encoder| {
                    encoder.length(flexible, self.cordoned_log_dirs.as_ref().map(Vec::len))?;
                    for element in self.cordoned_log_dirs.iter().flatten() {
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

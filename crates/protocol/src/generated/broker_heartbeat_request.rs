// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct BrokerHeartbeatRequest {
    pub broker_id: i32,
    pub broker_epoch: i64,
    pub current_metadata_offset: i64,
    pub want_fence: bool,
    pub want_shut_down: bool,
    pub offline_log_dirs: Vec<Uuid>,
    pub cordoned_log_dirs: Option<Vec<Uuid>>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for BrokerHeartbeatRequest {
    fn default() -> Self {
        Self {
            broker_id: 0,
            broker_epoch: -1,
            current_metadata_offset: 0,
            want_fence: false,
            want_shut_down: false,
            offline_log_dirs: Vec::new(),
            cordoned_log_dirs: None,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for BrokerHeartbeatRequest {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=2).contains(&version) {
            return Err(DecodeError::Version { message: "BrokerHeartbeatRequest", version });
        }
        let flexible = true;
        let mut this = Self::default();
        this.broker_id = decoder.i32()?;
        this.broker_epoch = decoder.i64()?;
        this.current_metadata_offset = decoder.i64()?;
        this.want_fence = decoder.bool()?;
        this.want_shut_down = decoder.bool()?;
        if flexible {
            let unknown = decoder.tagged_fields(|tag, decoder| {
                match tag {
                    0 if version >= 1 => {
                        this.offline_log_dirs =
                            decoder
                                .array(flexible, 16, "offline_log_dirs", |decoder| decoder.uuid())?
                    }
                    1 if version >= 2 => {
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
        if !(version >= 1) && !self.offline_log_dirs.is_empty() {
            return Err(EncodeError::Unsupported {
                message: "BrokerHeartbeatRequest",
                field: "offline_log_dirs",
                version,
            });
        }
        if !(version >= 2) && self.cordoned_log_dirs.is_some() {
            return Err(EncodeError::Unsupported {
                message: "BrokerHeartbeatRequest",
                field: "cordoned_log_dirs",
                version,
            });
        }
        encoder.i32(self.broker_id);
        encoder.i64(self.broker_epoch);
        encoder.i64(self.current_metadata_offset);
        encoder.bool(self.want_fence);
        encoder.bool(self.want_shut_down);
        if flexible {
            let mut count = self.unknown_tagged_fields.len();
            if version >= 1 && !self.offline_log_dirs.is_empty() {
                count += 1;
            }
            if version >= 2 && self.cordoned_log_dirs.is_some() {
                count += 1;
            }
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            if version >= 1 && !self.offline_log_dirs.is_empty() {
                encoder.tagged_field(0, |encoder| {
                    encoder.length(flexible, Some(self.offline_log_dirs.len()))?;
                    for element in &self.offline_log_dirs {
                        encoder.uuid(*element);
                    }
                    Ok(())
                })?;
            }
            if version >= 2 && self.cordoned_log_dirs.is_some() {
                encoder.tagged_field(1, |encoder| {
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

impl crate::codec::Request for BrokerHeartbeatRequest {
    const KEY: crate::ApiKey = crate::ApiKey(63);
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 2;
    const FLEXIBLE_FROM: i16 = 0;
    type Response = super::broker_heartbeat_response::BrokerHeartbeatResponse;
}

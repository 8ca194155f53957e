// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct HeartbeatRequest {
    pub group_id: String,
    pub generation_id: i32,
    pub member_id: String,
    pub group_instance_id: Option<String>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for HeartbeatRequest {
    fn default() -> Self {
        Self {
            group_id: String::new(),
            generation_id: 0,
            member_id: String::new(),
            group_instance_id: None,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for HeartbeatRequest {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=4).contains(&version) {
            return Err(DecodeError::Version { message: "HeartbeatRequest", version });
        }
        let flexible = version >= 4;
        let mut this = Self::default();
        this.group_id = decoder.string(flexible, "group_id")?;
        this.generation_id = decoder.i32()?;
        this.member_id = decoder.string(flexible, "member_id")?;
        if version >= 3 {
            this.group_instance_id = decoder.nullable_string(flexible)?;
        }
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 4;
        if !(version >= 3) && self.group_instance_id.is_some() {
            return Err(EncodeError::Unsupported {
                message: "HeartbeatRequest",
                field: "group_instance_id",
                version,
            });
        }
        encoder.string(flexible, &self.group_id)?;
        encoder.i32(self.generation_id);
        encoder.string(flexible, &self.member_id)?;
        if version >= 3 {
            encoder.nullable_string(flexible, self.group_instance_id.as_deref())?;
        }
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

impl crate::codec::Request for HeartbeatRequest {
    const KEY: crate::ApiKey = crate::ApiKey(12);
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 4;
    const FLEXIBLE_FROM: i16 = 4;
    type Response = super::heartbeat_response::HeartbeatResponse;
}

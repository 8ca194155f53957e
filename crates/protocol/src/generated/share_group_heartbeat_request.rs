// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct ShareGroupHeartbeatRequest {
    pub group_id: String,
    pub member_id: String,
    pub member_epoch: i32,
    pub rack_id: Option<String>,
    pub subscribed_topic_names: Option<Vec<String>>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for ShareGroupHeartbeatRequest {
    fn default() -> Self {
        Self {
            group_id: String::new(),
            member_id: String::new(),
            member_epoch: 0,
            rack_id: None,
            subscribed_topic_names: None,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for ShareGroupHeartbeatRequest {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(1..=1).contains(&version) {
            return Err(DecodeError::Version { message: "ShareGroupHeartbeatRequest", version });
        }
        let flexible = true;
        let mut this = Self::default();
        this.group_id = decoder.string(flexible, "group_id")?;
        this.member_id = decoder.string(flexible, "member_id")?;
        this.member_epoch = decoder.i32()?;
        this.rack_id = decoder.nullable_string(flexible)?;
        this.subscribed_topic_names =
            decoder.nullable_array(flexible, 1, |decoder| decoder.string(flexible, "element"))?;
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
        encoder.i32(self.member_epoch);
        encoder.nullable_string(flexible, self.rack_id.as_deref())?;
        encoder.length(flexible, self.subscribed_topic_names.as_ref().map(Vec::len))?;
        for element in self.subscribed_topic_names.iter().flatten() {
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

impl crate::codec::Request for ShareGroupHeartbeatRequest {
    const KEY: crate::ApiKey = crate::ApiKey(76);
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 1;
    const FLEXIBLE_FROM: i16 = 0;
    type Response = super::share_group_heartbeat_response::ShareGroupHeartbeatResponse;
}

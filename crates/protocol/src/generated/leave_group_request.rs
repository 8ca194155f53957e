// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct LeaveGroupRequest {
    pub group_id: String,
    pub member_id: String,
    pub members: Vec<MemberIdentity>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for LeaveGroupRequest {
    fn default() -> Self {
        Self {
            group_id: String::new(),
            member_id: String::new(),
            members: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for LeaveGroupRequest {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=5).contains(&version) {
            return Err(DecodeError::Version { message: "LeaveGroupRequest", version });
        }
        let flexible = version >= 4;
        let mut this = Self::default();
        this.group_id = decoder.string(flexible, "group_id")?;
        if version <= 2 {
            this.member_id = decoder.string(flexible, "member_id")?;
        }
        if version >= 3 {
            this.members = decoder.array(flexible, 1, "members", |decoder| {
                MemberIdentity::decode(decoder, version)
            })?;
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
        if !(version <= 2) && !self.member_id.is_empty() {
            return Err(EncodeError::Unsupported {
                message: "LeaveGroupRequest",
                field: "member_id",
                version,
            });
        }
        if !(version >= 3) && !self.members.is_empty() {
            return Err(EncodeError::Unsupported {
                message: "LeaveGroupRequest",
                field: "members",
                version,
            });
        }
        encoder.string(flexible, &self.group_id)?;
        if version <= 2 {
            encoder.string(flexible, &self.member_id)?;
        }
        if version >= 3 {
            encoder.length(flexible, Some(self.members.len()))?;
            for element in &self.members {
                element.encode(encoder, version)?;
            }
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
pub struct MemberIdentity {
    pub member_id: String,
    pub group_instance_id: Option<String>,
    pub reason: Option<String>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for MemberIdentity {
    fn default() -> Self {
        Self {
            member_id: String::new(),
            group_instance_id: None,
            reason: None,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for MemberIdentity {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 4;
        let mut this = Self::default();
        if version >= 3 {
            this.member_id = decoder.string(flexible, "member_id")?;
        }
        if version >= 3 {
            this.group_instance_id = decoder.nullable_string(flexible)?;
        }
        if version >= 5 {
            this.reason = decoder.nullable_string(flexible)?;
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
        if !(version >= 3) && !self.member_id.is_empty() {
            return Err(EncodeError::Unsupported {
                message: "MemberIdentity",
                field: "member_id",
                version,
            });
        }
        if !(version >= 3) && self.group_instance_id.is_some() {
            return Err(EncodeError::Unsupported {
                message: "MemberIdentity",
                field: "group_instance_id",
                version,
            });
        }
        if version >= 3 {
            encoder.string(flexible, &self.member_id)?;
        }
        if version >= 3 {
            encoder.nullable_string(flexible, self.group_instance_id.as_deref())?;
        }
        if version >= 5 {
            encoder.nullable_string(flexible, self.reason.as_deref())?;
        }
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

impl crate::codec::Request for LeaveGroupRequest {
    const KEY: crate::ApiKey = crate::ApiKey(13);
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 5;
    const FLEXIBLE_FROM: i16 = 4;
    type Response = super::leave_group_response::LeaveGroupResponse;
}

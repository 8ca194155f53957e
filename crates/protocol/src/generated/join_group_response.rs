// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct JoinGroupResponse {
    pub throttle_time_ms: i32,
    pub error_code: i16,
    pub generation_id: i32,
    pub protocol_type: Option<String>,
    pub protocol_name: Option<String>,
    pub leader: String,
    pub skip_assignment: bool,
    pub member_id: String,
    pub members: Vec<JoinGroupResponseMember>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for JoinGroupResponse {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            error_code: 0,
            generation_id: -1,
            protocol_type: None,
            protocol_name: Some(String::new()),
            leader: String::new(),
            skip_assignment: false,
            member_id: String::new(),
            members: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for JoinGroupResponse {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=9).contains(&version) {
            return Err(DecodeError::Version { message: "JoinGroupResponse", version });
        }
        let flexible = version >= 6;
        let mut this = Self::default();
        if version >= 2 {
            this.throttle_time_ms = decoder.i32()?;
        }
        this.error_code = decoder.i16()?;
        this.generation_id = decoder.i32()?;
        if version >= 7 {
            this.protocol_type = decoder.nullable_string(flexible)?;
        }
        this.protocol_name = if version >= 7 {
            decoder.nullable_string(flexible)?
        } else {
            Some(decoder.string(flexible, "protocol_name")?)
        };
        this.leader = decoder.string(flexible, "leader")?;
        if version >= 9 {
            this.skip_assignment = decoder.bool()?;
        }
        this.member_id = decoder.string(flexible, "member_id")?;
        this.members = decoder.array(flexible, 2, "members", |decoder| {
            JoinGroupResponseMember::decode(decoder, version)
        })?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 6;
        if version >= 2 {
            encoder.i32(self.throttle_time_ms);
        }
        encoder.i16(self.error_code);
        encoder.i32(self.generation_id);
        if version >= 7 {
            encoder.nullable_string(flexible, self.protocol_type.as_deref())?;
        }
        if !(version >= 7) && self.protocol_name.is_none() {
            return Err(EncodeError::Null { field: "protocol_name", version });
        }
        encoder.nullable_string(flexible, self.protocol_name.as_deref())?;
        encoder.string(flexible, &self.leader)?;
        if version >= 9 {
            encoder.bool(self.skip_assignment);
        }
        encoder.string(flexible, &self.member_id)?;
        encoder.length(flexible, Some(self.members.len()))?;
        for element in &self.members {
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
pub struct JoinGroupResponseMember {
    pub member_id: String,
    pub group_instance_id: Option<String>,
    pub metadata: Bytes,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for JoinGroupResponseMember {
    fn default() -> Self {
        Self {
            member_id: String::new(),
            group_instance_id: None,
            metadata: Bytes::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for JoinGroupResponseMember {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 6;
        let mut this = Self::default();
        this.member_id = decoder.string(flexible, "member_id")?;
        if version >= 5 {
            this.group_instance_id = decoder.nullable_string(flexible)?;
        }
        this.metadata = decoder.bytes(flexible, "metadata")?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 6;
        encoder.string(flexible, &self.member_id)?;
        if version >= 5 {
            encoder.nullable_string(flexible, self.group_instance_id.as_deref())?;
        }
        encoder.bytes(flexible, &self.metadata)?;
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

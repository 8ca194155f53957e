// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct SyncGroupRequest {
    pub group_id: String,
    pub generation_id: i32,
    pub member_id: String,
    pub group_instance_id: Option<String>,
    pub protocol_type: Option<String>,
    pub protocol_name: Option<String>,
    pub assignments: Vec<SyncGroupRequestAssignment>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for SyncGroupRequest {
    fn default() -> Self {
        Self {
            group_id: String::new(),
            generation_id: 0,
            member_id: String::new(),
            group_instance_id: None,
            protocol_type: None,
            protocol_name: None,
            assignments: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for SyncGroupRequest {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=5).contains(&version) {
            return Err(DecodeError::Version { message: "SyncGroupRequest", version });
        }
        let flexible = version >= 4;
        let mut this = Self::default();
        this.group_id = decoder.string(flexible, "group_id")?;
        this.generation_id = decoder.i32()?;
        this.member_id = decoder.string(flexible, "member_id")?;
        if version >= 3 {
            this.group_instance_id = decoder.nullable_string(flexible)?;
        }
        if version >= 5 {
            this.protocol_type = decoder.nullable_string(flexible)?;
        }
        if version >= 5 {
            this.protocol_name = decoder.nullable_string(flexible)?;
        }
        this.assignments = decoder.array(flexible, 2, "assignments", |decoder| {
            SyncGroupRequestAssignment::decode(decoder, version)
        })?;
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
                message: "SyncGroupRequest",
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
        if version >= 5 {
            encoder.nullable_string(flexible, self.protocol_type.as_deref())?;
        }
        if version >= 5 {
            encoder.nullable_string(flexible, self.protocol_name.as_deref())?;
        }
        encoder.length(flexible, Some(self.assignments.len()))?;
        for element in &self.assignments {
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
pub struct SyncGroupRequestAssignment {
    pub member_id: String,
    pub assignment: Bytes,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for SyncGroupRequestAssignment {
    fn default() -> Self {
        Self {
            member_id: String::new(),
            assignment: Bytes::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for SyncGroupRequestAssignment {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 4;
        let mut this = Self::default();
        this.member_id = decoder.string(flexible, "member_id")?;
        this.assignment = decoder.bytes(flexible, "assignment")?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 4;
        encoder.string(flexible, &self.member_id)?;
        encoder.bytes(flexible, &self.assignment)?;
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

impl crate::codec::Request for SyncGroupRequest {
    const KEY: crate::ApiKey = crate::ApiKey(14);
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 5;
    const FLEXIBLE_FROM: i16 = 4;
    type Response = super::sync_group_response::SyncGroupResponse;
}

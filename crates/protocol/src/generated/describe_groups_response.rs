// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct DescribeGroupsResponse {
    pub throttle_time_ms: i32,
    pub groups: Vec<DescribedGroup>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for DescribeGroupsResponse {
    fn default() -> Self {
        Self { throttle_time_ms: 0, groups: Vec::new(), unknown_tagged_fields: Vec::new() }
    }
}

impl Message for DescribeGroupsResponse {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=6).contains(&version) {
            return Err(DecodeError::Version { message: "DescribeGroupsResponse", version });
        }
        let flexible = version >= 5;
        let mut this = Self::default();
        if version >= 1 {
            this.throttle_time_ms = decoder.i32()?;
        }
        this.groups = decoder
            .array(flexible, 7, "groups", |decoder| DescribedGroup::decode(decoder, version))?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 5;
        if version >= 1 {
            encoder.i32(self.throttle_time_ms);
        }
        encoder.length(flexible, Some(self.groups.len()))?;
        for element in &self.groups {
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
pub struct DescribedGroup {
    pub error_code: i16,
    pub error_message: Option<String>,
    pub group_id: String,
    pub group_state: String,
    pub protocol_type: String,
    pub protocol_data: String,
    pub members: Vec<DescribedGroupMember>,
    pub authorized_operations: i32,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for DescribedGroup {
    fn default() -> Self {
        Self {
            error_code: 0,
            error_message: None,
            group_id: String::new(),
            group_state: String::new(),
            protocol_type: String::new(),
            protocol_data: String::new(),
            members: Vec::new(),
            authorized_operations: -2147483648,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for DescribedGroup {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 5;
        let mut this = Self::default();
        this.error_code = decoder.i16()?;
        if version >= 6 {
            this.error_message = decoder.nullable_string(flexible)?;
        }
        this.group_id = decoder.string(flexible, "group_id")?;
        this.group_state = decoder.string(flexible, "group_state")?;
        this.protocol_type = decoder.string(flexible, "protocol_type")?;
        this.protocol_data = decoder.string(flexible, "protocol_data")?;
        this.members = decoder.array(flexible, 5, "members", |decoder| {
            DescribedGroupMember::decode(decoder, version)
        })?;
        if version >= 3 {
            this.authorized_operations = decoder.i32()?;
        }
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 5;
        encoder.i16(self.error_code);
        if version >= 6 {
            encoder.nullable_string(flexible, self.error_message.as_deref())?;
        }
        encoder.string(flexible, &self.group_id)?;
        encoder.string(flexible, &self.group_state)?;
        encoder.string(flexible, &self.protocol_type)?;
        encoder.string(flexible, &self.protocol_data)?;
        encoder.length(flexible, Some(self.members.len()))?;
        for element in &self.members {
            element.encode(encoder, version)?;
        }
        if version >= 3 {
            encoder.i32(self.authorized_operations);
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
pub struct DescribedGroupMember {
    pub member_id: String,
    pub group_instance_id: Option<String>,
    pub client_id: String,
    pub client_host: String,
    pub member_metadata: Bytes,
    pub member_assignment: Bytes,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for DescribedGroupMember {
    fn default() -> Self {
        Self {
            member_id: String::new(),
            group_instance_id: None,
            client_id: String::new(),
            client_host: String::new(),
            member_metadata: Bytes::new(),
            member_assignment: Bytes::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for DescribedGroupMember {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 5;
        let mut this = Self::default();
        this.member_id = decoder.string(flexible, "member_id")?;
        if version >= 4 {
            this.group_instance_id = decoder.nullable_string(flexible)?;
        }
        this.client_id = decoder.string(flexible, "client_id")?;
        this.client_host = decoder.string(flexible, "client_host")?;
        this.member_metadata = decoder.bytes(flexible, "member_metadata")?;
        this.member_assignment = decoder.bytes(flexible, "member_assignment")?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 5;
        encoder.string(flexible, &self.member_id)?;
        if version >= 4 {
            encoder.nullable_string(flexible, self.group_instance_id.as_deref())?;
        }
        encoder.string(flexible, &self.client_id)?;
        encoder.string(flexible, &self.client_host)?;
        encoder.bytes(flexible, &self.member_metadata)?;
        encoder.bytes(flexible, &self.member_assignment)?;
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

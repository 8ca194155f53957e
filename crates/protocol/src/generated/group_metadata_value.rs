// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct GroupMetadataValue {
    pub protocol_type: String,
    pub generation: i32,
    pub protocol: Option<String>,
    pub leader: Option<String>,
    pub current_state_timestamp: i64,
    pub members: Vec<MemberMetadata>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for GroupMetadataValue {
    fn default() -> Self {
        Self {
            protocol_type: String::new(),
            generation: 0,
            protocol: Some(String::new()),
            leader: Some(String::new()),
            current_state_timestamp: -1,
            members: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for GroupMetadataValue {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=4).contains(&version) {
            return Err(DecodeError::Version { message: "GroupMetadataValue", version });
        }
        let flexible = version >= 4;
        let mut this = Self::default();
        this.protocol_type = decoder.string(flexible, "protocol_type")?;
        this.generation = decoder.i32()?;
        this.protocol = decoder.nullable_string(flexible)?;
        this.leader = decoder.nullable_string(flexible)?;
        if version >= 2 {
            this.current_state_timestamp = decoder.i64()?;
        }
        this.members = decoder
            .array(flexible, 9, "members", |decoder| MemberMetadata::decode(decoder, version))?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 4;
        encoder.string(flexible, &self.protocol_type)?;
        encoder.i32(self.generation);
        encoder.nullable_string(flexible, self.protocol.as_deref())?;
        encoder.nullable_string(flexible, self.leader.as_deref())?;
        if version >= 2 {
            encoder.i64(self.current_state_timestamp);
        }
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
pub struct MemberMetadata {
    pub member_id: String,
    pub group_instance_id: Option<String>,
    pub client_id: String,
    pub client_host: String,
    pub rebalance_timeout: i32,
    pub session_timeout: i32,
    pub subscription: Bytes,
    pub assignment: Bytes,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for MemberMetadata {
    fn default() -> Self {
        Self {
            member_id: String::new(),
            group_instance_id: None,
            client_id: String::new(),
            client_host: String::new(),
            rebalance_timeout: -1,
            session_timeout: 0,
            subscription: Bytes::new(),
            assignment: Bytes::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for MemberMetadata {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 4;
        let mut this = Self::default();
        this.member_id = decoder.string(flexible, "member_id")?;
        if version >= 3 {
            this.group_instance_id = decoder.nullable_string(flexible)?;
        }
        this.client_id = decoder.string(flexible, "client_id")?;
        this.client_host = decoder.string(flexible, "client_host")?;
        if version >= 1 {
            this.rebalance_timeout = decoder.i32()?;
        }
        this.session_timeout = decoder.i32()?;
        this.subscription = decoder.bytes(flexible, "subscription")?;
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
        if version >= 3 {
            encoder.nullable_string(flexible, self.group_instance_id.as_deref())?;
        }
        encoder.string(flexible, &self.client_id)?;
        encoder.string(flexible, &self.client_host)?;
        if version >= 1 {
            encoder.i32(self.rebalance_timeout);
        }
        encoder.i32(self.session_timeout);
        encoder.bytes(flexible, &self.subscription)?;
        encoder.bytes(flexible, &self.assignment)?;
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct JoinGroupRequest {
    pub group_id: String,
    pub session_timeout_ms: i32,
    pub rebalance_timeout_ms: i32,
    pub member_id: String,
    pub group_instance_id: Option<String>,
    pub protocol_type: String,
    pub protocols: Vec<JoinGroupRequestProtocol>,
    pub reason: Option<String>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for JoinGroupRequest {
    fn default() -> Self {
        Self {
            group_id: String::new(),
            session_timeout_ms: 0,
            rebalance_timeout_ms: -1,
            member_id: String::new(),
            group_instance_id: None,
            protocol_type: String::new(),
            protocols: Vec::new(),
            reason: None,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for JoinGroupRequest {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=9).contains(&version) {
            return Err(DecodeError::Version { message: "JoinGroupRequest", version });
        }
        let flexible = version >= 6;
        let mut this = Self::default();
        this.group_id = decoder.string(flexible, "group_id")?;
        this.session_timeout_ms = decoder.i32()?;
        if version >= 1 {
            this.rebalance_timeout_ms = decoder.i32()?;
        }
        this.member_id = decoder.string(flexible, "member_id")?;
        if version >= 5 {
            this.group_instance_id = decoder.nullable_string(flexible)?;
        }
        this.protocol_type = decoder.string(flexible, "protocol_type")?;
        this.protocols = decoder.array(flexible, 2, "protocols", |decoder| {
            JoinGroupRequestProtocol::decode(decoder, version)
        })?;
        if version >= 8 {
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
        let flexible = version >= 6;
        if !(version >= 5) && self.group_instance_id.is_some() {
            return Err(EncodeError::Unsupported {
                message: "JoinGroupRequest",
                field: "group_instance_id",
                version,
            });
        }
        encoder.string(flexible, &self.group_id)?;
        encoder.i32(self.session_timeout_ms);
        if version >= 1 {
            encoder.i32(self.rebalance_timeout_ms);
        }
        encoder.string(flexible, &self.member_id)?;
        if version >= 5 {
            encoder.nullable_string(flexible, self.group_instance_id.as_deref())?;
        }
        encoder.string(flexible, &self.protocol_type)?;
        encoder.length(flexible, Some(self.protocols.len()))?;
        for element in &self.protocols {
            element.encode(encoder, version)?;
        }
        if version >= 8 {
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

#[derive(Clone, Debug, PartialEq)]
pub struct JoinGroupRequestProtocol {
    pub name: String,
    pub metadata: Bytes,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for JoinGroupRequestProtocol {
    fn default() -> Self {
        Self { name: String::new(), metadata: Bytes::new(), unknown_tagged_fields: Vec::new() }
    }
}

impl Message for JoinGroupRequestProtocol {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 6;
        let mut this = Self::default();
        this.name = decoder.string(flexible, "name")?;
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
        encoder.string(flexible, &self.name)?;
        encoder.bytes(flexible, &self.metadata)?;
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

impl crate::codec::Request for JoinGroupRequest {
    const KEY: crate::ApiKey = crate::ApiKey(11);
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 9;
    const FLEXIBLE_FROM: i16 = 6;
    type Response = super::join_group_response::JoinGroupResponse;
}

// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct CreateDelegationTokenResponse {
    pub error_code: i16,
    pub principal_type: String,
    pub principal_name: String,
    pub token_requester_principal_type: String,
    pub token_requester_principal_name: String,
    pub issue_timestamp_ms: i64,
    pub expiry_timestamp_ms: i64,
    pub max_timestamp_ms: i64,
    pub token_id: String,
    pub hmac: Bytes,
    pub throttle_time_ms: i32,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for CreateDelegationTokenResponse {
    fn default() -> Self {
        Self {
            error_code: 0,
            principal_type: String::new(),
            principal_name: String::new(),
            token_requester_principal_type: String::new(),
            token_requester_principal_name: String::new(),
            issue_timestamp_ms: 0,
            expiry_timestamp_ms: 0,
            max_timestamp_ms: 0,
            token_id: String::new(),
            hmac: Bytes::new(),
            throttle_time_ms: 0,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for CreateDelegationTokenResponse {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(1..=3).contains(&version) {
            return Err(DecodeError::Version { message: "CreateDelegationTokenResponse", version });
        }
        let flexible = version >= 2;
        let mut this = Self::default();
        this.error_code = decoder.i16()?;
        this.principal_type = decoder.string(flexible, "principal_type")?;
        this.principal_name = decoder.string(flexible, "principal_name")?;
        if version >= 3 {
            this.token_requester_principal_type =
                decoder.string(flexible, "token_requester_principal_type")?;
        }
        if version >= 3 {
            this.token_requester_principal_name =
                decoder.string(flexible, "token_requester_principal_name")?;
        }
        this.issue_timestamp_ms = decoder.i64()?;
        this.expiry_timestamp_ms = decoder.i64()?;
        this.max_timestamp_ms = decoder.i64()?;
        this.token_id = decoder.string(flexible, "token_id")?;
        this.hmac = decoder.bytes(flexible, "hmac")?;
        this.throttle_time_ms = decoder.i32()?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 2;
        encoder.i16(self.error_code);
        encoder.string(flexible, &self.principal_type)?;
        encoder.string(flexible, &self.principal_name)?;
        if version >= 3 {
            encoder.string(flexible, &self.token_requester_principal_type)?;
        }
        if version >= 3 {
            encoder.string(flexible, &self.token_requester_principal_name)?;
        }
        encoder.i64(self.issue_timestamp_ms);
        encoder.i64(self.expiry_timestamp_ms);
        encoder.i64(self.max_timestamp_ms);
        encoder.string(flexible, &self.token_id)?;
        encoder.bytes(flexible, &self.hmac)?;
        encoder.i32(self.throttle_time_ms);
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

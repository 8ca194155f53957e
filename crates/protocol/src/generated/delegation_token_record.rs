// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct DelegationTokenRecord {
    pub owner: String,
    pub requester: String,
    pub renewers: Vec<String>,
    pub issue_timestamp: i64,
    pub max_timestamp: i64,
    pub expiration_timestamp: i64,
    pub token_id: String,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for DelegationTokenRecord {
    fn default() -> Self {
        Self {
            owner: String::new(),
            requester: String::new(),
            renewers: Vec::new(),
            issue_timestamp: 0,
            max_timestamp: 0,
            expiration_timestamp: 0,
            token_id: String::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for DelegationTokenRecord {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=0).contains(&version) {
            return Err(DecodeError::Version { message: "DelegationTokenRecord", version });
        }
        let flexible = true;
        let mut this = Self::default();
        this.owner = decoder.string(flexible, "owner")?;
        this.requester = decoder.string(flexible, "requester")?;
        this.renewers = decoder
            .array(flexible, 1, "renewers", |decoder| decoder.string(flexible, "element"))?;
        this.issue_timestamp = decoder.i64()?;
        this.max_timestamp = decoder.i64()?;
        this.expiration_timestamp = decoder.i64()?;
        this.token_id = decoder.string(flexible, "token_id")?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = true;
        encoder.string(flexible, &self.owner)?;
        encoder.string(flexible, &self.requester)?;
        encoder.length(flexible, Some(self.renewers.len()))?;
        for element in &self.renewers {
            encoder.string(flexible, element)?;
        }
        encoder.i64(self.issue_timestamp);
        encoder.i64(self.max_timestamp);
        encoder.i64(self.expiration_timestamp);
        encoder.string(flexible, &self.token_id)?;
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

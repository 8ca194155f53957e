// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct AddOffsetsToTxnRequest {
    pub transactional_id: String,
    pub producer_id: i64,
    pub producer_epoch: i16,
    pub group_id: String,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for AddOffsetsToTxnRequest {
    fn default() -> Self {
        Self {
            transactional_id: String::new(),
            producer_id: 0,
            producer_epoch: 0,
            group_id: String::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for AddOffsetsToTxnRequest {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=4).contains(&version) {
            return Err(DecodeError::Version { message: "AddOffsetsToTxnRequest", version });
        }
        let flexible = version >= 3;
        let mut this = Self::default();
        this.transactional_id = decoder.string(flexible, "transactional_id")?;
        this.producer_id = decoder.i64()?;
        this.producer_epoch = decoder.i16()?;
        this.group_id = decoder.string(flexible, "group_id")?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 3;
        encoder.string(flexible, &self.transactional_id)?;
        encoder.i64(self.producer_id);
        encoder.i16(self.producer_epoch);
        encoder.string(flexible, &self.group_id)?;
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

impl crate::codec::Request for AddOffsetsToTxnRequest {
    const KEY: crate::ApiKey = crate::ApiKey(25);
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 4;
    const FLEXIBLE_FROM: i16 = 3;
    type Response = super::add_offsets_to_txn_response::AddOffsetsToTxnResponse;
}

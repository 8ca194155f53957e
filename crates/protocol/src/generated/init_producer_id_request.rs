// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct InitProducerIdRequest {
    pub transactional_id: Option<String>,
    pub transaction_timeout_ms: i32,
    pub producer_id: i64,
    pub producer_epoch: i16,
    pub enable2_pc: bool,
    pub keep_prepared_txn: bool,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for InitProducerIdRequest {
    fn default() -> Self {
        Self {
            transactional_id: Some(String::new()),
            transaction_timeout_ms: 0,
            producer_id: -1,
            producer_epoch: -1,
            enable2_pc: false,
            keep_prepared_txn: false,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for InitProducerIdRequest {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=6).contains(&version) {
            return Err(DecodeError::Version { message: "InitProducerIdRequest", version });
        }
        let flexible = version >= 2;
        let mut this = Self::default();
        this.transactional_id = decoder.nullable_string(flexible)?;
        this.transaction_timeout_ms = decoder.i32()?;
        if version >= 3 {
            this.producer_id = decoder.i64()?;
        }
        if version >= 3 {
            this.producer_epoch = decoder.i16()?;
        }
        if version >= 6 {
            this.enable2_pc = decoder.bool()?;
        }
        if version >= 6 {
            this.keep_prepared_txn = decoder.bool()?;
        }
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 2;
        if !(version >= 3) && self.producer_id != -1 {
            return Err(EncodeError::Unsupported {
                message: "InitProducerIdRequest",
                field: "producer_id",
                version,
            });
        }
        if !(version >= 3) && self.producer_epoch != -1 {
            return Err(EncodeError::Unsupported {
                message: "InitProducerIdRequest",
                field: "producer_epoch",
                version,
            });
        }
        if !(version >= 6) && self.enable2_pc {
            return Err(EncodeError::Unsupported {
                message: "InitProducerIdRequest",
                field: "enable2_pc",
                version,
            });
        }
        if !(version >= 6) && self.keep_prepared_txn {
            return Err(EncodeError::Unsupported {
                message: "InitProducerIdRequest",
                field: "keep_prepared_txn",
                version,
            });
        }
        encoder.nullable_string(flexible, self.transactional_id.as_deref())?;
        encoder.i32(self.transaction_timeout_ms);
        if version >= 3 {
            encoder.i64(self.producer_id);
        }
        if version >= 3 {
            encoder.i16(self.producer_epoch);
        }
        if version >= 6 {
            encoder.bool(self.enable2_pc);
        }
        if version >= 6 {
            encoder.bool(self.keep_prepared_txn);
        }
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

impl crate::codec::Request for InitProducerIdRequest {
    const KEY: crate::ApiKey = crate::ApiKey(22);
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 5;
    const FLEXIBLE_FROM: i16 = 2;
    type Response = super::init_producer_id_response::InitProducerIdResponse;
}

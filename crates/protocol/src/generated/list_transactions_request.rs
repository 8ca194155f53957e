// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct ListTransactionsRequest {
    pub state_filters: Vec<String>,
    pub producer_id_filters: Vec<i64>,
    pub duration_filter: i64,
    pub transactional_id_pattern: Option<String>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for ListTransactionsRequest {
    fn default() -> Self {
        Self {
            state_filters: Vec::new(),
            producer_id_filters: Vec::new(),
            duration_filter: -1,
            transactional_id_pattern: None,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for ListTransactionsRequest {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=2).contains(&version) {
            return Err(DecodeError::Version { message: "ListTransactionsRequest", version });
        }
        let flexible = true;
        let mut this = Self::default();
        this.state_filters = decoder
            .array(flexible, 1, "state_filters", |decoder| decoder.string(flexible, "element"))?;
        this.producer_id_filters =
            decoder.array(flexible, 8, "producer_id_filters", |decoder| decoder.i64())?;
        if version >= 1 {
            this.duration_filter = decoder.i64()?;
        }
        if version >= 2 {
            this.transactional_id_pattern = decoder.nullable_string(flexible)?;
        }
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = true;
        if !(version >= 1) && self.duration_filter != -1 {
            return Err(EncodeError::Unsupported {
                message: "ListTransactionsRequest",
                field: "duration_filter",
                version,
            });
        }
        if !(version >= 2) && self.transactional_id_pattern.is_some() {
            return Err(EncodeError::Unsupported {
                message: "ListTransactionsRequest",
                field: "transactional_id_pattern",
                version,
            });
        }
        encoder.length(flexible, Some(self.state_filters.len()))?;
        for element in &self.state_filters {
            encoder.string(flexible, element)?;
        }
        encoder.length(flexible, Some(self.producer_id_filters.len()))?;
        for element in &self.producer_id_filters {
            encoder.i64(*element);
        }
        if version >= 1 {
            encoder.i64(self.duration_filter);
        }
        if version >= 2 {
            encoder.nullable_string(flexible, self.transactional_id_pattern.as_deref())?;
        }
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

impl crate::codec::Request for ListTransactionsRequest {
    const KEY: crate::ApiKey = crate::ApiKey(66);
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 2;
    const FLEXIBLE_FROM: i16 = 0;
    type Response = super::list_transactions_response::ListTransactionsResponse;
}

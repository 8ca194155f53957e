// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct AddPartitionsToTxnRequest {
    pub transactions: Vec<AddPartitionsToTxnTransaction>,
    pub v3_and_below_transactional_id: String,
    pub v3_and_below_producer_id: i64,
    pub v3_and_below_producer_epoch: i16,
    pub v3_and_below_topics: Vec<AddPartitionsToTxnTopic>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for AddPartitionsToTxnRequest {
    fn default() -> Self {
        Self {
            transactions: Vec::new(),
            v3_and_below_transactional_id: String::new(),
            v3_and_below_producer_id: 0,
            v3_and_below_producer_epoch: 0,
            v3_and_below_topics: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for AddPartitionsToTxnRequest {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=5).contains(&version) {
            return Err(DecodeError::Version { message: "AddPartitionsToTxnRequest", version });
        }
        let flexible = version >= 3;
        let mut this = Self::default();
        if version >= 4 {
            this.transactions = decoder.array(flexible, 1, "transactions", |decoder| {
                AddPartitionsToTxnTransaction::decode(decoder, version)
            })?;
        }
        if version <= 3 {
            this.v3_and_below_transactional_id =
                decoder.string(flexible, "v3_and_below_transactional_id")?;
        }
        if version <= 3 {
            this.v3_and_below_producer_id = decoder.i64()?;
        }
        if version <= 3 {
            this.v3_and_below_producer_epoch = decoder.i16()?;
        }
        if version <= 3 {
            this.v3_and_below_topics =
                decoder.array(flexible, 2, "v3_and_below_topics", |decoder| {
                    AddPartitionsToTxnTopic::decode(decoder, version)
                })?;
        }
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 3;
        if !(version >= 4) && !self.transactions.is_empty() {
            return Err(EncodeError::Unsupported {
                message: "AddPartitionsToTxnRequest",
                field: "transactions",
                version,
            });
        }
        if !(version <= 3) && !self.v3_and_below_transactional_id.is_empty() {
            return Err(EncodeError::Unsupported {
                message: "AddPartitionsToTxnRequest",
                field: "v3_and_below_transactional_id",
                version,
            });
        }
        if !(version <= 3) && self.v3_and_below_producer_id != 0 {
            return Err(EncodeError::Unsupported {
                message: "AddPartitionsToTxnRequest",
                field: "v3_and_below_producer_id",
                version,
            });
        }
        if !(version <= 3) && self.v3_and_below_producer_epoch != 0 {
            return Err(EncodeError::Unsupported {
                message: "AddPartitionsToTxnRequest",
                field: "v3_and_below_producer_epoch",
                version,
            });
        }
        if !(version <= 3) && !self.v3_and_below_topics.is_empty() {
            return Err(EncodeError::Unsupported {
                message: "AddPartitionsToTxnRequest",
                field: "v3_and_below_topics",
                version,
            });
        }
        if version >= 4 {
            encoder.length(flexible, Some(self.transactions.len()))?;
            for element in &self.transactions {
                element.encode(encoder, version)?;
            }
        }
        if version <= 3 {
            encoder.string(flexible, &self.v3_and_below_transactional_id)?;
        }
        if version <= 3 {
            encoder.i64(self.v3_and_below_producer_id);
        }
        if version <= 3 {
            encoder.i16(self.v3_and_below_producer_epoch);
        }
        if version <= 3 {
            encoder.length(flexible, Some(self.v3_and_below_topics.len()))?;
            for element in &self.v3_and_below_topics {
                element.encode(encoder, version)?;
            }
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
pub struct AddPartitionsToTxnTopic {
    pub name: String,
    pub partitions: Vec<i32>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for AddPartitionsToTxnTopic {
    fn default() -> Self {
        Self { name: String::new(), partitions: Vec::new(), unknown_tagged_fields: Vec::new() }
    }
}

impl Message for AddPartitionsToTxnTopic {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 3;
        let mut this = Self::default();
        this.name = decoder.string(flexible, "name")?;
        this.partitions = decoder.array(flexible, 4, "partitions", |decoder| decoder.i32())?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 3;
        encoder.string(flexible, &self.name)?;
        encoder.length(flexible, Some(self.partitions.len()))?;
        for element in &self.partitions {
            encoder.i32(*element);
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
pub struct AddPartitionsToTxnTransaction {
    pub transactional_id: String,
    pub producer_id: i64,
    pub producer_epoch: i16,
    pub verify_only: bool,
    pub topics: Vec<AddPartitionsToTxnTopic>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for AddPartitionsToTxnTransaction {
    fn default() -> Self {
        Self {
            transactional_id: String::new(),
            producer_id: 0,
            producer_epoch: 0,
            verify_only: false,
            topics: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for AddPartitionsToTxnTransaction {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 3;
        let mut this = Self::default();
        if version >= 4 {
            this.transactional_id = decoder.string(flexible, "transactional_id")?;
        }
        if version >= 4 {
            this.producer_id = decoder.i64()?;
        }
        if version >= 4 {
            this.producer_epoch = decoder.i16()?;
        }
        if version >= 4 {
            this.verify_only = decoder.bool()?;
        }
        if version >= 4 {
            this.topics = decoder.array(flexible, 2, "topics", |decoder| {
                AddPartitionsToTxnTopic::decode(decoder, version)
            })?;
        }
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 3;
        if !(version >= 4) && !self.transactional_id.is_empty() {
            return Err(EncodeError::Unsupported {
                message: "AddPartitionsToTxnTransaction",
                field: "transactional_id",
                version,
            });
        }
        if !(version >= 4) && self.producer_id != 0 {
            return Err(EncodeError::Unsupported {
                message: "AddPartitionsToTxnTransaction",
                field: "producer_id",
                version,
            });
        }
        if !(version >= 4) && self.producer_epoch != 0 {
            return Err(EncodeError::Unsupported {
                message: "AddPartitionsToTxnTransaction",
                field: "producer_epoch",
                version,
            });
        }
        if !(version >= 4) && self.verify_only {
            return Err(EncodeError::Unsupported {
                message: "AddPartitionsToTxnTransaction",
                field: "verify_only",
                version,
            });
        }
        if !(version >= 4) && !self.topics.is_empty() {
            return Err(EncodeError::Unsupported {
                message: "AddPartitionsToTxnTransaction",
                field: "topics",
                version,
            });
        }
        if version >= 4 {
            encoder.string(flexible, &self.transactional_id)?;
        }
        if version >= 4 {
            encoder.i64(self.producer_id);
        }
        if version >= 4 {
            encoder.i16(self.producer_epoch);
        }
        if version >= 4 {
            encoder.bool(self.verify_only);
        }
        if version >= 4 {
            encoder.length(flexible, Some(self.topics.len()))?;
            for element in &self.topics {
                element.encode(encoder, version)?;
            }
        }
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

impl crate::codec::Request for AddPartitionsToTxnRequest {
    const KEY: crate::ApiKey = crate::ApiKey(24);
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 5;
    const FLEXIBLE_FROM: i16 = 3;
    type Response = super::add_partitions_to_txn_response::AddPartitionsToTxnResponse;
}

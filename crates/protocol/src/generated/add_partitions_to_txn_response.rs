// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct AddPartitionsToTxnResponse {
    pub throttle_time_ms: i32,
    pub error_code: i16,
    pub results_by_transaction: Vec<AddPartitionsToTxnResult>,
    pub results_by_topic_v3_and_below: Vec<AddPartitionsToTxnTopicResult>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for AddPartitionsToTxnResponse {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            error_code: 0,
            results_by_transaction: Vec::new(),
            results_by_topic_v3_and_below: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for AddPartitionsToTxnResponse {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=5).contains(&version) {
            return Err(DecodeError::Version { message: "AddPartitionsToTxnResponse", version });
        }
        let flexible = version >= 3;
        let mut this = Self::default();
        this.throttle_time_ms = decoder.i32()?;
        if version >= 4 {
            this.error_code = decoder.i16()?;
        }
        if version >= 4 {
            this.results_by_transaction =
                decoder.array(flexible, 1, "results_by_transaction", |decoder| {
                    AddPartitionsToTxnResult::decode(decoder, version)
                })?;
        }
        if version <= 3 {
            this.results_by_topic_v3_and_below =
                decoder.array(flexible, 2, "results_by_topic_v3_and_below", |decoder| {
                    AddPartitionsToTxnTopicResult::decode(decoder, version)
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
        encoder.i32(self.throttle_time_ms);
        if version >= 4 {
            encoder.i16(self.error_code);
        }
        if version >= 4 {
            encoder.length(flexible, Some(self.results_by_transaction.len()))?;
            for element in &self.results_by_transaction {
                element.encode(encoder, version)?;
            }
        }
        if version <= 3 {
            encoder.length(flexible, Some(self.results_by_topic_v3_and_below.len()))?;
            for element in &self.results_by_topic_v3_and_below {
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
pub struct AddPartitionsToTxnTopicResult {
    pub name: String,
    pub results_by_partition: Vec<AddPartitionsToTxnPartitionResult>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for AddPartitionsToTxnTopicResult {
    fn default() -> Self {
        Self {
            name: String::new(),
            results_by_partition: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for AddPartitionsToTxnTopicResult {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 3;
        let mut this = Self::default();
        this.name = decoder.string(flexible, "name")?;
        this.results_by_partition =
            decoder.array(flexible, 6, "results_by_partition", |decoder| {
                AddPartitionsToTxnPartitionResult::decode(decoder, version)
            })?;
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
        encoder.length(flexible, Some(self.results_by_partition.len()))?;
        for element in &self.results_by_partition {
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
pub struct AddPartitionsToTxnPartitionResult {
    pub partition_index: i32,
    pub partition_error_code: i16,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for AddPartitionsToTxnPartitionResult {
    fn default() -> Self {
        Self { partition_index: 0, partition_error_code: 0, unknown_tagged_fields: Vec::new() }
    }
}

impl Message for AddPartitionsToTxnPartitionResult {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 3;
        let mut this = Self::default();
        this.partition_index = decoder.i32()?;
        this.partition_error_code = decoder.i16()?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 3;
        encoder.i32(self.partition_index);
        encoder.i16(self.partition_error_code);
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct AddPartitionsToTxnResult {
    pub transactional_id: String,
    pub topic_results: Vec<AddPartitionsToTxnTopicResult>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for AddPartitionsToTxnResult {
    fn default() -> Self {
        Self {
            transactional_id: String::new(),
            topic_results: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for AddPartitionsToTxnResult {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 3;
        let mut this = Self::default();
        if version >= 4 {
            this.transactional_id = decoder.string(flexible, "transactional_id")?;
        }
        if version >= 4 {
            this.topic_results = decoder.array(flexible, 2, "topic_results", |decoder| {
                AddPartitionsToTxnTopicResult::decode(decoder, version)
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
        if version >= 4 {
            encoder.string(flexible, &self.transactional_id)?;
        }
        if version >= 4 {
            encoder.length(flexible, Some(self.topic_results.len()))?;
            for element in &self.topic_results {
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

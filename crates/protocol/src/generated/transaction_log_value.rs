// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct TransactionLogValue {
    pub producer_id: i64,
    pub previous_producer_id: i64,
    pub next_producer_id: i64,
    pub producer_epoch: i16,
    pub next_producer_epoch: i16,
    pub transaction_timeout_ms: i32,
    pub transaction_status: i8,
    pub transaction_partitions: Option<Vec<PartitionsSchema>>,
    pub transaction_last_update_timestamp_ms: i64,
    pub transaction_start_timestamp_ms: i64,
    pub client_transaction_version: i16,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for TransactionLogValue {
    fn default() -> Self {
        Self {
            producer_id: 0,
            previous_producer_id: -1,
            next_producer_id: -1,
            producer_epoch: 0,
            next_producer_epoch: -1,
            transaction_timeout_ms: 0,
            transaction_status: 0,
            transaction_partitions: Some(Vec::new()),
            transaction_last_update_timestamp_ms: 0,
            transaction_start_timestamp_ms: 0,
            client_transaction_version: 0,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for TransactionLogValue {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=1).contains(&version) {
            return Err(DecodeError::Version { message: "TransactionLogValue", version });
        }
        let flexible = version >= 1;
        let mut this = Self::default();
        this.producer_id = decoder.i64()?;
        this.producer_epoch = decoder.i16()?;
        this.transaction_timeout_ms = decoder.i32()?;
        this.transaction_status = decoder.i8()?;
        this.transaction_partitions = decoder
            .nullable_array(flexible, 2, |decoder| PartitionsSchema::decode(decoder, version))?;
        this.transaction_last_update_timestamp_ms = decoder.i64()?;
        this.transaction_start_timestamp_ms = decoder.i64()?;
        if flexible {
            let unknown = decoder.tagged_fields(|tag, decoder| {
                match tag {
                    0 => this.previous_producer_id = decoder.i64()?,
                    1 => this.next_producer_id = decoder.i64()?,
                    3 => this.next_producer_epoch = decoder.i16()?,
                    2 => this.client_transaction_version = decoder.i16()?,
                    _ => return Ok(false),
                }
                Ok(true)
            })?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 1;
        if !(version >= 1) && self.previous_producer_id != -1 {
            return Err(EncodeError::Unsupported {
                message: "TransactionLogValue",
                field: "previous_producer_id",
                version,
            });
        }
        if !(version >= 1) && self.next_producer_id != -1 {
            return Err(EncodeError::Unsupported {
                message: "TransactionLogValue",
                field: "next_producer_id",
                version,
            });
        }
        if !(version >= 1) && self.next_producer_epoch != -1 {
            return Err(EncodeError::Unsupported {
                message: "TransactionLogValue",
                field: "next_producer_epoch",
                version,
            });
        }
        if !(version >= 1) && self.client_transaction_version != 0 {
            return Err(EncodeError::Unsupported {
                message: "TransactionLogValue",
                field: "client_transaction_version",
                version,
            });
        }
        encoder.i64(self.producer_id);
        encoder.i16(self.producer_epoch);
        encoder.i32(self.transaction_timeout_ms);
        encoder.i8(self.transaction_status);
        encoder.length(flexible, self.transaction_partitions.as_ref().map(Vec::len))?;
        for element in self.transaction_partitions.iter().flatten() {
            element.encode(encoder, version)?;
        }
        encoder.i64(self.transaction_last_update_timestamp_ms);
        encoder.i64(self.transaction_start_timestamp_ms);
        if flexible {
            let mut count = self.unknown_tagged_fields.len();
            if self.previous_producer_id != -1 {
                count += 1;
            }
            if self.next_producer_id != -1 {
                count += 1;
            }
            if self.client_transaction_version != 0 {
                count += 1;
            }
            if self.next_producer_epoch != -1 {
                count += 1;
            }
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            if self.previous_producer_id != -1 {
                encoder.tagged_field(0, |encoder| {
                    encoder.i64(self.previous_producer_id);
                    Ok(())
                })?;
            }
            if self.next_producer_id != -1 {
                encoder.tagged_field(1, |encoder| {
                    encoder.i64(self.next_producer_id);
                    Ok(())
                })?;
            }
            if self.client_transaction_version != 0 {
                encoder.tagged_field(2, |encoder| {
                    encoder.i16(self.client_transaction_version);
                    Ok(())
                })?;
            }
            if self.next_producer_epoch != -1 {
                encoder.tagged_field(3, |encoder| {
                    encoder.i16(self.next_producer_epoch);
                    Ok(())
                })?;
            }
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct PartitionsSchema {
    pub topic: String,
    pub partition_ids: Vec<i32>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for PartitionsSchema {
    fn default() -> Self {
        Self { topic: String::new(), partition_ids: Vec::new(), unknown_tagged_fields: Vec::new() }
    }
}

impl Message for PartitionsSchema {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 1;
        let mut this = Self::default();
        this.topic = decoder.string(flexible, "topic")?;
        this.partition_ids =
            decoder.array(flexible, 4, "partition_ids", |decoder| decoder.i32())?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 1;
        encoder.string(flexible, &self.topic)?;
        encoder.length(flexible, Some(self.partition_ids.len()))?;
        for element in &self.partition_ids {
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

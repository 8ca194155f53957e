// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct ProducerSnapshot {
    pub crc: u32,
    pub producer_entries: Vec<ProducerEntry>,
}

impl Default for ProducerSnapshot {
    fn default() -> Self {
        Self { crc: 0, producer_entries: Vec::new() }
    }
}

impl Message for ProducerSnapshot {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(1..=1).contains(&version) {
            return Err(DecodeError::Version { message: "ProducerSnapshot", version });
        }
        let flexible = false;
        let mut this = Self::default();
        this.crc = decoder.u32()?;
        this.producer_entries = decoder.array(flexible, 46, "producer_entries", |decoder| {
            ProducerEntry::decode(decoder, version)
        })?;

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = false;
        encoder.u32(self.crc);
        encoder.length(flexible, Some(self.producer_entries.len()))?;
        for element in &self.producer_entries {
            element.encode(encoder, version)?;
        }

        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct ProducerEntry {
    pub producer_id: i64,
    pub epoch: i16,
    pub last_sequence: i32,
    pub last_offset: i64,
    pub offset_delta: i32,
    pub timestamp: i64,
    pub coordinator_epoch: i32,
    pub current_txn_first_offset: i64,
}

impl Default for ProducerEntry {
    fn default() -> Self {
        Self {
            producer_id: 0,
            epoch: 0,
            last_sequence: 0,
            last_offset: 0,
            offset_delta: 0,
            timestamp: 0,
            coordinator_epoch: 0,
            current_txn_first_offset: 0,
        }
    }
}

impl Message for ProducerEntry {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = false;
        let mut this = Self::default();
        this.producer_id = decoder.i64()?;
        this.epoch = decoder.i16()?;
        this.last_sequence = decoder.i32()?;
        this.last_offset = decoder.i64()?;
        this.offset_delta = decoder.i32()?;
        this.timestamp = decoder.i64()?;
        this.coordinator_epoch = decoder.i32()?;
        this.current_txn_first_offset = decoder.i64()?;

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = false;
        encoder.i64(self.producer_id);
        encoder.i16(self.epoch);
        encoder.i32(self.last_sequence);
        encoder.i64(self.last_offset);
        encoder.i32(self.offset_delta);
        encoder.i64(self.timestamp);
        encoder.i32(self.coordinator_epoch);
        encoder.i64(self.current_txn_first_offset);

        Ok(())
    }
}

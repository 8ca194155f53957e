// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct ShareSnapshotValue {
    pub snapshot_epoch: i32,
    pub state_epoch: i32,
    pub leader_epoch: i32,
    pub start_offset: i64,
    pub delivery_complete_count: i32,
    pub create_timestamp: i64,
    pub write_timestamp: i64,
    pub state_batches: Vec<StateBatch>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for ShareSnapshotValue {
    fn default() -> Self {
        Self {
            snapshot_epoch: 0,
            state_epoch: 0,
            leader_epoch: 0,
            start_offset: 0,
            delivery_complete_count: -1,
            create_timestamp: 0,
            write_timestamp: 0,
            state_batches: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for ShareSnapshotValue {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=0).contains(&version) {
            return Err(DecodeError::Version { message: "ShareSnapshotValue", version });
        }
        let flexible = true;
        let mut this = Self::default();
        this.snapshot_epoch = decoder.i32()?;
        this.state_epoch = decoder.i32()?;
        this.leader_epoch = decoder.i32()?;
        this.start_offset = decoder.i64()?;
        this.create_timestamp = decoder.i64()?;
        this.write_timestamp = decoder.i64()?;
        this.state_batches = decoder
            .array(flexible, 19, "state_batches", |decoder| StateBatch::decode(decoder, version))?;
        if flexible {
            let unknown = decoder.tagged_fields(|tag, decoder| {
                match tag {
                    0 => this.delivery_complete_count = decoder.i32()?,
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
        let flexible = true;
        encoder.i32(self.snapshot_epoch);
        encoder.i32(self.state_epoch);
        encoder.i32(self.leader_epoch);
        encoder.i64(self.start_offset);
        encoder.i64(self.create_timestamp);
        encoder.i64(self.write_timestamp);
        encoder.length(flexible, Some(self.state_batches.len()))?;
        for element in &self.state_batches {
            element.encode(encoder, version)?;
        }
        if flexible {
            let mut count = self.unknown_tagged_fields.len();
            if self.delivery_complete_count != -1 {
                count += 1;
            }
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            if self.delivery_complete_count != -1 {
                encoder.tagged_field(0, |encoder| {
                    encoder.i32(self.delivery_complete_count);
                    Ok(())
                })?;
            }
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct StateBatch {
    pub first_offset: i64,
    pub last_offset: i64,
    pub delivery_state: i8,
    pub delivery_count: i16,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for StateBatch {
    fn default() -> Self {
        Self {
            first_offset: 0,
            last_offset: 0,
            delivery_state: 0,
            delivery_count: 0,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for StateBatch {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.first_offset = decoder.i64()?;
        this.last_offset = decoder.i64()?;
        this.delivery_state = decoder.i8()?;
        this.delivery_count = decoder.i16()?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = true;
        encoder.i64(self.first_offset);
        encoder.i64(self.last_offset);
        encoder.i8(self.delivery_state);
        encoder.i16(self.delivery_count);
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

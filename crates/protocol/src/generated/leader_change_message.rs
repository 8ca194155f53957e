// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct LeaderChangeMessage {
    pub version: i16,
    pub leader_id: i32,
    pub voters: Vec<Voter>,
    pub granting_voters: Vec<Voter>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for LeaderChangeMessage {
    fn default() -> Self {
        Self {
            version: 0,
            leader_id: 0,
            voters: Vec::new(),
            granting_voters: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for LeaderChangeMessage {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=1).contains(&version) {
            return Err(DecodeError::Version { message: "LeaderChangeMessage", version });
        }
        let flexible = true;
        let mut this = Self::default();
        this.version = decoder.i16()?;
        this.leader_id = decoder.i32()?;
        this.voters =
            decoder.array(flexible, 4, "voters", |decoder| Voter::decode(decoder, version))?;
        this.granting_voters = decoder
            .array(flexible, 4, "granting_voters", |decoder| Voter::decode(decoder, version))?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = true;
        encoder.i16(self.version);
        encoder.i32(self.leader_id);
        encoder.length(flexible, Some(self.voters.len()))?;
        for element in &self.voters {
            element.encode(encoder, version)?;
        }
        encoder.length(flexible, Some(self.granting_voters.len()))?;
        for element in &self.granting_voters {
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
pub struct Voter {
    pub voter_id: i32,
    pub voter_directory_id: Uuid,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for Voter {
    fn default() -> Self {
        Self { voter_id: 0, voter_directory_id: Uuid::ZERO, unknown_tagged_fields: Vec::new() }
    }
}

impl Message for Voter {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.voter_id = decoder.i32()?;
        if version >= 1 {
            this.voter_directory_id = decoder.uuid()?;
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
        if !(version >= 1) && self.voter_directory_id != Uuid::ZERO {
            return Err(EncodeError::Unsupported {
                message: "Voter",
                field: "voter_directory_id",
                version,
            });
        }
        encoder.i32(self.voter_id);
        if version >= 1 {
            encoder.uuid(self.voter_directory_id);
        }
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct QuorumStateData {
    pub cluster_id: String,
    pub leader_id: i32,
    pub leader_epoch: i32,
    pub voted_id: i32,
    pub voted_directory_id: Uuid,
    pub applied_offset: i64,
    pub current_voters: Option<Vec<Voter>>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for QuorumStateData {
    fn default() -> Self {
        Self {
            cluster_id: String::new(),
            leader_id: -1,
            leader_epoch: -1,
            voted_id: -1,
            voted_directory_id: Uuid::ZERO,
            applied_offset: 0,
            current_voters: Some(Vec::new()),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for QuorumStateData {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=1).contains(&version) {
            return Err(DecodeError::Version { message: "QuorumStateData", version });
        }
        let flexible = true;
        let mut this = Self::default();
        if version <= 0 {
            this.cluster_id = decoder.string(flexible, "cluster_id")?;
        }
        this.leader_id = decoder.i32()?;
        this.leader_epoch = decoder.i32()?;
        this.voted_id = decoder.i32()?;
        if version >= 1 {
            this.voted_directory_id = decoder.uuid()?;
        }
        if version <= 0 {
            this.applied_offset = decoder.i64()?;
        }
        if version <= 0 {
            this.current_voters =
                decoder.nullable_array(flexible, 1, |decoder| Voter::decode(decoder, version))?;
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
        if !(version <= 0) && !self.cluster_id.is_empty() {
            return Err(EncodeError::Unsupported {
                message: "QuorumStateData",
                field: "cluster_id",
                version,
            });
        }
        if !(version >= 1) && self.voted_directory_id != Uuid::ZERO {
            return Err(EncodeError::Unsupported {
                message: "QuorumStateData",
                field: "voted_directory_id",
                version,
            });
        }
        if !(version <= 0) && self.applied_offset != 0 {
            return Err(EncodeError::Unsupported {
                message: "QuorumStateData",
                field: "applied_offset",
                version,
            });
        }
        if !(version <= 0) && self.current_voters != Some(Vec::new()) {
            return Err(EncodeError::Unsupported {
                message: "QuorumStateData",
                field: "current_voters",
                version,
            });
        }
        if version <= 0 {
            encoder.string(flexible, &self.cluster_id)?;
        }
        encoder.i32(self.leader_id);
        encoder.i32(self.leader_epoch);
        encoder.i32(self.voted_id);
        if version >= 1 {
            encoder.uuid(self.voted_directory_id);
        }
        if version <= 0 {
            encoder.i64(self.applied_offset);
        }
        if version <= 0 {
            encoder.length(flexible, self.current_voters.as_ref().map(Vec::len))?;
            for element in self.current_voters.iter().flatten() {
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
pub struct Voter {
    pub voter_id: i32,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for Voter {
    fn default() -> Self {
        Self { voter_id: 0, unknown_tagged_fields: Vec::new() }
    }
}

impl Message for Voter {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        if version <= 0 {
            this.voter_id = decoder.i32()?;
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
        if !(version <= 0) && self.voter_id != 0 {
            return Err(EncodeError::Unsupported { message: "Voter", field: "voter_id", version });
        }
        if version <= 0 {
            encoder.i32(self.voter_id);
        }
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct RemoveRaftVoterRequest {
    pub cluster_id: Option<String>,
    pub voter_id: i32,
    pub voter_directory_id: Uuid,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for RemoveRaftVoterRequest {
    fn default() -> Self {
        Self {
            cluster_id: Some(String::new()),
            voter_id: 0,
            voter_directory_id: Uuid::ZERO,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for RemoveRaftVoterRequest {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=0).contains(&version) {
            return Err(DecodeError::Version { message: "RemoveRaftVoterRequest", version });
        }
        let flexible = true;
        let mut this = Self::default();
        this.cluster_id = decoder.nullable_string(flexible)?;
        this.voter_id = decoder.i32()?;
        this.voter_directory_id = decoder.uuid()?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = true;
        encoder.nullable_string(flexible, self.cluster_id.as_deref())?;
        encoder.i32(self.voter_id);
        encoder.uuid(self.voter_directory_id);
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

impl crate::codec::Request for RemoveRaftVoterRequest {
    const KEY: crate::ApiKey = crate::ApiKey(81);
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: i16 = 0;
    type Response = super::remove_raft_voter_response::RemoveRaftVoterResponse;
}

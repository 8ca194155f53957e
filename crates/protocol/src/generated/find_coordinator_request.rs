// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct FindCoordinatorRequest {
    pub key: String,
    pub key_type: i8,
    pub coordinator_keys: Vec<String>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for FindCoordinatorRequest {
    fn default() -> Self {
        Self {
            key: String::new(),
            key_type: 0,
            coordinator_keys: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for FindCoordinatorRequest {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=6).contains(&version) {
            return Err(DecodeError::Version { message: "FindCoordinatorRequest", version });
        }
        let flexible = version >= 3;
        let mut this = Self::default();
        if version <= 3 {
            this.key = decoder.string(flexible, "key")?;
        }
        if version >= 1 {
            this.key_type = decoder.i8()?;
        }
        if version >= 4 {
            this.coordinator_keys = decoder.array(flexible, 1, "coordinator_keys", |decoder| {
                decoder.string(flexible, "element")
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
        if !(version <= 3) && !self.key.is_empty() {
            return Err(EncodeError::Unsupported {
                message: "FindCoordinatorRequest",
                field: "key",
                version,
            });
        }
        if !(version >= 1) && self.key_type != 0 {
            return Err(EncodeError::Unsupported {
                message: "FindCoordinatorRequest",
                field: "key_type",
                version,
            });
        }
        if !(version >= 4) && !self.coordinator_keys.is_empty() {
            return Err(EncodeError::Unsupported {
                message: "FindCoordinatorRequest",
                field: "coordinator_keys",
                version,
            });
        }
        if version <= 3 {
            encoder.string(flexible, &self.key)?;
        }
        if version >= 1 {
            encoder.i8(self.key_type);
        }
        if version >= 4 {
            encoder.length(flexible, Some(self.coordinator_keys.len()))?;
            for element in &self.coordinator_keys {
                encoder.string(flexible, element)?;
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

impl crate::codec::Request for FindCoordinatorRequest {
    const KEY: crate::ApiKey = crate::ApiKey(10);
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 6;
    const FLEXIBLE_FROM: i16 = 3;
    type Response = super::find_coordinator_response::FindCoordinatorResponse;
}

// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct AlterClientQuotasRequest {
    pub entries: Vec<EntryData>,
    pub validate_only: bool,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for AlterClientQuotasRequest {
    fn default() -> Self {
        Self { entries: Vec::new(), validate_only: false, unknown_tagged_fields: Vec::new() }
    }
}

impl Message for AlterClientQuotasRequest {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=1).contains(&version) {
            return Err(DecodeError::Version { message: "AlterClientQuotasRequest", version });
        }
        let flexible = version >= 1;
        let mut this = Self::default();
        this.entries =
            decoder.array(flexible, 2, "entries", |decoder| EntryData::decode(decoder, version))?;
        this.validate_only = decoder.bool()?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 1;
        encoder.length(flexible, Some(self.entries.len()))?;
        for element in &self.entries {
            element.encode(encoder, version)?;
        }
        encoder.bool(self.validate_only);
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct EntryData {
    pub entity: Vec<EntityData>,
    pub ops: Vec<OpData>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for EntryData {
    fn default() -> Self {
        Self { entity: Vec::new(), ops: Vec::new(), unknown_tagged_fields: Vec::new() }
    }
}

impl Message for EntryData {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 1;
        let mut this = Self::default();
        this.entity =
            decoder.array(flexible, 2, "entity", |decoder| EntityData::decode(decoder, version))?;
        this.ops =
            decoder.array(flexible, 10, "ops", |decoder| OpData::decode(decoder, version))?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 1;
        encoder.length(flexible, Some(self.entity.len()))?;
        for element in &self.entity {
            element.encode(encoder, version)?;
        }
        encoder.length(flexible, Some(self.ops.len()))?;
        for element in &self.ops {
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
pub struct EntityData {
    pub entity_type: String,
    pub entity_name: Option<String>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for EntityData {
    fn default() -> Self {
        Self {
            entity_type: String::new(),
            entity_name: Some(String::new()),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for EntityData {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 1;
        let mut this = Self::default();
        this.entity_type = decoder.string(flexible, "entity_type")?;
        this.entity_name = decoder.nullable_string(flexible)?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 1;
        encoder.string(flexible, &self.entity_type)?;
        encoder.nullable_string(flexible, self.entity_name.as_deref())?;
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct OpData {
    pub key: String,
    pub value: f64,
    pub remove: bool,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for OpData {
    fn default() -> Self {
        Self { key: String::new(), value: 0.0, remove: false, unknown_tagged_fields: Vec::new() }
    }
}

impl Message for OpData {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 1;
        let mut this = Self::default();
        this.key = decoder.string(flexible, "key")?;
        this.value = decoder.f64()?;
        this.remove = decoder.bool()?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 1;
        encoder.string(flexible, &self.key)?;
        encoder.f64(self.value);
        encoder.bool(self.remove);
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

impl crate::codec::Request for AlterClientQuotasRequest {
    const KEY: crate::ApiKey = crate::ApiKey(49);
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    const FLEXIBLE_FROM: i16 = 1;
    type Response = super::alter_client_quotas_response::AlterClientQuotasResponse;
}

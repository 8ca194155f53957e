// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct UpdateFeaturesRequest {
    pub timeout_ms: i32,
    pub feature_updates: Vec<FeatureUpdateKey>,
    pub validate_only: bool,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for UpdateFeaturesRequest {
    fn default() -> Self {
        Self {
            timeout_ms: 60000,
            feature_updates: Vec::new(),
            validate_only: false,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for UpdateFeaturesRequest {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=2).contains(&version) {
            return Err(DecodeError::Version { message: "UpdateFeaturesRequest", version });
        }
        let flexible = true;
        let mut this = Self::default();
        this.timeout_ms = decoder.i32()?;
        this.feature_updates = decoder.array(flexible, 3, "feature_updates", |decoder| {
            FeatureUpdateKey::decode(decoder, version)
        })?;
        if version >= 1 {
            this.validate_only = decoder.bool()?;
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
        if !(version >= 1) && self.validate_only {
            return Err(EncodeError::Unsupported {
                message: "UpdateFeaturesRequest",
                field: "validate_only",
                version,
            });
        }
        encoder.i32(self.timeout_ms);
        encoder.length(flexible, Some(self.feature_updates.len()))?;
        for element in &self.feature_updates {
            element.encode(encoder, version)?;
        }
        if version >= 1 {
            encoder.bool(self.validate_only);
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
pub struct FeatureUpdateKey {
    pub feature: String,
    pub max_version_level: i16,
    pub allow_downgrade: bool,
    pub upgrade_type: i8,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for FeatureUpdateKey {
    fn default() -> Self {
        Self {
            feature: String::new(),
            max_version_level: 0,
            allow_downgrade: false,
            upgrade_type: 1,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for FeatureUpdateKey {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.feature = decoder.string(flexible, "feature")?;
        this.max_version_level = decoder.i16()?;
        if version <= 0 {
            this.allow_downgrade = decoder.bool()?;
        }
        if version >= 1 {
            this.upgrade_type = decoder.i8()?;
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
        if !(version <= 0) && self.allow_downgrade {
            return Err(EncodeError::Unsupported {
                message: "FeatureUpdateKey",
                field: "allow_downgrade",
                version,
            });
        }
        if !(version >= 1) && self.upgrade_type != 1 {
            return Err(EncodeError::Unsupported {
                message: "FeatureUpdateKey",
                field: "upgrade_type",
                version,
            });
        }
        encoder.string(flexible, &self.feature)?;
        encoder.i16(self.max_version_level);
        if version <= 0 {
            encoder.bool(self.allow_downgrade);
        }
        if version >= 1 {
            encoder.i8(self.upgrade_type);
        }
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

impl crate::codec::Request for UpdateFeaturesRequest {
    const KEY: crate::ApiKey = crate::ApiKey(57);
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 2;
    const FLEXIBLE_FROM: i16 = 0;
    type Response = super::update_features_response::UpdateFeaturesResponse;
}

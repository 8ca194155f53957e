// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct ApiVersionsResponse {
    pub error_code: i16,
    pub api_keys: Vec<ApiVersion>,
    pub throttle_time_ms: i32,
    pub supported_features: Vec<SupportedFeatureKey>,
    pub finalized_features_epoch: i64,
    pub finalized_features: Vec<FinalizedFeatureKey>,
    pub zk_migration_ready: bool,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for ApiVersionsResponse {
    fn default() -> Self {
        Self {
            error_code: 0,
            api_keys: Vec::new(),
            throttle_time_ms: 0,
            supported_features: Vec::new(),
            finalized_features_epoch: -1,
            finalized_features: Vec::new(),
            zk_migration_ready: false,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for ApiVersionsResponse {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=5).contains(&version) {
            return Err(DecodeError::Version { message: "ApiVersionsResponse", version });
        }
        let flexible = version >= 3;
        let mut this = Self::default();
        this.error_code = decoder.i16()?;
        this.api_keys = decoder
            .array(flexible, 6, "api_keys", |decoder| ApiVersion::decode(decoder, version))?;
        if version >= 1 {
            this.throttle_time_ms = decoder.i32()?;
        }
        if flexible {
            let unknown = decoder.tagged_fields(|tag, decoder| {
                match tag {
                    0 => {
                        this.supported_features =
                            decoder.array(flexible, 1, "supported_features", |decoder| {
                                SupportedFeatureKey::decode(decoder, version)
                            })?
                    }
                    1 => this.finalized_features_epoch = decoder.i64()?,
                    2 => {
                        this.finalized_features =
                            decoder.array(flexible, 1, "finalized_features", |decoder| {
                                FinalizedFeatureKey::decode(decoder, version)
                            })?
                    }
                    3 => this.zk_migration_ready = decoder.bool()?,
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
        let flexible = version >= 3;
        encoder.i16(self.error_code);
        encoder.length(flexible, Some(self.api_keys.len()))?;
        for element in &self.api_keys {
            element.encode(encoder, version)?;
        }
        if version >= 1 {
            encoder.i32(self.throttle_time_ms);
        }
        if flexible {
            let mut count = self.unknown_tagged_fields.len();
            if !self.supported_features.is_empty() {
                count += 1;
            }
            if self.finalized_features_epoch != -1 {
                count += 1;
            }
            if !self.finalized_features.is_empty() {
                count += 1;
            }
            if self.zk_migration_ready {
                count += 1;
            }
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            if !self.supported_features.is_empty() {
                encoder.tagged_field(0, |encoder| {
                    encoder.length(flexible, Some(self.supported_features.len()))?;
                    for element in &self.supported_features {
                        element.encode(encoder, version)?;
                    }
                    Ok(())
                })?;
            }
            if self.finalized_features_epoch != -1 {
                encoder.tagged_field(1, |encoder| {
                    encoder.i64(self.finalized_features_epoch);
                    Ok(())
                })?;
            }
            if !self.finalized_features.is_empty() {
                encoder.tagged_field(2, |encoder| {
                    encoder.length(flexible, Some(self.finalized_features.len()))?;
                    for element in &self.finalized_features {
                        element.encode(encoder, version)?;
                    }
                    Ok(())
                })?;
            }
            if self.zk_migration_ready {
                encoder.tagged_field(3, |encoder| {
                    encoder.bool(self.zk_migration_ready);
                    Ok(())
                })?;
            }
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct ApiVersion {
    pub api_key: i16,
    pub min_version: i16,
    pub max_version: i16,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for ApiVersion {
    fn default() -> Self {
        Self { api_key: 0, min_version: 0, max_version: 0, unknown_tagged_fields: Vec::new() }
    }
}

impl Message for ApiVersion {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 3;
        let mut this = Self::default();
        this.api_key = decoder.i16()?;
        this.min_version = decoder.i16()?;
        this.max_version = decoder.i16()?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 3;
        encoder.i16(self.api_key);
        encoder.i16(self.min_version);
        encoder.i16(self.max_version);
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct SupportedFeatureKey {
    pub name: String,
    pub min_version: i16,
    pub max_version: i16,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for SupportedFeatureKey {
    fn default() -> Self {
        Self {
            name: String::new(),
            min_version: 0,
            max_version: 0,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for SupportedFeatureKey {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 3;
        let mut this = Self::default();
        if version >= 3 {
            this.name = decoder.string(flexible, "name")?;
        }
        if version >= 3 {
            this.min_version = decoder.i16()?;
        }
        if version >= 3 {
            this.max_version = decoder.i16()?;
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
        if version >= 3 {
            encoder.string(flexible, &self.name)?;
        }
        if version >= 3 {
            encoder.i16(self.min_version);
        }
        if version >= 3 {
            encoder.i16(self.max_version);
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
pub struct FinalizedFeatureKey {
    pub name: String,
    pub max_version_level: i16,
    pub min_version_level: i16,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for FinalizedFeatureKey {
    fn default() -> Self {
        Self {
            name: String::new(),
            max_version_level: 0,
            min_version_level: 0,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for FinalizedFeatureKey {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 3;
        let mut this = Self::default();
        if version >= 3 {
            this.name = decoder.string(flexible, "name")?;
        }
        if version >= 3 {
            this.max_version_level = decoder.i16()?;
        }
        if version >= 3 {
            this.min_version_level = decoder.i16()?;
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
        if version >= 3 {
            encoder.string(flexible, &self.name)?;
        }
        if version >= 3 {
            encoder.i16(self.max_version_level);
        }
        if version >= 3 {
            encoder.i16(self.min_version_level);
        }
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

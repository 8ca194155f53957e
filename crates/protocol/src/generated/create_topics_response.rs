// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct CreateTopicsResponse {
    pub throttle_time_ms: i32,
    pub topics: Vec<CreatableTopicResult>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for CreateTopicsResponse {
    fn default() -> Self {
        Self { throttle_time_ms: 0, topics: Vec::new(), unknown_tagged_fields: Vec::new() }
    }
}

impl Message for CreateTopicsResponse {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(2..=7).contains(&version) {
            return Err(DecodeError::Version { message: "CreateTopicsResponse", version });
        }
        let flexible = version >= 5;
        let mut this = Self::default();
        this.throttle_time_ms = decoder.i32()?;
        this.topics = decoder.array(flexible, 4, "topics", |decoder| {
            CreatableTopicResult::decode(decoder, version)
        })?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 5;
        encoder.i32(self.throttle_time_ms);
        encoder.length(flexible, Some(self.topics.len()))?;
        for element in &self.topics {
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
pub struct CreatableTopicResult {
    pub name: String,
    pub topic_id: Uuid,
    pub error_code: i16,
    pub error_message: Option<String>,
    pub topic_config_error_code: i16,
    pub num_partitions: i32,
    pub replication_factor: i16,
    pub configs: Option<Vec<CreatableTopicConfigs>>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for CreatableTopicResult {
    fn default() -> Self {
        Self {
            name: String::new(),
            topic_id: Uuid::ZERO,
            error_code: 0,
            error_message: Some(String::new()),
            topic_config_error_code: 0,
            num_partitions: -1,
            replication_factor: -1,
            configs: Some(Vec::new()),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for CreatableTopicResult {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 5;
        let mut this = Self::default();
        this.name = decoder.string(flexible, "name")?;
        if version >= 7 {
            this.topic_id = decoder.uuid()?;
        }
        this.error_code = decoder.i16()?;
        this.error_message = decoder.nullable_string(flexible)?;
        if version >= 5 {
            this.num_partitions = decoder.i32()?;
        }
        if version >= 5 {
            this.replication_factor = decoder.i16()?;
        }
        if version >= 5 {
            this.configs = decoder.nullable_array(flexible, 1, |decoder| {
                CreatableTopicConfigs::decode(decoder, version)
            })?;
        }
        if flexible {
            let unknown = decoder.tagged_fields(|tag, decoder| {
                match tag {
                    0 => this.topic_config_error_code = decoder.i16()?,
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
        let flexible = version >= 5;
        encoder.string(flexible, &self.name)?;
        if version >= 7 {
            encoder.uuid(self.topic_id);
        }
        encoder.i16(self.error_code);
        encoder.nullable_string(flexible, self.error_message.as_deref())?;
        if version >= 5 {
            encoder.i32(self.num_partitions);
        }
        if version >= 5 {
            encoder.i16(self.replication_factor);
        }
        if version >= 5 {
            encoder.length(flexible, self.configs.as_ref().map(Vec::len))?;
            for element in self.configs.iter().flatten() {
                element.encode(encoder, version)?;
            }
        }
        if flexible {
            let mut count = self.unknown_tagged_fields.len();
            if self.topic_config_error_code != 0 {
                count += 1;
            }
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            if self.topic_config_error_code != 0 {
                encoder.tagged_field(0, |encoder| {
                    encoder.i16(self.topic_config_error_code);
                    Ok(())
                })?;
            }
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct CreatableTopicConfigs {
    pub name: String,
    pub value: Option<String>,
    pub read_only: bool,
    pub config_source: i8,
    pub is_sensitive: bool,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for CreatableTopicConfigs {
    fn default() -> Self {
        Self {
            name: String::new(),
            value: Some(String::new()),
            read_only: false,
            config_source: -1,
            is_sensitive: false,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for CreatableTopicConfigs {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 5;
        let mut this = Self::default();
        if version >= 5 {
            this.name = decoder.string(flexible, "name")?;
        }
        if version >= 5 {
            this.value = decoder.nullable_string(flexible)?;
        }
        if version >= 5 {
            this.read_only = decoder.bool()?;
        }
        if version >= 5 {
            this.config_source = decoder.i8()?;
        }
        if version >= 5 {
            this.is_sensitive = decoder.bool()?;
        }
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 5;
        if version >= 5 {
            encoder.string(flexible, &self.name)?;
        }
        if version >= 5 {
            encoder.nullable_string(flexible, self.value.as_deref())?;
        }
        if version >= 5 {
            encoder.bool(self.read_only);
        }
        if version >= 5 {
            encoder.i8(self.config_source);
        }
        if version >= 5 {
            encoder.bool(self.is_sensitive);
        }
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

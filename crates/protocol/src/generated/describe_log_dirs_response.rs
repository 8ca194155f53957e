// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct DescribeLogDirsResponse {
    pub throttle_time_ms: i32,
    pub error_code: i16,
    pub results: Vec<DescribeLogDirsResult>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for DescribeLogDirsResponse {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            error_code: 0,
            results: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for DescribeLogDirsResponse {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(1..=5).contains(&version) {
            return Err(DecodeError::Version { message: "DescribeLogDirsResponse", version });
        }
        let flexible = version >= 2;
        let mut this = Self::default();
        this.throttle_time_ms = decoder.i32()?;
        if version >= 3 {
            this.error_code = decoder.i16()?;
        }
        this.results = decoder.array(flexible, 4, "results", |decoder| {
            DescribeLogDirsResult::decode(decoder, version)
        })?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 2;
        encoder.i32(self.throttle_time_ms);
        if version >= 3 {
            encoder.i16(self.error_code);
        }
        encoder.length(flexible, Some(self.results.len()))?;
        for element in &self.results {
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
pub struct DescribeLogDirsResult {
    pub error_code: i16,
    pub log_dir: String,
    pub topics: Vec<DescribeLogDirsTopic>,
    pub total_bytes: i64,
    pub usable_bytes: i64,
    pub is_cordoned: bool,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for DescribeLogDirsResult {
    fn default() -> Self {
        Self {
            error_code: 0,
            log_dir: String::new(),
            topics: Vec::new(),
            total_bytes: -1,
            usable_bytes: -1,
            is_cordoned: false,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for DescribeLogDirsResult {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 2;
        let mut this = Self::default();
        this.error_code = decoder.i16()?;
        this.log_dir = decoder.string(flexible, "log_dir")?;
        this.topics = decoder.array(flexible, 2, "topics", |decoder| {
            DescribeLogDirsTopic::decode(decoder, version)
        })?;
        if version >= 4 {
            this.total_bytes = decoder.i64()?;
        }
        if version >= 4 {
            this.usable_bytes = decoder.i64()?;
        }
        if version >= 5 {
            this.is_cordoned = decoder.bool()?;
        }
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 2;
        encoder.i16(self.error_code);
        encoder.string(flexible, &self.log_dir)?;
        encoder.length(flexible, Some(self.topics.len()))?;
        for element in &self.topics {
            element.encode(encoder, version)?;
        }
        if version >= 4 {
            encoder.i64(self.total_bytes);
        }
        if version >= 4 {
            encoder.i64(self.usable_bytes);
        }
        if version >= 5 {
            encoder.bool(self.is_cordoned);
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
pub struct DescribeLogDirsTopic {
    pub name: String,
    pub partitions: Vec<DescribeLogDirsPartition>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for DescribeLogDirsTopic {
    fn default() -> Self {
        Self { name: String::new(), partitions: Vec::new(), unknown_tagged_fields: Vec::new() }
    }
}

impl Message for DescribeLogDirsTopic {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 2;
        let mut this = Self::default();
        this.name = decoder.string(flexible, "name")?;
        this.partitions = decoder.array(flexible, 21, "partitions", |decoder| {
            DescribeLogDirsPartition::decode(decoder, version)
        })?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 2;
        encoder.string(flexible, &self.name)?;
        encoder.length(flexible, Some(self.partitions.len()))?;
        for element in &self.partitions {
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
pub struct DescribeLogDirsPartition {
    pub partition_index: i32,
    pub partition_size: i64,
    pub offset_lag: i64,
    pub is_future_key: bool,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for DescribeLogDirsPartition {
    fn default() -> Self {
        Self {
            partition_index: 0,
            partition_size: 0,
            offset_lag: 0,
            is_future_key: false,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for DescribeLogDirsPartition {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 2;
        let mut this = Self::default();
        this.partition_index = decoder.i32()?;
        this.partition_size = decoder.i64()?;
        this.offset_lag = decoder.i64()?;
        this.is_future_key = decoder.bool()?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 2;
        encoder.i32(self.partition_index);
        encoder.i64(self.partition_size);
        encoder.i64(self.offset_lag);
        encoder.bool(self.is_future_key);
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

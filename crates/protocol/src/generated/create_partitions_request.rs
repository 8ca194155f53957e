// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct CreatePartitionsRequest {
    pub topics: Vec<CreatePartitionsTopic>,
    pub timeout_ms: i32,
    pub validate_only: bool,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for CreatePartitionsRequest {
    fn default() -> Self {
        Self {
            topics: Vec::new(),
            timeout_ms: 0,
            validate_only: false,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for CreatePartitionsRequest {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=3).contains(&version) {
            return Err(DecodeError::Version { message: "CreatePartitionsRequest", version });
        }
        let flexible = version >= 2;
        let mut this = Self::default();
        this.topics = decoder.array(flexible, 6, "topics", |decoder| {
            CreatePartitionsTopic::decode(decoder, version)
        })?;
        this.timeout_ms = decoder.i32()?;
        this.validate_only = decoder.bool()?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 2;
        encoder.length(flexible, Some(self.topics.len()))?;
        for element in &self.topics {
            element.encode(encoder, version)?;
        }
        encoder.i32(self.timeout_ms);
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
pub struct CreatePartitionsTopic {
    pub name: String,
    pub count: i32,
    pub assignments: Option<Vec<CreatePartitionsAssignment>>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for CreatePartitionsTopic {
    fn default() -> Self {
        Self {
            name: String::new(),
            count: 0,
            assignments: Some(Vec::new()),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for CreatePartitionsTopic {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 2;
        let mut this = Self::default();
        this.name = decoder.string(flexible, "name")?;
        this.count = decoder.i32()?;
        this.assignments = decoder.nullable_array(flexible, 1, |decoder| {
            CreatePartitionsAssignment::decode(decoder, version)
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
        encoder.i32(self.count);
        encoder.length(flexible, self.assignments.as_ref().map(Vec::len))?;
        for element in self.assignments.iter().flatten() {
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
pub struct CreatePartitionsAssignment {
    pub broker_ids: Vec<i32>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for CreatePartitionsAssignment {
    fn default() -> Self {
        Self { broker_ids: Vec::new(), unknown_tagged_fields: Vec::new() }
    }
}

impl Message for CreatePartitionsAssignment {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 2;
        let mut this = Self::default();
        this.broker_ids = decoder.array(flexible, 4, "broker_ids", |decoder| decoder.i32())?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 2;
        encoder.length(flexible, Some(self.broker_ids.len()))?;
        for element in &self.broker_ids {
            encoder.i32(*element);
        }
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

impl crate::codec::Request for CreatePartitionsRequest {
    const KEY: crate::ApiKey = crate::ApiKey(37);
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 3;
    const FLEXIBLE_FROM: i16 = 2;
    type Response = super::create_partitions_response::CreatePartitionsResponse;
}

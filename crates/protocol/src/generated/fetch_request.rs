// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct FetchRequest {
    pub cluster_id: Option<String>,
    pub replica_id: i32,
    pub replica_state: ReplicaState,
    pub max_wait_ms: i32,
    pub min_bytes: i32,
    pub max_bytes: i32,
    pub isolation_level: i8,
    pub session_id: i32,
    pub session_epoch: i32,
    pub topics: Vec<FetchTopic>,
    pub forgotten_topics_data: Vec<ForgottenTopic>,
    pub rack_id: String,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for FetchRequest {
    fn default() -> Self {
        Self {
            cluster_id: None,
            replica_id: -1,
            replica_state: ReplicaState::default(),
            max_wait_ms: 0,
            min_bytes: 0,
            max_bytes: 0x7fffffff,
            isolation_level: 0,
            session_id: 0,
            session_epoch: -1,
            topics: Vec::new(),
            forgotten_topics_data: Vec::new(),
            rack_id: String::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for FetchRequest {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(4..=18).contains(&version) {
            return Err(DecodeError::Version { message: "FetchRequest", version });
        }
        let flexible = version >= 12;
        let mut this = Self::default();
        if version <= 14 {
            this.replica_id = decoder.i32()?;
        }
        this.max_wait_ms = decoder.i32()?;
        this.min_bytes = decoder.i32()?;
        this.max_bytes = decoder.i32()?;
        this.isolation_level = decoder.i8()?;
        if version >= 7 {
            this.session_id = decoder.i32()?;
        }
        if version >= 7 {
            this.session_epoch = decoder.i32()?;
        }
        this.topics =
            decoder.array(flexible, 1, "topics", |decoder| FetchTopic::decode(decoder, version))?;
        if version >= 7 {
            this.forgotten_topics_data =
                decoder.array(flexible, 1, "forgotten_topics_data", |decoder| {
                    ForgottenTopic::decode(decoder, version)
                })?;
        }
        if version >= 11 {
            this.rack_id = decoder.string(flexible, "rack_id")?;
        }
        if flexible {
            let unknown = decoder.tagged_fields(|tag, decoder| {
                match tag {
                    0 => this.cluster_id = decoder.nullable_string(flexible)?,
                    1 if version >= 15 => {
                        this.replica_state = ReplicaState::decode(decoder, version)?
                    }
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
        let flexible = version >= 12;
        if !(version <= 14) && self.replica_id != -1 {
            return Err(EncodeError::Unsupported {
                message: "FetchRequest",
                field: "replica_id",
                version,
            });
        }
        if !(version >= 15) && self.replica_state != ReplicaState::default() {
            return Err(EncodeError::Unsupported {
                message: "FetchRequest",
                field: "replica_state",
                version,
            });
        }
        if !(version >= 7) && !self.forgotten_topics_data.is_empty() {
            return Err(EncodeError::Unsupported {
                message: "FetchRequest",
                field: "forgotten_topics_data",
                version,
            });
        }
        if version <= 14 {
            encoder.i32(self.replica_id);
        }
        encoder.i32(self.max_wait_ms);
        encoder.i32(self.min_bytes);
        encoder.i32(self.max_bytes);
        encoder.i8(self.isolation_level);
        if version >= 7 {
            encoder.i32(self.session_id);
        }
        if version >= 7 {
            encoder.i32(self.session_epoch);
        }
        encoder.length(flexible, Some(self.topics.len()))?;
        for element in &self.topics {
            element.encode(encoder, version)?;
        }
        if version >= 7 {
            encoder.length(flexible, Some(self.forgotten_topics_data.len()))?;
            for element in &self.forgotten_topics_data {
                element.encode(encoder, version)?;
            }
        }
        if version >= 11 {
            encoder.string(flexible, &self.rack_id)?;
        }
        if flexible {
            let mut count = self.unknown_tagged_fields.len();
            if self.cluster_id.is_some() {
                count += 1;
            }
            if version >= 15 && self.replica_state != ReplicaState::default() {
                count += 1;
            }
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            if self.cluster_id.is_some() {
                encoder.tagged_field(0, |encoder| {
                    encoder.nullable_string(flexible, self.cluster_id.as_deref())?;
                    Ok(())
                })?;
            }
            if version >= 15 && self.replica_state != ReplicaState::default() {
                encoder.tagged_field(1, |encoder| {
                    self.replica_state.encode(encoder, version)?;
                    Ok(())
                })?;
            }
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct ReplicaState {
    pub replica_id: i32,
    pub replica_epoch: i64,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for ReplicaState {
    fn default() -> Self {
        Self { replica_id: -1, replica_epoch: -1, unknown_tagged_fields: Vec::new() }
    }
}

impl Message for ReplicaState {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 12;
        let mut this = Self::default();
        if version >= 15 {
            this.replica_id = decoder.i32()?;
        }
        if version >= 15 {
            this.replica_epoch = decoder.i64()?;
        }
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 12;
        if !(version >= 15) && self.replica_id != -1 {
            return Err(EncodeError::Unsupported {
                message: "ReplicaState",
                field: "replica_id",
                version,
            });
        }
        if !(version >= 15) && self.replica_epoch != -1 {
            return Err(EncodeError::Unsupported {
                message: "ReplicaState",
                field: "replica_epoch",
                version,
            });
        }
        if version >= 15 {
            encoder.i32(self.replica_id);
        }
        if version >= 15 {
            encoder.i64(self.replica_epoch);
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
pub struct FetchTopic {
    pub topic: String,
    pub topic_id: Uuid,
    pub partitions: Vec<FetchPartition>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for FetchTopic {
    fn default() -> Self {
        Self {
            topic: String::new(),
            topic_id: Uuid::ZERO,
            partitions: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for FetchTopic {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 12;
        let mut this = Self::default();
        if version <= 12 {
            this.topic = decoder.string(flexible, "topic")?;
        }
        if version >= 13 {
            this.topic_id = decoder.uuid()?;
        }
        this.partitions = decoder.array(flexible, 16, "partitions", |decoder| {
            FetchPartition::decode(decoder, version)
        })?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 12;
        if version <= 12 {
            encoder.string(flexible, &self.topic)?;
        }
        if version >= 13 {
            encoder.uuid(self.topic_id);
        }
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
pub struct FetchPartition {
    pub partition: i32,
    pub current_leader_epoch: i32,
    pub fetch_offset: i64,
    pub last_fetched_epoch: i32,
    pub log_start_offset: i64,
    pub partition_max_bytes: i32,
    pub replica_directory_id: Uuid,
    pub high_watermark: i64,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for FetchPartition {
    fn default() -> Self {
        Self {
            partition: 0,
            current_leader_epoch: -1,
            fetch_offset: 0,
            last_fetched_epoch: -1,
            log_start_offset: -1,
            partition_max_bytes: 0,
            replica_directory_id: Uuid::ZERO,
            high_watermark: 9223372036854775807,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for FetchPartition {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 12;
        let mut this = Self::default();
        this.partition = decoder.i32()?;
        if version >= 9 {
            this.current_leader_epoch = decoder.i32()?;
        }
        this.fetch_offset = decoder.i64()?;
        if version >= 12 {
            this.last_fetched_epoch = decoder.i32()?;
        }
        if version >= 5 {
            this.log_start_offset = decoder.i64()?;
        }
        this.partition_max_bytes = decoder.i32()?;
        if flexible {
            let unknown = decoder.tagged_fields(|tag, decoder| {
                match tag {
                    0 if version >= 17 => this.replica_directory_id = decoder.uuid()?,
                    1 if version >= 18 => this.high_watermark = decoder.i64()?,
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
        let flexible = version >= 12;
        if !(version >= 12) && self.last_fetched_epoch != -1 {
            return Err(EncodeError::Unsupported {
                message: "FetchPartition",
                field: "last_fetched_epoch",
                version,
            });
        }
        encoder.i32(self.partition);
        if version >= 9 {
            encoder.i32(self.current_leader_epoch);
        }
        encoder.i64(self.fetch_offset);
        if version >= 12 {
            encoder.i32(self.last_fetched_epoch);
        }
        if version >= 5 {
            encoder.i64(self.log_start_offset);
        }
        encoder.i32(self.partition_max_bytes);
        if flexible {
            let mut count = self.unknown_tagged_fields.len();
            if version >= 17 && self.replica_directory_id != Uuid::ZERO {
                count += 1;
            }
            if version >= 18 && self.high_watermark != 9223372036854775807 {
                count += 1;
            }
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            if version >= 17 && self.replica_directory_id != Uuid::ZERO {
                encoder.tagged_field(0, |encoder| {
                    encoder.uuid(self.replica_directory_id);
                    Ok(())
                })?;
            }
            if version >= 18 && self.high_watermark != 9223372036854775807 {
                encoder.tagged_field(1, |encoder| {
                    encoder.i64(self.high_watermark);
                    Ok(())
                })?;
            }
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct ForgottenTopic {
    pub topic: String,
    pub topic_id: Uuid,
    pub partitions: Vec<i32>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for ForgottenTopic {
    fn default() -> Self {
        Self {
            topic: String::new(),
            topic_id: Uuid::ZERO,
            partitions: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for ForgottenTopic {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 12;
        let mut this = Self::default();
        if (7..=12).contains(&version) {
            this.topic = decoder.string(flexible, "topic")?;
        }
        if version >= 13 {
            this.topic_id = decoder.uuid()?;
        }
        if version >= 7 {
            this.partitions = decoder.array(flexible, 4, "partitions", |decoder| decoder.i32())?;
        }
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 12;
        if !(version >= 7) && !self.partitions.is_empty() {
            return Err(EncodeError::Unsupported {
                message: "ForgottenTopic",
                field: "partitions",
                version,
            });
        }
        if (7..=12).contains(&version) {
            encoder.string(flexible, &self.topic)?;
        }
        if version >= 13 {
            encoder.uuid(self.topic_id);
        }
        if version >= 7 {
            encoder.length(flexible, Some(self.partitions.len()))?;
            for element in &self.partitions {
                encoder.i32(*element);
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

impl crate::codec::Request for FetchRequest {
    const KEY: crate::ApiKey = crate::ApiKey(1);
    const MIN_VERSION: i16 = 4;
    const MAX_VERSION: i16 = 18;
    const FLEXIBLE_FROM: i16 = 12;
    type Response = super::fetch_response::FetchResponse;
}

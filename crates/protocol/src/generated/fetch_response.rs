// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct FetchResponse {
    pub throttle_time_ms: i32,
    pub error_code: i16,
    pub session_id: i32,
    pub responses: Vec<FetchableTopicResponse>,
    pub node_endpoints: Vec<NodeEndpoint>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for FetchResponse {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            error_code: 0,
            session_id: 0,
            responses: Vec::new(),
            node_endpoints: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for FetchResponse {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(4..=18).contains(&version) {
            return Err(DecodeError::Version { message: "FetchResponse", version });
        }
        let flexible = version >= 12;
        let mut this = Self::default();
        this.throttle_time_ms = decoder.i32()?;
        if version >= 7 {
            this.error_code = decoder.i16()?;
        }
        if version >= 7 {
            this.session_id = decoder.i32()?;
        }
        this.responses = decoder.array(flexible, 1, "responses", |decoder| {
            FetchableTopicResponse::decode(decoder, version)
        })?;
        if flexible {
            let unknown = decoder.tagged_fields(|tag, decoder| {
                match tag {
                    0 if version >= 16 => {
                        this.node_endpoints =
                            decoder.array(flexible, 1, "node_endpoints", |decoder| {
                                NodeEndpoint::decode(decoder, version)
                            })?
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
        encoder.i32(self.throttle_time_ms);
        if version >= 7 {
            encoder.i16(self.error_code);
        }
        if version >= 7 {
            encoder.i32(self.session_id);
        }
        encoder.length(flexible, Some(self.responses.len()))?;
        for element in &self.responses {
            element.encode(encoder, version)?;
        }
        if flexible {
            let mut count = self.unknown_tagged_fields.len();
            if version >= 16 && !self.node_endpoints.is_empty() {
                count += 1;
            }
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            if version >= 16 && !self.node_endpoints.is_empty() {
                encoder.tagged_field(0, |encoder| {
                    encoder.length(flexible, Some(self.node_endpoints.len()))?;
                    for element in &self.node_endpoints {
                        element.encode(encoder, version)?;
                    }
                    Ok(())
                })?;
            }
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct FetchableTopicResponse {
    pub topic: String,
    pub topic_id: Uuid,
    pub partitions: Vec<PartitionData>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for FetchableTopicResponse {
    fn default() -> Self {
        Self {
            topic: String::new(),
            topic_id: Uuid::ZERO,
            partitions: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for FetchableTopicResponse {
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
        this.partitions = decoder
            .array(flexible, 24, "partitions", |decoder| PartitionData::decode(decoder, version))?;
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
pub struct PartitionData {
    pub partition_index: i32,
    pub error_code: i16,
    pub high_watermark: i64,
    pub last_stable_offset: i64,
    pub log_start_offset: i64,
    pub diverging_epoch: EpochEndOffset,
    pub current_leader: LeaderIdAndEpoch,
    pub snapshot_id: SnapshotId,
    pub aborted_transactions: Option<Vec<AbortedTransaction>>,
    pub preferred_read_replica: i32,
    pub records: Option<Payload>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for PartitionData {
    fn default() -> Self {
        Self {
            partition_index: 0,
            error_code: 0,
            high_watermark: 0,
            last_stable_offset: -1,
            log_start_offset: -1,
            diverging_epoch: EpochEndOffset::default(),
            current_leader: LeaderIdAndEpoch::default(),
            snapshot_id: SnapshotId::default(),
            aborted_transactions: Some(Vec::new()),
            preferred_read_replica: -1,
            records: None,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for PartitionData {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 12;
        let mut this = Self::default();
        this.partition_index = decoder.i32()?;
        this.error_code = decoder.i16()?;
        this.high_watermark = decoder.i64()?;
        this.last_stable_offset = decoder.i64()?;
        if version >= 5 {
            this.log_start_offset = decoder.i64()?;
        }
        this.aborted_transactions = decoder
            .nullable_array(flexible, 16, |decoder| AbortedTransaction::decode(decoder, version))?;
        if version >= 11 {
            this.preferred_read_replica = decoder.i32()?;
        }
        this.records = decoder.nullable_records(flexible)?;
        if flexible {
            let unknown = decoder.tagged_fields(|tag, decoder| {
                match tag {
                    0 => this.diverging_epoch = EpochEndOffset::decode(decoder, version)?,
                    1 => this.current_leader = LeaderIdAndEpoch::decode(decoder, version)?,
                    2 => this.snapshot_id = SnapshotId::decode(decoder, version)?,
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
        encoder.i32(self.partition_index);
        encoder.i16(self.error_code);
        encoder.i64(self.high_watermark);
        encoder.i64(self.last_stable_offset);
        if version >= 5 {
            encoder.i64(self.log_start_offset);
        }
        encoder.length(flexible, self.aborted_transactions.as_ref().map(Vec::len))?;
        for element in self.aborted_transactions.iter().flatten() {
            element.encode(encoder, version)?;
        }
        if version >= 11 {
            encoder.i32(self.preferred_read_replica);
        }
        encoder.nullable_records(flexible, self.records.as_ref())?;
        if flexible {
            let mut count = self.unknown_tagged_fields.len();
            if self.diverging_epoch != EpochEndOffset::default() {
                count += 1;
            }
            if self.current_leader != LeaderIdAndEpoch::default() {
                count += 1;
            }
            if self.snapshot_id != SnapshotId::default() {
                count += 1;
            }
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            if self.diverging_epoch != EpochEndOffset::default() {
                encoder.tagged_field(0, |encoder| {
                    self.diverging_epoch.encode(encoder, version)?;
                    Ok(())
                })?;
            }
            if self.current_leader != LeaderIdAndEpoch::default() {
                encoder.tagged_field(1, |encoder| {
                    self.current_leader.encode(encoder, version)?;
                    Ok(())
                })?;
            }
            if self.snapshot_id != SnapshotId::default() {
                encoder.tagged_field(2, |encoder| {
                    self.snapshot_id.encode(encoder, version)?;
                    Ok(())
                })?;
            }
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct EpochEndOffset {
    pub epoch: i32,
    pub end_offset: i64,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for EpochEndOffset {
    fn default() -> Self {
        Self { epoch: -1, end_offset: -1, unknown_tagged_fields: Vec::new() }
    }
}

impl Message for EpochEndOffset {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 12;
        let mut this = Self::default();
        if version >= 12 {
            this.epoch = decoder.i32()?;
        }
        if version >= 12 {
            this.end_offset = decoder.i64()?;
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
        if version >= 12 {
            encoder.i32(self.epoch);
        }
        if version >= 12 {
            encoder.i64(self.end_offset);
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
pub struct LeaderIdAndEpoch {
    pub leader_id: i32,
    pub leader_epoch: i32,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for LeaderIdAndEpoch {
    fn default() -> Self {
        Self { leader_id: -1, leader_epoch: -1, unknown_tagged_fields: Vec::new() }
    }
}

impl Message for LeaderIdAndEpoch {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 12;
        let mut this = Self::default();
        if version >= 12 {
            this.leader_id = decoder.i32()?;
        }
        if version >= 12 {
            this.leader_epoch = decoder.i32()?;
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
        if version >= 12 {
            encoder.i32(self.leader_id);
        }
        if version >= 12 {
            encoder.i32(self.leader_epoch);
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
pub struct SnapshotId {
    pub end_offset: i64,
    pub epoch: i32,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for SnapshotId {
    fn default() -> Self {
        Self { end_offset: -1, epoch: -1, unknown_tagged_fields: Vec::new() }
    }
}

impl Message for SnapshotId {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 12;
        let mut this = Self::default();
        this.end_offset = decoder.i64()?;
        this.epoch = decoder.i32()?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 12;
        encoder.i64(self.end_offset);
        encoder.i32(self.epoch);
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct AbortedTransaction {
    pub producer_id: i64,
    pub first_offset: i64,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for AbortedTransaction {
    fn default() -> Self {
        Self { producer_id: 0, first_offset: 0, unknown_tagged_fields: Vec::new() }
    }
}

impl Message for AbortedTransaction {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 12;
        let mut this = Self::default();
        this.producer_id = decoder.i64()?;
        this.first_offset = decoder.i64()?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = version >= 12;
        encoder.i64(self.producer_id);
        encoder.i64(self.first_offset);
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct NodeEndpoint {
    pub node_id: i32,
    pub host: String,
    pub port: i32,
    pub rack: Option<String>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for NodeEndpoint {
    fn default() -> Self {
        Self {
            node_id: 0,
            host: String::new(),
            port: 0,
            rack: None,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for NodeEndpoint {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = version >= 12;
        let mut this = Self::default();
        if version >= 16 {
            this.node_id = decoder.i32()?;
        }
        if version >= 16 {
            this.host = decoder.string(flexible, "host")?;
        }
        if version >= 16 {
            this.port = decoder.i32()?;
        }
        if version >= 16 {
            this.rack = decoder.nullable_string(flexible)?;
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
        if version >= 16 {
            encoder.i32(self.node_id);
        }
        if version >= 16 {
            encoder.string(flexible, &self.host)?;
        }
        if version >= 16 {
            encoder.i32(self.port);
        }
        if version >= 16 {
            encoder.nullable_string(flexible, self.rack.as_deref())?;
        }
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

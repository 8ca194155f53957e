// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct AlterPartitionRequest {
    pub broker_id: i32,
    pub broker_epoch: i64,
    pub topics: Vec<TopicData>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for AlterPartitionRequest {
    fn default() -> Self {
        Self {
            broker_id: 0,
            broker_epoch: -1,
            topics: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for AlterPartitionRequest {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(2..=3).contains(&version) {
            return Err(DecodeError::Version { message: "AlterPartitionRequest", version });
        }
        let flexible = true;
        let mut this = Self::default();
        this.broker_id = decoder.i32()?;
        this.broker_epoch = decoder.i64()?;
        this.topics =
            decoder.array(flexible, 17, "topics", |decoder| TopicData::decode(decoder, version))?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = true;
        encoder.i32(self.broker_id);
        encoder.i64(self.broker_epoch);
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
pub struct TopicData {
    pub topic_id: Uuid,
    pub partitions: Vec<PartitionData>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for TopicData {
    fn default() -> Self {
        Self { topic_id: Uuid::ZERO, partitions: Vec::new(), unknown_tagged_fields: Vec::new() }
    }
}

impl Message for TopicData {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.topic_id = decoder.uuid()?;
        this.partitions = decoder
            .array(flexible, 13, "partitions", |decoder| PartitionData::decode(decoder, version))?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = true;
        encoder.uuid(self.topic_id);
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
    pub leader_epoch: i32,
    pub new_isr: Vec<i32>,
    pub new_isr_with_epochs: Vec<BrokerState>,
    pub leader_recovery_state: i8,
    pub partition_epoch: i32,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for PartitionData {
    fn default() -> Self {
        Self {
            partition_index: 0,
            leader_epoch: 0,
            new_isr: Vec::new(),
            new_isr_with_epochs: Vec::new(),
            leader_recovery_state: 0,
            partition_epoch: 0,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for PartitionData {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.partition_index = decoder.i32()?;
        this.leader_epoch = decoder.i32()?;
        if version <= 2 {
            this.new_isr = decoder.array(flexible, 4, "new_isr", |decoder| decoder.i32())?;
        }
        if version >= 3 {
            this.new_isr_with_epochs =
                decoder.array(flexible, 1, "new_isr_with_epochs", |decoder| {
                    BrokerState::decode(decoder, version)
                })?;
        }
        this.leader_recovery_state = decoder.i8()?;
        this.partition_epoch = decoder.i32()?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = true;
        if !(version <= 2) && !self.new_isr.is_empty() {
            return Err(EncodeError::Unsupported {
                message: "PartitionData",
                field: "new_isr",
                version,
            });
        }
        if !(version >= 3) && !self.new_isr_with_epochs.is_empty() {
            return Err(EncodeError::Unsupported {
                message: "PartitionData",
                field: "new_isr_with_epochs",
                version,
            });
        }
        encoder.i32(self.partition_index);
        encoder.i32(self.leader_epoch);
        if version <= 2 {
            encoder.length(flexible, Some(self.new_isr.len()))?;
            for element in &self.new_isr {
                encoder.i32(*element);
            }
        }
        if version >= 3 {
            encoder.length(flexible, Some(self.new_isr_with_epochs.len()))?;
            for element in &self.new_isr_with_epochs {
                element.encode(encoder, version)?;
            }
        }
        encoder.i8(self.leader_recovery_state);
        encoder.i32(self.partition_epoch);
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct BrokerState {
    pub broker_id: i32,
    pub broker_epoch: i64,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for BrokerState {
    fn default() -> Self {
        Self { broker_id: 0, broker_epoch: -1, unknown_tagged_fields: Vec::new() }
    }
}

impl Message for BrokerState {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        if version >= 3 {
            this.broker_id = decoder.i32()?;
        }
        if version >= 3 {
            this.broker_epoch = decoder.i64()?;
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
        if !(version >= 3) && self.broker_id != 0 {
            return Err(EncodeError::Unsupported {
                message: "BrokerState",
                field: "broker_id",
                version,
            });
        }
        if !(version >= 3) && self.broker_epoch != -1 {
            return Err(EncodeError::Unsupported {
                message: "BrokerState",
                field: "broker_epoch",
                version,
            });
        }
        if version >= 3 {
            encoder.i32(self.broker_id);
        }
        if version >= 3 {
            encoder.i64(self.broker_epoch);
        }
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

impl crate::codec::Request for AlterPartitionRequest {
    const KEY: crate::ApiKey = crate::ApiKey(56);
    const MIN_VERSION: i16 = 2;
    const MAX_VERSION: i16 = 3;
    const FLEXIBLE_FROM: i16 = 0;
    type Response = super::alter_partition_response::AlterPartitionResponse;
}

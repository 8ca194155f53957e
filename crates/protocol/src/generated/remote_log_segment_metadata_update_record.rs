// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct RemoteLogSegmentMetadataUpdateRecord {
    pub remote_log_segment_id: RemoteLogSegmentIdEntry,
    pub broker_id: i32,
    pub event_timestamp_ms: i64,
    pub custom_metadata: Option<Bytes>,
    pub remote_log_segment_state: i8,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for RemoteLogSegmentMetadataUpdateRecord {
    fn default() -> Self {
        Self {
            remote_log_segment_id: RemoteLogSegmentIdEntry::default(),
            broker_id: 0,
            event_timestamp_ms: 0,
            custom_metadata: None,
            remote_log_segment_state: 0,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for RemoteLogSegmentMetadataUpdateRecord {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=0).contains(&version) {
            return Err(DecodeError::Version {
                message: "RemoteLogSegmentMetadataUpdateRecord",
                version,
            });
        }
        let flexible = true;
        let mut this = Self::default();
        this.remote_log_segment_id = RemoteLogSegmentIdEntry::decode(decoder, version)?;
        this.broker_id = decoder.i32()?;
        this.event_timestamp_ms = decoder.i64()?;
        this.custom_metadata = decoder.nullable_bytes(flexible)?;
        this.remote_log_segment_state = decoder.i8()?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = true;
        self.remote_log_segment_id.encode(encoder, version)?;
        encoder.i32(self.broker_id);
        encoder.i64(self.event_timestamp_ms);
        encoder.nullable_bytes(flexible, self.custom_metadata.as_deref())?;
        encoder.i8(self.remote_log_segment_state);
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct RemoteLogSegmentIdEntry {
    pub topic_id_partition: TopicIdPartitionEntry,
    pub id: Uuid,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for RemoteLogSegmentIdEntry {
    fn default() -> Self {
        Self {
            topic_id_partition: TopicIdPartitionEntry::default(),
            id: Uuid::ZERO,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for RemoteLogSegmentIdEntry {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.topic_id_partition = TopicIdPartitionEntry::decode(decoder, version)?;
        this.id = decoder.uuid()?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = true;
        self.topic_id_partition.encode(encoder, version)?;
        encoder.uuid(self.id);
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct TopicIdPartitionEntry {
    pub name: String,
    pub id: Uuid,
    pub partition: i32,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for TopicIdPartitionEntry {
    fn default() -> Self {
        Self {
            name: String::new(),
            id: Uuid::ZERO,
            partition: 0,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for TopicIdPartitionEntry {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.name = decoder.string(flexible, "name")?;
        this.id = decoder.uuid()?;
        this.partition = decoder.i32()?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = true;
        encoder.string(flexible, &self.name)?;
        encoder.uuid(self.id);
        encoder.i32(self.partition);
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

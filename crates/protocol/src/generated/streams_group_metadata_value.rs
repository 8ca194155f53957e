// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct StreamsGroupMetadataValue {
    pub epoch: i32,
    pub metadata_hash: i64,
    pub validated_topology_epoch: i32,
    pub last_assignment_configs: Option<Vec<LastAssignmentConfig>>,
    pub stored_description_topology_epoch: i32,
    pub failed_description_topology_epoch: i32,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for StreamsGroupMetadataValue {
    fn default() -> Self {
        Self {
            epoch: 0,
            metadata_hash: 0,
            validated_topology_epoch: -1,
            last_assignment_configs: Some(Vec::new()),
            stored_description_topology_epoch: -1,
            failed_description_topology_epoch: -1,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for StreamsGroupMetadataValue {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=0).contains(&version) {
            return Err(DecodeError::Version { message: "StreamsGroupMetadataValue", version });
        }
        let flexible = true;
        let mut this = Self::default();
        this.epoch = decoder.i32()?;
        this.metadata_hash = decoder.i64()?;
        if flexible {
            let unknown = decoder.tagged_fields(|tag, decoder| {
                match tag {
                    0 => this.validated_topology_epoch = decoder.i32()?,
                    1 => {
                        this.last_assignment_configs =
                            decoder.nullable_array(flexible, 2, |decoder| {
                                LastAssignmentConfig::decode(decoder, version)
                            })?
                    }
                    2 => this.stored_description_topology_epoch = decoder.i32()?,
                    3 => this.failed_description_topology_epoch = decoder.i32()?,
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
        let flexible = true;
        encoder.i32(self.epoch);
        encoder.i64(self.metadata_hash);
        if flexible {
            let mut count = self.unknown_tagged_fields.len();
            if self.validated_topology_epoch != -1 {
                count += 1;
            }
            if self.last_assignment_configs != Some(Vec::new()) {
                count += 1;
            }
            if self.stored_description_topology_epoch != -1 {
                count += 1;
            }
            if self.failed_description_topology_epoch != -1 {
                count += 1;
            }
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            if self.validated_topology_epoch != -1 {
                encoder.tagged_field(0, |encoder| {
                    encoder.i32(self.validated_topology_epoch);
                    Ok(())
                })?;
            }
            if self.last_assignment_configs != Some(Vec::new()) {
                encoder.tagged_field(1, |encoder| {
                    encoder
                        .length(flexible, self.last_assignment_configs.as_ref().map(Vec::len))?;
                    for element in self.last_assignment_configs.iter().flatten() {
                        element.encode(encoder, version)?;
                    }
                    Ok(())
                })?;
            }
            if self.stored_description_topology_epoch != -1 {
                encoder.tagged_field(2, |encoder| {
                    encoder.i32(self.stored_description_topology_epoch);
                    Ok(())
                })?;
            }
            if self.failed_description_topology_epoch != -1 {
                encoder.tagged_field(3, |encoder| {
                    encoder.i32(self.failed_description_topology_epoch);
                    Ok(())
                })?;
            }
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct LastAssignmentConfig {
    pub key: String,
    pub value: String,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for LastAssignmentConfig {
    fn default() -> Self {
        Self { key: String::new(), value: String::new(), unknown_tagged_fields: Vec::new() }
    }
}

impl Message for LastAssignmentConfig {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.key = decoder.string(flexible, "key")?;
        this.value = decoder.string(flexible, "value")?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = true;
        encoder.string(flexible, &self.key)?;
        encoder.string(flexible, &self.value)?;
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct RegisterBrokerRecord {
    pub broker_id: i32,
    pub is_migrating_zk_broker: bool,
    pub incarnation_id: Uuid,
    pub broker_epoch: i64,
    pub end_points: Vec<BrokerEndpoint>,
    pub features: Vec<BrokerFeature>,
    pub rack: Option<String>,
    pub fenced: bool,
    pub in_controlled_shutdown: bool,
    pub log_dirs: Vec<Uuid>,
    pub cordoned_log_dirs: Option<Vec<Uuid>>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for RegisterBrokerRecord {
    fn default() -> Self {
        Self {
            broker_id: 0,
            is_migrating_zk_broker: false,
            incarnation_id: Uuid::ZERO,
            broker_epoch: 0,
            end_points: Vec::new(),
            features: Vec::new(),
            rack: Some(String::new()),
            fenced: true,
            in_controlled_shutdown: false,
            log_dirs: Vec::new(),
            cordoned_log_dirs: None,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for RegisterBrokerRecord {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=4).contains(&version) {
            return Err(DecodeError::Version { message: "RegisterBrokerRecord", version });
        }
        let flexible = true;
        let mut this = Self::default();
        this.broker_id = decoder.i32()?;
        if version >= 2 {
            this.is_migrating_zk_broker = decoder.bool()?;
        }
        this.incarnation_id = decoder.uuid()?;
        this.broker_epoch = decoder.i64()?;
        this.end_points = decoder
            .array(flexible, 6, "end_points", |decoder| BrokerEndpoint::decode(decoder, version))?;
        this.features = decoder
            .array(flexible, 5, "features", |decoder| BrokerFeature::decode(decoder, version))?;
        this.rack = decoder.nullable_string(flexible)?;
        this.fenced = decoder.bool()?;
        if version >= 1 {
            this.in_controlled_shutdown = decoder.bool()?;
        }
        if flexible {
            let unknown = decoder.tagged_fields(|tag, decoder| {
                match tag {
                    0 if version >= 3 => {
                        this.log_dirs =
                            decoder.array(flexible, 16, "log_dirs", |decoder| decoder.uuid())?
                    }
                    1 if version >= 4 => {
                        this.cordoned_log_dirs =
                            decoder.nullable_array(flexible, 16, |decoder| decoder.uuid())?
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
        let flexible = true;
        if !(version >= 2) && self.is_migrating_zk_broker {
            return Err(EncodeError::Unsupported {
                message: "RegisterBrokerRecord",
                field: "is_migrating_zk_broker",
                version,
            });
        }
        if !(version >= 1) && self.in_controlled_shutdown {
            return Err(EncodeError::Unsupported {
                message: "RegisterBrokerRecord",
                field: "in_controlled_shutdown",
                version,
            });
        }
        if !(version >= 3) && !self.log_dirs.is_empty() {
            return Err(EncodeError::Unsupported {
                message: "RegisterBrokerRecord",
                field: "log_dirs",
                version,
            });
        }
        if !(version >= 4) && self.cordoned_log_dirs.is_some() {
            return Err(EncodeError::Unsupported {
                message: "RegisterBrokerRecord",
                field: "cordoned_log_dirs",
                version,
            });
        }
        encoder.i32(self.broker_id);
        if version >= 2 {
            encoder.bool(self.is_migrating_zk_broker);
        }
        encoder.uuid(self.incarnation_id);
        encoder.i64(self.broker_epoch);
        encoder.length(flexible, Some(self.end_points.len()))?;
        for element in &self.end_points {
            element.encode(encoder, version)?;
        }
        encoder.length(flexible, Some(self.features.len()))?;
        for element in &self.features {
            element.encode(encoder, version)?;
        }
        encoder.nullable_string(flexible, self.rack.as_deref())?;
        encoder.bool(self.fenced);
        if version >= 1 {
            encoder.bool(self.in_controlled_shutdown);
        }
        if flexible {
            let mut count = self.unknown_tagged_fields.len();
            if version >= 3 && !self.log_dirs.is_empty() {
                count += 1;
            }
            if version >= 4 && self.cordoned_log_dirs.is_some() {
                count += 1;
            }
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            if version >= 3 && !self.log_dirs.is_empty() {
                encoder.tagged_field(0, |encoder| {
                    encoder.length(flexible, Some(self.log_dirs.len()))?;
                    for element in &self.log_dirs {
                        encoder.uuid(*element);
                    }
                    Ok(())
                })?;
            }
            if version >= 4 && self.cordoned_log_dirs.is_some() {
                encoder.tagged_field(1, |encoder| {
                    encoder.length(flexible, self.cordoned_log_dirs.as_ref().map(Vec::len))?;
                    for element in self.cordoned_log_dirs.iter().flatten() {
                        encoder.uuid(*element);
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
pub struct BrokerEndpoint {
    pub name: String,
    pub host: String,
    pub port: u16,
    pub security_protocol: i16,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for BrokerEndpoint {
    fn default() -> Self {
        Self {
            name: String::new(),
            host: String::new(),
            port: 0,
            security_protocol: 0,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for BrokerEndpoint {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.name = decoder.string(flexible, "name")?;
        this.host = decoder.string(flexible, "host")?;
        this.port = decoder.u16()?;
        this.security_protocol = decoder.i16()?;
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
        encoder.string(flexible, &self.host)?;
        encoder.u16(self.port);
        encoder.i16(self.security_protocol);
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct BrokerFeature {
    pub name: String,
    pub min_supported_version: i16,
    pub max_supported_version: i16,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for BrokerFeature {
    fn default() -> Self {
        Self {
            name: String::new(),
            min_supported_version: 0,
            max_supported_version: 0,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for BrokerFeature {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.name = decoder.string(flexible, "name")?;
        this.min_supported_version = decoder.i16()?;
        this.max_supported_version = decoder.i16()?;
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
        encoder.i16(self.min_supported_version);
        encoder.i16(self.max_supported_version);
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

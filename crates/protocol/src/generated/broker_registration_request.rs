// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct BrokerRegistrationRequest {
    pub broker_id: i32,
    pub cluster_id: String,
    pub incarnation_id: Uuid,
    pub listeners: Vec<Listener>,
    pub features: Vec<Feature>,
    pub rack: Option<String>,
    pub is_migrating_zk_broker: bool,
    pub log_dirs: Vec<Uuid>,
    pub previous_broker_epoch: i64,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for BrokerRegistrationRequest {
    fn default() -> Self {
        Self {
            broker_id: 0,
            cluster_id: String::new(),
            incarnation_id: Uuid::ZERO,
            listeners: Vec::new(),
            features: Vec::new(),
            rack: Some(String::new()),
            is_migrating_zk_broker: false,
            log_dirs: Vec::new(),
            previous_broker_epoch: -1,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for BrokerRegistrationRequest {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=4).contains(&version) {
            return Err(DecodeError::Version { message: "BrokerRegistrationRequest", version });
        }
        let flexible = true;
        let mut this = Self::default();
        this.broker_id = decoder.i32()?;
        this.cluster_id = decoder.string(flexible, "cluster_id")?;
        this.incarnation_id = decoder.uuid()?;
        this.listeners = decoder
            .array(flexible, 6, "listeners", |decoder| Listener::decode(decoder, version))?;
        this.features =
            decoder.array(flexible, 5, "features", |decoder| Feature::decode(decoder, version))?;
        this.rack = decoder.nullable_string(flexible)?;
        if version >= 1 {
            this.is_migrating_zk_broker = decoder.bool()?;
        }
        if version >= 2 {
            this.log_dirs = decoder.array(flexible, 16, "log_dirs", |decoder| decoder.uuid())?;
        }
        if version >= 3 {
            this.previous_broker_epoch = decoder.i64()?;
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
        if !(version >= 1) && self.is_migrating_zk_broker {
            return Err(EncodeError::Unsupported {
                message: "BrokerRegistrationRequest",
                field: "is_migrating_zk_broker",
                version,
            });
        }
        encoder.i32(self.broker_id);
        encoder.string(flexible, &self.cluster_id)?;
        encoder.uuid(self.incarnation_id);
        encoder.length(flexible, Some(self.listeners.len()))?;
        for element in &self.listeners {
            element.encode(encoder, version)?;
        }
        encoder.length(flexible, Some(self.features.len()))?;
        for element in &self.features {
            element.encode(encoder, version)?;
        }
        encoder.nullable_string(flexible, self.rack.as_deref())?;
        if version >= 1 {
            encoder.bool(self.is_migrating_zk_broker);
        }
        if version >= 2 {
            encoder.length(flexible, Some(self.log_dirs.len()))?;
            for element in &self.log_dirs {
                encoder.uuid(*element);
            }
        }
        if version >= 3 {
            encoder.i64(self.previous_broker_epoch);
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
pub struct Listener {
    pub name: String,
    pub host: String,
    pub port: u16,
    pub security_protocol: i16,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for Listener {
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

impl Message for Listener {
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
pub struct Feature {
    pub name: String,
    pub min_supported_version: i16,
    pub max_supported_version: i16,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for Feature {
    fn default() -> Self {
        Self {
            name: String::new(),
            min_supported_version: 0,
            max_supported_version: 0,
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for Feature {
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

impl crate::codec::Request for BrokerRegistrationRequest {
    const KEY: crate::ApiKey = crate::ApiKey(62);
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 4;
    const FLEXIBLE_FROM: i16 = 0;
    type Response = super::broker_registration_response::BrokerRegistrationResponse;
}

// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct ConsumerGroupMemberMetadataValue {
    pub instance_id: Option<String>,
    pub rack_id: Option<String>,
    pub client_id: String,
    pub client_host: String,
    pub subscribed_topic_names: Vec<String>,
    pub subscribed_topic_regex: Option<String>,
    pub rebalance_timeout_ms: i32,
    pub server_assignor: Option<String>,
    pub classic_member_metadata: Option<ClassicMemberMetadata>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for ConsumerGroupMemberMetadataValue {
    fn default() -> Self {
        Self {
            instance_id: Some(String::new()),
            rack_id: Some(String::new()),
            client_id: String::new(),
            client_host: String::new(),
            subscribed_topic_names: Vec::new(),
            subscribed_topic_regex: Some(String::new()),
            rebalance_timeout_ms: -1,
            server_assignor: Some(String::new()),
            classic_member_metadata: Some(ClassicMemberMetadata::default()),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for ConsumerGroupMemberMetadataValue {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=0).contains(&version) {
            return Err(DecodeError::Version {
                message: "ConsumerGroupMemberMetadataValue",
                version,
            });
        }
        let flexible = true;
        let mut this = Self::default();
        this.instance_id = decoder.nullable_string(flexible)?;
        this.rack_id = decoder.nullable_string(flexible)?;
        this.client_id = decoder.string(flexible, "client_id")?;
        this.client_host = decoder.string(flexible, "client_host")?;
        this.subscribed_topic_names =
            decoder.array(flexible, 1, "subscribed_topic_names", |decoder| {
                decoder.string(flexible, "element")
            })?;
        this.subscribed_topic_regex = decoder.nullable_string(flexible)?;
        this.rebalance_timeout_ms = decoder.i32()?;
        this.server_assignor = decoder.nullable_string(flexible)?;
        if flexible {
            let unknown = decoder.tagged_fields(|tag, decoder| {
                match tag {
                    0 => this.classic_member_metadata = decoder.tagged_struct(version)?,
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
        encoder.nullable_string(flexible, self.instance_id.as_deref())?;
        encoder.nullable_string(flexible, self.rack_id.as_deref())?;
        encoder.string(flexible, &self.client_id)?;
        encoder.string(flexible, &self.client_host)?;
        encoder.length(flexible, Some(self.subscribed_topic_names.len()))?;
        for element in &self.subscribed_topic_names {
            encoder.string(flexible, element)?;
        }
        encoder.nullable_string(flexible, self.subscribed_topic_regex.as_deref())?;
        encoder.i32(self.rebalance_timeout_ms);
        encoder.nullable_string(flexible, self.server_assignor.as_deref())?;
        if flexible {
            let mut count = self.unknown_tagged_fields.len();
            if self.classic_member_metadata != Some(ClassicMemberMetadata::default()) {
                count += 1;
            }
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            if self.classic_member_metadata != Some(ClassicMemberMetadata::default()) {
                encoder.tagged_field(0, |encoder| {
                    encoder.tagged_struct(self.classic_member_metadata.as_ref(), version)?;
                    Ok(())
                })?;
            }
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct ClassicMemberMetadata {
    pub session_timeout_ms: i32,
    pub supported_protocols: Vec<ClassicProtocol>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for ClassicMemberMetadata {
    fn default() -> Self {
        Self {
            session_timeout_ms: 0,
            supported_protocols: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for ClassicMemberMetadata {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.session_timeout_ms = decoder.i32()?;
        this.supported_protocols =
            decoder.array(flexible, 2, "supported_protocols", |decoder| {
                ClassicProtocol::decode(decoder, version)
            })?;
        if flexible {
            let unknown = decoder.tagged_fields(|_, _| Ok(false))?;
            this.unknown_tagged_fields = unknown;
        }

        Ok(this)
    }

    #[allow(unused_variables)]
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {
        let flexible = true;
        encoder.i32(self.session_timeout_ms);
        encoder.length(flexible, Some(self.supported_protocols.len()))?;
        for element in &self.supported_protocols {
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
pub struct ClassicProtocol {
    pub name: String,
    pub metadata: Bytes,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for ClassicProtocol {
    fn default() -> Self {
        Self { name: String::new(), metadata: Bytes::new(), unknown_tagged_fields: Vec::new() }
    }
}

impl Message for ClassicProtocol {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        let flexible = true;
        let mut this = Self::default();
        this.name = decoder.string(flexible, "name")?;
        this.metadata = decoder.bytes(flexible, "metadata")?;
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
        encoder.bytes(flexible, &self.metadata)?;
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

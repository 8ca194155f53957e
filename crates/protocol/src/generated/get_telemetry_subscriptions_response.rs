// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

#[allow(unused_imports)]
use crate::{
    codec::{DecodeError, Decoder, EncodeError, Encoder, Message, Payload, RawTaggedField},
    ids::Uuid,
};
#[allow(unused_imports)]
use bytes::Bytes;

#[derive(Clone, Debug, PartialEq)]
pub struct GetTelemetrySubscriptionsResponse {
    pub throttle_time_ms: i32,
    pub error_code: i16,
    pub client_instance_id: Uuid,
    pub subscription_id: i32,
    pub accepted_compression_types: Vec<i8>,
    pub push_interval_ms: i32,
    pub telemetry_max_bytes: i32,
    pub delta_temporality: bool,
    pub requested_metrics: Vec<String>,
    /// Tagged fields that the schema does not know.
    pub unknown_tagged_fields: Vec<RawTaggedField>,
}

impl Default for GetTelemetrySubscriptionsResponse {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            error_code: 0,
            client_instance_id: Uuid::ZERO,
            subscription_id: 0,
            accepted_compression_types: Vec::new(),
            push_interval_ms: 0,
            telemetry_max_bytes: 0,
            delta_temporality: false,
            requested_metrics: Vec::new(),
            unknown_tagged_fields: Vec::new(),
        }
    }
}

impl Message for GetTelemetrySubscriptionsResponse {
    #[allow(unused_variables, unused_mut)]
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {
        if !(0..=0).contains(&version) {
            return Err(DecodeError::Version {
                message: "GetTelemetrySubscriptionsResponse",
                version,
            });
        }
        let flexible = true;
        let mut this = Self::default();
        this.throttle_time_ms = decoder.i32()?;
        this.error_code = decoder.i16()?;
        this.client_instance_id = decoder.uuid()?;
        this.subscription_id = decoder.i32()?;
        this.accepted_compression_types =
            decoder.array(flexible, 1, "accepted_compression_types", |decoder| decoder.i8())?;
        this.push_interval_ms = decoder.i32()?;
        this.telemetry_max_bytes = decoder.i32()?;
        this.delta_temporality = decoder.bool()?;
        this.requested_metrics = decoder.array(flexible, 1, "requested_metrics", |decoder| {
            decoder.string(flexible, "element")
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
        encoder.i32(self.throttle_time_ms);
        encoder.i16(self.error_code);
        encoder.uuid(self.client_instance_id);
        encoder.i32(self.subscription_id);
        encoder.length(flexible, Some(self.accepted_compression_types.len()))?;
        for element in &self.accepted_compression_types {
            encoder.i8(*element);
        }
        encoder.i32(self.push_interval_ms);
        encoder.i32(self.telemetry_max_bytes);
        encoder.bool(self.delta_temporality);
        encoder.length(flexible, Some(self.requested_metrics.len()))?;
        for element in &self.requested_metrics {
            encoder.string(flexible, element)?;
        }
        if flexible {
            let count = self.unknown_tagged_fields.len();
            encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);
            encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;
        }

        Ok(())
    }
}

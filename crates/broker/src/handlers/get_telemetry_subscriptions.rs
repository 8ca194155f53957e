//! GetTelemetrySubscriptions, version 0: which metrics a client is to push, and how often.
//!
//! KIPs: 714.

use std::sync::Arc;

use moldau_protocol::{
    ids::Uuid,
    messages::{GetTelemetrySubscriptionsRequest, GetTelemetrySubscriptionsResponse},
    records::Codec,
};

use crate::{dispatch::RequestContext, state::Broker, telemetry::Client};

/// The ones that clients may compress with, the one they should prefer first.
const CODECS: [Codec; 4] = [Codec::Zstd, Codec::Lz4, Codec::Gzip, Codec::Snappy];

pub(super) async fn handle(
    broker: Arc<Broker>,
    context: RequestContext,
    request: GetTelemetrySubscriptionsRequest,
) -> GetTelemetrySubscriptionsResponse {
    let id = match request.client_instance_id {
        Uuid::ZERO => Uuid::from_random(rand::random()),
        id => id,
    };
    let client = Client { connection: context.connection };
    match broker.telemetry.get(id, &client, broker.clock.now_ms()) {
        Ok(wanted) => GetTelemetrySubscriptionsResponse {
            client_instance_id: id,
            subscription_id: wanted.subscription_id,
            accepted_compression_types: CODECS
                .iter()
                .filter_map(|codec| i8::try_from(codec.id()).ok())
                .collect(),
            push_interval_ms: i32::try_from(wanted.interval.as_millis()).unwrap_or(i32::MAX),
            telemetry_max_bytes: i32::try_from(broker.config.telemetry_max_bytes)
                .unwrap_or(i32::MAX),
            delta_temporality: true,
            requested_metrics: wanted.metrics.to_vec(),
            ..Default::default()
        },
        Err(code) => GetTelemetrySubscriptionsResponse { error_code: code.0, ..Default::default() },
    }
}

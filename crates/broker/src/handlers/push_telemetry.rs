//! PushTelemetry, version 0: takes a client's metrics, which `/metrics` shows.
//!
//! KIPs: 714.

use std::sync::Arc;

use moldau_protocol::{
    ErrorCode,
    ids::Uuid,
    messages::{PushTelemetryRequest, PushTelemetryResponse},
};

use crate::{dispatch::RequestContext, state::Broker, telemetry::Client};

pub(super) async fn handle(
    broker: Arc<Broker>,
    context: RequestContext,
    request: PushTelemetryRequest,
) -> PushTelemetryResponse {
    let answer =
        |code: ErrorCode| PushTelemetryResponse { error_code: code.0, ..Default::default() };
    if [Uuid::ZERO, Uuid::ONE].contains(&request.client_instance_id) {
        return answer(ErrorCode::INVALID_REQUEST);
    }
    let client = Client { connection: context.connection };
    let now_ms = broker.clock.now_ms();
    // Reading up to eight megabytes takes a while, and should keep nobody else waiting.
    let pushed =
        tokio::task::spawn_blocking(move || broker.telemetry.push(&request, &client, now_ms));
    match pushed.await {
        Ok(verdict) => answer(verdict.err().unwrap_or(ErrorCode::NONE)),
        Err(_) => answer(ErrorCode::UNKNOWN_SERVER_ERROR),
    }
}

//! FindCoordinator, versions 0 to 6: which broker to talk to about a group or transaction.
//!
//! On one node the answer is this broker, whatever the key. It is served before there are any
//! coordinators because librdkafka takes its presence for the sign that a broker knows LZ4, and sends
//! its batches uncompressed otherwise. Clients that go on find that the next API they need is not
//! there, and say so at once.
//!
//! KIPs: 98 (transactions), 699 (several keys), 932 (share groups).

use std::sync::Arc;

use moldau_protocol::{
    ErrorCode,
    ids::BrokerId,
    messages::{
        FindCoordinatorRequest, FindCoordinatorResponse, find_coordinator_response::Coordinator,
    },
};

use super::describe_configs::MALFORMED;
use crate::{dispatch::RequestContext, state::Broker};

/// First version with several keys.
const KEYS_FROM: i16 = 4;

/// What the versions with one key say of an answer without error.
const NO_ERROR: &str = "NONE";

/// Key types: a group, a transactional id.
const KEY_TYPES: [i8; 2] = [0, 1];

pub(super) async fn handle(
    broker: Arc<Broker>,
    context: RequestContext,
    request: FindCoordinatorRequest,
) -> FindCoordinatorResponse {
    let keys =
        if context.version >= KEYS_FROM { request.coordinator_keys } else { vec![request.key] };
    let image = broker.image();
    let own = image.cluster.broker(broker.node);
    let endpoint = own.and_then(|own| own.listener(&context.connection.listener));
    let coordinators: Vec<_> = keys
        .into_iter()
        .map(|key| match endpoint {
            _ if !KEY_TYPES.contains(&request.key_type) => Coordinator {
                error_message: Some(MALFORMED.to_owned()),
                ..refused(key, ErrorCode::INVALID_REQUEST)
            },
            None => refused(key, ErrorCode::COORDINATOR_NOT_AVAILABLE),
            Some(endpoint) => Coordinator {
                key,
                node_id: broker.node.0,
                host: endpoint.host.clone(),
                port: i32::from(endpoint.port),
                // Kafka's text for "no error" is empty, not null.
                error_message: Some(String::new()),
                ..Default::default()
            },
        })
        .collect();
    let first = coordinators.first().cloned().unwrap_or_default();
    // With one key, Kafka names the error even where there is none.
    let is_fine = first.error_code == ErrorCode::NONE.0;
    let error_message = if is_fine { Some(NO_ERROR.to_owned()) } else { first.error_message };
    FindCoordinatorResponse {
        error_code: first.error_code,
        error_message,
        node_id: first.node_id,
        host: first.host,
        port: first.port,
        coordinators,
        ..Default::default()
    }
}

fn refused(key: String, code: ErrorCode) -> Coordinator {
    Coordinator {
        key,
        node_id: BrokerId::NONE.0,
        host: String::new(),
        port: -1,
        error_code: code.0,
        error_message: None,
        ..Default::default()
    }
}

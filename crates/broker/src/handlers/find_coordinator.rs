//! FindCoordinator, versions 0 to 6: which broker to talk to about a group or transaction.
//!
//! A group belongs to the leader of its partition of `__consumer_offsets`, which is made when somebody
//! first asks; the answer is `COORDINATOR_NOT_AVAILABLE` then, and clients ask again. For transactional
//! ids the answer is this broker although there are no transaction coordinators yet: clients that go on
//! find that the next API they need is not there, and say so at once.
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
use crate::{dispatch::RequestContext, state::Broker, topics::OFFSETS_TOPIC};

/// First version with several keys.
const KEYS_FROM: i16 = 4;

/// What the versions with one key say of an answer without error.
const NO_ERROR: &str = "NONE";

/// What the versions with one key say when there is no coordinator yet.
const NOT_AVAILABLE: &str = "The coordinator is not available.";

/// Key type of a group.
const GROUP: i8 = 0;
/// Key type of a transactional id.
const TRANSACTION: i8 = 1;
/// Key type of a partition of a share group.
const SHARE: i8 = 2;
/// First version with share groups.
const SHARE_FROM: i16 = 6;

pub(super) async fn handle(
    broker: Arc<Broker>,
    context: RequestContext,
    request: FindCoordinatorRequest,
) -> FindCoordinatorResponse {
    let keys =
        if context.version >= KEYS_FROM { request.coordinator_keys } else { vec![request.key] };
    let coordinators: Vec<_> = keys
        .into_iter()
        .map(|key| match request.key_type {
            GROUP => match group_coordinator(&broker, &key) {
                Some(node) => found(&broker, &context, key, node),
                None => refused(key, ErrorCode::COORDINATOR_NOT_AVAILABLE),
            },
            TRANSACTION => found(&broker, &context, key, broker.node),
            SHARE if context.version < SHARE_FROM => refused(key, ErrorCode::INVALID_REQUEST),
            _ => Coordinator {
                error_message: Some(MALFORMED.to_owned()),
                ..refused(key, ErrorCode::INVALID_REQUEST)
            },
        })
        .collect();
    let first = coordinators.first().cloned().unwrap_or_default();
    // With one key, Kafka names the error even where there is none.
    let error_message = match ErrorCode(first.error_code) {
        ErrorCode::NONE => NO_ERROR,
        ErrorCode::COORDINATOR_NOT_AVAILABLE => NOT_AVAILABLE,
        _ => MALFORMED,
    };
    FindCoordinatorResponse {
        error_code: first.error_code,
        error_message: Some(error_message.to_owned()),
        node_id: first.node_id,
        host: first.host,
        port: first.port,
        coordinators,
        ..Default::default()
    }
}

/// The broker that leads the partition of a group; has the topic made where it is not there.
fn group_coordinator(broker: &Arc<Broker>, group: &str) -> Option<BrokerId> {
    let image = broker.image();
    let Some(topic) = image.topics.by_name(OFFSETS_TOPIC) else {
        broker.auto_create.request(broker, OFFSETS_TOPIC);
        return None;
    };
    let partition = topic.partition(broker.groups.partition_of(group))?;
    Some(partition.leader).filter(|leader| *leader != BrokerId::NONE)
}

/// Where `node` is, for clients of the listener that was asked.
fn found(broker: &Broker, context: &RequestContext, key: String, node: BrokerId) -> Coordinator {
    let image = broker.image();
    let own = image.cluster.broker(node);
    match own.and_then(|own| own.listener(&context.connection.listener)) {
        None => refused(key, ErrorCode::COORDINATOR_NOT_AVAILABLE),
        Some(endpoint) => Coordinator {
            key,
            node_id: node.0,
            host: endpoint.host.clone(),
            port: i32::from(endpoint.port),
            error_message: Some(String::new()),
            ..Default::default()
        },
    }
}

fn refused(key: String, code: ErrorCode) -> Coordinator {
    Coordinator {
        key,
        node_id: BrokerId::NONE.0,
        host: String::new(),
        port: -1,
        error_code: code.0,
        // Kafka's text for most errors and for none is empty, not null.
        error_message: Some(String::new()),
        ..Default::default()
    }
}

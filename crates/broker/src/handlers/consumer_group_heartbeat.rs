//! ConsumerGroupHeartbeat, versions 0 and 1: everything a member of a consumer group says and learns.
//!
//! KIPs: 848, 1082 (member id by the client).

use std::sync::Arc;

use moldau_coordinator::group::{Command, Reply};
use moldau_protocol::messages::{ConsumerGroupHeartbeatRequest, ConsumerGroupHeartbeatResponse};

use super::groups;
use crate::{dispatch::RequestContext, state::Broker};

pub(super) async fn handle(
    broker: Arc<Broker>,
    context: RequestContext,
    request: ConsumerGroupHeartbeatRequest,
) -> ConsumerGroupHeartbeatResponse {
    let refused = |code: moldau_protocol::ErrorCode| ConsumerGroupHeartbeatResponse {
        error_code: code.0,
        ..Default::default()
    };
    if let Err(code) = groups::consumer_protocol(&broker) {
        return refused(code);
    }
    let (group, version) = (request.group_id.clone(), context.version);
    let client = groups::client(&context);
    let command = Command::ConsumerHeartbeat { request, version, client };
    match broker.groups.call(&group, command).await {
        Ok(Reply::ConsumerHeartbeat(response)) => response,
        other => refused(groups::code(other)),
    }
}

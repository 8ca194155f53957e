//! Heartbeat, versions 0 to 4: a member of a classic group lives, and learns of rebalances.
//!
//! KIPs: 345 (static members).

use std::sync::Arc;

use moldau_coordinator::group::{Command, Reply};
use moldau_protocol::{
    ErrorCode,
    messages::{HeartbeatRequest, HeartbeatResponse},
};

use super::groups;
use crate::{dispatch::RequestContext, state::Broker};

pub(super) async fn handle(
    broker: Arc<Broker>,
    _context: RequestContext,
    request: HeartbeatRequest,
) -> HeartbeatResponse {
    let group = request.group_id.clone();
    match broker.groups.call(&group, Command::Heartbeat(request)).await {
        Ok(Reply::Heartbeat(response)) => response,
        // A member goes on with what it has while the coordinator loads.
        Err(ErrorCode::COORDINATOR_LOAD_IN_PROGRESS) => HeartbeatResponse::default(),
        other => HeartbeatResponse { error_code: groups::code(other).0, ..Default::default() },
    }
}

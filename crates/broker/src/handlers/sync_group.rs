//! SyncGroup, versions 0 to 5: the leader of a classic group hands in the assignment, the others get
//! theirs.
//!
//! KIPs: 345 (static members), 559 (protocol in request and answer).

use std::sync::Arc;

use moldau_coordinator::group::{Command, Reply};
use moldau_protocol::messages::{SyncGroupRequest, SyncGroupResponse};

use super::groups;
use crate::{dispatch::RequestContext, state::Broker};

pub(super) async fn handle(
    broker: Arc<Broker>,
    context: RequestContext,
    request: SyncGroupRequest,
) -> SyncGroupResponse {
    let group = request.group_id.clone();
    let command = Command::Sync { request, version: context.version };
    match broker.groups.call(&group, command).await {
        Ok(Reply::Sync(response)) => response,
        other => SyncGroupResponse { error_code: groups::code(other).0, ..Default::default() },
    }
}

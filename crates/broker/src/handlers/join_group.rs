//! JoinGroup, versions 0 to 9: a member enters a classic group, or comes back for a rebalance.
//!
//! KIPs: 62, 345 (static members), 394 (member id first), 559 (protocol in the answer), 800 (reason),
//! 814 (static leader).

use std::sync::Arc;

use moldau_coordinator::group::{Command, Reply};
use moldau_protocol::messages::{JoinGroupRequest, JoinGroupResponse};

use super::groups;
use crate::{dispatch::RequestContext, state::Broker};

/// First version that may leave the protocol's name out.
const NULL_PROTOCOL_FROM: i16 = 7;

pub(super) async fn handle(
    broker: Arc<Broker>,
    context: RequestContext,
    request: JoinGroupRequest,
) -> JoinGroupResponse {
    let (group, member_id) = (request.group_id.clone(), request.member_id.clone());
    let version = context.version;
    let command = Command::Join { request, version, client: groups::client(&context) };
    let mut response = match broker.groups.call(&group, command).await {
        Ok(Reply::Join(response)) => response,
        other => JoinGroupResponse {
            error_code: groups::code(other).0,
            generation_id: -1,
            member_id,
            ..Default::default()
        },
    };
    // No protocol is null, in versions that can say so.
    let protocol = response.protocol_name.unwrap_or_default();
    response.protocol_name =
        (version < NULL_PROTOCOL_FROM || !protocol.is_empty()).then_some(protocol);
    response
}

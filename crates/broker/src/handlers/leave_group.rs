//! LeaveGroup, versions 0 to 5: members go before their session ends.
//!
//! KIPs: 345 (several members at once), 800 (reason).

use std::sync::Arc;

use moldau_coordinator::group::{Command, Reply};
use moldau_protocol::messages::{
    LeaveGroupRequest, LeaveGroupResponse, leave_group_request::MemberIdentity,
};

use super::groups;
use crate::{dispatch::RequestContext, state::Broker};

/// First version with several members.
const MEMBERS_FROM: i16 = 3;

pub(super) async fn handle(
    broker: Arc<Broker>,
    context: RequestContext,
    mut request: LeaveGroupRequest,
) -> LeaveGroupResponse {
    let group = request.group_id.clone();
    let single = context.version < MEMBERS_FROM;
    if single {
        let member_id = std::mem::take(&mut request.member_id);
        request.members = vec![MemberIdentity { member_id, ..Default::default() }];
    }
    let mut response = match broker.groups.call(&group, Command::Leave(request)).await {
        Ok(Reply::Leave(response)) => response,
        other => LeaveGroupResponse { error_code: groups::code(other).0, ..Default::default() },
    };
    if single
        && response.error_code == 0
        && let Some(member) = std::mem::take(&mut response.members).first()
    {
        response.error_code = member.error_code;
    }
    response
}

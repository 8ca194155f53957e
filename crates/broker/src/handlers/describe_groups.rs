//! DescribeGroups, versions 0 to 6: what is committed of classic groups.
//!
//! KIPs: 345 (instance ids), 430 (operations), 1043 (a group that is not there is an error from
//! version 6 on).

use std::sync::Arc;

use moldau_coordinator::group::classic;
use moldau_protocol::{
    ErrorCode,
    messages::{
        DescribeGroupsRequest, DescribeGroupsResponse, describe_groups_response::DescribedGroup,
    },
};

use super::operations;
use crate::{dispatch::RequestContext, state::Broker};

pub(super) async fn handle(
    broker: Arc<Broker>,
    context: RequestContext,
    request: DescribeGroupsRequest,
) -> DescribeGroupsResponse {
    let describe = |group: &String| -> Result<DescribedGroup, ErrorCode> {
        let state = broker.groups.committed(group)?;
        Ok(classic::describe(&state, group, context.version))
    };
    let groups = request.groups.iter().map(|id| {
        let mut group = describe(id)
            .unwrap_or_else(|code| DescribedGroup { error_code: code.0, ..Default::default() });
        group.group_id.clone_from(id);
        group.authorized_operations =
            operations::of_group(request.include_authorized_operations && group.error_code == 0);
        group
    });
    DescribeGroupsResponse { groups: groups.collect(), ..Default::default() }
}

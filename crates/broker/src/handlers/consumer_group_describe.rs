//! ConsumerGroupDescribe, versions 0 and 1: what is committed of consumer groups.
//!
//! KIPs: 848, 1099 (member type).

use std::sync::Arc;

use moldau_coordinator::group::consumer;
use moldau_protocol::{
    ErrorCode,
    messages::{
        ConsumerGroupDescribeRequest, ConsumerGroupDescribeResponse,
        consumer_group_describe_response::DescribedGroup,
    },
};

use super::{groups, operations};
use crate::{dispatch::RequestContext, state::Broker};

pub(super) async fn handle(
    broker: Arc<Broker>,
    _context: RequestContext,
    request: ConsumerGroupDescribeRequest,
) -> ConsumerGroupDescribeResponse {
    let served = groups::consumer_protocol(&broker);
    let (image, config) = (broker.image(), broker.live.load());
    let describe = |group: &String| -> Result<DescribedGroup, ErrorCode> {
        served?;
        if group.is_empty() {
            return Err(ErrorCode::INVALID_GROUP_ID);
        }
        let state = broker.groups.committed(group)?;
        Ok(consumer::describe(&state, &image, &config.groups.settings, group))
    };
    let groups = request.group_ids.iter().map(|id| {
        let mut group = describe(id)
            .unwrap_or_else(|code| DescribedGroup { error_code: code.0, ..Default::default() });
        group.group_id.clone_from(id);
        group.authorized_operations =
            operations::of_group(request.include_authorized_operations && group.error_code == 0);
        group
    });
    ConsumerGroupDescribeResponse { groups: groups.collect(), ..Default::default() }
}

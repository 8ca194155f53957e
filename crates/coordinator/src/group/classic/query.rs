//! DescribeGroups 0-6 (classic groups) and ListGroups 0-5 (groups of all kinds).

use moldau_protocol::{
    ErrorCode,
    messages::{
        ListGroupsRequest,
        describe_groups_response::{DescribedGroup, DescribedGroupMember},
        list_groups_response::ListedGroup,
    },
};

use super::super::{Group, GroupState};
use super::group::{ClassicGroup, Member, Phase};
use crate::java;

/// State of a group that is not there.
const DEAD: &str = "Dead";

/// The first version of DescribeGroups that says so if there is no such group (KIP-1043).
const NOT_FOUND_FROM: i16 = 6;

/// DescribeGroups of one group. To what is not a classic group the answer is a dead one, from version 6 on
/// with `GROUP_ID_NOT_FOUND`.
#[must_use]
pub fn describe(state: &GroupState, group: &str, version: i16) -> DescribedGroup {
    let missing = match state.groups.get(group).map(|group| &**group) {
        Some(Group::Classic(classic)) => return classic.describe(group),
        Some(Group::Consumer(_)) => format!("Group {group} is not a classic group."),
        None => format!("Group {group} not found."),
    };
    let tell = version >= NOT_FOUND_FROM;
    DescribedGroup {
        error_code: if tell { ErrorCode::GROUP_ID_NOT_FOUND.0 } else { ErrorCode::NONE.0 },
        error_message: tell.then_some(missing),
        group_id: group.to_owned(),
        group_state: DEAD.to_owned(),
        ..DescribedGroup::default()
    }
}

/// ListGroups: the groups of one partition that pass the filters of states and types, of which case does
/// not count. An empty filter lets all pass. The order is that of Kafka's table.
#[must_use]
pub fn list(state: &GroupState, request: &ListGroupsRequest) -> Vec<ListedGroup> {
    let states: Vec<String> =
        request.states_filter.iter().map(|s| s.to_lowercase().trim().to_owned()).collect();
    let types: Vec<String> = request.types_filter.iter().map(|t| t.to_lowercase()).collect();
    let passes = |filter: &[String], name: &str| {
        filter.is_empty() || filter.iter().any(|wanted| *wanted == name.to_lowercase())
    };
    let mut groups: Vec<_> = state.groups.iter().collect();
    java::sort_as_timeline_table(&mut groups, |(name, _)| name);
    groups
        .into_iter()
        .filter(|(_, group)| {
            passes(&states, group.state_name()) && passes(&types, group.kind_name())
        })
        .map(|(name, group)| ListedGroup {
            group_id: name.to_string(),
            protocol_type: group.protocol_type().to_owned(),
            group_state: group.state_name().to_owned(),
            group_type: group.kind_name().to_owned(),
            ..ListedGroup::default()
        })
        .collect()
}

impl ClassicGroup {
    fn describe(&self, name: &str) -> DescribedGroup {
        let stable = self.phase == Phase::Stable;
        let protocol = self.protocol.as_deref().filter(|_| stable);
        let member =
            |(id, member): (&super::super::Name, &std::sync::Arc<Member>)| DescribedGroupMember {
                member_id: id.to_string(),
                group_instance_id: member.instance.as_deref().map(str::to_owned),
                client_id: member.client_id.to_string(),
                client_host: member.client_host.to_string(),
                member_metadata: protocol.map(|p| member.metadata(p)).unwrap_or_default(),
                member_assignment: member.assignment.clone(),
                ..DescribedGroupMember::default()
            };
        DescribedGroup {
            group_id: name.to_owned(),
            group_state: self.phase.name().to_owned(),
            protocol_type: self.protocol_type().to_owned(),
            protocol_data: protocol.unwrap_or_default().to_owned(),
            members: self.members.iter().map(member).collect(),
            ..DescribedGroup::default()
        }
    }
}

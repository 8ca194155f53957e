//! Describing consumer groups: ConsumerGroupDescribe for the new protocol (KIP-848), and where that
//! does not know the group or is not served, DescribeGroups.

use moldau_protocol::{
    ErrorCode,
    ids::{BrokerId, PartitionIndex},
    messages::{
        ConsumerGroupDescribeRequest, DescribeGroupsRequest,
        consumer_group_describe_response as new, describe_groups_response as classic,
    },
};

use super::{
    Admin,
    coordinators::{Ask, Outcomes},
    membership::assigned,
};
use crate::ClientError;

/// A consumer group as its coordinator sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupDescription {
    /// Its id.
    pub id: String,
    /// `Consumer` or `Classic`.
    pub kind: &'static str,
    /// As in `Stable`; `Dead` is what old brokers call a group that they do not know.
    pub state: String,
    /// The assignor; empty when there is none.
    pub assignor: String,
    /// Who coordinates it.
    pub coordinator: BrokerId,
    /// Epoch of the group; none for the classic protocol.
    pub epoch: Option<i32>,
    /// Epoch of its target assignment; none for the classic protocol.
    pub assignment_epoch: Option<i32>,
    /// Its members, in the coordinator's order.
    pub members: Vec<GroupMember>,
}

/// A member of a group.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroupMember {
    /// Its id.
    pub id: String,
    /// `group.instance.id` of a static member.
    pub instance: Option<String>,
    /// Its `client.id`.
    pub client: String,
    /// Where it connects from.
    pub host: String,
    /// Epoch of the member; none for the classic protocol.
    pub epoch: Option<i32>,
    /// The partitions it has, by topic and index.
    pub assignment: Vec<(String, PartitionIndex)>,
    /// Those it is to have; empty for the classic protocol.
    pub target: Vec<(String, PartitionIndex)>,
    /// In a group of the new protocol, whether the member itself speaks it; none when the broker
    /// does not tell.
    pub upgraded: Option<bool>,
    /// Why the assignment is not known, if it cannot be read.
    pub unreadable: Option<String>,
}

impl Admin {
    /// Describes consumer groups of both protocols. Each has its own outcome; one that does not
    /// exist is a refusal with `GROUP_ID_NOT_FOUND`, and one that is no consumer group is one with
    /// `INCONSISTENT_GROUP_PROTOCOL`.
    ///
    /// # Errors
    /// When the brokers are too old.
    pub async fn describe_groups(
        &self,
        groups: &[String],
    ) -> Result<Outcomes<GroupDescription>, ClientError> {
        let mut outcomes = match self.describe_new(groups).await {
            Ok(outcomes) => outcomes,
            Err(ClientError::Unsupported { .. }) => Outcomes::new(),
            Err(failure) => return Err(failure),
        };
        let unknown: Vec<String> = groups
            .iter()
            .filter(|group| match outcomes.get(*group) {
                Some(Ok(_)) => false,
                Some(Err(failure)) => matches!(
                    failure.code(),
                    Some(ErrorCode::GROUP_ID_NOT_FOUND | ErrorCode::UNSUPPORTED_VERSION)
                ),
                None => true,
            })
            .cloned()
            .collect();
        outcomes.extend(self.describe_classic(&unknown).await?);
        Ok(outcomes)
    }

    async fn describe_new(
        &self,
        groups: &[String],
    ) -> Result<Outcomes<GroupDescription>, ClientError> {
        let operation = "describing groups";
        let ask = Ask {
            operation,
            cap: i16::MAX,
            several_from: 0,
            request: &|group_ids, _| ConsumerGroupDescribeRequest {
                group_ids,
                ..ConsumerGroupDescribeRequest::default()
            },
            read: &|broker, _, answer: moldau_protocol::messages::ConsumerGroupDescribeResponse| {
                let one = |mut group: new::DescribedGroup| {
                    let message = group.error_message.take();
                    let id = group.group_id.clone();
                    let result = refusal(&id, group.error_code, message)
                        .map_or_else(|| Ok(of_new(broker, group)), Err);
                    (id, result)
                };
                answer.groups.into_iter().map(one).collect()
            },
        };
        self.ask_coordinators(groups, &ask).await
    }

    async fn describe_classic(
        &self,
        groups: &[String],
    ) -> Result<Outcomes<GroupDescription>, ClientError> {
        let operation = "describing groups";
        let ask = Ask {
            operation,
            cap: i16::MAX,
            several_from: 0,
            request: &|groups, _| DescribeGroupsRequest {
                groups,
                ..DescribeGroupsRequest::default()
            },
            read: &|broker, _, answer: moldau_protocol::messages::DescribeGroupsResponse| {
                let one = |mut group: classic::DescribedGroup| {
                    let message = group.error_message.take();
                    let id = group.group_id.clone();
                    let result = refusal(&id, group.error_code, message)
                        .map_or_else(|| of_classic(broker, group), Err);
                    (id, result)
                };
                answer.groups.into_iter().map(one).collect()
            },
        };
        self.ask_coordinators(groups, &ask).await
    }
}

fn refusal(group: &str, code: i16, message: Option<String>) -> Option<ClientError> {
    let code = ErrorCode(code);
    let operation = format!("describing group {group}");
    code.is_error().then(|| ClientError::refused(operation, code, message))
}

fn of_new(coordinator: BrokerId, group: new::DescribedGroup) -> GroupDescription {
    GroupDescription {
        id: group.group_id,
        kind: "Consumer",
        state: group.group_state,
        assignor: group.assignor_name,
        coordinator,
        epoch: Some(group.group_epoch),
        assignment_epoch: Some(group.assignment_epoch),
        members: group
            .members
            .into_iter()
            .map(|member| GroupMember {
                id: member.member_id,
                instance: member.instance_id,
                client: member.client_id,
                host: member.client_host,
                epoch: Some(member.member_epoch),
                assignment: partitions(member.assignment),
                target: partitions(member.target_assignment),
                // 0 is a classic member, 1 one of the new protocol; -1 is not told.
                upgraded: (member.member_type >= 0).then_some(member.member_type == 1),
                unreadable: None,
            })
            .collect(),
    }
}

fn partitions(assignment: new::Assignment) -> Vec<(String, PartitionIndex)> {
    let mut all: Vec<(String, PartitionIndex)> = assignment
        .topic_partitions
        .into_iter()
        .flat_map(|topic| {
            let name = topic.topic_name;
            topic.partitions.into_iter().map(move |index| (name.clone(), PartitionIndex(index)))
        })
        .collect();
    all.sort();
    all
}

fn of_classic(
    coordinator: BrokerId,
    group: classic::DescribedGroup,
) -> Result<GroupDescription, ClientError> {
    let (id, protocol) = (group.group_id, group.protocol_type);
    if !matches!(protocol.as_str(), "" | "consumer") {
        let message = format!("GroupId {id} is not a consumer group ({protocol}).");
        let code = ErrorCode::INCONSISTENT_GROUP_PROTOCOL;
        return Err(ClientError::refused(format!("describing group {id}"), code, Some(message)));
    }
    let members = group.members.into_iter().map(|member| {
        let (assignment, unreadable) = match assigned(&member.member_assignment) {
            Ok(partitions) => (partitions, None),
            Err(reason) => (Vec::new(), Some(reason)),
        };
        GroupMember {
            id: member.member_id,
            instance: member.group_instance_id,
            client: member.client_id,
            host: member.client_host,
            assignment,
            unreadable,
            ..GroupMember::default()
        }
    });
    Ok(GroupDescription {
        id,
        kind: "Classic",
        state: group.group_state,
        assignor: group.protocol_data,
        coordinator,
        epoch: None,
        assignment_epoch: None,
        members: members.collect(),
    })
}

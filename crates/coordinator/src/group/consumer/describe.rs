//! ConsumerGroupDescribe, versions 0 and 1, of one group.

use std::collections::BTreeMap;

use moldau_metadata::image::MetadataImage;
use moldau_protocol::{
    ErrorCode,
    ids::TopicId,
    messages::consumer_group_describe_response::{
        Assignment, DescribedGroup, Member as DescribedMember, TopicPartitions,
    },
};

use super::super::{Group, GroupSettings, GroupState};
use super::{Member, Partitions};
use crate::java;

/// Kinds of members (KIP-1099).
const CLASSIC_MEMBER: i8 = 0;
const CONSUMER_MEMBER: i8 = 1;

/// ConsumerGroupDescribe of one group; names of topics come from `image`, and topics that it does not
/// have are left out.
pub fn describe(
    state: &GroupState,
    image: &MetadataImage,
    settings: &GroupSettings,
    name: &str,
) -> DescribedGroup {
    let group_id = name.to_owned();
    let refused = |code: ErrorCode, text: Option<String>| DescribedGroup {
        error_code: code.0,
        error_message: text,
        ..Default::default()
    };
    if name.is_empty() {
        return refused(ErrorCode::INVALID_GROUP_ID, None);
    }
    let text = match state.groups.get(name).map(|group| &**group) {
        Some(Group::Consumer(group)) => {
            let default = settings.consumer_assignors.first().cloned().unwrap_or_default();
            let none = Partitions::new();
            let mut members: Vec<_> = group.members.iter().collect();
            java::sort_as_timeline_table(&mut members, |(id, _)| id);
            let members = members.into_iter().map(|(id, member)| {
                let target = group.targets.get(id).map_or(&none, |target| target);
                describe_member(id, member, target, image)
            });
            return DescribedGroup {
                group_id,
                group_state: group.state_name().to_owned(),
                group_epoch: group.epoch,
                assignment_epoch: group.target_epoch,
                assignor_name: group
                    .preferred_assignor()
                    .map_or(default, |assignor| assignor.to_string()),
                members: members.collect(),
                ..Default::default()
            };
        }
        Some(Group::Classic(_)) => format!("Group {name} is not a consumer group."),
        None => format!("Group {name} not found."),
    };
    DescribedGroup { group_id, ..refused(ErrorCode::GROUP_ID_NOT_FOUND, Some(text)) }
}

fn describe_member(
    id: &str,
    member: &Member,
    target: &Partitions,
    image: &MetadataImage,
) -> DescribedMember {
    let mut current: BTreeMap<TopicId, Vec<i32>> = BTreeMap::new();
    for (topic, own) in member.assigned.iter().chain(member.revoking.iter()) {
        current.entry(*topic).or_default().extend(own.keys());
    }
    let target = target.iter().map(|(topic, own)| (*topic, own.iter().copied().collect()));
    DescribedMember {
        member_id: id.to_owned(),
        instance_id: member.instance.as_deref().map(str::to_owned),
        rack_id: member.rack.as_deref().map(str::to_owned),
        member_epoch: member.epoch,
        client_id: member.client.id.clone(),
        client_host: member.client.host.clone(),
        subscribed_topic_names: member.topics.iter().map(|name| name.to_string()).collect(),
        subscribed_topic_regex: Some(member.regex.to_string()),
        assignment: assignment(current.into_iter(), image),
        target_assignment: assignment(target, image),
        member_type: if member.classic.is_some() { CLASSIC_MEMBER } else { CONSUMER_MEMBER },
        ..Default::default()
    }
}

fn assignment(
    partitions: impl Iterator<Item = (TopicId, Vec<i32>)>,
    image: &MetadataImage,
) -> Assignment {
    let topics = partitions.filter_map(|(topic, partitions)| {
        let topic_name = image.topics.by_id(topic)?.name.to_string();
        Some(TopicPartitions { topic_id: topic.0, topic_name, partitions, ..Default::default() })
    });
    Assignment { topic_partitions: topics.collect(), ..Default::default() }
}

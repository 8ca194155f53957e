//! The records of a consumer group, as Kafka 4.4.0 writes them. Lists are sorted.

use moldau_protocol::messages::{
    ConsumerGroupCurrentMemberAssignmentKey, ConsumerGroupCurrentMemberAssignmentValue,
    ConsumerGroupMemberMetadataKey, ConsumerGroupMemberMetadataValue, ConsumerGroupMetadataKey,
    ConsumerGroupMetadataValue, ConsumerGroupPartitionMetadataKey,
    ConsumerGroupRegularExpressionKey, ConsumerGroupRegularExpressionValue,
    ConsumerGroupTargetAssignmentMemberKey, ConsumerGroupTargetAssignmentMemberValue,
    ConsumerGroupTargetAssignmentMetadataKey, ConsumerGroupTargetAssignmentMetadataValue,
    consumer_group_current_member_assignment_value::TopicPartitions,
    consumer_group_target_assignment_member_value::TopicPartition,
};

use super::super::{GroupRecord, Name};
use super::Resolved;
use super::member::{Member, Owned, Partitions};
use crate::machine::Time;

pub(super) fn member(group: &str, id: &str, member: &Member) -> GroupRecord {
    let value = ConsumerGroupMemberMetadataValue {
        instance_id: member.instance.as_deref().map(str::to_owned),
        rack_id: member.rack.as_deref().map(str::to_owned),
        client_id: member.client.id.clone(),
        client_host: member.client.host.clone(),
        subscribed_topic_names: member.topics.iter().map(|name| name.to_string()).collect(),
        subscribed_topic_regex: Some(member.regex.to_string()),
        rebalance_timeout_ms: member.rebalance_timeout_ms,
        server_assignor: member.assignor.as_deref().map(str::to_owned),
        classic_member_metadata: member.classic.as_deref().cloned(),
        ..Default::default()
    };
    GroupRecord::ConsumerMember(member_key(group, id), Some(value))
}

fn member_key(group: &str, id: &str) -> ConsumerGroupMemberMetadataKey {
    ConsumerGroupMemberMetadataKey { group_id: group.to_owned(), member_id: id.to_owned() }
}

pub(super) fn epoch(group: &str, epoch: i32, metadata_hash: i64) -> GroupRecord {
    let value = ConsumerGroupMetadataValue { epoch, metadata_hash, ..Default::default() };
    GroupRecord::Consumer(ConsumerGroupMetadataKey { group_id: group.to_owned() }, Some(value))
}

/// The epoch of the target, and when it was made; [`Time`] 0 when the group is empty.
pub(super) fn target(group: &str, epoch: i32, made: Time) -> GroupRecord {
    let value = ConsumerGroupTargetAssignmentMetadataValue {
        assignment_epoch: epoch,
        assignment_timestamp: made.0,
        ..Default::default()
    };
    GroupRecord::ConsumerTarget(
        ConsumerGroupTargetAssignmentMetadataKey { group_id: group.to_owned() },
        Some(value),
    )
}

pub(super) fn target_member(group: &str, id: &str, partitions: &Partitions) -> GroupRecord {
    let topic_partitions = partitions
        .iter()
        .map(|(topic, indices)| TopicPartition {
            topic_id: topic.0,
            partitions: indices.iter().copied().collect(),
            ..Default::default()
        })
        .collect();
    let value = ConsumerGroupTargetAssignmentMemberValue { topic_partitions, ..Default::default() };
    GroupRecord::ConsumerTargetMember(target_key(group, id), Some(value))
}

fn target_key(group: &str, id: &str) -> ConsumerGroupTargetAssignmentMemberKey {
    ConsumerGroupTargetAssignmentMemberKey { group_id: group.to_owned(), member_id: id.to_owned() }
}

pub(super) fn current(group: &str, id: &str, member: &Member) -> GroupRecord {
    let value = ConsumerGroupCurrentMemberAssignmentValue {
        member_epoch: member.epoch,
        previous_member_epoch: member.previous_epoch,
        state: member.state.code(),
        assigned_partitions: owned(&member.assigned),
        partitions_pending_revocation: owned(&member.revoking),
        ..Default::default()
    };
    GroupRecord::ConsumerCurrent(current_key(group, id), Some(value))
}

fn current_key(group: &str, id: &str) -> ConsumerGroupCurrentMemberAssignmentKey {
    ConsumerGroupCurrentMemberAssignmentKey { group_id: group.to_owned(), member_id: id.to_owned() }
}

fn owned(owned: &Owned) -> Vec<TopicPartitions> {
    owned
        .iter()
        .map(|(topic, own)| TopicPartitions {
            topic_id: topic.0,
            partitions: own.keys().copied().collect(),
            assignment_epochs: Some(own.values().copied().collect()),
            ..Default::default()
        })
        .collect()
}

pub(super) fn regex(group: &str, regex: &str, resolved: &Resolved) -> GroupRecord {
    let value = ConsumerGroupRegularExpressionValue {
        topics: resolved.topics.iter().map(|name| name.to_string()).collect(),
        version: resolved.version,
        timestamp: resolved.at.0,
        ..Default::default()
    };
    GroupRecord::ConsumerRegex(regex_key(group, regex), Some(value))
}

fn regex_key(group: &str, regex: &str) -> ConsumerGroupRegularExpressionKey {
    ConsumerGroupRegularExpressionKey {
        group_id: group.to_owned(),
        regular_expression: regex.to_owned(),
    }
}

pub(super) fn regex_gone(group: &str, regex: &str) -> GroupRecord {
    GroupRecord::ConsumerRegex(regex_key(group, regex), None)
}

/// Removes the record that Kafka before 4.1 wrote.
pub(super) fn partitions_gone(group: &str) -> GroupRecord {
    GroupRecord::ConsumerPartitions(
        ConsumerGroupPartitionMetadataKey { group_id: group.to_owned() },
        None,
    )
}

/// A member is gone.
pub(super) fn member_gone(group: &str, id: &str) -> [GroupRecord; 3] {
    [
        GroupRecord::ConsumerCurrent(current_key(group, id), None),
        GroupRecord::ConsumerTargetMember(target_key(group, id), None),
        GroupRecord::ConsumerMember(member_key(group, id), None),
    ]
}

/// A group is gone, with its `members` and patterns.
pub(super) fn group_gone(group: &str, members: &[Name], regexes: &[Name]) -> Vec<GroupRecord> {
    let mut records = Vec::with_capacity(3 * members.len() + regexes.len() + 3);
    let each = |make: fn(&str, &str) -> GroupRecord| members.iter().map(move |id| make(group, id));
    records.extend(each(|group, id| GroupRecord::ConsumerCurrent(current_key(group, id), None)));
    records
        .extend(each(|group, id| GroupRecord::ConsumerTargetMember(target_key(group, id), None)));
    let group_id = group.to_owned();
    records.push(GroupRecord::ConsumerTarget(
        ConsumerGroupTargetAssignmentMetadataKey { group_id: group_id.clone() },
        None,
    ));
    records.extend(each(|group, id| GroupRecord::ConsumerMember(member_key(group, id), None)));
    records.extend(regexes.iter().map(|regex| regex_gone(group, regex)));
    records.push(partitions_gone(group));
    records.push(GroupRecord::Consumer(ConsumerGroupMetadataKey { group_id }, None));
    records
}

//! What the records of a consumer group change. Total: a record that does not fit makes the group
//! that fits it.

use std::collections::BTreeMap;
use std::sync::Arc;

use moldau_metadata::image::ChunkMap;
use moldau_protocol::{
    ids::TopicId,
    messages::{
        ConsumerGroupCurrentMemberAssignmentKey, ConsumerGroupCurrentMemberAssignmentValue,
        ConsumerGroupMemberMetadataKey, ConsumerGroupMemberMetadataValue, ConsumerGroupMetadataKey,
        ConsumerGroupMetadataValue, ConsumerGroupPartitionMetadataKey,
        ConsumerGroupPartitionMetadataValue, ConsumerGroupRegularExpressionKey,
        ConsumerGroupRegularExpressionValue, ConsumerGroupTargetAssignmentMemberKey,
        ConsumerGroupTargetAssignmentMemberValue, ConsumerGroupTargetAssignmentMetadataKey,
        ConsumerGroupTargetAssignmentMetadataValue,
        consumer_group_current_member_assignment_value::TopicPartitions,
    },
};

use super::super::{Group, GroupState, Name};
use super::member::{LEAVE_EPOCH, Member, MemberState, Owned, Partitions, each, topic_set};
use super::{ConsumerGroup, Resolved, Subscribers};
use crate::machine::Time;

/// Whether a record that finds no consumer group makes one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Missing {
    Make,
    Ignore,
}

impl Missing {
    fn of<V>(value: Option<&V>) -> Self {
        if value.is_some() { Self::Make } else { Self::Ignore }
    }
}

/// The consumer group to change. A classic one of the name makes room for it.
fn open<'a>(
    state: &'a mut GroupState,
    name: &str,
    missing: Missing,
) -> Option<&'a mut ConsumerGroup> {
    if !matches!(state.groups.get(name).map(|group| &**group), Some(Group::Consumer(_))) {
        if missing == Missing::Ignore {
            return None;
        }
        state.groups.insert(Name::from(name), Arc::new(Group::Consumer(ConsumerGroup::default())));
    }
    match Arc::make_mut(state.groups.get_mut(name)?) {
        Group::Consumer(group) => Some(group),
        Group::Classic(_) => None,
    }
}

pub(in super::super) fn group(
    state: &mut GroupState,
    key: ConsumerGroupMetadataKey,
    value: Option<ConsumerGroupMetadataValue>,
) {
    let Some(group) = open(state, &key.group_id, Missing::of(value.as_ref())) else { return };
    match value {
        Some(value) => {
            group.epoch = value.epoch;
            group.metadata_hash = value.metadata_hash;
        }
        None => {
            state.groups.remove(key.group_id.as_str());
        }
    }
}

pub(in super::super) fn partitions(
    state: &mut GroupState,
    key: ConsumerGroupPartitionMetadataKey,
    value: Option<ConsumerGroupPartitionMetadataValue>,
) {
    if let Some(group) = open(state, &key.group_id, Missing::of(value.as_ref())) {
        group.has_partitions_record = value.is_some();
    }
}

pub(in super::super) fn member(
    state: &mut GroupState,
    key: ConsumerGroupMemberMetadataKey,
    value: Option<ConsumerGroupMemberMetadataValue>,
) {
    let Some(group) = open(state, &key.group_id, Missing::of(value.as_ref())) else { return };
    let id = key.member_id.as_str();
    let new = value.map(|value| match group.members.get(id) {
        Some(member) => member.with_subscription(value),
        None => Member::default().with_subscription(value),
    });
    group.set_member(id, new);
}

pub(in super::super) fn target(
    state: &mut GroupState,
    key: ConsumerGroupTargetAssignmentMetadataKey,
    value: Option<ConsumerGroupTargetAssignmentMetadataValue>,
) {
    let Some(group) = open(state, &key.group_id, Missing::of(value.as_ref())) else { return };
    (group.target_epoch, group.target_made) = match value {
        Some(value) => (value.assignment_epoch, Time(value.assignment_timestamp)),
        None => (LEAVE_EPOCH, Time(0)),
    };
}

pub(in super::super) fn target_member(
    state: &mut GroupState,
    key: ConsumerGroupTargetAssignmentMemberKey,
    value: Option<ConsumerGroupTargetAssignmentMemberValue>,
) {
    let Some(group) = open(state, &key.group_id, Missing::of(value.as_ref())) else { return };
    let Some(value) = value else {
        group.targets.remove(key.member_id.as_str());
        return;
    };
    let mut target = Partitions::new();
    for topic in value.topic_partitions {
        if !topic.partitions.is_empty() {
            target.entry(TopicId(topic.topic_id)).or_default().extend(topic.partitions);
        }
    }
    group.targets.insert(Name::from(key.member_id), Arc::new(target));
}

pub(in super::super) fn current(
    state: &mut GroupState,
    key: ConsumerGroupCurrentMemberAssignmentKey,
    value: Option<ConsumerGroupCurrentMemberAssignmentValue>,
) {
    let Some(group) = open(state, &key.group_id, Missing::of(value.as_ref())) else { return };
    let id = key.member_id.as_str();
    let old = group.members.get(id);
    let new = match value {
        Some(value) => Member {
            epoch: value.member_epoch,
            previous_epoch: value.previous_member_epoch,
            state: MemberState::from_code(value.state),
            assigned: owned(&value.assigned_partitions, value.member_epoch),
            revoking: owned(&value.partitions_pending_revocation, value.member_epoch),
            ..old.map(|member| (**member).clone()).unwrap_or_default()
        },
        None => {
            let Some(old) = old else { return };
            Member {
                epoch: LEAVE_EPOCH,
                previous_epoch: LEAVE_EPOCH,
                assigned: Arc::default(),
                revoking: Arc::default(),
                ..(**old).clone()
            }
        }
    };
    group.set_member(id, Some(new));
}

/// Records of before KIP-1251 have no epochs of partitions: the member's counts.
fn owned(topics: &[TopicPartitions], member_epoch: i32) -> Arc<Owned> {
    let mut owned = Owned::new();
    for topic in topics.iter().filter(|topic| !topic.partitions.is_empty()) {
        let epochs = topic.assignment_epochs.as_deref().unwrap_or_default();
        let epochs = (epochs.len() == topic.partitions.len()).then_some(epochs);
        let own: &mut BTreeMap<i32, i32> = owned.entry(TopicId(topic.topic_id)).or_default();
        for (at, index) in topic.partitions.iter().enumerate() {
            own.insert(*index, epochs.map_or(member_epoch.max(0), |epochs| epochs[at]));
        }
    }
    Arc::new(owned)
}

pub(in super::super) fn regex(
    state: &mut GroupState,
    key: ConsumerGroupRegularExpressionKey,
    value: Option<ConsumerGroupRegularExpressionValue>,
) {
    let Some(group) = open(state, &key.group_id, Missing::of(value.as_ref())) else { return };
    let name = Name::from(key.regular_expression);
    let new = value.map(|value| Resolved {
        topics: topic_set(&value.topics),
        version: value.version,
        at: Time(value.timestamp),
    });
    if let Some(old) = group.resolved.remove(&name) {
        for topic in old.topics.iter() {
            group.subscribe(topic, |count| count.by_regex = count.by_regex.saturating_sub(1));
        }
    }
    if let Some(new) = new {
        for topic in new.topics.iter() {
            group.subscribe(topic, |count| count.by_regex += 1);
        }
        group.resolved.insert(name, new);
    }
}

/// One more or one less in a count; no entry stands for zero.
fn count(counts: &mut ChunkMap<Name, usize>, name: &Name, by: isize) {
    let now = counts.get(name).copied().unwrap_or(0).saturating_add_signed(by);
    if now == 0 {
        counts.remove(name);
    } else {
        counts.insert(Name::clone(name), now);
    }
}

impl ConsumerGroup {
    /// Puts a member in, or takes it out, with all that is counted of it.
    fn set_member(&mut self, id: &str, new: Option<Member>) {
        let name = Name::from(id);
        let new = new.map(Arc::new);
        let old = match &new {
            Some(new) => self.members.insert(Name::clone(&name), Arc::clone(new)),
            None => self.members.remove(id),
        };
        let (old, new) = (old.as_deref(), new.as_deref());
        self.count_subscriptions(old, new);
        let classic = |member: Option<&Member>| member.and_then(|member| member.classic.clone());
        if classic(old) != classic(new) {
            self.count_classic(old, -1);
            self.count_classic(new, 1);
        }
        self.move_partitions(old, new);
        if let Some(instance) = old.and_then(|old| old.instance.as_ref()) {
            // A static member that came back under another id may have it by now.
            if self.instances.get(instance) == Some(&name) {
                self.instances.remove(instance);
            }
        }
        if let Some(instance) = new.and_then(|new| new.instance.as_ref()) {
            self.instances.insert(Name::clone(instance), name);
        }
    }

    fn count_subscriptions(&mut self, old: Option<&Member>, new: Option<&Member>) {
        for (member, other, by) in [(old, new, -1), (new, old, 1)] {
            let Some(member) = member else { continue };
            let differs = |differs: fn(&Member, &Member) -> bool| {
                other.is_none_or(|other| differs(member, other))
            };
            if let Some(assignor) = &member.assignor
                && differs(|a, b| a.assignor != b.assignor)
            {
                count(&mut self.assignors, assignor, by);
            }
            if !member.regex.is_empty() && differs(|a, b| a.regex != b.regex) {
                count(&mut self.regexes, &member.regex, by);
            }
        }
        let names = |member: Option<&Member>| member.map(|member| Arc::clone(&member.topics));
        let (old, new) = (names(old), names(new));
        if old == new {
            return;
        }
        for topic in old.iter().flat_map(|topics| topics.iter()) {
            self.subscribe(topic, |count| count.by_name = count.by_name.saturating_sub(1));
        }
        for topic in new.iter().flat_map(|topics| topics.iter()) {
            self.subscribe(topic, |count| count.by_name += 1);
        }
    }

    fn subscribe(&mut self, topic: &Name, change: impl FnOnce(&mut Subscribers)) {
        let mut count = self.topics.get(topic).copied().unwrap_or_default();
        change(&mut count);
        if count == Subscribers::default() {
            self.topics.remove(topic);
        } else {
            self.topics.insert(Name::clone(topic), count);
        }
    }

    fn count_classic(&mut self, member: Option<&Member>, by: isize) {
        let Some(classic) = member.and_then(|member| member.classic.as_deref()) else { return };
        self.classic_members = self.classic_members.saturating_add_signed(by);
        for protocol in &classic.supported_protocols {
            count(&mut self.classic_protocols, &Name::from(protocol.name.as_str()), by);
        }
    }

    fn move_partitions(&mut self, old: Option<&Member>, new: Option<&Member>) {
        if let (Some(old), Some(new)) = (old, new) {
            let same = old.epoch == new.epoch
                && old.assigned == new.assigned
                && old.revoking == new.revoking;
            if same {
                return;
            }
        }
        for (member, partition) in held(old) {
            // Another member may have it by now.
            if self.owners.get(&partition) == Some(&member.epoch) {
                self.owners.remove(&partition);
            }
        }
        for (member, partition) in held(new) {
            let epoch = self.owners.get(&partition).copied().unwrap_or(i32::MIN);
            self.owners.insert(partition, epoch.max(member.epoch));
        }
    }
}

/// What a member has or has yet to give up.
fn held(member: Option<&Member>) -> impl Iterator<Item = (&Member, (TopicId, i32))> {
    member.into_iter().flat_map(|member| {
        each(&member.assigned)
            .chain(each(&member.revoking))
            .map(move |partition| (member, partition))
    })
}

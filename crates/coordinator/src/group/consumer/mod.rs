//! Consumer groups (KIP-848): the coordinator assigns, and the members follow by heartbeats.
//!
//! A change of subscriptions or topics raises the epoch of the group; the next heartbeat computes a
//! target assignment for it; each member then moves to its target by its own heartbeats, first giving
//! up what others are to have. Files: `heartbeat` runs a heartbeat, `subscription` what a member
//! subscribes to, `target` the target, `current` the steps towards it, `leave` whatever ends a
//! membership, `apply` the records.
//!
//! Invariants: a partition has one owner, until that one has given it up or is gone; what a step
//! changes is in its records, but for [`ConsumerGroup::checked`].
//!
//! Source: KIP-848, KIP-1101 (hash of topics), KIP-1251 (epochs of partitions), KIP-1263 (assignment
//! interval). Deviation: ties between assignors go to the first name.

#![allow(clippy::result_large_err)] // A rejection is an answer, as large as other answers.

pub(super) mod apply;
mod classic_member;
mod current;
mod describe;
mod embedded;
mod hash;
mod heartbeat;
mod kind;
mod leave;
pub(super) mod member;
mod migrate;
mod pattern;
mod records;
mod refusal;
mod subscription;
mod target;

#[cfg(test)]
mod tests;

use std::{collections::BTreeSet, sync::Arc};

use moldau_metadata::image::{ChunkMap, MetadataImage};
use moldau_protocol::ids::{Offset, TopicId};

use super::{Group, GroupMachine, GroupStep, Name, Reply};
use crate::machine::{Call, Time};

pub use describe::describe;
use member::{Member, Partitions};
use refusal::Refusal;

/// Epoch of a group that nothing has been written of yet.
const FIRST_EPOCH: i32 = 1;

/// How many members subscribe to a topic by name, and how many patterns stand for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Subscribers {
    by_name: usize,
    by_regex: usize,
}

/// Topics that a pattern stood for.
#[derive(Clone, Debug, PartialEq)]
struct Resolved {
    /// Sorted.
    topics: Arc<[Name]>,
    /// Offset of the metadata that was looked at.
    version: i64,
    /// When.
    at: Time,
}

/// What is not in the log, so that it does not tell one group from another.
#[derive(Clone, Copy, Debug)]
struct Soft<T>(T);

impl<T> PartialEq for Soft<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// A consumer group (KIP-848).
#[derive(Clone, Debug, PartialEq)]
pub struct ConsumerGroup {
    /// Grows with each change that asks for a new target.
    epoch: i32,
    metadata_hash: i64,
    /// Epoch that the target was made for.
    target_epoch: i32,
    /// When the target was made; 0 for a group without members.
    target_made: Time,
    members: ChunkMap<Name, Arc<Member>>,
    targets: ChunkMap<Name, Arc<Partitions>>,
    /// Partitions that a member has or has yet to give up, with the epoch of that member.
    owners: ChunkMap<(TopicId, i32), i32>,
    /// Members by `group.instance.id`.
    instances: ChunkMap<Name, Name>,
    /// Number of members that ask for an assignor.
    assignors: ChunkMap<Name, usize>,
    topics: ChunkMap<Name, Subscribers>,
    /// Number of members with a pattern.
    regexes: ChunkMap<Name, usize>,
    resolved: ChunkMap<Name, Resolved>,
    /// Number of members by the classic protocol.
    classic_members: usize,
    /// Number of those that support a protocol.
    classic_protocols: ChunkMap<Name, usize>,
    /// Whether the log has a record of the kind that Kafka before 4.1 wrote.
    has_partitions_record: bool,
    /// Metadata that the hash was last compared with.
    checked: Soft<Option<Offset>>,
}

impl Default for ConsumerGroup {
    fn default() -> Self {
        Self {
            epoch: FIRST_EPOCH,
            metadata_hash: 0,
            target_epoch: FIRST_EPOCH,
            target_made: Time(0),
            members: ChunkMap::default(),
            targets: ChunkMap::default(),
            owners: ChunkMap::default(),
            instances: ChunkMap::default(),
            assignors: ChunkMap::default(),
            topics: ChunkMap::default(),
            regexes: ChunkMap::default(),
            resolved: ChunkMap::default(),
            classic_members: 0,
            classic_protocols: ChunkMap::default(),
            has_partitions_record: false,
            checked: Soft(None),
        }
    }
}

impl ConsumerGroup {
    /// The member with this id.
    fn member(&self, group: &str, id: &str) -> Result<&Arc<Member>, Refusal> {
        self.members.get(id).ok_or_else(|| Refusal::unknown_member(group, id))
    }

    /// Id of the member with this `group.instance.id`, and the member.
    fn static_member(&self, instance: &str) -> Option<(&Name, &Arc<Member>)> {
        let id = self.instances.get(instance)?;
        Some((id, self.members.get(id)?))
    }

    /// Topics that a member is subscribed to, by name or pattern; sorted.
    fn subscriptions(&self, member: &Member) -> Arc<[Name]> {
        let resolved = self.resolved.get(&member.regex).map(|resolved| &resolved.topics);
        match resolved {
            None => Arc::clone(&member.topics),
            Some(topics) if member.topics.is_empty() => Arc::clone(topics),
            Some(topics) => member
                .topics
                .iter()
                .chain(topics.iter())
                .cloned()
                .collect::<BTreeSet<_>>()
                .into_iter()
                .collect(),
        }
    }

    /// Hash of the topics of the group as `image` has them.
    fn hash_in(&self, image: &MetadataImage) -> i64 {
        hash::of_topics(image, self.topics.keys().map(|name| &**name))
    }

    /// The assignor that most members ask for; none when nobody asks.
    fn preferred_assignor(&self) -> Option<&Name> {
        let mut best: Option<(&Name, usize)> = None;
        for (name, count) in self.assignors.iter() {
            if best.is_none_or(|(_, most)| *count > most) {
                best = Some((name, *count));
            }
        }
        best.map(|(name, _)| name)
    }

    /// Whether all members are subscribed to the same topics.
    fn is_homogeneous(&self) -> bool {
        let members = self.members.len();
        match self.regexes.values().next() {
            None => self.topics.values().all(|topic| topic.by_name == members),
            Some(count) if *count == members => {
                self.topics.values().all(|topic| topic.by_regex == 1 && topic.by_name == 0)
            }
            Some(_) => false,
        }
    }
}

/// Which metadata the topics were last changed by, for all groups of a machine.
#[derive(Clone, Copy, Debug)]
pub(super) struct TopicsSeen {
    /// Metadata that a topic was last changed by.
    changed: Offset,
    /// Metadata that a topic was last made or deleted by.
    created: Offset,
}

impl TopicsSeen {
    pub(super) fn new(image: &MetadataImage) -> Self {
        let now = image.provenance.last_offset;
        Self { changed: now, created: now }
    }
}

impl GroupMachine {
    /// A consumer group by its name; none for another kind too.
    fn consumer_group(&self, name: &str) -> Option<&ConsumerGroup> {
        match &**self.state.groups.get(name)? {
            Group::Consumer(group) => Some(group),
            Group::Classic(_) => None,
        }
    }

    /// Puts the group, and its deadlines, back as they were if `change` is refused.
    fn or_undo<T>(
        &mut self,
        name: &Name,
        call: Call,
        change: impl FnOnce(&mut Self) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let before = self.state.groups.get(name).map(Arc::clone);
        let done = change(self);
        let now = self.state.groups.get(name);
        if done.is_ok() || now.map(Arc::as_ptr) == before.as_ref().map(Arc::as_ptr) {
            return done;
        }
        let members: Vec<Name> = self
            .consumer_group(name)
            .map(|group| group.members.keys().cloned().collect())
            .unwrap_or_default();
        for id in members {
            self.cancel_member(name, &id);
        }
        match before {
            Some(group) => {
                match &*group {
                    Group::Classic(classic) => self.arm_classic(name, classic, call.now),
                    Group::Consumer(consumer) => self.arm_consumer(name, consumer, call.now),
                }
                self.state.groups.insert(Name::clone(name), group);
            }
            None => {
                self.state.groups.remove(name);
            }
        }
        done
    }

    /// Takes note of what changed; a group reacts by the next heartbeat of a member.
    pub(super) fn new_metadata(&mut self, before: &Arc<MetadataImage>, call: Call) -> GroupStep {
        let now = self.image.provenance.last_offset;
        if !before.topics.is_same(&self.image.topics) {
            self.topics_seen.changed = now;
        }
        if !before.topics.has_same_names(&self.image.topics) {
            self.topics_seen.created = now;
        }
        GroupStep::reply(call.ticket, Reply::Done)
    }
}

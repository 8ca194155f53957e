//! Committed offsets: what was consumed, by group, topic and partition.
//!
//! A commit in a transaction is *pending* until the transaction ends (KIP-447). Of two commits for
//! one partition the later one in the log counts, even where the earlier one is of a transaction that
//! ends after it; so a pending offset is *outdone* by whatever is committed after it.
//!
//! A group that nobody joins comes into being with its first offset (a simple group); that is why
//! offsets are applied to the whole state.
//!
//! Size: a million offsets may be loaded. An offset takes 72 bytes and its part of a chunk, about 100
//! in all; names of topics are shared; what few commits have is behind a pointer.
//!
//! Source: KIP-211 (expiry), 447 (stable offsets), 496 (OffsetDelete), 1251 (commits of an older
//! epoch). Tests: beside the code, scripts over time through the machine.

mod commit;
mod delete;
mod expiry;
mod fetch;
mod slot;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use moldau_protocol::ids::{PartitionIndex, TopicId};
use moldau_protocol::messages::{OffsetCommitKey, OffsetCommitValue};

use super::*;
use slot::{At, Slot};

pub use delete::DeletedTopic;
pub use fetch::fetch;
pub use slot::Committed;

/// An offset in a transaction that has not ended.
#[derive(Clone, Debug, PartialEq)]
struct Pending {
    producer: ProducerId,
    /// Orders the pending offsets of a partition as they are in the log.
    number: u64,
    /// A later offset was committed since.
    outdone: bool,
    committed: Committed,
}

/// The offsets of a group; never empty.
#[derive(Clone, Debug, Default, PartialEq)]
struct GroupOffsets {
    committed: ChunkMap<Slot, Committed>,
    /// At most one for each producer, in the order of the log.
    pending: BTreeMap<Slot, Vec<Pending>>,
}

impl GroupOffsets {
    fn is_empty(&self) -> bool {
        self.committed.is_empty() && self.pending.is_empty()
    }

    fn get(&self, topic: &str, partition: PartitionIndex) -> Option<&Committed> {
        self.committed.get::<dyn At + '_>(&(topic, partition))
    }

    fn is_pending(&self, topic: &str, partition: PartitionIndex) -> bool {
        !self.pending.is_empty() && self.pending.contains_key::<dyn At + '_>(&(topic, partition))
    }

    /// The partitions of a topic that have an offset, committed or pending; ascending.
    fn partitions_of(&self, topic: &str) -> BTreeMap<PartitionIndex, TopicId> {
        let first: (&str, PartitionIndex) = (topic, PartitionIndex(i32::MIN));
        let pending = self
            .pending
            .range::<dyn At + '_, _>((
                std::ops::Bound::Included(&first as &(dyn At + '_)),
                std::ops::Bound::Unbounded,
            ))
            .take_while(|(slot, _)| *slot.topic == *topic)
            .filter_map(|(slot, pending)| {
                Some((slot.partition, pending.last()?.committed.topic_id))
            });
        let mut found: BTreeMap<_, _> = pending.collect();
        found.extend(
            self.committed
                .range_from::<dyn At + '_>(&first)
                .take_while(|(slot, _)| *slot.topic == *topic)
                .map(|(slot, committed)| (slot.partition, committed.topic_id)),
        );
        found
    }

    /// Takes out what a producer has pending here.
    fn take_pending(&mut self, producer: ProducerId) -> Vec<(Slot, Pending)> {
        let mut taken = Vec::new();
        self.pending.retain(|slot, pending| {
            if let Some(index) = pending.iter().position(|pending| pending.producer == producer) {
                taken.push((slot.clone(), pending.remove(index)));
            }
            !pending.is_empty()
        });
        taken
    }

    /// Commits an offset whose transaction is over, unless a later one was committed.
    fn settle(&mut self, slot: Slot, ended: Pending) {
        if ended.outdone {
            return;
        }
        for pending in self.pending.get_mut(&slot).into_iter().flatten() {
            pending.outdone |= pending.number < ended.number;
        }
        self.committed.insert(slot, ended.committed);
    }
}

/// Committed offsets of all groups of the partition.
#[derive(Clone, Debug, Default)]
pub struct Offsets {
    groups: ChunkMap<Name, Arc<GroupOffsets>>,
    /// Groups in which a producer has pending offsets, or had before they were removed.
    open: ChunkMap<ProducerId, Arc<BTreeSet<Name>>>,
    /// Number of the next pending offset.
    number: u64,
    /// Names of topics, to share them. Grows with the topics that have offsets; a deleted topic's
    /// goes with it.
    names: ChunkMap<Name, Name>,
}

impl PartialEq for Offsets {
    /// Shared names and the counter are no part of what is known.
    fn eq(&self, other: &Self) -> bool {
        self.groups == other.groups && self.open == other.open
    }
}

/// A record of an offset, from a step or from the log.
pub(super) fn apply(
    state: &mut GroupState,
    key: OffsetCommitKey,
    value: Option<OffsetCommitValue>,
    producer: Option<ProducerId>,
) {
    let partition = PartitionIndex(key.partition);
    let Some(value) = value else {
        state.offsets.remove(&key.group, &key.topic, partition);
        return;
    };
    if !state.groups.contains_key(key.group.as_str()) {
        let simple = ClassicGroup::simple(Time(value.commit_timestamp));
        let name = Name::from(key.group.as_str());
        state.groups.insert(name, Arc::new(Group::Classic(simple)));
    }
    match producer {
        None => state.offsets.put(&key.group, &key.topic, partition, value.into()),
        Some(id) => state.offsets.put_pending(&key.group, &key.topic, partition, id, value.into()),
    }
}

impl Offsets {
    /// The committed offset of a partition.
    #[must_use]
    pub fn get(&self, group: &str, topic: &str, partition: PartitionIndex) -> Option<&Committed> {
        self.groups.get(group)?.get(topic, partition)
    }

    /// Everything committed: group, topic, partition and offset, in this order.
    pub fn iter(&self) -> impl Iterator<Item = (&Name, &Name, PartitionIndex, &Committed)> {
        self.groups.iter().flat_map(|(group, offsets)| {
            offsets
                .committed
                .iter()
                .map(move |(slot, committed)| (group, &slot.topic, slot.partition, committed))
        })
    }

    /// Number of committed offsets; counted.
    #[must_use]
    pub fn len(&self) -> usize {
        self.groups.values().map(|offsets| offsets.committed.len()).sum()
    }

    /// Whether nothing is committed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.groups.values().all(|offsets| offsets.committed.is_empty())
    }

    fn put(&mut self, group: &str, topic: &str, partition: PartitionIndex, committed: Committed) {
        let offsets = group_mut(&mut self.groups, group);
        if !offsets.pending.is_empty()
            && let Some(pending) = offsets.pending.get_mut::<dyn At + '_>(&(topic, partition))
        {
            pending.iter_mut().for_each(|pending| pending.outdone = true);
        }
        let mut committed = Some(committed);
        let kept = offsets.committed.get_or_insert_with::<dyn At + '_>(&(topic, partition), || {
            let slot = Slot { topic: shared(&mut self.names, topic), partition };
            (slot, committed.take().expect("it is taken once"))
        });
        if let Some(committed) = committed {
            *kept = committed;
        }
    }

    fn put_pending(
        &mut self,
        group: &str,
        topic: &str,
        partition: PartitionIndex,
        producer: ProducerId,
        committed: Committed,
    ) {
        let number = self.number;
        self.number += 1;
        let slot = Slot { topic: shared(&mut self.names, topic), partition };
        let offsets = group_mut(&mut self.groups, group);
        let pending = offsets.pending.entry(slot).or_default();
        pending.retain(|pending| pending.producer != producer);
        pending.push(Pending { producer, number, outdone: false, committed });
        match self.open.get_mut(&producer) {
            Some(groups) if groups.contains(group) => {}
            Some(groups) => drop(Arc::make_mut(groups).insert(Name::from(group))),
            None => {
                let groups = BTreeSet::from([Name::from(group)]);
                self.open.insert(producer, Arc::new(groups));
            }
        }
    }

    /// Removes the offset of a partition, and what is pending for it.
    fn remove(&mut self, group: &str, topic: &str, partition: PartitionIndex) {
        let Some(offsets) = self.groups.get_mut(group) else { return };
        let offsets = Arc::make_mut(offsets);
        offsets.committed.remove::<dyn At + '_>(&(topic, partition));
        if !offsets.pending.is_empty() {
            offsets.pending.remove::<dyn At + '_>(&(topic, partition));
        }
        if offsets.is_empty() {
            self.groups.remove(group);
        }
    }

    pub(super) fn end_transaction(&mut self, producer: ProducerId, outcome: Outcome) {
        let Some(groups) = self.open.remove(&producer) else { return };
        for group in &*groups {
            let Some(offsets) = self.groups.get_mut(group) else { continue };
            let offsets = Arc::make_mut(offsets);
            let taken = offsets.take_pending(producer);
            if outcome == Outcome::Commit {
                for (slot, pending) in taken {
                    offsets.settle(slot, pending);
                }
            }
            if offsets.is_empty() {
                self.groups.remove(group);
            }
        }
    }
}

fn group_mut<'a>(
    groups: &'a mut ChunkMap<Name, Arc<GroupOffsets>>,
    group: &str,
) -> &'a mut GroupOffsets {
    Arc::make_mut(groups.get_or_insert_with(group, || (Name::from(group), Arc::default())))
}

fn shared(names: &mut ChunkMap<Name, Name>, topic: &str) -> Name {
    Arc::clone(names.get_or_insert_with(topic, || {
        let name = Name::from(topic);
        (Arc::clone(&name), name)
    }))
}

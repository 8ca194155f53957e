//! Offsets that nobody wants any more, and groups that have nothing left (KIP-211).
//!
//! Looked for every `offsets.retention.check.interval.ms`. An offset goes `offsets.retention.minutes`
//! after its group became empty, or after its commit where the group is no classic one with members,
//! or when the commit itself said (OffsetCommit 2-4); not while the group subscribes to the topic,
//! nor while a transaction has an offset pending for the partition. A group without members goes with
//! its last offset.

use super::{delete::tombstone, *};

/// Bytes of records that one step removes things with: a part of what a batch may have.
const STEP_BYTES: usize = 256 * 1024;
/// Bytes of a record beside names: its frame, types and lengths.
const RECORD_BYTES: usize = 32;

/// What a step may still remove.
pub(super) struct Budget(usize);

impl Default for Budget {
    fn default() -> Self {
        Self(STEP_BYTES)
    }
}

impl Budget {
    /// Whether there is room for the removal of one offset. There always is for a first one.
    pub(super) fn spend(&mut self, group: &str, topic: &str) -> bool {
        let bytes = RECORD_BYTES + group.len() + topic.len();
        if self.0 < bytes && self.0 < STEP_BYTES {
            return false;
        }
        self.0 = self.0.saturating_sub(bytes);
        true
    }
}

impl GroupMachine {
    /// Looks through the groups from `from` on. What is too much for one step is left to the next,
    /// which is due at once.
    pub(in super::super) fn expire_offsets(&mut self, from: &str, call: Call) -> GroupStep {
        let mut step = GroupStep::default();
        let mut budget = Budget::default();
        let groups = self.state.groups.clone();
        for (name, group) in groups.range_from(from) {
            let Some(empty) = self.expire_of(&mut step, name, group, &mut budget, call.now) else {
                self.deadlines.set(Deadline::ExpiryFrom(Arc::clone(name)), call.now);
                break;
            };
            if !empty || !group.is_empty() {
                continue;
            }
            if !budget.spend(name, "") {
                self.deadlines.set(Deadline::ExpiryFrom(Arc::clone(name)), call.now);
                break;
            }
            for record in group.tombstones(name) {
                self.write(&mut step, record);
            }
        }
        step
    }

    /// Whether the group has no offset left; none if it could not be seen to its end.
    fn expire_of(
        &mut self,
        step: &mut GroupStep,
        name: &Name,
        group: &Group,
        budget: &mut Budget,
        now: Time,
    ) -> Option<bool> {
        let Some(offsets) = self.state.offsets.groups.get(name).cloned() else {
            return Some(true);
        };
        let aging = group.aging();
        if aging == Aging::Never {
            return Some(false);
        }
        let mut empty = offsets.pending.is_empty();
        let mut subscribed: Option<(&Name, bool)> = None;
        for (slot, committed) in offsets.committed.iter() {
            let is_subscribed = match subscribed {
                Some((topic, answer)) if *topic == slot.topic => answer,
                _ => group.is_subscribed_to(&slot.topic),
            };
            subscribed = Some((&slot.topic, is_subscribed));
            if is_subscribed
                || !self.is_expired(committed, aging, now)
                || offsets.is_pending(&slot.topic, slot.partition)
            {
                empty = false;
                continue;
            }
            if !budget.spend(name, &slot.topic) {
                return None;
            }
            self.write(step, tombstone(name, &slot.topic, slot.partition));
        }
        Some(empty)
    }

    fn is_expired(&self, committed: &Committed, aging: Aging, now: Time) -> bool {
        if let Some(at) = committed.expires() {
            return now >= at;
        }
        let since = match aging {
            Aging::Since(empty) => empty,
            _ => committed.committed_at,
        };
        now >= since + self.settings.offsets_retention
    }
}

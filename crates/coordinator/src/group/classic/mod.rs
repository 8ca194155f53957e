//! Classic groups: members elect a leader, and the leader assigns (JoinGroup, SyncGroup, Heartbeat,
//! LeaveGroup).
//!
//! A group lives through generations. In the join phase (`PreparingRebalance`) everybody sends
//! JoinGroup and waits; in the sync phase (`CompletingRebalance`) the leader has the list of members and
//! everybody waits for what it assigns; then the group is `Stable` until somebody comes, goes or falls
//! silent. Only the end of a sync phase, a group that became empty, a new group and a static member that
//! came back make a record: the whole group is one.
//!
//! State: [`ClassicGroup`], of which generation, protocol, leader and members are durable once they are in
//! a record; who waits, member ids that were handed out, and votes are soft. All changes go through a
//! [`Turn`].
//!
//! Invariants: `awaiting` counts the members with a waiting JoinGroup, `unsynced` those that have not
//! synced; every member is supported by at least one protocol that all others support; whoever is taken
//! out of a group while a request of it waits is answered.
//!
//! Source: KIP-62 (rebalance timeout), 134 (initial delay), 345 (static members), 394 (member ids),
//! 559 (protocol in SyncGroup), 800 (reasons), 814 (static leader), 1043 (DescribeGroups 6). Codes,
//! transitions and record contents are those of Apache Kafka 4.4.0.
//!
//! Deviations: of two requests of one member that wait at the same time Kafka answers the last alone,
//! and a member that leaves while its SyncGroup waits never; here the first is told to rejoin, and the one
//! that left that it is unknown. A static member that comes back before it synced has to sync in time; in
//! Kafka its old id stays on the list and makes a rebalance at the end. What it subscribes to now counts for
//! the age of offsets at once, as after a load; in Kafka from the next generation on. A protocol that a member names
//! twice counts once. [`MAX_PENDING`] member ids without a member are kept.

#![allow(clippy::result_large_err)] // A rejection is an answer, as large as other answers.

mod group;
mod heartbeat;
mod join;
mod kind;
mod leave;
mod query;
mod rebalance;
mod record;
mod sync;
#[cfg(test)]
mod tests;
mod turn;

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Deadline, Group, GroupMachine, GroupStep, Name};
use crate::machine::{Ticket, Time};
use turn::Turn;

pub use group::{ClassicGroup, InitialDelay, Member, Pending, Phase, Protocol, Waiting};
pub use query::{describe, list};
pub(super) use record::apply;
pub(super) use turn::join_reply;

/// How many member ids a group keeps that were handed out and not used (100,000 clients that ask for one
/// and go away must not fill the memory); the oldest is forgotten, its owner has to ask again.
pub const MAX_PENDING: usize = 10_000;

impl GroupMachine {
    /// The group, if it is a classic one.
    pub(super) fn classic(&self, name: &str) -> Option<&ClassicGroup> {
        match &**self.state.groups.get(name)? {
            Group::Classic(group) => Some(group),
            Group::Consumer(_) => None,
        }
    }

    /// Begins to change a classic group; none if there is no such.
    pub(super) fn turn(&mut self, name: &Name, now: Time) -> Option<Turn<'_>> {
        self.classic(name)?;
        match Arc::make_mut(self.state.groups.get_mut(&**name)?) {
            Group::Classic(group) => Some(Turn {
                name: name.clone(),
                group,
                deadlines: &mut self.deadlines,
                settings: &self.settings,
                now,
                step: GroupStep::default(),
            }),
            Group::Consumer(_) => None,
        }
    }

    /// Changes a classic group; nothing happens if there is no such.
    fn in_turn(&mut self, name: &Name, now: Time, change: impl FnOnce(&mut Turn<'_>)) -> GroupStep {
        self.turn(name, now).map_or_else(GroupStep::default, |mut turn| {
            change(&mut turn);
            turn.step
        })
    }

    /// Sets the deadlines of a group as if everybody had just been heard of.
    pub(super) fn arm_classic(&mut self, name: &Name, group: &ClassicGroup, now: Time) {
        let deadlines = &mut self.deadlines;
        for (member, pending) in group.pending.iter() {
            let deadline = Deadline::ClassicPending(name.clone(), member.clone());
            deadlines.set(deadline, now + pending.session);
        }
        for (id, member) in group.members.iter() {
            let deadline = Deadline::ClassicSession(name.clone(), id.clone());
            deadlines.set(deadline, now + member.silence());
        }
        if group.phase == Phase::PreparingRebalance {
            let wait = group.delay.map_or_else(|| group.rebalance_timeout(), |delay| delay.current);
            deadlines.set(Deadline::ClassicJoin(name.clone()), now + wait);
        } else if group.unsynced > 0 {
            let deadline = Deadline::ClassicSync(name.clone());
            deadlines.set(deadline, now + group.rebalance_timeout());
        }
    }

    /// What a load finds that has to change at once: groups above the size limit rebalance, so that the
    /// members too many are told.
    pub(super) fn activate_classic(&mut self, step: &mut GroupStep, now: Time) {
        let limit = self.settings.classic_max_size;
        let too_large: Vec<Name> = self
            .state
            .groups
            .iter()
            .filter(
                |(_, group)| matches!(&***group, Group::Classic(group) if group.members.len() > limit),
            )
            .map(|(name, _)| name.clone())
            .collect();
        for name in too_large {
            let more = self.in_turn(&name, now, |turn| turn.prepare_rebalance());
            step.records.extend(more.records);
            step.replies.extend(more.replies);
        }
    }

    /// Members that wait under one of these tickets wait no more.
    pub(super) fn forget_waiting(&mut self, lost: &[Ticket]) {
        let lost: BTreeSet<Ticket> = lost.iter().copied().collect();
        let is_lost = |waiting: &Option<Waiting>| waiting.is_some_and(|w| lost.contains(&w.ticket));
        let mut found: Vec<(Name, Vec<Name>)> = Vec::new();
        for (name, group) in self.state.groups.iter() {
            let Group::Classic(group) = &**group else { continue };
            let members: Vec<Name> = group
                .members
                .iter()
                .filter(|(_, member)| is_lost(&member.join) || is_lost(&member.sync))
                .map(|(id, _)| id.clone())
                .collect();
            if !members.is_empty() {
                found.push((name.clone(), members));
            }
        }
        for (name, members) in found {
            let Some(turn) = self.turn(&name, Time::default()) else { continue };
            for id in members {
                let Some(member) = turn.group.members.get(&*id) else { continue };
                let (join, sync) = (is_lost(&member.join), is_lost(&member.sync));
                if join {
                    turn.group.set_join(&id, None);
                }
                if sync {
                    turn.group.change(&id, |member| member.sync = None);
                }
            }
        }
    }
}

//! The phases of a rebalance, and what ends them.

use moldau_protocol::{
    ErrorCode,
    messages::{
        JoinGroupResponse, SyncGroupResponse, join_group_response::JoinGroupResponseMember,
    },
};

use super::super::{Deadline, GroupMachine, GroupStep, Name};
use super::group::{ClassicGroup, InitialDelay, Phase};
use super::turn::Turn;
use crate::machine::Call;

impl GroupMachine {
    /// The join phase, or the initial delay, has lasted long enough.
    pub(in super::super) fn join_phase_over(&mut self, group: &Name, call: Call) -> GroupStep {
        self.in_turn(group, call.now, |turn| {
            if turn.group.phase == Phase::PreparingRebalance {
                turn.end_delay_or_join();
            }
        })
    }

    /// Members that have not synced are taken out.
    pub(in super::super) fn sync_phase_over(&mut self, group: &Name, call: Call) -> GroupStep {
        self.in_turn(group, call.now, |turn| {
            let late: Vec<Name> = turn
                .group
                .members
                .iter()
                .filter(|(_, member)| member.unsynced)
                .map(|(id, _)| id.clone())
                .collect();
            let open = matches!(turn.group.phase, Phase::CompletingRebalance | Phase::Stable);
            if open && !late.is_empty() {
                late.iter().for_each(|id| turn.drop_member(id));
                turn.prepare_rebalance();
            }
        })
    }
}

impl Turn<'_> {
    /// Begins a rebalance if none goes on; else ends the join phase if that was all it waited for.
    pub(super) fn rebalance(&mut self) {
        if self.group.phase == Phase::PreparingRebalance {
            self.maybe_complete_join();
        } else {
            self.prepare_rebalance();
        }
    }

    /// Begins the join phase.
    pub(in super::super) fn prepare_rebalance(&mut self) {
        if self.group.phase == Phase::CompletingRebalance {
            self.take_back_assignment();
        }
        self.clear_unsynced();
        let first = self.group.phase == Phase::Empty;
        self.group.enter(Phase::PreparingRebalance, self.now);
        if first {
            let current = self.settings.classic_initial_delay;
            let remaining = self.group.rebalance_timeout().saturating_sub(current);
            self.group.delay = Some(InitialDelay { current, remaining, extend: false });
            self.deadlines.set(Deadline::ClassicJoin(self.name.clone()), self.now + current);
        } else if self.group.all_joined() {
            self.complete_join();
        } else {
            self.wait_for_members();
        }
    }

    /// Ends the join phase if everybody is there; the first one of a group lasts as long as its delay.
    pub(super) fn maybe_complete_join(&mut self) {
        let group = &*self.group;
        if group.phase == Phase::PreparingRebalance && !group.was_empty && group.all_joined() {
            self.complete_join();
        }
    }

    /// A member or a member id is gone: ends the join phase if everybody else is there, the first one too.
    pub(super) fn complete_join_without_the_gone(&mut self) {
        if self.group.phase == Phase::PreparingRebalance && self.group.all_joined() {
            self.complete_join();
        }
    }

    fn wait_for_members(&mut self) {
        let until = self.now + self.group.rebalance_timeout();
        self.deadlines.set(Deadline::ClassicJoin(self.name.clone()), until);
    }

    /// The initial delay goes on while members come and the rebalance timeout allows it.
    fn end_delay_or_join(&mut self) {
        match self.group.delay {
            Some(delay) if delay.extend && !delay.remaining.is_zero() => {
                let current = self.settings.classic_initial_delay.min(delay.remaining);
                let remaining = delay.remaining.saturating_sub(delay.current);
                self.group.delay = Some(InitialDelay { current, remaining, extend: false });
                self.deadlines.set(Deadline::ClassicJoin(self.name.clone()), self.now + current);
            }
            _ => self.complete_join(),
        }
    }

    /// Ends the join phase: who has not joined is out, unless it is static; who has is answered. With
    /// nobody there but static members that have not joined, it goes on.
    fn complete_join(&mut self) {
        self.deadlines.cancel(&Deadline::ClassicJoin(self.name.clone()));
        self.group.delay = None;
        let missing: Vec<Name> = self
            .group
            .members
            .iter()
            .filter(|(_, member)| member.join.is_none() && member.instance.is_none())
            .map(|(id, _)| id.clone())
            .collect();
        missing.iter().for_each(|id| self.drop_member(id));
        if !self.group.elect() && !self.group.members.is_empty() {
            return self.wait_for_members();
        }
        let group = &mut *self.group;
        group.generation = group.generation.wrapping_add(1);
        group.protocol = (!group.members.is_empty()).then(|| group.select_protocol());
        group.topics = group.read_topics();
        if group.members.is_empty() {
            group.enter(Phase::Empty, self.now);
            let record = group.record(&self.name);
            self.note(record);
        } else {
            group.enter(Phase::CompletingRebalance, self.now);
            self.begin_sync();
        }
    }

    /// Answers everybody who joined, and waits for everybody to sync.
    fn begin_sync(&mut self) {
        for id in self.member_ids() {
            if let Some(join) = self.group.set_join(&id, None) {
                let response = self.group.joined(&id, self.group.is_leader(&id));
                self.answer_join(join, response);
            }
            self.group.change(&id, |member| {
                member.is_new = false;
                member.unsynced = true;
            });
            self.rearm(&id);
        }
        let until = self.now + self.group.rebalance_timeout();
        self.deadlines.set(Deadline::ClassicSync(self.name.clone()), until);
    }

    /// The assignment of the sync phase that is broken off counts no more, and who waits for it rejoins.
    fn take_back_assignment(&mut self) {
        for id in self.member_ids() {
            let mut waiting = None;
            self.group.change(&id, |member| {
                member.assignment.clear();
                waiting = member.sync.take();
            });
            if let Some(sync) = waiting {
                self.refuse_sync(sync, ErrorCode::REBALANCE_IN_PROGRESS);
                self.rearm(&id);
            }
        }
    }

    /// Answers everybody who waits for its assignment.
    pub(super) fn hand_out_assignment(&mut self) {
        for id in self.member_ids() {
            let mut waiting = None;
            self.group.change(&id, |member| waiting = member.sync.take());
            if let Some(sync) = waiting {
                let response = self.group.synced(&id);
                self.answer_sync(sync, response);
                self.rearm(&id);
            }
        }
    }

    fn clear_unsynced(&mut self) {
        self.deadlines.cancel(&Deadline::ClassicSync(self.name.clone()));
        if self.group.unsynced > 0 {
            for id in self.member_ids() {
                self.group.change(&id, |member| member.unsynced = false);
            }
        }
    }
}

impl ClassicGroup {
    /// The generation as a member is told of it, the leader with the list of members.
    pub(super) fn joined(&self, id: &str, with_members: bool) -> JoinGroupResponse {
        let protocol = self.protocol.as_deref().unwrap_or_default();
        let member =
            |(id, member): (&Name, &std::sync::Arc<super::Member>)| JoinGroupResponseMember {
                member_id: id.to_string(),
                group_instance_id: member.instance.as_deref().map(str::to_owned),
                metadata: member.metadata(protocol),
                ..JoinGroupResponseMember::default()
            };
        JoinGroupResponse {
            generation_id: self.generation,
            protocol_type: self.protocol_type.as_deref().map(str::to_owned),
            protocol_name: self.protocol.as_deref().map(str::to_owned),
            leader: self.leader.as_deref().unwrap_or_default().to_owned(),
            member_id: id.to_owned(),
            members: if with_members {
                self.members.iter().map(member).collect()
            } else {
                Vec::new()
            },
            ..JoinGroupResponse::default()
        }
    }

    /// What is assigned to a member, as it is told.
    pub(super) fn synced(&self, id: &str) -> SyncGroupResponse {
        let member = self.members.get(id);
        SyncGroupResponse {
            protocol_type: self.protocol_type.as_deref().map(str::to_owned),
            protocol_name: self.protocol.as_deref().map(str::to_owned),
            assignment: member.map(|member| member.assignment.clone()).unwrap_or_default(),
            ..SyncGroupResponse::default()
        }
    }
}

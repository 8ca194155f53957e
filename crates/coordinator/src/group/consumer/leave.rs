//! The end of a membership: a member leaves, is silent, or does not do its part in time.

use std::sync::Arc;

use moldau_protocol::messages::{ConsumerGroupHeartbeatRequest, ConsumerGroupHeartbeatResponse};

use super::super::{Deadline, GroupMachine, GroupStep, Name};
use super::heartbeat::{duration, refuse_if_fenced};
use super::member::{Member, MemberState, Owned, STATIC_LEAVE_EPOCH};
use super::{ConsumerGroup, Refusal, records};
use crate::machine::{Call, Time};

impl GroupMachine {
    /// A heartbeat that says farewell. A static member that will be back keeps its partitions until
    /// its session is over.
    pub(super) fn consumer_leave(
        &mut self,
        request: &ConsumerGroupHeartbeatRequest,
        call: Call,
    ) -> Result<(GroupStep, ConsumerGroupHeartbeatResponse), Refusal> {
        let group = Name::from(request.group_id.as_str());
        let state = self.consumer_group_or_refuse(&group)?;
        let id = Name::from(request.member_id.as_str());
        let member = match request.instance_id.as_deref() {
            None => Arc::clone(state.member(&group, &id)?),
            Some(instance) => {
                let (known, member) = state
                    .static_member(instance)
                    .ok_or_else(|| Refusal::unknown_instance(instance))?;
                refuse_if_fenced(known, &id, instance)?;
                Arc::clone(member)
            }
        };
        let reply = ConsumerGroupHeartbeatResponse {
            member_id: Some(request.member_id.clone()),
            member_epoch: request.member_epoch,
            ..Default::default()
        };
        let mut step = GroupStep::default();
        if request.instance_id.is_some() && request.member_epoch == STATIC_LEAVE_EPOCH {
            self.write(&mut step, records::current(&group, &id, &away(&member)));
            self.deadlines.cancel(&Deadline::ConsumerRebalance(group, id));
        } else {
            self.fence_members(&mut step, &group, &[id], call);
        }
        Ok((step, reply))
    }

    pub(super) fn consumer_group_or_refuse(&self, group: &str) -> Result<&ConsumerGroup, Refusal> {
        self.consumer_group(group).ok_or_else(|| {
            Refusal::no_group(if self.state.groups.contains_key(group) {
                format!("Group {group} is not a consumer group.")
            } else {
                format!("Group {group} not found.")
            })
        })
    }

    /// Removes members, each once; the group becomes a classic one if only such members are left.
    pub(super) fn fence_members(
        &mut self,
        step: &mut GroupStep,
        group: &Name,
        ids: &[Name],
        call: Call,
    ) {
        if ids.is_empty() || self.downgrade_without(step, group, ids, call) {
            return;
        }
        let Some(before) = self.consumer_group(group) else { return };
        let mut regexes: Vec<Name> = ids
            .iter()
            .filter_map(|id| before.members.get(id))
            .map(|member| Name::clone(&member.regex))
            .filter(|regex| !regex.is_empty())
            .collect();
        regexes.sort_unstable();
        regexes.dedup();
        for id in ids {
            for record in records::member_gone(group, id) {
                self.write(step, record);
            }
            self.cancel_member(group, id);
        }
        for regex in regexes {
            let is_used = |state: &ConsumerGroup| state.regexes.contains_key(&regex);
            if !self.consumer_group(group).is_some_and(is_used) {
                self.write(step, records::regex_gone(group, &regex));
            }
        }
        let Some(state) = self.consumer_group(group) else { return };
        let (epoch, hash) = (state.epoch.saturating_add(1), state.hash_in(&self.image));
        let is_empty = state.members.is_empty();
        self.write(step, records::epoch(group, epoch, hash));
        if is_empty {
            self.write(step, records::target(group, epoch, Time(0)));
        }
    }

    pub(super) fn cancel_member(&mut self, group: &Name, id: &Name) {
        for deadline in [
            Deadline::ConsumerSession,
            Deadline::ConsumerRebalance,
            Deadline::ConsumerJoin,
            Deadline::ConsumerSync,
        ] {
            self.deadlines.cancel(&deadline(Name::clone(group), Name::clone(id)));
        }
    }

    /// Removes the member for what it did not do, if it is one.
    fn fence_late(&mut self, group: &Name, id: &Name, call: Call) -> GroupStep {
        let mut step = GroupStep::default();
        if self.consumer_group(group).is_some_and(|state| state.members.contains_key(id)) {
            self.fence_members(&mut step, group, std::slice::from_ref(id), call);
        }
        step
    }

    pub(in super::super) fn consumer_session_over(
        &mut self,
        group: &Name,
        member: &Name,
        call: Call,
    ) -> GroupStep {
        self.fence_late(group, member, call)
    }

    pub(in super::super) fn consumer_rebalance_over(
        &mut self,
        group: &Name,
        member: &Name,
        call: Call,
    ) -> GroupStep {
        let state = self.consumer_group(group).and_then(|state| state.members.get(member));
        let is_late = |member: &Arc<Member>| {
            member.state == MemberState::UnrevokedPartitions && member.epoch != STATIC_LEAVE_EPOCH
        };
        if state.is_some_and(is_late) {
            self.fence_late(group, member, call)
        } else {
            GroupStep::default()
        }
    }

    pub(in super::super) fn consumer_join_over(
        &mut self,
        group: &Name,
        member: &Name,
        call: Call,
    ) -> GroupStep {
        self.fence_late(group, member, call)
    }

    pub(in super::super) fn consumer_sync_over(
        &mut self,
        group: &Name,
        member: &Name,
        call: Call,
    ) -> GroupStep {
        self.fence_late(group, member, call)
    }

    pub(in super::super) fn arm_consumer(&mut self, name: &Name, group: &ConsumerGroup, now: Time) {
        let session = self.settings.consumer_times(&self.image, name).session;
        for (id, member) in group.members.iter() {
            let both = || (Name::clone(name), Name::clone(id));
            let (group, id) = both();
            self.deadlines.set(Deadline::ConsumerSession(group, id), now + session);
            if member.state == MemberState::UnrevokedPartitions {
                let (group, id) = both();
                let until = now + duration(member.rebalance_timeout_ms);
                self.deadlines.set(Deadline::ConsumerRebalance(group, id), until);
            }
        }
    }
}

/// A static member that left and will be back.
fn away(member: &Member) -> Member {
    let assigned: Owned = member
        .assigned
        .iter()
        .map(|(topic, own)| (*topic, own.keys().map(|index| (*index, 0)).collect()))
        .collect();
    Member {
        epoch: STATIC_LEAVE_EPOCH,
        assigned: Arc::new(assigned),
        revoking: Arc::default(),
        ..member.clone()
    }
}

//! Heartbeat 0-4, and what happens when nothing is heard of a member.

use moldau_protocol::{
    ErrorCode,
    messages::{HeartbeatRequest, HeartbeatResponse},
};

use super::super::{Deadline, Group, GroupMachine, GroupStep, Name, Reply};
use super::group::Phase;
use crate::machine::{Call, Time};

impl GroupMachine {
    pub(in super::super) fn heartbeat(
        &mut self,
        request: HeartbeatRequest,
        call: Call,
    ) -> Result<GroupStep, Reply> {
        if request.group_id.is_empty() {
            return Err(answer(ErrorCode::INVALID_GROUP_ID));
        }
        let group = match self.state.groups.get(&*request.group_id).map(|group| &**group) {
            Some(Group::Classic(group)) => group,
            Some(Group::Consumer(_)) => return self.heartbeat_to_consumer_group(&request, call),
            None => return Err(answer(ErrorCode::UNKNOWN_MEMBER_ID)),
        };
        let id = &*request.member_id;
        let member =
            group.validate_member(id, request.group_instance_id.as_deref()).map_err(answer)?;
        if request.generation_id != group.generation {
            return Err(answer(ErrorCode::ILLEGAL_GENERATION));
        }
        let until = call.now + member.session_timeout;
        let outcome = match group.phase {
            Phase::PreparingRebalance => ErrorCode::REBALANCE_IN_PROGRESS,
            _ => ErrorCode::NONE,
        };
        self.deadlines
            .set(Deadline::ClassicSession(Name::from(request.group_id), Name::from(id)), until);
        Ok(GroupStep::reply(call.ticket, answer(outcome)))
    }

    /// A member showed by another request than a heartbeat that it lives. While the leader assigns, that
    /// does not count.
    #[allow(dead_code)] // For commits of offsets.
    pub(in super::super) fn heard_of(&mut self, group: &Name, member: &str, now: Time) {
        let Some(classic) = self.classic(group) else { return };
        let Some(found) = classic.members.get(member) else { return };
        if matches!(classic.phase, Phase::Stable | Phase::PreparingRebalance) {
            let until = now + found.session_timeout;
            let deadline = Deadline::ClassicSession(group.clone(), Name::from(member));
            self.deadlines.set(deadline, until);
        }
    }

    /// A member was silent for too long. Who waits for an answer cannot send heartbeats and stays, unless
    /// it is new.
    pub(in super::super) fn session_over(
        &mut self,
        group: &Name,
        member: &Name,
        call: Call,
    ) -> GroupStep {
        self.in_turn(group, call.now, |turn| {
            let Some(found) = turn.group.members.get(&**member) else { return };
            if !found.is_new && (found.join.is_some() || found.sync.is_some()) {
                return;
            }
            turn.drop_member(member);
            if turn.group.phase == Phase::PreparingRebalance {
                turn.complete_join_without_the_gone();
            } else {
                turn.rebalance();
            }
        })
    }

    /// A member id was handed out and not used.
    pub(in super::super) fn pending_over(
        &mut self,
        group: &Name,
        member: &Name,
        call: Call,
    ) -> GroupStep {
        self.in_turn(group, call.now, |turn| {
            turn.drop_pending(member);
            turn.complete_join_without_the_gone();
        })
    }
}

fn answer(error: ErrorCode) -> Reply {
    Reply::Heartbeat(HeartbeatResponse { error_code: error.0, ..HeartbeatResponse::default() })
}

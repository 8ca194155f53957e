//! LeaveGroup 0-5: members go, each with its own error code; an operator may send static members away by
//! their instance alone.

use moldau_protocol::{
    ErrorCode,
    messages::{
        LeaveGroupRequest, LeaveGroupResponse, leave_group_request::MemberIdentity,
        leave_group_response::MemberResponse,
    },
};

use super::super::{Group, GroupMachine, GroupStep, Name, Reply};
use super::group::Phase;
use super::turn::Turn;
use crate::machine::Call;

impl GroupMachine {
    pub(in super::super) fn leave(
        &mut self,
        request: LeaveGroupRequest,
        call: Call,
    ) -> Result<GroupStep, Reply> {
        if request.group_id.is_empty() {
            let error_code = ErrorCode::INVALID_GROUP_ID.0;
            return Err(Reply::Leave(LeaveGroupResponse { error_code, ..Default::default() }));
        }
        match self.state.groups.get(&*request.group_id).map(|group| &**group) {
            Some(Group::Classic(_)) => {}
            Some(Group::Consumer(_)) => return Ok(self.leave_consumer_group(request, call)),
            None => {
                let members = request.members.into_iter();
                let gone = members.map(|m| outcome(m, ErrorCode::UNKNOWN_MEMBER_ID)).collect();
                return Err(answer(gone));
            }
        }
        let name = Name::from(request.group_id);
        Ok(self.in_turn(&name, call.now, |turn| {
            let outcomes = turn.leave(request.members);
            turn.step.replies.push((call.ticket, answer(outcomes)));
        }))
    }
}

fn answer(members: Vec<MemberResponse>) -> Reply {
    Reply::Leave(LeaveGroupResponse { members, ..LeaveGroupResponse::default() })
}

fn outcome(member: MemberIdentity, error: ErrorCode) -> MemberResponse {
    MemberResponse {
        member_id: member.member_id,
        group_instance_id: member.group_instance_id,
        error_code: error.0,
        ..MemberResponse::default()
    }
}

impl Turn<'_> {
    fn leave(&mut self, members: Vec<MemberIdentity>) -> Vec<MemberResponse> {
        let mut any = false;
        let mut outcomes = Vec::with_capacity(members.len());
        for member in members {
            let error = self.leave_one(&member).err().unwrap_or(ErrorCode::NONE);
            any |= !error.is_error();
            outcomes.push(outcome(member, error));
        }
        match self.group.phase {
            Phase::Empty => {}
            _ if any => self.rebalance(),
            _ => {}
        }
        outcomes
    }

    fn leave_one(&mut self, member: &MemberIdentity) -> Result<(), ErrorCode> {
        let instance = member.group_instance_id.as_deref();
        let id = match (&*member.member_id, instance) {
            ("", Some(instance)) => self.group.instances.get(instance).cloned(),
            ("", None) => None,
            (id, _) if self.group.pending.contains_key(id) => {
                self.drop_pending(&Name::from(id));
                return Ok(());
            }
            (id, instance) => {
                self.group.validate_member(id, instance)?;
                Some(Name::from(id))
            }
        };
        self.drop_member(&id.ok_or(ErrorCode::UNKNOWN_MEMBER_ID)?);
        Ok(())
    }
}

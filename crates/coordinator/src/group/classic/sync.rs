//! SyncGroup 0-5: the leader says what is assigned to whom, everybody gets its own.

use std::collections::BTreeMap;

use bytes::Bytes;
use moldau_protocol::{
    ErrorCode,
    messages::{SyncGroupRequest, SyncGroupResponse},
};

use super::super::{Deadline, Group, GroupMachine, GroupStep, Name, Reply};
use super::group::{ClassicGroup, Phase, Waiting};
use super::turn::Turn;
use crate::machine::Call;

/// The first version that has to name the protocol (KIP-559).
const PROTOCOL_FROM: i16 = 5;

impl GroupMachine {
    pub(in super::super) fn sync(
        &mut self,
        request: SyncGroupRequest,
        version: i16,
        call: Call,
    ) -> Result<GroupStep, Reply> {
        let unnamed = request.protocol_type.is_none() || request.protocol_name.is_none();
        if version >= PROTOCOL_FROM && unnamed {
            return Err(refused(ErrorCode::INCONSISTENT_GROUP_PROTOCOL));
        }
        if request.group_id.is_empty() {
            return Err(refused(ErrorCode::INVALID_GROUP_ID));
        }
        match self.state.groups.get(&*request.group_id).map(|group| &**group) {
            Some(Group::Classic(group)) => group.validate_sync(&request).map_err(refused)?,
            Some(Group::Consumer(_)) => return self.sync_consumer_group(request, call),
            None => return Err(refused(ErrorCode::UNKNOWN_MEMBER_ID)),
        }
        let name = Name::from(&*request.group_id);
        let waiting = Waiting { ticket: call.ticket, version };
        Ok(self.in_turn(&name, call.now, |turn| turn.sync(request, waiting)))
    }
}

fn refused(error: ErrorCode) -> Reply {
    Reply::Sync(SyncGroupResponse { error_code: error.0, ..SyncGroupResponse::default() })
}

impl Turn<'_> {
    fn sync(&mut self, request: SyncGroupRequest, waiting: Waiting) {
        let id = &*request.member_id;
        self.has_synced(id);
        if self.group.phase != Phase::CompletingRebalance {
            let response = self.group.synced(id);
            return self.answer_sync(waiting, response);
        }
        let mut before = None;
        self.group.change(id, |member| before = member.sync.replace(waiting));
        if let Some(before) = before {
            self.refuse_sync(before, ErrorCode::REBALANCE_IN_PROGRESS);
        }
        if self.group.is_leader(id) {
            self.assign(&request);
        }
    }

    fn has_synced(&mut self, id: &str) {
        self.group.change(id, |member| member.unsynced = false);
        if self.group.unsynced == 0 {
            self.deadlines.cancel(&Deadline::ClassicSync(self.name.clone()));
        }
    }

    /// The group is stable with what the leader assigned; a member it left out has nothing.
    fn assign(&mut self, request: &SyncGroupRequest) {
        let assigned: BTreeMap<&str, &Bytes> =
            request.assignments.iter().map(|a| (&*a.member_id, &a.assignment)).collect();
        for id in self.member_ids() {
            // Copied, so that one assignment does not keep the whole request in memory.
            let own = assigned.get(&*id).map(|bytes| Bytes::copy_from_slice(bytes));
            self.group.change(&id, |member| member.assignment = own.unwrap_or_default());
        }
        let record = self.group.record(&self.name);
        self.note(record);
        self.hand_out_assignment();
        self.group.enter(Phase::Stable, self.now);
    }
}

impl ClassicGroup {
    fn validate_sync(&self, request: &SyncGroupRequest) -> Result<(), ErrorCode> {
        self.validate_member(&request.member_id, request.group_instance_id.as_deref())?;
        if request.generation_id != self.generation {
            return Err(ErrorCode::ILLEGAL_GENERATION);
        }
        let differs = |named: &Option<String>, own: &Option<Name>| {
            named.as_deref().zip(own.as_deref()).is_some_and(|(named, own)| named != own)
        };
        if differs(&request.protocol_type, &self.protocol_type)
            || differs(&request.protocol_name, &self.protocol)
        {
            return Err(ErrorCode::INCONSISTENT_GROUP_PROTOCOL);
        }
        if self.phase == Phase::PreparingRebalance {
            return Err(ErrorCode::REBALANCE_IN_PROGRESS);
        }
        Ok(())
    }
}

//! One classic group while a step is made: what changes it, in one place.

use moldau_protocol::{
    ErrorCode,
    messages::{JoinGroupResponse, SyncGroupResponse},
};

use super::super::{Deadline, GroupMachine, GroupRecord, GroupSettings, GroupStep, Name, Reply};
use super::group::{ClassicGroup, Waiting};
use crate::{deadlines::Deadlines, machine::Time};

/// The first version of JoinGroup whose answer can be without a protocol, and is where older ones have an
/// empty name.
const NULL_PROTOCOL_FROM: i16 = 7;

/// A classic group that changes.
pub(in super::super) struct Turn<'a> {
    /// Its name.
    pub(in super::super) name: Name,
    /// The group.
    pub(in super::super) group: &'a mut ClassicGroup,
    /// All deadlines of the machine.
    pub(in super::super) deadlines: &'a mut Deadlines<Deadline>,
    /// The broker's settings.
    pub(in super::super) settings: &'a GroupSettings,
    /// Now.
    pub(in super::super) now: Time,
    /// What has come of it so far.
    pub(in super::super) step: GroupStep,
}

impl Turn<'_> {
    /// Makes a record part of the step.
    pub(super) fn note(&mut self, record: GroupRecord) {
        GroupMachine::note(&mut self.step, record);
    }

    /// Answers a JoinGroup.
    pub(super) fn answer_join(&mut self, waiting: Waiting, response: JoinGroupResponse) {
        self.step.replies.push((waiting.ticket, join_reply(response, waiting.version)));
    }

    /// Answers a SyncGroup.
    pub(super) fn answer_sync(&mut self, waiting: Waiting, response: SyncGroupResponse) {
        self.step.replies.push((waiting.ticket, Reply::Sync(response)));
    }

    /// Answers a SyncGroup with an error.
    pub(super) fn refuse_sync(&mut self, waiting: Waiting, error: ErrorCode) {
        let response = SyncGroupResponse { error_code: error.0, ..SyncGroupResponse::default() };
        self.answer_sync(waiting, response);
    }

    /// A member was heard of: its session begins anew.
    pub(in super::super) fn rearm(&mut self, id: &Name) {
        let Some(member) = self.group.members.get(&**id) else { return };
        let deadline = Deadline::ClassicSession(self.name.clone(), id.clone());
        self.deadlines.set(deadline, self.now + member.silence());
    }

    /// Lets the JoinGroup of a member wait. One that waits already is told to come again.
    pub(super) fn park_join(&mut self, id: &str, join: Waiting) {
        if let Some(before) = self.group.set_join(id, Some(join)) {
            self.answer_join(before, join_error(id, ErrorCode::REBALANCE_IN_PROGRESS));
        }
    }

    /// Takes a member out of the group and tells what waits for it that it is unknown, so that it joins
    /// again if it still lives.
    pub(in super::super) fn drop_member(&mut self, id: &Name) {
        self.deadlines.cancel(&Deadline::ClassicSession(self.name.clone(), id.clone()));
        let Some(member) = self.group.remove(id) else { return };
        if let Some(join) = member.join {
            self.answer_join(join, join_error("", ErrorCode::UNKNOWN_MEMBER_ID));
        }
        if let Some(sync) = member.sync {
            self.refuse_sync(sync, ErrorCode::UNKNOWN_MEMBER_ID);
        }
    }

    /// Forgets a member id that was handed out.
    pub(super) fn drop_pending(&mut self, id: &Name) {
        self.deadlines.cancel(&Deadline::ClassicPending(self.name.clone(), id.clone()));
        self.group.pending.remove(&**id);
    }

    /// Ends the wait of all members with an error, because the group becomes one of another kind.
    pub(in super::super) fn refuse_all(&mut self, error: ErrorCode) {
        for id in self.member_ids() {
            let Some(member) = self.group.members.get(&*id) else { continue };
            let (join, sync) = (member.join, member.sync);
            if let Some(join) = join {
                self.group.set_join(&id, None);
                self.answer_join(join, join_error(&id, error));
            }
            if let Some(sync) = sync {
                self.group.change(&id, |member| member.sync = None);
                self.refuse_sync(sync, error);
            }
        }
    }

    /// Takes back all deadlines of the group.
    pub(in super::super) fn disarm(&mut self) {
        self.deadlines.cancel(&Deadline::ClassicJoin(self.name.clone()));
        self.deadlines.cancel(&Deadline::ClassicSync(self.name.clone()));
        for id in self.member_ids() {
            self.deadlines.cancel(&Deadline::ClassicSession(self.name.clone(), id));
        }
        for id in self.group.pending.keys() {
            self.deadlines.cancel(&Deadline::ClassicPending(self.name.clone(), id.clone()));
        }
    }

    pub(super) fn member_ids(&self) -> Vec<Name> {
        self.group.members.keys().cloned().collect()
    }
}

/// The answer to a JoinGroup of this version.
pub(in super::super) fn join_reply(mut response: JoinGroupResponse, version: i16) -> Reply {
    let protocol = response.protocol_name.unwrap_or_default();
    response.protocol_name =
        (version < NULL_PROTOCOL_FROM || !protocol.is_empty()).then_some(protocol);
    Reply::Join(response)
}

/// An answer to JoinGroup that is an error.
pub(super) fn join_error(member: &str, error: ErrorCode) -> JoinGroupResponse {
    JoinGroupResponse {
        member_id: member.to_owned(),
        error_code: error.0,
        ..JoinGroupResponse::default()
    }
}

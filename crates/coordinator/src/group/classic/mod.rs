//! PLACEHOLDER of the skeleton: written by helper `classic`.
use super::*;
use moldau_protocol::messages::{GroupMetadataKey, GroupMetadataValue};

/// A classic group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClassicGroup {}

pub(super) fn apply(
    _state: &mut GroupState,
    _key: GroupMetadataKey,
    _value: Option<GroupMetadataValue>,
) {
}

impl GroupMachine {
    pub(super) fn join(
        &mut self,
        _request: JoinGroupRequest,
        _version: i16,
        _client: Client,
        _call: Call,
    ) -> Result<GroupStep, Reply> {
        unreachable!()
    }
    pub(super) fn sync(
        &mut self,
        _request: SyncGroupRequest,
        _version: i16,
        _call: Call,
    ) -> Result<GroupStep, Reply> {
        unreachable!()
    }
    pub(super) fn heartbeat(
        &mut self,
        _request: HeartbeatRequest,
        _call: Call,
    ) -> Result<GroupStep, Reply> {
        unreachable!()
    }
    pub(super) fn leave(
        &mut self,
        _request: LeaveGroupRequest,
        _call: Call,
    ) -> Result<GroupStep, Reply> {
        unreachable!()
    }
    pub(super) fn join_phase_over(&mut self, _group: &Name, _call: Call) -> GroupStep {
        GroupStep::default()
    }
    pub(super) fn sync_phase_over(&mut self, _group: &Name, _call: Call) -> GroupStep {
        GroupStep::default()
    }
    pub(super) fn session_over(&mut self, _group: &Name, _member: &Name, _call: Call) -> GroupStep {
        GroupStep::default()
    }
    pub(super) fn pending_over(&mut self, _group: &Name, _member: &Name, _call: Call) -> GroupStep {
        GroupStep::default()
    }
    pub(super) fn arm_classic(&mut self, _name: &Name, _group: &ClassicGroup, _now: Time) {}
    /// What a load finds that has to change at once (a group above the size limit).
    pub(super) fn activate_classic(&mut self, _step: &mut GroupStep, _now: Time) {}
    /// Members that wait under one of these tickets wait no more.
    pub(super) fn forget_waiting(&mut self, _lost: &[Ticket]) {}
}

use moldau_protocol::ErrorCode;
impl ClassicGroup {
    pub(crate) fn validate_commit(&self, _by: Committer<'_>) -> Result<(), ErrorCode> {
        Ok(())
    }
    pub(crate) fn validate_fetch(
        &self,
        _member: Option<&str>,
        _epoch: i32,
    ) -> Result<(), ErrorCode> {
        Ok(())
    }
    pub(crate) fn validate_offset_delete(&self) -> Result<(), ErrorCode> {
        Ok(())
    }
    pub(crate) fn validate_delete(&self) -> Result<(), ErrorCode> {
        Ok(())
    }
    pub(crate) fn is_subscribed_to(&self, _topic: &str) -> bool {
        false
    }
    pub(crate) fn aging(&self) -> Aging {
        Aging::SinceCommit
    }
    pub(crate) fn is_empty(&self) -> bool {
        true
    }
    pub(crate) fn tombstones(&self, _name: &str) -> Vec<GroupRecord> {
        Vec::new()
    }
    pub(crate) fn state_name(&self) -> &'static str {
        "Empty"
    }
    pub(crate) fn protocol_type(&self) -> &str {
        ""
    }
}

impl ClassicGroup {
    /// A group without members, made by a commit from outside of the group protocol.
    pub(crate) fn simple(_now: Time) -> Self {
        Self::default()
    }
}

impl GroupMachine {
    /// A member showed by another request than a heartbeat that it lives.
    pub(super) fn heard_of(&mut self, _group: &Name, _member: &str, _now: Time) {}
}

/// DescribeGroups of one group. `members` false: only whether it is there (never used yet).
pub fn describe(
    _state: &GroupState,
    _group: &str,
    _version: i16,
) -> moldau_protocol::messages::describe_groups_response::DescribedGroup {
    Default::default()
}

/// ListGroups: the groups of one partition that pass the filters of states and types.
pub fn list(
    _state: &GroupState,
    _request: &moldau_protocol::messages::ListGroupsRequest,
) -> Vec<moldau_protocol::messages::list_groups_response::ListedGroup> {
    Vec::new()
}

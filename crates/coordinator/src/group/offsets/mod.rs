//! PLACEHOLDER of the skeleton: written by helper `offsets`.
use super::*;
use moldau_protocol::messages::{OffsetCommitKey, OffsetCommitValue};

/// Committed offsets of all groups of the partition.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Offsets {}

impl Offsets {
    pub(super) fn apply(
        &mut self,
        _key: OffsetCommitKey,
        _value: Option<OffsetCommitValue>,
        _producer: Option<ProducerId>,
    ) {
    }
    pub(super) fn end_transaction(&mut self, _producer: ProducerId, _outcome: Outcome) {}
}

impl GroupMachine {
    pub(super) fn offset_commit(
        &mut self,
        _request: OffsetCommitRequest,
        _version: i16,
        _call: Call,
    ) -> Result<GroupStep, Reply> {
        unreachable!()
    }
    pub(super) fn txn_offset_commit(
        &mut self,
        _request: TxnOffsetCommitRequest,
        _version: i16,
        _call: Call,
    ) -> Result<GroupStep, Reply> {
        unreachable!()
    }
    pub(super) fn offset_delete(
        &mut self,
        _request: OffsetDeleteRequest,
        _call: Call,
    ) -> Result<GroupStep, Reply> {
        unreachable!()
    }
    pub(super) fn delete_groups(
        &mut self,
        _request: DeleteGroupsRequest,
        _call: Call,
    ) -> Result<GroupStep, Reply> {
        unreachable!()
    }
    pub(super) fn topics_deleted(&mut self, _topics: &[String], call: Call) -> GroupStep {
        GroupStep::reply(call.ticket, Reply::Done)
    }
    pub(super) fn expire_offsets(&mut self, _call: Call) -> GroupStep {
        GroupStep::default()
    }
}

/// OffsetFetch of one group by names (the broker translates topic ids). A group that is not known, or
/// a partition without a commit, has offset -1.
pub fn fetch(
    _state: &GroupState,
    _request: &moldau_protocol::messages::offset_fetch_request::OffsetFetchRequestGroup,
    _require_stable: bool,
    _version: i16,
) -> moldau_protocol::messages::offset_fetch_response::OffsetFetchResponseGroup {
    Default::default()
}

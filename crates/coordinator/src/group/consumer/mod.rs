//! PLACEHOLDER of the skeleton: written by helper `consumer`.
pub mod apply;
use super::*;

/// A consumer group (KIP-848).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ConsumerGroup {}

impl GroupMachine {
    pub(super) fn consumer_heartbeat(
        &mut self,
        _request: ConsumerGroupHeartbeatRequest,
        _version: i16,
        _client: Client,
        _call: Call,
    ) -> Result<GroupStep, Reply> {
        unreachable!()
    }
    pub(super) fn consumer_session_over(
        &mut self,
        _group: &Name,
        _member: &Name,
        _call: Call,
    ) -> GroupStep {
        GroupStep::default()
    }
    pub(super) fn consumer_rebalance_over(
        &mut self,
        _group: &Name,
        _member: &Name,
        _call: Call,
    ) -> GroupStep {
        GroupStep::default()
    }
    pub(super) fn consumer_sync_over(
        &mut self,
        _group: &Name,
        _member: &Name,
        _call: Call,
    ) -> GroupStep {
        GroupStep::default()
    }
    pub(super) fn arm_consumer(&mut self, _name: &Name, _group: &ConsumerGroup, _now: Time) {}
    pub(super) fn new_metadata(&mut self, _before: &Arc<MetadataImage>, call: Call) -> GroupStep {
        GroupStep::reply(call.ticket, Reply::Done)
    }
}

use moldau_protocol::ErrorCode;
impl ConsumerGroup {
    pub(crate) fn validate_commit(&self, _by: Committer<'_>) -> Result<(), ErrorCode> {
        Ok(())
    }
    pub(crate) fn validate_commit_partition(
        &self,
        _by: Committer<'_>,
        _topic: moldau_protocol::ids::TopicId,
        _partition: moldau_protocol::ids::PartitionIndex,
    ) -> Result<(), ErrorCode> {
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

/// ConsumerGroupDescribe of one group; names of topics come from `image`.
pub fn describe(
    _state: &GroupState,
    _image: &MetadataImage,
    _group: &str,
) -> moldau_protocol::messages::consumer_group_describe_response::DescribedGroup {
    Default::default()
}

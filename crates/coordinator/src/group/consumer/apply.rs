//! PLACEHOLDER of the skeleton.
use super::super::GroupState;
use moldau_protocol::messages::*;

pub(in super::super) fn group(
    _s: &mut GroupState,
    _k: ConsumerGroupMetadataKey,
    _v: Option<ConsumerGroupMetadataValue>,
) {
}
pub(in super::super) fn member(
    _s: &mut GroupState,
    _k: ConsumerGroupMemberMetadataKey,
    _v: Option<ConsumerGroupMemberMetadataValue>,
) {
}
pub(in super::super) fn target(
    _s: &mut GroupState,
    _k: ConsumerGroupTargetAssignmentMetadataKey,
    _v: Option<ConsumerGroupTargetAssignmentMetadataValue>,
) {
}
pub(in super::super) fn target_member(
    _s: &mut GroupState,
    _k: ConsumerGroupTargetAssignmentMemberKey,
    _v: Option<ConsumerGroupTargetAssignmentMemberValue>,
) {
}
pub(in super::super) fn current(
    _s: &mut GroupState,
    _k: ConsumerGroupCurrentMemberAssignmentKey,
    _v: Option<ConsumerGroupCurrentMemberAssignmentValue>,
) {
}
pub(in super::super) fn regex(
    _s: &mut GroupState,
    _k: ConsumerGroupRegularExpressionKey,
    _v: Option<ConsumerGroupRegularExpressionValue>,
) {
}

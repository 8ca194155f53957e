//! What is asked of a group of any kind, answered for a classic one.

use moldau_protocol::{ErrorCode, messages::GroupMetadataKey};

use super::super::{Aging, Committer, GroupRecord};
use super::group::{ClassicGroup, Phase};

impl ClassicGroup {
    pub(crate) fn validate_commit(&self, by: Committer<'_>) -> Result<(), ErrorCode> {
        let empty = self.phase == Phase::Empty;
        if by.epoch < 0 && empty {
            return Ok(());
        }
        if by.epoch >= 0 || !by.member.is_empty() || by.instance.is_some() {
            self.validate_member(by.member, by.instance)?;
            if by.epoch != self.generation {
                return Err(ErrorCode::ILLEGAL_GENERATION);
            }
        } else if !by.transactional && !empty {
            return Err(ErrorCode::UNKNOWN_MEMBER_ID);
        }
        if !by.transactional && self.phase == Phase::CompletingRebalance {
            return Err(ErrorCode::REBALANCE_IN_PROGRESS);
        }
        Ok(())
    }

    /// Members of a classic group are not asked for.
    #[allow(clippy::unnecessary_wraps, clippy::unused_self)] // Other kinds of groups judge.
    pub(crate) fn validate_fetch(&self, _: Option<&str>, _: i32) -> Result<(), ErrorCode> {
        Ok(())
    }

    pub(crate) fn validate_offset_delete(&self) -> Result<(), ErrorCode> {
        if self.phase == Phase::Empty || self.is_of_consumers() {
            return Ok(());
        }
        Err(ErrorCode::NON_EMPTY_GROUP)
    }

    pub(crate) fn validate_delete(&self) -> Result<(), ErrorCode> {
        if self.phase == Phase::Empty { Ok(()) } else { Err(ErrorCode::NON_EMPTY_GROUP) }
    }

    /// Of consumers whose topics are not known it is assumed.
    pub(crate) fn is_subscribed_to(&self, topic: &str) -> bool {
        match &self.topics {
            Some(topics) => topics.contains(topic),
            None => self.is_of_consumers(),
        }
    }

    pub(crate) fn aging(&self) -> Aging {
        match self.phase {
            _ if self.protocol_type.is_none() => Aging::SinceCommit,
            Phase::Empty => self.since.map_or(Aging::SinceCommit, Aging::Since),
            Phase::Stable if self.topics.is_some() => Aging::UnlessSubscribed,
            _ => Aging::Never,
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.phase == Phase::Empty
    }

    pub(crate) fn tombstones(&self, name: &str) -> Vec<GroupRecord> {
        vec![GroupRecord::Classic(GroupMetadataKey { group: name.to_owned() }, None)]
    }

    pub(crate) fn state_name(&self) -> &'static str {
        self.phase.name()
    }

    pub(crate) fn protocol_type(&self) -> &str {
        self.protocol_type.as_deref().unwrap_or_default()
    }
}

//! What is asked of a group of any kind, of a consumer group.

use std::cmp::Ordering;

use moldau_protocol::{ErrorCode, ids::TopicId};

use super::super::{Aging, Committer, GroupRecord, Name};
use super::{ConsumerGroup, Member, records};

/// First version of OffsetCommit that tells the epoch of a member by the consumer protocol.
const FIRST_COMMIT_WITH_EPOCH: i16 = 9;

impl ConsumerGroup {
    /// A member of an older epoch may commit what it has had since then:
    /// [`ConsumerGroup::validate_commit_partition`].
    pub(crate) fn validate_commit(&self, by: Committer<'_>) -> Result<(), ErrorCode> {
        let is_nobody = by.epoch == -1 && by.member.is_empty() && by.instance.is_none();
        if by.epoch < 0 && self.members.is_empty() || by.transactional && is_nobody {
            return Ok(());
        }
        let member = self.members.get(by.member).ok_or(ErrorCode::UNKNOWN_MEMBER_ID)?;
        let is_old = by.version < FIRST_COMMIT_WITH_EPOCH;
        if !by.transactional && member.classic.is_none() && is_old {
            return Err(ErrorCode::UNSUPPORTED_VERSION);
        }
        match by.epoch.cmp(&member.epoch) {
            Ordering::Greater => Err(stale(member)),
            Ordering::Equal | Ordering::Less => Ok(()),
        }
    }

    /// Whether the offset of one partition may be committed, by one for whom
    /// [`ConsumerGroup::validate_commit`] said yes (KIP-1251).
    pub(crate) fn validate_commit_partition(
        &self,
        by: Committer<'_>,
        topic: TopicId,
        partition: i32,
    ) -> Result<(), ErrorCode> {
        let Some(member) = self.members.get(by.member) else { return Ok(()) };
        if by.epoch >= member.epoch {
            return Ok(());
        }
        let since = [&member.assigned, &member.revoking]
            .into_iter()
            .find_map(|owned| owned.get(&topic)?.get(&partition));
        match since {
            Some(since) if by.epoch >= *since => Ok(()),
            _ => Err(stale(member)),
        }
    }

    pub(crate) fn validate_fetch(&self, member: Option<&str>, epoch: i32) -> Result<(), ErrorCode> {
        if member.is_none() && epoch < 0 {
            return Ok(());
        }
        let member = member.and_then(|id| self.members.get(id));
        let member = member.ok_or(ErrorCode::UNKNOWN_MEMBER_ID)?;
        if epoch == member.epoch { Ok(()) } else { Err(stale(member)) }
    }

    pub(crate) fn validate_offset_delete(&self) -> Result<(), ErrorCode> {
        Ok(())
    }

    pub(crate) fn validate_delete(&self) -> Result<(), ErrorCode> {
        if self.is_empty() { Ok(()) } else { Err(ErrorCode::NON_EMPTY_GROUP) }
    }

    pub(crate) fn is_subscribed_to(&self, topic: &str) -> bool {
        self.topics.contains_key(topic)
    }

    pub(crate) fn aging(&self) -> Aging {
        Aging::UnlessSubscribed
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    pub(crate) fn tombstones(&self, name: &str) -> Vec<GroupRecord> {
        let members: Vec<Name> = self.members.keys().cloned().collect();
        let regexes: Vec<Name> = self.resolved.keys().cloned().collect();
        records::group_gone(name, &members, &regexes)
    }

    pub(crate) fn state_name(&self) -> &'static str {
        if self.members.is_empty() {
            "Empty"
        } else if self.epoch > self.target_epoch {
            "Assigning"
        } else if self.members.values().all(|member| member.is_reconciled_to(self.target_epoch)) {
            "Stable"
        } else {
            "Reconciling"
        }
    }

    pub(crate) fn protocol_type(&self) -> &str {
        "consumer"
    }
}

/// Each protocol has its word for an epoch that is not the member's.
fn stale(member: &Member) -> ErrorCode {
    if member.classic.is_some() {
        ErrorCode::ILLEGAL_GENERATION
    } else {
        ErrorCode::STALE_MEMBER_EPOCH
    }
}

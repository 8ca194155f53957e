//! What is asked of a group of any kind.

use moldau_protocol::{
    ErrorCode,
    ids::{PartitionIndex, TopicId},
};

use super::{Group, GroupRecord};
use crate::machine::Time;

/// Since when offsets of a group age.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aging {
    /// Each since its commit.
    SinceCommit,
    /// All since the group became empty, those that were committed later too.
    Since(Time),
    /// Not while the group subscribes to the topic; the rest each since its commit.
    UnlessSubscribed,
    /// Not at all.
    Never,
}

/// Who commits or fetches offsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Committer<'a> {
    /// Member id; empty for who is no member.
    pub member: &'a str,
    /// `group.instance.id`.
    pub instance: Option<&'a str>,
    /// Generation of a classic group, epoch of a member of a consumer group; negative for who is no
    /// member.
    pub epoch: i32,
    /// Whether the request is TxnOffsetCommit.
    pub transactional: bool,
    /// Version of the request, which decides some codes.
    pub version: i16,
}

macro_rules! each_kind {
    ($self:ident, $group:ident => $call:expr) => {
        match $self {
            Group::Classic($group) => $call,
            Group::Consumer($group) => $call,
        }
    };
}

impl Group {
    /// Whether the offsets may be committed.
    ///
    /// # Errors
    /// `UNKNOWN_MEMBER_ID`, `ILLEGAL_GENERATION`, `FENCED_INSTANCE_ID`, `REBALANCE_IN_PROGRESS`,
    /// `STALE_MEMBER_EPOCH`: as Kafka for the kind of group and the version.
    pub fn validate_commit(&self, by: Committer<'_>) -> Result<(), ErrorCode> {
        each_kind!(self, group => group.validate_commit(by))
    }

    /// Whether the offset of one partition may be committed, where [`Group::validate_commit`] said
    /// yes: a member of a consumer group that has moved on may commit with an older epoch what it has
    /// had since then (KIP-1251). Not to be asked for a topic that does not exist.
    ///
    /// # Errors
    /// `STALE_MEMBER_EPOCH`, `ILLEGAL_GENERATION`.
    pub fn validate_commit_partition(
        &self,
        by: Committer<'_>,
        topic: TopicId,
        partition: PartitionIndex,
    ) -> Result<(), ErrorCode> {
        match self {
            Self::Classic(_) => Ok(()),
            Self::Consumer(group) => group.validate_commit_partition(by, topic, partition.0),
        }
    }

    /// Whether a member may fetch offsets; whoever gives no member always may.
    ///
    /// # Errors
    /// `UNKNOWN_MEMBER_ID`, `STALE_MEMBER_EPOCH`.
    pub fn validate_fetch(&self, member: Option<&str>, epoch: i32) -> Result<(), ErrorCode> {
        each_kind!(self, group => group.validate_fetch(member, epoch))
    }

    /// Whether offsets may be deleted at all.
    ///
    /// # Errors
    /// `NON_EMPTY_GROUP`, `GROUP_ID_NOT_FOUND`.
    pub fn validate_offset_delete(&self) -> Result<(), ErrorCode> {
        each_kind!(self, group => group.validate_offset_delete())
    }

    /// Whether the group may be deleted.
    ///
    /// # Errors
    /// `NON_EMPTY_GROUP`, `GROUP_ID_NOT_FOUND`.
    pub fn validate_delete(&self) -> Result<(), ErrorCode> {
        each_kind!(self, group => group.validate_delete())
    }

    /// Whether a member reads the topic, as far as the coordinator knows.
    pub fn is_subscribed_to(&self, topic: &str) -> bool {
        each_kind!(self, group => group.is_subscribed_to(topic))
    }

    /// How its offsets age.
    pub fn aging(&self) -> Aging {
        each_kind!(self, group => group.aging())
    }

    /// Whether the group has no members (a classic one: is in state Empty), so that it is removed
    /// together with its last offset.
    pub fn is_empty(&self) -> bool {
        each_kind!(self, group => group.is_empty())
    }

    /// Records that remove the group.
    pub fn tombstones(&self, name: &str) -> Vec<GroupRecord> {
        each_kind!(self, group => group.tombstones(name))
    }

    /// Name of its state, as ListGroups tells it.
    pub fn state_name(&self) -> &'static str {
        each_kind!(self, group => group.state_name())
    }

    /// Its protocol type (`consumer` for consumers, empty for a simple group).
    pub fn protocol_type(&self) -> &str {
        each_kind!(self, group => group.protocol_type())
    }

    /// Name of its kind, as ListGroups tells it.
    pub fn kind_name(&self) -> &'static str {
        match self {
            Self::Classic(_) => "classic",
            Self::Consumer(_) => "consumer",
        }
    }
}

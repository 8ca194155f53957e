//! What a committed offset is kept under, and as. Made to be small: there may be millions.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::sync::Arc;

use moldau_protocol::ids::{LeaderEpoch, Offset, PartitionIndex, TopicId};
use moldau_protocol::messages::OffsetCommitValue;

use crate::{group::Name, machine::Time};

/// "None" for the times of a record.
const NO_TIME: i64 = -1;

/// A partition, in the offsets of one group.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Slot {
    /// Shared by all slots of the topic.
    pub topic: Name,
    pub partition: PartitionIndex,
}

/// Lets a slot be looked up by a name that somebody else owns.
pub(super) trait At {
    fn at(&self) -> (&str, PartitionIndex);
}

impl At for Slot {
    fn at(&self) -> (&str, PartitionIndex) {
        (&self.topic, self.partition)
    }
}

impl At for (&str, PartitionIndex) {
    fn at(&self) -> (&str, PartitionIndex) {
        *self
    }
}

impl<'a> Borrow<dyn At + 'a> for Slot {
    fn borrow(&self) -> &(dyn At + 'a) {
        self
    }
}

impl PartialEq for dyn At + '_ {
    fn eq(&self, other: &Self) -> bool {
        self.at() == other.at()
    }
}

impl Eq for dyn At + '_ {}

impl PartialOrd for dyn At + '_ {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for dyn At + '_ {
    fn cmp(&self, other: &Self) -> Ordering {
        self.at().cmp(&other.at())
    }
}

/// A committed offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Committed {
    /// The first record that is not consumed.
    pub offset: Offset,
    /// When it was committed.
    pub committed_at: Time,
    /// Epoch of the last consumed record; [`LeaderEpoch::NONE`] where the client did not say.
    pub leader_epoch: LeaderEpoch,
    /// The topic; zero where an older server wrote the record.
    pub topic_id: TopicId,
    rare: Option<Arc<Rare>>,
}

/// What few commits have.
#[derive(Debug, PartialEq, Eq)]
struct Rare {
    metadata: Box<str>,
    expires: Option<Time>,
}

impl Committed {
    /// What the client put down beside the offset.
    #[must_use]
    pub fn metadata(&self) -> &str {
        self.rare.as_ref().map_or("", |rare| &rare.metadata)
    }

    /// When it expires, where the commit itself said so (OffsetCommit 2-4).
    #[must_use]
    pub fn expires(&self) -> Option<Time> {
        self.rare.as_ref()?.expires
    }
}

impl From<OffsetCommitValue> for Committed {
    fn from(value: OffsetCommitValue) -> Self {
        let expires = (value.expire_timestamp != NO_TIME).then_some(Time(value.expire_timestamp));
        let rare = (expires.is_some() || !value.metadata.is_empty())
            .then(|| Arc::new(Rare { metadata: value.metadata.into_boxed_str(), expires }));
        Self {
            offset: Offset(value.offset),
            committed_at: Time(value.commit_timestamp),
            leader_epoch: LeaderEpoch(value.leader_epoch),
            topic_id: TopicId(value.topic_id),
            rare,
        }
    }
}

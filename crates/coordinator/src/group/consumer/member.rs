//! A member of a consumer group: what it subscribes to, and which partitions are its own.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use moldau_protocol::{
    ids::{TopicId, Uuid},
    messages::{
        ConsumerGroupHeartbeatRequest, ConsumerGroupMemberMetadataValue,
        consumer_group_heartbeat_request::TopicPartitions,
        consumer_group_member_metadata_value::ClassicMemberMetadata,
    },
};

use super::super::{Client, Name};

/// Epoch of a member that joins.
pub(super) const JOIN_EPOCH: i32 = 0;
/// Epoch of a member that leaves; also "not a member".
pub(super) const LEAVE_EPOCH: i32 = -1;
/// Epoch of a static member that leaves and will be back.
pub(super) const STATIC_LEAVE_EPOCH: i32 = -2;

/// Partitions by topic, as a target. No topic has an empty set.
pub(crate) type Partitions = BTreeMap<TopicId, BTreeSet<i32>>;

/// Partitions by topic, each with the epoch in which the member got it. No topic has an empty map.
pub(crate) type Owned = BTreeMap<TopicId, BTreeMap<i32, i32>>;

/// Where a member is on the way to its target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum MemberState {
    /// It has everything that it gets in its epoch.
    #[default]
    Stable,
    /// It has to give partitions up before it moves to the next epoch.
    UnrevokedPartitions,
    /// It waits for partitions that others still have.
    UnreleasedPartitions,
    /// Written by a newer version.
    Unknown,
}

impl MemberState {
    /// Its number in records.
    pub(super) fn code(self) -> i8 {
        match self {
            Self::Stable => 0,
            Self::UnrevokedPartitions => 1,
            Self::UnreleasedPartitions => 2,
            Self::Unknown => 127,
        }
    }

    pub(super) fn from_code(code: i8) -> Self {
        match code {
            0 => Self::Stable,
            1 => Self::UnrevokedPartitions,
            2 => Self::UnreleasedPartitions,
            _ => Self::Unknown,
        }
    }
}

/// A member. What is big is shared between clones.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Member {
    /// Epoch that the member is expected to tell.
    pub(crate) epoch: i32,
    /// The one before, which it tells when it has not seen the last answer.
    pub(crate) previous_epoch: i32,
    pub(crate) state: MemberState,
    /// `group.instance.id`.
    pub(crate) instance: Option<Name>,
    pub(crate) rack: Option<Name>,
    pub(crate) rebalance_timeout_ms: i32,
    pub(crate) client: Client,
    /// Topics subscribed to by name, sorted, each once.
    pub(crate) topics: Arc<[Name]>,
    /// Topics subscribed to by pattern; empty for none.
    pub(crate) regex: Name,
    /// Server-side assignor that it asks for.
    pub(crate) assignor: Option<Name>,
    /// What it said by JoinGroup, if it uses the classic protocol.
    pub(crate) classic: Option<Arc<ClassicMemberMetadata>>,
    /// Its partitions.
    pub(crate) assigned: Arc<Owned>,
    /// Partitions that it has to give up.
    pub(crate) revoking: Arc<Owned>,
}

impl Default for Member {
    fn default() -> Self {
        Self {
            epoch: JOIN_EPOCH,
            previous_epoch: LEAVE_EPOCH,
            state: MemberState::Stable,
            instance: None,
            rack: None,
            rebalance_timeout_ms: -1,
            client: Client::default(),
            topics: Arc::from([]),
            regex: Name::from(""),
            assignor: None,
            classic: None,
            assigned: Arc::default(),
            revoking: Arc::default(),
        }
    }
}

impl Member {
    /// Whether it has everything that the target of `epoch` gives it.
    pub(super) fn is_reconciled_to(&self, epoch: i32) -> bool {
        self.state == MemberState::Stable && self.epoch == epoch
    }

    /// What the heartbeat changes in the subscription; none when it changes nothing.
    pub(super) fn updated(
        &self,
        request: &ConsumerGroupHeartbeatRequest,
        client: &Client,
    ) -> Option<Self> {
        fn other(now: Option<&Name>, said: Option<&String>) -> bool {
            said.is_some_and(|said| now.map(|now| &**now) != Some(said))
        }
        let topics = request.subscribed_topic_names.as_ref().map(|names| topic_set(names));
        let changed = self.classic.is_some()
            || self.client != *client
            || other(self.instance.as_ref(), request.instance_id.as_ref())
            || other(self.rack.as_ref(), request.rack_id.as_ref())
            || other(self.assignor.as_ref(), request.server_assignor.as_ref())
            || other(Some(&self.regex), request.subscribed_topic_regex.as_ref())
            || topics.as_ref().is_some_and(|topics| *topics != self.topics)
            || !matches!(request.rebalance_timeout_ms, -1)
                && request.rebalance_timeout_ms != self.rebalance_timeout_ms;
        if !changed {
            return None;
        }
        let set = |now: &Option<Name>, said: &Option<String>| match said {
            Some(said) => Some(Name::from(said.as_str())),
            None => now.clone(),
        };
        Some(Self {
            instance: set(&self.instance, &request.instance_id),
            rack: set(&self.rack, &request.rack_id),
            assignor: set(&self.assignor, &request.server_assignor),
            rebalance_timeout_ms: match request.rebalance_timeout_ms {
                -1 => self.rebalance_timeout_ms,
                timeout => timeout,
            },
            topics: topics.unwrap_or_else(|| Arc::clone(&self.topics)),
            regex: match &request.subscribed_topic_regex {
                Some(regex) => Name::from(regex.as_str()),
                None => Arc::clone(&self.regex),
            },
            client: client.clone(),
            classic: None,
            ..self.clone()
        })
    }

    /// Takes over the record of the subscription.
    pub(super) fn with_subscription(&self, value: ConsumerGroupMemberMetadataValue) -> Self {
        Self {
            instance: value.instance_id.map(Name::from),
            rack: value.rack_id.map(Name::from),
            rebalance_timeout_ms: value.rebalance_timeout_ms,
            client: Client { id: value.client_id, host: value.client_host },
            topics: topic_set(&value.subscribed_topic_names),
            regex: Name::from(value.subscribed_topic_regex.unwrap_or_default()),
            assignor: value.server_assignor.map(Name::from),
            classic: value.classic_member_metadata.map(Arc::new),
            ..self.clone()
        }
    }
}

/// The names as a sorted set.
pub(super) fn topic_set(names: &[String]) -> Arc<[Name]> {
    let mut names: Vec<Name> = names.iter().map(|name| Name::from(name.as_str())).collect();
    names.sort_unstable();
    names.dedup();
    Arc::from(names)
}

/// Whether every partition that the member says to own is in `assigned`.
pub(super) fn is_within(owned: Option<&[TopicPartitions]>, assigned: &Owned) -> bool {
    owned.is_some_and(|owned| {
        owned.iter().all(|topic| {
            assigned
                .get(&TopicId(topic.topic_id))
                .is_some_and(|own| topic.partitions.iter().all(|index| own.contains_key(index)))
        })
    })
}

/// All partitions of `owned` with their topics.
pub(super) fn each(owned: &Owned) -> impl Iterator<Item = (TopicId, i32)> + '_ {
    owned.iter().flat_map(|(topic, own)| own.keys().map(|index| (*topic, *index)))
}

/// The lists of a message, by topic and index.
pub(super) fn lists(owned: &Owned) -> impl Iterator<Item = (Uuid, Vec<i32>)> + '_ {
    owned.iter().map(|(topic, own)| (topic.0, own.keys().copied().collect()))
}

//! A classic group and its members: what is kept, and the changes that keep the counts right.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use moldau_metadata::image::ChunkMap;
use moldau_protocol::ErrorCode;

use super::super::Name;
use crate::java;
use crate::machine::{Ticket, Time};

/// How long somebody who joins for the first time may wait for the answer. It does not know its member
/// id yet and so cannot show that it lives; Kafka's constant.
const NEW_MEMBER_JOIN_TIMEOUT: Duration = Duration::from_secs(5 * 60);

/// Protocol type of consumers.
pub(super) const CONSUMER: &str = "consumer";

/// State of a classic group. A dead one is not kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// No members; committed offsets may be there.
    #[default]
    Empty,
    /// Members join.
    PreparingRebalance,
    /// The leader assigns.
    CompletingRebalance,
    /// Members have what the leader assigned.
    Stable,
}

impl Phase {
    /// Kafka's name of it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Empty => "Empty",
            Self::PreparingRebalance => "PreparingRebalance",
            Self::CompletingRebalance => "CompletingRebalance",
            Self::Stable => "Stable",
        }
    }
}

/// A request whose answer waits for other members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Where the answer goes.
    pub ticket: Ticket,
    /// Version of the request.
    pub version: i16,
}

/// A way to assign partitions that a member offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Protocol {
    /// For consumers: name of the assignor.
    pub name: Name,
    /// For consumers: the subscription.
    pub metadata: Bytes,
}

/// A member.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// `group.instance.id`.
    pub instance: Option<Name>,
    /// `client.id` of who joined first under this id.
    pub client_id: Name,
    /// Its address, as Kafka writes it.
    pub client_host: Name,
    /// How long it may take to rejoin.
    pub rebalance_timeout: Duration,
    /// How long it may be silent.
    pub session_timeout: Duration,
    /// What it offers, the preferred first.
    pub protocols: Arc<[Protocol]>,
    /// What the leader assigned to it.
    pub assignment: Bytes,
    /// Its JoinGroup, while that waits.
    pub join: Option<Waiting>,
    /// Its SyncGroup, while that waits.
    pub sync: Option<Waiting>,
    /// Whether it has not been through a join phase yet.
    pub is_new: bool,
    /// Whether it has not synced in this generation.
    pub unsynced: bool,
}

impl Member {
    /// Metadata it offers with a protocol; empty if it does not know it.
    #[must_use]
    pub fn metadata(&self, protocol: &str) -> Bytes {
        let found = self.protocols.iter().find(|offered| &*offered.name == protocol);
        found.map(|offered| offered.metadata.clone()).unwrap_or_default()
    }

    /// How long it may be silent now.
    pub(super) fn silence(&self) -> Duration {
        if self.is_new { NEW_MEMBER_JOIN_TIMEOUT } else { self.session_timeout }
    }

    /// Names of the protocols it offers, each once.
    fn names(&self) -> BTreeSet<Name> {
        self.protocols.iter().map(|offered| offered.name.clone()).collect()
    }
}

/// The initial delay of a group that was empty (`group.initial.rebalance.delay.ms`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InitialDelay {
    /// The delay that runs.
    pub current: Duration,
    /// By how much it can still be extended.
    pub remaining: Duration,
    /// Whether somebody joined meanwhile, so that it is extended.
    pub extend: bool,
}

/// A member id that was handed out (KIP-394).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pending {
    /// How long it is kept.
    pub session: Duration,
    /// Until when.
    pub until: Time,
}

/// A classic group; one without a protocol type is there for its committed offsets alone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClassicGroup {
    /// Its state.
    pub phase: Phase,
    /// In the join phase: whether the group was empty before.
    pub was_empty: bool,
    /// The initial delay, while it runs.
    pub delay: Option<InitialDelay>,
    /// Since when it is in this state; none if the record that it was loaded from is too old to say.
    pub since: Option<Time>,
    /// For consumers: `consumer`.
    pub protocol_type: Option<Name>,
    /// The protocol of this generation.
    pub protocol: Option<Name>,
    /// Number of the generation.
    pub generation: i32,
    /// Member id of the leader.
    pub leader: Option<Name>,
    /// The members by id. `group.max.size` bounds them.
    pub members: ChunkMap<Name, Arc<Member>>,
    /// Member ids by `group.instance.id`.
    pub instances: ChunkMap<Name, Name>,
    /// Member ids that were handed out; at most [`super::MAX_PENDING`].
    pub pending: ChunkMap<Name, Pending>,
    /// Number of members whose JoinGroup waits.
    pub awaiting: usize,
    /// Number of members that have not synced in this generation.
    pub unsynced: usize,
    /// How many members offer each protocol.
    pub votes: BTreeMap<Name, usize>,
    /// Topics that consumers read; none when that is not known.
    pub topics: Option<Arc<BTreeSet<String>>>,
}

impl ClassicGroup {
    /// A group without members, made by a commit from outside of the group protocol.
    pub(crate) fn simple(now: Time) -> Self {
        Self { since: Some(now), ..Self::default() }
    }

    /// Whether it is there for its committed offsets alone.
    #[must_use]
    pub fn is_simple(&self) -> bool {
        self.protocol_type.is_none() && self.phase == Phase::Empty && self.pending.is_empty()
    }

    /// Whether its members are consumers.
    #[must_use]
    pub fn is_of_consumers(&self) -> bool {
        self.protocol_type.as_deref() == Some(CONSUMER)
    }

    /// Whether the member is the leader.
    pub(super) fn is_leader(&self, member: &str) -> bool {
        self.leader.as_deref() == Some(member)
    }

    /// The longest time that a member asks for.
    #[must_use]
    pub fn rebalance_timeout(&self) -> Duration {
        self.members.values().map(|member| member.rebalance_timeout).max().unwrap_or_default()
    }

    /// Whether nobody is missing in the join phase.
    pub(super) fn all_joined(&self) -> bool {
        self.members.len() == self.awaiting && self.pending.is_empty()
    }

    /// Enters a state.
    pub(super) fn enter(&mut self, phase: Phase, now: Time) {
        self.was_empty = self.phase == Phase::Empty;
        self.phase = phase;
        self.since = Some(now);
    }

    /// Whether a member with these protocols fits in.
    #[must_use]
    pub fn supports<'a>(
        &self,
        protocol_type: &str,
        mut names: impl Iterator<Item = &'a str>,
    ) -> bool {
        if self.phase == Phase::Empty {
            return !protocol_type.is_empty() && names.next().is_some();
        }
        self.protocol_type.as_deref() == Some(protocol_type)
            && names.any(|name| self.votes_for(name) == self.members.len())
    }

    fn votes_for(&self, protocol: &str) -> usize {
        self.votes.get(protocol).copied().unwrap_or(0)
    }

    /// Adds a member, in the place of one with its id or its instance.
    pub(crate) fn add(&mut self, id: Name, member: Member) {
        self.take(&id);
        self.pending.remove(&*id);
        if let Some(instance) = &member.instance {
            if let Some(owner) = self.instances.get(&**instance).cloned() {
                self.take(&owner);
            }
            self.instances.insert(instance.clone(), id.clone());
        }
        self.count(&member, 1);
        if self.leader.is_none() {
            self.leader = Some(id.clone());
        }
        self.members.insert(id, Arc::new(member));
    }

    /// Takes a member out; the leader's place goes to another one.
    pub(crate) fn remove(&mut self, id: &str) -> Option<Arc<Member>> {
        self.pending.remove(id);
        let member = self.take(id);
        if self.is_leader(id) {
            self.leader = self.members.keys().next().cloned();
        }
        member
    }

    fn take(&mut self, id: &str) -> Option<Arc<Member>> {
        let member = self.members.remove(id)?;
        self.count(&member, -1);
        if let Some(instance) = &member.instance
            && self.instances.get(&**instance).is_some_and(|owner| &**owner == id)
        {
            self.instances.remove(&**instance);
        }
        Some(member)
    }

    /// Puts the static member `old` under a new id, without what waits for it.
    pub(super) fn rename(&mut self, old: &str, new: &Name) -> Option<Arc<Member>> {
        let led = self.is_leader(old);
        let before = self.take(old)?;
        let member = Member { join: None, sync: None, is_new: false, ..(*before).clone() };
        self.add(new.clone(), member);
        if led {
            self.leader = Some(new.clone());
        }
        Some(before)
    }

    /// Changes a member.
    pub(crate) fn change(&mut self, id: &str, change: impl FnOnce(&mut Member)) {
        let Some(shared) = self.members.get_mut(id) else { return };
        let member = Arc::make_mut(shared);
        let before = member.clone();
        change(member);
        let after = Arc::clone(shared);
        self.count_flags(&before, -1);
        self.count_flags(&after, 1);
        if !Arc::ptr_eq(&before.protocols, &after.protocols) {
            self.count_votes(&before, -1);
            self.count_votes(&after, 1);
        }
    }

    /// Sets or takes back the JoinGroup that waits for a member; the one that waited.
    pub(super) fn set_join(&mut self, id: &str, join: Option<Waiting>) -> Option<Waiting> {
        let mut before = None;
        self.change(id, |member| before = std::mem::replace(&mut member.join, join));
        before
    }

    /// Takes a member into the counts (1) or out of them (-1).
    fn count(&mut self, member: &Member, by: isize) {
        self.count_flags(member, by);
        self.count_votes(member, by);
    }

    fn count_flags(&mut self, member: &Member, by: isize) {
        if member.join.is_some() {
            self.awaiting = self.awaiting.saturating_add_signed(by);
        }
        if member.unsynced {
            self.unsynced = self.unsynced.saturating_add_signed(by);
        }
    }

    fn count_votes(&mut self, member: &Member, by: isize) {
        for name in member.names() {
            let votes = self.votes.entry(name).or_default();
            *votes = votes.saturating_add_signed(by);
        }
        if by < 0 {
            self.votes.retain(|_, votes| *votes > 0);
        }
    }

    /// The protocol that most members prefer of those that all of them offer.
    #[must_use]
    pub fn select_protocol(&self) -> Name {
        let mut preferred: BTreeMap<Name, usize> = BTreeMap::new();
        for member in self.members.values() {
            let vote = member
                .protocols
                .iter()
                .find(|offered| self.votes_for(&offered.name) == self.members.len());
            if let Some(vote) = vote {
                *preferred.entry(vote.name.clone()).or_default() += 1;
            }
        }
        // Kafka counts in a hash map, and of those with as many votes takes the one that comes first.
        let best = preferred.iter().min_by_key(|(name, votes)| {
            (std::cmp::Reverse(**votes), java::hash_map_bucket(name, preferred.len()))
        });
        best.map_or_else(|| Name::from(""), |(name, _)| name.clone())
    }

    /// Makes one of the members that joined the leader, unless the leader did; whether there is one.
    pub(super) fn elect(&mut self) -> bool {
        let Some(leader) = &self.leader else { return false };
        if self.members.get(&**leader).is_some_and(|member| member.join.is_some()) {
            return true;
        }
        let joined = self.members.iter().find(|(_, member)| member.join.is_some());
        let Some((id, _)) = joined else { return false };
        self.leader = Some(id.clone());
        true
    }

    /// Whether the member is in the group and the instance, if one is named, is its.
    ///
    /// # Errors
    /// `FENCED_INSTANCE_ID` if another member has the instance now, else `UNKNOWN_MEMBER_ID`.
    pub(super) fn validate_member(
        &self,
        member: &str,
        instance: Option<&str>,
    ) -> Result<&Member, ErrorCode> {
        if let Some(instance) = instance {
            match self.instances.get(instance) {
                None => return Err(ErrorCode::UNKNOWN_MEMBER_ID),
                Some(owner) if &**owner != member => return Err(ErrorCode::FENCED_INSTANCE_ID),
                Some(_) => {}
            }
        }
        self.members.get(member).map(|member| &**member).ok_or(ErrorCode::UNKNOWN_MEMBER_ID)
    }
}

//! Server-side assignors of consumer groups: values in, target out.
//!
//! Invariants: a partition goes to one member at most, and to a member that is subscribed to it;
//! members are looked at by ascending id, so that equal input gives equal output.
//!
//! Source: KIP-848. Kafka 4.4.0's assignors do not look at racks either.

mod heterogeneous;
mod homogeneous;
mod range;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use moldau_protocol::ids::TopicId;

/// Partitions by topic. No topic has an empty set.
pub(super) type Partitions = BTreeMap<TopicId, BTreeSet<i32>>;

/// Names of the assignors.
const UNIFORM: &str = "uniform";
const RANGE: &str = "range";

/// What an assignor knows of a member.
pub(super) struct MemberSpec<'a> {
    pub(super) id: &'a str,
    /// `group.instance.id`.
    pub(super) instance: Option<&'a str>,
    /// Topics that it is subscribed to and that exist; sorted.
    pub(super) topics: Rc<[TopicId]>,
    /// The target it has so far.
    pub(super) target: &'a Partitions,
}

impl MemberSpec<'_> {
    fn is_subscribed_to(&self, topic: TopicId) -> bool {
        self.topics.binary_search(&topic).is_ok()
    }
}

/// What an assignor knows.
pub(super) struct GroupSpec<'a> {
    /// By ascending id.
    pub(super) members: Vec<MemberSpec<'a>>,
    /// Whether all have the same topics.
    pub(super) homogeneous: bool,
    /// Number of partitions of every topic that a member is subscribed to.
    pub(super) counts: BTreeMap<TopicId, i32>,
}

impl GroupSpec<'_> {
    fn count(&self, topic: TopicId) -> i32 {
        self.counts.get(&topic).copied().unwrap_or(0)
    }
}

/// Whether there is an assignor of this name.
pub(super) fn exists(name: &str) -> bool {
    matches!(name, UNIFORM | RANGE)
}

/// The targets by the assignor `name` (an unknown one counts as uniform), in the order of the members.
pub(super) fn assign(name: &str, spec: &GroupSpec<'_>) -> Vec<Partitions> {
    if name == RANGE {
        range::assign(spec)
    } else if spec.homogeneous {
        homogeneous::assign(spec)
    } else {
        heterogeneous::assign(spec)
    }
}

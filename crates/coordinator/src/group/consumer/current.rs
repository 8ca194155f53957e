//! The next step of a member towards its target: first it gives up what others are to have, then it
//! moves to the epoch of the target, then it gets what others have given up. Pure.

use std::collections::BTreeMap;
use std::sync::Arc;

use moldau_metadata::image::MetadataImage;
use moldau_protocol::{
    ErrorCode, ids::TopicId, messages::consumer_group_heartbeat_request::TopicPartitions,
};

use super::super::Name;
use super::member::{Member, MemberState, Owned, Partitions};
use super::{ConsumerGroup, Refusal};

/// What a member moves to.
pub(super) struct Aim<'a> {
    pub(super) group: &'a ConsumerGroup,
    pub(super) image: &'a MetadataImage,
    /// Epoch of the target.
    pub(super) epoch: i32,
    pub(super) target: &'a Partitions,
    /// Whether the member itself now subscribes to something else.
    pub(super) resubscribed: bool,
    /// What the member says to have; none when it says nothing.
    pub(super) owned: Option<&'a [TopicPartitions]>,
}

/// The member after its next step; none when it stays as it is.
pub(super) fn next(member: &Member, aim: &Aim<'_>) -> Result<Option<Member>, Refusal> {
    let next = match member.state {
        MemberState::Stable if member.epoch != aim.epoch => advance(member, member.epoch, aim),
        MemberState::Stable => return Ok(drop_topics(member, aim)),
        MemberState::UnrevokedPartitions if aim.still_owns(&member.revoking) => {
            return Ok(drop_topics(member, aim));
        }
        MemberState::UnrevokedPartitions | MemberState::UnreleasedPartitions => {
            advance(member, member.epoch, aim)
        }
        MemberState::Unknown => {
            if aim.owned.is_none_or(|owned| !owned.is_empty()) {
                return Err(Refusal::new(
                    ErrorCode::FENCED_MEMBER_EPOCH,
                    "The consumer group member is in a unknown state. The member must abandon all \
                     its partitions and rejoin.",
                ));
            }
            advance(member, aim.epoch, aim)
        }
    };
    Ok((next != *member).then_some(next))
}

impl Aim<'_> {
    /// Whether the member has something of `revoking` still, as far as it says.
    fn still_owns(&self, revoking: &Owned) -> bool {
        self.owned.is_none_or(|owned| {
            owned.iter().any(|topic| {
                revoking
                    .get(&TopicId(topic.topic_id))
                    .is_some_and(|own| topic.partitions.iter().any(|index| own.contains_key(index)))
            })
        })
    }

    fn subscribes(&self, subscriptions: &[Name], topic: TopicId) -> bool {
        self.image
            .topics
            .by_id(topic)
            .is_some_and(|topic| subscriptions.binary_search(&topic.name).is_ok())
    }
}

/// A member that changed its subscription gives up topics that are not in it, before there is a new
/// target.
fn drop_topics(member: &Member, aim: &Aim<'_>) -> Option<Member> {
    if !aim.resubscribed {
        return None;
    }
    let subscriptions = aim.group.subscriptions(member);
    let (kept, dropped): (Owned, Owned) = member
        .assigned
        .iter()
        .map(|(topic, own)| (*topic, own.clone()))
        .partition(|(topic, _)| aim.subscribes(&subscriptions, *topic));
    if dropped.is_empty() {
        return None;
    }
    let mut revoking = (*member.revoking).clone();
    for (topic, own) in dropped {
        revoking.entry(topic).or_default().extend(own);
    }
    let next = at_epoch(member, member.epoch, kept);
    Some(if aim.still_owns(&revoking) {
        Member { state: MemberState::UnrevokedPartitions, revoking: Arc::new(revoking), ..next }
    } else {
        next
    })
}

fn at_epoch(member: &Member, epoch: i32, assigned: Owned) -> Member {
    Member { epoch, previous_epoch: member.epoch, assigned: Arc::new(assigned), ..member.clone() }
}

/// `epoch` is the one that the member has while it still has something to give up.
fn advance(member: &Member, epoch: i32, aim: &Aim<'_>) -> Member {
    let subscriptions = aim.group.subscriptions(member);
    let target =
        |topic: &TopicId| aim.target.get(topic).filter(|_| aim.subscribes(&subscriptions, *topic));
    let (mut assigned, mut revoking) = (Owned::new(), Owned::new());
    for (topic, own) in &*member.assigned {
        let target = target(topic);
        let (keep, give): (BTreeMap<i32, i32>, BTreeMap<i32, i32>) = own
            .iter()
            .map(|(index, epoch)| (*index, *epoch))
            .partition(|(index, _)| target.is_some_and(|target| target.contains(index)));
        for (part, of) in [(keep, &mut assigned), (give, &mut revoking)] {
            if !part.is_empty() {
                of.insert(*topic, part);
            }
        }
    }
    if !revoking.is_empty() && aim.still_owns(&revoking) {
        return Member {
            state: MemberState::UnrevokedPartitions,
            revoking: Arc::new(revoking),
            ..at_epoch(member, epoch, assigned)
        };
    }
    let mut unreleased = false;
    for topic in aim.target.keys() {
        for index in target(topic).into_iter().flatten() {
            if assigned.get(topic).is_some_and(|own| own.contains_key(index)) {
                continue;
            }
            let own = member.revoking.get(topic).is_some_and(|own| own.contains_key(index));
            if aim.group.owners.contains_key(&(*topic, *index)) && !own {
                unreleased = true;
            } else {
                assigned.entry(*topic).or_default().insert(*index, aim.epoch);
            }
        }
    }
    Member {
        state: if unreleased { MemberState::UnreleasedPartitions } else { MemberState::Stable },
        revoking: Arc::default(),
        // The epoch before is that of the member, also where it comes from an unknown state.
        ..at_epoch(member, aim.epoch, assigned)
    }
}

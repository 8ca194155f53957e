//! Uniform, where all members have the same topics: everybody keeps what fits into an equal share,
//! and the rest goes to those with room.

use std::collections::BTreeSet;

use moldau_protocol::ids::TopicId;

use super::{GroupSpec, Partitions};

/// A member that gets more.
struct Room {
    member: usize,
    quota: usize,
}

/// The state of one assignment.
struct Builder {
    free: Vec<(TopicId, i32)>,
    room: Vec<Room>,
    quota: usize,
    /// Members that get one more than the others.
    extra: usize,
}

pub(super) fn assign(spec: &GroupSpec<'_>) -> Vec<Partitions> {
    let Some(topics) = spec.members.first().map(|member| &member.topics) else { return Vec::new() };
    let taken: BTreeSet<(TopicId, i32)> = spec
        .members
        .iter()
        .flat_map(|member| member.target.iter())
        .flat_map(|(topic, indices)| indices.iter().map(|index| (*topic, *index)))
        .collect();
    let mut total = 0;
    let mut free = Vec::new();
    for topic in topics.iter() {
        for index in 0..spec.count(*topic) {
            total += 1;
            if !taken.contains(&(*topic, index)) {
                free.push((*topic, index));
            }
        }
    }
    let members = spec.members.len();
    let mut builder =
        Builder { free, room: Vec::new(), quota: total / members, extra: total % members };
    let mut targets: Vec<Partitions> =
        (0..members).map(|member| builder.keep(spec, member)).collect();
    let mut free = builder.free.into_iter();
    for room in builder.room {
        for (topic, index) in free.by_ref().take(room.quota) {
            targets[room.member].entry(topic).or_default().insert(index);
        }
    }
    targets
}

impl Builder {
    /// What a member keeps of its target; the rest is free.
    fn keep(&mut self, spec: &GroupSpec<'_>, member: usize) -> Partitions {
        let has_extra = self.extra > 0;
        let mut quota = self.quota + usize::from(has_extra);
        let mut kept = Partitions::new();
        for (topic, indices) in spec.members[member].target {
            if !spec.members[member].is_subscribed_to(*topic) {
                continue;
            }
            let (stay, go) = indices.iter().copied().partition::<Vec<_>, _>(|_| {
                let stays = quota > 0;
                quota = quota.saturating_sub(1);
                stays
            });
            if !stay.is_empty() {
                kept.insert(*topic, stay.into_iter().collect());
            }
            self.free.extend(go.into_iter().map(|index| (*topic, index)));
        }
        // The extra partition is kept for a later member while there are enough of them.
        let mut uses_extra = has_extra;
        if quota > 0 && has_extra && spec.members.len() - member > self.extra {
            quota -= 1;
            uses_extra = false;
        }
        if quota > 0 {
            self.room.push(Room { member, quota });
        }
        self.extra -= usize::from(uses_extra);
        kept
    }
}

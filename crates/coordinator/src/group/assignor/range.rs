//! Range: of each topic, a run of partitions to each subscriber, so that equal numbers of partitions
//! of several topics go together.

use std::collections::BTreeMap;

use super::{GroupSpec, MemberSpec, Partitions};

/// How a topic is handed out.
struct Topic {
    subscribers: i32,
    count: i32,
    /// First partition that nobody has.
    next: i32,
    /// Subscribers that get one more than the others.
    extra: i32,
}

pub(super) fn assign(spec: &GroupSpec<'_>) -> Vec<Partitions> {
    let mut topics = BTreeMap::new();
    for topic in spec.members.iter().flat_map(|member| member.topics.iter()) {
        let count = spec.count(*topic);
        topics
            .entry(*topic)
            .or_insert(Topic { subscribers: 0, count, next: 0, extra: 0 })
            .subscribers += 1;
    }
    for topic in topics.values_mut() {
        topic.extra = topic.count % topic.subscribers;
    }
    let mut targets = vec![Partitions::new(); spec.members.len()];
    for at in order(&spec.members) {
        for id in spec.members[at].topics.iter() {
            let Some(topic) = topics.get_mut(id) else { continue };
            let mut quota = topic.count / topic.subscribers;
            if topic.extra > 0 {
                topic.extra -= 1;
                quota += 1;
            }
            let end = topic.count.min(topic.next + quota);
            if topic.next < end {
                targets[at].insert(*id, (topic.next..end).collect());
            }
            topic.next = end;
        }
    }
    targets
}

/// Static members first, by instance, so that one that comes back gets what it had; then the rest.
fn order(members: &[MemberSpec<'_>]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..members.len()).collect();
    order.sort_by_key(|at| {
        let member = &members[*at];
        (member.instance.is_none(), member.instance.unwrap_or(member.id))
    });
    order
}

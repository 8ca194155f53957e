//! Uniform, where members have different topics: what is free goes to the least loaded subscriber,
//! topics with few subscribers for their partitions first; then topic by topic is evened out.

use std::collections::BTreeMap;

use moldau_protocol::ids::TopicId;

use super::{GroupSpec, Partitions};

/// Most rounds over all topics while evening out: enough where it ends at all, and a bound where
/// topics pull in turns.
const MAX_ROUNDS: usize = 16;

/// Nobody has the partition.
const NOBODY: usize = usize::MAX;

struct Builder {
    /// Members by topic, ascending.
    subscribers: BTreeMap<TopicId, Vec<usize>>,
    /// Owner of each partition of a topic.
    owners: BTreeMap<TopicId, Vec<usize>>,
    /// Number of partitions of each member.
    loads: Vec<usize>,
}

pub(super) fn assign(spec: &GroupSpec<'_>) -> Vec<Partitions> {
    let mut builder = Builder::new(spec);
    builder.keep(spec);
    builder.hand_out();
    builder.even_out();
    let mut targets = vec![Partitions::new(); spec.members.len()];
    for (topic, owners) in &builder.owners {
        for (index, owner) in (0..).zip(owners) {
            if let Some(target) = targets.get_mut(*owner) {
                target.entry(*topic).or_default().insert(index);
            }
        }
    }
    targets
}

impl Builder {
    fn new(spec: &GroupSpec<'_>) -> Self {
        let mut subscribers: BTreeMap<TopicId, Vec<usize>> = BTreeMap::new();
        for (at, member) in spec.members.iter().enumerate() {
            for topic in member.topics.iter() {
                subscribers.entry(*topic).or_default().push(at);
            }
        }
        let owners = subscribers
            .keys()
            .map(|topic| (*topic, vec![NOBODY; usize::try_from(spec.count(*topic)).unwrap_or(0)]))
            .collect();
        Self { subscribers, owners, loads: vec![0; spec.members.len()] }
    }

    /// Everybody keeps what it is still subscribed to.
    fn keep(&mut self, spec: &GroupSpec<'_>) {
        for (at, member) in spec.members.iter().enumerate() {
            for (topic, indices) in member.target {
                if !member.is_subscribed_to(*topic) {
                    continue;
                }
                for index in indices {
                    let Some(owner) = usize::try_from(*index)
                        .ok()
                        .and_then(|index| self.owners.get_mut(topic)?.get_mut(index))
                    else {
                        continue;
                    };
                    if *owner == NOBODY {
                        *owner = at;
                        self.loads[at] += 1;
                    }
                }
            }
        }
    }

    /// Topics with most partitions for a subscriber first, then those with fewest subscribers.
    fn by_weight(&self, topics: impl Iterator<Item = TopicId>) -> Vec<TopicId> {
        let mut topics: Vec<TopicId> = topics.collect();
        let weight = |topic: &TopicId| (self.owners[topic].len(), self.subscribers[topic].len());
        topics.sort_by(|a, b| {
            let ((count_a, subscribers_a), (count_b, subscribers_b)) = (weight(a), weight(b));
            (count_b * subscribers_a)
                .cmp(&(count_a * subscribers_b))
                .then(subscribers_a.cmp(&subscribers_b))
                .then(a.cmp(b))
        });
        topics
    }

    fn hand_out(&mut self) {
        let open = self.owners.iter().filter(|(_, owners)| owners.contains(&NOBODY));
        for topic in self.by_weight(open.map(|(topic, _)| *topic).collect::<Vec<_>>().into_iter()) {
            let mut balancer = Balancer::new(&self.subscribers[&topic], &self.loads);
            for index in 0..self.owners[&topic].len() {
                if self.owners[&topic][index] == NOBODY {
                    let member = balancer.least_loaded(&self.loads);
                    self.give(topic, index, member);
                }
            }
        }
    }

    fn give(&mut self, topic: TopicId, index: usize, member: usize) {
        let Some(owners) = self.owners.get_mut(&topic) else { return };
        let before = std::mem::replace(&mut owners[index], member);
        if before != NOBODY {
            self.loads[before] -= 1;
        }
        self.loads[member] += 1;
    }

    /// Goes over the topics until a round changes nothing.
    fn even_out(&mut self) {
        let shared = self.subscribers.iter().filter(|(_, members)| members.len() > 1);
        let topics =
            self.by_weight(shared.map(|(topic, _)| *topic).collect::<Vec<_>>().into_iter());
        let mut last_changed = None;
        for _ in 0..MAX_ROUNDS {
            for (at, topic) in topics.iter().enumerate() {
                if last_changed == Some(at) {
                    return;
                }
                if self.even_out_topic(*topic) || last_changed.is_none() {
                    last_changed = Some(at);
                }
            }
        }
    }

    /// Moves partitions of one topic from the most to the least loaded subscribers; whether any.
    fn even_out_topic(&mut self, topic: TopicId) -> bool {
        let mut balancer = Balancer::new(&self.subscribers[&topic], &self.loads);
        if balancer.spread(&self.loads) <= 1 {
            return false;
        }
        // Partitions of each member, of which the last goes first.
        let mut owned: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (index, owner) in self.owners[&topic].iter().enumerate() {
            owned.entry(*owner).or_default().push(index);
        }
        let mut moved = false;
        while !balancer.is_even() {
            let index = loop {
                let Some(most) = balancer.most_loaded(&self.loads) else { return moved };
                match owned.get_mut(&most).and_then(Vec::pop) {
                    Some(index) => break index,
                    None => balancer.exclude_most_loaded(),
                }
            };
            let least = balancer.least_loaded(&self.loads);
            if balancer.is_even() {
                return moved;
            }
            self.give(topic, index, least);
            moved = true;
        }
        moved
    }
}

/// Hands out the least and the most loaded of some members in turns, while the loads change as it
/// expects: up by one for each least loaded, down by one for each most loaded.
struct Balancer {
    /// By load, then by index.
    members: Vec<usize>,
    least_end: usize,
    least_load: isize,
    next_least: usize,
    most_start: usize,
    most_end: usize,
    most_load: isize,
    /// One more than the next to be taken.
    next_most: usize,
}

impl Balancer {
    fn new(members: &[usize], loads: &[usize]) -> Self {
        let mut members = members.to_vec();
        members.sort_by_key(|member| (loads[*member], *member));
        let load = |at: Option<&usize>| at.map_or(0, |at| loads[*at].cast_signed());
        let end = members.len();
        Self {
            least_end: 0,
            least_load: load(members.first()) - 1,
            next_least: 0,
            most_start: end,
            most_end: end,
            most_load: load(members.last()) + 1,
            next_most: end,
            members,
        }
    }

    fn load(&self, at: usize, loads: &[usize]) -> isize {
        loads[self.members[at]].cast_signed()
    }

    /// Between the most and the least loaded, at the start.
    fn spread(&self, loads: &[usize]) -> isize {
        self.load(self.members.len() - 1, loads) - self.load(0, loads)
    }

    /// The next of those with the least load; all of them before one gets a second.
    fn least_loaded(&mut self, loads: &[usize]) -> usize {
        if self.next_least >= self.least_end {
            self.least_load += 1;
            while self.least_end < self.members.len()
                && self.load(self.least_end, loads) == self.least_load
            {
                self.least_end += 1;
            }
            self.next_least = 0;
        }
        self.next_least += 1;
        self.members[self.next_least - 1]
    }

    fn most_loaded(&mut self, loads: &[usize]) -> Option<usize> {
        if self.next_most <= self.most_start {
            if self.most_end <= self.most_start && self.most_start > 0 {
                self.most_load = self.load(self.most_start - 1, loads);
            } else {
                self.most_load -= 1;
            }
            while self.most_start > 0 && self.load(self.most_start - 1, loads) == self.most_load {
                self.most_start -= 1;
            }
            self.next_most = self.most_end;
        }
        self.next_most = self.next_most.checked_sub(1)?;
        Some(self.members[self.next_most])
    }

    /// The member that was handed out last has nothing to give.
    fn exclude_most_loaded(&mut self) {
        self.members.swap(self.next_most, self.most_end - 1);
        self.most_end -= 1;
    }

    fn is_even(&self) -> bool {
        self.most_load - self.least_load <= 1
    }
}

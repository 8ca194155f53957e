//! Planner: which brokers get the replicas of new partitions.
//!
//! Replicas of a partition go to as many racks as there are; leaders take turns over racks and over
//! the brokers of each rack; fenced brokers get replicas only when the others do not suffice, and
//! never the first one. After as many partitions as there are unfenced brokers the order is shuffled,
//! so that the same groups of brokers do not repeat. The seed decides where it starts and how it is shuffled.
//!
//! Source: KIP-841, the behaviour of Kafka's `StripedReplicaPlacer`.

use std::collections::BTreeMap;

use moldau_protocol::ids::BrokerId;

/// A broker that may get replicas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsableBroker {
    /// Its id.
    pub id: BrokerId,
    /// Its rack; brokers without one form a rack of their own.
    pub rack: Option<String>,
    /// Whether it is fenced.
    pub fenced: bool,
}

/// Why there is no plan; the texts are Kafka's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlacementError {
    /// Replicas are asked for that cannot be.
    #[error("Invalid replication factor {0}: the replication factor must be positive.")]
    NotPositive(i16),
    /// Nobody could lead.
    #[error("All brokers are currently fenced, or have all their log directories cordoned.")]
    AllFenced,
    /// More replicas than brokers.
    #[error(
        "The target replication factor of {wanted} cannot be reached because only {brokers} broker(s) are registered or some brokers have all their log directories cordoned."
    )]
    TooFewBrokers {
        /// Replicas asked for.
        wanted: i16,
        /// Brokers that may get some.
        brokers: usize,
    },
}

/// Replicas of each of `partitions` new partitions, the first being the preferred leader.
///
/// The caller bounds `partitions`.
///
/// # Errors
/// When there are not enough brokers.
pub fn place(
    brokers: &[UsableBroker],
    partitions: usize,
    replication_factor: i16,
    seed: u64,
) -> Result<Vec<Vec<BrokerId>>, PlacementError> {
    let replicas = match usize::try_from(replication_factor) {
        Ok(replicas) if replicas > 0 => replicas,
        _ => return Err(PlacementError::NotPositive(replication_factor)),
    };
    let unfenced = brokers.iter().filter(|broker| !broker.fenced).count();
    if unfenced == 0 {
        return Err(PlacementError::AllFenced);
    }
    if replicas > brokers.len() {
        let brokers = brokers.len();
        return Err(PlacementError::TooFewBrokers { wanted: replication_factor, brokers });
    }
    let mut racks = Racks::new(brokers, unfenced, seed);
    Ok((0..partitions).map(|_| racks.next(replicas)).collect())
}

/// Brokers that take turns: each round starts one further.
#[derive(Default)]
struct Turns {
    brokers: Vec<BrokerId>,
    offset: usize,
    /// How many have been given out in `round`.
    taken: usize,
    round: u64,
}

impl Turns {
    fn next(&mut self, round: u64) -> Option<BrokerId> {
        if self.brokers.is_empty() {
            return None;
        }
        if self.round != round {
            self.round = round;
            self.taken = 0;
            self.offset = (self.offset + 1) % self.brokers.len();
        }
        if self.taken == self.brokers.len() {
            return None;
        }
        let broker = self.brokers[(self.offset + self.taken) % self.brokers.len()];
        self.taken += 1;
        Some(broker)
    }
}

#[derive(Default)]
struct Rack {
    unfenced: Turns,
    fenced: Turns,
}

impl Rack {
    fn next(&mut self, round: u64) -> Option<BrokerId> {
        self.unfenced.next(round).or_else(|| self.fenced.next(round))
    }
}

struct Racks {
    racks: Vec<Rack>,
    /// Rack that the next partition starts with.
    offset: usize,
    /// Counts partitions; 0 is never used, so that every list begins a round at the first one.
    round: u64,
    /// Partitions since the last shuffle.
    since_shuffle: usize,
    unfenced: usize,
    random: SplitMix,
}

impl Racks {
    fn new(brokers: &[UsableBroker], unfenced: usize, seed: u64) -> Self {
        let mut random = SplitMix(seed);
        let mut by_name: BTreeMap<Option<&str>, Rack> = BTreeMap::new();
        for broker in brokers {
            let rack = by_name.entry(broker.rack.as_deref()).or_default();
            let list = if broker.fenced { &mut rack.fenced } else { &mut rack.unfenced };
            list.brokers.push(broker.id);
        }
        let mut racks: Vec<Rack> = by_name.into_values().collect();
        for rack in &mut racks {
            for list in [&mut rack.fenced, &mut rack.unfenced] {
                list.brokers.sort_unstable();
                list.offset = random.below(list.brokers.len());
            }
        }
        let offset = random.below(racks.len());
        Self { racks, offset, round: 0, since_shuffle: 0, unfenced, random }
    }

    fn next(&mut self, replicas: usize) -> Vec<BrokerId> {
        if self.since_shuffle == self.unfenced && self.unfenced > 1 {
            self.shuffle();
            self.since_shuffle = 0;
        }
        self.round += 1;
        self.since_shuffle += 1;
        let count = self.racks.len();
        let mut placed = Vec::with_capacity(replicas);
        // The leader: the first rack from here on that has an unfenced broker.
        let mut first = self.offset % count;
        let leader = loop {
            match self.racks[first].unfenced.next(self.round) {
                Some(broker) => break broker,
                None => first = (first + 1) % count,
            }
        };
        placed.push(leader);
        // The others: one rack after the other, passing the leader's rack over once.
        let mut passed_leader = false;
        let mut rack = self.offset % count;
        while placed.len() < replicas {
            if rack == first && !passed_leader {
                passed_leader = true;
            } else if let Some(broker) = self.racks[rack].next(self.round) {
                placed.push(broker);
            }
            rack = (rack + 1) % count;
        }
        self.offset = (self.offset + 1) % count;
        placed
    }

    fn shuffle(&mut self) {
        self.random.shuffle(&mut self.racks);
        for rack in &mut self.racks {
            self.random.shuffle(&mut rack.unfenced.brokers);
            self.random.shuffle(&mut rack.fenced.brokers);
        }
    }
}

/// A small deterministic generator (SplitMix64); quality hardly matters here.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`; 0 when `bound` is 0.
    fn below(&mut self, bound: usize) -> usize {
        if bound == 0 {
            return 0;
        }
        usize::try_from(self.next() % bound as u64).unwrap_or(0)
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for index in (1..items.len()).rev() {
            items.swap(index, self.below(index + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn brokers(spec: &[(i32, Option<&str>, bool)]) -> Vec<UsableBroker> {
        spec.iter()
            .map(|(id, rack, fenced)| UsableBroker {
                id: BrokerId(*id),
                rack: rack.map(str::to_owned),
                fenced: *fenced,
            })
            .collect()
    }

    #[test]
    fn one_broker_gets_everything() {
        let plan = place(&brokers(&[(1, None, false)]), 3, 1, 9).unwrap();
        assert_eq!(plan, vec![vec![BrokerId(1)]; 3]);
    }

    #[test]
    fn what_cannot_be_placed_is_refused_in_kafkas_words() {
        let check = |spec: &[(i32, Option<&str>, bool)], factor, text: &str| {
            let error = place(&brokers(spec), 1, factor, 0).unwrap_err();
            assert_eq!(error.to_string(), text);
        };
        check(
            &[(1, None, true)],
            1,
            "All brokers are currently fenced, or have all their log directories cordoned.",
        );
        check(
            &[],
            1,
            "All brokers are currently fenced, or have all their log directories cordoned.",
        );
        check(
            &[(1, None, false)],
            2,
            "The target replication factor of 2 cannot be reached because only 1 broker(s) are registered or some brokers have all their log directories cordoned.",
        );
        check(
            &[(1, None, false)],
            0,
            "Invalid replication factor 0: the replication factor must be positive.",
        );
    }

    #[test]
    fn replicas_spread_over_racks_and_leaders_take_turns() {
        let spec: Vec<_> =
            (0..9).map(|id| (id, Some(["a", "b", "c"][id as usize % 3]), false)).collect();
        for seed in 0..50 {
            let plan = place(&brokers(&spec), 9, 3, seed).unwrap();
            assert_eq!(plan, place(&brokers(&spec), 9, 3, seed).unwrap());
            for replicas in &plan {
                let racks: BTreeSet<_> = replicas.iter().map(|broker| broker.0 % 3).collect();
                assert_eq!(racks.len(), 3, "{replicas:?}");
            }
            let uses = |id: i32| plan.iter().flatten().filter(|broker| broker.0 == id).count();
            assert!((0..9).all(|id| uses(id) == 3), "{plan:?}");
            let leads =
                |rack: i32| plan.iter().filter(|replicas| replicas[0].0 % 3 == rack).count();
            assert!((0..3).all(|rack| leads(rack) == 3), "{plan:?}");
        }
    }

    #[test]
    fn fenced_brokers_never_lead_and_come_last() {
        let spec =
            brokers(&[(1, None, false), (2, None, true), (3, Some("r"), true), (4, None, false)]);
        for seed in 0..50 {
            for replicas in place(&spec, 20, 3, seed).unwrap() {
                assert!([1, 4].contains(&replicas[0].0), "{replicas:?}");
                let distinct: BTreeSet<_> = replicas.iter().collect();
                assert_eq!(distinct.len(), 3);
            }
            for replicas in place(&spec, 20, 4, seed).unwrap() {
                assert_eq!(replicas.iter().collect::<BTreeSet<_>>().len(), 4);
            }
        }
    }
}

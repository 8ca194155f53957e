//! Spreads the replicas of a topic over brokers, and over racks where brokers have them.
//!
//! Pure: the two random numbers are arguments. The aims are Kafka's: leaders go round the brokers in
//! turn; second replicas of neighbouring partitions go to different brokers; with racks, no rack
//! gets a second replica of a partition before every rack has one.

use std::collections::BTreeMap;

use moldau_protocol::ids::BrokerId;

/// A broker that may get replicas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Racked {
    pub(super) id: BrokerId,
    pub(super) rack: Option<String>,
}

/// What is to be spread.
#[derive(Clone, Copy, Debug)]
pub(super) struct Assignment {
    pub(super) partitions: usize,
    /// Replicas of each.
    pub(super) factor: usize,
    /// Where the leaders begin.
    pub(super) start: usize,
    /// How far from the leader the second replica of the first partitions is.
    pub(super) shift: usize,
}

/// The replicas of each partition.
///
/// # Errors
/// When there are fewer brokers than replicas, or only some of them have a rack.
pub(super) fn assign(brokers: &[Racked], wanted: Assignment) -> Result<Vec<Vec<BrokerId>>, String> {
    if brokers.len() < wanted.factor {
        return Err(format!(
            "Replication factor: {} larger than available brokers: {}.",
            wanted.factor,
            brokers.len()
        ));
    }
    let racks = brokers.iter().filter(|broker| broker.rack.is_some()).count();
    if racks != 0 && racks != brokers.len() {
        return Err("Not all brokers have rack information. Add --disable-rack-aware in command \
                    line to make replica assignment without rack information."
            .to_owned());
    }
    let ring = interleaved(brokers);
    let count = ring.len();
    let mut all = Vec::with_capacity(wanted.partitions);
    for partition in 0..wanted.partitions {
        let leader = (wanted.start + partition) % count;
        // After each round of leaders the followers begin one further.
        let shift = wanted.shift + partition / count;
        let mut chosen: Vec<usize> = vec![leader];
        let mut step = 0;
        while chosen.len() < wanted.factor {
            let next = (leader + 1 + (shift + step) % (count - 1)) % count;
            step += 1;
            // A whole round has passed when every broker was looked at once.
            let strict = step < count;
            if !chosen.contains(&next) && (!strict || fits(&ring, &chosen, next)) {
                chosen.push(next);
                step = 0;
            }
        }
        all.push(chosen.into_iter().map(|at| ring[at].id).collect());
    }
    Ok(all)
}

/// Whether the rack of `next` has no more replicas than the emptiest rack.
fn fits(ring: &[Racked], chosen: &[usize], next: usize) -> bool {
    let Some(rack) = &ring[next].rack else { return true };
    let held =
        |rack: &str| chosen.iter().filter(|at| ring[**at].rack.as_deref() == Some(rack)).count();
    let least = ring.iter().filter_map(|broker| broker.rack.as_deref()).map(held).min();
    held(rack) <= least.unwrap_or(0)
}

/// The brokers so that neighbours are on different racks where possible.
fn interleaved(brokers: &[Racked]) -> Vec<Racked> {
    let mut sorted = brokers.to_vec();
    sorted.sort_by_key(|broker| broker.id);
    let mut racks: BTreeMap<Option<String>, Vec<Racked>> = BTreeMap::new();
    for broker in sorted {
        racks.entry(broker.rack.clone()).or_default().push(broker);
    }
    let longest = racks.values().map(Vec::len).max().unwrap_or(0);
    (0..longest)
        .flat_map(|at| racks.values().filter_map(move |rack| rack.get(at).cloned()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn brokers(racks: &[&str]) -> Vec<Racked> {
        let rack = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        let broker = |(id, text): (i32, &&str)| Racked { id: BrokerId(id), rack: rack(text) };
        (0..).zip(racks).map(broker).collect()
    }

    #[test]
    fn replicas_are_different_and_spread_evenly() {
        for racks in
            [&["", "", "", "", ""][..], &["a", "a", "b", "b", "c", "c"], &["a", "a", "a", "b"]]
        {
            let brokers = brokers(racks);
            let count = brokers.len();
            for factor in 1..=count {
                for start in 0..count {
                    let wanted =
                        Assignment { partitions: 3 * count, factor, start, shift: start * 2 };
                    let plan = assign(&brokers, wanted).unwrap();
                    let mut leaders = vec![0; count];
                    for replicas in &plan {
                        let mut different = replicas.clone();
                        different.sort();
                        different.dedup();
                        assert_eq!(different.len(), factor);
                        leaders[replicas[0].0 as usize] += 1;
                        spread_over_racks(&brokers, replicas);
                    }
                    assert_eq!(leaders, vec![3; count], "{racks:?}");
                }
            }
        }
    }

    /// No rack has two while another that has brokers has none.
    fn spread_over_racks(brokers: &[Racked], replicas: &[BrokerId]) {
        let mut held: BTreeMap<&str, usize> = BTreeMap::new();
        for rack in brokers.iter().filter_map(|broker| broker.rack.as_deref()) {
            held.entry(rack).or_default();
        }
        for broker in brokers.iter().filter(|broker| replicas.contains(&broker.id)) {
            if let Some(rack) = &broker.rack {
                *held.entry(rack).or_default() += 1;
            }
        }
        let (most, least) = (held.values().max(), held.values().min());
        if least == Some(&0) {
            assert!(most <= Some(&1), "{replicas:?} {held:?}");
        }
    }

    #[test]
    fn what_cannot_be_placed_is_refused() {
        let wanted = Assignment { partitions: 1, factor: 3, start: 0, shift: 0 };
        let refusal = assign(&brokers(&["", ""]), wanted).unwrap_err();
        assert_eq!(refusal, "Replication factor: 3 larger than available brokers: 2.");
        assert!(assign(&brokers(&["a", "", "b"]), wanted).is_err());
        assert_eq!(assign(&brokers(&[""]), Assignment { factor: 1, ..wanted }).unwrap().len(), 1);
    }

    #[test]
    fn neighbours_are_on_different_racks() {
        let ring = interleaved(&brokers(&["a", "a", "b", "b"]));
        let ids: Vec<i32> = ring.iter().map(|broker| broker.id.0).collect();
        assert_eq!(ids, [0, 2, 1, 3]);
    }
}

//! Which offset a partition gets: values in, an offset out.

use std::collections::BTreeMap;

use moldau_client::admin::TopicPartition;
use moldau_protocol::ids::Offset;

use super::csv::Plan;
use crate::failure::Failure;

/// Where to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Strategy {
    /// The first record that is there.
    Earliest,
    /// The end.
    Latest,
    /// Where the group is; the end where it is nowhere.
    Current,
    /// This offset.
    Offset(i64),
    /// So many records from where the group is.
    Shift(i64),
    /// The first record of this time (milliseconds since 1970) or later; the end if there is none.
    Time(i64),
    /// What a file says.
    Plan(Plan),
}

impl Strategy {
    /// Whether it is not left to the partition where it begins.
    pub(super) fn needs_start(&self) -> bool {
        matches!(self, Self::Earliest | Self::Offset(_) | Self::Shift(_) | Self::Plan(_))
    }

    pub(super) fn needs_end(&self) -> bool {
        *self != Self::Earliest
    }
}

/// What was looked up of partitions.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// The first offset.
    pub(super) start: BTreeMap<TopicPartition, Option<Offset>>,
    /// The offset behind the last record.
    pub(super) end: BTreeMap<TopicPartition, Option<Offset>>,
    /// The first offset from a time on, where there is one.
    pub(super) at_time: BTreeMap<TopicPartition, Option<Offset>>,
}

/// What is known of a group and a partition.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wanted {
    /// Where the group is.
    pub(super) committed: Option<Offset>,
    /// Where a file puts it.
    pub(super) planned: Option<Offset>,
}

/// An offset, and what is worth saying about it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Chosen {
    pub(super) offset: Offset,
    pub(super) note: Option<Note>,
}

/// What is worth saying, in Kafka's words.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Note {
    /// The offset is none of the partition's; Kafka's tool logs it.
    Moved(String),
    /// No record is that young; Kafka's tool prints it.
    NoRecord(String),
}

impl From<Offset> for Chosen {
    fn from(offset: Offset) -> Self {
        Self { offset, note: None }
    }
}

/// The new offset of a partition. Refusals and notes are in Kafka's words.
pub(super) fn choose(
    strategy: &Strategy,
    at: &TopicPartition,
    wanted: Wanted,
    known: &Known,
) -> Result<Chosen, Failure> {
    let name = format!("{}-{}", at.0, at.1);
    let get = |offsets: &BTreeMap<TopicPartition, Option<Offset>>, which: &str| {
        offsets.get(at).copied().flatten().ok_or_else(|| {
            Failure::new(format!("Error getting {which} offset of topic partition: {name}"))
        })
    };
    let within = |offset: i64| -> Result<Chosen, Failure> {
        let (start, end) = (get(&known.start, "starting")?, get(&known.end, "ending")?);
        Ok(clamp(&name, offset, start, end))
    };
    match strategy {
        Strategy::Earliest => Ok(get(&known.start, "starting")?.into()),
        Strategy::Latest => Ok(get(&known.end, "ending")?.into()),
        Strategy::Current => match wanted.committed {
            Some(offset) => Ok(offset.into()),
            None => Ok(get(&known.end, "ending")?.into()),
        },
        Strategy::Offset(offset) => within(*offset),
        Strategy::Shift(shift) => {
            let current = wanted.committed.ok_or_else(|| {
                Failure::usage(format!(
                    "Cannot shift offset for partition {name} since there is no current committed \
                     offset"
                ))
            })?;
            within(current.0.saturating_add(*shift))
        }
        Strategy::Time(_) => match known.at_time.get(at).copied().flatten() {
            Some(offset) => Ok(offset.into()),
            None => Ok(Chosen {
                offset: get(&known.end, "ending")?,
                note: Some(Note::NoRecord(format!(
                    "Partition {} from topic {} is empty. Falling back to latest known offset.",
                    at.1, at.0
                ))),
            }),
        },
        Strategy::Plan(_) => {
            let planned = wanted.planned.ok_or_else(|| {
                Failure::new(format!("the file has no offset for partition {name}"))
            })?;
            within(planned.0)
        }
    }
}

/// The nearest offset from `start` to `end`, both included.
fn clamp(name: &str, offset: i64, start: Offset, end: Offset) -> Chosen {
    let (than, bound) = match offset {
        offset if offset > end.0 => ("higher than latest", end),
        offset if offset < start.0 => ("lower than earliest", start),
        offset => return Offset(offset).into(),
    };
    let note = format!(
        "New offset ({offset}) is {than} offset for topic partition {name}. Value will be set to \
         {bound}."
    );
    Chosen { offset: bound, note: Some(Note::Moved(note)) }
}

#[cfg(test)]
mod tests {
    use moldau_protocol::ids::PartitionIndex;

    use super::*;

    /// A partition with the records from 10 to 19.
    fn known(at_time: Option<i64>) -> (TopicPartition, Known) {
        let at = ("t".to_owned(), PartitionIndex(0));
        let one = |offset: Option<i64>| BTreeMap::from([(at.clone(), offset.map(Offset))]);
        let known = Known { start: one(Some(10)), end: one(Some(20)), at_time: one(at_time) };
        (at, known)
    }

    #[test]
    fn each_strategy_chooses_as_kafkas_tool() {
        use Strategy::{Current, Earliest, Latest, Offset as To, Plan as File, Shift, Time};
        let file = File(Plan::new());
        for (strategy, committed, planned, at_time, expected) in [
            (Earliest, Some(15), None, None, Some(10)),
            (Latest, Some(15), None, None, Some(20)),
            (Current, Some(15), None, None, Some(15)),
            (Current, Some(5), None, None, Some(5)),
            (Current, None, None, None, Some(20)),
            (To(15), None, None, None, Some(15)),
            (To(10), None, None, None, Some(10)),
            (To(9), None, None, None, Some(10)),
            (To(-5), None, None, None, Some(10)),
            (To(20), None, None, None, Some(20)),
            (To(21), None, None, None, Some(20)),
            (Shift(2), Some(15), None, None, Some(17)),
            (Shift(-2), Some(15), None, None, Some(13)),
            (Shift(-100), Some(15), None, None, Some(10)),
            (Shift(i64::MAX), Some(15), None, None, Some(20)),
            (Shift(1), None, None, None, None),
            (Time(77), Some(15), None, Some(12), Some(12)),
            (Time(77), Some(15), None, None, Some(20)),
            (file.clone(), Some(15), Some(11), None, Some(11)),
            (file.clone(), Some(15), Some(500), None, Some(20)),
            (file, Some(15), None, None, None),
        ] {
            let (at, known) = known(at_time);
            let wanted = Wanted { committed: committed.map(Offset), planned: planned.map(Offset) };
            let chosen = choose(&strategy, &at, wanted, &known).ok();
            assert_eq!(chosen.map(|chosen| chosen.offset.0), expected, "{strategy:?} {wanted:?}");
        }
    }

    #[test]
    fn what_was_moved_into_the_log_is_told() {
        let note = |offset| match clamp("t-0", offset, Offset(10), Offset(20)).note {
            Some(Note::Moved(words)) => Some(words),
            _ => None,
        };
        assert_eq!(note(15), None);
        assert_eq!(
            note(500).unwrap(),
            "New offset (500) is higher than latest offset for topic partition t-0. Value will be \
             set to 20."
        );
        assert!(note(9).unwrap().contains("(9) is lower than earliest offset"));
    }

    #[test]
    fn an_end_that_is_not_known_is_refused() {
        let (at, mut known) = known(None);
        known.end.clear();
        assert!(choose(&Strategy::Latest, &at, Wanted::default(), &known).is_err());
        assert!(choose(&Strategy::Offset(15), &at, Wanted::default(), &known).is_err());
    }
}

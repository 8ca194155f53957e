//! Which partitions are meant: `--topic NAME` or `--topic NAME:0,1`, any number of times.

use std::collections::{BTreeMap, BTreeSet};

use moldau_client::{Cluster, admin::TopicPartition};
use moldau_protocol::ids::PartitionIndex;

use crate::failure::Failure;

/// A topic with all its partitions (none named), or with some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Scope {
    pub(super) topic: String,
    pub(super) partitions: Vec<PartitionIndex>,
}

impl Scope {
    /// Reads `NAME` or `NAME:0,1`; refusals are in Kafka's words.
    pub(super) fn parse(text: &str) -> Result<Self, Failure> {
        let Some((topic, list)) = text.split_once(':') else {
            return Ok(Self { topic: text.to_owned(), partitions: Vec::new() });
        };
        if topic.is_empty() || list.is_empty() || list.contains(':') {
            return Err(Failure::usage(format!(
                "Invalid topic arg '{text}', expected topic name and partitions"
            )));
        }
        let number = |word: &str| {
            let index = word.parse::<i32>().ok().filter(|index| *index >= 0);
            index.map(PartitionIndex).ok_or_else(|| {
                Failure::usage(format!(
                    "Invalid partition '{word}' specified in topic arg '{text}'"
                ))
            })
        };
        let partitions = list.split(',').map(number).collect::<Result<_, _>>()?;
        Ok(Self { topic: topic.to_owned(), partitions })
    }

    pub(super) fn parse_all(texts: &[String]) -> Result<Vec<Self>, Failure> {
        texts.iter().map(|text| Self::parse(text)).collect()
    }
}

/// What is there of some topics: the partitions of each that exists, and whether they have a leader.
#[derive(Debug, Default)]
pub(super) struct Existing(BTreeMap<String, BTreeMap<PartitionIndex, bool>>);

impl Existing {
    /// Asks the cluster.
    pub(super) async fn ask<'a>(
        cluster: &Cluster,
        topics: impl Iterator<Item = &'a str>,
    ) -> Result<Self, Failure> {
        let topics: BTreeSet<&str> = topics.collect();
        if topics.is_empty() {
            return Ok(Self::default());
        }
        let names: Vec<&str> = topics.into_iter().collect();
        let metadata = cluster.refresh(&names, moldau_client::cluster::AutoCreate::No).await?;
        let found = names.into_iter().filter_map(|name| {
            let partitions = metadata.topic(name)?.partitions.as_ref().ok()?.iter();
            let leaders = partitions.map(|partition| (partition.index, partition.leader.is_some()));
            Some((name.to_owned(), leaders.collect()))
        });
        Ok(Self(found.collect()))
    }

    /// The partitions of a topic; none when it does not exist.
    pub(super) fn partitions(&self, topic: &str) -> Option<Vec<PartitionIndex>> {
        Some(self.0.get(topic)?.keys().copied().collect())
    }

    pub(super) fn has_leader(&self, (topic, partition): &TopicPartition) -> bool {
        self.0.get(topic).and_then(|known| known.get(partition)).is_some_and(|leader| *leader)
    }

    fn exists(&self, (topic, partition): &TopicPartition) -> bool {
        self.0.get(topic).is_some_and(|known| known.contains_key(partition))
    }

    /// Refuses partitions that are not there or have no leader, in Kafka's words.
    pub(super) fn check(&self, partitions: &BTreeSet<TopicPartition>) -> Result<(), Failure> {
        let names = |these: Vec<&TopicPartition>| {
            let names: Vec<String> =
                these.into_iter().map(|(topic, index)| format!("{topic}-{index}")).collect();
            names.join(",")
        };
        let absent: Vec<_> = partitions.iter().filter(|at| !self.exists(at)).collect();
        if !absent.is_empty() {
            let message = format!("The partitions \"{}\" do not exist", names(absent));
            return Err(Failure::new(message)
                .advise("`moldau topic describe` shows the partitions of topics"));
        }
        let leaderless: Vec<_> = partitions.iter().filter(|at| !self.has_leader(at)).collect();
        if !leaderless.is_empty() {
            let message = format!("The partitions \"{}\" have no leader", names(leaderless));
            return Err(Failure::new(message)
                .advise("`moldau topic describe --unavailable-partitions` shows them"));
        }
        Ok(())
    }

    /// Every partition that the scopes mean.
    pub(super) fn expand(&self, scopes: &[Scope]) -> Result<BTreeSet<TopicPartition>, Failure> {
        let mut all = BTreeSet::new();
        for scope in scopes {
            let topic = &scope.topic;
            if !scope.partitions.is_empty() {
                all.extend(scope.partitions.iter().map(|index| (topic.clone(), *index)));
                continue;
            }
            let partitions = self.partitions(topic).ok_or_else(|| {
                Failure::new(format!(
                    "topic {topic}: This server does not host this topic-partition."
                ))
                .advise("`moldau topic list` shows the topics there are")
            })?;
            all.extend(partitions.into_iter().map(|index| (topic.clone(), index)));
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_are_read_as_by_kafkas_tool() {
        let scope = |topic: &str, partitions: &[i32]| {
            let partitions = partitions.iter().copied().map(PartitionIndex).collect();
            Some(Scope { topic: topic.to_owned(), partitions })
        };
        for (text, expected) in [
            ("orders", scope("orders", &[])),
            ("orders:0", scope("orders", &[0])),
            ("a.b-c_d:2,0", scope("a.b-c_d", &[2, 0])),
            ("orders:", None),
            (":0", None),
            ("orders:0:1", None),
            ("orders:x", None),
            ("orders:0,", None),
            ("orders:-1", None),
            ("orders:99999999999", None),
        ] {
            assert_eq!(Scope::parse(text).ok(), expected, "{text}");
        }
    }

    #[test]
    fn what_is_not_there_is_refused() {
        let there = Existing(BTreeMap::from([(
            "t".to_owned(),
            BTreeMap::from([(PartitionIndex(0), true), (PartitionIndex(1), false)]),
        )]));
        let check = |text: &str| {
            let partitions = there.expand(&[Scope::parse(text).unwrap()])?;
            there.check(&partitions)
        };
        for (text, expected) in [
            ("t:0", None),
            ("t", Some("The partitions \"t-1\" have no leader")),
            ("t:0,7,8", Some("The partitions \"t-7,t-8\" do not exist")),
            ("u:0", Some("The partitions \"u-0\" do not exist")),
            ("u", Some("topic u: This server does not host")),
        ] {
            match (check(text), expected) {
                (Ok(()), None) => {}
                (Err(failure), Some(words)) => {
                    assert!(
                        format!("{failure:?}").replace("\\\"", "\"").contains(words),
                        "{failure:?}"
                    );
                }
                (found, _) => panic!("{text}: {found:?}"),
            }
        }
    }
}

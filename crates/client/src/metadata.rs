//! What a client knows of the cluster: brokers, and the leaders of the partitions it asked for.
//!
//! An image is immutable; a refresh makes a new one. A leader epoch never goes backwards within one
//! life of a topic: an answer from a broker that lags is not taken for newer (KIP-320).

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use moldau_protocol::{
    ErrorCode,
    ids::{BrokerId, LeaderEpoch, PartitionIndex, TopicId, Uuid},
    messages::{
        DescribeClusterResponse, MetadataResponse, metadata_response::MetadataResponseTopic,
    },
};

/// Where a broker listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broker {
    /// Node id.
    pub id: BrokerId,
    /// `host:port` as advertised.
    pub address: String,
    /// Rack, if it has one.
    pub rack: Option<String>,
}

/// One partition of a topic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    /// Its index.
    pub index: PartitionIndex,
    /// Its leader, when it has one.
    pub leader: Option<BrokerId>,
    /// Epoch of that leadership, or -1 when the broker did not say.
    pub leader_epoch: LeaderEpoch,
    /// All replicas, the preferred leader first.
    pub replicas: Vec<BrokerId>,
    /// Those in sync.
    pub isr: Vec<BrokerId>,
}

/// One topic, or why it is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topic {
    /// Its name.
    pub name: Arc<str>,
    /// Its id; zero when the broker is too old to have told.
    pub id: TopicId,
    /// Whether Kafka itself uses it.
    pub internal: bool,
    /// Its partitions by index, or the code the broker gave instead.
    pub partitions: Result<Vec<Partition>, ErrorCode>,
}

/// The cluster as of the last refresh.
#[derive(Clone, Debug, Default)]
pub struct Metadata {
    /// Id of the cluster, if the broker told.
    pub cluster_id: Option<String>,
    /// The broker that takes administrative calls.
    pub controller: Option<BrokerId>,
    /// Brokers by id.
    pub brokers: BTreeMap<BrokerId, Broker>,
    topics: HashMap<Arc<str>, Arc<Topic>>,
    names: HashMap<TopicId, Arc<str>>,
}

impl Metadata {
    /// A topic that was asked for before.
    #[must_use]
    pub fn topic(&self, name: &str) -> Option<&Arc<Topic>> {
        self.topics.get(name)
    }

    /// Name of a topic that was asked for before.
    #[must_use]
    pub fn topic_name(&self, id: TopicId) -> Option<&Arc<str>> {
        self.names.get(&id)
    }

    /// All topics that are known.
    pub fn topics(&self) -> impl Iterator<Item = &Arc<Topic>> {
        self.topics.values()
    }

    /// A partition of a topic that is known.
    #[must_use]
    pub fn partition(&self, topic: &str, index: PartitionIndex) -> Option<&Partition> {
        let partitions = self.topic(topic)?.partitions.as_ref().ok()?;
        partitions.get(usize::try_from(index.0).ok()?).filter(|found| found.index == index)
    }

    /// The controllers, in the place of brokers; there are no topics.
    #[must_use]
    pub(crate) fn of_controllers(answer: DescribeClusterResponse) -> Self {
        let controllers = answer.brokers.into_iter().map(|node| {
            let id = BrokerId(node.broker_id);
            (id, Broker { id, address: join(&node.host, node.port), rack: node.rack })
        });
        Self {
            cluster_id: Some(answer.cluster_id),
            controller: (answer.controller_id >= 0).then_some(BrokerId(answer.controller_id)),
            brokers: controllers.collect(),
            ..Self::default()
        }
    }

    /// The image after an answer. Topics that the answer does not speak of stay.
    #[must_use]
    pub(crate) fn with(&self, answer: MetadataResponse) -> Self {
        let mut next = Self {
            cluster_id: answer.cluster_id,
            controller: (answer.controller_id >= 0).then_some(BrokerId(answer.controller_id)),
            brokers: answer
                .brokers
                .into_iter()
                .map(|broker| {
                    let id = BrokerId(broker.node_id);
                    let address = join(&broker.host, broker.port);
                    (id, Broker { id, address, rack: broker.rack })
                })
                .collect(),
            topics: self.topics.clone(),
            names: self.names.clone(),
        };
        for topic in answer.topics {
            next.put(topic);
        }
        next
    }

    fn put(&mut self, topic: MetadataResponseTopic) {
        let Some(name) = topic.name else { return };
        let name: Arc<str> = name.into();
        let id = TopicId(topic.topic_id);
        let old = self.topics.get(&name).filter(|old| old.id == id).cloned();
        let code = ErrorCode(topic.error_code);
        let partitions = if code.is_error() {
            Err(code)
        } else {
            let mut partitions: Vec<Partition> = topic
                .partitions
                .into_iter()
                .map(|partition| Partition {
                    index: PartitionIndex(partition.partition_index),
                    leader: (partition.leader_id >= 0).then_some(BrokerId(partition.leader_id)),
                    leader_epoch: LeaderEpoch(partition.leader_epoch),
                    replicas: partition.replica_nodes.into_iter().map(BrokerId).collect(),
                    isr: partition.isr_nodes.into_iter().map(BrokerId).collect(),
                })
                .collect();
            partitions.sort_by_key(|partition| partition.index);
            if let Some(Ok(known)) = old.as_ref().map(|old| &old.partitions) {
                keep_newer(&mut partitions, known);
            }
            Ok(partitions)
        };
        if id.0 != Uuid::ZERO {
            self.names.insert(id, Arc::clone(&name));
        }
        let entry = Topic { name: Arc::clone(&name), id, internal: topic.is_internal, partitions };
        self.topics.insert(name, Arc::new(entry));
    }
}

fn keep_newer(partitions: &mut [Partition], known: &[Partition]) {
    for (partition, old) in partitions.iter_mut().zip(known) {
        if old.index == partition.index && old.leader_epoch > partition.leader_epoch {
            partition.clone_from(old);
        }
    }
}

/// `host:port`, with brackets around an IPv6 address.
fn join(host: &str, port: i32) -> String {
    if host.contains(':') { format!("[{host}]:{port}") } else { format!("{host}:{port}") }
}

#[cfg(test)]
mod tests {
    use moldau_protocol::messages::metadata_response::{
        MetadataResponseBroker, MetadataResponsePartition,
    };

    use super::*;

    fn answer(epoch: i32, leader: i32, id: u8) -> MetadataResponse {
        MetadataResponse {
            brokers: vec![MetadataResponseBroker {
                node_id: 1,
                host: "::1".to_owned(),
                port: 9092,
                ..MetadataResponseBroker::default()
            }],
            topics: vec![MetadataResponseTopic {
                name: Some("t".to_owned()),
                topic_id: Uuid([id; 16]),
                partitions: vec![MetadataResponsePartition {
                    leader_id: leader,
                    leader_epoch: epoch,
                    ..MetadataResponsePartition::default()
                }],
                ..MetadataResponseTopic::default()
            }],
            ..MetadataResponse::default()
        }
    }

    #[test]
    fn leader_epochs_do_not_go_backwards_within_one_life_of_a_topic() {
        let leader = |metadata: &Metadata| {
            metadata.partition("t", PartitionIndex(0)).and_then(|partition| partition.leader)
        };
        let metadata = Metadata::default().with(answer(5, 1, 1));
        assert_eq!(metadata.brokers[&BrokerId(1)].address, "[::1]:9092");
        assert_eq!(leader(&metadata.with(answer(4, 2, 1))), Some(BrokerId(1)));
        assert_eq!(leader(&metadata.with(answer(6, 2, 1))), Some(BrokerId(2)));
        // Another life begins again.
        assert_eq!(leader(&metadata.with(answer(0, 2, 2))), Some(BrokerId(2)));
        assert_eq!(leader(&metadata.with(answer(7, -1, 1))), None);
        assert_eq!(metadata.partition("t", PartitionIndex(1)), None);
    }
}

//! Records on their way into the next image.
//!
//! State: the image it starts from, the image as it will be, and what differs. A metadata
//! transaction (KIP-866) may span batches: until it ends, what it changed is kept apart, so that an
//! abort leaves nothing behind.
//!
//! Invariants: `apply` never shows a transaction that has not ended; a topic that came and went
//! inside one delta is in none of the lists.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use moldau_protocol::ids::{BrokerId, PartitionIndex, TopicId, Uuid};
use moldau_protocol::messages::{MetadataRecord, PartitionChangeRecord};

use super::{ConfigResource, MetadataImage, Provenance, TopicImage};
use crate::feature::{METADATA_VERSION, MetadataVersion};

/// Why a record contradicts the image: a fault of the log, never of a client.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)] // The messages say it.
pub enum ReplayError {
    #[error("topic {name} with id {id:?} exists already")]
    DuplicateTopic { name: String, id: TopicId },
    #[error("there is no topic with id {0:?}")]
    UnknownTopic(TopicId),
    #[error("there is no topic {0}")]
    UnknownTopicName(String),
    #[error("there is no partition {partition} of the topic with id {topic:?}")]
    UnknownPartition { topic: TopicId, partition: PartitionIndex },
    #[error(
        "partition {partition} of the topic with id {topic:?} has {replicas} replicas and {directories} directories"
    )]
    DirectoryCount {
        topic: TopicId,
        partition: PartitionIndex,
        directories: usize,
        replicas: usize,
    },
    #[error("leader recovery state {0} is not known")]
    LeaderRecovery(i8),
    #[error("broker {0} is not registered")]
    UnknownBroker(BrokerId),
    #[error("broker {broker} is registered with epoch {registered}, not {epoch}")]
    BrokerEpoch { broker: BrokerId, epoch: i64, registered: i64 },
    #[error("the change of broker {broker} has {field} = {value}, which is not known")]
    ChangeValue { broker: BrokerId, field: &'static str, value: i8 },
    #[error("configuration of resource type {0} is not known")]
    ResourceType(i8),
    #[error("there is no access control entry {0}")]
    UnknownAcl(Uuid),
    #[error(
        "metadata.version {0} is not supported; this build supports 7 ({min}) to 33 ({max})",
        min = MetadataVersion::MIN,
        max = MetadataVersion::MAX
    )]
    MetadataVersion(i16),
    #[error("a metadata transaction begins inside another one")]
    NestedTransaction,
    #[error("a metadata transaction ends that has not begun")]
    NoTransaction,
}

/// Topics that differ between two images.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TopicChanges {
    /// Topics that are new.
    pub created: BTreeSet<TopicId>,
    /// Topics that are gone, as they were.
    pub deleted: BTreeMap<TopicId, Arc<TopicImage>>,
    /// Partitions that are new or differ, those of new topics among them.
    pub changed: BTreeMap<TopicId, BTreeSet<PartitionIndex>>,
}

/// What differs, by kind.
#[derive(Clone, Debug, Default)]
struct Changes {
    topics: TopicChanges,
    configs: BTreeSet<ConfigResource>,
    brokers: BTreeSet<BrokerId>,
    controllers: BTreeSet<BrokerId>,
    features: bool,
}

/// Where an abort goes back to.
#[derive(Clone, Debug)]
struct Before {
    next: MetadataImage,
    changes: Changes,
}

/// A change of the cluster: one image, records, the next image.
#[derive(Clone, Debug)]
pub struct MetadataDelta {
    base: MetadataImage,
    next: MetadataImage,
    changes: Changes,
    transaction: Option<Box<Before>>,
}

impl MetadataDelta {
    /// No change yet, on top of `base`.
    #[must_use]
    pub fn new(base: &MetadataImage) -> Self {
        Self {
            base: base.clone(),
            next: base.clone(),
            changes: Changes::default(),
            transaction: None,
        }
    }

    /// What leads from `base` to `next`; for a snapshot that replaces everything, and for a
    /// publisher's first call (with an empty `base`).
    #[must_use]
    pub fn between(base: &MetadataImage, next: &MetadataImage) -> Self {
        let mut delta = Self::new(base);
        delta.next = next.clone();
        delta.changes = compare(base, next);
        delta
    }

    /// Drops what is known of differences, and the image it started from, for who only wants
    /// [`Self::current`]: nothing is shared any more, so that changes are made in place.
    pub(crate) fn forget_changes(&mut self) {
        self.base = MetadataImage::default();
        self.changes = Changes::default();
    }

    /// The image that it starts from.
    #[must_use]
    pub fn base(&self) -> &MetadataImage {
        &self.base
    }

    /// The image as it is after the records so far, an open transaction included. Its provenance is
    /// that of `base`.
    #[must_use]
    pub fn current(&self) -> &MetadataImage {
        &self.next
    }

    /// Whether a metadata transaction is open: its records must not be published yet.
    #[must_use]
    pub fn in_transaction(&self) -> bool {
        self.transaction.is_some()
    }

    /// Topics created, deleted, and partitions changed.
    #[must_use]
    pub fn topics(&self) -> &TopicChanges {
        &self.changes.topics
    }

    /// Resources whose overrides were set or removed.
    #[must_use]
    pub fn configs_changed(&self) -> &BTreeSet<ConfigResource> {
        &self.changes.configs
    }

    /// Brokers that registered, changed or went.
    #[must_use]
    pub fn brokers_changed(&self) -> &BTreeSet<BrokerId> {
        &self.changes.brokers
    }

    /// Controllers that registered or went.
    #[must_use]
    pub fn controllers_changed(&self) -> &BTreeSet<BrokerId> {
        &self.changes.controllers
    }

    /// Whether a feature level was finalised or removed.
    #[must_use]
    pub fn features_changed(&self) -> bool {
        self.changes.features
    }

    /// Takes one record in, in log order.
    ///
    /// # Errors
    /// When it contradicts what came before; the delta is of no use any more.
    pub fn replay(&mut self, record: &MetadataRecord) -> Result<(), ReplayError> {
        use MetadataRecord as R;
        let next = &mut self.next;
        let changes = &mut self.changes;
        match record {
            R::BeginTransactionRecord(_) => {
                if self.transaction.is_some() {
                    return Err(ReplayError::NestedTransaction);
                }
                let before = Before { next: next.clone(), changes: changes.clone() };
                self.transaction = Some(Box::new(before));
            }
            R::EndTransactionRecord(_) => {
                self.transaction.take().ok_or(ReplayError::NoTransaction)?;
            }
            R::AbortTransactionRecord(_) => {
                let before = self.transaction.take().ok_or(ReplayError::NoTransaction)?;
                self.next = before.next;
                self.changes = before.changes;
            }
            R::TopicRecord(record) => {
                let id = next.topics.add(record)?;
                changes.topics.created.insert(id);
            }
            R::RemoveTopicRecord(record) => {
                let id = TopicId(record.topic_id);
                let topic = next.topics.remove(id)?;
                changes.configs.extend(next.configs.remove_topic(&topic.name));
                changes.topics.changed.remove(&id);
                changes.topics.created.remove(&id);
                if let Some(topic) = self.base.topics.by_id(id) {
                    changes.topics.deleted.insert(id, Arc::clone(topic));
                }
            }
            R::PartitionRecord(record) => {
                next.topics.set_partition(record)?;
                changes.partition(record.topic_id, record.partition_id);
            }
            R::PartitionChangeRecord(record) => {
                next.topics.change_partition(record)?;
                changes.partition(record.topic_id, record.partition_id);
            }
            R::ClearElrRecord(record) => self.clear_elr(&record.topic_name)?,
            R::ConfigRecord(record) => {
                changes.configs.insert(next.configs.replay(record)?);
            }
            R::FeatureLevelRecord(record) => {
                if record.name == METADATA_VERSION
                    && MetadataVersion::from_level(record.feature_level).is_none()
                {
                    return Err(ReplayError::MetadataVersion(record.feature_level));
                }
                Arc::make_mut(&mut next.features).replay(record);
                changes.features = true;
            }
            R::ProducerIdsRecord(record) => next.next_producer_id = record.next_producer_id,
            R::AccessControlEntryRecord(record) => next.acls.add(record),
            R::RemoveAccessControlEntryRecord(record) => next.acls.remove(record.id)?,
            R::UserScramCredentialRecord(record) => next.scram.set(record),
            R::RemoveUserScramCredentialRecord(record) => {
                next.scram.remove(record.mechanism, &record.name);
            }
            R::DelegationTokenRecord(record) => next.tokens.set(record),
            R::RemoveDelegationTokenRecord(record) => next.tokens.remove(&record.token_id),
            R::ClientQuotaRecord(record) => next.quotas.replay(record),
            // Without a meaning since ZooKeeper is gone; Kafka 4 reads past it too.
            R::ZkMigrationStateRecord(_) | R::NoOpRecord(_) => {}
            R::RegisterBrokerRecord(_)
            | R::UnregisterBrokerRecord(_)
            | R::FenceBrokerRecord(_)
            | R::UnfenceBrokerRecord(_)
            | R::BrokerRegistrationChangeRecord(_)
            | R::RegisterControllerRecord(_)
            | R::UnregisterControllerRecord(_) => self.replay_cluster(record)?,
        }
        Ok(())
    }

    fn replay_cluster(&mut self, record: &MetadataRecord) -> Result<(), ReplayError> {
        use MetadataRecord as R;
        let cluster = Arc::make_mut(&mut self.next.cluster);
        let broker = match record {
            R::RegisterBrokerRecord(record) => {
                cluster.register_broker(record);
                record.broker_id
            }
            R::UnregisterBrokerRecord(record) => {
                cluster.unregister_broker(BrokerId(record.broker_id), record.broker_epoch)?;
                record.broker_id
            }
            R::FenceBrokerRecord(record) => {
                cluster.set_fenced(BrokerId(record.id), record.epoch, true)?;
                record.id
            }
            R::UnfenceBrokerRecord(record) => {
                cluster.set_fenced(BrokerId(record.id), record.epoch, false)?;
                record.id
            }
            R::BrokerRegistrationChangeRecord(record) => {
                cluster.change_broker(record)?;
                record.broker_id
            }
            R::RegisterControllerRecord(record) => {
                cluster.register_controller(record);
                self.changes.controllers.insert(BrokerId(record.controller_id));
                return Ok(());
            }
            R::UnregisterControllerRecord(record) => {
                cluster.unregister_controller(BrokerId(record.controller_id));
                self.changes.controllers.insert(BrokerId(record.controller_id));
                return Ok(());
            }
            _ => return Ok(()),
        };
        self.changes.brokers.insert(BrokerId(broker));
        Ok(())
    }

    /// Empties the eligible leader replicas of one topic, or of all when the name is empty.
    fn clear_elr(&mut self, name: &str) -> Result<(), ReplayError> {
        if !name.is_empty() && self.next.topics.by_name(name).is_none() {
            return Err(ReplayError::UnknownTopicName(name.to_owned()));
        }
        let affected: Vec<_> = self
            .next
            .topics
            .partitions()
            .filter(|(topic, _, _)| name.is_empty() || &*topic.name == name)
            .filter(|(_, _, p)| !p.elr.is_empty() || !p.last_known_elr.is_empty())
            .map(|(topic, index, _)| (topic.id, index))
            .collect();
        for (topic, partition) in affected {
            self.next.topics.change_partition(&PartitionChangeRecord {
                topic_id: topic.0,
                partition_id: partition.0,
                eligible_leader_replicas: Some(Vec::new()),
                last_known_elr: Some(Vec::new()),
                ..Default::default()
            })?;
            self.changes.partition(topic.0, partition.0);
        }
        Ok(())
    }

    /// The next image, which goes as far as `provenance`. While a transaction is open it is the
    /// image from before the transaction, so wait for its end ([`Self::in_transaction`]).
    #[must_use]
    pub fn apply(&self, provenance: Provenance) -> MetadataImage {
        let visible = self.transaction.as_ref().map_or(&self.next, |before| &before.next);
        MetadataImage { provenance, ..visible.clone() }
    }
}

impl Changes {
    fn partition(&mut self, topic: Uuid, partition: i32) {
        let partitions = self.topics.changed.entry(TopicId(topic)).or_default();
        partitions.insert(PartitionIndex(partition));
    }
}

fn compare(base: &MetadataImage, next: &MetadataImage) -> Changes {
    let mut changes = Changes { features: base.features != next.features, ..Changes::default() };
    for topic in base.topics.iter() {
        if next.topics.by_id(topic.id).is_none() {
            changes.topics.deleted.insert(topic.id, Arc::clone(topic));
        }
    }
    for topic in next.topics.iter() {
        let old = base.topics.by_id(topic.id);
        if old.is_none() {
            changes.topics.created.insert(topic.id);
        }
        if old.is_some_and(|old| Arc::ptr_eq(old, topic)) {
            continue;
        }
        for (index, partition) in topic.partitions.iter() {
            if old.and_then(|old| old.partitions.get(index)) != Some(partition) {
                changes.partition(topic.id.0, index.0);
            }
        }
    }
    for (resource, overrides) in next.configs.iter() {
        if base.configs.overrides(resource) != *overrides {
            changes.configs.insert(resource.clone());
        }
    }
    for (resource, _) in base.configs.iter() {
        if next.configs.overrides(resource).is_empty() {
            changes.configs.insert(resource.clone());
        }
    }
    let (old, new) = (&base.cluster, &next.cluster);
    let ids = old.brokers().chain(new.brokers()).map(|broker| broker.id);
    changes.brokers = ids.filter(|id| old.broker(*id) != new.broker(*id)).collect();
    let ids = old.controllers().chain(new.controllers()).map(|controller| controller.id);
    changes.controllers = ids.filter(|id| old.controller(*id) != new.controller(*id)).collect();
    changes
}

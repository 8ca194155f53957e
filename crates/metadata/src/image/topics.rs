//! Topics and their partitions.

use std::sync::Arc;

use moldau_protocol::ids::{BrokerId, DirectoryId, LeaderEpoch, PartitionIndex, TopicId, Uuid};
use moldau_protocol::messages::{PartitionChangeRecord, PartitionRecord, TopicRecord};

use super::{ChunkMap, ReplayError};

/// Directory of a replica that was made before directories were known (KIP-858).
pub const DIRECTORY_MIGRATING: DirectoryId = DirectoryId(Uuid::ZERO);
/// Directory of a replica whose broker has yet to choose one.
pub const DIRECTORY_UNASSIGNED: DirectoryId = DirectoryId(Uuid::ONE);
/// Directory of a replica whose directory went off line.
pub const DIRECTORY_LOST: DirectoryId =
    DirectoryId(Uuid([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2]));

/// Leader of a change record that leaves the leader, and its epoch, alone.
pub(crate) const NO_LEADER_CHANGE: i32 = -2;

/// Whether the leader of a partition was elected cleanly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LeaderRecovery {
    /// The leader had everything that was committed.
    #[default]
    Recovered,
    /// The leader was elected uncleanly and has not recovered yet.
    Recovering,
}

impl LeaderRecovery {
    fn from_code(code: i8) -> Option<Self> {
        match code {
            0 => Some(Self::Recovered),
            1 => Some(Self::Recovering),
            _ => None,
        }
    }

    /// Its number in records and on the wire.
    #[must_use]
    pub fn code(self) -> i8 {
        match self {
            Self::Recovered => 0,
            Self::Recovering => 1,
        }
    }
}

/// Replicas and leadership of one partition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartitionRegistration {
    /// Brokers with a replica; the first is the preferred leader.
    pub replicas: Vec<BrokerId>,
    /// Log directory of each replica, in the order of `replicas`.
    pub directories: Vec<DirectoryId>,
    /// In-sync replicas.
    pub isr: Vec<BrokerId>,
    /// Replicas that a reassignment takes away.
    pub removing_replicas: Vec<BrokerId>,
    /// Replicas that a reassignment adds.
    pub adding_replicas: Vec<BrokerId>,
    /// The leader; [`BrokerId::NONE`] when there is none.
    pub leader: BrokerId,
    /// How the leader came to be.
    pub leader_recovery: LeaderRecovery,
    /// Grows with each change of the leader, also to none.
    pub leader_epoch: LeaderEpoch,
    /// Grows with each change of the registration.
    pub partition_epoch: i32,
    /// Replicas out of sync that still have everything committed (KIP-966).
    pub elr: Vec<BrokerId>,
    /// Replicas that were in the ELR before an unclean shutdown.
    pub last_known_elr: Vec<BrokerId>,
}

fn brokers(ids: &[i32]) -> Vec<BrokerId> {
    ids.iter().copied().map(BrokerId).collect()
}

pub(crate) fn raw(brokers: &[BrokerId]) -> Vec<i32> {
    brokers.iter().map(|broker| broker.0).collect()
}

impl PartitionRegistration {
    /// The preferred leader.
    #[must_use]
    pub fn preferred_leader(&self) -> BrokerId {
        self.replicas.first().copied().unwrap_or(BrokerId::NONE)
    }

    /// Log directory of the replica on `broker`.
    #[must_use]
    pub fn directory(&self, broker: BrokerId) -> Option<DirectoryId> {
        let index = self.replicas.iter().position(|replica| *replica == broker)?;
        self.directories.get(index).copied()
    }

    /// Whether a reassignment is under way.
    #[must_use]
    pub fn is_reassigning(&self) -> bool {
        !self.removing_replicas.is_empty() || !self.adding_replicas.is_empty()
    }

    fn from_record(record: &PartitionRecord) -> Result<Self, ReplayError> {
        let partition = PartitionIndex(record.partition_id);
        let topic = TopicId(record.topic_id);
        Ok(Self {
            directories: directories(topic, partition, &record.directories, record.replicas.len())?,
            replicas: brokers(&record.replicas),
            isr: brokers(&record.isr),
            removing_replicas: brokers(&record.removing_replicas),
            adding_replicas: brokers(&record.adding_replicas),
            leader: BrokerId(record.leader),
            leader_recovery: LeaderRecovery::from_code(record.leader_recovery_state)
                .ok_or(ReplayError::LeaderRecovery(record.leader_recovery_state))?,
            leader_epoch: LeaderEpoch(record.leader_epoch),
            partition_epoch: record.partition_epoch,
            elr: brokers(record.eligible_leader_replicas.as_deref().unwrap_or_default()),
            last_known_elr: brokers(record.last_known_elr.as_deref().unwrap_or_default()),
        })
    }

    /// This registration after `change`.
    pub(crate) fn merge(&self, change: &PartitionChangeRecord) -> Result<Self, ReplayError> {
        let mut next = self.clone();
        let set = |field: &mut Vec<BrokerId>, value: &Option<Vec<i32>>| {
            if let Some(ids) = value {
                *field = brokers(ids);
            }
        };
        set(&mut next.replicas, &change.replicas);
        set(&mut next.isr, &change.isr);
        set(&mut next.removing_replicas, &change.removing_replicas);
        set(&mut next.adding_replicas, &change.adding_replicas);
        set(&mut next.elr, &change.eligible_leader_replicas);
        set(&mut next.last_known_elr, &change.last_known_elr);
        if let Some(ids) = &change.directories {
            let (topic, partition) =
                (TopicId(change.topic_id), PartitionIndex(change.partition_id));
            next.directories = directories(topic, partition, ids, next.replicas.len())?;
        } else if next.directories.len() != next.replicas.len() {
            // Written by a level without directories: nobody knows where the replicas are.
            next.directories = vec![DIRECTORY_MIGRATING; next.replicas.len()];
        }
        if change.leader != NO_LEADER_CHANGE {
            next.leader = BrokerId(change.leader);
            next.leader_epoch = LeaderEpoch(self.leader_epoch.0.wrapping_add(1));
        }
        if change.leader_recovery_state != -1 {
            next.leader_recovery = LeaderRecovery::from_code(change.leader_recovery_state)
                .ok_or(ReplayError::LeaderRecovery(change.leader_recovery_state))?;
        }
        next.partition_epoch = self.partition_epoch.wrapping_add(1);
        Ok(next)
    }

    /// The record that makes this partition, with every field; the writer drops what a level lacks.
    pub(crate) fn to_record(&self, topic: TopicId, partition: PartitionIndex) -> PartitionRecord {
        let some = |list: &[BrokerId]| (!list.is_empty()).then(|| raw(list));
        PartitionRecord {
            partition_id: partition.0,
            topic_id: topic.0,
            replicas: raw(&self.replicas),
            isr: raw(&self.isr),
            removing_replicas: raw(&self.removing_replicas),
            adding_replicas: raw(&self.adding_replicas),
            leader: self.leader.0,
            leader_recovery_state: self.leader_recovery.code(),
            leader_epoch: self.leader_epoch.0,
            partition_epoch: self.partition_epoch,
            directories: self.directories.iter().map(|directory| directory.0).collect(),
            eligible_leader_replicas: some(&self.elr),
            last_known_elr: some(&self.last_known_elr),
            ..Default::default()
        }
    }
}

fn directories(
    topic: TopicId,
    partition: PartitionIndex,
    ids: &[Uuid],
    replicas: usize,
) -> Result<Vec<DirectoryId>, ReplayError> {
    if ids.is_empty() {
        return Ok(vec![DIRECTORY_MIGRATING; replicas]);
    }
    if ids.len() != replicas {
        let directories = ids.len();
        return Err(ReplayError::DirectoryCount { topic, partition, directories, replicas });
    }
    Ok(ids.iter().copied().map(DirectoryId).collect())
}

/// One life of a topic.
#[derive(Clone, Debug, PartialEq)]
pub struct TopicImage {
    /// Its name.
    pub name: Arc<str>,
    /// Its id.
    pub id: TopicId,
    /// Its partitions by index.
    pub partitions: ChunkMap<PartitionIndex, Arc<PartitionRegistration>>,
}

impl TopicImage {
    /// Partition `index`.
    #[must_use]
    pub fn partition(&self, index: PartitionIndex) -> Option<&Arc<PartitionRegistration>> {
        self.partitions.get(&index)
    }
}

/// The topics of the cluster.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TopicsImage {
    by_id: ChunkMap<TopicId, Arc<TopicImage>>,
    by_name: ChunkMap<Arc<str>, TopicId>,
}

impl TopicsImage {
    /// The topic with this id.
    #[must_use]
    pub fn by_id(&self, id: TopicId) -> Option<&Arc<TopicImage>> {
        self.by_id.get(&id)
    }

    /// The topic called `name`.
    #[must_use]
    pub fn by_name(&self, name: &str) -> Option<&Arc<TopicImage>> {
        self.by_id.get(self.by_name.get(name)?)
    }

    /// Whether nothing changed between the two; cheap, may say no of equal images.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        self.by_id.ptr_eq(&other.by_id)
    }

    /// Whether no topic was made or deleted between the two; cheap, may say no of equal images.
    #[must_use]
    pub fn has_same_names(&self, other: &Self) -> bool {
        self.by_name.ptr_eq(&other.by_name)
    }

    /// All topics by ascending name.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Arc<TopicImage>> {
        self.by_name.values().filter_map(|id| self.by_id.get(id))
    }

    /// Number of topics.
    #[must_use]
    pub fn len(&self) -> usize {
        self.by_id.len()
    }

    /// Whether there are no topics.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.by_id.is_empty()
    }

    /// The partition `index` of topic `id`.
    #[must_use]
    pub fn partition(
        &self,
        id: TopicId,
        index: PartitionIndex,
    ) -> Option<&Arc<PartitionRegistration>> {
        self.by_id.get(&id)?.partitions.get(&index)
    }

    /// All partitions, by name of their topic and index.
    pub fn partitions(
        &self,
    ) -> impl Iterator<Item = (&Arc<TopicImage>, PartitionIndex, &Arc<PartitionRegistration>)> {
        self.iter().flat_map(|topic| {
            topic.partitions.iter().map(move |(index, partition)| (topic, *index, partition))
        })
    }

    pub(super) fn add(&mut self, record: &TopicRecord) -> Result<TopicId, ReplayError> {
        let id = TopicId(record.topic_id);
        if self.by_name.contains_key(record.name.as_str()) || self.by_id.contains_key(&id) {
            return Err(ReplayError::DuplicateTopic { name: record.name.clone(), id });
        }
        let name: Arc<str> = record.name.as_str().into();
        self.by_name.insert(Arc::clone(&name), id);
        let topic = TopicImage { name, id, partitions: ChunkMap::default() };
        self.by_id.insert(id, Arc::new(topic));
        Ok(id)
    }

    pub(super) fn remove(&mut self, id: TopicId) -> Result<Arc<TopicImage>, ReplayError> {
        let topic = self.by_id.remove(&id).ok_or(ReplayError::UnknownTopic(id))?;
        self.by_name.remove(&*topic.name);
        Ok(topic)
    }

    pub(super) fn set_partition(&mut self, record: &PartitionRecord) -> Result<(), ReplayError> {
        let partition = PartitionRegistration::from_record(record)?;
        self.put(TopicId(record.topic_id), PartitionIndex(record.partition_id), partition)
    }

    pub(super) fn change_partition(
        &mut self,
        record: &PartitionChangeRecord,
    ) -> Result<(), ReplayError> {
        let (id, index) = (TopicId(record.topic_id), PartitionIndex(record.partition_id));
        let partition = self
            .partition(id, index)
            .ok_or(ReplayError::UnknownPartition { topic: id, partition: index })?
            .merge(record)?;
        self.put(id, index, partition)
    }

    fn put(
        &mut self,
        id: TopicId,
        index: PartitionIndex,
        partition: PartitionRegistration,
    ) -> Result<(), ReplayError> {
        let topic = self.by_id.get_mut(&id).ok_or(ReplayError::UnknownTopic(id))?;
        Arc::make_mut(topic).partitions.insert(index, Arc::new(partition));
        Ok(())
    }
}

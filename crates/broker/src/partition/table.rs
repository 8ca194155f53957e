//! The partitions of this broker, found by topic name or id.

use std::{collections::HashMap, sync::Arc};

use moldau_protocol::ids::{PartitionIndex, TopicId};
use parking_lot::RwLock;

use super::Partition;

/// How a request names a topic: by id in the newer versions, by name before.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TopicRef<'a> {
    Name(&'a str),
    Id(TopicId),
}

#[derive(Debug, Default)]
struct Inner {
    by_id: HashMap<TopicId, HashMap<PartitionIndex, Arc<Partition>>>,
    ids: HashMap<Arc<str>, TopicId>,
}

/// All partitions with a replica here.
#[derive(Debug, Default)]
pub(crate) struct PartitionTable {
    inner: RwLock<Inner>,
}

impl PartitionTable {
    /// The partition, if there is a replica of it here.
    pub(crate) fn get(
        &self,
        topic: TopicRef<'_>,
        partition: PartitionIndex,
    ) -> Option<Arc<Partition>> {
        let inner = self.inner.read();
        let id = match topic {
            TopicRef::Id(id) => id,
            TopicRef::Name(name) => *inner.ids.get(name)?,
        };
        inner.by_id.get(&id)?.get(&partition).cloned()
    }

    /// Puts a partition in; a topic's name then leads to this topic id.
    pub(crate) fn insert(&self, partition: Arc<Partition>) {
        let mut inner = self.inner.write();
        inner.ids.insert(partition.topic.clone(), partition.topic_id);
        inner.by_id.entry(partition.topic_id).or_default().insert(partition.index, partition);
    }

    /// Takes one partition out.
    pub(crate) fn remove(
        &self,
        topic: TopicId,
        partition: PartitionIndex,
    ) -> Option<Arc<Partition>> {
        let mut inner = self.inner.write();
        let partitions = inner.by_id.get_mut(&topic)?;
        let removed = partitions.remove(&partition)?;
        if partitions.is_empty() {
            inner.by_id.remove(&topic);
            if inner.ids.get(&removed.topic) == Some(&topic) {
                inner.ids.remove(&removed.topic);
            }
        }
        Some(removed)
    }

    /// All partitions of a topic.
    pub(crate) fn of_topic(&self, topic: TopicId) -> Vec<Arc<Partition>> {
        let inner = self.inner.read();
        inner.by_id.get(&topic).into_iter().flat_map(HashMap::values).cloned().collect()
    }

    /// All partitions.
    pub(crate) fn all(&self) -> Vec<Arc<Partition>> {
        self.inner.read().by_id.values().flat_map(HashMap::values).cloned().collect()
    }
}

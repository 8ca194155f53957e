//! The coordinator of groups on this broker: which partition of `__consumer_offsets` a group belongs
//! to, and what reaches the machines from the metadata.

use std::sync::Arc;

use moldau_coordinator::group::{
    Command, GroupMachine, GroupSettings, GroupState, Reply, offsets::DeletedTopic,
};
use moldau_coordinator::java;
use moldau_metadata::image::{MetadataDelta, MetadataImage, Publisher, ResourceType, TopicImage};
use moldau_protocol::{
    ErrorCode,
    ids::{BrokerId, PartitionIndex},
    records::Codec,
};
use moldau_quorum::{Clock, IdSource, Quorum};
use moldau_storage::WriterPool;
use tokio::runtime::Handle;

use super::{
    gauges::GroupGauges,
    runtime::{LogRules, Runtime, Seams},
};
use crate::{
    config::LiveConfig,
    partition::{PartitionTable, TopicRef},
    topics::OFFSETS_TOPIC,
};

/// The group coordinator. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct GroupCoordinator {
    runtime: Arc<Runtime<GroupMachine>>,
    quorum: Quorum,
    /// Partitions of the topic while it is not there.
    partitions: u32,
}

impl GroupCoordinator {
    /// Starts it without partitions; a [`GroupPublisher`] hands them to it.
    pub(crate) fn start(
        live: &LiveConfig,
        quorum: Quorum,
        clock: Arc<dyn Clock>,
        ids: Arc<dyn IdSource>,
        writers: Arc<WriterPool>,
    ) -> Self {
        let config = &live.load().groups;
        let seams = Seams { clock, ids, writers, handle: Handle::current() };
        let rules = LogRules {
            codec: Codec::from_id(config.topic_codec).unwrap_or_default(),
            load_buffer: config.load_buffer_bytes as usize,
        };
        let settings = {
            let live = live.clone();
            move || -> Arc<GroupSettings> { Arc::new(live.load().groups.settings.clone()) }
        };
        let (image, present, own) = (quorum.clone(), quorum.clone(), settings.clone());
        let runtime = Runtime::start(
            seams,
            rules,
            move || GroupMachine::new(own(), image.image()),
            move || Command::NewMetadata(present.image()),
        );
        let (mut changes, told) = (live.watch(), runtime.clone());
        tokio::spawn(async move {
            while changes.changed().await.is_ok() {
                told.tell_all(|| Command::NewSettings(settings()));
            }
        });
        Self { runtime, quorum, partitions: config.topic_partitions }
    }

    /// The partition that a group's state is in.
    pub(crate) fn partition_of(&self, group: &str) -> PartitionIndex {
        let image = self.quorum.image();
        let count = match image.topics.by_name(OFFSETS_TOPIC) {
            Some(topic) => u32::try_from(topic.partitions.len()).unwrap_or(self.partitions),
            None => self.partitions,
        };
        // As Kafka: the sign is dropped, the smallest number stands for zero.
        let hash = java::hash_code(group).checked_abs().unwrap_or(0).unsigned_abs();
        PartitionIndex((hash % count.max(1)) as i32)
    }

    /// Runs a command on the coordinator of `group`.
    ///
    /// # Errors
    /// `NOT_COORDINATOR`, `COORDINATOR_LOAD_IN_PROGRESS`, `COORDINATOR_NOT_AVAILABLE`,
    /// `UNKNOWN_SERVER_ERROR`.
    pub(crate) async fn call(&self, group: &str, command: Command) -> Result<Reply, ErrorCode> {
        self.runtime.call(self.partition_of(group), command).await
    }

    /// What is committed of the groups that share a partition with `group`.
    ///
    /// # Errors
    /// `NOT_COORDINATOR`, `COORDINATOR_LOAD_IN_PROGRESS`.
    pub(crate) fn committed(&self, group: &str) -> Result<GroupState, ErrorCode> {
        self.runtime.committed(self.partition_of(group))
    }

    /// What is committed in each partition that this broker coordinates.
    pub(crate) fn all_committed(&self) -> Vec<Result<GroupState, ErrorCode>> {
        let partitions = self.runtime.partitions().into_iter();
        partitions.map(|index| self.runtime.committed(index)).collect()
    }

    /// Numbers for those who scrape.
    pub(crate) fn gauges(&self, partitions: &PartitionTable) -> GroupGauges {
        let mut gauges = GroupGauges::default();
        for state in self.all_committed() {
            gauges.count(state, partitions);
        }
        gauges
    }

    /// Gives up all partitions; requests that wait are told that the coordinator is elsewhere.
    pub(crate) fn shutdown(&self) {
        self.runtime.shutdown();
    }
}

/// Hands partitions and metadata to the coordinator. Runs after the publisher that opens partitions.
#[derive(Debug)]
pub(crate) struct GroupPublisher {
    pub(crate) node: BrokerId,
    pub(crate) partitions: Arc<PartitionTable>,
    pub(crate) coordinator: GroupCoordinator,
}

impl Publisher for GroupPublisher {
    fn publish(&mut self, delta: &MetadataDelta, image: &Arc<MetadataImage>) {
        let topics = delta.topics();
        if topics.deleted.values().any(|topic| *topic.name == *OFFSETS_TOPIC) {
            self.coordinator.shutdown();
        }
        if let Some(topic) = image.topics.by_name(OFFSETS_TOPIC)
            && (topics.created.contains(&topic.id) || topics.changed.contains_key(&topic.id))
        {
            self.follow(topic);
        }
        let runtime = &self.coordinator.runtime;
        let groups = |kind| kind == ResourceType::Group;
        let topics_changed =
            !(topics.created.is_empty() && topics.changed.is_empty() && topics.deleted.is_empty());
        if topics_changed || delta.configs_changed().iter().any(|each| groups(each.kind)) {
            runtime.tell_all(|| Command::NewMetadata(image.clone()));
        }
        if !topics.deleted.is_empty() {
            let gone = topics
                .deleted
                .values()
                .map(|topic| DeletedTopic { name: topic.name.clone(), id: topic.id });
            let gone: Vec<_> = gone.collect();
            runtime.tell_all(|| Command::TopicsDeleted(gone.clone()));
        }
    }
}

impl GroupPublisher {
    fn follow(&self, topic: &TopicImage) {
        for (index, registration) in topic.partitions.iter() {
            let Some(partition) = self.partitions.get(TopicRef::Id(topic.id), *index) else {
                continue;
            };
            let leads = registration.leader == self.node;
            let epoch = leads.then_some(registration.leader_epoch);
            self.coordinator.runtime.follow(&partition, epoch);
        }
    }
}

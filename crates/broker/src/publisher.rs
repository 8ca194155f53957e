//! Turns changes of the metadata into partitions: opens, configures, leads and deletes them.
//!
//! Runs on the metadata thread, in log order. The first call carries everything; only then is it
//! known which of the logs on disk belong to a topic that still exists.
//!
//! Invariant: a log whose folder names another topic id than the metadata is never opened for it.
//! Nothing here waits for the disk to sync: a new log becomes durable with its first record.

use std::{cell::OnceCell, sync::Arc};

use moldau_metadata::config::TopicConfig;
use moldau_metadata::image::{
    MetadataDelta, MetadataImage, PartitionRegistration, Publisher, ResourceType, TopicImage,
};
use moldau_protocol::ids::{BrokerId, Offset, PartitionIndex};
use moldau_quorum::Clock;
use moldau_storage::{CreateError, LogDirs, TopicPartition};
use tokio::sync::watch;

use crate::{
    config::{LiveConfig, concerns},
    partition::{Leadership, LogSettings, Partition, PartitionTable, TopicRef, log_config},
};

/// Applies the metadata to this broker's partitions.
#[derive(Debug)]
pub(crate) struct PartitionPublisher {
    pub(crate) node: BrokerId,
    /// Changed before this publisher is called.
    pub(crate) config: LiveConfig,
    pub(crate) log_dirs: Arc<LogDirs>,
    pub(crate) partitions: Arc<PartitionTable>,
    /// Last offset of the metadata log that is applied here.
    pub(crate) applied: watch::Sender<Offset>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) first: bool,
}

/// Configuration of a topic, resolved for the first of its partitions that needs it.
type ResolvedOnce = OnceCell<TopicConfig>;

impl Publisher for PartitionPublisher {
    fn publish(&mut self, delta: &MetadataDelta, image: &Arc<MetadataImage>) {
        if std::mem::take(&mut self.first) {
            self.set_strays_aside(image);
        }
        let topics = delta.topics();
        for topic in topics.deleted.values() {
            self.delete(topic);
        }
        for id in &topics.created {
            if let Some(topic) = image.topics.by_id(*id) {
                let config = ResolvedOnce::default();
                for (index, registration) in topic.partitions.iter() {
                    self.ensure(image, topic, *index, registration, &config);
                }
            }
        }
        for (id, indexes) in &topics.changed {
            let Some(topic) = image.topics.by_id(*id) else { continue };
            let config = ResolvedOnce::default();
            for index in indexes {
                if let Some(registration) = topic.partition(*index) {
                    self.ensure(image, topic, *index, registration, &config);
                }
            }
        }
        // Defaults of all topics may be others now; new partitions have them already.
        let defaults = delta.configs_changed().iter().any(|each| concerns(each, self.node));
        if defaults {
            image.topics.iter().for_each(|topic| self.configure(image, topic));
        }
        for resource in delta.configs_changed() {
            if defaults {
                break;
            }
            if resource.kind == ResourceType::Topic
                && let Some(topic) = image.topics.by_name(&resource.name)
            {
                self.configure(image, topic);
            }
        }
        self.applied.send_replace(image.provenance.last_offset);
    }
}

impl PartitionPublisher {
    fn topic_config(&self, image: &MetadataImage, topic: &str) -> TopicConfig {
        let resource = moldau_metadata::image::ConfigResource::topic(topic);
        let overrides = image.configs.overrides(&resource);
        TopicConfig::resolve(self.config.load().topic_defaults(), &overrides)
    }

    fn settings(&self) -> LogSettings {
        LogSettings { producer_id_expiration: self.config.load().log.producer_expiration }
    }

    /// Logs on disk that no topic of the cluster has here are kept, under another name.
    fn set_strays_aside(&self, image: &MetadataImage) {
        for log in self.log_dirs.logs() {
            let place = log.partition();
            let topic = match log.topic_id() {
                Some(id) => image.topics.by_id(id),
                // Written before topics had ids.
                None => image.topics.by_name(&place.topic),
            };
            let assigned = topic
                .filter(|topic| *topic.name == *place.topic)
                .and_then(|topic| topic.partition(place.partition))
                .is_some_and(|registration| registration.replicas.contains(&self.node));
            if assigned {
                continue;
            }
            tracing::warn!(log = %place, "no such partition in the metadata; the log is set aside");
            if let Err(error) = self.log_dirs.mark_stray(place, self.clock.now_ms()) {
                tracing::error!(log = %place, %error, "cannot set the log aside");
            }
        }
    }

    fn delete(&self, topic: &TopicImage) {
        let partitions = self.partitions.of_topic(topic.id);
        let mut places = Vec::with_capacity(partitions.len());
        for partition in &partitions {
            self.partitions.remove(topic.id, partition.index);
            places.push(partition.log().partition().clone());
        }
        if let Err(error) = self.log_dirs.delete(&places, self.clock.now_ms()) {
            tracing::error!(topic = &*topic.name, %error, "cannot delete the logs");
        }
        for partition in &partitions {
            // Who waits for it has to learn that it is gone.
            partition.lead(Leadership::default());
        }
    }

    /// Opens the partition if its replica is to be here, and follows its leadership.
    fn ensure(
        &self,
        image: &MetadataImage,
        topic: &TopicImage,
        index: PartitionIndex,
        registration: &PartitionRegistration,
        config: &ResolvedOnce,
    ) {
        if !registration.replicas.contains(&self.node) {
            return;
        }
        let known = self.partitions.get(TopicRef::Id(topic.id), index);
        let partition = match known {
            Some(partition) => partition,
            None => match self.open(image, topic, index, registration, config) {
                Ok(partition) => partition,
                Err(error) => {
                    tracing::error!(topic = &*topic.name, partition = index.0, %error,
                        "cannot open the partition's log");
                    return;
                }
            },
        };
        partition.lead(Leadership {
            leader: registration.leader,
            epoch: registration.leader_epoch,
            replicas: registration.replicas.clone(),
            in_sync: registration.isr.len(),
        });
    }

    fn open(
        &self,
        image: &MetadataImage,
        topic: &TopicImage,
        index: PartitionIndex,
        registration: &PartitionRegistration,
        config: &ResolvedOnce,
    ) -> Result<Arc<Partition>, CreateError> {
        let config = config.get_or_init(|| self.topic_config(image, &topic.name));
        let log_config = log_config(config, registration.replicas.len(), self.settings());
        // An id that names no directory leaves the choice to this broker.
        let directory = registration
            .directory(self.node)
            .filter(|id| self.log_dirs.dirs().iter().any(|dir| dir.id() == *id));
        let place = TopicPartition::new(&*topic.name, index.0);
        let log = self.log_dirs.get_or_create(
            &place,
            Some(topic.id),
            directory,
            log_config.clone(),
            self.clock.now_ms(),
        )?;
        log.set_config(log_config);
        let replicas = registration.replicas.len();
        let name = topic.name.clone();
        let partition = Partition::new(name, topic.id, index, self.node, log, config, replicas);
        self.partitions.insert(partition.clone());
        Ok(partition)
    }

    fn configure(&self, image: &MetadataImage, topic: &TopicImage) {
        let config = self.topic_config(image, &topic.name);
        for partition in self.partitions.of_topic(topic.id) {
            let replicas = partition.leadership().replicas.len();
            partition.log().set_config(log_config(&config, replicas, self.settings()));
            partition.configure(&config, replicas);
        }
    }
}

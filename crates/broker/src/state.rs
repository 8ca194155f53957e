//! What the handlers of the client listeners share.

use std::sync::Arc;

use moldau_metadata::image::MetadataImage;
use moldau_protocol::{
    ErrorCode,
    ids::{BrokerId, LeaderEpoch, PartitionIndex, Uuid},
};
use moldau_quorum::{Clock, Quorum};
use moldau_storage::{LogDirs, WriterPool};
use tokio::sync::watch;

use crate::{
    auto_create::AutoCreate,
    config::{LiveConfig, ServerConfig},
    coordinator::GroupCoordinator,
    dispatch::ApiTable,
    fetch::FetchSessions,
    logging::LogLevels,
    metrics::BrokerMetrics,
    partition::{Partition, PartitionTable, TopicRef},
    producer_ids::ProducerIds,
    telemetry::Telemetry,
    version_answer::Target,
};

/// What a client that came to the wrong node or epoch is told (KIP-951).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LeaderHint {
    /// The leader; nobody when there is none, or none is known.
    pub(crate) leader: BrokerId,
    pub(crate) epoch: LeaderEpoch,
    /// Where it is; none when it is not to be reached.
    pub(crate) endpoint: Option<LeaderEndpoint>,
}

/// Address of a leader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LeaderEndpoint {
    pub(crate) host: String,
    pub(crate) port: i32,
    pub(crate) rack: Option<String>,
}

/// One broker, as its handlers see it.
pub(crate) struct Broker {
    pub(crate) node: BrokerId,
    pub(crate) target: Target,
    /// As the server was started.
    pub(crate) config: Arc<ServerConfig>,
    /// With what was set since.
    pub(crate) live: LiveConfig,
    pub(crate) levels: LogLevels,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) quorum: Quorum,
    pub(crate) partitions: Arc<PartitionTable>,
    pub(crate) writers: Arc<WriterPool>,
    pub(crate) log_dirs: Arc<LogDirs>,
    pub(crate) fetch_sessions: FetchSessions,
    pub(crate) producer_ids: ProducerIds,
    pub(crate) auto_create: AutoCreate,
    pub(crate) groups: GroupCoordinator,
    pub(crate) metrics: Arc<BrokerMetrics>,
    pub(crate) telemetry: Arc<Telemetry>,
    /// Broker epoch of the registration, for requests to the controller.
    pub(crate) epoch: watch::Receiver<i64>,
    /// What the client listeners serve, for ApiVersions.
    pub(crate) apis: Arc<ApiTable<Broker>>,
}

impl std::fmt::Debug for Broker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Broker").field("node", &self.node).finish_non_exhaustive()
    }
}

impl Broker {
    /// The present metadata.
    pub(crate) fn image(&self) -> Arc<MetadataImage> {
        self.quorum.image()
    }

    /// The partition's replica on this broker.
    ///
    /// # Errors
    /// `UNKNOWN_TOPIC_OR_PARTITION` or `UNKNOWN_TOPIC_ID` when the cluster has no such partition,
    /// `NOT_LEADER_OR_FOLLOWER` when it is not here (yet).
    pub(crate) fn partition(
        &self,
        topic: TopicRef<'_>,
        index: PartitionIndex,
    ) -> Result<Arc<Partition>, ErrorCode> {
        if let Some(partition) = self.partitions.get(topic, index) {
            return Ok(partition);
        }
        self.topic_exists(topic, index)?;
        Err(ErrorCode::NOT_LEADER_OR_FOLLOWER)
    }

    /// Whether the cluster has the partition.
    ///
    /// # Errors
    /// As [`Broker::partition`], but for the last.
    pub(crate) fn topic_exists(
        &self,
        topic: TopicRef<'_>,
        index: PartitionIndex,
    ) -> Result<(), ErrorCode> {
        let image = self.image();
        let (found, unknown) = match topic {
            TopicRef::Name(name) => {
                (image.topics.by_name(name), ErrorCode::UNKNOWN_TOPIC_OR_PARTITION)
            }
            TopicRef::Id(id) => (image.topics.by_id(id), ErrorCode::UNKNOWN_TOPIC_ID),
        };
        let topic = found.ok_or(unknown)?;
        match topic.partition(index) {
            Some(_) => Ok(()),
            None => Err(ErrorCode::UNKNOWN_TOPIC_OR_PARTITION),
        }
    }

    /// Who leads a partition instead, in which epoch, and where clients of `listener` reach it.
    pub(crate) fn leader_hint(
        &self,
        topic: TopicRef<'_>,
        index: PartitionIndex,
        listener: &str,
    ) -> LeaderHint {
        let image = self.image();
        let (leader, epoch) = match self.partitions.get(topic, index) {
            Some(partition) => {
                let leadership = partition.leadership();
                (leadership.leader, leadership.epoch)
            }
            None => {
                let topic = match topic {
                    TopicRef::Name(name) => image.topics.by_name(name),
                    TopicRef::Id(id) => image.topics.by_id(id),
                };
                let known = topic.and_then(|topic| topic.partition(index));
                known.map_or((BrokerId::NONE, LeaderEpoch::NONE), |registration| {
                    (registration.leader, registration.leader_epoch)
                })
            }
        };
        let broker = image.cluster.broker(leader).filter(|broker| !broker.fenced);
        let endpoint = broker.and_then(|broker| {
            let at = broker.listener(listener)?;
            Some(LeaderEndpoint {
                host: at.host.clone(),
                port: i32::from(at.port),
                rack: broker.rack.clone(),
            })
        });
        LeaderHint { leader, epoch, endpoint }
    }

    /// A topic's id; zero when there is no such topic.
    pub(crate) fn topic_id(&self, name: &str) -> Uuid {
        self.image().topics.by_name(name).map_or(Uuid::ZERO, |topic| topic.id.0)
    }
}

//! The controller: which records a request becomes, given what the log says so far.
//!
//! State: the image of every record appended so far (hard; changed by [`ControllerMachine::apply`]
//! alone) and when each broker was last heard of (soft; lost with the leadership and started anew by
//! [`Command::Activate`]). `decide` reads both, returns records and an answer, and changes nothing but
//! the soft part.
//!
//! The runtime around it appends the records of a [`Decision`], applies them, and releases the
//! answer at the high watermark. Before an append that may fail it takes a
//! [`ControllerMachine::checkpoint`] and restores it to undo.
//!
//! Invariants: what `decide` returns replays without an error on the same state; nothing depends on
//! the iteration order of a hash map; times, ids and the next offset are passed in.
//!
//! Source: KIP-631, KIP-841 (fenced replicas), KIP-858 (directories), KIP-966 (ELR), KIP-1066
//! (cordoned directories); error codes and texts are Apache Kafka 4.4.0's.
//! Known deviations: see `register_broker` (a broker of the same process may always come back).
//! Tested by scripts in `tests`, against logs of Apache Kafka 4.4.0.

mod activate;
mod allocate_producer_ids;
mod alter_configs;
mod broker_heartbeat;
mod create_partitions;
mod create_topics;
mod delete_topics;
mod elect_leaders;
mod expire;
mod leadership;
mod liveness;
mod placement;
mod reassign;
mod register_broker;
mod register_controller;
mod topic_configs;
mod unregister_broker;
mod update_features;

#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use moldau_protocol::ids::{BrokerId, Offset, Uuid};
use moldau_protocol::messages::{
    AllocateProducerIdsRequest, AllocateProducerIdsResponse, AlterConfigsRequest,
    AlterConfigsResponse, AlterPartitionReassignmentsRequest, AlterPartitionReassignmentsResponse,
    BrokerHeartbeatRequest, BrokerHeartbeatResponse, BrokerRegistrationRequest,
    BrokerRegistrationResponse, ControllerRegistrationRequest, ControllerRegistrationResponse,
    CreatePartitionsRequest, CreatePartitionsResponse, CreateTopicsRequest, CreateTopicsResponse,
    DeleteTopicsRequest, DeleteTopicsResponse, ElectLeadersRequest, ElectLeadersResponse,
    IncrementalAlterConfigsRequest, IncrementalAlterConfigsResponse,
    ListPartitionReassignmentsRequest, ListPartitionReassignmentsResponse, MetadataRecord,
    UnregisterBrokerRequest, UnregisterBrokerResponse, UpdateFeaturesRequest,
    UpdateFeaturesResponse,
};

use crate::image::{MetadataDelta, MetadataImage, ReplayError};
use crate::record::VersionedRecord;

pub use alter_configs::{
    ConfigFault, ConfigOperation, config_operations, config_texts, named_once,
};
pub use create_topics::{EffectiveConfig, TopicConfigRules, topic_name_problem};
pub use placement::{PlacementError, UsableBroker, place};
pub use topic_configs::ServerTopicConfigs;

use liveness::Liveness;

/// Most records that one request may become (Kafka's own bound): they must fit one batch.
pub const MAX_RECORDS_PER_REQUEST: usize = 10_000;

/// Settings that decisions depend on.
#[derive(Clone)]
pub struct ControllerConfig {
    /// `node.id` of this controller.
    pub node_id: BrokerId,
    /// Cluster id that a registering broker must name.
    pub cluster_id: String,
    /// `broker.session.timeout.ms`: how long a broker may be silent before it is fenced.
    pub session_timeout: Duration,
    /// `num.partitions`.
    pub default_num_partitions: i32,
    /// `default.replication.factor`.
    pub default_replication_factor: i16,
    /// `delete.topic.enable`.
    pub delete_topic_enable: bool,
    /// `min.insync.replicas` of the server configuration.
    pub default_min_insync_replicas: i32,
    /// `unclean.leader.election.enable` of the server configuration.
    pub default_unclean_leader_election: bool,
    /// Validates and describes the configuration of topics.
    pub topic_configs: Arc<dyn TopicConfigRules>,
    /// Incarnation of the broker in this process, if there is one. An older registration of the same
    /// node id cannot be alive then, so it does not have to expire first.
    pub local_incarnation: Option<Uuid>,
}

impl fmt::Debug for ControllerConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ControllerConfig")
            .field("node_id", &self.node_id)
            .field("cluster_id", &self.cluster_id)
            .field("session_timeout", &self.session_timeout)
            .finish_non_exhaustive()
    }
}

/// What the controller is asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// The node became leader of the metadata quorum and applied its whole log. First command of a
    /// leadership; starts every session anew.
    Activate {
        /// Records of `bootstrap.checkpoint` or of the first snapshot's format step; used only
        /// while the log holds no metadata. Empty when the log does.
        bootstrap: Vec<VersionedRecord>,
    },
    /// A broker starts.
    RegisterBroker(BrokerRegistrationRequest),
    /// A broker lives, and says what it wants.
    Heartbeat(BrokerHeartbeatRequest),
    /// A controller starts.
    RegisterController(ControllerRegistrationRequest),
    /// A client wants topics.
    CreateTopics {
        /// The request, all of its topics authorised.
        request: CreateTopicsRequest,
    },
    /// A client wants topics gone.
    DeleteTopics {
        /// The request, all of its topics authorised.
        request: DeleteTopicsRequest,
        /// Version of the request: it decides the code of "deletion is disabled".
        version: i16,
    },
    /// A broker needs producer ids.
    AllocateProducerIds(AllocateProducerIdsRequest),
    /// A client wants topics to have more partitions.
    CreatePartitions(CreatePartitionsRequest),
    /// An operator says that a broker is gone for good.
    UnregisterBroker(UnregisterBrokerRequest),
    /// An operator wants leaders elected.
    ElectLeaders(ElectLeadersRequest),
    /// An operator moves partitions, or takes that back.
    AlterPartitionReassignments(AlterPartitionReassignmentsRequest),
    /// An operator asks which partitions are on the move.
    ListPartitionReassignments(ListPartitionReassignmentsRequest),
    /// An operator changes feature levels.
    UpdateFeatures {
        /// The request.
        request: UpdateFeaturesRequest,
        /// Its version: the first one has a flag where later ones have a kind of change.
        version: i16,
        /// Level of `kraft.version`, which is not in the metadata.
        kraft_version: i16,
    },
    /// A client wants settings replaced; those of brokers were judged by the broker.
    AlterConfigs(AlterConfigsRequest),
    /// A client wants settings changed; those of brokers were judged by the broker.
    IncrementalAlterConfigs(IncrementalAlterConfigsRequest),
    /// The session of a broker may have ended; made by [`ControllerMachine::expire`] alone.
    ExpireBroker {
        /// The broker.
        broker: BrokerId,
    },
}

/// Answer to a command; rejections are error codes inside.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// To [`Command::Activate`] and [`Command::ExpireBroker`], which nobody waits for.
    None,
    /// To [`Command::RegisterBroker`].
    RegisterBroker(BrokerRegistrationResponse),
    /// To [`Command::Heartbeat`].
    Heartbeat(BrokerHeartbeatResponse),
    /// To [`Command::RegisterController`].
    RegisterController(ControllerRegistrationResponse),
    /// To [`Command::CreateTopics`].
    CreateTopics(CreateTopicsResponse),
    /// To [`Command::DeleteTopics`].
    DeleteTopics(DeleteTopicsResponse),
    /// To [`Command::AlterConfigs`].
    AlterConfigs(AlterConfigsResponse),
    /// To [`Command::IncrementalAlterConfigs`].
    IncrementalAlterConfigs(IncrementalAlterConfigsResponse),
    /// To [`Command::AllocateProducerIds`].
    AllocateProducerIds(AllocateProducerIdsResponse),
    /// To [`Command::CreatePartitions`].
    CreatePartitions(CreatePartitionsResponse),
    /// To [`Command::UnregisterBroker`].
    UnregisterBroker(UnregisterBrokerResponse),
    /// To [`Command::ElectLeaders`].
    ElectLeaders(ElectLeadersResponse),
    /// To [`Command::AlterPartitionReassignments`].
    AlterPartitionReassignments(AlterPartitionReassignmentsResponse),
    /// To [`Command::ListPartitionReassignments`].
    ListPartitionReassignments(ListPartitionReassignmentsResponse),
    /// To [`Command::UpdateFeatures`].
    UpdateFeatures(UpdateFeaturesResponse),
}

/// What a command becomes.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// Records to append, in order; empty for a rejection or when nothing changes.
    pub records: Vec<VersionedRecord>,
    /// Whether they must be in one batch, or else inside a metadata transaction.
    pub atomic: bool,
    /// The answer, to be released when the records are committed (at once when there are none and
    /// nothing of what was read is uncommitted).
    pub reply: Reply,
}

impl Decision {
    fn rejected(reply: Reply) -> Self {
        Self { records: Vec::new(), atomic: false, reply }
    }

    fn atomic(records: Vec<VersionedRecord>, reply: Reply) -> Self {
        Self { records, atomic: true, reply }
    }
}

/// The hard state at one moment, to undo an append that failed.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    state: MetadataDelta,
}

/// The controller's state and its rules.
#[derive(Debug)]
pub struct ControllerMachine {
    config: ControllerConfig,
    state: MetadataDelta,
    liveness: Liveness,
}

impl ControllerMachine {
    /// A machine that has applied nothing.
    #[must_use]
    pub fn new(config: ControllerConfig) -> Self {
        Self::with_image(config, &MetadataImage::default())
    }

    /// A machine that continues from a snapshot.
    #[must_use]
    pub fn with_image(config: ControllerConfig, image: &MetadataImage) -> Self {
        let liveness = Liveness::new(config.session_timeout);
        Self { config, state: MetadataDelta::new(image), liveness }
    }

    /// Everything applied so far, an open metadata transaction included. Its provenance is not kept.
    #[must_use]
    pub fn image(&self) -> &MetadataImage {
        self.state.current()
    }

    /// The settings.
    #[must_use]
    pub fn config(&self) -> &ControllerConfig {
        &self.config
    }

    /// Takes the records of the log in, in order. Appended records are applied before the next
    /// decision.
    ///
    /// # Errors
    /// When the log contradicts itself, which is fatal for this node's controller.
    pub fn apply(&mut self, record: &MetadataRecord, offset: Offset) -> Result<(), ReplayError> {
        self.state.replay(record)?;
        // Nobody reads what differs here, so do not let it grow.
        self.state.forget_changes();
        self.liveness.applied(record, offset);
        Ok(())
    }

    /// The hard state as it is now: a few pointers.
    #[must_use]
    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint { state: self.state.clone() }
    }

    /// Forgets what was applied since `checkpoint`.
    pub fn restore(&mut self, checkpoint: Checkpoint) {
        self.state = checkpoint.state;
    }

    /// Records and answer of `command`. Changes nothing but what is known of sessions.
    ///
    /// `next_offset` is the offset that the first returned record will have (a broker's epoch is the
    /// offset of its registration); `now_ms` is monotonic time; `ids` gives fresh random ids.
    pub fn decide(
        &mut self,
        command: &Command,
        next_offset: Offset,
        now_ms: i64,
        ids: &mut dyn FnMut() -> Uuid,
    ) -> Decision {
        match command {
            Command::Activate { bootstrap } => self.activate(bootstrap, now_ms),
            Command::RegisterBroker(request) => self.register_broker(request, next_offset, now_ms),
            Command::Heartbeat(request) => self.heartbeat(request, next_offset, now_ms),
            Command::RegisterController(request) => self.register_controller(request),
            Command::CreateTopics { request } => self.create_topics(request, ids),
            Command::DeleteTopics { request, version } => self.delete_topics(request, *version),
            Command::AlterConfigs(request) => self.alter_configs(request),
            Command::IncrementalAlterConfigs(request) => self.incremental_alter_configs(request),
            Command::AllocateProducerIds(request) => self.allocate_producer_ids(request),
            Command::CreatePartitions(request) => self.create_partitions(request),
            Command::UnregisterBroker(request) => self.unregister_broker(request),
            Command::ElectLeaders(request) => self.elect_leaders(request),
            Command::AlterPartitionReassignments(request) => self.alter_reassignments(request),
            Command::ListPartitionReassignments(request) => self.list_reassignments(request),
            Command::UpdateFeatures { request, version, kraft_version } => {
                self.update_features(request, *version, *kraft_version)
            }
            Command::ExpireBroker { broker } => self.expire_broker(*broker, now_ms),
        }
    }

    /// When [`Self::expire`] should be called next, in the time of `now_ms`; `None`: no session runs.
    #[must_use]
    pub fn next_deadline(&self) -> Option<i64> {
        self.liveness.next_deadline(&self.image().cluster)
    }

    /// Commands for the sessions that have ended by `now_ms`; decide each in turn.
    #[must_use]
    pub fn expire(&self, now_ms: i64) -> Vec<Command> {
        self.liveness
            .expired(&self.image().cluster, now_ms)
            .map(|broker| Command::ExpireBroker { broker })
            .collect()
    }
}

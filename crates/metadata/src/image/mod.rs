//! What the metadata log says about the cluster, as one immutable value.
//!
//! State: everything that records of 3.3-IV3 to 4.4-IV2 carry, whether or not this build serves the
//! feature, so that a snapshot that we write loses nothing. Only [`MetadataDelta`] (and with it the
//! controller machine) makes a new image; readers hold old ones as long as they like.
//!
//! Invariants: a topic is found by its name and by its id or by neither; a partition belongs to a
//! topic; the overrides of a topic end with it. Replay is total: a record that contradicts the
//! image is a [`ReplayError`], which is a fault of the log and never of a client.
//!
//! Source: KIP-631, KIP-858 (directories), KIP-866 (transactions), KIP-966 (ELR); the snapshot
//! order is Kafka's. Tested against a log and a snapshot that Apache Kafka 4.4.0 wrote.

mod acls;
mod cluster;
mod configs;
mod delta;
mod features;
mod map;
mod publisher;
mod quotas;
mod topics;
mod write;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use moldau_protocol::ids::{LeaderEpoch, Offset};

pub use acls::{AclsImage, DelegationTokensImage, ScramImage};
pub use cluster::{
    BrokerRegistration, ClusterImage, ControllerRegistration, Listener, VersionRange,
};
pub use configs::{ConfigResource, ConfigsImage, Overrides, ResourceType};
pub use delta::{MetadataDelta, ReplayError, TopicChanges};
pub use features::FeaturesImage;
pub use map::ChunkMap;
pub use publisher::Publisher;
pub use quotas::{ClientQuotasImage, QuotaEntity};
pub use topics::{
    DIRECTORY_LOST, DIRECTORY_MIGRATING, DIRECTORY_UNASSIGNED, LeaderRecovery,
    PartitionRegistration, TopicImage, TopicsImage,
};
pub(crate) use topics::{NO_LEADER_CHANGE, raw};

/// Up to where in the metadata log an image goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Provenance {
    /// Offset of the last record in the image, inclusive; [`Offset::NONE`] for the empty image.
    pub last_offset: Offset,
    /// Leader epoch of that record.
    pub epoch: LeaderEpoch,
    /// Append time of that record's batch, in milliseconds of Unix time; -1 when there is none.
    pub last_contained_log_time_ms: i64,
}

impl Provenance {
    /// Where the empty image comes from.
    pub const EMPTY: Self = Self {
        last_offset: Offset::NONE,
        epoch: LeaderEpoch::NONE,
        last_contained_log_time_ms: -1,
    };
}

/// The cluster at one offset of the metadata log. A clone copies a dozen pointers.
#[derive(Clone, Debug, PartialEq)]
pub struct MetadataImage {
    /// Which prefix of the log this is.
    pub provenance: Provenance,
    /// Finalised feature levels.
    pub features: Arc<FeaturesImage>,
    /// Brokers and controllers.
    pub cluster: Arc<ClusterImage>,
    /// Topics and their partitions.
    pub topics: TopicsImage,
    /// Dynamic configuration of topics, brokers, groups and the like.
    pub configs: ConfigsImage,
    /// First producer id that no block has been given out of.
    pub next_producer_id: i64,
    /// Access control lists.
    pub acls: AclsImage,
    /// SCRAM credentials.
    pub scram: ScramImage,
    /// Delegation tokens.
    pub tokens: DelegationTokensImage,
    /// Client quotas.
    pub quotas: ClientQuotasImage,
}

impl Default for MetadataImage {
    fn default() -> Self {
        Self {
            provenance: Provenance::EMPTY,
            features: Arc::default(),
            cluster: Arc::default(),
            topics: TopicsImage::default(),
            configs: ConfigsImage::default(),
            next_producer_id: -1,
            acls: AclsImage::default(),
            scram: ScramImage::default(),
            tokens: DelegationTokensImage::default(),
            quotas: ClientQuotasImage::default(),
        }
    }
}

impl MetadataImage {
    /// Whether no record but NoOps has been replayed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self { provenance: self.provenance, ..Self::default() }
    }
}

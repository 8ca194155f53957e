//! Administrative calls: topics, configurations, the cluster and its features, partitions, offsets,
//! groups.
//!
//! Calls on several topics answer for each by itself; what fails as a whole is the call's error.

mod cluster;
mod configs;
mod features;
mod groups;
mod log_dirs;
mod offsets;
mod partitions;
mod quorum;
mod records;
mod topics;

pub use cluster::{ClusterDescription, Endpoints, Fenced, Node};
pub use configs::{ConfigChange, ConfigEntry, ConfigSource, ResourceKind, Synonym};
pub use features::{FeatureUpdate, Features, Finalized, Upgrade};
pub use groups::{
    Committed, GroupDescription, GroupFilter, GroupListing, GroupMember, OffsetDeletion, Offsets,
    Outcomes,
};
pub use log_dirs::{LogDirDescription, ReplicaSize};
pub use offsets::{OffsetAt, OffsetSpec};
pub use partitions::{Elected, Election, Move, Moving};
pub use quorum::{QuorumDescription, QuorumReplica};
pub use topics::{
    CreatedTopic, DescribedPartition, NewTopic, Placement, TopicDescription, TopicListing,
};

use std::time::Duration;

use moldau_protocol::ids::PartitionIndex;

use crate::Cluster;

/// A partition of a topic.
pub type TopicPartition = (String, PartitionIndex);

/// Administrative calls to one cluster.
#[derive(Clone, Debug)]
pub struct Admin {
    cluster: Cluster,
}

impl Admin {
    /// Calls go over the connections of `cluster`.
    #[must_use]
    pub fn new(cluster: &Cluster) -> Self {
        Self { cluster: cluster.clone() }
    }

    /// Value of the `timeout_ms` fields: how long the server may take.
    fn timeout_ms(&self) -> i32 {
        let timeout: Duration = self.cluster.config().request_timeout;
        i32::try_from(timeout.as_millis()).unwrap_or(i32::MAX)
    }
}

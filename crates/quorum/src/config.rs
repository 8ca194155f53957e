//! What the quorum is started with: plain values, read from the server's configuration by others.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use moldau_metadata::controller::ControllerConfig;
use moldau_protocol::ids::{BrokerId, DirectoryId, Uuid};

/// Told once, from the quorum's thread, that the node cannot go on and why. It must not block.
pub type FatalCallback = Arc<dyn Fn(&str) + Send + Sync>;

/// One listener of the controller, as it is advertised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ControllerEndpoint {
    /// Name of the listener.
    pub name: String,
    /// Host to connect to.
    pub host: String,
    /// Port to connect to.
    pub port: u16,
    /// Kafka's number of the security protocol; 0 is PLAINTEXT.
    pub security_protocol: i16,
}

/// One entry of `controller.quorum.voters`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaticVoter {
    /// Node id.
    pub id: BrokerId,
    /// Host of its controller.
    pub host: String,
    /// Port of its controller.
    pub port: u16,
}

/// Settings of the metadata log. [`Default`] has Kafka's defaults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MetadataLogConfig {
    /// `metadata.log.segment.bytes`.
    pub segment_bytes: u32,
    /// `metadata.log.segment.ms`.
    pub segment: Duration,
    /// `metadata.log.max.record.bytes.between.snapshots`.
    pub max_bytes_between_snapshots: u64,
    /// `metadata.log.max.snapshot.interval.ms`; zero turns it off.
    pub max_snapshot_interval: Duration,
    /// `metadata.max.retention.bytes`: log and snapshots together; none is without limit.
    pub max_retention_bytes: Option<u64>,
    /// `metadata.max.retention.ms`; none is for ever.
    pub max_retention: Option<Duration>,
}

impl Default for MetadataLogConfig {
    fn default() -> Self {
        Self {
            segment_bytes: 1 << 30,
            segment: Duration::from_secs(7 * 24 * 3600),
            max_bytes_between_snapshots: 20 << 20,
            max_snapshot_interval: Duration::from_secs(3600),
            max_retention_bytes: Some(100 << 20),
            max_retention: Some(Duration::from_secs(7 * 24 * 3600)),
        }
    }
}

/// What [`crate::Quorum::start`] needs to know.
#[derive(Clone)]
pub struct QuorumConfig {
    /// Settings of the controller: node id, cluster id, defaults of topics.
    pub controller: ControllerConfig,
    /// `metadata.log.dir`: the folder that has, or gets, `__cluster_metadata-0`.
    pub metadata_dir: PathBuf,
    /// Id of that folder, from its `meta.properties`.
    pub directory_id: DirectoryId,
    /// `controller.quorum.voters`; empty when the voters are in the log.
    pub static_voters: Vec<StaticVoter>,
    /// Listeners of this controller, as advertised.
    pub endpoints: Vec<ControllerEndpoint>,
    /// Identity of this life of the process, for its registration as controller.
    pub incarnation: Uuid,
    /// Settings of the log.
    pub log: MetadataLogConfig,
    /// Told when the node cannot go on.
    pub on_fatal: FatalCallback,
}

impl fmt::Debug for QuorumConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("QuorumConfig")
            .field("node_id", &self.controller.node_id)
            .field("metadata_dir", &self.metadata_dir)
            .field("static_voters", &self.static_voters)
            .finish_non_exhaustive()
    }
}

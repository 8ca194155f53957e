//! The metadata quorum: the log of the cluster's metadata, who leads it, and the controller on top.
//!
//! For now a quorum has one voter, this node. Knows nothing of listeners or partitions of topics;
//! reaches disk, time and randomness through seams, so that a test can pull the plug anywhere.

mod batch;
mod clock;
mod config;
mod driver;
mod error;
pub mod format;
mod handle;
mod load;
mod log;
mod machine;
mod queue;
mod snapshot;
mod snapshot_keeper;
mod state_file;
#[cfg(test)]
mod testing;
mod voters;

pub use batch::{ControlRecord, LogRecord, RecordBatch};
pub use clock::{Clock, IdSource, RandomIds, SystemClock};
pub use config::{ControllerEndpoint, FatalCallback, MetadataLogConfig, QuorumConfig, StaticVoter};
pub use driver::{Driver, Seams, TooLarge};
pub use error::{BatchBuildError, BatchFault, LogFault, StartError};
pub use handle::{CommandError, Quorum, QuorumStatus};
pub use log::METADATA_TOPIC;
pub use machine::{Effect, Event, QuorumMachine, Role};
pub use snapshot::{SnapshotHead, SnapshotId, SnapshotReader, SnapshotWriter};
pub use state_file::{ElectionState, ReplicaKey};
pub use voters::{KRaftVersion, Voter, VoterEndpoint, VoterSet};

//! Why a node could not start, in words for the one who started it.

use std::{io, path::PathBuf};

use moldau_protocol::ErrorCode;

use crate::net::BindError;

/// The start failed; nothing is left running.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// A listener's address is taken or not this machine's.
    #[error(
        "{error}: {}; stop what uses the address, or choose another with `-o listeners=...`",
        error.source
    )]
    Bind {
        /// What the network layer says.
        error: BindError,
    },
    /// The HTTP listener's address is taken or not this machine's.
    #[error("http.listener cannot bind {address}: {source}; choose another address")]
    Http {
        /// The address.
        address: String,
        /// What the system says.
        source: io::Error,
    },
    /// A host name in the configuration does not resolve.
    #[error("the host {host:?} cannot be resolved: {source}")]
    Host {
        /// The name.
        host: String,
        /// What the resolver says.
        source: io::Error,
    },
    /// An advertised listener without a host, on a machine without a name.
    #[error("this machine has no host name; set advertised.listeners")]
    NoHostName,
    /// A log directory cannot be used.
    #[error(transparent)]
    Directories(#[from] moldau_storage::OpenDirsError),
    /// A log directory cannot be read or written.
    #[error("cannot use the log directory {}: {source}", path.display())]
    Directory {
        /// The directory.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Another process uses the metadata directory.
    #[error("the directory {} is in use by another process", path.display())]
    InUse {
        /// The directory.
        path: PathBuf,
    },
    /// A directory is another node's.
    #[error("{} belongs to {what} {here}, not {wanted}; set the right node.id or log.dirs", path.display())]
    OtherNode {
        /// The directory.
        path: PathBuf,
        /// What differs.
        what: &'static str,
        /// What the directory says.
        here: String,
        /// What was expected.
        wanted: String,
    },
    /// A directory is not formatted, and the node is not one that formats itself.
    #[error(
        "{} is not formatted; run `moldau storage format -t CLUSTER_ID -c FILE` first",
        path.display()
    )]
    NotFormatted {
        /// The directory.
        path: PathBuf,
    },
    /// Formatting on first start failed.
    #[error(transparent)]
    Format(#[from] moldau_quorum::format::FormatError),
    /// The metadata cannot be loaded.
    #[error(transparent)]
    Quorum(#[from] moldau_quorum::StartError),
    /// The metadata thread ended during the start.
    #[error("the metadata quorum stopped during the start; its message is above")]
    QuorumStopped,
    /// The controller refuses the broker.
    #[error("the controller refuses this broker: {0}")]
    Refused(ErrorCode),
    /// A thread or socket cannot be set up.
    #[error("the system refuses a thread or socket: {0}")]
    Thread(io::Error),
    /// A bug.
    #[error("the start failed unexpectedly; its message is above")]
    Panicked,
}

impl From<BindError> for StartError {
    fn from(error: BindError) -> Self {
        Self::Bind { error }
    }
}

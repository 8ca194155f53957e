//! Why the quorum cannot start, and why it cannot go on.

use std::io;
use std::path::PathBuf;

use moldau_metadata::image::ReplayError;
use moldau_metadata::record::RecordError;
use moldau_protocol::codec::{DecodeError, EncodeError};
use moldau_protocol::ids::Offset;
use moldau_protocol::records::{BatchError, BuildError, RecordsError};

/// Something is wrong with the files of the metadata log; the node must not go on.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)] // The messages say it.
pub enum LogFault {
    #[error("cannot {action} {path}: {source}")]
    Io { action: &'static str, path: PathBuf, source: io::Error },
    #[error("cannot {action} the metadata log in {path}: {reason}")]
    Log { action: &'static str, path: PathBuf, reason: String },
    #[error("{path} is damaged: {reason}")]
    Damaged { path: PathBuf, reason: String },
    #[error("a metadata record of {records} records and {bytes} bytes cannot be written: {reason}")]
    Unwritable { records: usize, bytes: usize, reason: String },
    #[error("the metadata log contradicts itself at offset {offset}: {source}")]
    Replay { offset: Offset, source: ReplayError },
}

/// What bytes of a batch are not.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)] // The messages say it.
pub enum BatchFault {
    #[error(transparent)]
    Batch(#[from] BatchError),
    #[error("the batch at offset {0} has a wrong checksum")]
    Checksum(Offset),
    #[error(transparent)]
    Records(#[from] RecordsError),
    #[error("the record at offset {offset} cannot be read: {source}")]
    Record { offset: Offset, source: RecordError },
    #[error("the control record at offset {offset} cannot be read: {source}")]
    Control { offset: Offset, source: DecodeError },
    #[error("the control record at offset {0} has no key or no value")]
    NoControl(Offset),
    #[error("the record at offset {0} has no value")]
    NoValue(Offset),
}

/// Why records cannot become a batch.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)] // The messages say it.
pub enum BatchBuildError {
    #[error(transparent)]
    Encode(#[from] EncodeError),
    #[error(transparent)]
    Build(#[from] BuildError),
    #[error("a metadata record of {0} bytes is larger than a batch may be")]
    RecordTooLarge(usize),
    #[error("the records do not fit one batch")]
    DoesNotFit,
}

/// Why the quorum did not start.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)] // The messages say it.
pub enum StartError {
    #[error(transparent)]
    Log(#[from] LogFault),
    #[error(
        "no voters of the metadata quorum are known: set controller.quorum.voters, or format {path} \
         with --standalone"
    )]
    NoVoters { path: PathBuf },
    #[error(
        "the voters of the metadata quorum are {found}, but this build runs a quorum of one voter, \
         this node ({own})"
    )]
    OtherVoters { found: String, own: String },
    #[error("kraft.version {0} of the metadata log is not supported; this build supports 0 and 1")]
    KRaftVersion(i16),
    #[error("cannot start the thread of the metadata quorum: {0}")]
    Thread(io::Error),
}

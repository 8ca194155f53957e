//! What the operations of a log can fail with, and the error codes that say so to a client.

use std::{io, sync::Arc};

use moldau_protocol::{ErrorCode, ids::Offset};

use crate::{disk::is_full, producer_state::ProducerError};

/// Why records were not appended. After any of these the log is as it was before.
#[derive(Clone, Debug, thiserror::Error)]
pub enum AppendError {
    /// The producer's epoch, sequence or transaction does not fit.
    #[error(transparent)]
    Producer(#[from] ProducerError),
    /// The records do not fit into a segment.
    #[error("records of {size} bytes are larger than segment.bytes {limit}")]
    TooLarge {
        /// Bytes of the records.
        size: usize,
        /// `segment.bytes`.
        limit: u32,
    },
    /// Records of a follower that do not follow the end of the log.
    #[error("records start at offset {first}, the log ends at {log_end}")]
    UnexpectedOffset {
        /// First offset of the records.
        first: Offset,
        /// End of the log.
        log_end: Offset,
    },
    /// Offsets inside the records go back.
    #[error("offsets of the records are out of order")]
    OffsetsOutOfOrder,
    /// The disk is full; works again once there is room.
    #[error("disk full: {0}")]
    NoSpace(Arc<io::Error>),
    /// The log directory failed just now.
    #[error("write to the log failed: {0}")]
    Io(Arc<io::Error>),
    /// The log directory failed before.
    #[error("log directory is off line")]
    Offline,
    /// The log was closed or deleted.
    #[error("log is closed")]
    Closed,
    /// Too many appends wait for their turn.
    #[error("too many appends are waiting")]
    Overloaded,
}

impl AppendError {
    pub(crate) fn from_io(error: io::Error) -> Self {
        if is_full(&error) { Self::NoSpace(Arc::new(error)) } else { Self::Io(Arc::new(error)) }
    }

    /// The error code for a client.
    #[must_use]
    pub fn error_code(&self) -> ErrorCode {
        match self {
            Self::Producer(error) => error.error_code(),
            Self::TooLarge { .. } => ErrorCode::RECORD_LIST_TOO_LARGE,
            Self::UnexpectedOffset { .. } | Self::OffsetsOutOfOrder => {
                ErrorCode::UNKNOWN_SERVER_ERROR
            }
            Self::NoSpace(_) | Self::Io(_) | Self::Offline => ErrorCode::KAFKA_STORAGE_ERROR,
            Self::Closed => ErrorCode::NOT_LEADER_OR_FOLLOWER,
            Self::Overloaded => ErrorCode::REQUEST_TIMED_OUT,
        }
    }
}

impl ProducerError {
    /// The error code for a client.
    #[must_use]
    pub fn error_code(&self) -> ErrorCode {
        match self {
            Self::OutOfOrder { .. } => ErrorCode::OUT_OF_ORDER_SEQUENCE_NUMBER,
            Self::OldEpoch { .. } => ErrorCode::INVALID_PRODUCER_EPOCH,
            Self::NotTransactional(_) => ErrorCode::INVALID_TXN_STATE,
            Self::CoordinatorFenced { .. } => ErrorCode::TRANSACTION_COORDINATOR_FENCED,
        }
    }
}

/// Why a read or search gave nothing.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// OFFSET_OUT_OF_RANGE.
    #[error("the log has offsets {log_start} to {log_end}")]
    OutOfRange {
        /// First offset.
        log_start: Offset,
        /// Offset behind the last one.
        log_end: Offset,
    },
    /// The log directory is off line.
    #[error("log directory is off line")]
    Offline,
    /// The log was closed or deleted.
    #[error("log is closed")]
    Closed,
    /// The file could not be read.
    #[error("read of the log failed: {0}")]
    Io(#[from] io::Error),
}

impl ReadError {
    /// The error code for a client.
    #[must_use]
    pub fn error_code(&self) -> ErrorCode {
        match self {
            Self::OutOfRange { .. } => ErrorCode::OFFSET_OUT_OF_RANGE,
            Self::Offline | Self::Io(_) => ErrorCode::KAFKA_STORAGE_ERROR,
            Self::Closed => ErrorCode::NOT_LEADER_OR_FOLLOWER,
        }
    }
}

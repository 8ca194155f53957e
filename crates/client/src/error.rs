//! What can go wrong between a client and a cluster, in words for the person who reads it.

use std::{io, sync::Arc, time::Duration};

use moldau_protocol::{
    ApiKey, ErrorCode,
    codec::{DecodeError, EncodeError},
};

/// A failed call. Cheap to clone: one failure of a connection fails every request on it.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ClientError {
    /// No TCP connection came about.
    #[error("cannot connect to {address}: {}", describe(source))]
    Connect {
        /// `host:port` as it was configured or advertised.
        address: String,
        /// What the system said.
        source: Arc<io::Error>,
    },
    /// None of the bootstrap servers could be used.
    #[error("{}", bootstrap(failures))]
    Bootstrap {
        /// One failure for each server that was tried.
        failures: Vec<ClientError>,
    },
    /// The connection ended while answers were expected, or before a request could be sent.
    #[error("the connection to {address} ended: {reason}")]
    Disconnected {
        /// `host:port`.
        address: String,
        /// Why.
        reason: String,
    },
    /// No answer in time.
    #[error("{api} to {address} was not answered within {} ms", after.as_millis())]
    Timeout {
        /// The call.
        api: ApiKey,
        /// `host:port`.
        address: String,
        /// The limit.
        after: Duration,
    },
    /// The server does not serve a version of the API that this client knows.
    #[error("{address} does not serve {api} in versions {ours} (it serves {theirs})")]
    Unsupported {
        /// The call.
        api: ApiKey,
        /// `host:port`.
        address: String,
        /// Versions this client can use, as text.
        ours: String,
        /// Versions the server told, as text.
        theirs: String,
    },
    /// The answer is not what the protocol says it should be.
    #[error("{address} answered {api} with bytes that cannot be read: {source}")]
    Decode {
        /// The call.
        api: ApiKey,
        /// `host:port`.
        address: String,
        /// The first problem.
        source: DecodeError,
    },
    /// The request cannot be written in the negotiated version.
    #[error("cannot write {api}: {source}")]
    Encode {
        /// The call.
        api: ApiKey,
        /// The problem.
        source: EncodeError,
    },
    /// The server refused.
    #[error("{operation}: {}", refusal(*code, message.as_deref()))]
    Refused {
        /// What was tried, on what.
        operation: String,
        /// Kafka's code.
        code: ErrorCode,
        /// The server's own words, if it sent any.
        message: Option<String>,
    },
    /// A retriable failure went on for too long.
    #[error("{operation} did not succeed within {} ms; the last failure was: {last}", after.as_millis())]
    Exhausted {
        /// What was tried, on what.
        operation: String,
        /// The limit.
        after: Duration,
        /// The last failure.
        last: Box<ClientError>,
    },
    /// A client property is wrong.
    #[error("client property {key}={value}: {reason}")]
    Property {
        /// Its name.
        key: String,
        /// Its value.
        value: String,
        /// What is allowed.
        reason: String,
    },
    /// A file could not be read.
    #[error("cannot read {path}: {source}")]
    File {
        /// Its path.
        path: String,
        /// What the system said.
        source: Arc<io::Error>,
    },
    /// The broker sent record data that is damaged or that breaks the format.
    #[error("{topic}-{partition} at offset {offset}: {reason}")]
    Records {
        /// Topic.
        topic: String,
        /// Partition.
        partition: i32,
        /// Offset of the batch.
        offset: i64,
        /// What is wrong.
        reason: String,
    },
    /// A record can never be sent as it is.
    #[error("a record for topic {topic} cannot be sent: {reason}")]
    Record {
        /// Topic.
        topic: String,
        /// What is wrong.
        reason: String,
    },
    /// The producer or consumer was closed.
    #[error("the client is closed")]
    Closed,
}

impl ClientError {
    /// A refusal by the server.
    pub fn refused(operation: impl Into<String>, code: ErrorCode, message: Option<String>) -> Self {
        Self::Refused { operation: operation.into(), code, message }
    }

    /// The server's code, when it is a refusal.
    #[must_use]
    pub fn code(&self) -> Option<ErrorCode> {
        match self {
            Self::Refused { code, .. } => Some(*code),
            Self::Exhausted { last, .. } => last.code(),
            _ => None,
        }
    }

    /// Whether the same call may succeed later, perhaps elsewhere.
    #[must_use]
    pub fn retriable(&self) -> bool {
        match self {
            Self::Connect { .. } | Self::Disconnected { .. } | Self::Timeout { .. } => true,
            Self::Refused { code, .. } => code.retriable(),
            _ => false,
        }
    }

    /// Whether no server could be reached at all, so that a hint how to start one helps.
    #[must_use]
    pub fn is_unreachable(&self) -> bool {
        match self {
            Self::Connect { .. } | Self::Bootstrap { .. } => true,
            Self::Exhausted { last, .. } => last.is_unreachable(),
            _ => false,
        }
    }
}

fn describe(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::ConnectionRefused => "connection refused".to_owned(),
        io::ErrorKind::TimedOut => "no answer in time".to_owned(),
        _ => error.to_string(),
    }
}

fn bootstrap(failures: &[ClientError]) -> String {
    match failures {
        [] => "no bootstrap server is configured".to_owned(),
        [one] => one.to_string(),
        many => {
            let all: Vec<String> = many.iter().map(ToString::to_string).collect();
            format!("no bootstrap server can be used: {}", all.join("; "))
        }
    }
}

fn refusal(code: ErrorCode, message: Option<&str>) -> String {
    match message {
        Some(message) if !message.is_empty() => format!("{message} [{}]", code.name()),
        _ => code.to_string(),
    }
}

//! Kafka's framing over TCP: listeners, connections, request memory, answers by `sendfile`.
//!
//! Knows nothing of the messages: a [`Service`] answers frames, this module decides when to read,
//! what to refuse, how much memory requests may take and in which order answers leave.
//!
//! Bounds: frame size, request memory over all connections (`budget`), requests in progress and
//! unsent answers of a connection, connections in all, of a listener and of an address.
//!
//! Deviations from Kafka: announced lengths reserve nothing; a connection that waits for an answer
//! is never idle; one whose half-sent frame holds memory that others need is closed; lengths too
//! small for a request header are refused before the body is read.
//!
//! Tests: over real loopback sockets with a toy service, in `tests`.

mod budget;
mod config;
mod connection;
mod frame;
mod limits;
mod metrics;
mod region;
mod server;
mod service;
mod write;

pub use config::{ConnectionLimits, ListenerConfig, MAX_PIPELINED, MIN_FRAME, NetConfig, PEEK};
pub use metrics::{CloseReason, NetMetrics, Rejection};
pub use region::{Locate, SendFile, locate};
pub use server::{BindError, Listener, Net};
pub use service::{
    Answer, BoxFuture, Called, ClientSoftware, ConnectionId, ConnectionInfo, SentRequest, Service,
};

#[cfg(test)]
mod tests;

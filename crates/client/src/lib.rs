//! A client of any Kafka cluster: connections, version negotiation, metadata, and on top of them
//! administration, a producer and a consumer.
//!
//! The tools use it, and so does every part of the platform that talks to brokers. It knows nothing
//! of the server's own crates: what it learns, it learns from the wire.
//!
//! Layers, each using only those above: [`config`] (client properties), [`connection`] (one socket),
//! [`Cluster`] (metadata, routing, retries), then [`admin`], [`producer`], [`consumer`].

pub mod admin;
pub mod cluster;
pub mod config;
pub mod connection;
pub mod consumer;
mod error;
pub mod metadata;
pub mod producer;
mod retry;

pub use cluster::Cluster;
pub use config::ClientConfig;
pub use error::ClientError;

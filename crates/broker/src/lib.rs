//! The server: listeners, handlers of each API, partitions, publishers, and the wiring of a node.
//!
//! Start at [`node::run`]. Handlers are one file for each API in `handlers`; the table there is what
//! clients are told. Partitions follow the metadata log through `publisher`.

mod auto_create;
mod blocking;
pub mod config;
mod controller_listener;
mod coordinator;
mod dispatch;
mod fetch;
mod handlers;
mod http;
mod lifecycle;
pub mod logging;
mod maintenance;
mod metrics;
pub mod net;
pub mod node;
mod partition;
mod producer_ids;
mod publisher;
mod state;
mod telemetry;
mod topics;
mod version_answer;

pub use metrics::render_metrics_reference;

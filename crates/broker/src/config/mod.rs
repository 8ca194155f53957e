//! Configuration of a server: Kafka's `server.properties`, environment and command line in, typed
//! settings and DescribeConfigs data out.
//!
//! [`ServerConfig::load`] is the only way in and does no IO, so that the whole of it is tested with
//! texts. The keys are declared in `keys/`, one line each, beside the status that says whether they
//! have an effect; the reference page (`docs/reference/configuration.md`) is rendered from them.
//! A key counts as honoured only if a typed field or a topic default is made from it: a test holds
//! the declarations to that.
//!
//! Source: `KafkaConfig` and `DynamicBrokerConfig` of 4.4.0 for names, defaults, ranges and checks;
//! the container image of Kafka for the names of environment variables.
//! Deviations: a node without roles and quorum configures itself as a single node;
//! `queued.max.request.bytes` has a bound by default and may be below `socket.request.max.bytes`.

mod classes;
pub mod dynamic;
mod environment;
mod error;
mod groups;
mod keys;
mod layering;
mod listeners;
mod live;
mod properties;
mod quorum;
mod reader;
mod reference;
mod server;
#[cfg(test)]
mod tests;

pub use error::{ConfigError, Warning};
pub use groups::GroupConfig;
pub use keys::table;
pub use listeners::{AdvertisedListener, Bind, HttpListener, Listener, Port, SecurityProtocol};
pub use live::{ConfigPublisher, LiveConfig, concerns, with_image};
pub use quorum::VoterSource;
pub use reference::render_reference;
pub use server::{
    ConnectionLimits, ControllerConfig, Directories, FetchConfig, LogTasks, NetworkConfig,
    NodeConfig, ServerConfig, TopicRules,
};

//! The node itself: roles, identity, threads.

use moldau_metadata::config::Kind::{Boolean, Int, List, Long, String};
use moldau_metadata::config::{ConfigKey, Validator, key};

use super::reasons;

pub(super) const KEYS: &[ConfigKey] = &[
    key("process.roles", List, "").required().valid(Validator::List { allowed: &["broker", "controller"], may_be_empty: false }).doc("Roles of this process; unset together with every controller.quorum key, the node takes both and formats itself."),
    key("node.id", Int, "").required().at_least(0).doc("Number of this node in the cluster; 1 for a node without configuration."),
    key("broker.id", Int, "-1").doc("Older name of node.id; when both are given they must agree."),
    key("broker.rack", String, "").null().doc("Rack or zone of this broker, told to clients and used to spread replicas."),
    key("initial.broker.registration.timeout.ms", Int, "60000").doc("How long a starting broker tries to register with the controller before it gives up."),
    key("broker.heartbeat.interval.ms", Int, "2000").doc("Time between two heartbeats of a broker to the controller."),
    key("broker.session.timeout.ms", Int, "9000").doc("Time without a heartbeat after which the controller fences a broker."),
    key("controlled.shutdown.enable", Boolean, "true").without_effect("a stop is always a controlled one").doc("Whether a broker hands its leaderships over before it stops."),
    key("server.max.startup.time.ms", Long, "9223372036854775807").at_least(0).internal().without_effect("start-up has no time limit").doc("Time within which the server must be up, for tests."),
    key("background.threads", Int, "10").at_least(1).cluster_wide().without_effect(reasons::THREADS).doc("Threads for background work."),
    key("num.io.threads", Int, "8").at_least(1).cluster_wide().without_effect(reasons::THREADS).doc("Threads that process requests."),
    key("num.network.threads", Int, "3").at_least(1).cluster_wide().without_effect(reasons::THREADS).doc("Threads that read requests and write answers."),
    key("config.providers", List, "").valid(Validator::ANY_LIST).cluster_wide().refused("configuration providers are not built in").doc("Names of plug-ins that fetch configuration values from elsewhere."),
    key("unstable.api.versions.enable", Boolean, "false").internal().without_effect("API versions that Kafka calls unstable are not served").doc("Whether API versions still in development are offered."),
    key("unstable.feature.versions.enable", Boolean, "false").internal().without_effect("feature levels that Kafka calls unstable are not supported").doc("Whether feature levels still in development may be used."),
    key("request.timeout.ms", Int, "30000").without_effect(reasons::ONE_NODE).doc("How long a request to another broker waits for its answer."),
    key("controller.socket.timeout.ms", Int, "30000").without_effect(reasons::ONE_NODE).doc("How long a connection between controller and broker may stay silent."),
];

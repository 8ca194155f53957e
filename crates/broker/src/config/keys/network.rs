//! Listeners, connections, requests in flight.

use moldau_metadata::config::Kind::{Int, List, Long, String};
use moldau_metadata::config::{ConfigKey, Validator, key};

use super::reasons;

pub(super) const KEYS: &[ConfigKey] = &[
    key("listeners", List, "PLAINTEXT://:9092").valid(Validator::NON_EMPTY_LIST).per_broker().doc("Where to listen, as name://host:port; an empty host is every interface."),
    key("advertised.listeners", List, "").null().valid(Validator::NON_EMPTY_LIST).doc("The addresses clients are told to use, as name://host:port; unset, those of listeners."),
    key("listener.security.protocol.map", String, "SASL_SSL:SASL_SSL,PLAINTEXT:PLAINTEXT,SSL:SSL,SASL_PLAINTEXT:SASL_PLAINTEXT").per_broker().doc("Security protocol of each listener name, as name:protocol."),
    key("inter.broker.listener.name", String, "").null().doc("Name of the listener that brokers use among themselves."),
    key("security.inter.broker.protocol", String, "PLAINTEXT").valid(Validator::OneOf(&["PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL"])).doc("Protocol of the listener that brokers use among themselves, when inter.broker.listener.name is not set."),
    key("early.start.listeners", List, "").null().valid(Validator::ANY_LIST).without_effect("listeners open together once the node is ready").doc("Listeners that may open before the authorizer is ready."),
    key("socket.send.buffer.bytes", Int, "102400").doc("Send buffer asked of the system for each connection; -1 is the system's default."),
    key("socket.receive.buffer.bytes", Int, "102400").doc("Receive buffer asked of the system for each connection; -1 is the system's default."),
    key("socket.request.max.bytes", Int, "104857600").at_least(1).doc("Largest request that is read."),
    key("socket.listen.backlog.size", Int, "50").at_least(1).doc("Connections that may wait to be accepted."),
    key("socket.connection.setup.timeout.ms", Long, "10000").without_effect(reasons::ONE_NODE).doc("First time limit for opening a connection to another node."),
    key("socket.connection.setup.timeout.max.ms", Long, "30000").without_effect(reasons::ONE_NODE).doc("Longest time limit for opening a connection to another node."),
    key("max.connections", Int, "2147483647").at_least(0).cluster_wide().doc("Most connections of all listeners together."),
    key("max.connections.per.ip", Int, "2147483647").at_least(0).cluster_wide().doc("Most connections from one address."),
    key("max.connections.per.ip.overrides", String, "").cluster_wide().doc("Exceptions to max.connections.per.ip, as address:count."),
    key("max.connection.creation.rate", Int, "2147483647").at_least(0).cluster_wide().doc("Most new connections a second."),
    key("connections.max.idle.ms", Long, "600000").doc("Time without a request after which a connection is closed; negative is never."),
    key("queued.max.requests", Int, "500").at_least(1).without_effect("queued.max.request.bytes bounds what is in flight").doc("Requests that may wait before reading pauses."),
    key("queued.max.request.bytes", Long, "33554432").doc("Bytes of requests in flight above which reading pauses; one larger request is admitted alone, -1 is no limit."),
    key("max.request.partition.size.limit", Int, "2000").at_least(1).doc("Most partitions in one answer that is paged."),
    key("fetch.max.bytes", Int, "57671680").at_least(1024).doc("Most bytes in one fetch answer, whatever the client asks for."),
    key("max.incremental.fetch.session.cache.slots", Int, "1000").at_least(0).doc("Incremental fetch sessions that are remembered."),
    key("fetch.purgatory.purge.interval.requests", Int, "1000").without_effect(reasons::PURGATORY).doc("Requests after which finished fetches are swept."),
    key("producer.purgatory.purge.interval.requests", Int, "1000").without_effect(reasons::PURGATORY).doc("Requests after which finished produces are swept."),
    key("delete.records.purgatory.purge.interval.requests", Int, "1").without_effect(reasons::PURGATORY).doc("Requests after which finished record deletions are swept."),
    key("http.listener", String, "").extension().doc("Address of the HTTP endpoint with metrics and health, as host:port; empty turns it off."),
];

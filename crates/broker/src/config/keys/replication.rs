//! Replication between brokers, and quotas.

use moldau_metadata::config::Kind::{Boolean, Class, Int, Long, String};
use moldau_metadata::config::{ConfigKey, key};

use super::reasons;

pub(super) const KEYS: &[ConfigKey] = &[
    key("replica.high.watermark.checkpoint.interval.ms", Long, "5000")
        .doc("How often the high watermarks are written to disk."),
    key("replica.lag.time.max.ms", Long, "30000")
        .without_effect(reasons::ONE_NODE)
        .doc("Time without catching up after which a follower leaves the in-sync replicas."),
    key("replica.fetch.max.bytes", Int, "1048576")
        .at_least(0)
        .without_effect(reasons::ONE_NODE)
        .doc("Bytes a follower asks for in each partition."),
    key("replica.fetch.min.bytes", Int, "1")
        .without_effect(reasons::ONE_NODE)
        .doc("Bytes a leader waits for before it answers a follower."),
    key("replica.fetch.wait.max.ms", Int, "500")
        .without_effect(reasons::ONE_NODE)
        .doc("The longest a leader lets a follower wait."),
    key("replica.fetch.response.max.bytes", Int, "10485760")
        .at_least(0)
        .without_effect(reasons::ONE_NODE)
        .doc("Bytes a follower takes in one answer."),
    key("replica.fetch.backoff.ms", Int, "1000")
        .at_least(0)
        .without_effect(reasons::ONE_NODE)
        .doc("Pause of a follower after a partition failed."),
    key("replica.socket.timeout.ms", Int, "30000")
        .without_effect(reasons::ONE_NODE)
        .doc("How long a follower waits for an answer."),
    key("replica.socket.receive.buffer.bytes", Int, "65536")
        .without_effect(reasons::ONE_NODE)
        .doc("Receive buffer of a follower's connection."),
    key("replica.selector.class", String, "")
        .null()
        .without_effect(reasons::ONE_NODE)
        .doc("Plug-in that picks the replica a consumer reads from."),
    key("num.replica.fetchers", Int, "1")
        .at_least(1)
        .cluster_wide()
        .without_effect(reasons::ONE_NODE)
        .doc("Threads that fetch from each leader."),
    key("num.replica.alter.log.dirs.threads", Int, "")
        .null()
        .without_effect(reasons::ONE_NODE)
        .doc("Threads that move replicas between directories."),
    key("auto.leader.rebalance.enable", Boolean, "true")
        .without_effect(reasons::ONE_NODE)
        .doc("Whether leadership returns to preferred replicas by itself."),
    key("leader.imbalance.check.interval.seconds", Long, "300")
        .at_least(1)
        .without_effect(reasons::ONE_NODE)
        .doc("How often leadership is looked at for imbalance."),
    key("follower.fetch.last.tiered.offset.enable", Boolean, "false")
        .cluster_wide()
        .without_effect(reasons::NO_TIERED)
        .doc("Whether an empty follower starts after what is already in remote storage."),
    key("replication.quota.window.num", Int, "11")
        .at_least(1)
        .without_effect(reasons::NO_QUOTAS)
        .doc("Samples kept to measure replication."),
    key("replication.quota.window.size.seconds", Int, "1")
        .at_least(1)
        .without_effect(reasons::NO_QUOTAS)
        .doc("Length of one such sample."),
    key("alter.log.dirs.replication.quota.window.num", Int, "11")
        .at_least(1)
        .without_effect(reasons::NO_QUOTAS)
        .doc("Samples kept to measure moves between directories."),
    key("alter.log.dirs.replication.quota.window.size.seconds", Int, "1")
        .at_least(1)
        .without_effect(reasons::NO_QUOTAS)
        .doc("Length of one such sample."),
    key("quota.window.num", Int, "11")
        .at_least(1)
        .without_effect(reasons::NO_QUOTAS)
        .doc("Samples kept to measure clients."),
    key("quota.window.size.seconds", Int, "1")
        .at_least(1)
        .without_effect(reasons::NO_QUOTAS)
        .doc("Length of one such sample."),
    key("controller.quota.window.num", Int, "11")
        .at_least(1)
        .without_effect(reasons::NO_QUOTAS)
        .doc("Samples kept to measure changes of metadata."),
    key("controller.quota.window.size.seconds", Int, "1")
        .at_least(1)
        .without_effect(reasons::NO_QUOTAS)
        .doc("Length of one such sample."),
    key("leader.replication.throttled.rate", Long, "")
        .null()
        .at_least(0)
        .cluster_wide()
        .internal()
        .without_effect(reasons::ONE_NODE)
        .doc("Bytes a second that leaders send to throttled replicas."),
    key("follower.replication.throttled.rate", Long, "")
        .null()
        .at_least(0)
        .cluster_wide()
        .internal()
        .without_effect(reasons::ONE_NODE)
        .doc("Bytes a second that throttled replicas fetch."),
    key("replica.alter.log.dirs.io.max.bytes.per.second", Long, "")
        .null()
        .at_least(0)
        .cluster_wide()
        .internal()
        .without_effect(reasons::ONE_NODE)
        .doc("Bytes a second that are moved between directories."),
    key("client.quota.callback.class", Class, "")
        .null()
        .refused(reasons::NO_PLUGINS)
        .doc("Plug-in that decides the quotas of clients."),
];

//! Tiered storage.

use moldau_metadata::config::Kind::{Boolean, Double, Int, Long, String};
use moldau_metadata::config::{ConfigKey, Validator, key};

use super::reasons;

pub(super) const KEYS: &[ConfigKey] = &[
    key("remote.log.storage.system.enable", Boolean, "false").refused(reasons::NO_TIERED).doc("Whether tiered storage is on."),
    key("remote.log.storage.manager.class.name", String, "").null().valid(Validator::NonEmpty).without_effect(reasons::NO_TIERED).doc("Plug-in that stores segments remotely."),
    key("remote.log.storage.manager.class.path", String, "").null().without_effect(reasons::NO_TIERED).doc("Where that plug-in is loaded from."),
    key("remote.log.storage.manager.impl.prefix", String, "rsm.config.").valid(Validator::NonEmpty).without_effect(reasons::NO_TIERED).doc("How the keys meant for that plug-in begin."),
    key("remote.log.metadata.manager.class.name", String, "org.apache.kafka.server.log.remote.metadata.storage.TopicBasedRemoteLogMetadataManager").valid(Validator::NonEmpty).without_effect(reasons::NO_TIERED).doc("Plug-in that keeps track of remote segments."),
    key("remote.log.metadata.manager.class.path", String, "").null().without_effect(reasons::NO_TIERED).doc("Where that plug-in is loaded from."),
    key("remote.log.metadata.manager.impl.prefix", String, "rlmm.config.").valid(Validator::NonEmpty).without_effect(reasons::NO_TIERED).doc("How the keys meant for that plug-in begin."),
    key("remote.log.metadata.manager.listener.name", String, "").null().valid(Validator::NonEmpty).without_effect(reasons::NO_TIERED).doc("Listener that plug-in uses to reach its own broker."),
    key("remote.log.metadata.custom.metadata.max.bytes", Int, "128").at_least(0).without_effect(reasons::NO_TIERED).doc("Most bytes of notes the storage plug-in may keep for a segment."),
    key("remote.log.index.file.cache.total.size.bytes", Long, "1073741824").at_least(1).cluster_wide().without_effect(reasons::NO_TIERED).doc("Disk space for fetched index files."),
    key("remote.log.index.file.cache.ttl.ms", Long, "900000").at_least(-1).internal().without_effect(reasons::NO_TIERED).doc("How long an unused index file stays in the cache."),
    key("remote.log.manager.thread.pool.size", Int, "2").at_least(1).without_effect(reasons::NO_TIERED).doc("Threads that follow what leaders have copied, under an older name."),
    key("remote.log.manager.copier.thread.pool.size", Int, "10").at_least(1).cluster_wide().without_effect(reasons::NO_TIERED).doc("Threads that copy segments."),
    key("remote.log.manager.expiration.thread.pool.size", Int, "10").at_least(1).cluster_wide().without_effect(reasons::NO_TIERED).doc("Threads that delete remote segments."),
    key("remote.log.manager.follower.thread.pool.size", Int, "2").at_least(1).cluster_wide().without_effect(reasons::NO_TIERED).doc("Threads that follow what leaders have copied."),
    key("remote.log.manager.task.interval.ms", Long, "30000").at_least(1).without_effect(reasons::NO_TIERED).doc("How often partitions are looked at for remote work."),
    key("remote.log.manager.task.retry.backoff.ms", Long, "500").at_least(1).internal().without_effect(reasons::NO_TIERED).doc("First pause after failed remote work."),
    key("remote.log.manager.task.retry.backoff.max.ms", Long, "30000").at_least(1).internal().without_effect(reasons::NO_TIERED).doc("Longest pause after failed remote work."),
    key("remote.log.manager.task.retry.jitter", Double, "0.2").valid(Validator::Fraction(0.0, 0.5)).internal().without_effect(reasons::NO_TIERED).doc("Random share of those pauses."),
    key("remote.log.manager.copy.max.bytes.per.second", Long, "9223372036854775807").at_least(1).cluster_wide().without_effect(reasons::NO_TIERED).doc("Bytes a second copied to remote storage."),
    key("remote.log.manager.copy.quota.window.num", Int, "11").at_least(1).without_effect(reasons::NO_TIERED).doc("Samples kept to measure copying."),
    key("remote.log.manager.copy.quota.window.size.seconds", Int, "1").at_least(1).without_effect(reasons::NO_TIERED).doc("Length of one such sample."),
    key("remote.log.manager.fetch.max.bytes.per.second", Long, "9223372036854775807").at_least(1).cluster_wide().without_effect(reasons::NO_TIERED).doc("Bytes a second read from remote storage."),
    key("remote.log.manager.fetch.quota.window.num", Int, "11").at_least(1).without_effect(reasons::NO_TIERED).doc("Samples kept to measure remote reads."),
    key("remote.log.manager.fetch.quota.window.size.seconds", Int, "1").at_least(1).without_effect(reasons::NO_TIERED).doc("Length of one such sample."),
    key("remote.log.reader.threads", Int, "10").at_least(1).cluster_wide().without_effect(reasons::NO_TIERED).doc("Threads that read remotely."),
    key("remote.log.reader.max.pending.tasks", Int, "100").at_least(1).without_effect(reasons::NO_TIERED).doc("Remote reads that may wait."),
    key("remote.fetch.max.wait.ms", Int, "500").at_least(1).cluster_wide().without_effect(reasons::NO_TIERED).doc("The longest a fetch waits for remote data."),
    key("remote.list.offsets.request.timeout.ms", Long, "30000").at_least(1).cluster_wide().without_effect(reasons::NO_TIERED).doc("The longest a search for an offset waits for remote data."),
    key("log.local.retention.bytes", Long, "-2").at_least(-2).cluster_wide().without_effect(reasons::NO_TIERED).doc("Bytes of a tiered partition to keep on local disk; -2 means log.retention.bytes."),
    key("log.local.retention.ms", Long, "-2").at_least(-2).cluster_wide().without_effect(reasons::NO_TIERED).doc("How long a tiered partition keeps records on local disk; -2 means log.retention.ms."),
    key("log.remote.copy.lag.bytes", Long, "-1").at_least(-1).cluster_wide().without_effect(reasons::NO_TIERED).doc("Bytes that must follow a segment before it is copied to remote storage; -1 leaves size out."),
    key("log.remote.copy.lag.ms", Long, "0").at_least(-1).cluster_wide().without_effect(reasons::NO_TIERED).doc("Age a segment must reach before it is copied to remote storage; -1 leaves age out."),
];

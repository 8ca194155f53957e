//! Topics: creation, defaults without a log key, producers.

use moldau_metadata::config::Kind::{Boolean, Class, Int, Long, String};
use moldau_metadata::config::{ConfigKey, Validator, key};

use super::reasons;

pub(super) const KEYS: &[ConfigKey] = &[
    key("auto.create.topics.enable", Boolean, "true").doc("Whether asking for the metadata of a topic that does not exist creates it."),
    key("delete.topic.enable", Boolean, "true").doc("Whether topics may be deleted."),
    key("num.partitions", Int, "1").at_least(1).doc("Partitions of a topic that is created without a count."),
    key("default.replication.factor", Int, "1").doc("Replicas of a topic that is created without a count."),
    key("message.max.bytes", Int, "1048588").at_least(0).cluster_wide().doc("The largest record batch, as sent, that is accepted; topics override it with max.message.bytes."),
    key("min.insync.replicas", Int, "1").at_least(1).cluster_wide().doc("In-sync replicas, leader included, without which a produce with acks=all is refused."),
    key("compression.type", String, "producer").valid(Validator::OneOf(&["uncompressed", "zstd", "lz4", "snappy", "gzip", "producer"])).cluster_wide().doc("Codec that batches are stored with; producer keeps what the producer chose."),
    key("compression.gzip.level", Int, "-1").valid(Validator::BetweenOr(1, 9, -1)).cluster_wide().doc("Level used when compression.type is gzip; -1 is the codec's own default."),
    key("compression.lz4.level", Int, "9").between(1, 17).cluster_wide().without_effect("lz4 is always written at its fast level").doc("Level used when compression.type is lz4."),
    key("compression.zstd.level", Int, "3").between(-131_072, 22).cluster_wide().doc("Level used when compression.type is zstd."),
    key("max.decompressed.message.bytes", Int, "2147483639").between(1, 2_147_483_639).cluster_wide().doc("The largest record, once decompressed, that is accepted."),
    key("unclean.leader.election.enable", Boolean, "false").cluster_wide().without_effect(reasons::ONE_REPLICA).doc("Whether a replica that is not in sync may lead when no other is left, losing records."),
    key("unclean.leader.election.interval.ms", Long, "300000").at_least(1).internal().without_effect(reasons::ONE_NODE).doc("How often leaderless partitions are looked at for an unclean election."),
    key("create.topic.policy.class.name", Class, "").null().refused(reasons::NO_PLUGINS).doc("Plug-in that may refuse the creation of topics."),
    key("alter.config.policy.class.name", Class, "").null().refused(reasons::NO_PLUGINS).doc("Plug-in that may refuse changes of configuration."),
    key("producer.id.expiration.ms", Int, "86400000").at_least(1).cluster_wide().doc("Time without a write after which a partition forgets a producer."),
    key("producer.id.expiration.check.interval.ms", Int, "600000").at_least(1).internal().doc("How often partitions look for producers to forget."),
];

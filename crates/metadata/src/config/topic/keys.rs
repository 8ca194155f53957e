//! Every topic key of Apache Kafka 4.4.0, and ours.

use crate::config::Kind::{Boolean, Double, Int, List, Long, String};
use crate::config::{ConfigKey, TopicSynonym, Validator, key};

const fn same_unit(broker_key: &'static str) -> TopicSynonym {
    TopicSynonym { broker_key, factor: 1 }
}

const fn hours(broker_key: &'static str) -> TopicSynonym {
    TopicSynonym { broker_key, factor: 3_600_000 }
}

const fn minutes(broker_key: &'static str) -> TopicSynonym {
    TopicSynonym { broker_key, factor: 60_000 }
}

const NO_TIERED: &str = "tiered storage is not built in yet";
const NO_COMPACTION: &str = "compaction is not built in yet";
const NO_REPLICATION: &str = "partitions have one replica until clusters are built in";
const NO_SHARE: &str = "share groups are not served yet";
const FOREVER: &str = "9223372036854775807";

const COMPRESSION: Validator =
    Validator::OneOf(&["uncompressed", "zstd", "lz4", "snappy", "gzip", "producer"]);
const CLEANUP: Validator = Validator::List { allowed: &["compact", "delete"], may_be_empty: true };

/// The order in which Kafka looks at values, and so which of several bad ones it names; keys that are
/// not here come last.
const ORDER: &[&str] = &[
    "segment.bytes",
    "segment.ms",
    "segment.jitter.ms",
    "segment.index.bytes",
    "flush.messages",
    "flush.ms",
    "retention.bytes",
    "retention.ms",
    "max.message.bytes",
    "max.decompressed.message.bytes",
    "index.interval.bytes",
    "delete.retention.ms",
    "min.compaction.lag.ms",
    "max.compaction.lag.ms",
    "file.delete.delay.ms",
    "min.cleanable.dirty.ratio",
    "cleanup.policy",
];

/// Every key, in [`ORDER`].
pub(super) fn in_kafkas_order() -> impl Iterator<Item = &'static ConfigKey> {
    let first = ORDER.iter().filter_map(|name| KEYS.iter().find(|key| key.name == *name));
    first.chain(KEYS.iter().filter(|key| !ORDER.contains(&key.name)))
}

pub(super) const KEYS: &[ConfigKey] = &[
    key("cleanup.policy", List, "delete")
        .valid(CLEANUP)
        .topic(&[same_unit("log.cleanup.policy")])
        .doc("What happens to old records: delete whole segments by age or size, compact to the newest record of each key, or both."),
    key("compression.gzip.level", Int, "-1")
        .valid(Validator::BetweenOr(1, 9, -1))
        .topic(&[same_unit("compression.gzip.level")])
        .doc("Level used when compression.type is gzip; -1 is the codec's own default."),
    key("compression.lz4.level", Int, "9")
        .between(1, 17)
        .topic(&[same_unit("compression.lz4.level")])
        .without_effect("lz4 is always written at its fast level")
        .doc("Level used when compression.type is lz4."),
    key("compression.type", String, "producer")
        .valid(COMPRESSION)
        .topic(&[same_unit("compression.type")])
        .doc("Codec that batches are stored with; producer keeps what the producer chose."),
    key("compression.zstd.level", Int, "3")
        .between(-131_072, 22)
        .topic(&[same_unit("compression.zstd.level")])
        .doc("Level used when compression.type is zstd."),
    key("delete.retention.ms", Long, "86400000")
        .at_least(0)
        .topic(&[same_unit("log.cleaner.delete.retention.ms")])
        .without_effect(NO_COMPACTION)
        .doc("How long a compacted topic keeps delete markers, and so how long a reader may take to see them."),
    key("errors.deadletterqueue.group.enable", Boolean, "false")
        .topic(&[])
        .without_effect(NO_SHARE)
        .doc("Whether share groups may use this topic as their dead-letter queue."),
    key("file.delete.delay.ms", Long, "60000")
        .at_least(0)
        .topic(&[same_unit("log.segment.delete.delay.ms")])
        .doc("How long a deleted segment stays on disk under its .deleted name."),
    key("flush.messages", Long, FOREVER)
        .at_least(1)
        .topic(&[same_unit("log.flush.interval.messages")])
        .doc("Sync the log to disk after this many records."),
    key("flush.ms", Long, FOREVER)
        .at_least(0)
        .topic(&[same_unit("log.flush.interval.ms"), same_unit("log.flush.scheduler.interval.ms")])
        .doc("Sync the log to disk when its oldest unsynced record is this old."),
    key("flush.on.ack", Boolean, "")
        .null()
        .extension()
        .topic(&[same_unit("log.flush.on.ack")])
        .doc("Whether an acknowledgement means that the records are on disk; unset means true for a partition with one replica and false otherwise."),
    key("follower.replication.throttled.replicas", List, "")
        .valid(Validator::ThrottledReplicas)
        .topic(&[])
        .without_effect(NO_REPLICATION)
        .doc("Replicas, as partition:broker, that are throttled while they catch up; * for all."),
    key("index.interval.bytes", Int, "4096")
        .at_least(0)
        .topic(&[same_unit("log.index.interval.bytes")])
        .doc("Bytes of records between two entries of the offset index."),
    key("internal.segment.bytes", Int, "")
        .null()
        .internal()
        .topic(&[])
        .doc("Segment size without the lower bound of segment.bytes, for tests."),
    key("leader.replication.throttled.replicas", List, "")
        .valid(Validator::ThrottledReplicas)
        .topic(&[])
        .without_effect(NO_REPLICATION)
        .doc("Replicas, as partition:broker, whose leader sends to followers at a throttled rate; * for all."),
    key("local.retention.bytes", Long, "-2")
        .at_least(-2)
        .topic(&[same_unit("log.local.retention.bytes")])
        .without_effect(NO_TIERED)
        .doc("Bytes of a tiered partition to keep on local disk; -2 means retention.bytes."),
    key("local.retention.ms", Long, "-2")
        .at_least(-2)
        .topic(&[same_unit("log.local.retention.ms")])
        .without_effect(NO_TIERED)
        .doc("How long a tiered partition keeps records on local disk; -2 means retention.ms."),
    key("max.compaction.lag.ms", Long, FOREVER)
        .at_least(1)
        .topic(&[same_unit("log.cleaner.max.compaction.lag.ms")])
        .without_effect(NO_COMPACTION)
        .doc("The longest a record may stay out of compaction."),
    key("max.decompressed.message.bytes", Int, "2147483639")
        .between(1, 2_147_483_639)
        .topic(&[same_unit("max.decompressed.message.bytes")])
        .doc("The largest record, once decompressed, that is accepted."),
    key("max.message.bytes", Int, "1048588")
        .at_least(0)
        .topic(&[same_unit("message.max.bytes")])
        .doc("The largest record batch, as sent, that is accepted."),
    key("message.timestamp.after.max.ms", Long, "3600000")
        .at_least(0)
        .topic(&[same_unit("log.message.timestamp.after.max.ms")])
        .doc("How far a record's timestamp may lie in the broker's future."),
    key("message.timestamp.before.max.ms", Long, FOREVER)
        .at_least(0)
        .topic(&[same_unit("log.message.timestamp.before.max.ms")])
        .doc("How far a record's timestamp may lie in the broker's past."),
    key("message.timestamp.type", String, "CreateTime")
        .valid(Validator::OneOf(&["CreateTime", "LogAppendTime"]))
        .topic(&[same_unit("log.message.timestamp.type")])
        .doc("Whether a record keeps its producer's timestamp or gets the broker's clock."),
    key("min.cleanable.dirty.ratio", Double, "0.5")
        .valid(Validator::Fraction(0.0, 1.0))
        .topic(&[same_unit("log.cleaner.min.cleanable.ratio")])
        .without_effect(NO_COMPACTION)
        .doc("Share of the log that must be uncompacted before compaction starts."),
    key("min.compaction.lag.ms", Long, "0")
        .at_least(0)
        .topic(&[same_unit("log.cleaner.min.compaction.lag.ms")])
        .without_effect(NO_COMPACTION)
        .doc("The shortest a record stays out of compaction."),
    key("min.insync.replicas", Int, "1")
        .at_least(1)
        .topic(&[same_unit("min.insync.replicas")])
        .doc("In-sync replicas, leader included, without which a produce with acks=all is refused."),
    key("preallocate", Boolean, "false")
        .topic(&[same_unit("log.preallocate")])
        .without_effect("segments grow as they are written")
        .doc("Whether a new segment reserves its full size on disk."),
    key("remote.copy.lag.bytes", Long, "-1")
        .at_least(-1)
        .topic(&[same_unit("log.remote.copy.lag.bytes")])
        .without_effect(NO_TIERED)
        .doc("Bytes that must follow a segment before it is copied to remote storage; -1 leaves size out."),
    key("remote.copy.lag.ms", Long, "0")
        .at_least(-1)
        .topic(&[same_unit("log.remote.copy.lag.ms")])
        .without_effect(NO_TIERED)
        .doc("Age a segment must reach before it is copied to remote storage; -1 leaves age out."),
    key("remote.log.copy.disable", Boolean, "false")
        .topic(&[])
        .without_effect(NO_TIERED)
        .doc("Whether copying to remote storage has stopped for this topic."),
    key("remote.log.delete.on.disable", Boolean, "false")
        .topic(&[])
        .without_effect(NO_TIERED)
        .doc("Whether remote data is deleted when remote storage is turned off for this topic."),
    key("remote.storage.enable", Boolean, "false")
        .topic(&[])
        .refused(NO_TIERED)
        .doc("Whether this topic is tiered."),
    key("retention.bytes", Long, "-1")
        .topic(&[same_unit("log.retention.bytes")])
        .doc("Size a partition may reach before its oldest segments are deleted; -1 is no limit."),
    key("retention.ms", Long, "604800000")
        .at_least(-1)
        .topic(&[
            same_unit("log.retention.ms"),
            minutes("log.retention.minutes"),
            hours("log.retention.hours"),
        ])
        .doc("Age at which records are deleted, segment by segment; -1 is no limit."),
    key("segment.bytes", Int, "1073741824")
        .at_least(1_048_576)
        .topic(&[same_unit("log.segment.bytes")])
        .doc("Size at which a segment is closed and a new one begun."),
    key("segment.index.bytes", Int, "10485760")
        .at_least(4)
        .topic(&[same_unit("log.index.size.max.bytes")])
        .doc("Size of an index file at which its segment is closed."),
    key("segment.jitter.ms", Long, "0")
        .at_least(0)
        .topic(&[same_unit("log.roll.jitter.ms"), hours("log.roll.jitter.hours")])
        .doc("At most this much is taken off segment.ms at random, so that partitions do not roll together."),
    key("segment.ms", Long, "604800000")
        .at_least(1)
        .topic(&[same_unit("log.roll.ms"), hours("log.roll.hours")])
        .doc("Age at which a segment is closed even when it is not full."),
    key("unclean.leader.election.enable", Boolean, "false")
        .topic(&[same_unit("unclean.leader.election.enable")])
        .without_effect(NO_REPLICATION)
        .doc("Whether a replica that is not in sync may lead when no other is left, losing records."),
];

//! Every group key of Apache Kafka 4.4.0, in the order in which values are checked.

use crate::config::Kind::{Boolean, Int, List, Long, String};
use crate::config::{ConfigKey, Validator, key};

const NO_OFFLOAD: &str = "assignments are computed where the heartbeat is judged";
const NO_SHARE: &str = "share groups are not served yet";
const NO_STREAMS: &str = "streams groups are not served yet";

pub(super) const KEYS: &[ConfigKey] = &[
    key("consumer.session.timeout.ms", Int, "45000").at_least(1).group(Some("group.consumer.session.timeout.ms")).doc("Silence after which a member of the consumer group is removed."),
    key("consumer.heartbeat.interval.ms", Int, "5000").at_least(1).group(Some("group.consumer.heartbeat.interval.ms")).doc("Heartbeat interval given to members of the consumer group."),
    key("consumer.assignment.interval.ms", Int, "1000").at_least(0).group(Some("group.consumer.assignment.interval.ms")).doc("Shortest time between two assignments of the consumer group."),
    key("consumer.assignor.offload.enable", Boolean, "true").internal().group(Some("group.consumer.assignor.offload.enable")).without_effect(NO_OFFLOAD).doc("Whether assignments of the consumer group are computed in the background."),
    key("share.session.timeout.ms", Int, "45000").at_least(1).group(Some("group.share.session.timeout.ms")).without_effect(NO_SHARE).doc("Silence after which a member of the share group is removed."),
    key("share.heartbeat.interval.ms", Int, "5000").at_least(1).group(Some("group.share.heartbeat.interval.ms")).without_effect(NO_SHARE).doc("Heartbeat interval given to members of the share group."),
    key("share.record.lock.duration.ms", Int, "30000").at_least(1000).group(Some("group.share.record.lock.duration.ms")).without_effect(NO_SHARE).doc("How long a delivered record stays locked for its member."),
    key("share.delivery.count.limit", Int, "5").at_least(2).group(Some("group.share.delivery.count.limit")).without_effect(NO_SHARE).doc("How often a record is delivered before it is given up."),
    key("share.partition.max.record.locks", Int, "2000").at_least(100).group(Some("group.share.partition.max.record.locks")).without_effect(NO_SHARE).doc("Most locked records of one partition."),
    key("share.auto.offset.reset", String, "latest").valid(Validator::OffsetReset).group(None).without_effect(NO_SHARE).doc("Where a share group starts in a partition that it has not read: earliest, latest, or by_duration: with an ISO 8601 duration back from now."),
    key("share.isolation.level", String, "read_uncommitted").valid(Validator::OneOf(&["read_committed", "read_uncommitted"])).group(None).without_effect(NO_SHARE).doc("Whether the share group sees records of transactions that are open or aborted."),
    key("share.renew.acknowledge.enable", Boolean, "true").group(None).without_effect(NO_SHARE).doc("Whether members may renew the lock of a record."),
    key("share.assignment.interval.ms", Int, "1000").at_least(0).group(Some("group.share.assignment.interval.ms")).without_effect(NO_SHARE).doc("Shortest time between two assignments of the share group."),
    key("share.assignor.offload.enable", Boolean, "true").internal().group(Some("group.share.assignor.offload.enable")).without_effect(NO_SHARE).doc("Whether assignments of the share group are computed in the background."),
    key("streams.session.timeout.ms", Int, "45000").at_least(1).group(Some("group.streams.session.timeout.ms")).without_effect(NO_STREAMS).doc("Silence after which a member of the streams group is removed."),
    key("streams.heartbeat.interval.ms", Int, "5000").at_least(1).group(Some("group.streams.heartbeat.interval.ms")).without_effect(NO_STREAMS).doc("Heartbeat interval given to members of the streams group."),
    key("streams.num.standby.replicas", Int, "0").at_least(0).group(Some("group.streams.num.standby.replicas")).without_effect(NO_STREAMS).doc("Standby copies of each task."),
    key("streams.initial.rebalance.delay.ms", Int, "3000").at_least(0).group(Some("group.streams.initial.rebalance.delay.ms")).without_effect(NO_STREAMS).doc("How long a new streams group waits for more members before it assigns."),
    key("streams.assignment.interval.ms", Int, "1000").at_least(0).group(Some("group.streams.assignment.interval.ms")).without_effect(NO_STREAMS).doc("Shortest time between two assignments of the streams group."),
    key("streams.assignor.offload.enable", Boolean, "true").internal().group(Some("group.streams.assignor.offload.enable")).without_effect(NO_STREAMS).doc("Whether assignments of the streams group are computed in the background."),
    key("streams.task.offset.interval.ms", Int, "60000").at_least(1).internal().group(Some("group.streams.task.offset.interval.ms")).without_effect(NO_STREAMS).doc("How often members report the offsets of their tasks."),
    key("streams.num.warmup.replicas", Int, "2").at_least(0).internal().group(Some("group.streams.num.warmup.replicas")).without_effect(NO_STREAMS).doc("Tasks that may warm up elsewhere at a time."),
    key("streams.rack.aware.assignment.tags", List, "").valid(Validator::ANY_LIST).group(Some("group.streams.rack.aware.assignment.tags")).without_effect(NO_STREAMS).doc("Client tags over which standby copies are spread."),
    key("streams.acceptable.recovery.lag", Long, "10000").at_least(0).internal().group(Some("group.streams.acceptable.recovery.lag")).without_effect(NO_STREAMS).doc("Offsets a member may be behind and still count as caught up."),
    key("streams.assignor.name", String, "").null().group(Some("group.streams.assignors")).without_effect(NO_STREAMS).doc("Assignor of the streams group, one of the broker's group.streams.assignors."),
    key("errors.deadletterqueue.topic.name", String, "").group(None).without_effect(NO_SHARE).doc("Topic that takes the records the share group has given up; empty for none."),
    key("errors.deadletterqueue.copy.record.enable", Boolean, "false").group(None).without_effect(NO_SHARE).doc("Whether the dead-letter topic gets the records themselves and not only where they are."),
];

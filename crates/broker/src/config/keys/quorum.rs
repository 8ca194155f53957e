//! Controllers, their quorum and the metadata log.

use moldau_metadata::config::Kind::{Boolean, Int, List, Long, String};
use moldau_metadata::config::{ConfigKey, Validator, key};

use super::reasons;

pub(super) const KEYS: &[ConfigKey] = &[
    key("controller.listener.names", List, "").required().valid(Validator::NON_EMPTY_LIST).doc("Names of the listeners that controllers serve; only the first is used to reach them."),
    key("controller.quorum.voters", List, "").doc("Static set of voters as id@host:port; for now it may name this node only."),
    key("controller.quorum.bootstrap.servers", List, "").doc("Where to find the controllers, as host:port; for now it may name this node only."),
    key("controller.quorum.auto.join.enable", Boolean, "false").without_effect(reasons::ONE_VOTER).doc("Whether a controller joins the voters by itself."),
    key("controller.quorum.append.linger.ms", Int, "25").at_least(0).without_effect(reasons::ONE_VOTER).doc("How long the leader of the metadata log waits for more records before it writes."),
    key("controller.quorum.election.timeout.ms", Int, "1000").at_least(0).without_effect(reasons::ONE_VOTER).doc("Time without reaching a leader after which a voter starts an election."),
    key("controller.quorum.election.backoff.max.ms", Int, "1000").at_least(0).without_effect(reasons::ONE_VOTER).doc("Longest pause before another election after one that nobody won."),
    key("controller.quorum.fetch.timeout.ms", Int, "2000").at_least(0).without_effect(reasons::ONE_VOTER).doc("Time without a successful fetch after which leader and followers doubt each other."),
    key("controller.quorum.fetch.max.bytes", Int, "1048576").at_least(1).without_effect(reasons::ONE_VOTER).doc("Most bytes of metadata records in one fetch."),
    key("controller.quorum.fetch.snapshot.max.bytes", Int, "1048576").at_least(1).without_effect(reasons::ONE_VOTER).doc("Most bytes in one piece of a fetched snapshot."),
    key("controller.quorum.request.timeout.ms", Int, "2000").at_least(0).without_effect(reasons::ONE_VOTER).doc("How long a request among voters waits for its answer."),
    key("controller.quorum.retry.backoff.ms", Int, "20").at_least(0).without_effect(reasons::ONE_VOTER).doc("Pause before a failed request among voters is sent again."),
    key("controller.performance.sample.period.ms", Long, "60000").at_least(100).internal().without_effect(reasons::METRICS).doc("Period over which the controller's event times are summed up in the log."),
    key("controller.performance.always.log.threshold.ms", Long, "2000").at_least(0).internal().without_effect(reasons::METRICS).doc("Controller events slower than this are always logged."),
    key("metadata.log.dir", String, "").null().doc("Directory of the metadata log; unset, the first of log.dirs."),
    key("metadata.log.segment.bytes", Int, "1073741824").at_least(8_388_608).doc("Size at which a segment of the metadata log is closed."),
    key("metadata.log.segment.ms", Long, "604800000").doc("Age at which a segment of the metadata log is closed."),
    key("metadata.log.max.record.bytes.between.snapshots", Long, "20971520").at_least(1).doc("Bytes of new metadata records after which a snapshot is written."),
    key("metadata.log.max.snapshot.interval.ms", Long, "3600000").at_least(0).doc("Age of the last snapshot at which a new one is written if there are new records; 0 turns this off."),
    key("metadata.max.retention.bytes", Long, "104857600").doc("Size of metadata log and snapshots together above which old ones are deleted; negative is no limit."),
    key("metadata.max.retention.ms", Long, "604800000").doc("Age at which old metadata segments and snapshots are deleted; negative is no limit."),
    key("metadata.max.idle.interval.ms", Int, "500").at_least(0).without_effect(reasons::ONE_VOTER).doc("Pause after which the active controller writes a no-op record; 0 turns this off."),
    key("internal.metadata.log.segment.bytes", Int, "").null().internal().without_effect("the lower bound of metadata.log.segment.bytes always holds").doc("Metadata segment size without a lower bound, for tests."),
    key("internal.metadata.max.batch.size.in.bytes", Int, "8388608").internal().without_effect("batches of metadata records have a fixed bound").doc("Largest batch of metadata records, for tests."),
    key("internal.metadata.delete.delay.millis", Long, "60000").internal().without_effect("deleted metadata files have no delay").doc("How long a deleted metadata file stays on disk, for tests."),
];

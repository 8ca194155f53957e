//! Numbers of groups, and their lag, for those who scrape.

use std::collections::BTreeMap;

use moldau_coordinator::group::GroupState;
use moldau_protocol::{ErrorCode, ids::LeaderEpoch};

use crate::partition::{PartitionTable, TopicRef};

/// Most series of lag: about 2 MB of text. What is beyond is counted.
const MAX_LAG_SERIES: usize = 10_000;

/// How far a group is behind on one partition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lag {
    pub(crate) group: String,
    pub(crate) topic: String,
    pub(crate) partition: i32,
    /// Records between the committed offset and the high watermark.
    pub(crate) records: i64,
}

/// Of the groups that this broker coordinates.
#[derive(Clone, Debug, Default)]
pub(crate) struct GroupGauges {
    /// Number of groups by kind and state.
    pub(crate) groups: BTreeMap<(&'static str, &'static str), u64>,
    /// Committed offsets.
    pub(crate) offsets: usize,
    /// Partitions of the offsets topic that serve, load, and cannot be loaded.
    pub(crate) active: u64,
    pub(crate) loading: u64,
    pub(crate) failed: u64,
    pub(crate) lag: Vec<Lag>,
    pub(crate) lag_left_out: usize,
}

impl GroupGauges {
    /// Counts one partition of the offsets topic.
    pub(super) fn count(
        &mut self,
        state: Result<GroupState, ErrorCode>,
        partitions: &PartitionTable,
    ) {
        let state = match state {
            Ok(state) => state,
            Err(ErrorCode::COORDINATOR_LOAD_IN_PROGRESS) => return self.loading += 1,
            Err(_) => return self.failed += 1,
        };
        self.active += 1;
        for group in state.groups.values() {
            *self.groups.entry((group.kind_name(), group.state_name())).or_default() += 1;
        }
        self.offsets += state.offsets.len();
        for (group, topic, index, committed) in state.offsets.iter() {
            // In a cluster the leader of the partition knows its end, and not this broker.
            let led = |partition: &std::sync::Arc<crate::partition::Partition>| {
                partition.led(LeaderEpoch::NONE.0).is_ok()
            };
            let Some(partition) = partitions.get(TopicRef::Name(topic), index).filter(led) else {
                continue;
            };
            if self.lag.len() >= MAX_LAG_SERIES {
                self.lag_left_out += 1;
                continue;
            }
            self.lag.push(Lag {
                group: group.to_string(),
                topic: topic.to_string(),
                partition: index.0,
                records: (partition.high_watermark().0 - committed.offset.0).max(0),
            });
        }
    }
}

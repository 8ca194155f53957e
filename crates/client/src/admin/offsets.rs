//! Offsets of partitions by time (ListOffsets).

use std::collections::BTreeMap;

use moldau_protocol::{
    ErrorCode,
    ids::{BrokerId, Offset, PartitionIndex},
    messages::{
        ListOffsetsRequest,
        list_offsets_request::{ListOffsetsPartition, ListOffsetsTopic},
    },
};

use super::Admin;
use crate::{
    ClientError, Cluster,
    cluster::{Attempts, AutoCreate},
};

/// Which offset is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OffsetSpec {
    /// The first that is there.
    Earliest,
    /// The one that the next record gets (as far as it is committed).
    Latest,
    /// As [`Self::Latest`], but not beyond the first transaction that is still open.
    LastStable,
    /// The record with the largest time.
    MaxTimestamp,
    /// The first that is on the broker's own disk.
    EarliestLocal,
    /// The last that is in remote storage.
    LatestTiered,
    /// The first that has yet to go to remote storage.
    EarliestPendingUpload,
    /// The first whose time is this (milliseconds since 1970) or later.
    AtTime(i64),
}

impl OffsetSpec {
    fn wire(self) -> i64 {
        match self {
            Self::Earliest => -2,
            Self::Latest | Self::LastStable => -1,
            Self::MaxTimestamp => -3,
            Self::EarliestLocal => -4,
            Self::LatestTiered => -5,
            Self::EarliestPendingUpload => -6,
            Self::AtTime(time) => time,
        }
    }
}

/// An offset that was looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OffsetAt {
    /// The offset; none when no record is that young.
    pub offset: Option<Offset>,
    /// Time of that record, when it was looked up by time.
    pub timestamp: i64,
}

impl Admin {
    /// The offsets of some partitions of a topic. Partitions without leader are waited for.
    ///
    /// # Errors
    /// When a partition does not exist or its leader cannot be reached.
    pub async fn offsets(
        &self,
        topic: &str,
        partitions: &[PartitionIndex],
        spec: OffsetSpec,
    ) -> Result<BTreeMap<PartitionIndex, OffsetAt>, ClientError> {
        let operation = format!("listing offsets of {topic}");
        let mut attempts = Attempts::new(self.cluster.config(), &operation);
        let mut found = BTreeMap::new();
        loop {
            let missing =
                partitions.iter().copied().filter(|partition| !found.contains_key(partition));
            let missing: Vec<PartitionIndex> = missing.collect();
            if missing.is_empty() {
                return Ok(found);
            }
            let failure = match self.try_offsets(topic, &missing, spec, &mut found).await {
                Ok(()) => continue,
                Err(failure) if failure.retriable() => failure,
                Err(failure) => return Err(failure),
            };
            attempts.pause(failure).await?;
            self.cluster.topic(topic, AutoCreate::No).await?;
        }
    }

    /// One request to each leader; fails at the first partition that has no answer.
    async fn try_offsets(
        &self,
        topic: &str,
        partitions: &[PartitionIndex],
        spec: OffsetSpec,
        found: &mut BTreeMap<PartitionIndex, OffsetAt>,
    ) -> Result<(), ClientError> {
        if self.cluster.metadata().topic(topic).is_none_or(|topic| topic.partitions.is_err()) {
            self.cluster.topic(topic, AutoCreate::No).await?;
        }
        for (leader, partitions) in by_leader(&self.cluster, topic, partitions)? {
            let partition = |index: PartitionIndex| ListOffsetsPartition {
                partition_index: index.0,
                timestamp: spec.wire(),
                ..ListOffsetsPartition::default()
            };
            let request = ListOffsetsRequest {
                replica_id: -1,
                isolation_level: i8::from(spec == OffsetSpec::LastStable),
                topics: vec![ListOffsetsTopic {
                    name: topic.to_owned(),
                    partitions: partitions.into_iter().map(partition).collect(),
                    ..ListOffsetsTopic::default()
                }],
                timeout_ms: self.timeout_ms(),
                ..ListOffsetsRequest::default()
            };
            let connection = self.cluster.broker(leader).await?;
            let answer = connection.call(&request, self.cluster.config().request_timeout).await?;
            for result in answer.topics.into_iter().flat_map(|topic| topic.partitions) {
                let index = result.partition_index;
                let code = ErrorCode(result.error_code);
                if code.is_error() {
                    let operation = format!("listing offsets of {topic}-{index}");
                    return Err(ClientError::refused(operation, code, None));
                }
                let offset = (result.offset >= 0).then_some(Offset(result.offset));
                let timestamp = result.timestamp;
                found.insert(PartitionIndex(index), OffsetAt { offset, timestamp });
            }
        }
        Ok(())
    }
}

fn by_leader(
    cluster: &Cluster,
    topic: &str,
    partitions: &[PartitionIndex],
) -> Result<BTreeMap<BrokerId, Vec<PartitionIndex>>, ClientError> {
    let metadata = cluster.metadata();
    let mut leaders: BTreeMap<BrokerId, Vec<PartitionIndex>> = BTreeMap::new();
    for &partition in partitions {
        let known = metadata.partition(topic, partition).ok_or_else(|| ClientError::Record {
            topic: topic.to_owned(),
            reason: format!("partition {partition} does not exist"),
        })?;
        let leader = known.leader.ok_or_else(|| {
            let operation = format!("finding the leader of {topic}-{partition}");
            ClientError::refused(operation, ErrorCode::LEADER_NOT_AVAILABLE, None)
        })?;
        leaders.entry(leader).or_default().push(partition);
    }
    Ok(leaders)
}

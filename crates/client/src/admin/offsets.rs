//! Offsets of partitions by time (ListOffsets).

use std::collections::{BTreeMap, BTreeSet};

use moldau_protocol::{
    ErrorCode,
    ids::{BrokerId, Offset, PartitionIndex},
    messages::{
        ListOffsetsRequest,
        list_offsets_request::{ListOffsetsPartition, ListOffsetsTopic},
    },
};

use super::{Admin, TopicPartition};
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
        let wanted: Vec<TopicPartition> =
            partitions.iter().map(|index| (topic.to_owned(), *index)).collect();
        let operation = format!("listing offsets of {topic}");
        let found = self.offsets_for(&operation, &wanted, spec).await?;
        Ok(found.into_iter().map(|((_, index), at)| (index, at)).collect())
    }

    /// As [`Self::offsets`], for partitions of any topics.
    ///
    /// # Errors
    /// As for [`Self::offsets`].
    pub async fn offsets_of(
        &self,
        partitions: &[TopicPartition],
        spec: OffsetSpec,
    ) -> Result<BTreeMap<TopicPartition, OffsetAt>, ClientError> {
        self.offsets_for("listing offsets", partitions, spec).await
    }

    async fn offsets_for(
        &self,
        operation: &str,
        partitions: &[TopicPartition],
        spec: OffsetSpec,
    ) -> Result<BTreeMap<TopicPartition, OffsetAt>, ClientError> {
        let mut attempts = Attempts::new(self.cluster.config(), operation);
        let mut found = BTreeMap::new();
        loop {
            let missing: Vec<&TopicPartition> =
                partitions.iter().filter(|partition| !found.contains_key(*partition)).collect();
            if missing.is_empty() {
                return Ok(found);
            }
            let topics: BTreeSet<&str> = missing.iter().map(|(topic, _)| topic.as_str()).collect();
            let before = found.len();
            let failure = match self.try_offsets(&topics, &missing, spec, &mut found).await {
                Ok(()) if found.len() > before => continue,
                Ok(()) => {
                    let message = "the leader's answer leaves out partitions".to_owned();
                    let code = ErrorCode::UNKNOWN_SERVER_ERROR;
                    return Err(ClientError::refused(operation, code, Some(message)));
                }
                Err(failure) if failure.retriable() => failure,
                Err(failure) => return Err(failure),
            };
            attempts.pause(failure).await?;
            for topic in topics {
                self.cluster.topic(topic, AutoCreate::No).await?;
            }
        }
    }

    /// One request to each leader; fails at the first partition that has no answer.
    async fn try_offsets(
        &self,
        topics: &BTreeSet<&str>,
        partitions: &[&TopicPartition],
        spec: OffsetSpec,
        found: &mut BTreeMap<TopicPartition, OffsetAt>,
    ) -> Result<(), ClientError> {
        let known = self.cluster.metadata();
        for topic in topics {
            if known.topic(topic).is_none_or(|topic| topic.partitions.is_err()) {
                self.cluster.topic(topic, AutoCreate::No).await?;
            }
        }
        for (leader, topics) in by_leader(&self.cluster, partitions)? {
            let partition = |index: PartitionIndex| ListOffsetsPartition {
                partition_index: index.0,
                timestamp: spec.wire(),
                ..ListOffsetsPartition::default()
            };
            let topic = |(name, partitions): (&str, Vec<PartitionIndex>)| ListOffsetsTopic {
                name: name.to_owned(),
                partitions: partitions.into_iter().map(partition).collect(),
                ..ListOffsetsTopic::default()
            };
            let request = ListOffsetsRequest {
                replica_id: -1,
                isolation_level: i8::from(spec == OffsetSpec::LastStable),
                topics: topics.into_iter().map(topic).collect(),
                timeout_ms: self.timeout_ms(),
                ..ListOffsetsRequest::default()
            };
            let connection = self.cluster.broker(leader).await?;
            let answer = connection.call(&request, self.cluster.config().request_timeout).await?;
            for topic in answer.topics {
                for result in topic.partitions {
                    let index = result.partition_index;
                    let code = ErrorCode(result.error_code);
                    if code.is_error() {
                        let operation = format!("listing offsets of {}-{index}", topic.name);
                        return Err(ClientError::refused(operation, code, None));
                    }
                    let offset = (result.offset >= 0).then_some(Offset(result.offset));
                    let timestamp = result.timestamp;
                    let at = (topic.name.clone(), PartitionIndex(index));
                    found.insert(at, OffsetAt { offset, timestamp });
                }
            }
        }
        Ok(())
    }
}

/// Partitions by leader and topic.
type ByLeader<'a> = BTreeMap<BrokerId, BTreeMap<&'a str, Vec<PartitionIndex>>>;

fn by_leader<'a>(
    cluster: &Cluster,
    partitions: &[&'a TopicPartition],
) -> Result<ByLeader<'a>, ClientError> {
    let metadata = cluster.metadata();
    let mut leaders = ByLeader::new();
    for (topic, partition) in partitions {
        let known = metadata.partition(topic, *partition).ok_or_else(|| ClientError::Record {
            topic: topic.clone(),
            reason: format!("partition {partition} does not exist"),
        })?;
        let leader = known.leader.ok_or_else(|| {
            let operation = format!("finding the leader of {topic}-{partition}");
            ClientError::refused(operation, ErrorCode::LEADER_NOT_AVAILABLE, None)
        })?;
        leaders.entry(leader).or_default().entry(topic).or_default().push(*partition);
    }
    Ok(leaders)
}

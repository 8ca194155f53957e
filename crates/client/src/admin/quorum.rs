//! The controllers' quorum as its leader sees it (DescribeQuorum, KIP-595).

use moldau_protocol::{
    ErrorCode,
    ids::{BrokerId, DirectoryId, LeaderEpoch, Offset},
    messages::{
        DescribeQuorumRequest,
        describe_quorum_request::{PartitionData, TopicData},
        describe_quorum_response::ReplicaState,
    },
};

use super::Admin;
use crate::{ClientError, cluster::Target};

const METADATA_TOPIC: &str = "__cluster_metadata";

/// A voter or an observer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuorumReplica {
    /// Node id.
    pub id: BrokerId,
    /// Its directory; zero when it is not known.
    pub directory: DirectoryId,
    /// End of its log.
    pub log_end_offset: Offset,
    /// When it last fetched, in milliseconds since 1970; none when it is not known.
    pub last_fetch: Option<i64>,
    /// When it was last caught up.
    pub last_caught_up: Option<i64>,
}

/// The quorum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuorumDescription {
    /// Its leader.
    pub leader: BrokerId,
    /// Epoch of the leader.
    pub leader_epoch: LeaderEpoch,
    /// Offset up to which the metadata is committed.
    pub high_watermark: Offset,
    /// Who votes.
    pub voters: Vec<QuorumReplica>,
    /// Who only follows.
    pub observers: Vec<QuorumReplica>,
    /// Where each controller listens, as `NAME://host:port`.
    pub endpoints: Vec<(BrokerId, Vec<String>)>,
}

fn replica(state: ReplicaState) -> QuorumReplica {
    let time = |time: i64| (time >= 0).then_some(time);
    QuorumReplica {
        id: BrokerId(state.replica_id),
        directory: DirectoryId(state.replica_directory_id),
        log_end_offset: Offset(state.log_end_offset),
        last_fetch: time(state.last_fetch_timestamp),
        last_caught_up: time(state.last_caught_up_timestamp),
    }
}

impl Admin {
    /// Describes the quorum.
    ///
    /// # Errors
    /// When no server answers, or the quorum has no leader.
    pub async fn describe_quorum(&self) -> Result<QuorumDescription, ClientError> {
        let operation = "describing the quorum";
        let request = DescribeQuorumRequest {
            topics: vec![TopicData {
                topic_name: METADATA_TOPIC.to_owned(),
                partitions: vec![PartitionData::default()],
                ..TopicData::default()
            }],
            ..DescribeQuorumRequest::default()
        };
        let answer = self
            .cluster
            .call(Target::Controller, &request, operation, |answer| ErrorCode(answer.error_code))
            .await?;
        let code = ErrorCode(answer.error_code);
        if code.is_error() {
            return Err(ClientError::refused(operation, code, answer.error_message));
        }
        let partition = answer.topics.into_iter().flat_map(|topic| topic.partitions).next();
        let partition = partition.ok_or_else(|| {
            ClientError::refused(operation, ErrorCode::UNKNOWN_SERVER_ERROR, None)
        })?;
        let code = ErrorCode(partition.error_code);
        if code.is_error() {
            return Err(ClientError::refused(operation, code, partition.error_message));
        }
        let endpoints = answer.nodes.into_iter().map(|node| {
            let listeners = node.listeners.into_iter();
            let text = listeners.map(|each| format!("{}://{}:{}", each.name, each.host, each.port));
            (BrokerId(node.node_id), text.collect())
        });
        Ok(QuorumDescription {
            leader: BrokerId(partition.leader_id),
            leader_epoch: LeaderEpoch(partition.leader_epoch),
            high_watermark: Offset(partition.high_watermark),
            voters: partition.current_voters.into_iter().map(replica).collect(),
            observers: partition.observers.into_iter().map(replica).collect(),
            endpoints: endpoints.collect(),
        })
    }
}

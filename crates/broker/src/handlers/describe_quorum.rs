//! DescribeQuorum, versions 0 to 2, on both kinds of listener: who votes and how far they are.
//!
//! With one voter that is its own leader there is nobody else to tell of.
//!
//! KIPs: 595, 836 (times), 853 (directories and addresses). The refusals are those of Apache Kafka 4.4.0:
//! a request for anything but the one partition of the metadata log is wrong for each partition it names.

use std::sync::Arc;

use moldau_protocol::{
    ErrorCode,
    ids::BrokerId,
    messages::{
        DescribeQuorumRequest, DescribeQuorumResponse,
        describe_quorum_response::{Listener, Node, PartitionData, ReplicaState, TopicData},
    },
};
use moldau_quorum::{METADATA_TOPIC, QuorumStatus, Voter};

use crate::{dispatch::RequestContext, state::Broker};

pub(super) async fn handle(
    broker: Arc<Broker>,
    _context: RequestContext,
    request: DescribeQuorumRequest,
) -> DescribeQuorumResponse {
    answer(&request, &broker.quorum.status(), broker.node, broker.clock.now_ms())
}

/// The answer of node `own`.
pub(crate) fn answer(
    request: &DescribeQuorumRequest,
    status: &QuorumStatus,
    own: BrokerId,
    now_ms: i64,
) -> DescribeQuorumResponse {
    if !names_metadata(request) {
        let code = ErrorCode::UNKNOWN_TOPIC_OR_PARTITION;
        return refused(request, code, "This server does not host this topic-partition.");
    }
    if status.leader != Some(own) {
        let code = ErrorCode::NOT_LEADER_OR_FOLLOWER;
        return refused(
            request,
            code,
            "For requests intended only for the leader, this error indicates that the broker is not the current leader. For requests intended for any replica, this error indicates that the broker is not a replica of the topic partition.",
        );
    }
    let state = |voter: &Voter| ReplicaState {
        replica_id: voter.id.0,
        replica_directory_id: voter.directory_id.unwrap_or_default().0,
        log_end_offset: status.log_end.0,
        last_fetch_timestamp: now_ms,
        last_caught_up_timestamp: now_ms,
        ..Default::default()
    };
    let node = |voter: &Voter| Node {
        node_id: voter.id.0,
        listeners: voter
            .endpoints
            .iter()
            .map(|at| Listener {
                name: at.name.clone(),
                host: at.host.clone(),
                port: at.port,
                ..Default::default()
            })
            .collect(),
        ..Default::default()
    };
    let voters = status.voters.voters();
    let partition = PartitionData {
        partition_index: 0,
        leader_id: own.0,
        leader_epoch: status.epoch.0,
        high_watermark: status.high_watermark.map_or(-1, |mark| mark.0),
        current_voters: voters.iter().map(state).collect(),
        error_message: Some(String::new()),
        ..Default::default()
    };
    DescribeQuorumResponse {
        error_message: Some(String::new()),
        topics: vec![TopicData {
            topic_name: METADATA_TOPIC.to_owned(),
            partitions: vec![partition],
            ..Default::default()
        }],
        nodes: voters.iter().map(node).collect(),
        ..Default::default()
    }
}

fn names_metadata(request: &DescribeQuorumRequest) -> bool {
    match request.topics.as_slice() {
        [topic] => {
            let partition = topic.partitions.as_slice();
            topic.topic_name == METADATA_TOPIC
                && matches!(partition, [only] if only.partition_index == 0)
        }
        _ => false,
    }
}

fn refused(
    request: &DescribeQuorumRequest,
    code: ErrorCode,
    message: &str,
) -> DescribeQuorumResponse {
    let partition = |index: i32| PartitionData {
        partition_index: index,
        error_code: code.0,
        error_message: Some(message.to_owned()),
        ..Default::default()
    };
    let topics = request.topics.iter().map(|topic| TopicData {
        topic_name: topic.topic_name.clone(),
        partitions: topic.partitions.iter().map(|each| partition(each.partition_index)).collect(),
        ..Default::default()
    });
    DescribeQuorumResponse {
        error_message: Some(String::new()),
        topics: topics.collect(),
        ..Default::default()
    }
}

#[cfg(test)]
mod tests {
    use moldau_protocol::{
        ids::{LeaderEpoch, Offset},
        messages::describe_quorum_request,
    };
    use moldau_quorum::{KRaftVersion, VoterEndpoint, VoterSet};

    use super::*;

    fn request(topics: &[(&str, &[i32])]) -> DescribeQuorumRequest {
        let partition = |index: &i32| describe_quorum_request::PartitionData {
            partition_index: *index,
            ..Default::default()
        };
        let topics = topics.iter().map(|(name, indexes)| describe_quorum_request::TopicData {
            topic_name: (*name).to_owned(),
            partitions: indexes.iter().map(partition).collect(),
            ..Default::default()
        });
        DescribeQuorumRequest { topics: topics.collect(), ..Default::default() }
    }

    fn status(leader: i32) -> QuorumStatus {
        let at = VoterEndpoint { name: "CONTROLLER".to_owned(), host: "h".to_owned(), port: 9093 };
        let voter = Voter { id: BrokerId(1), directory_id: None, endpoints: vec![at] };
        QuorumStatus {
            leader: Some(BrokerId(leader)),
            epoch: LeaderEpoch(3),
            high_watermark: Some(Offset(9)),
            log_start: Offset(0),
            log_end: Offset(10),
            voters: VoterSet::new(vec![voter]),
            kraft_version: KRaftVersion::Static,
        }
    }

    #[test]
    fn the_leader_tells_of_the_metadata_log_and_nothing_else() {
        let check = |topics: &[(&str, &[i32])], leader: i32, codes: &[i16]| {
            let response = answer(&request(topics), &status(leader), BrokerId(1), 77);
            assert_eq!(response.error_code, 0);
            let partitions = response.topics.iter().flat_map(|topic| &topic.partitions);
            assert_eq!(partitions.map(|each| each.error_code).collect::<Vec<_>>(), codes);
            response
        };
        let told = check(&[(METADATA_TOPIC, &[0])], 1, &[0]);
        let partition = &told.topics[0].partitions[0];
        assert_eq!((partition.leader_id, partition.leader_epoch), (1, 3));
        assert_eq!(partition.high_watermark, 9);
        let voter = &partition.current_voters[0];
        assert_eq!((voter.log_end_offset, voter.last_fetch_timestamp), (10, 77));
        assert_eq!(told.nodes[0].listeners[0].port, 9093);
        check(&[(METADATA_TOPIC, &[0])], 2, &[6]);
        check(&[("a", &[0])], 1, &[3]);
        check(&[(METADATA_TOPIC, &[1])], 1, &[3]);
        check(&[(METADATA_TOPIC, &[0, 0])], 1, &[3, 3]);
        check(&[(METADATA_TOPIC, &[0]), ("a", &[0])], 1, &[3, 3]);
        check(&[], 1, &[]);
    }
}

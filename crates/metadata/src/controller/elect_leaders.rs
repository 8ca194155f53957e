//! ElectLeaders: gives leadership back to the first replica, or lets a replica lead that may lack records.
//!
//! One verdict for each partition. Asked for all partitions, those that need no election are left out.
//!
//! Source: KIP-460; codes and texts are those of Apache Kafka 4.4.0. Known deviation: all topics come by
//! name, with Kafka in the order of a hash table.

use moldau_protocol::ErrorCode;
use moldau_protocol::ids::{BrokerId, PartitionIndex};
use moldau_protocol::messages::{
    ElectLeadersRequest, ElectLeadersResponse,
    elect_leaders_response::{PartitionResult, ReplicaElectionResult},
};

use super::create_topics::{Fault, fault};
use super::leadership::{Seek, Target};
use super::{ControllerMachine, Decision, MAX_RECORDS_PER_REQUEST, Reply};
use crate::record::VersionedRecord;

/// Numbers of `ElectionType`.
const PREFERRED: i8 = 0;
const UNCLEAN: i8 = 1;

impl ControllerMachine {
    pub(super) fn elect_leaders(&self, request: &ElectLeadersRequest) -> Decision {
        let seek = match request.election_type {
            _ if request.timeout_ms <= 0 => {
                return refused(request, ErrorCode::REQUEST_TIMED_OUT, None);
            }
            PREFERRED => Seek::Preferred,
            UNCLEAN => Seek::Unclean,
            other => {
                let message = format!("Unknown election type {other}");
                return refused(request, ErrorCode::INVALID_REQUEST, Some(message));
            }
        };
        let all = request.topic_partitions.is_none();
        let wanted: Vec<(String, Vec<i32>)> = match &request.topic_partitions {
            Some(topics) => {
                topics.iter().map(|topic| (topic.topic.clone(), topic.partitions.clone())).collect()
            }
            None => self
                .image()
                .topics
                .iter()
                .map(|topic| {
                    let indexes = topic.partitions.iter().map(|(index, _)| index.0).collect();
                    (topic.name.to_string(), indexes)
                })
                .collect(),
        };
        let mut records = Vec::new();
        let mut results = Vec::with_capacity(wanted.len());
        for (topic, partitions) in wanted {
            let mut partition_result = Vec::new();
            for index in partitions {
                let verdict = if records.len() == MAX_RECORDS_PER_REQUEST {
                    let message = "Unable to perform excessively large batch operation.";
                    fault(ErrorCode::POLICY_VIOLATION, message)
                } else {
                    self.elect_one(&topic, PartitionIndex(index), seek, &mut records)
                };
                let (code, message) = match verdict {
                    Err((ErrorCode::ELECTION_NOT_NEEDED, _)) if all => continue,
                    Err((code, message)) => (code, Some(message)),
                    Ok(()) => (ErrorCode::NONE, None),
                };
                partition_result.push(result(index, code, message));
            }
            results.push(ReplicaElectionResult { topic, partition_result, ..Default::default() });
        }
        let response =
            ElectLeadersResponse { replica_election_results: results, ..Default::default() };
        Decision { records, atomic: false, reply: Reply::ElectLeaders(response) }
    }

    fn elect_one(
        &self,
        name: &str,
        index: PartitionIndex,
        seek: Seek,
        records: &mut Vec<VersionedRecord>,
    ) -> Result<(), Fault> {
        let unknown = ErrorCode::UNKNOWN_TOPIC_OR_PARTITION;
        let Some(topic) = self.image().topics.by_name(name) else {
            return fault(unknown, format!("No such topic as {name}"));
        };
        let Some(partition) = topic.partition(index) else {
            return fault(unknown, format!("No such partition as {name}-{index}"));
        };
        let needless = match seek {
            Seek::Preferred => partition.leader == partition.preferred_leader(),
            _ => partition.leader != BrokerId::NONE,
        };
        if needless {
            let message = "Leader election not needed for topic partition.";
            return fault(ErrorCode::ELECTION_NOT_NEEDED, message);
        }
        let target = Target::same(partition);
        match self.partition_change(topic, index, partition, target, seek) {
            Some(record) => {
                records.push(record);
                Ok(())
            }
            None if seek == Seek::Preferred => fault(
                ErrorCode::PREFERRED_LEADER_NOT_AVAILABLE,
                "The preferred leader was not available.",
            ),
            None => fault(
                ErrorCode::ELIGIBLE_LEADERS_NOT_AVAILABLE,
                "Eligible topic partition leaders are not available.",
            ),
        }
    }
}

fn result(index: i32, code: ErrorCode, message: Option<String>) -> PartitionResult {
    PartitionResult {
        partition_id: index,
        error_code: code.0,
        error_message: message,
        ..Default::default()
    }
}

/// The answer to a request that is refused as a whole.
fn refused(request: &ElectLeadersRequest, code: ErrorCode, message: Option<String>) -> Decision {
    let topics = request.topic_partitions.iter().flatten();
    let results = topics.map(|topic| ReplicaElectionResult {
        topic: topic.topic.clone(),
        partition_result: topic
            .partitions
            .iter()
            .map(|index| result(*index, code, message.clone()))
            .collect(),
        ..Default::default()
    });
    Decision::rejected(Reply::ElectLeaders(ElectLeadersResponse {
        error_code: code.0,
        replica_election_results: results.collect(),
        ..Default::default()
    }))
}

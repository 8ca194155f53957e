//! Partitions: more of them, other leaders, other replicas.

use moldau_protocol::{
    ErrorCode,
    ids::{BrokerId, PartitionIndex},
    messages::{
        AlterPartitionReassignmentsRequest, CreatePartitionsRequest, ElectLeadersRequest,
        ListPartitionReassignmentsRequest,
        alter_partition_reassignments_request::{ReassignablePartition, ReassignableTopic},
        create_partitions_request::{CreatePartitionsAssignment, CreatePartitionsTopic},
        elect_leaders_request::TopicPartitions,
    },
};

use super::Admin;
use crate::{ClientError, cluster::Target};

/// Which replica is to lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Election {
    /// The first of the list.
    Preferred,
    /// Any that is alive, also one that is not in sync: records may be lost.
    Unclean,
}

/// What an election came to in one partition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elected {
    /// Topic.
    pub topic: String,
    /// Partition.
    pub partition: PartitionIndex,
    /// Why it has no new leader, with the controller's words.
    pub error: Option<(ErrorCode, Option<String>)>,
}

/// Replicas that a partition is to have; none cancels a move under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Topic.
    pub topic: String,
    /// Partition.
    pub partition: PartitionIndex,
    /// The replicas, the preferred leader first.
    pub replicas: Option<Vec<BrokerId>>,
}

/// A move under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moving {
    /// Topic.
    pub topic: String,
    /// Partition.
    pub partition: PartitionIndex,
    /// All replicas for the time being.
    pub replicas: Vec<BrokerId>,
    /// Those that are being added.
    pub adding: Vec<BrokerId>,
    /// Those that are being removed.
    pub removing: Vec<BrokerId>,
}

fn numbers(ids: &[BrokerId]) -> Vec<i32> {
    ids.iter().map(|id| id.0).collect()
}

fn brokers(ids: Vec<i32>) -> Vec<BrokerId> {
    ids.into_iter().map(BrokerId).collect()
}

/// Groups what is in any order by topic, the order of topics kept.
fn by_topic<T>(items: impl Iterator<Item = (String, T)>) -> Vec<(String, Vec<T>)> {
    let mut topics: Vec<(String, Vec<T>)> = Vec::new();
    for (topic, item) in items {
        match topics.iter_mut().find(|(known, _)| *known == topic) {
            Some((_, list)) => list.push(item),
            None => topics.push((topic, vec![item])),
        }
    }
    topics
}

impl Admin {
    /// Makes a topic have `count` partitions. `assignments` are the replicas of each new one, or
    /// none to leave them to the controller.
    ///
    /// # Errors
    /// When the topic has as many partitions or more, or a broker is not known.
    pub async fn create_partitions(
        &self,
        topic: &str,
        count: i32,
        assignments: Option<Vec<Vec<BrokerId>>>,
    ) -> Result<(), ClientError> {
        let operation = format!("adding partitions to topic {topic}");
        let assignment = |ids: Vec<BrokerId>| CreatePartitionsAssignment {
            broker_ids: numbers(&ids),
            ..CreatePartitionsAssignment::default()
        };
        let request = CreatePartitionsRequest {
            topics: vec![CreatePartitionsTopic {
                name: topic.to_owned(),
                count,
                assignments: assignments.map(|all| all.into_iter().map(assignment).collect()),
                ..CreatePartitionsTopic::default()
            }],
            timeout_ms: self.timeout_ms(),
            ..CreatePartitionsRequest::default()
        };
        let answer = self
            .cluster
            .call(Target::Controller, &request, &operation, |_| ErrorCode::NONE)
            .await?;
        for result in answer.results {
            let code = ErrorCode(result.error_code);
            if code.is_error() {
                return Err(ClientError::refused(operation, code, result.error_message));
            }
        }
        Ok(())
    }

    /// Elects leaders, of these partitions or of all.
    ///
    /// # Errors
    /// When the call as a whole is refused; partitions have their own errors.
    pub async fn elect_leaders(
        &self,
        election: Election,
        partitions: Option<&[(String, PartitionIndex)]>,
    ) -> Result<Vec<Elected>, ClientError> {
        let operation = "electing leaders";
        let topics = |list: &[(String, PartitionIndex)]| {
            let pairs = list.iter().map(|(topic, partition)| (topic.clone(), partition.0));
            let topic = |(topic, partitions)| TopicPartitions {
                topic,
                partitions,
                ..TopicPartitions::default()
            };
            by_topic(pairs).into_iter().map(topic).collect()
        };
        let request = ElectLeadersRequest {
            election_type: if election == Election::Preferred { 0 } else { 1 },
            topic_partitions: partitions.map(topics),
            timeout_ms: self.timeout_ms(),
            ..ElectLeadersRequest::default()
        };
        let answer = self
            .cluster
            .call(Target::Controller, &request, operation, |answer| ErrorCode(answer.error_code))
            .await?;
        let code = ErrorCode(answer.error_code);
        if code.is_error() {
            return Err(ClientError::refused(operation, code, None));
        }
        let mut elected = Vec::new();
        for topic in answer.replica_election_results {
            elected.extend(topic.partition_result.into_iter().map(|result| {
                let code = ErrorCode(result.error_code);
                Elected {
                    topic: topic.topic.clone(),
                    partition: PartitionIndex(result.partition_id),
                    error: code.is_error().then_some((code, result.error_message)),
                }
            }));
        }
        Ok(elected)
    }

    /// Begins or cancels moves. Returns those that were refused.
    ///
    /// # Errors
    /// When the call as a whole is refused.
    pub async fn reassign(
        &self,
        moves: &[Move],
    ) -> Result<Vec<(String, PartitionIndex, ClientError)>, ClientError> {
        let operation = "moving partitions";
        let pairs = moves.iter().map(|each| {
            let partition = ReassignablePartition {
                partition_index: each.partition.0,
                replicas: each.replicas.as_deref().map(numbers),
                ..ReassignablePartition::default()
            };
            (each.topic.clone(), partition)
        });
        let topics = by_topic(pairs).into_iter().map(|(name, partitions)| ReassignableTopic {
            name,
            partitions,
            ..ReassignableTopic::default()
        });
        let request = AlterPartitionReassignmentsRequest {
            timeout_ms: self.timeout_ms(),
            topics: topics.collect(),
            ..AlterPartitionReassignmentsRequest::default()
        };
        let answer = self
            .cluster
            .call(Target::Controller, &request, operation, |answer| ErrorCode(answer.error_code))
            .await?;
        let code = ErrorCode(answer.error_code);
        if code.is_error() {
            return Err(ClientError::refused(operation, code, answer.error_message));
        }
        let mut refused = Vec::new();
        for topic in answer.responses {
            for partition in topic.partitions {
                let code = ErrorCode(partition.error_code);
                if code.is_error() {
                    let index = partition.partition_index;
                    let operation = format!("moving {}-{index}", topic.name);
                    let error = ClientError::refused(operation, code, partition.error_message);
                    refused.push((topic.name.clone(), PartitionIndex(index), error));
                }
            }
        }
        Ok(refused)
    }

    /// All moves under way, by topic and partition.
    ///
    /// # Errors
    /// When the call is refused.
    pub async fn reassignments(&self) -> Result<Vec<Moving>, ClientError> {
        let operation = "listing moves of partitions";
        let request = ListPartitionReassignmentsRequest {
            timeout_ms: self.timeout_ms(),
            topics: None,
            ..ListPartitionReassignmentsRequest::default()
        };
        let answer = self
            .cluster
            .call(Target::Controller, &request, operation, |answer| ErrorCode(answer.error_code))
            .await?;
        let code = ErrorCode(answer.error_code);
        if code.is_error() {
            return Err(ClientError::refused(operation, code, answer.error_message));
        }
        let mut moving = Vec::new();
        for topic in answer.topics {
            moving.extend(topic.partitions.into_iter().map(|partition| Moving {
                topic: topic.name.clone(),
                partition: PartitionIndex(partition.partition_index),
                replicas: brokers(partition.replicas),
                adding: brokers(partition.adding_replicas),
                removing: brokers(partition.removing_replicas),
            }));
        }
        moving.sort_by(|a, b| (&a.topic, a.partition).cmp(&(&b.topic, b.partition)));
        Ok(moving)
    }
}

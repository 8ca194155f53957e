//! Creating, deleting, listing and describing topics.

use std::collections::BTreeMap;

use moldau_protocol::{
    ApiKey, ErrorCode,
    ids::{BrokerId, PartitionIndex, TopicId},
    messages::{
        CreateTopicsRequest, DeleteTopicsRequest, DescribeTopicPartitionsRequest,
        create_topics_request::{CreatableReplicaAssignment, CreatableTopic, CreatableTopicConfig},
        delete_topics_request::DeleteTopicState,
        describe_topic_partitions_request::{Cursor, TopicRequest},
        describe_topic_partitions_response::DescribeTopicPartitionsResponseTopic,
    },
};

use super::Admin;
use crate::{
    ClientError,
    cluster::{AutoCreate, Target},
};

/// Partitions that one DescribeTopicPartitions answer may hold; Kafka's tool asks for as many.
const PARTITIONS_PER_ANSWER: i32 = 2000;

/// First version of CreateTopics that can leave the counts to the broker.
const BROKER_DEFAULTS_FROM: i16 = 4;

/// First version of DeleteTopics with topics as structures.
const TOPIC_STATES_FROM: i16 = 6;

/// How partitions are placed on brokers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Placement {
    /// By the controller. None leaves a count to the broker's default.
    Automatic {
        /// Number of partitions.
        partitions: Option<i32>,
        /// Number of replicas of each.
        replication_factor: Option<i16>,
    },
    /// The replicas of each partition, in order of its index.
    Manual(Vec<Vec<BrokerId>>),
}

/// A topic to create.
#[derive(Clone, Debug)]
pub struct NewTopic {
    /// Its name.
    pub name: String,
    /// Where its partitions go.
    pub placement: Placement,
    /// Its configuration, beyond the broker's defaults.
    pub configs: BTreeMap<String, String>,
}

/// A topic that was created (or would be).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreatedTopic {
    /// Its name.
    pub name: String,
    /// Its id; zero from brokers that do not tell.
    pub id: TopicId,
    /// Number of partitions, or -1.
    pub partitions: i32,
    /// Number of replicas, or -1.
    pub replication_factor: i16,
}

/// A topic in a list.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TopicListing {
    /// Its name.
    pub name: String,
    /// Its id.
    pub id: TopicId,
    /// Whether Kafka itself uses it.
    pub internal: bool,
    /// Number of partitions.
    pub partitions: usize,
}

/// One partition as described.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DescribedPartition {
    /// Its index.
    pub index: PartitionIndex,
    /// Its leader, if it has one.
    pub leader: Option<BrokerId>,
    /// All replicas, the preferred leader first.
    pub replicas: Vec<BrokerId>,
    /// Those in sync.
    pub isr: Vec<BrokerId>,
    /// Eligible leader replicas (KIP-966); none from brokers that do not tell.
    pub elr: Option<Vec<BrokerId>>,
    /// The last known eligible ones; none from brokers that do not tell.
    pub last_known_elr: Option<Vec<BrokerId>>,
}

/// A topic as described.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TopicDescription {
    /// Its name.
    pub name: String,
    /// Its id.
    pub id: TopicId,
    /// Whether Kafka itself uses it.
    pub internal: bool,
    /// Its partitions by index.
    pub partitions: Vec<DescribedPartition>,
}

fn ids(list: Vec<i32>) -> Vec<BrokerId> {
    list.into_iter().map(BrokerId).collect()
}

fn creatable(topic: NewTopic) -> CreatableTopic {
    let mut wire = CreatableTopic { name: topic.name, ..CreatableTopic::default() };
    (wire.num_partitions, wire.replication_factor) = (-1, -1);
    match topic.placement {
        Placement::Automatic { partitions, replication_factor } => {
            wire.num_partitions = partitions.unwrap_or(-1);
            wire.replication_factor = replication_factor.unwrap_or(-1);
        }
        Placement::Manual(assignment) => {
            wire.assignments = assignment
                .into_iter()
                .zip(0..)
                .map(|(brokers, partition_index)| CreatableReplicaAssignment {
                    partition_index,
                    broker_ids: brokers.into_iter().map(|broker| broker.0).collect(),
                    ..CreatableReplicaAssignment::default()
                })
                .collect();
        }
    }
    wire.configs = topic
        .configs
        .into_iter()
        .map(|(name, value)| CreatableTopicConfig {
            name,
            value: Some(value),
            ..CreatableTopicConfig::default()
        })
        .collect();
    wire
}

/// Only a controller that moved is tried again: the other failures say something about the topic.
fn moved(codes: impl Iterator<Item = i16>) -> ErrorCode {
    let mut codes = codes.map(ErrorCode);
    codes.find(|code| *code == ErrorCode::NOT_CONTROLLER).unwrap_or(ErrorCode::NONE)
}

impl Admin {
    /// Creates a topic.
    ///
    /// # Errors
    /// The controller's refusal, e.g. `TOPIC_ALREADY_EXISTS`, `INVALID_TOPIC_EXCEPTION`,
    /// `INVALID_REPLICATION_FACTOR`, `INVALID_CONFIG`.
    pub async fn create_topic(
        &self,
        topic: NewTopic,
        validate_only: bool,
    ) -> Result<CreatedTopic, ClientError> {
        let operation = format!("creating topic {}", topic.name);
        let wire = creatable(topic);
        let defaults =
            wire.assignments.is_empty() && (wire.num_partitions < 0 || wire.replication_factor < 0);
        if defaults {
            let connection = self.cluster.connection(Target::Controller).await?;
            if connection.version_of::<CreateTopicsRequest>()? < BROKER_DEFAULTS_FROM {
                return Err(ClientError::refused(
                    operation,
                    ErrorCode::UNSUPPORTED_VERSION,
                    Some("this broker needs partitions and replication factor".to_owned()),
                ));
            }
        }
        let request = CreateTopicsRequest {
            topics: vec![wire],
            timeout_ms: self.timeout_ms(),
            validate_only,
            ..CreateTopicsRequest::default()
        };
        let answer = self
            .cluster
            .call(Target::Controller, &request, &operation, |answer| {
                moved(answer.topics.iter().map(|topic| topic.error_code))
            })
            .await?;
        let result = answer.topics.into_iter().next().ok_or_else(|| {
            ClientError::refused(&operation, ErrorCode::UNKNOWN_SERVER_ERROR, None)
        })?;
        let code = ErrorCode(result.error_code);
        if code.is_error() {
            return Err(ClientError::refused(operation, code, result.error_message));
        }
        Ok(CreatedTopic {
            name: result.name,
            id: TopicId(result.topic_id),
            partitions: result.num_partitions,
            replication_factor: result.replication_factor,
        })
    }

    /// Deletes a topic and all its records.
    ///
    /// # Errors
    /// The controller's refusal, e.g. `UNKNOWN_TOPIC_OR_PARTITION`.
    pub async fn delete_topic(&self, name: &str) -> Result<(), ClientError> {
        let operation = format!("deleting topic {name}");
        let connection = self.cluster.connection(Target::Controller).await?;
        let mut request =
            DeleteTopicsRequest { timeout_ms: self.timeout_ms(), ..DeleteTopicsRequest::default() };
        if connection.version_of::<DeleteTopicsRequest>()? >= TOPIC_STATES_FROM {
            let state =
                DeleteTopicState { name: Some(name.to_owned()), ..DeleteTopicState::default() };
            request.topics.push(state);
        } else {
            request.topic_names.push(name.to_owned());
        }
        let answer = self
            .cluster
            .call(Target::Controller, &request, &operation, |answer| {
                moved(answer.responses.iter().map(|topic| topic.error_code))
            })
            .await?;
        for result in answer.responses {
            let code = ErrorCode(result.error_code);
            if code.is_error() {
                return Err(ClientError::refused(operation, code, result.error_message));
            }
        }
        Ok(())
    }

    /// All topics, by name.
    ///
    /// # Errors
    /// When no broker answers.
    pub async fn list_topics(&self) -> Result<Vec<TopicListing>, ClientError> {
        let metadata = self.cluster.refresh_all().await?;
        let mut topics: Vec<TopicListing> = metadata
            .topics()
            .filter_map(|topic| {
                Some(TopicListing {
                    name: topic.name.to_string(),
                    id: topic.id,
                    internal: topic.internal,
                    partitions: topic.partitions.as_ref().ok()?.len(),
                })
            })
            .collect();
        topics.sort();
        Ok(topics)
    }

    /// Describes topics, in the order of `names`.
    ///
    /// # Errors
    /// When one of them does not exist or may not be described.
    pub async fn describe_topics(
        &self,
        names: &[&str],
    ) -> Result<Vec<TopicDescription>, ClientError> {
        if names.is_empty() {
            return Ok(Vec::new());
        }
        let connection = self.cluster.connection(Target::Any).await?;
        let mut found = if connection.serves(ApiKey::DESCRIBE_TOPIC_PARTITIONS) {
            self.describe_pages(names).await?
        } else {
            self.describe_by_metadata(names).await?
        };
        let mut ordered = Vec::with_capacity(names.len());
        for name in names {
            let topic = found.remove(*name).ok_or_else(|| {
                let code = ErrorCode::UNKNOWN_TOPIC_OR_PARTITION;
                ClientError::refused(format!("describing topic {name}"), code, None)
            })?;
            ordered.push(topic);
        }
        Ok(ordered)
    }

    /// DescribeTopicPartitions answers in pages.
    async fn describe_pages(
        &self,
        names: &[&str],
    ) -> Result<BTreeMap<String, TopicDescription>, ClientError> {
        let mut sorted: Vec<&str> = names.to_vec();
        sorted.sort_unstable();
        let topic = |name: &str| TopicRequest { name: name.to_owned(), ..TopicRequest::default() };
        let mut request = DescribeTopicPartitionsRequest {
            topics: sorted.iter().map(|name| topic(name)).collect(),
            response_partition_limit: PARTITIONS_PER_ANSWER,
            ..DescribeTopicPartitionsRequest::default()
        };
        let mut found = BTreeMap::new();
        loop {
            let operation = "describing topics";
            let answer =
                self.cluster.call(Target::Any, &request, operation, |_| ErrorCode::NONE).await?;
            for topic in answer.topics {
                let topic = described(topic)?;
                let entry = found.entry(topic.name.clone()).or_insert_with(|| TopicDescription {
                    partitions: Vec::new(),
                    ..topic.clone()
                });
                entry.partitions.extend(topic.partitions);
            }
            let Some(next) = answer.next_cursor else { return Ok(found) };
            let cursor = Cursor {
                topic_name: next.topic_name,
                partition_index: next.partition_index,
                ..Cursor::default()
            };
            if request.cursor.as_ref() == Some(&cursor) {
                return Err(ClientError::refused(
                    operation,
                    ErrorCode::UNKNOWN_SERVER_ERROR,
                    Some("the broker repeats the same page".to_owned()),
                ));
            }
            request.cursor = Some(cursor);
        }
    }

    async fn describe_by_metadata(
        &self,
        names: &[&str],
    ) -> Result<BTreeMap<String, TopicDescription>, ClientError> {
        let metadata = self.cluster.refresh(names, AutoCreate::No).await?;
        let mut found = BTreeMap::new();
        for name in names {
            let Some(topic) = metadata.topic(name) else { continue };
            let partitions = topic.partitions.as_ref().map_err(|code| {
                ClientError::refused(format!("describing topic {name}"), *code, None)
            })?;
            let partition = |partition: &crate::metadata::Partition| DescribedPartition {
                index: partition.index,
                leader: partition.leader,
                replicas: partition.replicas.clone(),
                isr: partition.isr.clone(),
                elr: None,
                last_known_elr: None,
            };
            let description = TopicDescription {
                name: (*name).to_owned(),
                id: topic.id,
                internal: topic.internal,
                partitions: partitions.iter().map(partition).collect(),
            };
            found.insert(description.name.clone(), description);
        }
        Ok(found)
    }
}

fn described(topic: DescribeTopicPartitionsResponseTopic) -> Result<TopicDescription, ClientError> {
    let name = topic.name.unwrap_or_default();
    let code = ErrorCode(topic.error_code);
    if code.is_error() {
        return Err(ClientError::refused(format!("describing topic {name}"), code, None));
    }
    let partitions = topic
        .partitions
        .into_iter()
        .map(|partition| DescribedPartition {
            index: PartitionIndex(partition.partition_index),
            leader: (partition.leader_id >= 0).then_some(BrokerId(partition.leader_id)),
            replicas: ids(partition.replica_nodes),
            isr: ids(partition.isr_nodes),
            elr: partition.eligible_leader_replicas.map(ids),
            last_known_elr: partition.last_known_elr.map(ids),
        })
        .collect();
    let (id, internal) = (TopicId(topic.topic_id), topic.is_internal);
    Ok(TopicDescription { name, id, internal, partitions })
}

//! What operators and clients ask of the controller about partitions and the cluster.
//!
//! Apart from the other operations only for the length of the file. A command that fails answers with
//! [`CommandError::error_code`], in the shape that Kafka gives such an answer.

use moldau_metadata::controller::{Command, Reply};
use moldau_protocol::messages::{
    AlterPartitionReassignmentsRequest, AlterPartitionReassignmentsResponse,
    CreatePartitionsRequest, CreatePartitionsResponse, ElectLeadersRequest, ElectLeadersResponse,
    ListPartitionReassignmentsRequest, ListPartitionReassignmentsResponse, UnregisterBrokerRequest,
    UnregisterBrokerResponse, UpdateFeaturesRequest, UpdateFeaturesResponse,
    alter_partition_reassignments_response::{
        ReassignablePartitionResponse, ReassignableTopicResponse,
    },
    create_partitions_response::CreatePartitionsTopicResult,
    elect_leaders_response::{PartitionResult, ReplicaElectionResult},
};

use super::{Quorum, code_of};

impl Quorum {
    /// CreatePartitions; one verdict for each topic.
    pub async fn create_partitions(
        &self,
        request: CreatePartitionsRequest,
    ) -> CreatePartitionsResponse {
        let names: Vec<_> = request.topics.iter().map(|topic| topic.name.clone()).collect();
        match self.submit(Command::CreatePartitions(request)).await {
            Ok(Reply::CreatePartitions(response)) => response,
            other => {
                let error_code = code_of(other);
                let failed =
                    |name| CreatePartitionsTopicResult { name, error_code, ..Default::default() };
                let results = names.into_iter().map(failed).collect();
                CreatePartitionsResponse { results, ..Default::default() }
            }
        }
    }

    /// UnregisterBroker.
    pub async fn unregister_broker(
        &self,
        request: UnregisterBrokerRequest,
    ) -> UnregisterBrokerResponse {
        match self.submit(Command::UnregisterBroker(request)).await {
            Ok(Reply::UnregisterBroker(response)) => response,
            other => UnregisterBrokerResponse { error_code: code_of(other), ..Default::default() },
        }
    }

    /// ElectLeaders; one verdict for each partition.
    pub async fn elect_leaders(&self, request: ElectLeadersRequest) -> ElectLeadersResponse {
        let topics = request.topic_partitions.clone().unwrap_or_default();
        match self.submit(Command::ElectLeaders(request)).await {
            Ok(Reply::ElectLeaders(response)) => response,
            other => {
                let error_code = code_of(other);
                let partition = |partition_id| PartitionResult {
                    partition_id,
                    error_code,
                    ..Default::default()
                };
                let results = topics.into_iter().map(|topic| ReplicaElectionResult {
                    topic: topic.topic,
                    partition_result: topic.partitions.into_iter().map(partition).collect(),
                    ..Default::default()
                });
                ElectLeadersResponse {
                    error_code,
                    replica_election_results: results.collect(),
                    ..Default::default()
                }
            }
        }
    }

    /// AlterPartitionReassignments; one verdict for each partition.
    pub async fn alter_partition_reassignments(
        &self,
        request: AlterPartitionReassignmentsRequest,
    ) -> AlterPartitionReassignmentsResponse {
        let asked: Vec<(String, Vec<i32>)> = request
            .topics
            .iter()
            .map(|topic| {
                let indexes = topic.partitions.iter().map(|each| each.partition_index);
                (topic.name.clone(), indexes.collect())
            })
            .collect();
        match self.submit(Command::AlterPartitionReassignments(request)).await {
            Ok(Reply::AlterPartitionReassignments(response)) => response,
            other => {
                let error_code = code_of(other);
                let partition = |partition_index| ReassignablePartitionResponse {
                    partition_index,
                    error_code,
                    ..Default::default()
                };
                let responses =
                    asked.into_iter().map(|(name, indexes)| ReassignableTopicResponse {
                        name,
                        partitions: indexes.into_iter().map(partition).collect(),
                        ..Default::default()
                    });
                AlterPartitionReassignmentsResponse {
                    error_code,
                    responses: responses.collect(),
                    ..Default::default()
                }
            }
        }
    }

    /// ListPartitionReassignments.
    pub async fn list_partition_reassignments(
        &self,
        request: ListPartitionReassignmentsRequest,
    ) -> ListPartitionReassignmentsResponse {
        match self.submit(Command::ListPartitionReassignments(request)).await {
            Ok(Reply::ListPartitionReassignments(response)) => response,
            other => ListPartitionReassignmentsResponse {
                error_code: code_of(other),
                ..Default::default()
            },
        }
    }

    /// UpdateFeatures in `version`; all levels change or none.
    pub async fn update_features(
        &self,
        request: UpdateFeaturesRequest,
        version: i16,
    ) -> UpdateFeaturesResponse {
        let kraft_version = self.status().kraft_version.level();
        let command = Command::UpdateFeatures { request, version, kraft_version };
        match self.submit(command).await {
            Ok(Reply::UpdateFeatures(response)) => response,
            other => UpdateFeaturesResponse { error_code: code_of(other), ..Default::default() },
        }
    }
}

//! AlterPartitionReassignments and ListPartitionReassignments: replicas of a partition move to other
//! brokers.
//!
//! While it runs, a partition has its old and its new replicas, and says which ones come and which ones
//! go; it is over once all that come are in sync (see `leadership::Target`). Taking it back leaves the old
//! ones.
//!
//! Source: KIP-455, KIP-860 (`AllowReplicationFactorChange`); codes and texts are those of Apache Kafka
//! 4.4.0. Known deviation: all topics are listed by name, with Kafka in the order of a hash table.

use moldau_protocol::ErrorCode;
use moldau_protocol::ids::{BrokerId, PartitionIndex};
use moldau_protocol::messages::{
    AlterPartitionReassignmentsRequest, AlterPartitionReassignmentsResponse,
    ListPartitionReassignmentsRequest, ListPartitionReassignmentsResponse,
    alter_partition_reassignments_request::{ReassignablePartition, ReassignableTopic},
    alter_partition_reassignments_response::{
        ReassignablePartitionResponse, ReassignableTopicResponse,
    },
    list_partition_reassignments_response::{
        OngoingPartitionReassignment, OngoingTopicReassignment,
    },
};

use super::create_topics::{Fault, fault};
use super::leadership::{Seek, Target};
use super::{ControllerMachine, Decision, MAX_RECORDS_PER_REQUEST, Reply};
use crate::image::{PartitionRegistration, TopicImage, raw};
use crate::record::VersionedRecord;

impl ControllerMachine {
    pub(super) fn alter_reassignments(
        &self,
        request: &AlterPartitionReassignmentsRequest,
    ) -> Decision {
        let timed_out = request.timeout_ms <= 0;
        let mut records = Vec::new();
        let mut one = |topic: &str, partition: &ReassignablePartition| {
            let verdict = if timed_out {
                Err((ErrorCode::REQUEST_TIMED_OUT, String::new()))
            } else if records.len() == MAX_RECORDS_PER_REQUEST {
                let message = "Unable to perform excessively large batch operation.";
                fault(ErrorCode::POLICY_VIOLATION, message)
            } else {
                self.alter_one(topic, partition, request.allow_replication_factor_change)
            };
            let (code, message) = match verdict {
                Ok(record) => {
                    records.extend(record);
                    (ErrorCode::NONE, String::new())
                }
                Err(fault) => fault,
            };
            ReassignablePartitionResponse {
                partition_index: partition.partition_index,
                error_code: code.0,
                error_message: Some(message).filter(|message| !message.is_empty()),
                ..Default::default()
            }
        };
        let topic = |topic: &ReassignableTopic| ReassignableTopicResponse {
            name: topic.name.clone(),
            partitions: topic.partitions.iter().map(|each| one(&topic.name, each)).collect(),
            ..Default::default()
        };
        let responses = request.topics.iter().map(topic).collect();
        let code = if timed_out { ErrorCode::REQUEST_TIMED_OUT } else { ErrorCode::NONE };
        let response = AlterPartitionReassignmentsResponse {
            allow_replication_factor_change: request.allow_replication_factor_change,
            error_code: code.0,
            error_message: None,
            responses,
            ..Default::default()
        };
        let reply = Reply::AlterPartitionReassignments(response);
        Decision { records, atomic: false, reply }
    }

    fn alter_one(
        &self,
        name: &str,
        request: &ReassignablePartition,
        allow_factor_change: bool,
    ) -> Result<Option<VersionedRecord>, Fault> {
        let unknown = ErrorCode::UNKNOWN_TOPIC_OR_PARTITION;
        let Some(topic) = self.image().topics.by_name(name) else {
            return fault(unknown, format!("Unable to find a topic named {name}."));
        };
        let index = PartitionIndex(request.partition_index);
        let Some(partition) = topic.partition(index) else {
            return fault(unknown, format!("Unable to find partition {name}:{index}."));
        };
        match &request.replicas {
            None => self.cancel(topic, index, partition),
            Some(ids) => self.change(topic, index, partition, ids, allow_factor_change),
        }
    }

    fn cancel(
        &self,
        topic: &TopicImage,
        index: PartitionIndex,
        partition: &PartitionRegistration,
    ) -> Result<Option<VersionedRecord>, Fault> {
        if !partition.is_reassigning() {
            return fault(ErrorCode::NO_REASSIGNMENT_IN_PROGRESS, String::new());
        }
        let stays = |id: &BrokerId| !partition.adding_replicas.contains(id);
        let replicas: Vec<_> = partition.replicas.iter().copied().filter(stays).collect();
        let mut isr: Vec<_> = partition.isr.iter().copied().filter(stays).collect();
        let unclean = self.unclean_leader_election(topic);
        if isr.is_empty() {
            let Some(first) = replicas.first() else {
                let message = "Invalid replica assignment: addingReplicas contains all replicas.";
                return fault(ErrorCode::INVALID_REPLICA_ASSIGNMENT, message);
            };
            if !unclean {
                let message = format!(
                    "Unable to revert partition assignment for {}:{index} because it would require an unclean leader election.",
                    topic.name
                );
                return fault(ErrorCode::INVALID_REPLICA_ASSIGNMENT, message);
            }
            isr.push(*first);
        }
        let target = Target { replicas, isr, removing: Vec::new(), adding: Vec::new() };
        let seek = if unclean { Seek::Unclean } else { Seek::Anybody };
        Ok(self.partition_change(topic, index, partition, target, seek))
    }

    fn change(
        &self,
        topic: &TopicImage,
        index: PartitionIndex,
        partition: &PartitionRegistration,
        ids: &[i32],
        allow_factor_change: bool,
    ) -> Result<Option<VersionedRecord>, Fault> {
        self.check_manual_assignment(ids, None)?;
        let wanted: Vec<_> = ids.iter().copied().map(BrokerId).collect();
        if !allow_factor_change {
            // Of a reassignment that runs, what it leads to counts.
            let goes = |id: &&BrokerId| partition.removing_replicas.contains(id);
            let before = partition.replicas.iter().filter(|id| !goes(id)).count();
            if before != wanted.len() {
                let after = wanted.len();
                return fault(
                    ErrorCode::INVALID_REPLICATION_FACTOR,
                    format!("The replication factor is changed from {before} to {after}"),
                );
            }
        }
        let present = &partition.replicas;
        let without = |list: &[BrokerId], other: &[BrokerId]| -> Vec<BrokerId> {
            list.iter().copied().filter(|id| !other.contains(id)).collect()
        };
        let (removing, adding) = (without(present, &wanted), without(&wanted, present));
        let mut target = Target::same(partition);
        target.replicas = wanted;
        target.replicas.extend(&removing);
        if !removing.is_empty() {
            target.removing = removing;
        }
        if !adding.is_empty() {
            target.adding = adding;
        }
        Ok(self.partition_change(topic, index, partition, target, Seek::Anybody))
    }

    pub(super) fn list_reassignments(
        &self,
        request: &ListPartitionReassignmentsRequest,
    ) -> Decision {
        let topics = &self.image().topics;
        let found = match &request.topics {
            None => topics
                .iter()
                .filter_map(|topic| {
                    ongoing(topic, topic.partitions.iter().map(|(index, _)| *index))
                })
                .collect(),
            Some(list) => list
                .iter()
                .filter_map(|wanted| {
                    let topic = topics.by_name(&wanted.name)?;
                    ongoing(topic, wanted.partition_indexes.iter().copied().map(PartitionIndex))
                })
                .collect(),
        };
        let response = ListPartitionReassignmentsResponse {
            error_message: None,
            topics: found,
            ..Default::default()
        };
        Decision::rejected(Reply::ListPartitionReassignments(response))
    }
}

/// Those of the partitions that are on the move; `None` when none is.
fn ongoing(
    topic: &TopicImage,
    indexes: impl Iterator<Item = PartitionIndex>,
) -> Option<OngoingTopicReassignment> {
    let partitions: Vec<_> = indexes
        .filter_map(|index| {
            let partition = topic.partition(index).filter(|each| each.is_reassigning())?;
            Some(OngoingPartitionReassignment {
                partition_index: index.0,
                replicas: raw(&partition.replicas),
                adding_replicas: raw(&partition.adding_replicas),
                removing_replicas: raw(&partition.removing_replicas),
                ..Default::default()
            })
        })
        .collect();
    let name = topic.name.to_string();
    (!partitions.is_empty()).then_some(OngoingTopicReassignment {
        name,
        partitions,
        ..Default::default()
    })
}

//! CreatePartitions: one verdict for each topic; those that are fine grow even when others are not.
//!
//! New partitions go on where the old ones end. Topics named twice are answered before all others.
//!
//! Source: KIP-195; codes, texts and limits are those of Apache Kafka 4.4.0. Known deviation: the other
//! answers come in the order of the request, Kafka's in that of a hash table.
//! Not done: mutation quotas (KIP-599).

use std::collections::BTreeMap;

use moldau_protocol::ErrorCode;
use moldau_protocol::ids::{BrokerId, PartitionIndex};
use moldau_protocol::messages::{
    CreatePartitionsRequest, CreatePartitionsResponse, create_partitions_request,
    create_partitions_response,
};

use super::create_topics::{Fault, fault};
use super::placement::place;
use super::{ControllerMachine, Decision, MAX_RECORDS_PER_REQUEST, Reply};
use crate::image::{PartitionRegistration, TopicImage};
use crate::record::VersionedRecord;

use create_partitions_request::CreatePartitionsTopic;
use create_partitions_response::CreatePartitionsTopicResult;

/// Most partitions that one request may add (Kafka's own bound).
const MAX_ADDED_PER_REQUEST: i64 = 10_000;

impl ControllerMachine {
    pub(super) fn create_partitions(&self, request: &CreatePartitionsRequest) -> Decision {
        let mut records = Vec::new();
        let results = if request.timeout_ms <= 0 {
            all(request, ErrorCode::REQUEST_TIMED_OUT, None)
        } else {
            match self.grow_each(request, &mut records) {
                Ok(results) => results,
                Err((code, message)) => {
                    records.clear();
                    all(request, code, Some(message))
                }
            }
        };
        if request.validate_only {
            records.clear();
        }
        let response = CreatePartitionsResponse { results, ..Default::default() };
        Decision::atomic(records, Reply::CreatePartitions(response))
    }

    /// Verdicts; an error is one of the whole request.
    fn grow_each(
        &self,
        request: &CreatePartitionsRequest,
        records: &mut Vec<VersionedRecord>,
    ) -> Result<Vec<CreatePartitionsTopicResult>, Fault> {
        let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
        for topic in &request.topics {
            *uses.entry(&topic.name).or_default() += 1;
        }
        let twice = uses.iter().filter(|(_, uses)| **uses > 1).map(|(name, _)| {
            let message = Some("Duplicate topic name.".to_owned());
            result(name, ErrorCode::INVALID_REQUEST, message)
        });
        let mut results: Vec<_> = twice.collect();
        let once = |topic: &&CreatePartitionsTopic| uses.get(topic.name.as_str()) == Some(&1);
        let topics: Vec<_> = request.topics.iter().filter(once).collect();
        self.check_total(&topics)?;
        for topic in topics {
            results.push(match self.grow(topic, records) {
                Ok(()) => result(&topic.name, ErrorCode::NONE, None),
                Err((code, message)) => {
                    let message =
                        (code != ErrorCode::UNKNOWN_TOPIC_OR_PARTITION).then_some(message);
                    result(&topic.name, code, message)
                }
            });
            if records.len() > MAX_RECORDS_PER_REQUEST {
                let message = "Unable to perform excessively large batch operation.";
                return fault(ErrorCode::POLICY_VIOLATION, message);
            }
        }
        Ok(results)
    }

    fn check_total(&self, topics: &[&CreatePartitionsTopic]) -> Result<(), Fault> {
        let mut added: i64 = 0;
        for topic in topics {
            if let Some(image) = self.image().topics.by_name(&topic.name) {
                added += (i64::from(topic.count) - image.partitions.len() as i64).max(0);
            }
        }
        if added > MAX_ADDED_PER_REQUEST {
            let message = "Excessively large number of additional partitions per request.";
            return fault(ErrorCode::POLICY_VIOLATION, message);
        }
        Ok(())
    }

    fn grow(
        &self,
        topic: &CreatePartitionsTopic,
        records: &mut Vec<VersionedRecord>,
    ) -> Result<(), Fault> {
        let Some(image) = self.image().topics.by_name(&topic.name) else {
            return fault(ErrorCode::UNKNOWN_TOPIC_OR_PARTITION, String::new());
        };
        let (name, wanted, present) = (&topic.name, topic.count, image.partitions.len());
        let added = match usize::try_from(wanted) {
            Ok(wanted) if wanted == present => {
                let message = format!("Topic already has {present} partition(s).");
                return fault(ErrorCode::INVALID_PARTITIONS, message);
            }
            Ok(wanted) if wanted > present => wanted - present,
            _ => {
                let message = format!(
                    "The topic {name} currently has {present} partition(s); {wanted} would not be an increase."
                );
                return fault(ErrorCode::INVALID_PARTITIONS, message);
            }
        };
        if let Some(assignments) = &topic.assignments
            && assignments.len() != added
        {
            let message = format!(
                "Attempted to add {added} additional partition(s), but only {} assignment(s) were specified.",
                assignments.len()
            );
            return fault(ErrorCode::INVALID_REPLICA_ASSIGNMENT, message);
        }
        let factor = image.partitions.values().next().map_or(0, |p| p.replicas.len());
        let partitions = match &topic.assignments {
            Some(assignments) => {
                let lists = assignments.iter().map(|assignment| assignment.broker_ids.as_slice());
                self.assigned(lists, factor, present)?
            }
            None => self.planned(image, factor, present, added)?,
        };
        let version = self.image().features.metadata_version_or_min();
        for (index, partition) in (present..).zip(&partitions) {
            let index = PartitionIndex(i32::try_from(index).unwrap_or(i32::MAX));
            let mut record = partition.to_record(image.id, index);
            if !version.directories() {
                record.directories.clear();
            }
            records.push(VersionedRecord::new(record, version.partition_record()));
        }
        Ok(())
    }

    /// Where the client puts the new partitions.
    fn assigned<'a>(
        &self,
        assignments: impl Iterator<Item = &'a [i32]>,
        factor: usize,
        present: usize,
    ) -> Result<Vec<PartitionRegistration>, Fault> {
        let mut partitions = Vec::new();
        for (index, ids) in (present..).zip(assignments) {
            self.check_manual_assignment(ids, Some(factor))?;
            let replicas = ids.iter().copied().map(BrokerId).collect();
            let Some(partition) = self.new_partition(replicas) else {
                let message = format!(
                    "All brokers specified in the manual partition assignment for partition {index} are fenced or in controlled shutdown."
                );
                return fault(ErrorCode::INVALID_REPLICA_ASSIGNMENT, message);
            };
            partitions.push(partition);
        }
        Ok(partitions)
    }

    /// Where the planner puts them.
    fn planned(
        &self,
        topic: &TopicImage,
        factor: usize,
        present: usize,
        added: usize,
    ) -> Result<Vec<PartitionRegistration>, Fault> {
        let factor = i16::try_from(factor).unwrap_or(i16::MAX);
        let invalid = |message: String| (ErrorCode::INVALID_REPLICATION_FACTOR, message);
        // The same for the same inputs, and another one each time that the topic grows.
        let id = u64::from_be_bytes(topic.id.0.0[8..].try_into().expect("an id has sixteen bytes"));
        let seed = id.wrapping_add(present as u64);
        let plan = place(&self.usable_brokers(), added, factor, seed)
            .map_err(|error| invalid(error.to_string()))?;
        let fenced = || {
            invalid(format!(
                "Unable to replicate the partition {factor} time(s): All brokers are currently fenced or in controlled shutdown."
            ))
        };
        plan.into_iter().map(|replicas| self.new_partition(replicas).ok_or_else(fenced)).collect()
    }
}

fn result(name: &str, code: ErrorCode, message: Option<String>) -> CreatePartitionsTopicResult {
    CreatePartitionsTopicResult {
        name: name.to_owned(),
        error_code: code.0,
        error_message: message,
        ..Default::default()
    }
}

/// The same verdict for every topic of the request.
fn all(
    request: &CreatePartitionsRequest,
    code: ErrorCode,
    message: Option<String>,
) -> Vec<CreatePartitionsTopicResult> {
    request.topics.iter().map(|topic| result(&topic.name, code, message.clone())).collect()
}

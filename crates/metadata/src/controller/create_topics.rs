//! CreateTopics: one verdict for each topic; what is fine is made even when others are not.
//!
//! A new topic is a TopicRecord, its ConfigRecords, then its PartitionRecords, all in one batch.
//! Topics named twice, and the metadata topic, are answered after all others, as Kafka does.
//!
//! Source: KIP-4, KIP-525 (echo of the result), KIP-516 (topic ids); texts are those of Apache
//! Kafka 4.4.0. Not done: `create.topic.policy.class.name`, mutation quotas (KIP-599).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use moldau_protocol::ErrorCode;
use moldau_protocol::ids::{BrokerId, LeaderEpoch, PartitionIndex, TopicId, Uuid};
use moldau_protocol::messages::{
    ConfigRecord, CreateTopicsRequest, CreateTopicsResponse, TopicRecord, create_topics_request,
    create_topics_response,
};

use super::placement::{UsableBroker, place};
use super::{ControllerMachine, Decision, MAX_RECORDS_PER_REQUEST, Reply};
use crate::config::{ConfigError, ConfigKey};
use crate::image::{ConfigResource, ConfigsImage, LeaderRecovery, PartitionRegistration};
use crate::record::VersionedRecord;

use create_topics_request::CreatableTopic;
use create_topics_response::{CreatableTopicConfigs, CreatableTopicResult};

/// Most partitions that one request may make (Kafka's own bound).
const MAX_PARTITIONS_PER_REQUEST: i64 = 10_000;
/// Longest topic name, in UTF-16 units: it must fit a folder name with the partition behind it.
const MAX_NAME_LENGTH: usize = 249;
/// The topic of the metadata log, which is not a topic for clients.
const CLUSTER_METADATA: &str = "__cluster_metadata";
/// "Use the default" for partition count and replication factor.
const USE_DEFAULT: i32 = -1;

/// A configuration value in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EffectiveConfig {
    /// Its key.
    pub name: String,
    /// Its value; `None` when it is unset.
    pub value: Option<String>,
    /// Whether clients cannot set it.
    pub read_only: bool,
    /// Number of the source, as in DescribeConfigs.
    pub source: i8,
    /// Whether its value is secret.
    pub sensitive: bool,
}

/// What the controller needs to know about the configuration of topics.
pub trait TopicConfigRules: Send + Sync {
    /// Checks all overrides of one topic, with the dynamic settings of brokers in `configs`.
    ///
    /// # Errors
    /// The text for INVALID_CONFIG.
    fn validate(
        &self,
        configs: &ConfigsImage,
        overrides: &BTreeMap<String, String>,
    ) -> Result<(), String>;

    /// Checks all overrides of one group; anything goes where no broker keys are known.
    ///
    /// # Errors
    /// What is wrong, for INVALID_CONFIG.
    fn validate_group(
        &self,
        _configs: &ConfigsImage,
        _overrides: &BTreeMap<String, String>,
    ) -> Result<(), ConfigError> {
        Ok(())
    }

    /// The declared broker key called `name`.
    fn broker_key(&self, _name: &str) -> Option<&'static ConfigKey> {
        None
    }

    /// Every key of a topic with `overrides`, by name.
    fn describe(
        &self,
        configs: &ConfigsImage,
        overrides: &BTreeMap<String, String>,
    ) -> Vec<EffectiveConfig>;
}

impl fmt::Debug for dyn TopicConfigRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TopicConfigRules")
    }
}

/// Why a topic is not made.
pub(super) type Fault = (ErrorCode, String);

pub(super) fn fault<T>(code: ErrorCode, message: impl Into<String>) -> Result<T, Fault> {
    Err((code, message.into()))
}

impl ControllerMachine {
    pub(super) fn create_topics(
        &self,
        request: &CreateTopicsRequest,
        ids: &mut dyn FnMut() -> Uuid,
    ) -> Decision {
        let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
        for topic in &request.topics {
            *uses.entry(&topic.name).or_default() += 1;
        }
        let named_once = |topic: &&CreatableTopic| {
            uses.get(topic.name.as_str()) == Some(&1) && topic.name != CLUSTER_METADATA
        };
        let topics: Vec<_> = request.topics.iter().filter(named_once).collect();
        let mut records = Vec::new();
        let mut results = match self.create_each(&topics, &mut records, ids) {
            Ok(results) => results,
            Err((code, message)) => {
                let fail = |topic: &CreatableTopic| failed(&topic.name, code, message.clone());
                let topics = request.topics.iter().map(fail).collect();
                let response = CreateTopicsResponse { topics, ..Default::default() };
                return Decision::rejected(Reply::CreateTopics(response));
            }
        };
        let invalid = |name: &str, text: String| failed(name, ErrorCode::INVALID_REQUEST, text);
        for name in uses.iter().filter(|(_, uses)| **uses > 1).map(|(name, _)| name) {
            results.push(invalid(name, "Duplicate topic name.".to_owned()));
        }
        if uses.get(CLUSTER_METADATA) == Some(&1) {
            let text = format!("Creation of internal topic {CLUSTER_METADATA} is prohibited.");
            results.push(invalid(CLUSTER_METADATA, text));
        }
        if request.validate_only {
            records.clear();
        }
        let response = CreateTopicsResponse { topics: results, ..Default::default() };
        Decision::atomic(records, Reply::CreateTopics(response))
    }

    /// Verdicts in order; an error is one of the whole request.
    fn create_each(
        &self,
        topics: &[&CreatableTopic],
        records: &mut Vec<VersionedRecord>,
        ids: &mut dyn FnMut() -> Uuid,
    ) -> Result<Vec<CreatableTopicResult>, Fault> {
        let mut partitions: i64 = 0;
        for topic in topics {
            partitions += match (topic.assignments.len(), topic.num_partitions) {
                (0, USE_DEFAULT) => i64::from(self.config.default_num_partitions),
                (0, count) => i64::from(count.max(0)),
                (assigned, _) => assigned as i64,
            };
            if partitions > MAX_PARTITIONS_PER_REQUEST {
                let message = "Excessively large number of partitions per request.";
                return fault(ErrorCode::POLICY_VIOLATION, message);
            }
        }
        let mut results = Vec::with_capacity(topics.len());
        for topic in topics {
            results.push(match self.create_topic(topic, records, ids) {
                Ok(result) => result,
                Err((code, message)) => failed(&topic.name, code, message),
            });
            if records.len() > MAX_RECORDS_PER_REQUEST {
                let message = "Unable to perform excessively large batch operation.";
                return fault(ErrorCode::POLICY_VIOLATION, message);
            }
        }
        Ok(results)
    }

    fn create_topic(
        &self,
        topic: &CreatableTopic,
        records: &mut Vec<VersionedRecord>,
        ids: &mut dyn FnMut() -> Uuid,
    ) -> Result<CreatableTopicResult, Fault> {
        self.check_name(&topic.name)?;
        let overrides = self.check_configs(topic)?;
        let id = ids();
        let assignments = if topic.assignments.is_empty() {
            self.plan_assignments(topic, id)?
        } else {
            self.manual_assignments(topic)?
        };
        let replication_factor = assignments.first().map_or(0, |p| p.replicas.len());
        let count = assignments.len();
        let head = TopicRecord { name: topic.name.clone(), topic_id: id, ..Default::default() };
        records.push(VersionedRecord::new(head, 0));
        for (name, value) in &overrides {
            let record = ConfigRecord {
                resource_type: ConfigResource::topic("").kind.code(),
                resource_name: topic.name.clone(),
                name: name.clone(),
                value: Some(value.clone()),
                ..Default::default()
            };
            records.push(VersionedRecord::new(record, 0));
        }
        let version = self.image().features.metadata_version_or_min();
        for (index, partition) in (0..).zip(&assignments) {
            let mut record = partition.to_record(TopicId(id), PartitionIndex(index));
            if !version.directories() {
                record.directories.clear();
            }
            records.push(VersionedRecord::new(record, version.partition_record()));
        }
        Ok(CreatableTopicResult {
            name: topic.name.clone(),
            topic_id: id,
            error_message: None,
            num_partitions: i32::try_from(count).unwrap_or(i32::MAX),
            replication_factor: i16::try_from(replication_factor).unwrap_or(i16::MAX),
            configs: Some(self.effective_configs(&overrides)),
            ..Default::default()
        })
    }

    fn check_name(&self, name: &str) -> Result<(), Fault> {
        let topics = &self.image().topics;
        if topics.by_name(name).is_some() {
            let message = format!("Topic '{name}' already exists.");
            return fault(ErrorCode::TOPIC_ALREADY_EXISTS, message);
        }
        if name.contains(['.', '_']) {
            let existing = topics
                .iter()
                .map(|topic| &*topic.name)
                .find(|other| other.len() == name.len() && unified(other).eq(unified(name)));
            if let Some(existing) = existing {
                let message = format!("Topic '{name}' collides with existing topic: {existing}");
                return fault(ErrorCode::INVALID_TOPIC_EXCEPTION, message);
            }
        }
        match topic_name_problem(name) {
            None => Ok(()),
            Some(problem) => {
                let message = format!("Topic name is invalid: {problem}");
                fault(ErrorCode::INVALID_TOPIC_EXCEPTION, message)
            }
        }
    }

    /// The overrides that the topic starts with.
    fn check_configs(&self, topic: &CreatableTopic) -> Result<BTreeMap<String, String>, Fault> {
        let unset: Vec<_> = topic
            .configs
            .iter()
            .filter(|config| config.value.is_none())
            .map(|config| config.name.as_str())
            .collect();
        if !unset.is_empty() {
            let message =
                format!("Null value not supported for topic configs: {}", unset.join(","));
            return fault(ErrorCode::INVALID_CONFIG, message);
        }
        let overrides: BTreeMap<_, _> = topic
            .configs
            .iter()
            .filter_map(|config| Some((config.name.clone(), config.value.clone()?)))
            .collect();
        if !overrides.is_empty() {
            self.config
                .topic_configs
                .validate(&self.image().configs, &overrides)
                .map_err(|message| (ErrorCode::INVALID_CONFIG, message))?;
        }
        Ok(overrides)
    }

    fn effective_configs(
        &self,
        overrides: &BTreeMap<String, String>,
    ) -> Vec<CreatableTopicConfigs> {
        let configs = self.config.topic_configs.describe(&self.image().configs, overrides);
        configs
            .into_iter()
            .map(|config| CreatableTopicConfigs {
                name: config.name,
                value: config.value.filter(|_| !config.sensitive),
                read_only: config.read_only,
                config_source: config.source,
                is_sensitive: config.sensitive,
                ..Default::default()
            })
            .collect()
    }

    /// Where the planner puts the partitions.
    fn plan_assignments(
        &self,
        topic: &CreatableTopic,
        id: Uuid,
    ) -> Result<Vec<PartitionRegistration>, Fault> {
        let factor = topic.replication_factor;
        if factor < -1 || factor == 0 {
            let message =
                "Replication factor must be larger than 0, or -1 to use the default value.";
            return fault(ErrorCode::INVALID_REPLICATION_FACTOR, message);
        }
        if topic.num_partitions < -1 || topic.num_partitions == 0 {
            let message = "Number of partitions was set to an invalid non-positive value.";
            return fault(ErrorCode::INVALID_PARTITIONS, message);
        }
        let factor = if factor == -1 { self.config.default_replication_factor } else { factor };
        let count = match topic.num_partitions {
            USE_DEFAULT => self.config.default_num_partitions,
            count => count,
        };
        let unable = |reason: &str| {
            let message = format!("Unable to replicate the partition {factor} time(s): {reason}");
            (ErrorCode::INVALID_REPLICATION_FACTOR, message)
        };
        // The id is random already, and the same for the same inputs.
        let seed = u64::from_be_bytes(id.0[8..].try_into().expect("an id has sixteen bytes"));
        let count = usize::try_from(count).unwrap_or(0);
        let plan = place(&self.usable_brokers(), count, factor, seed)
            .map_err(|error| unable(&error.to_string()))?;
        plan.into_iter()
            .map(|replicas| {
                self.new_partition(replicas).ok_or_else(|| {
                    unable("All brokers are currently fenced or in controlled shutdown.")
                })
            })
            .collect()
    }

    /// Brokers that may get new replicas: registered, not on their way out, with a directory that is
    /// not cordoned.
    pub(super) fn usable_brokers(&self) -> Vec<UsableBroker> {
        let cluster = &self.image().cluster;
        cluster
            .brokers()
            .filter(|broker| self.liveness.shutdown_offset(broker.id).is_none())
            .filter(|broker| broker.takes_replicas())
            .map(|broker| UsableBroker {
                id: broker.id,
                rack: broker.rack.clone(),
                fenced: broker.fenced,
            })
            .collect()
    }

    /// Where the client puts them.
    fn manual_assignments(
        &self,
        topic: &CreatableTopic,
    ) -> Result<Vec<PartitionRegistration>, Fault> {
        let invalid = |what: &str| {
            let message = format!(
                "A manual partition assignment was specified, but {what} was not set to -1."
            );
            fault(ErrorCode::INVALID_REQUEST, message)
        };
        if topic.replication_factor != -1 {
            return invalid("replication factor");
        }
        if topic.num_partitions != USE_DEFAULT {
            return invalid("numPartitions");
        }
        let code = ErrorCode::INVALID_REPLICA_ASSIGNMENT;
        let mut partitions = BTreeMap::new();
        let mut factor = None;
        for assignment in &topic.assignments {
            let index = assignment.partition_index;
            if partitions.contains_key(&index) {
                return fault(
                    code,
                    format!("Found multiple manual partition assignments for partition {index}"),
                );
            }
            self.check_manual_assignment(&assignment.broker_ids, factor)?;
            factor = Some(assignment.broker_ids.len());
            let replicas = assignment.broker_ids.iter().copied().map(BrokerId).collect();
            let Some(partition) = self.new_partition(replicas) else {
                return fault(
                    code,
                    format!(
                        "All brokers specified in the manual partition assignment for partition {index} are fenced or in controlled shutdown."
                    ),
                );
            };
            partitions.insert(index, partition);
        }
        if !partitions.keys().copied().eq((0..).take(partitions.len())) {
            let message = "partitions should be a consecutive 0-based integer sequence";
            return fault(code, message);
        }
        Ok(partitions.into_values().collect())
    }

    /// Whether a client may put a partition on these brokers; `factor` is how many they have to be.
    pub(super) fn check_manual_assignment(
        &self,
        ids: &[i32],
        factor: Option<usize>,
    ) -> Result<(), Fault> {
        let invalid = |text: String| {
            let message = format!("The manual partition assignment includes {text}");
            fault(ErrorCode::INVALID_REPLICA_ASSIGNMENT, message)
        };
        if ids.is_empty() {
            return invalid("an empty replica list.".to_owned());
        }
        let mut sorted = ids.to_vec();
        sorted.sort_unstable();
        let mut seen = BTreeSet::new();
        for id in sorted {
            let Some(broker) = self.image().cluster.broker(BrokerId(id)) else {
                return invalid(format!("broker {id}, but no such broker is registered."));
            };
            if !broker.takes_replicas() {
                return invalid(format!("broker {id}, but all its log directories are cordoned."));
            }
            if !seen.insert(id) {
                return invalid(format!("the broker {id} more than once."));
            }
        }
        match factor {
            Some(factor) if factor != ids.len() => invalid(format!(
                "a partition with {} replica(s), but this is not consistent with previous partitions, which have {factor} replica(s).",
                ids.len()
            )),
            _ => Ok(()),
        }
    }

    /// A new partition on `replicas`; `None` when none of them can be in sync.
    pub(super) fn new_partition(&self, replicas: Vec<BrokerId>) -> Option<PartitionRegistration> {
        let cluster = &self.image().cluster;
        let isr: Vec<_> = replicas.iter().copied().filter(|id| cluster.is_active(*id)).collect();
        Some(PartitionRegistration {
            directories: replicas.iter().map(|id| self.default_directory(*id)).collect(),
            leader: *isr.first()?,
            replicas,
            isr,
            removing_replicas: Vec::new(),
            adding_replicas: Vec::new(),
            leader_recovery: LeaderRecovery::Recovered,
            leader_epoch: LeaderEpoch(0),
            partition_epoch: 0,
            elr: Vec::new(),
            last_known_elr: Vec::new(),
        })
    }
}

/// What is wrong with a topic name, in Kafka's words; `None` for a good one.
#[must_use]
pub fn topic_name_problem(name: &str) -> Option<String> {
    let legal = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    match name {
        "" => Some("the empty string is not allowed".to_owned()),
        "." | ".." => Some(format!("'{name}' is not allowed")),
        _ if name.encode_utf16().count() > MAX_NAME_LENGTH => Some(format!(
            "the length of '{name}' is longer than the max allowed length {MAX_NAME_LENGTH}"
        )),
        _ if !name.chars().all(legal) => Some(format!(
            "'{name}' contains one or more characters other than ASCII alphanumerics, '.', '_' and '-'"
        )),
        _ => None,
    }
}

/// The name as metric names have it, where `.` and `_` are the same.
fn unified(name: &str) -> impl Iterator<Item = u8> + '_ {
    name.bytes().map(|byte| if byte == b'.' { b'_' } else { byte })
}

fn failed(name: &str, code: ErrorCode, message: String) -> CreatableTopicResult {
    CreatableTopicResult {
        name: name.to_owned(),
        error_code: code.0,
        error_message: Some(message),
        configs: Some(Vec::new()),
        ..Default::default()
    }
}

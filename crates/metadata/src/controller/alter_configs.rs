//! AlterConfigs and IncrementalAlterConfigs: one verdict for each resource, in the order of the
//! request; what is fine is changed even when others are not.
//!
//! The old API replaces everything that is set on a resource, the incremental one changes what it
//! names. Broker settings were judged by the broker that forwards them (it knows what they would do
//! to it); here only their names count. Loggers never come here: nothing of them is in the log.
//!
//! Source: KIP-133, KIP-339, KIP-966 (`min.insync.replicas` with ELR); texts and codes are Apache
//! Kafka 4.4.0's. Known deviations: an operation that does not exist is INVALID_REQUEST for every
//! type of resource (Kafka: UNKNOWN_SERVER_ERROR for all but brokers); a resource named twice has
//! one verdict for each mention also in the old API (Kafka never answers that).
//! Not done: `alter.config.policy.class.name`.

use std::collections::{BTreeMap, BTreeSet};

use moldau_protocol::ErrorCode;
use moldau_protocol::ids::BrokerId;
use moldau_protocol::messages::{
    AlterConfigsRequest, AlterConfigsResponse, ClearElrRecord, ConfigRecord,
    IncrementalAlterConfigsRequest, IncrementalAlterConfigsResponse, MetadataRecord,
    alter_configs_response, incremental_alter_configs_request, incremental_alter_configs_response,
};

use super::{ControllerMachine, Decision, MAX_RECORDS_PER_REQUEST, Reply, topic_name_problem};
use crate::config::{ConfigError, client_metrics, topic};
use crate::image::{ConfigResource, ResourceType};
use crate::record::VersionedRecord;

/// The feature that keeps eligible leader replicas.
const ELR: &str = "eligible.leader.replicas.version";
/// The key that ELR wants to be the same everywhere.
const MIN_INSYNC_REPLICAS: &str = "min.insync.replicas";

/// Why a resource is not changed.
pub type ConfigFault = (ErrorCode, String);

fn invalid<T>(message: impl Into<String>) -> Result<T, ConfigFault> {
    Err((ErrorCode::INVALID_REQUEST, message.into()))
}

/// One change of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConfigOperation<'a> {
    /// A new text.
    Set(&'a str),
    /// Back to the default.
    Delete,
    /// More entries at the end of a list.
    Append(&'a str),
    /// Fewer entries in a list.
    Subtract(&'a str),
}

impl<'a> ConfigOperation<'a> {
    fn read(
        change: &'a incremental_alter_configs_request::AlterableConfig,
    ) -> Result<Self, ConfigFault> {
        let text = change.value.as_deref();
        Ok(match (change.config_operation, text) {
            (1, _) => Self::Delete,
            (0, Some(text)) => Self::Set(text),
            (2, Some(text)) => Self::Append(text),
            (3, Some(text)) => Self::Subtract(text),
            (operation, _) => return invalid(format!("Unknown operations type {operation}")),
        })
    }

    /// What a list becomes, `old` being what is set or else the default.
    pub fn change_list(self, old: Option<&str>) -> Option<String> {
        // As `String.split` of Java has it: empty entries at the end do not count, in an empty text
        // one does.
        let entries = |text: &'a str| -> Vec<&'a str> {
            let mut entries: Vec<&str> = text.split(',').collect();
            while entries.len() > 1 && entries.last().is_some_and(|last| last.is_empty()) {
                entries.pop();
            }
            entries
        };
        let mut list: Vec<&str> =
            old.unwrap_or_default().split(',').filter(|entry| !entry.is_empty()).collect();
        match self {
            Self::Set(text) => return Some(text.to_owned()),
            Self::Delete => return None,
            Self::Append(more) => {
                for entry in entries(more) {
                    if !list.contains(&entry) {
                        list.push(entry);
                    }
                }
            }
            Self::Subtract(less) => {
                for entry in entries(less) {
                    if let Some(at) = list.iter().position(|listed| *listed == entry) {
                        list.remove(at);
                    }
                }
            }
        }
        Some(list.join(","))
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Set(_) => "SET",
            Self::Delete => "DELETE",
            Self::Append(_) => "APPEND",
            Self::Subtract(_) => "SUBTRACT",
        }
    }
}

/// The operations on one resource, once they are known to make sense together.
///
/// # Errors
/// INVALID_REQUEST when a key is named twice, lacks a value, or has an unknown operation.
pub fn config_operations(
    resource: &incremental_alter_configs_request::AlterConfigsResource,
) -> Result<Vec<(&str, ConfigOperation<'_>)>, ConfigFault> {
    check_keys(resource.configs.iter().map(|change| {
        let needs_value = change.config_operation != 1;
        (change.name.as_str(), !needs_value || change.value.is_some())
    }))?;
    let read = |change| {
        let change: &incremental_alter_configs_request::AlterableConfig = change;
        Ok((change.name.as_str(), ConfigOperation::read(change)?))
    };
    resource.configs.iter().map(read).collect()
}

/// Keys of one resource, each with whether it has the value that it needs.
///
/// # Errors
/// As [`config_operations`].
fn check_keys<'a>(keys: impl Iterator<Item = (&'a str, bool)> + Clone) -> Result<(), ConfigFault> {
    let mut seen = BTreeSet::new();
    if !keys.clone().all(|(name, _)| seen.insert(name)) {
        return invalid("Error due to duplicate config keys");
    }
    let nulls: Vec<_> = keys.filter(|(_, has_value)| !has_value).map(|(name, _)| name).collect();
    if nulls.is_empty() {
        return Ok(());
    }
    invalid(format!("Null value not supported for : {}", nulls.join(", ")))
}

/// What the old API would set on one resource.
///
/// # Errors
/// As [`config_operations`].
pub fn config_texts(
    resource: &moldau_protocol::messages::alter_configs_request::AlterConfigsResource,
) -> Result<BTreeMap<String, String>, ConfigFault> {
    let keys = resource.configs.iter();
    check_keys(keys.map(|entry| (entry.name.as_str(), entry.value.is_some())))?;
    let text = |entry: &moldau_protocol::messages::alter_configs_request::AlterableConfig| {
        Some((entry.name.clone(), entry.value.clone()?))
    };
    Ok(resource.configs.iter().filter_map(text).collect())
}

/// For each resource, whether it is named once.
///
/// # Errors
/// INVALID_REQUEST for every mention of one that is named more often.
pub fn named_once<'a>(
    resources: impl Iterator<Item = (i8, &'a str)> + Clone,
) -> Vec<Result<(), ConfigFault>> {
    let mut uses: BTreeMap<(i8, &str), usize> = BTreeMap::new();
    for resource in resources.clone() {
        *uses.entry(resource).or_default() += 1;
    }
    let verdict = |resource| match uses.get(&resource) {
        Some(1) => Ok(()),
        _ => invalid("Each resource must appear at most once."),
    };
    resources.map(verdict).collect()
}

/// New text of each key that changes; `None` takes it away.
type Changes = Vec<(String, Option<String>)>;

impl ControllerMachine {
    pub(super) fn incremental_alter_configs(
        &self,
        request: &IncrementalAlterConfigsRequest,
    ) -> Decision {
        let named =
            request.resources.iter().map(|each| (each.resource_type, each.resource_name.as_str()));
        let verdicts = named_once(named).into_iter().zip(&request.resources);
        let verdicts = verdicts.map(|(once, each)| {
            once.and_then(|()| {
                let operations = config_operations(each)?;
                let resource = known(each.resource_type, &each.resource_name)?;
                let changes = self.apply_operations(&resource, &operations)?;
                self.check_alteration(&resource, changes, BTreeSet::new())
            })
        });
        let (records, verdicts) = self.gather(verdicts.collect(), request.validate_only);
        let responses = verdicts.into_iter().zip(&request.resources).map(|(verdict, resource)| {
            let (error_code, error_message) = wire(verdict);
            incremental_alter_configs_response::AlterConfigsResourceResponse {
                error_code,
                error_message,
                resource_type: resource.resource_type,
                resource_name: resource.resource_name.clone(),
                ..Default::default()
            }
        });
        let responses = responses.collect();
        let response = IncrementalAlterConfigsResponse { responses, ..Default::default() };
        Decision::atomic(records, Reply::IncrementalAlterConfigs(response))
    }

    pub(super) fn alter_configs(&self, request: &AlterConfigsRequest) -> Decision {
        let named =
            request.resources.iter().map(|each| (each.resource_type, each.resource_name.as_str()));
        let verdicts = named_once(named).into_iter().zip(&request.resources);
        let verdicts = verdicts.map(|(once, each)| {
            once.and_then(|()| {
                let texts = config_texts(each)?;
                let resource = known(each.resource_type, &each.resource_name)?;
                let current = self.image().configs.overrides(&resource);
                let dropped = current.keys().filter(|key| !texts.contains_key(*key)).cloned();
                let dropped = dropped.collect();
                let changes = texts.into_iter().map(|(key, text)| (key, Some(text)));
                self.check_alteration(&resource, changes.collect(), dropped)
            })
        });
        let (records, verdicts) = self.gather(verdicts.collect(), request.validate_only);
        let responses = verdicts.into_iter().zip(&request.resources).map(|(verdict, resource)| {
            let (error_code, error_message) = wire(verdict);
            alter_configs_response::AlterConfigsResourceResponse {
                error_code,
                error_message,
                resource_type: resource.resource_type,
                resource_name: resource.resource_name.clone(),
                ..Default::default()
            }
        });
        let responses = responses.collect();
        let response = AlterConfigsResponse { responses, ..Default::default() };
        Decision::atomic(records, Reply::AlterConfigs(response))
    }

    /// All records in order; none when that is too many, or when nothing is to change.
    fn gather(
        &self,
        verdicts: Vec<Result<Vec<VersionedRecord>, ConfigFault>>,
        validate_only: bool,
    ) -> (Vec<VersionedRecord>, Vec<Result<(), ConfigFault>>) {
        let count: usize = verdicts.iter().flatten().map(Vec::len).sum();
        if count > MAX_RECORDS_PER_REQUEST {
            let text = "Unable to perform excessively large batch operation.";
            let verdict = || Err((ErrorCode::POLICY_VIOLATION, text.to_owned()));
            return (Vec::new(), verdicts.iter().map(|_| verdict()).collect());
        }
        let mut records = Vec::with_capacity(count);
        let mut keep = |made: Vec<VersionedRecord>| records.extend(made);
        let verdicts = verdicts.into_iter().map(|verdict| verdict.map(&mut keep)).collect();
        if validate_only {
            records.clear();
        }
        self.clear_elr(&mut records);
        (records, verdicts)
    }

    fn elr(&self) -> bool {
        self.image().features.level(ELR) > 0
    }

    /// Another `min.insync.replicas` makes what is known of eligible leaders void.
    fn clear_elr(&self, records: &mut Vec<VersionedRecord>) {
        if !self.elr() {
            return;
        }
        let of_topic = |versioned: &VersionedRecord| match &versioned.record {
            MetadataRecord::ConfigRecord(record) if record.name == MIN_INSYNC_REPLICAS => {
                let topic = record.resource_type == ResourceType::Topic.code();
                Some(if topic { record.resource_name.clone() } else { String::new() })
            }
            _ => None,
        };
        let mut topics: BTreeSet<String> = records.iter().filter_map(of_topic).collect();
        if topics.contains("") {
            // The empty name stands for all topics.
            topics.retain(String::is_empty);
        }
        records.extend(topics.into_iter().map(|topic_name| {
            VersionedRecord::new(ClearElrRecord { topic_name, ..Default::default() }, 0)
        }));
    }

    fn apply_operations(
        &self,
        resource: &ConfigResource,
        operations: &[(&str, ConfigOperation<'_>)],
    ) -> Result<Changes, ConfigFault> {
        let current = self.image().configs.overrides(resource);
        let change = |(key, operation): &(&str, ConfigOperation<'_>)| {
            let text = match operation {
                ConfigOperation::Set(text) => Some((*text).to_owned()),
                ConfigOperation::Delete => None,
                ConfigOperation::Append(_) | ConfigOperation::Subtract(_) => {
                    let Some(default) = self.list_default(resource.kind, key) else {
                        let message = format!(
                            "Can't {} to key {key} because its type is not LIST.",
                            operation.name()
                        );
                        return Err((ErrorCode::INVALID_CONFIG, message));
                    };
                    operation.change_list(current.get(*key).map(String::as_str).or(default))
                }
            };
            Ok(((*key).to_owned(), text))
        };
        operations.iter().map(change).collect()
    }

    /// Default of a list; `None` when the key is none (Kafka knows none for groups and the like).
    fn list_default(&self, kind: ResourceType, key: &str) -> Option<Option<&'static str>> {
        let declared = match kind {
            ResourceType::Topic => topic::table().get(key),
            ResourceType::Broker => self.config.topic_configs.broker_key(key),
            _ => None,
        };
        declared
            .filter(|key| key.kind == crate::config::Kind::List)
            .map(crate::config::ConfigKey::default_text)
    }

    /// Records of what changes, if the resource may be as it would be.
    fn check_alteration(
        &self,
        resource: &ConfigResource,
        mut changes: Changes,
        dropped: BTreeSet<String>,
    ) -> Result<Vec<VersionedRecord>, ConfigFault> {
        let current = self.image().configs.overrides(resource);
        // A broker's setting is written even when it is the same, so that brokers read files anew.
        changes.retain(|(key, text)| {
            resource.kind == ResourceType::Broker || current.get(key) != text.as_ref()
        });
        changes.extend(dropped.into_iter().map(|key| (key, None)));
        if resource.kind == ResourceType::Broker && self.elr() {
            check_min_insync_replicas(resource, &changes)?;
        }
        let mut next = (*current).clone();
        for (key, text) in &changes {
            match text {
                Some(text) => drop(next.insert(key.clone(), text.clone())),
                None => drop(next.remove(key)),
            }
        }
        self.check_resource(resource, &next)?;
        let record = |(name, value): (String, Option<String>)| {
            let record = ConfigRecord {
                resource_type: resource.kind.code(),
                resource_name: resource.name.clone(),
                name,
                value,
                ..Default::default()
            };
            VersionedRecord::new(record, 0)
        };
        Ok(changes.into_iter().map(record).collect())
    }

    /// Whether `resource` may have exactly these settings; values first, then whether it exists.
    fn check_resource(
        &self,
        resource: &ConfigResource,
        next: &BTreeMap<String, String>,
    ) -> Result<(), ConfigFault> {
        let name = &resource.name;
        let rules = &self.config.topic_configs;
        let image = self.image();
        let bad = |text: String| (ErrorCode::INVALID_CONFIG, text);
        match resource.kind {
            ResourceType::Topic => {
                if name.is_empty() {
                    return invalid("Default topic resources are not allowed.");
                }
                if let Some(problem) = topic_name_problem(name) {
                    let message = format!("Topic name is invalid: {problem}");
                    return Err((ErrorCode::INVALID_TOPIC_EXCEPTION, message));
                }
                rules.validate(&image.configs, next).map_err(bad)?;
                match image.topics.by_name(name) {
                    Some(_) => Ok(()),
                    None => Err((
                        ErrorCode::UNKNOWN_TOPIC_OR_PARTITION,
                        format!("The topic '{name}' does not exist."),
                    )),
                }
            }
            ResourceType::Broker => self.check_broker(name),
            ResourceType::ClientMetrics if name.is_empty() => {
                invalid("Subscription name can't be empty")
            }
            ResourceType::ClientMetrics => {
                client_metrics::Subscription::read(name, next).map(drop).map_err(|error| {
                    match error {
                        // Kafka's own checks answer this, those of the type the other.
                        client_metrics::Problem::Request(text) => {
                            (ErrorCode::INVALID_REQUEST, text)
                        }
                        client_metrics::Problem::Config(text) => bad(text),
                    }
                })
            }
            ResourceType::Group if name.is_empty() => {
                invalid("Default group resources are not allowed.")
            }
            ResourceType::Group => rules
                .validate_group(&image.configs, next)
                .map_err(|error: ConfigError| bad(error.to_string())),
            ResourceType::BrokerLogger => invalid("Unknown resource type BROKER_LOGGER"),
        }
    }

    fn check_broker(&self, name: &str) -> Result<(), ConfigFault> {
        if name.is_empty() {
            return Ok(());
        }
        let Ok(id) = name.parse::<i32>() else {
            return invalid("Unable to parse broker name as a base 10 number.");
        };
        if id < 0 {
            return invalid("Invalid negative broker ID.");
        }
        let cluster = &self.image().cluster;
        let id = BrokerId(id);
        if cluster.broker(id).is_some() || cluster.controller(id).is_some() {
            return Ok(());
        }
        let message = format!("No node with id {id} found.");
        Err((ErrorCode::BROKER_ID_NOT_REGISTERED, message))
    }
}

fn check_min_insync_replicas(
    resource: &ConfigResource,
    changes: &Changes,
) -> Result<(), ConfigFault> {
    let change = changes.iter().find(|(key, _)| key == MIN_INSYNC_REPLICAS);
    let problem = match change {
        Some(_) if !resource.name.is_empty() => {
            "Broker-level min.insync.replicas cannot be altered while ELR is enabled."
        }
        Some((_, None)) => {
            "Cluster-level min.insync.replicas cannot be removed while ELR is enabled."
        }
        _ => return Ok(()),
    };
    Err((ErrorCode::INVALID_CONFIG, problem.to_owned()))
}

fn known(kind: i8, name: &str) -> Result<ConfigResource, ConfigFault> {
    match ResourceType::from_code(kind) {
        Some(kind) => Ok(ConfigResource { kind, name: name.to_owned() }),
        None => invalid(format!("Unknown resource type {kind}")),
    }
}

fn wire(verdict: Result<(), ConfigFault>) -> (i16, Option<String>) {
    match verdict {
        Ok(()) => (0, None),
        Err((code, message)) => (code.0, Some(message)),
    }
}

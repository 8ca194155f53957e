//! Reading and changing configurations of topics, brokers, groups and whatever else has some.

use std::collections::BTreeMap;

use moldau_protocol::{
    ErrorCode,
    ids::BrokerId,
    messages::{
        DescribeConfigsRequest, IncrementalAlterConfigsRequest, ListConfigResourcesRequest,
        describe_configs_request::DescribeConfigsResource,
        describe_configs_response::{DescribeConfigsResourceResult, DescribeConfigsSynonym},
        incremental_alter_configs_request::{AlterConfigsResource, AlterableConfig},
    },
};

use super::Admin;
use crate::{ClientError, cluster::Target};

/// What a configuration belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ResourceKind {
    /// A topic, by its name.
    Topic,
    /// A broker by its id, or with an empty name all of them.
    Broker,
    /// The log levels of a broker, by its id.
    BrokerLogger,
    /// A subscription to the metrics of clients, by its name.
    ClientMetrics,
    /// A group, by its id.
    Group,
}

impl ResourceKind {
    fn wire(self) -> i8 {
        match self {
            Self::Topic => 2,
            Self::Broker => 4,
            Self::BrokerLogger => 8,
            Self::ClientMetrics => 16,
            Self::Group => 32,
        }
    }
}

/// Where the value of a configuration comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConfigSource {
    /// Set on the topic.
    Topic,
    /// Set at run time on one broker.
    DynamicBroker,
    /// Set at run time for all brokers.
    DynamicDefaultBroker,
    /// From the broker's file.
    StaticBroker,
    /// Kafka's default.
    Default,
    /// The level of a logger.
    BrokerLogger,
    /// Set on a subscription to metrics.
    ClientMetrics,
    /// Set on the group.
    Group,
    /// Another one; the number is the wire's.
    Other(i8),
}

impl From<i8> for ConfigSource {
    fn from(source: i8) -> Self {
        match source {
            1 => Self::Topic,
            2 => Self::DynamicBroker,
            3 => Self::DynamicDefaultBroker,
            4 => Self::StaticBroker,
            5 => Self::Default,
            6 => Self::BrokerLogger,
            7 => Self::ClientMetrics,
            8 => Self::Group,
            other => Self::Other(other),
        }
    }
}

impl ConfigSource {
    /// Kafka's name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Topic => "DYNAMIC_TOPIC_CONFIG",
            Self::DynamicBroker => "DYNAMIC_BROKER_CONFIG",
            Self::DynamicDefaultBroker => "DYNAMIC_DEFAULT_BROKER_CONFIG",
            Self::StaticBroker => "STATIC_BROKER_CONFIG",
            Self::Default => "DEFAULT_CONFIG",
            Self::BrokerLogger => "DYNAMIC_BROKER_LOGGER_CONFIG",
            Self::ClientMetrics => "DYNAMIC_CLIENT_METRICS_CONFIG",
            Self::Group => "DYNAMIC_GROUP_CONFIG",
            Self::Other(_) => "UNKNOWN",
        }
    }
}

/// A value that counts when those before it are not set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Synonym {
    /// Name at that place: a broker's name of it is often another than the topic's.
    pub name: String,
    /// Its value; none when it is sensitive.
    pub value: Option<String>,
    /// Where it comes from.
    pub source: ConfigSource,
}

impl From<DescribeConfigsSynonym> for Synonym {
    fn from(wire: DescribeConfigsSynonym) -> Self {
        Self { name: wire.name, value: wire.value, source: wire.source.into() }
    }
}

/// One configuration value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigEntry {
    /// Its name.
    pub name: String,
    /// Its value; none when it is sensitive or has no value.
    pub value: Option<String>,
    /// Where the value comes from.
    pub source: ConfigSource,
    /// Whether it is a secret.
    pub sensitive: bool,
    /// Whether it cannot be changed at run time.
    pub read_only: bool,
    /// The values that are set anywhere, the one that counts first.
    pub synonyms: Vec<Synonym>,
}

impl From<DescribeConfigsResourceResult> for ConfigEntry {
    fn from(wire: DescribeConfigsResourceResult) -> Self {
        Self {
            name: wire.name,
            value: wire.value,
            source: wire.config_source.into(),
            sensitive: wire.is_sensitive,
            read_only: wire.read_only,
            synonyms: wire.synonyms.into_iter().map(Synonym::from).collect(),
        }
    }
}

/// What to do with one configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConfigChange {
    /// Set it.
    Set(String, String),
    /// Back to what counts without it.
    Delete(String),
}

/// The broker that has to be asked: it alone knows its own values.
fn target(kind: ResourceKind, name: &str) -> Target {
    match kind {
        ResourceKind::Broker | ResourceKind::BrokerLogger => {
            name.parse().map_or(Target::Any, |id| Target::Broker(BrokerId(id)))
        }
        _ => Target::Any,
    }
}

impl Admin {
    /// All configurations of each topic.
    ///
    /// # Errors
    /// When no broker answers, or one of the topics cannot be described.
    pub async fn topic_configs(
        &self,
        topics: &[&str],
    ) -> Result<BTreeMap<String, Vec<ConfigEntry>>, ClientError> {
        let operation = "describing the configurations of topics";
        self.configs(ResourceKind::Topic, topics, Target::Any, operation).await
    }

    /// All configurations of one resource, with synonyms.
    ///
    /// # Errors
    /// When the broker in question does not answer, or the resource cannot be described.
    pub async fn describe_config(
        &self,
        kind: ResourceKind,
        name: &str,
    ) -> Result<Vec<ConfigEntry>, ClientError> {
        let operation = format!("describing the configuration of {name}");
        let mut all = self.configs(kind, &[name], target(kind, name), &operation).await?;
        Ok(all.remove(name).unwrap_or_default())
    }

    async fn configs(
        &self,
        kind: ResourceKind,
        names: &[&str],
        target: Target,
        operation: &str,
    ) -> Result<BTreeMap<String, Vec<ConfigEntry>>, ClientError> {
        let resource = |name: &&str| DescribeConfigsResource {
            resource_type: kind.wire(),
            resource_name: (*name).to_owned(),
            configuration_keys: None,
            ..DescribeConfigsResource::default()
        };
        let request = DescribeConfigsRequest {
            resources: names.iter().map(resource).collect(),
            include_synonyms: true,
            ..DescribeConfigsRequest::default()
        };
        let answer = self.cluster.call(target, &request, operation, |_| ErrorCode::NONE).await?;
        let mut all = BTreeMap::new();
        for result in answer.results {
            let code = ErrorCode(result.error_code);
            if code.is_error() {
                let operation = format!("describing the configuration of {}", result.resource_name);
                return Err(ClientError::refused(operation, code, result.error_message));
            }
            let entries = result.configs.into_iter().map(ConfigEntry::from);
            all.insert(result.resource_name, entries.collect());
        }
        Ok(all)
    }

    /// Changes configurations of one resource, all of them or none.
    ///
    /// # Errors
    /// When a change is refused, with the broker's words.
    pub async fn alter_config(
        &self,
        kind: ResourceKind,
        name: &str,
        changes: &[ConfigChange],
    ) -> Result<(), ClientError> {
        let operation = match name {
            "" => "changing the default configuration of brokers".to_owned(),
            _ => format!("changing the configuration of {name}"),
        };
        let change = |change: &ConfigChange| match change {
            ConfigChange::Set(name, value) => AlterableConfig {
                name: name.clone(),
                config_operation: 0,
                value: Some(value.clone()),
                ..AlterableConfig::default()
            },
            ConfigChange::Delete(name) => AlterableConfig {
                name: name.clone(),
                config_operation: 1,
                value: None,
                ..AlterableConfig::default()
            },
        };
        let request = IncrementalAlterConfigsRequest {
            resources: vec![AlterConfigsResource {
                resource_type: kind.wire(),
                resource_name: name.to_owned(),
                configs: changes.iter().map(change).collect(),
                ..AlterConfigsResource::default()
            }],
            ..IncrementalAlterConfigsRequest::default()
        };
        let answer = self
            .cluster
            .call(target(kind, name), &request, &operation, |_| ErrorCode::NONE)
            .await?;
        for result in answer.responses {
            let code = ErrorCode(result.error_code);
            if code.is_error() {
                return Err(ClientError::refused(operation, code, result.error_message));
            }
        }
        Ok(())
    }

    /// Names of the resources of a kind that have a configuration of their own.
    ///
    /// # Errors
    /// When no broker answers or knows the call.
    pub async fn config_resources(&self, kind: ResourceKind) -> Result<Vec<String>, ClientError> {
        let operation = "listing the resources that have a configuration";
        let request = ListConfigResourcesRequest {
            resource_types: vec![kind.wire()],
            ..ListConfigResourcesRequest::default()
        };
        let answer = self
            .cluster
            .call(Target::Any, &request, operation, |answer| ErrorCode(answer.error_code))
            .await?;
        let code = ErrorCode(answer.error_code);
        if code.is_error() {
            return Err(ClientError::refused(operation, code, None));
        }
        let wanted = answer.config_resources.into_iter();
        Ok(wanted
            .filter(|resource| resource.resource_type == kind.wire())
            .map(|resource| resource.resource_name)
            .collect())
    }
}

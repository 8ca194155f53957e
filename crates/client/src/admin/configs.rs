//! Reading configurations.

use std::collections::BTreeMap;

use moldau_protocol::{
    ErrorCode,
    messages::{DescribeConfigsRequest, describe_configs_request::DescribeConfigsResource},
};

use super::Admin;
use crate::{ClientError, cluster::Target};

/// Resource type of a topic in DescribeConfigs.
const TOPIC_RESOURCE: i8 = 2;

/// Where the value of a configuration comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConfigSource {
    /// Set on the topic.
    Topic,
    /// Set on the broker at run time, for one or for all.
    DynamicBroker,
    /// From the broker's file.
    StaticBroker,
    /// Kafka's default.
    Default,
    /// Another one; the number is the wire's.
    Other(i8),
}

impl From<i8> for ConfigSource {
    fn from(source: i8) -> Self {
        match source {
            1 => Self::Topic,
            2 | 3 => Self::DynamicBroker,
            4 => Self::StaticBroker,
            5 => Self::Default,
            other => Self::Other(other),
        }
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
        let resource = |name: &&str| DescribeConfigsResource {
            resource_type: TOPIC_RESOURCE,
            resource_name: (*name).to_owned(),
            configuration_keys: None,
            ..DescribeConfigsResource::default()
        };
        let request = DescribeConfigsRequest {
            resources: topics.iter().map(resource).collect(),
            ..DescribeConfigsRequest::default()
        };
        let answer =
            self.cluster.call(Target::Any, &request, operation, |_| ErrorCode::NONE).await?;
        let mut all = BTreeMap::new();
        for result in answer.results {
            let code = ErrorCode(result.error_code);
            if code.is_error() {
                let operation = format!("describing the configuration of {}", result.resource_name);
                return Err(ClientError::refused(operation, code, result.error_message));
            }
            let entries = result.configs.into_iter().map(|config| ConfigEntry {
                name: config.name,
                value: config.value,
                source: config.config_source.into(),
            });
            all.insert(result.resource_name, entries.collect());
        }
        Ok(all)
    }
}

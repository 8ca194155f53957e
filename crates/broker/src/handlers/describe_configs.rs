//! DescribeConfigs, versions 1 to 4, for every type of resource.
//!
//! KIPs: 133, 226 (synonyms), 412 (log levels), 569 (types and documentation), 714 (client metrics),
//! 848 (groups).

use std::{collections::HashSet, sync::Arc};

use moldau_metadata::{
    config::{DescribedConfig, describe_client_metrics},
    controller::{ConfigFault, topic_name_problem},
    image::{ConfigResource, ResourceType},
};
use moldau_protocol::{
    ErrorCode,
    ids::BrokerId,
    messages::{
        DescribeConfigsRequest, DescribeConfigsResponse,
        describe_configs_request::DescribeConfigsResource,
        describe_configs_response::{
            DescribeConfigsResourceResult, DescribeConfigsResult, DescribeConfigsSynonym,
        },
    },
};

use super::config_admin::{describe_levels, refuse};
use crate::{dispatch::RequestContext, state::Broker};

pub(super) async fn handle(
    broker: Arc<Broker>,
    _context: RequestContext,
    request: DescribeConfigsRequest,
) -> DescribeConfigsResponse {
    // As in Kafka, one type that does not exist spoils the whole request.
    let mut types = request.resources.iter().map(|resource| resource.resource_type);
    let all_known = types.all(|kind| ResourceType::from_code(kind).is_some());
    let results = request
        .resources
        .iter()
        .map(|resource| {
            let result = DescribeConfigsResult {
                resource_type: resource.resource_type,
                resource_name: resource.resource_name.clone(),
                // Empty and not null, as in Kafka.
                error_message: Some(String::new()),
                ..Default::default()
            };
            match if all_known { describe(&broker, resource) } else { refuse(MALFORMED) } {
                Ok(configs) => {
                    DescribeConfigsResult { configs: wire(configs, resource, &request), ..result }
                }
                Err((code, message)) => DescribeConfigsResult {
                    error_code: code.0,
                    error_message: Some(message),
                    ..result
                },
            }
        })
        .collect();
    DescribeConfigsResponse { results, ..Default::default() }
}

/// What Kafka answers to a type that does not exist.
const MALFORMED: &str = "This most likely occurs because of a request being malformed by the client library or the message was sent to an incompatible broker. See the broker logs for more details.";

fn describe(
    broker: &Broker,
    resource: &DescribeConfigsResource,
) -> Result<Vec<DescribedConfig>, ConfigFault> {
    let name = &resource.resource_name;
    let config = broker.live.load();
    let Some(kind) = ResourceType::from_code(resource.resource_type) else {
        return refuse(MALFORMED);
    };
    let overrides =
        || broker.image().configs.overrides(&ConfigResource { kind, name: name.clone() });
    match kind {
        ResourceType::Topic => {
            if let Some(problem) = topic_name_problem(name) {
                let message = format!("Topic name is invalid: {problem}");
                return Err((ErrorCode::INVALID_TOPIC_EXCEPTION, message));
            }
            if broker.topic_id(name).is_zero() {
                return Err((ErrorCode::UNKNOWN_TOPIC_OR_PARTITION, String::new()));
            }
            Ok(config.describe_topic(&overrides()))
        }
        ResourceType::Broker if name.is_empty() => Ok(config.describe_default()),
        ResourceType::Broker => {
            own_id(broker, name, |own| {
                format!("expected {own} or empty string, but received {name}")
            })?;
            Ok(config.describe())
        }
        ResourceType::BrokerLogger if name.is_empty() => refuse("Broker id must not be empty"),
        ResourceType::BrokerLogger => {
            own_id(broker, name, |own| format!("expected {own} but received {name}"))?;
            Ok(describe_levels(&broker.levels))
        }
        ResourceType::ClientMetrics if name.is_empty() => {
            refuse("Client metrics subscription name must not be empty")
        }
        ResourceType::ClientMetrics => Ok(describe_client_metrics(&overrides())),
        ResourceType::Group if name.is_empty() => refuse("Group name must not be empty"),
        ResourceType::Group => Ok(config.describe_group(&overrides())),
    }
}

fn own_id(
    broker: &Broker,
    name: &str,
    text: impl FnOnce(BrokerId) -> String,
) -> Result<(), ConfigFault> {
    match name.parse::<i32>() {
        Ok(id) if id == broker.node.0 => Ok(()),
        Ok(_) => refuse(format!("Unexpected broker id, {}", text(broker.node))),
        Err(_) => refuse(format!("Broker id must be an integer, but it is: {name}")),
    }
}

fn wire(
    configs: Vec<DescribedConfig>,
    resource: &DescribeConfigsResource,
    request: &DescribeConfigsRequest,
) -> Vec<DescribeConfigsResourceResult> {
    // No keys mean all of them.
    let wanted: HashSet<&str> =
        resource.configuration_keys.iter().flatten().map(String::as_str).collect();
    configs
        .into_iter()
        .filter(|config| wanted.is_empty() || wanted.contains(config.name.as_str()))
        .map(|config| {
            let synonyms = config.synonyms.into_iter().map(|synonym| DescribeConfigsSynonym {
                name: synonym.name,
                value: synonym.value,
                source: synonym.source.wire_id(),
                ..Default::default()
            });
            DescribeConfigsResourceResult {
                synonyms: if request.include_synonyms { synonyms.collect() } else { Vec::new() },
                name: config.name,
                value: config.value,
                read_only: config.read_only,
                config_source: config.source.wire_id(),
                is_sensitive: config.sensitive,
                config_type: config.wire_type,
                documentation: request.include_documentation.then(|| config.doc.to_owned()),
                ..Default::default()
            }
        })
        .collect()
}

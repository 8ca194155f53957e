//! DescribeConfigs, versions 1 to 4, for topics and brokers.
//!
//! Not done: BROKER_LOGGER, CLIENT_METRICS and GROUP resources, which are refused.
//!
//! KIPs: 133, 226 (synonyms), 569 (types and documentation).

use std::{collections::HashSet, sync::Arc};

use moldau_metadata::{
    config::DescribedConfig, controller::topic_name_problem, image::ResourceType,
};
use moldau_protocol::{
    ErrorCode,
    messages::{
        DescribeConfigsRequest, DescribeConfigsResponse,
        describe_configs_request::DescribeConfigsResource,
        describe_configs_response::{
            DescribeConfigsResourceResult, DescribeConfigsResult, DescribeConfigsSynonym,
        },
    },
};

use crate::{dispatch::RequestContext, state::Broker};

pub(super) async fn handle(
    broker: Arc<Broker>,
    _context: RequestContext,
    request: DescribeConfigsRequest,
) -> DescribeConfigsResponse {
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
            match describe(&broker, resource) {
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

fn describe(
    broker: &Broker,
    resource: &DescribeConfigsResource,
) -> Result<Vec<DescribedConfig>, (ErrorCode, String)> {
    let name = &resource.resource_name;
    match ResourceType::from_code(resource.resource_type) {
        Some(ResourceType::Topic) => {
            if let Some(problem) = topic_name_problem(name) {
                let message = format!("Topic name is invalid: {problem}");
                return Err((ErrorCode::INVALID_TOPIC_EXCEPTION, message));
            }
            if broker.topic_id(name).is_zero() {
                return Err((ErrorCode::UNKNOWN_TOPIC_OR_PARTITION, String::new()));
            }
            Ok(broker.config.describe_topic(&broker.topic_overrides(name)))
        }
        Some(ResourceType::Broker) => {
            if name.is_empty() {
                return Ok(Vec::new());
            }
            let message = match name.parse::<i32>() {
                Ok(id) if id == broker.node.0 => return Ok(broker.config.describe()),
                Ok(_) => format!(
                    "Unexpected broker id, expected {} or empty string, but received {name}",
                    broker.node
                ),
                Err(_) => format!("Broker id must be an integer, but it is: {name}"),
            };
            Err((ErrorCode::INVALID_REQUEST, message))
        }
        _ => Err((
            ErrorCode::INVALID_REQUEST,
            format!("Unsupported resource type: {}", resource.resource_type),
        )),
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

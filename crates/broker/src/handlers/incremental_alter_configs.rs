//! IncrementalAlterConfigs, versions 0 and 1. This broker judges what concerns brokers and changes
//! its own log levels, which are in no log; the controller decides about the rest. The answer waits
//! until the broker itself knows the change.
//!
//! KIPs: 339, 412 (log levels), 226 (brokers), 714 (client metrics), 848 (groups).

use std::sync::Arc;

use moldau_metadata::{
    controller::{ConfigFault, config_operations, named_once},
    image::ResourceType,
};
use moldau_protocol::messages::{
    IncrementalAlterConfigsRequest, IncrementalAlterConfigsResponse,
    incremental_alter_configs_request::AlterConfigsResource,
    incremental_alter_configs_response::AlterConfigsResourceResponse,
};

use super::config_admin::{self, Judged};
use crate::{dispatch::RequestContext, state::Broker};

pub(super) async fn handle(
    broker: Arc<Broker>,
    _context: RequestContext,
    request: IncrementalAlterConfigsRequest,
) -> IncrementalAlterConfigsResponse {
    let names =
        request.resources.iter().map(|each| (each.resource_type, each.resource_name.as_str()));
    let judged: Vec<_> = named_once(names)
        .into_iter()
        .zip(&request.resources)
        .map(|(once, each)| once.and_then(|()| judge(&broker, each, request.validate_only)))
        .collect();
    let forwarded = |verdict: &Result<Judged, ConfigFault>| *verdict == Ok(Judged::ForController);
    let resources: Vec<_> = judged
        .iter()
        .zip(&request.resources)
        .filter(|(verdict, _)| forwarded(verdict))
        .map(|(_, resource)| resource.clone())
        .collect();
    let mut decided = Vec::new();
    if !resources.is_empty() {
        let forward = IncrementalAlterConfigsRequest { resources, ..request.clone() };
        decided = broker.quorum.incremental_alter_configs(forward).await.responses;
    }
    let mut decided = decided.into_iter();
    let responses = judged
        .into_iter()
        .zip(&request.resources)
        .filter_map(|(verdict, resource)| {
            let (error_code, error_message) = match verdict {
                Ok(Judged::ForController) => return decided.next(),
                Ok(Judged::Done) => (0, None),
                Err((code, text)) => (code.0, Some(text)),
            };
            Some(AlterConfigsResourceResponse {
                error_code,
                error_message,
                resource_type: resource.resource_type,
                resource_name: resource.resource_name.clone(),
                ..Default::default()
            })
        })
        .collect();
    IncrementalAlterConfigsResponse { responses, ..Default::default() }
}

fn judge(
    broker: &Broker,
    resource: &AlterConfigsResource,
    validate_only: bool,
) -> Result<Judged, ConfigFault> {
    // Loggers have their own words for operations that do not exist.
    if ResourceType::from_code(resource.resource_type) == Some(ResourceType::BrokerLogger) {
        config_admin::change_levels(broker, resource, validate_only)?;
        return Ok(Judged::Done);
    }
    let operations = config_operations(resource)?;
    config_admin::known(resource.resource_type)?;
    if ResourceType::from_code(resource.resource_type) == Some(ResourceType::Broker) {
        config_admin::judge_broker(broker, &resource.resource_name, |current| {
            crate::config::dynamic::apply(current, &operations)
        })?;
    }
    Ok(Judged::ForController)
}

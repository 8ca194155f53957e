//! AlterConfigs, versions 0 to 2: replaces all that is set on a resource, so what is not named goes.
//! Log levels cannot be set with it. The answer waits until the broker itself knows the change.
//!
//! KIPs: 133, 226 (brokers).

use std::sync::Arc;

use moldau_metadata::{
    controller::{ConfigFault, config_texts, named_once},
    image::ResourceType,
};
use moldau_protocol::messages::{
    AlterConfigsRequest, AlterConfigsResponse, alter_configs_request::AlterConfigsResource,
    alter_configs_response::AlterConfigsResourceResponse,
};

use super::config_admin::{self, Judged};
use crate::{dispatch::RequestContext, state::Broker};

pub(super) async fn handle(
    broker: Arc<Broker>,
    _context: RequestContext,
    request: AlterConfigsRequest,
) -> AlterConfigsResponse {
    let names =
        request.resources.iter().map(|each| (each.resource_type, each.resource_name.as_str()));
    let judged: Vec<_> = named_once(names)
        .into_iter()
        .zip(&request.resources)
        .map(|(once, each)| once.and_then(|()| judge(&broker, each)))
        .collect();
    let resources: Vec<_> = judged
        .iter()
        .zip(&request.resources)
        .filter(|(verdict, _)| verdict.is_ok())
        .map(|(_, resource)| resource.clone())
        .collect();
    let mut decided = Vec::new();
    if !resources.is_empty() {
        let forward = AlterConfigsRequest { resources, ..request.clone() };
        decided = broker.quorum.alter_configs(forward).await.responses;
    }
    let mut decided = decided.into_iter();
    let responses = judged
        .into_iter()
        .zip(&request.resources)
        .filter_map(|(verdict, resource)| match verdict {
            Ok(_) => decided.next(),
            Err((code, text)) => Some(AlterConfigsResourceResponse {
                error_code: code.0,
                error_message: Some(text),
                resource_type: resource.resource_type,
                resource_name: resource.resource_name.clone(),
                ..Default::default()
            }),
        })
        .collect();
    AlterConfigsResponse { responses, ..Default::default() }
}

fn judge(broker: &Broker, resource: &AlterConfigsResource) -> Result<Judged, ConfigFault> {
    let texts = config_texts(resource)?;
    match config_admin::known(resource.resource_type)? {
        ResourceType::Broker => {
            config_admin::judge_broker(broker, &resource.resource_name, |_| Ok(texts))?;
        }
        ResourceType::BrokerLogger => return config_admin::unknown(resource.resource_type),
        _ => {}
    }
    Ok(Judged::ForController)
}

//! ListConfigResources, versions 0 and 1: names of resources that have, or can have, settings.
//! Version 0 knows client metrics subscriptions alone.
//!
//! Order of the types as in Kafka: groups, client metrics, loggers, brokers, topics.
//!
//! KIPs: 714 (as ListClientMetricsResources), 1142.

use std::sync::Arc;

use moldau_metadata::image::{MetadataImage, ResourceType};
use moldau_protocol::{
    ErrorCode,
    messages::{
        ListConfigResourcesRequest, ListConfigResourcesResponse,
        list_config_resources_response::ConfigResource,
    },
};

use crate::{dispatch::RequestContext, state::Broker};

const ORDER: [ResourceType; 5] = [
    ResourceType::Group,
    ResourceType::ClientMetrics,
    ResourceType::BrokerLogger,
    ResourceType::Broker,
    ResourceType::Topic,
];

pub(super) async fn handle(
    broker: Arc<Broker>,
    context: RequestContext,
    request: ListConfigResourcesRequest,
) -> ListConfigResourcesResponse {
    let wanted = match context.version {
        0 => Some(vec![ResourceType::ClientMetrics]),
        _ if request.resource_types.is_empty() => Some(ORDER.to_vec()),
        _ => request.resource_types.iter().map(|kind| ResourceType::from_code(*kind)).collect(),
    };
    let Some(wanted) = wanted else {
        let error_code = ErrorCode::UNSUPPORTED_VERSION.0;
        return ListConfigResourcesResponse { error_code, ..Default::default() };
    };
    let image = broker.image();
    let listed = ORDER.into_iter().filter(|kind| wanted.contains(kind));
    let config_resources = listed
        .flat_map(|kind| {
            names(&image, kind).into_iter().map(move |resource_name| ConfigResource {
                resource_name,
                resource_type: kind.code(),
                ..Default::default()
            })
        })
        .collect();
    ListConfigResourcesResponse { config_resources, ..Default::default() }
}

fn names(image: &MetadataImage, kind: ResourceType) -> Vec<String> {
    match kind {
        ResourceType::Topic => image.topics.iter().map(|topic| topic.name.to_string()).collect(),
        ResourceType::Broker | ResourceType::BrokerLogger => {
            image.cluster.brokers().map(|broker| broker.id.to_string()).collect()
        }
        ResourceType::ClientMetrics | ResourceType::Group => image
            .configs
            .iter()
            .filter(|(resource, _)| resource.kind == kind)
            .map(|(resource, _)| resource.name.clone())
            .collect(),
    }
}

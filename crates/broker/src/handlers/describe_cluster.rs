//! DescribeCluster, versions 0 to 2.
//!
//! KIPs: 700, 919 (endpoint type), 1073 (fenced brokers).

use std::sync::Arc;

use moldau_protocol::{
    ErrorCode,
    messages::{
        DescribeClusterRequest, DescribeClusterResponse,
        describe_cluster_response::DescribeClusterBroker,
    },
};

use super::{
    metadata::{active_brokers, controller_id},
    operations,
};
use crate::{dispatch::RequestContext, state::Broker};

/// Endpoint type of brokers; the other one is controllers.
const BROKERS: i8 = 1;

pub(super) async fn handle(
    broker: Arc<Broker>,
    context: RequestContext,
    request: DescribeClusterRequest,
) -> DescribeClusterResponse {
    if request.endpoint_type != BROKERS {
        let (code, message) = if request.endpoint_type == 2 {
            (ErrorCode::MISMATCHED_ENDPOINT_TYPE, "The request was sent to an endpoint of type BROKER, but we wanted an endpoint of type CONTROLLER".to_owned())
        } else {
            (
                ErrorCode::UNSUPPORTED_ENDPOINT_TYPE,
                format!("Unsupported endpoint type {}", request.endpoint_type),
            )
        };
        return DescribeClusterResponse {
            error_code: code.0,
            error_message: Some(message),
            ..Default::default()
        };
    }
    let image = broker.image();
    let cluster = &image.cluster;
    let listed: Vec<_> = if request.include_fenced_brokers {
        cluster.brokers().collect()
    } else {
        active_brokers(cluster, broker.node).collect()
    };
    let brokers = listed
        .into_iter()
        .filter_map(|each| {
            let listener = each.listener(&context.connection.listener)?;
            Some(DescribeClusterBroker {
                broker_id: each.id.0,
                host: listener.host.clone(),
                port: i32::from(listener.port),
                rack: each.rack.clone(),
                is_fenced: each.fenced,
                ..Default::default()
            })
        })
        .collect();
    DescribeClusterResponse {
        cluster_id: broker.target.cluster_id.clone(),
        controller_id: controller_id(cluster, broker.node),
        brokers,
        cluster_authorized_operations: if request.include_cluster_authorized_operations {
            operations::CLUSTER
        } else {
            operations::NOT_ASKED
        },
        ..Default::default()
    }
}

//! What operators ask the controller directly (`--bootstrap-controller`): the same operations as on the
//! client listeners, and the addresses of the controllers.
//!
//! KIPs: 919 (operators talk to controllers).

use std::sync::Arc;

use moldau_protocol::{
    ErrorCode,
    messages::{
        AlterPartitionReassignmentsRequest, AlterPartitionReassignmentsResponse,
        CreatePartitionsRequest, CreatePartitionsResponse, DescribeClusterRequest,
        DescribeClusterResponse, DescribeQuorumRequest, DescribeQuorumResponse,
        ElectLeadersRequest, ElectLeadersResponse, ListPartitionReassignmentsRequest,
        ListPartitionReassignmentsResponse, UnregisterBrokerRequest, UnregisterBrokerResponse,
        UpdateFeaturesRequest, UpdateFeaturesResponse,
        describe_cluster_response::DescribeClusterBroker,
    },
};

use super::Controller;
use crate::{
    dispatch::RequestContext,
    handlers::{describe_quorum as quorum_answer, operations},
};

/// Numbers of the types of endpoint.
const BROKERS: i8 = 1;
const CONTROLLERS: i8 = 2;

pub(super) async fn create_partitions(
    it: Arc<Controller>,
    _context: RequestContext,
    request: CreatePartitionsRequest,
) -> CreatePartitionsResponse {
    it.quorum.create_partitions(request).await
}

pub(super) async fn elect_leaders(
    it: Arc<Controller>,
    _context: RequestContext,
    request: ElectLeadersRequest,
) -> ElectLeadersResponse {
    it.quorum.elect_leaders(request).await
}

pub(super) async fn alter_partition_reassignments(
    it: Arc<Controller>,
    _context: RequestContext,
    request: AlterPartitionReassignmentsRequest,
) -> AlterPartitionReassignmentsResponse {
    it.quorum.alter_partition_reassignments(request).await
}

pub(super) async fn list_partition_reassignments(
    it: Arc<Controller>,
    _context: RequestContext,
    request: ListPartitionReassignmentsRequest,
) -> ListPartitionReassignmentsResponse {
    it.quorum.list_partition_reassignments(request).await
}

pub(super) async fn update_features(
    it: Arc<Controller>,
    context: RequestContext,
    request: UpdateFeaturesRequest,
) -> UpdateFeaturesResponse {
    it.quorum.update_features(request, context.version).await
}

pub(super) async fn unregister_broker(
    it: Arc<Controller>,
    _context: RequestContext,
    request: UnregisterBrokerRequest,
) -> UnregisterBrokerResponse {
    it.quorum.unregister_broker(request).await
}

pub(super) async fn describe_quorum(
    it: Arc<Controller>,
    _context: RequestContext,
    request: DescribeQuorumRequest,
) -> DescribeQuorumResponse {
    let now_ms = it.clock.now_ms();
    quorum_answer::answer(&request, &it.quorum.status(), it.target.node, now_ms)
}

pub(super) async fn describe_cluster(
    it: Arc<Controller>,
    context: RequestContext,
    request: DescribeClusterRequest,
) -> DescribeClusterResponse {
    if request.endpoint_type != CONTROLLERS {
        let (code, message) = if request.endpoint_type != BROKERS {
            let message = format!("Unsupported endpoint type {}", request.endpoint_type);
            (ErrorCode::UNSUPPORTED_ENDPOINT_TYPE, message)
        } else {
            // Version 0 cannot say that it wants controllers, and does not know the other code.
            let code = match context.version {
                0 => ErrorCode::INVALID_REQUEST,
                _ => ErrorCode::MISMATCHED_ENDPOINT_TYPE,
            };
            (code, "The request was sent to an endpoint of type CONTROLLER, but we wanted an endpoint of type BROKER".to_owned())
        };
        return DescribeClusterResponse {
            error_code: code.0,
            error_message: Some(message),
            ..Default::default()
        };
    }
    let image = it.quorum.image();
    let controllers = image.cluster.controllers().filter_map(|each| {
        let mut listeners = each.listeners.iter();
        let at = listeners.find(|listener| *listener.name == *context.connection.listener)?;
        Some(DescribeClusterBroker {
            broker_id: each.id.0,
            host: at.host.clone(),
            port: i32::from(at.port),
            rack: None,
            ..Default::default()
        })
    });
    DescribeClusterResponse {
        endpoint_type: CONTROLLERS,
        cluster_id: it.target.cluster_id.clone(),
        controller_id: it.quorum.status().leader.map_or(-1, |leader| leader.0),
        brokers: controllers.collect(),
        error_message: None,
        cluster_authorized_operations: if request.include_cluster_authorized_operations {
            operations::CLUSTER
        } else {
            operations::NOT_ASKED
        },
        ..Default::default()
    }
}

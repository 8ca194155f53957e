//! The APIs of the controller listener: what brokers and forwarding nodes ask of the controller.
//!
//! Each is the quorum's own operation; the broker in this process calls the same ones without a
//! connection in between.

use std::sync::Arc;

use moldau_protocol::{
    ErrorCode,
    messages::{
        AllocateProducerIdsRequest, AllocateProducerIdsResponse, AlterConfigsRequest,
        AlterConfigsResponse, ApiVersionsRequest, ApiVersionsResponse, BrokerHeartbeatRequest,
        BrokerHeartbeatResponse, BrokerRegistrationRequest, BrokerRegistrationResponse,
        ControllerRegistrationRequest, ControllerRegistrationResponse, CreateTopicsRequest,
        CreateTopicsResponse, DeleteTopicsRequest, DeleteTopicsResponse,
        IncrementalAlterConfigsRequest, IncrementalAlterConfigsResponse,
    },
};
use moldau_quorum::{Clock, Quorum};

use crate::{
    dispatch::{Api, ApiTable, RequestContext},
    lifecycle::{ControllerChannel, Heartbeat},
    version_answer::{self, TargetCheck},
};

mod cluster_apis;

/// What the controller listener works on.
pub(crate) struct Controller {
    pub(crate) quorum: Quorum,
    pub(crate) target: version_answer::Target,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) apis: Arc<ApiTable<Controller>>,
}

impl std::fmt::Debug for Controller {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Controller").finish_non_exhaustive()
    }
}

/// Everything that the controller listener serves.
pub(crate) fn table() -> ApiTable<Controller> {
    ApiTable::new(vec![
        Api::new(api_versions),
        Api::new(create_topics),
        Api::new(delete_topics),
        Api::new(alter_configs),
        Api::new(incremental_alter_configs),
        Api::new(register_broker),
        Api::new(broker_heartbeat),
        Api::new(allocate_producer_ids),
        Api::new(register_controller),
        Api::new(cluster_apis::create_partitions),
        Api::new(cluster_apis::elect_leaders),
        Api::new(cluster_apis::alter_partition_reassignments),
        Api::new(cluster_apis::list_partition_reassignments),
        Api::new(cluster_apis::describe_quorum),
        Api::new(cluster_apis::update_features),
        Api::new(cluster_apis::describe_cluster),
        Api::new(cluster_apis::unregister_broker),
    ])
}

async fn api_versions(
    it: Arc<Controller>,
    context: RequestContext,
    request: ApiVersionsRequest,
) -> ApiVersionsResponse {
    let image = it.quorum.image();
    let kraft_version = it.quorum.status().kraft_version;
    let target = (&it.target, TargetCheck::FormOnly);
    version_answer::answer(&context, request, target, (&image, kraft_version), it.apis.versions())
}

async fn create_topics(
    it: Arc<Controller>,
    _context: RequestContext,
    request: CreateTopicsRequest,
) -> CreateTopicsResponse {
    it.quorum.create_topics(request).await
}

async fn delete_topics(
    it: Arc<Controller>,
    context: RequestContext,
    request: DeleteTopicsRequest,
) -> DeleteTopicsResponse {
    it.quorum.delete_topics(request, context.version).await
}

async fn alter_configs(
    it: Arc<Controller>,
    _context: RequestContext,
    request: AlterConfigsRequest,
) -> AlterConfigsResponse {
    it.quorum.alter_configs(request).await
}

async fn incremental_alter_configs(
    it: Arc<Controller>,
    _context: RequestContext,
    request: IncrementalAlterConfigsRequest,
) -> IncrementalAlterConfigsResponse {
    it.quorum.incremental_alter_configs(request).await
}

async fn register_broker(
    it: Arc<Controller>,
    _context: RequestContext,
    request: BrokerRegistrationRequest,
) -> BrokerRegistrationResponse {
    it.quorum.register_broker(request).await
}

async fn broker_heartbeat(
    it: Arc<Controller>,
    _context: RequestContext,
    request: BrokerHeartbeatRequest,
) -> BrokerHeartbeatResponse {
    it.quorum.broker_heartbeat(request).await
}

async fn allocate_producer_ids(
    it: Arc<Controller>,
    _context: RequestContext,
    request: AllocateProducerIdsRequest,
) -> AllocateProducerIdsResponse {
    it.quorum.allocate_producer_ids(request).await
}

async fn register_controller(
    it: Arc<Controller>,
    _context: RequestContext,
    request: ControllerRegistrationRequest,
) -> ControllerRegistrationResponse {
    it.quorum.register_controller(request).await
}

/// The controller in this process, as the broker beside it sees it.
#[derive(Debug)]
pub(crate) struct LocalController {
    pub(crate) quorum: Quorum,
}

impl ControllerChannel for LocalController {
    async fn register(&self, request: BrokerRegistrationRequest) -> Result<i64, ErrorCode> {
        let answer = self.quorum.register_broker(request).await;
        match ErrorCode(answer.error_code) {
            ErrorCode::NONE => Ok(answer.broker_epoch),
            code => Err(code),
        }
    }

    async fn heartbeat(&self, request: BrokerHeartbeatRequest) -> Result<Heartbeat, ErrorCode> {
        let answer = self.quorum.broker_heartbeat(request).await;
        match ErrorCode(answer.error_code) {
            ErrorCode::NONE => Ok(Heartbeat {
                fenced: answer.is_fenced,
                should_shut_down: answer.should_shut_down,
            }),
            code => Err(code),
        }
    }

    fn applied_offset(&self) -> i64 {
        self.quorum.image().provenance.last_offset.0
    }
}

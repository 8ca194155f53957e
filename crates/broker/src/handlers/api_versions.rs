//! ApiVersions, versions 0 to 5: what the client listeners serve, and the feature levels.

use std::sync::Arc;

use moldau_protocol::messages::{ApiVersionsRequest, ApiVersionsResponse};

use crate::{
    dispatch::RequestContext,
    state::Broker,
    version_answer::{self, TargetCheck},
};

pub(super) async fn handle(
    broker: Arc<Broker>,
    context: RequestContext,
    request: ApiVersionsRequest,
) -> ApiVersionsResponse {
    let image = broker.image();
    let kraft_version = broker.quorum.status().kraft_version;
    let target = (&broker.target, TargetCheck::Full);
    version_answer::answer(
        &context,
        request,
        target,
        (&image, kraft_version),
        broker.apis.versions(),
    )
}

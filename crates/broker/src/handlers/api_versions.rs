//! ApiVersions, versions 0 to 5: what the client listeners serve, and the feature levels.

use std::sync::Arc;

use moldau_protocol::messages::{ApiVersionsRequest, ApiVersionsResponse};

use crate::{dispatch::RequestContext, state::Broker, version_answer};

pub(super) async fn handle(
    broker: Arc<Broker>,
    context: RequestContext,
    request: ApiVersionsRequest,
) -> ApiVersionsResponse {
    let image = broker.image();
    version_answer::answer(&context, request, &broker.target, &image, broker.apis.versions())
}

//! DeleteTopics, versions 1 to 6. The controller decides.
//!
//! KIPs: 4, 516 (topic ids).

use std::sync::Arc;

use moldau_protocol::messages::{DeleteTopicsRequest, DeleteTopicsResponse};

use crate::{dispatch::RequestContext, state::Broker};

pub(super) async fn handle(
    broker: Arc<Broker>,
    context: RequestContext,
    request: DeleteTopicsRequest,
) -> DeleteTopicsResponse {
    broker.quorum.delete_topics(request, context.version).await
}

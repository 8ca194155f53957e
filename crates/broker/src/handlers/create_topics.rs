//! CreateTopics, versions 2 to 7. The controller decides; this waits until the broker itself knows
//! the new topics, so that the client that made one can use it.
//!
//! KIPs: 4, 525 (configs in the answer), 516 (topic ids).

use std::sync::Arc;

use moldau_protocol::messages::{CreateTopicsRequest, CreateTopicsResponse};

use crate::{dispatch::RequestContext, state::Broker};

pub(super) async fn handle(
    broker: Arc<Broker>,
    _context: RequestContext,
    request: CreateTopicsRequest,
) -> CreateTopicsResponse {
    broker.quorum.create_topics(request).await
}

//! UnregisterBroker, version 0. The controller decides.
//!
//! KIPs: 584.

use std::sync::Arc;

use moldau_protocol::messages::{UnregisterBrokerRequest, UnregisterBrokerResponse};

use crate::{dispatch::RequestContext, state::Broker};

pub(super) async fn handle(
    broker: Arc<Broker>,
    _context: RequestContext,
    request: UnregisterBrokerRequest,
) -> UnregisterBrokerResponse {
    broker.quorum.unregister_broker(request).await
}

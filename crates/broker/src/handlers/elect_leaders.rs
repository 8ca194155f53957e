//! ElectLeaders, versions 0 to 2. The controller decides.
//!
//! KIPs: 460.

use std::sync::Arc;

use moldau_protocol::messages::{ElectLeadersRequest, ElectLeadersResponse};

use crate::{dispatch::RequestContext, state::Broker};

pub(super) async fn handle(
    broker: Arc<Broker>,
    _context: RequestContext,
    request: ElectLeadersRequest,
) -> ElectLeadersResponse {
    broker.quorum.elect_leaders(request).await
}

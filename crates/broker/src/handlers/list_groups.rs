//! ListGroups, versions 0 to 5. There are no coordinators yet, so that no group can exist and the
//! list is empty, whatever is asked for. Served already because Kafka's `kafka-configs` asks for it
//! before it shows the settings of groups, which can be made ahead of the groups.
//!
//! KIPs: 518 (states), 848 (types).

use std::sync::Arc;

use moldau_protocol::messages::{ListGroupsRequest, ListGroupsResponse};

use crate::{dispatch::RequestContext, state::Broker};

pub(super) async fn handle(
    _broker: Arc<Broker>,
    _context: RequestContext,
    _request: ListGroupsRequest,
) -> ListGroupsResponse {
    ListGroupsResponse::default()
}

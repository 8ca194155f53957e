//! ListGroups, versions 0 to 5: the groups that this broker coordinates.
//!
//! KIPs: 518 (states), 848 (types).

use std::sync::Arc;

use moldau_coordinator::group::classic;
use moldau_protocol::{
    ErrorCode,
    messages::{ListGroupsRequest, ListGroupsResponse},
};

use crate::{dispatch::RequestContext, state::Broker};

pub(super) async fn handle(
    broker: Arc<Broker>,
    _context: RequestContext,
    request: ListGroupsRequest,
) -> ListGroupsResponse {
    let mut groups = Vec::new();
    for state in broker.groups.all_committed() {
        match state {
            Ok(state) => groups.extend(classic::list(&state, &request)),
            // A list that is not whole is none.
            Err(ErrorCode::COORDINATOR_LOAD_IN_PROGRESS) => {
                return ListGroupsResponse {
                    error_code: ErrorCode::COORDINATOR_LOAD_IN_PROGRESS.0,
                    ..Default::default()
                };
            }
            // Given up since the list of partitions was made, or not to be loaded.
            Err(_) => {}
        }
    }
    ListGroupsResponse { groups, ..Default::default() }
}

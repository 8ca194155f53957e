//! ListPartitionReassignments, version 0. The controller knows.
//!
//! KIPs: 455.

use std::sync::Arc;

use moldau_protocol::messages::{
    ListPartitionReassignmentsRequest, ListPartitionReassignmentsResponse,
};

use crate::{dispatch::RequestContext, state::Broker};

pub(super) async fn handle(
    broker: Arc<Broker>,
    _context: RequestContext,
    request: ListPartitionReassignmentsRequest,
) -> ListPartitionReassignmentsResponse {
    broker.quorum.list_partition_reassignments(request).await
}

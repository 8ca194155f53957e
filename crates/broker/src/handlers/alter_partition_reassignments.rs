//! AlterPartitionReassignments, versions 0 and 1. The controller decides.
//!
//! KIPs: 455, 860.

use std::sync::Arc;

use moldau_protocol::messages::{
    AlterPartitionReassignmentsRequest, AlterPartitionReassignmentsResponse,
};

use crate::{dispatch::RequestContext, state::Broker};

pub(super) async fn handle(
    broker: Arc<Broker>,
    _context: RequestContext,
    request: AlterPartitionReassignmentsRequest,
) -> AlterPartitionReassignmentsResponse {
    broker.quorum.alter_partition_reassignments(request).await
}

//! CreatePartitions, versions 0 to 3. The controller decides; this waits until the broker itself has opened
//! the new partitions.
//!
//! KIPs: 195.

use std::sync::Arc;

use moldau_protocol::messages::{CreatePartitionsRequest, CreatePartitionsResponse};

use crate::{dispatch::RequestContext, state::Broker};

pub(super) async fn handle(
    broker: Arc<Broker>,
    _context: RequestContext,
    request: CreatePartitionsRequest,
) -> CreatePartitionsResponse {
    broker.quorum.create_partitions(request).await
}

//! UpdateFeatures, versions 0 to 2. The controller decides.
//!
//! KIPs: 584, 1022.

use std::sync::Arc;

use moldau_protocol::messages::{UpdateFeaturesRequest, UpdateFeaturesResponse};

use crate::{dispatch::RequestContext, state::Broker};

pub(super) async fn handle(
    broker: Arc<Broker>,
    context: RequestContext,
    request: UpdateFeaturesRequest,
) -> UpdateFeaturesResponse {
    broker.quorum.update_features(request, context.version).await
}

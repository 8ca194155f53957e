//! Producer ids for InitProducerId, taken from blocks that the controller hands out.
//!
//! Invariant: an id is given once; what is left of a block is lost in a restart, never reused.
//!
//! Source: KIP-730.

use std::ops::Range;

use moldau_protocol::{
    ErrorCode,
    ids::ProducerId,
    messages::{AllocateProducerIdsRequest, AllocateProducerIdsResponse},
};
use tokio::sync::Mutex;

/// The block in use. Requests wait in line for the next one.
#[derive(Debug, Default)]
pub(crate) struct ProducerIds {
    block: Mutex<Range<i64>>,
}

impl ProducerIds {
    /// The next id; `allocate` asks the controller for a block when the present one is used up.
    pub(crate) async fn next<F>(
        &self,
        request: AllocateProducerIdsRequest,
        allocate: impl FnOnce(AllocateProducerIdsRequest) -> F,
    ) -> Result<ProducerId, ErrorCode>
    where
        F: Future<Output = AllocateProducerIdsResponse>,
    {
        let mut block = self.block.lock().await;
        if block.is_empty() {
            let answer = allocate(request).await;
            let code = ErrorCode(answer.error_code);
            if code.is_error() {
                tracing::warn!(%code, "no block of producer ids");
                return Err(ErrorCode::COORDINATOR_LOAD_IN_PROGRESS);
            }
            let start = answer.producer_id_start;
            *block = start..start.saturating_add(i64::from(answer.producer_id_len));
        }
        block.next().map(ProducerId).ok_or(ErrorCode::COORDINATOR_LOAD_IN_PROGRESS)
    }
}

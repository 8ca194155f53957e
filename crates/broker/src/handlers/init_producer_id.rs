//! InitProducerId, versions 0 to 5, for idempotent producers.
//!
//! Not done: transactional ids. A request with one is answered `UNSUPPORTED_VERSION`, which no client
//! retries.
//!
//! KIPs: 98, 360 (epoch bump on the client's side), 730 (blocks of ids).

use std::sync::Arc;

use moldau_protocol::{
    ErrorCode,
    ids::{ProducerEpoch, ProducerId},
    messages::{AllocateProducerIdsRequest, InitProducerIdRequest, InitProducerIdResponse},
};

use crate::{dispatch::RequestContext, state::Broker};

pub(super) async fn handle(
    broker: Arc<Broker>,
    _context: RequestContext,
    request: InitProducerIdRequest,
) -> InitProducerIdResponse {
    let result = match request.transactional_id.as_deref() {
        Some("") => Err(ErrorCode::INVALID_REQUEST),
        Some(_) => Err(ErrorCode::UNSUPPORTED_VERSION),
        None if half_named(&request) => Err(ErrorCode::INVALID_REQUEST),
        None => {
            let ask = AllocateProducerIdsRequest {
                broker_id: broker.node.0,
                broker_epoch: *broker.epoch.borrow(),
                ..Default::default()
            };
            broker.producer_ids.next(ask, |ask| broker.quorum.allocate_producer_ids(ask)).await
        }
    };
    match result {
        Ok(ProducerId(producer_id)) => {
            InitProducerIdResponse { producer_id, producer_epoch: 0, ..Default::default() }
        }
        Err(code) => InitProducerIdResponse {
            error_code: code.0,
            producer_id: ProducerId::NONE.0,
            producer_epoch: ProducerEpoch::NONE.0,
            ..Default::default()
        },
    }
}

/// Whether only one of producer id and epoch is given; both or none make sense.
fn half_named(request: &InitProducerIdRequest) -> bool {
    (request.producer_id == ProducerId::NONE.0) != (request.producer_epoch == ProducerEpoch::NONE.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn producer_id_and_epoch_come_together() {
        for (producer_id, producer_epoch, half) in
            [(-1, -1, false), (7, 5, false), (7, -1, true), (-1, 5, true)]
        {
            let request =
                InitProducerIdRequest { producer_id, producer_epoch, ..Default::default() };
            assert_eq!(half_named(&request), half, "{producer_id} {producer_epoch}");
        }
    }
}

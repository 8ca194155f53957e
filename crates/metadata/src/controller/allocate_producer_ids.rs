//! AllocateProducerIds: a block of producer ids for a broker to hand out (KIP-730).
//!
//! Invariant: blocks never overlap; what a broker does not use up is lost.

use moldau_protocol::ErrorCode;
use moldau_protocol::ids::BrokerId;
use moldau_protocol::messages::{
    AllocateProducerIdsRequest, AllocateProducerIdsResponse, ProducerIdsRecord,
};

use super::{ControllerMachine, Decision, Reply};
use crate::record::VersionedRecord;

/// Producer ids in a block, as in Kafka.
const PRODUCER_ID_BLOCK: i32 = 1_000;

impl ControllerMachine {
    pub(super) fn allocate_producer_ids(&self, request: &AllocateProducerIdsRequest) -> Decision {
        let rejected = |error: ErrorCode| {
            Decision::rejected(Reply::AllocateProducerIds(AllocateProducerIdsResponse {
                error_code: error.0,
                ..Default::default()
            }))
        };
        let registered = self.image().cluster.broker(BrokerId(request.broker_id));
        if registered.is_none_or(|broker| broker.epoch != request.broker_epoch) {
            return rejected(ErrorCode::STALE_BROKER_EPOCH);
        }
        let start = self.image().next_producer_id.max(0);
        let Some(next) = start.checked_add(i64::from(PRODUCER_ID_BLOCK)) else {
            return rejected(ErrorCode::UNKNOWN_SERVER_ERROR);
        };
        let record = ProducerIdsRecord {
            broker_id: request.broker_id,
            broker_epoch: request.broker_epoch,
            next_producer_id: next,
            ..Default::default()
        };
        let reply = Reply::AllocateProducerIds(AllocateProducerIdsResponse {
            producer_id_start: start,
            producer_id_len: PRODUCER_ID_BLOCK,
            ..Default::default()
        });
        Decision::atomic(vec![VersionedRecord::new(record, 0)], reply)
    }
}

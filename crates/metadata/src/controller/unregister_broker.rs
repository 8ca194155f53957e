//! UnregisterBroker: a broker is gone for good. It leaves every in-sync set and the list of brokers; its
//! replicas stay assigned to it until somebody moves them. A broker that lives notices at its next
//! heartbeat.
//!
//! Source: KIP-584, KIP-631; the text is that of Apache Kafka 4.4.0.

use moldau_protocol::ErrorCode;
use moldau_protocol::ids::BrokerId;
use moldau_protocol::messages::{
    UnregisterBrokerRecord, UnregisterBrokerRequest, UnregisterBrokerResponse,
};

use super::leadership::Movement;
use super::{ControllerMachine, Decision, Reply};
use crate::record::VersionedRecord;

impl ControllerMachine {
    pub(super) fn unregister_broker(&self, request: &UnregisterBrokerRequest) -> Decision {
        let id = BrokerId(request.broker_id);
        let Some(broker) = self.image().cluster.broker(id) else {
            return Decision::rejected(Reply::UnregisterBroker(UnregisterBrokerResponse {
                error_code: ErrorCode::BROKER_ID_NOT_REGISTERED.0,
                error_message: Some(format!("Broker ID {id} is not currently registered")),
                ..Default::default()
            }));
        };
        let mut records = Vec::new();
        self.leadership_records(Movement::Leaves(id), &mut records, |partition| {
            partition.isr.contains(&id) || partition.elr.contains(&id)
        });
        let record = UnregisterBrokerRecord {
            broker_id: id.0,
            broker_epoch: broker.epoch,
            ..Default::default()
        };
        records.push(VersionedRecord::new(record, 0));
        let reply = Reply::UnregisterBroker(UnregisterBrokerResponse::default());
        Decision { records, atomic: false, reply }
    }
}

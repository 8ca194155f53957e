//! A broker that has been silent for too long is fenced.

use moldau_protocol::ids::BrokerId;
use moldau_protocol::messages::BrokerRegistrationChangeRecord;

use super::leadership::Movement;
use super::{ControllerMachine, Decision, Reply};
use crate::image::BrokerRegistration;
use crate::record::VersionedRecord;

impl ControllerMachine {
    pub(super) fn expire_broker(&mut self, id: BrokerId, now_ms: i64) -> Decision {
        let mut records = Vec::new();
        let broker = self.image().cluster.broker(id).cloned();
        if let Some(broker) = broker
            && !broker.fenced
            && !self.liveness.is_alive(id, broker.epoch, now_ms)
        {
            self.fence_records(&broker, &mut records);
            self.liveness.remove(id);
        }
        Decision { records, atomic: false, reply: Reply::None }
    }

    /// Takes the broker out of every in-sync set, then fences it.
    pub(super) fn fence_records(
        &self,
        broker: &BrokerRegistration,
        records: &mut Vec<VersionedRecord>,
    ) {
        let id = broker.id;
        self.leadership_records(Movement::Leaves(id), records, |p| p.isr.contains(&id));
        let change = BrokerRegistrationChangeRecord {
            broker_id: id.0,
            broker_epoch: broker.epoch,
            fenced: 1,
            ..Default::default()
        };
        records.push(VersionedRecord::new(change, 0));
    }
}

//! BrokerHeartbeat: a broker lives, and says whether it wants to be fenced or to shut down.
//!
//! A fenced broker is unfenced once it has replayed its own registration. A broker that wants to shut
//! down first hands its leaderships over (controlled shutdown) and may go when no broker that leads
//! still believes in them; one that leads nothing goes at once.
//!
//! Source: KIP-631, KIP-841, KIP-858 (off-line directories), KIP-1066 (cordoned ones).

use moldau_protocol::ErrorCode;
use moldau_protocol::ids::{BrokerId, DirectoryId, Offset};
use moldau_protocol::messages::{
    BrokerHeartbeatRequest, BrokerHeartbeatResponse, BrokerRegistrationChangeRecord,
};

use super::leadership::Movement;
use super::{ControllerMachine, Decision, Reply};
use crate::image::BrokerRegistration;
use crate::record::VersionedRecord;

/// What a broker is allowed to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BrokerState {
    Fenced,
    Unfenced,
    ControlledShutdown,
    ShutdownNow,
}

impl BrokerState {
    fn fenced(self) -> bool {
        matches!(self, Self::Fenced | Self::ShutdownNow)
    }
}

impl ControllerMachine {
    pub(super) fn heartbeat(
        &mut self,
        request: &BrokerHeartbeatRequest,
        next_offset: Offset,
        now_ms: i64,
    ) -> Decision {
        let id = BrokerId(request.broker_id);
        let broker = match self.image().cluster.broker(id) {
            Some(broker) if broker.epoch == request.broker_epoch => broker.clone(),
            _ => {
                return Decision::rejected(Reply::Heartbeat(BrokerHeartbeatResponse {
                    error_code: ErrorCode::STALE_BROKER_EPOCH.0,
                    ..Default::default()
                }));
            }
        };
        let caught_up =
            request.current_metadata_offset >= self.liveness.registered_at(id, broker.epoch);
        let current = self.broker_state(&broker);
        let next = self.next_broker_state(&broker, current, request, caught_up);
        let mut records = Vec::new();
        if current != next {
            match next {
                BrokerState::Fenced | BrokerState::ShutdownNow => {
                    // A fenced broker that goes for good is fenced already; Kafka says it again.
                    self.fence_records(&broker, &mut records);
                }
                BrokerState::Unfenced => self.unfence_records(&broker, &mut records),
                BrokerState::ControlledShutdown => {
                    self.hand_over_records(&broker, &mut records);
                }
            }
        }
        let offset = request.current_metadata_offset;
        self.liveness.touch(id, broker.epoch, now_ms, offset, next.fenced());
        self.directory_records(&broker, request, &mut records);
        if next == BrokerState::ControlledShutdown {
            let last = next_offset.0.saturating_add(records.len() as i64).saturating_sub(1);
            self.liveness.shutting_down(id, last);
        }
        let response = BrokerHeartbeatResponse {
            is_caught_up: caught_up,
            is_fenced: next.fenced(),
            should_shut_down: next == BrokerState::ShutdownNow,
            ..Default::default()
        };
        Decision { records, atomic: false, reply: Reply::Heartbeat(response) }
    }

    fn broker_state(&self, broker: &BrokerRegistration) -> BrokerState {
        if broker.fenced {
            BrokerState::Fenced
        } else if self.liveness.shutdown_offset(broker.id).is_some() {
            BrokerState::ControlledShutdown
        } else {
            BrokerState::Unfenced
        }
    }

    fn next_broker_state(
        &self,
        broker: &BrokerRegistration,
        current: BrokerState,
        request: &BrokerHeartbeatRequest,
        caught_up: bool,
    ) -> BrokerState {
        let leads = || {
            self.image().topics.partitions().any(|(_, _, partition)| partition.leader == broker.id)
        };
        match current {
            BrokerState::Fenced if request.want_shut_down => BrokerState::ShutdownNow,
            BrokerState::Fenced if !request.want_fence && caught_up => BrokerState::Unfenced,
            BrokerState::Fenced => BrokerState::Fenced,
            BrokerState::Unfenced => match (request.want_fence, request.want_shut_down) {
                (true, true) => BrokerState::ShutdownNow,
                (true, false) => BrokerState::Fenced,
                (false, true) if leads() => BrokerState::ControlledShutdown,
                (false, true) => BrokerState::ShutdownNow,
                (false, false) => BrokerState::Unfenced,
            },
            BrokerState::ControlledShutdown | BrokerState::ShutdownNow => {
                let lowest = self.liveness.lowest_active_offset(&self.image().cluster);
                let seen = self.liveness.shutdown_offset(broker.id).is_none_or(|o| o <= lowest);
                if seen && !leads() {
                    BrokerState::ShutdownNow
                } else {
                    BrokerState::ControlledShutdown
                }
            }
        }
    }

    /// Unfences the broker, then gives it the partitions that wait for it.
    fn unfence_records(&self, broker: &BrokerRegistration, records: &mut Vec<VersionedRecord>) {
        let change = BrokerRegistrationChangeRecord {
            broker_id: broker.id.0,
            broker_epoch: broker.epoch,
            fenced: -1,
            ..Default::default()
        };
        records.push(VersionedRecord::new(change, 0));
        self.leadership_records(Movement::Returns(broker.id), records, |partition| {
            partition.leader == BrokerId::NONE
        });
    }

    /// Marks the broker as on its way out, then moves its leaderships.
    fn hand_over_records(&self, broker: &BrokerRegistration, records: &mut Vec<VersionedRecord>) {
        if !broker.in_controlled_shutdown {
            let change = BrokerRegistrationChangeRecord {
                broker_id: broker.id.0,
                broker_epoch: broker.epoch,
                in_controlled_shutdown: 1,
                ..Default::default()
            };
            records.push(VersionedRecord::new(change, 1));
        }
        let id = broker.id;
        self.leadership_records(Movement::Leaves(id), records, |p| p.isr.contains(&id));
    }

    /// What the heartbeat says about log directories: those gone off line, those cordoned.
    fn directory_records(
        &self,
        broker: &BrokerRegistration,
        request: &BrokerHeartbeatRequest,
        records: &mut Vec<VersionedRecord>,
    ) {
        let version = self.image().features.metadata_version_or_min();
        let change = BrokerRegistrationChangeRecord {
            broker_id: broker.id.0,
            broker_epoch: broker.epoch,
            ..Default::default()
        };
        let is_offline = |directory: &DirectoryId| request.offline_log_dirs.contains(&directory.0);
        if version.directories() && broker.directories.iter().any(is_offline) {
            let id = broker.id;
            self.leadership_records(Movement::Leaves(id), records, |partition| {
                partition.directory(id).is_some_and(|directory| is_offline(&directory))
            });
            let online = broker.directories.iter().filter(|directory| !is_offline(directory));
            let log_dirs = online.map(|directory| directory.0).collect();
            let change = BrokerRegistrationChangeRecord { log_dirs, ..change.clone() };
            records.push(VersionedRecord::new(change, 2));
        }
        if let Some(cordoned) = &request.cordoned_log_dirs
            && version.cordoned_directories()
        {
            let known = broker.cordoned_directories.as_ref();
            let same = known.is_some_and(|known| known.iter().map(|d| &d.0).eq(cordoned));
            if !same {
                let cordoned_log_dirs = Some(cordoned.clone());
                let change = BrokerRegistrationChangeRecord { cordoned_log_dirs, ..change };
                records.push(VersionedRecord::new(change, 3));
            }
        }
    }
}

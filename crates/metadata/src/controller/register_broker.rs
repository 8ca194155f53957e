//! BrokerRegistration: a broker starts, or amends what it said when it started.
//!
//! A new incarnation gets a new epoch, the offset of its registration, and starts fenced. What the
//! incarnation before it led or was in sync with is taken away first: if it did not shut down
//! cleanly (it does not know the epoch before), it lost what was not synced (KIP-966).
//!
//! Source: KIP-631, KIP-858, KIP-584 (feature ranges), KIP-966 (`PreviousBrokerEpoch`).
//! Known deviation: while the session of an older incarnation runs, Kafka answers
//! DUPLICATE_BROKER_REGISTRATION, so that a node killed and restarted waits for the session timeout.
//! The broker of this very process cannot have an older incarnation that lives, so it never waits.

use std::collections::BTreeSet;

use moldau_protocol::ErrorCode;
use moldau_protocol::ids::{BrokerId, DirectoryId, Offset, Uuid};
use moldau_protocol::messages::{
    BrokerRegistrationRequest, BrokerRegistrationResponse, RegisterBrokerRecord,
    register_broker_record,
};

use super::leadership::Movement;
use super::{ControllerMachine, Decision, Reply};
use crate::feature::{ELR_VERSION, METADATA_VERSION};
use crate::image::BrokerRegistration;
use crate::record::VersionedRecord;

/// Directory ids below this number have a meaning of their own.
const RESERVED_DIRECTORY_IDS: u128 = 100;

impl ControllerMachine {
    pub(super) fn register_broker(
        &mut self,
        request: &BrokerRegistrationRequest,
        next_offset: Offset,
        now_ms: i64,
    ) -> Decision {
        let reply = |error: ErrorCode, epoch: i64| {
            Reply::RegisterBroker(BrokerRegistrationResponse {
                error_code: error.0,
                broker_epoch: epoch,
                ..Default::default()
            })
        };
        if let Err(error) = self.check_registration(request, now_ms) {
            return Decision::rejected(reply(error, -1));
        }
        let version = self.image().features.metadata_version_or_min();
        let existing = self.image().cluster.broker(BrokerId(request.broker_id)).cloned();
        let mut record = registration(request);
        if !version.directories() {
            record.log_dirs.clear();
        }
        let mut records = Vec::new();
        match existing {
            Some(existing) if existing.incarnation_id == request.incarnation_id => {
                record.fenced = existing.fenced;
                record.in_controlled_shutdown = existing.in_controlled_shutdown;
                record.broker_epoch = existing.epoch;
                if version.cordoned_directories() {
                    record.cordoned_log_dirs = existing
                        .cordoned_directories
                        .as_ref()
                        .map(|directories| directories.iter().map(|d| d.0).collect());
                }
            }
            existing => {
                self.end_incarnation(request, existing.as_deref(), &mut records);
                record.broker_epoch = next_offset.0;
                self.liveness.remove(BrokerId(request.broker_id));
            }
        }
        let epoch = record.broker_epoch;
        records.push(VersionedRecord::new(record, version.register_broker_record()));
        Decision::atomic(records, reply(ErrorCode::NONE, epoch))
    }

    fn check_registration(
        &self,
        request: &BrokerRegistrationRequest,
        now_ms: i64,
    ) -> Result<(), ErrorCode> {
        if request.cluster_id != self.config.cluster_id {
            return Err(ErrorCode::INCONSISTENT_CLUSTER_ID);
        }
        let id = BrokerId(request.broker_id);
        let is_local = self.config.local_incarnation == Some(request.incarnation_id);
        if let Some(existing) = self.image().cluster.broker(id)
            && existing.incarnation_id != request.incarnation_id
            && self.liveness.is_alive(id, existing.epoch, now_ms)
            && !is_local
        {
            return Err(ErrorCode::DUPLICATE_BROKER_REGISTRATION);
        }
        if request.is_migrating_zk_broker {
            return Err(ErrorCode::BROKER_ID_NOT_REGISTERED);
        }
        if self.image().features.metadata_version_or_min().directories() {
            self.check_directories(id, &request.log_dirs)?;
        }
        self.check_features(request)
    }

    fn check_directories(&self, id: BrokerId, directories: &[Uuid]) -> Result<(), ErrorCode> {
        let reserved = |directory: &Uuid| u128::from_be_bytes(directory.0) < RESERVED_DIRECTORY_IDS;
        let distinct: BTreeSet<_> = directories.iter().collect();
        let taken = |directory: &Uuid| {
            let owner = self.image().cluster.broker_of_directory(DirectoryId(*directory));
            owner.is_some_and(|owner| owner != id)
        };
        if directories.is_empty()
            || distinct.len() != directories.len()
            || directories.iter().any(|directory| reserved(directory) || taken(directory))
        {
            return Err(ErrorCode::INVALID_REGISTRATION);
        }
        Ok(())
    }

    /// The broker must work with every level that is finalised.
    fn check_features(&self, request: &BrokerRegistrationRequest) -> Result<(), ErrorCode> {
        let features = &self.image().features;
        for feature in &request.features {
            let level = features.level(&feature.name);
            let range = feature.min_supported_version..=feature.max_supported_version;
            if !range.contains(&level) {
                return Err(ErrorCode::UNSUPPORTED_VERSION);
            }
        }
        let names: BTreeSet<_> = request.features.iter().map(|f| f.name.as_str()).collect();
        if !names.contains(METADATA_VERSION) {
            return Err(ErrorCode::INVALID_REGISTRATION);
        }
        if features.finalized().any(|(name, level)| level != 0 && !names.contains(name)) {
            return Err(ErrorCode::UNSUPPORTED_VERSION);
        }
        Ok(())
    }

    /// Takes away what the incarnation before had.
    fn end_incarnation(
        &self,
        request: &BrokerRegistrationRequest,
        existing: Option<&BrokerRegistration>,
        records: &mut Vec<VersionedRecord>,
    ) {
        let id = BrokerId(request.broker_id);
        let clean = existing.is_some_and(|old| old.epoch == request.previous_broker_epoch);
        if clean || self.image().features.level(ELR_VERSION) == 0 {
            self.leadership_records(Movement::Leaves(id), records, |p| p.isr.contains(&id));
        } else {
            self.leadership_records(Movement::LostData(id), records, |partition| {
                partition.isr.contains(&id) || partition.elr.contains(&id)
            });
        }
    }
}

fn registration(request: &BrokerRegistrationRequest) -> RegisterBrokerRecord {
    RegisterBrokerRecord {
        broker_id: request.broker_id,
        incarnation_id: request.incarnation_id,
        end_points: request
            .listeners
            .iter()
            .map(|listener| register_broker_record::BrokerEndpoint {
                name: listener.name.clone(),
                host: listener.host.clone(),
                port: listener.port,
                security_protocol: listener.security_protocol,
                ..Default::default()
            })
            .collect(),
        features: request
            .features
            .iter()
            .map(|feature| register_broker_record::BrokerFeature {
                name: feature.name.clone(),
                min_supported_version: feature.min_supported_version,
                max_supported_version: feature.max_supported_version,
                ..Default::default()
            })
            .collect(),
        rack: request.rack.clone(),
        fenced: true,
        log_dirs: request.log_dirs.clone(),
        ..Default::default()
    }
}

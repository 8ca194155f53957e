//! The node became the active controller.
//!
//! On an empty log it writes what `storage format` decided: feature levels, credentials, inside a
//! metadata transaction where the level has them. On any other log it only ends a transaction that
//! the controller before it left open.
//!
//! Source: KIP-868, KIP-966 (`min.insync.replicas` becomes a cluster setting when ELR is on).

use moldau_protocol::messages::{
    AbortTransactionRecord, BeginTransactionRecord, ConfigRecord, EndTransactionRecord,
    MetadataRecord,
};

use super::{ControllerMachine, Decision, Reply};
use crate::feature::{ELR_VERSION, METADATA_VERSION, MetadataVersion};
use crate::image::{ConfigResource, MetadataImage, Provenance};
use crate::record::VersionedRecord;

impl ControllerMachine {
    pub(super) fn activate(&mut self, bootstrap: &[VersionedRecord], now_ms: i64) -> Decision {
        let mut records = Vec::new();
        if self.state.in_transaction() {
            let reason = Some("Controller failover".to_owned());
            let abort = AbortTransactionRecord { reason, ..Default::default() };
            records.push(VersionedRecord::new(abort, 0));
        }
        let visible: MetadataImage = self.state.apply(Provenance::EMPTY);
        self.liveness.activate(&visible.cluster, now_ms);
        let mut atomic = true;
        if visible.is_empty() && !bootstrap.is_empty() {
            let version = level(bootstrap, METADATA_VERSION).and_then(MetadataVersion::from_level);
            let in_transaction = version.is_some_and(MetadataVersion::transactions);
            if in_transaction {
                let name = Some("Bootstrap records".to_owned());
                let begin = BeginTransactionRecord { name, ..Default::default() };
                records.push(VersionedRecord::new(begin, 0));
                atomic = false;
            }
            records.extend_from_slice(bootstrap);
            if level(bootstrap, ELR_VERSION).is_some_and(|level| level > 0) {
                records.push(self.min_insync_replicas_record());
            }
            if in_transaction {
                records.push(VersionedRecord::new(EndTransactionRecord::default(), 0));
            }
        }
        Decision { records, atomic, reply: Reply::None }
    }

    /// With ELR, `min.insync.replicas` must be the same for all: the cluster's setting, not a file's.
    fn min_insync_replicas_record(&self) -> VersionedRecord {
        let record = ConfigRecord {
            resource_type: ConfigResource::all_brokers().kind.code(),
            resource_name: String::new(),
            name: "min.insync.replicas".to_owned(),
            value: Some(self.config.default_min_insync_replicas.to_string()),
            ..Default::default()
        };
        VersionedRecord::new(record, 0)
    }
}

/// Level that `records` finalise for a feature.
fn level(records: &[VersionedRecord], name: &str) -> Option<i16> {
    records.iter().rev().find_map(|versioned| match &versioned.record {
        MetadataRecord::FeatureLevelRecord(record) if record.name == name => {
            Some(record.feature_level)
        }
        _ => None,
    })
}

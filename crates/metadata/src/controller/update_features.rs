//! UpdateFeatures: changes finalised levels, all of them or none.
//!
//! A level must be served by this controller and by every broker. `metadata.version` goes down only past
//! levels that changed nothing in the layout of the metadata. Features that are not served can be switched
//! off where a directory came with them, and nothing else.
//!
//! Source: KIP-584, KIP-1022; codes and texts are those of Apache Kafka 4.4.0 (the flag of version 0 for a
//! downgrade has no effect there either). Known deviations: of several faults the first in the request is
//! told, with Kafka the first of a hash table; `kraft.version` cannot be raised.

use std::collections::BTreeMap;

use moldau_protocol::ErrorCode;
use moldau_protocol::ids::BrokerId;
use moldau_protocol::messages::{
    FeatureLevelRecord, UpdateFeaturesRequest, UpdateFeaturesResponse,
    update_features_request::FeatureUpdateKey, update_features_response::UpdatableFeatureResult,
};

use super::{ControllerMachine, Decision, Reply};
use crate::feature::{self, KRAFT_VERSION, METADATA_VERSION, MetadataVersion};
use crate::image::VersionRange;
use crate::record::VersionedRecord;

/// First version without an entry for each feature in its answer.
const NO_RESULTS_FROM: i16 = 2;

/// What a client allows to happen to a level; the numbers are those of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    Upgrade,
    SafeDowngrade,
    UnsafeDowngrade,
}

impl Change {
    fn from_wire(number: i8) -> Option<Self> {
        match number {
            1 => Some(Self::Upgrade),
            2 => Some(Self::SafeDowngrade),
            3 => Some(Self::UnsafeDowngrade),
            _ => None,
        }
    }
}

impl ControllerMachine {
    pub(super) fn update_features(
        &self,
        request: &UpdateFeaturesRequest,
        version: i16,
        kraft_version: i16,
    ) -> Decision {
        let updates = &request.feature_updates;
        let mut proposed: BTreeMap<&str, i16> = self.image().features.finalized().collect();
        proposed.extend(updates.iter().map(|each| (each.feature.as_str(), each.max_version_level)));
        let mut records = Vec::new();
        let mut seen = Vec::with_capacity(updates.len());
        for update in updates {
            if seen.contains(&update.feature.as_str()) {
                continue;
            }
            // Named twice, the last one counts.
            let last = updates.iter().rfind(|each| each.feature == update.feature);
            seen.push(&update.feature);
            match self.update_feature(last.unwrap_or(update), kraft_version, &proposed) {
                Ok(record) => records.extend(record),
                Err(message) => return refused(&message),
            }
        }
        if request.validate_only {
            records.clear();
        }
        let result = |update: &FeatureUpdateKey| UpdatableFeatureResult {
            feature: update.feature.clone(),
            // That is what Kafka says.
            error_message: Some("NONE".to_owned()),
            ..Default::default()
        };
        let results = if version < NO_RESULTS_FROM {
            updates.iter().map(result).collect()
        } else {
            Vec::new()
        };
        let response =
            UpdateFeaturesResponse { error_message: None, results, ..Default::default() };
        Decision::atomic(records, Reply::UpdateFeatures(response))
    }

    fn update_feature(
        &self,
        update: &FeatureUpdateKey,
        kraft_version: i16,
        proposed: &BTreeMap<&str, i16>,
    ) -> Result<Option<VersionedRecord>, String> {
        let (name, level) = (update.feature.as_str(), update.max_version_level);
        let invalid = |reason: &str| {
            Err(format!("Invalid update version {level} for feature {name}. {reason}"))
        };
        let Some(change) = Change::from_wire(update.upgrade_type) else {
            return invalid("The controller does not support the given upgrade type.");
        };
        if level < 0 {
            return invalid("A feature version cannot be less than 0.");
        }
        if let Some(reason) = self.reason_not_supported(name, level) {
            return invalid(&reason);
        }
        let current = match name {
            KRAFT_VERSION => kraft_version,
            name => self.image().features.level(name),
        };
        if level < current && change == Change::Upgrade {
            return invalid(
                "Can't downgrade the version of this feature without setting the upgrade type to either safe or unsafe downgrade.",
            );
        }
        if level > current && change != Change::Upgrade {
            return invalid("Can't downgrade to a newer version.");
        }
        if name == KRAFT_VERSION {
            return match level {
                _ if level == current => Ok(None),
                _ if level < current => invalid("Can't downgrade the version of this feature."),
                _ => invalid("This server cannot change static voters into dynamic ones."),
            };
        }
        if name == METADATA_VERSION {
            check_downgrade(current, level, change)?;
        } else {
            let Some(feature) = feature::feature(name) else {
                return invalid(&format!("Feature {name} not found."));
            };
            for (other, needed) in feature.dependencies(level) {
                if proposed.get(other).copied().unwrap_or(0) < *needed {
                    return invalid(&format!(
                        "{name} could not be set to {level} because it depends on {other} level {needed}"
                    ));
                }
            }
        }
        let record = FeatureLevelRecord {
            name: name.to_owned(),
            feature_level: level,
            ..Default::default()
        };
        Ok((level != current).then(|| VersionedRecord::new(record, 0)))
    }

    /// Why a level cannot be: a node does not have it.
    fn reason_not_supported(&self, name: &str, level: i16) -> Option<String> {
        const DISABLED: VersionRange = VersionRange { min: 0, max: 0 };
        let reason = |who: String, range: VersionRange| {
            if (range.min..=range.max).contains(&level) {
                None
            } else if range.max == 0 {
                Some(format!("{who} does not support this feature."))
            } else if range.min == range.max {
                Some(format!("{who} only supports versions {}", range.min))
            } else {
                Some(format!("{who} only supports versions {}-{}", range.min, range.max))
            }
        };
        let own = feature::served().find(|feature| feature.name == name);
        let own =
            own.map_or(DISABLED, |feature| VersionRange { min: feature.min, max: feature.max });
        let own_id: BrokerId = self.config().node_id;
        let cluster = &self.image().cluster;
        let of = |features: &BTreeMap<String, VersionRange>| {
            features.get(name).copied().unwrap_or(DISABLED)
        };
        reason(format!("Local controller {own_id}"), own)
            .or_else(|| {
                let mut brokers = cluster.brokers();
                brokers.find_map(|each| reason(format!("Broker {}", each.id), of(&each.features)))
            })
            .or_else(|| {
                let mut others = cluster.controllers().filter(|each| each.id != own_id);
                others
                    .find_map(|each| reason(format!("Controller {}", each.id), of(&each.features)))
            })
    }
}

/// Whether `metadata.version` may go down to `level`.
fn check_downgrade(current: i16, level: i16, change: Change) -> Result<(), String> {
    let passed = MetadataVersion::all()
        .filter(|version| (level + 1..=current).contains(&version.level()))
        .any(MetadataVersion::changed_metadata);
    if !passed {
        return Ok(());
    }
    let reason = if change == Change::UnsafeDowngrade {
        "Unsafe metadata downgrade is not supported in this version."
    } else {
        "Refusing to perform the requested downgrade because it might delete metadata information."
    };
    Err(format!("Unsupported metadata.version downgrade from {current} to {level}. {reason}"))
}

/// One fault refuses all.
fn refused(message: &str) -> Decision {
    let message = format!(
        "The update failed for all features since the following feature had an error: {message}"
    );
    Decision::rejected(Reply::UpdateFeatures(UpdateFeaturesResponse {
        error_code: ErrorCode::INVALID_UPDATE_VERSION.0,
        error_message: Some(message),
        ..Default::default()
    }))
}

//! Finalised feature levels.

use std::collections::BTreeMap;

use moldau_protocol::messages::FeatureLevelRecord;

use crate::feature::{METADATA_VERSION, MetadataVersion};

/// Feature levels that the log has finalised, including those that this build does not serve.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FeaturesImage {
    levels: BTreeMap<String, i16>,
}

impl FeaturesImage {
    /// Level of a feature; 0 when it is not finalised.
    #[must_use]
    pub fn level(&self, name: &str) -> i16 {
        self.levels.get(name).copied().unwrap_or(0)
    }

    /// The metadata level; `None` before the first record finalises one.
    ///
    /// [`super::MetadataDelta::replay`] refuses levels outside of what is served.
    #[must_use]
    pub fn metadata_version(&self) -> Option<MetadataVersion> {
        MetadataVersion::from_level(self.level(METADATA_VERSION))
    }

    /// The metadata level, or the oldest one before any is finalised.
    #[must_use]
    pub fn metadata_version_or_min(&self) -> MetadataVersion {
        self.metadata_version().unwrap_or(MetadataVersion::MIN)
    }

    /// Features with a level above 0, by name, `metadata.version` among them.
    pub fn finalized(&self) -> impl Iterator<Item = (&str, i16)> {
        self.levels.iter().map(|(name, level)| (name.as_str(), *level))
    }

    pub(super) fn replay(&mut self, record: &FeatureLevelRecord) {
        if record.feature_level == 0 {
            self.levels.remove(&record.name);
        } else {
            self.levels.insert(record.name.clone(), record.feature_level);
        }
    }
}

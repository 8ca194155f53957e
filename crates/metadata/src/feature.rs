//! Feature levels: what they are called, which we serve, and what each metadata level implies.
//!
//! `metadata.version` decides which record types and versions may be written; the other features
//! switch protocols on. Levels found in a log that we do not serve are kept as they are (see
//! `image::FeaturesImage`), and never offered.
//!
//! Source: KIP-584, KIP-778, KIP-1022; the tables are those of Apache Kafka 4.4.0.

use std::fmt;

/// Name of the feature that decides the layout of the metadata log.
pub const METADATA_VERSION: &str = "metadata.version";
/// Dynamic quorum (KIP-853); it lives in the quorum's control records, not in the metadata log.
pub const KRAFT_VERSION: &str = "kraft.version";
/// Consumer group protocol (KIP-848).
pub const GROUP_VERSION: &str = "group.version";
/// Transactions, second version (KIP-890).
pub const TRANSACTION_VERSION: &str = "transaction.version";
/// Share groups (KIP-932).
pub const SHARE_VERSION: &str = "share.version";
/// Streams groups (KIP-1071).
pub const STREAMS_VERSION: &str = "streams.version";
/// Eligible leader replicas (KIP-966).
pub const ELR_VERSION: &str = "eligible.leader.replicas.version";

/// A level of `metadata.version`: one of [`MetadataVersion::MIN`] to [`MetadataVersion::MAX`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MetadataVersion(i16);

/// Release names of the levels from 7 on.
const NAMES: &[&str] = &[
    "3.3-IV3", "3.4-IV0", "3.5-IV0", "3.5-IV1", "3.5-IV2", "3.6-IV0", "3.6-IV1", "3.6-IV2",
    "3.7-IV0", "3.7-IV1", "3.7-IV2", "3.7-IV3", "3.7-IV4", "3.8-IV0", "3.9-IV0", "4.0-IV0",
    "4.0-IV1", "4.0-IV2", "4.0-IV3", "4.1-IV0", "4.1-IV1", "4.2-IV0", "4.2-IV1", "4.3-IV0",
    "4.4-IV0", "4.4-IV1", "4.4-IV2",
];

impl MetadataVersion {
    /// Oldest level that is served, 3.3-IV3.
    pub const MIN: Self = Self(7);
    /// Newest level that is served, 4.4-IV2.
    pub const MAX: Self = Self(33);

    /// The level with this number, if we serve it.
    #[must_use]
    pub fn from_level(level: i16) -> Option<Self> {
        (Self::MIN.0..=Self::MAX.0).contains(&level).then_some(Self(level))
    }

    /// The level that `--release-version` names: `4.4-IV1` exactly, or `4.4` and `4.4.0` for the
    /// last level of that release.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Some(index) = NAMES.iter().position(|name| *name == text) {
            return Self::from_index(index);
        }
        if text.contains("-IV") {
            return None;
        }
        let mut parts = text.split('.');
        let (major, minor) = (parts.next()?, parts.next()?);
        let numeric = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        if !numeric(major) || !numeric(minor) || !parts.all(numeric) {
            return None;
        }
        let prefix = format!("{major}.{minor}-");
        Self::from_index(NAMES.iter().rposition(|name| name.starts_with(&prefix))?)
    }

    fn from_index(index: usize) -> Option<Self> {
        Self::from_level(Self::MIN.0.checked_add(i16::try_from(index).ok()?)?)
    }

    /// Every level that is served, oldest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (Self::MIN.0..=Self::MAX.0).map(Self)
    }

    /// Number of the level, as a FeatureLevelRecord has it.
    #[must_use]
    pub fn level(self) -> i16 {
        self.0
    }

    /// Name of the level, such as `4.4-IV2`.
    #[must_use]
    pub fn name(self) -> &'static str {
        NAMES[usize::from((self.0 - Self::MIN.0).unsigned_abs())]
    }

    /// Name of the release that brought the level, such as `4.4`.
    #[must_use]
    pub fn release(self) -> &'static str {
        self.name().split('-').next().unwrap_or_default()
    }

    /// Whether this level changed what is in the metadata log, so that there is no safe way back past
    /// it.
    #[must_use]
    pub fn changed_metadata(self) -> bool {
        matches!(self.0, 7 | 8 | 11 | 13 | 14 | 15 | 17 | 23 | 30 | 32 | 33)
    }

    /// Whether SCRAM credentials may be in the log (3.5-IV2).
    #[must_use]
    pub fn scram(self) -> bool {
        self.0 >= 11
    }

    /// Whether several batches may be one change, by BeginTransaction and EndTransaction (3.6-IV1).
    #[must_use]
    pub fn transactions(self) -> bool {
        self.0 >= 13
    }

    /// Whether delegation tokens may be in the log (3.6-IV2).
    #[must_use]
    pub fn delegation_tokens(self) -> bool {
        self.0 >= 14
    }

    /// Whether controllers register (3.7-IV0).
    #[must_use]
    pub fn controller_registration(self) -> bool {
        self.0 >= 15
    }

    /// Whether replicas have directories (3.7-IV2, KIP-858).
    #[must_use]
    pub fn directories(self) -> bool {
        self.0 >= 17
    }

    /// Whether partitions may have eligible leader replicas (4.0-IV1, KIP-966).
    #[must_use]
    pub fn elr(self) -> bool {
        self.0 >= 23
    }

    /// Whether log directories can be cordoned (4.3-IV0, KIP-1066).
    #[must_use]
    pub fn cordoned_directories(self) -> bool {
        self.0 >= 30
    }

    /// Whether controllers can be unregistered (4.4-IV2).
    #[must_use]
    pub fn controller_unregistration(self) -> bool {
        self.0 >= 33
    }

    /// Whether each shrink of the in-sync replicas takes a new leader epoch (before 3.6-IV0).
    #[must_use]
    pub fn leader_epoch_bump_on_isr_shrink(self) -> bool {
        self.0 < 12
    }

    /// Version of RegisterBrokerRecord to write.
    #[must_use]
    pub fn register_broker_record(self) -> i16 {
        match self.0 {
            30.. => 4,
            17.. => 3,
            8.. => 2,
            _ => 1,
        }
    }

    /// Version of PartitionRecord and PartitionChangeRecord to write.
    #[must_use]
    pub fn partition_record(self) -> i16 {
        match self.0 {
            23.. => 2,
            17.. => 1,
            _ => 0,
        }
    }
}

impl fmt::Display for MetadataVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for MetadataVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name(), self.0)
    }
}

/// A feature and its levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feature {
    /// Its name in FeatureLevelRecord.
    pub name: &'static str,
    /// Lowest level.
    pub min: i16,
    /// Highest level.
    pub max: i16,
    /// For each level from 0 on, the metadata level of the release that has it as its default.
    bootstrap: &'static [i16],
}

/// The features of Apache Kafka 4.4.0 with all their levels, by name.
pub const FEATURES: &[Feature] = &[
    Feature { name: ELR_VERSION, min: 0, max: 1, bootstrap: &[7, 26] },
    Feature { name: GROUP_VERSION, min: 0, max: 1, bootstrap: &[7, 22] },
    Feature { name: KRAFT_VERSION, min: 0, max: 1, bootstrap: &[7, 21] },
    Feature { name: METADATA_VERSION, min: 7, max: 33, bootstrap: &[] },
    Feature { name: SHARE_VERSION, min: 0, max: 2, bootstrap: &[7, 28, 31] },
    Feature { name: STREAMS_VERSION, min: 0, max: 1, bootstrap: &[7, 29] },
    Feature { name: TRANSACTION_VERSION, min: 0, max: 2, bootstrap: &[7, 24, 24] },
];

/// The features whose levels this build serves to clients, by name. The others are understood, and
/// kept where a directory has them, but nothing is offered that depends on them.
pub fn served() -> impl Iterator<Item = &'static Feature> {
    const SERVED: [&str; 3] = [GROUP_VERSION, KRAFT_VERSION, METADATA_VERSION];
    FEATURES.iter().filter(|feature| SERVED.contains(&feature.name))
}

/// The feature called `name`.
#[must_use]
pub fn feature(name: &str) -> Option<&'static Feature> {
    FEATURES.iter().find(|feature| feature.name == name)
}

impl Feature {
    /// Whether `level` may be finalised.
    #[must_use]
    pub fn supports(&self, level: i16) -> bool {
        (self.min..=self.max).contains(&level)
    }

    /// The level that `storage format` finalises for a release: the newest one that the release has.
    #[must_use]
    pub fn default_level(&self, release: MetadataVersion) -> i16 {
        if self.name == METADATA_VERSION {
            return release.level();
        }
        let newest = self.bootstrap.iter().rposition(|needed| *needed <= release.level());
        newest.and_then(|index| i16::try_from(index).ok()).unwrap_or(self.min)
    }

    /// What a level needs of other features, as (name, level).
    #[must_use]
    pub fn dependencies(&self, level: i16) -> &'static [(&'static str, i16)] {
        match (self.name, level) {
            (ELR_VERSION, 1..) => &[(METADATA_VERSION, 23)],
            _ => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_have_the_names_of_their_releases() {
        for (text, level) in [
            ("3.3-IV3", Some(7)),
            ("3.3", Some(7)),
            ("3.7", Some(19)),
            ("3.9", Some(21)),
            ("3.9.1", Some(21)),
            ("4.0-IV1", Some(23)),
            ("4.4-IV0", Some(31)),
            ("4.4", Some(33)),
            ("4.4.0", Some(33)),
            ("4.4-IV3", None),
            ("4.5", None),
            ("3.2", None),
            ("4", None),
            ("4.x", None),
            ("", None),
        ] {
            assert_eq!(MetadataVersion::parse(text).map(MetadataVersion::level), level, "{text}");
        }
        assert_eq!(MetadataVersion::all().count(), NAMES.len());
        assert_eq!(MetadataVersion::MAX.name(), "4.4-IV2");
        assert_eq!(MetadataVersion::MAX.release(), "4.4");
        assert_eq!(MetadataVersion::from_level(6), None);
    }

    #[test]
    fn record_versions_follow_the_level() {
        let versions: Vec<_> = [7, 8, 16, 17, 22, 23, 29, 30, 33]
            .into_iter()
            .filter_map(MetadataVersion::from_level)
            .map(|v| (v.register_broker_record(), v.partition_record()))
            .collect();
        let expected = [(1, 0), (2, 0), (2, 0), (3, 1), (3, 1), (3, 2), (3, 2), (4, 2), (4, 2)];
        assert_eq!(versions, expected);
    }

    #[test]
    fn a_release_has_its_default_levels() {
        let levels = |release: &str| -> Vec<i16> {
            let release = MetadataVersion::parse(release).unwrap();
            FEATURES.iter().map(|feature| feature.default_level(release)).collect()
        };
        assert_eq!(levels("4.4"), [1, 1, 1, 33, 2, 1, 2]);
        assert_eq!(levels("4.0"), [0, 1, 1, 25, 0, 0, 2]);
        assert_eq!(levels("3.9"), [0, 0, 1, 21, 0, 0, 0]);
    }
}

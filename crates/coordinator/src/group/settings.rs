//! The settings of groups: the broker's, and what a single group overrides.

use std::collections::BTreeMap;
use std::time::Duration;

use moldau_metadata::image::{ConfigResource, MetadataImage, ResourceType};

/// Which changes between the two group protocols are made (`group.consumer.migration.policy`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Migration {
    /// None.
    Disabled,
    /// From classic to consumer.
    Upgrade,
    /// From consumer to classic.
    Downgrade,
    /// Both.
    Bidirectional,
}

impl Migration {
    /// By its name, in any case.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        match name.to_ascii_lowercase().as_str() {
            "disabled" => Some(Self::Disabled),
            "upgrade" => Some(Self::Upgrade),
            "downgrade" => Some(Self::Downgrade),
            "bidirectional" => Some(Self::Bidirectional),
            _ => None,
        }
    }

    /// Whether a classic group may become a consumer group.
    #[must_use]
    pub fn upgrades(self) -> bool {
        matches!(self, Self::Upgrade | Self::Bidirectional)
    }

    /// Whether a consumer group may become a classic one.
    #[must_use]
    pub fn downgrades(self) -> bool {
        matches!(self, Self::Downgrade | Self::Bidirectional)
    }
}

/// The broker's settings, with Kafka's defaults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupSettings {
    /// `group.min.session.timeout.ms`.
    pub classic_min_session: Duration,
    /// `group.max.session.timeout.ms`.
    pub classic_max_session: Duration,
    /// `group.initial.rebalance.delay.ms`.
    pub classic_initial_delay: Duration,
    /// `group.max.size`.
    pub classic_max_size: usize,
    /// `group.consumer.heartbeat.interval.ms`.
    pub consumer_heartbeat: Duration,
    /// `group.consumer.session.timeout.ms`.
    pub consumer_session: Duration,
    /// `group.consumer.assignment.interval.ms`.
    pub consumer_assignment_interval: Duration,
    /// `group.consumer.max.size`.
    pub consumer_max_size: usize,
    /// `group.consumer.assignors`, in order; the first is the default.
    pub consumer_assignors: Vec<String>,
    /// `group.consumer.regex.refresh.interval.ms`.
    pub consumer_regex_refresh: Duration,
    /// `group.consumer.migration.policy`.
    pub migration: Migration,
    /// `offset.metadata.max.bytes`.
    pub offset_metadata_max_bytes: usize,
    /// `offsets.retention.minutes`.
    pub offsets_retention: Duration,
    /// `offsets.retention.check.interval.ms`.
    pub offsets_retention_check: Duration,
}

impl Default for GroupSettings {
    fn default() -> Self {
        let ms = Duration::from_millis;
        Self {
            classic_min_session: ms(6_000),
            classic_max_session: ms(1_800_000),
            classic_initial_delay: ms(3_000),
            classic_max_size: i32::MAX as usize,
            consumer_heartbeat: ms(5_000),
            consumer_session: ms(45_000),
            consumer_assignment_interval: ms(1_000),
            consumer_max_size: i32::MAX as usize,
            consumer_assignors: vec!["uniform".to_owned(), "range".to_owned()],
            consumer_regex_refresh: ms(600_000),
            migration: Migration::Bidirectional,
            offset_metadata_max_bytes: 4_096,
            offsets_retention: Duration::from_secs(7 * 24 * 3_600),
            offsets_retention_check: ms(600_000),
        }
    }
}

/// What holds for one consumer group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConsumerTimes {
    /// How often members are to show that they live.
    pub heartbeat: Duration,
    /// How long a member may be silent.
    pub session: Duration,
    /// Shortest time between two assignments.
    pub assignment_interval: Duration,
}

impl GroupSettings {
    /// Times of a consumer group with its own overrides (`kafka-configs --group`).
    #[must_use]
    pub fn consumer_times(&self, image: &MetadataImage, group: &str) -> ConsumerTimes {
        let resource = ConfigResource { kind: ResourceType::Group, name: group.to_owned() };
        let overrides = image.configs.overrides(&resource);
        let own = |key: &str, default| duration(&overrides, key).unwrap_or(default);
        ConsumerTimes {
            heartbeat: own("consumer.heartbeat.interval.ms", self.consumer_heartbeat),
            session: own("consumer.session.timeout.ms", self.consumer_session),
            assignment_interval: own(
                "consumer.assignment.interval.ms",
                self.consumer_assignment_interval,
            ),
        }
    }
}

fn duration(overrides: &BTreeMap<String, String>, key: &str) -> Option<Duration> {
    overrides.get(key)?.trim().parse().ok().map(Duration::from_millis)
}

//! Settings of the group coordinator.

use moldau_coordinator::group::{GroupSettings, Migration};

use super::{ConfigError, reader::Reader};

/// What the group coordinator is started with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupConfig {
    /// What the machines decide by.
    pub settings: GroupSettings,
    /// Whether KIP-848 groups are served (`group.coordinator.rebalance.protocols`).
    pub consumer_protocol: bool,
    /// `offsets.topic.num.partitions`.
    pub topic_partitions: u32,
    /// `offsets.topic.compression.codec`, by its number in a batch.
    pub topic_codec: i16,
    /// `offsets.load.buffer.size`.
    pub load_buffer_bytes: u32,
}

pub(super) fn read(reader: &Reader<'_>) -> Result<GroupConfig, ConfigError> {
    let policy = reader.text("group.consumer.migration.policy").unwrap_or_default();
    let size = |name| reader.count(name) as usize;
    let minutes = |name| std::time::Duration::from_secs(u64::from(reader.count(name)) * 60);
    let settings = GroupSettings {
        classic_min_session: reader.millis("group.min.session.timeout.ms"),
        classic_max_session: reader.millis("group.max.session.timeout.ms"),
        classic_initial_delay: reader.millis("group.initial.rebalance.delay.ms"),
        classic_max_size: size("group.max.size"),
        consumer_heartbeat: reader.millis("group.consumer.heartbeat.interval.ms"),
        consumer_session: reader.millis("group.consumer.session.timeout.ms"),
        consumer_assignment_interval: reader.millis("group.consumer.assignment.interval.ms"),
        consumer_max_size: size("group.consumer.max.size"),
        consumer_assignors: reader
            .list("group.consumer.assignors")
            .unwrap_or_default()
            .iter()
            .map(|name| assignor(name))
            .collect(),
        consumer_regex_refresh: reader.millis("group.consumer.regex.refresh.interval.ms"),
        // The key's own check allows these names alone.
        migration: Migration::parse(&policy).unwrap_or(Migration::Bidirectional),
        offset_metadata_max_bytes: size("offset.metadata.max.bytes"),
        offsets_retention: minutes("offsets.retention.minutes"),
        offsets_retention_check: reader.millis("offsets.retention.check.interval.ms"),
    };
    let codec = reader.number("offsets.topic.compression.codec");
    let topic_codec = i16::try_from(codec).ok().filter(|codec| (0..=4).contains(codec));
    let topic_codec = topic_codec.ok_or_else(|| {
        let problem = "no codec has this number (allowed: 0 none, 1 gzip, 2 snappy, 3 lz4, 4 zstd)";
        ConfigError::rule("offsets.topic.compression.codec", codec, problem)
    })?;
    for names in RANGES {
        check_range(reader, names)?;
    }
    let (heartbeat, session) = (settings.consumer_heartbeat, settings.consumer_session);
    if heartbeat >= session {
        let session = session.as_millis();
        let problem = format!("must be less than group.consumer.session.timeout.ms {session}");
        let key = "group.consumer.heartbeat.interval.ms";
        return Err(ConfigError::rule(key, heartbeat.as_millis(), problem));
    }
    // Read for their effect: the topic is made with them when somebody first asks for it.
    reader.value("offsets.topic.replication.factor");
    reader.value("offsets.topic.segment.bytes");
    let protocols = reader.list("group.coordinator.rebalance.protocols").unwrap_or_default();
    Ok(GroupConfig {
        settings,
        consumer_protocol: protocols.iter().any(|name| name.eq_ignore_ascii_case("consumer")),
        topic_partitions: reader.count("offsets.topic.num.partitions"),
        topic_codec,
        load_buffer_bytes: reader.count("offsets.load.buffer.size"),
    })
}

/// A setting of consumer groups, and what it and the overrides of single groups must lie between.
const RANGES: [[&str; 3]; 3] = [
    [
        "group.consumer.heartbeat.interval.ms",
        "group.consumer.min.heartbeat.interval.ms",
        "group.consumer.max.heartbeat.interval.ms",
    ],
    [
        "group.consumer.session.timeout.ms",
        "group.consumer.min.session.timeout.ms",
        "group.consumer.max.session.timeout.ms",
    ],
    [
        "group.consumer.assignment.interval.ms",
        "group.consumer.min.assignment.interval.ms",
        "group.consumer.max.assignment.interval.ms",
    ],
];

fn check_range(
    reader: &Reader<'_>,
    [name, min, max]: [&'static str; 3],
) -> Result<(), ConfigError> {
    let (value, low, high) = (reader.number(name), reader.number(min), reader.number(max));
    if high < low {
        return Err(ConfigError::rule(max, high, format!("must not be less than {min} {low}")));
    }
    if !(low..=high).contains(&value) {
        let problem = format!("must lie between {min} {low} and {max} {high}");
        return Err(ConfigError::rule(name, value, problem));
    }
    Ok(())
}

/// The built-in assignor behind Kafka's class names.
fn assignor(name: &str) -> String {
    match name.rsplit('.').next() {
        Some("UniformAssignor") => "uniform".to_owned(),
        Some("RangeAssignor") => "range".to_owned(),
        _ => name.to_owned(),
    }
}

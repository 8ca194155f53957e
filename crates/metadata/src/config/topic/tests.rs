//! The declarations against Kafka's, and the texts it answers.

use std::time::Duration;

use super::*;
use crate::config::{
    ConfigKey, ConfigSource, DefaultValue, Kind, Layers, Reload, Validator, describe_topic, key,
};

fn overrides(text: &str) -> TopicOverrides {
    let pair = |entry: &str| {
        let (name, value) = entry.split_once('=').expect("key=value");
        (name.to_owned(), value.to_owned())
    };
    text.split(';').filter(|entry| !entry.is_empty()).map(pair).collect()
}

fn kafka_default(key: &ConfigKey) -> String {
    match key.default {
        DefaultValue::Required => "<required>".to_owned(),
        DefaultValue::Null => "<null>".to_owned(),
        DefaultValue::Text(_) => key.default_value().text().unwrap(),
    }
}

/// The validator as Kafka's `ConfigDef` prints it.
fn kafka_validator(key: &ConfigKey) -> String {
    match key.validator {
        Validator::Any => "<null>".to_owned(),
        Validator::AtLeast(min) => format!("[{min},...]"),
        Validator::Between(min, max) => format!("[{min},...,{max}]"),
        Validator::BetweenOr(min, max, or) => format!("[{min},...,{max}] or {or}"),
        Validator::Fraction(min, max) => format!("[{min},...,{max}]"),
        Validator::OneOf(choices) => format!("[{}]", choices.join(", ")),
        Validator::List { allowed, .. } => format!("[{}]", allowed.join(", ")),
        Validator::ThrottledReplicas => {
            "[partitionId]:[brokerId],[partitionId]:[brokerId],...".to_owned()
        }
        Validator::OneOfIgnoreCase(_) | Validator::NonEmpty | Validator::OffsetReset => {
            panic!("not used for topics")
        }
    }
}

#[test]
fn the_table_is_kafkas_plus_ours() {
    let mut facts = 0;
    for line in include_str!("keys.tsv").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<_> = line.split('\t').collect();
        let key = table().get(fields[0]).unwrap_or_else(|| panic!("{} is missing", fields[0]));
        let ours = [
            key.name.to_owned(),
            key.kind.name().to_owned(),
            kafka_default(key),
            kafka_validator(key),
            if key.internal { "internal" } else { "public" }.to_owned(),
        ];
        assert_eq!(ours.as_slice(), fields.as_slice());
        assert!(!key.extension);
        facts += 1;
    }
    let extensions: Vec<_> =
        table().iter().filter(|key| key.extension).map(|key| key.name).collect();
    assert_eq!(extensions, ["flush.on.ack"]);
    assert_eq!(table().iter().count(), facts + extensions.len());
    assert!(table().iter().all(|key| key.doc.ends_with('.')));
}

#[test]
fn overrides_are_checked_with_kafkas_texts() {
    let replicas = "must be the literal '*' or a list of replicas in the following format: \
                    [partitionId]:[brokerId],[partitionId]:[brokerId],...";
    let throttled = |value: &str| {
        let name = "follower.replication.throttled.replicas";
        format!("Invalid value {value} for configuration {name}: {name} {replicas}")
    };
    let bad = |value: &str, name: &str, problem: &str| {
        format!("Invalid value {value} for configuration {name}: {problem}")
    };
    let codecs = "String must be one of: uncompressed, zstd, lz4, snappy, gzip, producer";
    let gzip = "Value must be between 1 and 9 or equal to -1";
    let cases: &[(&str, &str)] = &[
        ("", ""),
        ("cleanup.policy=", ""),
        ("cleanup.policy=compact,compact", ""),
        ("cleanup.policy= compact , delete ", ""),
        (
            "cleanup.policy=foo",
            &bad("foo", "cleanup.policy", "String must be one of: compact, delete"),
        ),
        ("cleanup.policy=compact,", "Configuration 'cleanup.policy' values must not be empty."),
        ("retention.ms=abc", &bad("abc", "retention.ms", "Not a number of type LONG")),
        ("retention.ms=-2", &bad("-2", "retention.ms", "Value must be at least -1")),
        ("retention.ms= 5 ", ""),
        ("retention.ms=+5", ""),
        ("retention.bytes=-7", ""),
        ("segment.bytes=1", &bad("1", "segment.bytes", "Value must be at least 1048576")),
        (
            "segment.bytes=99999999999",
            &bad("99999999999", "segment.bytes", "Not a number of type INT"),
        ),
        ("segment.bytes=1e6", &bad("1e6", "segment.bytes", "Not a number of type INT")),
        ("segment.bytes=", &bad("", "segment.bytes", "Not a number of type INT")),
        ("segment.ms=0", &bad("0", "segment.ms", "Value must be at least 1")),
        ("internal.segment.bytes=100", ""),
        ("compression.type=lzma", &bad("lzma", "compression.type", codecs)),
        ("compression.gzip.level=0", &bad("0", "compression.gzip.level", gzip)),
        ("compression.gzip.level=12", &bad("12", "compression.gzip.level", gzip)),
        ("compression.gzip.level=-1", ""),
        (
            "compression.lz4.level=18",
            &bad("18", "compression.lz4.level", "Value must be no more than 17"),
        ),
        (
            "min.cleanable.dirty.ratio=2",
            &bad("2.0", "min.cleanable.dirty.ratio", "Value must be no more than 1"),
        ),
        (
            "min.cleanable.dirty.ratio=x",
            &bad("x", "min.cleanable.dirty.ratio", "Not a number of type DOUBLE"),
        ),
        ("min.cleanable.dirty.ratio=1e-1", ""),
        ("min.cleanable.dirty.ratio=0.5f", ""),
        ("min.cleanable.dirty.ratio=NaN", ""),
        (
            "preallocate=maybe",
            &bad("maybe", "preallocate", "Expected value to be either true or false"),
        ),
        ("preallocate= TRUE ", ""),
        (
            "message.timestamp.type=createtime",
            &bad(
                "createtime",
                "message.timestamp.type",
                "String must be one of: CreateTime, LogAppendTime",
            ),
        ),
        ("foo.bar=1", "Unknown topic config name: foo.bar"),
        ("retention.ms=abc;foo.bar=1", "Unknown topic config name: foo.bar"),
        ("follower.replication.throttled.replicas=*", ""),
        ("follower.replication.throttled.replicas=1:2,3:4", ""),
        ("follower.replication.throttled.replicas=1:2,1:2", ""),
        ("follower.replication.throttled.replicas=abc", &throttled("[abc]")),
        ("follower.replication.throttled.replicas=1:2,3", &throttled("[1:2, 3]")),
        ("follower.replication.throttled.replicas=1:*", &throttled("[1:*]")),
        (
            "min.compaction.lag.ms=100;max.compaction.lag.ms=50",
            "conflict topic config setting min.compaction.lag.ms (100) > \
             max.compaction.lag.ms (50)",
        ),
        (
            "remote.storage.enable=true",
            "Tiered Storage functionality is disabled in the broker. Topic cannot be configured \
             with remote log storage.",
        ),
        ("remote.log.copy.disable=true", ""),
        ("local.retention.ms=99999999999;retention.ms=5", ""),
        ("flush.on.ack=false", ""),
    ];
    for (text, expected) in cases {
        let result = TopicDefaults::default().validate(&overrides(text));
        let text_of_result = result.err().map(|error| error.to_string()).unwrap_or_default();
        assert_eq!(&text_of_result, expected, "{text}");
    }
}

#[test]
fn overrides_win_over_defaults() {
    let text = "cleanup.policy=compact,delete;retention.ms=5;retention.bytes=100;\
                compression.type=zstd;compression.zstd.level=-7;flush.ms=3;flush.on.ack=false;\
                message.timestamp.type=LogAppendTime;internal.segment.bytes=100;\
                segment.ms=rubbish;unknown=1";
    let config = TopicConfig::resolve(&TopicDefaults::default(), &overrides(text));
    let expected = TopicConfig {
        cleanup_policy: CleanupPolicy { compact: true, delete: true },
        retention: Some(Duration::from_millis(5)),
        retention_bytes: Some(100),
        compression_type: CompressionType::Zstd(-7),
        flush_interval: Some(Duration::from_millis(3)),
        flush_on_ack: Some(false),
        message_timestamp_type: TimestampType::LogAppendTime,
        segment_bytes: 100,
        ..TopicConfig::default()
    };
    assert_eq!(config, expected);
}

#[test]
fn defaults_are_kafkas() {
    let config = TopicConfig::default();
    assert_eq!(config.retention, Some(Duration::from_hours(168)));
    assert_eq!(config.retention_bytes, None);
    assert_eq!(config.flush_interval, None);
    assert_eq!(config.flush_messages, u64::MAX);
    assert_eq!(config.segment_bytes, 1 << 30);
    assert_eq!(config.compression_type, CompressionType::Producer);
    assert_eq!(config.max_message_bytes, 1_048_588);
    assert_eq!((config.flush_on_ack(1), config.flush_on_ack(3)), (true, false));
}

/// A few broker keys as the broker declares them.
const BROKER: &[ConfigKey] = &[
    key("log.retention.ms", Kind::Long, "").null().cluster_wide(),
    key("log.retention.minutes", Kind::Int, "").null(),
    key("log.retention.hours", Kind::Int, "168"),
    key("log.roll.ms", Kind::Long, "").null().cluster_wide(),
    key("log.roll.hours", Kind::Int, "168"),
    key("message.max.bytes", Kind::Int, "1048588").cluster_wide(),
    key("log.segment.bytes", Kind::Int, "1073741824").cluster_wide(),
    key("log.cleanup.policy", Kind::List, "delete").cluster_wide(),
];

#[test]
fn broker_keys_give_the_defaults() {
    let broker = ConfigTable::new(&[BROKER]);
    for (fixed, dynamic, expected) in [
        ("", "", 604_800_000),
        ("log.retention.hours=1", "", 3_600_000),
        ("log.retention.hours=1;log.retention.minutes=2", "", 120_000),
        ("log.retention.hours=1;log.retention.ms=3", "", 3),
        ("log.retention.minutes=2", "log.retention.ms=4", 4),
        ("log.retention.minutes=-1", "", -1),
    ] {
        let layers = Layers {
            fixed: overrides(fixed),
            dynamic_broker: overrides(dynamic),
            ..Layers::default()
        };
        let defaults = TopicDefaults::from_layers(&broker, &layers).unwrap();
        assert_eq!(defaults.value("retention.ms").as_i64(), Some(expected), "{fixed};{dynamic}");
    }
}

/// Sources and synonyms as a 4.4.0 broker with this configuration answers.
#[test]
fn described_as_kafka_does() {
    let broker = ConfigTable::new(&[BROKER]);
    let layers = Layers {
        fixed: overrides("log.retention.minutes=100;log.roll.hours=24;log.segment.bytes=2097152"),
        dynamic_broker: overrides("log.retention.ms=123456;message.max.bytes=3000000"),
        dynamic_default: overrides("message.max.bytes=2000000"),
        ..Layers::default()
    };
    let defaults = TopicDefaults::from_layers(&broker, &layers).unwrap();
    let own = overrides("cleanup.policy=compact;segment.ms=100000;internal.segment.bytes=1000000");
    let all = describe_topic(&broker, &layers, &defaults, &own);
    let shown = |name: &str| {
        let config = all.iter().find(|config| config.name == name).unwrap();
        let synonym = |synonym: &crate::config::Synonym| {
            let value = synonym.value.as_deref().unwrap_or("null");
            format!(" {}={value}@{}", synonym.name, synonym.source.wire_id())
        };
        let synonyms: String = config.synonyms.iter().map(synonym).collect();
        let value = config.value.as_deref().unwrap_or("null");
        format!("{value} {}{synonyms}", config.source.wire_id())
    };
    for (name, expected) in [
        ("cleanup.policy", "compact 1 cleanup.policy=compact@1 log.cleanup.policy=delete@5"),
        (
            "retention.ms",
            "123456 2 log.retention.ms=123456@2 log.retention.minutes=100@4 \
             log.retention.hours=168@5",
        ),
        (
            "max.message.bytes",
            "3000000 2 message.max.bytes=3000000@2 message.max.bytes=2000000@3 \
             message.max.bytes=1048588@5",
        ),
        ("segment.bytes", "2097152 4 log.segment.bytes=2097152@4 log.segment.bytes=1073741824@5"),
        ("segment.ms", "100000 1 segment.ms=100000@1"),
        ("internal.segment.bytes", "1000000 1 internal.segment.bytes=1000000@1"),
        ("remote.storage.enable", "false 5"),
        ("flush.on.ack", "null 5"),
    ] {
        assert_eq!(shown(name), expected, "{name}");
    }
    let types: Vec<_> =
        all.iter().map(|config| (config.wire_type, config.read_only, config.sensitive)).collect();
    assert_eq!(types[0], (Kind::List.wire_id(), false, false));
    assert_eq!(ConfigSource::Topic.wire_id(), 1);

    let without = describe_topic(&broker, &layers, &defaults, &TopicOverrides::new());
    assert!(without.iter().all(|config| config.name != "internal.segment.bytes"));
    let roll = without.iter().find(|config| config.name == "segment.ms").unwrap();
    assert_eq!((roll.value.as_deref(), roll.source), (Some("86400000"), ConfigSource::Default));
    assert!(roll.synonyms.is_empty());
}

#[test]
fn topic_keys_change_while_running() {
    assert!(table().iter().all(|key| key.reload == Reload::ClusterWide));
}

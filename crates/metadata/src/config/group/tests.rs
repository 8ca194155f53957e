//! Expectations were run on Apache Kafka 4.4.0.

use super::*;
use crate::config::{Kind, key};

const BROKER: &[ConfigKey] = &[
    key("group.consumer.min.session.timeout.ms", Kind::Int, "45000"),
    key("group.consumer.max.session.timeout.ms", Kind::Int, "60000"),
    key("group.consumer.min.heartbeat.interval.ms", Kind::Int, "5000"),
    key("group.consumer.max.heartbeat.interval.ms", Kind::Int, "15000"),
    key("group.consumer.session.timeout.ms", Kind::Int, "45000"),
    key("group.consumer.heartbeat.interval.ms", Kind::Int, "5000"),
    key("group.share.min.record.lock.duration.ms", Kind::Int, "15000"),
    key("group.share.max.record.lock.duration.ms", Kind::Int, "60000"),
    key("group.streams.max.standby.replicas", Kind::Int, "2"),
    key("group.streams.min.task.offset.interval.ms", Kind::Int, "15000"),
    key("group.streams.assignors", Kind::List, "sticky"),
];

fn check(fixed: &[(&str, &str)], overrides: &[(&str, &str)]) -> Result<(), String> {
    let strings = |pairs: &[(&str, &str)]| -> BTreeMap<String, String> {
        pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
    };
    let broker = ConfigTable::new(&[BROKER]);
    let layers = Layers { fixed: strings(fixed), ..Layers::default() };
    validate(&broker, &layers, &strings(overrides)).map_err(|error| error.to_string())
}

#[test]
fn good_values_pass() {
    for (key, value) in [
        ("consumer.session.timeout.ms", "46000"),
        ("share.auto.offset.reset", "earliest"),
        ("share.auto.offset.reset", "by_duration:PT1H"),
        ("share.auto.offset.reset", "by_duration:P2DT3H4.5S"),
        ("share.isolation.level", "read_committed"),
        ("streams.initial.rebalance.delay.ms", "5"),
        ("streams.num.standby.replicas", "2"),
        ("streams.assignor.name", "sticky"),
        ("streams.rack.aware.assignment.tags", "a,b"),
        ("errors.deadletterqueue.topic.name", "a b"),
    ] {
        assert_eq!(check(&[], &[(key, value)]), Ok(()), "{key}={value}");
    }
}

#[test]
fn what_is_refused_and_in_which_words() {
    let reset = |value: &str| {
        format!(
            "Invalid value {value} for configuration share.auto.offset.reset: Invalid value `{value}` for configuration share.auto.offset.reset. The value must be either 'earliest', 'latest' or of the format 'by_duration:<PnDTnHnMn.nS>'."
        )
    };
    for (key, value, text) in [
        ("foo", "x", "Unknown group config name: foo".to_owned()),
        ("consumer.session.timeout.ms", "x", "Invalid value x for configuration consumer.session.timeout.ms: Not a number of type INT".to_owned()),
        ("consumer.session.timeout.ms", "-1", "Invalid value -1 for configuration consumer.session.timeout.ms: Value must be at least 1".to_owned()),
        ("consumer.session.timeout.ms", "1", "consumer.session.timeout.ms must be in the range 45000 to 60000 inclusive.".to_owned()),
        ("share.record.lock.duration.ms", "10000000", "share.record.lock.duration.ms must be in the range 15000 to 60000 inclusive.".to_owned()),
        ("share.auto.offset.reset", "x", reset("x")),
        ("share.auto.offset.reset", "", reset("")),
        ("share.auto.offset.reset", "by_duration:x", reset("by_duration:x")),
        ("share.auto.offset.reset", "by_duration:PT-1H", reset("by_duration:PT-1H")),
        ("streams.num.standby.replicas", "100", "streams.num.standby.replicas must be less than or equal to 2".to_owned()),
        ("streams.task.offset.interval.ms", "1", "streams.task.offset.interval.ms must be greater than or equal to 15000".to_owned()),
        ("streams.assignor.name", "x", "streams.assignor.name 'x' is not a registered task assignor. Registered assignors are: [sticky].".to_owned()),
        ("streams.rack.aware.assignment.tags", "a,,b", "Configuration 'streams.rack.aware.assignment.tags' values must not be empty.".to_owned()),
        ("streams.rack.aware.assignment.tags", "a,b, a", "streams.rack.aware.assignment.tags must not contain duplicate tag keys.".to_owned()),
        ("errors.deadletterqueue.topic.name", "__x", "errors.deadletterqueue.topic.name: DLQ topic name must not start with '__'".to_owned()),
    ] {
        assert_eq!(check(&[], &[(key, value)]), Err(text), "{key}={value}");
    }
}

#[test]
fn the_brokers_own_bounds_count() {
    let fixed = [("group.consumer.min.session.timeout.ms", "1")];
    assert_eq!(check(&fixed, &[("consumer.session.timeout.ms", "6000")]), Ok(()));
    let text = "consumer.session.timeout.ms must be greater than consumer.heartbeat.interval.ms";
    assert_eq!(check(&fixed, &[("consumer.session.timeout.ms", "4000")]), Err(text.to_owned()),);
}

/// As Apache Kafka 4.4.0 describes them.
#[test]
fn a_group_is_described_with_where_its_values_come_from() {
    let broker = ConfigTable::new(&[BROKER]);
    let strings = |key: &str, value: &str| BTreeMap::from([(key.to_owned(), value.to_owned())]);
    let layers = Layers {
        fixed: strings("group.consumer.session.timeout.ms", "50000"),
        ..Layers::default()
    };
    let described = |overrides: &BTreeMap<String, String>, name: &str| {
        let all = crate::config::describe_group(&broker, &layers, overrides);
        assert!(all.iter().all(|entry| entry.name != "streams.num.warmup.replicas"));
        let entry = all.into_iter().find(|entry| entry.name == name).unwrap();
        let synonyms = entry.synonyms.iter().map(|each| {
            format!("{}={}@{}", each.name, each.value.as_deref().unwrap_or("?"), each.source as i8)
        });
        let synonyms: Vec<_> = synonyms.collect();
        format!("{}@{} {}", entry.value.unwrap_or_default(), entry.source as i8, synonyms.join(" "))
    };
    let none = BTreeMap::new();
    for (overrides, name, expected) in [
        (
            &none,
            "consumer.session.timeout.ms",
            "50000@4 group.consumer.session.timeout.ms=50000@4 group.consumer.session.timeout.ms=45000@5",
        ),
        (
            &none,
            "share.isolation.level",
            "read_uncommitted@5 share.isolation.level=read_uncommitted@5",
        ),
        (&none, "streams.assignor.name", "sticky@5 group.streams.assignors=sticky@5"),
        (
            &strings("share.isolation.level", "read_committed"),
            "share.isolation.level",
            "read_committed@8 share.isolation.level=read_committed@8 share.isolation.level=read_uncommitted@5",
        ),
    ] {
        assert_eq!(described(overrides, name), expected);
    }
}

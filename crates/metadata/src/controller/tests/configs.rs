//! AlterConfigs and IncrementalAlterConfigs, case by case as Apache Kafka 4.4.0 answers.

use std::sync::LazyLock;

use moldau_protocol::messages::{
    AlterConfigsRequest, CreateTopicsRequest, IncrementalAlterConfigsRequest,
    alter_configs_request, create_topics_request, incremental_alter_configs_request,
};

use super::*;
use crate::config::{ConfigKey, ConfigTable, Kind, Layers, key};
use crate::image::{ConfigResource, ResourceType};

const SET: i8 = 0;
const DELETE: i8 = 1;
const APPEND: i8 = 2;
const SUBTRACT: i8 = 3;

const KEYS: &[ConfigKey] =
    &[key("log.cleanup.policy", Kind::List, "delete"), key("log.retention.ms", Kind::Long, "1")];
static TABLE: LazyLock<ConfigTable> = LazyLock::new(|| ConfigTable::new(&[KEYS]));

/// One active broker, topic `t`, and Kafka's rules for the configuration of topics.
fn script(elr: i16) -> Script {
    let rules = ServerTopicConfigs::new(1, &TABLE, Layers::default());
    let config = ControllerConfig { topic_configs: Arc::new(rules), ..config() };
    let mut script = Script::activated(config, 33, elr);
    script.start(1);
    let topic = create_topics_request::CreatableTopic {
        name: "t".to_owned(),
        num_partitions: 1,
        replication_factor: 1,
        ..Default::default()
    };
    let request = CreateTopicsRequest { topics: vec![topic], ..Default::default() };
    script.run(Command::CreateTopics { request });
    script
}

type Changes<'a> = &'a [(&'a str, i8, Option<&'a str>)];

fn request(
    resources: &[(ResourceType, &str, Changes<'_>)],
    validate_only: bool,
) -> IncrementalAlterConfigsRequest {
    let change = |(name, operation, value): &(&str, i8, Option<&str>)| {
        incremental_alter_configs_request::AlterableConfig {
            name: (*name).to_owned(),
            config_operation: *operation,
            value: value.map(str::to_owned),
            ..Default::default()
        }
    };
    let resources = resources
        .iter()
        .map(|(kind, name, changes)| incremental_alter_configs_request::AlterConfigsResource {
            resource_type: kind.code(),
            resource_name: (*name).to_owned(),
            configs: changes.iter().map(change).collect(),
            ..Default::default()
        })
        .collect();
    IncrementalAlterConfigsRequest { resources, validate_only, ..Default::default() }
}

type Verdicts = Vec<(i16, String)>;

fn alter(script: &mut Script, request: IncrementalAlterConfigsRequest) -> Verdicts {
    match script.run(Command::IncrementalAlterConfigs(request)).reply {
        Reply::IncrementalAlterConfigs(response) => response
            .responses
            .into_iter()
            .map(|each| (each.error_code, each.error_message.unwrap_or_default()))
            .collect(),
        other => panic!("{other:?}"),
    }
}

fn alter_topic(script: &mut Script, changes: Changes<'_>) -> (i16, String) {
    alter(script, request(&[(ResourceType::Topic, "t", changes)], false)).remove(0)
}

fn overrides(script: &Script, kind: ResourceType, name: &str) -> String {
    let resource = ConfigResource { kind, name: name.to_owned() };
    let overrides = script.machine.image().configs.overrides(&resource);
    let pairs: Vec<_> = overrides.iter().map(|(key, value)| format!("{key}={value}")).collect();
    pairs.join(" ")
}

fn of_topic(script: &Script) -> String {
    overrides(script, ResourceType::Topic, "t")
}

#[test]
fn what_is_named_changes_and_nothing_else() {
    let mut script = script(0);
    for (changes, after) in [
        (
            &[("retention.ms", SET, Some("1000")), ("cleanup.policy", SET, Some("compact"))][..],
            "cleanup.policy=compact retention.ms=1000",
        ),
        (
            &[("segment.ms", SET, Some("60000"))],
            "cleanup.policy=compact retention.ms=1000 segment.ms=60000",
        ),
        (&[("retention.ms", DELETE, None)], "cleanup.policy=compact segment.ms=60000"),
        (
            &[("cleanup.policy", APPEND, Some("delete"))],
            "cleanup.policy=compact,delete segment.ms=60000",
        ),
        (
            &[("cleanup.policy", APPEND, Some("delete"))],
            "cleanup.policy=compact,delete segment.ms=60000",
        ),
        (
            &[("cleanup.policy", SUBTRACT, Some("compact"))],
            "cleanup.policy=delete segment.ms=60000",
        ),
        (&[("cleanup.policy", SUBTRACT, Some("delete"))], "cleanup.policy= segment.ms=60000"),
        (&[("nope", DELETE, None)], "cleanup.policy= segment.ms=60000"),
        (&[("cleanup.policy", DELETE, Some("ignored"))], "segment.ms=60000"),
        // An entry is added to the default when nothing is set.
        (
            &[("cleanup.policy", APPEND, Some("compact"))],
            "cleanup.policy=delete,compact segment.ms=60000",
        ),
        (&[], "cleanup.policy=delete,compact segment.ms=60000"),
    ] {
        assert_eq!(alter_topic(&mut script, changes), (0, String::new()), "{changes:?}");
        assert_eq!(of_topic(&script), after, "{changes:?}");
    }
    // What is the same already needs no record.
    let same = request(&[(ResourceType::Topic, "t", &[("segment.ms", SET, Some("60000"))])], false);
    assert!(script.records(Command::IncrementalAlterConfigs(same)).is_empty());
}

#[test]
fn what_is_refused_and_in_which_words() {
    let mut script = script(0);
    let not_a_list = |operation: &str, key: &str| {
        format!("Can't {operation} to key {key} because its type is not LIST.")
    };
    for (changes, code, text) in [
        (&[("retention.ms", APPEND, Some("5"))][..], 40, not_a_list("APPEND", "retention.ms")),
        (&[("nope", SUBTRACT, Some("5"))], 40, not_a_list("SUBTRACT", "nope")),
        (
            &[("retention.ms", SET, None), ("segment.ms", SET, None)],
            42,
            "Null value not supported for : retention.ms, segment.ms".to_owned(),
        ),
        (
            &[("retention.ms", SET, Some("1")), ("retention.ms", DELETE, None)],
            42,
            "Error due to duplicate config keys".to_owned(),
        ),
        (
            &[("retention.ms", SET, Some("x"))],
            40,
            "Invalid value x for configuration retention.ms: Not a number of type LONG".to_owned(),
        ),
        (&[("nope", SET, Some("1"))], 40, "Unknown topic config name: nope".to_owned()),
        (&[("retention.ms", 9, Some("1"))], 42, "Unknown operations type 9".to_owned()),
        // Which of several is named follows Kafka's order of keys.
        (
            &[("retention.ms", SET, Some("x")), ("segment.ms", SET, Some("y"))],
            40,
            "Invalid value y for configuration segment.ms: Not a number of type LONG".to_owned(),
        ),
        (
            &[
                ("min.compaction.lag.ms", SET, Some("10")),
                ("max.compaction.lag.ms", SET, Some("5")),
            ],
            40,
            "conflict topic config setting min.compaction.lag.ms (10) > max.compaction.lag.ms (5)"
                .to_owned(),
        ),
    ] {
        assert_eq!(alter_topic(&mut script, changes), (code, text), "{changes:?}");
        assert_eq!(of_topic(&script), "", "{changes:?}");
    }
}

#[test]
fn each_resource_has_its_verdict() {
    let mut script = script(0);
    let retention: Changes<'_> = &[("retention.ms", SET, Some("5"))];
    let bad: Changes<'_> = &[("retention.ms", SET, Some("x"))];
    let verdicts = alter(
        &mut script,
        request(
            &[
                (ResourceType::Topic, "t", retention),
                (ResourceType::Topic, "other", retention),
                (ResourceType::Topic, "other2", bad),
                (ResourceType::Topic, "", retention),
                (ResourceType::Topic, "a b", retention),
                (ResourceType::Topic, "twice", retention),
                (ResourceType::Topic, "twice", retention),
                (ResourceType::Group, "", &[]),
                (ResourceType::Group, "g", &[("foo", SET, Some("x"))]),
                (
                    ResourceType::Group,
                    "g2",
                    &[("share.isolation.level", SET, Some("read_committed"))],
                ),
                (ResourceType::ClientMetrics, "", &[]),
                (ResourceType::ClientMetrics, "c", &[("interval.ms", SET, Some("99"))]),
                (ResourceType::ClientMetrics, "c2", &[("interval.ms", SET, Some("100"))]),
                (ResourceType::Broker, "7", &[]),
                (ResourceType::Broker, "x", &[]),
                (ResourceType::Broker, "1", &[("unknown.key", SET, Some("1"))]),
                (ResourceType::BrokerLogger, "1", &[]),
            ],
            false,
        ),
    );
    let expected = [
        (0, ""),
        (3, "The topic 'other' does not exist."),
        (40, "Invalid value x for configuration retention.ms: Not a number of type LONG"),
        (42, "Default topic resources are not allowed."),
        (
            17,
            "Topic name is invalid: 'a b' contains one or more characters other than ASCII alphanumerics, '.', '_' and '-'",
        ),
        (42, "Each resource must appear at most once."),
        (42, "Each resource must appear at most once."),
        (42, "Default group resources are not allowed."),
        (40, "Unknown group config name: foo"),
        (0, ""),
        (42, "Subscription name can't be empty"),
        (42, "Invalid value 99 for interval.ms, interval must be between 100 and 3600000 (1 hour)"),
        (0, ""),
        (102, "No node with id 7 found."),
        (42, "Unable to parse broker name as a base 10 number."),
        (0, ""),
        (42, "Unknown resource type BROKER_LOGGER"),
    ];
    let expected: Vec<_> =
        expected.iter().map(|(code, text)| (*code, (*text).to_owned())).collect();
    assert_eq!(verdicts, expected);
    assert_eq!(of_topic(&script), "retention.ms=5");
    assert_eq!(
        overrides(&script, ResourceType::Group, "g2"),
        "share.isolation.level=read_committed"
    );
    assert_eq!(overrides(&script, ResourceType::ClientMetrics, "c2"), "interval.ms=100");
    assert_eq!(overrides(&script, ResourceType::Broker, "1"), "unknown.key=1");
}

#[test]
fn a_trial_changes_nothing_and_says_the_same() {
    let mut script = script(0);
    for (value, code) in [("7000", 0), ("x", 40)] {
        let trial =
            request(&[(ResourceType::Topic, "t", &[("retention.ms", SET, Some(value))])], true);
        assert_eq!(alter(&mut script, trial)[0].0, code);
    }
    assert_eq!(of_topic(&script), "");
}

#[test]
fn the_old_api_replaces_everything() {
    let mut script = script(0);
    alter_topic(&mut script, &[("retention.ms", SET, Some("1")), ("segment.ms", SET, Some("2"))]);
    let request = |name: &str, configs: &[(&str, Option<&str>)], validate_only| {
        let config =
            |(name, value): &(&str, Option<&str>)| alter_configs_request::AlterableConfig {
                name: (*name).to_owned(),
                value: value.map(str::to_owned),
                ..Default::default()
            };
        let resource = alter_configs_request::AlterConfigsResource {
            resource_type: ResourceType::Topic.code(),
            resource_name: name.to_owned(),
            configs: configs.iter().map(config).collect(),
            ..Default::default()
        };
        AlterConfigsRequest { resources: vec![resource], validate_only, ..Default::default() }
    };
    let mut run = |request: AlterConfigsRequest| {
        let Reply::AlterConfigs(mut response) = script.run(Command::AlterConfigs(request)).reply
        else {
            panic!("an alteration answers an alteration");
        };
        let response = response.responses.remove(0);
        ((response.error_code, response.error_message.unwrap_or_default()), of_topic(&script))
    };
    let before = "retention.ms=1 segment.ms=2";
    let refused = |code: i16, text: &str| ((code, text.to_owned()), before.to_owned());
    for (request, expected) in [
        (
            request("t", &[("segment.bytes", None)], false),
            refused(42, "Null value not supported for : segment.bytes"),
        ),
        (
            request("t", &[("segment.bytes", Some("1")), ("segment.bytes", Some("2"))], false),
            refused(42, "Error due to duplicate config keys"),
        ),
        (
            request("t", &[("segment.bytes", Some("1"))], false),
            refused(
                40,
                "Invalid value 1 for configuration segment.bytes: Value must be at least 1048576",
            ),
        ),
        (
            request("nosuch", &[("segment.bytes", Some("2097152"))], false),
            refused(3, "The topic 'nosuch' does not exist."),
        ),
        (request("t", &[], true), refused(0, "")),
        (
            request("t", &[("segment.bytes", Some("2097152")), ("segment.ms", Some("2"))], false),
            ((0, String::new()), "segment.bytes=2097152 segment.ms=2".to_owned()),
        ),
        (request("t", &[], false), ((0, String::new()), String::new())),
    ] {
        let shown = format!("{request:?}");
        assert_eq!(run(request), expected, "{shown}");
    }
}

#[test]
fn elr_keeps_min_insync_replicas_the_same_everywhere() {
    let change = |name: &'static str, value: Option<&'static str>| {
        let operation = if value.is_some() { SET } else { DELETE };
        request(
            &[(ResourceType::Broker, name, &[("min.insync.replicas", operation, value)])],
            false,
        )
    };
    let broker = "Broker-level min.insync.replicas cannot be altered while ELR is enabled.";
    let removed = "Cluster-level min.insync.replicas cannot be removed while ELR is enabled.";
    let mut with = script(1);
    assert_eq!(alter(&mut with, change("1", Some("2"))), [(40, broker.to_owned())]);
    assert_eq!(alter(&mut with, change("", None)), [(40, removed.to_owned())]);
    let records = with.records(Command::IncrementalAlterConfigs(change("", Some("2"))));
    assert!(
        matches!(&records[..], [MetadataRecord::ConfigRecord(_), MetadataRecord::ClearElrRecord(clear)] if clear.topic_name.is_empty()),
        "{records:?}"
    );
    let topic =
        request(&[(ResourceType::Topic, "t", &[("min.insync.replicas", SET, Some("3"))])], false);
    let records = with.records(Command::IncrementalAlterConfigs(topic));
    assert!(
        matches!(&records[1], MetadataRecord::ClearElrRecord(clear) if clear.topic_name == "t"),
        "{records:?}"
    );
    let mut without = script(0);
    assert_eq!(alter(&mut without, change("1", Some("2"))), [(0, String::new())]);
    assert_eq!(alter(&mut without, change("", None)), [(0, String::new())]);
}

#[test]
fn too_many_changes_are_refused_as_a_whole() {
    let mut script = script(0);
    let names: Vec<_> = (0..=MAX_RECORDS_PER_REQUEST).map(|number| format!("k{number}")).collect();
    let changes: Vec<_> = names.iter().map(|name| (name.as_str(), SET, Some("1"))).collect();
    let verdicts = alter(&mut script, request(&[(ResourceType::Broker, "1", &changes)], false));
    let text = "Unable to perform excessively large batch operation.";
    assert_eq!(verdicts, [(44, text.to_owned())]);
    assert_eq!(overrides(&script, ResourceType::Broker, "1"), "");
}

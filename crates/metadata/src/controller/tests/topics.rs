//! Topics: creation and deletion, case by case as Apache Kafka 4.4.0 answers.

use moldau_protocol::ErrorCode;
use moldau_protocol::messages::{
    CreateTopicsRequest, CreateTopicsResponse, DeleteTopicsRequest, DeleteTopicsResponse,
    create_topics_request, delete_topics_request,
};

use super::*;

use create_topics_request::{CreatableReplicaAssignment, CreatableTopic, CreatableTopicConfig};

fn topic(name: &str, partitions: i32, factor: i16) -> CreatableTopic {
    CreatableTopic {
        name: name.to_owned(),
        num_partitions: partitions,
        replication_factor: factor,
        ..Default::default()
    }
}

fn assigned(name: &str, partitions: &[(i32, &[i32])]) -> CreatableTopic {
    let assignments = partitions
        .iter()
        .map(|(index, brokers)| CreatableReplicaAssignment {
            partition_index: *index,
            broker_ids: brokers.to_vec(),
            ..Default::default()
        })
        .collect();
    CreatableTopic { assignments, ..topic(name, -1, -1) }
}

fn configured(name: &str, configs: &[(&str, Option<&str>)]) -> CreatableTopic {
    let configs = configs
        .iter()
        .map(|(name, value)| CreatableTopicConfig {
            name: (*name).to_owned(),
            value: value.map(str::to_owned),
            ..Default::default()
        })
        .collect();
    CreatableTopic { configs, ..topic(name, 1, 1) }
}

fn create(script: &mut Script, topics: Vec<CreatableTopic>) -> CreateTopicsResponse {
    create_with(script, CreateTopicsRequest { topics, ..Default::default() })
}

fn create_with(script: &mut Script, request: CreateTopicsRequest) -> CreateTopicsResponse {
    match script.run(Command::CreateTopics { request }).reply {
        Reply::CreateTopics(response) => response,
        other => panic!("{other:?}"),
    }
}

fn one_broker() -> Script {
    let mut script = Script::activated(config(), 33, 1);
    script.start(1);
    script
}

/// What one topic gets: the code and the text.
fn check(script: &mut Script, topic: CreatableTopic, code: ErrorCode, text: &str) {
    let result = create(script, vec![topic]).topics.remove(0);
    assert_eq!((ErrorCode(result.error_code), result.error_message.as_deref()), (code, Some(text)));
    assert_eq!((result.num_partitions, result.replication_factor), (-1, -1));
    assert_eq!(result.configs, Some(vec![]));
}

#[test]
fn each_topic_gets_its_own_verdict() {
    let mut script = one_broker();
    let response = create(
        &mut script,
        vec![
            topic("ok", 3, 1),
            topic("dup", 1, 1),
            topic("rf2", 1, 2),
            topic("dup", 1, 1),
            topic("dflt", -1, -1),
            topic("__cluster_metadata", 1, 1),
        ],
    );
    let verdicts: Vec<_> = response
        .topics
        .iter()
        .map(|t| (t.name.as_str(), t.error_code, t.num_partitions, t.replication_factor))
        .collect();
    let expected = [
        ("ok", 0, 3, 1),
        ("rf2", 38, -1, -1),
        ("dflt", 0, 2, 1),
        ("dup", 42, -1, -1),
        ("__cluster_metadata", 42, -1, -1),
    ];
    assert_eq!(verdicts, expected);
    assert_eq!(response.topics[0].error_message, None);
    assert_eq!(response.topics[3].error_message.as_deref(), Some("Duplicate topic name."));
    let names: Vec<_> =
        script.machine.image().topics.iter().map(|topic| topic.name.to_string()).collect();
    assert_eq!(names, ["dflt", "ok"]);
    let ok = script.machine.image().topics.by_name("ok").unwrap();
    assert_eq!(ok.id.0, response.topics[0].topic_id);
    check(
        &mut script,
        topic("ok", 3, 1),
        ErrorCode::TOPIC_ALREADY_EXISTS,
        "Topic 'ok' already exists.",
    );
}

#[test]
fn faults_have_kafkas_codes_and_texts() {
    let mut script = one_broker();
    let factor = "Replication factor must be larger than 0, or -1 to use the default value.";
    let partitions = "Number of partitions was set to an invalid non-positive value.";
    let assignment = ErrorCode::INVALID_REPLICA_ASSIGNMENT;
    for (topic, code, text) in [
        (
            topic("t", 1, 2),
            ErrorCode::INVALID_REPLICATION_FACTOR,
            "Unable to replicate the partition 2 time(s): The target replication factor of 2 cannot be reached because only 1 broker(s) are registered or some brokers have all their log directories cordoned.",
        ),
        (topic("t", 1, 0), ErrorCode::INVALID_REPLICATION_FACTOR, factor),
        (topic("t", 0, 0), ErrorCode::INVALID_REPLICATION_FACTOR, factor),
        (topic("t", 0, 1), ErrorCode::INVALID_PARTITIONS, partitions),
        (topic("t", -2, 1), ErrorCode::INVALID_PARTITIONS, partitions),
        (
            assigned("t", &[(0, &[1]), (2, &[1])]),
            assignment,
            "partitions should be a consecutive 0-based integer sequence",
        ),
        (
            assigned("t", &[(0, &[1]), (0, &[1])]),
            assignment,
            "Found multiple manual partition assignments for partition 0",
        ),
        (
            assigned("t", &[(0, &[99])]),
            assignment,
            "The manual partition assignment includes broker 99, but no such broker is registered.",
        ),
        (
            assigned("t", &[(0, &[1, 1])]),
            assignment,
            "The manual partition assignment includes the broker 1 more than once.",
        ),
        (
            assigned("t", &[(0, &[])]),
            assignment,
            "The manual partition assignment includes an empty replica list.",
        ),
        (
            CreatableTopic { replication_factor: 1, ..assigned("t", &[(0, &[1])]) },
            ErrorCode::INVALID_REQUEST,
            "A manual partition assignment was specified, but replication factor was not set to -1.",
        ),
        (
            CreatableTopic { num_partitions: 1, ..assigned("t", &[(0, &[1])]) },
            ErrorCode::INVALID_REQUEST,
            "A manual partition assignment was specified, but numPartitions was not set to -1.",
        ),
        (
            configured("t", &[("foo.bar", Some("1"))]),
            ErrorCode::INVALID_CONFIG,
            "Unknown topic config name: foo.bar",
        ),
        (configured("t", &[("number", Some("abc"))]), ErrorCode::INVALID_CONFIG, "bad number abc"),
        (
            configured("t", &[("good", None), ("number", None)]),
            ErrorCode::INVALID_CONFIG,
            "Null value not supported for topic configs: good,number",
        ),
        (
            topic("t", 10_001, 1),
            ErrorCode::POLICY_VIOLATION,
            "Excessively large number of partitions per request.",
        ),
        (
            topic("t", 10_000, 1),
            ErrorCode::POLICY_VIOLATION,
            "Unable to perform excessively large batch operation.",
        ),
    ] {
        check(&mut script, topic, code, text);
    }
    assert!(script.machine.image().topics.is_empty());
}

#[test]
fn replicas_must_agree_in_number() {
    let mut script = one_broker();
    script.start(2);
    let text = "The manual partition assignment includes a partition with 1 replica(s), but this is not consistent with previous partitions, which have 2 replica(s).";
    let topic = assigned("t", &[(0, &[1, 2]), (1, &[2])]);
    check(&mut script, topic, ErrorCode::INVALID_REPLICA_ASSIGNMENT, text);
}

#[test]
fn nobody_is_there_to_lead() {
    let mut script = Script::activated(config(), 33, 1);
    let epoch = script.register(registration(1));
    check(
        &mut script,
        topic("t", 1, 1),
        ErrorCode::INVALID_REPLICATION_FACTOR,
        "Unable to replicate the partition 1 time(s): All brokers are currently fenced, or have all their log directories cordoned.",
    );
    check(
        &mut script,
        assigned("t", &[(0, &[1])]),
        ErrorCode::INVALID_REPLICA_ASSIGNMENT,
        "All brokers specified in the manual partition assignment for partition 0 are fenced or in controlled shutdown.",
    );
    // A broker on its way out counts as not there at all.
    script.heartbeat(alive(1, epoch, script.next));
    create(&mut script, vec![topic("t", 1, 1)]);
    let go = BrokerHeartbeatRequest { want_shut_down: true, ..alive(1, epoch, script.next) };
    script.heartbeat(go);
    check(
        &mut script,
        topic("u", 1, 1),
        ErrorCode::INVALID_REPLICATION_FACTOR,
        "Unable to replicate the partition 1 time(s): All brokers are currently fenced, or have all their log directories cordoned.",
    );
}

#[test]
fn names_are_short_plain_and_do_not_collide() {
    let mut script = one_broker();
    let long = "a".repeat(250);
    let characters = |name: &str| {
        format!(
            "Topic name is invalid: '{name}' contains one or more characters other than ASCII alphanumerics, '.', '_' and '-'"
        )
    };
    for (name, text) in [
        ("", "Topic name is invalid: the empty string is not allowed".to_owned()),
        (".", "Topic name is invalid: '.' is not allowed".to_owned()),
        ("..", "Topic name is invalid: '..' is not allowed".to_owned()),
        ("a b", characters("a b")),
        ("ä", characters("ä")),
        ("a/b", characters("a/b")),
        (
            &long,
            format!(
                "Topic name is invalid: the length of '{long}' is longer than the max allowed length 249"
            ),
        ),
    ] {
        check(&mut script, topic(name, 1, 1), ErrorCode::INVALID_TOPIC_EXCEPTION, &text);
    }
    let mut fine = |name: &str| {
        let result = create(&mut script, vec![topic(name, 1, 1)]).topics.remove(0);
        assert_eq!(result.error_code, 0, "{name} {:?}", result.error_message);
    };
    for name in [&long[..249], "...", "x.y", "x.y_z", "xy"] {
        fine(name);
    }
    for (name, other) in [("x_y", "x.y"), ("x_y.z", "x.y_z")] {
        let text = format!("Topic '{name}' collides with existing topic: {other}");
        check(&mut script, topic(name, 1, 1), ErrorCode::INVALID_TOPIC_EXCEPTION, &text);
    }
    delete(&mut script, &[Some("x.y")], &[], 6);
    assert_eq!(create(&mut script, vec![topic("x_y", 1, 1)]).topics[0].error_code, 0);
}

#[test]
fn validate_only_answers_in_full_and_makes_nothing() {
    let mut script = one_broker();
    let topics = vec![configured("t", &[("good", Some("v"))])];
    let request = CreateTopicsRequest { topics, validate_only: true, ..Default::default() };
    let result = create_with(&mut script, request).topics.remove(0);
    assert_eq!((result.error_code, result.num_partitions, result.replication_factor), (0, 1, 1));
    let configs = result.configs.unwrap();
    assert_eq!((configs[0].name.as_str(), configs[0].value.as_deref()), ("good", Some("v")));
    assert_eq!(configs[0].config_source, 1);
    assert!(script.machine.image().topics.is_empty());
}

fn delete(
    script: &mut Script,
    names: &[Option<&str>],
    ids: &[Uuid],
    version: i16,
) -> DeleteTopicsResponse {
    let by_name = names.iter().map(|name| delete_topics_request::DeleteTopicState {
        name: name.map(str::to_owned),
        ..Default::default()
    });
    let by_id = ids.iter().map(|id| delete_topics_request::DeleteTopicState {
        name: None,
        topic_id: *id,
        ..Default::default()
    });
    let request =
        DeleteTopicsRequest { topics: by_name.chain(by_id).collect(), ..Default::default() };
    match script.run(Command::DeleteTopics { request, version }).reply {
        Reply::DeleteTopics(response) => response,
        other => panic!("{other:?}"),
    }
}

#[test]
fn topics_are_deleted_by_name_and_by_id() {
    let mut script = one_broker();
    let made = create(&mut script, vec![topic("a", 1, 1), topic("b", 1, 1), topic("c", 1, 1)]);
    let id = |index: usize| made.topics[index].topic_id;
    let unknown = Uuid([66; 16]);
    let response = delete(
        &mut script,
        &[Some("a"), Some("nope"), Some("twice"), Some("twice"), None, Some("c")],
        &[id(1), unknown, id(2)],
        6,
    );
    let verdicts: Vec<_> =
        response.responses.iter().map(|r| (r.name.as_deref(), r.topic_id, r.error_code)).collect();
    let expected = [
        (Some("a"), id(0), 0),
        (Some("nope"), Uuid::ZERO, 3),
        (Some("twice"), Uuid::ZERO, 42),
        (None, Uuid::ZERO, 42),
        (Some("c"), id(2), 42),
        (Some("b"), id(1), 0),
        (None, unknown, 100),
    ];
    assert_eq!(verdicts, expected);
    assert_eq!(
        response.responses[1].error_message.as_deref(),
        Some("This server does not host this topic-partition.")
    );
    let left: Vec<_> =
        script.machine.image().topics.iter().map(|topic| topic.name.to_string()).collect();
    assert_eq!(left, ["c"]);
    // The same name again is another topic.
    let again = create(&mut script, vec![topic("a", 1, 1)]);
    assert_ne!(again.topics[0].topic_id, id(0));
}

#[test]
fn deletion_can_be_disabled() {
    let config = ControllerConfig { delete_topic_enable: false, ..config() };
    let mut script = Script::activated(config, 33, 1);
    script.start(1);
    create(&mut script, vec![topic("a", 1, 1)]);
    for (version, code) in [(2, 42), (3, 73)] {
        let response = delete(&mut script, &[Some("a")], &[], version);
        assert_eq!(response.responses[0].error_code, code);
    }
    assert_eq!(script.machine.image().topics.len(), 1);
}

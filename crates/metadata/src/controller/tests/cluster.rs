//! Partitions and the cluster: codes, texts and records, case by case as Apache Kafka 4.4.0 has them.

use moldau_protocol::ErrorCode;
use moldau_protocol::ids::PartitionIndex;
use moldau_protocol::messages::{
    AlterPartitionReassignmentsRequest, CreatePartitionsRequest, CreateTopicsRequest,
    ElectLeadersRequest, ListPartitionReassignmentsRequest, UnregisterBrokerRequest,
    UpdateFeaturesRequest, alter_partition_reassignments_request, create_partitions_request,
    create_topics_request, elect_leaders_request, list_partition_reassignments_request,
    update_features_request,
};

use super::*;
use crate::image::PartitionRegistration;

/// Brokers 1 to `count`, and topics `a` (2 partitions) and `b` (3), each on the brokers given.
fn cluster(count: i32, replicas: &[i32]) -> Script {
    let mut script = Script::activated(config(), 33, 1);
    for id in 1..=count {
        script.start(id);
    }
    let topic = |name: &str, partitions: i32| create_topics_request::CreatableTopic {
        name: name.to_owned(),
        num_partitions: -1,
        replication_factor: -1,
        assignments: (0..partitions)
            .map(|partition_index| create_topics_request::CreatableReplicaAssignment {
                partition_index,
                broker_ids: replicas.to_vec(),
                ..Default::default()
            })
            .collect(),
        ..Default::default()
    };
    let topics = vec![topic("a", 2), topic("b", 3)];
    let request = CreateTopicsRequest { topics, ..Default::default() };
    script.run(Command::CreateTopics { request });
    script
}

fn partition(script: &Script, topic: &str, index: i32) -> PartitionRegistration {
    let topic = script.machine.image().topics.by_name(topic).unwrap();
    topic.partition(PartitionIndex(index)).unwrap().as_ref().clone()
}

/// What stands of a registration: replicas, in sync, coming, going, leader, leader epoch.
fn state(script: &Script) -> (Vec<i32>, Vec<i32>, Vec<i32>, Vec<i32>, i32, i32) {
    let it = partition(script, "a", 0);
    let raw = |ids: &[BrokerId]| ids.iter().map(|id| id.0).collect::<Vec<_>>();
    let lists = (raw(&it.replicas), raw(&it.isr), raw(&it.adding_replicas));
    (lists.0, lists.1, lists.2, raw(&it.removing_replicas), it.leader.0, it.leader_epoch.0)
}

type Verdict<'a> = (&'a str, ErrorCode, Option<&'a str>);
/// Name, count, and the brokers of each new partition.
type Growth<'a> = (&'a str, i32, Option<&'a [&'a [i32]]>);
/// Topic, partition, code and text.
type Elected = (String, i32, i16, Option<String>);

fn grow(
    script: &mut Script,
    topics: &[Growth<'_>],
    validate_only: bool,
) -> (Vec<(String, ErrorCode, Option<String>)>, usize) {
    let topics = topics.iter().map(|(name, count, assignments)| {
        let assignment = |ids: &&[i32]| create_partitions_request::CreatePartitionsAssignment {
            broker_ids: ids.to_vec(),
            ..Default::default()
        };
        create_partitions_request::CreatePartitionsTopic {
            name: (*name).to_owned(),
            count: *count,
            assignments: assignments.map(|lists| lists.iter().map(assignment).collect()),
            ..Default::default()
        }
    });
    let request = CreatePartitionsRequest {
        topics: topics.collect(),
        timeout_ms: 1_000,
        validate_only,
        ..Default::default()
    };
    let decision = script.run(Command::CreatePartitions(request));
    let Reply::CreatePartitions(response) = decision.reply else { panic!("{:?}", decision.reply) };
    let verdicts = response.results.into_iter();
    let verdicts = verdicts.map(|each| (each.name, ErrorCode(each.error_code), each.error_message));
    (verdicts.collect(), decision.records.len())
}

#[test]
fn each_topic_grows_or_is_told_why_not() {
    let mut script = cluster(1, &[1]);
    let mut check = |topics: &[Growth<'_>], records, expected: &[Verdict<'_>]| {
        let (verdicts, written) = grow(&mut script, topics, false);
        let verdicts: Vec<_> = verdicts
            .iter()
            .map(|(name, code, text)| (name.as_str(), *code, text.as_deref()))
            .collect();
        assert_eq!(verdicts, expected);
        assert_eq!(written, records, "{topics:?}");
    };
    let (none, partitions) = (ErrorCode::NONE, ErrorCode::INVALID_PARTITIONS);
    let assignment = ErrorCode::INVALID_REPLICA_ASSIGNMENT;
    check(
        &[("a", 4, None), ("nope", 3, None), ("b", 3, None), ("dup", 2, None), ("dup", 3, None)],
        2,
        &[
            ("dup", ErrorCode::INVALID_REQUEST, Some("Duplicate topic name.")),
            ("a", none, None),
            ("nope", ErrorCode::UNKNOWN_TOPIC_OR_PARTITION, None),
            ("b", partitions, Some("Topic already has 3 partition(s).")),
        ],
    );
    check(&[("a", 6, Some(&[&[1], &[1]]))], 2, &[("a", none, None)]);
    for (count, text) in [
        (6, "Topic already has 6 partition(s)."),
        (1, "The topic a currently has 6 partition(s); 1 would not be an increase."),
        (-5, "The topic a currently has 6 partition(s); -5 would not be an increase."),
    ] {
        check(&[("a", count, None)], 0, &[("a", partitions, Some(text))]);
    }
    for (count, lists, text) in [
        (
            8,
            &[&[1][..]][..],
            "Attempted to add 2 additional partition(s), but only 1 assignment(s) were specified.",
        ),
        (
            7,
            &[],
            "Attempted to add 1 additional partition(s), but only 0 assignment(s) were specified.",
        ),
        (7, &[&[]], "The manual partition assignment includes an empty replica list."),
        (
            7,
            &[&[9]],
            "The manual partition assignment includes broker 9, but no such broker is registered.",
        ),
        (7, &[&[1, 1]], "The manual partition assignment includes the broker 1 more than once."),
    ] {
        check(&[("a", count, Some(lists))], 0, &[("a", assignment, Some(text))]);
    }
    let many = "Excessively large number of additional partitions per request.";
    let policy = ErrorCode::POLICY_VIOLATION;
    check(
        &[("a", 9_006, None), ("b", 1_004, None)],
        0,
        &[("a", policy, Some(many)), ("b", policy, Some(many))],
    );
    let created = partition(&script, "a", 5);
    assert_eq!((created.leader, created.isr), (BrokerId(1), vec![BrokerId(1)]));
}

#[test]
fn partitions_are_not_made_when_only_asked_about() {
    let mut script = cluster(1, &[1]);
    let (verdicts, records) = grow(&mut script, &[("a", 5, None)], true);
    assert_eq!((verdicts[0].1, records), (ErrorCode::NONE, 0));
    let topics = vec![create_partitions_request::CreatePartitionsTopic {
        name: "a".to_owned(),
        count: 5,
        assignments: None,
        ..Default::default()
    }];
    let request = CreatePartitionsRequest { topics, timeout_ms: 0, ..Default::default() };
    let Reply::CreatePartitions(late) = script.run(Command::CreatePartitions(request)).reply else {
        panic!("an answer to CreatePartitions")
    };
    assert_eq!(late.results[0].error_code, ErrorCode::REQUEST_TIMED_OUT.0);
    assert_eq!(late.results[0].error_message, None);
}

#[test]
fn a_broker_that_is_unregistered_leaves_every_set() {
    let mut script = cluster(2, &[1, 2]);
    let unregister = |script: &mut Script, broker_id| {
        let request = UnregisterBrokerRequest { broker_id, ..Default::default() };
        match script.run(Command::UnregisterBroker(request)).reply {
            Reply::UnregisterBroker(response) => (response.error_code, response.error_message),
            other => panic!("{other:?}"),
        }
    };
    let text = "Broker ID 9 is not currently registered";
    assert_eq!(unregister(&mut script, 9), (102, Some(text.to_owned())));
    assert_eq!(unregister(&mut script, 1), (0, Some(String::new())));
    assert!(script.machine.image().cluster.broker(BrokerId(1)).is_none());
    assert_eq!(state(&script), (vec![1, 2], vec![2], vec![], vec![], 2, 1));
}

fn elect(
    script: &mut Script,
    kind: i8,
    topics: Option<&[(&str, &[i32])]>,
    timeout_ms: i32,
) -> (i16, Vec<Elected>) {
    let topics = topics.map(|topics| {
        let topics =
            topics.iter().map(|(topic, partitions)| elect_leaders_request::TopicPartitions {
                topic: (*topic).to_owned(),
                partitions: partitions.to_vec(),
                ..Default::default()
            });
        topics.collect()
    });
    let request = ElectLeadersRequest {
        election_type: kind,
        topic_partitions: topics,
        timeout_ms,
        ..Default::default()
    };
    let Reply::ElectLeaders(response) = script.run(Command::ElectLeaders(request)).reply else {
        panic!("an answer to ElectLeaders")
    };
    let verdicts = response.replica_election_results.into_iter().flat_map(|topic| {
        let name = topic.topic;
        let one =
            move |each: moldau_protocol::messages::elect_leaders_response::PartitionResult| {
                (name.clone(), each.partition_id, each.error_code, each.error_message)
            };
        topic.partition_result.into_iter().map(one)
    });
    (response.error_code, verdicts.collect())
}

#[test]
fn leadership_goes_back_to_the_first_replica() {
    let mut script = cluster(2, &[1, 2]);
    let check = |script: &mut Script,
                 kind,
                 topics: Option<&[(&str, &[i32])]>,
                 expected: &[(&str, i32, i16, &str)]| {
        let (code, verdicts) = elect(script, kind, topics, 1_000);
        assert_eq!(code, 0);
        let verdicts: Vec<_> = verdicts
            .iter()
            .map(|(name, index, code, text)| {
                (name.as_str(), *index, *code, text.as_deref().unwrap_or_default())
            })
            .collect();
        assert_eq!(verdicts, expected);
    };
    let needless = "Leader election not needed for topic partition.";
    let some: Option<&[(&str, &[i32])]> = Some(&[("a", &[0, 99]), ("nope", &[0])]);
    check(
        &mut script,
        0,
        some,
        &[
            ("a", 0, 84, needless),
            ("a", 99, 3, "No such partition as a-99"),
            ("nope", 0, 3, "No such topic as nope"),
        ],
    );
    check(&mut script, 0, None, &[]);
    // Broker 1 goes, and comes back without its data being lost: broker 2 leads meanwhile.
    let epoch = script.machine.image().cluster.broker(BrokerId(1)).unwrap().epoch;
    script.heartbeat(BrokerHeartbeatRequest { want_fence: true, ..alive(1, epoch, 0) });
    assert_eq!(partition(&script, "a", 0).leader, BrokerId(2));
    check(
        &mut script,
        0,
        Some(&[("a", &[0])]),
        &[("a", 0, 80, "The preferred leader was not available.")],
    );
    check(&mut script, 1, Some(&[("a", &[0])]), &[("a", 0, 84, needless)]);
    // Unfenced, and in sync again, it may lead.
    let next = script.next;
    script.heartbeat(alive(1, epoch, next));
    let mut change = moldau_protocol::messages::PartitionChangeRecord {
        topic_id: script.machine.image().topics.by_name("a").unwrap().id.0,
        partition_id: 0,
        isr: Some(vec![1, 2]),
        ..Default::default()
    };
    change.leader = -2;
    script.machine.apply(&change.into(), Offset(script.next)).unwrap();
    script.next += 1;
    check(&mut script, 0, Some(&[("a", &[0])]), &[("a", 0, 0, "")]);
    assert_eq!(state(&script), (vec![1, 2], vec![1, 2], vec![], vec![], 1, 2));
}

#[test]
fn elections_that_cannot_be_asked_for_are_refused() {
    let mut script = cluster(1, &[1]);
    let some: Option<&[(&str, &[i32])]> = Some(&[("a", &[0])]);
    let text = Some("Unknown election type 5".to_owned());
    assert_eq!(elect(&mut script, 5, some, 1), (42, vec![("a".to_owned(), 0, 42, text)]));
    assert_eq!(elect(&mut script, 3, None, 1), (42, vec![]));
    assert_eq!(elect(&mut script, 0, some, 0), (7, vec![("a".to_owned(), 0, 7, None)]));
}

#[test]
fn an_unclean_election_is_for_partitions_without_a_leader() {
    let mut script = cluster(2, &[1]);
    let epoch = script.machine.image().cluster.broker(BrokerId(1)).unwrap().epoch;
    script.heartbeat(BrokerHeartbeatRequest { want_fence: true, ..alive(1, epoch, 0) });
    assert_eq!(partition(&script, "a", 0).leader, BrokerId::NONE);
    let some: Option<&[(&str, &[i32])]> = Some(&[("a", &[0])]);
    let text = Some("Eligible topic partition leaders are not available.".to_owned());
    assert_eq!(elect(&mut script, 1, some, 1).1, vec![("a".to_owned(), 0, 83, text)]);
}

fn reassign(
    script: &mut Script,
    replicas: Option<&[i32]>,
    allow_replication_factor_change: bool,
) -> (ErrorCode, Option<String>) {
    use alter_partition_reassignments_request::{ReassignablePartition, ReassignableTopic};
    let partition = ReassignablePartition {
        partition_index: 0,
        replicas: replicas.map(<[i32]>::to_vec),
        ..Default::default()
    };
    let topic = ReassignableTopic {
        name: "a".to_owned(),
        partitions: vec![partition],
        ..Default::default()
    };
    let request = AlterPartitionReassignmentsRequest {
        timeout_ms: 1_000,
        allow_replication_factor_change,
        topics: vec![topic],
        ..Default::default()
    };
    match script.run(Command::AlterPartitionReassignments(request)).reply {
        Reply::AlterPartitionReassignments(mut response) => {
            let partition = response.responses.remove(0).partitions.remove(0);
            (ErrorCode(partition.error_code), partition.error_message)
        }
        other => panic!("{other:?}"),
    }
}

fn moving(script: &mut Script, topics: Option<Vec<(&str, Vec<i32>)>>) -> usize {
    use list_partition_reassignments_request::ListPartitionReassignmentsTopics as Topic;
    let topics = topics.map(|topics| {
        let topics = topics.into_iter().map(|(name, partition_indexes)| Topic {
            name: name.to_owned(),
            partition_indexes,
            ..Default::default()
        });
        topics.collect()
    });
    let request = ListPartitionReassignmentsRequest { topics, ..Default::default() };
    match script.run(Command::ListPartitionReassignments(request)).reply {
        Reply::ListPartitionReassignments(response) => response.topics.len(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_reassignment_runs_until_its_replicas_are_in_sync() {
    let mut script = cluster(3, &[1]);
    let ok = (ErrorCode::NONE, None);
    assert_eq!(reassign(&mut script, Some(&[1]), true), ok, "nothing to do");
    assert_eq!(state(&script), (vec![1], vec![1], vec![], vec![], 1, 0));
    let nothing = (ErrorCode::NO_REASSIGNMENT_IN_PROGRESS, None);
    assert_eq!(reassign(&mut script, None, true), nothing);
    let text = Some("The replication factor is changed from 1 to 2".to_owned());
    let refused = (ErrorCode::INVALID_REPLICATION_FACTOR, text);
    assert_eq!(reassign(&mut script, Some(&[1, 2]), false), refused);

    assert_eq!(reassign(&mut script, Some(&[2]), false), ok);
    assert_eq!(state(&script), (vec![2, 1], vec![1], vec![2], vec![1], 1, 0));
    assert_eq!(moving(&mut script, None), 1);
    assert_eq!(moving(&mut script, Some(vec![("a", vec![0]), ("b", vec![0])])), 1);
    assert_eq!(moving(&mut script, Some(vec![("a", vec![1])])), 0);

    // Taken back: the old replica stays, in a new leader epoch for what the other one thinks.
    assert_eq!(reassign(&mut script, None, true), ok);
    assert_eq!(state(&script), (vec![1], vec![1], vec![], vec![], 1, 1));
    assert_eq!(moving(&mut script, None), 0);
    assert_eq!(partition(&script, "a", 0).directories.len(), 1);
}

#[test]
fn taking_a_replica_away_is_done_at_once() {
    let mut script = cluster(2, &[1, 2]);
    assert_eq!(reassign(&mut script, Some(&[2]), true), (ErrorCode::NONE, None));
    assert_eq!(state(&script), (vec![2], vec![2], vec![], vec![], 2, 1));
    let text = |text: &str| Some(text.to_owned());
    let code = ErrorCode::INVALID_REPLICA_ASSIGNMENT;
    for (ids, expected) in [
        (&[][..], "The manual partition assignment includes an empty replica list."),
        (&[2, 2], "The manual partition assignment includes the broker 2 more than once."),
        (
            &[7],
            "The manual partition assignment includes broker 7, but no such broker is registered.",
        ),
    ] {
        assert_eq!(reassign(&mut script, Some(ids), false), (code, text(expected)));
    }
}

fn update(script: &mut Script, updates: &[(&str, i16, i8)], version: i16) -> (i16, String, usize) {
    let updates =
        updates.iter().map(|(name, level, kind)| update_features_request::FeatureUpdateKey {
            feature: (*name).to_owned(),
            max_version_level: *level,
            upgrade_type: *kind,
            ..Default::default()
        });
    let request =
        UpdateFeaturesRequest { feature_updates: updates.collect(), ..Default::default() };
    let decision = script.run(Command::UpdateFeatures { request, version, kraft_version: 1 });
    let Reply::UpdateFeatures(response) = decision.reply else { panic!("{:?}", decision.reply) };
    let whole = "The update failed for all features since the following feature had an error: ";
    let message = response.error_message.unwrap_or_default();
    let results = if version < 2 && response.error_code == 0 { 1 } else { 0 };
    assert_eq!(response.results.len().min(1), results);
    (response.error_code, message.trim_start_matches(whole).to_owned(), decision.records.len())
}

#[test]
fn levels_change_together_or_not_at_all() {
    let mut script = Script::activated(config(), 29, 1);
    let mut check = |updates: &[(&str, i16, i8)], text: &str, records: usize| {
        let code = if text.is_empty() { 0 } else { ErrorCode::INVALID_UPDATE_VERSION.0 };
        assert_eq!(
            update(&mut script, updates, 1),
            (code, text.to_owned(), records),
            "{updates:?}"
        );
    };
    let version = METADATA;
    check(&[(version, 29, 1)], "", 0);
    check(
        &[(version, 34, 1)],
        "Invalid update version 34 for feature metadata.version. Local controller 1 only supports versions 7-33",
        0,
    );
    check(
        &[(version, 28, 1)],
        "Invalid update version 28 for feature metadata.version. Can't downgrade the version of this feature without setting the upgrade type to either safe or unsafe downgrade.",
        0,
    );
    check(
        &[(version, 30, 2)],
        "Invalid update version 30 for feature metadata.version. Can't downgrade to a newer version.",
        0,
    );
    check(
        &[(version, 30, 4)],
        "Invalid update version 30 for feature metadata.version. The controller does not support the given upgrade type.",
        0,
    );
    check(&[(version, 28, 2)], "", 1);
    check(
        &[(version, 22, 2)],
        "Unsupported metadata.version downgrade from 28 to 22. Refusing to perform the requested downgrade because it might delete metadata information.",
        0,
    );
    check(
        &[(version, 22, 3)],
        "Unsupported metadata.version downgrade from 28 to 22. Unsafe metadata downgrade is not supported in this version.",
        0,
    );
    check(
        &[(version, 33, 1), ("nope", 1, 1)],
        "Invalid update version 1 for feature nope. Local controller 1 does not support this feature.",
        0,
    );
    check(
        &[("nope", 0, 1)],
        "Invalid update version 0 for feature nope. Feature nope not found.",
        0,
    );
    check(
        &[("nope", -1, 1)],
        "Invalid update version -1 for feature nope. A feature version cannot be less than 0.",
        0,
    );
    check(&[("kraft.version", 1, 3)], "", 0);
    check(
        &[("kraft.version", 0, 2)],
        "Invalid update version 0 for feature kraft.version. Can't downgrade the version of this feature.",
        0,
    );
    check(&[(version, 33, 1)], "", 1);
    // Served by nobody, but switched on by whoever wrote this log.
    check(&[("eligible.leader.replicas.version", 0, 2)], "", 1);
    assert_eq!(script.machine.image().features.level(METADATA), 33);
    assert_eq!(script.machine.image().features.level("eligible.leader.replicas.version"), 0);
    script.start(1);
    let text = "Invalid update version 1 for feature kraft.version. Broker 1 does not support this feature.";
    let code = ErrorCode::INVALID_UPDATE_VERSION.0;
    assert_eq!(update(&mut script, &[("kraft.version", 1, 1)], 2), (code, text.to_owned(), 0));
}

const METADATA: &str = "metadata.version";

//! Brokers: registration, heartbeats, sessions, leaderships.

use moldau_protocol::ErrorCode;
use moldau_protocol::ids::PartitionIndex;
use moldau_protocol::messages::{
    AllocateProducerIdsRequest, BeginTransactionRecord, CreateTopicsRequest, PartitionChangeRecord,
    create_topics_request,
};

use super::*;
use crate::image::{LeaderRecovery, PartitionRegistration};

fn create(script: &mut Script, name: &str, replicas: &[i32]) {
    let assignment = create_topics_request::CreatableReplicaAssignment {
        partition_index: 0,
        broker_ids: replicas.to_vec(),
        ..Default::default()
    };
    let topic = create_topics_request::CreatableTopic {
        name: name.to_owned(),
        num_partitions: -1,
        replication_factor: -1,
        assignments: vec![assignment],
        ..Default::default()
    };
    let request = CreateTopicsRequest { topics: vec![topic], ..Default::default() };
    let decision = script.run(Command::CreateTopics { request });
    assert!(!decision.records.is_empty(), "{decision:?}");
}

fn partition(script: &Script, name: &str) -> PartitionRegistration {
    let topic = script.machine.image().topics.by_name(name).unwrap();
    (**topic.partitions.get(&PartitionIndex(0)).unwrap()).clone()
}

/// Leader, leader epoch, in-sync and eligible replicas.
fn state(script: &Script, name: &str) -> (i32, i32, Vec<i32>, Vec<i32>) {
    let partition = partition(script, name);
    let raw = |ids: &[BrokerId]| ids.iter().map(|id| id.0).collect();
    (partition.leader.0, partition.leader_epoch.0, raw(&partition.isr), raw(&partition.elr))
}

#[test]
fn bad_registrations_are_refused() {
    let mut script = Script::activated(config(), 33, 1);
    script.start(2);
    let mut check = |change: &dyn Fn(&mut BrokerRegistrationRequest), expected: ErrorCode| {
        let mut request = registration(1);
        change(&mut request);
        let decision = script.run(Command::RegisterBroker(request));
        assert_eq!(decision.records, []);
        let Reply::RegisterBroker(reply) = decision.reply else { panic!() };
        assert_eq!((ErrorCode(reply.error_code), reply.broker_epoch), (expected, -1));
    };
    check(&|r| r.cluster_id = "other".to_owned(), ErrorCode::INCONSISTENT_CLUSTER_ID);
    check(&|r| r.is_migrating_zk_broker = true, ErrorCode::BROKER_ID_NOT_REGISTERED);
    check(&|r| r.log_dirs.clear(), ErrorCode::INVALID_REGISTRATION);
    check(&|r| r.log_dirs.push(r.log_dirs[0]), ErrorCode::INVALID_REGISTRATION);
    check(&|r| r.log_dirs.push(Uuid::ONE), ErrorCode::INVALID_REGISTRATION);
    check(&|r| r.log_dirs.push(Uuid([202; 16])), ErrorCode::INVALID_REGISTRATION);
    check(&|r| drop(r.features.remove(0)), ErrorCode::INVALID_REGISTRATION);
    check(&|r| drop(r.features.remove(1)), ErrorCode::UNSUPPORTED_VERSION);
    check(&|r| r.features[0].max_supported_version = 32, ErrorCode::UNSUPPORTED_VERSION);
    check(&|r| r.features[1].min_supported_version = 2, ErrorCode::UNSUPPORTED_VERSION);
    let duplicate = |r: &mut BrokerRegistrationRequest| {
        *r = BrokerRegistrationRequest { incarnation_id: Uuid([77; 16]), ..registration(2) };
    };
    check(&duplicate, ErrorCode::DUPLICATE_BROKER_REGISTRATION);
}

#[test]
fn the_same_incarnation_amends_and_another_one_waits_for_the_session() {
    let mut script = Script::activated(config(), 33, 1);
    let epoch = script.start(1);
    let amended = BrokerRegistrationRequest { rack: Some("r".to_owned()), ..registration(1) };
    assert_eq!(script.register(amended), epoch);
    let broker = script.machine.image().cluster.broker(BrokerId(1)).unwrap();
    assert_eq!((broker.fenced, broker.rack.as_deref()), (false, Some("r")));
    let other = || BrokerRegistrationRequest { incarnation_id: Uuid([77; 16]), ..registration(1) };
    let refused = script.run(Command::RegisterBroker(other()));
    assert_eq!(refused.records, []);
    script.now += SESSION_MS + 1;
    let epoch_at = script.next;
    assert_eq!(script.register(other()), epoch_at);
    assert!(script.machine.image().cluster.broker(BrokerId(1)).unwrap().fenced);
    let stale = script.heartbeat(alive(1, epoch, 100));
    assert_eq!(ErrorCode(stale.error_code), ErrorCode::STALE_BROKER_EPOCH);
}

#[test]
fn the_broker_of_this_process_comes_back_at_once() {
    let incarnation = Uuid([77; 16]);
    let config = ControllerConfig { local_incarnation: Some(incarnation), ..config() };
    let mut script = Script::activated(config, 33, 1);
    script.start(1);
    create(&mut script, "t", &[1]);
    // The process was killed and started again: the log is all that is left.
    script.run(Command::Activate { bootstrap: vec![] });
    let request = BrokerRegistrationRequest { incarnation_id: incarnation, ..registration(1) };
    let epoch = script.register(request);
    assert_eq!(state(&script, "t"), (-1, 1, vec![], vec![]));
    let reply = script.heartbeat(alive(1, epoch, script.next));
    assert!(reply.is_caught_up && !reply.is_fenced);
    assert_eq!(state(&script, "t"), (1, 2, vec![1], vec![]));
    assert_eq!(partition(&script, "t").leader_recovery, LeaderRecovery::Recovering);
}

#[test]
fn a_broker_is_unfenced_when_it_has_seen_its_registration() {
    let mut script = Script::activated(config(), 33, 0);
    let epoch = script.register(registration(1));
    for (offset, want_fence, fenced) in [
        (epoch - 1, false, true),
        (epoch, true, true),
        (epoch, false, false),
        (epoch, false, false),
    ] {
        let request = BrokerHeartbeatRequest { want_fence, ..alive(1, epoch, offset) };
        let reply = script.heartbeat(request);
        assert_eq!((reply.is_fenced, reply.is_caught_up), (fenced, offset >= epoch));
    }
    let unknown = script.heartbeat(alive(9, 1, 1));
    assert_eq!(ErrorCode(unknown.error_code), ErrorCode::STALE_BROKER_EPOCH);
}

#[test]
fn a_silent_broker_is_fenced_at_the_deadline_and_not_before() {
    let mut script = Script::activated(config(), 33, 1);
    assert_eq!(script.machine.next_deadline(), None);
    let epoch = script.start(1);
    create(&mut script, "t", &[1]);
    let deadline = script.machine.next_deadline().unwrap();
    assert_eq!(deadline, script.now + SESSION_MS + 1);
    assert_eq!(script.machine.expire(deadline - 1), []);
    script.now = deadline - 1;
    script.heartbeat(alive(1, epoch, 50));
    assert_eq!(script.machine.expire(deadline), []);
    script.now = script.machine.next_deadline().unwrap();
    for command in script.machine.expire(script.now) {
        script.run(command);
    }
    assert!(script.machine.image().cluster.broker(BrokerId(1)).unwrap().fenced);
    assert_eq!(state(&script, "t"), (-1, 1, vec![], vec![1]));
    assert_eq!(script.machine.next_deadline(), None);
    // It is back, with everything it had.
    assert!(!script.heartbeat(alive(1, epoch, 50)).is_fenced);
    assert_eq!(state(&script, "t"), (1, 2, vec![1], vec![]));
    assert_eq!(partition(&script, "t").leader_recovery, LeaderRecovery::Recovered);
}

#[test]
fn without_elr_the_last_replica_stays_in_sync_without_leading() {
    for level in [7, 22, 33] {
        let mut script = Script::activated(config(), level, 0);
        let epoch = script.start(1);
        create(&mut script, "t", &[1]);
        let fence = BrokerHeartbeatRequest { want_fence: true, ..alive(1, epoch, 50) };
        assert!(script.heartbeat(fence).is_fenced);
        assert_eq!(state(&script, "t"), (-1, 1, vec![1], vec![]));
        script.heartbeat(alive(1, epoch, 50));
        assert_eq!(state(&script, "t"), (1, 2, vec![1], vec![]));
        // A new incarnation without a clean shut-down is not told apart.
        script.now += SESSION_MS + 1;
        script.register(BrokerRegistrationRequest {
            incarnation_id: Uuid([7; 16]),
            ..registration(1)
        });
        assert_eq!(state(&script, "t"), (-1, 3, vec![1], vec![]));
    }
}

#[test]
fn leadership_moves_to_who_is_in_sync() {
    let mut script = Script::activated(config(), 33, 0);
    let (one, two) = (script.start(1), script.start(2));
    create(&mut script, "t", &[1, 2]);
    create(&mut script, "u", &[2, 1]);
    let go = BrokerHeartbeatRequest { want_shut_down: true, ..alive(1, one, 10) };
    let reply = script.heartbeat(go.clone());
    assert!(!reply.should_shut_down && !reply.is_fenced);
    assert_eq!(state(&script, "t"), (2, 1, vec![2], vec![]));
    assert_eq!(state(&script, "u"), (2, 0, vec![2], vec![]));
    // The other broker has not seen it yet.
    script.heartbeat(alive(2, two, 10));
    assert!(!script.heartbeat(go.clone()).should_shut_down);
    script.heartbeat(alive(2, two, script.next));
    assert!(script.heartbeat(go).should_shut_down);
    assert!(script.machine.image().cluster.broker(BrokerId(1)).unwrap().fenced);
}

#[test]
fn old_levels_bump_the_leader_epoch_when_the_set_shrinks() {
    for (level, epoch) in [(11, 1), (12, 0)] {
        let mut script = Script::activated(config(), level, 0);
        script.start(1);
        let two = script.start(2);
        create(&mut script, "t", &[1, 2]);
        script.heartbeat(BrokerHeartbeatRequest { want_fence: true, ..alive(2, two, 50) });
        assert_eq!(state(&script, "t"), (1, epoch, vec![1], vec![]), "{level}");
    }
}

#[test]
fn a_directory_that_fails_takes_its_partitions_along() {
    let mut script = Script::activated(config(), 33, 1);
    let directories = [Uuid([201; 16]), Uuid([211; 16])];
    let request = BrokerRegistrationRequest { log_dirs: directories.to_vec(), ..registration(1) };
    let epoch = script.register(request);
    script.heartbeat(alive(1, epoch, 50));
    create(&mut script, "t", &[1]);
    assert_eq!(partition(&script, "t").directories, [crate::image::DIRECTORY_UNASSIGNED]);
    let assigned = PartitionChangeRecord {
        topic_id: script.machine.image().topics.by_name("t").unwrap().id.0,
        partition_id: 0,
        directories: Some(vec![directories[0]]),
        ..Default::default()
    };
    script.machine.apply(&assigned.into(), Offset(script.next)).unwrap();
    script.next += 1;
    let failed =
        BrokerHeartbeatRequest { offline_log_dirs: vec![directories[0]], ..alive(1, epoch, 50) };
    script.heartbeat(failed.clone());
    assert_eq!(state(&script, "t"), (-1, 1, vec![], vec![1]));
    let broker = script.machine.image().cluster.broker(BrokerId(1)).unwrap();
    assert_eq!(broker.directories.len(), 1);
    assert_eq!(script.records(Command::Heartbeat(failed)), []);
}

#[test]
fn producer_ids_come_in_blocks_that_do_not_overlap() {
    let mut script = Script::activated(config(), 33, 1);
    let epoch = script.start(1);
    let mut ask = |epoch| {
        let request =
            AllocateProducerIdsRequest { broker_id: 1, broker_epoch: epoch, ..Default::default() };
        match script.run(Command::AllocateProducerIds(request)).reply {
            Reply::AllocateProducerIds(r) => (r.error_code, r.producer_id_start, r.producer_id_len),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(ask(epoch), (0, 0, 1_000));
    assert_eq!(ask(epoch), (0, 1_000, 1_000));
    assert_eq!(ask(epoch + 1).0, ErrorCode::STALE_BROKER_EPOCH.0);
    assert_eq!(ask(epoch), (0, 2_000, 1_000));
}

#[test]
fn activation_writes_the_bootstrap_once() {
    let names = |records: &[MetadataRecord]| {
        records.iter().map(MetadataRecord::api_key).collect::<Vec<_>>()
    };
    let mut script = Script::new(config());
    let start = || Command::Activate { bootstrap: bootstrap(33, 1) };
    assert_eq!(names(&script.records(start())), [23, 12, 12, 4, 24]);
    assert_eq!(script.records(start()), []);
    // Below 3.6-IV1 there are no transactions; the batch must be atomic.
    let mut old = Script::new(config());
    let decision = old.run(Command::Activate { bootstrap: bootstrap(12, 0) });
    assert!(decision.atomic && decision.records.len() == 1);
    // A transaction that was left open is aborted, and what it did written again.
    let mut open = Script::new(config());
    open.machine.apply(&BeginTransactionRecord::default().into(), Offset(0)).unwrap();
    for versioned in bootstrap(33, 0) {
        open.machine.apply(&versioned.record, Offset(1)).unwrap();
    }
    let records = open.records(Command::Activate { bootstrap: bootstrap(33, 0) });
    assert_eq!(names(&records), [25, 23, 12, 24]);
    assert!(open.machine.image().features.metadata_version().is_some());
}

#[test]
fn a_failed_append_is_undone() {
    let mut script = Script::activated(config(), 33, 1);
    script.start(1);
    let before = script.machine.image().clone();
    let checkpoint = script.machine.checkpoint();
    create(&mut script, "t", &[1]);
    assert_ne!(script.machine.image(), &before);
    script.machine.restore(checkpoint);
    assert_eq!(script.machine.image(), &before);
}

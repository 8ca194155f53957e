//! The same commands that Apache Kafka 4.4.0 got must become the records that it wrote.
//!
//! Kafka's log of `crate::golden` is walked from its start: for each change in it, the command that
//! caused it is decided on the state that the log had by then, and compared with what follows.

use moldau_protocol::ids::PartitionIndex;
use moldau_protocol::messages::{
    ControllerRegistrationRequest, CreateTopicsRequest, DeleteTopicsRequest, RegisterBrokerRecord,
    RegisterControllerRecord, controller_registration_request, create_topics_request,
    delete_topics_request,
};

use super::*;
use crate::golden;
use crate::image::Provenance;

/// Walks Kafka's log.
struct Walk {
    machine: ControllerMachine,
    log: Vec<(Offset, VersionedRecord)>,
    at: usize,
    now: i64,
}

impl Walk {
    /// Decides `command` and takes as many records of the log as it returned: they must be the same,
    /// those of partitions in any order (Kafka walks hash maps).
    fn expect(&mut self, command: Command, topic_id: Uuid) -> Reply {
        let next = self.log[self.at].0;
        let decision = self.machine.decide(&command, next, self.now, &mut || topic_id);
        let end = self.at + decision.records.len();
        let theirs: Vec<_> = self.log[self.at..end].iter().map(|(_, r)| r.clone()).collect();
        assert_eq!(sorted(&decision.records), sorted(&theirs), "{command:?} at {next}");
        self.take(decision.records.len());
        decision.reply
    }

    /// Applies the next `count` records of the log without a command of ours.
    fn take(&mut self, count: usize) {
        for (offset, versioned) in &self.log[self.at..self.at + count] {
            self.machine.apply(&versioned.record, *offset).unwrap();
        }
        self.at += count;
    }

    fn next_record(&self) -> MetadataRecord {
        self.log[self.at].1.record.clone()
    }

    fn heartbeat(&mut self, epoch: i64, change: impl FnOnce(&mut BrokerHeartbeatRequest)) -> Reply {
        let mut request = alive(1, epoch, i64::MAX);
        change(&mut request);
        self.expect(Command::Heartbeat(request), Uuid::ZERO)
    }
}

/// Runs of partition changes in order of topic and partition.
fn sorted(records: &[VersionedRecord]) -> Vec<VersionedRecord> {
    let mut records = records.to_vec();
    for run in records.chunk_by_mut(|a, b| is_change(a) == is_change(b)) {
        run.sort_by_key(|versioned| match &versioned.record {
            MetadataRecord::PartitionChangeRecord(change) => (change.topic_id, change.partition_id),
            _ => (Uuid::ZERO, 0),
        });
    }
    records
}

fn is_change(versioned: &VersionedRecord) -> bool {
    matches!(versioned.record, MetadataRecord::PartitionChangeRecord(_))
}

fn create(name: &str, partitions: i32, configs: &[(&str, &str)]) -> Command {
    let topic = create_topics_request::CreatableTopic {
        name: name.to_owned(),
        num_partitions: partitions,
        replication_factor: -1,
        configs: configs
            .iter()
            .map(|(name, value)| create_topics_request::CreatableTopicConfig {
                name: (*name).to_owned(),
                value: Some((*value).to_owned()),
                ..Default::default()
            })
            .collect(),
        ..Default::default()
    };
    Command::CreateTopics {
        request: CreateTopicsRequest { topics: vec![topic], ..Default::default() },
    }
}

/// The request that a registration record came from.
fn broker_request(record: &RegisterBrokerRecord, previous_epoch: i64) -> Command {
    Command::RegisterBroker(BrokerRegistrationRequest {
        broker_id: record.broker_id,
        cluster_id: CLUSTER.to_owned(),
        incarnation_id: record.incarnation_id,
        listeners: record
            .end_points
            .iter()
            .map(|endpoint| broker_registration_request::Listener {
                name: endpoint.name.clone(),
                host: endpoint.host.clone(),
                port: endpoint.port,
                security_protocol: endpoint.security_protocol,
                ..Default::default()
            })
            .collect(),
        features: record
            .features
            .iter()
            .map(|feature| broker_registration_request::Feature {
                name: feature.name.clone(),
                min_supported_version: feature.min_supported_version,
                max_supported_version: feature.max_supported_version,
                ..Default::default()
            })
            .collect(),
        rack: record.rack.clone(),
        log_dirs: record.log_dirs.clone(),
        previous_broker_epoch: previous_epoch,
        ..Default::default()
    })
}

fn controller_request(record: &RegisterControllerRecord) -> Command {
    Command::RegisterController(ControllerRegistrationRequest {
        controller_id: record.controller_id,
        incarnation_id: record.incarnation_id,
        listeners: record
            .end_points
            .iter()
            .map(|endpoint| controller_registration_request::Listener {
                name: endpoint.name.clone(),
                host: endpoint.host.clone(),
                port: endpoint.port,
                security_protocol: endpoint.security_protocol,
                ..Default::default()
            })
            .collect(),
        features: record
            .features
            .iter()
            .map(|feature| controller_registration_request::Feature {
                name: feature.name.clone(),
                min_supported_version: feature.min_supported_version,
                max_supported_version: feature.max_supported_version,
                ..Default::default()
            })
            .collect(),
        ..Default::default()
    })
}

fn register_controller(walk: &mut Walk) {
    let MetadataRecord::RegisterControllerRecord(record) = walk.next_record() else {
        panic!("a controller registers at {}", walk.log[walk.at].0);
    };
    walk.expect(controller_request(&record), Uuid::ZERO);
}

/// The broker registers; `before` partition changes stand before its record. Returns its epoch.
fn register_broker(walk: &mut Walk, before: usize, previous_epoch: i64) -> i64 {
    let MetadataRecord::RegisterBrokerRecord(record) = walk.log[walk.at + before].1.record.clone()
    else {
        panic!("a broker registers at {}", walk.log[walk.at].0);
    };
    let reply = walk.expect(broker_request(&record, previous_epoch), Uuid::ZERO);
    let Reply::RegisterBroker(reply) = reply else { panic!("{reply:?}") };
    assert_eq!((reply.error_code, reply.broker_epoch), (0, record.broker_epoch));
    record.broker_epoch
}

#[derive(Debug)]
struct AnyConfig;

impl TopicConfigRules for AnyConfig {
    fn validate(&self, _: &ConfigsImage, _: &BTreeMap<String, String>) -> Result<(), String> {
        Ok(())
    }

    fn describe(&self, _: &ConfigsImage, _: &BTreeMap<String, String>) -> Vec<EffectiveConfig> {
        Vec::new()
    }
}

#[test]
fn kafkas_log_comes_of_the_same_commands() {
    let config = ControllerConfig { topic_configs: Arc::new(AnyConfig), ..config() };
    let log = golden::records(golden::LOG);
    let mut walk = Walk { machine: ControllerMachine::new(config), log, at: 0, now: 0 };
    let topic_ids: Vec<_> = walk
        .log
        .iter()
        .filter_map(|(_, versioned)| match &versioned.record {
            MetadataRecord::TopicRecord(record) => Some(record.topic_id),
            _ => None,
        })
        .collect();
    let cordoned = |request: &mut BrokerHeartbeatRequest| request.cordoned_log_dirs = Some(vec![]);
    let fence = |request: &mut BrokerHeartbeatRequest| request.want_fence = true;
    let go = |request: &mut BrokerHeartbeatRequest| request.want_shut_down = true;

    // First start: bootstrap records inside a transaction, registrations, unfenced.
    let bootstrap = walk.log[1..8].iter().map(|(_, versioned)| versioned.clone()).collect();
    walk.expect(Command::Activate { bootstrap }, Uuid::ZERO);
    register_controller(&mut walk);
    let first = register_broker(&mut walk, 0, -1);
    walk.heartbeat(first, |request| {
        cordoned(request);
        fence(request);
    });
    walk.heartbeat(first, |_| {});
    let configs = [("cleanup.policy", "compact"), ("retention.ms", "1000")];
    walk.expect(create("a.b", 3, &configs), topic_ids[0]);
    walk.expect(create("gone", 1, &[]), topic_ids[1]);
    let Command::CreateTopics { mut request } = create("d", -1, &[]) else { panic!() };
    request.topics[0].assignments = (0..2)
        .map(|partition_index| create_topics_request::CreatableReplicaAssignment {
            partition_index,
            broker_ids: vec![1],
            ..Default::default()
        })
        .collect();
    walk.expect(Command::CreateTopics { request }, topic_ids[2]);
    let gone = delete_topics_request::DeleteTopicState {
        name: Some("gone".to_owned()),
        ..Default::default()
    };
    let request = DeleteTopicsRequest { topics: vec![gone], ..Default::default() };
    walk.expect(Command::DeleteTopics { request, version: 6 }, Uuid::ZERO);
    walk.take(7); // Quotas, configs, a SCRAM user, an ACL: not ours to decide yet.

    // Killed: the session ends, the broker comes back without what was not synced.
    walk.expect(Command::Activate { bootstrap: vec![] }, Uuid::ZERO);
    register_controller(&mut walk);
    walk.now = SESSION_MS + 1;
    let expired = walk.machine.expire(walk.now);
    assert_eq!(expired, [Command::ExpireBroker { broker: BrokerId(1) }]);
    walk.expect(Command::ExpireBroker { broker: BrokerId(1) }, Uuid::ZERO);
    let second = register_broker(&mut walk, 5, -1);
    walk.heartbeat(second, cordoned_after_unfencing);
    walk.expect(create("after.kill", 2, &[]), topic_ids[3]);

    // Shut down in good order, twice: leaderships go, then the broker; all comes back clean.
    let reply = walk.heartbeat(second, go);
    assert!(matches!(reply, Reply::Heartbeat(r) if !r.should_shut_down && !r.is_fenced));
    let reply = walk.heartbeat(second, go);
    assert!(matches!(reply, Reply::Heartbeat(r) if r.should_shut_down && r.is_fenced));
    walk.expect(Command::Activate { bootstrap: vec![] }, Uuid::ZERO);
    register_controller(&mut walk);
    let third = register_broker(&mut walk, 0, second);
    walk.heartbeat(third, |request| {
        cordoned(request);
        fence(request);
    });
    walk.heartbeat(third, |_| {});
    walk.expect(create("after.clean", 1, &[("flush.ms", "77")]), topic_ids[4]);
    walk.heartbeat(third, go);
    walk.heartbeat(third, go);
    walk.expect(Command::Activate { bootstrap: vec![] }, Uuid::ZERO);
    register_controller(&mut walk);
    let fourth = register_broker(&mut walk, 0, third);
    walk.heartbeat(fourth, |request| {
        cordoned(request);
        fence(request);
    });
    walk.heartbeat(fourth, |_| {});
    walk.expect(create("extra", 1, &[]), topic_ids[5]);

    assert_eq!(walk.at, walk.log.len());
    let theirs = golden::image(walk.log.iter().map(|(_, versioned)| versioned));
    let ours = MetadataImage { provenance: Provenance::EMPTY, ..walk.machine.image().clone() };
    assert_eq!(ours, theirs);
    let topic = ours.topics.by_name("extra").unwrap();
    assert!(topic.partitions.contains_key(&PartitionIndex(0)));
}

fn cordoned_after_unfencing(request: &mut BrokerHeartbeatRequest) {
    request.cordoned_log_dirs = Some(vec![]);
}

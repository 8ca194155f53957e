//! Scripts: at a time, a command; the records and the answer that must come of it.

mod brokers;
mod cluster;
mod configs;
mod differential;
mod topics;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use moldau_protocol::ids::{BrokerId, Offset, Uuid};
use moldau_protocol::messages::{
    BrokerHeartbeatRequest, BrokerHeartbeatResponse, BrokerRegistrationRequest, FeatureLevelRecord,
    broker_registration_request,
};

use super::*;
use crate::image::ConfigsImage;
use crate::record;

const SESSION_MS: i64 = 9_000;
const CLUSTER: &str = "cluster";

/// Rules with two keys: `good` takes anything, `number` a number.
#[derive(Debug)]
struct TestRules;

impl TopicConfigRules for TestRules {
    fn validate(
        &self,
        _configs: &ConfigsImage,
        overrides: &BTreeMap<String, String>,
    ) -> Result<(), String> {
        for (name, value) in overrides {
            match name.as_str() {
                "number" if value.parse::<i64>().is_err() => {
                    return Err(format!("bad number {value}"));
                }
                "good" | "number" => {}
                _ => return Err(format!("Unknown topic config name: {name}")),
            }
        }
        Ok(())
    }

    fn describe(
        &self,
        _configs: &ConfigsImage,
        overrides: &BTreeMap<String, String>,
    ) -> Vec<EffectiveConfig> {
        let own = overrides.get("good").cloned();
        let source = if own.is_some() { 1 } else { 5 };
        let name = "good".to_owned();
        vec![EffectiveConfig { name, value: own, read_only: false, source, sensitive: false }]
    }
}

fn config() -> ControllerConfig {
    ControllerConfig {
        node_id: BrokerId(1),
        cluster_id: CLUSTER.to_owned(),
        session_timeout: Duration::from_millis(SESSION_MS as u64),
        default_num_partitions: 2,
        default_replication_factor: 1,
        delete_topic_enable: true,
        default_min_insync_replicas: 1,
        default_unclean_leader_election: false,
        topic_configs: Arc::new(TestRules),
        local_incarnation: None,
    }
}

/// A controller whose decisions are appended and applied at once.
struct Script {
    machine: ControllerMachine,
    next: i64,
    now: i64,
    ids: u8,
}

impl Script {
    fn new(config: ControllerConfig) -> Self {
        Self { machine: ControllerMachine::new(config), next: 0, now: 1_000, ids: 100 }
    }

    /// One with the given metadata level, and with ELR or not, activated.
    fn activated(config: ControllerConfig, level: i16, elr: i16) -> Self {
        let mut script = Self::new(config);
        let bootstrap = bootstrap(level, elr);
        script.run(Command::Activate { bootstrap });
        script
    }

    /// Decides, checks that the records can be written, applies them.
    fn run(&mut self, command: Command) -> Decision {
        let ids = &mut self.ids;
        let mut fresh = || {
            *ids += 1;
            Uuid([*ids; 16])
        };
        let decision = self.machine.decide(&command, Offset(self.next), self.now, &mut fresh);
        for versioned in &decision.records {
            let value = record::encode(&versioned.record, versioned.version).unwrap();
            let back = record::decode(value).unwrap();
            assert_eq!(&back, versioned);
            self.machine.apply(&back.record, Offset(self.next)).unwrap();
            self.next += 1;
        }
        decision
    }

    fn records(&mut self, command: Command) -> Vec<MetadataRecord> {
        self.run(command).records.into_iter().map(|versioned| versioned.record).collect()
    }

    /// Registers broker `id`; returns its epoch.
    fn register(&mut self, request: BrokerRegistrationRequest) -> i64 {
        let Reply::RegisterBroker(reply) = self.run(Command::RegisterBroker(request)).reply else {
            panic!("a registration answers a registration");
        };
        assert_eq!(reply.error_code, 0);
        reply.broker_epoch
    }

    /// Registers and unfences broker `id`; returns its epoch.
    fn start(&mut self, id: i32) -> i64 {
        let epoch = self.register(registration(id));
        let reply = self.heartbeat(alive(id, epoch, self.next));
        assert!(!reply.is_fenced);
        epoch
    }

    fn heartbeat(&mut self, request: BrokerHeartbeatRequest) -> BrokerHeartbeatResponse {
        let Reply::Heartbeat(reply) = self.run(Command::Heartbeat(request)).reply else {
            panic!("a heartbeat answers a heartbeat");
        };
        reply
    }
}

fn bootstrap(level: i16, elr: i16) -> Vec<VersionedRecord> {
    let feature = |name: &str, level: i16| {
        let name = name.to_owned();
        VersionedRecord::new(
            FeatureLevelRecord { name, feature_level: level, ..Default::default() },
            0,
        )
    };
    let mut records = vec![feature("metadata.version", level)];
    if elr > 0 {
        records.push(feature("eligible.leader.replicas.version", elr));
    }
    records
}

fn registration(id: i32) -> BrokerRegistrationRequest {
    let feature = |name: &str, min: i16, max: i16| broker_registration_request::Feature {
        name: name.to_owned(),
        min_supported_version: min,
        max_supported_version: max,
        ..Default::default()
    };
    BrokerRegistrationRequest {
        broker_id: id,
        cluster_id: CLUSTER.to_owned(),
        incarnation_id: Uuid([id as u8; 16]),
        listeners: vec![broker_registration_request::Listener {
            name: "PLAINTEXT".to_owned(),
            host: "localhost".to_owned(),
            port: 9092,
            ..Default::default()
        }],
        features: vec![
            feature("metadata.version", 7, 33),
            feature("eligible.leader.replicas.version", 0, 1),
        ],
        rack: None,
        log_dirs: vec![Uuid([id as u8 + 200; 16])],
        ..Default::default()
    }
}

fn alive(id: i32, epoch: i64, offset: i64) -> BrokerHeartbeatRequest {
    BrokerHeartbeatRequest {
        broker_id: id,
        broker_epoch: epoch,
        current_metadata_offset: offset,
        ..Default::default()
    }
}

//! What the tests of this crate share: a clock and ids that count, rules that allow everything, a
//! node on a simulated disk, and Kafka's own bytes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

use moldau_metadata::controller::{
    Command, ControllerConfig, EffectiveConfig, Reply, TopicConfigRules,
};
use moldau_metadata::image::{ConfigsImage, MetadataImage};
use moldau_protocol::ids::{BrokerId, Uuid};
use moldau_protocol::messages::{
    BrokerHeartbeatRequest, BrokerRegistrationRequest, CreateTopicsRequest,
    broker_registration_request, create_topics_request,
};
use moldau_storage::MetaProperties;
use moldau_storage::disk::SimDisk;

use crate::clock::{Clock, IdSource};
use crate::config::{ControllerEndpoint, MetadataLogConfig, QuorumConfig};
use crate::driver::{Driver, Seams};
use crate::error::LogFault;
use crate::format::{FormatOptions, format};

/// The metadata directory of the tests.
pub(crate) const DIR: &str = "/data";

/// Kafka 4.4.0's `format --standalone`.
pub(crate) const STANDALONE: &str = include_str!("golden/kafka-4.4.0-standalone.checkpoint.hex");
/// Kafka 4.4.0's `format` with `controller.quorum.voters`.
pub(crate) const STATIC: &str = include_str!("golden/kafka-4.4.0-static.checkpoint.hex");
/// What Kafka 4.4.0 writes first on a directory formatted with `--standalone`.
pub(crate) const FIRST_START: &str = include_str!("golden/kafka-4.4.0-first-start.log.hex");

/// Bytes of a hex dump.
pub(crate) fn unhex(text: &str) -> Vec<u8> {
    let digits: Vec<u32> = text.chars().filter_map(|char| char.to_digit(16)).collect();
    digits.chunks(2).map(|pair| u8::try_from(pair[0] * 16 + pair[1]).unwrap()).collect()
}

/// Time that only moves when it is told to.
#[derive(Debug)]
pub(crate) struct ManualClock(AtomicI64);

impl ManualClock {
    pub(crate) fn advance(&self, ms: i64) {
        self.0.fetch_add(ms, Ordering::Relaxed);
    }
}

impl Clock for ManualClock {
    fn now_ms(&self) -> i64 {
        1_796_000_000_000 + self.0.load(Ordering::Relaxed)
    }

    fn monotonic_ms(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Ids that count up.
#[derive(Debug)]
pub(crate) struct CountingIds(AtomicU64);

impl IdSource for CountingIds {
    fn next_id(&self) -> Uuid {
        Uuid::from_halves(0x0123_4567_89ab_4def, self.0.fetch_add(1, Ordering::Relaxed))
    }
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

/// One node on a simulated disk.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) disk: SimDisk,
    pub(crate) clock: Arc<ManualClock>,
    pub(crate) ids: Arc<CountingIds>,
    pub(crate) log: MetadataLogConfig,
}

pub(crate) fn endpoint(port: u16) -> ControllerEndpoint {
    ControllerEndpoint {
        name: "CONTROLLER".to_owned(),
        host: "127.0.0.1".to_owned(),
        port,
        security_protocol: 0,
    }
}

impl World {
    pub(crate) fn new() -> Self {
        Self {
            disk: SimDisk::new(),
            clock: Arc::new(ManualClock(AtomicI64::new(1_000))),
            ids: Arc::new(CountingIds(AtomicU64::new(1))),
            log: MetadataLogConfig { max_snapshot_interval: Duration::ZERO, ..Default::default() },
        }
    }

    /// Formatted as a single node.
    pub(crate) fn formatted() -> Self {
        let world = Self::new();
        format(&world.disk, &*world.ids, &world.format_options()).unwrap();
        world
    }

    pub(crate) fn format_options(&self) -> FormatOptions {
        FormatOptions {
            cluster_id: "cluster".to_owned(),
            directories: vec![PathBuf::from(DIR)],
            metadata_directory: PathBuf::from(DIR),
            endpoints: vec![endpoint(9093)],
            ..FormatOptions::single_node(self.clock.now_ms())
        }
    }

    pub(crate) fn config(&self) -> QuorumConfig {
        let meta = MetaProperties::read(&self.disk, Path::new(DIR)).unwrap();
        QuorumConfig {
            controller: ControllerConfig {
                node_id: BrokerId(1),
                cluster_id: "cluster".to_owned(),
                session_timeout: Duration::from_secs(9),
                default_num_partitions: 1,
                default_replication_factor: 1,
                delete_topic_enable: true,
                default_min_insync_replicas: 1,
                default_unclean_leader_election: false,
                topic_configs: Arc::new(AnyConfig),
                local_incarnation: None,
            },
            metadata_dir: PathBuf::from(DIR),
            directory_id: meta.and_then(|meta| meta.directory_id).unwrap_or_default(),
            static_voters: Vec::new(),
            endpoints: vec![endpoint(9093)],
            incarnation: Uuid::from_halves(7, 7),
            log: self.log.clone(),
            on_fatal: Arc::new(|_| {}),
        }
    }

    pub(crate) fn seams(&self) -> Seams {
        Seams {
            disk: Arc::new(self.disk.clone()),
            clock: self.clock.clone(),
            ids: self.ids.clone(),
        }
    }

    pub(crate) fn open(&self) -> Driver {
        Driver::open(self.config(), self.seams()).unwrap()
    }
}

/// Registers and unfences broker 1, so that topics can be made.
pub(crate) fn admit_broker(driver: &mut Driver) {
    try_admit_broker(driver).unwrap();
}

pub(crate) fn try_admit_broker(driver: &mut Driver) -> Result<(), LogFault> {
    let features = driver
        .image()
        .features
        .finalized()
        .map(|(name, level)| broker_registration_request::Feature {
            name: name.to_owned(),
            min_supported_version: 0,
            max_supported_version: level,
            ..Default::default()
        })
        .collect();
    let registration = BrokerRegistrationRequest {
        broker_id: 1,
        cluster_id: "cluster".to_owned(),
        incarnation_id: Uuid::from_halves(8, 8),
        listeners: vec![broker_registration_request::Listener {
            name: "PLAINTEXT".to_owned(),
            host: "localhost".to_owned(),
            port: 9092,
            ..Default::default()
        }],
        features,
        log_dirs: vec![Uuid::from_halves(9, 9)],
        ..Default::default()
    };
    let replies = driver.handle(vec![Command::RegisterBroker(registration)])?;
    let [Ok(Reply::RegisterBroker(reply))] = &replies[..] else { panic!("{replies:?}") };
    assert_eq!(reply.error_code, 0);
    let heartbeat = BrokerHeartbeatRequest {
        broker_id: 1,
        broker_epoch: reply.broker_epoch,
        current_metadata_offset: driver.image().provenance.last_offset.0,
        ..Default::default()
    };
    let replies = driver.handle(vec![Command::Heartbeat(heartbeat)])?;
    let [Ok(Reply::Heartbeat(reply))] = &replies[..] else { panic!("{replies:?}") };
    assert!(!reply.is_fenced, "{reply:?}");
    Ok(())
}

pub(crate) fn create_topic(name: &str) -> Command {
    Command::CreateTopics { request: create_request(name, &[]) }
}

pub(crate) fn create_request(name: &str, configs: &[(&str, &str)]) -> CreateTopicsRequest {
    let config = |(name, value): &(&str, &str)| create_topics_request::CreatableTopicConfig {
        name: (*name).to_owned(),
        value: Some((*value).to_owned()),
        ..Default::default()
    };
    CreateTopicsRequest {
        topics: vec![create_topics_request::CreatableTopic {
            name: name.to_owned(),
            num_partitions: 2,
            replication_factor: 1,
            configs: configs.iter().map(config).collect(),
            ..Default::default()
        }],
        timeout_ms: 1_000,
        ..Default::default()
    }
}

pub(crate) fn topic_names(image: &MetadataImage) -> Vec<String> {
    let mut names: Vec<_> = image.topics.iter().map(|topic| topic.name.to_string()).collect();
    names.sort();
    names
}

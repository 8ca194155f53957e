//! The typed settings, and how they are read.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use moldau_metadata::config::{
    DescribedConfig, Layers, TopicDefaults, TopicOverrides, describe_broker,
    describe_broker_default, describe_group, describe_topic,
};
use moldau_protocol::ids::BrokerId;

use super::groups::{self, GroupConfig};
use super::layering::{Merged, check_required};
use super::listeners::{self, ControllerListener, Listeners};
use super::reader::Reader;
use super::{
    AdvertisedListener, ConfigError, HttpListener, Listener, Port, VoterSource, Warning, keys,
    quorum,
};

/// Ports of a node without configuration.
const DEFAULT_CONTROLLER_PORT: u16 = 9093;
const DEFAULT_HTTP_PORT: u16 = 8080;

#[derive(Debug, Clone, PartialEq)]
pub struct ServerConfig {
    pub node: NodeConfig,
    pub directories: Directories,
    pub network: NetworkConfig,
    pub fetch: FetchConfig,
    pub controller: ControllerConfig,
    pub topics: TopicRules,
    pub log: LogTasks,
    pub groups: GroupConfig,
    /// Largest payload of a client's metrics, as sent.
    pub telemetry_max_bytes: u32,
    topic_defaults: TopicDefaults,
    layers: Layers,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeConfig {
    pub id: BrokerId,
    pub rack: Option<String>,
    /// [`VoterSource::SingleNode`]: the node formats itself on first start.
    pub voters: VoterSource,
    pub registration_timeout: Duration,
    pub heartbeat_interval: Duration,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Directories {
    /// Never empty, without repetitions, in the order configured.
    pub data: Vec<PathBuf>,
    /// May be one of `data`.
    pub metadata: PathBuf,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NetworkConfig {
    /// For clients and brokers; never empty.
    pub listeners: Vec<Listener>,
    /// Never empty.
    pub controller_listeners: Vec<Listener>,
    /// For clients and brokers; never empty, names are among those of `listeners`.
    pub advertised: Vec<AdvertisedListener>,
    pub advertised_controllers: Vec<AdvertisedListener>,
    /// Name of one of `advertised`.
    pub inter_broker: String,
    pub http: Option<HttpListener>,
    /// `None`: the system's default.
    pub send_buffer_bytes: Option<u32>,
    /// `None`: the system's default.
    pub receive_buffer_bytes: Option<u32>,
    pub request_max_bytes: u32,
    pub listen_backlog: u32,
    pub connections: ConnectionLimits,
    /// `None`: never.
    pub max_idle: Option<Duration>,
    /// Bytes of requests read but not answered; `None`: no limit.
    pub queued_max_request_bytes: Option<u64>,
}

/// What can change while the server runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConnectionLimits {
    pub max: u32,
    pub max_per_ip: u32,
    /// By address or host name as configured.
    pub max_per_ip_overrides: BTreeMap<String, u32>,
    /// New ones a second.
    pub creation_rate: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FetchConfig {
    pub max_bytes: u32,
    /// Incremental sessions; 0: none.
    pub session_slots: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ControllerConfig {
    pub session_timeout: Duration,
    pub log_segment_bytes: u32,
    pub log_segment_interval: Duration,
    pub snapshot_after_bytes: u64,
    /// `None`: not by age.
    pub snapshot_after: Option<Duration>,
    /// `None`: no limit.
    pub retention_bytes: Option<u64>,
    /// `None`: no limit.
    pub retention: Option<Duration>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TopicRules {
    pub auto_create: bool,
    pub delete_enable: bool,
    pub num_partitions: u32,
    /// At least 1.
    pub default_replication_factor: i16,
    /// Most partitions in one answer to DescribeTopicPartitions.
    pub describe_partition_limit: u32,
}

/// Periodic work on the partition logs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogTasks {
    pub initial_delay: Duration,
    pub retention_check_interval: Duration,
    /// How often logs are looked at for `flush.ms`; `None`: never.
    pub flush_check_interval: Option<Duration>,
    pub recovery_point_interval: Duration,
    pub start_offset_interval: Duration,
    pub high_watermark_interval: Duration,
    pub recovery_threads_per_directory: u32,
    pub producer_expiration: Duration,
    pub producer_expiration_check_interval: Duration,
}

impl ServerConfig {
    /// Reads the texts of the file, then what `environment` overrides, then the command line.
    ///
    /// Pure. The error is the first thing wrong, and stops the start; warnings are for the log.
    pub fn load(
        file: Option<&str>,
        environment: impl IntoIterator<Item = (String, String)>,
        command_line: &[(String, String)],
    ) -> Result<(Self, Vec<Warning>), ConfigError> {
        let merged = Merged::new(file, environment, command_line)?;
        let mut warnings = merged.check()?;
        let single = !merged.has("process.roles") && !merged.has_prefix("controller.quorum.");
        let layers = with_implied(&merged, single)?;
        check_required(&layers)?;
        let (config, more, _) = read(layers, single)?;
        warnings.extend(more);
        Ok((config, warnings))
    }

    /// What topics get that override nothing.
    pub fn topic_defaults(&self) -> &TopicDefaults {
        &self.topic_defaults
    }

    /// The texts behind the settings, for who applies run-time settings on top.
    pub fn layers(&self) -> &Layers {
        &self.layers
    }

    /// The text in force of a declared key, for the few that have no typed field.
    pub fn text(&self, name: &str) -> Option<&str> {
        keys::table().get(name).and_then(|key| self.layers.text(key))
    }

    /// For DescribeConfigs of this broker.
    pub fn describe(&self) -> Vec<DescribedConfig> {
        describe_broker(keys::table(), &self.layers)
    }

    /// For DescribeConfigs of a topic on this broker.
    pub fn describe_topic(&self, overrides: &TopicOverrides) -> Vec<DescribedConfig> {
        describe_topic(keys::table(), &self.layers, &self.topic_defaults, overrides)
    }

    /// For DescribeConfigs of all brokers: what is set for them at run time.
    pub fn describe_default(&self) -> Vec<DescribedConfig> {
        describe_broker_default(keys::table(), &self.layers)
    }

    /// For DescribeConfigs of a group.
    pub fn describe_group(&self, overrides: &BTreeMap<String, String>) -> Vec<DescribedConfig> {
        describe_group(keys::table(), &self.layers, overrides)
    }

    /// The same server with other run-time settings: those of this broker, and of all brokers.
    ///
    /// What follows: topic defaults, limits of connections, the expiration of producers, and for
    /// who has not started yet the threads of recovery. The rest is fixed at start-up.
    pub fn with_dynamic(
        &self,
        broker: BTreeMap<String, String>,
        all_brokers: BTreeMap<String, String>,
    ) -> Result<Self, ConfigError> {
        let mut changed = self.clone();
        changed.layers.dynamic_broker = broker;
        changed.layers.dynamic_default = all_brokers;
        changed.topic_defaults = TopicDefaults::from_layers(keys::table(), &changed.layers)?;
        check_topic_defaults(&changed.topic_defaults)?;
        let reader = Reader::new(&changed.layers);
        let connections = connection_limits(&reader)?;
        let producer_expiration = reader.millis("producer.id.expiration.ms");
        let recovery_threads = reader.count("num.recovery.threads.per.data.dir");
        changed.network.connections = connections;
        changed.log.producer_expiration = producer_expiration;
        changed.log.recovery_threads_per_directory = recovery_threads;
        Ok(changed)
    }

    #[cfg(test)]
    pub(super) fn keys_read() -> std::collections::BTreeSet<&'static str> {
        let layers = with_implied(&Merged::default(), true).unwrap();
        read(layers, true).unwrap().2
    }
}

/// `node.id` and `broker.id` stand for each other; a single node gets its defaults.
fn with_implied(merged: &Merged, single: bool) -> Result<Layers, ConfigError> {
    let mut fixed = merged.texts.clone();
    let id = |key: &str| fixed.get(key).map(|text| text.trim().to_owned());
    match (id("node.id"), id("broker.id")) {
        (Some(node), Some(broker)) if node != broker => {
            let problem =
                format!("broker.id is {broker}; give both the same value, or only node.id");
            return Err(ConfigError::rule("node.id", node, problem));
        }
        (Some(node), None) => drop(fixed.insert("broker.id".to_owned(), node)),
        (None, Some(broker)) => drop(fixed.insert("node.id".to_owned(), broker)),
        _ => {}
    }
    let mut implied = BTreeMap::new();
    if single {
        let defaults = [
            ("process.roles", "broker,controller"),
            ("node.id", "1"),
            ("broker.id", "1"),
            ("controller.listener.names", "CONTROLLER"),
            ("listeners", "PLAINTEXT://localhost:9092"),
            ("log.dir", "./moldau-data"),
            ("offsets.topic.replication.factor", "1"),
            ("transaction.state.log.replication.factor", "1"),
            ("transaction.state.log.min.isr", "1"),
            ("share.coordinator.state.topic.replication.factor", "1"),
            ("share.coordinator.state.topic.min.isr", "1"),
        ];
        implied.extend(defaults.map(|(key, text)| (key, text.to_owned())));
        if !merged.has("listeners") {
            implied.insert("http.listener", format!("127.0.0.1:{DEFAULT_HTTP_PORT}"));
        }
    }
    Ok(Layers { fixed, implied, ..Layers::default() })
}

type Read = (ServerConfig, Vec<Warning>, std::collections::BTreeSet<&'static str>);

fn read(layers: Layers, single: bool) -> Result<Read, ConfigError> {
    let is_set = |key: &str| layers.fixed.contains_key(key);
    let reader = Reader::new(&layers);
    check_process_roles(&reader)?;
    let controller_port = match is_set("listeners") {
        true => Port::Exactly(0),
        false => Port::Preferably(DEFAULT_CONTROLLER_PORT),
    };
    let own_controller = match single {
        true => ControllerListener::OrLoopback(controller_port),
        false => ControllerListener::Configured,
    };
    let listeners = listeners::read(
        &reader,
        own_controller,
        !is_set("listener.security.protocol.map"),
        is_set("security.inter.broker.protocol"),
    )?;
    let mut http = listeners::http(reader.text("http.listener"))?;
    if let (Some(http), false) = (&mut http, is_set("http.listener")) {
        http.port = Port::Preferably(http.port.number());
    }
    let warnings = listeners.warnings.clone();
    let node = node(&reader, single, &listeners)?;
    let config = (
        node,
        directories(&reader)?,
        network(&reader, listeners, http)?,
        fetch(&reader),
        controller(&reader),
        topic_rules(&reader)?,
        log_tasks(&reader),
        groups::read(&reader)?,
        reader.count("telemetry.max.bytes"),
    );
    let keys_read = reader.keys_read();
    let topic_defaults = TopicDefaults::from_layers(keys::table(), &layers)?;
    check_topic_defaults(&topic_defaults)?;
    let (node, directories, network, fetch, controller, topics, log, groups, telemetry_max_bytes) =
        config;
    let config = ServerConfig {
        node,
        directories,
        network,
        fetch,
        controller,
        topics,
        log,
        groups,
        telemetry_max_bytes,
        topic_defaults,
        layers,
    };
    Ok((config, warnings, keys_read))
}

fn check_process_roles(reader: &Reader<'_>) -> Result<(), ConfigError> {
    let roles = reader.list("process.roles").unwrap_or_default();
    match roles.len() {
        2 => Ok(()),
        _ => {
            let problem = "a node with a single role needs a cluster, which is not built in yet \
                           (allowed: broker,controller)";
            Err(ConfigError::rule("process.roles", roles.join(","), problem))
        }
    }
}

fn node(
    reader: &Reader<'_>,
    single: bool,
    listeners: &Listeners,
) -> Result<NodeConfig, ConfigError> {
    let id = i32::try_from(reader.number("node.id")).expect("node.id is an INT");
    // Read for its effect: it gives node.id its value.
    reader.value("broker.id");
    let voters = match single {
        true => VoterSource::SingleNode,
        false => quorum::read(reader, id, &listeners.controller, &listeners.advertised_controller)?,
    };
    Ok(NodeConfig {
        id: BrokerId(id),
        rack: reader.text("broker.rack"),
        voters,
        registration_timeout: reader.millis("initial.broker.registration.timeout.ms"),
        heartbeat_interval: reader.millis("broker.heartbeat.interval.ms"),
    })
}

fn directories(reader: &Reader<'_>) -> Result<Directories, ConfigError> {
    let fallback = reader.list("log.dir").unwrap_or_default();
    let data = reader.list("log.dirs").unwrap_or(fallback);
    let data: Vec<PathBuf> = data.into_iter().map(PathBuf::from).collect();
    let first = data.first().cloned().ok_or_else(|| {
        ConfigError::rule("log.dirs", "", "at least one directory must be named here or in log.dir")
    })?;
    let metadata = reader.text("metadata.log.dir").map_or(first, PathBuf::from);
    Ok(Directories { data, metadata })
}

fn network(
    reader: &Reader<'_>,
    listeners: Listeners,
    http: Option<HttpListener>,
) -> Result<NetworkConfig, ConfigError> {
    let buffer = |name| reader.not_negative(name).and_then(|bytes| u32::try_from(bytes).ok());
    Ok(NetworkConfig {
        listeners: listeners.client,
        controller_listeners: listeners.controller,
        advertised: listeners.advertised,
        advertised_controllers: listeners.advertised_controller,
        inter_broker: listeners.inter_broker,
        http,
        send_buffer_bytes: buffer("socket.send.buffer.bytes"),
        receive_buffer_bytes: buffer("socket.receive.buffer.bytes"),
        request_max_bytes: reader.count("socket.request.max.bytes"),
        listen_backlog: reader.count("socket.listen.backlog.size"),
        connections: connection_limits(reader)?,
        max_idle: reader.period("connections.max.idle.ms"),
        queued_max_request_bytes: reader
            .not_negative("queued.max.request.bytes")
            .filter(|bytes| *bytes > 0),
    })
}

fn connection_limits(reader: &Reader<'_>) -> Result<ConnectionLimits, ConfigError> {
    let overrides = connection_overrides(reader)?;
    let per_ip = reader.count("max.connections.per.ip");
    if per_ip == 0 && overrides.is_empty() {
        let problem = "0 is allowed only beside max.connections.per.ip.overrides";
        return Err(ConfigError::rule("max.connections.per.ip", per_ip, problem));
    }
    Ok(ConnectionLimits {
        max: reader.count("max.connections"),
        max_per_ip: per_ip,
        max_per_ip_overrides: overrides,
        creation_rate: reader.count("max.connection.creation.rate"),
    })
}

fn connection_overrides(reader: &Reader<'_>) -> Result<BTreeMap<String, u32>, ConfigError> {
    const KEY: &str = "max.connections.per.ip.overrides";
    let text = reader.text(KEY).unwrap_or_default();
    let mut overrides = BTreeMap::new();
    for entry in text.split(',').map(str::trim).filter(|entry| !entry.is_empty()) {
        let parsed = entry
            .rsplit_once(':')
            .filter(|(host, _)| !host.is_empty())
            .and_then(|(host, count)| Some((host.trim(), count.trim().parse::<i32>().ok()?)));
        match parsed.and_then(|(host, count)| Some((host, u32::try_from(count).ok()?))) {
            Some((host, count)) => drop(overrides.insert(host.to_owned(), count)),
            None => {
                let problem = format!("not an exception (allowed: address:0 to {})", i32::MAX);
                return Err(ConfigError::rule(KEY, entry, problem));
            }
        }
    }
    Ok(overrides)
}

fn fetch(reader: &Reader<'_>) -> FetchConfig {
    FetchConfig {
        max_bytes: reader.count("fetch.max.bytes"),
        session_slots: reader.count("max.incremental.fetch.session.cache.slots"),
    }
}

fn controller(reader: &Reader<'_>) -> ControllerConfig {
    ControllerConfig {
        session_timeout: reader.millis("broker.session.timeout.ms"),
        log_segment_bytes: reader.count("metadata.log.segment.bytes"),
        log_segment_interval: reader.millis("metadata.log.segment.ms"),
        snapshot_after_bytes: reader
            .not_negative("metadata.log.max.record.bytes.between.snapshots")
            .unwrap_or(u64::MAX),
        snapshot_after: reader.period("metadata.log.max.snapshot.interval.ms"),
        retention_bytes: reader.not_negative("metadata.max.retention.bytes"),
        retention: reader.not_negative("metadata.max.retention.ms").map(Duration::from_millis),
    }
}

fn topic_rules(reader: &Reader<'_>) -> Result<TopicRules, ConfigError> {
    let factor = reader.number("default.replication.factor");
    let default_replication_factor = i16::try_from(factor).ok().filter(|factor| *factor > 0);
    Ok(TopicRules {
        auto_create: reader.flag("auto.create.topics.enable"),
        delete_enable: reader.flag("delete.topic.enable"),
        num_partitions: reader.count("num.partitions"),
        describe_partition_limit: reader.count("max.request.partition.size.limit"),
        default_replication_factor: default_replication_factor.ok_or_else(|| {
            let problem = format!("not a number of replicas (allowed: 1 to {})", i16::MAX);
            ConfigError::rule("default.replication.factor", factor, problem)
        })?,
    })
}

fn log_tasks(reader: &Reader<'_>) -> LogTasks {
    LogTasks {
        initial_delay: reader.millis("log.initial.task.delay.ms"),
        retention_check_interval: reader.millis("log.retention.check.interval.ms"),
        flush_check_interval: reader.period("log.flush.scheduler.interval.ms"),
        recovery_point_interval: reader.millis("log.flush.offset.checkpoint.interval.ms"),
        start_offset_interval: reader.millis("log.flush.start.offset.checkpoint.interval.ms"),
        high_watermark_interval: reader.millis("replica.high.watermark.checkpoint.interval.ms"),
        recovery_threads_per_directory: reader.count("num.recovery.threads.per.data.dir"),
        producer_expiration: reader.millis("producer.id.expiration.ms"),
        producer_expiration_check_interval: reader
            .millis("producer.id.expiration.check.interval.ms"),
    }
}

/// Ranges that Kafka puts on the result of several keys, not on each.
fn check_topic_defaults(defaults: &TopicDefaults) -> Result<(), ConfigError> {
    let number = |name| defaults.value(name).as_i64().unwrap_or(0);
    let checks = [
        ("log.retention.ms", number("retention.ms"), number("retention.ms") != 0, "-1, or from 1"),
        ("log.roll.ms", number("segment.ms"), number("segment.ms") >= 1, "from 1"),
        (
            "log.roll.jitter.ms",
            number("segment.jitter.ms"),
            number("segment.jitter.ms") >= 0,
            "from 0",
        ),
    ];
    match checks.into_iter().find(|(_, _, fine, _)| !fine) {
        Some((key, value, _, allowed)) => {
            let problem = format!("out of range (allowed: {allowed})");
            Err(ConfigError::rule(key, value, problem))
        }
        None => Ok(()),
    }
}

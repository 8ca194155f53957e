//! Whole configurations as texts: what they mean, what is refused and in which words.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use moldau_metadata::config::{
    ConfigKey, DefaultValue, DescribedConfig, Reload, Status, TopicConfig, TopicOverrides,
    Validator, topic,
};

use super::*;

fn pairs(text: &str) -> Vec<(String, String)> {
    let pair = |entry: &str| {
        let (key, value) = entry.split_once('=').expect("key=value");
        (key.to_owned(), value.to_owned())
    };
    text.split(';').filter(|entry| !entry.is_empty()).map(pair).collect()
}

fn load(overrides: &str) -> Result<(ServerConfig, Vec<Warning>), ConfigError> {
    ServerConfig::load(None, Vec::new(), &pairs(overrides))
}

/// The file Kafka ships for a node with both roles, in essence.
const COMBINED: &str = "process.roles=broker,controller;node.id=1;\
     controller.quorum.bootstrap.servers=localhost:9093;controller.listener.names=CONTROLLER;\
     listeners=PLAINTEXT://:9092,CONTROLLER://:9093;";

fn load_combined(overrides: &str) -> Result<(ServerConfig, Vec<Warning>), ConfigError> {
    load(&format!("{COMBINED}{overrides}"))
}

mod declarations {
    use super::*;

    fn kafka_default(key: &ConfigKey) -> String {
        match key.default {
            DefaultValue::Required => "<required>".to_owned(),
            DefaultValue::Null => "<null>".to_owned(),
            DefaultValue::Text(text) => key.default_value().text().unwrap_or(text.to_owned()),
        }
    }

    fn kafka_validator(key: &ConfigKey) -> String {
        match key.validator {
            Validator::Any => "<null>".to_owned(),
            Validator::AtLeast(min) => format!("[{min},...]"),
            Validator::Between(min, max) => format!("[{min},...,{max}]"),
            Validator::BetweenOr(min, max, or) => format!("[{min},...,{max}] or {or}"),
            Validator::Fraction(min, max) => format!("[{min},...,{max}]"),
            Validator::OneOf(choices) => format!("[{}]", choices.join(", ")),
            Validator::OneOfIgnoreCase(choices) => {
                format!("(case insensitive) [{}]", choices.join(", "))
            }
            Validator::NonEmpty => "non-empty string".to_owned(),
            Validator::List { allowed, may_be_empty } => {
                let rule = if may_be_empty { "" } else { ", not empty" };
                format!("list of [{}]{rule}", allowed.join(", "))
            }
            Validator::ThrottledReplicas | Validator::OffsetReset => panic!("not used for brokers"),
        }
    }

    #[test]
    fn the_table_is_kafkas_plus_ours() {
        let mut facts = 0;
        for line in include_str!("keys.tsv").lines().filter(|line| !line.starts_with('#')) {
            let mut fields: Vec<_> = line.split('\t').collect();
            let key = table().get(fields[0]).unwrap_or_else(|| panic!("{} is missing", fields[0]));
            match key.name {
                // Ours is bounded by default.
                "queued.max.request.bytes" => fields[2] = "33554432",
                // Checked where the quorum is read; an empty list is what is not set.
                "controller.quorum.voters" | "controller.quorum.bootstrap.servers"
                // Never null here.
                | "authorizer.class.name" => fields[3] = "<null>",
                _ => {}
            }
            let reload = match key.reload {
                Reload::ReadOnly => "read-only",
                Reload::PerBroker => "per-broker",
                Reload::ClusterWide => "cluster-wide",
            };
            let ours = [
                key.name.to_owned(),
                key.kind.name().to_owned(),
                kafka_default(key),
                kafka_validator(key),
                if key.internal { "internal" } else { "public" }.to_owned(),
                reload.to_owned(),
            ];
            assert_eq!(ours.as_slice(), fields.as_slice());
            assert!(!key.extension, "{}", key.name);
            facts += 1;
        }
        let ours: Vec<_> = table().iter().filter(|key| key.extension).map(|key| key.name).collect();
        assert_eq!(ours, ["http.listener", "log.flush.on.ack"]);
        assert_eq!(table().iter().count(), facts + ours.len());
        assert!(table().iter().all(|key| key.doc.ends_with('.')));
    }

    /// A key is honoured exactly if a typed field is made from it, or an honoured topic key.
    #[test]
    fn honoured_keys_are_those_that_are_read() {
        let honoured = |key: &&ConfigKey| key.status == Status::Honoured;
        let declared: BTreeSet<_> = table().iter().filter(honoured).map(|key| key.name).collect();
        let behind_topics = topic::table()
            .iter()
            .filter(honoured)
            .flat_map(|key| key.synonyms().iter().map(|synonym| synonym.broker_key));
        let mut read = ServerConfig::keys_read();
        read.extend(behind_topics);
        // Read only where a quorum is configured.
        read.extend(["controller.quorum.voters", "controller.quorum.bootstrap.servers"]);
        assert_eq!(declared, read);
    }

    #[test]
    fn every_topic_synonym_is_declared() {
        for key in topic::table().iter() {
            for synonym in key.synonyms() {
                assert!(table().get(synonym.broker_key).is_some(), "{}", synonym.broker_key);
            }
        }
        let (config, _) = load("").unwrap();
        let config = TopicConfig::resolve(config.topic_defaults(), &TopicOverrides::new());
        assert_eq!(config, TopicConfig::default());
    }
}

#[test]
fn nothing_configured_is_a_single_node() {
    let (config, warnings) = load("").unwrap();
    assert_eq!(warnings, []);
    assert_eq!(config.node.id.0, 1);
    assert_eq!(config.node.voters, VoterSource::SingleNode);
    assert_eq!(config.directories.data, [PathBuf::from("./moldau-data")]);
    assert_eq!(config.directories.metadata, Path::new("./moldau-data"));
    let [listener] = config.network.listeners.as_slice() else { panic!("one listener") };
    assert_eq!(listener.to_string(), "PLAINTEXT://localhost:9092");
    assert_eq!(listener.bind(), Bind::Loopback);
    assert_eq!(listener.port, Port::Exactly(9092));
    let [advertised] = config.network.advertised.as_slice() else { panic!("one listener") };
    assert_eq!((advertised.host.as_deref(), advertised.port), (Some("localhost"), 9092));
    let [controller] = config.network.controller_listeners.as_slice() else { panic!("one") };
    assert_eq!(controller.to_string(), "CONTROLLER://127.0.0.1:9093");
    assert_eq!(controller.port, Port::Preferably(9093));
    let http = config.network.http.clone().unwrap();
    assert_eq!((http.host.as_str(), http.port), ("127.0.0.1", Port::Preferably(8080)));
    assert_eq!(config.network.queued_max_request_bytes, Some(32 << 20));
    assert_eq!(config.network.max_idle, Some(Duration::from_mins(10)));
    assert_eq!(config.topics.num_partitions, 1);
    assert_eq!(config.log.flush_check_interval, None);
    assert_eq!(config.controller.snapshot_after, Some(Duration::from_hours(1)));
    let shown = |name: &str| value_of(&config.describe(), name);
    assert_eq!(shown("offsets.topic.replication.factor").as_deref(), Some("1"));
    assert_eq!(shown("transaction.state.log.min.isr").as_deref(), Some("1"));
}

fn value_of(described: &[DescribedConfig], name: &str) -> Option<String> {
    described.iter().find(|config| config.name == name).unwrap().value.clone()
}

#[test]
fn given_listeners_move_controller_and_http_away() {
    let (config, _) = load("listeners=PLAINTEXT://127.0.0.1:0").unwrap();
    assert_eq!(config.network.controller_listeners[0].host, "127.0.0.1");
    assert_eq!(config.network.controller_listeners[0].port, Port::Exactly(0));
    assert_eq!(config.network.http, None);
    assert_eq!(config.network.advertised[0].port, 0);

    let (config, _) = load("listeners=PLAINTEXT://:9092;http.listener=:8088").unwrap();
    assert_eq!(config.network.listeners[0].bind(), Bind::Any);
    assert_eq!(config.network.advertised[0].host, None);
    let http = config.network.http.unwrap();
    assert_eq!((http.host.as_str(), http.port), ("", Port::Exactly(8088)));

    let (config, _) = load("http.listener=").unwrap();
    assert_eq!(config.network.http, None);

    let (config, _) = load("listeners=PLAINTEXT://:9092,CONTROLLER://[::1]:9095").unwrap();
    assert_eq!(config.network.controller_listeners[0].to_string(), "CONTROLLER://[::1]:9095");
    let text = "listeners=A://:9092;listener.security.protocol.map=A:PLAINTEXT;\
                inter.broker.listener.name=a";
    let (config, _) = load(text).unwrap();
    assert_eq!(config.network.inter_broker, "A");
    assert_eq!(config.network.controller_listeners[0].name, "CONTROLLER");
}

#[test]
fn kafkas_own_file_for_both_roles_works() {
    let file = "\
# The role of this server. Setting this puts us in KRaft mode
process.roles=broker,controller
node.id=1
controller.quorum.bootstrap.servers=localhost:9093
listeners=PLAINTEXT://:9092,CONTROLLER://:9093
inter.broker.listener.name=PLAINTEXT
advertised.listeners=PLAINTEXT://localhost:9092,CONTROLLER://localhost:9093
controller.listener.names=CONTROLLER
listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,SSL:SSL
num.network.threads=3
num.io.threads=8
socket.send.buffer.bytes=102400
log.dirs=/tmp/kraft-combined-logs
num.partitions=1
offsets.topic.replication.factor=1
log.retention.hours=168
log.segment.bytes=1073741824
";
    let (config, warnings) = ServerConfig::load(Some(file), Vec::new(), &[]).unwrap();
    let texts: Vec<_> = warnings.iter().map(ToString::to_string).collect();
    assert_eq!(texts, [""; 0]);
    assert_eq!(config.node.voters, VoterSource::Dynamic);
    assert_eq!(config.network.http, None);
    assert_eq!(config.network.advertised.len(), 1);
    assert_eq!(config.network.advertised_controllers[0].host.as_deref(), Some("localhost"));
    assert_eq!(config.directories.data, [PathBuf::from("/tmp/kraft-combined-logs")]);
}

#[test]
fn the_command_line_wins_over_the_environment_over_the_file() {
    let variables = |names: &[&str]| -> Vec<(String, String)> {
        names.iter().map(|name| ((*name).to_owned(), "2".to_owned())).collect()
    };
    for (file, environment, command_line, expected) in [
        ("num.partitions=1", &[][..], "", 1),
        ("num.partitions=1", &["KAFKA_NUM_PARTITIONS"][..], "", 2),
        ("num.partitions=1", &["KAFKA_NUM_PARTITIONS"][..], "num.partitions=3", 3),
        ("num.partitions = 4 ", &["NUM_PARTITIONS", "KAFKA_HEAP_OPTS"][..], "", 4),
    ] {
        let command_line = pairs(command_line);
        let environment = variables(environment);
        let (config, warnings) =
            ServerConfig::load(Some(file), environment, &command_line).unwrap();
        assert_eq!(config.topics.num_partitions, expected, "{file} {command_line:?}");
        assert_eq!(warnings, []);
    }
}

#[test]
fn unknown_and_ineffective_keys_are_told() {
    for (key, expected) in [
        ("num.partition", "unknown configuration key num.partition; did you mean num.partitions?"),
        ("nonsense.altogether.x", "unknown configuration key nonsense.altogether.x is ignored"),
        (
            "transaction.max.timeout.ms",
            "transaction.max.timeout.ms is accepted, but has no effect: transactions are not served \
             yet",
        ),
        (
            "listener.name.plaintext.max.connections",
            "listener.name.plaintext.max.connections is accepted, but has no effect: settings of \
             a single listener are not supported yet",
        ),
        (
            "listener.name.a.plain.sasl.jaas.config",
            "listener.name.a.plain.sasl.jaas.config is accepted, but has no effect: settings of \
             a single listener are not supported yet",
        ),
        (
            "rsm.config.x",
            "rsm.config.x is accepted, but has no effect: tiered storage is not built in yet",
        ),
    ] {
        let (_, warnings) = load(&format!("{key}=7")).unwrap();
        let texts: Vec<_> = warnings.iter().map(ToString::to_string).collect();
        assert_eq!(texts, [expected], "{key}");
    }
    let variable = ("KAFKA_NUM_PARTITION".to_owned(), "1".to_owned());
    let (_, warnings) = ServerConfig::load(None, [variable], &[]).unwrap();
    assert_eq!(
        warnings[0].to_string(),
        "unknown configuration key num.partition (from environment variable \
         KAFKA_NUM_PARTITION); did you mean num.partitions?"
    );
    // The default, written out, needs no warning.
    assert_eq!(load("log.cleaner.threads=1").unwrap().1, []);
}

/// Each is accepted or refused as Apache Kafka 4.4.0 does with the same keys, unless a comment says
/// otherwise. An empty expectation means accepted.
#[test]
fn what_is_refused_and_in_which_words() {
    let map = "listener.security.protocol.map=PLAINTEXT:PLAINTEXT,A:PLAINTEXT";
    let two = format!("listeners=PLAINTEXT://127.0.0.1:9092,A://127.0.0.2:9092;{map}");
    let families = format!("listeners=PLAINTEXT://127.0.0.1:9092,A://[::1]:9092;{map}");
    for (text, expected) in [
        (
            "num.partitions=0",
            "num.partitions=0: value must be at least 1 (allowed: 1 to 2147483647)",
        ),
        (
            "num.partitions=x",
            "num.partitions=x: not a number of type INT (allowed: 1 to 2147483647)",
        ),
        (
            "auto.create.topics.enable=yes",
            "auto.create.topics.enable=yes: expected value to be either true or false (allowed: \
             true, false)",
        ),
        (
            "log.message.timestamp.type=foo",
            "log.message.timestamp.type=foo: string must be one of: CreateTime, LogAppendTime \
             (allowed: CreateTime, LogAppendTime)",
        ),
        (
            "log.dirs=",
            "log.dirs=: must not be empty (allowed: a comma-separated list with at least one entry)",
        ),
        ("log.retention.ms=0", "log.retention.ms=0: out of range (allowed: -1, or from 1)"),
        ("log.retention.ms=-5", ""),
        ("log.retention.minutes=0", "log.retention.ms=0: out of range (allowed: -1, or from 1)"),
        ("log.roll.ms=0", "log.roll.ms=0: out of range (allowed: from 1)"),
        ("log.roll.jitter.ms=-1", "log.roll.jitter.ms=-1: out of range (allowed: from 0)"),
        (
            "max.connections.per.ip=0",
            "max.connections.per.ip=0: 0 is allowed only beside max.connections.per.ip.overrides",
        ),
        ("max.connections.per.ip=0;max.connections.per.ip.overrides=127.0.0.1:5", ""),
        (
            "max.connections.per.ip.overrides=127.0.0.1",
            "max.connections.per.ip.overrides=127.0.0.1: not an exception (allowed: address:0 to \
             2147483647)",
        ),
        ("node.id=-1", "node.id=-1: value must be at least 0 (allowed: 0 to 2147483647)"),
        (
            "node.id=1;broker.id=2",
            "node.id=1: broker.id is 2; give both the same value, or only node.id",
        ),
        // Kafka starts, and fails to create topics.
        (
            "default.replication.factor=0",
            "default.replication.factor=0: not a number of replicas (allowed: 1 to 32767)",
        ),
        // Kafka refuses: here one larger request is admitted alone.
        ("queued.max.request.bytes=1000", ""),
        ("listeners=plaintext://h:1", ""),
        (
            "listeners=PLAINTEXT:9092",
            "listeners=PLAINTEXT:9092: not a listener (allowed: name://host:port with a port from \
             0 to 65535, the host may be empty)",
        ),
        (
            "listeners=PLAINTEXT://h:99999",
            "listeners=PLAINTEXT://h:99999: not a listener (allowed: name://host:port with a port \
             from 0 to 65535, the host may be empty)",
        ),
        (
            "listeners=FOO://:9092",
            "listeners=FOO://:9092: no security protocol defined for FOO; add FOO:PLAINTEXT to \
             listener.security.protocol.map",
        ),
        (
            "listeners=PLAINTEXT://:1,PLAINTEXT://:2",
            "listeners=PLAINTEXT://:1,PLAINTEXT://:2: each listener must have a different name",
        ),
        (
            &two,
            "listeners=PLAINTEXT://127.0.0.1:9092,A://127.0.0.2:9092: each listener must have a \
             different port, unless one is an IPv4 and the other an IPv6 address",
        ),
        (&families, ""),
        (
            "listeners=CONTROLLER://:1",
            "listeners=CONTROLLER://:1: at least one listener must be for clients, but all are \
             named in controller.listener.names",
        ),
        (
            "listeners=PLAINTEXT://0.0.0.0:9092",
            "listeners=PLAINTEXT://0.0.0.0:9092: 0.0.0.0 means every interface, clients cannot \
             connect to it; set advertised.listeners to the name or address that clients use, for \
             example advertised.listeners=PLAINTEXT://broker.example.com:9092",
        ),
        ("listeners=PLAINTEXT://0.0.0.0:9092;advertised.listeners=PLAINTEXT://h:9092", ""),
        (
            "advertised.listeners=PLAINTEXT://0.0.0.0:9092",
            "advertised.listeners=PLAINTEXT://0.0.0.0:9092: 0.0.0.0 means every interface, \
             clients cannot connect to it; set advertised.listeners to the name or address that \
             clients use, for example advertised.listeners=PLAINTEXT://broker.example.com:9092",
        ),
        (
            "advertised.listeners=PLAINTEXT://h:1,SSL://h:2",
            "advertised.listeners=PLAINTEXT://h:1,SSL://h:2: SSL is not one of the names in \
             listeners",
        ),
        // Kafka serves it, with a key store.
        (
            "listeners=SSL://h:1;security.inter.broker.protocol=SSL",
            "listeners=SSL://h:1: its protocol is SSL, and TLS and SASL are not served yet \
             (allowed: PLAINTEXT)",
        ),
        (
            "listener.security.protocol.map=PLAINTEXT:FOO",
            "listener.security.protocol.map=PLAINTEXT:FOO: FOO is not a security protocol \
             (allowed: PLAINTEXT, SSL, SASL_PLAINTEXT, SASL_SSL)",
        ),
        (
            "inter.broker.listener.name=NONE",
            "inter.broker.listener.name=NONE: not an advertised listener (allowed: PLAINTEXT)",
        ),
        (
            "inter.broker.listener.name=PLAINTEXT;security.inter.broker.protocol=PLAINTEXT",
            "inter.broker.listener.name=PLAINTEXT: set only one of inter.broker.listener.name and \
             security.inter.broker.protocol",
        ),
        (
            "http.listener=8080",
            "http.listener=8080: not an address (allowed: host:port with a port from 0 to 65535, \
             or empty)",
        ),
        // Kafka loads the class. Without it nothing would be refused to anybody.
        (
            "authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer",
            "authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer: \
             authorizers are not built in yet; leave the key out",
        ),
        (
            "replica.selector.class=com.example.Selector",
            "replica.selector.class=com.example.Selector: not built in (built in: \
             org.apache.kafka.common.replica.RackAwareReplicaSelector, \
             org.apache.kafka.common.replica.LeaderSelector)",
        ),
        ("replica.selector.class=org.apache.kafka.common.replica.RackAwareReplicaSelector", ""),
        (
            "principal.builder.class=com.example.Builder",
            "principal.builder.class=com.example.Builder: principals of other kinds are not built \
             in (allowed: org.apache.kafka.common.security.authenticator.DefaultKafkaPrincipalBuilder)",
        ),
        (
            "remote.log.storage.system.enable=true",
            "remote.log.storage.system.enable=true: tiered storage is not built in yet (allowed: \
             false)",
        ),
    ] {
        let result = load(text).err().map(|error| error.to_string()).unwrap_or_default();
        assert_eq!(result, expected, "{text}");
    }
}

/// As above, for a node with explicit roles.
#[test]
fn roles_and_quorum_are_checked() {
    let one_node = "clusters are not built in yet, so only this node may be named";
    let names = "controller.listener.names";
    let single_role = "a node with a single role needs a cluster, which is not built in yet \
                       (allowed: broker,controller)";
    for (text, expected) in [
        ("", String::new()),
        ("process.roles=broker", format!("process.roles=broker: {single_role}")),
        ("process.roles=controller", format!("process.roles=controller: {single_role}")),
        (
            "process.roles=foo",
            "process.roles=foo: string must be one of: broker, controller (allowed: a \
             comma-separated list of broker, controller)"
                .to_owned(),
        ),
        ("controller.quorum.voters=1@localhost:9093", String::new()),
        (
            "controller.quorum.voters=2@h:9093",
            format!("controller.quorum.voters=2@h:9093: node.id is 1; {one_node}"),
        ),
        (
            "controller.quorum.voters=1@h:1,1@g:1",
            format!("controller.quorum.voters=1@h:1,1@g:1: {one_node}"),
        ),
        (
            "controller.quorum.voters=foo",
            "controller.quorum.voters=foo: not a voter (allowed: id@host:port)".to_owned(),
        ),
        (
            "controller.quorum.voters=1@0.0.0.0:9093",
            "controller.quorum.voters=1@0.0.0.0:9093: 0.0.0.0 is not an address that can be \
             connected to"
                .to_owned(),
        ),
        (
            "controller.quorum.bootstrap.servers=foo",
            "controller.quorum.bootstrap.servers=foo: not a server (allowed: host:port)".to_owned(),
        ),
        (
            "controller.quorum.bootstrap.servers=localhost:9094",
            format!("controller.quorum.bootstrap.servers=localhost:9094: {one_node}"),
        ),
        (
            "listeners=PLAINTEXT://:9092",
            format!(
                "{names}=CONTROLLER: CONTROLLER is not one of the listeners; add \
                 CONTROLLER://host:port to listeners"
            ),
        ),
        (
            "controller.listener.names=CONTROLLER,OTHER",
            format!(
                "{names}=CONTROLLER,OTHER: OTHER is not one of the listeners; add \
                 OTHER://host:port to listeners"
            ),
        ),
        (
            "listener.security.protocol.map=PLAINTEXT:PLAINTEXT",
            "listeners=CONTROLLER://:9093: no security protocol defined for CONTROLLER; add \
             CONTROLLER:PLAINTEXT to listener.security.protocol.map"
                .to_owned(),
        ),
        (
            "inter.broker.listener.name=CONTROLLER",
            "inter.broker.listener.name=CONTROLLER: not an advertised listener (allowed: \
             PLAINTEXT)"
                .to_owned(),
        ),
    ] {
        let result = load_combined(text).err().map(|error| error.to_string()).unwrap_or_default();
        assert_eq!(result, expected, "{text}");
    }
    for (text, expected) in [
        (
            "process.roles=broker,controller",
            "controller.listener.names is required and has no default",
        ),
        (
            "node.id=1;controller.quorum.voters=1@h:1",
            "controller.listener.names is required and has no default",
        ),
        (
            "process.roles=broker,controller;controller.listener.names=CONTROLLER",
            "node.id is required and has no default",
        ),
    ] {
        assert_eq!(load(text).unwrap_err().to_string(), expected, "{text}");
    }
}

/// Values, sources and flags of a 4.4.0 broker with the same configuration.
#[test]
fn described_as_kafka_does() {
    let text = "num.partitions=4;log.retention.minutes=100;log.roll.hours=24;my.unknown.key=hello";
    let (config, _) = load_combined(text).unwrap();
    let dynamic = |text: &str| pairs(text).into_iter().collect();
    let config = config
        .with_dynamic(
            dynamic("log.retention.ms=123456;message.max.bytes=3000000"),
            dynamic("message.max.bytes=2000000;log.flush.interval.ms=777"),
        )
        .unwrap();
    let all = config.describe();
    for (name, expected) in [
        ("broker.id", "1 ro open broker.id=1@4 broker.id=-1@5"),
        ("num.partitions", "4 ro open num.partitions=4@4 num.partitions=1@5"),
        ("process.roles", "broker,controller ro open process.roles=broker,controller@4"),
        ("log.roll.ms", "null rw open"),
        ("log.roll.hours", "24 ro open log.roll.hours=24@4 log.roll.hours=168@5"),
        (
            "log.retention.ms",
            "123456 rw open log.retention.ms=123456@2 log.retention.minutes=100@4 \
             log.retention.hours=168@5",
        ),
        (
            "message.max.bytes",
            "3000000 rw open message.max.bytes=3000000@2 message.max.bytes=2000000@3 \
             message.max.bytes=1048588@5",
        ),
        (
            "log.flush.interval.ms",
            "777 rw open log.flush.interval.ms=777@3 \
             log.flush.scheduler.interval.ms=9223372036854775807@5",
        ),
        (
            "log.cleaner.io.max.bytes.per.second",
            "1.7976931348623157E308 rw open \
             log.cleaner.io.max.bytes.per.second=1.7976931348623157E308@5",
        ),
        ("config.providers", " rw open config.providers=@5"),
        ("ssl.key.password", "null rw sensitive"),
        ("alter.config.policy.class.name", "null ro open"),
        ("my.unknown.key", "null ro sensitive my.unknown.key=null@4"),
    ] {
        let shown = all.iter().find(|config| config.name == name).map(show);
        assert_eq!(shown.as_deref(), Some(expected), "{name}");
    }
    assert!(all.iter().all(|config| config.name != "log.initial.task.delay.ms"));

    let overrides = dynamic("retention.ms=5");
    let of_topic = config.describe_topic(&overrides);
    assert_eq!(value_of(&of_topic, "retention.ms").as_deref(), Some("5"));
    assert_eq!(value_of(&of_topic, "max.message.bytes").as_deref(), Some("3000000"));
    let resolved = TopicConfig::resolve(config.topic_defaults(), &overrides);
    assert_eq!(resolved.max_message_bytes, 3_000_000);
    assert_eq!(resolved.flush_interval, Some(Duration::from_millis(777)));
    assert_eq!(resolved.segment_interval, Duration::from_hours(24));
}

fn show(config: &DescribedConfig) -> String {
    let or_null = |value: &Option<String>| value.clone().unwrap_or("null".to_owned());
    let access = if config.read_only { "ro" } else { "rw" };
    let secrecy = if config.sensitive { "sensitive" } else { "open" };
    let synonym = |synonym: &moldau_metadata::config::Synonym| {
        format!(" {}={}@{}", synonym.name, or_null(&synonym.value), synonym.source.wire_id())
    };
    let synonyms: String = config.synonyms.iter().map(synonym).collect();
    format!("{} {access} {secrecy}{synonyms}", or_null(&config.value))
}

/// Set to anything, this variable makes the test write the page instead of comparing it.
const RENEW: &str = "MOLDAU_RENEW_REFERENCE";

#[test]
fn the_reference_page_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/configuration.md");
    let page = render_reference();
    if std::env::var_os(RENEW).is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == page,
        "docs/reference/configuration.md is out of date; renew it with \
         {RENEW}=1 cargo test -p moldau-broker reference"
    );
}

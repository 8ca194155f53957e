//! `listeners` and the keys around it.
//!
//! Kafka's rules: names are compared in upper case; every name needs a protocol in
//! `listener.security.protocol.map` (controller listeners fall back to PLAINTEXT while the map is the
//! default); ports differ, except for an IPv4 and an IPv6 address on the same one; what is advertised
//! is a subset of what is listened on and is an address a client can connect to.

use std::collections::BTreeMap;
use std::fmt;
use std::net::IpAddr;

use super::reader::Reader;
use super::{ConfigError, Warning};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SecurityProtocol {
    Plaintext,
    Ssl,
    SaslPlaintext,
    SaslSsl,
}

impl SecurityProtocol {
    /// Number in broker registrations and Kafka's other records.
    pub const fn id(self) -> i16 {
        match self {
            Self::Plaintext => 0,
            Self::Ssl => 1,
            Self::SaslPlaintext => 2,
            Self::SaslSsl => 3,
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Plaintext => "PLAINTEXT",
            Self::Ssl => "SSL",
            Self::SaslPlaintext => "SASL_PLAINTEXT",
            Self::SaslSsl => "SASL_SSL",
        }
    }

    fn parse(name: &str) -> Option<Self> {
        [Self::Plaintext, Self::Ssl, Self::SaslPlaintext, Self::SaslSsl]
            .into_iter()
            .find(|protocol| protocol.name().eq_ignore_ascii_case(name))
    }
}

/// Where to bind, and what to do when that is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Port {
    /// 0: any free one.
    Exactly(u16),
    /// A default that gives way to a free port, with a log line.
    Preferably(u16),
}

impl Port {
    pub const fn number(self) -> u16 {
        match self {
            Self::Exactly(port) | Self::Preferably(port) => port,
        }
    }
}

/// The addresses behind a listener's host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bind<'a> {
    /// Every interface, both address families.
    Any,
    /// 127.0.0.1, and ::1 where it exists: clients resolve `localhost` to either.
    Loopback,
    Host(&'a str),
}

/// A socket that Kafka clients, brokers or controllers connect to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listener {
    /// In upper case.
    pub name: String,
    pub protocol: SecurityProtocol,
    /// As configured, without brackets; empty for every interface.
    pub host: String,
    pub port: Port,
}

impl Listener {
    pub fn bind(&self) -> Bind<'_> {
        match self.host.as_str() {
            "" => Bind::Any,
            host if host.eq_ignore_ascii_case("localhost") => Bind::Loopback,
            host => Bind::Host(host),
        }
    }
}

/// What Metadata answers for a listener.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdvertisedListener {
    pub name: String,
    pub protocol: SecurityProtocol,
    /// `None`: the machine's own name.
    pub host: Option<String>,
    /// 0: the port that was bound.
    pub port: u16,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HttpListener {
    /// Empty for every interface.
    pub host: String,
    pub port: Port,
}

/// Everything the keys around `listeners` say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Listeners {
    pub(super) client: Vec<Listener>,
    pub(super) controller: Vec<Listener>,
    pub(super) advertised: Vec<AdvertisedListener>,
    pub(super) advertised_controller: Vec<AdvertisedListener>,
    pub(super) inter_broker: String,
    pub(super) warnings: Vec<Warning>,
}

/// What a node without roles and quorum adds by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ControllerListener {
    /// `listeners` must name one, as in Kafka.
    Configured,
    /// If `listeners` names none, one on 127.0.0.1.
    OrLoopback(Port),
}

const LISTENERS: &str = "listeners";
const ADVERTISED: &str = "advertised.listeners";
const PROTOCOL_MAP: &str = "listener.security.protocol.map";
const CONTROLLER_NAMES: &str = "controller.listener.names";
const INTER_BROKER_NAME: &str = "inter.broker.listener.name";
const INTER_BROKER_PROTOCOL: &str = "security.inter.broker.protocol";

pub(super) fn read(
    reader: &Reader<'_>,
    own_controller: ControllerListener,
    map_is_default: bool,
    inter_broker_protocol_is_set: bool,
) -> Result<Listeners, ConfigError> {
    let controller_names = upper(reader.list(CONTROLLER_NAMES).unwrap_or_default());
    let protocols = Protocols {
        by_name: protocol_map(&reader.text(PROTOCOL_MAP).unwrap_or_default())?,
        plaintext_names: if map_is_default { controller_names.clone() } else { Vec::new() },
    };
    let configured = reader.list(LISTENERS).unwrap_or_default();
    let all = endpoints(LISTENERS, &configured, &protocols)?;
    check_ports(&all)?;
    let (mut controller, client): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|listener| controller_names.contains(&listener.name));
    if let (true, ControllerListener::OrLoopback(port)) = (controller.is_empty(), own_controller) {
        controller.push(Listener {
            name: controller_names.first().cloned().unwrap_or_else(|| "CONTROLLER".to_owned()),
            protocol: SecurityProtocol::Plaintext,
            host: "127.0.0.1".to_owned(),
            port,
        });
    }
    check_roles(&configured, &client, &controller, &controller_names)?;
    check_served(client.iter().chain(&controller))?;
    let (advertised, advertised_controller) =
        advertised(reader, &protocols, &client, &controller, &controller_names)?;
    let inter_broker = inter_broker(reader, inter_broker_protocol_is_set, &advertised)?;
    let warnings = advertised.iter().filter_map(suspicious).collect();
    Ok(Listeners { client, controller, advertised, advertised_controller, inter_broker, warnings })
}

fn upper(names: Vec<String>) -> Vec<String> {
    names.iter().map(|name| name.to_uppercase()).collect()
}

struct Protocols {
    by_name: BTreeMap<String, SecurityProtocol>,
    /// Controller names that need no entry.
    plaintext_names: Vec<String>,
}

impl Protocols {
    fn get(&self, name: &str) -> Option<SecurityProtocol> {
        let fallback = || {
            let known = self.plaintext_names.iter().any(|plaintext| plaintext == name);
            known.then_some(SecurityProtocol::Plaintext)
        };
        self.by_name.get(name).copied().or_else(fallback)
    }
}

fn protocol_map(text: &str) -> Result<BTreeMap<String, SecurityProtocol>, ConfigError> {
    let mut map = BTreeMap::new();
    for entry in text.split(',').map(str::trim).filter(|entry| !entry.is_empty()) {
        let Some((name, protocol)) = entry.rsplit_once(':') else {
            let problem = "an entry is name:protocol (allowed protocols: PLAINTEXT, SSL, \
                           SASL_PLAINTEXT, SASL_SSL)";
            return Err(ConfigError::rule(PROTOCOL_MAP, entry, problem));
        };
        let Some(protocol) = SecurityProtocol::parse(protocol.trim()) else {
            let problem = format!(
                "{} is not a security protocol (allowed: PLAINTEXT, SSL, SASL_PLAINTEXT, SASL_SSL)",
                protocol.trim()
            );
            return Err(ConfigError::rule(PROTOCOL_MAP, entry, problem));
        };
        map.insert(name.trim().to_uppercase(), protocol);
    }
    Ok(map)
}

fn endpoints(
    key: &'static str,
    entries: &[String],
    protocols: &Protocols,
) -> Result<Vec<Listener>, ConfigError> {
    let mut found: Vec<Listener> = Vec::with_capacity(entries.len());
    for entry in entries {
        let Some((name, host, port)) = endpoint(entry) else {
            let problem = "not a listener (allowed: name://host:port with a port from 0 to 65535, \
                           the host may be empty)";
            return Err(ConfigError::rule(key, entry, problem));
        };
        let Some(protocol) = protocols.get(&name) else {
            let problem = format!(
                "no security protocol defined for {name}; add {name}:PLAINTEXT to {PROTOCOL_MAP}"
            );
            return Err(ConfigError::rule(key, entry, problem));
        };
        if found.iter().any(|listener| listener.name == name) {
            let problem = "each listener must have a different name";
            return Err(ConfigError::rule(key, entries.join(","), problem));
        }
        found.push(Listener { name, protocol, host, port: Port::Exactly(port) });
    }
    Ok(found)
}

/// `name://host:port`, the host perhaps in brackets.
fn endpoint(text: &str) -> Option<(String, String, u16)> {
    let (name, address) = text.split_once("://")?;
    let (host, port) = host_and_port(address)?;
    (!name.is_empty()).then(|| (name.to_uppercase(), host.to_owned(), port))
}

/// Splits at the last colon and takes brackets off the host.
pub(super) fn host_and_port(address: &str) -> Option<(&str, u16)> {
    let (host, port) = address.rsplit_once(':')?;
    let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    let allowed = |c: char| c.is_ascii_alphanumeric() || "-%._:".contains(c);
    let digits = port.bytes().all(|byte| byte.is_ascii_digit());
    (bare.chars().all(allowed) && digits).then_some((bare, port.parse().ok()?))
}

fn check_ports(all: &[Listener]) -> Result<(), ConfigError> {
    for (index, listener) in all.iter().enumerate() {
        let port = listener.port.number();
        let same = all[..index].iter().filter(|other| port != 0 && other.port.number() == port);
        for other in same {
            let families = (other.host.parse::<IpAddr>(), listener.host.parse::<IpAddr>());
            let differ = matches!(families, (Ok(a), Ok(b)) if a.is_ipv4() != b.is_ipv4());
            if !differ {
                let value = format!("{other},{listener}");
                let problem = "each listener must have a different port, unless one is an IPv4 \
                               and the other an IPv6 address";
                return Err(ConfigError::rule(LISTENERS, value, problem));
            }
        }
    }
    Ok(())
}

impl fmt::Display for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let port = self.port.number();
        match self.host.contains(':') {
            true => write!(f, "{}://[{}]:{port}", self.name, self.host),
            false => write!(f, "{}://{}:{port}", self.name, self.host),
        }
    }
}

fn check_roles(
    configured: &[String],
    client: &[Listener],
    controller: &[Listener],
    controller_names: &[String],
) -> Result<(), ConfigError> {
    if client.is_empty() {
        let problem = format!(
            "at least one listener must be for clients, but all are named in {CONTROLLER_NAMES}"
        );
        return Err(ConfigError::rule(LISTENERS, configured.join(","), problem));
    }
    let missing = |name: &&String| controller.iter().all(|listener| listener.name != **name);
    match controller_names.iter().find(missing) {
        Some(name) => {
            let problem = format!(
                "{name} is not one of the listeners; add {name}://host:port to {LISTENERS}"
            );
            Err(ConfigError::rule(CONTROLLER_NAMES, controller_names.join(","), problem))
        }
        None => Ok(()),
    }
}

fn check_served<'a>(all: impl Iterator<Item = &'a Listener>) -> Result<(), ConfigError> {
    for listener in all {
        if listener.protocol != SecurityProtocol::Plaintext {
            let problem = format!(
                "its protocol is {}, and TLS and SASL are not served yet (allowed: PLAINTEXT)",
                listener.protocol.name()
            );
            return Err(ConfigError::rule(LISTENERS, listener, problem));
        }
    }
    Ok(())
}

type Advertised = (Vec<AdvertisedListener>, Vec<AdvertisedListener>);

fn advertised(
    reader: &Reader<'_>,
    protocols: &Protocols,
    client: &[Listener],
    controller: &[Listener],
    controller_names: &[String],
) -> Result<Advertised, ConfigError> {
    let explicit = reader.list(ADVERTISED);
    let (for_controllers, for_clients): (Vec<_>, Vec<_>) = match &explicit {
        Some(entries) => endpoints(ADVERTISED, entries, protocols)?
            .into_iter()
            .partition(|listener| controller_names.contains(&listener.name)),
        None => (Vec::new(), client.to_vec()),
    };
    let shown = explicit.as_ref().map(|entries| entries.join(",")).unwrap_or_default();
    if for_clients.is_empty() {
        let problem =
            format!("at least one must be for clients, but all are named in {CONTROLLER_NAMES}");
        return Err(ConfigError::rule(ADVERTISED, shown, problem));
    }
    for listener in &for_clients {
        if client.iter().all(|other| other.name != listener.name) {
            let problem = format!("{} is not one of the names in {LISTENERS}", listener.name);
            return Err(ConfigError::rule(ADVERTISED, shown, problem));
        }
        if listener.host == "0.0.0.0" {
            return Err(nonroutable(listener, explicit.is_some()));
        }
    }
    // A controller listener that is not advertised explicitly is advertised as it is listened on.
    let told = |listener: &Listener| {
        for_controllers.iter().find(|other| other.name == listener.name).unwrap_or(listener).clone()
    };
    let controllers = controller.iter().map(told).map(AdvertisedListener::from).collect();
    Ok((for_clients.into_iter().map(AdvertisedListener::from).collect(), controllers))
}

impl From<Listener> for AdvertisedListener {
    fn from(listener: Listener) -> Self {
        let port = match listener.port {
            Port::Exactly(port) => port,
            // Known once it is bound.
            Port::Preferably(_) => 0,
        };
        let host =
            (!matches!(listener.host.as_str(), "" | "0.0.0.0" | "::")).then_some(listener.host);
        Self { name: listener.name, protocol: listener.protocol, host, port }
    }
}

/// The mistake most people make: a wildcard to listen on is not an address to connect to.
fn nonroutable(listener: &Listener, explicit: bool) -> ConfigError {
    let key = if explicit { ADVERTISED } else { LISTENERS };
    let port = listener.port.number();
    let problem = format!(
        "0.0.0.0 means every interface, clients cannot connect to it; set {ADVERTISED} to the name \
         or address that clients use, for example {ADVERTISED}={}://broker.example.com:{port}",
        listener.name
    );
    ConfigError::rule(key, listener, problem)
}

fn suspicious(listener: &AdvertisedListener) -> Option<Warning> {
    (listener.host.as_deref() == Some("::")).then(|| {
        let name = &listener.name;
        Warning::Suspicious(format!("{ADVERTISED}: {name} advertises ::, which is not an address"))
    })
}

fn inter_broker(
    reader: &Reader<'_>,
    protocol_is_set: bool,
    advertised: &[AdvertisedListener],
) -> Result<String, ConfigError> {
    let names = advertised.iter().map(|listener| listener.name.as_str()).collect::<Vec<_>>();
    let protocol = reader.text(INTER_BROKER_PROTOCOL).unwrap_or_default();
    match reader.text(INTER_BROKER_NAME) {
        Some(name) if protocol_is_set => {
            let problem =
                format!("set only one of {INTER_BROKER_NAME} and {INTER_BROKER_PROTOCOL}");
            Err(ConfigError::rule(INTER_BROKER_NAME, name, problem))
        }
        Some(name) if names.contains(&name.to_uppercase().as_str()) => Ok(name.to_uppercase()),
        Some(name) => {
            let problem = format!("not an advertised listener (allowed: {})", names.join(", "));
            Err(ConfigError::rule(INTER_BROKER_NAME, name, problem))
        }
        None if names.contains(&protocol.as_str()) => Ok(protocol),
        None => {
            let problem = format!(
                "no advertised listener has that name; set {INTER_BROKER_NAME} (allowed: {})",
                names.join(", ")
            );
            Err(ConfigError::rule(INTER_BROKER_PROTOCOL, protocol, problem))
        }
    }
}

/// `http.listener`: `host:port`, or empty for off.
pub(super) fn http(text: Option<String>) -> Result<Option<HttpListener>, ConfigError> {
    let Some(text) = text.filter(|text| !text.is_empty()) else { return Ok(None) };
    match host_and_port(text.strip_prefix("http://").unwrap_or(&text)) {
        Some((host, port)) => {
            Ok(Some(HttpListener { host: host.to_owned(), port: Port::Exactly(port) }))
        }
        None => {
            let problem =
                "not an address (allowed: host:port with a port from 0 to 65535, or empty)";
            Err(ConfigError::rule("http.listener", text, problem))
        }
    }
}

//! Binding what the configuration names, and working out what to advertise for it.

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, ToSocketAddrs},
    time::Duration,
};

use moldau_metadata::image;

use super::StartError;
use crate::{
    config::{self, AdvertisedListener, Bind, NetworkConfig, Port},
    net::{self, ListenerConfig, Net, NetConfig},
};

/// Connections of a node that sets no limit.
const NO_LIMIT: usize = usize::MAX;

/// Idle time that never comes.
const NEVER: Duration = Duration::MAX;

fn count(number: u32) -> usize {
    usize::try_from(number).unwrap_or(NO_LIMIT)
}

/// The network layer's part of the configuration.
pub(super) fn net_config(network: &NetworkConfig) -> Result<NetConfig, StartError> {
    Ok(NetConfig {
        max_request_bytes: count(network.request_max_bytes),
        queued_max_request_bytes: network
            .queued_max_request_bytes
            .and_then(|bytes| usize::try_from(bytes).ok())
            .unwrap_or(NO_LIMIT),
        max_idle: network.max_idle.unwrap_or(NEVER),
        connections: connection_limits(&network.connections)?,
        send_buffer_bytes: network.send_buffer_bytes.map(count),
        receive_buffer_bytes: network.receive_buffer_bytes.map(count),
        backlog: network.listen_backlog,
        ..NetConfig::default()
    })
}

/// Blocks while names of hosts are looked up.
fn connection_limits(
    limits: &config::ConnectionLimits,
) -> Result<net::ConnectionLimits, StartError> {
    let mut overrides = std::collections::HashMap::new();
    for (host, limit) in &limits.max_per_ip_overrides {
        for address in resolve(host, 0)? {
            overrides.insert(address.ip(), count(*limit));
        }
    }
    Ok(net::ConnectionLimits {
        max: count(limits.max),
        max_per_ip: count(limits.max_per_ip),
        max_per_ip_overrides: overrides,
        creation_rate: count(limits.creation_rate),
    })
}

/// Gives the limits of connections to `net` whenever they change, until the configuration is gone.
pub(super) async fn follow_limits(net: Net, live: config::LiveConfig) {
    let mut changes = live.watch();
    drop(live);
    let mut current = changes.borrow_and_update().network.connections.clone();
    while changes.changed().await.is_ok() {
        let next = changes.borrow_and_update().network.connections.clone();
        if next == current {
            continue;
        }
        current = next.clone();
        match tokio::task::spawn_blocking(move || connection_limits(&next)).await {
            Ok(Ok(limits)) => net.set_connection_limits(limits),
            Ok(Err(error)) => tracing::error!(%error, "the limits of connections stay as they are"),
            Err(_) => {}
        }
    }
}

fn resolve(host: &str, port: u16) -> Result<Vec<SocketAddr>, StartError> {
    let addresses = (host, port).to_socket_addrs();
    let addresses =
        addresses.map_err(|source| StartError::Host { host: host.to_owned(), source })?;
    Ok(addresses.collect())
}

/// Binds one listener of clients or controllers.
pub(super) fn bind(
    net: &Net,
    listener: &config::Listener,
    inter_broker: bool,
) -> Result<net::Listener, StartError> {
    let bind_port = |port: u16| {
        let (addresses, optional) = match listener.bind() {
            Bind::Any => (
                vec![SocketAddr::new(IpAddr::V4(Ipv4Addr::UNSPECIFIED), port)],
                vec![SocketAddr::new(IpAddr::V6(Ipv6Addr::UNSPECIFIED), port)],
            ),
            Bind::Loopback => (
                vec![SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port)],
                vec![SocketAddr::new(IpAddr::V6(Ipv6Addr::LOCALHOST), port)],
            ),
            Bind::Host(host) => (resolve(host, port)?, Vec::new()),
        };
        let config = ListenerConfig {
            optional,
            inter_broker,
            ..ListenerConfig::new(&listener.name, addresses)
        };
        net.bind(config).map_err(StartError::from)
    };
    match listener.port {
        Port::Exactly(port) => bind_port(port),
        Port::Preferably(port) => bind_port(port).or_else(|error| {
            tracing::info!(listener = listener.name, port, %error, "taking a free port instead");
            bind_port(0)
        }),
    }
}

/// A listener as it is registered: the host and port that clients are told.
pub(super) fn advertise(
    advertised: &AdvertisedListener,
    bound: &[net::Listener],
) -> Result<image::Listener, StartError> {
    let port = match advertised.port {
        0 => bound
            .iter()
            .find(|listener| listener.name() == advertised.name)
            .and_then(|listener| listener.addresses().first().map(SocketAddr::port))
            .unwrap_or(0),
        port => port,
    };
    let host = match &advertised.host {
        Some(host) => host.clone(),
        None => own_host_name()?,
    };
    let security_protocol = advertised.protocol.id();
    Ok(image::Listener { name: advertised.name.clone(), host, port, security_protocol })
}

/// The machine's own name, as Kafka advertises it for a listener without a host.
fn own_host_name() -> Result<String, StartError> {
    let name = rustix::system::uname().nodename().to_string_lossy().into_owned();
    if name.is_empty() { Err(StartError::NoHostName) } else { Ok(name) }
}

/// Binds the HTTP listener; one that was not asked for gives way to a free port.
pub(super) fn bind_http(http: &config::HttpListener) -> Result<std::net::TcpListener, StartError> {
    let host = if http.host.is_empty() { "0.0.0.0" } else { &http.host };
    let bind = |port: u16| {
        let addresses = resolve(host, port)?;
        let source = |source| StartError::Http { address: format!("{host}:{port}"), source };
        let socket = std::net::TcpListener::bind(addresses.as_slice()).map_err(source)?;
        socket.set_nonblocking(true).map_err(source)?;
        Ok(socket)
    };
    match http.port {
        Port::Exactly(port) => bind(port),
        Port::Preferably(port) => bind(port).or_else(|error: StartError| {
            tracing::info!(port, %error, "the HTTP listener takes a free port instead");
            bind(0)
        }),
    }
}

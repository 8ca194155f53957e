//! Listeners: bind, accept, stop.

use std::{
    fmt, io,
    net::{IpAddr, SocketAddr},
    sync::{
        Arc, OnceLock,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

use arc_swap::ArcSwap;
use socket2::{Domain, Protocol, SockRef, Socket, Type};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::Semaphore,
    time::Instant,
};
use tokio_util::sync::CancellationToken;
use tracing::{debug, info, warn};

use super::{
    budget::Budget,
    config::{ACCEPT_BACKOFF, ConnectionLimits, ListenerConfig, MAX_COLD_READS, NetConfig},
    connection::{Connection, run},
    limits::{Allowed, Limits},
    metrics::NetMetrics,
    service::{ConnectionId, ConnectionInfo, Service},
    write::Writing,
};

/// Times that a free port of the first address is tried on the optional ones.
const PORT_ATTEMPTS: usize = 16;

/// Time that connections have to notice that the grace of a stop is over.
const LAST_WAIT: Duration = Duration::from_secs(1);

/// Longest idle time that is measured; what is longer means never.
const NEVER: Duration = Duration::from_secs(10 * 365 * 24 * 3600);

/// A listener could not be bound.
#[derive(Debug, thiserror::Error)]
#[error("listener {listener} cannot bind {address}")]
pub struct BindError {
    /// Name of the listener.
    pub listener: String,
    /// The address.
    pub address: SocketAddr,
    /// What the system said.
    #[source]
    pub source: io::Error,
}

/// What all connections of a process share.
pub(super) struct Shared {
    pub(super) config: NetConfig,
    pub(super) budget: Arc<Budget>,
    pub(super) writing: Writing,
    pub(super) stop: CancellationToken,
    /// When connections end at the latest. Set once the server stops.
    stop_at: OnceLock<Instant>,
    limits: Limits,
    /// What [`Limits`] keeps to at the moment.
    allowed: ArcSwap<ConnectionLimits>,
    next_id: AtomicU64,
}

impl Shared {
    pub(super) fn metrics(&self) -> &NetMetrics {
        &self.writing.metrics
    }

    /// The time by which connections must have ended, if the server stops.
    pub(super) fn stopping(&self) -> Option<Instant> {
        self.stop_at.get().copied()
    }
}

/// The place of a connection in the counts; given back on drop.
pub(super) struct Place {
    shared: Arc<Shared>,
    address: IpAddr,
    listener: usize,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.shared.metrics().open.fetch_sub(1, Relaxed);
        self.shared.limits.release(self.address, self.listener);
    }
}

/// Counts a task that accepts; until it is dropped the server has not stopped.
struct Accepting(Arc<Shared>);

impl Drop for Accepting {
    fn drop(&mut self) {
        self.0.limits.acceptor_ended();
    }
}

/// All listeners of a process.
#[derive(Clone)]
pub struct Net {
    shared: Arc<Shared>,
}

impl Net {
    /// Nothing is bound yet.
    #[must_use]
    pub fn new(mut config: NetConfig) -> Self {
        config.max_idle = config.max_idle.min(NEVER);
        let metrics = Arc::new(NetMetrics::default());
        let writing = Writing {
            locate: config.locate,
            cold_reads: Arc::new(Semaphore::new(MAX_COLD_READS)),
            metrics: Arc::clone(&metrics),
        };
        let shared = Shared {
            budget: Budget::new(config.queued_max_request_bytes, metrics),
            allowed: ArcSwap::from_pointee(config.connections.clone()),
            config,
            writing,
            stop: CancellationToken::new(),
            stop_at: OnceLock::new(),
            limits: Limits::default(),
            next_id: AtomicU64::new(0),
        };
        Self { shared: Arc::new(shared) }
    }

    /// Counters of all listeners.
    #[must_use]
    pub fn metrics(&self) -> Arc<NetMetrics> {
        Arc::clone(&self.shared.writing.metrics)
    }

    /// What connections share, and a place that is not in the counts: for tests of one connection.
    #[cfg(test)]
    pub(super) fn parts(&self) -> (Arc<Shared>, Place) {
        let shared = &self.shared;
        let place = Place { shared: Arc::clone(shared), address: [0; 4].into(), listener: 0 };
        (Arc::clone(shared), place)
    }

    /// Other limits from now on. Connections that are open stay; those that wait are looked at again.
    pub fn set_connection_limits(&self, limits: ConnectionLimits) {
        self.shared.allowed.store(Arc::new(limits));
        self.shared.limits.changed();
    }

    /// Binds a listener's addresses. Clients can connect from now on; they are served once
    /// [`Listener::serve`] is called.
    ///
    /// # Errors
    /// When an address cannot be bound. One of `optional` that the machine does not have is skipped.
    pub fn bind(&self, config: ListenerConfig) -> Result<Listener, BindError> {
        let sockets = bind_all(&config, &self.shared.config)?;
        let number = self.shared.limits.add_listener();
        Ok(Listener { shared: Arc::clone(&self.shared), config, number, sockets })
    }

    /// Stops accepting, takes no more requests, lets the answers in progress go out for at most
    /// `grace`, then closes what is left. Returns the number of connections that did not end by
    /// themselves in this time.
    pub async fn stop(&self, grace: Duration) -> usize {
        let until = *self.shared.stop_at.get_or_init(|| Instant::now() + grace.min(NEVER));
        self.shared.stop.cancel();
        let drained = self.shared.limits.drained();
        if tokio::time::timeout_at(until, drained).await.is_ok() {
            return 0;
        }
        let left = self.shared.limits.total();
        // Their timers end them now.
        let _ = tokio::time::timeout(LAST_WAIT, self.shared.limits.drained()).await;
        left
    }
}

impl fmt::Debug for Net {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Net").field("config", &self.shared.config).finish_non_exhaustive()
    }
}

/// A bound listener.
pub struct Listener {
    shared: Arc<Shared>,
    config: ListenerConfig,
    number: usize,
    sockets: Vec<(SocketAddr, std::net::TcpListener)>,
}

impl Listener {
    /// The addresses that are bound, with their real ports.
    #[must_use]
    pub fn addresses(&self) -> Vec<SocketAddr> {
        self.sockets.iter().map(|(address, _)| *address).collect()
    }

    /// Name of the listener.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.config.name
    }

    /// Starts to accept, in tasks of the current runtime, until [`Net::stop`].
    ///
    /// # Errors
    /// When the runtime cannot take the sockets.
    pub fn serve(self, service: &Arc<dyn Service>) -> io::Result<()> {
        let name: Arc<str> = self.config.name.as_str().into();
        for (_, socket) in self.sockets {
            self.shared.limits.acceptor_started();
            let acceptor = Acceptor {
                _accepting: Accepting(Arc::clone(&self.shared)),
                socket: TcpListener::from_std(socket)?,
                shared: Arc::clone(&self.shared),
                service: Arc::clone(service),
                name: Arc::clone(&name),
                number: self.number,
                on_listener: self.config.max_connections,
                inter_broker: self.config.inter_broker,
            };
            tokio::spawn(acceptor.run());
        }
        Ok(())
    }
}

impl fmt::Debug for Listener {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Listener").field("config", &self.config).finish_non_exhaustive()
    }
}

fn bind_all(
    listener: &ListenerConfig,
    config: &NetConfig,
) -> Result<Vec<(SocketAddr, std::net::TcpListener)>, BindError> {
    let mut attempt = 0;
    loop {
        attempt += 1;
        let mut sockets = Vec::new();
        for &address in &listener.addresses {
            sockets.push(bind(address, config).map_err(|error| failed(listener, address, error))?);
        }
        let port = sockets.first().map_or(0, |(address, _)| address.port());
        let mut taken = false;
        for &(mut address) in &listener.optional {
            let chosen = address.port() == 0;
            if chosen {
                address.set_port(port);
            }
            match bind(address, config) {
                Ok(socket) => sockets.push(socket),
                Err(error) if is_absent(&error) => {
                    debug!(%address, %error, "listener {}: address left out", listener.name);
                }
                // The port was free on the first address only.
                Err(error)
                    if chosen
                        && error.kind() == io::ErrorKind::AddrInUse
                        && attempt < PORT_ATTEMPTS =>
                {
                    taken = true;
                }
                Err(error) => return Err(failed(listener, address, error)),
            }
        }
        if !taken {
            return Ok(sockets);
        }
    }
}

fn failed(listener: &ListenerConfig, address: SocketAddr, source: io::Error) -> BindError {
    BindError { listener: listener.name.clone(), address, source }
}

/// Whether the machine does not have the address or its family.
fn is_absent(error: &io::Error) -> bool {
    use rustix::io::Errno;
    error.kind() == io::ErrorKind::AddrNotAvailable
        || [Errno::AFNOSUPPORT, Errno::PROTONOSUPPORT]
            .iter()
            .any(|errno| error.raw_os_error() == Some(errno.raw_os_error()))
}

fn bind(
    address: SocketAddr,
    config: &NetConfig,
) -> io::Result<(SocketAddr, std::net::TcpListener)> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, Some(Protocol::TCP))?;
    if address.is_ipv6() {
        // The wildcard address serves both families, as in Java.
        socket.set_only_v6(!address.ip().is_unspecified())?;
    }
    socket.set_reuse_address(true)?;
    if let Some(bytes) = config.receive_buffer_bytes {
        // Inherited by accepted connections.
        socket.set_recv_buffer_size(bytes)?;
    }
    socket.set_nonblocking(true)?;
    socket.bind(&address.into())?;
    socket.listen(i32::try_from(config.backlog).unwrap_or(i32::MAX))?;
    let socket = std::net::TcpListener::from(socket);
    Ok((socket.local_addr()?, socket))
}

/// The task of one bound address.
struct Acceptor {
    socket: TcpListener,
    shared: Arc<Shared>,
    service: Arc<dyn Service>,
    name: Arc<str>,
    number: usize,
    on_listener: usize,
    inter_broker: bool,
    /// Last: the port is free when the count says so.
    _accepting: Accepting,
}

impl Acceptor {
    async fn run(self) {
        let stop = self.shared.stop.clone();
        let _ = stop.run_until_cancelled(self.accept_all()).await;
    }

    async fn accept_all(&self) {
        let mut failing = false;
        loop {
            match self.socket.accept().await {
                Ok((stream, peer)) => {
                    failing = false;
                    self.accepted(stream, peer).await;
                }
                Err(error) => {
                    self.shared.metrics().accept_errors.fetch_add(1, Relaxed);
                    // These concern one connection, which is gone.
                    if matches!(
                        error.kind(),
                        io::ErrorKind::ConnectionAborted
                            | io::ErrorKind::ConnectionReset
                            | io::ErrorKind::Interrupted
                    ) {
                        continue;
                    }
                    if !std::mem::replace(&mut failing, true) {
                        warn!(listener = &*self.name, %error, "accepting fails; trying on");
                    }
                    tokio::time::sleep(ACCEPT_BACKOFF).await;
                }
            }
        }
    }

    async fn accepted(&self, stream: TcpStream, peer: SocketAddr) {
        let Self { shared, name, .. } = self;
        let config = &shared.config;
        let ip = peer.ip().to_canonical();
        let allowed = || {
            let now = shared.allowed.load();
            Allowed {
                listener: self.number,
                in_total: if self.inter_broker { usize::MAX } else { now.max },
                on_listener: self.on_listener,
                from_address: *now.max_per_ip_overrides.get(&ip).unwrap_or(&now.max_per_ip),
            }
        };
        if !self.inter_broker {
            shared.limits.pace(shared.allowed.load().creation_rate).await;
        }
        if !shared.limits.admit(ip, allowed).await {
            shared.metrics().refused.fetch_add(1, Relaxed);
            let limit = allowed().from_address;
            info!(listener = &**name, %peer, limit, "connection refused: max.connections.per.ip");
            return;
        }
        let place = Place { shared: Arc::clone(shared), address: ip, listener: self.number };
        shared.metrics().open.fetch_add(1, Relaxed);
        shared.metrics().accepted.fetch_add(1, Relaxed);
        match prepare(&stream, config) {
            Ok(local) => {
                let id = ConnectionId(shared.next_id.fetch_add(1, Relaxed));
                let info = Arc::new(ConnectionInfo::new(id, peer, local, Arc::clone(name)));
                let service = Arc::clone(&self.service);
                let shared = Arc::clone(shared);
                tokio::spawn(run(Connection::new(stream, shared, service, info, place)));
            }
            // The client is gone already.
            Err(error) => debug!(%peer, %error, "connection failed on arrival"),
        }
    }
}

fn prepare(stream: &TcpStream, config: &NetConfig) -> io::Result<SocketAddr> {
    stream.set_nodelay(true)?;
    SockRef::from(stream).set_keepalive(true)?;
    if let Some(bytes) = config.send_buffer_bytes {
        SockRef::from(stream).set_send_buffer_size(bytes)?;
    }
    stream.local_addr()
}

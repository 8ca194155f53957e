//! Settings and fixed bounds of the network layer.

use std::{
    collections::HashMap,
    net::{IpAddr, SocketAddr},
    time::Duration,
};

use super::region::{Locate, locate};

/// Smallest request: API key, version and correlation id.
pub const MIN_FRAME: usize = 8;

/// Bytes of a frame that `Service::overlaps` can count on: API key and version.
pub const PEEK: usize = 4;

/// Most requests of one connection that are in progress at a time. The Java client sends at most
/// five produces ahead; more gains nothing once several share one sync.
pub const MAX_PIPELINED: usize = 8;

/// Size of the scratch buffer of a thread. Header and body of a small request come in one read.
pub(super) const SCRATCH: usize = 32 * 1024;

/// Frames up to this size on a connection without requests in progress are not counted against the
/// budget, so that heartbeats and fetches get through when producers have used it up. Together with
/// the number of connections it bounds what is not counted.
pub(super) const FREE_FRAME: usize = 4 * 1024;

/// A frame whose first bytes fill this much is read into its own buffer instead of the scratch.
pub(super) const DIRECT_FROM: usize = 16 * 1024;

/// Most that one read takes from the socket into a frame's own buffer; also the step by which the
/// budget may be overdrawn on each thread, since bytes are counted after they are read.
pub(super) const READ_STEP: usize = 256 * 1024;

/// A frame's buffer grows to this many times the bytes that have arrived, never at once to what its
/// length announces.
pub(super) const GROWTH: usize = 4;

/// One `sendfile` call takes at most this much.
pub(super) const SEND_SLICE: usize = 256 * 1024;

/// Bytes that a connection may read and write before the others get their turn.
pub(super) const TURN_BYTES: usize = 1024 * 1024;

/// Requests that a connection may have answered before the others get their turn.
pub(super) const TURN_CALLS: usize = 32;

/// While more than this is waiting to be sent, a connection reads and calls nothing: a client that
/// does not read its answers costs no more than this and one answer for each request in progress.
pub(super) const OUT_LIMIT: usize = 64 * 1024;

/// Slices of one vectored write.
pub(super) const MAX_SLICES: usize = 32;

/// A half-received frame must grow by [`STALL_STEP`] within this time, or it is closed, but only
/// while other connections wait for the memory that it holds.
pub(super) const STALL_LIMIT: Duration = Duration::from_secs(10);

/// See [`STALL_LIMIT`].
pub(super) const STALL_STEP: usize = 16 * 1024;

/// Pause after an `accept` that failed for want of descriptors or memory.
pub(super) const ACCEPT_BACKOFF: Duration = Duration::from_millis(100);

/// Cold reads (file pages not in memory) of all connections that run at a time.
pub(super) const MAX_COLD_READS: usize = 8;

/// Limits of the connections of all listeners; see [`super::Net::set_connection_limits`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// `max.connections`; when reached, connections wait in the backlog.
    pub max: usize,
    /// `max.connections.per.ip`; a connection beyond it is closed.
    pub max_per_ip: usize,
    /// `max.connections.per.ip.overrides`.
    pub max_per_ip_overrides: HashMap<IpAddr, usize>,
    /// `max.connection.creation.rate`: new ones a second; more wait.
    pub creation_rate: usize,
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self {
            max: usize::MAX,
            max_per_ip: usize::MAX,
            max_per_ip_overrides: HashMap::new(),
            creation_rate: usize::MAX,
        }
    }
}

/// Settings for all listeners of a process.
#[derive(Clone, Debug)]
pub struct NetConfig {
    /// `socket.request.max.bytes`: the largest frame.
    pub max_request_bytes: usize,
    /// `queued.max.request.bytes`: memory of requests that are being received or answered.
    pub queued_max_request_bytes: usize,
    /// `connections.max.idle.ms`.
    pub max_idle: Duration,
    /// As they are at the start.
    pub connections: ConnectionLimits,
    /// `socket.send.buffer.bytes`; `None` leaves it to the system, which adapts it.
    pub send_buffer_bytes: Option<usize>,
    /// `socket.receive.buffer.bytes`; `None` leaves it to the system, which adapts it.
    pub receive_buffer_bytes: Option<usize>,
    /// `socket.listen.backlog.size`.
    pub backlog: u32,
    /// Finds the file behind a region of an answer.
    pub locate: Locate,
}

impl Default for NetConfig {
    fn default() -> Self {
        Self {
            max_request_bytes: 100 * 1024 * 1024,
            queued_max_request_bytes: 32 * 1024 * 1024,
            max_idle: Duration::from_secs(600),
            connections: ConnectionLimits::default(),
            send_buffer_bytes: None,
            receive_buffer_bytes: None,
            backlog: 50,
            locate,
        }
    }
}

/// One listener.
#[derive(Clone, Debug)]
pub struct ListenerConfig {
    /// Its name, as `listeners` spells it.
    pub name: String,
    /// Addresses that must be bound. Port 0 takes a free one.
    pub addresses: Vec<SocketAddr>,
    /// Addresses that are left out where the machine does not have them, such as `::1`. Port 0
    /// takes the port of the first address.
    pub optional: Vec<SocketAddr>,
    /// `listener.name.<name>.max.connections`.
    pub max_connections: usize,
    /// Whether it is the inter-broker listener, to which `max.connections` does not apply.
    pub inter_broker: bool,
}

impl ListenerConfig {
    /// A listener on `addresses` without limits of its own.
    #[must_use]
    pub fn new(name: &str, addresses: Vec<SocketAddr>) -> Self {
        Self {
            name: name.to_owned(),
            addresses,
            optional: Vec::new(),
            max_connections: usize::MAX,
            inter_broker: false,
        }
    }
}

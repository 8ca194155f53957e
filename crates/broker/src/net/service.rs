//! What the network layer asks of the one who answers requests.

use std::{
    fmt,
    net::SocketAddr,
    pin::Pin,
    sync::{Arc, OnceLock},
    time::{Duration, SystemTime},
};

use arc_swap::ArcSwapOption;
use bytes::Bytes;
use moldau_protocol::codec::Part;

/// A boxed future that may move between threads.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Answers requests. One for each listener, or one for several.
pub trait Service: Send + Sync + 'static {
    /// Takes one request: the bytes of a frame after its length.
    ///
    /// Requests of one connection arrive in the order in which they were sent. The next one is
    /// passed on when the answer of the one before is computed, except as [`Service::overlaps`]
    /// says; answers leave in request order whatever order they are computed in. Must not block.
    ///
    /// A pending answer is dropped when the connection ends, so what it started must not depend on
    /// its being polled to the end. The memory of `frame` counts against
    /// `queued.max.request.bytes` until the answer is computed or `frame` and all its slices are
    /// dropped, whichever comes first: who waits for long drops the frame before.
    fn call(&self, connection: &Arc<ConnectionInfo>, frame: Bytes) -> Called;

    /// Whether this request may be passed on while earlier ones of its connection that overlap too
    /// are unanswered (true for Produce, so that syncs group). `frame` may be cut off after the
    /// first [`PEEK`](super::PEEK) bytes, which hold API key and version.
    fn overlaps(&self, frame: &[u8]) -> bool;

    /// The answer to a request has been given to the socket, to its last byte.
    fn sent(&self, _request: &SentRequest) {}

    /// Called once when a connection has ended, for whatever reason.
    fn closed(&self, _connection: &Arc<ConnectionInfo>) {}
}

/// What the network knows of the time that a request took; the rest is the service's.
#[derive(Clone, Copy, Debug)]
pub struct SentRequest {
    /// The request's API key.
    pub api: i16,
    /// From the arrival of its last byte to [`Service::call`]: behind other requests.
    pub queued: Duration,
    /// From the computed answer to its last byte: behind other answers, or a slow reader.
    pub sending: Duration,
}

/// What [`Service::call`] gives back.
pub enum Called {
    /// The answer, computed at once.
    Ready(Answer),
    /// The answer comes later.
    Pending(BoxFuture<'static, Answer>),
}

impl fmt::Debug for Called {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ready(answer) => formatter.debug_tuple("Ready").field(answer).finish(),
            Self::Pending(_) => formatter.write_str("Pending"),
        }
    }
}

/// What goes back to the client for one request.
#[derive(Clone, Debug)]
pub enum Answer {
    /// Header and body without the length, which is written in front of them.
    Send(Vec<Part>),
    /// Nothing, as for a produce with acks=0.
    Nothing,
    /// Earlier answers are still sent, then the connection is closed. The reason is logged.
    Close(String),
}

/// Number of a connection, unique within the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConnectionId(pub u64);

/// Name and version of the client library, as ApiVersions carries them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClientSoftware {
    /// `client_software_name`.
    pub name: String,
    /// `client_software_version`.
    pub version: String,
}

/// One accepted connection.
#[derive(Debug)]
pub struct ConnectionInfo {
    /// Its number.
    pub id: ConnectionId,
    /// Address of the client.
    pub peer: SocketAddr,
    /// Our address.
    pub local: SocketAddr,
    /// Name of the listener that accepted it.
    pub listener: Arc<str>,
    /// When it was accepted.
    pub connected_at: SystemTime,
    client_id: OnceLock<Box<str>>,
    software: ArcSwapOption<ClientSoftware>,
}

impl ConnectionInfo {
    /// A connection that was just accepted.
    #[must_use]
    pub fn new(id: ConnectionId, peer: SocketAddr, local: SocketAddr, listener: Arc<str>) -> Self {
        Self {
            id,
            peer,
            local,
            listener,
            connected_at: SystemTime::now(),
            client_id: OnceLock::new(),
            software: ArcSwapOption::empty(),
        }
    }

    /// Client id of its first request that had one, for logs.
    #[must_use]
    pub fn client_id(&self) -> Option<&str> {
        self.client_id.get().map(AsRef::as_ref)
    }

    /// Keeps `client_id` for logs; only the first call has an effect.
    pub fn set_client_id(&self, client_id: &str) {
        if self.client_id.get().is_none() {
            self.client_id.get_or_init(|| client_id.into());
        }
    }

    /// Client library, known after the first ApiVersions from version 3 on.
    #[must_use]
    pub fn software(&self) -> Option<Arc<ClientSoftware>> {
        self.software.load_full()
    }

    /// Keeps the client library's name.
    pub fn set_software(&self, software: ClientSoftware) {
        self.software.store(Some(Arc::new(software)));
    }
}

impl fmt::Display for ConnectionInfo {
    /// Kafka's form of a connection's name: both ends and a number.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}-{}-{}", self.local, self.peer, self.id.0)
    }
}

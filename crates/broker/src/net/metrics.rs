//! Counters of the network layer: plain atomics that `/metrics` reads.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

macro_rules! labelled {
    ($(#[$doc:meta])* $name:ident { $($(#[$item_doc:meta])* $item:ident = $label:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[$item_doc])* $item,)* }

        impl $name {
            /// All of them, in the order of their counters.
            pub const ALL: &[Self] = &[$(Self::$item,)*];

            /// Value of the metric's label.
            #[must_use]
            pub fn label(self) -> &'static str {
                match self { $(Self::$item => $label,)* }
            }
        }
    };
}

labelled! {
    /// Why a connection ended.
    CloseReason {
        /// The client closed it or its half of it.
        Peer = "peer",
        /// The client closed it inside a frame.
        HalfFrame = "half_frame",
        /// Reset, or another error of the socket.
        Socket = "socket",
        /// No traffic for `connections.max.idle.ms`.
        Idle = "idle",
        /// A half-received frame held memory that others waited for, without making progress.
        Stalled = "stalled",
        /// The frame was refused.
        Rejected = "rejected",
        /// The service asked for it.
        Service = "service",
        /// Data of an answer could not be read, or was cut off the log meanwhile.
        Region = "region",
        /// The server stops.
        Stopping = "stopping",
        /// A fault of ours: the connection's task was dropped.
        Fault = "fault",
    }
}

labelled! {
    /// Why a frame was refused.
    Rejection {
        /// Its length is negative.
        Negative = "negative",
        /// Its length is too small for a request header.
        TooShort = "too_short",
        /// Its length is above `socket.request.max.bytes`.
        TooLarge = "too_large",
        /// It is an HTTP request.
        Http = "http",
        /// It is the start of a TLS session.
        Tls = "tls",
        /// It is another protocol.
        Foreign = "foreign",
    }
}

/// Counters of all listeners of a process.
#[derive(Debug, Default)]
pub struct NetMetrics {
    /// Connections open now.
    pub open: AtomicUsize,
    /// Connections accepted so far.
    pub accepted: AtomicU64,
    /// Connections closed at once because of `max.connections.per.ip`.
    pub refused: AtomicU64,
    /// Failed calls of `accept`.
    pub accept_errors: AtomicU64,
    /// Bytes received.
    pub bytes_in: AtomicU64,
    /// Bytes sent.
    pub bytes_out: AtomicU64,
    /// Complete frames passed on.
    pub requests: AtomicU64,
    /// Answers that went out by `sendfile`, in bytes.
    pub sendfile_bytes: AtomicU64,
    /// Slices of files that were not in memory when they were to be sent.
    pub cold_reads: AtomicU64,
    /// Request bytes counted against `queued.max.request.bytes` now.
    pub budget_used: AtomicUsize,
    /// Connections that wait for that budget now.
    pub budget_waiting: AtomicUsize,
    closed: [AtomicU64; CloseReason::ALL.len()],
    rejected: [AtomicU64; Rejection::ALL.len()],
}

impl NetMetrics {
    /// Connections closed so far for `reason`.
    #[must_use]
    pub fn closed(&self, reason: CloseReason) -> u64 {
        self.closed[reason as usize].load(Relaxed)
    }

    /// Frames refused so far for `reason`.
    #[must_use]
    pub fn rejected(&self, reason: Rejection) -> u64 {
        self.rejected[reason as usize].load(Relaxed)
    }

    pub(super) fn count_closed(&self, reason: CloseReason) {
        self.closed[reason as usize].fetch_add(1, Relaxed);
    }

    pub(super) fn count_rejected(&self, reason: Rejection) {
        self.rejected[reason as usize].fetch_add(1, Relaxed);
    }

    pub(super) fn count_request(&self) {
        self.requests.fetch_add(1, Relaxed);
    }

    pub(super) fn read(&self, bytes: usize) {
        self.bytes_in.fetch_add(bytes as u64, Relaxed);
    }

    pub(super) fn written(&self, bytes: usize) {
        self.bytes_out.fetch_add(bytes as u64, Relaxed);
    }
}

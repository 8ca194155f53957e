//! All metrics of a broker: their names in one place, counters behind cheap handles, and the text
//! that `/metrics` gives.
//!
//! Counters are plain atomics of one object for each node; nothing is global. What is a size or a
//! number of things is not counted along but read when somebody asks ([`Gauges`]).

mod histogram;
mod names;
mod process;
mod reference;
mod render;

use std::sync::{
    Arc, OnceLock,
    atomic::{AtomicU64, Ordering::Relaxed},
};

use moldau_protocol::{ApiKey, ErrorCode};
use tracing::debug;

use self::histogram::TimeHistogram;
pub use self::reference::render_metrics_reference;
pub(crate) use self::render::{ClusterGauges, Format, Gauges, LogDirGauges, render};
use crate::{
    dispatch::{Observer, ServedTimes},
    net::{Answer, ConnectionInfo, NetMetrics, SentRequest},
};

/// API keys that are counted apart; all of Kafka 4.4.0 are below.
const API_SLOTS: usize = 128;

/// Error codes that are counted apart, from -1 on; all of Kafka 4.4.0 are below.
const ERROR_SLOTS: usize = 160;

/// Of one API.
#[derive(Debug, Default)]
struct ApiCounters {
    /// Requests whose answer was to close the connection.
    closed: AtomicU64,
    /// From the call to the answer, which may include waiting for data.
    time: TimeHistogram,
    phases: [TimeHistogram; Phase::ALL.len()],
}

/// A part of the time that a request takes; Kafka has these too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Whole, but behind other requests of its connection.
    Queue,
    /// Being computed.
    Local,
    /// Waiting: for the writer threads and the disk, for new records, for the controller.
    Remote,
    /// Answered, but not sent to the last byte.
    Response,
}

impl Phase {
    const ALL: [Self; 4] = [Self::Queue, Self::Local, Self::Remote, Self::Response];

    fn label(self) -> &'static str {
        match self {
            Self::Queue => "queue",
            Self::Local => "local",
            Self::Remote => "remote",
            Self::Response => "response",
        }
    }
}

/// Counters of one broker.
#[derive(Debug)]
pub(crate) struct BrokerMetrics {
    net: Arc<NetMetrics>,
    /// By API key; made on first use, so that a node that serves little holds little.
    apis: [OnceLock<Box<ApiCounters>>; API_SLOTS],
    refused: AtomicU64,
    records_in: AtomicU64,
    bytes_in: AtomicU64,
    bytes_out: AtomicU64,
    /// Partitions of produce requests, by error code + 1.
    produced: [AtomicU64; ERROR_SLOTS],
}

impl BrokerMetrics {
    pub(crate) fn new(net: Arc<NetMetrics>) -> Arc<Self> {
        Arc::new(Self {
            net,
            apis: [const { OnceLock::new() }; API_SLOTS],
            refused: AtomicU64::new(0),
            records_in: AtomicU64::new(0),
            bytes_in: AtomicU64::new(0),
            bytes_out: AtomicU64::new(0),
            produced: [const { AtomicU64::new(0) }; ERROR_SLOTS],
        })
    }

    /// Records of a produce request that were valid, and their size as batches.
    pub(crate) fn records_in(&self, records: usize, bytes: usize) {
        self.records_in.fetch_add(records as u64, Relaxed);
        self.bytes_in.fetch_add(bytes as u64, Relaxed);
    }

    /// Record bytes given to consumers.
    pub(crate) fn bytes_out(&self, bytes: usize) {
        self.bytes_out.fetch_add(bytes as u64, Relaxed);
    }

    /// How a produce to one partition ended.
    pub(crate) fn produced(&self, code: ErrorCode) {
        let slot = usize::try_from(i32::from(code.0) + 1).unwrap_or(0).min(ERROR_SLOTS - 1);
        self.produced[slot].fetch_add(1, Relaxed);
    }

    fn api(&self, key: ApiKey) -> Option<&ApiCounters> {
        let slot = self.apis.get(usize::try_from(key.0).ok()?)?;
        Some(slot.get_or_init(Box::default))
    }
}

impl Observer for BrokerMetrics {
    fn answered(&self, key: ApiKey, times: ServedTimes, answer: &Answer) {
        let Some(api) = self.api(key) else { return };
        api.time.record(times.total);
        api.phases[Phase::Local as usize].record(times.local);
        api.phases[Phase::Remote as usize].record(times.total.saturating_sub(times.local));
        if matches!(answer, Answer::Close(_)) {
            api.closed.fetch_add(1, Relaxed);
        }
    }

    fn sent(&self, request: &SentRequest) {
        let Some(api) = self.api(ApiKey(request.api)) else { return };
        api.phases[Phase::Queue as usize].record(request.queued);
        api.phases[Phase::Response as usize].record(request.sending);
    }

    fn refused(&self, connection: &ConnectionInfo, reason: &str) {
        // The network layer logs the reason when it closes the connection.
        debug!(%connection, reason, "request refused");
        self.refused.fetch_add(1, Relaxed);
    }
}

#[cfg(test)]
mod tests;

//! The clients that push metrics: what each is to push, when it may, and what it last told.
//!
//! A pure machine: time and new ids are arguments. State: the subscriptions (written by the
//! publisher), and for each client instance its subscription id, times and numbers. An instance is
//! forgotten [`EXPIRY`] after its last request (three of its intervals, when that is longer), or
//! when there are [`MAX_INSTANCES`]; one whose connection is gone starts anew, as in Kafka.
//!
//! Source: KIP-714; codes, throttling and the rest are Apache Kafka 4.4.0's (`ClientMetricsManager`).
//! The subscription id is a checksum of the metrics and the interval, mixed with the instance id;
//! Kafka computes it over a hash set's order, we over the sorted names. Kafka has a plug-in receive
//! the payload, we read it ourselves, so that one that cannot be read is INVALID_RECORD.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::{Arc, Weak};
use std::time::Duration;

use crc_fast::CrcAlgorithm;
use moldau_metadata::config::client_metrics::{
    ALL_METRICS, DEFAULT_INTERVAL, Selector, Subscription,
};
use moldau_protocol::ErrorCode;
use moldau_protocol::ids::Uuid;

use super::otlp::{Kind, Point};
use crate::net::ConnectionInfo;

/// Most clients that are remembered (Kafka's own bound).
const MAX_INSTANCES: usize = 16_384;
/// How long a silent client is remembered.
const EXPIRY: Duration = Duration::from_secs(60);
/// How often silent ones are looked for.
const SWEEP: Duration = Duration::from_secs(5);
/// Most clients whose numbers are kept and shown: a page of metrics has to stay readable.
pub(super) const MAX_SHOWN: usize = 256;
/// Most numbers of one client that are kept.
const MAX_SERIES: usize = 512;
/// Most bytes of the names and attributes of all numbers together, whatever the other bounds leave.
const MAX_TEXT_BYTES: usize = 16 << 20;

/// What is known of a client besides its request.
#[derive(Clone, Debug)]
pub(crate) struct Client {
    pub(crate) connection: Arc<ConnectionInfo>,
}

/// Without software in ApiVersions, as in Kafka.
const UNKNOWN: &str = "unknown";

impl Client {
    fn matches(&self, id: Uuid, subscription: &Subscription) -> bool {
        let connection = &self.connection;
        let software = connection.software();
        let named = |pick: fn(&crate::net::ClientSoftware) -> &String| {
            software.as_deref().map_or(UNKNOWN.to_owned(), |software| pick(software).clone()).into()
        };
        subscription.is_for(|selector| match selector {
            Selector::ClientInstanceId => id.to_string().into(),
            Selector::ClientId => connection.client_id().unwrap_or_default().to_owned().into(),
            Selector::SoftwareName => named(|software| &software.name),
            Selector::SoftwareVersion => named(|software| &software.version),
            Selector::SourceAddress => connection.peer.ip().to_canonical().to_string().into(),
            Selector::SourcePort => connection.peer.port().to_string().into(),
        })
    }
}

/// What a client is to push.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wanted {
    pub(crate) subscription_id: i32,
    /// Shared by all clients that are to push the same.
    pub(crate) metrics: Arc<[String]>,
    pub(crate) interval: Duration,
}

/// One number of a client.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Series {
    pub(crate) client_id: String,
    pub(crate) instance: Uuid,
    pub(crate) name: String,
    pub(crate) attributes: String,
    pub(crate) value: f64,
}

#[derive(Debug)]
struct Instance {
    client_id: String,
    connection: Weak<ConnectionInfo>,
    wanted: Wanted,
    /// Of the subscriptions that `wanted` was made of.
    version: u64,
    last_get_ms: i64,
    last_push_ms: i64,
    seen_ms: i64,
    terminating: bool,
    last_error: ErrorCode,
    /// By name and attributes.
    numbers: BTreeMap<(String, String), f64>,
    /// Of the keys of `numbers`.
    text_bytes: usize,
}

impl Instance {
    fn expires_ms(&self) -> i64 {
        let kept = EXPIRY.max(self.wanted.interval * 3);
        self.seen_ms.saturating_add(i64::try_from(kept.as_millis()).unwrap_or(i64::MAX))
    }

    fn interval_ms(&self) -> i64 {
        i64::try_from(self.wanted.interval.as_millis()).unwrap_or(i64::MAX)
    }

    /// Whether a client may ask again for its subscription; if so, it has.
    fn may_get(&mut self, now_ms: i64) -> bool {
        let last = self.last_get_ms.max(self.last_push_ms);
        let may = now_ms.saturating_sub(last) >= self.interval_ms();
        if may {
            self.last_get_ms = now_ms;
        }
        may
    }

    /// Whether a client may push: at once after it has asked, as it spreads the first push over
    /// half to one and a half intervals itself; then once an interval. If so, it has.
    fn may_push(&mut self, now_ms: i64) -> bool {
        let may = self.last_get_ms > self.last_push_ms
            || now_ms.saturating_sub(self.last_push_ms) >= self.interval_ms();
        if may {
            self.last_push_ms = now_ms;
        }
        may
    }

    /// `room` is left for the text of new numbers.
    fn take(&mut self, points: Vec<Point>, mut room: usize) {
        for point in points {
            let key = (point.name, point.attributes);
            if !self.numbers.contains_key(&key) {
                let bytes = key.0.len() + key.1.len();
                if self.numbers.len() >= MAX_SERIES || bytes > room {
                    continue;
                }
                room -= bytes;
                self.text_bytes += bytes;
            }
            let number = self.numbers.entry(key).or_insert(0.0);
            match point.kind {
                Kind::Delta => *number += point.value,
                Kind::Gauge | Kind::Cumulative => *number = point.value,
            }
        }
    }
}

/// A push, as far as it is judged before its payload is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Push {
    pub(crate) instance: Uuid,
    pub(crate) subscription_id: i32,
    pub(crate) terminating: bool,
    /// Whether the compression exists.
    pub(crate) codec_known: bool,
    pub(crate) bytes: usize,
}

/// All clients and subscriptions.
#[derive(Debug)]
pub(crate) struct Instances {
    max_bytes: usize,
    subscriptions: Vec<Subscription>,
    /// Counts changes of the subscriptions.
    version: u64,
    clients: HashMap<Uuid, Instance>,
    /// What clients are to push, each set once; at most one for each client, forgotten when the
    /// subscriptions change.
    sets: HashSet<Arc<[String]>>,
    next_sweep_ms: i64,
}

impl Instances {
    pub(crate) fn new(max_bytes: usize) -> Self {
        Self {
            max_bytes,
            subscriptions: Vec::new(),
            version: 0,
            clients: HashMap::new(),
            sets: HashSet::new(),
            next_sweep_ms: 0,
        }
    }

    pub(crate) fn subscribe(&mut self, subscriptions: Vec<Subscription>) {
        self.subscriptions = subscriptions;
        self.version += 1;
        self.sets.clear();
    }

    pub(crate) fn len(&self) -> usize {
        self.clients.len()
    }

    /// GetTelemetrySubscriptions of the client `id`.
    ///
    /// # Errors
    /// THROTTLING_QUOTA_EXCEEDED when it has asked or pushed less than an interval ago; not when
    /// its last push was refused because it has to ask again.
    pub(crate) fn get(
        &mut self,
        id: Uuid,
        client: &Client,
        now_ms: i64,
    ) -> Result<Wanted, ErrorCode> {
        let instance = self.instance(id, client, now_ms);
        let may = instance.may_get(now_ms);
        let told_to_ask = matches!(
            instance.last_error,
            ErrorCode::UNKNOWN_SUBSCRIPTION_ID | ErrorCode::UNSUPPORTED_COMPRESSION_TYPE
        );
        if !may && !told_to_ask {
            return Err(ErrorCode::THROTTLING_QUOTA_EXCEEDED);
        }
        instance.last_error = ErrorCode::NONE;
        Ok(instance.wanted.clone())
    }

    /// PushTelemetry, before its payload is read.
    ///
    /// # Errors
    /// INVALID_REQUEST after a push that said it was the last, THROTTLING_QUOTA_EXCEEDED when the
    /// interval is not over, UNKNOWN_SUBSCRIPTION_ID when other metrics are wanted by now,
    /// UNSUPPORTED_COMPRESSION_TYPE, TELEMETRY_TOO_LARGE.
    pub(crate) fn push(
        &mut self,
        push: Push,
        client: &Client,
        now_ms: i64,
    ) -> Result<(), ErrorCode> {
        let max_bytes = self.max_bytes;
        let instance = self.instance(push.instance, client, now_ms);
        let verdict = if instance.terminating {
            Err(ErrorCode::INVALID_REQUEST)
        } else if !instance.may_push(now_ms) && !push.terminating {
            Err(ErrorCode::THROTTLING_QUOTA_EXCEEDED)
        } else if push.subscription_id != instance.wanted.subscription_id {
            Err(ErrorCode::UNKNOWN_SUBSCRIPTION_ID)
        } else if !push.codec_known {
            Err(ErrorCode::UNSUPPORTED_COMPRESSION_TYPE)
        } else if push.bytes > max_bytes {
            Err(ErrorCode::TELEMETRY_TOO_LARGE)
        } else {
            Ok(())
        };
        instance.terminating = push.terminating;
        instance.last_error = verdict.err().unwrap_or(ErrorCode::NONE);
        verdict
    }

    /// The payload of a push was read.
    pub(crate) fn take(&mut self, id: Uuid, points: Vec<Point>) {
        let shown = self.clients.values().filter(|each| !each.numbers.is_empty());
        let (shown, text_bytes) =
            shown.fold((0, 0), |(count, bytes), each| (count + 1, bytes + each.text_bytes));
        if let Some(instance) = self.clients.get_mut(&id)
            && (shown < MAX_SHOWN || !instance.numbers.is_empty())
        {
            instance.take(points, MAX_TEXT_BYTES.saturating_sub(text_bytes));
        }
    }

    /// The payload of a push could not be read.
    pub(crate) fn failed(&mut self, id: Uuid, code: ErrorCode) {
        if let Some(instance) = self.clients.get_mut(&id) {
            instance.last_error = code;
        }
    }

    /// All numbers, by client id, instance, name and attributes.
    pub(crate) fn series(&mut self, now_ms: i64) -> Vec<Series> {
        self.sweep(now_ms);
        let mut all: Vec<_> = self
            .clients
            .iter()
            .flat_map(|(id, instance)| {
                instance.numbers.iter().map(|((name, attributes), value)| Series {
                    client_id: instance.client_id.clone(),
                    instance: *id,
                    name: name.clone(),
                    attributes: attributes.clone(),
                    value: *value,
                })
            })
            .collect();
        // Those of one instance are in order already, which a stable sort keeps.
        all.sort_by(|a, b| (&a.client_id, a.instance.0).cmp(&(&b.client_id, b.instance.0)));
        all
    }

    /// The client's place, new when there is none, the connection is another one after the first
    /// ended, or the subscriptions have changed.
    fn instance(&mut self, id: Uuid, client: &Client, now_ms: i64) -> &mut Instance {
        if now_ms >= self.next_sweep_ms {
            self.sweep(now_ms);
        }
        let known = self.clients.get(&id);
        let gone = known.is_some_and(|known| known.connection.strong_count() == 0);
        let current = known.is_some_and(|known| known.version == self.version) && !gone;
        if !current {
            if known.is_none() && self.clients.len() >= MAX_INSTANCES {
                self.forget_oldest();
            }
            // What was added up goes on.
            let old = self.clients.remove(&id);
            let (numbers, text_bytes) =
                old.map(|old| (old.numbers, old.text_bytes)).unwrap_or_default();
            let instance = Instance {
                client_id: client.connection.client_id().unwrap_or_default().to_owned(),
                connection: Arc::downgrade(&client.connection),
                wanted: self.wanted(id, client),
                version: self.version,
                last_get_ms: 0,
                last_push_ms: 0,
                seen_ms: now_ms,
                terminating: false,
                last_error: ErrorCode::NONE,
                numbers,
                text_bytes,
            };
            self.clients.insert(id, instance);
        }
        let instance = self.clients.get_mut(&id).expect("it was inserted if it was not there");
        instance.seen_ms = now_ms;
        instance
    }

    fn wanted(&mut self, id: Uuid, client: &Client) -> Wanted {
        let mut interval = DEFAULT_INTERVAL;
        let mut metrics = BTreeSet::new();
        for subscription in self.subscriptions.iter().filter(|each| client.matches(id, each)) {
            metrics.extend(subscription.metrics.iter().cloned());
            interval = interval.min(subscription.interval);
        }
        if metrics.contains(ALL_METRICS) {
            metrics.retain(|metric| metric == ALL_METRICS);
        }
        let metrics: Vec<_> = metrics.into_iter().collect();
        let metrics = match self.sets.get(metrics.as_slice()) {
            Some(same) => Arc::clone(same),
            None => {
                let metrics: Arc<[String]> = metrics.into();
                self.sets.insert(Arc::clone(&metrics));
                metrics
            }
        };
        Wanted { subscription_id: subscription_id(&metrics, interval, id), metrics, interval }
    }

    fn sweep(&mut self, now_ms: i64) {
        self.clients.retain(|_, instance| instance.expires_ms() > now_ms);
        self.next_sweep_ms = now_ms + i64::try_from(SWEEP.as_millis()).unwrap_or(i64::MAX);
    }

    fn forget_oldest(&mut self) {
        let oldest = self.clients.iter().min_by_key(|(id, each)| (each.seen_ms, id.0));
        if let Some(id) = oldest.map(|(id, _)| *id) {
            self.clients.remove(&id);
        }
    }
}

/// CRC-32C of the metrics and the interval as Java prints them, with the id's hash.
fn subscription_id(metrics: &[String], interval: Duration, id: Uuid) -> i32 {
    let text = format!("[{}]{}", metrics.join(", "), interval.as_millis());
    let crc = crc_fast::checksum(CrcAlgorithm::Crc32Iscsi, text.as_bytes()) as u32;
    let bits = u128::from_be_bytes(id.0);
    let mixed = (bits >> 64) as u64 ^ bits as u64;
    let hash = (mixed >> 32) as u32 ^ mixed as u32;
    (crc ^ hash).cast_signed()
}

#[cfg(test)]
mod tests;

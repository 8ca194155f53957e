//! Incremental fetch sessions: a client names its partitions once, and later only what changes.
//!
//! The cache decides nothing about data. It turns a request into the full, ordered list of
//! partitions to read, and the results into the list that is worth sending.
//!
//! Invariants: the order in a session is the order of the request, a partition that gave data goes
//! to the end, so that no partition starves behind a busy one. The cache holds at most
//! `max.incremental.fetch.session.cache.slots` sessions; when it is full, a full fetch is still
//! answered, with session id 0.
//!
//! Source: KIP-227, KIP-516 (topic ids).

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use moldau_protocol::{
    ErrorCode,
    codec::Payload,
    ids::{PartitionIndex, TopicId},
    messages::{FetchRequest, fetch_request::FetchPartition, fetch_response::PartitionData},
};
use parking_lot::Mutex;

/// First version of Fetch that names topics by id.
const TOPIC_IDS_FROM: i16 = 13;
/// Session id of no session.
const NO_SESSION: i32 = 0;
/// Epoch of a request that wants a new session.
const INITIAL_EPOCH: i32 = 0;
/// Epoch of a request that wants none.
const FINAL_EPOCH: i32 = -1;
/// A session that has lived this long unused (or, when smaller than a new one, at all) may be
/// thrown out for a new one. Kafka's constant of the same meaning.
const EVICTION_MS: i64 = 120_000;

/// A partition as a fetch request names it: by name up to version 12, by id from 13 on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct TopicPartitionKey {
    pub(crate) topic: Arc<str>,
    pub(crate) topic_id: TopicId,
    pub(crate) partition: PartitionIndex,
}

/// What was asked for one partition.
pub(crate) type Wanted = (TopicPartitionKey, FetchPartition);

/// Result for one partition.
pub(crate) type Outcome = (TopicPartitionKey, PartitionData);

#[derive(Debug)]
struct Cached {
    key: TopicPartitionKey,
    wanted: FetchPartition,
    high_watermark: i64,
    log_start: i64,
}

impl Cached {
    fn new(key: TopicPartitionKey, wanted: FetchPartition) -> Self {
        Self { key, wanted, high_watermark: -1, log_start: -1 }
    }

    /// Whether `data` tells the client anything new, and remembers it as told.
    fn note(&mut self, data: &PartitionData) -> bool {
        let mut news = data.records.as_ref().is_some_and(|records| !records.is_empty());
        if self.high_watermark != data.high_watermark {
            self.high_watermark = data.high_watermark;
            news = true;
        }
        if self.log_start != data.log_start_offset {
            self.log_start = data.log_start_offset;
            news = true;
        }
        if data.error_code != 0 {
            // So that the answer after the error is sent whatever it says.
            self.high_watermark = -1;
            news = true;
        }
        news || data.preferred_read_replica >= 0 || data.diverging_epoch.epoch >= 0
    }
}

/// Partitions in order; moving one to the end is cheap.
#[derive(Debug, Default)]
struct Session {
    by_place: BTreeMap<u64, Cached>,
    places: HashMap<TopicPartitionKey, u64>,
    next_place: u64,
    epoch: i32,
    topic_ids: bool,
}

impl Session {
    fn put(&mut self, key: TopicPartitionKey, wanted: FetchPartition) {
        if let Some(cached) = self.places.get(&key).and_then(|place| self.by_place.get_mut(place)) {
            cached.wanted = wanted;
            return;
        }
        self.places.insert(key.clone(), self.next_place);
        self.by_place.insert(self.next_place, Cached::new(key, wanted));
        self.next_place += 1;
    }

    fn forget(&mut self, key: &TopicPartitionKey) {
        if let Some(place) = self.places.remove(key) {
            self.by_place.remove(&place);
        }
    }

    fn move_to_end(&mut self, key: &TopicPartitionKey) {
        let Some(place) = self.places.get_mut(key) else { return };
        if let Some(cached) = self.by_place.remove(place) {
            *place = self.next_place;
            self.by_place.insert(self.next_place, cached);
            self.next_place += 1;
        }
    }

    fn wanted(&self) -> Vec<Wanted> {
        self.by_place.values().map(|cached| (cached.key.clone(), cached.wanted.clone())).collect()
    }

    /// Drops what the client knows already; remembers the rest as told.
    fn worth_sending(&mut self, results: Vec<Outcome>) -> Vec<Outcome> {
        let mut sent = Vec::with_capacity(results.len());
        for (key, data) in results {
            let Some(cached) = self.places.get(&key).and_then(|place| self.by_place.get_mut(place))
            else {
                continue;
            };
            if cached.note(&data) {
                if data.records.as_ref().is_some_and(|records: &Payload| !records.is_empty()) {
                    self.move_to_end(&key);
                }
                sent.push((key, data));
            }
        }
        sent
    }
}

/// How a request relates to a session.
#[derive(Debug)]
pub(crate) enum FetchContext {
    /// No session is wanted.
    Sessionless(Vec<Wanted>),
    /// A new session is wanted.
    Full { wanted: Vec<Wanted>, topic_ids: bool },
    /// The next request of a session.
    Incremental { id: i32, session: SharedSession, wanted: Vec<Wanted> },
    /// The session is unknown, or the request not its next.
    Refused(ErrorCode),
}

/// A session that its cache and one request share.
#[derive(Clone, Debug)]
pub(crate) struct SharedSession(Arc<Mutex<Session>>);

impl FetchContext {
    /// What to read, in order.
    pub(crate) fn wanted(&self) -> &[Wanted] {
        match self {
            Self::Sessionless(wanted)
            | Self::Full { wanted, .. }
            | Self::Incremental { wanted, .. } => wanted,
            Self::Refused(_) => &[],
        }
    }
}

/// Bounds of the cache.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SessionLimits {
    /// `max.incremental.fetch.session.cache.slots`.
    pub(crate) sessions: usize,
}

#[derive(Debug)]
struct Slot {
    session: SharedSession,
    created_ms: i64,
    used_ms: i64,
    size: usize,
}

/// The sessions of a broker.
#[derive(Debug)]
pub(crate) struct FetchSessions {
    limits: SessionLimits,
    slots: Mutex<HashMap<i32, Slot>>,
}

impl FetchSessions {
    pub(crate) fn new(limits: SessionLimits) -> Self {
        Self { limits, slots: Mutex::default() }
    }

    /// Number of sessions, for metrics.
    pub(crate) fn len(&self) -> usize {
        self.slots.lock().len()
    }

    /// Relates a request to its session, if it has one, and applies its changes to it.
    pub(crate) fn open(&self, request: &FetchRequest, version: i16, now_ms: i64) -> FetchContext {
        let topic_ids = version >= TOPIC_IDS_FROM;
        let (id, epoch) = (request.session_id, request.session_epoch);
        if epoch == INITIAL_EPOCH || epoch == FINAL_EPOCH {
            if id != NO_SESSION {
                self.slots.lock().remove(&id);
            }
            let wanted = unique(wanted_of(request));
            return if epoch == FINAL_EPOCH {
                FetchContext::Sessionless(wanted)
            } else {
                FetchContext::Full { wanted, topic_ids }
            };
        }
        let mut slots = self.slots.lock();
        let Some(slot) = slots.get_mut(&id) else {
            return FetchContext::Refused(ErrorCode::FETCH_SESSION_ID_NOT_FOUND);
        };
        let shared = slot.session.clone();
        let mut session = shared.0.lock();
        if session.epoch != epoch {
            return FetchContext::Refused(ErrorCode::INVALID_FETCH_SESSION_EPOCH);
        }
        if session.topic_ids != topic_ids {
            return FetchContext::Refused(ErrorCode::FETCH_SESSION_TOPIC_ID_ERROR);
        }
        for (key, wanted) in wanted_of(request) {
            session.put(key, wanted);
        }
        for key in forgotten_of(request) {
            session.forget(&key);
        }
        if session.by_place.is_empty() {
            slots.remove(&id);
            return FetchContext::Sessionless(Vec::new());
        }
        session.epoch = next_epoch(epoch);
        slot.used_ms = now_ms;
        slot.size = session.by_place.len();
        let wanted = session.wanted();
        drop(session);
        FetchContext::Incremental { id, session: shared, wanted }
    }

    /// The session id and the partitions of the answer.
    ///
    /// `fresh_id` makes random positive ids.
    pub(crate) fn close(
        &self,
        context: FetchContext,
        results: Vec<Outcome>,
        now_ms: i64,
        fresh_id: impl FnMut() -> i32,
    ) -> (i32, Vec<Outcome>) {
        match context {
            FetchContext::Refused(_) => (NO_SESSION, Vec::new()),
            FetchContext::Sessionless(_) => (NO_SESSION, results),
            FetchContext::Incremental { id, session, .. } => {
                let sent = session.0.lock().worth_sending(results);
                (id, sent)
            }
            FetchContext::Full { wanted, topic_ids } => {
                let id = self.create(wanted, topic_ids, &results, now_ms, fresh_id);
                (id, results)
            }
        }
    }

    fn create(
        &self,
        wanted: Vec<Wanted>,
        topic_ids: bool,
        results: &[Outcome],
        now_ms: i64,
        mut fresh_id: impl FnMut() -> i32,
    ) -> i32 {
        let mut slots = self.slots.lock();
        if slots.len() >= self.limits.sessions && !evict(&mut slots, wanted.len(), now_ms) {
            return NO_SESSION;
        }
        let mut session =
            Session { epoch: next_epoch(INITIAL_EPOCH), topic_ids, ..Session::default() };
        let size = wanted.len();
        for (key, wanted) in wanted {
            session.put(key, wanted);
        }
        for (key, data) in results {
            if let Some(cached) =
                session.places.get(key).and_then(|place| session.by_place.get_mut(place))
            {
                cached.note(data);
            }
        }
        let id = loop {
            let id = fresh_id();
            if id > NO_SESSION && !slots.contains_key(&id) {
                break id;
            }
        };
        let session = SharedSession(Arc::new(Mutex::new(session)));
        slots.insert(id, Slot { session, created_ms: now_ms, used_ms: now_ms, size });
        id
    }
}

/// Throws out one session for a new one of `size` partitions, if one may go: the least recently
/// used when it is stale, otherwise the smallest that is older than the limit and smaller.
fn evict(slots: &mut HashMap<i32, Slot>, size: usize, now_ms: i64) -> bool {
    let stalest = slots.iter().min_by_key(|(id, slot)| (slot.used_ms, **id));
    let smallest = || {
        slots
            .iter()
            .filter(|(_, slot)| now_ms - slot.created_ms > EVICTION_MS && slot.size < size)
            .min_by_key(|(id, slot)| (slot.size, **id))
    };
    let victim = stalest
        .filter(|(_, slot)| now_ms - slot.used_ms > EVICTION_MS)
        .or_else(smallest)
        .map(|(id, _)| *id);
    victim.is_some_and(|id| slots.remove(&id).is_some())
}

fn next_epoch(epoch: i32) -> i32 {
    epoch.checked_add(1).unwrap_or(1)
}

fn wanted_of(request: &FetchRequest) -> impl Iterator<Item = Wanted> {
    request.topics.iter().flat_map(|topic| {
        let name: Arc<str> = topic.topic.as_str().into();
        topic.partitions.iter().map(move |partition| {
            let key = TopicPartitionKey {
                topic: name.clone(),
                topic_id: TopicId(topic.topic_id),
                partition: PartitionIndex(partition.partition),
            };
            (key, partition.clone())
        })
    })
}

/// One entry for each partition, the last one named counting, at the place of the first.
fn unique(wanted: impl Iterator<Item = Wanted>) -> Vec<Wanted> {
    let mut places = HashMap::new();
    let mut list: Vec<Wanted> = Vec::new();
    for (key, partition) in wanted {
        match places.get(&key) {
            Some(&place) => list[place] = (key, partition),
            None => {
                places.insert(key.clone(), list.len());
                list.push((key, partition));
            }
        }
    }
    list
}

fn forgotten_of(request: &FetchRequest) -> impl Iterator<Item = TopicPartitionKey> {
    request.forgotten_topics_data.iter().flat_map(|topic| {
        let name: Arc<str> = topic.topic.as_str().into();
        topic.partitions.iter().map(move |partition| TopicPartitionKey {
            topic: name.clone(),
            topic_id: TopicId(topic.topic_id),
            partition: PartitionIndex(*partition),
        })
    })
}

#[cfg(test)]
mod tests;

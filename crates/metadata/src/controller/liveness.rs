//! When each broker was last heard of: the soft half of the controller's state.
//!
//! A session belongs to one life of a broker (id and epoch). It is renewed by heartbeats alone and
//! started for every unfenced broker when this node becomes the active controller, so that brokers
//! have the full timeout to find it.
//!
//! Known deviation: none; Kafka keeps the same in `BrokerHeartbeatManager` and its tracker.

use std::collections::BTreeMap;
use std::time::Duration;

use moldau_protocol::ids::{BrokerId, Offset};
use moldau_protocol::messages::MetadataRecord;

use crate::image::ClusterImage;

/// What is known of one life of a broker.
#[derive(Clone, Debug)]
struct Session {
    epoch: i64,
    last_contact_ms: i64,
    /// Up to where the broker has replayed the metadata log.
    metadata_offset: i64,
    /// Metadata offset at which every broker has seen that this one hands its leaderships over.
    shutdown_offset: Option<i64>,
}

#[derive(Debug)]
pub(super) struct Liveness {
    timeout_ms: i64,
    /// One for each registered broker at most.
    sessions: BTreeMap<BrokerId, Session>,
    /// Offset of the last registration record of each broker.
    registered_at: BTreeMap<BrokerId, i64>,
}

impl Liveness {
    pub(super) fn new(timeout: Duration) -> Self {
        Self {
            timeout_ms: i64::try_from(timeout.as_millis()).unwrap_or(i64::MAX),
            sessions: BTreeMap::new(),
            registered_at: BTreeMap::new(),
        }
    }

    /// Follows the log: a registration or its end ends what was known of the life before.
    pub(super) fn applied(&mut self, record: &MetadataRecord, offset: Offset) {
        match record {
            MetadataRecord::RegisterBrokerRecord(record) => {
                let id = BrokerId(record.broker_id);
                self.registered_at.insert(id, offset.0);
                if self.sessions.get(&id).is_some_and(|s| s.epoch != record.broker_epoch) {
                    self.sessions.remove(&id);
                }
            }
            MetadataRecord::UnregisterBrokerRecord(record) => {
                self.registered_at.remove(&BrokerId(record.broker_id));
                self.sessions.remove(&BrokerId(record.broker_id));
            }
            _ => {}
        }
    }

    /// Starts a session for every unfenced broker and forgets the others.
    pub(super) fn activate(&mut self, cluster: &ClusterImage, now_ms: i64) {
        self.sessions = cluster
            .brokers()
            .filter(|broker| !broker.fenced)
            .map(|broker| (broker.id, Session::start(broker.epoch, now_ms)))
            .collect();
    }

    /// A broker was heard of. `fenced` is what it will be once the decision is applied.
    pub(super) fn touch(
        &mut self,
        id: BrokerId,
        epoch: i64,
        now_ms: i64,
        metadata_offset: i64,
        fenced: bool,
    ) {
        let session = self.sessions.entry(id).or_insert_with(|| Session::start(epoch, now_ms));
        if session.epoch != epoch {
            *session = Session::start(epoch, now_ms);
        }
        session.last_contact_ms = now_ms;
        session.metadata_offset = metadata_offset;
        if fenced {
            // Out of controlled shutdown: its next wish to shut down is granted at once.
            session.shutdown_offset = None;
        }
    }

    /// The broker is handing its leaderships over, by records up to `offset`.
    pub(super) fn shutting_down(&mut self, id: BrokerId, offset: i64) {
        if let Some(session) = self.sessions.get_mut(&id) {
            session.shutdown_offset.get_or_insert(offset);
        }
    }

    pub(super) fn remove(&mut self, id: BrokerId) {
        self.sessions.remove(&id);
    }

    /// Whether this life of the broker has been heard of within the session timeout.
    pub(super) fn is_alive(&self, id: BrokerId, epoch: i64, now_ms: i64) -> bool {
        self.sessions.get(&id).is_some_and(|session| {
            session.epoch == epoch && now_ms <= session.ends_ms(self.timeout_ms)
        })
    }

    /// The offset recorded by [`Self::shutting_down`]; `None` when it is not shutting down.
    pub(super) fn shutdown_offset(&self, id: BrokerId) -> Option<i64> {
        self.sessions.get(&id).and_then(|session| session.shutdown_offset)
    }

    /// Offset that a broker must have replayed to be unfenced: that of its registration, or its
    /// epoch when the registration came from a snapshot.
    pub(super) fn registered_at(&self, id: BrokerId, epoch: i64) -> i64 {
        self.registered_at.get(&id).copied().unwrap_or(epoch)
    }

    /// Offset that every broker that may lead has replayed; the maximum when there is none.
    pub(super) fn lowest_active_offset(&self, cluster: &ClusterImage) -> i64 {
        self.sessions
            .iter()
            .filter(|(_, session)| session.shutdown_offset.is_none())
            .filter(|(id, _)| cluster.broker(**id).is_some_and(|broker| !broker.fenced))
            .map(|(_, session)| session.metadata_offset)
            .min()
            .unwrap_or(i64::MAX)
    }

    /// First moment at which a session of an unfenced broker will have ended.
    pub(super) fn next_deadline(&self, cluster: &ClusterImage) -> Option<i64> {
        self.running(cluster)
            .map(|(_, session)| session.ends_ms(self.timeout_ms).saturating_add(1))
            .min()
    }

    /// Unfenced brokers whose session has ended, by id.
    pub(super) fn expired<'a>(
        &'a self,
        cluster: &'a ClusterImage,
        now_ms: i64,
    ) -> impl Iterator<Item = BrokerId> + 'a {
        self.running(cluster)
            .filter(move |(_, session)| now_ms > session.ends_ms(self.timeout_ms))
            .map(|(id, _)| id)
    }

    fn running<'a>(
        &'a self,
        cluster: &'a ClusterImage,
    ) -> impl Iterator<Item = (BrokerId, &'a Session)> + 'a {
        cluster
            .brokers()
            .filter(|broker| !broker.fenced)
            .filter_map(|broker| Some((broker.id, self.sessions.get(&broker.id)?)))
    }
}

impl Session {
    fn start(epoch: i64, now_ms: i64) -> Self {
        Self { epoch, last_contact_ms: now_ms, metadata_offset: -1, shutdown_offset: None }
    }

    fn ends_ms(&self, timeout_ms: i64) -> i64 {
        self.last_contact_ms.saturating_add(timeout_ms)
    }
}

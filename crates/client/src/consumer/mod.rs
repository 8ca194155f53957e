//! Reading partitions from given positions, without groups.
//!
//! One fetch is on its way to each leader that has partitions to read, also while the caller works
//! on what came before. A consumer gives out one partition's share of an answer at a time, in order
//! of offset within the partition.
//!
//! Bounds: nothing more is fetched while `fetch.max.bytes` wait to be polled; so memory holds that
//! and one answer for each leader.
//!
//! Source: KIP-74, KIP-320 (leader epochs are not sent), KIP-516. Not done: fetch sessions,
//! groups, reading from followers.

mod config;
mod fetch;
mod fetched;

use std::{
    collections::{BTreeMap, HashSet, VecDeque},
    sync::Arc,
    time::Duration,
};

use moldau_protocol::{
    ErrorCode,
    ids::{BrokerId, Offset, PartitionIndex},
};
use tokio::{sync::mpsc, time::Instant};

use crate::{
    ClientError, Cluster,
    admin::{Admin, OffsetSpec},
    cluster::AutoCreate,
    retry::Backoff,
};
pub use config::{ConsumerConfig, Isolation, OutOfRange};
use fetch::{Arrival, Wanted};
pub use fetched::{ConsumedRecord, Fetched};

/// Where reading of a partition begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// At the first record that is there.
    Beginning,
    /// After the last one that is there.
    End,
    /// At this offset.
    At(Offset),
    /// At the first record of this time (milliseconds since 1970) or later, or else at the end.
    Time(i64),
}

type Key = (Arc<str>, PartitionIndex);

#[derive(Debug)]
struct Position {
    next: Offset,
    high_watermark: Option<Offset>,
    not_before: Option<Instant>,
    failing_since: Option<Instant>,
}

/// Reads assigned partitions.
#[derive(Debug)]
pub struct Consumer {
    cluster: Cluster,
    config: Arc<ConsumerConfig>,
    positions: BTreeMap<Key, Position>,
    ready: VecDeque<Fetched>,
    ready_bytes: usize,
    /// Leaders that a fetch is on its way to.
    busy: HashSet<BrokerId>,
    /// At most one for each leader.
    arrivals: mpsc::UnboundedReceiver<Arrival>,
    arrivals_in: mpsc::UnboundedSender<Arrival>,
    backoff: Backoff,
    stale: bool,
}

impl Consumer {
    /// A consumer on the connections of `cluster` that reads nothing yet.
    #[must_use]
    pub fn new(cluster: &Cluster, config: ConsumerConfig) -> Self {
        let (arrivals_in, arrivals) = mpsc::unbounded_channel();
        let client = cluster.config();
        Self {
            cluster: cluster.clone(),
            config: Arc::new(config),
            positions: BTreeMap::new(),
            ready: VecDeque::new(),
            ready_bytes: 0,
            busy: HashSet::new(),
            arrivals,
            arrivals_in,
            backoff: Backoff::new(client.retry_backoff, client.retry_backoff_max),
            stale: false,
        }
    }

    /// Begins to read partitions of a topic, beside those that are read already.
    ///
    /// # Errors
    /// When one of them does not exist, or its offsets cannot be looked up.
    pub async fn assign(
        &mut self,
        topic: &str,
        partitions: &[PartitionIndex],
        start: Start,
    ) -> Result<(), ClientError> {
        let topic = Arc::clone(&self.cluster.topic(topic, AutoCreate::No).await?.name);
        let admin = Admin::new(&self.cluster);
        let look_up = async |spec| admin.offsets(&topic, partitions, spec).await;
        let found = match start {
            Start::Beginning => look_up(OffsetSpec::Earliest).await?,
            Start::End | Start::At(_) => look_up(OffsetSpec::Latest).await?,
            Start::Time(time) => {
                let mut found = look_up(OffsetSpec::AtTime(time)).await?;
                let end = look_up(OffsetSpec::Latest).await?;
                for (partition, at) in &mut found {
                    at.offset = at.offset.or_else(|| end.get(partition).and_then(|at| at.offset));
                }
                found
            }
        };
        for (partition, at) in found {
            let next = match start {
                Start::At(offset) => offset,
                _ => at.offset.unwrap_or(Offset::ZERO),
            };
            let (high_watermark, not_before, failing_since) = (None, None, None);
            let position = Position { next, high_watermark, not_before, failing_since };
            self.positions.insert((Arc::clone(&topic), partition), position);
        }
        Ok(())
    }

    /// Stops reading a partition. What was fetched of it already may still come.
    pub fn unassign(&mut self, topic: &str, partition: PartitionIndex) {
        self.positions.retain(|(name, index), _| (&**name, *index) != (topic, partition));
    }

    /// The offset of the next record to fetch.
    #[must_use]
    pub fn position(&self, topic: &str, partition: PartitionIndex) -> Option<Offset> {
        self.positions.get(&(topic.into(), partition)).map(|position| position.next)
    }

    /// The next records, of whichever partition has some first; none when `timeout` passes. Cancel
    /// safe: nothing is lost.
    ///
    /// # Errors
    /// When a partition cannot be read any more: it is gone, the caller may not read it, or its next
    /// offset is not in the log and `auto.offset.reset` is none. It is read no longer then.
    pub async fn poll(&mut self, timeout: Duration) -> Result<Option<Fetched>, ClientError> {
        let deadline = Instant::now() + timeout;
        loop {
            while let Ok(arrival) = self.arrivals.try_recv() {
                self.arrived(arrival).await?;
            }
            let retry_at = self.fetch_more().await;
            if let Some(fetched) = self.ready.pop_front() {
                self.ready_bytes -= fetched.len();
                return Ok(Some(fetched));
            }
            let until = retry_at.map_or(deadline, |retry| retry.min(deadline));
            match tokio::time::timeout_at(until, self.arrivals.recv()).await {
                Ok(Some(arrival)) => self.arrived(arrival).await?,
                // The consumer itself holds a sender, so the channel does not end.
                Ok(None) => return Ok(None),
                Err(_) if Instant::now() >= deadline => return Ok(None),
                Err(_) => {}
            }
        }
    }

    /// Sends a fetch to each leader that none is on its way to; returns when to try again.
    async fn fetch_more(&mut self) -> Option<Instant> {
        let enough = usize::try_from(self.config.max_bytes).unwrap_or(usize::MAX);
        if self.positions.is_empty() || self.ready_bytes >= enough {
            return None;
        }
        if self.stale {
            let topics: HashSet<&str> = self.positions.keys().map(|(topic, _)| &**topic).collect();
            let topics: Vec<&str> = topics.into_iter().collect();
            self.stale = self.cluster.refresh(&topics, AutoCreate::No).await.is_err();
        }
        let now = Instant::now();
        let mut retry_at = self.stale.then(|| now + self.backoff.next());
        let metadata = self.cluster.metadata();
        let mut wanted: BTreeMap<BrokerId, Vec<Wanted>> = BTreeMap::new();
        for ((topic, partition), position) in &self.positions {
            if let Some(not_before) = position.not_before.filter(|time| *time > now) {
                retry_at = Some(retry_at.map_or(not_before, |at| at.min(not_before)));
                continue;
            }
            let Some(leader) = metadata.partition(topic, *partition).and_then(|p| p.leader) else {
                self.stale = true;
                let again = now + self.cluster.config().retry_backoff;
                retry_at = Some(retry_at.map_or(again, |at| at.min(again)));
                continue;
            };
            if !self.busy.contains(&leader) {
                wanted.entry(leader).or_default().push(Wanted {
                    topic: Arc::clone(topic),
                    topic_id: metadata.topic(topic).map(|topic| topic.id).unwrap_or_default(),
                    partition: *partition,
                    offset: position.next,
                });
            }
        }
        for (leader, wanted) in wanted {
            self.busy.insert(leader);
            let (cluster, config) = (self.cluster.clone(), Arc::clone(&self.config));
            tokio::spawn(fetch::run(cluster, config, leader, wanted, self.arrivals_in.clone()));
        }
        retry_at
    }

    async fn arrived(&mut self, arrival: Arrival) -> Result<(), ClientError> {
        self.busy.remove(&arrival.leader);
        let now = Instant::now();
        let shares = match arrival.result {
            Ok(shares) => {
                self.backoff.reset();
                shares
            }
            Err(error) if error.retriable() => {
                let again = now + self.backoff.next();
                self.stale = true;
                for wanted in &arrival.wanted {
                    self.failing(wanted, &error, again)?;
                }
                return Ok(());
            }
            Err(error) => return Err(error),
        };
        let mut failure = None;
        for (wanted, share) in shares {
            if let Err(error) = self.take(&wanted, share).await {
                self.unassign(&wanted.topic, wanted.partition);
                failure.get_or_insert(error);
            }
        }
        failure.map_or(Ok(()), Err)
    }

    /// Takes one partition's share of an answer.
    async fn take(&mut self, wanted: &Wanted, share: fetch::Share) -> Result<(), ClientError> {
        let key = (Arc::clone(&wanted.topic), wanted.partition);
        let now = Instant::now();
        let Some(position) = self.positions.get_mut(&key) else { return Ok(()) };
        if position.next != wanted.offset {
            // It was moved meanwhile.
            return Ok(());
        }
        match share.code {
            ErrorCode::NONE => {}
            ErrorCode::OFFSET_OUT_OF_RANGE => return self.out_of_range(wanted).await,
            code => {
                let error = ClientError::refused(wanted.operation(), code, None);
                if !code.retriable() {
                    return Err(error);
                }
                self.stale = true;
                let again = now + self.cluster.config().retry_backoff;
                return self.failing(wanted, &error, again);
            }
        }
        position.high_watermark = Some(share.high_watermark);
        position.failing_since = None;
        if share.bytes.is_empty() {
            return Ok(());
        }
        let next = fetched::offset_after(&share.bytes).ok_or_else(|| ClientError::Records {
            topic: wanted.topic.to_string(),
            partition: wanted.partition.0,
            offset: wanted.offset.0,
            reason: "what the broker sent is no record batch (an old message set, perhaps)"
                .to_owned(),
        })?;
        position.next = next.max(position.next);
        let fetched = Fetched {
            topic: key.0,
            partition: key.1,
            from: wanted.offset,
            next: position.next,
            high_watermark: share.high_watermark,
            bytes: share.bytes,
            aborted: share.aborted,
            check_crcs: self.config.check_crcs,
        };
        self.ready_bytes += fetched.len();
        self.ready.push_back(fetched);
        Ok(())
    }

    /// Tries again later, unless this goes on for longer than `default.api.timeout.ms`.
    fn failing(
        &mut self,
        wanted: &Wanted,
        error: &ClientError,
        again: Instant,
    ) -> Result<(), ClientError> {
        let limit = self.cluster.config().api_timeout;
        let key = (Arc::clone(&wanted.topic), wanted.partition);
        let Some(position) = self.positions.get_mut(&key) else { return Ok(()) };
        let since = *position.failing_since.get_or_insert_with(Instant::now);
        if since.elapsed() >= limit {
            return Err(ClientError::Exhausted {
                operation: wanted.operation(),
                after: limit,
                last: Box::new(error.clone()),
            });
        }
        tracing::debug!(topic = %wanted.topic, partition = %wanted.partition, %error, "again later");
        position.not_before = Some(again);
        Ok(())
    }

    async fn out_of_range(&mut self, wanted: &Wanted) -> Result<(), ClientError> {
        let admin = Admin::new(&self.cluster);
        let partitions = [wanted.partition];
        let offset = async |spec| {
            let found = admin.offsets(&wanted.topic, &partitions, spec).await?;
            let offset = found.get(&wanted.partition).and_then(|at| at.offset);
            Ok::<_, ClientError>(offset.unwrap_or(Offset::ZERO))
        };
        let next = match self.config.out_of_range {
            OutOfRange::Earliest => offset(OffsetSpec::Earliest).await?,
            OutOfRange::Latest => offset(OffsetSpec::Latest).await?,
            OutOfRange::Fail => {
                let (first, end) =
                    (offset(OffsetSpec::Earliest).await?, offset(OffsetSpec::Latest).await?);
                let message = format!(
                    "offset {} is not in the log, which has offsets {first} up to {end} \
                     (not included)",
                    wanted.offset
                );
                let code = ErrorCode::OFFSET_OUT_OF_RANGE;
                return Err(ClientError::refused(wanted.operation(), code, Some(message)));
            }
        };
        let key = (Arc::clone(&wanted.topic), wanted.partition);
        if let Some(position) = self.positions.get_mut(&key) {
            position.next = next;
        }
        Ok(())
    }
}

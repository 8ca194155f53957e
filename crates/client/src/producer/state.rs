//! What the callers of a producer and its sender share: all queues, and the memory they take.

use std::{
    collections::HashMap,
    sync::Arc,
    time::{Instant, SystemTime, UNIX_EPOCH},
};

use moldau_protocol::{
    ErrorCode,
    ids::{BrokerId, PartitionIndex},
};

use super::{
    batch::{Batch, Delivery, Identity, Record},
    config::ProducerConfig,
    partitioner::{Sticky, partition_of_key},
    queue::{Hurry, Next, Queue},
};
use crate::{ClientError, metadata::Metadata};

/// A topic that records were sent to.
#[derive(Debug, Default)]
struct TopicQueues {
    queues: Vec<Queue>,
    /// Partitions that have a leader.
    writable: Vec<usize>,
    sticky: Sticky,
}

/// Guarded by one lock that is never held across anything slow.
#[derive(Debug, Default)]
pub(super) struct State {
    topics: HashMap<Arc<str>, TopicQueues>,
    /// Bytes in batches that are not settled.
    memory: usize,
    /// Batches that are not settled.
    unsettled: usize,
    /// Callers that wait for everything to be sent; batches do not linger meanwhile.
    pub(super) flushing: usize,
    /// Callers that wait for memory; batches do not linger meanwhile where nothing else would give
    /// memory back.
    pub(super) waiting: usize,
    pub(super) closed: bool,
    first_failure: Option<ClientError>,
    acknowledged: u64,
    /// A failure after which nothing can be sent at all.
    pub(super) fatal: Option<ClientError>,
    /// Given by InitProducerId; each queue takes it at first.
    pub(super) identity: Option<Identity>,
    /// One that no queue has used yet, for the next queue that needs its own.
    pub(super) spare: Option<Identity>,
}

/// What became of an attempt to put a record into a batch.
#[derive(Debug)]
pub(super) enum Appended {
    /// It is in; `wake` says that the sender has something to do.
    Done { delivery: Delivery, wake: bool },
    /// The topic is not known yet.
    UnknownTopic,
    /// Too much is unsettled.
    NoRoom,
}

/// What the sender can do now.
#[derive(Debug, Default)]
pub(super) struct Work {
    pub(super) requests: HashMap<BrokerId, Vec<(Arc<str>, PartitionIndex, Batch)>>,
    /// When there may be more without anything else happening.
    pub(super) wake_at: Option<Instant>,
    /// Topics with a partition whose leader is not known.
    pub(super) leaderless: Vec<Arc<str>>,
    pub(super) needs_identity: bool,
}

impl Work {
    fn wake(&mut self, at: Option<Instant>) {
        self.wake_at = self.wake_at.into_iter().chain(at).min();
    }
}

impl State {
    /// Learns partitions and leaders of the topics that are used.
    pub(super) fn learn(&mut self, metadata: &Metadata, topic: &Arc<str>) {
        let Some(found) = metadata.topic(topic) else { return };
        let Ok(partitions) = &found.partitions else { return };
        let entry = self.topics.entry(Arc::clone(topic)).or_default();
        if entry.queues.len() < partitions.len() {
            entry.queues.resize_with(partitions.len(), Queue::default);
        }
        entry.writable =
            (0..partitions.len()).filter(|&i| partitions[i].leader.is_some()).collect();
    }

    pub(super) fn topics(&self) -> Vec<Arc<str>> {
        self.topics.keys().cloned().collect()
    }

    /// Puts a record into the batch of its partition.
    pub(super) fn append(
        &mut self,
        config: &ProducerConfig,
        topic: &str,
        record: &Record<'_>,
    ) -> Result<Appended, ClientError> {
        if let Some(fatal) = &self.fatal {
            return Err(fatal.clone());
        }
        if self.closed {
            return Err(ClientError::Closed);
        }
        let Some(entry) = self.topics.get_mut(topic) else { return Ok(Appended::UnknownTopic) };
        let size = record.size_bound();
        // A record larger than the whole memory is refused before, so this ends.
        if self.memory > 0 && self.memory + size > config.buffer_memory {
            return Ok(Appended::NoRoom);
        }
        let count = entry.queues.len();
        let partition = match (record.partition, record.key) {
            (Some(index), _) => usize::try_from(index.0)
                .ok()
                .filter(|&index| index < count)
                .ok_or_else(|| ClientError::Record {
                    topic: topic.to_owned(),
                    reason: format!(
                        "partition {index} does not exist; the topic has partitions 0 to {}",
                        count.saturating_sub(1)
                    ),
                })?,
            (None, Some(key)) => partition_of_key(key, count).0 as usize,
            (None, None) => {
                let queues = &entry.queues;
                let open = |index: usize| queues.get(index).is_some_and(|q| q.open.is_some());
                entry.sticky.choose(&entry.writable, config.batch_size, open)
            }
        };
        let queue = &mut entry.queues[partition];
        let full = |open: &Batch| open.records > 0 && open.memory + size > config.batch_size;
        let mut wake = queue.open.as_ref().is_some_and(full) && queue.close_open();
        if queue.open.is_none() {
            queue.begin(config, Instant::now());
            self.unsettled += 1;
            // So that the sender learns when to stop lingering.
            wake = true;
        }
        let timestamp = record.timestamp.unwrap_or_else(now_ms);
        let open = queue.open.as_mut().expect("begun above if there was none");
        let before = if open.records == 0 { 0 } else { open.memory };
        let delivery = open.append(record, timestamp);
        self.memory += open.memory - before;
        if record.key.is_none() && record.partition.is_none() {
            entry.sticky.wrote(open.memory - before);
        }
        if open.memory >= config.batch_size {
            queue.close_open();
            wake = true;
        }
        Ok(Appended::Done { delivery, wake })
    }

    /// Takes the batches that can go now, at most one for each partition, and none for a broker
    /// that is `busy`.
    pub(super) fn take_work(
        &mut self,
        config: &ProducerConfig,
        metadata: &Metadata,
        now: Instant,
        busy: impl Fn(BrokerId) -> bool,
    ) -> Work {
        let mut work = Work::default();
        let mut sizes: HashMap<BrokerId, usize> = HashMap::new();
        let hurry = if self.flushing > 0 || self.closed {
            Hurry::Everything
        } else if self.waiting > 0 {
            Hurry::WhatIsIdle
        } else {
            Hurry::No
        };
        for (topic, entry) in &mut self.topics {
            for (index, queue) in entry.queues.iter_mut().enumerate() {
                if !queue.has_waiting() {
                    continue;
                }
                if let Some(identity) = self.identity.filter(|_| queue.is_new()) {
                    queue.identify(identity);
                }
                match queue.next(config, now, hurry) {
                    Next::Ready => {}
                    Next::Wait(until) => {
                        work.wake(until);
                        continue;
                    }
                    Next::NeedsIdentity => match self.spare.take() {
                        Some(identity) if self.identity.is_some() => queue.identify(identity),
                        _ => {
                            work.needs_identity = true;
                            continue;
                        }
                    },
                }
                let partition = PartitionIndex(index as i32);
                let leader = metadata.partition(topic, partition).and_then(|found| found.leader);
                let Some(leader) = leader else {
                    if !work.leaderless.contains(topic) {
                        work.leaderless.push(Arc::clone(topic));
                    }
                    continue;
                };
                let size = sizes.entry(leader).or_default();
                let fits = *size == 0 || *size + queue.peek_size() <= config.max_request_size;
                if busy(leader) || !fits {
                    continue;
                }
                *size += queue.peek_size();
                if let Some(batch) = queue.take(config) {
                    let list = work.requests.entry(leader).or_default();
                    list.push((Arc::clone(topic), partition, batch));
                }
            }
        }
        work
    }

    /// Gives up the batches that wait for longer than `delivery.timeout.ms`; returns when the next
    /// one would be due, and whether any was given up.
    pub(super) fn expire(
        &mut self,
        config: &ProducerConfig,
        now: Instant,
    ) -> (Option<Instant>, bool) {
        let Some(deadline) = now.checked_sub(config.delivery_timeout) else {
            return (None, false);
        };
        let mut expired = Vec::new();
        let mut oldest: Option<Instant> = None;
        for (topic, entry) in &mut self.topics {
            for (index, queue) in entry.queues.iter_mut().enumerate() {
                let (late, next) = queue.expire(deadline);
                oldest = oldest.into_iter().chain(next).min();
                if late.iter().any(|batch| batch.sequence.is_some()) {
                    queue.gave_up();
                }
                let last = queue.last_failure.clone();
                let late = late.into_iter();
                expired.extend(late.map(|batch| (format!("{topic}-{index}"), batch, last.clone())));
            }
        }
        let any = !expired.is_empty();
        for (name, batch, last) in expired {
            let operation = format!("producing {} records to {name}", batch.records);
            let last = last.unwrap_or_else(|| {
                let finding = format!("finding the leader of {name}");
                ClientError::refused(finding, ErrorCode::LEADER_NOT_AVAILABLE, None)
            });
            let after = config.delivery_timeout;
            self.settle(
                &batch,
                Err(ClientError::Exhausted { operation, after, last: Box::new(last) }),
            );
        }
        (oldest.map(|oldest| oldest + config.delivery_timeout), any)
    }

    pub(super) fn queue(&mut self, topic: &str, partition: PartitionIndex) -> Option<&mut Queue> {
        self.topics.get_mut(topic)?.queues.get_mut(usize::try_from(partition.0).ok()?)
    }

    /// The batch leaves the producer.
    pub(super) fn settle(
        &mut self,
        batch: &Batch,
        result: Result<super::batch::Acknowledged, ClientError>,
    ) {
        match &result {
            Ok(_) => self.acknowledged += u64::from(batch.records),
            Err(error) => {
                self.first_failure.get_or_insert_with(|| error.clone());
            }
        }
        self.forget(batch);
        batch.settle(result);
    }

    /// The batch is replaced by others.
    pub(super) fn replace(&mut self, batch: &Batch, by: &[Batch]) {
        self.forget(batch);
        self.unsettled += by.len();
        self.memory += by.iter().map(|batch| batch.memory).sum::<usize>();
    }

    fn forget(&mut self, batch: &Batch) {
        self.memory = self.memory.saturating_sub(batch.memory);
        self.unsettled = self.unsettled.saturating_sub(1);
    }

    /// Fails everything that waits, and whatever will come.
    pub(super) fn fail_all(&mut self, error: &ClientError) {
        self.fatal.get_or_insert_with(|| error.clone());
        let queues = self.topics.values_mut().flat_map(|entry| &mut entry.queues);
        let all: Vec<Batch> = queues.flat_map(Queue::drain).collect();
        for batch in all {
            self.settle(&batch, Err(error.clone()));
        }
    }

    pub(super) fn acknowledged(&self) -> u64 {
        self.acknowledged
    }

    pub(super) fn has_room(&self, config: &ProducerConfig, size: usize) -> bool {
        self.memory == 0 || self.memory + size <= config.buffer_memory
    }

    /// Whether nothing can be sent any more.
    pub(super) fn is_failed(&self) -> bool {
        self.fatal.is_some()
    }

    pub(super) fn is_settled(&self) -> bool {
        self.unsettled == 0
    }

    /// The first failure since it was last asked for.
    pub(super) fn take_failure(&mut self) -> Option<ClientError> {
        self.first_failure.take()
    }
}

fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

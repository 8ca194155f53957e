//! Partitions that this broker has a replica of: their leadership, high watermark and waiters.
//!
//! Owns the [`PartitionTable`], which the metadata publisher writes and the handlers read.
//!
//! Invariants: the high watermark never goes back while this broker leads; with one replica it is
//! the end of the log, or what is synced of it where an acknowledgement means "on disk"
//! (`flush.on.ack`), so nothing is readable before it is as durable as promised.

mod settings;
mod table;
mod waiters;

use std::{
    cmp::Ordering::{Equal, Greater, Less},
    sync::{
        Arc, Weak,
        atomic::{AtomicBool, AtomicI64, Ordering},
    },
};

use arc_swap::ArcSwap;
use moldau_metadata::config::TopicConfig;
use moldau_protocol::{
    ErrorCode,
    ids::{BrokerId, LeaderEpoch, Offset, PartitionIndex, TopicId},
    records::ValidationRules,
};
use moldau_storage::{LogListener, PartitionLog};
use parking_lot::RwLock;
pub(crate) use settings::{LogSettings, log_config, validation_rules};
pub(crate) use table::{PartitionTable, TopicRef};
use tokio::sync::Notify;
use waiters::Waiters;
pub(crate) use waiters::Waiting;

/// Who leads a partition, as the metadata log says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Leadership {
    pub(crate) leader: BrokerId,
    pub(crate) epoch: LeaderEpoch,
    pub(crate) replicas: Vec<BrokerId>,
    pub(crate) in_sync: usize,
}

impl Leadership {
    /// Whether a write that all in-sync replicas acknowledge is safe enough. A topic cannot ask for
    /// more of them than it has replicas.
    pub(crate) fn has_in_sync(&self, min_in_sync: usize) -> bool {
        self.in_sync >= min_in_sync.min(self.replicas.len())
    }
}

/// What of a topic's configuration a produce request needs.
#[derive(Clone, Debug)]
pub(crate) struct ProduceSettings {
    pub(crate) rules: ValidationRules,
    pub(crate) min_in_sync: usize,
}

/// One partition with a replica here.
#[derive(Debug)]
pub(crate) struct Partition {
    pub(crate) topic: Arc<str>,
    pub(crate) topic_id: TopicId,
    pub(crate) index: PartitionIndex,
    node: BrokerId,
    log: Arc<PartitionLog>,
    leadership: RwLock<Leadership>,
    settings: ArcSwap<ProduceSettings>,
    flush_on_ack: AtomicBool,
    high_watermark: AtomicI64,
    waiters: Waiters,
}

impl Partition {
    /// A partition over an open log; it follows the log's progress from here on.
    pub(crate) fn new(
        topic: Arc<str>,
        topic_id: TopicId,
        index: PartitionIndex,
        node: BrokerId,
        log: Arc<PartitionLog>,
        config: &TopicConfig,
        replicas: usize,
    ) -> Arc<Self> {
        let partition = Arc::new_cyclic(|weak: &Weak<Self>| {
            log.set_listener(Arc::new(Follow(weak.clone())));
            Self {
                settings: ArcSwap::from_pointee(produce_settings(&topic, index, config)),
                topic,
                topic_id,
                index,
                node,
                log,
                leadership: RwLock::default(),
                flush_on_ack: AtomicBool::new(config.flush_on_ack(replicas)),
                high_watermark: AtomicI64::new(0),
                waiters: Waiters::default(),
            }
        });
        partition.advance(partition.log.log_end_offset(), partition.log.synced_offset());
        partition
    }

    /// Takes over a changed configuration; the log has its own part already.
    pub(crate) fn configure(&self, config: &TopicConfig, replicas: usize) {
        let settings = produce_settings(&self.topic, self.index, config);
        self.settings.store(Arc::new(settings));
        self.flush_on_ack.store(config.flush_on_ack(replicas), Ordering::Release);
        self.advance(self.log.log_end_offset(), self.log.synced_offset());
    }

    /// Takes over what the metadata log says of the leadership.
    pub(crate) fn lead(&self, leadership: Leadership) {
        let becomes_leader = leadership.leader == self.node;
        let epoch = leadership.epoch;
        let changed = {
            let mut current = self.leadership.write();
            let changed = current.epoch != epoch || current.leader != leadership.leader;
            *current = leadership;
            changed
        };
        if changed
            && becomes_leader
            && let Err(error) = self.log.assign_epoch(epoch)
        {
            tracing::error!(log = %self.log.partition(), %error, "cannot note the leader epoch");
        }
        // Who waits has to notice that the epoch is another.
        self.waiters.wake();
    }

    /// The log behind it.
    pub(crate) fn log(&self) -> &Arc<PartitionLog> {
        &self.log
    }

    /// Limits and forms of produced batches.
    pub(crate) fn produce_settings(&self) -> Arc<ProduceSettings> {
        self.settings.load_full()
    }

    /// Who leads, and in which epoch.
    pub(crate) fn leadership(&self) -> Leadership {
        self.leadership.read().clone()
    }

    /// The epoch in which this broker leads; an error when it does not, or when the client's epoch
    /// (-1: it does not say) is another.
    ///
    /// # Errors
    /// `NOT_LEADER_OR_FOLLOWER`, `FENCED_LEADER_EPOCH`, `UNKNOWN_LEADER_EPOCH`, and
    /// `KAFKA_STORAGE_ERROR` when the log directory is off line.
    pub(crate) fn led(&self, client_epoch: i32) -> Result<LeaderEpoch, ErrorCode> {
        if self.log.health().is_offline() {
            return Err(ErrorCode::KAFKA_STORAGE_ERROR);
        }
        let leadership = self.leadership.read();
        let known = LeaderEpoch(client_epoch);
        if known != LeaderEpoch::NONE {
            match known.cmp(&leadership.epoch) {
                Less => return Err(ErrorCode::FENCED_LEADER_EPOCH),
                Greater => return Err(ErrorCode::UNKNOWN_LEADER_EPOCH),
                Equal => {}
            }
        }
        if leadership.leader != self.node {
            return Err(ErrorCode::NOT_LEADER_OR_FOLLOWER);
        }
        Ok(leadership.epoch)
    }

    /// One past the last record that is readable.
    pub(crate) fn high_watermark(&self) -> Offset {
        Offset(self.high_watermark.load(Ordering::Acquire))
    }

    /// One past the last record that a reader of committed data may see.
    pub(crate) fn last_stable_offset(&self) -> Offset {
        self.log.last_stable_offset(self.high_watermark())
    }

    fn advance(&self, log_end: Offset, synced: Offset) {
        let durable =
            if self.flush_on_ack.load(Ordering::Acquire) { synced.min(log_end) } else { log_end };
        let before = self.high_watermark.fetch_max(durable.0, Ordering::AcqRel);
        if before < durable.0 {
            self.waiters.wake();
        }
    }

    /// Wakes `notify` once when the partition moves on; until the result is dropped.
    pub(crate) fn wait(self: &Arc<Self>, notify: &Arc<Notify>) -> Waiting {
        Waiting::new(self.clone(), notify.clone())
    }
}

fn produce_settings(topic: &str, index: PartitionIndex, config: &TopicConfig) -> ProduceSettings {
    ProduceSettings {
        rules: validation_rules(format!("{topic}-{index}"), config),
        min_in_sync: config.min_insync_replicas as usize,
    }
}

/// Carries the log's progress to its partition, which it does not keep alive.
#[derive(Debug)]
struct Follow(Weak<Partition>);

impl LogListener for Follow {
    fn log_advanced(&self, log_end: Offset, synced: Offset) {
        if let Some(partition) = self.0.upgrade() {
            partition.advance(log_end, synced);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_topic_cannot_ask_for_more_in_sync_replicas_than_it_has() {
        for (replicas, in_sync, min, enough) in
            [(1, 1, 1, true), (1, 1, 2, true), (3, 1, 2, false), (3, 2, 2, true), (2, 1, 5, false)]
        {
            let leadership = Leadership {
                replicas: (0..replicas).map(BrokerId).collect(),
                in_sync,
                ..Leadership::default()
            };
            assert_eq!(leadership.has_in_sync(min), enough, "{replicas} {in_sync} {min}");
        }
    }
}

//! The log of one partition: segments, producer state, leader epochs, and the offsets that bound it.
//!
//! State: `writer` is the one lock under which the log changes (append, roll, truncate, retention).
//! Readers take only short locks that are never held across a write or a sync. `sync_lock` lets one
//! sync run at a time. Lock order: `sync_lock`, `writer`, then any of the others, one at a time.
//!
//! Invariants: offsets grow along the file; `log_start <= log_end`, `synced <= log_end`. `log_end`
//! and `synced` go back only with a truncation; `log_start` only with one that goes below it. There
//! is always an active segment, the last one. No clock is read here: times are handed in.
//!
//! Source: the storage pages of Kafka's documentation, KIP-98, KIP-101; files are Kafka's own.
//! Tests: `log/tests.rs`, `recover/tests.rs`, `tests/power_loss.rs`.

use std::{
    collections::{BTreeSet, VecDeque},
    io,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicI64, Ordering},
    },
};

use moldau_protocol::ids::{LeaderEpoch, Offset, ProducerEpoch, ProducerId, TopicId};
use parking_lot::{Mutex, RwLock};

use crate::{
    birth::Birth,
    config::LogConfig,
    disk::Disk,
    epochs::{EpochCache, EpochEntry},
    error::AppendError,
    files::{FileCache, SharedDir},
    health::DirHealth,
    names::TopicPartition,
    partition_metadata,
    producer_state::{ProducerState, TxnTracker},
    segment::Segment,
};

/// Ends of recent appends that are remembered with their position, so that a reader at the tail finds
/// its upper bound without a search.
const RECENT_ENDS: usize = 16;

/// Told of progress, after each group of appends and each sync. Called without any lock of the log.
pub trait LogListener: Send + Sync {
    /// The log ends at `log_end`; what is before `synced` survives a power loss.
    fn log_advanced(&self, log_end: Offset, synced: Offset);
}

/// An offset and where it is on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OffsetMetadata {
    /// The offset.
    pub offset: Offset,
    /// Base offset of its segment.
    pub segment_base: Offset,
    /// Position in the segment's file.
    pub position: u64,
}

/// A producer, as DescribeProducers shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActiveProducer {
    /// Its id.
    pub producer_id: ProducerId,
    /// Its epoch.
    pub epoch: ProducerEpoch,
    /// Sequence number of its last record, or -1.
    pub last_sequence: i32,
    /// Time of its last batch.
    pub last_timestamp: i64,
    /// Epoch of the coordinator of its last transaction, or -1.
    pub coordinator_epoch: i32,
    /// First offset of its open transaction.
    pub txn_start_offset: Option<Offset>,
}

/// What a log is opened with.
#[derive(Clone, Debug)]
pub struct OpenLog {
    /// The partition.
    pub partition: TopicPartition,
    /// Its folder; made when missing.
    pub dir: PathBuf,
    /// Configuration.
    pub config: LogConfig,
    /// Open files of the process.
    pub files: Arc<FileCache>,
    /// Health of the log directory the folder is in.
    pub health: Arc<DirHealth>,
    /// Id to write into `partition.metadata` when that is not there; none leaves it away.
    pub topic_id: Option<TopicId>,
    /// From the checkpoint: segments that end before it are sound.
    pub recovery_point: Offset,
    /// From the checkpoint: records before it are deleted.
    pub log_start: Offset,
    /// Whether the last user of the directory closed everything.
    pub clean: bool,
    /// Now, in ms since 1970.
    pub now_ms: i64,
}

/// The log of one partition. Shared by reference counting; see the module page for what may run at
/// the same time.
pub struct PartitionLog {
    pub(crate) partition: TopicPartition,
    pub(crate) dir: SharedDir,
    pub(crate) files: Arc<FileCache>,
    pub(crate) health: Arc<DirHealth>,
    config: RwLock<Arc<LogConfig>>,
    topic_id: RwLock<Option<TopicId>>,
    pub(crate) writer: Mutex<Writer>,
    pub(crate) segments: RwLock<Vec<Arc<Segment>>>,
    pub(crate) end: Mutex<EndMark>,
    pub(crate) epochs: RwLock<EpochCache>,
    /// What the file of the epochs has; locked while that is written.
    pub(crate) saved_epochs: Mutex<EpochCache>,
    pub(crate) txns: Mutex<TxnTracker>,
    log_start: AtomicI64,
    log_end: AtomicI64,
    pub(crate) synced: AtomicI64,
    pub(crate) recovery_point: AtomicI64,
    listener: RwLock<Option<Arc<dyn LogListener>>>,
    pub(crate) doomed: Mutex<VecDeque<Doomed>>,
    pub(crate) sync_lock: Mutex<()>,
    /// The folder has names that were not synced.
    pub(crate) dir_dirty: AtomicBool,
    /// Set until the name of the folder and its `partition.metadata` were synced; the folder has
    /// unsynced names as long.
    pub(crate) birth: Mutex<Option<Birth>>,
    pub(crate) closed: AtomicBool,
}

/// What only the holder of the writer's lock may touch.
#[derive(Debug, Default)]
pub(crate) struct Writer {
    pub(crate) producers: ProducerState,
    /// Offsets of the producer snapshots on disk.
    pub(crate) snapshots: BTreeSet<Offset>,
    /// Records appended since the last sync.
    pub(crate) unflushed: i64,
    pub(crate) last_flush_ms: i64,
    /// Snapshot files written since the last sync.
    pub(crate) unsynced_snapshots: Vec<Offset>,
}

/// The end of what readers may see.
#[derive(Debug, Default)]
pub(crate) struct EndMark {
    pub(crate) offset: Offset,
    pub(crate) base: Offset,
    pub(crate) position: u64,
    /// Earlier ends, oldest first.
    pub(crate) recent: VecDeque<OffsetMetadata>,
}

impl EndMark {
    pub(crate) fn current(&self) -> OffsetMetadata {
        OffsetMetadata { offset: self.offset, segment_base: self.base, position: self.position }
    }

    fn advance(&mut self, offset: Offset, base: Offset, position: u64) {
        if self.recent.len() == RECENT_ENDS {
            self.recent.pop_front();
        }
        self.recent.push_back(self.current());
        (self.offset, self.base, self.position) = (offset, base, position);
    }

    fn reset(&mut self, offset: Offset, base: Offset, position: u64) {
        self.recent.clear();
        (self.offset, self.base, self.position) = (offset, base, position);
    }
}

/// A file that is to be removed.
#[derive(Debug)]
pub(crate) struct Doomed {
    pub(crate) due_ms: i64,
    pub(crate) path: PathBuf,
}

impl std::fmt::Debug for PartitionLog {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PartitionLog")
            .field("partition", &self.partition)
            .field("log_start", &self.log_start_offset())
            .field("log_end", &self.log_end_offset())
            .finish_non_exhaustive()
    }
}

/// What opening a log found, for [`PartitionLog::assemble`].
pub(crate) struct Loaded {
    pub(crate) segments: Vec<Arc<Segment>>,
    pub(crate) producers: ProducerState,
    pub(crate) txns: TxnTracker,
    pub(crate) snapshots: BTreeSet<Offset>,
    pub(crate) epochs: EpochCache,
    /// What the file of the epochs has.
    pub(crate) saved_epochs: EpochCache,
    pub(crate) log_start: Offset,
    pub(crate) log_end: Offset,
    pub(crate) recovery_point: Offset,
    pub(crate) topic_id: Option<TopicId>,
    pub(crate) durable: Durable,
}

/// How much of a log that was opened survives a power loss.
#[derive(Debug)]
pub(crate) enum Durable {
    /// All of it.
    Yes,
    /// All but names in its folder, where something was tidied up.
    ButNames,
    /// What is before the recovery point; these snapshots were written and not synced.
    No(Vec<Offset>),
}

impl PartitionLog {
    /// Opens the log in a folder, or makes an empty one that starts at `log_start`. After an unclean
    /// stop the segments from the recovery point on are read and cut at the first byte that is no
    /// valid batch; a missing or damaged index is built again in any case.
    ///
    /// # Errors
    /// The error of the system; `InvalidData` when a checkpoint in the folder is damaged.
    pub fn open(options: OpenLog) -> io::Result<Arc<Self>> {
        let clean = options.clean;
        let log = Self::open_unsynced(options)?;
        if !clean {
            // What was recovered may have been in the page cache only.
            log.sync().map_err(|error| io::Error::other(error.to_string()))?;
        }
        Ok(log)
    }

    /// As [`PartitionLog::open`], but nothing is synced: what was in the log, and its very names, are
    /// durable after [`PartitionLog::sync`], or once the caller synced everything that there is and
    /// says so with [`PartitionLog::note_all_synced`].
    pub(crate) fn open_unsynced(options: OpenLog) -> io::Result<Arc<Self>> {
        let dir: SharedDir = Arc::new(RwLock::new(options.dir.clone()));
        let loaded = crate::recover::load(&options, &dir)?;
        Ok(Arc::new(Self::assemble(options, dir, loaded)))
    }

    pub(crate) fn assemble(options: OpenLog, dir: SharedDir, loaded: Loaded) -> Self {
        let active = loaded.segments.last().expect("a loaded log has a segment");
        let mut end = EndMark::default();
        end.reset(loaded.log_end, active.base(), active.size());
        let (dir_dirty, birth, unsynced_snapshots) = match loaded.durable {
            Durable::Yes => (false, None, Vec::new()),
            Durable::ButNames => (true, None, Vec::new()),
            Durable::No(snapshots) => (true, Some(options.health.births().note()), snapshots),
        };
        Self {
            partition: options.partition,
            dir,
            files: options.files,
            health: options.health,
            config: RwLock::new(Arc::new(options.config)),
            topic_id: RwLock::new(loaded.topic_id),
            writer: Mutex::new(Writer {
                producers: loaded.producers,
                snapshots: loaded.snapshots,
                last_flush_ms: options.now_ms,
                unsynced_snapshots,
                ..Writer::default()
            }),
            segments: RwLock::new(loaded.segments),
            end: Mutex::new(end),
            epochs: RwLock::new(loaded.epochs),
            saved_epochs: Mutex::new(loaded.saved_epochs),
            txns: Mutex::new(loaded.txns),
            log_start: AtomicI64::new(loaded.log_start.0),
            log_end: AtomicI64::new(loaded.log_end.0),
            synced: AtomicI64::new(loaded.recovery_point.0),
            recovery_point: AtomicI64::new(loaded.recovery_point.0),
            listener: RwLock::default(),
            doomed: Mutex::default(),
            sync_lock: Mutex::default(),
            dir_dirty: AtomicBool::new(dir_dirty),
            birth: Mutex::new(birth),
            closed: AtomicBool::new(false),
        }
    }

    /// The partition.
    #[must_use]
    pub fn partition(&self) -> &TopicPartition {
        &self.partition
    }

    /// Its folder.
    #[must_use]
    pub fn dir(&self) -> PathBuf {
        self.dir.read().clone()
    }

    /// Health of its log directory.
    #[must_use]
    pub fn health(&self) -> &Arc<DirHealth> {
        &self.health
    }

    /// Id of its topic, if `partition.metadata` says one.
    #[must_use]
    pub fn topic_id(&self) -> Option<TopicId> {
        *self.topic_id.read()
    }

    /// Writes `partition.metadata` if the log has no topic id yet.
    ///
    /// # Errors
    /// `InvalidInput` when it has another one, else the error of the system.
    pub fn assign_topic_id(&self, id: TopicId) -> io::Result<()> {
        let mut current = self.topic_id.write();
        match *current {
            Some(current) if current == id => Ok(()),
            Some(current) => Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                format!("{} belongs to topic id {current}, not {id}", self.partition),
            )),
            None => {
                partition_metadata::write(self.disk(), &self.dir.read(), id)?;
                *current = Some(id);
                Ok(())
            }
        }
    }

    /// The configuration in force.
    #[must_use]
    pub fn config(&self) -> Arc<LogConfig> {
        Arc::clone(&self.config.read())
    }

    /// Changes the configuration from the next operation on.
    pub fn set_config(&self, config: LogConfig) {
        *self.config.write() = Arc::new(config);
    }

    /// Sets who is told of progress.
    pub fn set_listener(&self, listener: Arc<dyn LogListener>) {
        *self.listener.write() = Some(listener);
    }

    pub(crate) fn disk(&self) -> &dyn Disk {
        &**self.files.disk()
    }

    /// First offset that can be read.
    #[must_use]
    pub fn log_start_offset(&self) -> Offset {
        Offset(self.log_start.load(Ordering::Acquire))
    }

    /// Offset that the next record gets.
    #[must_use]
    pub fn log_end_offset(&self) -> Offset {
        Offset(self.log_end.load(Ordering::Acquire))
    }

    /// End of the log with its place on disk.
    #[must_use]
    pub fn log_end_metadata(&self) -> OffsetMetadata {
        self.end.lock().current()
    }

    /// Records before this survive a power loss.
    #[must_use]
    pub fn synced_offset(&self) -> Offset {
        Offset(self.synced.load(Ordering::Acquire))
    }

    /// What goes into the recovery point checkpoint. Short of the end of the active segment until the
    /// log is closed: with the very end in the checkpoint, a roll right behind it would make the next
    /// start trust indexes of that segment that were not synced.
    #[must_use]
    pub fn recovery_point(&self) -> Offset {
        let unsaved_epoch = self.first_unsaved_epoch();
        let point = Offset(self.recovery_point.load(Ordering::Acquire));
        let segments = self.segments.read();
        let (active, finished) = segments.split_last().expect("there is always an active segment");
        let unfinished = finished.iter().find(|segment| segment.indexes_dirty());
        // Recovery finds the epochs of what it reads, the whole active segment at least.
        let behind = unfinished
            .map(|segment| segment.base())
            .into_iter()
            .chain(unsaved_epoch.filter(|start| *start < active.base()))
            .min();
        if let Some(behind) = behind {
            return point.min(behind);
        }
        if point > active.base() && !self.closed.load(Ordering::Acquire) {
            return point.plus(-1);
        }
        point
    }

    /// End of what readers of committed records may see, given the high watermark.
    #[must_use]
    pub fn last_stable_offset(&self, high_watermark: Offset) -> Offset {
        let mut txns = self.txns.lock();
        if txns.is_empty() {
            return high_watermark;
        }
        let first_unstable = txns.first_unstable(high_watermark);
        first_unstable
            .map_or(high_watermark, |first| first.max(self.log_start_offset()).min(high_watermark))
    }

    /// Bytes of all segments.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.segments.read().iter().map(|segment| segment.size()).sum()
    }

    /// Number of segments.
    #[must_use]
    pub fn segment_count(&self) -> usize {
        self.segments.read().len()
    }

    /// Base offsets of the segments, oldest first.
    #[must_use]
    pub fn segment_bases(&self) -> Vec<Offset> {
        self.segments.read().iter().map(|segment| segment.base()).collect()
    }

    /// The leader epochs.
    #[must_use]
    pub fn epochs(&self) -> EpochCache {
        self.epochs.read().clone()
    }

    /// The latest leader epoch.
    #[must_use]
    pub fn latest_epoch(&self) -> Option<LeaderEpoch> {
        self.epochs.read().latest().map(|entry| entry.epoch)
    }

    /// Where `epoch` ends, as OffsetForLeaderEpoch answers it; see [`EpochCache::end_of`].
    #[must_use]
    pub fn offset_for_leader_epoch(&self, epoch: LeaderEpoch) -> Option<EpochEntry> {
        self.epochs.read().end_of(epoch, self.log_end_offset())
    }

    /// The producers the log knows.
    #[must_use]
    pub fn active_producers(&self) -> Vec<ActiveProducer> {
        let writer = self.writer.lock();
        let describe = |(producer_id, entry): (ProducerId, &crate::ProducerEntry)| ActiveProducer {
            producer_id,
            epoch: entry.epoch,
            last_sequence: entry.last_sequence(),
            last_timestamp: entry.last_timestamp,
            coordinator_epoch: entry.coordinator_epoch,
            txn_start_offset: entry.txn_first_offset,
        };
        writer.producers.entries().map(describe).collect()
    }

    /// Number of producers the log knows.
    #[must_use]
    pub fn producer_count(&self) -> usize {
        self.writer.lock().producers.len()
    }

    /// Whether the producer has an open transaction here.
    #[must_use]
    pub fn has_open_transaction(&self, id: ProducerId) -> bool {
        let writer = self.writer.lock();
        writer.producers.entry(id).is_some_and(|entry| entry.txn_first_offset.is_some())
    }

    /// Forgets producers that were silent for `producer.id.expiration.ms`.
    pub fn expire_producers(&self, now_ms: i64) {
        let expiration_ms = self.config().producer_id_expiration_ms;
        self.writer.lock().producers.expire(now_ms, expiration_ms);
    }

    pub(crate) fn active_segment(&self) -> Arc<Segment> {
        Arc::clone(self.segments.read().last().expect("there is always an active segment"))
    }

    /// Fails when the directory is off line or the log closed.
    pub(crate) fn check_usable(&self) -> Result<(), AppendError> {
        if self.closed.load(Ordering::Acquire) {
            return Err(AppendError::Closed);
        }
        if self.health.is_offline() {
            return Err(AppendError::Offline);
        }
        Ok(())
    }

    /// Judges an error: all but a full disk take the directory off line.
    pub(crate) fn io_failed(&self, error: io::Error) -> AppendError {
        let error = AppendError::from_io(error);
        if let AppendError::Io(error) = &error {
            self.health.fail(error);
        }
        error
    }

    pub(crate) fn set_log_start(&self, offset: Offset) {
        self.log_start.store(offset.0, Ordering::Release);
    }

    /// Moves the end on; the caller holds the writer's lock and has written the bytes.
    pub(crate) fn publish_end(&self, offset: Offset, base: Offset, position: u64) {
        self.end.lock().advance(offset, base, position);
        self.log_end.store(offset.0, Ordering::Release);
    }

    /// Moves the end back; the caller holds the writer's and the sync lock.
    pub(crate) fn reset_end(&self, offset: Offset, base: Offset, position: u64) {
        self.end.lock().reset(offset, base, position);
        self.log_end.store(offset.0, Ordering::Release);
        self.synced.fetch_min(offset.0, Ordering::AcqRel);
        self.recovery_point.fetch_min(offset.0, Ordering::AcqRel);
    }

    pub(crate) fn reset_synced(&self, offset: Offset) {
        self.synced.store(offset.0, Ordering::Release);
        self.recovery_point.store(offset.0, Ordering::Release);
    }

    pub(crate) fn tell_listener(&self) {
        let listener = self.listener.read().clone();
        if let Some(listener) = listener {
            listener.log_advanced(self.log_end_offset(), self.synced_offset());
        }
    }

    /// Gives the folder another name; files that are open stay so.
    pub(crate) fn rename_dir(&self, path: &std::path::Path) -> io::Result<()> {
        let mut dir = self.dir.write();
        self.disk().rename(&dir, path)?;
        path.clone_into(&mut dir);
        Ok(())
    }

    /// Lets go of the log without touching the disk, as after its deletion or a failure.
    pub fn abandon(&self) {
        self.closed.store(true, Ordering::Release);
        for segment in self.segments.read().iter() {
            segment.close();
        }
    }
}

#[cfg(test)]
mod tests;

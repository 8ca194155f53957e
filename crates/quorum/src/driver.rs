//! The loop's body: decides, appends, syncs, applies, publishes. Owns the log, the quorum machine and
//! the controller machine; one thread (or a simulator) calls it.
//!
//! A turn takes several commands. Each is decided on the state that the ones before it lead to and
//! applied to the controller at once, since the next decision needs it. All their records go out with
//! one append and one sync; only then do the image and the publishers move, and only then are the
//! answers handed back. With one voter the high watermark is the end of what is synced, so nothing is
//! ever undone: when a write fails the driver is of no use any more, the answers are dropped and the
//! node stops.
//!
//! Invariants: no answer and no publisher is ahead of the disk; the image is always one at a batch
//! border outside of a metadata transaction; publishers see every image, in order.
//!
//! Source: KIP-595, KIP-631, KIP-630. Tests: `driver/tests.rs`, with power cuts on a simulated disk.

use std::fmt;
use std::sync::Arc;

use arc_swap::ArcSwap;
use bytes::BytesMut;
use moldau_metadata::controller::{Command, ControllerMachine, Decision, Reply};
use moldau_metadata::image::{MetadataDelta, MetadataImage, Provenance, Publisher};
use moldau_metadata::record::VersionedRecord;
use moldau_protocol::ids::{LeaderEpoch, Offset};
use moldau_protocol::messages::{BeginTransactionRecord, EndTransactionRecord};
use moldau_storage::disk::Disk;
use parking_lot::Mutex;

use crate::batch::DataBatches;
use crate::clock::{Clock, IdSource};
use crate::config::QuorumConfig;
use crate::error::{BatchBuildError, LogFault, StartError};
use crate::handle::{QuorumStatus, Shared};
use crate::load::{Loaded, load};
use crate::log::MetadataLog;
use crate::machine::{Effect, Event, QuorumMachine};
use crate::snapshot_keeper::SnapshotKeeper;
use crate::state_file::StateFile;
use crate::voters::{KRaftVersion, VoterSet};

mod start;
#[cfg(test)]
mod tests;

/// What the driver reaches the world through.
#[derive(Clone, Debug)]
pub struct Seams {
    /// Files.
    pub disk: Arc<dyn Disk>,
    /// Time.
    pub clock: Arc<dyn Clock>,
    /// Ids of topics.
    pub ids: Arc<dyn IdSource>,
}

/// The records of a command are larger than the metadata log takes; nothing was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

/// See the module page.
pub struct Driver {
    config: QuorumConfig,
    seams: Seams,
    log: MetadataLog,
    state_file: StateFile,
    keeper: SnapshotKeeper,
    machine: QuorumMachine,
    kraft_version: KRaftVersion,
    voters: VoterSet,
    controller: ControllerMachine,
    /// From the published image to the end of what is committed.
    delta: MetadataDelta,
    provenance: Provenance,
    published: Arc<MetadataImage>,
    publishers: Vec<Box<dyn Publisher>>,
    shared: Arc<Shared>,
}

impl fmt::Debug for Driver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Driver").field("log", &self.log).finish_non_exhaustive()
    }
}

/// Records on their way to the disk.
#[derive(Debug)]
struct Staged {
    batches: Vec<BytesMut>,
    records: Vec<(Offset, VersionedRecord)>,
    next: Offset,
    epoch: LeaderEpoch,
    time: i64,
}

impl Driver {
    /// Loads everything, elects this node, activates and registers the controller.
    ///
    /// # Errors
    /// As [`StartError`] says.
    pub fn open(config: QuorumConfig, seams: Seams) -> Result<Self, StartError> {
        let now_ms = seams.clock.now_ms();
        let loaded = load(&config, &seams.disk, now_ms)?;
        let Loaded { log, store, snapshots, kraft_version, voters, voters_in_log, .. } = loaded;
        let state_file = StateFile::new(log.path());
        let stored = state_file.read(&*seams.disk)?;
        let id = config.controller.node_id;
        let machine =
            QuorumMachine::new(id, config.directory_id, &stored, log.end(), loaded.last_epoch);
        let keeper = SnapshotKeeper::new(
            store,
            snapshots,
            &config.log,
            loaded.bytes_behind_snapshot,
            seams.clock.monotonic_ms(),
        );
        let image = Arc::new(loaded.delta.apply(loaded.provenance));
        let shared = Arc::new(Shared {
            image: ArcSwap::new(Arc::clone(&image)),
            status: Mutex::new(QuorumStatus {
                leader: None,
                epoch: machine.epoch(),
                high_watermark: None,
                log_start: log.start(),
                log_end: log.end(),
                voters: voters.clone(),
                kraft_version,
            }),
        });
        let mut driver = Self {
            config,
            seams,
            log,
            state_file,
            keeper,
            machine,
            kraft_version,
            voters,
            controller: loaded.controller,
            delta: loaded.delta,
            provenance: loaded.provenance,
            published: image,
            publishers: Vec::new(),
            shared,
        };
        driver.elect(voters_in_log)?;
        driver.activate(loaded.bootstrap)?;
        Ok(driver)
    }

    pub(crate) fn shared(&self) -> Arc<Shared> {
        Arc::clone(&self.shared)
    }

    /// The committed metadata.
    #[must_use]
    pub fn image(&self) -> Arc<MetadataImage> {
        Arc::clone(&self.published)
    }

    /// Decides the commands in order, writes what they become and gives their answers, one for each;
    /// they may leave the node.
    ///
    /// # Errors
    /// When the log cannot be written. The driver must not be used any more, and what was asked may
    /// or may not have happened.
    pub fn handle(
        &mut self,
        commands: Vec<Command>,
    ) -> Result<Vec<Result<Reply, TooLarge>>, LogFault> {
        let mut staged = Staged {
            batches: Vec::new(),
            records: Vec::new(),
            next: self.log.end(),
            epoch: self.machine.epoch(),
            time: self.seams.clock.now_ms(),
        };
        let mut replies = Vec::with_capacity(commands.len());
        for command in &commands {
            let now_ms = self.seams.clock.monotonic_ms();
            let ids = Arc::clone(&self.seams.ids);
            let decision =
                self.controller.decide(command, staged.next, now_ms, &mut || ids.next_id());
            replies.push(self.stage(&mut staged, decision)?);
        }
        self.commit(staged)?;
        Ok(replies)
    }

    /// Encodes a decision's records and applies them to the controller.
    fn stage(
        &mut self,
        staged: &mut Staged,
        decision: Decision,
    ) -> Result<Result<Reply, TooLarge>, LogFault> {
        let Decision { mut records, atomic, reply } = decision;
        if records.is_empty() {
            return Ok(Ok(reply));
        }
        let mut built = encode(&records, staged);
        if atomic && built.as_ref().is_ok_and(|(batches, _)| batches.len() > 1) {
            let version = self.controller.image().features.metadata_version();
            if version.is_some_and(|version| version.transactions()) {
                let begin = BeginTransactionRecord::default();
                records.insert(0, VersionedRecord::new(begin, 0));
                records.push(VersionedRecord::new(EndTransactionRecord::default(), 0));
                built = encode(&records, staged);
            } else {
                built = Err(BatchBuildError::DoesNotFit);
            }
        }
        let (batches, next) = match built {
            Ok(built) => built,
            Err(error) => {
                tracing::warn!(%error, records = records.len(), "a change is too large");
                return Ok(Err(TooLarge));
            }
        };
        let mut offset = staged.next;
        for record in records {
            self.controller
                .apply(&record.record, offset)
                .map_err(|source| LogFault::Replay { offset, source })?;
            staged.records.push((offset, record));
            offset = offset.next();
        }
        staged.batches.extend(batches);
        staged.next = next;
        Ok(Ok(reply))
    }

    /// Writes and syncs what is staged, then lets it take effect.
    fn commit(&mut self, staged: Staged) -> Result<(), LogFault> {
        let Some((last_offset, _)) = staged.records.last() else { return Ok(()) };
        let last_offset = *last_offset;
        self.keeper.appended(staged.batches.iter().map(BytesMut::len).sum());
        self.log.append(staged.batches, staged.epoch, staged.time)?;
        let end = self.log.sync()?;
        debug_assert_eq!(end, staged.next);
        let effects = self.machine.on(Event::Synced { end });
        debug_assert_eq!(effects, [Effect::HighWatermark(end)]);
        for (offset, record) in &staged.records {
            self.delta
                .replay(&record.record)
                .map_err(|source| LogFault::Replay { offset: *offset, source })?;
        }
        self.provenance = Provenance {
            last_offset,
            epoch: staged.epoch,
            last_contained_log_time_ms: staged.time,
        };
        if !self.delta.in_transaction() {
            self.publish();
        }
        self.update_status();
        Ok(())
    }

    /// Makes the state as of the delta the image that everybody sees.
    fn publish(&mut self) {
        let image = Arc::new(self.delta.apply(self.provenance));
        let delta = std::mem::replace(&mut self.delta, MetadataDelta::new(&image));
        self.published = Arc::clone(&image);
        self.shared.image.store(Arc::clone(&image));
        for publisher in &mut self.publishers {
            publisher.publish(&delta, &image);
        }
    }

    /// Adds a publisher; its first call, before this returns, carries everything there is.
    pub fn subscribe(&mut self, mut publisher: Box<dyn Publisher>) {
        let delta = MetadataDelta::between(&MetadataImage::default(), &self.published);
        publisher.publish(&delta, &self.published);
        self.publishers.push(publisher);
    }

    /// What time alone asks for: sessions that ended, a snapshot, old files.
    ///
    /// # Errors
    /// As [`Driver::handle`].
    pub fn tick(&mut self) -> Result<(), LogFault> {
        let now_ms = self.seams.clock.monotonic_ms();
        let expired = self.controller.expire(now_ms);
        if !expired.is_empty() {
            self.handle(expired)?;
        }
        if !self.delta.in_transaction() {
            let committed = self.machine.high_watermark().unwrap_or(Offset::ZERO);
            self.keeper.tend(
                &self.seams,
                &self.log,
                &self.published,
                self.kraft_version,
                &self.voters,
                committed,
            )?;
            self.update_status();
        }
        Ok(())
    }

    /// Milliseconds until [`Driver::tick`] has something to do; none when nothing waits.
    #[must_use]
    pub fn next_wake(&self) -> Option<i64> {
        let now_ms = self.seams.clock.monotonic_ms();
        let deadline = self.controller.next_deadline().into_iter().chain(self.keeper.deadline());
        deadline.min().map(|deadline| deadline.saturating_sub(now_ms).max(0))
    }

    /// Gives up leadership and closes the log.
    ///
    /// # Errors
    /// When the files cannot be closed; what was answered is on disk in any case.
    pub fn close(mut self) -> Result<(), LogFault> {
        drop(self.machine.on(Event::Shutdown));
        self.update_status();
        self.log.close()
    }

    fn update_status(&self) {
        let mut status = self.shared.status.lock();
        status.leader = self.machine.leader();
        status.epoch = self.machine.epoch();
        status.high_watermark = self.machine.high_watermark();
        status.log_start = self.log.start();
        status.log_end = self.log.end();
        status.kraft_version = self.kraft_version;
        if status.voters != self.voters {
            status.voters = self.voters.clone();
        }
    }

    fn unwritable(&self, error: &BatchBuildError) -> LogFault {
        let reason = error.to_string();
        LogFault::Log { action: "append to", path: self.log.path().to_owned(), reason }
    }
}

fn encode(
    records: &[VersionedRecord],
    staged: &Staged,
) -> Result<(Vec<BytesMut>, Offset), BatchBuildError> {
    let mut batches = DataBatches::new(staged.next, staged.epoch, staged.time);
    for record in records {
        batches.push(record)?;
    }
    batches.finish()
}

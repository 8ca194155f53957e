//! Making a log durable: syncs, producer snapshots, and a close that needs no recovery.
//!
//! Order on disk: leader epochs of closed segments, batches and closed segments' indexes, then
//! snapshots, then the names in the folder; only then `synced` and the recovery point move. The indexes of the active segment are not synced:
//! that segment is always read again after a crash.

use std::{
    collections::BTreeSet,
    io,
    sync::{Arc, atomic::Ordering},
};

use moldau_protocol::ids::Offset;

use crate::{
    disk::{OpenMode, remove_if_exists},
    error::AppendError,
    log::{PartitionLog, Writer},
    names::segment_file,
    partition_metadata,
    producer_state::{SNAPSHOT, encode_snapshot},
    recover::remove_stray_snapshots,
    segment::Segment,
};

/// Whether the file with the leader epochs was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EpochFile {
    /// It has all of them.
    Current,
    /// It has what it had.
    Old,
}

impl PartitionLog {
    /// Returns once everything that was in the log when it was called survives a power loss; the
    /// offset up to which that is so. Syncs of one log run one after the other and each takes all
    /// that came before it; syncs of different logs run at the same time.
    ///
    /// # Errors
    /// The directory goes off line when a sync fails: what the system did with the bytes is unknown.
    pub fn sync(&self) -> Result<Offset, AppendError> {
        let synced = {
            let _one_at_a_time = self.sync_lock.lock();
            self.check_usable()?;
            self.sync_locked()?
        };
        self.tell_listener();
        Ok(synced)
    }

    /// As [`PartitionLog::sync`]; the caller holds the sync lock.
    pub(crate) fn sync_locked(&self) -> Result<Offset, AppendError> {
        let end = self.log_end_offset();
        if self.synced_offset() >= end && !self.dir_dirty.load(Ordering::Acquire) {
            return Ok(end);
        }
        // Not as an argument: the read lock would be held throughout, and a roll waits for it with the writer lock.
        let segments = self.segments.read().clone();
        let active = segments.last().expect("there is always an active segment");
        self.save_epochs(active.base())
            .and_then(|()| self.sync_files(&segments))
            .map_err(|error| self.sync_failed(error))?;
        self.synced.fetch_max(end.0, Ordering::AcqRel);
        self.recovery_point.fetch_max(end.0, Ordering::AcqRel);
        self.writer.lock().unflushed = 0;
        Ok(end)
    }

    /// A sync that finds the disk full has lost bytes as well: any failure takes the directory off
    /// line, unless it only overtook the log's deletion.
    fn sync_failed(&self, error: io::Error) -> AppendError {
        if error.kind() == io::ErrorKind::NotFound && self.closed.load(Ordering::Acquire) {
            return AppendError::Closed;
        }
        self.health.fail(&error);
        AppendError::Io(Arc::new(error))
    }

    /// Syncs segments (of the last one given, which may be the active one, the batches alone), new
    /// producer snapshots, and the names in the folder.
    fn sync_files(&self, segments: &[Arc<Segment>]) -> io::Result<()> {
        let Some((last, closed)) = segments.split_last() else { return Ok(()) };
        for segment in closed {
            let synced = segment.sync_data().and_then(|()| segment.sync_indexes());
            self.unless_removed(segment, synced)?;
        }
        self.unless_removed(last, last.sync_data())?;
        if !self.dir_dirty.load(Ordering::Acquire) {
            return Ok(());
        }
        let snapshots = std::mem::take(&mut self.writer.lock().unsynced_snapshots);
        self.dir_dirty.store(false, Ordering::Release);
        let result = self.sync_folder(&snapshots);
        if result.is_err() {
            self.dir_dirty.store(true, Ordering::Release);
        }
        result
    }

    /// Retention does not wait for a sync: a segment that it took out of the log, and whose files have
    /// other names since, needs none.
    fn unless_removed(&self, segment: &Arc<Segment>, synced: io::Result<()>) -> io::Result<()> {
        let kept = || self.segments.read().iter().any(|kept| Arc::ptr_eq(kept, segment));
        match synced {
            Err(error) if error.kind() == io::ErrorKind::NotFound && !kept() => Ok(()),
            result => result,
        }
    }

    fn sync_folder(&self, snapshots: &[Offset]) -> io::Result<()> {
        let dir = self.dir();
        let birth = *self.birth.lock();
        if birth.is_some() {
            partition_metadata::sync(self.disk(), &dir)?;
        }
        for offset in snapshots {
            match self.disk().open(&dir.join(segment_file(*offset, SNAPSHOT)), OpenMode::Write) {
                Ok(file) => file.sync_data()?,
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        self.disk().sync_dir(&dir)?;
        if let (Some(birth), Some(parent)) = (birth, dir.parent()) {
            self.health.births().sync(birth, self.disk(), parent)?;
            *self.birth.lock() = None;
        }
        Ok(())
    }

    /// Takes note that everything in the log, names included, survives a power loss. Nobody may
    /// have used the log since the caller began to make it so. `epochs` says whether the epochs in
    /// memory are those of the file.
    pub(crate) fn note_all_synced(&self, epochs: EpochFile) {
        let _one_at_a_time = self.sync_lock.lock();
        if epochs == EpochFile::Current {
            self.saved_epochs.lock().clone_from(&self.epochs.read());
        }
        let mut writer = self.writer.lock();
        writer.unsynced_snapshots.clear();
        writer.unflushed = 0;
        for segment in self.segments.read().iter() {
            segment.note_synced();
        }
        self.dir_dirty.store(false, Ordering::Release);
        *self.birth.lock() = None;
        self.reset_synced(self.log_end_offset());
    }

    /// Whether `flush.messages` asks for a sync now.
    #[must_use]
    pub fn wants_sync(&self) -> bool {
        let limit = self.config().flush_messages;
        limit < i64::MAX && self.writer.lock().unflushed >= limit
    }

    /// Syncs when `flush.ms` asks for it.
    ///
    /// # Errors
    /// As [`PartitionLog::sync`].
    pub fn flush_if_due(&self, now_ms: i64) -> Result<(), AppendError> {
        let flush_ms = self.config().flush_ms;
        {
            let mut writer = self.writer.lock();
            if self.synced_offset() >= self.log_end_offset() {
                return Ok(());
            }
            if now_ms.saturating_sub(writer.last_flush_ms) < flush_ms {
                return Ok(());
            }
            writer.last_flush_ms = now_ms;
        }
        self.sync().map(|_| ())
    }

    /// Syncs closed segments, so that the recovery point moves to the active one; the broker's timer
    /// calls this, since a roll does not wait for the disk.
    ///
    /// # Errors
    /// As [`PartitionLog::sync`].
    pub fn sync_closed_segments(&self) -> Result<(), AppendError> {
        if self.sync_closed()? {
            self.tell_listener();
        }
        Ok(())
    }

    fn sync_closed(&self) -> Result<bool, AppendError> {
        let _one_at_a_time = self.sync_lock.lock();
        self.check_usable()?;
        let segments = self.segments.read().clone();
        let (active, closed) = segments.split_last().expect("there is always an active segment");
        if self.recovery_point() >= active.base() {
            return Ok(false);
        }
        let synced = self.save_epochs(active.base());
        let synced = synced.and_then(|()| self.sync_files(closed)).and_then(|()| {
            let Some(last) = closed.last() else { return Ok(()) };
            self.unless_removed(last, last.sync_indexes())
        });
        synced.map_err(|error| self.sync_failed(error))?;
        self.synced.fetch_max(active.base().0, Ordering::AcqRel);
        self.recovery_point.fetch_max(active.base().0, Ordering::AcqRel);
        Ok(true)
    }

    /// Writes the producer state as of the end of the log into a file, unless it is there.
    pub(crate) fn take_snapshot(&self, writer: &mut Writer) -> io::Result<()> {
        let offset = writer.producers.end();
        if writer.snapshots.last().is_some_and(|last| *last >= offset) {
            return Ok(());
        }
        let path = self.dir.read().join(segment_file(offset, SNAPSHOT));
        let result = self
            .disk()
            .open(&path, OpenMode::Truncate)
            .and_then(|file| file.write_all_at(&encode_snapshot(writer.producers.entries()), 0));
        if let Err(error) = result {
            // Half a snapshot would only be thrown away at the next start.
            drop(remove_if_exists(self.disk(), &path));
            return Err(error);
        }
        writer.snapshots.insert(offset);
        writer.unsynced_snapshots.push(offset);
        self.dir_dirty.store(true, Ordering::Release);
        Ok(())
    }

    /// Closes the log so that the next start needs no recovery: everything synced, the producer state
    /// saved, the indexes in their final form. Appends and reads fail from then on.
    ///
    /// # Errors
    /// The error of the system; the log counts as not cleanly closed then.
    pub fn close(&self) -> Result<(), AppendError> {
        self.stop()?;
        self.sync_stopped()
    }

    /// Syncs what [`PartitionLog::stop`] wrote and finishes the close.
    pub(crate) fn sync_stopped(&self) -> Result<(), AppendError> {
        let _one_at_a_time = self.sync_lock.lock();
        self.active_segment().sync_indexes().map_err(|error| self.io_failed(error))?;
        self.save_all_epochs().map_err(|error| self.io_failed(error))?;
        self.sync_locked()?;
        self.finish_close();
        Ok(())
    }

    /// The first part of a close: everything is written, nothing synced, the log not usable any more.
    pub(crate) fn stop(&self) -> Result<(), AppendError> {
        let _one_at_a_time = self.sync_lock.lock();
        let mut writer = self.writer.lock();
        self.check_usable()?;
        self.closed.store(true, Ordering::Release);
        self.active_segment()
            .finish()
            .and_then(|()| self.take_snapshot(&mut writer))
            .map_err(|error| self.io_failed(error))
    }

    /// The last part of a close, once everything is synced.
    pub(crate) fn finish_close(&self) {
        self.drop_stray_snapshots();
        for segment in self.segments.read().iter() {
            segment.close();
        }
    }

    /// Removes the snapshots of earlier closes, as opening the log does when there is no manifest.
    fn drop_stray_snapshots(&self) {
        let bases: BTreeSet<Offset> = self.segment_bases().into_iter().collect();
        let mut writer = self.writer.lock();
        let (end, dir) = (self.log_end_offset(), self.dir());
        let removed = remove_stray_snapshots(self.disk(), &dir, &mut writer.snapshots, &bases, end);
        if let Err(error) = removed {
            tracing::debug!(log = %self.partition, %error, "old producer snapshots stay");
        }
    }
}

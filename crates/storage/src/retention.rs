//! What makes a log shorter at its start: retention by time and size, DeleteRecords, and the removal
//! of files some time after they were given up.
//!
//! Segments go as a whole and only as a prefix of the log, and only below the high watermark. The
//! active segment goes too when all of it is too old: a new one is rolled first.
//!
//! Source: cases O-RET-1; Kafka's order: log start, then size, then time.

use std::{
    io,
    path::PathBuf,
    sync::{Arc, atomic::Ordering},
};

use moldau_protocol::ids::Offset;

use crate::{
    config::LogConfig,
    disk::remove_if_exists,
    error::AppendError,
    log::{Doomed, PartitionLog, Writer},
    names::{DELETED_FILE, segment_file},
    producer_state::SNAPSHOT,
    segment::Segment,
};

impl PartitionLog {
    /// Gives up segments that retention (or an earlier DeleteRecords) allows to go, and moves the log
    /// start; the number of segments. Their files go later, see [`PartitionLog::delete_due_files`].
    ///
    /// # Errors
    /// As [`AppendError`] says.
    pub fn retention(&self, now_ms: i64, high_watermark: Offset) -> Result<usize, AppendError> {
        let mut writer = self.writer.lock();
        self.check_usable()?;
        let config = self.config();
        self.retain(&mut writer, &config, now_ms, high_watermark)
            .map_err(|error| self.io_failed(error))
    }

    fn retain(
        &self,
        writer: &mut Writer,
        config: &LogConfig,
        now_ms: i64,
        high_watermark: Offset,
    ) -> io::Result<usize> {
        let mut deleted = 0;
        let log_start = self.log_start_offset();
        deleted += self.delete_prefix(writer, config, now_ms, high_watermark, |_, next| {
            Ok(next.is_some_and(|next| next <= log_start))
        })?;
        if !config.delete {
            return Ok(deleted);
        }
        if let Ok(limit) = u64::try_from(config.retention_bytes)
            && let Some(mut excess) = self.size().checked_sub(limit)
        {
            deleted +=
                self.delete_prefix(writer, config, now_ms, high_watermark, |segment, _| {
                    let rest = excess.checked_sub(segment.size());
                    excess = rest.unwrap_or(excess);
                    Ok(rest.is_some())
                })?;
        }
        if config.retention_ms >= 0 {
            deleted +=
                self.delete_prefix(writer, config, now_ms, high_watermark, |segment, _| {
                    Ok(now_ms.saturating_sub(segment.largest_or_modified()?) > config.retention_ms)
                })?;
        }
        Ok(deleted)
    }

    /// Gives up the longest prefix of segments below the high watermark that `expired` says yes to;
    /// it is told the base offset of the next segment.
    fn delete_prefix(
        &self,
        writer: &mut Writer,
        config: &LogConfig,
        now_ms: i64,
        high_watermark: Offset,
        mut expired: impl FnMut(&Segment, Option<Offset>) -> io::Result<bool>,
    ) -> io::Result<usize> {
        let segments = self.segments.read().clone();
        let mut count = 0;
        for (index, segment) in segments.iter().enumerate() {
            let next = segments.get(index + 1).map(|next| next.base());
            let end = next.unwrap_or_else(|| self.log_end_offset());
            let last_and_empty = next.is_none() && segment.size() == 0;
            if high_watermark < end || last_and_empty || !expired(segment, next)? {
                break;
            }
            count += 1;
        }
        if count == 0 {
            return Ok(0);
        }
        if count == segments.len() {
            self.try_roll_for_retention(writer, now_ms)?;
        }
        let new_start = self.segments.read()[count].base();
        if new_start > self.log_start_offset() {
            self.move_log_start(writer, new_start);
        }
        self.remove_segments(writer, 0, count, now_ms + config.file_delete_delay_ms)?;
        tracing::info!(log = %self.partition, count, log_start = new_start.0, "segments expired");
        Ok(count)
    }

    fn try_roll_for_retention(&self, writer: &mut Writer, now_ms: i64) -> io::Result<()> {
        self.roll_locked(writer, now_ms).map_err(|error| io::Error::other(error.to_string()))
    }

    /// Takes `count` segments from `first` on out of the log, newest first, so that a crash in
    /// between leaves no hole behind older records; their files and producer snapshots get names
    /// that say that they will go.
    pub(crate) fn remove_segments(
        &self,
        writer: &mut Writer,
        first: usize,
        count: usize,
        due_ms: i64,
    ) -> io::Result<()> {
        let removed: Vec<Arc<Segment>> =
            self.segments.write().drain(first..first + count).collect();
        let mut doomed = Vec::new();
        // From the start of the log the oldest goes first, from its end the newest.
        let from_start: Vec<&Arc<Segment>> =
            if first == 0 { removed.iter().collect() } else { removed.iter().rev().collect() };
        for segment in from_start {
            doomed.extend(segment.rename_deleted()?);
            if writer.snapshots.remove(&segment.base()) {
                doomed.extend(self.rename_snapshot(segment.base())?);
            }
        }
        self.dir_dirty.store(true, Ordering::Release);
        self.doomed.lock().extend(doomed.into_iter().map(|path| Doomed { due_ms, path }));
        Ok(())
    }

    fn rename_snapshot(&self, offset: Offset) -> io::Result<Option<PathBuf>> {
        let path = self.dir.read().join(segment_file(offset, SNAPSHOT));
        let mut target = path.clone().into_os_string();
        target.push(DELETED_FILE);
        let target = PathBuf::from(target);
        match self.disk().rename(&path, &target) {
            Ok(()) => Ok(Some(target)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Removes the files whose time has come; how many.
    ///
    /// # Errors
    /// As [`AppendError`] says.
    pub fn delete_due_files(&self, now_ms: i64) -> Result<usize, AppendError> {
        let mut count = 0;
        loop {
            let next = {
                let mut doomed = self.doomed.lock();
                match doomed.front() {
                    Some(first) if first.due_ms <= now_ms => doomed.pop_front(),
                    _ => None,
                }
            };
            let Some(doomed) = next else { return Ok(count) };
            // The folder may have been renamed since.
            let name = doomed.path.file_name().unwrap_or_default().to_owned();
            let path = self.dir.read().join(name);
            remove_if_exists(self.disk(), &path).map_err(|error| self.io_failed(error))?;
            count += 1;
        }
    }

    /// Moves the log start to `offset`, as DeleteRecords and a leader's answer ask; whether it moved.
    /// Whole segments before it go with the next retention. Persisted by the log start checkpoint.
    ///
    /// # Errors
    /// As [`AppendError`] says; an offset above the log end is out of order.
    pub fn advance_log_start_offset(&self, offset: Offset) -> Result<bool, AppendError> {
        let mut writer = self.writer.lock();
        self.check_usable()?;
        if offset > self.log_end_offset() {
            return Err(AppendError::OffsetsOutOfOrder);
        }
        if offset <= self.log_start_offset() {
            return Ok(false);
        }
        self.move_log_start(&mut writer, offset);
        Ok(true)
    }

    fn move_log_start(&self, writer: &mut Writer, offset: Offset) {
        // Their file can wait: a start cuts them again.
        self.epochs.write().truncate_from_start(offset);
        self.set_log_start(offset);
        self.txns.lock().start_moved(offset);
        if writer.producers.end() < offset {
            writer.producers.set_end(offset);
        }
    }
}

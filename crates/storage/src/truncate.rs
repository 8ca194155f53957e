//! Making a log shorter at its end: a follower drops what its leader does not have.

use std::sync::atomic::Ordering;

use moldau_protocol::ids::Offset;

use crate::{
    error::AppendError,
    log::{PartitionLog, Writer},
    recover::{self, ProducerLoad},
    segment::{Folder, Segment},
};

impl PartitionLog {
    /// Drops the batches at and behind `target` (a batch that has it inside goes as a whole); whether
    /// anything was dropped. Ranges that readers hold become invalid. Where recovery points are
    /// checkpointed, that must be done again before the next append: one behind `target` would make a
    /// start after a crash trust what is appended there.
    ///
    /// # Errors
    /// As [`AppendError`] says; a negative offset is out of order.
    pub fn truncate_to(&self, target: Offset, now_ms: i64) -> Result<bool, AppendError> {
        let _no_sync = self.sync_lock.lock();
        let mut writer = self.writer.lock();
        self.check_usable()?;
        if target < Offset::ZERO {
            return Err(AppendError::OffsetsOutOfOrder);
        }
        if target >= self.log_end_offset() {
            return Ok(false);
        }
        let first = self.segments.read()[0].base();
        if target < first {
            self.restart_at(&mut writer, target, now_ms)?;
            return Ok(true);
        }
        self.cut(&mut writer, target, now_ms).map_err(|error| self.io_failed(error))?;
        Ok(true)
    }

    fn cut(&self, writer: &mut Writer, target: Offset, now_ms: i64) -> std::io::Result<()> {
        let segments = self.segments.read().clone();
        let keep = segments.partition_point(|segment| segment.base() <= target).max(1);
        let active = &segments[keep - 1];
        for segment in &segments[keep..] {
            segment.invalidate();
        }
        let due_ms = now_ms + self.config().file_delete_delay_ms;
        // Readers must not see an end that is gone: it moves first, to where the cut will be.
        let position =
            active.translate(target, active.size())?.map_or(active.size(), |frame| frame.position);
        let end = offset_at_cut(active, target, position)?;
        self.reset_end(end, active.base(), position);
        self.remove_segments(writer, keep, segments.len() - keep, due_ms)?;
        active.truncate_to(target, now_ms)?;
        let mut epochs = self.epochs.read().clone();
        if epochs.truncate_from_end(end) {
            self.replace_epochs(epochs)?;
        }
        if end < self.log_start_offset() {
            self.set_log_start(end);
        }
        let load = ProducerLoad {
            disk: self.disk(),
            dir: &self.dir.read().clone(),
            partition: &self.partition,
            config: &self.config(),
            now_ms,
        };
        let remaining = self.segments.read().clone();
        let state = recover::rebuild_producers(
            &load,
            &remaining,
            &mut writer.snapshots,
            self.log_start_offset(),
            end,
        )?;
        writer.producers = state.producers;
        *self.txns.lock() = state.txns;
        Ok(())
    }

    /// Drops everything; the log is empty and starts (and goes on) at `offset`.
    ///
    /// # Errors
    /// As [`AppendError`] says.
    pub fn truncate_fully_and_start_at(
        &self,
        offset: Offset,
        now_ms: i64,
    ) -> Result<(), AppendError> {
        let _no_sync = self.sync_lock.lock();
        let mut writer = self.writer.lock();
        self.check_usable()?;
        if offset < Offset::ZERO {
            return Err(AppendError::OffsetsOutOfOrder);
        }
        self.restart_at(&mut writer, offset, now_ms)
    }

    fn restart_at(
        &self,
        writer: &mut Writer,
        offset: Offset,
        now_ms: i64,
    ) -> Result<(), AppendError> {
        self.try_restart_at(writer, offset, now_ms).map_err(|error| self.io_failed(error))
    }

    fn try_restart_at(
        &self,
        writer: &mut Writer,
        offset: Offset,
        now_ms: i64,
    ) -> std::io::Result<()> {
        let count = {
            let segments = self.segments.read();
            segments.iter().for_each(|segment| segment.invalidate());
            segments.len()
        };
        let due_ms = now_ms + self.config().file_delete_delay_ms;
        // All file names of the old segments are free before the new one is made.
        let old = self.segments.read().clone();
        let mut epochs = self.epochs.read().clone();
        if epochs.clear() {
            self.replace_epochs(epochs)?;
        }
        for segment in old.iter().rev() {
            let renamed = segment.rename_deleted()?;
            let doomed = renamed.into_iter().map(|path| crate::log::Doomed { due_ms, path });
            self.doomed.lock().extend(doomed);
        }
        let segment = Segment::create(&self.files, &self.dir, offset, now_ms, Folder::Used)?;
        {
            let mut segments = self.segments.write();
            segments.drain(..count);
            segments.push(std::sync::Arc::new(segment));
        }
        recover::remove_snapshots(self.disk(), &self.dir.read(), &mut writer.snapshots, |_| true)?;
        self.dir_dirty.store(true, Ordering::Release);
        self.set_log_start(offset);
        self.reset_end(offset, offset, 0);
        self.reset_synced(offset);
        writer.producers.clear(offset);
        self.txns.lock().clear();
        Ok(())
    }
}

/// The offset behind the last batch before `position`, where the first batch at or behind `target`
/// starts.
fn offset_at_cut(segment: &Segment, target: Offset, position: u64) -> std::io::Result<Offset> {
    let mut scanner = segment.scan_from(target.plus(-1), position)?;
    let mut next = segment.base();
    while let crate::scan::Step::Frame(frame) = scanner.step()? {
        next = frame.last_offset.next();
    }
    Ok(next)
}

//! When the leader epochs of a log go to their file.
//!
//! An epoch that was added waits: the batches carry it, so that recovery finds it again in what it
//! reads, and the recovery point stays behind an epoch that is not in the file. It is written when
//! the log closes, and once a whole segment lies behind its start. (Written at once, as Kafka does,
//! it cost two syncs of every partition at each creation and each start, on the metadata's thread: a
//! clean start with 1,000 partitions took 1.2 to 8.9 s, and takes 0.15 to 0.7 s now.) What takes
//! epochs away from the end is written at once: the file must not know of records that are gone.
//!
//! Invariants: the file has a prefix of the epochs, but for entries in front of the log start, which
//! a start takes away, and entries at the end of the log that a later epoch replaced: who reads those
//! replaces them again.
//!
//! Tests: `epoch_file/tests.rs`, `power_loss.rs`.

use std::io;

use moldau_protocol::ids::{LeaderEpoch, Offset};

use crate::{
    epochs::{EpochCache, EpochEntry},
    error::AppendError,
    log::PartitionLog,
};

impl PartitionLog {
    /// Takes note that this broker leads from the end of the log on.
    ///
    /// # Errors
    /// None today.
    pub fn assign_epoch(&self, epoch: LeaderEpoch) -> Result<(), AppendError> {
        let _writer = self.writer.lock();
        self.note_epoch(epoch, self.log_end_offset());
        Ok(())
    }

    /// Takes note of an epoch; the caller holds the writer's lock.
    pub(crate) fn note_epoch(&self, epoch: LeaderEpoch, start: Offset) {
        if self.epochs.read().latest().is_some_and(|latest| latest.epoch == epoch) {
            return;
        }
        self.epochs.write().assign(epoch, start);
    }

    /// Replaces the epochs by fewer ones, durably.
    pub(crate) fn replace_epochs(&self, epochs: EpochCache) -> io::Result<()> {
        let mut saved = self.saved_epochs.lock();
        epochs.write(self.disk(), &self.dir())?;
        self.epochs.write().clone_from(&epochs);
        *saved = epochs;
        Ok(())
    }

    /// Where the first epoch starts that is not in the file.
    pub(crate) fn first_unsaved_epoch(&self) -> Option<Offset> {
        let saved = self.saved_epochs.lock();
        let epochs = self.epochs.read();
        if *saved == *epochs {
            return None;
        }
        let is_saved = |entry: &&EpochEntry| {
            // The start of the log may have moved since.
            let found = saved.entries().iter().find(|saved| saved.epoch == entry.epoch);
            found.is_some_and(|saved| saved.start <= entry.start)
        };
        epochs.entries().iter().find(|entry| !is_saved(entry)).map(|entry| entry.start)
    }

    /// Writes a new file beside the old one, if that is not up to date; whether it did. Nothing is
    /// synced.
    pub(crate) fn write_epochs_aside(&self) -> io::Result<bool> {
        if *self.saved_epochs.lock() == *self.epochs.read() {
            return Ok(false);
        }
        self.epochs.read().write_aside(self.disk(), &self.dir())?;
        Ok(true)
    }

    /// Brings the file up to date if an epoch that starts before `bound` is missing in it.
    pub(crate) fn save_epochs(&self, bound: Offset) -> io::Result<()> {
        if self.first_unsaved_epoch().is_none_or(|start| start >= bound) {
            return Ok(());
        }
        self.save_all_epochs()
    }

    /// Brings the file up to date.
    pub(crate) fn save_all_epochs(&self) -> io::Result<()> {
        let mut saved = self.saved_epochs.lock();
        let epochs = self.epochs();
        if *saved == epochs {
            return Ok(());
        }
        epochs.write(self.disk(), &self.dir())?;
        *saved = epochs;
        Ok(())
    }
}

#[cfg(test)]
mod tests;

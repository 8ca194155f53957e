//! When a snapshot is taken, and when old ones and the log before them go.
//!
//! Soft state only: bytes since the last snapshot, and deadlines. A snapshot that cannot be written
//! is tried again later: no answer depends on it. Source: KIP-630.

use moldau_metadata::image::MetadataImage;
use moldau_protocol::ids::{LeaderEpoch, Offset};

use crate::config::MetadataLogConfig;
use crate::driver::Seams;
use crate::error::LogFault;
use crate::log::MetadataLog;
use crate::snapshot::{SnapshotHead, SnapshotId, SnapshotStore, SnapshotWriter};
use crate::voters::{KRaftVersion, VoterSet};

#[cfg(test)]
mod tests;

/// Time between two looks at what can be deleted, Kafka's own.
const CLEAN_INTERVAL_MS: i64 = 60_000;

/// A segment is ended by a snapshot when it has this part of the bytes between two snapshots: small
/// ones of a quiet cluster, one an hour, would only be many files.
const SEGMENTS_PER_SNAPSHOT: u64 = 4;

/// Pause after a snapshot that could not be written.
const RETRY_MS: i64 = 60_000;

/// See the module page.
#[derive(Debug)]
pub(crate) struct SnapshotKeeper {
    store: SnapshotStore,
    /// Finished snapshots, oldest first.
    snapshots: Vec<SnapshotId>,
    max_bytes: u64,
    /// 0: no limit.
    interval_ms: i64,
    retention_bytes: Option<u64>,
    retention_ms: Option<i64>,
    bytes: u64,
    /// Bytes since the active segment was ended by a snapshot.
    bytes_in_segment: u64,
    /// When the bytes since the last snapshot become one because of their age.
    due_ms: Option<i64>,
    not_before_ms: i64,
    clean_ms: i64,
}

fn millis(duration: std::time::Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

impl SnapshotKeeper {
    pub(crate) fn new(
        store: SnapshotStore,
        snapshots: Vec<SnapshotId>,
        config: &MetadataLogConfig,
        bytes: u64,
        monotonic_ms: i64,
    ) -> Self {
        let interval_ms = millis(config.max_snapshot_interval);
        Self {
            store,
            snapshots,
            max_bytes: config.max_bytes_between_snapshots,
            interval_ms,
            retention_bytes: config.max_retention_bytes,
            retention_ms: config.max_retention.map(millis),
            bytes,
            bytes_in_segment: bytes,
            due_ms: (interval_ms > 0).then(|| monotonic_ms.saturating_add(interval_ms)),
            not_before_ms: monotonic_ms,
            clean_ms: monotonic_ms,
        }
    }

    /// Takes note of bytes that went into the log.
    pub(crate) fn appended(&mut self, bytes: usize) {
        self.bytes += bytes as u64;
        self.bytes_in_segment += bytes as u64;
    }

    /// Monotonic time at which [`Self::tend`] has something to do.
    pub(crate) fn deadline(&self) -> Option<i64> {
        let due = if self.bytes >= self.max_bytes {
            Some(self.not_before_ms)
        } else if self.bytes > 0 {
            self.due_ms.map(|due| due.max(self.not_before_ms))
        } else {
            None
        };
        let clean = (self.snapshots.len() > 1).then_some(self.clean_ms);
        due.into_iter().chain(clean).min()
    }

    /// Takes a snapshot of `image` if one is due, and deletes what is old.
    pub(crate) fn tend(
        &mut self,
        seams: &Seams,
        log: &MetadataLog,
        image: &MetadataImage,
        kraft_version: KRaftVersion,
        voters: &VoterSet,
        committed: Offset,
    ) -> Result<(), LogFault> {
        let now = seams.clock.monotonic_ms();
        let old = self.due_ms.is_some_and(|due| due <= now) && self.bytes > 0;
        if (self.bytes >= self.max_bytes || old) && self.not_before_ms <= now {
            self.take(seams, log, image, kraft_version, voters, now);
        }
        if self.snapshots.len() > 1 && self.clean_ms <= now {
            self.clean_ms = now.saturating_add(CLEAN_INTERVAL_MS);
            self.clean(log, committed, seams.clock.now_ms())?;
        }
        Ok(())
    }

    fn take(
        &mut self,
        seams: &Seams,
        log: &MetadataLog,
        image: &MetadataImage,
        kraft_version: KRaftVersion,
        voters: &VoterSet,
        now: i64,
    ) {
        let provenance = image.provenance;
        let id = SnapshotId {
            end_offset: provenance.last_offset.next(),
            epoch: provenance.epoch.max(LeaderEpoch(0)),
        };
        if self.snapshots.last().is_some_and(|last| last.end_offset >= id.end_offset) {
            self.bytes = 0;
            return;
        }
        let head = SnapshotHead {
            last_contained_time: provenance.last_contained_log_time_ms,
            kraft_version,
            voters: Some(voters.clone()),
        };
        let time = seams.clock.now_ms();
        let written = SnapshotWriter::create(&*seams.disk, log.path(), id, &head, time).and_then(
            |mut writer| {
                image.write().try_for_each(|record| writer.push(&record))?;
                writer.finish()
            },
        );
        match written {
            Ok(()) => {
                tracing::info!(snapshot = %id.file_name(), "took a snapshot of the metadata");
                self.roll_segment(log, time);
                self.snapshots.push(id);
                self.bytes = 0;
                self.due_ms = (self.interval_ms > 0).then(|| now.saturating_add(self.interval_ms));
                self.clean_ms = now;
            }
            Err(error) => {
                tracing::warn!(%error, "cannot write a snapshot of the metadata; trying later");
                self.not_before_ms = now.saturating_add(RETRY_MS);
            }
        }
    }

    /// What is before a snapshot can only go by whole segments, so a large one ends here.
    fn roll_segment(&mut self, log: &MetadataLog, now_ms: i64) {
        if self.bytes_in_segment < self.max_bytes / SEGMENTS_PER_SNAPSHOT {
            return;
        }
        match log.roll(now_ms) {
            Ok(()) => self.bytes_in_segment = 0,
            Err(error) => tracing::warn!(%error, "the metadata log goes on in the old segment"),
        }
    }

    /// Deletes the oldest snapshots, and the log before the one after them, while there are at least
    /// two and retention says so.
    fn clean(&mut self, log: &MetadataLog, committed: Offset, now_ms: i64) -> Result<(), LogFault> {
        while self.snapshots.len() > 1 {
            let (oldest, next) = (self.snapshots[0], self.snapshots[1]);
            if !self.too_large(log)? && !self.too_old(oldest, now_ms)? {
                break;
            }
            log.delete_before(next.end_offset, committed, now_ms)?;
            self.store.remove(oldest)?;
            self.snapshots.remove(0);
            tracing::info!(snapshot = %oldest.file_name(), "removed an old snapshot");
        }
        Ok(())
    }

    fn too_large(&self, log: &MetadataLog) -> Result<bool, LogFault> {
        let Some(limit) = self.retention_bytes else { return Ok(false) };
        let mut size = log.size();
        for id in &self.snapshots {
            size = size.saturating_add(self.store.size(*id)?);
        }
        Ok(size > limit)
    }

    fn too_old(&self, oldest: SnapshotId, now_ms: i64) -> Result<bool, LogFault> {
        let Some(limit) = self.retention_ms else { return Ok(false) };
        let time = self.store.last_contained_time(oldest)?;
        Ok(time.is_some_and(|time| now_ms.saturating_sub(time) > limit))
    }
}

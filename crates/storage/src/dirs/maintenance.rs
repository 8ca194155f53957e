//! What the broker's timer does to all logs. Each function goes over the logs one by one and may be
//! called at any time, from one thread at a time; a log that fails does not keep the others from
//! their turn.

use std::collections::{BTreeMap, HashMap};

use moldau_protocol::ids::Offset;

use super::LogDirs;
use crate::{
    checkpoint::{HIGH_WATERMARKS, LOG_STARTS, RECOVERY_POINTS},
    log::PartitionLog,
    names::TopicPartition,
};

impl LogDirs {
    /// Applies retention to every log whose high watermark is known; the number of segments that went.
    pub fn run_retention(
        &self,
        now_ms: i64,
        high_watermark: impl Fn(&TopicPartition) -> Option<Offset>,
    ) -> usize {
        let mut count = 0;
        for log in self.logs() {
            let Some(high_watermark) = high_watermark(log.partition()) else { continue };
            match log.retention(now_ms, high_watermark) {
                Ok(deleted) => count += deleted,
                Err(error) => tracing::debug!(log = %log.partition(), %error, "no retention"),
            }
        }
        count
    }

    /// Removes files and folders whose time has come.
    pub fn delete_due_files(&self, now_ms: i64) {
        for log in self.logs() {
            if let Err(error) = log.delete_due_files(now_ms) {
                tracing::warn!(log = %log.partition(), %error, "files not removed");
            }
        }
        let due: Vec<_> = {
            let mut doomed = self.doomed.lock();
            let (due, later) = doomed.drain(..).partition(|(due_ms, _)| *due_ms <= now_ms);
            *doomed = later;
            due
        };
        for (_, path) in due {
            if let Err(error) = self.disk().remove_dir_all(&path) {
                tracing::warn!(folder = %path.display(), %error, "folder not removed");
            }
        }
    }

    /// Syncs logs for which `flush.ms` says so, and closed segments of all others, so that the
    /// recovery points move on.
    pub fn flush_dirty(&self, now_ms: i64) {
        for log in self.logs() {
            let result = log.flush_if_due(now_ms).and_then(|()| log.sync_closed_segments());
            if let Err(error) = result {
                tracing::debug!(log = %log.partition(), %error, "not synced");
            }
        }
    }

    /// Forgets silent producers in every log.
    pub fn expire_producers(&self, now_ms: i64) {
        for log in self.logs() {
            log.expire_producers(now_ms);
        }
    }

    /// Writes `recovery-point-offset-checkpoint` of each directory.
    pub fn checkpoint_recovery_points(&self) {
        self.checkpoint(RECOVERY_POINTS, |log| Some(log.recovery_point()));
    }

    /// Writes `log-start-offset-checkpoint` of each directory: the logs whose start is inside of their
    /// first segment, as the name of that segment says it for the others.
    pub fn checkpoint_log_start_offsets(&self) {
        self.checkpoint(LOG_STARTS, |log| {
            let start = log.log_start_offset();
            (log.segment_bases().first() < Some(&start)).then_some(start)
        });
    }

    /// Writes `replication-offset-checkpoint` of each directory.
    pub fn checkpoint_high_watermarks(
        &self,
        high_watermarks: impl IntoIterator<Item = (TopicPartition, Offset)>,
    ) {
        let all: HashMap<TopicPartition, Offset> = high_watermarks.into_iter().collect();
        self.checkpoint(HIGH_WATERMARKS, |log| all.get(log.partition()).copied());
    }

    fn checkpoint(&self, name: &'static str, offset: impl Fn(&PartitionLog) -> Option<Offset>) {
        for dir in self.dirs() {
            let mut offsets = BTreeMap::new();
            for log in self.logs_of(dir) {
                if let Some(offset) = offset(&log) {
                    offsets.insert(log.partition().clone(), offset);
                }
            }
            self.write_checkpoint(dir, name, offsets);
        }
    }
}

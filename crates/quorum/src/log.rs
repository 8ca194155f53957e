//! `__cluster_metadata-0`: the metadata log, a partition log like any other but for its rules.
//!
//! State: the partition log; the thread of the quorum is its only writer. Its rules: no producer ids,
//! no retention of its own (snapshots decide, see [`crate::snapshot`]), recovered from the first
//! segment after every stop (as Kafka does: it is read from the latest snapshot on in any case), and
//! nothing counts before it is synced.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bytes::BytesMut;
use moldau_protocol::ids::{LeaderEpoch, Offset, TopicId, Uuid};
use moldau_protocol::records::{Batches, ValidBatches};
use moldau_storage::disk::Disk;
use moldau_storage::{
    Append, DirHealth, FileCache, LogConfig, MinOneBatch, OpenLog, Origin, PartitionLog,
    TopicPartition,
};

use crate::batch::{MAX_BATCH, RecordBatch};
use crate::config::MetadataLogConfig;
use crate::error::LogFault;

#[cfg(test)]
mod tests;

/// Name of the topic that is the metadata log; its only partition is 0.
pub const METADATA_TOPIC: &str = "__cluster_metadata";

/// Id of that topic, reserved by Kafka.
const METADATA_TOPIC_ID: TopicId = TopicId(Uuid::ONE);

/// Open files of the log: the segments that a start reads, one after the other.
const OPEN_FILES: usize = 16;

/// Bytes read at a time while the log is replayed.
const READ_SIZE: usize = 1 << 20;

/// The folder of the metadata log in a log directory.
#[must_use]
pub(crate) fn metadata_log_dir(directory: &Path) -> PathBuf {
    directory.join(TopicPartition::new(METADATA_TOPIC, 0).dir_name())
}

/// The metadata log of this node.
#[derive(Debug)]
pub(crate) struct MetadataLog {
    log: Arc<PartitionLog>,
    path: PathBuf,
}

impl MetadataLog {
    /// Opens the log, or makes an empty one that starts at `start`; a torn end is cut. What is in it
    /// is synced on return.
    pub(crate) fn open(
        disk: &Arc<dyn Disk>,
        directory: &Path,
        config: &MetadataLogConfig,
        now_ms: i64,
    ) -> Result<Self, LogFault> {
        let path = metadata_log_dir(directory);
        let options = OpenLog {
            partition: TopicPartition::new(METADATA_TOPIC, 0),
            dir: path.clone(),
            config: log_config(config),
            files: FileCache::new(Arc::clone(disk), OPEN_FILES),
            health: DirHealth::new(directory.to_owned()),
            topic_id: Some(METADATA_TOPIC_ID),
            recovery_point: Offset::ZERO,
            log_start: Offset::ZERO,
            clean: false,
            now_ms,
        };
        let opened = PartitionLog::open(options);
        let log = opened.map_err(|source| LogFault::Io {
            action: "open the metadata log in",
            path: path.clone(),
            source,
        })?;
        let this = Self { log, path };
        this.sync()?;
        // The names of the folder and of its parent.
        disk.sync_dir(&this.path)
            .and_then(|()| disk.sync_dir(directory))
            .map_err(|source| this.io("sync", source))?;
        Ok(this)
    }

    /// Its folder.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// First offset.
    pub(crate) fn start(&self) -> Offset {
        self.log.log_start_offset()
    }

    /// Offset that the next record gets.
    pub(crate) fn end(&self) -> Offset {
        self.log.log_end_offset()
    }

    /// Epoch of the last record, or of the last leader that began.
    pub(crate) fn latest_epoch(&self) -> Option<LeaderEpoch> {
        self.log.latest_epoch()
    }

    /// Bytes of all segments.
    pub(crate) fn size(&self) -> u64 {
        self.log.size()
    }

    /// Appends batches in order, stamped with the next offsets and `epoch`. Nothing is synced. After
    /// an error some of them may have been written: the log must not be used any more.
    pub(crate) fn append(
        &self,
        batches: Vec<BytesMut>,
        epoch: LeaderEpoch,
        now_ms: i64,
    ) -> Result<(), LogFault> {
        let mut group = Vec::with_capacity(batches.len());
        for bytes in batches {
            let batches = ValidBatches::trusted(bytes)
                .map_err(|error| self.failed("append to", error.to_string()))?;
            group.push(Append { batches, origin: Origin::Replication, leader_epoch: epoch });
        }
        for result in self.log.append_group(&mut group, now_ms) {
            result.map_err(|error| self.failed("append to", error.to_string()))?;
        }
        Ok(())
    }

    /// Syncs; gives the end of what is on disk.
    pub(crate) fn sync(&self) -> Result<Offset, LogFault> {
        self.log.sync().map_err(|error| self.failed("sync", error.to_string()))
    }

    /// Reads every batch from the one that has `from` on, in order, until the end of the log.
    pub(crate) fn replay(
        &self,
        from: Offset,
        mut each: impl FnMut(RecordBatch) -> Result<(), LogFault>,
    ) -> Result<(), LogFault> {
        let mut next = from;
        while next < self.end() {
            let read = self
                .log
                .read(next, READ_SIZE, MinOneBatch::Yes, self.end())
                .map_err(|error| self.failed("read", error.to_string()))?;
            let bytes = read.payload.read().map_err(|source| self.io("read", source))?;
            let before = next;
            for batch in Batches::new(&bytes) {
                let batch = match batch {
                    Ok(batch) => batch,
                    // The read cuts the last batch where its size limit is.
                    Err(_) if next > before => break,
                    Err(error) => return Err(self.damaged(&error)),
                };
                let batch = RecordBatch::decode(&batch).map_err(|error| self.damaged(&error))?;
                next = batch.last_offset.next();
                if batch.last_offset >= from {
                    each(batch)?;
                }
            }
            if next == before {
                return Err(self.failed("read", format!("nothing is there at offset {next}")));
            }
        }
        Ok(())
    }

    /// Drops everything; the log goes on at `offset`, where a snapshot ends.
    pub(crate) fn restart_at(&self, offset: Offset, now_ms: i64) -> Result<(), LogFault> {
        self.log
            .truncate_fully_and_start_at(offset, now_ms)
            .map(drop)
            .map_err(|error| self.failed("truncate", error.to_string()))?;
        self.sync().map(drop)
    }

    /// Gives up what is before `offset`, which a snapshot covers; whole segments go.
    pub(crate) fn delete_before(
        &self,
        offset: Offset,
        committed: Offset,
        now_ms: i64,
    ) -> Result<(), LogFault> {
        self.log
            .advance_log_start_offset(offset)
            .map_err(|error| self.failed("cut", error.to_string()))?;
        self.log
            .retention(now_ms, committed)
            .and_then(|_| self.log.delete_due_files(now_ms))
            .map(drop)
            .map_err(|error| self.failed("delete segments of", error.to_string()))
    }

    /// Ends the active segment, so that what is before a snapshot can go.
    pub(crate) fn roll(&self, now_ms: i64) -> Result<(), LogFault> {
        self.log.roll(now_ms).map_err(|error| self.failed("roll a segment of", error.to_string()))
    }

    /// Closes the files.
    pub(crate) fn close(&self) -> Result<(), LogFault> {
        self.log.close().map_err(|error| self.failed("close", error.to_string()))
    }

    fn failed(&self, action: &'static str, reason: String) -> LogFault {
        LogFault::Log { action, path: self.path.clone(), reason }
    }

    fn io(&self, action: &'static str, source: std::io::Error) -> LogFault {
        LogFault::Io { action, path: self.path.clone(), source }
    }

    fn damaged(&self, error: &dyn std::fmt::Display) -> LogFault {
        LogFault::Damaged { path: self.path.clone(), reason: error.to_string() }
    }
}

/// The metadata log's configuration as a partition's: it keeps everything by itself.
fn log_config(config: &MetadataLogConfig) -> LogConfig {
    let minimum = u32::try_from(MAX_BATCH).unwrap_or(u32::MAX);
    LogConfig {
        segment_bytes: config.segment_bytes.max(minimum),
        segment_ms: i64::try_from(config.segment.as_millis()).unwrap_or(i64::MAX),
        retention_ms: -1,
        retention_bytes: -1,
        delete: false,
        file_delete_delay_ms: 0,
        max_message_bytes: minimum,
        ..LogConfig::default()
    }
}

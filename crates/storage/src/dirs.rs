//! The log directories of a node (`log.dirs`): which logs there are, and in which directory.
//!
//! State: the table of logs, and per directory its id, its lock and its health. The start is in
//! `load.rs`, the shutdown in `close.rs`, the work of the broker's timer in `maintenance.rs`.
//!
//! Invariants: a partition has at most one log. A directory that had an I/O error keeps its logs in
//! the table, where all their operations fail, until a restart. The metadata log in the same tree is
//! not in the table: the quorum opens it.

mod close;
mod durable;
mod load;
mod maintenance;

use std::{
    collections::{BTreeMap, HashMap},
    io,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use moldau_protocol::ids::{DirectoryId, Offset, TopicId, Uuid};
use parking_lot::{Mutex, RwLock};

pub use load::{LockedDirs, LogDirsOptions, OpenDirsError};

use crate::{
    checkpoint,
    config::LogConfig,
    disk::{Disk, DiskLock, Space},
    files::FileCache,
    health::{DirHealth, OfflineCallback},
    log::{OpenLog, PartitionLog},
    names::{DELETE_SUFFIX, STRAY_SUFFIX, TopicPartition},
};

/// Topic of the metadata log.
pub const METADATA_TOPIC: &str = "__cluster_metadata";

/// File that says that the last user of a directory closed everything.
pub const CLEAN_SHUTDOWN_FILE: &str = ".kafka_cleanshutdown";

/// File whose lock says that a directory is in use.
pub const LOCK_FILE: &str = ".lock";

/// The log directories of a node.
#[derive(Debug)]
pub struct LogDirs {
    files: Arc<FileCache>,
    dirs: Vec<LogDir>,
    logs: RwLock<HashMap<TopicPartition, Arc<PartitionLog>>>,
    /// High watermarks as of the last run.
    high_watermarks: HashMap<TopicPartition, Offset>,
    /// Folders to remove, and when.
    doomed: Mutex<Vec<(i64, PathBuf)>>,
    /// Makes the names of folders to remove unique within this run.
    renames: AtomicU64,
    /// Serialises creation and deletion.
    changes: Mutex<()>,
}

/// One log directory.
#[derive(Debug)]
pub struct LogDir {
    path: PathBuf,
    id: DirectoryId,
    health: Arc<DirHealth>,
    /// Broker epoch of the last run, when that closed everything.
    clean_shutdown: Option<i64>,
    _lock: Option<Box<dyn DiskLock>>,
    /// What the checkpoint files have, so that nothing is written in vain.
    written: Mutex<HashMap<&'static str, BTreeMap<TopicPartition, Offset>>>,
}

impl LogDir {
    /// Its path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its id; zero when it could not be read.
    #[must_use]
    pub fn id(&self) -> DirectoryId {
        self.id
    }

    /// Its health.
    #[must_use]
    pub fn health(&self) -> &Arc<DirHealth> {
        &self.health
    }

    /// Epoch that the broker had in its last run; none unless that run ended cleanly.
    #[must_use]
    pub fn clean_shutdown(&self) -> Option<i64> {
        self.clean_shutdown
    }
}

/// Why there is no log.
#[derive(Debug, thiserror::Error)]
pub enum CreateError {
    /// No directory works, or the one asked for does not.
    #[error("no log directory is on line")]
    Offline,
    /// The directory asked for is not one of this node.
    #[error("log directory {0} is unknown")]
    UnknownDirectory(DirectoryId),
    /// The partition has a log of another topic id.
    #[error("log of {partition} belongs to topic id {found}")]
    OtherTopicId {
        /// The partition.
        partition: TopicPartition,
        /// Topic id of the log that is there.
        found: TopicId,
    },
    /// The log could not be made.
    #[error("cannot make the log: {0}")]
    Io(#[from] io::Error),
}

impl LogDirs {
    /// The directories, in the order of `log.dirs`.
    #[must_use]
    pub fn dirs(&self) -> &[LogDir] {
        &self.dirs
    }

    /// Open files of all logs.
    #[must_use]
    pub fn files(&self) -> &Arc<FileCache> {
        &self.files
    }

    pub(crate) fn disk(&self) -> &dyn Disk {
        &**self.files.disk()
    }

    /// Sets what is told when a directory goes off line; directories that are already are told now.
    pub fn set_offline_callback(&self, callback: &OfflineCallback) {
        for dir in &self.dirs {
            dir.health.set_callback(Arc::clone(callback));
            if dir.health.is_offline() {
                callback(&dir.path, &io::Error::other("off line since the start"));
            }
        }
    }

    /// Room in a directory.
    ///
    /// # Errors
    /// The error of the system.
    pub fn space(&self, dir: &LogDir) -> io::Result<Space> {
        self.disk().space(&dir.path)
    }

    /// The log of a partition, usable or not.
    #[must_use]
    pub fn get(&self, partition: &TopicPartition) -> Option<Arc<PartitionLog>> {
        self.logs.read().get(partition).cloned()
    }

    /// All logs, in no order.
    #[must_use]
    pub fn logs(&self) -> Vec<Arc<PartitionLog>> {
        self.logs.read().values().cloned().collect()
    }

    /// The logs of a directory, in no order.
    #[must_use]
    pub fn logs_of(&self, dir: &LogDir) -> Vec<Arc<PartitionLog>> {
        let logs = self.logs.read();
        let here = logs.values().filter(|log| Arc::ptr_eq(log.health(), &dir.health));
        here.cloned().collect()
    }

    /// The directory of a log.
    #[must_use]
    pub fn dir_of(&self, log: &PartitionLog) -> Option<&LogDir> {
        self.dirs.iter().find(|dir| Arc::ptr_eq(log.health(), &dir.health))
    }

    /// High watermark of the last checkpoint before this run; 0 when there is none.
    #[must_use]
    pub fn checkpointed_high_watermark(&self, partition: &TopicPartition) -> Offset {
        self.high_watermarks.get(partition).copied().unwrap_or_default()
    }

    /// The log of a partition, made when there is none: in the directory given, or the working one
    /// that has the fewest logs. A new one is not durable, not even its name, before its first sync:
    /// who acknowledges a record in it syncs it first.
    ///
    /// # Errors
    /// As [`CreateError`] says.
    pub fn get_or_create(
        &self,
        partition: &TopicPartition,
        topic_id: Option<TopicId>,
        dir: Option<DirectoryId>,
        config: LogConfig,
        now_ms: i64,
    ) -> Result<Arc<PartitionLog>, CreateError> {
        let _one_at_a_time = self.changes.lock();
        if let Some(log) = self.get(partition) {
            if let (Some(found), Some(wanted)) = (log.topic_id(), topic_id)
                && found != wanted
            {
                return Err(CreateError::OtherTopicId { partition: partition.clone(), found });
            }
            if let (None, Some(wanted)) = (log.topic_id(), topic_id) {
                log.assign_topic_id(wanted)?;
            }
            return Ok(log);
        }
        let dir = match dir {
            Some(id) => {
                let found = self.dirs.iter().find(|dir| dir.id == id);
                found.ok_or(CreateError::UnknownDirectory(id))?
            }
            None => self.emptiest().ok_or(CreateError::Offline)?,
        };
        if dir.health.is_offline() {
            return Err(CreateError::Offline);
        }
        let opened = PartitionLog::open_unsynced(OpenLog {
            partition: partition.clone(),
            dir: dir.path.join(partition.dir_name()),
            config,
            files: Arc::clone(&self.files),
            health: Arc::clone(&dir.health),
            topic_id,
            recovery_point: Offset::ZERO,
            log_start: Offset::ZERO,
            clean: false,
            now_ms,
        });
        let log = opened.inspect_err(|error| {
            if !crate::disk::is_full(error) {
                dir.health.fail(error);
            }
        })?;
        self.logs.write().insert(partition.clone(), Arc::clone(&log));
        tracing::debug!(log = %partition, dir = %dir.path.display(), "log made");
        Ok(log)
    }

    fn emptiest(&self) -> Option<&LogDir> {
        let mut working = self.dirs.iter().filter(|dir| !dir.health.is_offline());
        if let [only] = &*self.dirs {
            // Nothing to count, which takes its time with many logs.
            return working.find(|dir| std::ptr::eq(*dir, only));
        }
        let logs = self.logs.read();
        let count = |dir: &LogDir| {
            logs.values().filter(|log| Arc::ptr_eq(log.health(), &dir.health)).count()
        };
        working.min_by_key(|dir| count(dir))
    }

    /// Takes the logs of partitions out of use; their folders get names that say that they will be
    /// removed, and are after `file.delete.delay.ms`. How many there were.
    ///
    /// # Errors
    /// The first error of the system; the logs are out of use all the same.
    pub fn delete(&self, partitions: &[TopicPartition], now_ms: i64) -> io::Result<usize> {
        self.put_aside(partitions, DELETE_SUFFIX, now_ms, |log, path| {
            let due_ms = now_ms.saturating_add(log.config().file_delete_delay_ms);
            self.doomed.lock().push((due_ms, path));
        })
    }

    /// Takes a log that belongs to no partition any more out of use; its folder is kept under a name
    /// that says so. Whether there was one.
    ///
    /// # Errors
    /// The error of the system; the log is out of use all the same.
    pub fn mark_stray(&self, partition: &TopicPartition, now_ms: i64) -> io::Result<bool> {
        let partitions = std::slice::from_ref(partition);
        Ok(self.put_aside(partitions, STRAY_SUFFIX, now_ms, |_, _| {})? > 0)
    }

    /// Gives the logs' folders other names, which one sync of each directory makes durable.
    fn put_aside(
        &self,
        partitions: &[TopicPartition],
        suffix: &str,
        now_ms: i64,
        mut done: impl FnMut(&PartitionLog, PathBuf),
    ) -> io::Result<usize> {
        let _one_at_a_time = self.changes.lock();
        let mut result = Ok(());
        let mut count = 0;
        let mut parents = BTreeMap::new();
        for partition in partitions {
            let Some(log) = self.logs.write().remove(partition) else { continue };
            log.abandon();
            if log.health().is_offline() {
                continue;
            }
            let number = self.renames.fetch_add(1, Ordering::Relaxed);
            let unique = Uuid::from_halves(now_ms.unsigned_abs(), number);
            let parent = log.dir().parent().unwrap_or(Path::new("/")).to_owned();
            let new = parent.join(partition.dir_name_with_suffix(unique, suffix));
            if let Err(error) = log.rename_dir(&new) {
                log.health().fail(&error);
                result = result.and(Err(error));
                continue;
            }
            tracing::info!(log = %partition, folder = %new.display(), "log put aside");
            parents.insert(parent, Arc::clone(log.health()));
            count += 1;
            done(&log, new);
        }
        for (parent, health) in parents {
            if let Err(error) = self.disk().sync_dir(&parent) {
                health.fail(&error);
                result = result.and(Err(error));
            }
        }
        result.map(|()| count)
    }

    fn write_checkpoint(
        &self,
        dir: &LogDir,
        name: &'static str,
        offsets: BTreeMap<TopicPartition, Offset>,
    ) {
        if dir.health.is_offline() {
            return;
        }
        let mut written = dir.written.lock();
        if written.get(name) == Some(&offsets) {
            return;
        }
        match checkpoint::write_offsets(self.disk(), &dir.path, name, &offsets) {
            Ok(()) => drop(written.insert(name, offsets)),
            // The old file stays; the next round tries again.
            Err(error) if crate::disk::is_full(&error) => {
                tracing::warn!(dir = %dir.path.display(), name, %error, "checkpoint not written");
            }
            Err(error) => dir.health.fail(&error),
        }
    }
}

#[cfg(test)]
mod tests;

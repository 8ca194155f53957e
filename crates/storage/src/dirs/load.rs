//! Start of the log directories.

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    fmt, io,
    path::{Path, PathBuf},
    sync::{Arc, atomic::AtomicU64},
};

use moldau_protocol::ids::{DirectoryId, Offset};
use parking_lot::{Mutex, RwLock};

use super::{
    CLEAN_SHUTDOWN_FILE, LOCK_FILE, LogDir, LogDirs, METADATA_TOPIC, close::CleanShutdown,
};
use crate::{
    checkpoint,
    config::LogConfig,
    disk::{Disk, EntryKind, read_file, remove_if_exists},
    files::FileCache,
    health::DirHealth,
    log::{OpenLog, PartitionLog},
    manifest::{self, ClosedLog, Manifest, ManifestId},
    meta_properties::MetaProperties,
    names::{FolderKind, TopicPartition, folder_kind},
};

/// Largest clean-shutdown file that is read.
const CLEAN_SHUTDOWN_LIMIT: u64 = 4096;

/// Threads that open logs at once, whatever is configured.
const MAX_RECOVERY_THREADS: usize = 64;

/// Configuration of a partition's log, by name.
type ConfigFor<'a> = dyn Fn(&TopicPartition) -> LogConfig + Sync + 'a;

/// What logs are opened with.
pub struct LogDirsOptions<'a> {
    /// `num.recovery.threads.per.data.dir`.
    pub recovery_threads: usize,
    /// Configuration of each log that is found.
    pub config_for: &'a ConfigFor<'a>,
    /// Now, in ms since 1970.
    pub now_ms: i64,
}

impl fmt::Debug for LogDirsOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LogDirsOptions").field("now_ms", &self.now_ms).finish_non_exhaustive()
    }
}

/// Why the directories cannot be used at all.
#[derive(Debug, thiserror::Error)]
pub enum OpenDirsError {
    /// Another process uses a directory.
    #[error("log directory {} is in use by another process (its {LOCK_FILE} file is locked)", .0.display())]
    InUse(PathBuf),
    /// A directory was not formatted.
    #[error("log directory {} has no meta.properties: it is not formatted", .0.display())]
    NotFormatted(PathBuf),
    /// A partition has logs in two directories.
    #[error("{partition} has a log in {} and in {}", .first.display(), .second.display())]
    Duplicate {
        /// The partition.
        partition: TopicPartition,
        /// One directory.
        first: PathBuf,
        /// The other one.
        second: PathBuf,
    },
    /// No directory works.
    #[error("no log directory works; {}: {error}", .dir.display())]
    AllOffline {
        /// The last one tried.
        dir: PathBuf,
        /// What happened there.
        error: io::Error,
    },
}

/// A log that is to be opened.
struct Task {
    dir: usize,
    /// What the manifest says of it.
    closed: Option<ClosedLog>,
    partition: TopicPartition,
    recovery_point: Offset,
    log_start: Offset,
}

/// Directories that are this process's own, their logs not opened yet: who needs to read something
/// else first to know the logs' configuration does it while holding this.
#[derive(Debug)]
pub struct LockedDirs {
    files: Arc<FileCache>,
    dirs: Vec<LogDir>,
    /// One for each directory.
    manifests: Vec<Manifest>,
    last_error: Option<(PathBuf, io::Error)>,
}

impl LockedDirs {
    /// Locks the directories and reads whose they are. One with an I/O error is off line.
    ///
    /// # Errors
    /// As [`OpenDirsError`] says, but for the ones about logs.
    pub fn lock(paths: &[PathBuf], files: Arc<FileCache>) -> Result<Self, OpenDirsError> {
        let disk = &**files.disk();
        let mut dirs = Vec::new();
        let mut manifests = Vec::new();
        let mut last_error = None;
        for path in paths {
            match open_dir(disk, path) {
                Ok((dir, manifest)) => {
                    dirs.push(dir);
                    manifests.push(manifest);
                }
                Err(OpenDirsError::AllOffline { dir, error }) => {
                    dirs.push(offline_dir(&dir, &error));
                    manifests.push(Manifest::default());
                    last_error = Some((dir, error));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(Self { files, dirs, manifests, last_error })
    }

    /// Opens the logs, by several threads at once; recovers them where the last user of a directory
    /// did not close it.
    ///
    /// # Errors
    /// As [`OpenDirsError`] says.
    pub fn load(self, options: &LogDirsOptions<'_>) -> Result<LogDirs, OpenDirsError> {
        let Self { files, dirs, manifests, mut last_error } = self;
        let mut loaded = LogDirs {
            files,
            dirs,
            logs: RwLock::default(),
            high_watermarks: HashMap::new(),
            doomed: Mutex::default(),
            renames: AtomicU64::new(0),
            changes: Mutex::default(),
        };
        let mut tasks = VecDeque::new();
        for (index, manifest) in manifests.into_iter().enumerate() {
            if loaded.dirs[index].health.is_offline() {
                continue;
            }
            if let Err(error) = loaded.list(index, manifest, options.now_ms, &mut tasks) {
                loaded.dirs[index].health.fail(&error);
                last_error = Some((loaded.dirs[index].path.clone(), error));
            }
        }
        loaded.open_logs(options, tasks)?;
        if let Some((dir, error)) = last_error
            && loaded.dirs.iter().all(|dir| dir.health.is_offline())
        {
            return Err(OpenDirsError::AllOffline { dir, error });
        }
        Ok(loaded)
    }
}

impl LogDirs {
    /// Locks all directories and opens the logs in them.
    ///
    /// # Errors
    /// As [`OpenDirsError`] says.
    #[cfg(test)]
    pub(crate) fn open(
        paths: &[PathBuf],
        files: Arc<FileCache>,
        options: &LogDirsOptions<'_>,
    ) -> Result<Self, OpenDirsError> {
        LockedDirs::lock(paths, files)?.load(options)
    }

    /// Finds the logs of a directory and reads its checkpoints.
    fn list(
        &mut self,
        index: usize,
        mut manifest: Manifest,
        now_ms: i64,
        tasks: &mut VecDeque<Task>,
    ) -> io::Result<()> {
        let disk = Arc::clone(self.files.disk());
        let dir = &self.dirs[index];
        let read = |name| read_checkpoint(&*disk, &dir.path, name);
        let recovery_points = read(checkpoint::RECOVERY_POINTS)?;
        let log_starts = read(checkpoint::LOG_STARTS)?;
        let high_watermarks = read(checkpoint::HIGH_WATERMARKS)?;
        for entry in disk.read_dir(&dir.path)? {
            if entry.kind != EntryKind::Dir {
                continue;
            }
            match folder_kind(&entry.name) {
                FolderKind::Log(partition) if partition.topic != METADATA_TOPIC => {
                    let offset = |offsets: &BTreeMap<TopicPartition, Offset>| {
                        offsets.get(&partition).copied().unwrap_or_default()
                    };
                    tasks.push_back(Task {
                        dir: index,
                        closed: manifest.remove(&partition),
                        recovery_point: offset(&recovery_points),
                        log_start: offset(&log_starts),
                        partition,
                    });
                }
                FolderKind::Delete => {
                    self.doomed.lock().push((now_ms, dir.path.join(&entry.name)));
                }
                FolderKind::Log(_) | FolderKind::Stray | FolderKind::Future => {}
                FolderKind::Unknown => {
                    tracing::warn!(folder = %entry.name, "folder in a log directory is not a log");
                }
            }
        }
        self.high_watermarks.extend(high_watermarks);
        Ok(())
    }

    fn open_logs(
        &self,
        options: &LogDirsOptions<'_>,
        tasks: VecDeque<Task>,
    ) -> Result<(), OpenDirsError> {
        let total = tasks.len();
        let threads = (options.recovery_threads.max(1) * self.dirs.len())
            .min(MAX_RECOVERY_THREADS)
            .min(total);
        let tasks = Mutex::new(tasks);
        let duplicate = Mutex::new(None);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    loop {
                        let Some(task) = tasks.lock().pop_front() else { break };
                        if let Err(error) = self.open_log(options, task) {
                            *duplicate.lock() = Some(error);
                        }
                    }
                });
            }
        });
        if let Some(error) = duplicate.into_inner() {
            return Err(error);
        }
        for dir in self.dirs.iter().filter(|dir| dir.clean_shutdown.is_none()) {
            // What was recovered may have been in the page cache only.
            if let Err(error) = self.make_durable(dir, &self.logs_of(dir)) {
                dir.health.fail(&error);
            }
        }
        if total > 0 {
            tracing::info!(logs = total, "logs opened");
        }
        Ok(())
    }

    fn open_log(&self, options: &LogDirsOptions<'_>, task: Task) -> Result<(), OpenDirsError> {
        let dir = &self.dirs[task.dir];
        if dir.health.is_offline() {
            return Ok(());
        }
        let open = OpenLog {
            config: (options.config_for)(&task.partition),
            dir: dir.path.join(task.partition.dir_name()),
            files: Arc::clone(&self.files),
            health: Arc::clone(&dir.health),
            topic_id: None,
            recovery_point: task.recovery_point,
            log_start: task.log_start,
            clean: dir.clean_shutdown.is_some(),
            now_ms: options.now_ms,
            partition: task.partition.clone(),
        };
        let closed = task.closed.and_then(|closed| PartitionLog::from_manifest(&open, closed));
        let opened = closed.map_or_else(|| PartitionLog::open_unsynced(open), Ok);
        match opened {
            Ok(log) => {
                let other = self.logs.write().insert(task.partition.clone(), log);
                other.map_or(Ok(()), |other| {
                    Err(OpenDirsError::Duplicate {
                        partition: task.partition,
                        first: other.health().path().to_owned(),
                        second: dir.path.clone(),
                    })
                })
            }
            Err(error) => {
                tracing::error!(log = %task.partition, %error, "log cannot be opened");
                dir.health.fail(&error);
                Ok(())
            }
        }
    }
}

/// A damaged checkpoint costs time (or old records that were deleted already), not data.
fn read_checkpoint(
    disk: &dyn Disk,
    dir: &Path,
    name: &str,
) -> io::Result<BTreeMap<TopicPartition, Offset>> {
    match checkpoint::read_offsets(disk, dir, name) {
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            tracing::warn!(dir = %dir.display(), name, %error, "damaged checkpoint is ignored");
            Ok(BTreeMap::new())
        }
        result => result,
    }
}

fn offline_dir(path: &Path, error: &io::Error) -> LogDir {
    let health = DirHealth::new(path.to_owned());
    health.fail(error);
    LogDir {
        path: path.to_owned(),
        id: DirectoryId::default(),
        health,
        clean_shutdown: None,
        _lock: None,
        written: Mutex::default(),
    }
}

/// Locks a directory and reads whose it is and what its manifest says. An I/O error is [`OpenDirsError::AllOffline`].
fn open_dir(disk: &dyn Disk, path: &Path) -> Result<(LogDir, Manifest), OpenDirsError> {
    let failed = |error| OpenDirsError::AllOffline { dir: path.to_owned(), error };
    let lock = match disk.lock(&path.join(LOCK_FILE)) {
        Ok(lock) => lock,
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
            return Err(OpenDirsError::InUse(path.to_owned()));
        }
        Err(error) => return Err(failed(error)),
    };
    let meta = MetaProperties::read(disk, path).map_err(failed)?;
    let meta = meta.ok_or_else(|| OpenDirsError::NotFormatted(path.to_owned()))?;
    // A folder may be there whose maker was killed before this.
    disk.sync_dir(path).map_err(failed)?;
    let (clean_shutdown, manifest) = take_clean_shutdown(disk, path).map_err(failed)?;
    let dir = LogDir {
        path: path.to_owned(),
        id: meta.directory_id.unwrap_or_default(),
        health: DirHealth::new(path.to_owned()),
        clean_shutdown,
        _lock: Some(lock),
        written: Mutex::default(),
    };
    Ok((dir, manifest))
}

/// Reads the mark of a clean shutdown and the manifest it names and removes both, for good, before
/// anything is changed. The mark's being there is what counts; an epoch that cannot be read is -1.
fn take_clean_shutdown(disk: &dyn Disk, dir: &Path) -> io::Result<(Option<i64>, Manifest)> {
    let path = dir.join(CLEAN_SHUTDOWN_FILE);
    let bytes = match read_file(disk, &path, CLEAN_SHUTDOWN_LIMIT) {
        Ok(bytes) => bytes,
        // One that is left without its mark is worth nothing: its removal need not be synced.
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Ok((None, manifest::take(disk, dir, None)?));
        }
        Err(error) => return Err(error),
    };
    let mark = serde_json::from_slice::<CleanShutdown>(&bytes).ok();
    let epoch = mark.as_ref().map_or(-1, |mark| mark.broker_epoch);
    let named = mark.and_then(|mark| ManifestId::parse(&mark.manifest?));
    let manifest = manifest::take(disk, dir, named)?;
    remove_if_exists(disk, &path)?;
    disk.sync_dir(dir)?;
    Ok((Some(epoch), manifest))
}

//! Shutdown of the log directories.

use std::{collections::VecDeque, io, sync::Arc};

use parking_lot::Mutex;

use super::{CLEAN_SHUTDOWN_FILE, LogDir, LogDirs, durable::SYNC_EACH};
use crate::{
    disk::replace_file,
    epochs::EpochCache,
    log::PartitionLog,
    manifest::{self, ManifestId},
    sync::EpochFile,
};

/// Threads that close logs.
const CLOSING_THREADS: usize = 8;

impl LogDirs {
    /// Closes all logs and leaves the mark of a clean shutdown in each directory where that worked.
    /// Nothing may use the logs any more.
    pub fn shutdown(&self, broker_epoch: i64) {
        let closed: Vec<bool> = self.dirs.iter().map(|dir| self.close_dir(dir)).collect();
        self.checkpoint_recovery_points();
        self.checkpoint_log_start_offsets();
        for (dir, closed) in self.dirs.iter().zip(closed) {
            if !closed || dir.health.is_offline() {
                continue;
            }
            let mark = CleanShutdown {
                version: 0,
                broker_epoch,
                manifest: self.write_manifest(dir).map(|id| id.to_string()),
            };
            let text = serde_json::to_vec(&mark).expect("numbers and a text");
            let path = dir.path.join(CLEAN_SHUTDOWN_FILE);
            if let Err(error) = replace_file(self.disk(), &path, &text) {
                tracing::error!(dir = %dir.path.display(), %error, "clean shutdown not marked");
            }
        }
    }

    /// Closes the logs of a directory; whether all of it was.
    fn close_dir(&self, dir: &LogDir) -> bool {
        let logs = self.logs_of(dir);
        if dir.health.is_offline() {
            return false;
        }
        if logs.len() <= SYNC_EACH {
            return for_each(logs, |log| log.close().map_err(io::Error::other)).is_some();
        }
        self.close_together(dir, logs)
            .inspect_err(|error| {
                tracing::error!(dir = %dir.path.display(), %error, "logs not closed");
            })
            .is_ok()
    }

    /// Closes many logs with two syncs of their file system: of what is written, and of the names that
    /// the files with the leader epochs take then.
    fn close_together(&self, dir: &LogDir, logs: Vec<Arc<PartitionLog>>) -> io::Result<()> {
        let not_all = || io::Error::other("not every log could be closed");
        let stopped = for_each(logs, |log| {
            log.stop().map_err(io::Error::other)?;
            Ok((Arc::clone(log), log.write_epochs_aside()?))
        });
        let stopped = stopped.ok_or_else(not_all)?;
        let disk = self.disk();
        match disk.sync_all(&dir.path) {
            Err(error) if error.kind() == io::ErrorKind::Unsupported => {
                let logs = stopped.into_iter().map(|(log, _)| log).collect();
                let synced = for_each(logs, |log| log.sync_stopped().map_err(io::Error::other));
                return synced.map(drop).ok_or_else(not_all);
            }
            synced => synced?,
        }
        for (log, _) in stopped.iter().filter(|(_, aside)| *aside) {
            EpochCache::take_place(disk, &log.dir())?;
        }
        disk.sync_all(&dir.path)?;
        for (log, _) in stopped {
            log.note_all_synced(EpochFile::Current);
            log.finish_close();
        }
        Ok(())
    }

    /// Writes the manifest of a directory whose logs are closed. Without one the next start opens them.
    fn write_manifest(&self, dir: &LogDir) -> Option<ManifestId> {
        let logs = self.logs_of(dir).into_iter();
        let closed = logs.filter_map(|log| Some((log.partition().clone(), log.closed_state()?)));
        manifest::write(self.disk(), &dir.path, closed)
            .inspect_err(|error| {
                tracing::warn!(dir = %dir.path.display(), %error, "manifest not written");
            })
            .ok()
    }
}

/// Does something to each log, by several threads; the results, if nothing failed.
fn for_each<T: Send>(
    logs: Vec<Arc<PartitionLog>>,
    run: impl Fn(&Arc<PartitionLog>) -> io::Result<T> + Sync,
) -> Option<Vec<T>> {
    let threads = logs.len().min(CLOSING_THREADS);
    let total = logs.len();
    let queue = Mutex::new(VecDeque::from(logs));
    let done = Mutex::new(Vec::with_capacity(total));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let Some(log) = queue.lock().pop_front() else { break };
                    match run(&log) {
                        Ok(result) => done.lock().push(result),
                        Err(error) => {
                            tracing::error!(log = %log.partition(), %error, "log not closed");
                        }
                    }
                }
            });
        }
    });
    Some(done.into_inner()).filter(|done| done.len() == total)
}

/// The mark of a clean shutdown, Kafka's but for the last field, which Kafka ignores and does not
/// write.
#[derive(serde::Deserialize, serde::Serialize)]
pub(super) struct CleanShutdown {
    #[serde(default)]
    pub(super) version: i32,
    #[serde(rename = "brokerEpoch")]
    pub(super) broker_epoch: i64,
    /// The manifest that the same shutdown wrote.
    #[serde(rename = "moldauManifest", default, skip_serializing_if = "Option::is_none")]
    pub(super) manifest: Option<String>,
}

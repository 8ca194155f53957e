//! A bounded cache of open files.
//!
//! A log has many more files than the process may have open. A [`FileSlot`] stands for one file and
//! opens it when somebody needs it; [`FileCache`] closes files that nobody used for a while.
//!
//! Invariants: at most the limit of files are held open by slots; who got a file from a slot keeps it
//! (beyond the limit, if need be) until dropping it, so a cached close never pulls a file away.

use std::{
    collections::VecDeque,
    io,
    path::{Path, PathBuf},
    sync::{
        Arc, Weak,
        atomic::{AtomicBool, Ordering},
    },
};

use parking_lot::{Mutex, RwLock};

use crate::{
    disk::{Disk, DiskFile, OpenMode},
    names::TEMPORARY_FILE,
};

/// Open files of all logs when nobody says otherwise: below the 20,000 that common systems allow,
/// with room for connections.
pub const DEFAULT_OPEN_FILES: usize = 8_000;

/// The open files of all logs of a process.
#[derive(Debug)]
pub struct FileCache {
    disk: Arc<dyn Disk>,
    limit: usize,
    /// Slots that hold their file open, oldest first.
    open: Mutex<VecDeque<Weak<FileSlot>>>,
}

/// The directory of a log, shared by its files, since it is renamed as a whole.
pub(crate) type SharedDir = Arc<RwLock<PathBuf>>;

/// One file that is open or not.
#[derive(Debug)]
pub(crate) struct FileSlot {
    cache: Arc<FileCache>,
    dir: SharedDir,
    name: Box<str>,
    file: Mutex<Option<Arc<dyn DiskFile>>>,
    /// Used since the cache last looked.
    used: AtomicBool,
}

impl FileCache {
    /// A cache that keeps at most `limit` files open (at least 16).
    #[must_use]
    pub fn new(disk: Arc<dyn Disk>, limit: usize) -> Arc<Self> {
        Arc::new(Self { disk, limit: limit.max(16), open: Mutex::default() })
    }

    /// The disk the files are on.
    #[must_use]
    pub fn disk(&self) -> &Arc<dyn Disk> {
        &self.disk
    }

    /// Number of files held open.
    #[must_use]
    pub fn open_files(&self) -> usize {
        self.open.lock().len()
    }

    pub(crate) fn slot(self: &Arc<Self>, dir: &SharedDir, name: String) -> Arc<FileSlot> {
        Arc::new(FileSlot {
            cache: Arc::clone(self),
            dir: Arc::clone(dir),
            name: name.into_boxed_str(),
            file: Mutex::default(),
            used: AtomicBool::new(false),
        })
    }

    /// Takes note of a slot that was just opened and closes what is over the limit.
    fn opened(&self, slot: &Arc<FileSlot>) {
        let mut victims = Vec::new();
        {
            let mut open = self.open.lock();
            open.push_back(Arc::downgrade(slot));
            let mut looked = open.len() * 2;
            while open.len() > self.limit && looked > 0 {
                looked -= 1;
                let Some(oldest) = open.pop_front() else { break };
                let Some(victim) = oldest.upgrade() else { continue };
                if victim.used.swap(false, Ordering::Relaxed) {
                    open.push_back(oldest);
                } else {
                    victims.push(victim);
                }
            }
        }
        for victim in victims {
            victim.file.lock().take();
        }
    }
}

impl FileSlot {
    pub(crate) fn path(&self) -> PathBuf {
        self.dir.read().join(&*self.name)
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn disk(&self) -> &dyn Disk {
        &*self.cache.disk
    }

    /// The open file, which must exist.
    pub(crate) fn get(self: &Arc<Self>) -> io::Result<Arc<dyn DiskFile>> {
        self.open(OpenMode::Write)
    }

    /// The open file, made when it is missing.
    pub(crate) fn create(self: &Arc<Self>) -> io::Result<Arc<dyn DiskFile>> {
        self.open(OpenMode::Create)
    }

    fn open(self: &Arc<Self>, mode: OpenMode) -> io::Result<Arc<dyn DiskFile>> {
        let mut held = self.file.lock();
        self.used.store(true, Ordering::Relaxed);
        if let Some(file) = &*held {
            return Ok(Arc::clone(file));
        }
        let path = self.path();
        let file = self.cache.disk.open(&path, mode).map_err(|error| with_path(error, &path))?;
        *held = Some(Arc::clone(&file));
        drop(held);
        self.cache.opened(self);
        Ok(file)
    }

    /// A slot for what is to replace this file: its name says that it is unfinished.
    pub(crate) fn aside(&self) -> Arc<Self> {
        self.cache.slot(&self.dir, format!("{}{TEMPORARY_FILE}", self.name))
    }

    /// Puts this file into the place of `other`, which opens anew.
    pub(crate) fn take_name_of(&self, other: &Self) -> io::Result<()> {
        self.close();
        other.close();
        self.disk().rename(&self.path(), &other.path())
    }

    /// Closes the file if it is open.
    pub(crate) fn close(&self) {
        self.file.lock().take();
    }
}

/// Adds the file to an error; the kind stays.
pub(crate) fn with_path(error: io::Error, path: &Path) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::SimDisk;

    #[test]
    fn files_beyond_the_limit_are_closed_and_open_again_on_use() {
        let disk = Arc::new(SimDisk::new());
        let cache = FileCache::new(disk, 16);
        let dir: SharedDir = Arc::new(RwLock::new(PathBuf::from("/")));
        let slots: Vec<_> = (0..100).map(|i| cache.slot(&dir, i.to_string())).collect();
        for round in 0..3u8 {
            for slot in &slots {
                slot.create().unwrap().write_all_at(&[round], u64::from(round)).unwrap();
                assert!(cache.open_files() <= 16);
            }
        }
        let mut bytes = [0; 3];
        slots[7].get().unwrap().read_exact_at(&mut bytes, 0).unwrap();
        assert_eq!(bytes, [0, 1, 2]);
        drop(slots);
        let slot = cache.slot(&dir, "new".into());
        slot.create().unwrap();
        assert!(cache.open_files() <= 17);
    }
}

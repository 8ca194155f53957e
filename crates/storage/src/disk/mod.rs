//! The seam to the file system: everything this crate does to a disk goes through it.
//!
//! Stands apart so that a test can run the whole crate on [`SimDisk`], which forgets what was not
//! synced when the power goes, fills up, and fails on demand.
//!
//! Invariants: no other file of the crate touches `std::fs`; nothing here knows what a log is.

mod real;
mod sim;

use std::{
    fmt,
    io::{self, IoSlice},
    path::Path,
    sync::Arc,
};

pub use real::RealDisk;
#[cfg(test)]
pub(crate) use sim::Dice;
pub use sim::{Fault, FaultOp, SimDisk};

/// How a file is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenMode {
    /// For reading; the file must exist.
    Read,
    /// For reading and writing; the file must exist.
    Write,
    /// For reading and writing; made when missing, kept when there.
    Create,
    /// For reading and writing; made when missing, emptied when there.
    Truncate,
}

/// What a directory entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// A regular file.
    File,
    /// A directory.
    Dir,
}

/// One name in a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DirEntry {
    /// Name without the path.
    pub name: String,
    /// File or directory.
    pub kind: EntryKind,
    /// Length of a file in bytes, 0 for a directory.
    pub len: u64,
}

/// An open file. Positions are always given, so that many threads can use one.
// Whether a file is empty is never asked.
#[allow(clippy::len_without_is_empty)]
pub trait DiskFile: Send + Sync + fmt::Debug {
    /// Reads at most `buffer.len()` bytes; 0 at the end of the file.
    ///
    /// # Errors
    /// The error of the system.
    fn read_at(&self, buffer: &mut [u8], position: u64) -> io::Result<usize>;

    /// Writes all bytes, one slice after the other. After an error any part may have been written.
    ///
    /// # Errors
    /// `StorageFull` (or `QuotaExceeded`) when there is no room, else the error of the system.
    fn write_all_vectored_at(&self, slices: &[IoSlice<'_>], position: u64) -> io::Result<()>;

    /// Returns once all bytes written so far, and the length, survive a power loss.
    ///
    /// # Errors
    /// The error of the system; what was not synced before may be lost then, for good.
    fn sync_data(&self) -> io::Result<()>;

    /// Cuts the file, or extends it with zeros.
    ///
    /// # Errors
    /// The error of the system.
    fn set_len(&self, len: u64) -> io::Result<()>;

    /// Length in bytes.
    ///
    /// # Errors
    /// The error of the system.
    fn len(&self) -> io::Result<u64>;

    /// The file of the operating system, for `sendfile`; none when there is no such thing.
    fn as_std(&self) -> Option<&std::fs::File> {
        None
    }
}

impl dyn DiskFile {
    /// Fills `buffer`.
    ///
    /// # Errors
    /// `UnexpectedEof` when the file ends before that.
    pub fn read_exact_at(&self, buffer: &mut [u8], position: u64) -> io::Result<()> {
        let read = self.read_full_at(buffer, position)?;
        if read < buffer.len() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(())
    }

    /// Reads until `buffer` is full or the file ends; gives the bytes read.
    ///
    /// # Errors
    /// The error of the system.
    pub fn read_full_at(&self, buffer: &mut [u8], position: u64) -> io::Result<usize> {
        let mut done = 0;
        while done < buffer.len() {
            match self.read_at(&mut buffer[done..], position + done as u64) {
                Ok(0) => break,
                Ok(read) => done += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(done)
    }

    /// Writes all of `bytes`.
    ///
    /// # Errors
    /// As [`DiskFile::write_all_vectored_at`].
    pub fn write_all_at(&self, bytes: &[u8], position: u64) -> io::Result<()> {
        self.write_all_vectored_at(&[IoSlice::new(bytes)], position)
    }
}

/// Room on a file system, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Space {
    /// All there is.
    pub total: u64,
    /// What this process can still write.
    pub free: u64,
}

/// A file lock that is held as long as this lives.
pub trait DiskLock: Send + Sync + fmt::Debug {}

/// A file system. Paths are whole paths; nothing is relative to this object.
pub trait Disk: Send + Sync + fmt::Debug {
    /// Opens a file.
    ///
    /// # Errors
    /// `NotFound` when it is missing and `mode` does not make it, else the error of the system.
    fn open(&self, path: &Path, mode: OpenMode) -> io::Result<Arc<dyn DiskFile>>;

    /// Entries of a directory, sorted by name.
    ///
    /// # Errors
    /// The error of the system.
    fn read_dir(&self, path: &Path) -> io::Result<Vec<DirEntry>>;

    /// Makes a directory and those above it.
    ///
    /// # Errors
    /// The error of the system.
    fn create_dir_all(&self, path: &Path) -> io::Result<()>;

    /// Renames a file or directory, replacing a file of the new name at once.
    ///
    /// # Errors
    /// The error of the system.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Removes a file.
    ///
    /// # Errors
    /// `NotFound` when it is missing, else the error of the system.
    fn remove_file(&self, path: &Path) -> io::Result<()>;

    /// Removes a directory and all in it.
    ///
    /// # Errors
    /// The error of the system.
    fn remove_dir_all(&self, path: &Path) -> io::Result<()>;

    /// Returns once the names in the directory survive a power loss.
    ///
    /// # Errors
    /// The error of the system.
    fn sync_dir(&self, path: &Path) -> io::Result<()>;

    /// Returns once everything on the file system that has the path survives a power loss, other
    /// programs' files included.
    ///
    /// # Errors
    /// `Unsupported` where there is no such thing, else the error of the system.
    fn sync_all(&self, path: &Path) -> io::Result<()>;

    /// Whether a file or directory of this name is there.
    fn exists(&self, path: &Path) -> bool;

    /// Time of the last write to a file, or of the last change of a directory's names, in ms since
    /// 1970.
    ///
    /// # Errors
    /// The error of the system.
    fn modified_ms(&self, path: &Path) -> io::Result<i64>;

    /// Room on the file system under `path`.
    ///
    /// # Errors
    /// The error of the system.
    fn space(&self, path: &Path) -> io::Result<Space>;

    /// Makes the file and locks it for this process alone.
    ///
    /// # Errors
    /// `WouldBlock` when another process (or another holder in this one) has it.
    fn lock(&self, path: &Path) -> io::Result<Box<dyn DiskLock>>;
}

/// Reads a whole file of at most `limit` bytes.
///
/// # Errors
/// `InvalidData` when it is longer, else the error of the system.
pub fn read_file(disk: &dyn Disk, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let file = disk.open(path, OpenMode::Read)?;
    let len = file.len()?;
    if len > limit {
        return Err(io::Error::new(
            io::ErrorKind::InvalidData,
            format!("{} has {len} bytes, more than {limit}", path.display()),
        ));
    }
    let mut bytes = vec![0; usize::try_from(len).unwrap_or(usize::MAX)];
    let read = file.read_full_at(&mut bytes, 0)?;
    bytes.truncate(read);
    Ok(bytes)
}

/// Replaces a small file so that after a crash either the old or the new content is there, whole:
/// written beside it, synced, renamed, and the directory synced.
///
/// # Errors
/// The error of the system; the old content is still there then.
pub fn replace_file(disk: &dyn Disk, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(".tmp");
    let temporary = Path::new(&temporary);
    let file = disk.open(temporary, OpenMode::Truncate)?;
    file.write_all_at(bytes, 0)?;
    file.sync_data()?;
    drop(file);
    disk.rename(temporary, path)?;
    match path.parent() {
        Some(parent) => disk.sync_dir(parent),
        None => Ok(()),
    }
}

/// Removes a file that may be missing.
///
/// # Errors
/// The error of the system, but for `NotFound`.
pub fn remove_if_exists(disk: &dyn Disk, path: &Path) -> io::Result<()> {
    match disk.remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Whether the error says that the disk (or the quota on it) is full.
#[must_use]
pub fn is_full(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
}

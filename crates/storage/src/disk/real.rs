//! The file system of the operating system.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, IoSlice},
    os::unix::fs::FileExt,
    path::Path,
    sync::Arc,
    time::UNIX_EPOCH,
};

use super::{DirEntry, Disk, DiskFile, DiskLock, EntryKind, OpenMode, Space};

/// Slices that one system call takes (`IOV_MAX` of Linux).
const SLICES_PER_CALL: usize = 1024;

/// The file system of the operating system.
#[derive(Clone, Copy, Debug, Default)]
pub struct RealDisk;

#[derive(Debug)]
struct RealFile(File);

/// Both kinds of lock: `flock` tells apart holders inside one process, the POSIX one is what a JVM
/// takes. Both go when the file is closed.
#[derive(Debug)]
struct RealLock(#[allow(dead_code)] File);

impl DiskLock for RealLock {}

impl DiskFile for RealFile {
    fn read_at(&self, buffer: &mut [u8], position: u64) -> io::Result<usize> {
        self.0.read_at(buffer, position)
    }

    fn write_all_vectored_at(&self, slices: &[IoSlice<'_>], position: u64) -> io::Result<()> {
        let mut position = position;
        // A short write starts again inside of a slice: that rest goes first, alone.
        let mut index = 0;
        let mut skip = 0;
        while index < slices.len() {
            if skip == slices[index].len() {
                index += 1;
                skip = 0;
                continue;
            }
            let written = if skip > 0 {
                rustix::io::pwrite(&self.0, &slices[index][skip..], position)
            } else {
                let end = slices.len().min(index + SLICES_PER_CALL);
                rustix::io::pwritev(&self.0, &slices[index..end], position)
            };
            let mut written = match written {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(written) => written,
                Err(rustix::io::Errno::INTR) => continue,
                Err(error) => return Err(error.into()),
            };
            position += written as u64;
            while written > 0 {
                let rest = slices[index].len() - skip;
                if written < rest {
                    skip += written;
                    break;
                }
                written -= rest;
                index += 1;
                skip = 0;
            }
        }
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        self.0.sync_data()
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.0.set_len(len)
    }

    fn len(&self) -> io::Result<u64> {
        Ok(self.0.metadata()?.len())
    }

    fn as_std(&self) -> Option<&File> {
        Some(&self.0)
    }
}

impl Disk for RealDisk {
    fn open(&self, path: &Path, mode: OpenMode) -> io::Result<Arc<dyn DiskFile>> {
        let mut options = OpenOptions::new();
        options.read(true);
        match mode {
            OpenMode::Read => &mut options,
            OpenMode::Write => options.write(true),
            OpenMode::Create => options.write(true).create(true).truncate(false),
            OpenMode::Truncate => options.write(true).create(true).truncate(true),
        };
        Ok(Arc::new(RealFile(options.open(path)?)))
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<DirEntry>> {
        let mut entries = Vec::new();
        for entry in fs::read_dir(path)? {
            let entry = entry?;
            let kind = entry.file_type()?;
            let metadata = if kind.is_symlink() {
                fs::metadata(entry.path())
            } else if kind.is_dir() {
                // Its length is not asked for: one system call less for each log.
                entries.push(DirEntry {
                    name: entry.file_name().to_string_lossy().into_owned(),
                    kind: EntryKind::Dir,
                    len: 0,
                });
                continue;
            } else {
                entry.metadata()
            };
            let metadata = match metadata {
                Ok(metadata) => metadata,
                // Removed since the listing, or a dangling link.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(error) => return Err(error),
            };
            let kind = if metadata.is_dir() { EntryKind::Dir } else { EntryKind::File };
            entries.push(DirEntry {
                name: entry.file_name().to_string_lossy().into_owned(),
                kind,
                len: if kind == EntryKind::File { metadata.len() } else { 0 },
            });
        }
        entries.sort_by(|left, right| left.name.cmp(&right.name));
        Ok(entries)
    }

    fn create_dir_all(&self, path: &Path) -> io::Result<()> {
        fs::create_dir_all(path)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn remove_dir_all(&self, path: &Path) -> io::Result<()> {
        fs::remove_dir_all(path)
    }

    fn sync_dir(&self, path: &Path) -> io::Result<()> {
        File::open(path)?.sync_all()
    }

    #[cfg(target_os = "linux")]
    fn sync_all(&self, path: &Path) -> io::Result<()> {
        // Linux waits for the writes, and reports those that failed since 5.8.
        Ok(rustix::fs::syncfs(File::open(path)?)?)
    }

    #[cfg(not(target_os = "linux"))]
    fn sync_all(&self, _path: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn exists(&self, path: &Path) -> bool {
        path.exists()
    }

    fn modified_ms(&self, path: &Path) -> io::Result<i64> {
        let modified = fs::metadata(path)?.modified()?;
        let since = modified.duration_since(UNIX_EPOCH).unwrap_or_default();
        Ok(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }

    fn space(&self, path: &Path) -> io::Result<Space> {
        let stats = rustix::fs::statvfs(path)?;
        Ok(Space {
            total: stats.f_blocks.saturating_mul(stats.f_frsize),
            free: stats.f_bavail.saturating_mul(stats.f_frsize),
        })
    }

    fn lock(&self, path: &Path) -> io::Result<Box<dyn DiskLock>> {
        let file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(io::ErrorKind::WouldBlock.into()),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        match rustix::fs::fcntl_lock(&file, rustix::fs::FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => Ok(Box::new(RealLock(file))),
            Err(rustix::io::Errno::ACCESS | rustix::io::Errno::AGAIN) => {
                Err(io::ErrorKind::WouldBlock.into())
            }
            Err(error) => Err(error.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vectored_write_writes_all_slices() {
        let dir = tempfile::tempdir().unwrap();
        let file = RealDisk.open(&dir.path().join("f"), OpenMode::Create).unwrap();
        let pieces: Vec<Vec<u8>> =
            (0..3000u32).map(|i| i.to_be_bytes()[..i as usize % 4 + 1].to_vec()).collect();
        let slices: Vec<IoSlice<'_>> = pieces.iter().map(|piece| IoSlice::new(piece)).collect();
        file.write_all_vectored_at(&slices, 5).unwrap();
        let expected: Vec<u8> = [vec![0; 5], pieces.concat()].concat();
        let mut found = vec![0; expected.len() + 1];
        assert_eq!(file.read_full_at(&mut found, 0).unwrap(), expected.len());
        assert_eq!(found[..expected.len()], expected);
    }

    #[test]
    fn a_lock_has_one_holder() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(".lock");
        let held = RealDisk.lock(&path).unwrap();
        assert_eq!(RealDisk.lock(&path).unwrap_err().kind(), io::ErrorKind::WouldBlock);
        drop(held);
        RealDisk.lock(&path).unwrap();
    }

    #[test]
    fn entries_are_what_links_lead_to_and_all_of_it_can_be_synced() {
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().join(name);
        fs::create_dir(path("a")).unwrap();
        fs::write(path("b"), "four").unwrap();
        std::os::unix::fs::symlink(path("a"), path("c")).unwrap();
        std::os::unix::fs::symlink(path("b"), path("d")).unwrap();
        std::os::unix::fs::symlink(path("nothing"), path("e")).unwrap();
        let entries = RealDisk.read_dir(dir.path()).unwrap();
        let found: Vec<_> =
            entries.iter().map(|entry| (&*entry.name, entry.kind, entry.len)).collect();
        let (file, folder) = (EntryKind::File, EntryKind::Dir);
        assert_eq!(found, [("a", folder, 0), ("b", file, 4), ("c", folder, 0), ("d", file, 4)]);
        match RealDisk.sync_all(dir.path()) {
            Err(error) => assert_eq!(error.kind(), io::ErrorKind::Unsupported),
            Ok(()) => assert!(RealDisk.sync_all(&path("nothing")).is_err()),
        }
    }
}

//! A disk in memory that loses what was not synced when the power goes.
//!
//! A file keeps what it had at its last sync beside what it has now; a directory keeps the order of
//! its changes since its last sync. [`SimDisk::crash`] lets chance decide, sector by sector, which
//! unsynced bytes made it, and how many of the last changes of each directory did.
//!
//! Invariants: what was synced is never lost; a rename survives whole or not at all; a handle from
//! before a crash fails.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    io::{self, IoSlice},
    path::{Component, Path},
    sync::Arc,
};

use parking_lot::Mutex;

use super::{DirEntry, Disk, DiskFile, DiskLock, EntryKind, OpenMode, Space};

/// Unit in which unsynced bytes survive or not, unless somebody says another.
const SECTOR: usize = 512;

/// Inode of the root directory.
const ROOT: u64 = 0;

/// Which operations a [`Fault`] hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultOp {
    /// Reading file bytes.
    Read,
    /// Writing file bytes or changing the length.
    Write,
    /// Syncing a file or directory.
    Sync,
    /// All that touches the path.
    Any,
}

/// An error that operations on some paths give as long as it is set.
#[derive(Clone, Debug)]
pub struct Fault {
    /// Which operations.
    pub op: FaultOp,
    /// Paths that have this in them.
    pub path_contains: String,
    /// Error number, as 5 for EIO.
    pub os_error: i32,
}

#[derive(Debug, Default)]
struct FileNode {
    live: Vec<u8>,
    synced: Vec<u8>,
    /// Sectors written since the last sync.
    dirty: BTreeSet<usize>,
    modified_ms: i64,
}

type DirChange = Vec<(String, Option<u64>)>;

#[derive(Debug, Default)]
struct DirNode {
    live: BTreeMap<String, u64>,
    synced: BTreeMap<String, u64>,
    modified_ms: i64,
    /// Changes since the last sync, oldest first; each survives whole or not at all.
    journal: Vec<DirChange>,
}

#[derive(Debug)]
enum Node {
    File(FileNode),
    Dir(DirNode),
}

#[derive(Debug, Default)]
struct State {
    nodes: HashMap<u64, Node>,
    sector: usize,
    next_inode: u64,
    /// Power cycles so far; handles of an older one fail.
    life: u64,
    capacity: Option<u64>,
    faults: Vec<Fault>,
    /// Changes that still work before the power goes.
    power: Option<u64>,
    locks: BTreeSet<String>,
    now_ms: i64,
    /// Paths opened, listed or changed while somebody watches.
    watched: Option<Vec<String>>,
}

/// A disk in memory; clones share it.
#[derive(Clone, Debug)]
pub struct SimDisk(Arc<Mutex<State>>);

impl Default for SimDisk {
    fn default() -> Self {
        Self::new()
    }
}

#[derive(Debug)]
struct SimFile {
    disk: SimDisk,
    inode: u64,
    life: u64,
    path: String,
}

#[derive(Debug)]
struct SimLock {
    disk: SimDisk,
    path: String,
}

impl DiskLock for SimLock {}

impl Drop for SimLock {
    fn drop(&mut self) {
        self.disk.0.lock().locks.remove(&self.path);
    }
}

/// A small generator, so that a crash depends on its seed alone.
#[derive(Debug)]
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn next(&mut self) -> u64 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
}

fn power_lost() -> io::Error {
    io::Error::other("simulated power loss")
}

impl State {
    fn check(&mut self, op: FaultOp, path: &str) -> io::Result<()> {
        if let Some(watched) = &mut self.watched {
            watched.push(path.to_owned());
        }
        if self.power == Some(0) {
            return Err(power_lost());
        }
        for fault in &self.faults {
            if (fault.op == FaultOp::Any || fault.op == op) && path.contains(&fault.path_contains) {
                return Err(io::Error::from_raw_os_error(fault.os_error));
            }
        }
        Ok(())
    }

    /// Counts one change; fails when the power is gone.
    fn change(&mut self, op: FaultOp, path: &str) -> io::Result<()> {
        self.check(op, path)?;
        if let Some(left) = &mut self.power {
            *left -= 1;
        }
        Ok(())
    }

    fn find(&self, path: &Path) -> io::Result<u64> {
        let mut inode = ROOT;
        for component in path.components() {
            let Component::Normal(name) = component else { continue };
            let Some(Node::Dir(dir)) = self.nodes.get(&inode) else {
                return Err(io::ErrorKind::NotADirectory.into());
            };
            inode = *dir
                .live
                .get(&*name.to_string_lossy())
                .ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?;
        }
        Ok(inode)
    }

    fn dir(&mut self, inode: u64) -> io::Result<&mut DirNode> {
        match self.nodes.get_mut(&inode) {
            Some(Node::Dir(dir)) => Ok(dir),
            _ => Err(io::ErrorKind::NotADirectory.into()),
        }
    }

    fn file(&mut self, inode: u64) -> io::Result<&mut FileNode> {
        match self.nodes.get_mut(&inode) {
            Some(Node::File(file)) => Ok(file),
            _ => Err(io::ErrorKind::IsADirectory.into()),
        }
    }

    fn parent(&self, path: &Path) -> io::Result<(u64, String)> {
        let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else {
            return Err(io::ErrorKind::InvalidInput.into());
        };
        Ok((self.find(parent)?, name.to_string_lossy().into_owned()))
    }

    fn apply(&mut self, dir: u64, change: DirChange) -> io::Result<()> {
        let now_ms = self.now_ms;
        let dir = self.dir(dir)?;
        dir.modified_ms = now_ms;
        for (name, inode) in &change {
            match inode {
                Some(inode) => dir.live.insert(name.clone(), *inode),
                None => dir.live.remove(name),
            };
        }
        dir.journal.push(change);
        Ok(())
    }

    fn add(&mut self, node: Node) -> u64 {
        self.next_inode += 1;
        self.nodes.insert(self.next_inode, node);
        self.next_inode
    }

    fn used(&self) -> u64 {
        let len = |node: &Node| match node {
            Node::File(file) => file.live.len() as u64,
            Node::Dir(_) => 0,
        };
        self.nodes.values().map(len).sum()
    }
}

impl SimDisk {
    /// An empty disk without a limit.
    #[must_use]
    pub fn new() -> Self {
        let mut state = State { sector: SECTOR, ..State::default() };
        state.nodes.insert(ROOT, Node::Dir(DirNode::default()));
        Self(Arc::new(Mutex::new(state)))
    }

    /// Loses what was not synced, as `seed` decides, and turns the power on again. Faults and the
    /// power limit are cleared, locks are gone.
    pub fn crash(&self, seed: u64) {
        let mut dice = Dice(seed);
        let mut state = self.0.lock();
        let mut inodes: Vec<u64> = state.nodes.keys().copied().collect();
        inodes.sort_unstable();
        let sector = state.sector;
        for inode in inodes {
            match state.nodes.get_mut(&inode) {
                Some(Node::File(file)) => crash_file(file, sector, &mut dice),
                Some(Node::Dir(dir)) => {
                    let survive = dice.below(dir.journal.len() + 1);
                    for change in dir.journal.drain(..).take(survive) {
                        for (name, inode) in change {
                            match inode {
                                Some(inode) => dir.synced.insert(name, inode),
                                None => dir.synced.remove(&name),
                            };
                        }
                    }
                    dir.live = dir.synced.clone();
                }
                None => {}
            }
        }
        state.life += 1;
        state.power = None;
        state.faults.clear();
        state.locks.clear();
    }

    /// Makes the unit in which unsynced bytes survive smaller, so that small files are torn as large
    /// ones are. For an empty disk.
    pub fn set_sector(&self, bytes: usize) {
        self.0.lock().sector = bytes.max(1);
    }

    /// Turns the power off after that many more changes; every operation fails then until
    /// [`SimDisk::crash`].
    pub fn cut_power_after(&self, changes: u64) {
        self.0.lock().power = Some(changes);
    }

    /// Bytes that all files together may have; a write beyond it stores what fits and fails.
    pub fn set_capacity(&self, bytes: Option<u64>) {
        self.0.lock().capacity = bytes;
    }

    /// Replaces the faults that are set.
    pub fn set_faults(&self, faults: Vec<Fault>) {
        self.0.lock().faults = faults;
    }

    /// The time that files written from now on have.
    pub fn set_now(&self, now_ms: i64) {
        self.0.lock().now_ms = now_ms;
    }

    /// Takes note of every path that is opened, listed, read or changed from now on.
    pub fn watch(&self) {
        self.0.lock().watched = Some(Vec::new());
    }

    /// The paths since [`SimDisk::watch`], in order; not watched any more.
    #[must_use]
    pub fn unwatch(&self) -> Vec<String> {
        self.0.lock().watched.take().unwrap_or_default()
    }

    /// Bytes of all files together.
    #[must_use]
    pub fn used(&self) -> u64 {
        self.0.lock().used()
    }
}

fn crash_file(file: &mut FileNode, size: usize, dice: &mut Dice) {
    let (short, long) =
        (file.live.len().min(file.synced.len()), file.live.len().max(file.synced.len()));
    let len = match dice.below(3) {
        0 => file.synced.len(),
        1 => file.live.len(),
        _ => short + dice.below(long - short + 1),
    };
    let mut bytes = std::mem::take(&mut file.synced);
    bytes.resize(len, 0);
    let keep_of_256 = [0, 128, 256][dice.below(3)];
    for sector in std::mem::take(&mut file.dirty) {
        if dice.below(256) >= keep_of_256 {
            continue;
        }
        let start = sector * size;
        let end = (start + size).min(len).min(file.live.len());
        if start < end {
            bytes[start..end].copy_from_slice(&file.live[start..end]);
        }
    }
    file.live.clone_from(&bytes);
    file.synced = bytes;
}

impl SimFile {
    fn with<T>(&self, run: impl FnOnce(&mut State) -> io::Result<T>) -> io::Result<T> {
        let mut state = self.disk.0.lock();
        if state.life != self.life {
            return Err(power_lost());
        }
        run(&mut state)
    }
}

impl DiskFile for SimFile {
    fn read_at(&self, buffer: &mut [u8], position: u64) -> io::Result<usize> {
        self.with(|state| {
            state.check(FaultOp::Read, &self.path)?;
            let live = &state.file(self.inode)?.live;
            let start = usize::try_from(position).unwrap_or(usize::MAX).min(live.len());
            let count = buffer.len().min(live.len() - start);
            buffer[..count].copy_from_slice(&live[start..start + count]);
            Ok(count)
        })
    }

    fn write_all_vectored_at(&self, slices: &[IoSlice<'_>], position: u64) -> io::Result<()> {
        self.with(|state| {
            state.change(FaultOp::Write, &self.path)?;
            let slices: Vec<&[u8]> = slices.iter().map(|slice| &**slice).collect();
            let bytes = slices.concat();
            let start = usize::try_from(position).map_err(io::Error::other)?;
            let capacity = state.capacity.unwrap_or(u64::MAX);
            let used = if state.capacity.is_some() { state.used() } else { 0 };
            let (now_ms, sector) = (state.now_ms, state.sector);
            let file = state.file(self.inode)?;
            let room = capacity.saturating_sub(used).saturating_add(file.live.len() as u64);
            let end = (start + bytes.len())
                .min(usize::try_from(room).unwrap_or(usize::MAX).max(file.live.len()));
            let fits = end.saturating_sub(start).min(bytes.len());
            if file.live.len() < start + fits {
                file.live.resize(start + fits, 0);
            }
            file.live[start..start + fits].copy_from_slice(&bytes[..fits]);
            file.dirty.extend(start / sector..(start + fits).div_ceil(sector));
            file.modified_ms = now_ms;
            if fits < bytes.len() {
                return Err(io::ErrorKind::StorageFull.into());
            }
            Ok(())
        })
    }

    fn sync_data(&self) -> io::Result<()> {
        self.with(|state| {
            state.change(FaultOp::Sync, &self.path)?;
            let file = state.file(self.inode)?;
            file.synced.clone_from(&file.live);
            file.dirty.clear();
            Ok(())
        })
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.with(|state| {
            state.change(FaultOp::Write, &self.path)?;
            let len = usize::try_from(len).map_err(io::Error::other)?;
            let sector = state.sector;
            let file = state.file(self.inode)?;
            let old = file.live.len();
            file.live.resize(len, 0);
            file.dirty.extend(old.min(len) / sector..old.max(len).div_ceil(sector));
            Ok(())
        })
    }

    fn len(&self) -> io::Result<u64> {
        self.with(|state| Ok(state.file(self.inode)?.live.len() as u64))
    }
}

impl Disk for SimDisk {
    fn open(&self, path: &Path, mode: OpenMode) -> io::Result<Arc<dyn DiskFile>> {
        let mut state = self.0.lock();
        let text = path.to_string_lossy().into_owned();
        state.check(FaultOp::Any, &text)?;
        let inode = match state.find(path) {
            Ok(inode) => {
                if mode == OpenMode::Truncate {
                    state.change(FaultOp::Write, &text)?;
                    let sector = state.sector;
                    let file = state.file(inode)?;
                    file.dirty.extend(0..file.live.len().div_ceil(sector));
                    file.live.clear();
                }
                state.file(inode)?;
                inode
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                if matches!(mode, OpenMode::Read | OpenMode::Write) {
                    return Err(error);
                }
                state.change(FaultOp::Write, &text)?;
                let (dir, name) = state.parent(path)?;
                let modified_ms = state.now_ms;
                let inode = state.add(Node::File(FileNode { modified_ms, ..FileNode::default() }));
                state.apply(dir, vec![(name, Some(inode))])?;
                inode
            }
            Err(error) => return Err(error),
        };
        Ok(Arc::new(SimFile { disk: self.clone(), inode, life: state.life, path: text }))
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<DirEntry>> {
        let mut state = self.0.lock();
        state.check(FaultOp::Read, &path.to_string_lossy())?;
        let inode = state.find(path)?;
        let names: Vec<(String, u64)> =
            state.dir(inode)?.live.iter().map(|(name, inode)| (name.clone(), *inode)).collect();
        let entry = |(name, inode)| match state.nodes.get(&inode) {
            Some(Node::File(file)) => {
                DirEntry { name, kind: EntryKind::File, len: file.live.len() as u64 }
            }
            _ => DirEntry { name, kind: EntryKind::Dir, len: 0 },
        };
        Ok(names.into_iter().map(entry).collect())
    }

    fn create_dir_all(&self, path: &Path) -> io::Result<()> {
        let mut state = self.0.lock();
        let mut above = std::path::PathBuf::new();
        for component in path.components() {
            above.push(component);
            if state.find(&above).is_ok() {
                continue;
            }
            state.change(FaultOp::Write, &path.to_string_lossy())?;
            let (dir, name) = state.parent(&above)?;
            let inode = state.add(Node::Dir(DirNode::default()));
            state.apply(dir, vec![(name, Some(inode))])?;
        }
        Ok(())
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut state = self.0.lock();
        state.change(FaultOp::Write, &from.to_string_lossy())?;
        let inode = state.find(from)?;
        let (from_dir, from_name) = state.parent(from)?;
        let (to_dir, to_name) = state.parent(to)?;
        if from_dir != to_dir {
            return Err(io::Error::other("a simulated rename stays in its directory"));
        }
        state.apply(from_dir, vec![(from_name, None), (to_name, Some(inode))])
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        let mut state = self.0.lock();
        let inode = state.find(path)?;
        state.change(FaultOp::Write, &path.to_string_lossy())?;
        state.file(inode)?;
        let (dir, name) = state.parent(path)?;
        state.apply(dir, vec![(name, None)])
    }

    fn remove_dir_all(&self, path: &Path) -> io::Result<()> {
        let mut state = self.0.lock();
        let inode = state.find(path)?;
        state.change(FaultOp::Write, &path.to_string_lossy())?;
        state.dir(inode)?;
        let (dir, name) = state.parent(path)?;
        state.apply(dir, vec![(name, None)])
    }

    fn sync_dir(&self, path: &Path) -> io::Result<()> {
        let mut state = self.0.lock();
        state.change(FaultOp::Sync, &path.to_string_lossy())?;
        let inode = state.find(path)?;
        let dir = state.dir(inode)?;
        dir.synced = dir.live.clone();
        dir.journal.clear();
        Ok(())
    }

    fn sync_all(&self, path: &Path) -> io::Result<()> {
        let mut state = self.0.lock();
        state.change(FaultOp::Sync, &path.to_string_lossy())?;
        for node in state.nodes.values_mut() {
            match node {
                Node::File(file) => {
                    file.synced.clone_from(&file.live);
                    file.dirty.clear();
                }
                Node::Dir(dir) => {
                    dir.synced.clone_from(&dir.live);
                    dir.journal.clear();
                }
            }
        }
        Ok(())
    }

    fn exists(&self, path: &Path) -> bool {
        self.0.lock().find(path).is_ok()
    }

    fn modified_ms(&self, path: &Path) -> io::Result<i64> {
        let state = self.0.lock();
        let inode = state.find(path)?;
        match state.nodes.get(&inode) {
            Some(Node::File(file)) => Ok(file.modified_ms),
            Some(Node::Dir(dir)) => Ok(dir.modified_ms),
            None => Err(io::ErrorKind::NotFound.into()),
        }
    }

    fn space(&self, _path: &Path) -> io::Result<Space> {
        let state = self.0.lock();
        let total = state.capacity.unwrap_or(u64::MAX);
        Ok(Space { total, free: total.saturating_sub(state.used()) })
    }

    fn lock(&self, path: &Path) -> io::Result<Box<dyn DiskLock>> {
        let text = path.to_string_lossy().into_owned();
        if !self.0.lock().locks.insert(text.clone()) {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        Ok(Box::new(SimLock { disk: self.clone(), path: text }))
    }
}

#[cfg(test)]
mod tests;

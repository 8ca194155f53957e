//! The names in a log's folder: what they are, and which of them are left from work that a crash
//! interrupted.

use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    path::Path,
};

use moldau_protocol::ids::Offset;

use crate::{
    disk::{DirEntry, Disk, EntryKind, OpenMode, remove_if_exists},
    names::{
        CLEANED_FILE, DELETED_FILE, SWAP_FILE, TEMPORARY_FILE, parse_segment_file, segment_file,
    },
    offset_index,
    producer_state::SNAPSHOT,
    scan::{LARGE_CHUNK, Scanner, Step},
    segment::{INDEX, LOG, TIME_INDEX, TXN_INDEX},
    time_index,
};

/// What is in a log's folder.
#[derive(Debug, Default)]
pub(super) struct Folder {
    /// Base offset and size of each segment.
    pub(super) logs: BTreeMap<Offset, u64>,
    /// Offsets of the producer snapshots.
    pub(super) snapshots: BTreeSet<Offset>,
    indexes: BTreeMap<Offset, u64>,
    time_indexes: BTreeMap<Offset, u64>,
    txn_indexes: BTreeSet<Offset>,
}

impl Folder {
    /// Whether both indexes of a segment are there and have whole entries.
    pub(super) fn indexes_look_whole(&self, base: Offset) -> bool {
        let whole = |lens: &BTreeMap<Offset, u64>, entry: usize| {
            lens.get(&base).is_some_and(|len| len % entry as u64 == 0)
        };
        whole(&self.indexes, offset_index::ENTRY) && whole(&self.time_indexes, time_index::ENTRY)
    }

    /// Whether a segment has offset and time index, whatever is in them.
    pub(super) fn has_indexes(&self, base: Offset) -> bool {
        self.indexes.contains_key(&base) && self.time_indexes.contains_key(&base)
    }

    pub(super) fn has_txn_index(&self, base: Offset) -> bool {
        self.txn_indexes.contains(&base)
    }
}

fn files(disk: &dyn Disk, dir: &Path) -> io::Result<Vec<DirEntry>> {
    let mut entries = disk.read_dir(dir)?;
    entries.retain(|entry| entry.kind == EntryKind::File);
    Ok(entries)
}

/// Removes what is left over and lists the rest. The folder is read once, unless something is left.
pub(super) fn tidy(disk: &dyn Disk, dir: &Path) -> io::Result<Folder> {
    let mut entries = files(disk, dir)?;
    let unfinished = [DELETED_FILE, TEMPORARY_FILE, CLEANED_FILE, SWAP_FILE];
    if entries.iter().any(|entry| unfinished.iter().any(|suffix| entry.name.ends_with(suffix))) {
        tidy_unfinished(disk, dir, &entries)?;
        entries = files(disk, dir)?;
    }
    let folder = list(&entries);
    remove_orphans(disk, dir, &folder, &entries)?;
    Ok(folder)
}

fn tidy_unfinished(disk: &dyn Disk, dir: &Path, entries: &[DirEntry]) -> io::Result<()> {
    let names = |suffix: &'static str| {
        entries.iter().map(|entry| &entry.name).filter(move |name| name.ends_with(suffix))
    };
    for name in names(DELETED_FILE).chain(names(TEMPORARY_FILE)) {
        remove_if_exists(disk, &dir.join(name))?;
    }
    let offset_of = |name: &String| parse_segment_file(name).map(|(offset, _)| offset);
    let first_cleaned = names(CLEANED_FILE).filter_map(offset_of).min();
    for name in names(CLEANED_FILE) {
        remove_if_exists(disk, &dir.join(name))?;
    }
    let mut swaps = Vec::new();
    for name in names(SWAP_FILE) {
        // A replacement of several segments whose last part was not finished is not valid.
        if first_cleaned.is_some_and(|first| offset_of(name).is_some_and(|offset| offset >= first))
        {
            remove_if_exists(disk, &dir.join(name))?;
        } else {
            swaps.push(name.clone());
        }
    }
    finish_swap(disk, dir, &swaps)
}

/// Puts finished segments of a compaction into their place: the segments they replace go first.
fn finish_swap(disk: &dyn Disk, dir: &Path, swaps: &[String]) -> io::Result<()> {
    let mut range: Option<(Offset, Offset)> = None;
    for name in swaps {
        let Some((base, extension)) = parse_segment_file(name) else { continue };
        if extension.strip_suffix(SWAP_FILE) != Some(LOG) {
            continue;
        }
        let file = disk.open(&dir.join(name), OpenMode::Read)?;
        let len = file.len()?;
        let mut scanner = Scanner::new(file, 0, len, LARGE_CHUNK);
        let mut next = base;
        while let Step::Frame(frame) = scanner.step()? {
            next = frame.last_offset.next();
        }
        let (first, last) = range.unwrap_or((base, next));
        range = Some((first.min(base), last.max(next)));
    }
    if let Some((first, last)) = range {
        for entry in disk.read_dir(dir)? {
            let Some((offset, extension)) = parse_segment_file(&entry.name) else { continue };
            let is_segment = [LOG, INDEX, TIME_INDEX, TXN_INDEX].contains(&extension);
            if is_segment && offset >= first && offset < last {
                remove_if_exists(disk, &dir.join(&entry.name))?;
            }
        }
    }
    for name in swaps {
        let target = name.strip_suffix(SWAP_FILE).unwrap_or(name);
        disk.rename(&dir.join(name), &dir.join(target))?;
    }
    Ok(())
}

fn list(entries: &[DirEntry]) -> Folder {
    let mut folder = Folder::default();
    for entry in entries {
        let Some((offset, extension)) = parse_segment_file(&entry.name) else { continue };
        match extension {
            LOG => drop(folder.logs.insert(offset, entry.len)),
            INDEX => drop(folder.indexes.insert(offset, entry.len)),
            TIME_INDEX => drop(folder.time_indexes.insert(offset, entry.len)),
            TXN_INDEX => drop(folder.txn_indexes.insert(offset)),
            SNAPSHOT => drop(folder.snapshots.insert(offset)),
            _ => {}
        }
    }
    folder
}

fn remove_orphans(
    disk: &dyn Disk,
    dir: &Path,
    folder: &Folder,
    entries: &[DirEntry],
) -> io::Result<()> {
    for entry in entries {
        let Some((offset, extension)) = parse_segment_file(&entry.name) else { continue };
        let index = [INDEX, TIME_INDEX, TXN_INDEX].contains(&extension);
        if index && !folder.logs.contains_key(&offset) {
            tracing::warn!(file = %entry.name, "index without a segment is removed");
            remove_if_exists(disk, &dir.join(&entry.name))?;
        }
    }
    Ok(())
}

/// Removes all files of a segment.
pub(crate) fn remove_segment_files(disk: &dyn Disk, dir: &Path, base: Offset) -> io::Result<()> {
    for extension in [LOG, INDEX, TIME_INDEX, TXN_INDEX] {
        remove_if_exists(disk, &dir.join(segment_file(base, extension)))?;
    }
    Ok(())
}

/// Removes the snapshots that `gone` says yes to.
pub(crate) fn remove_snapshots(
    disk: &dyn Disk,
    dir: &Path,
    snapshots: &mut BTreeSet<Offset>,
    gone: impl Fn(Offset) -> bool,
) -> io::Result<()> {
    let doomed: Vec<Offset> = snapshots.iter().copied().filter(|offset| gone(*offset)).collect();
    for offset in doomed {
        remove_if_exists(disk, &dir.join(segment_file(offset, SNAPSHOT)))?;
        snapshots.remove(&offset);
    }
    Ok(())
}

/// Removes snapshots that belong to no segment, but for the latest one, and those behind the end.
pub(crate) fn remove_stray_snapshots(
    disk: &dyn Disk,
    dir: &Path,
    snapshots: &mut BTreeSet<Offset>,
    bases: &BTreeSet<Offset>,
    log_end: Offset,
) -> io::Result<()> {
    let latest = snapshots.range(..=log_end).next_back().copied();
    remove_snapshots(disk, dir, snapshots, |offset| {
        offset > log_end || (!bases.contains(&offset) && Some(offset) != latest)
    })
}

//! Leader epochs of a log: which epoch wrote from which offset on.
//!
//! Kept in `leader-epoch-checkpoint` (one line per epoch), written at each change.
//!
//! Invariants: epochs and start offsets both grow strictly.

use std::{
    io,
    path::{Path, PathBuf},
};

use moldau_protocol::ids::{LeaderEpoch, Offset};

use crate::{
    checkpoint,
    disk::{Disk, OpenMode, read_file, replace_file},
    names::TEMPORARY_FILE,
};

/// Name of the file in a log's folder.
pub(crate) const FILE: &str = "leader-epoch-checkpoint";

/// Largest checkpoint file that is read: about a million epochs.
const FILE_LIMIT: u64 = 32 << 20;

fn aside(dir: &Path) -> PathBuf {
    dir.join(format!("{FILE}{TEMPORARY_FILE}"))
}

/// An epoch and the offset of its first record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EpochEntry {
    /// The epoch.
    pub epoch: LeaderEpoch,
    /// Where it starts.
    pub start: Offset,
}

/// The epochs of one log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EpochCache {
    entries: Vec<EpochEntry>,
}

impl EpochCache {
    pub(crate) fn read(disk: &dyn Disk, dir: &Path) -> io::Result<Self> {
        let bytes = match read_file(disk, &dir.join(FILE), FILE_LIMIT) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(error),
        };
        let mut cache = Self::default();
        for line in checkpoint::parse_lines(&bytes)? {
            let mut fields = line.split_ascii_whitespace();
            let epoch = fields.next().and_then(|field| field.parse().ok());
            let start = fields.next().and_then(|field| field.parse().ok());
            let (Some(epoch), Some(start)) = (epoch, start) else {
                return Err(checkpoint::malformed(&line));
            };
            cache.assign(LeaderEpoch(epoch), Offset(start));
        }
        Ok(cache)
    }

    pub(crate) fn write(&self, disk: &dyn Disk, dir: &Path) -> io::Result<()> {
        replace_file(disk, &dir.join(FILE), self.render().as_bytes())
    }

    /// Writes the file that [`EpochCache::take_place`] puts into its place. Nothing is synced.
    pub(crate) fn write_aside(&self, disk: &dyn Disk, dir: &Path) -> io::Result<()> {
        let file = disk.open(&aside(dir), OpenMode::Truncate)?;
        file.write_all_at(self.render().as_bytes(), 0)
    }

    /// See [`EpochCache::write_aside`]; what that wrote is synced by now.
    pub(crate) fn take_place(disk: &dyn Disk, dir: &Path) -> io::Result<()> {
        disk.rename(&aside(dir), &dir.join(FILE))
    }

    fn render(&self) -> String {
        let lines = self.entries.iter().map(|entry| format!("{} {}", entry.epoch, entry.start));
        checkpoint::render_lines(lines)
    }

    /// All entries, oldest first.
    #[must_use]
    pub fn entries(&self) -> &[EpochEntry] {
        &self.entries
    }

    /// The latest epoch.
    #[must_use]
    pub fn latest(&self) -> Option<EpochEntry> {
        self.entries.last().copied()
    }

    /// The oldest epoch that is still in the log.
    #[must_use]
    pub fn earliest(&self) -> Option<EpochEntry> {
        self.entries.first().copied()
    }

    /// The epoch that wrote the record at `offset`.
    #[must_use]
    pub fn epoch_of(&self, offset: Offset) -> Option<LeaderEpoch> {
        let count = self.entries.partition_point(|entry| entry.start <= offset);
        count.checked_sub(1).map(|index| self.entries[index].epoch)
    }

    /// Takes note that `epoch` writes from `start` on; whether that changed anything. Entries that
    /// contradict it go.
    pub(crate) fn assign(&mut self, epoch: LeaderEpoch, start: Offset) -> bool {
        if epoch.0 < 0 || start.0 < 0 {
            return false;
        }
        if let Some(latest) = self.latest()
            && latest.epoch == epoch
            && start >= latest.start
        {
            return false;
        }
        while self.latest().is_some_and(|last| last.epoch >= epoch || last.start >= start) {
            self.entries.pop();
        }
        self.entries.push(EpochEntry { epoch, start });
        true
    }

    /// Where `epoch` ends: the largest known epoch at or below it, and the offset behind its last
    /// record, as OffsetForLeaderEpoch answers it. None when the epoch is larger than all known, or
    /// is none.
    #[must_use]
    pub fn end_of(&self, epoch: LeaderEpoch, log_end: Offset) -> Option<EpochEntry> {
        let latest = self.latest()?;
        if epoch == LeaderEpoch::NONE {
            return None;
        }
        if latest.epoch == epoch {
            return Some(EpochEntry { epoch, start: log_end });
        }
        let above = self.entries.partition_point(|entry| entry.epoch <= epoch);
        let start = self.entries.get(above)?.start;
        let epoch = above.checked_sub(1).map_or(epoch, |index| self.entries[index].epoch);
        Some(EpochEntry { epoch, start })
    }

    /// Drops epochs that start at or behind `end`; whether there were any.
    pub(crate) fn truncate_from_end(&mut self, end: Offset) -> bool {
        let before = self.entries.len();
        self.entries.retain(|entry| entry.start < end);
        before != self.entries.len()
    }

    /// Drops epochs that end before `start`; the one that goes on there starts there then.
    pub(crate) fn truncate_from_start(&mut self, start: Offset) -> bool {
        let gone = self.entries.partition_point(|entry| entry.start <= start);
        let Some(last) = gone.checked_sub(1) else { return false };
        if gone == 1 && self.entries[0].start == start {
            return false;
        }
        self.entries[last].start = start;
        self.entries.drain(..last);
        true
    }

    pub(crate) fn clear(&mut self) -> bool {
        let had = !self.entries.is_empty();
        self.entries.clear();
        had
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cache(entries: &[(i32, i64)]) -> EpochCache {
        let mut cache = EpochCache::default();
        for &(epoch, start) in entries {
            cache.assign(LeaderEpoch(epoch), Offset(start));
        }
        cache
    }

    fn list(cache: &EpochCache) -> Vec<(i32, i64)> {
        cache.entries().iter().map(|entry| (entry.epoch.0, entry.start.0)).collect()
    }

    #[test]
    fn assignments_keep_both_columns_growing() {
        for (entries, expected) in [
            (&[(0, 0), (0, 5), (1, 5)][..], &[(0, 0), (1, 5)][..]),
            (&[(0, 0), (2, 7), (3, 7)], &[(0, 0), (3, 7)]),
            (&[(0, 0), (2, 7), (1, 9)], &[(0, 0), (1, 9)]),
            (&[(0, 0), (2, 7), (3, 4)], &[(0, 0), (3, 4)]),
            (&[(-1, 0)], &[]),
        ] {
            assert_eq!(list(&cache(entries)), expected);
        }
    }

    #[test]
    fn ends_are_those_of_the_next_epoch() {
        let cache = cache(&[(2, 10), (4, 20), (7, 30)]);
        for (epoch, expected) in [
            (-1, None),
            (1, Some((1, 10))),
            (2, Some((2, 20))),
            (3, Some((2, 20))),
            (4, Some((4, 30))),
            (6, Some((4, 30))),
            (7, Some((7, 99))),
            (8, None),
        ] {
            let found = cache.end_of(LeaderEpoch(epoch), Offset(99));
            assert_eq!(found.map(|entry| (entry.epoch.0, entry.start.0)), expected, "{epoch}");
        }
        assert_eq!(cache.epoch_of(Offset(9)), None);
        assert_eq!(cache.epoch_of(Offset(29)), Some(LeaderEpoch(4)));
    }

    #[test]
    fn truncation_drops_from_both_ends() {
        let mut end = cache(&[(0, 0), (1, 10), (2, 20)]);
        assert!(end.truncate_from_end(Offset(10)));
        assert_eq!(list(&end), [(0, 0)]);
        let mut start = cache(&[(0, 0), (1, 10), (2, 20)]);
        assert!(start.truncate_from_start(Offset(15)));
        assert_eq!(list(&start), [(1, 15), (2, 20)]);
        assert!(!start.truncate_from_start(Offset(15)));
        assert!(!start.truncate_from_start(Offset(3)));
    }
}

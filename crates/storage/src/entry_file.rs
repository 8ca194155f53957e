//! A file of entries of one size, in ascending order: what an index is underneath.
//!
//! New entries gather in memory and are written out a page at a time, so that an append to the log
//! rarely costs a second write; lookups read single entries and then one page. What is in memory
//! only is lost in a crash: recovery builds the indexes of unsynced segments again.
//!
//! Invariants: memory per file is bounded by [`TAIL_BYTES`] (unless the disk refuses to take more);
//! an index file that another program left with zeros behind the entries is read without them.

use std::{io, sync::Arc};

use crate::files::FileSlot;

/// Entries kept in memory before they are written: one page.
const TAIL_BYTES: usize = 4096;

/// Largest piece a lookup reads at once: one page of entries.
const PAGE_BYTES: usize = 4096;

#[derive(Debug)]
pub(crate) struct EntryFile<const N: usize> {
    slot: Arc<FileSlot>,
    /// Entries that are in the file.
    written: usize,
    /// Entries behind those, in memory.
    tail: Vec<u8>,
}

impl<const N: usize> EntryFile<N> {
    /// A file that is not there yet, or that will be emptied.
    pub(crate) fn empty(slot: Arc<FileSlot>) -> Self {
        Self { slot, written: 0, tail: Vec::new() }
    }

    /// A file that may be there; zeros at its end are not entries.
    pub(crate) fn load(slot: Arc<FileSlot>) -> io::Result<Self> {
        let file = match slot.get() {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::empty(slot)),
            Err(error) => return Err(error),
        };
        let total = usize::try_from(file.len()?).unwrap_or(usize::MAX) / N;
        let mut entries = Self { slot, written: total, tail: Vec::new() };
        if total > 0 && entries.get(total - 1)? == [0; N] {
            entries.written = entries.partition_point(|entry| *entry != [0; N])?;
        }
        Ok(entries)
    }

    pub(crate) fn count(&self) -> usize {
        self.written + self.tail.len() / N
    }

    pub(crate) fn get(&self, index: usize) -> io::Result<[u8; N]> {
        let mut entry = [0; N];
        if let Some(index) = index.checked_sub(self.written) {
            let bytes = self.tail.get(index * N..(index + 1) * N);
            entry.copy_from_slice(bytes.ok_or(io::ErrorKind::InvalidInput)?);
        } else {
            self.slot.get()?.read_exact_at(&mut entry, (index * N) as u64)?;
        }
        Ok(entry)
    }

    pub(crate) fn last(&self) -> io::Result<Option<[u8; N]>> {
        self.count().checked_sub(1).map(|index| self.get(index)).transpose()
    }

    /// First index whose entry does not satisfy `holds`, which must be true for a prefix.
    pub(crate) fn partition_point(&self, holds: impl Fn(&[u8; N]) -> bool) -> io::Result<usize> {
        let entry = |bytes: &[u8]| -> [u8; N] { bytes.try_into().expect("chunks of N bytes") };
        let in_tail = self.tail.chunks_exact(N).take_while(|bytes| holds(&entry(bytes))).count();
        if in_tail > 0 || self.written == 0 {
            return Ok(self.written + in_tail);
        }
        let file = self.slot.get()?;
        let (mut low, mut high) = (0, self.written);
        while (high - low) * N > PAGE_BYTES {
            let middle = low + (high - low) / 2;
            let mut bytes = [0; N];
            file.read_exact_at(&mut bytes, (middle * N) as u64)?;
            if holds(&bytes) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let mut page = [0; PAGE_BYTES];
        let page = &mut page[..(high - low) * N];
        file.read_exact_at(page, (low * N) as u64)?;
        let (mut below, mut above) = (0, high - low);
        while below < above {
            let middle = below + (above - below) / 2;
            if holds(&entry(&page[middle * N..(middle + 1) * N])) {
                below = middle + 1;
            } else {
                above = middle;
            }
        }
        Ok(low + below)
    }

    /// Adds an entry. A disk that is full keeps it in memory; the log's own write will say so.
    pub(crate) fn push(&mut self, entry: &[u8; N]) {
        self.tail.extend_from_slice(entry);
        if self.tail.len() >= TAIL_BYTES - N
            && let Err(error) = self.flush()
        {
            tracing::debug!(file = self.slot.name(), %error, "index entries stay in memory");
        }
    }

    /// Writes out what is in memory, and makes the file if it is not there.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        let file = self.slot.create()?;
        if !self.tail.is_empty() {
            file.write_all_at(&self.tail, (self.written * N) as u64)?;
            self.written += self.tail.len() / N;
            self.tail = Vec::new();
        }
        Ok(())
    }

    /// Keeps the first `count` entries.
    pub(crate) fn truncate(&mut self, count: usize) -> io::Result<()> {
        if count >= self.written {
            self.tail.truncate((count - self.written) * N);
            return Ok(());
        }
        self.tail = Vec::new();
        self.slot.get()?.set_len((count * N) as u64)?;
        self.written = count;
        Ok(())
    }

    /// Writes out everything and cuts zeros that stand behind the entries.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        self.flush()?;
        let file = self.slot.get()?;
        let len = (self.written * N) as u64;
        if file.len()? != len {
            file.set_len(len)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use parking_lot::RwLock;

    use super::*;
    use crate::{
        disk::{Disk, OpenMode, SimDisk},
        files::FileCache,
    };

    #[test]
    fn entries_are_found_in_file_and_memory() {
        let disk = Arc::new(SimDisk::new());
        let cache = FileCache::new(Arc::clone(&disk) as Arc<dyn Disk>, 16);
        let dir = Arc::new(RwLock::new(PathBuf::from("/")));
        let mut entries = EntryFile::<8>::empty(cache.slot(&dir, "x".into()));
        for i in 1..=5000u64 {
            entries.push(&(i * 2).to_be_bytes());
        }
        assert!(entries.tail.len() < TAIL_BYTES);
        let find = |entries: &EntryFile<8>, key: u64| {
            entries.partition_point(|entry| u64::from_be_bytes(*entry) <= key).unwrap()
        };
        for (key, index) in
            [(0, 0), (1, 0), (2, 1), (5, 2), (4001, 2000), (10_000, 5000), (99_999, 5000)]
        {
            assert_eq!(find(&entries, key), index, "key {key}");
        }
        entries.truncate(4999).unwrap();
        entries.truncate(700).unwrap();
        assert_eq!((entries.count(), find(&entries, 99_999)), (700, 700));
        entries.push(&5001u64.to_be_bytes());
        entries.finish().unwrap();
        // Another program leaves room for more entries at the end.
        let file = disk.open(&PathBuf::from("/x"), OpenMode::Write).unwrap();
        assert_eq!(file.len().unwrap(), 701 * 8);
        file.set_len(8 * 9000).unwrap();
        let mut again = EntryFile::<8>::load(cache.slot(&dir, "x".into())).unwrap();
        assert_eq!(again.count(), 701);
        again.finish().unwrap();
        assert_eq!(file.len().unwrap(), 701 * 8);
    }
}

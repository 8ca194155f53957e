//! The three indexes of a segment and their files: built, brought to their final form, synced.
//!
//! Invariants: what recovery builds for a segment that is trusted after a crash (one that ends before
//! the recovery point) is built beside the old files and synced before it takes their names, so that
//! a power loss leaves a whole index or none. The indexes of other segments are built in place: they
//! are built again after a crash, however much of them survived. (Those of an active segment are not
//! even written: of 1,000 short logs nothing changes on disk then. To remove and make their index
//! files took 2 s of a busy disk.) The files of a segment that was
//! removed are never made again.

use std::{
    io,
    sync::{Arc, atomic::Ordering},
};

use moldau_protocol::ids::Offset;

use super::Segment;
use crate::{
    disk::remove_if_exists,
    files::FileSlot,
    offset_index::OffsetIndex,
    time_index::{NO_TIMESTAMP, TimeIndex, TimestampOffset},
    txn_index::{AbortedTxn, TxnIndex},
};

/// Where indexes are built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Build {
    /// In their files, over what those have; a crash leaves any part of them. There is no
    /// transaction index.
    InPlace,
    /// The same, but there is one, and it is removed: it has no end that is cut later.
    InPlaceTxns,
    /// In other files, which [`Segment::finish_build`] syncs and renames.
    Aside,
}

#[derive(Debug)]
pub(super) struct Indexes {
    /// Offset, time and transaction index.
    pub(super) slots: [Arc<FileSlot>; 3],
    /// Files that take the names of `slots` once they are whole.
    aside: Option<[Arc<FileSlot>; 3]>,
    offset: Option<OffsetIndex>,
    time: Option<TimeIndex>,
    pub(super) txn: Option<TxnIndex>,
    /// Largest timestamp and the last offset of its batch; none until read from the time index.
    pub(super) largest: Option<TimestampOffset>,
    /// Largest timestamp of the first batch, from which `segment.ms` counts; none until looked up.
    pub(super) first_timestamp: Option<i64>,
    pub(super) created_ms: i64,
    pub(super) bytes_since_entry: u64,
    /// The files have other names and go.
    pub(super) removed: bool,
}

impl Indexes {
    pub(super) fn new(slots: [Arc<FileSlot>; 3], created_ms: i64) -> Self {
        Self {
            slots,
            aside: None,
            offset: None,
            time: None,
            txn: None,
            largest: None,
            first_timestamp: None,
            created_ms,
            bytes_since_entry: 0,
            removed: false,
        }
    }

    pub(super) fn offset(&mut self, base: Offset) -> io::Result<&mut OffsetIndex> {
        if self.offset.is_none() {
            self.offset = Some(OffsetIndex::load(base, Arc::clone(&self.slots[0]))?);
        }
        Ok(self.offset.as_mut().expect("just set"))
    }

    pub(super) fn time(&mut self, base: Offset) -> io::Result<&mut TimeIndex> {
        if self.time.is_none() {
            self.time = Some(TimeIndex::load(base, Arc::clone(&self.slots[1]))?);
        }
        Ok(self.time.as_mut().expect("just set"))
    }

    pub(super) fn txn(&mut self) -> io::Result<&mut TxnIndex> {
        if self.txn.is_none() {
            self.txn = Some(TxnIndex::load(Arc::clone(&self.slots[2]))?);
        }
        Ok(self.txn.as_mut().expect("just set"))
    }

    pub(super) fn largest(&mut self, base: Offset) -> io::Result<TimestampOffset> {
        if self.largest.is_none() {
            self.largest = Some(self.time(base)?.last()?);
        }
        Ok(self.largest.expect("just set"))
    }

    /// Empty indexes, to be written to the files that are `build`'s.
    pub(super) fn start(&mut self, base: Offset, build: Build) -> io::Result<()> {
        let slots = match build {
            Build::InPlace | Build::InPlaceTxns => self.slots.clone(),
            Build::Aside => self.slots.each_ref().map(|slot| slot.aside()),
        };
        let leftovers = match build {
            Build::InPlace => &[],
            Build::InPlaceTxns => &slots[2..],
            Build::Aside => &slots[..],
        };
        for slot in leftovers {
            slot.close();
            remove_if_exists(slot.disk(), &slot.path())?;
        }
        let [offset, time, txn] = slots.clone();
        self.aside = (build == Build::Aside).then_some(slots);
        self.offset = Some(OffsetIndex::empty(base, offset));
        self.time = Some(TimeIndex::empty(base, time));
        self.txn = Some(TxnIndex::empty(txn));
        self.largest = Some(TimestampOffset { timestamp: NO_TIMESTAMP, offset: base });
        self.first_timestamp = None;
        self.bytes_since_entry = 0;
        Ok(())
    }

    /// Writes out everything: the largest timestamp is in, nothing stands behind the entries.
    fn write_out(&mut self, base: Offset) -> io::Result<()> {
        let largest = self.largest(base)?;
        self.time(base)?.maybe_append(largest)?;
        self.offset(base)?.file().finish()?;
        self.time(base)?.file().finish()?;
        match &mut self.txn {
            Some(txn) if !txn.is_empty() => txn.file().flush(),
            _ => Ok(()),
        }
    }

    /// Gives files that were built aside their names. The transaction index goes first: that it is
    /// missing is nothing that a start could notice.
    fn take_names(&mut self, base: Offset) -> io::Result<()> {
        let Some([offset, time, txn]) = self.aside.take() else { return Ok(()) };
        let has_txns = !self.txn()?.is_empty();
        for file in [&offset, &time] {
            file.get()?.sync_data()?;
        }
        if has_txns {
            txn.get()?.sync_data()?;
            txn.take_name_of(&self.slots[2])?;
        } else {
            self.slots[2].close();
            remove_if_exists(self.slots[2].disk(), &self.slots[2].path())?;
        }
        time.take_name_of(&self.slots[1])?;
        offset.take_name_of(&self.slots[0])?;
        self.offset = Some(OffsetIndex::load(base, Arc::clone(&self.slots[0]))?);
        self.time = Some(TimeIndex::load(base, Arc::clone(&self.slots[1]))?);
        self.txn = None;
        Ok(())
    }
}

impl Segment {
    pub(crate) fn indexes_dirty(&self) -> bool {
        self.indexes_dirty.load(Ordering::Acquire)
    }

    pub(crate) fn append_aborted(&self, txn: &AbortedTxn) -> io::Result<()> {
        let mut indexes = self.indexes.lock();
        indexes.txn()?.append(txn);
        indexes.txn()?.file().flush()
    }

    /// Begins with empty indexes; recovery calls [`Segment::note`] for each batch then, and
    /// [`Segment::finish_build`].
    pub(crate) fn start_build(&self, build: Build) -> io::Result<()> {
        self.indexes.lock().start(self.base, build)
    }

    /// Brings what was built to its final form, as [`Segment::finish`] does.
    pub(crate) fn finish_build(&self) -> io::Result<()> {
        self.finish()?;
        self.indexes.lock().take_names(self.base)
    }

    /// Writes out what was built, so that the files are there. An active segment needs no more: it
    /// writes over what they had.
    pub(crate) fn make_index_files(&self) -> io::Result<()> {
        let mut indexes = self.indexes.lock();
        indexes.offset(self.base)?.file().flush()?;
        indexes.time(self.base)?.file().flush()
    }

    /// Brings the index files to their final form: the largest timestamp is in, nothing behind.
    pub(crate) fn finish(&self) -> io::Result<()> {
        let mut indexes = self.indexes.lock();
        self.indexes_dirty.store(true, Ordering::Release);
        indexes.write_out(self.base)
    }

    /// Whether the index files look like indexes of this segment, as far as can be seen without
    /// reading the segment.
    pub(crate) fn indexes_sane(&self) -> io::Result<bool> {
        let mut indexes = self.indexes.lock();
        let size = self.size();
        let offset_ok = match indexes.offset(self.base)?.last()? {
            Some(last) => last.offset >= self.base && last.position < size,
            None => true,
        };
        let time = indexes.time(self.base)?;
        let last = time.last()?;
        // A closed segment has an entry for its largest time.
        let time_ok = match time.count() {
            0 => size == 0,
            _ => last.offset >= self.base && last.timestamp >= 0,
        };
        Ok(offset_ok && time_ok)
    }

    /// Syncs the indexes of a segment that [`Segment::finish`] was called on. They count as synced
    /// only when they are: the recovery point is asked for at any time. (Nobody finishes a segment
    /// meanwhile: it gets there by the roll, or the close, that finished it.)
    pub(crate) fn sync_indexes(&self) -> io::Result<()> {
        if self.indexes_dirty() {
            self.sync_index_files()?;
            self.indexes_dirty.store(false, Ordering::Release);
        }
        Ok(())
    }

    fn sync_index_files(&self) -> io::Result<()> {
        let files = {
            let indexes = self.indexes.lock();
            if indexes.removed {
                return Ok(());
            }
            let [offset, time, txn] = &indexes.slots;
            let txn = match txn.get() {
                Err(error) if error.kind() == io::ErrorKind::NotFound => None,
                file => Some(file?),
            };
            [Some(offset.get()?), Some(time.get()?), txn]
        };
        files.iter().flatten().try_for_each(|file| file.sync_data())
    }
}

#[cfg(test)]
mod tests;

//! The time index of a segment: (largest timestamp so far, last offset of the batch that has it).
//!
//! On disk an entry is 12 bytes: the timestamp, and the offset less the segment's base offset.
//! Timestamps grow strictly; offsets never go back.

use std::{io, sync::Arc};

use moldau_protocol::ids::Offset;

use crate::{entry_file::EntryFile, files::FileSlot};

/// Bytes of an entry.
pub(crate) const ENTRY: usize = 12;

/// "No timestamp": what an empty index has as its last one.
pub(crate) const NO_TIMESTAMP: i64 = -1;

#[derive(Debug)]
pub(crate) struct TimeIndex {
    base: Offset,
    entries: EntryFile<ENTRY>,
}

/// A timestamp and the offset that goes with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimestampOffset {
    pub(crate) timestamp: i64,
    pub(crate) offset: Offset,
}

fn parse(base: Offset, entry: &[u8; ENTRY]) -> TimestampOffset {
    let [a, b, c, d, e, f, g, h, i, j, k, l] = *entry;
    TimestampOffset {
        timestamp: i64::from_be_bytes([a, b, c, d, e, f, g, h]),
        offset: base.plus(i64::from(i32::from_be_bytes([i, j, k, l]))),
    }
}

impl TimeIndex {
    pub(crate) fn empty(base: Offset, slot: Arc<FileSlot>) -> Self {
        Self { base, entries: EntryFile::empty(slot) }
    }

    pub(crate) fn load(base: Offset, slot: Arc<FileSlot>) -> io::Result<Self> {
        Ok(Self { base, entries: EntryFile::load(slot)? })
    }

    pub(crate) fn file(&mut self) -> &mut EntryFile<ENTRY> {
        &mut self.entries
    }

    pub(crate) fn count(&self) -> usize {
        self.entries.count()
    }

    /// The last entry, or (-1, base offset).
    pub(crate) fn last(&self) -> io::Result<TimestampOffset> {
        let none = TimestampOffset { timestamp: NO_TIMESTAMP, offset: self.base };
        Ok(self.entries.last()?.map_or(none, |entry| parse(self.base, &entry)))
    }

    /// The last entry at or before `timestamp`, or (-1, base offset).
    pub(crate) fn lookup(&self, timestamp: i64) -> io::Result<TimestampOffset> {
        let base = self.base;
        let count =
            self.entries.partition_point(|entry| parse(base, entry).timestamp <= timestamp)?;
        match count.checked_sub(1) {
            Some(index) => Ok(parse(base, &self.entries.get(index)?)),
            None => Ok(TimestampOffset { timestamp: NO_TIMESTAMP, offset: base }),
        }
    }

    /// Adds an entry if its timestamp is larger than the last one.
    pub(crate) fn maybe_append(&mut self, entry: TimestampOffset) -> io::Result<()> {
        let last = self.last()?;
        if entry.timestamp <= last.timestamp || (self.count() > 0 && entry.offset < last.offset) {
            return Ok(());
        }
        let Ok(relative) = i32::try_from(entry.offset.0 - self.base.0) else { return Ok(()) };
        let mut bytes = [0; ENTRY];
        bytes[..8].copy_from_slice(&entry.timestamp.to_be_bytes());
        bytes[8..].copy_from_slice(&relative.to_be_bytes());
        self.entries.push(&bytes);
        Ok(())
    }

    /// Drops the entries at and behind `offset`.
    pub(crate) fn truncate_to(&mut self, offset: Offset) -> io::Result<()> {
        let base = self.base;
        let keep = self.entries.partition_point(|entry| parse(base, entry).offset < offset)?;
        self.entries.truncate(keep)
    }
}

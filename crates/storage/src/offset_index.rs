//! The offset index of a segment: (last offset of a batch, position of that batch), sparse.
//!
//! On disk an entry is 8 bytes: the offset less the segment's base offset, and the position.

use std::{io, sync::Arc};

use moldau_protocol::ids::Offset;

use crate::{entry_file::EntryFile, files::FileSlot};

/// Bytes of an entry.
pub(crate) const ENTRY: usize = 8;

#[derive(Debug)]
pub(crate) struct OffsetIndex {
    base: Offset,
    entries: EntryFile<ENTRY>,
}

/// A batch and where it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OffsetPosition {
    pub(crate) offset: Offset,
    pub(crate) position: u64,
}

fn parse(base: Offset, entry: &[u8; ENTRY]) -> OffsetPosition {
    let [a, b, c, d, e, f, g, h] = *entry;
    OffsetPosition {
        offset: base.plus(i64::from(i32::from_be_bytes([a, b, c, d]))),
        position: u64::from(u32::from_be_bytes([e, f, g, h])),
    }
}

impl OffsetIndex {
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

    /// The last entry at or before `offset`, or the start of the segment.
    pub(crate) fn lookup(&self, offset: Offset) -> io::Result<OffsetPosition> {
        let base = self.base;
        let count = self.entries.partition_point(|entry| parse(base, entry).offset <= offset)?;
        match count.checked_sub(1) {
            Some(index) => Ok(parse(base, &self.entries.get(index)?)),
            None => Ok(OffsetPosition { offset: base, position: 0 }),
        }
    }

    pub(crate) fn last(&self) -> io::Result<Option<OffsetPosition>> {
        Ok(self.entries.last()?.map(|entry| parse(self.base, &entry)))
    }

    /// The first entry at or behind a position.
    pub(crate) fn at_or_after_position(&self, position: u64) -> io::Result<Option<OffsetPosition>> {
        let base = self.base;
        let index = self.entries.partition_point(|entry| parse(base, entry).position < position)?;
        if index == self.entries.count() {
            return Ok(None);
        }
        Ok(Some(parse(base, &self.entries.get(index)?)))
    }

    /// Adds an entry; the caller's offsets grow.
    pub(crate) fn append(&mut self, offset: Offset, position: u64) {
        let relative = i32::try_from(offset.0 - self.base.0);
        let (Ok(relative), Ok(position)) = (relative, u32::try_from(position)) else { return };
        let mut entry = [0; ENTRY];
        entry[..4].copy_from_slice(&relative.to_be_bytes());
        entry[4..].copy_from_slice(&position.to_be_bytes());
        self.entries.push(&entry);
    }

    /// Drops the entries at and behind `offset`.
    pub(crate) fn truncate_to(&mut self, offset: Offset) -> io::Result<()> {
        let base = self.base;
        let keep = self.entries.partition_point(|entry| parse(base, entry).offset < offset)?;
        self.entries.truncate(keep)
    }
}

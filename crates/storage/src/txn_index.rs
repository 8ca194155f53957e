//! The transaction index of a segment: the aborted transactions whose end is in the segment.
//!
//! On disk an entry is 34 bytes: version 0, producer id, first and last offset of the transaction,
//! and the last stable offset at the time of its end. The file is there only when it has an entry.

use std::{io, sync::Arc};

use moldau_protocol::ids::{Offset, ProducerId};

use crate::{entry_file::EntryFile, files::FileSlot};

/// Bytes of an entry.
pub(crate) const ENTRY: usize = 34;

/// A transaction that was aborted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AbortedTxn {
    /// Who wrote it.
    pub producer_id: ProducerId,
    /// Offset of its first record in the partition.
    pub first_offset: Offset,
    /// Offset of its end marker.
    pub last_offset: Offset,
    /// Last stable offset once it was over.
    pub last_stable_offset: Offset,
}

#[derive(Debug)]
pub(crate) struct TxnIndex {
    entries: EntryFile<ENTRY>,
}

fn long(entry: &[u8; ENTRY], at: usize) -> i64 {
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&entry[at..at + 8]);
    i64::from_be_bytes(bytes)
}

fn parse(entry: &[u8; ENTRY]) -> AbortedTxn {
    AbortedTxn {
        producer_id: ProducerId(long(entry, 2)),
        first_offset: Offset(long(entry, 10)),
        last_offset: Offset(long(entry, 18)),
        last_stable_offset: Offset(long(entry, 26)),
    }
}

impl TxnIndex {
    pub(crate) fn empty(slot: Arc<FileSlot>) -> Self {
        Self { entries: EntryFile::empty(slot) }
    }

    pub(crate) fn load(slot: Arc<FileSlot>) -> io::Result<Self> {
        Ok(Self { entries: EntryFile::load(slot)? })
    }

    pub(crate) fn file(&mut self) -> &mut EntryFile<ENTRY> {
        &mut self.entries
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.entries.count() == 0
    }

    pub(crate) fn append(&mut self, txn: &AbortedTxn) {
        let mut entry = [0; ENTRY];
        entry[2..10].copy_from_slice(&txn.producer_id.0.to_be_bytes());
        entry[10..18].copy_from_slice(&txn.first_offset.0.to_be_bytes());
        entry[18..26].copy_from_slice(&txn.last_offset.0.to_be_bytes());
        entry[26..].copy_from_slice(&txn.last_stable_offset.0.to_be_bytes());
        self.entries.push(&entry);
    }

    /// Adds the transactions that overlap `from..upper` to `found`; whether no later segment can
    /// have more of them.
    pub(crate) fn collect(
        &self,
        from: Offset,
        upper: Offset,
        found: &mut Vec<AbortedTxn>,
    ) -> io::Result<bool> {
        for index in 0..self.entries.count() {
            let txn = parse(&self.entries.get(index)?);
            if txn.last_offset >= from && txn.first_offset < upper {
                found.push(txn);
            }
            if txn.last_stable_offset >= upper {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Drops the transactions that end at or behind `offset`.
    pub(crate) fn truncate_to(&mut self, offset: Offset) -> io::Result<()> {
        let keep = self.entries.partition_point(|entry| parse(entry).last_offset < offset)?;
        self.entries.truncate(keep)
    }
}

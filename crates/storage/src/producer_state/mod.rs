//! What a partition knows of its producers: enough to recognise a repeated batch and to refuse one
//! that is out of order, and which transactions are open.
//!
//! State: one entry per producer id (its last five batches), owned by the log's writer. Changes of a
//! group of appends are staged and become real once the bytes are written.
//!
//! Invariants: the entries are those that the log up to [`ProducerState::end`] implies, less expired
//! and evicted ones.
//!
//! Source: KIP-98, KIP-360, KIP-890; cases O-PRD-3. Deviation: the number of producers is bounded.

mod snapshot;
mod txns;

use std::collections::HashMap;

use moldau_protocol::{
    ids::{Offset, ProducerEpoch, ProducerId},
    records::BatchHeader,
};

pub(crate) use snapshot::{SNAPSHOT, decode as decode_snapshot, encode as encode_snapshot};
pub(crate) use txns::{CompletedTxn, TxnTracker};

use crate::scan::EndMarker;

/// Batches remembered per producer: a client has at most five requests in flight.
pub const BATCHES: usize = 5;

/// "No sequence number."
const NO_SEQUENCE: i32 = -1;

/// One batch that a producer wrote.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BatchMark {
    /// Sequence number of the last record.
    pub last_sequence: i32,
    /// Offset of the last record.
    pub last_offset: Offset,
    /// Last offset less first offset (the same for sequences).
    pub offset_delta: i32,
    /// Largest timestamp.
    pub timestamp: i64,
}

impl BatchMark {
    fn of(header: &BatchHeader) -> Self {
        Self {
            last_sequence: header.last_sequence(),
            last_offset: header.last_offset(),
            offset_delta: header.last_offset_delta,
            timestamp: header.max_timestamp,
        }
    }

    /// Offset of the first record.
    #[must_use]
    pub fn first_offset(&self) -> Offset {
        self.last_offset.plus(-i64::from(self.offset_delta))
    }

    /// Sequence number of the first record.
    #[must_use]
    pub fn first_sequence(&self) -> i32 {
        let first = i64::from(self.last_sequence) - i64::from(self.offset_delta);
        // Sequences wrap from the largest to 0.
        (if first < 0 { first + i64::from(i32::MAX) + 1 } else { first }) as i32
    }
}

/// What is known of one producer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProducerEntry {
    /// Epoch of its last batch or marker.
    pub epoch: ProducerEpoch,
    /// Epoch of the coordinator that wrote its last marker, or -1.
    pub coordinator_epoch: i32,
    /// Time of its last batch or marker.
    pub last_timestamp: i64,
    /// First offset of its open transaction.
    pub txn_first_offset: Option<Offset>,
    batches: [BatchMark; BATCHES],
    count: u8,
}

impl Default for ProducerEntry {
    fn default() -> Self {
        Self {
            epoch: ProducerEpoch::NONE,
            coordinator_epoch: -1,
            last_timestamp: -1,
            txn_first_offset: None,
            batches: [BatchMark::default(); BATCHES],
            count: 0,
        }
    }
}

impl ProducerEntry {
    /// Its last batches, oldest first.
    #[must_use]
    pub fn batches(&self) -> &[BatchMark] {
        &self.batches[..usize::from(self.count)]
    }

    /// Its last batch.
    #[must_use]
    pub fn last_batch(&self) -> Option<&BatchMark> {
        self.batches().last()
    }

    /// Sequence number of its last record, or -1.
    #[must_use]
    pub fn last_sequence(&self) -> i32 {
        self.last_batch().map_or(NO_SEQUENCE, |batch| batch.last_sequence)
    }

    fn set_epoch(&mut self, epoch: ProducerEpoch) {
        if self.epoch != epoch {
            self.count = 0;
            self.epoch = epoch;
        }
    }

    fn push(&mut self, batch: BatchMark) {
        if usize::from(self.count) == BATCHES {
            self.batches.rotate_left(1);
            self.batches[BATCHES - 1] = batch;
        } else {
            self.batches[usize::from(self.count)] = batch;
            self.count += 1;
        }
        self.last_timestamp = batch.timestamp;
    }

    fn find(&self, header: &BatchHeader) -> Option<&BatchMark> {
        if header.producer_epoch != self.epoch {
            return None;
        }
        let (first, last) = (header.base_sequence, header.last_sequence());
        self.batches()
            .iter()
            .find(|batch| batch.first_sequence() == first && batch.last_sequence == last)
    }

    fn is_expired(&self, now_ms: i64, expiration_ms: i64) -> bool {
        self.txn_first_offset.is_none()
            && now_ms.saturating_sub(self.last_timestamp) >= expiration_ms
    }
}

/// Where a batch comes from, which decides what is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A producer: duplicates are found, epoch and sequence are checked.
    Client,
    /// A coordinator of this cluster (markers, internal topics): epochs are checked.
    Coordinator,
    /// A leader, or the log itself during recovery: everything is taken as it is.
    Replication,
}

/// Why a batch of a producer is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProducerError {
    /// OUT_OF_ORDER_SEQUENCE_NUMBER.
    #[error("sequence {found} of producer {producer_id} follows {last}, not the next one")]
    OutOfOrder {
        /// Whose.
        producer_id: ProducerId,
        /// First sequence of the batch.
        found: i32,
        /// Last sequence in the log, -1 when there is none of this epoch.
        last: i32,
    },
    /// INVALID_PRODUCER_EPOCH.
    #[error("epoch {found} of producer {producer_id} is below {last}")]
    OldEpoch {
        /// Whose.
        producer_id: ProducerId,
        /// Epoch of the batch.
        found: ProducerEpoch,
        /// Epoch in the log.
        last: ProducerEpoch,
    },
    /// INVALID_TXN_STATE.
    #[error("producer {0} has an open transaction and wrote outside of it")]
    NotTransactional(ProducerId),
    /// TRANSACTION_COORDINATOR_FENCED.
    #[error("coordinator epoch {found} for producer {producer_id} is below {last}")]
    CoordinatorFenced {
        /// Whose.
        producer_id: ProducerId,
        /// Coordinator epoch of the marker.
        found: i32,
        /// Coordinator epoch in the log.
        last: i32,
    },
}

/// What is to be done with a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Write it.
    Fresh,
    /// It is in the log already.
    Duplicate(BatchMark),
}

/// The producers of one partition.
#[derive(Debug, Default)]
pub(crate) struct ProducerState {
    producers: HashMap<ProducerId, ProducerEntry>,
    /// Entries that become real with [`ProducerState::commit`].
    staged: HashMap<ProducerId, ProducerEntry>,
    /// Transactions opened or ended by what is staged, in order.
    staged_txns: Vec<TxnChange>,
    /// Offset up to which the log is accounted for.
    end: Offset,
}

pub(crate) type Staged = (HashMap<ProducerId, ProducerEntry>, usize);

/// A transaction that starts or ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TxnChange {
    Started { producer_id: ProducerId, first_offset: Offset },
    Completed(CompletedTxn),
}

impl ProducerState {
    pub(crate) fn end(&self) -> Offset {
        self.end
    }

    pub(crate) fn set_end(&mut self, end: Offset) {
        self.end = end;
    }

    pub(crate) fn len(&self) -> usize {
        self.producers.len()
    }

    pub(crate) fn entries(&self) -> impl Iterator<Item = (ProducerId, &ProducerEntry)> {
        self.producers.iter().map(|(id, entry)| (*id, entry))
    }

    pub(crate) fn clear(&mut self, end: Offset) {
        *self = Self { end, ..Self::default() };
    }

    /// Takes an entry of a snapshot.
    pub(crate) fn restore(&mut self, id: ProducerId, entry: ProducerEntry) {
        self.producers.insert(id, entry);
    }

    /// What is known of one producer.
    pub(crate) fn entry(&self, id: ProducerId) -> Option<&ProducerEntry> {
        self.producers.get(&id)
    }

    fn current(&self, id: ProducerId) -> Option<&ProducerEntry> {
        self.staged.get(&id).or_else(|| self.producers.get(&id))
    }

    /// Judges a batch that has its offset, and stages what it changes. `marker` is what a control
    /// batch says.
    pub(crate) fn check(
        &mut self,
        header: &BatchHeader,
        marker: Option<EndMarker>,
        origin: Origin,
    ) -> Result<Verdict, ProducerError> {
        let id = header.producer_id;
        if !header.has_producer() {
            return Ok(Verdict::Fresh);
        }
        let current = self.current(id);
        if origin == Origin::Client
            && !header.attributes.is_control()
            && let Some(batch) = current.and_then(|entry| entry.find(header))
        {
            return Ok(Verdict::Duplicate(*batch));
        }
        let mut entry = current.cloned().unwrap_or_default();
        if header.producer_epoch < entry.epoch && origin != Origin::Replication {
            return Err(ProducerError::OldEpoch {
                producer_id: id,
                found: header.producer_epoch,
                last: entry.epoch,
            });
        }
        if header.attributes.is_control() {
            let Some(marker) = marker else { return Ok(Verdict::Fresh) };
            self.check_marker(&mut entry, header, marker, origin)?;
        } else {
            if origin == Origin::Client {
                check_sequence(&entry, header)?;
            }
            entry.set_epoch(header.producer_epoch);
            entry.push(BatchMark::of(header));
            match (entry.txn_first_offset, header.attributes.is_transactional()) {
                (Some(_), false) if origin != Origin::Replication => {
                    return Err(ProducerError::NotTransactional(id));
                }
                (None, true) => {
                    let first_offset = header.base_offset;
                    entry.txn_first_offset = Some(first_offset);
                    self.staged_txns.push(TxnChange::Started { producer_id: id, first_offset });
                }
                _ => {}
            }
        }
        self.staged.insert(id, entry);
        Ok(Verdict::Fresh)
    }

    fn check_marker(
        &mut self,
        entry: &mut ProducerEntry,
        header: &BatchHeader,
        marker: EndMarker,
        origin: Origin,
    ) -> Result<(), ProducerError> {
        if entry.coordinator_epoch > marker.coordinator_epoch && origin != Origin::Replication {
            return Err(ProducerError::CoordinatorFenced {
                producer_id: header.producer_id,
                found: marker.coordinator_epoch,
                last: entry.coordinator_epoch,
            });
        }
        if let Some(first_offset) = entry.txn_first_offset.take() {
            self.staged_txns.push(TxnChange::Completed(CompletedTxn {
                producer_id: header.producer_id,
                first_offset,
                last_offset: header.base_offset,
                aborted: !marker.commit,
            }));
        }
        entry.set_epoch(header.producer_epoch);
        entry.coordinator_epoch = marker.coordinator_epoch;
        entry.last_timestamp = header.max_timestamp;
        Ok(())
    }

    /// What is staged, to go back to with [`ProducerState::restore_staged`].
    pub(crate) fn staged(&self) -> Staged {
        (self.staged.clone(), self.staged_txns.len())
    }

    pub(crate) fn restore_staged(&mut self, (staged, txns): Staged) {
        self.staged = staged;
        self.staged_txns.truncate(txns);
    }

    /// Forgets what is staged.
    pub(crate) fn discard(&mut self) {
        self.staged.clear();
        self.staged_txns.clear();
    }

    /// Makes what is staged real; the log goes up to `end` now. Gives the changes of transactions in
    /// the order of the log.
    pub(crate) fn commit(&mut self, end: Offset, max_producers: usize) -> Vec<TxnChange> {
        self.end = end;
        if !self.staged.is_empty() {
            self.producers.extend(self.staged.drain());
            if self.producers.len() > max_producers {
                self.evict(max_producers);
            }
        }
        std::mem::take(&mut self.staged_txns)
    }

    /// Forgets the producers that were silent longest (never one with an open transaction) until a
    /// sixteenth of the room is free, so that this does not happen at every append.
    fn evict(&mut self, max_producers: usize) {
        let keep = max_producers - max_producers / 16;
        let mut silent: Vec<(i64, ProducerId)> = self
            .producers
            .iter()
            .filter(|(_, entry)| entry.txn_first_offset.is_none())
            .map(|(id, entry)| (entry.last_timestamp, *id))
            .collect();
        silent.sort_unstable();
        let excess = self.producers.len().saturating_sub(keep);
        for (_, id) in silent.into_iter().take(excess) {
            self.producers.remove(&id);
        }
    }

    /// Forgets producers that wrote nothing for `expiration_ms`.
    pub(crate) fn expire(&mut self, now_ms: i64, expiration_ms: i64) {
        self.producers.retain(|_, entry| !entry.is_expired(now_ms, expiration_ms));
    }
}

fn check_sequence(entry: &ProducerEntry, header: &BatchHeader) -> Result<(), ProducerError> {
    let first = header.base_sequence;
    let last = entry.last_sequence();
    let fits = if entry.epoch == ProducerEpoch::NONE {
        // Nothing is known of it (any more): it may go on where it was.
        true
    } else if header.producer_epoch != entry.epoch {
        first == 0
    } else {
        i64::from(first) == i64::from(last) + 1 || (first == 0 && last == i32::MAX)
    };
    if fits {
        return Ok(());
    }
    let last = if header.producer_epoch == entry.epoch { last } else { NO_SEQUENCE };
    Err(ProducerError::OutOfOrder { producer_id: header.producer_id, found: first, last })
}

#[cfg(test)]
mod tests;

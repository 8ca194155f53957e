//! Open transactions of a partition, and those that ended above the high watermark: together they
//! hold the last stable offset back.

use std::collections::BTreeMap;

use moldau_protocol::ids::{Offset, ProducerId};

use super::TxnChange;

/// A transaction that ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CompletedTxn {
    pub(crate) producer_id: ProducerId,
    pub(crate) first_offset: Offset,
    /// Offset of the end marker.
    pub(crate) last_offset: Offset,
    pub(crate) aborted: bool,
}

#[derive(Debug, Default)]
pub(crate) struct TxnTracker {
    /// First offset to producer.
    ongoing: BTreeMap<Offset, ProducerId>,
    /// First offset to offset of the marker, until the high watermark is behind that.
    unreplicated: BTreeMap<Offset, Offset>,
}

impl TxnTracker {
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    pub(crate) fn start(&mut self, producer_id: ProducerId, first_offset: Offset) {
        self.ongoing.insert(first_offset, producer_id);
    }

    /// Applies a change; for an aborted transaction the last stable offset after it.
    pub(crate) fn apply(&mut self, change: &TxnChange) -> Option<(CompletedTxn, Offset)> {
        match *change {
            TxnChange::Started { producer_id, first_offset } => {
                self.start(producer_id, first_offset);
                None
            }
            TxnChange::Completed(txn) => {
                self.ongoing.remove(&txn.first_offset);
                self.unreplicated.insert(txn.first_offset, txn.last_offset);
                let stable = self
                    .ongoing
                    .iter()
                    .find(|(_, producer_id)| **producer_id != txn.producer_id)
                    .map_or(txn.last_offset.next(), |(first_offset, _)| *first_offset);
                txn.aborted.then_some((txn, stable))
            }
        }
    }

    /// First offset of a transaction that is open.
    pub(crate) fn first_ongoing(&self) -> Option<Offset> {
        self.ongoing.keys().next().copied()
    }

    /// First offset that readers of committed records may not see yet, given the high watermark.
    pub(crate) fn first_unstable(&mut self, high_watermark: Offset) -> Option<Offset> {
        self.unreplicated.retain(|_, last_offset| *last_offset >= high_watermark);
        let unreplicated = self.unreplicated.keys().next().copied();
        match (self.first_ongoing(), unreplicated) {
            (Some(ongoing), Some(unreplicated)) => Some(ongoing.min(unreplicated)),
            (ongoing, unreplicated) => ongoing.or(unreplicated),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.ongoing.is_empty() && self.unreplicated.is_empty()
    }

    /// Drops ended transactions that ended before the log start.
    pub(crate) fn start_moved(&mut self, log_start: Offset) {
        self.unreplicated.retain(|_, last_offset| *last_offset >= log_start);
    }
}

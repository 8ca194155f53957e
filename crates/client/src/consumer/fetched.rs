//! What one fetch brought of one partition, and the walk through its records.

use std::{
    collections::{HashSet, VecDeque},
    ops::ControlFlow,
    sync::Arc,
};

use bytes::Bytes;
use moldau_protocol::{
    ids::{Offset, PartitionIndex, ProducerId},
    messages::fetch_response::AbortedTransaction,
    records::{
        BatchError, BatchRef, Batches, ControlType, HeadersRef, RecordIter, TimestampType,
        check_crc, payload, timestamp_of,
    },
};

use crate::ClientError;

/// A record as it lies in the answer (or in the decompressed batch).
#[derive(Clone, Copy, Debug)]
pub struct ConsumedRecord<'a> {
    /// Its offset.
    pub offset: Offset,
    /// Its time in milliseconds since 1970, or -1.
    pub timestamp: i64,
    /// Whose time that is.
    pub timestamp_type: TimestampType,
    /// Key.
    pub key: Option<&'a [u8]>,
    /// Value.
    pub value: Option<&'a [u8]>,
    /// Headers in order.
    pub headers: HeadersRef<'a>,
}

/// Records of one partition, not yet decompressed.
#[derive(Clone, Debug)]
pub struct Fetched {
    /// Topic.
    pub topic: Arc<str>,
    /// Partition.
    pub partition: PartitionIndex,
    /// First offset that is wanted; earlier ones in the same batch are passed over.
    pub from: Offset,
    /// Offset after the last record.
    pub next: Offset,
    /// Offset after the last record that is committed.
    pub high_watermark: Offset,
    pub(super) bytes: Bytes,
    pub(super) aborted: Option<Vec<AbortedTransaction>>,
    pub(super) check_crcs: bool,
}

impl Fetched {
    /// Bytes as fetched.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether nothing was fetched.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Shows each record in order of offset, until `visit` breaks.
    ///
    /// # Errors
    /// When a batch is damaged or breaks the format.
    pub fn for_each<B>(
        &self,
        mut visit: impl FnMut(&ConsumedRecord<'_>) -> ControlFlow<B>,
    ) -> Result<ControlFlow<B>, ClientError> {
        let mut transactions = Transactions::new(self.aborted.as_deref());
        for batch in Batches::new(&self.bytes) {
            let batch = match batch {
                Ok(batch) => batch,
                // The broker cuts the last one off when it does not fit.
                Err(BatchError::Truncated { .. }) => break,
                Err(error) => return Err(self.broken(self.from, error)),
            };
            let header = &batch.header;
            let unwanted = transactions.hide(&batch);
            if header.last_offset() < self.from || header.attributes.is_control() || unwanted {
                continue;
            }
            if self.check_crcs && !check_crc(batch.bytes) {
                let reason = "the checksum of the batch is wrong; its bytes were damaged on the \
                              broker's disk or on the way";
                return Err(self.broken(header.base_offset, reason));
            }
            let payload = payload(&batch).map_err(|e| self.broken(header.base_offset, e))?;
            for record in RecordIter::new(&payload, header.record_count) {
                let record = record.map_err(|error| self.broken(header.base_offset, error))?;
                let offset = header.base_offset.plus(i64::from(record.offset_delta));
                if offset < self.from {
                    continue;
                }
                let flow = visit(&ConsumedRecord {
                    offset,
                    timestamp: timestamp_of(header, record.timestamp_delta),
                    timestamp_type: header.attributes.timestamp_type(),
                    key: record.key,
                    value: record.value,
                    headers: record.headers,
                });
                if flow.is_break() {
                    return Ok(flow);
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn broken(&self, offset: Offset, reason: impl ToString) -> ClientError {
        ClientError::Records {
            topic: self.topic.to_string(),
            partition: self.partition.0,
            offset: offset.0,
            reason: reason.to_string(),
        }
    }
}

/// The offset after the last whole batch in `bytes`; none when there is no whole batch.
pub(super) fn offset_after(bytes: &[u8]) -> Option<Offset> {
    Batches::new(bytes).map_while(Result::ok).last().map(|batch| batch.header.last_offset().next())
}

/// Knows which batches belong to aborted transactions (KIP-98).
struct Transactions<'a> {
    /// In order of first offset; None when everything is to be seen.
    aborted: Option<VecDeque<&'a AbortedTransaction>>,
    open: HashSet<ProducerId>,
}

impl<'a> Transactions<'a> {
    fn new(aborted: Option<&'a [AbortedTransaction]>) -> Self {
        let aborted = aborted.map(|list| {
            let mut list: Vec<_> = list.iter().collect();
            list.sort_by_key(|transaction| transaction.first_offset);
            list.into()
        });
        Self { aborted, open: HashSet::new() }
    }

    fn hide(&mut self, batch: &BatchRef<'_>) -> bool {
        let Some(aborted) = &mut self.aborted else { return false };
        let header = &batch.header;
        while aborted.front().is_some_and(|next| next.first_offset <= header.last_offset().0) {
            self.open.extend(aborted.pop_front().map(|next| ProducerId(next.producer_id)));
        }
        if header.attributes.is_control() && is_abort(batch) {
            self.open.remove(&header.producer_id);
        }
        header.attributes.is_transactional() && self.open.contains(&header.producer_id)
    }
}

fn is_abort(batch: &BatchRef<'_>) -> bool {
    let Ok(payload) = payload(batch) else { return false };
    let first = RecordIter::new(&payload, batch.header.record_count).next();
    let key = first.and_then(Result::ok).and_then(|record| record.key);
    key.and_then(ControlType::from_key) == Some(ControlType::Abort)
}

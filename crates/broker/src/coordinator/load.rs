//! Loading: the log of a partition, replayed into a fresh machine.
//!
//! Blocks on the disk. A batch or record that cannot be read ends it: the partition stays unavailable
//! then rather than forget something that a client was told is kept.

use std::time::{Duration, Instant};

use moldau_coordinator::{Machine, Outcome};
use moldau_protocol::{
    ids::Offset,
    records::{self, BatchError, BatchRef, Batches, ControlType, RecordIter},
};
use moldau_storage::{MinOneBatch, PartitionLog, ReadError};

/// How often a load that takes long says how far it is.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(5);

/// Why a log was not loaded.
#[derive(Debug, thiserror::Error)]
pub(super) enum LoadError {
    #[error("the log cannot be read at offset {at}: {source}")]
    Read { at: Offset, source: ReadError },
    #[error("the log cannot be read at offset {at}: {source}")]
    Io { at: Offset, source: std::io::Error },
    #[error("batch at or behind offset {at} is damaged: {reason}")]
    Batch { at: Offset, reason: String },
    #[error("record at offset {at} is damaged: {reason}")]
    Record { at: Offset, reason: String },
}

/// Number of records and of bytes replayed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Loaded {
    pub(super) records: u64,
    pub(super) bytes: u64,
}

/// Replays the log up to `end`, in pieces of `buffer` bytes.
pub(super) fn load<M: Machine>(
    log: &PartitionLog,
    end: Offset,
    buffer: usize,
    machine: &mut M,
) -> Result<Loaded, LoadError> {
    let mut loaded = Loaded::default();
    let mut told = Instant::now();
    let start = log.log_start_offset();
    let mut at = start;
    while at < end {
        let read = log.read(at, buffer, MinOneBatch::Yes, end);
        let read = read.map_err(|source| LoadError::Read { at, source })?;
        let bytes = read.payload.read().map_err(|source| LoadError::Io { at, source })?;
        let before = at;
        for batch in Batches::new(&bytes) {
            let batch = match batch {
                Ok(batch) => batch,
                // The last one of a piece may be cut; the next piece begins with it.
                Err(BatchError::Truncated { .. }) if at > before => break,
                Err(error) => return Err(LoadError::Batch { at, reason: error.to_string() }),
            };
            loaded.records += replay(&batch, at, machine)?;
            loaded.bytes += batch.bytes.len() as u64;
            at = at.max(batch.header.last_offset().next());
        }
        if at == before {
            break;
        }
        if told.elapsed() >= PROGRESS_INTERVAL {
            told = Instant::now();
            let percent = (at.0 - start.0) * 100 / (end.0 - start.0).max(1);
            tracing::info!(log = %log.partition(), percent, records = loaded.records,
                "loading the coordinator's state");
        }
    }
    Ok(loaded)
}

/// Replays one batch; `from` is the first offset that has not been seen.
fn replay<M: Machine>(
    batch: &BatchRef<'_>,
    from: Offset,
    machine: &mut M,
) -> Result<u64, LoadError> {
    let damaged = |reason: String| LoadError::Batch { at: batch.header.base_offset, reason };
    if !records::check_crc(batch.bytes) {
        return Err(damaged("its checksum is wrong".to_owned()));
    }
    let header = &batch.header;
    let payload = records::payload(batch).map_err(|error| damaged(error.to_string()))?;
    let transactional = header.attributes.is_transactional();
    let mut count = 0;
    for record in RecordIter::new(&payload, header.record_count) {
        let record = record.map_err(|error| damaged(error.to_string()))?;
        let offset = header.base_offset.plus(i64::from(record.offset_delta));
        if offset < from {
            continue;
        }
        let key = record.key.unwrap_or_default();
        if header.attributes.is_control() {
            match ControlType::from_key(key) {
                Some(ControlType::Commit) => {
                    machine.end_transaction(header.producer_id, Outcome::Commit);
                }
                Some(ControlType::Abort) => {
                    machine.end_transaction(header.producer_id, Outcome::Abort);
                }
                _ => {}
            }
            continue;
        }
        let producer = transactional.then_some(header.producer_id);
        machine
            .replay(key, record.value, offset, producer)
            .map_err(|fault| LoadError::Record { at: offset, reason: fault.to_string() })?;
        count += 1;
    }
    Ok(count)
}

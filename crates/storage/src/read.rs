//! Reading from a log: which range of which file answers a fetch.
//!
//! A read opens (or finds open) the segment's file and names a range of it; nobody copies the bytes
//! until they go to a socket. A [`FileRange`] pins the open file, so that retention never pulls it
//! away, and notices when a truncation made its bytes other ones.
//!
//! Invariants: no byte of a batch at or behind the upper bound is in a range; a range starts with a
//! whole batch header; ranges never cross segments.

use std::{
    any::Any,
    io,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use bytes::Bytes;
use moldau_protocol::{
    codec::{Payload, Region},
    ids::Offset,
};

use crate::{
    disk::DiskFile,
    error::ReadError,
    log::{OffsetMetadata, PartitionLog},
    segment::Segment,
    txn_index::AbortedTxn,
};

/// Tries of a read that a truncation or deletion interrupts.
const TRIES: usize = 3;

/// Whether the first batch is given whole even where it is larger than the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MinOneBatch {
    /// Whole, whatever its size: so that a reader makes progress.
    Yes,
    /// Not at all when it does not fit.
    No,
}

/// What a read found.
#[derive(Debug)]
pub struct LogRead {
    /// The bytes; empty when there are none to give.
    pub payload: Payload,
    /// Where they start. The offset is the one asked for; a batch may start before it.
    pub start: OffsetMetadata,
    /// The first batch was larger than the limit and is not given.
    pub first_batch_too_large: bool,
}

/// A range of a segment file.
#[derive(Clone, Debug)]
pub struct FileRange {
    file: Arc<dyn DiskFile>,
    position: u64,
    len: usize,
    generation: Arc<AtomicU64>,
    expected: u64,
}

impl FileRange {
    /// Position of the first byte.
    #[must_use]
    pub fn position(&self) -> u64 {
        self.position
    }

    /// The file of the operating system, for `sendfile`.
    #[must_use]
    pub fn as_std(&self) -> Option<&std::fs::File> {
        self.file.as_std()
    }

    /// Whether the bytes are still those that were found. Who sends them asks before each piece and
    /// once more after the last one: a no means that what went out may be wrong, and the connection
    /// must be closed.
    #[must_use]
    pub fn is_current(&self) -> bool {
        self.generation.load(Ordering::Acquire) == self.expected
    }

    /// Reads `buffer.len()` bytes from `at`, counted from the start of the range.
    ///
    /// # Errors
    /// `UnexpectedEof` when the log was truncated meanwhile, else the error of the system.
    pub fn read_at(&self, buffer: &mut [u8], at: u64) -> io::Result<()> {
        self.file.read_exact_at(buffer, self.position + at)?;
        if self.is_current() { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    }
}

impl Region for FileRange {
    fn len(&self) -> usize {
        self.len
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn read(&self) -> io::Result<Bytes> {
        let mut bytes = vec![0; self.len];
        self.read_at(&mut bytes, 0)?;
        Ok(bytes.into())
    }
}

impl PartitionLog {
    /// Reads from the batch that has `from` on: at most `max_bytes` (a later batch may be cut), only
    /// batches before `upper` (the high watermark, the last stable offset, or the end of the log),
    /// and at most to the end of the segment.
    ///
    /// # Errors
    /// [`ReadError::OutOfRange`] below the log start and above the log end.
    pub fn read(
        &self,
        from: Offset,
        max_bytes: usize,
        min_one: MinOneBatch,
        upper: Offset,
    ) -> Result<LogRead, ReadError> {
        self.retry(|| {
            let (log_start, log_end) = (self.log_start_offset(), self.log_end_offset());
            if from < log_start || from > log_end {
                return Ok(Err(ReadError::OutOfRange { log_start, log_end }));
            }
            self.try_read(from, max_bytes, min_one, upper).map(Ok)
        })?
    }

    /// Runs something that looks at segments, again when one went away or was cut under it.
    pub(crate) fn retry<T>(&self, mut run: impl FnMut() -> io::Result<T>) -> Result<T, ReadError> {
        let mut tries = 0;
        loop {
            self.check_readable()?;
            tries += 1;
            match run() {
                Ok(found) => return Ok(found),
                Err(_) if tries < TRIES => {}
                Err(error) => return Err(self.read_failed(error)),
            }
        }
    }

    fn check_readable(&self) -> Result<(), ReadError> {
        if self.closed.load(Ordering::Acquire) {
            return Err(ReadError::Closed);
        }
        if self.health.is_offline() {
            return Err(ReadError::Offline);
        }
        Ok(())
    }

    /// An I/O error of the disk takes the directory off line; damaged bytes alone do not.
    fn read_failed(&self, error: io::Error) -> ReadError {
        if self.closed.load(Ordering::Acquire) {
            return ReadError::Closed;
        }
        use io::ErrorKind::{Interrupted, InvalidData, UnexpectedEof};
        if !matches!(error.kind(), Interrupted | InvalidData | UnexpectedEof) {
            self.health.fail(&error);
        }
        ReadError::Io(error)
    }

    fn try_read(
        &self,
        from: Offset,
        max_bytes: usize,
        min_one: MinOneBatch,
        upper: Offset,
    ) -> io::Result<LogRead> {
        let empty =
            |start| LogRead { payload: Payload::default(), start, first_batch_too_large: false };
        if from >= upper {
            return Ok(empty(self.locate(from)?));
        }
        let bound = self.locate(upper)?;
        let first = self.segment_index(from);
        for index in first.. {
            let Some(segment) = self.segments.read().get(index).cloned() else { break };
            let generation = segment.generation().load(Ordering::Acquire);
            let end = match segment.base().cmp(&bound.segment_base) {
                std::cmp::Ordering::Less => segment.size(),
                std::cmp::Ordering::Equal => bound.position,
                std::cmp::Ordering::Greater => break,
            };
            // What was asked for may lie in a gap at the end of this segment.
            let Some(frame) = segment.translate(from, end)? else { continue };
            let start = OffsetMetadata {
                offset: from,
                segment_base: segment.base(),
                position: frame.position,
            };
            let first_size = frame.size as usize;
            let limit = match min_one {
                MinOneBatch::Yes => max_bytes.max(first_size),
                MinOneBatch::No if max_bytes < first_size => {
                    return Ok(LogRead { first_batch_too_large: true, ..empty(start) });
                }
                MinOneBatch::No => max_bytes,
            };
            let len = usize::try_from(end - frame.position).unwrap_or(usize::MAX).min(limit);
            let range = FileRange {
                file: segment.file()?,
                position: frame.position,
                len,
                generation: Arc::clone(segment.generation()),
                expected: generation,
            };
            if !range.is_current() {
                return Err(io::ErrorKind::Interrupted.into());
            }
            return Ok(LogRead {
                payload: Payload::Region(Arc::new(range)),
                start,
                first_batch_too_large: false,
            });
        }
        Ok(empty(bound))
    }

    /// Index of the segment that has (or would have) an offset.
    fn segment_index(&self, offset: Offset) -> usize {
        let segments = self.segments.read();
        segments.partition_point(|segment| segment.base() <= offset).saturating_sub(1)
    }

    pub(crate) fn segment_of(&self, offset: Offset) -> Arc<Segment> {
        let segments = self.segments.read();
        let index = segments.partition_point(|segment| segment.base() <= offset).saturating_sub(1);
        Arc::clone(&segments[index])
    }

    /// Where the first batch at or behind `offset` starts; the end of the log for what is at or
    /// behind that.
    ///
    /// # Errors
    /// The error of the system.
    pub fn locate(&self, offset: Offset) -> io::Result<OffsetMetadata> {
        let end = {
            let end = self.end.lock();
            if let Some(found) = end.recent.iter().rev().find(|found| found.offset == offset) {
                return Ok(*found);
            }
            end.current()
        };
        if offset >= end.offset {
            return Ok(end);
        }
        let segment = self.segment_of(offset);
        let limit = if segment.base() == end.segment_base { end.position } else { segment.size() };
        let position = segment.translate(offset, limit)?.map_or(limit, |frame| frame.position);
        Ok(OffsetMetadata { offset, segment_base: segment.base(), position })
    }

    /// The aborted transactions that a reader of `len` bytes from `start` on must know.
    ///
    /// # Errors
    /// As [`PartitionLog::read`].
    pub fn aborted_transactions_of(
        &self,
        start: &OffsetMetadata,
        len: usize,
    ) -> Result<Vec<AbortedTxn>, ReadError> {
        let upper = self.retry(|| {
            let index = self.segment_index(start.segment_base);
            let (segment, next) = {
                let segments = self.segments.read();
                (segments.get(index).cloned(), segments.get(index + 1).map(|next| next.base()))
            };
            let Some(segment) = segment else { return Ok(start.offset) };
            let entry = segment.offset_at_or_after(start.position + len as u64)?;
            Ok(entry.or(next).unwrap_or_else(|| self.log_end_offset()))
        })?;
        self.aborted_transactions(start.offset, upper)
    }

    /// The aborted transactions that have records in `from..upper`.
    ///
    /// # Errors
    /// As [`PartitionLog::read`].
    pub fn aborted_transactions(
        &self,
        from: Offset,
        upper: Offset,
    ) -> Result<Vec<AbortedTxn>, ReadError> {
        self.retry(|| {
            let index = self.segment_index(from);
            let segments: Vec<_> = self.segments.read().iter().skip(index).cloned().collect();
            let mut found = Vec::new();
            for segment in segments {
                if segment.collect_aborted(from, upper, &mut found)? {
                    break;
                }
            }
            Ok(found)
        })
    }
}

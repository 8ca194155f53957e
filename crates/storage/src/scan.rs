//! Walks the batches of a segment file.
//!
//! Reads headers only, in chunks; bodies when somebody asks (checksum, control records, time search).
//! Old message sets (magic 0 and 1) are walked too: one message there is one frame.
//!
//! Invariants: works on any bytes; memory is bounded by the chunk, and by [`MAX_BODY`] for a body.

use std::{io, sync::Arc};

use moldau_protocol::{
    ids::{LeaderEpoch, Offset},
    records::{BatchHeader, HEADER_LEN, LOG_OVERHEAD},
};

use crate::disk::DiskFile;

/// Bytes read at once while walking headers of batches in a small range.
pub(crate) const SMALL_CHUNK: usize = 4 << 10;

/// Bytes read at once while walking a whole segment.
pub(crate) const LARGE_CHUNK: usize = 256 << 10;

/// Largest batch that is read whole. Nothing larger can be produced: a request is an `i32` long.
const MAX_BODY: u32 = i32::MAX as u32;

/// Bytes of the smallest old message behind offset and length: checksum, magic, attributes, two
/// lengths.
const OLD_MESSAGE_MIN: i32 = 14;

/// A batch in a file (or a message of an old message set).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    pub(crate) position: u64,
    pub(crate) size: u32,
    pub(crate) base_offset: Offset,
    pub(crate) last_offset: Offset,
    /// -1 in a message of magic 0.
    pub(crate) max_timestamp: i64,
    pub(crate) leader_epoch: LeaderEpoch,
    /// None in an old message set.
    pub(crate) header: Option<BatchHeader>,
}

impl Frame {
    pub(crate) fn end(&self) -> u64 {
        self.position + u64::from(self.size)
    }
}

/// What stands at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A whole frame.
    Frame(Frame),
    /// Exactly the end.
    End,
    /// Bytes that are no whole frame.
    Invalid(&'static str),
}

#[derive(Debug)]
pub(crate) struct Scanner {
    file: Arc<dyn DiskFile>,
    next: u64,
    end: u64,
    chunk: usize,
    buffer: Vec<u8>,
    buffer_at: u64,
}

fn array<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    let mut field = [0; N];
    field.copy_from_slice(&bytes[at..at + N]);
    field
}

impl Scanner {
    /// Walks from `position`, where a frame starts, up to `end`.
    pub(crate) fn new(file: Arc<dyn DiskFile>, position: u64, end: u64, chunk: usize) -> Self {
        Self { file, next: position, end, chunk, buffer: Vec::new(), buffer_at: position }
    }

    /// Where the next frame starts.
    pub(crate) fn position(&self) -> u64 {
        self.next
    }

    /// At least the next `want` bytes at `position`, or all up to the end of the file.
    fn window(&mut self, position: u64, want: usize) -> io::Result<&[u8]> {
        let held = self.buffer_at + self.buffer.len() as u64;
        if position < self.buffer_at || position + want as u64 > held {
            let left = usize::try_from(self.end.saturating_sub(position)).unwrap_or(usize::MAX);
            self.buffer.resize(self.chunk.max(want).min(left), 0);
            let read = self.file.read_full_at(&mut self.buffer, position)?;
            self.buffer.truncate(read);
            self.buffer_at = position;
        }
        let start = usize::try_from(position - self.buffer_at).unwrap_or(usize::MAX);
        Ok(self.buffer.get(start..).unwrap_or(&[]))
    }

    /// Looks at the next frame and goes behind it.
    pub(crate) fn step(&mut self) -> io::Result<Step> {
        let (position, end) = (self.next, self.end);
        if position >= end {
            return Ok(Step::End);
        }
        let bytes = self.window(position, HEADER_LEN)?;
        let frame = match parse(bytes, position, end) {
            Ok(frame) => frame,
            Err(reason) => return Ok(Step::Invalid(reason)),
        };
        self.next = frame.end();
        Ok(Step::Frame(frame))
    }

    /// All bytes of a frame.
    pub(crate) fn body(&mut self, frame: &Frame) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; frame.size as usize];
        let held = frame.position.checked_sub(self.buffer_at).and_then(|start| {
            let start = usize::try_from(start).ok()?;
            self.buffer.get(start..start + bytes.len())
        });
        match held {
            Some(held) => bytes.copy_from_slice(held),
            None => self.file.read_exact_at(&mut bytes, frame.position)?,
        }
        Ok(bytes)
    }

    /// Whether the checksum of a frame is right.
    pub(crate) fn checksum_ok(&mut self, frame: &Frame) -> io::Result<bool> {
        let (algorithm, stored, from) = match &frame.header {
            Some(header) => (crc_fast::CrcAlgorithm::Crc32Iscsi, header.crc, 21),
            None => {
                let bytes = self.window(frame.position, 16)?;
                if bytes.len() < 16 {
                    return Ok(false);
                }
                (crc_fast::CrcAlgorithm::Crc32IsoHdlc, u32::from_be_bytes(array(bytes, 12)), 16)
            }
        };
        let mut digest = crc_fast::Digest::new(algorithm);
        let mut position = frame.position + from;
        while position < frame.end() {
            let left = usize::try_from(frame.end() - position).unwrap_or(usize::MAX);
            let chunk = self.chunk;
            let bytes = self.window(position, left.min(chunk))?;
            let bytes = &bytes[..bytes.len().min(left)];
            if bytes.is_empty() {
                return Ok(false);
            }
            digest.update(bytes);
            position += bytes.len() as u64;
        }
        Ok(digest.finalize() == u64::from(stored))
    }
}

/// Reads the frame header in front of `bytes`, which are at `position` of a file that ends at `end`.
fn parse(bytes: &[u8], position: u64, end: u64) -> Result<Frame, &'static str> {
    if bytes.len() < LOG_OVERHEAD + OLD_MESSAGE_MIN as usize {
        return Err("too few bytes for a batch");
    }
    let offset = Offset(i64::from_be_bytes(array(bytes, 0)));
    let length = i32::from_be_bytes(array(bytes, 8));
    if length < OLD_MESSAGE_MIN || offset.0 < 0 {
        return Err("no batch starts here");
    }
    let size = LOG_OVERHEAD as u32 + length.unsigned_abs();
    if position + u64::from(size) > end || size > MAX_BODY {
        return Err("the batch is longer than the file");
    }
    let frame = Frame {
        position,
        size,
        base_offset: offset,
        last_offset: offset,
        max_timestamp: -1,
        leader_epoch: LeaderEpoch::NONE,
        header: None,
    };
    match bytes[16] {
        0 => Ok(frame),
        1 if length < OLD_MESSAGE_MIN + 8 => Err("too short for magic 1"),
        1 => Ok(Frame { max_timestamp: i64::from_be_bytes(array(bytes, 18)), ..frame }),
        2 => {
            let header = BatchHeader::parse(bytes).map_err(|_| "no batch header")?;
            if header.last_offset_delta < 0 || header.last_offset() < offset {
                return Err("offset range out of order");
            }
            Ok(Frame {
                last_offset: header.last_offset(),
                max_timestamp: header.max_timestamp,
                leader_epoch: header.leader_epoch,
                header: Some(header),
                ..frame
            })
        }
        _ => Err("unknown magic"),
    }
}

/// What the first record of a control batch says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EndMarker {
    pub(crate) commit: bool,
    pub(crate) coordinator_epoch: i32,
}

/// Reads the end marker of a transaction; none when the batch is another kind of control batch.
pub(crate) fn end_marker(batch: &[u8]) -> Option<EndMarker> {
    let mut at = HEADER_LEN;
    varint(batch, &mut at)?; // length
    at += 1; // attributes
    varint(batch, &mut at)?; // timestamp delta
    varint(batch, &mut at)?; // offset delta
    let key_len = usize::try_from(varint(batch, &mut at)?).ok()?;
    let key = batch.get(at..at.checked_add(key_len)?)?;
    at += key_len;
    let value_len = usize::try_from(varint(batch, &mut at)?).ok()?;
    let value = batch.get(at..at.checked_add(value_len)?)?;
    let kind = i16::from_be_bytes(key.get(2..4)?.try_into().ok()?);
    if !(0..=1).contains(&kind) {
        return None;
    }
    let coordinator_epoch = i32::from_be_bytes(value.get(2..6)?.try_into().ok()?);
    Some(EndMarker { commit: kind == 1, coordinator_epoch })
}

fn varint(bytes: &[u8], at: &mut usize) -> Option<i64> {
    let mut value: u64 = 0;
    for shift in (0..70).step_by(7) {
        let byte = *bytes.get(*at)?;
        *at += 1;
        value |= u64::from(byte & 0x7f).checked_shl(shift)?;
        if byte & 0x80 == 0 {
            return Some((value >> 1) as i64 ^ -((value & 1) as i64));
        }
    }
    None
}

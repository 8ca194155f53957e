//! Looking at compressed records without holding them.
//!
//! The payload is decompressed through a window; a record that fits it is read as it lies, and of
//! a larger one the keys, values and headers are passed over. So the memory is the window's, however
//! large the output gets. What comes out of the codec can be fed to another one on the way.

use super::compression::{CompressionError, Compressor, Decompressor};
use super::record::{RecordRef, RecordsError};
use super::varint::{self, BadVarint, MAX_VARINT};

/// Bytes of output held at a time; more than the longest run of varints by far.
const WINDOW: usize = 64 << 10;

/// What validation wants to know of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Glance {
    pub(super) timestamp_delta: i64,
    pub(super) offset_delta: i32,
    /// Size of the key; none for null.
    pub(super) key: Option<usize>,
    /// Size of the value; none for null.
    pub(super) value: Option<usize>,
}

impl From<RecordRef<'_>> for Glance {
    #[inline]
    fn from(record: RecordRef<'_>) -> Self {
        Self {
            timestamp_delta: record.timestamp_delta,
            offset_delta: record.offset_delta,
            key: record.key.map(<[u8]>::len),
            value: record.value.map(<[u8]>::len),
        }
    }
}

/// Takes the output of a codec and makes the input of another, up to a limit.
#[derive(Debug)]
pub(super) struct Recoder {
    compressor: Compressor,
    limit: usize,
    over: bool,
}

impl Recoder {
    pub(super) fn new(compressor: Compressor, limit: usize) -> Self {
        Self { compressor, limit, over: false }
    }

    /// Adds to the payload. Beyond the limit the rest is dropped.
    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), CompressionError> {
        if !self.over {
            self.compressor.write(bytes)?;
            self.over = self.compressor.written() > self.limit;
        }
        Ok(())
    }

    /// The new payload; none when it is larger than the limit.
    pub(super) fn finish(self) -> Result<Option<Vec<u8>>, CompressionError> {
        if self.over {
            return Ok(None);
        }
        let payload = self.compressor.finish()?;
        Ok((payload.len() <= self.limit).then_some(payload))
    }
}

/// Reads the records of a compressed payload one after the other.
#[derive(Debug)]
pub(super) struct RecordStream<'a> {
    source: Decompressor<'a>,
    recoder: Option<Recoder>,
    window: Vec<u8>,
    start: usize,
    end: usize,
    ended: bool,
    /// Largest record, length not counted.
    max_record: usize,
}

impl<'a> RecordStream<'a> {
    pub(super) fn new(
        source: Decompressor<'a>,
        recoder: Option<Recoder>,
        max_record: usize,
    ) -> Self {
        Self {
            source,
            recoder,
            window: vec![0; WINDOW],
            start: 0,
            end: 0,
            ended: false,
            max_record,
        }
    }

    /// Looks at the next record.
    pub(super) fn next(&mut self) -> Result<Glance, RecordsError> {
        if !varint::is_whole(self.ready()) {
            self.fill(MAX_VARINT)?;
        }
        let mut rest = self.ready();
        let before = rest.len();
        let size = varint::read(&mut rest).map_err(|BadVarint| RecordsError::Premature)?;
        let used = before - rest.len();
        let size = usize::try_from(size).map_err(|_| RecordsError::NegativeSize(size))?;
        if size > self.max_record {
            return Err(RecordsError::TooLarge { size, limit: self.max_record });
        }
        self.start += used;
        if size > WINDOW {
            return self.pass_over(size);
        }
        if self.ready().len() < size {
            self.fill(size)?;
        }
        let Some(body) = self.ready().get(..size) else {
            return Err(RecordsError::SizeBeyondPayload {
                expected: size,
                actual: self.ready().len(),
            });
        };
        let glance = RecordRef::read_body(body)?.into();
        self.start += size;
        Ok(glance)
    }

    /// Checks that the payload ends here, and hands out the recoder.
    pub(super) fn finish(mut self) -> Result<Option<Recoder>, RecordsError> {
        self.fill(1)?;
        if self.ready().is_empty() { Ok(self.recoder) } else { Err(RecordsError::Remaining) }
    }

    fn ready(&self) -> &[u8] {
        &self.window[self.start..self.end]
    }

    /// Reads on until `wanted` bytes (no more than the window) are ready or the payload ends.
    fn fill(&mut self, wanted: usize) -> Result<(), RecordsError> {
        if self.start > 0 && !self.ended {
            self.window.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
        }
        while self.end - self.start < wanted && !self.ended {
            let read = self.source.read(&mut self.window[self.end..])?;
            if let Some(recoder) = &mut self.recoder {
                recoder.write(&self.window[self.end..self.end + read])?;
            }
            self.end += read;
            self.ended = read == 0;
        }
        Ok(())
    }

    /// Reads a record larger than the window.
    fn pass_over(&mut self, size: usize) -> Result<Glance, RecordsError> {
        let mut body = Body { stream: self, left: size };
        body.skip(1)?;
        let timestamp_delta = body.long()?;
        let offset_delta = body.int()?;
        let key = body.field()?;
        let value = body.field()?;
        let count = body.int()?;
        if usize::try_from(count).map_or(true, |count| count > body.left) {
            return Err(RecordsError::HeaderCount(count));
        }
        for _ in 0..count {
            let key_size = body.int()?;
            let length =
                usize::try_from(key_size).map_err(|_| RecordsError::HeaderKey(key_size))?;
            body.skip(length)?;
            body.field()?;
        }
        if body.left > 0 {
            return Err(RecordsError::SizeMismatch { expected: size, actual: size - body.left });
        }
        Ok(Glance { timestamp_delta, offset_delta, key, value })
    }
}

/// What is left of a record that is passed over.
struct Body<'s, 'a> {
    stream: &'s mut RecordStream<'a>,
    left: usize,
}

impl Body<'_, '_> {
    fn varint<T>(
        &mut self,
        read: impl FnOnce(&mut &[u8]) -> Result<T, BadVarint>,
    ) -> Result<T, RecordsError> {
        if !varint::is_whole(self.stream.ready()) || self.stream.ready().len() < 2 * MAX_VARINT {
            self.stream.fill(2 * MAX_VARINT)?;
        }
        let ready = self.stream.ready();
        let mut rest = &ready[..ready.len().min(self.left)];
        let before = rest.len();
        let value = read(&mut rest)?;
        let used = before - rest.len();
        self.stream.start += used;
        self.left -= used;
        Ok(value)
    }

    fn int(&mut self) -> Result<i32, RecordsError> {
        self.varint(varint::read)
    }

    fn long(&mut self) -> Result<i64, RecordsError> {
        self.varint(varint::read_long)
    }

    /// Passes over a length and that many bytes; none for a negative length.
    fn field(&mut self) -> Result<Option<usize>, RecordsError> {
        let Ok(length) = usize::try_from(self.int()?) else { return Ok(None) };
        self.skip(length)?;
        Ok(Some(length))
    }

    fn skip(&mut self, length: usize) -> Result<(), RecordsError> {
        self.left = self.left.checked_sub(length).ok_or(RecordsError::Structure)?;
        let mut length = length;
        while length > 0 {
            if self.stream.ready().is_empty() {
                self.stream.fill(1)?;
            }
            let step = length.min(self.stream.ready().len());
            if step == 0 {
                return Err(RecordsError::Premature);
            }
            self.stream.start += step;
            length -= step;
        }
        Ok(())
    }
}

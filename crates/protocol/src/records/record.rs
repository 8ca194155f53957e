//! One record, as it lies inside the (decompressed) payload of a batch.
//!
//! Reading copies nothing and allocates nothing: a [`RecordRef`] points into the payload. Every
//! length is checked against the bytes that are there, and a record must use up its own length to
//! the byte. A negative length of key, value or header value means null, whatever its size.
//!
//! Tests: here, and `iterate/tests.rs` against bytes that Kafka's own classes wrote.

use bytes::{BufMut, Bytes, BytesMut};

use super::compression::CompressionError;
use super::varint::{self, BadVarint};

/// Why the records of a batch cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum RecordsError {
    /// A varint that does not end, or a length that leaves the record.
    #[error("found invalid record structure")]
    Structure,
    /// The record's own length is negative.
    #[error("invalid record size: {0} is negative")]
    NegativeSize(i32),
    /// The record's own length goes beyond the payload.
    #[error("invalid record size: expected {expected} bytes in record payload, got {actual}")]
    SizeBeyondPayload {
        /// What the record says.
        expected: usize,
        /// What is left of the payload.
        actual: usize,
    },
    /// The record is larger than the configured bound.
    #[error("invalid record size: {size} exceeds the configured maximum record size of {limit}")]
    TooLarge {
        /// Bytes of the record.
        size: usize,
        /// The bound.
        limit: usize,
    },
    /// The fields of the record end before or after its length.
    #[error("invalid record size: expected to read {expected} bytes, but instead read {actual}")]
    SizeMismatch {
        /// What the record says.
        expected: usize,
        /// What the fields take.
        actual: usize,
    },
    /// Negative, or more headers than bytes.
    #[error("found invalid number of record headers {0}")]
    HeaderCount(i32),
    /// Header keys may not be null.
    #[error("invalid negative header key size {0}")]
    HeaderKey(i32),
    /// The payload ends before the declared number of records.
    #[error("incorrect declared batch size, premature EOF reached")]
    Premature,
    /// The payload goes on after the declared number of records.
    #[error("incorrect declared batch size, records still remaining in file")]
    Remaining,
    /// The declared number of records is negative.
    #[error("found invalid record count {0}")]
    Count(i32),
    /// The attributes name no codec.
    #[error("unknown compression codec {0}")]
    Codec(i16),
    /// The payload does not decompress.
    #[error(transparent)]
    Compression(#[from] CompressionError),
}

impl From<BadVarint> for RecordsError {
    fn from(_: BadVarint) -> Self {
        Self::Structure
    }
}

/// A record inside a payload. Timestamp and offset are relative to the batch header's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordRef<'a> {
    /// Unused by Kafka so far; whatever the producer wrote.
    pub attributes: i8,
    /// Time less the batch's base timestamp.
    pub timestamp_delta: i64,
    /// Offset less the batch's base offset.
    pub offset_delta: i32,
    /// Key, if any.
    pub key: Option<&'a [u8]>,
    /// Value; none is a tombstone.
    pub value: Option<&'a [u8]>,
    /// The headers, in order.
    pub headers: HeadersRef<'a>,
}

/// The headers of a record: an iterator of key (meant to be UTF-8, not checked) and value, in the
/// producer's order, duplicate keys kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeadersRef<'a> {
    /// Checked when the record was read.
    bytes: &'a [u8],
    left: usize,
}

impl<'a> Iterator for HeadersRef<'a> {
    type Item = (&'a [u8], Option<&'a [u8]>);

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let key = field(&mut self.bytes).ok()?.unwrap_or_default();
        let value = field(&mut self.bytes).ok()?;
        Some((key, value))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for HeadersRef<'_> {}

/// Reads a length and that many bytes; none for a negative length.
#[inline]
fn field<'a>(input: &mut &'a [u8]) -> Result<Option<&'a [u8]>, RecordsError> {
    let length = varint::read(input)?;
    let Ok(length) = usize::try_from(length) else {
        return Ok(None);
    };
    let (bytes, rest) = input.split_at_checked(length).ok_or(RecordsError::Structure)?;
    *input = rest;
    Ok(Some(bytes))
}

impl<'a> RecordRef<'a> {
    /// Reads the record at the front of `input`, length included, and moves `input` behind it.
    #[inline(always)] // So that what the caller does not look at is not made.
    pub(crate) fn read(input: &mut &'a [u8]) -> Result<Self, RecordsError> {
        let mut rest = *input;
        let size = varint::read(&mut rest).map_err(|BadVarint| RecordsError::Premature)?;
        let size = usize::try_from(size).map_err(|_| RecordsError::NegativeSize(size))?;
        let Some((body, rest)) = rest.split_at_checked(size) else {
            return Err(RecordsError::SizeBeyondPayload { expected: size, actual: rest.len() });
        };
        *input = rest;
        Self::read_body(body)
    }

    /// Reads a record from all of its bytes behind the length.
    #[inline(always)] // As above.
    pub(crate) fn read_body(body: &'a [u8]) -> Result<Self, RecordsError> {
        let mut rest = body;
        let (&attributes, after) = rest.split_first().ok_or(RecordsError::Structure)?;
        rest = after;
        let timestamp_delta = varint::read_long(&mut rest)?;
        let offset_delta = varint::read(&mut rest)?;
        let key = field(&mut rest)?;
        let value = field(&mut rest)?;
        let headers = HeadersRef::check(&mut rest)?;
        if !rest.is_empty() {
            return Err(RecordsError::SizeMismatch {
                expected: body.len(),
                actual: body.len() - rest.len(),
            });
        }
        Ok(Self {
            attributes: attributes as i8,
            timestamp_delta,
            offset_delta,
            key,
            value,
            headers,
        })
    }

    /// Appends the record, length included.
    pub(crate) fn write(&self, output: &mut BytesMut) {
        varint::write(output, self.body_size() as i64);
        output.put_i8(self.attributes);
        varint::write(output, self.timestamp_delta);
        varint::write(output, i64::from(self.offset_delta));
        write_field(output, self.key);
        write_field(output, self.value);
        varint::write(output, self.headers.left as i64);
        output.extend_from_slice(self.headers.bytes);
    }

    /// Bytes of the record behind its length.
    fn body_size(&self) -> usize {
        1 + varint::size(self.timestamp_delta)
            + varint::size(i64::from(self.offset_delta))
            + field_size(self.key)
            + field_size(self.value)
            + varint::size(self.headers.left as i64)
            + self.headers.bytes.len()
    }
}

impl<'a> HeadersRef<'a> {
    /// No headers.
    pub const EMPTY: Self = Self { bytes: &[], left: 0 };

    /// Reads count and headers and moves `input` behind them.
    #[inline(always)] // As above.
    fn check(input: &mut &'a [u8]) -> Result<Self, RecordsError> {
        let count = varint::read(input)?;
        let left = usize::try_from(count).map_err(|_| RecordsError::HeaderCount(count))?;
        // A header takes two bytes at least.
        if left > input.len() {
            return Err(RecordsError::HeaderCount(count));
        }
        if left == 0 {
            return Ok(Self::EMPTY);
        }
        let bytes = Self::pass_over(input, left)?;
        Ok(Self { bytes, left })
    }

    /// Moves `input` behind `count` headers and returns their bytes.
    fn pass_over(input: &mut &'a [u8], count: usize) -> Result<&'a [u8], RecordsError> {
        let start = *input;
        for _ in 0..count {
            let mut peek = *input;
            let key_size = varint::read(&mut peek)?;
            if key_size < 0 {
                return Err(RecordsError::HeaderKey(key_size));
            }
            field(input)?;
            field(input)?;
        }
        Ok(&start[..start.len() - input.len()])
    }

    /// Headers that [`write_header`] put into `bytes`.
    pub(crate) fn written(bytes: &'a [u8], count: usize) -> Self {
        Self { bytes, left: count }
    }
}

/// Appends one header in the form that [`HeadersRef`] reads.
pub(crate) fn write_header(output: &mut BytesMut, key: &[u8], value: Option<&[u8]>) {
    write_field(output, Some(key));
    write_field(output, value);
}

fn write_field(output: &mut BytesMut, bytes: Option<&[u8]>) {
    match bytes {
        None => varint::write(output, -1),
        Some(bytes) => {
            varint::write(output, bytes.len() as i64);
            output.extend_from_slice(bytes);
        }
    }
}

fn field_size(bytes: Option<&[u8]>) -> usize {
    bytes.map_or(1, |bytes| varint::size(bytes.len() as i64) + bytes.len())
}

/// A record with its absolute offset and time, and bytes of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnedRecord {
    /// Absolute offset.
    pub offset: i64,
    /// Absolute time: the producer's, or the broker's when the batch says so.
    pub timestamp: i64,
    /// Key, if any.
    pub key: Option<Bytes>,
    /// Value; none is a tombstone.
    pub value: Option<Bytes>,
    /// Headers in order, duplicates kept.
    pub headers: Vec<(Bytes, Option<Bytes>)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(body: &[u8]) -> Result<RecordRef<'_>, RecordsError> {
        RecordRef::read_body(body)
    }

    #[test]
    fn a_record_must_use_up_its_length() {
        // attributes, timestamp 0, offset 0, key null, value null, no headers
        let good = [0, 0, 0, 1, 1, 0];
        assert!(record(&good).is_ok());
        let bad: [(&[u8], &str); 9] = [
            (&[], "structure"),
            (&[0, 0, 0, 1, 1], "structure"),
            (&[0, 0, 0, 1, 1, 0, 0], "instead read 6"),
            (&[0, 0, 0, 4, 1, 0], "structure"),
            (&[0, 0, 0, 0x80, 0x80, 0x80, 0x80, 0x80, 0], "structure"),
            (&[0, 0, 0, 1, 1, 1], "headers -1"),
            (&[0, 0, 0, 1, 1, 8, 0, 0], "headers 4"),
            (&[0, 0, 0, 1, 1, 2, 1, 1], "key size -1"),
            (&[0, 0, 0, 1, 1, 2, 2, 7], "structure"),
        ];
        for (body, message) in bad {
            let error = record(body).unwrap_err().to_string();
            assert!(error.contains(message), "{body:?}: {error}");
        }
    }

    #[test]
    fn headers_keep_duplicates_and_nulls() {
        let mut bytes = BytesMut::new();
        write_header(&mut bytes, b"k", Some(b"1"));
        write_header(&mut bytes, b"k", None);
        let headers = HeadersRef::written(&bytes, 2);
        let written = RecordRef {
            attributes: 0,
            timestamp_delta: -3,
            offset_delta: 5,
            key: Some(b""),
            value: None,
            headers,
        };
        let mut record = BytesMut::new();
        written.write(&mut record);
        let mut input = &record[..];
        let read = RecordRef::read(&mut input).unwrap();
        assert!(input.is_empty());
        assert_eq!(read, written);
        let headers: Vec<_> = read.headers.collect();
        assert_eq!(headers, [(&b"k"[..], Some(&b"1"[..])), (&b"k"[..], None)]);
    }
}

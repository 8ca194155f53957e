//! The bounded reader.

use bytes::{Buf, Bytes};

use super::{Message, Payload, RawTaggedField};
use crate::ids::Uuid;

/// Most elements that a decoded array reserves room for before the elements themselves have been
/// read: it grows as bytes prove that they exist.
const ARRAY_RESERVE: usize = 256;

/// Why bytes are not the message they claim to be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// The bytes end inside a field.
    #[error("{needed} bytes needed where {remaining} remain")]
    Truncated {
        /// Bytes that the field needs.
        needed: usize,
        /// Bytes that are left.
        remaining: usize,
    },
    /// A length or count is negative where it must not be, or larger than what remains allows.
    #[error("length {length} is impossible where {remaining} bytes remain")]
    Length {
        /// The length that was read.
        length: i64,
        /// Bytes that are left.
        remaining: usize,
    },
    /// Null where the schema allows none.
    #[error("{0} must not be null")]
    Null(&'static str),
    /// A string is not UTF-8.
    #[error("a string is not UTF-8")]
    Utf8,
    /// A variable-length integer has too many bytes.
    #[error("a variable-length integer is too long")]
    Varint,
    /// Tags are repeated or not in ascending order.
    #[error("tag {0} is out of order")]
    TagOrder(u32),
    /// A tagged field holds other than the announced number of bytes.
    #[error("tagged field {0} has a wrong size")]
    TagSize(u32),
    /// The message does not exist in this version.
    #[error("version {version} of {message} does not exist")]
    Version {
        /// Name of the message.
        message: &'static str,
        /// Version asked for.
        version: i16,
    },
}

/// Reads fields from the front of a byte string.
///
/// `Bytes` and `records` fields share the memory of the input; strings are copied, so that a name
/// that outlives its request does not keep the request alive.
#[derive(Clone, Debug)]
pub struct Decoder {
    input: Bytes,
}

macro_rules! fixed {
    ($($(#[$doc:meta])* $name:ident: $type:ty = $get:ident,)*) => {
        $($(#[$doc])*
        pub fn $name(&mut self) -> Result<$type, DecodeError> {
            self.need(size_of::<$type>())?;
            Ok(self.input.$get())
        })*
    };
}

#[allow(clippy::missing_errors_doc)] // Each reads one field and fails as `DecodeError` says.
impl Decoder {
    /// A reader of `input` from its first byte.
    #[must_use]
    pub fn new(input: Bytes) -> Self {
        Self { input }
    }

    /// Bytes not read yet.
    #[must_use]
    pub fn remaining(&self) -> usize {
        self.input.len()
    }

    /// What was not read.
    #[must_use]
    pub fn into_rest(self) -> Bytes {
        self.input
    }

    fn need(&self, needed: usize) -> Result<(), DecodeError> {
        let remaining = self.remaining();
        if remaining < needed { Err(DecodeError::Truncated { needed, remaining }) } else { Ok(()) }
    }

    fixed! {
        /// A signed byte.
        i8: i8 = get_i8,
        /// A big-endian integer of two bytes.
        i16: i16 = get_i16,
        /// An unsigned integer of two bytes.
        u16: u16 = get_u16,
        /// A big-endian integer of four bytes.
        i32: i32 = get_i32,
        /// An unsigned integer of four bytes.
        u32: u32 = get_u32,
        /// A big-endian integer of eight bytes.
        i64: i64 = get_i64,
        /// An IEEE double.
        f64: f64 = get_f64,
    }

    /// One byte; anything but 0 is true.
    pub fn bool(&mut self) -> Result<bool, DecodeError> {
        Ok(self.i8()? != 0)
    }

    /// Sixteen bytes.
    pub fn uuid(&mut self) -> Result<Uuid, DecodeError> {
        self.need(16)?;
        let mut bytes = [0; 16];
        self.input.copy_to_slice(&mut bytes);
        Ok(Uuid(bytes))
    }

    /// An unsigned integer of one to five bytes, seven bits each, low ones first.
    pub fn uvarint(&mut self) -> Result<u32, DecodeError> {
        let mut value = 0u32;
        for shift in [0, 7, 14, 21, 28] {
            let byte = self.i8()? as u8;
            if shift == 28 && byte > 0x0f {
                return Err(DecodeError::Varint);
            }
            value |= u32::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(DecodeError::Varint)
    }

    /// Takes `length` bytes, sharing the input's memory.
    pub fn take(&mut self, length: usize) -> Result<Bytes, DecodeError> {
        self.need(length)?;
        Ok(self.input.split_to(length))
    }

    fn length(&self, length: i64) -> Result<Option<usize>, DecodeError> {
        match length {
            -1 => Ok(None),
            _ => match usize::try_from(length) {
                Ok(length) if length <= self.remaining() => Ok(Some(length)),
                _ => Err(DecodeError::Length { length, remaining: self.remaining() }),
            },
        }
    }

    /// Length of a compact field: the number read less one, `None` for null.
    fn compact_length(&mut self) -> Result<Option<usize>, DecodeError> {
        let length = i64::from(self.uvarint()?) - 1;
        self.length(length)
    }

    fn text(bytes: &[u8]) -> Result<String, DecodeError> {
        Ok(std::str::from_utf8(bytes).map_err(|_| DecodeError::Utf8)?.to_owned())
    }

    /// A string or null.
    pub fn nullable_string(&mut self, flexible: bool) -> Result<Option<String>, DecodeError> {
        let length = if flexible {
            self.compact_length()?
        } else {
            let length = i64::from(self.i16()?);
            self.length(length)?
        };
        length.map(|length| Self::text(&self.take(length)?)).transpose()
    }

    /// A string that may not be null.
    pub fn string(&mut self, flexible: bool, field: &'static str) -> Result<String, DecodeError> {
        self.nullable_string(flexible)?.ok_or(DecodeError::Null(field))
    }

    /// Bytes or null.
    pub fn nullable_bytes(&mut self, flexible: bool) -> Result<Option<Bytes>, DecodeError> {
        let length = if flexible {
            self.compact_length()?
        } else {
            let length = i64::from(self.i32()?);
            self.length(length)?
        };
        length.map(|length| self.take(length)).transpose()
    }

    /// Bytes that may not be null.
    pub fn bytes(&mut self, flexible: bool, field: &'static str) -> Result<Bytes, DecodeError> {
        self.nullable_bytes(flexible)?.ok_or(DecodeError::Null(field))
    }

    /// Record data or null.
    pub fn nullable_records(&mut self, flexible: bool) -> Result<Option<Payload>, DecodeError> {
        Ok(self.nullable_bytes(flexible)?.map(Payload::Bytes))
    }

    /// An array or null, each element read by `element`.
    ///
    /// `min_size` is the least number of bytes that an element has: a count that the remaining
    /// bytes cannot hold is refused before anything is allocated.
    pub fn nullable_array<T>(
        &mut self,
        flexible: bool,
        min_size: usize,
        mut element: impl FnMut(&mut Self) -> Result<T, DecodeError>,
    ) -> Result<Option<Vec<T>>, DecodeError> {
        let count = if flexible { i64::from(self.uvarint()?) - 1 } else { i64::from(self.i32()?) };
        if count == -1 {
            return Ok(None);
        }
        let limit = self.remaining() / min_size.max(1);
        let count = match usize::try_from(count) {
            Ok(number) if number <= limit => number,
            _ => return Err(DecodeError::Length { length: count, remaining: self.remaining() }),
        };
        let mut elements = Vec::with_capacity(count.min(ARRAY_RESERVE));
        for _ in 0..count {
            elements.push(element(self)?);
        }
        Ok(Some(elements))
    }

    /// An array that may not be null.
    pub fn array<T>(
        &mut self,
        flexible: bool,
        min_size: usize,
        field: &'static str,
        element: impl FnMut(&mut Self) -> Result<T, DecodeError>,
    ) -> Result<Vec<T>, DecodeError> {
        self.nullable_array(flexible, min_size, element)?.ok_or(DecodeError::Null(field))
    }

    /// A structure or null: one byte, -1 for null, then the structure.
    pub fn nullable_struct<T: Message>(&mut self, version: i16) -> Result<Option<T>, DecodeError> {
        if self.i8()? < 0 { Ok(None) } else { T::decode(self, version).map(Some) }
    }

    /// A structure or null in a tagged field, where null is 0 and not -1.
    pub fn tagged_struct<T: Message>(&mut self, version: i16) -> Result<Option<T>, DecodeError> {
        if self.uvarint()? == 0 { Ok(None) } else { T::decode(self, version).map(Some) }
    }

    /// The tagged fields at the end of a structure. `known` reads those of the schema and says
    /// whether the tag was one; the others are kept.
    pub fn tagged_fields(
        &mut self,
        mut known: impl FnMut(u32, &mut Self) -> Result<bool, DecodeError>,
    ) -> Result<Vec<RawTaggedField>, DecodeError> {
        let count = self.uvarint()? as usize;
        // A tag and a size have at least one byte each.
        if count > self.remaining() / 2 {
            let length = count as i64;
            return Err(DecodeError::Length { length, remaining: self.remaining() });
        }
        let mut unknown = Vec::new();
        let mut last = None;
        for _ in 0..count {
            let tag = self.uvarint()?;
            if last.is_some_and(|last| tag <= last) {
                return Err(DecodeError::TagOrder(tag));
            }
            last = Some(tag);
            let size = self.uvarint()? as usize;
            let data = self.take(size)?;
            let mut field = Self::new(data.clone());
            if known(tag, &mut field)? {
                if field.remaining() != 0 {
                    return Err(DecodeError::TagSize(tag));
                }
            } else {
                unknown.push(RawTaggedField { tag, data });
            }
        }
        Ok(unknown)
    }
}

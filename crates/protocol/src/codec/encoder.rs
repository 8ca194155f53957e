//! The writer.

use bytes::{BufMut, Bytes, BytesMut};

use super::{Message, Part, Payload, RawTaggedField};
use crate::ids::Uuid;

/// Why a message cannot be written in a version.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EncodeError {
    /// A field is set that the version does not have and that must not be dropped silently.
    #[error("{message} version {version} cannot carry {field}")]
    Unsupported {
        /// Name of the message.
        message: &'static str,
        /// Name of the field.
        field: &'static str,
        /// Version asked for.
        version: i16,
    },
    /// A field is null where the version allows none.
    #[error("{field} must not be null in version {version}")]
    Null {
        /// Name of the field.
        field: &'static str,
        /// Version asked for.
        version: i16,
    },
    /// A string, byte string or array is longer than its length field can say.
    #[error("{0} bytes or elements are too many for the field")]
    TooLong(usize),
}

/// Writes fields to the end of a growing list of parts.
#[derive(Debug, Default)]
pub struct Encoder {
    parts: Vec<Part>,
    current: BytesMut,
}

macro_rules! fixed {
    ($($(#[$doc:meta])* $name:ident: $type:ty = $put:ident,)*) => {
        $($(#[$doc])*
        pub fn $name(&mut self, value: $type) {
            self.current.$put(value);
        })*
    };
}

#[allow(clippy::missing_errors_doc)] // Each writes one field and fails only on lengths beyond its prefix.
impl Encoder {
    /// An empty writer.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty writer with room for `capacity` bytes.
    #[must_use]
    pub fn with_capacity(capacity: usize) -> Self {
        Self { parts: Vec::new(), current: BytesMut::with_capacity(capacity) }
    }

    /// All that was written, in order.
    #[must_use]
    pub fn into_parts(mut self) -> Vec<Part> {
        self.flush();
        self.parts
    }

    /// All that was written, in memory. Regions are read.
    ///
    /// # Errors
    /// When a region cannot be read.
    pub fn into_bytes(self) -> std::io::Result<Bytes> {
        if self.parts.is_empty() {
            return Ok(self.current.freeze());
        }
        let mut all = BytesMut::new();
        for part in self.into_parts() {
            match part {
                Part::Bytes(bytes) => all.extend_from_slice(&bytes),
                Part::Region(region) => all.extend_from_slice(&region.read()?),
            }
        }
        Ok(all.freeze())
    }

    /// Bytes written so far, regions included.
    #[must_use]
    pub fn len(&self) -> usize {
        super::parts_len(&self.parts) + self.current.len()
    }

    /// Whether nothing was written.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn flush(&mut self) {
        if !self.current.is_empty() {
            self.parts.push(Part::Bytes(self.current.split().freeze()));
        }
    }

    fixed! {
        /// A signed byte.
        i8: i8 = put_i8,
        /// A big-endian integer of two bytes.
        i16: i16 = put_i16,
        /// An unsigned integer of two bytes.
        u16: u16 = put_u16,
        /// A big-endian integer of four bytes.
        i32: i32 = put_i32,
        /// An unsigned integer of four bytes.
        u32: u32 = put_u32,
        /// A big-endian integer of eight bytes.
        i64: i64 = put_i64,
        /// An IEEE double.
        f64: f64 = put_f64,
    }

    /// One byte, 1 for true.
    pub fn bool(&mut self, value: bool) {
        self.current.put_u8(u8::from(value));
    }

    /// Sixteen bytes.
    pub fn uuid(&mut self, value: Uuid) {
        self.current.put_slice(&value.0);
    }

    /// An unsigned integer of one to five bytes.
    pub fn uvarint(&mut self, mut value: u32) {
        while value >= 0x80 {
            self.current.put_u8((value as u8) | 0x80);
            value >>= 7;
        }
        self.current.put_u8(value as u8);
    }

    /// Bytes as they are, without a length.
    pub fn raw(&mut self, bytes: &[u8]) {
        self.current.put_slice(bytes);
    }

    fn compact_length(&mut self, length: usize) -> Result<(), EncodeError> {
        let length = u32::try_from(length)
            .ok()
            .and_then(|length| length.checked_add(1))
            .ok_or(EncodeError::TooLong(length))?;
        self.uvarint(length);
        Ok(())
    }

    fn i32_length(&mut self, length: usize) -> Result<(), EncodeError> {
        self.i32(i32::try_from(length).map_err(|_| EncodeError::TooLong(length))?);
        Ok(())
    }

    /// A string or null.
    pub fn nullable_string(
        &mut self,
        flexible: bool,
        value: Option<&str>,
    ) -> Result<(), EncodeError> {
        match (value, flexible) {
            (None, true) => self.uvarint(0),
            (None, false) => self.i16(-1),
            (Some(text), true) => {
                self.compact_length(text.len())?;
                self.raw(text.as_bytes());
            }
            (Some(text), false) => {
                let length =
                    i16::try_from(text.len()).map_err(|_| EncodeError::TooLong(text.len()))?;
                self.i16(length);
                self.raw(text.as_bytes());
            }
        }
        Ok(())
    }

    /// A string.
    pub fn string(&mut self, flexible: bool, value: &str) -> Result<(), EncodeError> {
        self.nullable_string(flexible, Some(value))
    }

    /// Bytes or null.
    pub fn nullable_bytes(
        &mut self,
        flexible: bool,
        value: Option<&[u8]>,
    ) -> Result<(), EncodeError> {
        self.length(flexible, value.map(<[u8]>::len))?;
        if let Some(bytes) = value {
            self.raw(bytes);
        }
        Ok(())
    }

    /// Bytes.
    pub fn bytes(&mut self, flexible: bool, value: &[u8]) -> Result<(), EncodeError> {
        self.nullable_bytes(flexible, Some(value))
    }

    /// Record data or null. Regions, and bytes too many to be worth copying, become parts of their
    /// own.
    pub fn nullable_records(
        &mut self,
        flexible: bool,
        value: Option<&Payload>,
    ) -> Result<(), EncodeError> {
        self.length(flexible, value.map(Payload::len))?;
        if let Some(payload) = value {
            self.payload(payload);
        }
        Ok(())
    }

    fn payload(&mut self, payload: &Payload) {
        /// Below this, copying is cheaper than one more part (one more `iovec`).
        const COPY_BELOW: usize = 1024;
        match payload {
            Payload::Bytes(bytes) if bytes.len() < COPY_BELOW => self.raw(bytes),
            Payload::Bytes(bytes) => {
                self.flush();
                self.parts.push(Part::Bytes(bytes.clone()));
            }
            Payload::Region(region) if region.is_empty() => {}
            Payload::Region(region) => {
                self.flush();
                self.parts.push(Part::Region(region.clone()));
            }
            Payload::Chain(pieces) => pieces.iter().for_each(|piece| self.payload(piece)),
        }
    }

    /// Length of an array, byte string or record data (`None`: null).
    pub fn length(&mut self, flexible: bool, length: Option<usize>) -> Result<(), EncodeError> {
        match (length, flexible) {
            (None, true) => self.uvarint(0),
            (None, false) => self.i32(-1),
            (Some(length), true) => self.compact_length(length)?,
            (Some(length), false) => self.i32_length(length)?,
        }
        Ok(())
    }

    /// A structure or null.
    pub fn nullable_struct<T: Message>(
        &mut self,
        value: Option<&T>,
        version: i16,
    ) -> Result<(), EncodeError> {
        match value {
            None => self.i8(-1),
            Some(value) => {
                self.i8(1);
                value.encode(self, version)?;
            }
        }
        Ok(())
    }

    /// A structure or null in a tagged field, where null is 0 and not -1.
    pub fn tagged_struct<T: Message>(
        &mut self,
        value: Option<&T>,
        version: i16,
    ) -> Result<(), EncodeError> {
        self.uvarint(u32::from(value.is_some()));
        value.map_or(Ok(()), |value| value.encode(self, version))
    }

    /// One tagged field: its content is written by `content`.
    pub fn tagged_field(
        &mut self,
        tag: u32,
        content: impl FnOnce(&mut Self) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        let mut field = Self::new();
        content(&mut field)?;
        self.uvarint(tag);
        self.uvarint(u32::try_from(field.len()).map_err(|_| EncodeError::TooLong(field.len()))?);
        for part in field.into_parts() {
            match part {
                Part::Bytes(bytes) => self.raw(&bytes),
                region => {
                    self.flush();
                    self.parts.push(region);
                }
            }
        }
        Ok(())
    }

    /// Tagged fields that were read but not understood.
    pub fn raw_tagged_fields(&mut self, fields: &[RawTaggedField]) -> Result<(), EncodeError> {
        for field in fields {
            self.uvarint(field.tag);
            let length = field.data.len();
            self.uvarint(u32::try_from(length).map_err(|_| EncodeError::TooLong(length))?);
            self.raw(&field.data);
        }
        Ok(())
    }
}

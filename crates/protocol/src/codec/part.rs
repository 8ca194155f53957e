//! Pieces of an encoded message: bytes in memory, or a region that lives elsewhere.

use std::{any::Any, fmt, sync::Arc};

use bytes::{Bytes, BytesMut};

/// Record data outside of memory, usually a range of a segment file.
///
/// The protocol needs only its length; who writes the message to a socket asks [`Region::as_any`]
/// for the type it knows, or [`Region::read`] for the bytes.
pub trait Region: Send + Sync + fmt::Debug {
    /// Length in bytes.
    fn len(&self) -> usize;

    /// Whether the region has no bytes.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The concrete type, for the writer that knows it.
    fn as_any(&self) -> &dyn Any;

    /// Reads the whole region into memory.
    ///
    /// # Errors
    /// The error of the underlying read, or `UnexpectedEof` when the region was cut off meanwhile.
    fn read(&self) -> std::io::Result<Bytes>;
}

/// Content of a field of type `records`.
#[derive(Clone, Debug)]
pub enum Payload {
    /// Bytes in memory; decoding always gives these.
    Bytes(Bytes),
    /// Bytes that are fetched when the message is written out.
    Region(Arc<dyn Region>),
    /// Several pieces, one after the other.
    Chain(Vec<Payload>),
}

impl Payload {
    /// Length in bytes.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Bytes(bytes) => bytes.len(),
            Self::Region(region) => region.len(),
            Self::Chain(pieces) => pieces.iter().map(Self::len).sum(),
        }
    }

    /// Whether there is no byte in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All of it in memory.
    ///
    /// # Errors
    /// When a region cannot be read.
    pub fn read(&self) -> std::io::Result<Bytes> {
        match self {
            Self::Bytes(bytes) => Ok(bytes.clone()),
            Self::Region(region) => region.read(),
            Self::Chain(pieces) => {
                let mut all = BytesMut::with_capacity(self.len());
                for piece in pieces {
                    all.extend_from_slice(&piece.read()?);
                }
                Ok(all.freeze())
            }
        }
    }
}

impl Default for Payload {
    fn default() -> Self {
        Self::Bytes(Bytes::new())
    }
}

impl From<Bytes> for Payload {
    fn from(bytes: Bytes) -> Self {
        Self::Bytes(bytes)
    }
}

impl PartialEq for Payload {
    /// Compares bytes in memory; regions are equal only to themselves.
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Bytes(left), Self::Bytes(right)) => left == right,
            (Self::Region(left), Self::Region(right)) => Arc::ptr_eq(left, right),
            (Self::Chain(left), Self::Chain(right)) => left == right,
            _ => false,
        }
    }
}

/// One piece of an encoded message, in the order in which it goes to the socket.
#[derive(Clone, Debug)]
pub enum Part {
    /// Bytes in memory.
    Bytes(Bytes),
    /// A region to copy from where it lives.
    Region(Arc<dyn Region>),
}

impl Part {
    /// Length in bytes.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Bytes(bytes) => bytes.len(),
            Self::Region(region) => region.len(),
        }
    }

    /// Whether there is no byte in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Length of all `parts` together.
#[must_use]
pub fn parts_len(parts: &[Part]) -> usize {
    parts.iter().map(Part::len).sum()
}

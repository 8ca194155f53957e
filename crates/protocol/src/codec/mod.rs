//! Reading and writing the primitive types of Kafka's protocol.
//!
//! The decoder works over untrusted bytes: it never panics, and it bounds every length by the bytes
//! that remain before it allocates. The encoder writes a list of parts, so that record data can be a
//! range of a file that never enters memory (`sendfile`).
//!
//! Source: the protocol guide, KIP-482 (compact types and tagged fields).

mod decoder;
mod encoder;
mod part;

pub use decoder::{DecodeError, Decoder};
pub use encoder::{EncodeError, Encoder};
pub use part::{Part, Payload, Region, parts_len};

use crate::api_key::ApiKey;

/// A structure of the protocol that has versions.
pub trait Message: Sized {
    /// Reads one structure in the layout of `version`.
    ///
    /// # Errors
    /// When the bytes are not that structure, or end too early.
    fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError>;

    /// Writes the structure in the layout of `version`.
    ///
    /// # Errors
    /// When a field that `version` does not have, and that must not be left out silently, is set.
    fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError>;
}

/// A request message: its key, its versions and the type of its answer.
pub trait Request: Message {
    /// The API it calls.
    const KEY: ApiKey;
    /// Oldest version that Apache Kafka 4.4.0 knows.
    const MIN_VERSION: i16;
    /// Newest stable version that Apache Kafka 4.4.0 knows.
    const MAX_VERSION: i16;
    /// First version with compact types and tagged fields (`i16::MAX`: none).
    const FLEXIBLE_FROM: i16;
    /// The answer, which is encoded at the version of the request.
    type Response: Message;
}

/// A tagged field that this version of the schema does not know; it survives a round trip.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RawTaggedField {
    /// Its tag.
    pub tag: u32,
    /// Its bytes, not interpreted.
    pub data: bytes::Bytes,
}

#[cfg(test)]
mod tests;

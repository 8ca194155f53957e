//! The codecs of record batches, bounded.
//!
//! Reading is a stream ([`Decompressor`]) so that whoever only looks at records holds a window of
//! them and stops at the first fault; what a small input may expand to is bounded by [`Limits`],
//! since none of the codecs bounds it. Writing is in the form that Kafka writes and its oldest
//! readers take: gzip; snappy in xerial framing; an LZ4 frame of independent 64 KiB blocks without
//! block checksums; a zstd frame.
//!
//! State: a zstd context for each thread, kept between batches while it is small.
//!
//! Source: KIP-110 (zstd), KIP-390 (levels), snappy-java's stream format, the LZ4 frame format.
//! Deviation: LZ4 has one level, whatever level is asked for.
//! Tests: `tests.rs`, with payloads that Kafka's own classes wrote.

mod reader;
mod snappy;
mod writer;
mod zstd;

use std::io;

pub use reader::Decompressor;
pub use writer::Compressor;

use super::header::Codec;

/// Output that any input may have, whatever its ratio. The largest batch that a client can be
/// expected to send without compression (`max.message.bytes` is 1 MiB by default, 100 MiB where
/// people raise it) is let through when it compresses to almost nothing.
pub const FREE_OUTPUT: usize = 128 << 20;

/// Above [`FREE_OUTPUT`] the output may be this many times the input. Gzip cannot exceed 1032,
/// snappy 22 and LZ4 255; only zstd can, and what does is a bomb.
pub const MAX_RATIO: usize = 1032;

/// No batch may decompress to more. Walking through it takes about a second of CPU, and a consumer
/// has to hold it.
pub const MAX_OUTPUT: usize = 1 << 30;

/// How much a payload may expand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Largest output in bytes; one byte more is an error.
    pub max_output: usize,
}

impl Limits {
    /// The limits for a payload of `input` bytes: [`FREE_OUTPUT`] or [`MAX_RATIO`] times as much,
    /// and never more than [`MAX_OUTPUT`].
    #[must_use]
    pub fn for_input(input: usize) -> Self {
        let by_ratio = input.saturating_mul(MAX_RATIO);
        Self { max_output: by_ratio.clamp(FREE_OUTPUT, MAX_OUTPUT) }
    }

    /// The same, but no more than `bytes`: for those who hold the output.
    #[must_use]
    pub fn at_most(self, bytes: usize) -> Self {
        Self { max_output: self.max_output.min(bytes) }
    }
}

/// Why a payload could not be decompressed (or, hardly ever, compressed).
#[derive(Debug, thiserror::Error)]
pub enum CompressionError {
    /// The payload is not what the codec writes, or ends too early.
    #[error("{} payload is corrupt: {source}", .codec.name())]
    Corrupt {
        /// The codec it was read with.
        codec: Codec,
        /// What the codec says.
        source: io::Error,
    },
    /// The payload expands to more than the limit.
    #[error("{} payload decompresses to more than {limit} bytes", .codec.name())]
    TooLarge {
        /// The codec it was read with.
        codec: Codec,
        /// The limit in bytes.
        limit: usize,
    },
}

/// Decompresses all of `input`. The output grows as it comes, it is not sized by what a header
/// of the payload claims.
///
/// # Errors
/// As [`CompressionError`] says.
pub fn decompress(codec: Codec, input: &[u8], limits: Limits) -> Result<Vec<u8>, CompressionError> {
    // A first guess of 4:1, bounded because the input may be of any size.
    let guess = input.len().saturating_mul(4).min(limits.max_output).min(1 << 20);
    let mut output = Vec::with_capacity(guess);
    let mut reader = Decompressor::new(codec, input, limits);
    let mut chunk = [0; 16 << 10];
    loop {
        match reader.read(&mut chunk)? {
            0 => return Ok(output),
            read => output.extend_from_slice(&chunk[..read]),
        }
    }
}

/// Compresses all of `input`; no level means the codec's own default, as in Kafka.
///
/// # Errors
/// [`CompressionError::Corrupt`] when the codec refuses, which it does only for a level that it
/// does not have.
pub fn compress(
    codec: Codec,
    level: Option<i32>,
    input: &[u8],
) -> Result<Vec<u8>, CompressionError> {
    let mut writer = Compressor::new(codec, level)?;
    writer.write(input)?;
    writer.finish()
}

#[cfg(test)]
mod tests;

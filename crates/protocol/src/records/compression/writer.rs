//! Compression as a stream into memory.

use std::fmt;
use std::io::{self, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use lz4_flex::frame::{BlockMode, BlockSize, FrameEncoder, FrameInfo};

use super::snappy::SnappyWriter;
use super::{Codec, CompressionError};

/// Takes a payload piece by piece and hands out the whole compressed one.
pub struct Compressor {
    codec: Codec,
    inner: Inner,
}

enum Inner {
    None(Vec<u8>),
    Gzip(GzEncoder<Vec<u8>>),
    Snappy(Box<SnappyWriter>),
    Lz4(Box<FrameEncoder<Vec<u8>>>),
    Zstd(zstd::stream::write::Encoder<'static, Vec<u8>>),
}

impl fmt::Debug for Compressor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Compressor")
            .field("codec", &self.codec)
            .field("written", &self.written())
            .finish_non_exhaustive()
    }
}

impl Compressor {
    /// An empty payload. `level`: 1 to 9 for gzip, -131072 to 22 for zstd, without meaning for the
    /// others; none is the default (6 and 3).
    ///
    /// # Errors
    /// When zstd does not have the level.
    pub fn new(codec: Codec, level: Option<i32>) -> Result<Self, CompressionError> {
        let inner = match codec {
            Codec::None => Inner::None(Vec::new()),
            Codec::Gzip => {
                let level = level.and_then(|level| u32::try_from(level).ok());
                let level = level
                    .map_or(Compression::default(), |level| Compression::new(level.clamp(1, 9)));
                Inner::Gzip(GzEncoder::new(Vec::new(), level))
            }
            Codec::Snappy => Inner::Snappy(Box::new(SnappyWriter::new())),
            Codec::Lz4 => {
                // Kafka's reader knows neither linked blocks nor, in its oldest form, block
                // checksums.
                let info = FrameInfo::new()
                    .block_mode(BlockMode::Independent)
                    .block_size(BlockSize::Max64KB);
                Inner::Lz4(Box::new(FrameEncoder::with_frame_info(info, Vec::new())))
            }
            Codec::Zstd => {
                let level = level.unwrap_or(zstd::DEFAULT_COMPRESSION_LEVEL);
                let encoder = zstd::stream::write::Encoder::new(Vec::new(), level);
                Inner::Zstd(encoder.map_err(|source| CompressionError::Corrupt { codec, source })?)
            }
        };
        Ok(Self { codec, inner })
    }

    fn run<T>(&self, result: io::Result<T>) -> Result<T, CompressionError> {
        result.map_err(|source| CompressionError::Corrupt { codec: self.codec, source })
    }

    /// Adds bytes to the payload.
    ///
    /// # Errors
    /// When the codec fails, which writing into memory does not make it.
    pub fn write(&mut self, input: &[u8]) -> Result<(), CompressionError> {
        let result = match &mut self.inner {
            Inner::None(output) => output.write_all(input),
            Inner::Gzip(encoder) => encoder.write_all(input),
            Inner::Snappy(writer) => writer.write(input),
            Inner::Lz4(encoder) => encoder.write_all(input),
            Inner::Zstd(encoder) => encoder.write_all(input),
        };
        self.run(result)
    }

    /// Bytes of output so far; the codec may hold back some more.
    #[must_use]
    pub fn written(&self) -> usize {
        match &self.inner {
            Inner::None(output) => output.len(),
            Inner::Gzip(encoder) => encoder.get_ref().len(),
            Inner::Snappy(writer) => writer.output.len(),
            Inner::Lz4(encoder) => encoder.get_ref().len(),
            Inner::Zstd(encoder) => encoder.get_ref().len(),
        }
    }

    /// Ends the payload.
    ///
    /// # Errors
    /// As [`Self::write`].
    pub fn finish(self) -> Result<Vec<u8>, CompressionError> {
        let codec = self.codec;
        let result = match self.inner {
            Inner::None(output) => Ok(output),
            Inner::Gzip(encoder) => encoder.finish(),
            Inner::Snappy(mut writer) => writer.flush().map(|()| writer.output),
            Inner::Lz4(encoder) => encoder.finish().map_err(io::Error::from),
            Inner::Zstd(encoder) => encoder.finish(),
        };
        result.map_err(|source| CompressionError::Corrupt { codec, source })
    }
}

//! Decompression as a stream with an end.

use std::fmt;
use std::io::{self, Read};

use flate2::bufread::GzDecoder;
use lz4_flex::frame::FrameDecoder;

use super::snappy::SnappyReader;
use super::zstd::ZstdReader;
use super::{Codec, CompressionError, Limits};

/// Reads a payload piece by piece; fails at the first bad byte or beyond the limit.
///
/// Holds what its codec needs: a window of at most 64 KiB for gzip, one block for snappy (at most
/// 22 times the payload) and LZ4 (at most 4 MiB), and for zstd the window that the frame asks for
/// (2 MiB at the default level, 128 MiB at most, and only as far as there is output).
pub struct Decompressor<'a> {
    codec: Codec,
    inner: Inner<'a>,
    produced: usize,
    limit: usize,
    ended: bool,
}

/// An end mark put behind every LZ4 payload. The frame reader takes the end of its input for the end
/// of the frame, which Kafka's reader does not; a frame that ended by itself leaves this unread.
const LZ4_SENTINEL: &[u8] = &[0; 4];

enum Inner<'a> {
    None(&'a [u8]),
    Gzip(Box<GzDecoder<&'a [u8]>>),
    Snappy(SnappyReader<'a>),
    Lz4(Box<FrameDecoder<io::Chain<&'a [u8], &'static [u8]>>>),
    Zstd(ZstdReader<'a>),
}

/// The three bytes that begin a gzip member.
const GZIP_MAGIC: &[u8] = &[0x1f, 0x8b, 8];

/// Reads the members of a gzip stream one after the other. As in Java, what follows the last one
/// and is no member does not count.
fn read_gzip(reader: &mut GzDecoder<&[u8]>, output: &mut [u8]) -> io::Result<usize> {
    loop {
        let read = reader.read(output)?;
        let rest = *reader.get_ref();
        if read > 0 || !rest.starts_with(GZIP_MAGIC) {
            return Ok(read);
        }
        *reader = GzDecoder::new(rest);
    }
}

impl fmt::Debug for Decompressor<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Decompressor")
            .field("codec", &self.codec)
            .field("produced", &self.produced)
            .field("limit", &self.limit)
            .finish_non_exhaustive()
    }
}

impl<'a> Decompressor<'a> {
    /// A reader at the front of `input`.
    #[must_use]
    pub fn new(codec: Codec, input: &'a [u8], limits: Limits) -> Self {
        let inner = match codec {
            Codec::None => Inner::None(input),
            Codec::Gzip => Inner::Gzip(Box::new(GzDecoder::new(input))),
            Codec::Snappy => Inner::Snappy(SnappyReader::new(input)),
            Codec::Lz4 => Inner::Lz4(Box::new(FrameDecoder::new(input.chain(LZ4_SENTINEL)))),
            Codec::Zstd => Inner::Zstd(ZstdReader::new(input)),
        };
        Self { codec, inner, produced: 0, limit: limits.max_output, ended: false }
    }

    /// Reads some bytes into `output`, which is not empty; 0 is the end.
    ///
    /// # Errors
    /// As [`CompressionError`] says. What was read before is to be thrown away.
    pub fn read(&mut self, output: &mut [u8]) -> Result<usize, CompressionError> {
        if self.ended {
            return Ok(0);
        }
        let too_large = CompressionError::TooLarge { codec: self.codec, limit: self.limit };
        let read = match &mut self.inner {
            Inner::None(input) => input.read(output),
            Inner::Gzip(reader) => read_gzip(reader, output),
            Inner::Snappy(reader) => {
                let room = self.limit - self.produced;
                match reader.read(output, room) {
                    Ok(Some(read)) => Ok(read),
                    Ok(None) => return Err(too_large),
                    Err(source) => Err(source),
                }
            }
            Inner::Lz4(reader) => reader.read(output).and_then(|read| {
                if read == 0 && reader.get_ref().get_ref().1.len() < LZ4_SENTINEL.len() {
                    return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "no end mark"));
                }
                Ok(read)
            }),
            Inner::Zstd(reader) => reader.read(output),
        };
        let read =
            read.map_err(|source| CompressionError::Corrupt { codec: self.codec, source })?;
        self.ended = read == 0;
        self.produced += read;
        if self.produced > self.limit {
            self.produced = self.limit;
            return Err(too_large);
        }
        Ok(read)
    }
}

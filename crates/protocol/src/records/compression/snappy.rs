//! Snappy in its two framings.
//!
//! Java clients write xerial framing: a header of 16 bytes (magic, version, lowest compatible
//! version, both big-endian 1), then blocks, each behind its length as a big-endian `i32`. C
//! clients write one bare block. What starts with the magic is xerial, anything else is bare.

use std::io;

use snap::raw::{Decoder, Encoder, decompress_len, max_compress_len};

const MAGIC: [u8; 8] = [0x82, b'S', b'N', b'A', b'P', b'P', b'Y', 0];

/// Magic and the two versions.
const HEADER_LEN: usize = 16;

/// Payload of a block that we write, as snappy-java writes it.
const BLOCK: usize = 32 << 10;

/// A block cannot expand more: its densest element makes 64 bytes of 3.
const MAX_EXPANSION: usize = 22;

fn invalid(message: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

/// Reads either framing, block by block.
pub(super) struct SnappyReader<'a> {
    rest: &'a [u8],
    xerial: bool,
    block: Vec<u8>,
    taken: usize,
}

impl<'a> SnappyReader<'a> {
    pub(super) fn new(input: &'a [u8]) -> Self {
        let xerial = input.len() >= HEADER_LEN && input.starts_with(&MAGIC);
        let rest = if xerial { &input[HEADER_LEN..] } else { input };
        Self { rest, xerial, block: Vec::new(), taken: 0 }
    }

    /// Reads some bytes; 0 at the end, none when the next block alone is larger than `room`.
    pub(super) fn read(&mut self, output: &mut [u8], room: usize) -> io::Result<Option<usize>> {
        while self.taken == self.block.len() {
            let Some(block) = self.next_block()? else { return Ok(Some(0)) };
            let size = decompress_len(block)?;
            if size > block.len().saturating_mul(MAX_EXPANSION) {
                return Err(invalid("a snappy block claims more than it can hold"));
            }
            if size > room {
                return Ok(None);
            }
            self.block.resize(size, 0);
            self.taken = 0;
            let written = Decoder::new().decompress(block, &mut self.block)?;
            self.block.truncate(written);
        }
        let ready = &self.block[self.taken..];
        let read = ready.len().min(output.len());
        output[..read].copy_from_slice(&ready[..read]);
        self.taken += read;
        Ok(Some(read))
    }

    /// The next compressed block; none at the end.
    fn next_block(&mut self) -> io::Result<Option<&'a [u8]>> {
        // Streams may be concatenated: the header then comes again in place of a length.
        while self.xerial && self.rest.starts_with(&MAGIC) {
            self.rest = self.rest.get(HEADER_LEN..).ok_or_else(|| invalid("cut off header"))?;
        }
        if self.rest.is_empty() {
            return Ok(None);
        }
        if !self.xerial {
            return Ok(Some(std::mem::take(&mut self.rest)));
        }
        let cut = || invalid("a snappy block is cut off");
        let (length, rest) = self.rest.split_first_chunk::<4>().ok_or_else(cut)?;
        let length = usize::try_from(i32::from_be_bytes(*length)).map_err(|_| cut())?;
        let (block, rest) = rest.split_at_checked(length).ok_or_else(cut)?;
        self.rest = rest;
        Ok(Some(block))
    }
}

/// Writes xerial framing.
pub(super) struct SnappyWriter {
    pub(super) output: Vec<u8>,
    pending: Vec<u8>,
    encoder: Encoder,
}

impl SnappyWriter {
    pub(super) fn new() -> Self {
        let mut output = Vec::from(MAGIC);
        output.extend_from_slice(&1i32.to_be_bytes());
        output.extend_from_slice(&1i32.to_be_bytes());
        Self { output, pending: Vec::new(), encoder: Encoder::new() }
    }

    pub(super) fn write(&mut self, mut input: &[u8]) -> io::Result<()> {
        while self.pending.len() + input.len() >= BLOCK {
            if self.pending.is_empty() {
                let (block, rest) = input.split_at(BLOCK);
                self.put_block(block)?;
                input = rest;
            } else {
                let (head, rest) = input.split_at(BLOCK - self.pending.len());
                self.pending.extend_from_slice(head);
                self.flush()?;
                input = rest;
            }
        }
        self.pending.extend_from_slice(input);
        Ok(())
    }

    /// Ends the current block.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        if !self.pending.is_empty() {
            let mut pending = std::mem::take(&mut self.pending);
            self.put_block(&pending)?;
            pending.clear();
            self.pending = pending;
        }
        Ok(())
    }

    fn put_block(&mut self, block: &[u8]) -> io::Result<()> {
        let start = self.output.len();
        self.output.resize(start + 4 + max_compress_len(block.len()), 0);
        let written = self.encoder.compress(block, &mut self.output[start + 4..])?;
        self.output.truncate(start + 4 + written);
        let length = i32::try_from(written).map_err(|_| invalid("a snappy block is too long"))?;
        self.output[start..start + 4].copy_from_slice(&length.to_be_bytes());
        Ok(())
    }
}

//! Zstd reading on a context that the thread keeps.
//!
//! Making a context costs a third of what a batch of 100 KiB costs to read, so each thread keeps
//! one; a context that a frame with a large window blew up is dropped.

use std::cell::Cell;
use std::io;

use zstd::zstd_safe::{DCtx, InBuffer, OutBuffer, ResetDirective, get_error_name};

/// A larger context is not kept. The default level's window is 2 MiB.
const KEPT_CONTEXT: usize = 4 << 20;

thread_local! {
    static CONTEXT: Cell<Option<DCtx<'static>>> = const { Cell::new(None) };
}

/// Reads the frames of a payload one after the other.
pub(super) struct ZstdReader<'a> {
    /// There until dropped.
    context: Option<DCtx<'static>>,
    input: InBuffer<'a>,
    /// Whether a frame has begun and not ended.
    inside: bool,
}

impl<'a> ZstdReader<'a> {
    pub(super) fn new(input: &'a [u8]) -> Self {
        let context = CONTEXT.take().unwrap_or_default();
        Self { context: Some(context), input: InBuffer::around(input), inside: false }
    }

    /// Reads some bytes; 0 at the end.
    pub(super) fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        let context = self.context.as_mut().expect("the context leaves at drop");
        let mut output = OutBuffer::around(output);
        loop {
            let before = self.input.pos();
            if !self.inside && before == self.input.src.len() {
                return Ok(output.pos());
            }
            let hint = context
                .decompress_stream(&mut output, &mut self.input)
                .map_err(|code| io::Error::new(io::ErrorKind::InvalidData, get_error_name(code)))?;
            self.inside = hint != 0;
            if output.pos() > 0 {
                return Ok(output.pos());
            }
            if self.inside && self.input.pos() == before {
                return Err(io::Error::new(
                    io::ErrorKind::UnexpectedEof,
                    "a zstd frame is cut off",
                ));
            }
        }
    }
}

impl Drop for ZstdReader<'_> {
    fn drop(&mut self) {
        if let Some(mut context) = self.context.take()
            && context.sizeof() <= KEPT_CONTEXT
            && context.reset(ResetDirective::SessionOnly).is_ok()
        {
            CONTEXT.set(Some(context));
        }
    }
}

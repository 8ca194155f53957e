//! Standard output, in big writes.

use std::{
    fs::File,
    io::{IsTerminal as _, Write as _},
    os::fd::AsFd as _,
};

use moldau_client::consumer::{ConsumedRecord, Fetched};

use super::format::RecordFormat;
use crate::failure::Failure;

/// Bytes that are gathered before they are written.
const BUFFER_BYTES: usize = 1 << 20;

/// Formats records and writes them.
pub(super) struct Writer {
    format: RecordFormat,
    /// Standard output without the line buffer of the standard library.
    output: File,
    buffer: Vec<u8>,
}

impl Writer {
    pub(super) fn new(format: RecordFormat) -> Result<Self, Failure> {
        let output = std::io::stdout()
            .as_fd()
            .try_clone_to_owned()
            .map_err(|error| Failure::output(&error))?;
        let buffer = Vec::with_capacity(BUFFER_BYTES);
        Ok(Self { format, output: output.into(), buffer })
    }

    pub(super) fn is_terminal(&self) -> bool {
        self.output.is_terminal()
    }

    pub(super) fn record(
        &mut self,
        fetched: &Fetched,
        record: &ConsumedRecord<'_>,
    ) -> Result<(), Failure> {
        self.format.write(&mut self.buffer, fetched, record);
        if self.buffer.len() >= BUFFER_BYTES { self.flush() } else { Ok(()) }
    }

    pub(super) fn flush(&mut self) -> Result<(), Failure> {
        let written = self.output.write_all(&self.buffer);
        self.buffer.clear();
        written.map_err(|error| Failure::output(&error))
    }
}

//! Writes answers: memory by vectored writes, file ranges by `sendfile`.
//!
//! Answers are written in the order in which they were pushed. A range whose file was cut off
//! meanwhile ends the connection rather than send other bytes than those announced.

use std::{
    collections::VecDeque,
    fmt, io,
    mem::MaybeUninit,
    sync::Arc,
    task::{Context, Poll, ready},
    time::Duration,
};

use bytes::Bytes;
use moldau_protocol::codec::{Part, Region, parts_len};
use rustix::net::{SendAncillaryBuffer, SendFlags};
use tokio::{io::Interest, net::TcpStream, sync::Semaphore, time::Instant};

use super::{
    config::{MAX_SLICES, SEND_SLICE},
    metrics::NetMetrics,
    region::{Locate, is_warm, warm},
    service::BoxFuture,
};

/// Room for pieces that a connection keeps between answers.
const KEPT_PIECES: usize = 16;

/// Why writing ended.
#[derive(Debug, thiserror::Error)]
pub(super) enum WriteError {
    /// The connection is gone.
    #[error("writing to the socket failed")]
    Socket(#[source] io::Error),
    /// The data of an answer is gone.
    #[error("reading the data of an answer failed")]
    Region(#[source] io::Error),
}

/// What writing needs besides the socket.
pub(super) struct Writing {
    pub(super) locate: Locate,
    pub(super) cold_reads: Arc<Semaphore>,
    pub(super) metrics: Arc<NetMetrics>,
}

#[derive(Debug)]
enum Piece {
    Length([u8; 4]),
    Bytes(Bytes),
    Region(Arc<dyn Region>),
}

impl Piece {
    fn len(&self) -> usize {
        match self {
            Self::Length(length) => length.len(),
            Self::Bytes(bytes) => bytes.len(),
            Self::Region(region) => region.len(),
        }
    }

    fn memory(&self) -> Option<&[u8]> {
        match self {
            Self::Length(length) => Some(length),
            Self::Bytes(bytes) => Some(bytes),
            Self::Region(_) => None,
        }
    }
}

/// What is kept of a request while its answer is sent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timing {
    pub(super) api: i16,
    /// How long it waited to be called.
    pub(super) queued: Duration,
    /// When its answer was there.
    pub(super) answered: Instant,
}

/// An answer on its way.
#[derive(Debug)]
struct Mark {
    /// Bytes of it that are not sent.
    left: usize,
    request: Timing,
}

/// Answers on their way out of one connection.
#[derive(Default)]
pub(super) struct Out {
    pieces: VecDeque<Piece>,
    /// Bytes of the first piece that are sent.
    sent: u32,
    /// Bytes of the first piece, a file range, that were found in memory.
    warm: u32,
    /// Bytes left to send.
    len: usize,
    /// Of the answers that are not sent to the end; [`super::config::OUT_LIMIT`] bounds them.
    marks: VecDeque<Mark>,
    warming: Option<BoxFuture<'static, io::Result<()>>>,
}

impl Out {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds an answer with its length in front. False when it is too large for one.
    pub(super) fn push(&mut self, parts: Vec<Part>, request: Timing) -> bool {
        let Ok(length) = i32::try_from(parts_len(&parts)) else { return false };
        self.pieces.push_back(Piece::Length(length.to_be_bytes()));
        self.pieces.extend(parts.into_iter().filter(|part| !part.is_empty()).map(
            |part| match part {
                Part::Bytes(bytes) => Piece::Bytes(bytes),
                Part::Region(region) => Piece::Region(region),
            },
        ));
        self.len += length as usize + 4;
        self.marks.push_back(Mark { left: length as usize + 4, request });
        true
    }

    /// The next request whose answer has been sent to its last byte.
    pub(super) fn next_sent(&mut self) -> Option<Timing> {
        let mark = self.marks.pop_front_if(|mark| mark.left == 0)?;
        if self.marks.is_empty() {
            self.marks = VecDeque::new();
        }
        Some(mark.request)
    }

    /// Writes until all is sent, the socket takes no more, or `turn` bytes are used up.
    pub(super) fn poll_write(
        &mut self,
        context: &mut Context<'_>,
        stream: &TcpStream,
        with: &Writing,
        turn: &mut usize,
    ) -> Poll<Result<(), WriteError>> {
        while *turn > 0 {
            if let Some(warming) = &mut self.warming {
                let result = ready!(warming.as_mut().poll(context));
                self.warming = None;
                result.map_err(WriteError::Region)?;
            }
            let sent = match self.pieces.front() {
                None => break,
                Some(Piece::Region(region)) => {
                    let region = Arc::clone(region);
                    match self.send_region(&region, stream, with)? {
                        Some(sent) => sent,
                        None => continue,
                    }
                }
                Some(_) => self.send_memory(stream),
            };
            match sent {
                Ok(sent) => {
                    with.metrics.written(sent);
                    *turn = turn.saturating_sub(sent);
                    self.advance(sent);
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    ready!(stream.poll_write_ready(context)).map_err(WriteError::Socket)?;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Poll::Ready(Err(WriteError::Socket(error))),
            }
        }
        Poll::Ready(Ok(()))
    }

    fn advance(&mut self, mut sent: usize) {
        self.len -= sent;
        let mut of_answers = sent;
        for mark in &mut self.marks {
            let part = mark.left.min(of_answers);
            mark.left -= part;
            of_answers -= part;
            if of_answers == 0 {
                break;
            }
        }
        while let Some(first) = self.pieces.front() {
            let left = first.len() - self.sent as usize;
            if sent < left {
                // A piece is part of an answer, whose length is an i32.
                self.sent += sent as u32;
                return;
            }
            sent -= left;
            self.sent = 0;
            self.warm = 0;
            self.pieces.pop_front();
        }
        // An idle connection does not keep the room of a fetch of a thousand partitions.
        if self.pieces.capacity() > KEPT_PIECES {
            self.pieces = VecDeque::new();
        }
    }

    fn send_memory(&self, stream: &TcpStream) -> io::Result<usize> {
        let mut slices = [io::IoSlice::new(&[]); MAX_SLICES];
        let mut count = 0;
        for (slot, memory) in slices.iter_mut().zip(self.pieces.iter().map_while(Piece::memory)) {
            let skip = if count == 0 { self.sent as usize } else { 0 };
            *slot = io::IoSlice::new(&memory[skip..]);
            count += 1;
        }
        let mut flags = SendFlags::NOSIGNAL;
        // A file range follows: its first bytes share a segment with these.
        if self.pieces.len() > count {
            flags |= SendFlags::MORE;
        }
        let mut control: [MaybeUninit<u8>; 0] = [];
        stream.try_io(Interest::WRITABLE, || {
            let mut control = SendAncillaryBuffer::new(&mut control);
            Ok(rustix::net::sendmsg(stream, &slices[..count], &mut control, flags)?)
        })
    }

    /// Sends from the region at the front. `None`: something was prepared, try again.
    fn send_region(
        &mut self,
        region: &Arc<dyn Region>,
        stream: &TcpStream,
        with: &Writing,
    ) -> Result<Option<io::Result<usize>>, WriteError> {
        let cut_off = || {
            let kind = io::ErrorKind::UnexpectedEof;
            WriteError::Region(io::Error::new(kind, "the log was cut off under an answer"))
        };
        let located = (with.locate)(region.as_any());
        let Some((range, file)) = located.and_then(|range| Some((range, range.file()?))) else {
            let bytes = region.read().map_err(WriteError::Region)?;
            if bytes.len() != region.len() {
                return Err(cut_off());
            }
            self.pieces[0] = Piece::Bytes(bytes);
            return Ok(None);
        };
        if !range.is_intact() {
            return Err(cut_off());
        }
        let count = (region.len() - self.sent as usize).min(SEND_SLICE);
        let mut position = range.position() + u64::from(self.sent);
        let end = self.sent + count as u32;
        if self.warm < end {
            self.warm = end;
            if !is_warm(file, position, count) {
                with.metrics.cold_reads.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                let permits = Arc::clone(&with.cold_reads);
                let region = Arc::clone(region);
                self.warming = Some(warm(region, with.locate, position, count, permits));
                return Ok(None);
            }
        }
        let sent = stream.try_io(Interest::WRITABLE, || {
            Ok(rustix::fs::sendfile(stream, file, Some(&mut position), count)?)
        });
        match sent {
            Ok(0) => Err(cut_off()),
            Ok(sent) => {
                let metrics = &with.metrics;
                metrics.sendfile_bytes.fetch_add(sent as u64, std::sync::atomic::Ordering::Relaxed);
                if range.is_intact() { Ok(Some(Ok(sent))) } else { Err(cut_off()) }
            }
            Err(error) => match error.kind() {
                // These are the socket's; what remains comes from the file.
                io::ErrorKind::WouldBlock
                | io::ErrorKind::Interrupted
                | io::ErrorKind::BrokenPipe
                | io::ErrorKind::ConnectionReset
                | io::ErrorKind::ConnectionAborted
                | io::ErrorKind::TimedOut
                | io::ErrorKind::HostUnreachable
                | io::ErrorKind::NetworkUnreachable
                | io::ErrorKind::NotConnected => Ok(Some(Err(error))),
                _ => Err(WriteError::Region(error)),
            },
        }
    }
}

impl fmt::Debug for Out {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Out")
            .field("pieces", &self.pieces.len())
            .field("len", &self.len)
            .finish_non_exhaustive()
    }
}

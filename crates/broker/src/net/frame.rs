//! Reads length-prefixed frames from a socket without keeping a buffer while there is nothing.
//!
//! Bytes are read into a scratch buffer of the thread and copied out at their exact size. The front
//! frame of a connection moves to a buffer of its own only once [`DIRECT_FROM`] bytes of it have
//! arrived; that buffer grows with what arrives ([`GROWTH`]), so that an announced length alone
//! costs nothing. What is held beyond [`FREE_FRAME`] is charged to the budget.

use std::{
    cell::RefCell,
    io,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};

use bytes::{Buf, BufMut, Bytes, BytesMut};
use tokio::{
    io::{AsyncRead, ReadBuf},
    net::TcpStream,
    time::Instant,
};

use super::{
    budget::{Budget, Charge, FrameCharge},
    config::{
        DIRECT_FROM, FREE_FRAME, GROWTH, MIN_FRAME, PEEK, READ_STEP, SCRATCH, STALL_LIMIT,
        STALL_STEP,
    },
    metrics::Rejection,
};

/// Bytes of a frame's length.
const LENGTH: usize = 4;

thread_local! {
    static SCRATCH_BUFFER: RefCell<Box<[u8]>> = RefCell::new(vec![0; SCRATCH].into());
}

/// The read side of one connection.
#[derive(Debug)]
pub(super) struct FrameReader {
    /// Bytes read that belong to no frame taken yet.
    buffer: BytesMut,
    /// For `buffer`, present once it was larger than [`FREE_FRAME`] or had to wait.
    charge: Option<Charge>,
    /// When `buffer` last made progress, and its length then.
    progress: (Instant, usize),
    /// When bytes last arrived.
    arrived: Instant,
}

/// What a connection has at the front of its buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Front {
    /// Less than a length.
    Unknown,
    /// Part of a frame that has this many bytes with its length.
    Part(usize),
    /// All of a frame that has this many bytes with its length.
    Whole(usize),
}

impl FrameReader {
    pub(super) fn new(now: Instant) -> Self {
        Self { buffer: BytesMut::new(), charge: None, progress: (now, 0), arrived: now }
    }

    /// What is at the front, once its length has been checked against `max`.
    pub(super) fn front(&self, max: usize) -> Result<Front, Rejection> {
        let Some((length, _)) = self.buffer.split_first_chunk::<LENGTH>() else {
            return Ok(Front::Unknown);
        };
        let size = check_length(*length, max)?;
        let total = LENGTH + size;
        Ok(if self.buffer.len() < total { Front::Part(total) } else { Front::Whole(total) })
    }

    /// First bytes of the front frame, if those that tell its API have arrived.
    pub(super) fn peek(&self) -> Option<&[u8]> {
        self.buffer.get(LENGTH..).filter(|frame| frame.len() >= PEEK)
    }

    /// Bytes of the rejected front, for the log.
    pub(super) fn first_bytes(&self) -> &[u8] {
        &self.buffer[..self.buffer.len().min(LENGTH)]
    }

    pub(super) fn is_empty(&self) -> bool {
        self.buffer.is_empty()
    }

    /// When the last bytes arrived: no later than that a frame at the front was whole.
    pub(super) fn arrived(&self) -> Instant {
        self.arrived
    }

    /// Whether it holds memory of the budget, or waits for some.
    pub(super) fn is_charged(&self) -> bool {
        self.charge.is_some()
    }

    /// Whether it holds memory of the budget and has not grown for too long.
    pub(super) fn is_stalled(&self, now: Instant) -> bool {
        self.charge.as_ref().is_some_and(|charge| !charge.waits())
            && now.duration_since(self.progress.0) >= STALL_LIMIT
    }

    /// Drops what is held.
    pub(super) fn clear(&mut self) {
        self.buffer = BytesMut::new();
        self.charge = None;
    }

    /// Takes the frame of `total` bytes that is at the front. A small one is not charged unless its
    /// connection has other requests in progress (`busy`).
    pub(super) fn take(
        &mut self,
        total: usize,
        busy: bool,
        budget: &Arc<Budget>,
    ) -> (Bytes, Option<FrameCharge>) {
        let last = total == self.buffer.len();
        let mut frame =
            if last { std::mem::take(&mut self.buffer) } else { self.buffer.split_to(total) }
                .freeze();
        frame.advance(LENGTH);
        let charge = match &mut self.charge {
            _ if total <= FREE_FRAME && !busy => None,
            charge @ Some(_) if last => charge.take(),
            Some(charge) => Some(charge.split(total)),
            None => {
                let mut charge = budget.charge();
                charge.set(total);
                Some(charge)
            }
        };
        match charge {
            None => (frame, None),
            Some(charge) => {
                let (frame, charge) = FrameCharge::attach(frame, charge);
                (frame, Some(charge))
            }
        }
    }

    /// Charges what is left in the buffer. Call it before going to sleep.
    pub(super) fn settle(&mut self, budget: &Arc<Budget>) {
        let held = self.buffer.len();
        if held < self.progress.1 {
            self.progress = (Instant::now(), held);
        }
        if held == 0 {
            self.charge = None;
            return;
        }
        let bytes = if held > FREE_FRAME { held } else { 0 };
        match &mut self.charge {
            Some(charge) if charge.bytes() != bytes => charge.set(bytes),
            None if bytes > 0 => {
                let mut charge = budget.charge();
                charge.set(bytes);
                self.charge = Some(charge);
            }
            _ => {}
        }
    }

    /// Leaves the queue for the budget, where the connection has other work first.
    pub(super) fn leave_queue(&mut self) {
        if let Some(charge) = &mut self.charge {
            charge.leave();
        }
    }

    /// Reads once. `Ok(0)` is the end of the stream. Never reads more of a frame than the budget
    /// has room for, give or take a step.
    pub(super) fn poll_fill(
        &mut self,
        context: &mut Context<'_>,
        stream: &mut TcpStream,
        front: Front,
        budget: &Arc<Budget>,
    ) -> Poll<io::Result<usize>> {
        let held = self.buffer.len();
        let lack = match front {
            Front::Part(total) if total > FREE_FRAME => Some(total - held),
            _ => None,
        };
        let queued = self.charge.as_ref().is_some_and(Charge::waits);
        let mut limit = SCRATCH;
        if queued || !budget.has_room() {
            match lack {
                // Only who has something to read takes room.
                Some(lack) => {
                    ready!(stream.poll_read_ready(context))?;
                    let charge = self.charge.get_or_insert_with(|| budget.charge());
                    ready!(charge.poll_room(context, lack));
                    self.progress = (Instant::now(), held);
                }
                None => limit = FREE_FRAME - held.min(FREE_FRAME - 1),
            }
        }
        let read = match lack {
            Some(lack) if held >= DIRECT_FROM => self.poll_direct(context, stream, lack),
            _ => self.poll_scratch(context, stream, limit),
        };
        // Also when nothing was read: the turn must go to the next.
        if let Some(charge) = &mut self.charge {
            let held = self.buffer.len();
            charge.set(if held > FREE_FRAME { held } else { 0 });
        } else {
            self.settle(budget);
        }
        if read.is_ready() {
            self.arrived = Instant::now();
        }
        if self.buffer.len() >= self.progress.1 + STALL_STEP {
            self.progress = (self.arrived, self.buffer.len());
        }
        read
    }

    fn poll_scratch(
        &mut self,
        context: &mut Context<'_>,
        stream: &mut TcpStream,
        limit: usize,
    ) -> Poll<io::Result<usize>> {
        SCRATCH_BUFFER.with_borrow_mut(|scratch| {
            let mut target = ReadBuf::new(&mut scratch[..limit]);
            ready!(Pin::new(stream).poll_read(context, &mut target))?;
            let read = target.filled();
            if self.buffer.is_empty() {
                self.buffer = BytesMut::with_capacity(first_capacity(read));
            }
            self.buffer.extend_from_slice(read);
            Poll::Ready(Ok(read.len()))
        })
    }

    fn poll_direct(
        &mut self,
        context: &mut Context<'_>,
        stream: &TcpStream,
        lack: usize,
    ) -> Poll<io::Result<usize>> {
        let held = self.buffer.len();
        loop {
            ready!(stream.poll_read_ready(context))?;
            if self.buffer.capacity() == held {
                self.buffer.reserve(lack.min(held * (GROWTH - 1)));
            }
            let spare = self.buffer.capacity() - held;
            let mut target = (&mut self.buffer).limit(lack.min(READ_STEP).min(spare));
            match stream.try_read_buf(&mut target) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                result => return Poll::Ready(result),
            }
        }
    }
}

/// Room for a first read: all of its frame where that is not much more than what came.
fn first_capacity(read: &[u8]) -> usize {
    let announced = read.first_chunk().map_or(0, |length| i32::from_be_bytes(*length));
    let total = usize::try_from(announced).unwrap_or(0).saturating_add(LENGTH);
    total.min(read.len() * GROWTH).max(read.len())
}

/// Size of a frame whose length bytes are `length`.
fn check_length(length: [u8; LENGTH], max: usize) -> Result<usize, Rejection> {
    let size = i32::from_be_bytes(length);
    let too_large = || foreign(length).unwrap_or(Rejection::TooLarge);
    match usize::try_from(size) {
        Err(_) => Err(Rejection::Negative),
        Ok(size) if size > max => Err(too_large()),
        Ok(size) if size < MIN_FRAME => Err(Rejection::TooShort),
        Ok(size) => Ok(size),
    }
}

/// The protocol that `first`, taken as text, is the start of.
fn foreign(first: [u8; LENGTH]) -> Option<Rejection> {
    const HTTP: &[&[u8; 4]] =
        &[b"GET ", b"POST", b"HEAD", b"PUT ", b"OPTI", b"DELE", b"PATC", b"CONN", b"TRAC", b"PRI "];
    /// SSH, the PROXY protocol, SMTP.
    const OTHER: &[&[u8; 4]] = &[b"SSH-", b"PROX", b"HELO", b"EHLO"];
    match first {
        [0x16, 0x03, 0x00..=0x04, _] => Some(Rejection::Tls),
        _ if HTTP.contains(&&first) => Some(Rejection::Http),
        _ if OTHER.contains(&&first) => Some(Rejection::Foreign),
        _ => None,
    }
}

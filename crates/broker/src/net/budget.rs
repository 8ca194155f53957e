//! Memory of requests over all connections (`queued.max.request.bytes`).
//!
//! Bytes are charged as they arrive, not as they are announced: 200 clients that each announce
//! 100 MiB and fall silent hold nothing. When the budget is used up, a connection that has more to
//! read waits. Half-received frames could then wait for each other for ever, so:
//!
//! - room goes first to the frame that lacks the fewest bytes, so that frames are completed, answered
//!   and given back before new ones begin;
//! - one frame at a time, the one that has waited longest, may go beyond the limit until it is
//!   answered. This also is how a frame larger than the whole budget gets in;
//! - a half-received frame that does not grow while others wait is closed by its connection
//!   (`STALL_LIMIT`), so that the frame beyond the limit cannot block the rest by falling silent.
//!
//! Invariant: memory charged never exceeds the limit by more than one frame and one read step for
//! each thread of the runtime.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    task::{Context, Poll, Waker},
};

use bytes::Bytes;
use parking_lot::Mutex;

use super::metrics::NetMetrics;

/// Names one frame in the queue; ascending with the time of its first byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Ticket(u64);

/// The budget that all connections share.
pub(super) struct Budget {
    limit: usize,
    state: Mutex<State>,
    /// Whether the limit is reached or somebody waits.
    tight: AtomicBool,
    /// Whether somebody waits.
    contended: AtomicBool,
    next_ticket: AtomicU64,
    metrics: Arc<NetMetrics>,
}

#[derive(Default)]
struct State {
    used: usize,
    /// The frame that may go beyond the limit.
    beyond: Option<Ticket>,
    waiting: BTreeMap<Ticket, (usize, Waker)>,
    /// The same, by the bytes that each lacks.
    by_lack: BTreeSet<(usize, Ticket)>,
}

impl State {
    fn leave(&mut self, ticket: Ticket) {
        if let Some((lack, _)) = self.waiting.remove(&ticket) {
            self.by_lack.remove(&(lack, ticket));
        }
    }

    /// Who can go on now.
    fn next(&mut self, limit: usize) -> Option<Waker> {
        let ticket = if self.used < limit {
            self.by_lack.first()?.1
        } else if self.beyond.is_none() {
            let oldest = *self.waiting.first_key_value()?.0;
            self.beyond = Some(oldest);
            oldest
        } else {
            return None;
        };
        Some(self.waiting[&ticket].1.clone())
    }
}

impl Budget {
    pub(super) fn new(limit: usize, metrics: Arc<NetMetrics>) -> Arc<Self> {
        Arc::new(Self {
            limit,
            state: Mutex::default(),
            tight: AtomicBool::new(limit == 0),
            contended: AtomicBool::new(false),
            next_ticket: AtomicU64::new(0),
            metrics,
        })
    }

    /// Whether new bytes may be read without asking. A hint: it may be stale by one step.
    pub(super) fn has_room(&self) -> bool {
        !self.tight.load(Relaxed)
    }

    /// Whether a connection waits for room.
    pub(super) fn contended(&self) -> bool {
        self.contended.load(Relaxed)
    }

    /// Changes the state, then wakes whom the change lets go on.
    fn change<T>(&self, act: impl FnOnce(&mut State) -> T) -> T {
        let (result, waker) = {
            let mut state = self.state.lock();
            let result = act(&mut state);
            let waker = state.next(self.limit);
            let waiting = state.waiting.len();
            self.contended.store(waiting > 0, Relaxed);
            self.tight.store(waiting > 0 || state.used >= self.limit, Relaxed);
            self.metrics.budget_used.store(state.used, Relaxed);
            self.metrics.budget_waiting.store(waiting, Relaxed);
            (result, waker)
        };
        if let Some(waker) = waker {
            waker.wake();
        }
        result
    }

    /// A charge of nothing yet.
    pub(super) fn charge(self: &Arc<Self>) -> Charge {
        let ticket = Ticket(self.next_ticket.fetch_add(1, Relaxed));
        Charge { budget: Arc::clone(self), ticket, bytes: 0, waits: false }
    }
}

/// What one frame (or the bytes that a connection holds before they are one) has been charged.
/// Given back on drop.
pub(super) struct Charge {
    budget: Arc<Budget>,
    ticket: Ticket,
    bytes: usize,
    waits: bool,
}

impl Charge {
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Whether it stands in the queue.
    pub(super) fn waits(&self) -> bool {
        self.waits
    }

    /// Waits until one more step may be read for a frame that lacks `lack` bytes. Follow it with
    /// [`Charge::set`], also when nothing was read, so that the turn goes to the next.
    pub(super) fn poll_room(&mut self, context: &mut Context<'_>, lack: usize) -> Poll<()> {
        let ticket = self.ticket;
        let limit = self.budget.limit;
        let admitted = self.budget.change(|state| {
            state.leave(ticket);
            let first = state.by_lack.first().is_none_or(|&best| (lack, ticket) < best);
            let room = state.used < limit && first;
            if room || state.beyond == Some(ticket) {
                return true;
            }
            state.waiting.insert(ticket, (lack, context.waker().clone()));
            state.by_lack.insert((lack, ticket));
            // The longest waiting one goes beyond the limit, if no other does.
            if state.used >= limit && state.beyond.is_none() {
                let oldest = state.waiting.first_key_value().map(|(ticket, _)| *ticket);
                if oldest == Some(ticket) {
                    state.beyond = Some(ticket);
                    state.leave(ticket);
                    return true;
                }
            }
            false
        });
        self.waits = !admitted;
        if admitted { Poll::Ready(()) } else { Poll::Pending }
    }

    /// Leaves the queue without having read.
    pub(super) fn leave(&mut self) {
        if std::mem::take(&mut self.waits) {
            let ticket = self.ticket;
            self.budget.change(|state| {
                state.leave(ticket);
                // Whoever stops reading must not keep the right to go beyond the limit.
                if state.beyond == Some(ticket) {
                    state.beyond = None;
                }
            });
        }
    }

    /// Charges `bytes` in all, for bytes that are in memory already: never waits.
    pub(super) fn set(&mut self, bytes: usize) {
        let before = std::mem::replace(&mut self.bytes, bytes);
        self.budget.change(|state| state.used = state.used - before + bytes);
    }

    /// Moves `bytes` of it (charging what is missing) to a charge of its own, which also takes the
    /// right to go beyond the limit along.
    pub(super) fn split(&mut self, bytes: usize) -> Self {
        let mut rest = self.budget.charge();
        rest.bytes = self.bytes.saturating_sub(bytes);
        self.bytes -= rest.bytes;
        std::mem::swap(self, &mut rest);
        if rest.bytes != bytes {
            rest.set(bytes);
        }
        rest
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        let (ticket, bytes) = (self.ticket, self.bytes);
        self.budget.change(|state| {
            state.used -= bytes;
            state.leave(ticket);
            if state.beyond == Some(ticket) {
                state.beyond = None;
            }
        });
    }
}

impl fmt::Debug for Charge {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Charge({})", self.bytes)
    }
}

/// The charge of a complete frame: given back when the answer is computed or when the last slice of
/// the frame is dropped, whichever comes first.
#[derive(Clone, Debug)]
pub(super) struct FrameCharge(Arc<Mutex<Option<Charge>>>);

impl FrameCharge {
    /// Ties `charge` to `frame`.
    pub(super) fn attach(frame: Bytes, charge: Charge) -> (Bytes, Self) {
        let charge = Self(Arc::new(Mutex::new(Some(charge))));
        let frame = Bytes::from_owner(Charged { frame, charge: charge.clone() });
        (frame, charge)
    }

    /// Gives the charge back.
    pub(super) fn release(&self) {
        let charge = self.0.lock().take();
        drop(charge);
    }
}

struct Charged {
    frame: Bytes,
    charge: FrameCharge,
}

impl AsRef<[u8]> for Charged {
    fn as_ref(&self) -> &[u8] {
        &self.frame
    }
}

impl Drop for Charged {
    fn drop(&mut self) {
        self.charge.release();
    }
}

#[cfg(test)]
mod tests;

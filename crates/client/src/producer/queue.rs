//! The batches of one partition: filling, waiting, on their way, and come back.
//!
//! Invariants: batches are sent in the order in which they were begun; while one has come back, no
//! more than one is on its way, so that none overtakes it. Sequence numbers are given when a batch
//! is first sent, without gaps.
//!
//! A batch that is given up leaves a gap in the sequence. What follows gets a new identity then,
//! but not before it is certain that the broker does not have it under the old one.

use std::{collections::VecDeque, time::Instant};

use super::{
    batch::{Batch, Identity, Sequence, advance_sequence},
    config::ProducerConfig,
};
use crate::ClientError;

/// See the module's header.
#[derive(Debug, Default)]
pub(super) struct Queue {
    pub(super) open: Option<Batch>,
    ready: VecDeque<Batch>,
    /// Came back and wait to be sent again, in order.
    returned: VecDeque<Batch>,
    in_flight: usize,
    next_order: u64,
    identity: Option<Identity>,
    next_sequence: i32,
    /// The broker has acknowledged a batch under this identity. Before, it knows no sequence and
    /// would take a later batch for the first one, so one goes at a time.
    established: bool,
    /// A batch was given up: the sequence has a gap.
    broken: bool,
    /// Nothing is sent before this time.
    paused_until: Option<Instant>,
    /// Why a batch came back last.
    pub(super) last_failure: Option<ClientError>,
}

/// What a queue has for the sender.
#[derive(Debug)]
pub(super) enum Next {
    /// Nothing for now; look again at the time, if there is one.
    Wait(Option<Instant>),
    /// A batch can go.
    Ready,
    /// A batch could go if there were a producer identity of its own for the partition.
    NeedsIdentity,
}

/// Whether batches go that are neither full nor old enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hurry {
    No,
    /// Those of partitions that have nothing on its way.
    WhatIsIdle,
    Everything,
}

impl Queue {
    /// Begins a batch.
    pub(super) fn begin(&mut self, config: &ProducerConfig, now: Instant) {
        self.open = Some(Batch::new(config, self.next_order, now));
        self.next_order += 1;
    }

    /// Ends the batch that is being filled; returns whether there was one.
    pub(super) fn close_open(&mut self) -> bool {
        let open = self.open.take();
        let had = open.is_some();
        self.ready.extend(open);
        had
    }

    pub(super) fn has_waiting(&self) -> bool {
        self.open.is_some() || !self.ready.is_empty() || !self.returned.is_empty()
    }

    /// Whether it never had an identity.
    pub(super) fn is_new(&self) -> bool {
        self.identity.is_none()
    }

    fn limit(&self, config: &ProducerConfig) -> usize {
        let ordered_by_broker = config.acks == super::Acks::None
            || (config.idempotent && self.established && self.returned.is_empty());
        if ordered_by_broker { config.max_in_flight } else { 1 }
    }

    /// Whether and when the next batch can go.
    pub(super) fn next(&self, config: &ProducerConfig, now: Instant, hurry: Hurry) -> Next {
        let hurry = match hurry {
            Hurry::No => false,
            Hurry::WhatIsIdle => self.in_flight == 0,
            Hurry::Everything => true,
        };
        if let Some(until) = self.paused_until.filter(|until| *until > now) {
            return Next::Wait(Some(until));
        }
        if self.in_flight >= self.limit(config) {
            return Next::Wait(None);
        }
        let front = self.returned.front().or(self.ready.front());
        let linger = match (front, &self.open) {
            (None, Some(open)) if !hurry => Some(open.created + config.linger),
            (None, None) => return Next::Wait(None),
            _ => None,
        };
        if let Some(until) = linger.filter(|until| *until > now) {
            return Next::Wait(Some(until));
        }
        if config.idempotent && self.needs_identity(front) {
            // The gap can be left behind only when nothing of before it is on its way.
            return if self.in_flight > 0 { Next::Wait(None) } else { Next::NeedsIdentity };
        }
        Next::Ready
    }

    /// Whether the batch at the front can only go under a new identity.
    fn needs_identity(&self, front: Option<&Batch>) -> bool {
        self.identity.is_none() || (self.broken && front.is_none_or(|batch| !batch.doubtful))
    }

    /// Gives the queue an identity; sequence numbers start again.
    pub(super) fn identify(&mut self, identity: Identity) {
        self.identity = Some(identity);
        self.next_sequence = 0;
        self.established = false;
        self.broken = false;
        // Those in doubt keep the old one until the doubt is gone.
        for batch in self.returned.iter_mut().filter(|batch| !batch.doubtful) {
            batch.sequence = None;
        }
    }

    /// Size in memory of the batch that [`Self::take`] would take.
    pub(super) fn peek_size(&self) -> usize {
        let next = self.returned.front().or(self.ready.front()).or(self.open.as_ref());
        next.map_or(0, |batch| batch.memory)
    }

    /// Takes the next batch, numbered; only after [`Next::Ready`].
    pub(super) fn take(&mut self, config: &ProducerConfig) -> Option<Batch> {
        let mut batch = self
            .returned
            .pop_front()
            .or_else(|| self.ready.pop_front())
            .or_else(|| self.open.take())?;
        if config.idempotent && batch.sequence.is_none() {
            let identity = self.identity?;
            batch.sequence = Some(Sequence { identity, first: self.next_sequence });
            self.next_sequence = advance_sequence(self.next_sequence, batch.records);
        }
        self.in_flight += 1;
        Some(batch)
    }

    /// The batch that was taken is done with: acknowledged, split or given up.
    pub(super) fn landed(&mut self) {
        self.in_flight = self.in_flight.saturating_sub(1);
    }

    /// Notes that the broker has taken a batch.
    pub(super) fn acknowledged(&mut self, batch: &Batch) {
        let identity = batch.sequence.map(|sequence| sequence.identity);
        self.established |= identity.is_some() && identity == self.identity;
    }

    /// Takes back a [`Self::landed`].
    pub(super) fn flown(&mut self) {
        self.in_flight += 1;
    }

    pub(super) fn in_flight(&self) -> usize {
        self.in_flight
    }

    pub(super) fn is_broken(&self) -> bool {
        self.broken
    }

    /// Puts a batch back among those that wait, at its place.
    pub(super) fn put_back(&mut self, batch: Batch) {
        let at = self.returned.partition_point(|other| other.place() < batch.place());
        self.returned.insert(at, batch);
    }

    /// Whether a batch begun before this one is unsettled and has come back. Those that are still
    /// on their way answer first, since a broker answers in order.
    pub(super) fn has_returned_before(&self, batch: &Batch) -> bool {
        self.returned.front().is_some_and(|front| front.place() < batch.place())
    }

    pub(super) fn pause_until(&mut self, until: Instant) {
        self.paused_until = Some(until);
    }

    /// Notes that a batch was given up.
    pub(super) fn gave_up(&mut self) {
        self.broken = true;
    }

    /// Takes out the batches that wait and were begun before `deadline`, and the earliest begin of
    /// those that stay.
    pub(super) fn expire(&mut self, deadline: Instant) -> (Vec<Batch>, Option<Instant>) {
        let mut expired = Vec::new();
        for list in [&mut self.returned, &mut self.ready] {
            while list.front().is_some_and(|batch| batch.created <= deadline) {
                expired.extend(list.pop_front());
            }
        }
        let oldest = self.returned.front().or(self.ready.front()).map(|batch| batch.created);
        (expired, oldest)
    }

    /// Everything that waits, for a producer that ends.
    pub(super) fn drain(&mut self) -> impl Iterator<Item = Batch> + '_ {
        let waiting = self.returned.drain(..).chain(self.ready.drain(..));
        waiting.chain(self.open.take())
    }
}

#[cfg(test)]
mod tests;

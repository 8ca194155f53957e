//! One partition's machine with what is on its way to the log: pure, the runtime performs.
//!
//! Steps collect in batches. One batch is on its way at a time; what is decided meanwhile collects in
//! the next, so that requests share appends as they share syncs. A batch keeps the state from before
//! its first step. While it is not committed, that state is what queries see; when it fails, that
//! state is put back, and everybody who was answered or began to wait since then gets an error.
//!
//! Invariants: answers leave in the order of the steps; none leaves before everything it may be based
//! on is committed; a request gets exactly one answer.

use std::collections::{HashMap, VecDeque};

use moldau_coordinator::{Call, EncodedRecord, Machine, StepOf, Ticket, Time};
use moldau_protocol::{
    ErrorCode,
    ids::{LeaderEpoch, Offset, ProducerEpoch, ProducerId, Uuid},
    records::{BatchBuilder, Codec, ValidBatches},
};
use tokio::sync::oneshot;

/// What a record takes besides key and value, at most: seven numbers of varying length.
const RECORD_OVERHEAD: usize = 40;

/// An answer, or the code that stands for it.
pub(super) type Answer<M> = Result<<M as Machine>::Reply, ErrorCode>;

/// What became of a command.
#[derive(Debug)]
pub(super) enum Ran<M: Machine> {
    /// Its answer.
    Now(Answer<M>),
    /// Where its answer will be. An error of the receiver means that the coordinator is gone.
    Later(oneshot::Receiver<Answer<M>>),
}

/// Limits and form of the batches.
#[derive(Clone, Copy, Debug)]
pub(super) struct BatchRules {
    /// Most bytes of a batch: `max.message.bytes` of the topic.
    pub(super) max_bytes: usize,
    /// `offsets.topic.compression.codec`.
    pub(super) codec: Codec,
}

/// Records of one or more steps.
struct Batch<M: Machine> {
    /// Before the first step.
    before: M::State,
    builder: BatchBuilder,
    producer: Option<(ProducerId, ProducerEpoch)>,
    /// Answers to release with it.
    replies: Vec<(Ticket, M::Reply)>,
    /// Commands since `before` that had no answer in their own step.
    parked: Vec<Ticket>,
}

/// The machine of one partition.
pub(super) struct Shard<M: Machine> {
    machine: M,
    rules: BatchRules,
    next_ticket: u64,
    /// One for each request that waits; connections bound them.
    waiting: HashMap<Ticket, oneshot::Sender<Answer<M>>>,
    /// Not committed, oldest first.
    batches: VecDeque<Batch<M>>,
    /// Whether the first of them is on its way.
    in_flight: bool,
}

impl<M: Machine> std::fmt::Debug for Shard<M> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shard")
            .field("waiting", &self.waiting.len())
            .field("batches", &self.batches.len())
            .finish_non_exhaustive()
    }
}

impl<M: Machine> Shard<M> {
    /// A machine that has loaded the log.
    pub(super) fn new(machine: M, rules: BatchRules) -> Self {
        Self {
            machine,
            rules,
            next_ticket: 0,
            waiting: HashMap::new(),
            batches: VecDeque::new(),
            in_flight: false,
        }
    }

    /// The state as far as it is committed.
    pub(super) fn committed(&self) -> &M::State {
        self.batches.front().map_or_else(|| self.machine.state(), |batch| &batch.before)
    }

    /// When [`Shard::expire`] has something to do.
    pub(super) fn next_deadline(&self) -> Option<Time> {
        self.machine.next_deadline()
    }

    /// Takes over changed limits.
    pub(super) fn set_rules(&mut self, rules: BatchRules) {
        self.rules = rules;
    }

    /// Starts the deadlines of a machine that has just loaded.
    pub(super) fn activate(&mut self, now: Time) {
        let before = self.machine.state().clone();
        let step = self.machine.activate(now);
        self.absorb(before, step, None, now);
    }

    /// Runs a command.
    pub(super) fn run(&mut self, command: M::Command, now: Time, fresh_id: Uuid) -> Ran<M> {
        let call = self.call(now, fresh_id);
        let before = self.machine.state().clone();
        let step = match self.machine.decide(command, call) {
            Ok(step) => step,
            Err(rejection) => {
                self.machine.put_back(before.clone());
                StepOf::<M>::reply(call.ticket, rejection)
            }
        };
        if step.records.is_empty() && self.batches.is_empty() {
            // The usual case, without a channel: nothing written, nothing to wait for.
            let mut own = None;
            for (ticket, reply) in step.replies {
                if ticket == call.ticket {
                    own = Some(reply);
                } else {
                    self.send(ticket, Ok(reply));
                }
            }
            return own.map_or_else(|| self.park(call.ticket), |reply| Ran::Now(Ok(reply)));
        }
        let parked = self.park(call.ticket);
        self.absorb(before, step, Some(call.ticket), now);
        parked
    }

    fn park(&mut self, ticket: Ticket) -> Ran<M> {
        let (sender, receiver) = oneshot::channel();
        self.waiting.insert(ticket, sender);
        Ran::Later(receiver)
    }

    /// Deals with one deadline that has passed; whether there was one.
    pub(super) fn expire(&mut self, now: Time, fresh_id: Uuid) -> bool {
        let call = self.call(now, fresh_id);
        let before = self.machine.state().clone();
        match self.machine.expire(call) {
            Some(step) => {
                self.absorb(before, step, None, now);
                true
            }
            None => false,
        }
    }

    /// The records to append next, unless some are on their way.
    pub(super) fn next_append(&mut self, epoch: LeaderEpoch) -> Option<ValidBatches> {
        if self.in_flight {
            return None;
        }
        let batch = self.batches.front_mut()?;
        self.in_flight = true;
        let empty = BatchBuilder::new(self.rules.codec);
        let built = std::mem::replace(&mut batch.builder, empty).build(Offset::ZERO, epoch);
        let bytes = built.expect("the limit of a batch is far below what a length can say");
        Some(ValidBatches::trusted(bytes).expect("the batch was just built"))
    }

    /// What [`Shard::next_append`] gave is committed.
    pub(super) fn appended(&mut self) {
        self.in_flight = false;
        if let Some(batch) = self.batches.pop_front() {
            for (ticket, reply) in batch.replies {
                self.send(ticket, Ok(reply));
            }
        }
    }

    /// What [`Shard::next_append`] gave could not be appended; nothing after it will be either.
    pub(super) fn failed(&mut self, code: ErrorCode, now: Time) {
        self.in_flight = false;
        let mut batches = std::mem::take(&mut self.batches);
        let mut lost = Vec::new();
        for batch in &batches {
            lost.extend(batch.replies.iter().map(|(ticket, _)| *ticket));
            lost.extend(&batch.parked);
        }
        if let Some(first) = batches.pop_front() {
            self.machine.restore(first.before, &lost, now);
        }
        for ticket in lost {
            self.send(ticket, Err(code));
        }
    }

    fn call(&mut self, now: Time, fresh_id: Uuid) -> Call {
        let ticket = Ticket(self.next_ticket);
        self.next_ticket += 1;
        Call { ticket, now, fresh_id }
    }

    fn send(&mut self, ticket: Ticket, answer: Answer<M>) {
        if let Some(waiting) = self.waiting.remove(&ticket) {
            // Who asked may have gone.
            drop(waiting.send(answer));
        }
    }

    /// Takes a step in; `before` is the state before it, `ticket` that of its command.
    fn absorb(&mut self, before: M::State, step: StepOf<M>, ticket: Option<Ticket>, now: Time) {
        match self.encode(&step) {
            Ok((records, size)) => {
                if !records.is_empty() {
                    self.add(before, records, size, step.producer, now);
                }
            }
            Err(reason) => {
                tracing::warn!(reason, "a coordinator's records cannot be written; undone");
                let answered = step.replies.iter().map(|(ticket, _)| *ticket);
                let lost: Vec<_> = answered.chain(ticket).collect();
                self.machine.restore(before, &lost, now);
                for ticket in lost {
                    self.send(ticket, Err(ErrorCode::UNKNOWN_SERVER_ERROR));
                }
                return;
            }
        }
        let is_parked = ticket.filter(|own| !step.replies.iter().any(|(each, _)| each == own));
        match self.batches.back_mut() {
            Some(batch) => {
                batch.parked.extend(is_parked);
                batch.replies.extend(step.replies);
            }
            None => {
                for (ticket, reply) in step.replies {
                    self.send(ticket, Ok(reply));
                }
            }
        }
    }

    fn encode(&self, step: &StepOf<M>) -> Result<(Vec<EncodedRecord>, usize), String> {
        let mut size = moldau_protocol::records::HEADER_LEN;
        let mut records = Vec::with_capacity(step.records.len());
        for record in &step.records {
            let record = M::encode(record).map_err(|error| error.to_string())?;
            size += record.key.len() + record.value.as_ref().map_or(0, |value| value.len());
            size += RECORD_OVERHEAD;
            records.push(record);
        }
        if size > self.rules.max_bytes {
            let limit = self.rules.max_bytes;
            return Err(format!("about {size} bytes, max.message.bytes of the topic is {limit}"));
        }
        Ok((records, size))
    }

    /// Puts records into the last batch where they fit, else into a new one.
    fn add(
        &mut self,
        before: M::State,
        records: Vec<EncodedRecord>,
        size: usize,
        producer: Option<(ProducerId, ProducerEpoch)>,
        now: Time,
    ) {
        let open = self.batches.len() > usize::from(self.in_flight);
        let fits = |batch: &Batch<M>| {
            open && producer.is_none()
                && batch.producer.is_none()
                && batch.builder.estimated_size() + size <= self.rules.max_bytes
        };
        if !self.batches.back().is_some_and(fits) {
            let builder = BatchBuilder::new(self.rules.codec);
            let builder = match producer {
                Some((id, epoch)) => builder.producer(id, epoch, -1).transactional(),
                None => builder,
            };
            let (replies, parked) = (Vec::new(), Vec::new());
            self.batches.push_back(Batch { before, builder, producer, replies, parked });
        }
        let batch = self.batches.back_mut().expect("there is one now");
        for record in records {
            batch.builder.append(now.0, Some(&record.key), record.value.as_deref(), []);
        }
    }
}

#[cfg(test)]
#[path = "shard_tests.rs"]
mod tests;

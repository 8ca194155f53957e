//! What a coordinator of one partition of an internal topic is, to the runtime around it.
//!
//! A command becomes a [`Step`]: records, and answers to this command or to ones that waited. The
//! machine applies the records to its state as it makes them; the runtime appends all records of a
//! step in one batch and releases the answers once they are committed. A step that fails is undone by
//! putting back the state that was before it, which is why a state is cheap to clone.
//!
//! Invariants: what a step leaves in the state, but for soft parts that the machine names, is what a
//! replay of the records gives; nothing depends on the iteration order of a hash map; time and ids
//! are passed in.

use std::fmt;
use std::ops::Add;
use std::time::Duration;

use bytes::Bytes;
use moldau_protocol::codec::EncodeError;
use moldau_protocol::ids::{Offset, ProducerEpoch, ProducerId, Uuid};

/// Milliseconds since 1970.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Time(pub i64);

impl Add<Duration> for Time {
    type Output = Self;

    fn add(self, after: Duration) -> Self {
        Self(self.0.saturating_add(i64::try_from(after.as_millis()).unwrap_or(i64::MAX)))
    }
}

/// Names a request that waits for its answer; never used twice in the life of a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ticket(pub u64);

/// What comes with a command.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    /// Where the answer goes.
    pub ticket: Ticket,
    /// Now.
    pub now: Time,
    /// An id that nobody has, for the case that one is needed.
    pub fresh_id: Uuid,
}

/// A record as it is appended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncodedRecord {
    /// The key.
    pub key: Bytes,
    /// The value; none removes the key (a tombstone).
    pub value: Option<Bytes>,
}

/// What a command, or the passing of time, becomes: `R` are records, `A` answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Step<R, A> {
    /// Applied already; to be appended in this order, in one batch.
    pub records: Vec<R>,
    /// The producer, where the records belong to a transaction.
    pub producer: Option<(ProducerId, ProducerEpoch)>,
    /// Answers, to be released when the records, and all that were made before them, are committed.
    /// A command without an answer in its own step waits for that of a later one.
    pub replies: Vec<(Ticket, A)>,
}

impl<R, A> Default for Step<R, A> {
    fn default() -> Self {
        Self { records: Vec::new(), producer: None, replies: Vec::new() }
    }
}

impl<R, A> Step<R, A> {
    /// A step that only answers.
    pub fn reply(ticket: Ticket, reply: A) -> Self {
        Self { replies: vec![(ticket, reply)], ..Self::default() }
    }
}

/// The step of a machine.
pub type StepOf<M> = Step<<M as Machine>::Record, <M as Machine>::Reply>;

/// Why a record of the log cannot be replayed. The partition stays unavailable then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ReplayFault(pub String);

/// A coordinator of one partition.
pub trait Machine: Sized + Send + 'static {
    /// Everything that [`Machine::restore`] can put back and queries read; cheap to clone.
    type State: Clone + Send + Sync + 'static;
    /// A record, typed.
    type Record: Clone + fmt::Debug + PartialEq + Send + 'static;
    /// What it is asked for.
    type Command: Send + 'static;
    /// Answers; rejections are error codes inside.
    type Reply: Clone + fmt::Debug + PartialEq + Send + 'static;

    /// The state after all steps so far.
    fn state(&self) -> &Self::State;

    /// The bytes of a record.
    ///
    /// # Errors
    /// When its layout cannot carry it; the step is undone then.
    fn encode(record: &Self::Record) -> Result<EncodedRecord, EncodeError>;

    /// While loading: takes over one record of the log. Types that are not known are passed over
    /// (written by a newer version).
    ///
    /// # Errors
    /// When the bytes are damaged.
    fn replay(
        &mut self,
        key: &[u8],
        value: Option<&[u8]>,
        offset: Offset,
        producer: Option<ProducerId>,
    ) -> Result<(), ReplayFault>;

    /// A transaction's end was found in the log or written to it: what the producer wrote since
    /// counts, or is dropped.
    fn end_transaction(&mut self, producer: ProducerId, outcome: Outcome);

    /// The whole log is loaded: starts deadlines.
    fn activate(&mut self, now: Time) -> StepOf<Self>;

    /// Judges a command. After an `Err` the runtime puts the old state back
    /// ([`Machine::put_back`]).
    ///
    /// # Errors
    /// A rejection, answered as soon as what it is based on is committed.
    fn decide(&mut self, command: Self::Command, call: Call) -> Result<StepOf<Self>, Self::Reply>;

    /// When [`Machine::expire`] has something to do.
    fn next_deadline(&self) -> Option<Time>;

    /// Deals with one deadline that has passed; none when there is none.
    fn expire(&mut self, call: Call) -> Option<StepOf<Self>>;

    /// Puts `state` back after a rejection. Deadlines that were set in the meantime stay: when they
    /// pass, the machine looks whether there is anything to do.
    fn put_back(&mut self, state: Self::State);

    /// Puts `state` back because the steps since then could not be appended. The requests `lost` were
    /// answered with an error: who waits under such a ticket in `state` waits no more. Deadlines
    /// start anew.
    fn restore(&mut self, state: Self::State, lost: &[Ticket], now: Time);
}

/// How a transaction ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Its records count.
    Commit,
    /// They never were.
    Abort,
}

//! A toy machine: adds numbers up; a number of a record is the sum so far. `Wait` waits for the next
//! `Release`, deadlines add one.

use std::collections::VecDeque;

use moldau_coordinator::{Outcome, ReplayFault, Step};
use moldau_protocol::{codec::EncodeError, records::Batches};

use super::*;

#[derive(Clone, Debug, Default, PartialEq)]
struct Sum {
    sum: u64,
    waiting: Vec<Ticket>,
}

#[derive(Debug)]
enum Ask {
    Add(u64),
    /// Changes nothing, and says what the sum is.
    Look,
    /// Adds, then thinks better of it.
    Reject(u64),
    Wait,
    Release,
    /// A record of so many bytes.
    Long(usize),
    /// In a transaction.
    Transactional(u64),
}

#[derive(Debug, Default)]
struct Adder {
    state: Sum,
    deadlines: VecDeque<Time>,
    restored: usize,
}

#[derive(Clone, Debug, PartialEq)]
enum Says {
    Sum(u64),
    Rejected,
    Released,
}

impl Machine for Adder {
    type State = Sum;
    type Record = Vec<u8>;
    type Command = Ask;
    type Reply = Says;

    fn state(&self) -> &Sum {
        &self.state
    }

    fn encode(record: &Vec<u8>) -> Result<EncodedRecord, EncodeError> {
        Ok(EncodedRecord { key: "k".into(), value: Some(record.clone().into()) })
    }

    fn replay(
        &mut self,
        _: &[u8],
        _: Option<&[u8]>,
        _: Offset,
        _: Option<ProducerId>,
    ) -> Result<(), ReplayFault> {
        Ok(())
    }

    fn end_transaction(&mut self, _: ProducerId, _: Outcome) {}

    fn activate(&mut self, _: Time) -> StepOf<Self> {
        Step::default()
    }

    fn decide(&mut self, command: Ask, call: Call) -> Result<StepOf<Self>, Says> {
        let mut step = Step::default();
        let mut add = |state: &mut Sum, more: u64| {
            state.sum += more;
            step.records.push(state.sum.to_string().into_bytes());
            step.replies.push((call.ticket, Says::Sum(state.sum)));
        };
        match command {
            Ask::Add(more) => add(&mut self.state, more),
            Ask::Look => step.replies.push((call.ticket, Says::Sum(self.state.sum))),
            Ask::Reject(more) => {
                add(&mut self.state, more);
                return Err(Says::Rejected);
            }
            Ask::Wait => self.state.waiting.push(call.ticket),
            Ask::Release => {
                let waiting = std::mem::take(&mut self.state.waiting);
                step.replies = waiting.into_iter().map(|each| (each, Says::Released)).collect();
                step.replies.push((call.ticket, Says::Released));
            }
            Ask::Long(bytes) => {
                self.state.sum += 1;
                step.records.push(vec![0; bytes]);
                step.replies.push((call.ticket, Says::Sum(self.state.sum)));
            }
            Ask::Transactional(more) => {
                add(&mut self.state, more);
                step.producer = Some((ProducerId(7), ProducerEpoch(1)));
            }
        }
        Ok(step)
    }

    fn next_deadline(&self) -> Option<Time> {
        self.deadlines.front().copied()
    }

    fn expire(&mut self, call: Call) -> Option<StepOf<Self>> {
        self.deadlines.pop_front_if(|at| *at <= call.now)?;
        self.state.sum += 1;
        let record = self.state.sum.to_string().into_bytes();
        Some(Step { records: vec![record], ..Step::default() })
    }

    fn put_back(&mut self, state: Sum) {
        self.state = state;
    }

    fn restore(&mut self, state: Sum, lost: &[Ticket], _: Time) {
        self.state = state;
        self.state.waiting.retain(|each| !lost.contains(each));
        self.restored += 1;
    }
}

const NOW: Time = Time(1_000);

fn shard() -> Shard<Adder> {
    let rules = BatchRules { max_bytes: 1_000, codec: Codec::None };
    Shard::new(Adder::default(), rules)
}

/// Runs a command whose answer waits; the receiver of it.
fn later(shard: &mut Shard<Adder>, command: Ask) -> oneshot::Receiver<Answer<Adder>> {
    match shard.run(command, NOW, Uuid::ZERO) {
        Ran::Later(receiver) => receiver,
        Ran::Now(answer) => panic!("answered at once: {answer:?}"),
    }
}

fn at_once(shard: &mut Shard<Adder>, command: Ask) -> Answer<Adder> {
    match shard.run(command, NOW, Uuid::ZERO) {
        Ran::Now(answer) => answer,
        Ran::Later(_) => panic!("not answered at once"),
    }
}

/// The values of the next batch.
fn append(shard: &mut Shard<Adder>) -> Option<Vec<String>> {
    let batches = shard.next_append(LeaderEpoch(3))?.into_bytes();
    let batch = Batches::new(&batches).next().unwrap().unwrap();
    assert_eq!(batch.header.leader_epoch, LeaderEpoch(3));
    let records = moldau_protocol::records::decode_records(&batch).unwrap();
    let text = |value: &bytes::Bytes| String::from_utf8_lossy(value).into_owned();
    Some(records.iter().map(|record| text(record.value.as_ref().unwrap())).collect())
}

fn answer(receiver: &mut oneshot::Receiver<Answer<Adder>>) -> Option<Answer<Adder>> {
    receiver.try_recv().ok()
}

#[test]
fn answers_wait_for_everything_before_them() {
    let mut shard = shard();
    assert_eq!(at_once(&mut shard, Ask::Look), Ok(Says::Sum(0)));
    let mut first = later(&mut shard, Ask::Add(1));
    assert_eq!(append(&mut shard).unwrap(), ["1"]);
    // While the first is on its way, the others share the next batch; a look waits for what it saw.
    let mut second = later(&mut shard, Ask::Add(2));
    let mut third = later(&mut shard, Ask::Add(3));
    let mut look = later(&mut shard, Ask::Look);
    let mut rejected = later(&mut shard, Ask::Reject(100));
    assert_eq!(append(&mut shard), None);
    assert_eq!(shard.committed().sum, 0);
    shard.appended();
    assert_eq!(answer(&mut first), Some(Ok(Says::Sum(1))));
    assert_eq!(answer(&mut second), None);
    assert_eq!(shard.committed().sum, 1);
    assert_eq!(append(&mut shard).unwrap(), ["3", "6"]);
    shard.appended();
    assert_eq!(answer(&mut second), Some(Ok(Says::Sum(3))));
    assert_eq!(answer(&mut third), Some(Ok(Says::Sum(6))));
    assert_eq!(answer(&mut look), Some(Ok(Says::Sum(6))));
    assert_eq!(answer(&mut rejected), Some(Ok(Says::Rejected)));
    assert_eq!((shard.committed().sum, append(&mut shard)), (6, None));
    assert_eq!(at_once(&mut shard, Ask::Reject(5)), Ok(Says::Rejected));
    assert_eq!(at_once(&mut shard, Ask::Look), Ok(Says::Sum(6)));
}

#[test]
fn a_failed_append_undoes_everything_since() {
    let mut shard = shard();
    let mut early = later(&mut shard, Ask::Wait);
    let mut first = later(&mut shard, Ask::Add(1));
    append(&mut shard).unwrap();
    let mut late = later(&mut shard, Ask::Wait);
    let mut second = later(&mut shard, Ask::Add(2));
    shard.failed(ErrorCode::NOT_COORDINATOR, NOW);
    for lost in [&mut first, &mut late, &mut second] {
        assert_eq!(answer(lost), Some(Err(ErrorCode::NOT_COORDINATOR)));
    }
    // Who waited before goes on to wait.
    assert_eq!(answer(&mut early), None);
    assert_eq!((shard.committed().sum, shard.machine.state.waiting.len()), (0, 1));
    assert_eq!(append(&mut shard), None);
    assert_eq!(at_once(&mut shard, Ask::Release), Ok(Says::Released));
    assert_eq!(answer(&mut early), Some(Ok(Says::Released)));
    // And it works again.
    let mut third = later(&mut shard, Ask::Add(4));
    assert_eq!(append(&mut shard).unwrap(), ["4"]);
    shard.appended();
    assert_eq!(answer(&mut third), Some(Ok(Says::Sum(4))));
}

#[test]
fn who_was_answered_in_a_failed_step_is_told_so() {
    let mut shard = shard();
    let mut waiting = later(&mut shard, Ask::Wait);
    let mut add = later(&mut shard, Ask::Add(1));
    append(&mut shard).unwrap();
    let mut release = later(&mut shard, Ask::Release);
    shard.failed(ErrorCode::COORDINATOR_NOT_AVAILABLE, NOW);
    for lost in [&mut waiting, &mut add, &mut release] {
        assert_eq!(answer(lost), Some(Err(ErrorCode::COORDINATOR_NOT_AVAILABLE)));
    }
    assert_eq!(shard.machine.state.waiting, []);
}

#[test]
fn what_cannot_be_written_is_undone_alone() {
    let mut shard = shard();
    let mut first = later(&mut shard, Ask::Add(1));
    let mut long = later(&mut shard, Ask::Long(1_000));
    assert_eq!(answer(&mut long), Some(Err(ErrorCode::UNKNOWN_SERVER_ERROR)));
    let mut second = later(&mut shard, Ask::Add(1));
    assert_eq!(append(&mut shard).unwrap(), ["1", "2"]);
    shard.appended();
    assert_eq!(answer(&mut first), Some(Ok(Says::Sum(1))));
    assert_eq!(answer(&mut second), Some(Ok(Says::Sum(2))));
}

#[test]
fn batches_end_at_the_limit_and_at_transactions() {
    let mut shard = shard();
    let lengths = [500, 500, 10];
    let receivers: Vec<_> =
        lengths.map(|bytes| later(&mut shard, Ask::Long(bytes))).into_iter().collect();
    let transactional = later(&mut shard, Ask::Transactional(0));
    let plain = later(&mut shard, Ask::Add(0));
    let mut batches = Vec::new();
    while let Some(values) = append(&mut shard) {
        batches.push(values.len());
        shard.appended();
    }
    assert_eq!(batches, [1, 2, 1, 1]);
    for mut receiver in receivers.into_iter().chain([transactional, plain]) {
        assert!(answer(&mut receiver).is_some_and(|answer| answer.is_ok()));
    }
}

#[test]
fn deadlines_write_like_commands() {
    let mut shard = shard();
    shard.machine.deadlines = VecDeque::from([Time(900), Time(1_000), Time(1_001)]);
    assert_eq!(shard.next_deadline(), Some(Time(900)));
    while shard.expire(NOW, Uuid::ZERO) {}
    assert_eq!(shard.next_deadline(), Some(Time(1_001)));
    assert_eq!(append(&mut shard).unwrap(), ["1", "2"]);
}

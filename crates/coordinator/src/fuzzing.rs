//! Entry point for fuzzing: what must hold for any log and any requests after it.
//!
//! The input is a list of entries: a byte that says what it is, then its parts, each with its length
//! in two bytes. `fuzz/` feeds it made-up ones, `tests/fuzz_seeds.rs` the committed seeds.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use moldau_metadata::image::{MetadataDelta, MetadataImage, Provenance};
use moldau_protocol::codec::{Decoder, Message};
use moldau_protocol::ids::{LeaderEpoch, Offset, ProducerId, TopicId, Uuid};
use moldau_protocol::messages::{
    ListGroupsRequest, PartitionRecord, TopicRecord, offset_fetch_request::OffsetFetchRequestGroup,
};

use crate::group::{
    Client, Command, DeletedTopic, GroupMachine, GroupSettings, GroupStep, classic, consumer,
    offsets,
};
use crate::machine::{Call, Machine, Outcome, Ticket, Time};

/// Most entries that are looked at: enough for several rebalances, and an input stays quick.
const MAX_ENTRIES: usize = 200;
/// Most deadlines that one wait deals with; members that are removed make no new ones.
const MAX_EXPIRED: usize = 1_000;

/// A machine under test, and one that only ever sees the log.
struct Pair {
    machine: GroupMachine,
    shadow: GroupMachine,
    image: Arc<MetadataImage>,
    /// Whether the log was read to its end; records come before everything else.
    loaded: bool,
    now: Time,
    ticket: u64,
}

/// A log and requests.
///
/// # Panics
/// When a promise is broken: a record that was made cannot be read back, a request is answered twice,
/// or a replay of the log knows other offsets than the machine.
pub fn group(mut input: &[u8]) {
    let image = Arc::new(image());
    let settings = Arc::new(GroupSettings::default());
    let machine = || GroupMachine::new(Arc::clone(&settings), Arc::clone(&image));
    let mut pair = Pair {
        machine: machine(),
        shadow: machine(),
        image,
        loaded: false,
        now: Time(1_000),
        ticket: 0,
    };
    for _ in 0..MAX_ENTRIES {
        let Some((&what, rest)) = input.split_first() else { break };
        input = rest;
        pair.entry(what, &mut input);
        assert_eq!(pair.machine.state().offsets, pair.shadow.state().offsets);
    }
    pair.load();
    pair.queries();
}

/// Two topics of three partitions.
fn image() -> MetadataImage {
    let empty = MetadataImage::default();
    let mut delta = MetadataDelta::new(&empty);
    for (name, id) in [("a", 1), ("b", 2)] {
        let topic_id = Uuid::from_halves(0, id);
        let topic = TopicRecord { name: name.to_owned(), topic_id, ..Default::default() };
        delta.replay(&topic.into()).expect("a new topic");
        for partition_id in 0..3 {
            let partition = PartitionRecord {
                partition_id,
                topic_id,
                replicas: vec![1],
                isr: vec![1],
                leader: 1,
                ..Default::default()
            };
            delta.replay(&partition.into()).expect("a partition of the topic before it");
        }
    }
    delta.apply(Provenance {
        last_offset: Offset(1),
        epoch: LeaderEpoch(1),
        last_contained_log_time_ms: 0,
    })
}

/// The next part of an entry; what is left where the input ends early.
fn part<'a>(input: &mut &'a [u8]) -> &'a [u8] {
    let Some((length, rest)) = input.split_first_chunk::<2>() else {
        return std::mem::take(input);
    };
    let length = usize::from(u16::from_be_bytes(*length)).min(rest.len());
    let (part, rest) = rest.split_at(length);
    *input = rest;
    part
}

fn request<M: Message>(bytes: &[u8], version: i16) -> Option<M> {
    M::decode(&mut Decoder::new(Bytes::copy_from_slice(bytes)), version).ok()
}

impl Pair {
    fn entry(&mut self, what: u8, input: &mut &[u8]) {
        match what & 0x0f {
            // A record of the log: removes a key, sets it, sets it in a transaction.
            0 => self.record(part(input), None, None),
            1 => self.record(part(input), Some(part(input)), None),
            2 => {
                self.record(part(input), Some(part(input)), Some(ProducerId(i64::from(what >> 4))))
            }
            3 => {
                let outcome = if what & 0x80 == 0 { Outcome::Commit } else { Outcome::Abort };
                let producer = ProducerId(i64::from(what >> 4 & 7));
                self.machine.end_transaction(producer, outcome);
                self.shadow.end_transaction(producer, outcome);
            }
            4 => {
                self.load();
                self.wait(Duration::from_millis(100) * 4_u32.pow(u32::from(what >> 4)));
            }
            kind => {
                self.load();
                let version = i16::from(what >> 4);
                if let Some(command) = self.command(kind, version, part(input)) {
                    self.decide(command);
                }
            }
        }
    }

    fn record(&mut self, key: &[u8], value: Option<&[u8]>, producer: Option<ProducerId>) {
        if self.loaded {
            return;
        }
        let seen = self.machine.replay(key, value, Offset(0), producer);
        assert_eq!(seen, self.shadow.replay(key, value, Offset(0), producer));
    }

    fn load(&mut self) {
        if !std::mem::replace(&mut self.loaded, true) {
            let step = self.machine.activate(self.now);
            self.took(&step);
        }
    }

    fn command(&self, kind: u8, version: i16, bytes: &[u8]) -> Option<Command> {
        let client = || Client { id: "fuzz".to_owned(), host: "/127.0.0.1".to_owned() };
        Some(match kind {
            5 => Command::Join { request: request(bytes, version)?, version, client: client() },
            6 => Command::Sync { request: request(bytes, version)?, version },
            7 => Command::Heartbeat(request(bytes, version)?),
            8 => Command::Leave(request(bytes, version)?),
            9 => Command::ConsumerHeartbeat {
                request: request(bytes, version)?,
                version,
                client: client(),
            },
            10 => Command::OffsetCommit { request: request(bytes, version)?, version },
            11 => Command::TxnOffsetCommit { request: request(bytes, version)?, version },
            12 => Command::OffsetDelete(request(bytes, version)?),
            13 => Command::DeleteGroups(request(bytes, version)?),
            14 => {
                let name = String::from_utf8_lossy(bytes).as_ref().into();
                Command::TopicsDeleted(vec![DeletedTopic {
                    name,
                    id: TopicId(Uuid::from_halves(0, bytes.len() as u64)),
                }])
            }
            _ => Command::NewMetadata(match version {
                0 => Arc::default(),
                _ => Arc::clone(&self.image),
            }),
        })
    }

    fn call(&mut self) -> Call {
        self.ticket += 1;
        let fresh_id = Uuid::from_halves(7, self.ticket);
        Call { ticket: Ticket(self.ticket), now: self.now, fresh_id }
    }

    fn decide(&mut self, command: Command) {
        let call = self.call();
        let before = self.machine.state().clone();
        match self.machine.decide(command, call) {
            Ok(step) => self.took(&step),
            Err(_) => self.machine.restore(before, &[], self.now),
        }
    }

    fn wait(&mut self, time: Duration) {
        self.now = self.now + time;
        for _ in 0..MAX_EXPIRED {
            let call = self.call();
            let Some(step) = self.machine.expire(call) else { return };
            self.took(&step);
        }
    }

    /// A step is appended: the shadow reads it.
    fn took(&mut self, step: &GroupStep) {
        let mut tickets: Vec<_> = step.replies.iter().map(|(ticket, _)| *ticket).collect();
        tickets.sort_unstable();
        assert!(tickets.windows(2).all(|pair| pair[0] != pair[1]), "two answers to one request");
        let producer = step.producer.map(|(id, _)| id);
        for record in &step.records {
            let bytes = GroupMachine::encode(record).expect("names of a request fit into a record");
            self.shadow
                .replay(&bytes.key, bytes.value.as_deref(), Offset(0), producer)
                .expect("what is written can be read");
        }
    }

    fn queries(&self) {
        let state = self.machine.state();
        let settings = GroupSettings::default();
        for listed in classic::list(state, &ListGroupsRequest::default()) {
            let name = listed.group_id.as_str();
            let _ = classic::describe(state, name, 6);
            let _ = consumer::describe(state, &self.image, &settings, name);
            let request =
                OffsetFetchRequestGroup { group_id: listed.group_id.clone(), ..Default::default() };
            let _ = offsets::fetch(state, &request, true, 10);
        }
    }
}

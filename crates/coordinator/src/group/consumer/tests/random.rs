//! Random lives of a group: members by both protocols, static and not, that come, leave, die, lose
//! answers, resubscribe; topics that come and grow. Whatever happens, no two members that live own a
//! partition, and when all is quiet everything is owned.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use bytes::Bytes;
use moldau_protocol::codec::{Decoder, Encoder, Message};
use moldau_protocol::ids::TopicId;
use moldau_protocol::messages::{
    ConsumerGroupHeartbeatRequest, ConsumerProtocolAssignment, ConsumerProtocolSubscription,
    HeartbeatRequest, JoinGroupRequest, SyncGroupRequest,
    consumer_group_heartbeat_request::TopicPartitions,
    consumer_protocol_subscription::TopicPartition, join_group_request::JoinGroupRequestProtocol,
    leave_group_request::MemberIdentity,
};

use super::super::super::{Client, Command, GroupSettings, Reply};
use super::rig::{GROUP, Rig, beating, id_of, joining, with_topic};

type Owned = BTreeSet<(u8, i32)>;

/// A fixed sequence of pseudo-random numbers.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, below: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below
    }

    fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }
}

#[derive(Default)]
struct Consumer {
    id: String,
    epoch: i32,
    classic: bool,
    instance: Option<String>,
    topics: Vec<String>,
    regex: Option<String>,
    owned: Owned,
    /// Until when its session lasts, as the server sees it at the earliest.
    heard: i64,
}

fn lists(owned: &Owned) -> BTreeMap<u8, Vec<i32>> {
    let mut lists: BTreeMap<u8, Vec<i32>> = BTreeMap::new();
    for (topic, index) in owned {
        lists.entry(*topic).or_default().push(*index);
    }
    lists
}

impl Consumer {
    fn lost(&mut self) {
        self.owned.clear();
        self.epoch = 0;
        if self.classic {
            self.id.clear();
        }
    }

    /// One round of the protocol; `lossy` loses the answer.
    fn turn(&mut self, rig: &mut Rig, lossy: bool) {
        if self.classic { self.classic_turn(rig, lossy) } else { self.consumer_turn(rig, lossy) }
    }

    fn consumer_turn(&mut self, rig: &mut Rig, lossy: bool) {
        let owned = lists(&self.owned).into_iter().map(|(topic, partitions)| TopicPartitions {
            topic_id: id_of(topic),
            partitions,
            ..Default::default()
        });
        let topics: Vec<&str> = self.topics.iter().map(String::as_str).collect();
        let base = joining(&self.id, &topics);
        let reply = rig.send(ConsumerGroupHeartbeatRequest {
            member_epoch: self.epoch,
            // Nobody is to be removed for being slow who does not know yet that it is.
            rebalance_timeout_ms: 60_000,
            instance_id: self.instance.clone(),
            subscribed_topic_regex: self.regex.clone(),
            topic_partitions: Some(owned.collect()),
            ..base
        });
        if lossy {
            return;
        }
        if reply.error_code != 0 {
            // A static member that is to be let go yet tries again.
            assert!(matches!(reply.error_code, 25 | 82 | 110 | 111), "{reply:?}");
            self.lost();
            return;
        }
        self.heard = rig.now.0;
        self.epoch = reply.member_epoch;
        if let Some(assignment) = reply.assignment {
            let each = assignment.topic_partitions.iter();
            self.owned = each
                .flat_map(|topic| {
                    topic.partitions.iter().map(|index| (topic.topic_id.0[0], *index))
                })
                .collect();
        }
    }

    fn subscription(&self) -> Bytes {
        let owned = lists(&self.owned).into_iter();
        let message = ConsumerProtocolSubscription {
            topics: self.topics.clone(),
            owned_partitions: owned
                .map(|(topic, partitions)| TopicPartition {
                    topic: format!("t{topic}"),
                    partitions,
                })
                .collect(),
            ..Default::default()
        };
        let mut encoder = Encoder::new();
        encoder.i16(1);
        message.encode(&mut encoder, 1).unwrap();
        encoder.into_bytes().unwrap()
    }

    /// Heartbeat, and where that is refused JoinGroup and SyncGroup, cooperatively.
    fn classic_turn(&mut self, rig: &mut Rig, lossy: bool) {
        if self.epoch > 0 {
            let request = HeartbeatRequest {
                group_id: GROUP.to_owned(),
                generation_id: self.epoch,
                member_id: self.id.clone(),
                group_instance_id: self.instance.clone(),
                ..Default::default()
            };
            let Some(Reply::Heartbeat(reply)) = rig.run(Command::Heartbeat(request)) else {
                panic!()
            };
            match reply.error_code {
                0 => self.heard = rig.now.0,
                27 => self.rejoin(rig, lossy),
                22 | 25 | 82 => self.lost(),
                _ => panic!("{reply:?}"),
            }
        } else {
            self.rejoin(rig, lossy);
        }
    }

    fn rejoin(&mut self, rig: &mut Rig, lossy: bool) {
        let request = JoinGroupRequest {
            group_id: GROUP.to_owned(),
            session_timeout_ms: 45_000,
            rebalance_timeout_ms: 60_000,
            member_id: self.id.clone(),
            group_instance_id: self.instance.clone(),
            protocol_type: "consumer".to_owned(),
            protocols: vec![JoinGroupRequestProtocol {
                name: "cooperative-sticky".to_owned(),
                metadata: self.subscription(),
                ..Default::default()
            }],
            ..Default::default()
        };
        let client = Client { id: "k".to_owned(), host: "/h".to_owned() };
        let Some(Reply::Join(reply)) = rig.run(Command::Join { request, version: 9, client })
        else {
            panic!("the group is a consumer group")
        };
        if lossy {
            return;
        }
        match reply.error_code {
            0 => {}
            79 => {
                self.id = reply.member_id;
                return;
            }
            25 | 82 => return self.lost(),
            _ => panic!("{reply:?}"),
        }
        (self.id, self.epoch, self.heard) = (reply.member_id, reply.generation_id, rig.now.0);
        let request = SyncGroupRequest {
            group_id: GROUP.to_owned(),
            generation_id: self.epoch,
            member_id: self.id.clone(),
            group_instance_id: self.instance.clone(),
            protocol_type: Some("consumer".to_owned()),
            protocol_name: Some("cooperative-sticky".to_owned()),
            ..Default::default()
        };
        let Some(Reply::Sync(reply)) = rig.run(Command::Sync { request, version: 5 }) else {
            panic!()
        };
        match reply.error_code {
            0 => {
                let mut decoder = Decoder::new(reply.assignment);
                let version = decoder.i16().unwrap();
                let assigned = ConsumerProtocolAssignment::decode(&mut decoder, version).unwrap();
                let each = assigned.assigned_partitions.iter();
                self.owned = each
                    .flat_map(|topic| {
                        let number: u8 = topic.topic[1..].parse().unwrap();
                        topic.partitions.iter().map(move |index| (number, *index))
                    })
                    .collect();
            }
            27 => {}
            22 | 25 | 82 => self.lost(),
            _ => panic!("{reply:?}"),
        }
    }

    fn leave(&self, rig: &mut Rig) {
        if self.classic {
            let member = MemberIdentity {
                member_id: self.id.clone(),
                group_instance_id: self.instance.clone(),
                ..Default::default()
            };
            let members = vec![member];
            let request = moldau_protocol::messages::LeaveGroupRequest {
                group_id: GROUP.to_owned(),
                members,
                ..Default::default()
            };
            rig.run(Command::Leave(request));
        } else {
            let request = beating(&self.id, -1);
            let instance_id = self.instance.clone();
            rig.send(ConsumerGroupHeartbeatRequest { instance_id, ..request });
        }
    }
}

/// The rig and who is in the group; the first member uses the consumer protocol and stays, so that the
/// group never changes sides.
struct Life {
    rig: Rig,
    numbers: Numbers,
    consumers: Vec<Consumer>,
    born: usize,
}

impl Life {
    fn new(seed: u64) -> Self {
        let interval = if seed.is_multiple_of(3) { 1_000 } else { 0 };
        let settings = GroupSettings {
            consumer_assignment_interval: Duration::from_millis(interval),
            ..Default::default()
        };
        let mut rig = Rig::with(settings);
        rig.checks = false;
        let mut life = Self { rig, numbers: Numbers(seed), consumers: Vec::new(), born: 0 };
        life.bear(false);
        life
    }

    fn topics(&mut self) -> Vec<String> {
        let numbers = &mut self.numbers;
        (1..=6).filter(|_| numbers.one_in(2)).map(|topic| format!("t{topic}")).collect()
    }

    fn bear(&mut self, classic: bool) {
        self.born += 1;
        // One that lost its epoch cannot come back before its session is over.
        let is_static = self.numbers.one_in(3) && self.born > 1;
        let regex = !classic && self.numbers.one_in(4);
        let consumer = Consumer {
            id: if classic { String::new() } else { format!("m{}", self.born) },
            classic,
            instance: is_static.then(|| format!("i{}", self.born)),
            topics: self.topics(),
            regex: regex.then(|| "t[2-4]".to_owned()),
            heard: self.rig.now.0,
            ..Default::default()
        };
        self.consumers.push(consumer);
    }

    fn step(&mut self) {
        let many = self.consumers.len();
        match self.numbers.below(40) {
            0 | 1 if many < 8 => {
                let classic = self.numbers.one_in(2);
                self.bear(classic);
            }
            2 if many > 1 => {
                let gone = 1 + self.numbers.below(many - 1);
                let consumer = self.consumers.remove(gone);
                // Some die without a word.
                if self.numbers.one_in(2) {
                    consumer.leave(&mut self.rig);
                }
            }
            3 => {
                let topics = self.topics();
                let at = self.numbers.below(many);
                self.consumers[at].topics = topics;
                if self.consumers[at].classic && self.consumers[at].epoch > 0 {
                    self.consumers[at].rejoin(&mut self.rig, false);
                }
            }
            4 => {
                let topic = 1 + self.numbers.below(6) as u8;
                let now =
                    self.rig.image.topics.by_id(TopicId(id_of(topic))).unwrap().partitions.len();
                let count = (now as i32 + 1).min(9);
                let image = with_topic(&self.rig.image, &format!("t{topic}"), topic, count);
                self.rig.metadata(image);
            }
            5 => {
                let wait = self.numbers.below(4_000) as i64;
                self.rig.wait(wait);
                self.consumers[0].turn(&mut self.rig, false);
            }
            // A static member starts again.
            6 => {
                let at = self.numbers.below(many);
                self.restart(at);
            }
            _ => {
                let at = self.numbers.below(many);
                let lossy = self.numbers.one_in(10);
                self.consumers[at].turn(&mut self.rig, lossy);
            }
        }
        self.check();
    }

    fn restart(&mut self, at: usize) {
        let consumer = &mut self.consumers[at];
        if consumer.instance.is_none() || consumer.epoch <= 0 {
            return;
        }
        if !consumer.classic {
            let request = beating(&consumer.id, -2);
            let instance_id = consumer.instance.clone();
            self.rig.send(ConsumerGroupHeartbeatRequest { instance_id, ..request });
            self.born += 1;
            consumer.id = format!("m{}", self.born);
        }
        consumer.lost();
    }

    /// No partition is owned by two of those whose session is not over.
    fn check(&self) {
        let mut seen = BTreeSet::new();
        let live = self.consumers.iter().filter(|consumer| consumer.heard + 5_000 > self.rig.now.0);
        for consumer in live {
            for partition in &consumer.owned {
                assert!(seen.insert(*partition), "{} owns {partition:?} too", consumer.id);
            }
        }
    }

    /// Everybody beats until nothing changes; then all is owned.
    fn settle(&mut self) {
        // The dead are found out, and patterns looked at again.
        for _ in 0..12 {
            self.rig.wait(4_000);
            for consumer in &mut self.consumers {
                consumer.turn(&mut self.rig, false);
            }
        }
        for _ in 0..20 {
            self.rig.wait(1_000);
            for consumer in &mut self.consumers {
                consumer.turn(&mut self.rig, false);
            }
            self.check();
        }
        assert!(self.rig.summary().starts_with("Stable"), "{}", self.rig.summary());
        let mut wanted = BTreeSet::new();
        for topic in self.rig.image.topics.iter() {
            let reads = |consumer: &Consumer| {
                consumer.topics.iter().any(|name| **name == *topic.name)
                    || consumer.regex.is_some() && ["t2", "t3", "t4"].contains(&&*topic.name)
            };
            if self.consumers.iter().any(reads) {
                let number = topic.id.0.0[0];
                wanted.extend((0..topic.partitions.len() as i32).map(|index| (number, index)));
            }
        }
        let owned: Owned =
            self.consumers.iter().flat_map(|consumer| consumer.owned.iter().copied()).collect();
        assert_eq!(owned, wanted);
    }
}

#[test]
fn no_partition_has_two_owners_and_all_are_owned_in_the_end() {
    for seed in 0..12 {
        let mut life = Life::new(seed);
        life.consumers[0].turn(&mut life.rig, false);
        for at in 0..400 {
            life.step();
            if at % 50 == 0 {
                life.rig.check();
            }
        }
        life.settle();
        life.rig.check();
    }
}

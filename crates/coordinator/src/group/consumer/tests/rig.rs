//! A machine, a clock, and checks after every step: the records give the state again, no partition has
//! two owners, refusals leave no trace.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use moldau_metadata::image::{MetadataDelta, MetadataImage, Provenance};
use moldau_protocol::ids::{BrokerId, LeaderEpoch, Offset, PartitionIndex, TopicId, Uuid};
use moldau_protocol::messages::{
    ConfigRecord, ConsumerGroupHeartbeatRequest, ConsumerGroupHeartbeatResponse, MetadataRecord,
    PartitionRecord, RegisterBrokerRecord, RemoveTopicRecord, TopicRecord,
    consumer_group_describe_response::DescribedGroup,
    consumer_group_heartbeat_request::TopicPartitions,
};

use super::super::super::{
    Client, Command, Deadline, Group, GroupMachine, GroupRecord, GroupSettings, GroupStep, Reply,
};
use super::super::{ConsumerGroup, describe};
use crate::machine::{Call, Machine, Ticket, Time};

pub(super) const GROUP: &str = "g";

/// Topics by a small number.
pub(super) fn id_of(topic: u8) -> Uuid {
    Uuid([topic; 16])
}

/// Partitions of topics: `[(1, &[0, 1])]`.
pub(super) type Parts<'a> = &'a [(u8, &'a [i32])];

pub(super) fn owned(parts: Parts<'_>) -> Vec<TopicPartitions> {
    let one = |(topic, partitions): &(u8, &[i32])| TopicPartitions {
        topic_id: id_of(*topic),
        partitions: partitions.to_vec(),
        ..Default::default()
    };
    parts.iter().map(one).collect()
}

pub(super) struct Rig {
    pub(super) machine: GroupMachine,
    pub(super) image: Arc<MetadataImage>,
    pub(super) settings: Arc<GroupSettings>,
    pub(super) now: Time,
    tickets: u64,
    /// Everything written.
    pub(super) log: Vec<GroupRecord>,
    /// Records of the last step.
    pub(super) last: Vec<GroupRecord>,
    /// Whether every step is checked; not where there are very many.
    pub(super) checks: bool,
    /// All answers.
    pub(super) replies: BTreeMap<Ticket, Reply>,
}

impl Rig {
    /// Topics `t1` with 1 partition, `t2` with 2 and so on up to `t6`; no wait between assignments.
    pub(super) fn new() -> Self {
        let settings =
            GroupSettings { consumer_assignment_interval: Duration::ZERO, ..Default::default() };
        Self::with(settings)
    }

    pub(super) fn with(settings: GroupSettings) -> Self {
        let mut image = MetadataImage::default();
        for count in 1..=6 {
            image = with_topic(&image, &format!("t{count}"), count, i32::from(count));
        }
        let (image, settings) = (Arc::new(image), Arc::new(settings));
        let machine = GroupMachine::new(Arc::clone(&settings), Arc::clone(&image));
        Self {
            machine,
            image,
            settings,
            now: Time(1_000_000),
            tickets: 0,
            log: Vec::new(),
            last: Vec::new(),
            checks: true,
            replies: BTreeMap::new(),
        }
    }

    fn call(&mut self) -> Call {
        self.tickets += 1;
        let fresh_id = Uuid::from_halves(0xf00, self.tickets);
        Call { ticket: Ticket(self.tickets), now: self.now, fresh_id }
    }

    /// Runs a command, and what is due at once; its answer, if there is one by then.
    pub(super) fn run(&mut self, command: Command) -> Option<Reply> {
        let call = self.call();
        let before = self.machine.state().clone();
        match self.machine.decide(command, call) {
            Ok(step) => {
                self.last.clear();
                self.absorb(step);
                self.wait(0);
                self.replies.remove(&call.ticket)
            }
            Err(reply) => {
                self.machine.put_back(before);
                self.last.clear();
                Some(reply)
            }
        }
    }

    fn absorb(&mut self, step: GroupStep) {
        self.log.extend(step.records.iter().cloned());
        self.last.extend(step.records);
        self.replies.extend(step.replies);
        if self.checks {
            self.check();
        }
    }

    pub(super) fn send(
        &mut self,
        request: ConsumerGroupHeartbeatRequest,
    ) -> ConsumerGroupHeartbeatResponse {
        let client = Client { id: "c".to_owned(), host: "/127.0.0.1".to_owned() };
        match self.run(Command::ConsumerHeartbeat { request, version: 1, client }) {
            Some(Reply::ConsumerHeartbeat(reply)) => reply,
            other => panic!("{other:?}"),
        }
    }

    /// Joins, and says what the answer was.
    pub(super) fn join(&mut self, member: &str, topics: &[&str]) -> String {
        self.say(joining(member, topics))
    }

    /// A heartbeat with what the member has.
    pub(super) fn beat(&mut self, member: &str, epoch: i32, parts: Parts<'_>) -> String {
        self.say(ConsumerGroupHeartbeatRequest {
            topic_partitions: Some(owned(parts)),
            ..beating(member, epoch)
        })
    }

    pub(super) fn say(&mut self, request: ConsumerGroupHeartbeatRequest) -> String {
        show(&self.send(request))
    }

    /// Lets time go by, and deals with what is due.
    pub(super) fn wait(&mut self, ms: i64) {
        let until = Time(self.now.0 + ms);
        while let Some(due) = self.machine.next_deadline().filter(|due| *due <= until) {
            self.now = due.max(self.now);
            let call = self.call();
            if let Some(step) = self.machine.expire(call) {
                if ms > 0 {
                    self.last.clear();
                }
                self.absorb(step);
            }
        }
        self.now = until;
    }

    pub(super) fn metadata(&mut self, image: MetadataImage) {
        self.image = Arc::new(image);
        self.run(Command::NewMetadata(Arc::clone(&self.image)));
    }

    pub(super) fn group(&self) -> &ConsumerGroup {
        self.machine.consumer_group(GROUP).expect("a consumer group")
    }

    pub(super) fn has_deadline(
        &self,
        deadline: fn(Arc<str>, Arc<str>) -> Deadline,
        id: &str,
    ) -> bool {
        self.machine.deadlines.get(&deadline(GROUP.into(), id.into())).is_some()
    }

    /// The group, with its members by id.
    pub(super) fn describe(&self) -> DescribedGroup {
        let mut group = describe(self.machine.state(), &self.image, &self.settings, GROUP);
        group.members.sort_by(|a, b| a.member_id.cmp(&b.member_id));
        group
    }

    /// `state epoch/target epoch: member@epoch=partitions …`
    pub(super) fn summary(&self) -> String {
        let group = self.describe();
        let mut text =
            format!("{} {}/{}:", group.group_state, group.group_epoch, group.assignment_epoch);
        for member in &group.members {
            let parts: BTreeMap<&str, BTreeSet<i32>> = member
                .assignment
                .topic_partitions
                .iter()
                .map(|topic| (&*topic.topic_name, topic.partitions.iter().copied().collect()))
                .collect();
            text +=
                &format!(" {}@{}={}", member.member_id, member.member_epoch, parts_text(&parts));
        }
        text
    }

    /// A machine that has read the log.
    pub(super) fn replayed(&self) -> GroupMachine {
        let mut machine = GroupMachine::new(Arc::clone(&self.settings), Arc::clone(&self.image));
        for record in &self.log {
            let bytes = GroupMachine::encode(record).unwrap();
            machine.replay(&bytes.key, bytes.value.as_deref(), Offset(0), None).unwrap();
        }
        machine
    }

    pub(super) fn check(&self) {
        // Members of classic groups wait in memory, which no record tells.
        let replayed = self.replayed();
        for (name, group) in self.machine.state().groups.iter() {
            if matches!(**group, Group::Consumer(_)) {
                assert_eq!(replayed.state().groups.get(name), Some(group));
            }
        }
        assert_eq!(replayed.state().groups.len(), self.machine.state().groups.len());
        for group in self.machine.state().groups.values() {
            if let Group::Consumer(group) = &**group {
                check_owners(group);
            }
        }
    }
}

fn check_owners(group: &ConsumerGroup) {
    let mut seen = BTreeSet::new();
    for member in group.members.values() {
        for parts in [&member.assigned, &member.revoking] {
            for (topic, own) in &**parts {
                assert!(!own.is_empty());
                for index in own.keys() {
                    assert!(seen.insert((*topic, *index)), "two owners of {topic}-{index}");
                }
            }
        }
    }
    let owners: BTreeSet<(TopicId, i32)> = group.owners.keys().copied().collect();
    assert_eq!(owners, seen);
}

pub(super) fn joining(member: &str, topics: &[&str]) -> ConsumerGroupHeartbeatRequest {
    ConsumerGroupHeartbeatRequest {
        group_id: GROUP.to_owned(),
        member_id: member.to_owned(),
        rebalance_timeout_ms: 5_000,
        subscribed_topic_names: Some(topics.iter().map(|topic| (*topic).to_owned()).collect()),
        topic_partitions: Some(Vec::new()),
        ..Default::default()
    }
}

pub(super) fn beating(member: &str, epoch: i32) -> ConsumerGroupHeartbeatRequest {
    ConsumerGroupHeartbeatRequest {
        group_id: GROUP.to_owned(),
        member_id: member.to_owned(),
        member_epoch: epoch,
        rebalance_timeout_ms: -1,
        ..Default::default()
    }
}

fn parts_text(parts: &BTreeMap<impl std::fmt::Display, BTreeSet<i32>>) -> String {
    let each = parts.iter().map(|(topic, partitions)| {
        let indices: Vec<_> = partitions.iter().map(ToString::to_string).collect();
        format!("{topic}:{}", indices.join(","))
    });
    format!("[{}]", each.collect::<Vec<_>>().join(" "))
}

/// `epoch [partitions]`, `epoch` where the answer has no assignment, or the error.
pub(super) fn show(reply: &ConsumerGroupHeartbeatResponse) -> String {
    if reply.error_code != 0 {
        let text = reply.error_message.as_deref().unwrap_or_default();
        return format!("error {}: {text}", reply.error_code);
    }
    let Some(assignment) = &reply.assignment else { return reply.member_epoch.to_string() };
    let parts = assignment
        .topic_partitions
        .iter()
        .map(|topic| {
            let name = format!("t{}", topic.topic_id.0[0]);
            (name, topic.partitions.iter().copied().collect())
        })
        .collect();
    format!("{} {}", reply.member_epoch, parts_text(&parts))
}

fn changed(image: &MetadataImage, records: &[MetadataRecord]) -> MetadataImage {
    let mut delta = MetadataDelta::new(image);
    for record in records {
        delta.replay(record).unwrap();
    }
    let last_offset = Offset(image.provenance.last_offset.0 + 1);
    delta.apply(Provenance { last_offset, epoch: LeaderEpoch(1), last_contained_log_time_ms: 0 })
}

/// The image with a topic, or with more partitions of one, all on broker 1.
pub(super) fn with_topic(
    image: &MetadataImage,
    name: &str,
    topic: u8,
    partitions: i32,
) -> MetadataImage {
    let mut records = Vec::new();
    let known = image.topics.by_id(TopicId(id_of(topic)));
    if known.is_none() {
        let record =
            TopicRecord { name: name.to_owned(), topic_id: id_of(topic), ..Default::default() };
        records.push(record.into());
    }
    for index in 0..partitions {
        if known.is_some_and(|topic| topic.partition(PartitionIndex(index)).is_some()) {
            continue;
        }
        let record = PartitionRecord {
            partition_id: index,
            topic_id: id_of(topic),
            replicas: vec![1],
            isr: vec![1],
            leader: BrokerId(1).0,
            ..Default::default()
        };
        records.push(record.into());
    }
    changed(image, &records)
}

pub(super) fn without_topic(image: &MetadataImage, topic: u8) -> MetadataImage {
    changed(image, &[RemoveTopicRecord { topic_id: id_of(topic), ..Default::default() }.into()])
}

/// The image with broker 1 in a rack.
pub(super) fn with_rack(image: &MetadataImage, rack: &str) -> MetadataImage {
    let record =
        RegisterBrokerRecord { broker_id: 1, rack: Some(rack.to_owned()), ..Default::default() };
    changed(image, &[record.into()])
}

/// The image with an override of the group's settings.
pub(super) fn with_setting(image: &MetadataImage, key: &str, value: &str) -> MetadataImage {
    let record = ConfigRecord {
        resource_type: 32,
        resource_name: GROUP.to_owned(),
        name: key.to_owned(),
        value: Some(value.to_owned()),
        ..Default::default()
    };
    changed(image, &[record.into()])
}

//! Both protocols in one group, and groups that change from one to the other: a script that was run
//! against Apache Kafka 4.4.0, with its answers (see the head of `migration.txt`).

use std::collections::BTreeMap;
use std::time::Duration;

use bytes::Bytes;
use moldau_protocol::codec::{Decoder, Encoder, Message};
use moldau_protocol::messages::{
    ConsumerGroupHeartbeatRequest, ConsumerProtocolAssignment, ConsumerProtocolSubscription,
    HeartbeatRequest, JoinGroupRequest, LeaveGroupRequest, SyncGroupRequest,
    consumer_protocol_assignment, consumer_protocol_subscription,
    join_group_request::JoinGroupRequestProtocol, leave_group_request::MemberIdentity,
    sync_group_request::SyncGroupRequestAssignment,
};

use super::super::super::{Client, Command, Deadline, Group, GroupSettings, Migration, Reply};
use super::super::describe;
use super::rig::{Parts, Rig, beating, joining, owned, show};
use crate::machine::Machine;

/// Newest layout of subscriptions and assignments.
const LAYOUT: i16 = 3;

fn embed(message: &impl Message) -> Bytes {
    let mut encoder = Encoder::new();
    encoder.i16(LAYOUT);
    message.encode(&mut encoder, LAYOUT).unwrap();
    encoder.into_bytes().unwrap()
}

/// `t1:0,1;t2:0`
fn parse(parts: &str) -> Vec<(String, Vec<i32>)> {
    let each = parts.split(';').filter(|part| !part.is_empty());
    each.map(|part| part.split_once(':').unwrap())
        .map(|(topic, list)| {
            (topic.to_owned(), list.split(',').map(|n| n.parse().unwrap()).collect())
        })
        .collect()
}

/// `name:topic,topic/owned,name:!`: subscriptions by the name of an assignor, `!` for one that is none.
fn protocols(text: &str) -> Vec<JoinGroupRequestProtocol> {
    // A name is what has no digit in it.
    let mut named: Vec<(String, String)> = Vec::new();
    for part in text.split(',').filter(|part| !part.is_empty()) {
        match part.split_once(':') {
            Some((name, rest)) if !name.contains(|c: char| c.is_ascii_digit()) => {
                named.push((name.to_owned(), rest.to_owned()));
            }
            _ => {
                let rest = &mut named.last_mut().unwrap().1;
                *rest = format!("{rest},{part}");
            }
        }
    }
    let offered = named.into_iter().map(|(name, rest)| {
        let (topics, has) = rest.split_once('/').unwrap_or((&rest, ""));
        let owned_partitions = parse(has).into_iter().map(|(topic, partitions)| {
            consumer_protocol_subscription::TopicPartition { topic, partitions }
        });
        let subscription = ConsumerProtocolSubscription {
            topics: topics.split(',').map(str::to_owned).collect(),
            owned_partitions: owned_partitions.collect(),
            ..Default::default()
        };
        let metadata = if rest == "!" { Bytes::from_static(&[0]) } else { embed(&subscription) };
        JoinGroupRequestProtocol { name, metadata, ..Default::default() }
    });
    offered.collect()
}

fn assignment(text: &str, data: Option<&str>) -> Bytes {
    let assigned = parse(text).into_iter().map(|(topic, partitions)| {
        consumer_protocol_assignment::TopicPartition { topic, partitions }
    });
    embed(&ConsumerProtocolAssignment {
        assigned_partitions: assigned.collect(),
        user_data: data.map(|data| Bytes::copy_from_slice(data.as_bytes())),
    })
}

fn read(assignment: &Bytes) -> String {
    if assignment.is_empty() {
        return "-".to_owned();
    }
    let mut decoder = Decoder::new(assignment.clone());
    let version = decoder.i16().unwrap();
    let read = ConsumerProtocolAssignment::decode(&mut decoder, version).unwrap();
    let each = read.assigned_partitions.iter().map(|topic| {
        let list: Vec<_> = topic.partitions.iter().map(ToString::to_string).collect();
        format!("{}:{}", topic.topic, list.join(","))
    });
    format!("[{}]", each.collect::<Vec<_>>().join(" "))
}

/// A line of the script, taken apart.
struct Line<'a> {
    op: &'a str,
    group: String,
    words: Vec<&'a str>,
    named: BTreeMap<&'a str, &'a str>,
}

impl<'a> Line<'a> {
    fn of(text: &'a str) -> Self {
        let mut words = text.split(' ');
        let (op, group) = (words.next().unwrap(), words.next().unwrap().to_owned());
        let (named, words): (Vec<&str>, Vec<&str>) = words.partition(|word| word.contains('='));
        let named = named.into_iter().map(|word| word.split_once('=').unwrap()).collect();
        Self { op, group, words, named }
    }

    fn member(&self) -> String {
        self.words.first().filter(|id| **id != "-").map(ToString::to_string).unwrap_or_default()
    }

    fn epoch(&self) -> i32 {
        self.words[1].parse().unwrap()
    }

    fn named(&self, name: &str) -> Option<String> {
        self.named.get(name).map(ToString::to_string)
    }
}

/// Runs a line; the answer, and the member id in it.
fn run(rig: &mut Rig, line: &Line<'_>) -> (String, String) {
    let (group_id, instance) = (line.group.clone(), line.named("inst"));
    let client = Client { id: "c".to_owned(), host: "/127.0.0.1".to_owned() };
    let command = match line.op {
        "J" => {
            let topics = line.named["topics"].split(',').collect::<Vec<_>>();
            return heartbeat(rig, line, joining(&line.member(), &topics));
        }
        "B" => {
            let parts = line.named("parts").map(|parts| parse(&parts));
            let parts: Option<Vec<(u8, Vec<i32>)>> = parts.map(|parts| {
                parts.into_iter().map(|(topic, list)| (topic[1..].parse().unwrap(), list)).collect()
            });
            let topic_partitions = parts.map(|parts| {
                let parts: Vec<(u8, &[i32])> =
                    parts.iter().map(|(t, list)| (*t, &list[..])).collect();
                let parts: Parts<'_> = &parts;
                owned(parts)
            });
            let request = beating(&line.member(), line.epoch());
            return heartbeat(
                rig,
                line,
                ConsumerGroupHeartbeatRequest { topic_partitions, ..request },
            );
        }
        "C" => Command::Join {
            request: JoinGroupRequest {
                group_id,
                session_timeout_ms: 10_000,
                rebalance_timeout_ms: 5_000,
                member_id: line.member(),
                group_instance_id: instance,
                protocol_type: line.named("type").unwrap_or_else(|| "consumer".to_owned()),
                protocols: protocols(line.named["protos"]),
                ..Default::default()
            },
            version: 9,
            client,
        },
        "S" => {
            let own = if group_id == "g18" { "cooperative-sticky" } else { "range" };
            let assigned = line.named("assign").map(|text| {
                let (member, parts) = text.split_once('/').unwrap();
                SyncGroupRequestAssignment {
                    member_id: member.to_owned(),
                    assignment: assignment(parts, line.named("data").as_deref()),
                    ..Default::default()
                }
            });
            Command::Sync {
                request: SyncGroupRequest {
                    group_id,
                    generation_id: line.epoch(),
                    member_id: line.member(),
                    group_instance_id: instance,
                    protocol_type: Some(
                        line.named("ptype").unwrap_or_else(|| "consumer".to_owned()),
                    ),
                    protocol_name: Some(line.named("pname").unwrap_or_else(|| own.to_owned())),
                    assignments: assigned.into_iter().collect(),
                    ..Default::default()
                },
                version: 5,
            }
        }
        "H" => Command::Heartbeat(HeartbeatRequest {
            group_id,
            generation_id: line.epoch(),
            member_id: line.member(),
            group_instance_id: instance,
            ..Default::default()
        }),
        "X" => {
            let member = MemberIdentity {
                member_id: line.member(),
                group_instance_id: instance,
                ..Default::default()
            };
            let members = vec![member];
            Command::Leave(LeaveGroupRequest { group_id, members, ..Default::default() })
        }
        other => panic!("{other}"),
    };
    match rig.run(command).expect("an answer") {
        Reply::Join(reply) => {
            let name = reply.protocol_name.unwrap_or_else(|| "None".to_owned());
            let leader = if reply.leader.is_empty() { "-" } else { &reply.leader };
            let count = reply.members.len();
            let (code, generation) = (reply.error_code, reply.generation_id);
            (format!("{code} {generation} {name} {leader} {count}"), reply.member_id)
        }
        Reply::Sync(reply) => {
            (format!("{} {}", reply.error_code, read(&reply.assignment)), String::new())
        }
        Reply::Heartbeat(reply) => (reply.error_code.to_string(), String::new()),
        Reply::Leave(reply) => (reply.members[0].error_code.to_string(), String::new()),
        other => panic!("{other:?}"),
    }
}

fn heartbeat(
    rig: &mut Rig,
    line: &Line<'_>,
    request: ConsumerGroupHeartbeatRequest,
) -> (String, String) {
    let request = ConsumerGroupHeartbeatRequest {
        group_id: line.group.clone(),
        instance_id: line.named("inst"),
        ..request
    };
    let reply = rig.send(request);
    (show(&reply), reply.member_id.unwrap_or_default())
}

fn described(rig: &Rig, group: &str) -> String {
    let group = describe(rig.machine.state(), &rig.image, &rig.settings, group);
    match group.error_message {
        Some(text) => format!("error {}: {text}", group.error_code),
        None => format!("{} {}/{}", group.group_state, group.group_epoch, group.assignment_epoch),
    }
}

fn rig() -> Rig {
    Rig::with(GroupSettings { classic_initial_delay: Duration::ZERO, ..Default::default() })
}

#[test]
fn groups_change_sides_as_kafkas_do() {
    let mut rig = rig();
    let mut ids: BTreeMap<String, String> = BTreeMap::new();
    for (at, text) in (1..).zip(include_str!("migration.txt").lines()) {
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let (said, expected) = text.split_once(" => ").unwrap_or((text, ""));
        let (name, said) = match said.split_once('=') {
            Some((name, rest)) if name.len() == 1 => (Some(name), rest.to_owned()),
            _ => (None, said.to_owned()),
        };
        let said = ids.iter().fold(said, |said, (name, id)| said.replace(&format!("${name}"), id));
        let line = Line::of(&said);
        let answer = match line.op {
            "W" => {
                rig.wait(line.group.parse().unwrap());
                String::new()
            }
            "D" => described(&rig, &line.group),
            _ => {
                let (answer, id) = run(&mut rig, &line);
                if let Some(name) = name {
                    ids.insert(name.to_owned(), id);
                }
                answer
            }
        };
        let answer =
            ids.iter().fold(answer, |text, (name, id)| text.replace(id, &format!("${name}")));
        assert_eq!(answer, expected, "line {at}: {text}");
    }
}

/// A short script of one group `g`, answers separated by bars. `$` is the last member id that was given.
fn script(rig: &mut Rig, lines: &[&str]) -> String {
    let mut last = String::new();
    let mut answers = Vec::new();
    for text in lines {
        let text = text.replace('$', &last);
        let (answer, id) = run(rig, &Line::of(&text));
        if !id.is_empty() {
            last = id;
        }
        answers.push(if last.is_empty() { answer } else { answer.replace(&last, "$") });
    }
    answers.join(" | ")
}

#[test]
fn the_policy_and_the_sizes_decide_whether_a_group_changes() {
    let join = ["C g - protos=range:t2", "C g $ protos=range:t2", "S g $ 1 assign=$/t2:0,1"];
    let refused = |policy, most: usize| {
        let settings = GroupSettings {
            classic_initial_delay: Duration::ZERO,
            migration: policy,
            consumer_max_size: most,
            ..Default::default()
        };
        let mut rig = Rig::with(settings);
        script(&mut rig, &join);
        let before = rig.machine.state().groups.get("g").cloned();
        let answer = script(&mut rig, &["J g b topics=t2"]);
        if answer.starts_with("error") {
            assert_eq!(rig.machine.state().groups.get("g").cloned(), before);
        }
        answer
    };
    let because = |why: &str| {
        format!("error 69: Cannot upgrade classic group g to consumer group because {why}.")
    };
    assert_eq!(refused(Migration::Disabled, 9), because("online upgrade is disabled"));
    assert_eq!(refused(Migration::Downgrade, 9), because("online upgrade is disabled"));
    let size = because("the group size exceeds the consumer group maximum size");
    assert_eq!(refused(Migration::Upgrade, 0), size);
    assert_eq!(
        refused(Migration::Bidirectional, 1),
        "error 81: The consumer group has reached its maximum capacity of 1 members."
    );
    assert_eq!(refused(Migration::Upgrade, 9), "2 []");
    // Down again only where that is allowed, too.
    let after = |policy, most: usize| {
        let settings = GroupSettings {
            classic_initial_delay: Duration::ZERO,
            migration: policy,
            classic_max_size: most,
            ..Default::default()
        };
        let mut rig = Rig::with(settings);
        let answers = script(
            &mut rig,
            &["J g b topics=t2", "C g - protos=range:t2", "C g $ protos=range:t2"],
        );
        script(&mut rig, &["B g b -1"]);
        let kind = rig.machine.state().groups.get("g").unwrap().kind_name();
        (answers.split(" | ").nth(1).unwrap().to_owned(), kind)
    };
    let given = "79 -1 None - 0".to_owned();
    assert_eq!(after(Migration::Disabled, 9), ("23 -1 None - 0".to_owned(), "consumer"));
    assert_eq!(after(Migration::Upgrade, 9), (given.clone(), "consumer"));
    assert_eq!(after(Migration::Downgrade, 9), (given.clone(), "classic"));
    assert_eq!(after(Migration::Bidirectional, 0), (given, "consumer"));
}

#[test]
fn a_refused_join_leaves_a_classic_group_and_its_deadlines_alone() {
    let mut rig = rig();
    script(
        &mut rig,
        &["C g - protos=range:t2", "C g $ protos=range:t2", "S g $ 1 assign=$/t2:0,1"],
    );
    let Some(Group::Classic(group)) = rig.machine.state().groups.get("g").map(|group| &**group)
    else {
        panic!()
    };
    let id = group.members.keys().next().unwrap().clone();
    let bad = ConsumerGroupHeartbeatRequest {
        subscribed_topic_regex: Some("(".to_owned()),
        ..joining("b", &["t2"])
    };
    assert!(rig.say(bad).starts_with("error 128"));
    assert!(rig.has_deadline(Deadline::ClassicSession, &id));
    assert!(!rig.has_deadline(Deadline::ConsumerSession, &id));
    assert_eq!(rig.machine.state().groups.get("g").unwrap().state_name(), "Stable");
}

#[test]
fn who_waits_in_a_join_phase_is_told_to_come_again() {
    let mut rig = rig();
    script(
        &mut rig,
        &["C g - protos=range:t2", "C g $ protos=range:t2", "S g $ 1 assign=$/t2:0,1"],
    );
    // A second member waits for the first one to join.
    let version = 3;
    let request = JoinGroupRequest {
        group_id: "g".to_owned(),
        session_timeout_ms: 10_000,
        rebalance_timeout_ms: 5_000,
        protocol_type: "consumer".to_owned(),
        protocols: protocols("range:t2"),
        ..Default::default()
    };
    let client = Client::default();
    assert_eq!(rig.run(Command::Join { request, version, client }), None);
    assert_eq!(script(&mut rig, &["J g b topics=t2"]), "2 []");
    let codes: Vec<i16> = rig
        .replies
        .values()
        .map(|reply| match reply {
            Reply::Join(reply) => reply.error_code,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(codes, [27]);
    assert_eq!(rig.group().classic_members, 2);
}

#[test]
fn classic_members_that_do_not_join_or_sync_in_time_are_removed() {
    let mut rig = rig();
    script(&mut rig, &["J g b topics=t2", "C g - protos=range:t2", "C g $ protos=range:t2"]);
    let ids = |rig: &Rig| rig.group().members.keys().map(ToString::to_string).collect::<Vec<_>>();
    let id = ids(&rig).into_iter().find(|id| id != "b").unwrap();
    assert!(rig.has_deadline(Deadline::ConsumerSync, &id));
    rig.wait(5_000);
    assert_eq!(ids(&rig), ["b"]);
    // Told to join again, once: the time runs from then on.
    script(&mut rig, &["C g - protos=range:t2", "C g $ protos=range:t2"]);
    let id = ids(&rig).into_iter().find(|id| id != "b").unwrap();
    let epoch = rig.group().members.get(&*id).unwrap().epoch;
    assert_eq!(script(&mut rig, &[&format!("S g {id} {epoch}")]), "0 []");
    assert!(!rig.has_deadline(Deadline::ConsumerSync, &id));
    let c = "J g c topics=t2";
    rig.wait(1_000);
    script(&mut rig, &[c]);
    let beat = format!("H g {id} {epoch}");
    assert_eq!(script(&mut rig, &[&beat]), "27");
    rig.wait(4_000);
    assert_eq!(script(&mut rig, &[&beat]), "27");
    rig.wait(1_000);
    assert_eq!(ids(&rig), ["b", "c"]);
    // Silent ones, by the session timeout that they gave.
    script(&mut rig, &["C g - protos=range:t2", "C g $ protos=range:t2"]);
    let id = ids(&rig).into_iter().find(|id| id.len() > 1).unwrap();
    let epoch = rig.group().members.get(&*id).unwrap().epoch;
    script(&mut rig, &[&format!("S g {id} {epoch}")]);
    rig.wait(9_999);
    assert_eq!(ids(&rig).len(), 3);
    rig.wait(1);
    assert_eq!(ids(&rig), ["b", "c"]);
}

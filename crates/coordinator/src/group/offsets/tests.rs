//! Scripts over time. After every step the records of all steps are replayed into a fresh machine,
//! which has to know the same.

use std::fmt::Write as _;
use std::time::Duration;

use moldau_protocol::{
    ErrorCode,
    ids::Uuid,
    messages::{
        offset_commit_request as plain, offset_delete_request as delete,
        offset_fetch_request::{OffsetFetchRequestGroup, OffsetFetchRequestTopics},
        offset_fetch_response::OffsetFetchResponseGroup,
        txn_offset_commit_request as txn,
    },
};

use super::*;

const MINUTE: i64 = 60_000;
const DAY: i64 = 24 * 60 * MINUTE;

/// What is in the log of the partition.
enum Entry {
    Record(EncodedRecord, Option<ProducerId>),
    End(ProducerId, Outcome),
}

struct Script {
    machine: GroupMachine,
    now: Time,
    ticket: u64,
    log: Vec<Entry>,
}

impl Default for Script {
    fn default() -> Self {
        let settings = GroupSettings { offset_metadata_max_bytes: 10, ..GroupSettings::default() };
        let mut machine = GroupMachine::new(Arc::new(settings), Arc::default());
        machine.activate(Time(0));
        Self { machine, now: Time(1_000), ticket: 0, log: Vec::new() }
    }
}

impl Script {
    fn call(&mut self) -> Call {
        self.ticket += 1;
        Call { ticket: Ticket(self.ticket), now: self.now, fresh_id: Uuid::ZERO }
    }

    /// The answer to a command; a refused one leaves nothing behind.
    fn ask(&mut self, command: Command) -> Reply {
        let call = self.call();
        let before = self.machine.state().clone();
        match self.machine.decide(command, call) {
            Ok(mut step) => {
                self.append(&step);
                assert_eq!(step.replies.len(), 1, "one answer");
                let (ticket, reply) = step.replies.remove(0);
                assert_eq!(ticket, call.ticket);
                reply
            }
            Err(reply) => {
                assert_eq!(*self.machine.state(), before, "refused, so nothing is changed");
                reply
            }
        }
    }

    fn append(&mut self, step: &GroupStep) {
        let producer = step.producer.map(|(id, _)| id);
        for record in &step.records {
            self.log.push(Entry::Record(record.encode().unwrap(), producer));
        }
        self.check_replay();
    }

    fn check_replay(&self) {
        assert_eq!(*self.replayed().state(), *self.machine.state());
    }

    fn replayed(&self) -> GroupMachine {
        let mut machine = GroupMachine::new(self.machine.settings.clone(), Arc::default());
        for entry in &self.log {
            match entry {
                Entry::Record(record, producer) => machine
                    .replay(&record.key, record.value.as_deref(), Offset(0), *producer)
                    .unwrap(),
                Entry::End(producer, outcome) => machine.end_transaction(*producer, *outcome),
            }
        }
        machine
    }

    /// Lets time pass; the records that came of it.
    fn wait(&mut self, ms: i64) -> Vec<GroupRecord> {
        self.now = Time(self.now.0 + ms);
        let mut records = Vec::new();
        loop {
            let call = self.call();
            let Some(step) = self.machine.expire(call) else { return records };
            assert!(step.replies.is_empty());
            self.append(&step);
            records.extend(step.records);
        }
    }

    fn end(&mut self, producer: i64, outcome: Outcome) {
        self.machine.end_transaction(ProducerId(producer), outcome);
        self.log.push(Entry::End(ProducerId(producer), outcome));
        self.check_replay();
    }

    /// The codes of the partitions of topic `t` that are committed as nobody.
    fn commit(&mut self, group: &str, offsets: &[(i32, i64)]) -> Vec<i16> {
        self.commit_as(commit_of(group, "t", offsets), 9)
    }

    fn commit_as(&mut self, request: OffsetCommitRequest, version: i16) -> Vec<i16> {
        match self.ask(Command::OffsetCommit { request, version }) {
            Reply::OffsetCommit(answer) => {
                let partitions = answer.topics.iter().flat_map(|topic| &topic.partitions);
                partitions.map(|partition| partition.error_code).collect()
            }
            other => panic!("{other:?}"),
        }
    }

    fn commit_in(&mut self, producer: i64, group: &str, offsets: &[(i32, i64)]) -> Vec<i16> {
        self.commit_txn(
            TxnOffsetCommitRequest {
                producer_id: producer,
                producer_epoch: 3,
                group_id: group.to_owned(),
                topics: vec![txn::TxnOffsetCommitRequestTopic {
                    name: "t".to_owned(),
                    partitions: offsets
                        .iter()
                        .map(|&(partition_index, committed_offset)| {
                            txn::TxnOffsetCommitRequestPartition {
                                partition_index,
                                committed_offset,
                                ..Default::default()
                            }
                        })
                        .collect(),
                    ..Default::default()
                }],
                ..Default::default()
            },
            5,
        )
    }

    fn commit_txn(&mut self, request: TxnOffsetCommitRequest, version: i16) -> Vec<i16> {
        match self.ask(Command::TxnOffsetCommit { request, version }) {
            Reply::TxnOffsetCommit(answer) => {
                let partitions = answer.topics.iter().flat_map(|topic| &topic.partitions);
                partitions.map(|partition| partition.error_code).collect()
            }
            other => panic!("{other:?}"),
        }
    }

    /// What OffsetFetch says of partitions of topic `t`, or of everything; with `require_stable`.
    fn fetch(&self, group: &str, partitions: Option<&[i32]>) -> String {
        let topics = partitions.map(|partitions| {
            vec![OffsetFetchRequestTopics {
                name: "t".to_owned(),
                partition_indexes: partitions.to_vec(),
                ..Default::default()
            }]
        });
        let request =
            OffsetFetchRequestGroup { group_id: group.to_owned(), topics, ..Default::default() };
        text(&fetch(self.machine.state(), &request, true, 9))
    }

    fn delete_offsets(&mut self, group: &str, partitions: &[i32]) -> (i16, Vec<i16>) {
        let partitions = partitions
            .iter()
            .map(|&partition_index| delete::OffsetDeleteRequestPartition { partition_index })
            .collect();
        let topics = vec![delete::OffsetDeleteRequestTopic { name: "t".to_owned(), partitions }];
        let request = OffsetDeleteRequest { group_id: group.to_owned(), topics };
        match self.ask(Command::OffsetDelete(request)) {
            Reply::OffsetDelete(answer) => {
                let partitions = answer.topics.iter().flat_map(|topic| &topic.partitions);
                (answer.error_code, partitions.map(|partition| partition.error_code).collect())
            }
            other => panic!("{other:?}"),
        }
    }

    fn delete_groups(&mut self, groups: &[&str]) -> Vec<i16> {
        let groups_names = groups.iter().map(|&group| group.to_owned()).collect();
        let request = DeleteGroupsRequest { groups_names, ..Default::default() };
        match self.ask(Command::DeleteGroups(request)) {
            Reply::DeleteGroups(answer) => {
                answer.results.iter().map(|result| result.error_code).collect()
            }
            other => panic!("{other:?}"),
        }
    }

    fn has_group(&self, group: &str) -> bool {
        self.machine.state().groups.contains_key(group)
    }
}

fn commit_of(group: &str, topic: &str, offsets: &[(i32, i64)]) -> OffsetCommitRequest {
    OffsetCommitRequest {
        group_id: group.to_owned(),
        topics: vec![plain::OffsetCommitRequestTopic {
            name: topic.to_owned(),
            partitions: offsets
                .iter()
                .map(|&(partition_index, committed_offset)| plain::OffsetCommitRequestPartition {
                    partition_index,
                    committed_offset,
                    ..Default::default()
                })
                .collect(),
            ..Default::default()
        }],
        ..Default::default()
    }
}

fn text(answer: &OffsetFetchResponseGroup) -> String {
    let mut text = String::new();
    if answer.error_code != 0 {
        write!(text, "!{} ", answer.error_code).unwrap();
    }
    for topic in &answer.topics {
        for partition in &topic.partitions {
            let (index, offset) = (partition.partition_index, partition.committed_offset);
            write!(text, "{}{index}={offset}", topic.name).unwrap();
            if partition.error_code != 0 {
                write!(text, "!{}", partition.error_code).unwrap();
            }
            text.push(' ');
        }
    }
    text.trim_end().to_owned()
}

#[test]
fn a_commit_from_nobody_makes_a_simple_group() {
    let mut script = Script::default();
    assert_eq!(script.fetch("g", Some(&[0, 1])), "t0=-1 t1=-1");
    assert_eq!(script.fetch("g", None), "");
    assert_eq!(script.commit("g", &[(0, 10), (2, 0)]), [0, 0]);
    assert!(script.has_group("g"));
    assert_eq!(script.commit_as(commit_of("g", "a", &[(7, 1)]), 2), [0]);
    assert_eq!(script.fetch("g", Some(&[0, 1, 2])), "t0=10 t1=-1 t2=0");
    assert_eq!(script.fetch("g", None), "a7=1 t0=10 t2=0");
    assert_eq!(script.fetch("", None), "");
    assert_eq!(script.commit("", &[(0, 3)]), [0], "Kafka takes the empty name here");
    assert_eq!(script.commit("g", &[(0, 4)]), [0], "going back is fine");
    assert_eq!(script.fetch("g", Some(&[0])), "t0=4");
    assert_eq!(script.machine.state().offsets.len(), 4);
}

#[test]
fn a_member_of_a_group_that_is_not_there_is_told_so_as_its_version_knows() {
    let mut script = Script::default();
    let request = OffsetCommitRequest {
        generation_id_or_member_epoch: 5,
        member_id: "x".to_owned(),
        ..commit_of("g", "t", &[(0, 1), (1, 1)])
    };
    assert_eq!(script.commit_as(request.clone(), 8), [ErrorCode::ILLEGAL_GENERATION.0; 2]);
    assert_eq!(script.commit_as(request, 9), [ErrorCode::GROUP_ID_NOT_FOUND.0; 2]);
    let mut request = TxnOffsetCommitRequest {
        group_id: "g".to_owned(),
        generation_id_or_member_epoch: 5,
        topics: vec![txn::TxnOffsetCommitRequestTopic {
            partitions: vec![txn::TxnOffsetCommitRequestPartition::default()],
            ..Default::default()
        }],
        ..Default::default()
    };
    assert_eq!(script.commit_txn(request.clone(), 5), [ErrorCode::ILLEGAL_GENERATION.0]);
    assert_eq!(script.commit_txn(request.clone(), 6), [ErrorCode::GROUP_ID_NOT_FOUND.0]);
    request.group_id.clear();
    assert_eq!(script.commit_txn(request, 5), [ErrorCode::INVALID_GROUP_ID.0]);
    assert!(!script.has_group("g"));
}

#[test]
fn metadata_is_kept_up_to_its_limit_in_the_characters_of_java() {
    let mut script = Script::default();
    let mut request = commit_of("g", "t", &[(0, 1), (1, 2), (2, 3), (3, 4)]);
    let texts = [Some("0123456789"), Some("0123456789a"), Some("éééééééééé"), None];
    for (partition, text) in request.topics[0].partitions.iter_mut().zip(texts) {
        partition.committed_metadata = text.map(str::to_owned);
        partition.committed_leader_epoch = 7;
    }
    assert_eq!(script.commit_as(request, 9), [0, ErrorCode::OFFSET_METADATA_TOO_LARGE.0, 0, 0]);
    let offsets = &script.machine.state().offsets;
    let kept: Vec<_> =
        offsets.iter().map(|(.., at, committed)| (at.0, committed.metadata())).collect();
    assert_eq!(kept, [(0, "0123456789"), (2, "éééééééééé"), (3, "")]);
    let partition = offsets.get("g", "t", PartitionIndex(2)).unwrap();
    assert_eq!((partition.leader_epoch.0, partition.committed_at), (7, Time(1_000)));
}

#[test]
fn pending_offsets_are_unstable_until_their_transaction_ends() {
    for (outcome, after) in [(Outcome::Commit, "t0=20 t1=5"), (Outcome::Abort, "t0=10 t1=-1")] {
        let mut script = Script::default();
        script.commit("g", &[(0, 10)]);
        assert_eq!(script.commit_in(9, "g", &[(0, 20), (1, 5)]), [0, 0]);
        assert_eq!(script.fetch("g", Some(&[0, 1, 2])), "t0=-1!88 t1=-1!88 t2=-1");
        assert_eq!(script.fetch("g", None), "t0=-1!88");
        let request = OffsetFetchRequestGroup { group_id: "g".to_owned(), ..Default::default() };
        let unsure = fetch(script.machine.state(), &request, false, 9);
        assert_eq!(unsure.topics.len(), 0, "no topics asked for");
        let request = OffsetFetchRequestGroup { topics: None, ..request };
        assert_eq!(text(&fetch(script.machine.state(), &request, false, 9)), "t0=10");
        script.end(8, outcome);
        assert_eq!(script.fetch("g", Some(&[0])), "t0=-1!88", "of another producer");
        script.end(9, outcome);
        assert_eq!(script.fetch("g", Some(&[0, 1])), after);
        assert_eq!(script.machine.state().offsets.open.len(), 0);
    }
}

#[test]
fn transactional_records_carry_their_producer() {
    let mut script = Script::default();
    script.commit_in(5, "g", &[(0, 1)]);
    assert!(matches!(script.log[..], [Entry::Record(_, Some(ProducerId(5)))]));
}

/// `p=1`: a plain commit of offset 1; `5=1`: pending of producer 5; `5+` and `5-`: commit and abort;
/// `x`: the offset is removed.
#[test]
fn the_later_one_in_the_log_counts() {
    for (script_text, after) in [
        ("5=1 p=2 5+", 2),
        ("p=2 5=1 5+", 1),
        ("5=1 6=2 5+ 6+", 2),
        ("5=1 6=2 6+ 5+", 2),
        ("5=1 6=2 6- 5+", 1),
        ("5=1 6=2 5=3 6+ 5+", 3),
        ("5=1 p=2 5=3 5+", 3),
        ("5=1 p=2 5=3 5-", 2),
        ("5=1 x 5+", -1),
        ("p=1 5=2 x 5+", -1),
        ("5=1 x 5=4 5+", 4),
        ("5=1 p=2 x 5+", -1),
    ] {
        let mut script = Script::default();
        for token in script_text.split(' ') {
            let (who, what) = token.split_at(1);
            let producer = || who.parse::<i64>().unwrap();
            match (who, what) {
                ("x", _) => assert_eq!(script.delete_offsets("g", &[0]), (0, vec![0])),
                (_, "+") => script.end(producer(), Outcome::Commit),
                (_, "-") => script.end(producer(), Outcome::Abort),
                ("p", offset) => {
                    let offset = offset[1..].parse().unwrap();
                    assert_eq!(script.commit("g", &[(0, offset)]), [0]);
                }
                (_, offset) => {
                    let offset = offset[1..].parse().unwrap();
                    assert_eq!(script.commit_in(producer(), "g", &[(0, offset)]), [0]);
                }
            }
        }
        assert_eq!(script.fetch("g", Some(&[0])), format!("t0={after}"), "{script_text}");
        assert!(script.machine.state().offsets.open.is_empty(), "{script_text}");
    }
}

#[test]
fn offsets_are_deleted_pending_ones_too() {
    let mut script = Script::default();
    assert_eq!(script.delete_offsets("", &[0]), (ErrorCode::INVALID_GROUP_ID.0, vec![]));
    assert_eq!(script.delete_offsets("g", &[0]), (ErrorCode::GROUP_ID_NOT_FOUND.0, vec![]));
    script.commit("g", &[(0, 1), (1, 1)]);
    script.commit_in(5, "g", &[(2, 1)]);
    let before = script.log.len();
    assert_eq!(script.delete_offsets("g", &[0, 2, 3, 0]), (0, vec![0; 4]));
    assert_eq!(script.log.len(), before + 2, "a record for what was there");
    script.end(5, Outcome::Commit);
    assert_eq!(script.fetch("g", None), "t1=1");
}

#[test]
fn a_deleted_group_takes_its_offsets_along() {
    let mut script = Script::default();
    script.commit("g", &[(0, 5), (1, 6)]);
    script.commit("h", &[(0, 7)]);
    assert_eq!(script.delete_groups(&["g", "nothing", ""]), [0, 69, 69]);
    assert!(!script.has_group("g") && script.has_group("h"));
    assert_eq!(script.machine.state().offsets.len(), 1);
    assert_eq!(script.delete_groups(&["g"]), [69]);
}

#[test]
fn a_topic_takes_its_offsets_along_but_not_those_of_its_successor() {
    let mut script = Script::default();
    let (old, new) = (Uuid::from_halves(0, 7), Uuid::from_halves(0, 8));
    let mut request = commit_of("g", "t", &[(0, 1), (3, 1)]);
    request.topics[0].topic_id = old;
    script.commit_as(request, 10);
    script.commit("older", &[(1, 1)]);
    script.commit_as(commit_of("g", "s", &[(0, 5)]), 9);
    script.commit_in(5, "h", &[(0, 1)]);
    let mut request = commit_of("successor", "t", &[(0, 1)]);
    request.topics[0].topic_id = new;
    script.commit_as(request, 10);

    let fetched = |script: &Script, id| {
        let mut request = OffsetFetchRequestGroup {
            group_id: "successor".to_owned(),
            topics: Some(vec![OffsetFetchRequestTopics {
                name: "t".to_owned(),
                topic_id: id,
                partition_indexes: vec![0],
                ..Default::default()
            }]),
            ..Default::default()
        };
        request.member_epoch = -1;
        text(&fetch(script.machine.state(), &request, false, 10))
    };
    assert_eq!(fetched(&script, old), "t0=-1");
    assert_eq!(fetched(&script, new), "t0=1");

    let gone = DeletedTopic { name: "t".into(), id: TopicId(old) };
    assert_eq!(script.ask(Command::TopicsDeleted(vec![gone])), Reply::Done);
    assert_eq!(script.fetch("g", None), "s0=5");
    assert_eq!(script.fetch("older", None), "", "Kafka takes an offset without an id along");
    script.end(5, Outcome::Commit);
    assert_eq!(script.fetch("h", None), "");
    assert_eq!(script.fetch("successor", None), "t0=1");
    assert!(script.has_group("h") && script.has_group("older"), "groups stay until they expire");
}

#[test]
fn offsets_of_a_simple_group_expire_since_their_commit() {
    let mut script = Script::default();
    script.commit("g", &[(0, 1)]);
    script.wait(3 * DAY);
    script.commit("g", &[(1, 1)]);
    assert_eq!(script.wait(4 * DAY - 1).len(), 0);
    assert_eq!(script.fetch("g", None), "t0=1 t1=1");
    script.wait(10 * MINUTE);
    assert_eq!(script.fetch("g", None), "t1=1");
    assert!(script.has_group("g"));
    script.commit_in(5, "g", &[(1, 2)]);
    script.wait(8 * DAY);
    assert_eq!(script.fetch("g", None), "t1=-1!88", "kept while one is pending");
    script.end(5, Outcome::Abort);
    script.wait(10 * MINUTE);
    assert_eq!(script.fetch("g", None), "");
}

#[test]
fn a_commit_of_an_old_version_says_when_it_expires() {
    let mut script = Script::default();
    let mut request = commit_of("g", "t", &[(0, 1)]);
    request.retention_time_ms = DAY;
    request.topics[0].partitions[0].committed_leader_epoch = 4;
    script.commit_as(request, 4);
    let Some(Entry::Record(record, _)) = script.log.last() else { panic!() };
    assert_eq!(record.value.as_ref().unwrap()[..2], [0, 1], "the layout that has the time");
    script.wait(DAY - 1);
    assert_eq!(script.fetch("g", None), "t0=1");
    script.wait(10 * MINUTE);
    assert_eq!(script.fetch("g", None), "");
}

#[test]
fn many_expired_offsets_go_in_steps_that_fit_into_a_batch() {
    let mut script = Script::default();
    let long = "t".repeat(249);
    for group in 0..40 {
        let offsets: Vec<_> = (0..100).map(|partition| (partition, 1)).collect();
        script.commit_as(commit_of(&format!("g{group}"), &long, &offsets), 9);
    }
    let gone = DeletedTopic { name: long.as_str().into(), id: TopicId(Uuid::ZERO) };
    let copy = script.replayed();
    let topics_deleted = Command::TopicsDeleted(vec![gone]);

    script.now = Time(8 * DAY);
    let mut removed = 0;
    let mut steps = 0;
    loop {
        let call = script.call();
        let Some(step) = script.machine.expire(call) else { break };
        let bytes: usize =
            step.records.iter().map(|record| record.encode().unwrap().key.len() + 20).sum();
        assert!(bytes < 300 * 1024, "{bytes}");
        removed += step.records.len();
        steps += 1;
        script.append(&step);
    }
    assert!(steps > 3 && removed >= 4_000, "{steps} steps, {removed} records");
    assert!(script.machine.state().offsets.is_empty());

    let mut script = Script { machine: copy, ..Script::default() };
    let step = script.machine.decide(topics_deleted, Call { ..Script::default().call() }).unwrap();
    assert!(step.records.len() < 2_000);
    assert_eq!(step.replies, [(Ticket(1), Reply::Done)]);
    while script.machine.next_deadline().is_some_and(|at| at <= script.now) {
        let call = script.call();
        script.machine.expire(call).unwrap();
    }
    assert!(script.machine.state().offsets.is_empty());
}

#[test]
fn a_group_goes_with_its_last_offset_or_when_it_is_deleted() {
    let mut script = Script::default();
    script.commit("expired", &[(0, 1), (1, 1)]);
    script.commit("", &[(0, 1)]);
    script.commit_in(5, "deleted", &[(2, 2)]);
    script.commit("deleted", &[(0, 1)]);
    let before = script.log.len();
    let not_found = ErrorCode::GROUP_ID_NOT_FOUND.0;
    assert_eq!(script.delete_groups(&["deleted", "unknown", ""]), [0, not_found, 0]);
    assert_eq!(script.log.len(), before + 5, "offsets, pending ones too, and groups");
    assert!(!script.has_group("deleted") && !script.has_group(""));
    script.end(5, Outcome::Commit);
    assert!(!script.has_group("deleted") && script.machine.state().offsets.len() == 2);

    let records = script.wait(8 * DAY);
    assert_eq!(records.len(), 3);
    assert!(matches!(&records[2], GroupRecord::Classic(key, None) if key.group == "expired"));
    assert_eq!(script.machine.state().groups.len(), 0);
    assert_eq!(script.wait(DAY), []);
}

#[test]
fn a_step_that_was_not_appended_is_undone() {
    let mut script = Script::default();
    script.commit("g", &[(0, 1)]);
    script.commit_in(5, "g", &[(1, 1)]);
    let before = script.machine.state().clone();
    let call = script.call();
    let request = commit_of("h", "t", &[(0, 2)]);
    script.machine.decide(Command::OffsetCommit { request, version: 9 }, call).unwrap();
    script.machine.end_transaction(ProducerId(5), Outcome::Commit);
    script.machine.restore(before, &[call.ticket], script.now + Duration::from_secs(1));
    script.check_replay();
    assert!(!script.has_group("h"));
    assert_eq!(script.fetch("g", None), "t0=1");
}

/// Bytes that Apache Kafka 4.4.0 wrote for the same commits.
#[test]
fn records_are_those_of_kafka() {
    let hex = |text: &str| -> Vec<u8> {
        (0..text.len())
            .step_by(2)
            .map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap())
            .collect()
    };
    // Time, retention, partition, offset, leader epoch, metadata, key, value.
    for case in [
        "1796083467529 -1 0 10 5 m 000100016700017400000000 0004000000000000000a00000005026d000001a22eeac5090100100dbcc501261d4b21b581723fbd3b3401",
        "1796083467625 3600000 2 12 5 m 000100016700017400000002 0001000000000000000c00016d000001a22eeac569000001a22f21b3e9",
        "1796083469974 -1 0 5 -1  000100016700017400000000 00040000000000000005ffffffff01000001a22eeace960100100dbcc501261d4b21b581723fbd3b3401",
    ] {
        let [at, retention, partition, offset, epoch, metadata, key, value] =
            case.split(' ').collect::<Vec<_>>()[..]
        else {
            panic!("{case}");
        };
        let number = |text: &str| text.parse::<i64>().unwrap();
        let small = |text: &str| text.parse::<i32>().unwrap();
        let (partition, metadata) = (small(partition), Some(metadata).filter(|m| !m.is_empty()));
        let mut script = Script { now: Time(number(at)), ..Script::default() };
        let mut request = commit_of("g", "t", &[(partition, number(offset))]);
        request.retention_time_ms = number(retention);
        request.topics[0].topic_id = Uuid::parse("DbzFASYdSyG1gXI_vTs0AQ").unwrap();
        request.topics[0].partitions[0].committed_leader_epoch = small(epoch);
        request.topics[0].partitions[0].committed_metadata = metadata.map(str::to_owned);
        script.commit_as(request, 4);
        script.delete_offsets("g", &[partition]);
        let [Entry::Record(set, _), Entry::Record(removed, _)] = &script.log[..] else { panic!() };
        assert_eq!(set.key, hex(key));
        assert_eq!(set.value.as_deref(), Some(&hex(value)[..]));
        assert_eq!((&removed.key, &removed.value), (&set.key, &None));
    }
}

#[test]
fn an_offset_is_small() {
    assert!(size_of::<(Slot, Committed)>() <= 72);
}

//! Scripts over time: requests and passing time in, answers out. After every step the records made so far
//! are replayed and must give the same durable group.

mod join;
mod leave;
mod outside;
mod rebalance;
mod records;
mod reload;
mod statics;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use moldau_metadata::image::MetadataImage;
use moldau_protocol::{
    ErrorCode,
    ids::{Offset, Uuid},
    messages::{
        HeartbeatRequest, JoinGroupRequest, JoinGroupResponse, LeaveGroupRequest,
        LeaveGroupResponse, SyncGroupRequest, SyncGroupResponse,
        describe_groups_response::DescribedGroup, join_group_request::JoinGroupRequestProtocol,
        leave_group_request::MemberIdentity, sync_group_request::SyncGroupRequestAssignment,
    },
};

use super::super::{
    Client, Command, Group, GroupMachine, GroupRecord, GroupSettings, GroupStep, Reply,
};
use super::{ClassicGroup, Member, Phase};
use crate::machine::{Call, EncodedRecord, Machine, Ticket, Time};

const OK: ErrorCode = ErrorCode::NONE;

/// A machine, a clock, the log, and answers by ticket.
struct Rig {
    machine: GroupMachine,
    settings: GroupSettings,
    now: Time,
    tickets: u64,
    replies: BTreeMap<Ticket, Reply>,
    log: Vec<EncodedRecord>,
    /// Records of the last step.
    last: Vec<GroupRecord>,
}

/// A JoinGroup.
#[derive(Clone)]
struct Join {
    group: &'static str,
    member: String,
    instance: Option<&'static str>,
    version: i16,
    kind: &'static str,
    protocols: Vec<(&'static str, Bytes)>,
    session: i32,
    rebalance: i32,
}

impl Default for Join {
    fn default() -> Self {
        Self {
            group: "g",
            member: String::new(),
            instance: None,
            version: 9,
            kind: "consumer",
            protocols: vec![("range", subscription(&["t"]))],
            session: 10_000,
            rebalance: 60_000,
        }
    }
}

impl Join {
    fn of(member: &str) -> Self {
        Self { member: member.to_owned(), ..Self::default() }
    }

    fn of_static(instance: &'static str, member: &str) -> Self {
        Self { instance: Some(instance), ..Self::of(member) }
    }

    fn version(self, version: i16) -> Self {
        Self { version, ..self }
    }

    fn offering(self, names: &[&'static str]) -> Self {
        let protocols = names.iter().map(|name| (*name, subscription(&["t"]))).collect();
        Self { protocols, ..self }
    }

    fn request(self) -> JoinGroupRequest {
        let protocol = |(name, metadata): (&str, Bytes)| JoinGroupRequestProtocol {
            name: name.to_owned(),
            metadata,
            ..JoinGroupRequestProtocol::default()
        };
        JoinGroupRequest {
            group_id: self.group.to_owned(),
            session_timeout_ms: self.session,
            rebalance_timeout_ms: if self.version == 0 { -1 } else { self.rebalance },
            member_id: self.member,
            group_instance_id: self.instance.map(str::to_owned),
            protocol_type: self.kind.to_owned(),
            protocols: self.protocols.into_iter().map(protocol).collect(),
            ..JoinGroupRequest::default()
        }
    }
}

/// A subscription to topics, as a consumer writes its first version.
fn subscription(topics: &[&str]) -> Bytes {
    let mut bytes = vec![0, 0];
    bytes.extend(u32::try_from(topics.len()).unwrap().to_be_bytes());
    for topic in topics {
        bytes.extend(u16::try_from(topic.len()).unwrap().to_be_bytes());
        bytes.extend(topic.as_bytes());
    }
    bytes.extend([0xff; 4]);
    bytes.into()
}

/// What a replay gives back of a group.
fn durable(group: &ClassicGroup) -> (i32, Option<Time>, Vec<String>) {
    let protocol = group.protocol.clone().unwrap_or_else(|| "".into());
    let since = group.since.filter(|_| group.phase == Phase::Empty);
    let member = |(id, member): (&Arc<str>, &Arc<Member>)| {
        format!(
            "{id} {:?} {} {} {:?} {:?} {:?} {:?}",
            member.instance,
            member.client_id,
            member.client_host,
            member.rebalance_timeout,
            member.session_timeout,
            member.metadata(&protocol),
            member.assignment,
        )
    };
    let mut lines = vec![format!(
        "{:?} {:?} {:?} {:?} {:?}",
        group.phase, group.protocol_type, group.protocol, group.leader, group.topics
    )];
    lines.extend(group.members.iter().map(member));
    (group.generation, since, lines)
}

impl Rig {
    /// Groups without an initial delay.
    fn new() -> Self {
        Self::with(|settings| settings.classic_initial_delay = Duration::ZERO)
    }

    fn with(set: impl FnOnce(&mut GroupSettings)) -> Self {
        let mut settings = GroupSettings::default();
        set(&mut settings);
        let mut rig = Self {
            machine: GroupMachine::new(
                Arc::new(settings.clone()),
                Arc::new(MetadataImage::default()),
            ),
            settings,
            now: Time(1_000_000),
            tickets: 0,
            replies: BTreeMap::new(),
            log: Vec::new(),
            last: Vec::new(),
        };
        let step = rig.machine.activate(rig.now);
        rig.keep(step);
        rig
    }

    fn call(&mut self) -> Call {
        self.tickets += 1;
        let fresh_id = Uuid::from_halves(0x0011_2233_4455_6677, self.tickets);
        Call { ticket: Ticket(self.tickets), now: self.now, fresh_id }
    }

    fn keep(&mut self, step: GroupStep) {
        for record in &step.records {
            self.log.push(record.encode().unwrap());
        }
        for (ticket, reply) in step.replies {
            assert!(self.replies.insert(ticket, reply).is_none(), "{ticket:?} answered twice");
        }
        self.last = step.records;
        self.check_counts();
        self.check_replay();
    }

    fn replayed(&self) -> GroupMachine {
        let settings = Arc::new(self.settings.clone());
        let mut machine = GroupMachine::new(settings, Arc::new(MetadataImage::default()));
        for (at, record) in self.log.iter().enumerate() {
            let offset = Offset(i64::try_from(at).unwrap());
            machine.replay(&record.key, record.value.as_deref(), offset, None).unwrap();
        }
        machine
    }

    fn check_replay(&self) {
        let replayed = self.replayed();
        let (live, again) = (&self.machine.state().groups, &replayed.state().groups);
        assert!(live.keys().eq(again.keys()), "{live:?} {again:?}");
        for (name, group) in live.iter() {
            let (Group::Classic(group), Some(again)) = (&**group, replayed.classic(name)) else {
                continue;
            };
            if matches!(group.phase, Phase::Stable | Phase::Empty) {
                assert_eq!(durable(group), durable(again));
            }
        }
    }

    fn check_counts(&self) {
        for group in self.machine.state().groups.values() {
            let Group::Classic(group) = &**group else { continue };
            let members = || group.members.values();
            assert_eq!(group.awaiting, members().filter(|m| m.join.is_some()).count());
            assert_eq!(group.unsynced, members().filter(|m| m.unsynced).count());
            let instances = members().filter(|m| m.instance.is_some()).count();
            assert_eq!(group.instances.len(), instances);
            let mut votes = BTreeMap::new();
            let names = |m: &Arc<Member>| m.protocols.iter().map(|p| p.name.clone()).collect();
            for name in members().flat_map::<BTreeSet<_>, _>(names) {
                *votes.entry(name).or_insert(0) += 1;
            }
            assert_eq!(group.votes, votes);
            if let Some(leader) = &group.leader {
                assert!(group.members.contains_key(&**leader), "{leader} leads and is no member");
            }
        }
    }

    fn send(&mut self, command: Command) -> Ticket {
        let call = self.call();
        match self.machine.decide(command, call) {
            Ok(step) => self.keep(step),
            Err(reply) => {
                self.last.clear();
                self.replies.insert(call.ticket, reply);
            }
        }
        call.ticket
    }

    /// Lets time pass; deadlines come at their time.
    fn pass(&mut self, ms: i64) {
        let until = Time(self.now.0 + ms);
        while let Some(at) = self.machine.next_deadline().filter(|at| *at <= until) {
            self.now = self.now.max(at);
            let call = self.call();
            if let Some(step) = self.machine.expire(call) {
                self.keep(step);
            }
        }
        self.now = until;
    }

    fn begin_join(&mut self, join: Join) -> Ticket {
        let version = join.version;
        let client = Client { id: "c".to_owned(), host: "/127.0.0.1".to_owned() };
        self.send(Command::Join { request: join.request(), version, client })
    }

    fn joined(&mut self, ticket: Ticket) -> Option<JoinGroupResponse> {
        match self.replies.remove(&ticket)? {
            Reply::Join(response) => Some(response),
            other => panic!("{other:?}"),
        }
    }

    /// A JoinGroup that is answered at once (within no time).
    fn join(&mut self, join: Join) -> JoinGroupResponse {
        let ticket = self.begin_join(join);
        self.pass(0);
        self.joined(ticket).expect("answered at once")
    }

    fn join_error(&mut self, join: Join) -> ErrorCode {
        ErrorCode(self.join(join).error_code)
    }

    /// A JoinGroup that waits.
    fn wait_join(&mut self, join: Join) -> Ticket {
        let ticket = self.begin_join(join);
        self.pass(0);
        assert!(!self.replies.contains_key(&ticket), "{:?}", self.replies);
        ticket
    }

    /// A member id for a dynamic member.
    fn member_id(&mut self) -> String {
        let response = self.join(Join::default());
        assert_eq!(ErrorCode(response.error_code), ErrorCode::MEMBER_ID_REQUIRED);
        response.member_id
    }

    fn sync_request(member: &str, generation: i32, assigned: &[(&str, &str)]) -> SyncGroupRequest {
        let assignment = |(member, bytes): &(&str, &str)| SyncGroupRequestAssignment {
            member_id: (*member).to_owned(),
            assignment: Bytes::copy_from_slice(bytes.as_bytes()),
            ..SyncGroupRequestAssignment::default()
        };
        SyncGroupRequest {
            group_id: "g".to_owned(),
            generation_id: generation,
            member_id: member.to_owned(),
            protocol_type: Some("consumer".to_owned()),
            protocol_name: Some("range".to_owned()),
            assignments: assigned.iter().map(assignment).collect(),
            ..SyncGroupRequest::default()
        }
    }

    fn begin_sync(&mut self, member: &str, generation: i32, assigned: &[(&str, &str)]) -> Ticket {
        let request = Self::sync_request(member, generation, assigned);
        self.send(Command::Sync { request, version: 5 })
    }

    fn synced(&mut self, ticket: Ticket) -> Option<SyncGroupResponse> {
        match self.replies.remove(&ticket)? {
            Reply::Sync(response) => Some(response),
            other => panic!("{other:?}"),
        }
    }

    /// A SyncGroup that is answered at once: its error and assignment.
    fn sync(
        &mut self,
        member: &str,
        generation: i32,
        assigned: &[(&str, &str)],
    ) -> (ErrorCode, Bytes) {
        let ticket = self.begin_sync(member, generation, assigned);
        let response = self.synced(ticket).expect("answered at once");
        (ErrorCode(response.error_code), response.assignment)
    }

    fn heartbeat(&mut self, member: &str, generation: i32) -> ErrorCode {
        self.heartbeat_as(member, None, generation)
    }

    fn heartbeat_as(&mut self, member: &str, instance: Option<&str>, generation: i32) -> ErrorCode {
        let ticket = self.send(Command::Heartbeat(HeartbeatRequest {
            group_id: "g".to_owned(),
            generation_id: generation,
            member_id: member.to_owned(),
            group_instance_id: instance.map(str::to_owned),
            ..HeartbeatRequest::default()
        }));
        match self.replies.remove(&ticket) {
            Some(Reply::Heartbeat(response)) => ErrorCode(response.error_code),
            other => panic!("{other:?}"),
        }
    }

    fn leave_all(&mut self, members: &[(&str, Option<&str>)]) -> LeaveGroupResponse {
        let identity = |(member, instance): &(&str, Option<&str>)| MemberIdentity {
            member_id: (*member).to_owned(),
            group_instance_id: instance.map(str::to_owned),
            ..MemberIdentity::default()
        };
        let ticket = self.send(Command::Leave(LeaveGroupRequest {
            group_id: "g".to_owned(),
            members: members.iter().map(identity).collect(),
            ..LeaveGroupRequest::default()
        }));
        match self.replies.remove(&ticket) {
            Some(Reply::Leave(response)) => response,
            other => panic!("{other:?}"),
        }
    }

    fn leave(&mut self, member: &str, instance: Option<&str>) -> ErrorCode {
        let response = self.leave_all(&[(member, instance)]);
        assert_eq!((response.error_code, response.members.len()), (0, 1));
        assert_eq!(response.members[0].member_id, member);
        ErrorCode(response.members[0].error_code)
    }

    fn group(&self) -> &ClassicGroup {
        self.machine.classic("g").expect("a classic group")
    }

    fn describe(&self) -> DescribedGroup {
        super::describe(self.machine.state(), "g", 6)
    }

    fn phase(&self) -> Phase {
        self.group().phase
    }

    /// A stable group of `count` dynamic members, all of which have synced; the leader comes first.
    fn stable(&mut self, count: usize) -> (Vec<String>, i32) {
        let tickets: Vec<Ticket> = (0..count)
            .map(|_| self.member_id())
            .collect::<Vec<_>>()
            .iter()
            .map(|id| self.begin_join(Join::of(id)))
            .collect();
        self.pass(0);
        self.settle(&tickets)
    }

    /// Takes the answers to JoinGroups and syncs all; the leader comes first.
    fn settle(&mut self, tickets: &[Ticket]) -> (Vec<String>, i32) {
        let mut answers: Vec<JoinGroupResponse> = tickets
            .iter()
            .map(|ticket| self.joined(*ticket).expect("the rebalance is over"))
            .inspect(|response| assert_eq!(ErrorCode(response.error_code), OK))
            .collect();
        answers.sort_by_key(|response| response.member_id != response.leader);
        let generation = answers[0].generation_id;
        let ids: Vec<String> = answers.iter().map(|response| response.member_id.clone()).collect();
        let all: Vec<(&str, &str)> = ids.iter().map(|id| (&**id, &**id)).collect();
        for id in &ids {
            let own = (OK, Bytes::copy_from_slice(id.as_bytes()));
            let assigned = if *id == ids[0] { &all[..] } else { &[] };
            assert_eq!(self.sync(id, generation, assigned), own);
        }
        assert_eq!(self.phase(), Phase::Stable);
        (ids, generation)
    }
}

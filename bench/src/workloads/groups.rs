//! (k) Consumer groups: a group whose members all join anew, and how fast offsets are committed.
//!
//! A member with a new subscription makes everybody join again. All members do so at once, so that
//! the time is the server's and not that of heartbeats; it ends when the last one has its assignment.
//! Committers have a group each and send the offsets of all partitions, one request at a time; what
//! they committed last is fetched afterwards.

use std::sync::atomic::Ordering;
use std::sync::{Barrier, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use bytes::Bytes;
use hdrhistogram::Histogram;
use moldau_protocol::codec::{Encoder, Request};
use moldau_protocol::messages::{
    FindCoordinatorRequest, JoinGroupRequest, LeaveGroupRequest, OffsetCommitRequest,
    OffsetFetchRequest, SyncGroupRequest, join_group_request::JoinGroupRequestProtocol,
    offset_commit_request::OffsetCommitRequestPartition,
    offset_commit_request::OffsetCommitRequestTopic, offset_fetch_request::OffsetFetchRequestTopic,
    sync_group_request::SyncGroupRequestAssignment,
};
use moldau_protocol::{ApiKey, ErrorCode};

use super::{Better, Outcome, PARTITIONS, Workload, measure, memory};
use crate::failure::{Result, fail};
use crate::load::{Place, histogram};
use crate::scale::{Level, Scale};
use crate::side::Side;
use crate::wire::Link;

const GROUP: &str = "Consumer groups";
/// Longer than any pause of a run.
const SESSION: i32 = 45_000;
/// A group of `__consumer_offsets` that is only just made is not served at once.
const PATIENCE: Duration = Duration::from_secs(30);

pub(super) fn cells(scale: &Scale) -> Vec<Box<dyn Workload>> {
    let (members, times, committers) = match scale.level {
        Level::Smoke => (8, 3, 4),
        Level::Quick => (100, 10, 16),
        Level::Full => (100, 30, 16),
    };
    vec![Box::new(Rebalances { members, times }), Box::new(Commits { committers })]
}

struct Rebalances {
    members: usize,
    times: u32,
}

impl Workload for Rebalances {
    fn group(&self) -> &'static str {
        GROUP
    }

    fn case(&self) -> String {
        format!("Rebalance, members: {}", self.members)
    }

    fn run(&self, side: &Side) -> Result<Outcome> {
        let Some((group, address)) = found(side, JoinGroupRequest::KEY)? else {
            return not_served();
        };
        let members = (0..self.members).map(|_| Member::connect(&address, &group));
        let mut members = members.collect::<Result<Vec<_>>>()?;
        // The group comes together, member by member.
        rebalance(&mut members, 0)?;
        let (mut times, usage) = side.used(|| {
            (1..=self.times).map(|round| rebalance(&mut members, round)).collect::<Result<Vec<_>>>()
        })?;
        for member in &mut members {
            member.leave()?;
        }
        times.sort_unstable();
        let (Some(slowest), median) = (times.last(), times[times.len() / 2]) else {
            fail!("no rebalance was measured");
        };
        let time =
            |name, time: Duration| measure(name, "ms", Better::Lower, time.as_secs_f64() * 1e3);
        let mut measures =
            vec![time("rebalance, median", median), time("rebalance, slowest", *slowest)];
        if let Some(cpu) = usage.cpu {
            measures.push(time("server CPU per rebalance", cpu / self.times));
        }
        measures.extend(memory(&usage));
        Ok(Outcome::Measured(measures))
    }
}

/// All members join anew at once; how long until the last has its assignment.
fn rebalance(members: &mut [Member], round: u32) -> Result<Duration> {
    let count = members.len();
    let start = Barrier::new(count + 1);
    let failed = Mutex::new(None);
    let time = thread::scope(|scope| {
        let threads: Vec<_> = members
            .iter_mut()
            .map(|member| {
                let (start, failed) = (&start, &failed);
                scope.spawn(move || {
                    start.wait();
                    if let Err(error) = member.rejoin(round, count) {
                        failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                    }
                })
            })
            .collect();
        start.wait();
        let begin = Instant::now();
        for thread in threads {
            thread.join().map_err(|_| "a member panicked")?;
        }
        Result::Ok(begin.elapsed())
    })?;
    match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None => Ok(time),
    }
}

/// A member by the classic protocol.
struct Member {
    link: Link,
    group: String,
    id: String,
}

impl Member {
    fn connect(address: &str, group: &str) -> Result<Self> {
        Ok(Self { link: Link::connect(address)?, group: group.to_owned(), id: String::new() })
    }

    /// Joins with a subscription that nobody has seen and takes its assignment, until all take part.
    /// Who leads gives every member its own name, so that an assignment that went astray is noticed.
    fn rejoin(&mut self, round: u32, count: usize) -> Result<()> {
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            let joined = self.link.call(&JoinGroupRequest {
                group_id: self.group.clone(),
                session_timeout_ms: SESSION,
                rebalance_timeout_ms: SESSION,
                member_id: self.id.clone(),
                protocol_type: "consumer".to_owned(),
                protocols: vec![JoinGroupRequestProtocol {
                    name: "range".to_owned(),
                    metadata: subscription(round)?,
                    ..Default::default()
                }],
                ..Default::default()
            })?;
            if joined.error_code != 0 {
                fail!("join: {}", ErrorCode(joined.error_code));
            }
            self.id = joined.member_id;
            let taking_part = u32::try_from(joined.members.len())?.to_be_bytes();
            let assignments = joined.members.iter().map(|member| SyncGroupRequestAssignment {
                member_id: member.member_id.clone(),
                assignment: Bytes::from([&taking_part, member.member_id.as_bytes()].concat()),
                ..Default::default()
            });
            let synced = self.link.call(&SyncGroupRequest {
                group_id: self.group.clone(),
                generation_id: joined.generation_id,
                member_id: self.id.clone(),
                assignments: assignments.collect(),
                ..Default::default()
            })?;
            match ErrorCode(synced.error_code) {
                ErrorCode::NONE => {
                    let Some((taking_part, id)) = synced.assignment.split_first_chunk() else {
                        fail!("an assignment that the leader did not make");
                    };
                    if id != self.id.as_bytes() {
                        fail!("{} was given the assignment of another member", self.id);
                    }
                    if u32::from_be_bytes(*taking_part) as usize == count {
                        return Ok(());
                    }
                }
                // While the group comes together, somebody joins again and again.
                ErrorCode::REBALANCE_IN_PROGRESS | ErrorCode::ILLEGAL_GENERATION => {}
                error => fail!("sync: {error}"),
            }
        }
        fail!("the group did not settle within {PATIENCE:?}");
    }

    fn leave(&mut self) -> Result<()> {
        let left = self.link.call(&LeaveGroupRequest {
            group_id: self.group.clone(),
            member_id: self.id.clone(),
            ..Default::default()
        })?;
        match left.error_code {
            0 => Ok(()),
            code => fail!("leave: {}", ErrorCode(code)),
        }
    }
}

/// A consumer's subscription to one topic, with the round as its user data.
fn subscription(round: u32) -> Result<Bytes> {
    let mut encoder = Encoder::new();
    encoder.i16(0);
    encoder.i32(1);
    encoder.string(false, "bench")?;
    encoder.i32(4);
    encoder.i32(i32::try_from(round)?);
    Ok(encoder.into_bytes()?)
}

struct Commits {
    committers: usize,
}

impl Workload for Commits {
    fn group(&self) -> &'static str {
        GROUP
    }

    fn case(&self) -> String {
        format!("Commits of {PARTITIONS} partitions, groups: {}", self.committers)
    }

    fn run(&self, side: &Side) -> Result<Outcome> {
        if found(side, OffsetCommitRequest::KEY)?.is_none() {
            return not_served();
        }
        side.with_topic(PARTITIONS, &[], |place| {
            let groups = (0..self.committers).map(|_| found(side, OffsetCommitRequest::KEY));
            let groups = groups.collect::<Result<Vec<_>>>()?;
            let groups: Vec<_> = groups.into_iter().flatten().collect();
            let begin = Instant::now();
            let (all, usage) = side.used(|| committed(&groups, place, side.scale.time))?;
            let seconds = begin.elapsed().as_secs_f64();
            let mut latencies = histogram();
            for one in all {
                latencies.add(one)?;
            }
            let count = latencies.len() as f64;
            let mut measures =
                vec![measure("commits", "k/s", Better::Higher, count / seconds / 1e3)];
            let names = ["commit p50", "commit p99", "commit p99.9"];
            measures.extend(super::percentiles(names, &latencies));
            if let Some(cpu) = usage.cpu {
                let each = cpu.as_secs_f64() * 1e6 / count;
                measures.push(measure("server CPU per commit", "us", Better::Lower, each));
            }
            measures.extend(memory(&usage));
            Ok(Outcome::Measured(measures))
        })
    }
}

/// Every group commits until the time is over, then looks at what it committed last.
fn committed(
    groups: &[(String, String)],
    place: &Place,
    time: Duration,
) -> Result<Vec<Histogram<u64>>> {
    thread::scope(|scope| {
        let threads: Vec<_> = groups
            .iter()
            .map(|(group, address)| scope.spawn(move || commit(group, address, place, time)))
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().map_err(|_| "a committer panicked")?)
            .collect()
    })
}

fn commit(group: &str, address: &str, place: &Place, time: Duration) -> Result<Histogram<u64>> {
    let mut link = Link::connect(address)?;
    let mut latencies = histogram();
    let partitions = 0..i32::try_from(place.partitions)?;
    let until = Instant::now() + time;
    let mut offset = 0;
    while Instant::now() < until {
        offset += 1;
        let request = OffsetCommitRequest {
            group_id: group.to_owned(),
            topics: vec![OffsetCommitRequestTopic {
                name: place.topic.clone(),
                partitions: partitions
                    .clone()
                    .map(|partition_index| OffsetCommitRequestPartition {
                        partition_index,
                        committed_offset: offset,
                        committed_metadata: Some(String::new()),
                        ..Default::default()
                    })
                    .collect(),
                ..Default::default()
            }],
            ..Default::default()
        };
        let begin = Instant::now();
        let answer = link.call(&request)?;
        latencies.saturating_record(u64::try_from(begin.elapsed().as_nanos())?);
        for partition in answer.topics.iter().flat_map(|topic| &topic.partitions) {
            if partition.error_code != 0 {
                fail!("commit: {}", ErrorCode(partition.error_code));
            }
        }
    }
    let topics = Some(vec![OffsetFetchRequestTopic {
        name: place.topic.clone(),
        partition_indexes: partitions.clone().collect(),
        ..Default::default()
    }]);
    let request = OffsetFetchRequest { group_id: group.to_owned(), topics, ..Default::default() };
    let answer = link.call(&request)?;
    let kept = answer.topics.iter().flat_map(|topic| &topic.partitions);
    if kept.filter(|partition| partition.committed_offset == offset).count() != partitions.len() {
        fail!("{group} committed {offset} and was told something else");
    }
    Ok(latencies)
}

fn not_served() -> Result<Outcome> {
    Ok(Outcome::NotMeasured("the server has no consumer groups".to_owned()))
}

/// A group that nobody used and the address of its coordinator, once that serves it; none if the
/// server does not know the API.
fn found(side: &Side, key: ApiKey) -> Result<Option<(String, String)>> {
    let mut link = Link::connect(&side.address)?;
    if !link.serves(key)? {
        return Ok(None);
    }
    let group = format!("bench-{}", side.topics.fetch_add(1, Ordering::Relaxed));
    let until = Instant::now() + PATIENCE;
    loop {
        let request = FindCoordinatorRequest { key: group.clone(), ..Default::default() };
        let found = link.call(&request)?;
        if found.error_code == 0 {
            let address = format!("{}:{}", found.host, found.port);
            let request = OffsetFetchRequest {
                group_id: group.clone(),
                topics: Some(Vec::new()),
                ..Default::default()
            };
            if Link::connect(&address)?.call(&request)?.error_code == 0 {
                return Ok(Some((group, address)));
            }
        }
        if Instant::now() > until {
            fail!("no coordinator of {group} within {PATIENCE:?}");
        }
        thread::sleep(Duration::from_millis(50));
    }
}

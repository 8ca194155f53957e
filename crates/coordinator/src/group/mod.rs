//! Consumer groups: the coordinator of one partition of `__consumer_offsets`.
//!
//! State: the groups and the committed offsets. All of it is put back when a step fails, requests
//! that wait included; only the deadlines are not, they start anew.
//!
//! `decide` runs a command by the file that is named after it. Records are applied to the state as
//! they are made ([`GroupMachine::write`]), so that what follows in the same step sees them. Classic
//! groups are the exception: their members wait for each other in memory, so the group is changed
//! directly and its record only noted ([`GroupMachine::note`]); replay builds it from the record.
//!
//! Queries (describe, list, fetch of offsets) are functions of a [`GroupState`]; the runtime hands
//! them the committed one.
//!
//! Source: KIP-62, 345, 394, 429, 448 (classic groups), KIP-211, 447, 496 (offsets), KIP-848
//! (consumer groups), KIP-1101 (topic hashes); codes and texts are Apache Kafka 4.4.0's.

// A rejection is an answer like any other, and moved as often.
#![allow(clippy::result_large_err)]

mod assignor;
pub mod classic;
pub mod consumer;
mod kind;
pub mod offsets;
mod record;
mod settings;

use std::fmt;
use std::sync::Arc;

use moldau_metadata::image::{ChunkMap, MetadataImage};
use moldau_protocol::{
    codec::EncodeError,
    ids::{Offset, ProducerId},
    messages::{
        ConsumerGroupHeartbeatRequest, ConsumerGroupHeartbeatResponse, DeleteGroupsRequest,
        DeleteGroupsResponse, HeartbeatRequest, HeartbeatResponse, JoinGroupRequest,
        JoinGroupResponse, LeaveGroupRequest, LeaveGroupResponse, OffsetCommitRequest,
        OffsetCommitResponse, OffsetDeleteRequest, OffsetDeleteResponse, SyncGroupRequest,
        SyncGroupResponse, TxnOffsetCommitRequest, TxnOffsetCommitResponse,
        offset_fetch_request::OffsetFetchRequestGroup,
        offset_fetch_response::OffsetFetchResponseGroup,
    },
};

use crate::{
    deadlines::Deadlines,
    machine::{Call, EncodedRecord, Machine, Outcome, ReplayFault, Step, Ticket, Time},
};
use classic::ClassicGroup;
use consumer::{ConsumerGroup, TopicsSeen};
use offsets::Offsets;

pub use kind::{Aging, Committer};
pub use offsets::DeletedTopic;
pub use record::GroupRecord;
pub use settings::{ConsumerTimes, GroupSettings, Migration};

/// Name of a group or of a member.
pub type Name = Arc<str>;

/// Who sends a request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Client {
    /// `client.id`; empty when there is none.
    pub id: String,
    /// Address, as Kafka writes it: `/127.0.0.1`.
    pub host: String,
}

/// What a group coordinator is asked for. Requests are authorised; of OffsetCommit and TxnOffsetCommit
/// only the partitions that exist are left.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// JoinGroup: answered when the rebalance is over.
    Join {
        /// The request.
        request: JoinGroupRequest,
        /// Its version.
        version: i16,
        /// Who sends it.
        client: Client,
    },
    /// SyncGroup: answered when the leader has sent the assignment.
    Sync {
        /// The request.
        request: SyncGroupRequest,
        /// Its version.
        version: i16,
    },
    /// Heartbeat of a member by the classic protocol.
    Heartbeat(HeartbeatRequest),
    /// LeaveGroup; of versions before 3 the one member is in `members` too.
    Leave(LeaveGroupRequest),
    /// Heartbeat of a member by the consumer protocol.
    ConsumerHeartbeat {
        /// The request.
        request: ConsumerGroupHeartbeatRequest,
        /// Its version.
        version: i16,
        /// Who sends it.
        client: Client,
    },
    /// OffsetCommit.
    OffsetCommit {
        /// The request.
        request: OffsetCommitRequest,
        /// Its version.
        version: i16,
    },
    /// OffsetFetch of one group that must not miss what is on its way to the log: with
    /// `require_stable`.
    OffsetFetch {
        /// What is asked, by names.
        request: OffsetFetchRequestGroup,
        /// Version of the request.
        version: i16,
    },
    /// TxnOffsetCommit.
    TxnOffsetCommit {
        /// The request.
        request: TxnOffsetCommitRequest,
        /// Its version.
        version: i16,
    },
    /// OffsetDelete.
    OffsetDelete(OffsetDeleteRequest),
    /// DeleteGroups, with the groups of this partition only.
    DeleteGroups(DeleteGroupsRequest),
    /// Topics are gone: so are offsets committed for them.
    TopicsDeleted(Vec<DeletedTopic>),
    /// The metadata is another. Never fails, makes records only where a group has to react at once.
    NewMetadata(Arc<MetadataImage>),
    /// The broker's settings are others.
    NewSettings(Arc<GroupSettings>),
}

/// Answers; the variants are named after the commands.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Reply {
    Join(JoinGroupResponse),
    Sync(SyncGroupResponse),
    Heartbeat(HeartbeatResponse),
    Leave(LeaveGroupResponse),
    ConsumerHeartbeat(ConsumerGroupHeartbeatResponse),
    OffsetCommit(OffsetCommitResponse),
    OffsetFetch(OffsetFetchResponseGroup),
    TxnOffsetCommit(TxnOffsetCommitResponse),
    OffsetDelete(OffsetDeleteResponse),
    DeleteGroups(DeleteGroupsResponse),
    /// To what nobody waits for.
    Done,
}

/// A step of this machine.
pub type GroupStep = Step<GroupRecord, Reply>;

/// A group, of one of the kinds.
#[derive(Clone, Debug, PartialEq)]
pub enum Group {
    /// By JoinGroup and SyncGroup; or simple, for committed offsets alone.
    Classic(ClassicGroup),
    /// By ConsumerGroupHeartbeat (KIP-848).
    Consumer(ConsumerGroup),
}

/// Everything that is known of the groups of one partition.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GroupState {
    /// The groups by name.
    pub groups: ChunkMap<Name, Arc<Group>>,
    /// The committed offsets.
    pub offsets: Offsets,
}

/// What has to happen at a time.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Deadline {
    /// Old offsets and empty groups are looked for.
    Expiry,
    /// The search goes on, from this group.
    ExpiryFrom(Name),
    /// Offsets of a deleted topic are to be removed, from this group on.
    TopicDeleted(DeletedTopic, Name),
    /// The join phase of a classic group ends, or its initial delay.
    ClassicJoin(Name),
    /// Members of a classic group that have not synced are removed.
    ClassicSync(Name),
    /// A member of a classic group was silent (group, member).
    ClassicSession(Name, Name),
    /// A member id was handed out and not used (group, member).
    ClassicPending(Name, Name),
    /// Patterns of a consumer group are to be matched with the topics.
    ConsumerPatterns(Name),
    /// A member of a consumer group was silent (group, member).
    ConsumerSession(Name, Name),
    /// A member of a consumer group did not give up partitions in time (group, member).
    ConsumerRebalance(Name, Name),
    /// A member by the classic protocol, in a consumer group, did not rejoin in time (group, member).
    ConsumerJoin(Name, Name),
    /// A member by the classic protocol, in a consumer group, did not sync in time (group, member).
    ConsumerSync(Name, Name),
}

/// The coordinator of the groups of one partition.
pub struct GroupMachine {
    state: GroupState,
    deadlines: Deadlines<Deadline>,
    image: Arc<MetadataImage>,
    topics_seen: TopicsSeen,
    settings: Arc<GroupSettings>,
}

impl fmt::Debug for GroupMachine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GroupMachine")
            .field("groups", &self.state.groups.len())
            .finish_non_exhaustive()
    }
}

impl GroupMachine {
    /// A coordinator that knows no group yet.
    #[must_use]
    pub fn new(settings: Arc<GroupSettings>, image: Arc<MetadataImage>) -> Self {
        Self {
            state: GroupState::default(),
            deadlines: Deadlines::default(),
            topics_seen: TopicsSeen::new(&image),
            image,
            settings,
        }
    }

    /// Makes a record part of the step, and applies it.
    pub(crate) fn write(&mut self, step: &mut GroupStep, record: GroupRecord) {
        self.apply(record.clone(), step.producer.map(|(id, _)| id));
        step.records.push(record);
    }

    /// Makes a record part of the step whose effect is in the state already.
    pub(crate) fn note(step: &mut GroupStep, record: GroupRecord) {
        step.records.push(record);
    }

    /// The one place where a record changes the state, from a step as from the log.
    fn apply(&mut self, record: GroupRecord, producer: Option<ProducerId>) {
        let state = &mut self.state;
        match record {
            GroupRecord::OffsetCommit(key, value) => offsets::apply(state, key, value, producer),
            GroupRecord::Classic(key, value) => classic::apply(state, key, value),
            GroupRecord::Consumer(key, value) => consumer::apply::group(state, key, value),
            GroupRecord::ConsumerPartitions(key, value) => {
                consumer::apply::partitions(state, key, value);
            }
            GroupRecord::ConsumerMember(key, value) => consumer::apply::member(state, key, value),
            GroupRecord::ConsumerTarget(key, value) => consumer::apply::target(state, key, value),
            GroupRecord::ConsumerTargetMember(key, value) => {
                consumer::apply::target_member(state, key, value);
            }
            GroupRecord::ConsumerCurrent(key, value) => consumer::apply::current(state, key, value),
            GroupRecord::ConsumerRegex(key, value) => consumer::apply::regex(state, key, value),
        }
    }

    /// Sets every deadline that the state asks for, as if everybody had just been heard of.
    fn arm(&mut self, now: Time) {
        self.deadlines.clear();
        self.deadlines.set(Deadline::Expiry, now + self.settings.offsets_retention_check);
        let groups: Vec<_> =
            self.state.groups.iter().map(|(name, group)| (name.clone(), group.clone())).collect();
        for (name, group) in groups {
            match &*group {
                Group::Classic(group) => self.arm_classic(&name, group, now),
                Group::Consumer(group) => self.arm_consumer(&name, group, now),
            }
        }
    }
}

impl Machine for GroupMachine {
    type State = GroupState;
    type Record = GroupRecord;
    type Command = Command;
    type Reply = Reply;

    fn state(&self) -> &GroupState {
        &self.state
    }

    fn encode(record: &GroupRecord) -> Result<EncodedRecord, EncodeError> {
        record.encode()
    }

    fn replay(
        &mut self,
        key: &[u8],
        value: Option<&[u8]>,
        _offset: Offset,
        producer: Option<ProducerId>,
    ) -> Result<(), ReplayFault> {
        if let Some(record) = GroupRecord::decode(key, value)? {
            self.apply(record, producer);
        }
        Ok(())
    }

    fn end_transaction(&mut self, producer: ProducerId, outcome: Outcome) {
        self.state.offsets.end_transaction(producer, outcome);
    }

    fn activate(&mut self, now: Time) -> GroupStep {
        self.arm(now);
        let mut step = GroupStep::default();
        self.activate_classic(&mut step, now);
        step
    }

    fn decide(&mut self, command: Command, call: Call) -> Result<GroupStep, Reply> {
        match command {
            Command::Join { request, version, client } => self.join(request, version, client, call),
            Command::Sync { request, version } => self.sync(request, version, call),
            Command::Heartbeat(request) => self.heartbeat(request, call),
            Command::Leave(request) => self.leave(request, call),
            Command::ConsumerHeartbeat { request, version, client } => {
                self.consumer_heartbeat(request, version, client, call)
            }
            Command::OffsetCommit { request, version } => {
                self.offset_commit(request, version, call)
            }
            Command::OffsetFetch { request, version } => {
                let response = offsets::fetch(&self.state, &request, true, version);
                Ok(GroupStep::reply(call.ticket, Reply::OffsetFetch(response)))
            }
            Command::TxnOffsetCommit { request, version } => {
                self.txn_offset_commit(request, version, call)
            }
            Command::OffsetDelete(request) => self.offset_delete(request, call),
            Command::DeleteGroups(request) => self.delete_groups(request, call),
            Command::TopicsDeleted(topics) => Ok(self.topics_deleted(&topics, call)),
            Command::NewMetadata(image) => {
                let before = std::mem::replace(&mut self.image, image);
                Ok(self.new_metadata(&before, call))
            }
            Command::NewSettings(settings) => {
                self.settings = settings;
                Ok(GroupStep::reply(call.ticket, Reply::Done))
            }
        }
    }

    fn next_deadline(&self) -> Option<Time> {
        self.deadlines.next()
    }

    fn expire(&mut self, call: Call) -> Option<GroupStep> {
        let due = self.deadlines.pop_due(call.now)?;
        Some(match due {
            Deadline::Expiry => {
                let next = call.now + self.settings.offsets_retention_check;
                self.deadlines.set(Deadline::Expiry, next);
                self.expire_offsets("", call)
            }
            Deadline::ExpiryFrom(group) => self.expire_offsets(&group, call),
            Deadline::TopicDeleted(topic, from) => self.topic_deleted(&topic, &from, call),
            Deadline::ClassicJoin(group) => self.join_phase_over(&group, call),
            Deadline::ClassicSync(group) => self.sync_phase_over(&group, call),
            Deadline::ClassicSession(group, member) => self.session_over(&group, &member, call),
            Deadline::ClassicPending(group, member) => self.pending_over(&group, &member, call),
            Deadline::ConsumerPatterns(group) => self.resolve_patterns(&group, call.now),
            Deadline::ConsumerSession(group, member) => {
                self.consumer_session_over(&group, &member, call)
            }
            Deadline::ConsumerRebalance(group, member) => {
                self.consumer_rebalance_over(&group, &member, call)
            }
            Deadline::ConsumerJoin(group, member) => self.consumer_join_over(&group, &member, call),
            Deadline::ConsumerSync(group, member) => self.consumer_sync_over(&group, &member, call),
        })
    }

    fn put_back(&mut self, state: GroupState) {
        self.state = state;
    }

    fn restore(&mut self, state: GroupState, lost: &[Ticket], now: Time) {
        self.state = state;
        self.forget_waiting(lost);
        self.arm(now);
    }
}

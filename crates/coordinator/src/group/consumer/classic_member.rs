//! Members by the classic protocol in a consumer group: their JoinGroup, SyncGroup, Heartbeat and
//! LeaveGroup. The coordinator assigns to them as to everybody; the epoch of the member is their
//! generation, and REBALANCE_IN_PROGRESS has them join again, to take the next step.

use std::sync::Arc;

use moldau_protocol::{
    ErrorCode,
    messages::{
        ConsumerProtocolSubscription, HeartbeatRequest, HeartbeatResponse, JoinGroupRequest,
        JoinGroupResponse, LeaveGroupRequest, LeaveGroupResponse, SyncGroupRequest,
        SyncGroupResponse,
        consumer_group_member_metadata_value::{ClassicMemberMetadata, ClassicProtocol},
        leave_group_request::MemberIdentity,
        leave_group_response::MemberResponse,
    },
};

use bytes::Bytes;

use super::super::{
    Client, Deadline, GroupMachine, GroupStep, Migration, Name, Reply, classic::join_reply,
};
use super::heartbeat::{Applicant, Protocol, duration, refuse_if_fenced};
use super::member::{LEAVE_EPOCH, Member, MemberState, topic_set};
use super::{ConsumerGroup, Refusal, embedded};
use crate::machine::Call;

/// Protocol type of consumers.
const CONSUMER: &str = "consumer";

/// The first version of JoinGroup whose clients come again with the member id they are given.
const MEMBER_ID_FROM: i16 = 4;

impl GroupMachine {
    /// JoinGroup to a consumer group with members. `request` has a rebalance timeout.
    pub(in super::super) fn join_consumer_group(
        &mut self,
        request: &JoinGroupRequest,
        version: i16,
        client: Client,
        call: Call,
    ) -> Result<GroupStep, Reply> {
        let group = Name::from(request.group_id.as_str());
        self.or_undo(&group, call, |machine| {
            machine.try_join(&group, request, version, client, call)
        })
        .map_err(|refusal| {
            let error_code = refusal.code.0;
            join_reply(JoinGroupResponse { error_code, ..JoinGroupResponse::default() }, version)
        })
    }

    fn try_join(
        &mut self,
        group: &Name,
        request: &JoinGroupRequest,
        version: i16,
        client: Client,
        call: Call,
    ) -> Result<GroupStep, Refusal> {
        let inconsistent = || Refusal::new(ErrorCode::INCONSISTENT_GROUP_PROTOCOL, "");
        if self.settings.migration == Migration::Disabled {
            return Err(inconsistent());
        }
        let is_unknown = request.member_id.is_empty();
        let id = match request.member_id.as_str() {
            "" => Name::from(call.fresh_id.to_string()),
            id => Name::from(id),
        };
        let instance = request.group_instance_id.as_deref();
        self.refuse_if_full(group, &id, instance)?;
        if !self.consumer_group(group).is_some_and(|state| state.supports(request)) {
            return Err(inconsistent());
        }
        if instance.is_none() && is_unknown && version >= MEMBER_ID_FROM {
            let error_code = ErrorCode::MEMBER_ID_REQUIRED.0;
            let reply =
                JoinGroupResponse { member_id: id.to_string(), error_code, ..Default::default() };
            return Ok(GroupStep::reply(call.ticket, join_reply(reply, version)));
        }
        let mut step = GroupStep::default();
        let static_id = instance.and_then(|instance| {
            let state = self.consumer_group(group)?;
            Some(Name::clone(state.static_member(instance)?.0))
        });
        // A downgraded group that rebalances goes on from the generation that its members know.
        let generation = self.consumer_group(group).map_or(0, |state| state.epoch);
        let downgrades =
            static_id.is_some_and(|static_id| self.downgrades_by_replacing(group, &static_id));
        let applicant = Applicant {
            id: &id,
            instance,
            epoch: LEAVE_EPOCH,
            owned: None,
            joins: instance.is_none() || is_unknown,
            protocol: Protocol::Classic,
        };
        let (before, is_new) = self.enrol(&mut step, group, &applicant)?;
        let first = request.protocols.first().map(|first| first.metadata.clone());
        let subscription =
            embedded::subscription(&first.unwrap_or_default()).map_err(|_| inconsistent())?;
        let owned = embedded::owned(&self.image, &subscription.owned_partitions);
        let updated = rejoined(&before, request, &subscription, client);
        let updated = Some(updated).filter(|updated| is_new || *updated != *before);
        let change = self.subscribe(&mut step, group, &id, &before, updated, call.now)?;
        let bump = change.bump || change.resubscribed;
        if bump || self.is_stale(group) {
            self.refresh_metadata(&mut step, group, bump);
        }
        if !downgrades {
            self.retarget(&mut step, group, call.now);
        }
        let is_current = |state: &ConsumerGroup| state.target_epoch >= state.epoch;
        let rebalances = downgrades && !self.consumer_group(group).is_some_and(is_current);
        let member = if rebalances {
            let state = self.consumer_group_or_refuse(group)?;
            Arc::clone(state.member(group, &id)?)
        } else {
            self.reconcile(&mut step, group, &id, bump, Some(&owned), call.now)?
        };
        if downgrades {
            self.downgrade(&mut step, group, &[], Some((&id, generation)), call);
            if rebalances && let Some(mut turn) = self.turn(group, call.now) {
                turn.prepare_rebalance();
                let more = std::mem::take(&mut turn.step);
                step.records.extend(more.records);
                step.replies.extend(more.replies);
            }
        } else {
            self.await_sync(group, &id, request, call);
        }
        let reply = JoinGroupResponse {
            member_id: id.to_string(),
            generation_id: member.epoch,
            protocol_type: Some(CONSUMER.to_owned()),
            protocol_name: member.first_protocol().map(|first| first.name.clone()),
            ..JoinGroupResponse::default()
        };
        step.replies.push((call.ticket, join_reply(reply, version)));
        Ok(step)
    }

    fn await_sync(&mut self, group: &Name, id: &Name, request: &JoinGroupRequest, call: Call) {
        let of =
            |deadline: fn(Name, Name) -> Deadline| deadline(Name::clone(group), Name::clone(id));
        self.deadlines.cancel(&of(Deadline::ConsumerJoin));
        let session = call.now + duration(request.session_timeout_ms);
        self.deadlines.set(of(Deadline::ConsumerSession), session);
        let sync = call.now + duration(request.rebalance_timeout_ms);
        self.deadlines.set(of(Deadline::ConsumerSync), sync);
    }

    /// The member has to join again within its rebalance timeout; once told, the time runs.
    fn await_join(&mut self, group: &Name, id: &Name, member: &Member, call: Call) {
        let deadline = Deadline::ConsumerJoin(Name::clone(group), Name::clone(id));
        if self.deadlines.get(&deadline).is_none() {
            self.deadlines.set(deadline, call.now + duration(member.rebalance_timeout_ms));
        }
    }

    /// SyncGroup to a consumer group with members: what the member has now.
    pub(in super::super) fn sync_consumer_group(
        &mut self,
        request: SyncGroupRequest,
        call: Call,
    ) -> Result<GroupStep, Reply> {
        let refused = |code: ErrorCode| {
            Reply::Sync(SyncGroupResponse { error_code: code.0, ..Default::default() })
        };
        let group = Name::from(request.group_id.as_str());
        let id = Name::from(request.member_id.as_str());
        let instance = request.group_instance_id.as_deref();
        let state = self
            .consumer_group_or_refuse(&group)
            .map_err(|_| refused(ErrorCode::UNKNOWN_MEMBER_ID))?;
        let (member, classic) = state
            .classic_member(&group, &id, instance, request.generation_id)
            .map_err(|refusal| refused(refusal.code))?;
        let first = member.first_protocol();
        let named = |named: Option<&str>, own: Option<&str>| named.is_none() || named == own;
        if !named(request.protocol_type.as_deref(), Some(CONSUMER))
            || !named(request.protocol_name.as_deref(), first.map(|first| first.name.as_str()))
        {
            return Err(refused(ErrorCode::INCONSISTENT_GROUP_PROTOCOL));
        }
        if state.target_epoch > member.epoch && member.state != MemberState::UnrevokedPartitions {
            self.await_join(&group, &id, &member, call);
            let reply = refused(ErrorCode::REBALANCE_IN_PROGRESS);
            return Ok(GroupStep::reply(call.ticket, reply));
        }
        let version = first.and_then(|first| embedded::version(&first.metadata).ok()).unwrap_or(0);
        let partitions =
            member.assigned.iter().map(|(topic, own)| (*topic, own.keys().copied().collect()));
        let reply = SyncGroupResponse {
            protocol_type: request.protocol_type,
            protocol_name: request.protocol_name,
            assignment: embedded::assign(&self.image, version, partitions),
            ..Default::default()
        };
        let session = call.now + duration(classic.session_timeout_ms);
        self.deadlines.cancel(&Deadline::ConsumerSync(Name::clone(&group), Name::clone(&id)));
        self.deadlines.set(Deadline::ConsumerSession(group, id), session);
        Ok(GroupStep::reply(call.ticket, Reply::Sync(reply)))
    }

    /// Heartbeat to a consumer group.
    pub(in super::super) fn heartbeat_to_consumer_group(
        &mut self,
        request: &HeartbeatRequest,
        call: Call,
    ) -> Result<GroupStep, Reply> {
        let answer = |code: ErrorCode| {
            Reply::Heartbeat(HeartbeatResponse { error_code: code.0, ..Default::default() })
        };
        let group = Name::from(request.group_id.as_str());
        let id = Name::from(request.member_id.as_str());
        let instance = request.group_instance_id.as_deref();
        let state = self
            .consumer_group_or_refuse(&group)
            .map_err(|_| answer(ErrorCode::UNKNOWN_MEMBER_ID))?;
        let (member, classic) = state
            .classic_member(&group, &id, instance, request.generation_id)
            .map_err(|refusal| answer(refusal.code))?;
        let rejoins = member.epoch < state.target_epoch
            || match member.state {
                MemberState::UnrevokedPartitions => true,
                MemberState::UnreleasedPartitions => !state.waits_for_others(&id, &member),
                MemberState::Stable | MemberState::Unknown => false,
            };
        let session = call.now + duration(classic.session_timeout_ms);
        let deadline = Deadline::ConsumerSession(Name::clone(&group), Name::clone(&id));
        self.deadlines.set(deadline, session);
        if rejoins {
            self.await_join(&group, &id, &member, call);
        }
        let code = if rejoins { ErrorCode::REBALANCE_IN_PROGRESS } else { ErrorCode::NONE };
        Ok(GroupStep::reply(call.ticket, answer(code)))
    }

    /// LeaveGroup to a consumer group, of members by either protocol.
    pub(in super::super) fn leave_consumer_group(
        &mut self,
        request: LeaveGroupRequest,
        call: Call,
    ) -> GroupStep {
        let group = Name::from(request.group_id.as_str());
        let mut step = GroupStep::default();
        let mut gone: Vec<Name> = Vec::new();
        let mut members = Vec::with_capacity(request.members.len());
        for member in request.members {
            let left = self.leaver(&group, &member);
            let error_code = left.as_ref().err().map_or(0, |refusal| refusal.code.0);
            gone.extend(left);
            members.push(MemberResponse {
                member_id: member.member_id,
                group_instance_id: member.group_instance_id,
                error_code,
                ..Default::default()
            });
        }
        gone.sort_unstable();
        gone.dedup();
        self.fence_members(&mut step, &group, &gone, call);
        let reply = Reply::Leave(LeaveGroupResponse { members, ..Default::default() });
        step.replies.push((call.ticket, reply));
        step
    }

    /// Id of the member that leaves; an operator may name the instance alone.
    fn leaver(&self, group: &Name, member: &MemberIdentity) -> Result<Name, Refusal> {
        let state = self.consumer_group_or_refuse(group)?;
        let Some(instance) = member.group_instance_id.as_deref() else {
            state.member(group, &member.member_id)?;
            return Ok(Name::from(member.member_id.as_str()));
        };
        let known = state.static_member(instance);
        let (known, _) = known.ok_or_else(|| Refusal::unknown_instance(instance))?;
        if !member.member_id.is_empty() {
            refuse_if_fenced(known, &member.member_id, instance)?;
        }
        Ok(Name::clone(known))
    }
}

impl ConsumerGroup {
    /// Whether all classic members offer one of the protocols.
    fn supports(&self, request: &JoinGroupRequest) -> bool {
        request.protocol_type == CONSUMER
            && request.protocols.iter().any(|protocol| {
                let votes = self.classic_protocols.get(protocol.name.as_str()).copied();
                votes.unwrap_or(0) == self.classic_members
            })
    }

    /// The member of a request by the classic protocol, if it is as the request says.
    fn classic_member(
        &self,
        group: &str,
        id: &str,
        instance: Option<&str>,
        generation: i32,
    ) -> Result<(Arc<Member>, Arc<ClassicMemberMetadata>), Refusal> {
        let member = match instance {
            None => self.member(group, id)?,
            Some(instance) => {
                let known = self.static_member(instance);
                let (known, member) = known.ok_or_else(|| Refusal::unknown_instance(instance))?;
                refuse_if_fenced(known, id, instance)?;
                member
            }
        };
        let classic = member.classic.as_ref().ok_or_else(|| Refusal::unknown_member(group, id))?;
        if member.epoch != generation {
            return Err(Refusal::new(ErrorCode::ILLEGAL_GENERATION, ""));
        }
        Ok((Arc::clone(member), Arc::clone(classic)))
    }

    /// Whether some of what the member is to get is not free yet.
    fn waits_for_others(&self, id: &str, member: &Member) -> bool {
        let Some(target) = self.targets.get(id) else { return false };
        let mut all =
            target.iter().flat_map(|(topic, own)| own.iter().map(move |index| (*topic, *index)));
        all.any(|(topic, index)| {
            let own = member.assigned.get(&topic).is_some_and(|own| own.contains_key(&index));
            !own && self.owners.contains_key(&(topic, index))
        })
    }
}

impl Member {
    /// The protocol that the answer to JoinGroup names.
    fn first_protocol(&self) -> Option<&ClassicProtocol> {
        self.classic.as_ref()?.supported_protocols.first()
    }
}

/// The member as its JoinGroup says that it is.
fn rejoined(
    before: &Member,
    request: &JoinGroupRequest,
    subscription: &ConsumerProtocolSubscription,
    client: Client,
) -> Member {
    // Copied, so that they do not keep the whole request in memory.
    let protocols = request.protocols.iter().map(|protocol| ClassicProtocol {
        name: protocol.name.clone(),
        metadata: Bytes::copy_from_slice(&protocol.metadata),
        ..Default::default()
    });
    let name = |said: Option<&String>, now: &Option<Name>| match said {
        Some(said) => Some(Name::from(said.as_str())),
        None => now.clone(),
    };
    let rack = subscription.rack_id.as_ref().filter(|rack| !rack.is_empty());
    Member {
        instance: name(request.group_instance_id.as_ref(), &before.instance),
        rack: name(rack, &before.rack),
        rebalance_timeout_ms: match request.rebalance_timeout_ms {
            -1 => before.rebalance_timeout_ms,
            timeout => timeout,
        },
        topics: topic_set(&subscription.topics),
        regex: Name::from(""),
        client,
        classic: Some(Arc::new(ClassicMemberMetadata {
            session_timeout_ms: request.session_timeout_ms,
            supported_protocols: protocols.collect(),
            ..Default::default()
        })),
        ..before.clone()
    }
}

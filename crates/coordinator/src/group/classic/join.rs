//! JoinGroup 0-9: who comes for the first time gets a member id (and, from version 4 on, has to come
//! again with it), who is known takes part in the rebalance or starts one if anything is new.

use std::sync::Arc;

use bytes::Bytes;
use moldau_protocol::{ErrorCode, ids::Uuid, messages::JoinGroupRequest};

use super::super::{Client, Deadline, Group, GroupMachine, GroupStep, Name, Reply};
use super::MAX_PENDING;
use super::group::{ClassicGroup, Member, Pending, Phase, Protocol, Waiting};
use super::record::timeout;
use super::turn::{Turn, join_error, join_reply};
use crate::machine::Call;

/// The first version whose clients come again with the member id they are given (KIP-394).
const MEMBER_ID_FROM: i16 = 4;

/// The first version whose leader can be told not to assign (KIP-814).
const SKIP_ASSIGNMENT_FROM: i16 = 9;

/// A JoinGroup on its way.
struct Joining {
    request: JoinGroupRequest,
    protocols: Arc<[Protocol]>,
    client: Client,
    fresh_id: Uuid,
    waiting: Waiting,
}

impl GroupMachine {
    pub(in super::super) fn join(
        &mut self,
        mut request: JoinGroupRequest,
        version: i16,
        client: Client,
        call: Call,
    ) -> Result<GroupStep, Reply> {
        let refused = |error| join_reply(join_error(&request.member_id, error), version);
        if request.group_id.is_empty() {
            return Err(refused(ErrorCode::INVALID_GROUP_ID));
        }
        let session = timeout(request.session_timeout_ms);
        let allowed = self.settings.classic_min_session..=self.settings.classic_max_session;
        if request.session_timeout_ms < 0 || !allowed.contains(&session) {
            return Err(refused(ErrorCode::INVALID_SESSION_TIMEOUT));
        }
        if version == 0 {
            request.rebalance_timeout_ms = request.session_timeout_ms;
        }
        let name = Name::from(&*request.group_id);
        let mut before = GroupStep::default();
        let is_new = match self.state.groups.get(&*name).map(|group| &**group) {
            Some(Group::Classic(_)) => false,
            Some(Group::Consumer(group)) if !group.is_empty() => {
                return self.join_consumer_group(&request, version, client, call);
            }
            _ if !request.member_id.is_empty() => {
                return Err(refused(ErrorCode::UNKNOWN_MEMBER_ID));
            }
            Some(group @ Group::Consumer(_)) => {
                for record in group.tombstones(&name) {
                    self.write(&mut before, record);
                }
                true
            }
            None => true,
        };
        if is_new {
            let group = Group::Classic(ClassicGroup::simple(call.now));
            self.state.groups.insert(name.clone(), Arc::new(group));
        }
        let joining = Joining {
            protocols: offered(&request),
            request,
            client,
            fresh_id: call.fresh_id,
            waiting: Waiting { ticket: call.ticket, version },
        };
        let mut step = self.in_turn(&name, call.now, |turn| {
            turn.join(joining);
            if is_new && turn.step.records.is_empty() {
                let record = turn.group.first_record(&turn.name);
                turn.note(record);
            }
        });
        step.records.splice(0..0, before.records);
        Ok(step)
    }
}

/// The protocols of a request, copied, so that they do not keep the buffer of the connection.
fn offered(request: &JoinGroupRequest) -> Arc<[Protocol]> {
    let protocol =
        |offered: &moldau_protocol::messages::join_group_request::JoinGroupRequestProtocol| {
            Protocol {
                name: Name::from(&*offered.name),
                metadata: Bytes::copy_from_slice(&offered.metadata),
            }
        };
    request.protocols.iter().map(protocol).collect()
}

impl Turn<'_> {
    fn join(&mut self, joining: Joining) {
        let id = Name::from(&*joining.request.member_id);
        let names = joining.protocols.iter().map(|offered| &*offered.name);
        if !self.has_room_for(&id) {
            self.drop_pending(&id);
            self.drop_member(&id);
            self.answer_join(joining.waiting, join_error("", ErrorCode::GROUP_MAX_SIZE_REACHED));
        } else if !self.group.supports(&joining.request.protocol_type, names) {
            let error = ErrorCode::INCONSISTENT_GROUP_PROTOCOL;
            self.answer_join(joining.waiting, join_error(&id, error));
        } else if id.is_empty() {
            self.join_unknown(joining);
        } else if self.group.pending.contains_key(&*id) {
            self.join_pending(id, joining);
        } else {
            self.join_known(id, joining);
        }
    }

    /// Whether the size limit lets the member in. During a join phase those that have joined count, so
    /// that the last ones are left out when the limit was lowered.
    fn has_room_for(&self, id: &str) -> bool {
        let group = &*self.group;
        let member = group.members.get(id);
        let limit = self.settings.classic_max_size;
        match group.phase {
            Phase::Empty => true,
            Phase::PreparingRebalance => {
                member.is_some_and(|member| member.join.is_some()) || group.awaiting < limit
            }
            Phase::CompletingRebalance | Phase::Stable => {
                member.is_some() || group.members.len() < limit
            }
        }
    }

    /// Somebody without a member id.
    fn join_unknown(&mut self, joining: Joining) {
        let instance = joining.request.group_instance_id.as_deref();
        let id = fresh_name(instance.unwrap_or(&joining.client.id), joining.fresh_id);
        match instance.map(|instance| self.group.instances.get(instance).cloned()) {
            Some(Some(old)) => self.replace_static(&old, &id, joining),
            None if joining.waiting.version >= MEMBER_ID_FROM => self.hand_out(&id, &joining),
            Some(None) | None => self.admit(id, joining),
        }
    }

    /// Gives out a member id and has the client come again with it.
    fn hand_out(&mut self, id: &Name, joining: &Joining) {
        if self.group.pending.len() >= MAX_PENDING {
            let oldest = self.group.pending.iter().min_by_key(|(_, pending)| pending.until);
            if let Some(oldest) = oldest.map(|(id, _)| id.clone()) {
                self.drop_pending(&oldest);
            }
        }
        let session = timeout(joining.request.session_timeout_ms);
        let until = self.now + session;
        self.group.pending.insert(id.clone(), Pending { session, until });
        self.deadlines.set(Deadline::ClassicPending(self.name.clone(), id.clone()), until);
        self.answer_join(joining.waiting, join_error(id, ErrorCode::MEMBER_ID_REQUIRED));
    }

    /// Somebody who comes again with the id it was given.
    fn join_pending(&mut self, id: Name, joining: Joining) {
        if joining.request.group_instance_id.is_some() {
            // Static members are not asked to come again; Kafka answers this by accident.
            let error = ErrorCode::UNKNOWN_SERVER_ERROR;
            return self.answer_join(joining.waiting, join_error("", error));
        }
        self.drop_pending(&id);
        self.admit(id, joining);
    }

    /// Makes somebody a member.
    fn admit(&mut self, id: Name, joining: Joining) {
        let Joining { request, protocols, client, waiting, .. } = joining;
        if let Some(delay) = &mut self.group.delay {
            delay.extend = true;
        }
        if self.group.members.is_empty() {
            self.group.protocol_type = Some(Name::from(request.protocol_type));
        }
        let member = Member {
            instance: request.group_instance_id.map(Name::from),
            client_id: Name::from(client.id),
            client_host: Name::from(client.host),
            rebalance_timeout: timeout(request.rebalance_timeout_ms),
            session_timeout: timeout(request.session_timeout_ms),
            protocols,
            assignment: Bytes::new(),
            join: Some(waiting),
            sync: None,
            is_new: true,
            unsynced: false,
        };
        self.group.add(id.clone(), member);
        self.rearm(&id);
        self.rebalance();
    }

    /// Somebody who says that it is a member.
    fn join_known(&mut self, id: Name, joining: Joining) {
        let instance = joining.request.group_instance_id.as_deref();
        let member = match self.group.validate_member(&id, instance) {
            Ok(member) => member,
            Err(error) => {
                return self.answer_join(joining.waiting, join_error(&id, error));
            }
        };
        let same = member.protocols == joining.protocols;
        let leads = self.group.is_leader(&id);
        match self.group.phase {
            // The answer to the first request was lost.
            Phase::CompletingRebalance if same => {
                let response = self.group.joined(&id, leads);
                self.answer_join(joining.waiting, response);
            }
            Phase::Stable if same && !leads => {
                let response = self.group.joined(&id, false);
                self.answer_join(joining.waiting, response);
            }
            // A leader that rejoins has seen something new, a topic for example.
            _ => {
                self.update(&id, &joining);
                self.rebalance();
            }
        }
    }

    /// Takes over what a member says of itself, and lets its request wait.
    fn update(&mut self, id: &Name, joining: &Joining) {
        self.group.change(id, |member| {
            member.protocols = joining.protocols.clone();
            member.rebalance_timeout = timeout(joining.request.rebalance_timeout_ms);
            member.session_timeout = timeout(joining.request.session_timeout_ms);
        });
        self.park_join(id, joining.waiting);
    }

    /// A static member comes back: it takes the place, and what is assigned to it, under a new id. The
    /// process that had the place is fenced.
    fn replace_static(&mut self, old: &Name, id: &Name, joining: Joining) {
        let led_by = self.group.leader.clone();
        self.deadlines.cancel(&Deadline::ClassicSession(self.name.clone(), old.clone()));
        let Some(before) = self.group.rename(old, id) else { return };
        if let Some(join) = before.join {
            self.answer_join(join, join_error(old, ErrorCode::FENCED_INSTANCE_ID));
        }
        if let Some(sync) = before.sync {
            self.refuse_sync(sync, ErrorCode::FENCED_INSTANCE_ID);
        }
        self.rearm(id);
        self.update(id, &joining);
        match self.group.phase {
            Phase::Stable if self.group.protocol == Some(self.group.select_protocol()) => {
                self.group.set_join(id, None);
                self.group.topics = self.group.read_topics();
                let record = self.group.record(&self.name);
                self.note(record);
                self.answer_returned(id, led_by, joining.waiting);
            }
            Phase::PreparingRebalance => self.maybe_complete_join(),
            // Its old id may be with the leader already, so that the new one would get nothing.
            _ => self.prepare_rebalance(),
        }
    }

    /// Answers a static member that came back without a rebalance. A leader must not assign again: it is
    /// told to skip that, or, by an older version, that its old self leads.
    fn answer_returned(&mut self, id: &Name, led_by: Option<Name>, waiting: Waiting) {
        let leads = self.group.is_leader(id);
        let can_skip = waiting.version >= SKIP_ASSIGNMENT_FROM;
        let mut response = self.group.joined(id, leads && can_skip);
        response.skip_assignment = leads && can_skip;
        if !can_skip {
            response.leader = led_by.as_deref().unwrap_or_default().to_owned();
        }
        self.answer_join(waiting, response);
    }
}

/// A member id: a name to know it by, and what makes it unique, in the form of Java's UUIDs.
fn fresh_name(name: &str, unique: Uuid) -> Name {
    let hex = format!("{:032x}", u128::from_be_bytes(unique.0));
    let (a, b, c, d, e) = (&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]);
    format!("{name}-{a}-{b}-{c}-{d}-{e}").into()
}

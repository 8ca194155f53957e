//! ConsumerGroupHeartbeat, versions 0 and 1: joins, heartbeats and, by its epoch, leaves.

use std::sync::Arc;
use std::time::Duration;

use moldau_protocol::{
    ErrorCode,
    messages::{
        ConsumerGroupHeartbeatRequest, ConsumerGroupHeartbeatResponse,
        consumer_group_heartbeat_request::TopicPartitions,
        consumer_group_heartbeat_response as response,
    },
};

use super::super::{
    Client, Deadline, Group, GroupMachine, GroupSettings, GroupStep, Name, Reply, assignor,
};
use super::current::{self, Aim};
use super::member::{
    JOIN_EPOCH, LEAVE_EPOCH, Member, MemberState, Owned, STATIC_LEAVE_EPOCH, is_within, lists,
};
use super::{Refusal, records};
use crate::machine::{Call, Time};

/// By which protocol a member talks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Protocol {
    Consumer,
    Classic,
}

/// Who wants to be or is a member.
pub(super) struct Applicant<'a> {
    pub(super) id: &'a Name,
    pub(super) instance: Option<&'a str>,
    /// Epoch it tells; of no meaning by the classic protocol.
    pub(super) epoch: i32,
    pub(super) owned: Option<&'a [TopicPartitions]>,
    /// Whether it may be new.
    pub(super) joins: bool,
    pub(super) protocol: Protocol,
}

impl GroupMachine {
    pub(in super::super) fn consumer_heartbeat(
        &mut self,
        request: ConsumerGroupHeartbeatRequest,
        version: i16,
        client: Client,
        call: Call,
    ) -> Result<GroupStep, Reply> {
        let answered =
            check(&request, version, &self.settings).and_then(|()| match request.member_epoch {
                LEAVE_EPOCH | STATIC_LEAVE_EPOCH => self.consumer_leave(&request, call),
                _ => {
                    let group = Name::from(request.group_id.as_str());
                    self.or_undo(&group, call, |machine| {
                        machine.beat(&group, &request, &client, call)
                    })
                }
            });
        match answered {
            Ok((mut step, reply)) => {
                step.replies.push((call.ticket, Reply::ConsumerHeartbeat(reply)));
                Ok(step)
            }
            Err(refusal) => Err(Reply::ConsumerHeartbeat(ConsumerGroupHeartbeatResponse {
                error_code: refusal.code.0,
                error_message: Some(refusal.text),
                ..Default::default()
            })),
        }
    }

    fn beat(
        &mut self,
        group: &Name,
        request: &ConsumerGroupHeartbeatRequest,
        client: &Client,
        call: Call,
    ) -> Result<(GroupStep, ConsumerGroupHeartbeatResponse), Refusal> {
        let joins = request.member_epoch == JOIN_EPOCH;
        let owned = request.topic_partitions.as_deref();
        let mut step = GroupStep::default();
        self.open_consumer_group(&mut step, group, joins, call)?;
        self.refuse_if_full(group, &request.member_id, request.instance_id.as_deref())?;
        let id = match request.member_id.as_str() {
            "" => Name::from(call.fresh_id.to_string()),
            id => Name::from(id),
        };
        let applicant = Applicant {
            id: &id,
            instance: request.instance_id.as_deref(),
            epoch: request.member_epoch,
            owned,
            joins,
            protocol: Protocol::Consumer,
        };
        let (before, is_new) = self.enrol(&mut step, group, &applicant)?;
        let updated = before.updated(request, client).or_else(|| is_new.then(|| (*before).clone()));
        let change = self.subscribe(&mut step, group, &id, &before, updated, call.now)?;
        if change.bump || self.is_stale(group) {
            self.refresh_metadata(&mut step, group, change.bump);
        }
        self.retarget(&mut step, group, call.now);
        let after = self.reconcile(&mut step, group, &id, change.resubscribed, owned, call.now)?;
        let times = self.settings.consumer_times(&self.image, group);
        let session = Deadline::ConsumerSession(Name::clone(group), Name::clone(&id));
        self.deadlines.set(session, call.now + times.session);
        let is_full = request.rebalance_timeout_ms != -1
            && (request.subscribed_topic_names.is_some()
                || request.subscribed_topic_regex.is_some())
            && owned.is_some();
        let tells_all = joins || is_full || before.assigned != after.assigned;
        let reply = ConsumerGroupHeartbeatResponse {
            member_id: Some(id.to_string()),
            member_epoch: after.epoch,
            heartbeat_interval_ms: millis(times.heartbeat),
            assignment: tells_all.then(|| assignment(&after.assigned)),
            ..Default::default()
        };
        Ok((step, reply))
    }

    /// Makes sure that `group` is a consumer group, or, for one that joins, can become one.
    pub(super) fn open_consumer_group(
        &mut self,
        step: &mut GroupStep,
        group: &Name,
        joins: bool,
        call: Call,
    ) -> Result<(), Refusal> {
        let Some(state) = self.state.groups.get(group).map(Arc::clone) else {
            return if joins {
                Ok(())
            } else {
                Err(Refusal::no_group(format!("Consumer group {group} not found.")))
            };
        };
        match &*state {
            Group::Consumer(_) => Ok(()),
            Group::Classic(_) if joins && state.is_empty() => {
                for record in state.tombstones(group) {
                    self.write(step, record);
                }
                self.state.groups.remove(group);
                Ok(())
            }
            Group::Classic(classic) if joins => self.upgrade(step, group, classic, call),
            Group::Classic(_) => {
                Err(Refusal::no_group(format!("Group {group} is not a consumer group.")))
            }
        }
    }

    pub(super) fn refuse_if_full(
        &self,
        group: &str,
        id: &str,
        instance: Option<&str>,
    ) -> Result<(), Refusal> {
        let Some(state) = self.consumer_group(group) else { return Ok(()) };
        let most = self.settings.consumer_max_size;
        let is_member = state.members.contains_key(id)
            || instance.is_some_and(|instance| state.instances.contains_key(instance));
        if is_member || state.members.len() < most {
            return Ok(());
        }
        let text =
            format!("The consumer group has reached its maximum capacity of {most} members.");
        Err(Refusal::new(ErrorCode::GROUP_MAX_SIZE_REACHED, text))
    }

    /// The member as it is so far, and whether the group does not have it yet. A static member that
    /// comes back takes the place of the one it was.
    pub(super) fn enrol(
        &mut self,
        step: &mut GroupStep,
        group: &Name,
        applicant: &Applicant<'_>,
    ) -> Result<(Arc<Member>, bool), Refusal> {
        let state = self.consumer_group(group);
        let Some(instance) = applicant.instance else {
            let known = state.and_then(|state| state.members.get(applicant.id)).map(Arc::clone);
            let member = match known {
                Some(member) => member,
                None if applicant.joins => return Ok((Arc::default(), true)),
                None => return Err(Refusal::unknown_member(group, applicant.id)),
            };
            applicant.check_epoch(&member)?;
            return Ok((member, false));
        };
        let known = state.and_then(|state| state.static_member(instance));
        let Some((known_id, known)) =
            known.map(|(id, member)| (Name::clone(id), Arc::clone(member)))
        else {
            if !applicant.joins {
                return Err(Refusal::unknown_instance(instance));
            }
            let known = state.and_then(|state| state.members.get(applicant.id)).map(Arc::clone);
            let is_new = known.is_none();
            return Ok((known.unwrap_or_default(), is_new));
        };
        if !applicant.joins {
            refuse_if_fenced(&known_id, applicant.id, instance)?;
            applicant.check_epoch(&known)?;
            return Ok((known, false));
        }
        let both_consumer = applicant.protocol == Protocol::Consumer && known.classic.is_none();
        if both_consumer && known.epoch != STATIC_LEAVE_EPOCH {
            let text = format!(
                "Static member {} with instance id {instance} cannot join the group because the \
                 instance id is owned by {known_id} member.",
                applicant.id
            );
            return Err(Refusal::new(ErrorCode::UNRELEASED_INSTANCE_ID, text));
        }
        Ok((self.replace(step, group, &known_id, &known, applicant.id), false))
    }

    /// Gives the place of `old` to a member with another id, which is to join.
    fn replace(
        &mut self,
        step: &mut GroupStep,
        group: &Name,
        old_id: &Name,
        old: &Member,
        id: &Name,
    ) -> Arc<Member> {
        let member = Member { epoch: JOIN_EPOCH, previous_epoch: JOIN_EPOCH, ..old.clone() };
        let target =
            self.consumer_group(group).and_then(|state| state.targets.get(old_id)).cloned();
        for record in records::member_gone(group, old_id) {
            self.write(step, record);
        }
        self.cancel_member(group, old_id);
        self.write(step, records::member(group, id, &member));
        self.write(step, records::target_member(group, id, &target.unwrap_or_default()));
        self.write(step, records::current(group, id, &member));
        Arc::new(member)
    }

    /// Moves the member a step towards its target; the member after it.
    pub(super) fn reconcile(
        &mut self,
        step: &mut GroupStep,
        group: &Name,
        id: &Name,
        resubscribed: bool,
        owned: Option<&[TopicPartitions]>,
        now: Time,
    ) -> Result<Arc<Member>, Refusal> {
        let gone = || Refusal::no_group(format!("Group {group} not found."));
        let state = self.consumer_group(group).ok_or_else(gone)?;
        let member = Arc::clone(state.member(group, id)?);
        if !resubscribed && member.is_reconciled_to(state.target_epoch) {
            return Ok(member);
        }
        let target = state.targets.get(id).cloned().unwrap_or_default();
        let epoch = state.target_epoch;
        let image = &self.image;
        let aim = Aim { group: state, image, epoch, target: &target, resubscribed, owned };
        let Some(next) = current::next(&member, &aim)? else { return Ok(member) };
        self.write(step, records::current(group, id, &next));
        if next.classic.is_none() {
            let deadline = Deadline::ConsumerRebalance(Name::clone(group), Name::clone(id));
            if next.state == MemberState::UnrevokedPartitions {
                self.deadlines.set(deadline, now + duration(next.rebalance_timeout_ms));
            } else {
                self.deadlines.cancel(&deadline);
            }
        }
        Ok(Arc::new(next))
    }
}

impl Applicant<'_> {
    fn check_epoch(&self, member: &Member) -> Result<(), Refusal> {
        if self.protocol == Protocol::Classic || self.epoch == JOIN_EPOCH {
            return Ok(());
        }
        let how = if self.epoch > member.epoch {
            "greater"
        } else if self.epoch == member.epoch
            || self.epoch == member.previous_epoch && is_within(self.owned, &member.assigned)
        {
            return Ok(());
        } else {
            "smaller"
        };
        let text = format!(
            "The consumer group member has a {how} member epoch ({}) than the one known by the group \
             coordinator ({}). The member must abandon all its partitions and rejoin.",
            self.epoch, member.epoch
        );
        Err(Refusal::new(ErrorCode::FENCED_MEMBER_EPOCH, text))
    }
}

/// Refuses who tells a `group.instance.id` that another member has.
pub(super) fn refuse_if_fenced(known: &str, id: &str, instance: &str) -> Result<(), Refusal> {
    if known == id {
        return Ok(());
    }
    let text =
        format!("Static member {id} with instance id {instance} was fenced by member {known}.");
    Err(Refusal::new(ErrorCode::FENCED_INSTANCE_ID, text))
}

/// A timeout that a member gave; a negative one is over at once.
pub(super) fn duration(ms: i32) -> Duration {
    Duration::from_millis(u64::try_from(ms).unwrap_or(0))
}

pub(super) fn millis(duration: Duration) -> i32 {
    i32::try_from(duration.as_millis()).unwrap_or(i32::MAX)
}

fn assignment(assigned: &Owned) -> response::Assignment {
    let topics = lists(assigned).map(|(topic_id, partitions)| response::TopicPartitions {
        topic_id,
        partitions,
        ..Default::default()
    });
    response::Assignment { topic_partitions: topics.collect(), ..Default::default() }
}

/// What can be refused without knowing the group.
fn check(
    request: &ConsumerGroupHeartbeatRequest,
    version: i16,
    settings: &GroupSettings,
) -> Result<(), Refusal> {
    let empty = |value: Option<&str>, name: &str| match value {
        Some(value) if value.trim().is_empty() => {
            Err(Refusal::invalid(format!("{name} can't be empty.")))
        }
        _ => Ok(()),
    };
    let epoch = request.member_epoch;
    if version >= 1 || epoch > JOIN_EPOCH || epoch == LEAVE_EPOCH {
        empty(Some(&request.member_id), "MemberId")?;
    }
    empty(Some(&request.group_id), "GroupId")?;
    empty(request.instance_id.as_deref(), "InstanceId")?;
    empty(request.rack_id.as_deref(), "RackId")?;
    if epoch == JOIN_EPOCH {
        check_join(request)?;
    } else if epoch == STATIC_LEAVE_EPOCH {
        if request.instance_id.is_none() {
            return Err(Refusal::invalid("InstanceId can't be null."));
        }
    } else if epoch < STATIC_LEAVE_EPOCH {
        return Err(Refusal::invalid("MemberEpoch is invalid."));
    }
    let Some(assignor) = &request.server_assignor else { return Ok(()) };
    let supported = &settings.consumer_assignors;
    if supported.contains(assignor) && assignor::exists(assignor) {
        return Ok(());
    }
    let text = format!(
        "ServerAssignor {assignor} is not supported. Supported assignors: {}.",
        supported.join(", ")
    );
    Err(Refusal::new(ErrorCode::UNSUPPORTED_ASSIGNOR, text))
}

fn check_join(request: &ConsumerGroupHeartbeatRequest) -> Result<(), Refusal> {
    if request.rebalance_timeout_ms == -1 {
        return Err(Refusal::invalid("RebalanceTimeoutMs must be provided in first request."));
    }
    if request.topic_partitions.as_ref().is_none_or(|owned| !owned.is_empty()) {
        return Err(Refusal::invalid("TopicPartitions must be empty when (re-)joining."));
    }
    if request.subscribed_topic_names.is_none() && request.subscribed_topic_regex.is_none() {
        return Err(Refusal::invalid(
            "Either SubscribedTopicNames or SubscribedTopicRegex must be non-null when (re-)joining.",
        ));
    }
    Ok(())
}

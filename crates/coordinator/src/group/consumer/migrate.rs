//! From one protocol to the other, while members are there (`group.consumer.migration.policy`).
//!
//! A classic group becomes a consumer group when the first member joins by the consumer protocol, and
//! one of classic members when the last such member goes.

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;
use moldau_protocol::{
    ErrorCode,
    messages::consumer_group_member_metadata_value::{ClassicMemberMetadata, ClassicProtocol},
};

use super::super::{
    Client, Deadline, Group, GroupMachine, GroupStep, Name,
    classic::{self, ClassicGroup, Phase, Protocol},
};
use super::heartbeat::{duration, millis};
use super::member::{Member, MemberState, Owned, Partitions, topic_set};
use super::{ConsumerGroup, Refusal, embedded, records};
use crate::machine::{Call, Time};

/// A member that changes sides, with its partitions.
struct Mover {
    id: Name,
    member: Member,
    session: std::time::Duration,
    target: Partitions,
}

impl GroupMachine {
    /// Makes a classic group with members a consumer group.
    pub(super) fn upgrade(
        &mut self,
        step: &mut GroupStep,
        group: &Name,
        classic: &ClassicGroup,
        call: Call,
    ) -> Result<(), Refusal> {
        let refused = |why: &str| {
            Refusal::no_group(format!(
                "Cannot upgrade classic group {group} to consumer group because {why}."
            ))
        };
        if !self.settings.migration.upgrades() {
            return Err(refused("online upgrade is disabled"));
        }
        if !classic.is_of_consumers() {
            return Err(refused("the group does not use the consumer embedded protocol"));
        }
        if classic.members.len() > self.settings.consumer_max_size {
            return Err(refused("the group size exceeds the consumer group maximum size"));
        }
        let movers = classic
            .members
            .iter()
            .map(|(id, member)| self.mover(classic, id, member))
            .collect::<Result<Vec<_>, &str>>()
            .map_err(refused)?;
        if let Some(mut turn) = self.turn(group, call.now) {
            turn.refuse_all(ErrorCode::REBALANCE_IN_PROGRESS);
            turn.disarm();
            let told = std::mem::take(&mut turn.step);
            step.replies.extend(told.replies);
        }
        for record in classic.tombstones(group) {
            self.write(step, record);
        }
        self.write_movers(step, group, classic.generation, &movers);
        for mover in movers {
            let session = Deadline::ConsumerSession(Name::clone(group), mover.id);
            self.deadlines.set(session, call.now + mover.session);
        }
        Ok(())
    }

    fn write_movers(
        &mut self,
        step: &mut GroupStep,
        group: &Name,
        generation: i32,
        movers: &[Mover],
    ) {
        for mover in movers {
            self.write(step, records::member(group, &mover.id, &mover.member));
        }
        let hash = self.consumer_group(group).map_or(0, |state| state.hash_in(&self.image));
        self.write(step, records::epoch(group, generation, hash));
        for mover in movers {
            self.write(step, records::target_member(group, &mover.id, &mover.target));
        }
        self.write(step, records::target(group, generation, Time(0)));
        for mover in movers {
            self.write(step, records::current(group, &mover.id, &mover.member));
        }
    }

    /// A classic member as one of a consumer group.
    fn mover(
        &self,
        group: &ClassicGroup,
        id: &Name,
        classic: &classic::Member,
    ) -> Result<Mover, &'static str> {
        const MALFORMED: &str = "the embedded consumer protocol is malformed";
        const CUSTOM: &str = "an unsupported custom assignor is in use. Please refer to the \
                              documentation or switch to a default assignor before re-attempting \
                              the upgrade";
        let mut target = Partitions::new();
        if !classic.assignment.is_empty() {
            let assignment = embedded::assignment(&classic.assignment).map_err(|_| MALFORMED)?;
            if assignment.user_data.as_ref().is_some_and(|data| !data.is_empty()) {
                return Err(CUSTOM);
            }
            target = embedded::partitions(&self.image, &assignment);
        }
        let metadata = match (&group.protocol, classic.protocols.first()) {
            (Some(protocol), _) => classic.metadata(protocol),
            // In its first join phase.
            (None, first) => first.map(|first| first.metadata.clone()).unwrap_or_default(),
        };
        let subscription = embedded::subscription(&metadata).map_err(|_| MALFORMED)?;
        let since = group.generation;
        let assigned: Owned = target
            .iter()
            .map(|(topic, own)| (*topic, own.iter().map(|index| (*index, since)).collect()))
            .collect();
        let protocols = classic.protocols.iter().map(|protocol| ClassicProtocol {
            name: protocol.name.to_string(),
            metadata: protocol.metadata.clone(),
            ..Default::default()
        });
        let member = Member {
            epoch: since,
            previous_epoch: since,
            state: MemberState::Stable,
            instance: classic.instance.clone(),
            rack: subscription.rack_id.filter(|rack| !rack.is_empty()).map(Name::from),
            rebalance_timeout_ms: millis(classic.rebalance_timeout),
            client: Client {
                id: classic.client_id.to_string(),
                host: classic.client_host.to_string(),
            },
            topics: topic_set(&subscription.topics),
            classic: Some(Arc::new(ClassicMemberMetadata {
                session_timeout_ms: millis(classic.session_timeout),
                supported_protocols: protocols.collect(),
                ..Default::default()
            })),
            assigned: Arc::new(assigned),
            ..Member::default()
        };
        Ok(Mover { id: Name::clone(id), member, session: classic.session_timeout, target })
    }

    /// Makes the group a classic one without the members `leaving`, if all others are classic;
    /// whether it did.
    pub(super) fn downgrade_without(
        &mut self,
        step: &mut GroupStep,
        group: &Name,
        leaving: &[Name],
        call: Call,
    ) -> bool {
        let Some(state) = self.consumer_group(group) else { return false };
        let only_classic = {
            let mut left = state.members.iter().filter(|(id, _)| !leaving.contains(id)).peekable();
            left.peek().is_some() && left.all(|(_, member)| member.classic.is_some())
        };
        if !only_classic {
            return false;
        }
        let count = state.members.len().saturating_sub(leaving.len());
        if !self.settings.migration.downgrades() || count > self.settings.classic_max_size {
            return false;
        }
        self.downgrade(step, group, leaving, None, call);
        if let Some(mut turn) = self.turn(group, call.now) {
            turn.prepare_rebalance();
            let more = std::mem::take(&mut turn.step);
            step.records.extend(more.records);
            step.replies.extend(more.replies);
        }
        true
    }

    /// Whether the group can become a classic one when the static member `id` comes back as such.
    pub(super) fn downgrades_by_replacing(&self, group: &Name, id: &str) -> bool {
        let Some(state) = self.consumer_group(group) else { return false };
        state.members.get(id).is_some_and(|member| member.classic.is_none())
            && state.classic_members + 1 == state.members.len()
            && self.settings.migration.downgrades()
            && state.members.len() <= self.settings.classic_max_size
    }

    /// Makes the group a classic one. `joined` is the member that has just joined, which is listed
    /// last, and the epoch of the group before that.
    pub(super) fn downgrade(
        &mut self,
        step: &mut GroupStep,
        group: &Name,
        leaving: &[Name],
        joined: Option<(&Name, i32)>,
        call: Call,
    ) {
        let Some(state) = self.consumer_group(group) else { return };
        let tombstones = state.tombstones(group);
        let classic = self.as_classic(state, leaving, joined, call.now);
        let ids: Vec<Name> = state.members.keys().cloned().collect();
        for record in tombstones {
            self.write(step, record);
        }
        for id in ids {
            self.cancel_member(group, &id);
        }
        Self::note(step, classic.record(group));
        self.arm_classic(group, &classic, call.now);
        self.state.groups.insert(Name::clone(group), Arc::new(Group::Classic(classic)));
    }

    fn as_classic(
        &self,
        state: &ConsumerGroup,
        leaving: &[Name],
        joined: Option<(&Name, i32)>,
        now: Time,
    ) -> ClassicGroup {
        let mut group = ClassicGroup {
            phase: Phase::Stable,
            since: Some(now),
            protocol_type: Some(Name::from("consumer")),
            generation: joined.map_or(state.epoch, |(_, epoch)| epoch),
            ..ClassicGroup::default()
        };
        let is_last = |id: &Name| joined.is_some_and(|(joined, _)| joined == id);
        let first = state.members.iter().filter(|(id, _)| !is_last(id));
        for (id, member) in first.chain(state.members.iter().filter(|(id, _)| is_last(id))) {
            let Some(classic) = member.classic.as_deref().filter(|_| !leaving.contains(id)) else {
                continue;
            };
            group.add(Name::clone(id), as_classic_member(member, classic));
        }
        let protocol = group.select_protocol();
        let assignments: BTreeMap<Name, Bytes> = group
            .members
            .iter()
            .map(|(id, member)| {
                // Who sent none that can be read gets the first layout.
                let version = embedded::version(&member.metadata(&protocol)).unwrap_or(0);
                let target = state.targets.get(id).cloned().unwrap_or_default();
                let partitions =
                    target.iter().map(|(topic, own)| (*topic, own.iter().copied().collect()));
                (Name::clone(id), embedded::assign(&self.image, version, partitions))
            })
            .collect();
        for (id, assignment) in assignments {
            group.change(&id, |member| member.assignment = assignment);
        }
        group.protocol = Some(protocol);
        group.topics = group.read_topics();
        group
    }
}

fn as_classic_member(member: &Member, classic: &ClassicMemberMetadata) -> classic::Member {
    let protocols = classic.supported_protocols.iter().map(|protocol| Protocol {
        name: Name::from(protocol.name.as_str()),
        metadata: protocol.metadata.clone(),
    });
    classic::Member {
        instance: member.instance.clone(),
        client_id: Name::from(member.client.id.as_str()),
        client_host: Name::from(member.client.host.as_str()),
        rebalance_timeout: duration(member.rebalance_timeout_ms),
        session_timeout: duration(classic.session_timeout_ms),
        protocols: protocols.collect(),
        assignment: Bytes::new(),
        join: None,
        sync: None,
        is_new: false,
        unsynced: false,
    }
}

//! A classic group as a record, and back.
//!
//! Kafka 4.4.0 writes version 3 of the value always. The time in it is that of the state in which the
//! record was made: of the sync phase, for a group whose leader has just assigned.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use moldau_protocol::{
    codec::{Decoder, Message},
    messages::{
        ConsumerProtocolSubscription, GroupMetadataKey, GroupMetadataValue,
        group_metadata_value::MemberMetadata,
    },
};

use super::super::{Group, GroupRecord, GroupState, Name};
use super::group::{ClassicGroup, Member, Phase, Protocol};
use crate::machine::Time;

/// "Not known", where a record has a time or a timeout.
const UNKNOWN: i64 = -1;

/// The record of a classic group changes the state.
pub(in super::super) fn apply(
    state: &mut GroupState,
    key: GroupMetadataKey,
    value: Option<GroupMetadataValue>,
) {
    match value {
        Some(value) => {
            let group = Group::Classic(ClassicGroup::from_record(value));
            state.groups.insert(Name::from(key.group), Arc::new(group));
        }
        None => {
            state.groups.remove(&*key.group);
        }
    }
}

impl ClassicGroup {
    /// The group as it is now.
    pub(crate) fn record(&self, name: &str) -> GroupRecord {
        let protocol = self.protocol.as_deref().unwrap_or_default();
        let members = self.members.iter().map(|(id, member)| member.record(id, protocol)).collect();
        GroupRecord::Classic(
            GroupMetadataKey { group: name.to_owned() },
            Some(GroupMetadataValue {
                protocol_type: self.protocol_type.as_deref().unwrap_or_default().to_owned(),
                generation: self.generation,
                protocol: self.protocol.as_deref().map(str::to_owned),
                leader: self.leader.as_deref().map(str::to_owned),
                current_state_timestamp: self.since.map_or(UNKNOWN, |since| since.0),
                members,
                ..GroupMetadataValue::default()
            }),
        )
    }

    /// That there is a group, before anything is known of it.
    pub(super) fn first_record(&self, name: &str) -> GroupRecord {
        ClassicGroup { since: self.since, ..ClassicGroup::default() }.record(name)
    }

    fn from_record(value: GroupMetadataValue) -> Self {
        let protocol = Name::from(value.protocol.as_deref().unwrap_or_default());
        let mut group = Self {
            phase: if value.members.is_empty() { Phase::Empty } else { Phase::Stable },
            since: (value.current_state_timestamp != UNKNOWN)
                .then_some(Time(value.current_state_timestamp)),
            protocol_type: Some(value.protocol_type).filter(|t| !t.is_empty()).map(Name::from),
            protocol: value.protocol.map(Name::from),
            generation: value.generation,
            leader: value.leader.map(Name::from),
            ..Self::default()
        };
        for member in value.members {
            let (id, member) = Member::from_record(member, &protocol);
            group.add(id, member);
        }
        if !group.leader.as_deref().is_some_and(|leader| group.members.contains_key(leader)) {
            group.leader = group.members.keys().next().cloned();
        }
        group.topics = group.read_topics();
        group
    }

    /// Topics that the members read by this generation's protocol; none if they are no consumers or what
    /// they sent is no subscription.
    pub(crate) fn read_topics(&self) -> Option<Arc<BTreeSet<String>>> {
        if !self.is_of_consumers() {
            return None;
        }
        let mut topics = BTreeSet::new();
        for member in self.members.values() {
            topics.extend(subscription(&member.metadata(self.protocol.as_deref()?))?.topics);
        }
        Some(Arc::new(topics))
    }
}

/// A subscription as far as its first version goes, which all later ones begin with.
fn subscription(metadata: &Bytes) -> Option<ConsumerProtocolSubscription> {
    let mut decoder = Decoder::new(metadata.clone());
    decoder.i16().ok()?;
    ConsumerProtocolSubscription::decode(&mut decoder, 0).ok()
}

impl Member {
    fn record(&self, id: &str, protocol: &str) -> MemberMetadata {
        MemberMetadata {
            member_id: id.to_owned(),
            group_instance_id: self.instance.as_deref().map(str::to_owned),
            client_id: self.client_id.to_string(),
            client_host: self.client_host.to_string(),
            rebalance_timeout: millis(self.rebalance_timeout),
            session_timeout: millis(self.session_timeout),
            subscription: self.metadata(protocol),
            assignment: self.assignment.clone(),
            ..MemberMetadata::default()
        }
    }

    fn from_record(value: MemberMetadata, protocol: &Name) -> (Name, Self) {
        let rebalance = value.rebalance_timeout;
        let rebalance =
            if i64::from(rebalance) == UNKNOWN { value.session_timeout } else { rebalance };
        let offered = Protocol { name: protocol.clone(), metadata: value.subscription };
        let member = Self {
            instance: value.group_instance_id.map(Name::from),
            client_id: Name::from(value.client_id),
            client_host: Name::from(value.client_host),
            rebalance_timeout: timeout(rebalance),
            session_timeout: timeout(value.session_timeout),
            protocols: Arc::new([offered]),
            assignment: value.assignment,
            join: None,
            sync: None,
            is_new: false,
            unsynced: false,
        };
        (Name::from(value.member_id), member)
    }
}

/// Of a timeout in milliseconds; a negative one is none.
pub(super) fn timeout(millis: i32) -> Duration {
    Duration::from_millis(u64::try_from(millis).unwrap_or(0))
}

fn millis(timeout: Duration) -> i32 {
    i32::try_from(timeout.as_millis()).unwrap_or(i32::MAX)
}

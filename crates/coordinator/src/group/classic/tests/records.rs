//! What is written when. Rig replays all of it after every step.

use moldau_protocol::messages::{GroupMetadataKey, GroupMetadataValue};

use super::*;

fn value(rig: &Rig) -> &GroupMetadataValue {
    match &rig.last[..] {
        [GroupRecord::Classic(GroupMetadataKey { group }, Some(value))] if group == "g" => value,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_new_group_the_end_of_a_rebalance_and_an_empty_group_are_written() {
    let mut rig = Rig::with(|_| {});
    let id = rig.member_id();
    let first = GroupMetadataValue {
        protocol: None,
        leader: None,
        current_state_timestamp: 1_000_000,
        ..GroupMetadataValue::default()
    };
    assert_eq!(*value(&rig), first);
    let other = rig.member_id();
    assert!(rig.last.is_empty());
    let tickets = [rig.wait_join(Join::of(&id)), rig.wait_join(Join::of_static("i", ""))];
    assert_eq!(rig.leave(&other, None), OK);
    rig.pass(6_000);
    assert!(rig.last.is_empty());
    let fixed = rig.joined(tickets[1]).unwrap().member_id;
    let waiting = rig.begin_sync(&fixed, 1, &[]);
    rig.pass(5);
    let leader = rig.joined(tickets[0]).unwrap().leader;
    assert_eq!(leader, id);
    assert_eq!(rig.sync(&id, 1, &[(&id, "x")]), (OK, "x".into()));
    assert!(rig.synced(waiting).is_some());
    let written = value(&rig);
    assert_eq!((written.generation, &*written.protocol_type), (1, "consumer"));
    assert_eq!(written.protocol.as_deref(), Some("range"));
    assert_eq!(written.leader.as_ref(), Some(&id));
    // The time is that of the sync phase, as in Kafka.
    assert_eq!(written.current_state_timestamp, 1_006_000);
    let member = &written.members[0];
    assert_eq!(
        (&member.member_id, &*member.client_id, &*member.client_host),
        (&id, "c", "/127.0.0.1")
    );
    assert_eq!((member.rebalance_timeout, member.session_timeout), (60_000, 10_000));
    assert_eq!((&member.subscription, &*member.assignment), (&subscription(&["t"]), &b"x"[..]));
    assert_eq!(written.members[1].group_instance_id.as_deref(), Some("i"));
    rig.leave_all(&[(&id, None), (&fixed, None)]);
    let empty = GroupMetadataValue {
        protocol_type: "consumer".to_owned(),
        generation: 2,
        current_state_timestamp: 1_006_005,
        ..first
    };
    assert_eq!(*value(&rig), empty);
}

#[test]
fn a_group_is_written_in_version_3_and_removed_by_a_tombstone() {
    let mut rig = Rig::new();
    rig.stable(1);
    let key = [&[0, 2, 0, 1][..], b"g"].concat();
    let last = rig.log.last().unwrap();
    assert_eq!((&last.key[..], &last.value.as_ref().unwrap()[..2]), (&key[..], &[0, 3][..]));
    let tombstones = rig.group().tombstones("g");
    assert_eq!(tombstones.len(), 1);
    let record = tombstones[0].encode().unwrap();
    assert_eq!((&record.key[..], record.value), (&key[..], None));
    rig.machine.replay(&key, None, Offset(0), None).unwrap();
    assert!(rig.machine.classic("g").is_none());
}

#[test]
fn a_consumer_group_that_is_empty_makes_room() {
    let mut rig = Rig::new();
    let consumer = super::super::super::consumer::ConsumerGroup::default();
    rig.machine.state.groups.insert("g".into(), Arc::new(Group::Consumer(consumer)));
    assert_eq!(rig.join_error(Join::of("x")), ErrorCode::UNKNOWN_MEMBER_ID);
    let id = rig.member_id();
    assert_eq!(rig.join_error(Join::of(&id)), OK);
}

#[test]
fn old_and_odd_records_are_understood() {
    let mut rig = Rig::new();
    let member = |id: &str, instance: Option<&str>| {
        moldau_protocol::messages::group_metadata_value::MemberMetadata {
            member_id: id.to_owned(),
            group_instance_id: instance.map(str::to_owned),
            rebalance_timeout: -1,
            session_timeout: 7_000,
            ..Default::default()
        }
    };
    let mut load = |value: GroupMetadataValue| {
        let key = GroupMetadataKey { group: "g".to_owned() };
        super::super::apply(&mut rig.machine.state, key, Some(value));
        rig.check_counts();
        rig.group().clone()
    };
    // Before version 2 there is no time, before version 1 no rebalance timeout.
    let group = load(GroupMetadataValue { members: vec![member("a", None)], ..Default::default() });
    assert_eq!((group.since, group.phase), (None, Phase::Stable));
    assert_eq!(group.rebalance_timeout(), Duration::from_secs(7));
    assert!(group.is_leader("a"));
    // Members with one id or one instance.
    let twice = vec![
        member("a", Some("i")),
        member("a", None),
        member("b", Some("i")),
        member("c", Some("i")),
    ];
    let group = load(GroupMetadataValue { members: twice, leader: None, ..Default::default() });
    assert_eq!((group.members.len(), group.leader.as_deref()), (2, Some("a")));
}

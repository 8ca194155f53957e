//! Static members (KIP-345, KIP-814). O-GRP-2.

use super::*;

/// A stable group of static members `i1` and `i2`; their ids, the leader's instance, the generation.
fn two(rig: &mut Rig) -> ([String; 2], i32) {
    let tickets =
        ["i1", "i2"].map(|i| rig.begin_join(Join { session: 30_000, ..Join::of_static(i, "") }));
    rig.pass(0);
    // Without an initial delay the first one has a generation of its own.
    let first = rig.joined(tickets[0]).unwrap();
    assert_eq!(ErrorCode(first.error_code), OK);
    let id = first.member_id;
    let tickets = match rig.joined(tickets[1]) {
        Some(second) => return synced(rig, [id, second.member_id], second.generation_id),
        None => {
            [rig.begin_join(Join { session: 30_000, ..Join::of_static("i1", &id) }), tickets[1]]
        }
    };
    let ids = tickets.map(|ticket| rig.joined(ticket).unwrap().member_id);
    let generation = rig.group().generation;
    synced(rig, ids, generation)
}

fn synced(rig: &mut Rig, ids: [String; 2], generation: i32) -> ([String; 2], i32) {
    let leader = rig.group().leader.clone().unwrap();
    let leads = ids.iter().position(|id| **id == *leader).unwrap();
    let assigned = [(&*ids[0], "a1"), (&*ids[1], "a2")];
    assert_eq!(rig.sync(&ids[leads], generation, &assigned).0, OK);
    assert_eq!(rig.sync(&ids[1 - leads], generation, &[]).0, OK);
    (ids, generation)
}

fn instance_of(at: usize) -> &'static str {
    ["i1", "i2"][at]
}

#[test]
fn o_grp_2_a_returning_member_takes_its_place_and_the_old_one_is_fenced() {
    let mut rig = Rig::new();
    let ([m1, m2], generation) = two(&mut rig);
    let fenced = ErrorCode::FENCED_INSTANCE_ID;
    let unknown = ErrorCode::UNKNOWN_MEMBER_ID;
    // Back at once, in the same generation, with what was assigned.
    let back = rig.join(Join { session: 30_000, ..Join::of_static("i2", "") });
    assert_eq!((ErrorCode(back.error_code), back.generation_id), (OK, generation));
    let m2b = back.member_id;
    assert!(m2b != m2 && m2b.starts_with("i2-"));
    assert_eq!(rig.last.len(), 1);
    assert_eq!(rig.heartbeat(&m1, generation), OK);
    assert_eq!(rig.sync(&m2b, generation, &[]), (OK, "a2".into()));
    // The old one.
    assert_eq!(rig.heartbeat_as(&m2, Some("i2"), generation), fenced);
    assert_eq!(rig.heartbeat(&m2, generation), unknown);
    assert_eq!(rig.leave(&m2, Some("i2")), fenced);
    let refused = rig.join(Join::of_static("i2", &m2));
    assert_eq!((ErrorCode(refused.error_code), refused.protocol_name), (fenced, None));
    let request = SyncGroupRequest {
        group_instance_id: Some("i2".to_owned()),
        ..Rig::sync_request(&m2, generation, &[])
    };
    let ticket = rig.send(Command::Sync { request, version: 5 });
    assert_eq!(ErrorCode(rig.synced(ticket).unwrap().error_code), fenced);
    let commit = |member: &'static str| super::super::super::Committer {
        member,
        instance: Some("i2"),
        epoch: generation,
        transactional: false,
        version: 8,
    };
    assert_eq!(rig.group().validate_commit(commit("old")), Err(fenced));
    // All of it is in the log.
    let mut machine = rig.replayed();
    machine.activate(rig.now);
    rig.machine = machine;
    assert_eq!(rig.heartbeat_as(&m2b, Some("i2"), generation), OK);
    assert_eq!(rig.heartbeat_as(&m1, Some("i1"), generation), OK);
    // Sent away by an operator.
    assert_eq!(rig.leave("", Some("i2")), OK);
    assert_eq!(rig.heartbeat(&m1, generation), ErrorCode::REBALANCE_IN_PROGRESS);
    assert_eq!(rig.leave("", Some("i2")), unknown);
    assert_eq!(rig.leave("", Some("zz")), unknown);
}

#[test]
fn a_returning_leader_must_not_assign_again() {
    for (version, skips) in [(9, true), (8, false), (5, false)] {
        let mut rig = Rig::new();
        let (ids, generation) = two(&mut rig);
        let leader = rig.group().leader.clone().unwrap();
        let at = ids.iter().position(|id| **id == *leader).unwrap();
        let back = rig.join(Join::of_static(instance_of(at), "").version(version));
        assert_eq!((back.generation_id, back.skip_assignment), (generation, skips));
        assert_eq!(back.members.len(), if skips { 2 } else { 0 });
        // An older one is told that its old self leads, and so follows.
        assert_eq!(back.leader, if skips { back.member_id.clone() } else { leader.to_string() });
        assert_eq!(rig.sync(&back.member_id, generation, &[]).1, ["a1", "a2"][at]);
        assert_eq!(*rig.group().leader.clone().unwrap(), *back.member_id);
    }
}

#[test]
fn a_returning_follower_follows() {
    for version in [5, 9] {
        let mut rig = Rig::new();
        let (ids, generation) = two(&mut rig);
        let leader = rig.group().leader.clone().unwrap();
        let at = ids.iter().position(|id| **id != *leader).unwrap();
        let back = rig.join(Join::of_static(instance_of(at), "").version(version));
        assert_eq!((back.generation_id, &*back.leader), (generation, &*leader));
        assert!(back.members.is_empty() && !back.skip_assignment);
    }
}

#[test]
fn who_returns_with_other_protocols_makes_a_rebalance() {
    let mut rig = Rig::new();
    let mut join = Join::of_static("i", "").offering(&["range", "sticky"]);
    let id = rig.join(join.clone()).member_id;
    assert_eq!(rig.group().protocol.as_deref(), Some("range"));
    rig.sync(&id, 1, &[(&id, "x")]);
    join = join.offering(&["sticky", "range"]);
    let back = rig.join(join);
    assert_eq!((back.generation_id, back.protocol_name.as_deref()), (2, Some("sticky")));
}

#[test]
fn who_returns_while_the_leader_assigns_makes_a_rebalance() {
    let mut rig = Rig::new();
    let (ids, generation) = two(&mut rig);
    let again = [0, 1].map(|at| {
        rig.begin_join(Join::of_static(instance_of(at), &ids[at]).offering(&["range", "x"]))
    });
    again.iter().for_each(|ticket| assert!(rig.joined(*ticket).is_some()));
    let waiting = rig.begin_sync(&ids[1], generation + 1, &[]);
    let back = rig.wait_join(Join::of_static("i2", "").offering(&["range", "x"]));
    if let Some(refused) = rig.synced(waiting) {
        assert_eq!(ErrorCode(refused.error_code), ErrorCode::FENCED_INSTANCE_ID);
    }
    assert_eq!(rig.phase(), Phase::PreparingRebalance);
    let other = rig.begin_join(Join::of_static("i1", &ids[0]).offering(&["range", "x"]));
    rig.settle(&[back, other]);
}

#[test]
fn who_returns_in_the_join_phase_fences_the_one_that_waits() {
    for (version, name) in [(9, None), (5, Some(""))] {
        let mut rig = Rig::new();
        let (ids, _) = two(&mut rig);
        let mut join = Join::of_static("i2", &ids[1]).offering(&["range", "x"]).version(version);
        let waiting = rig.wait_join(join.clone());
        join.member.clear();
        let back = rig.wait_join(join);
        let refused = rig.joined(waiting).unwrap();
        assert_eq!(ErrorCode(refused.error_code), ErrorCode::FENCED_INSTANCE_ID);
        assert_eq!(
            (refused.member_id.as_str(), refused.protocol_name.as_deref()),
            (&*ids[1], name)
        );
        let other = rig.begin_join(Join::of_static("i1", &ids[0]));
        rig.settle(&[back, other]);
    }
}

#[test]
fn a_static_member_that_is_away_stays_until_its_session_is_over() {
    let mut rig = Rig::new();
    let (ids, generation) = two(&mut rig);
    for at in [0, 1] {
        let quick = Join { rebalance: 5_000, ..Join::of_static(instance_of(at), "") };
        rig.join(Join { session: 30_000, ..quick });
    }
    let ids = ids.each_ref().map(|id| {
        let instance = if id.starts_with("i1") { "i1" } else { "i2" };
        rig.group().instances.get(instance).unwrap().to_string()
    });
    // The join phase ends without the second one, which is still a member and gets its part.
    let changed = Join { session: 30_000, rebalance: 5_000, ..Join::of_static("i1", &ids[0]) };
    let ticket = rig.wait_join(changed.offering(&["range", "x"]));
    rig.pass(5_000);
    let response = rig.joined(ticket).unwrap();
    assert_eq!((response.generation_id, &response.leader), (generation + 1, &ids[0]));
    assert_eq!(response.members.len(), 2);
    assert_eq!(rig.heartbeat(&ids[1], generation), ErrorCode::ILLEGAL_GENERATION);
    // It has to sync like all others.
    assert_eq!(rig.sync(&ids[0], generation + 1, &[]).0, OK);
    rig.pass(5_000);
    assert_eq!(rig.heartbeat(&ids[1], generation), ErrorCode::UNKNOWN_MEMBER_ID);
}

#[test]
fn a_join_phase_goes_on_while_nobody_but_absent_static_members_is_there() {
    let mut rig = Rig::new();
    let (ids, generation) = two(&mut rig);
    // The only one that joins leaves again; the other one is silent.
    let newcomer = rig.wait_join(Join { rebalance: 5_000, ..Join::default() }.version(3));
    let id = rig.group().members.iter().find(|(_, m)| m.is_new).unwrap().0.to_string();
    assert_eq!(rig.leave(&id, None), OK);
    assert!(rig.joined(newcomer).is_some());
    let mut left = 30_000;
    while left > 6_000 {
        rig.pass(6_000);
        left -= 6_000;
        assert_eq!(rig.heartbeat(&ids[0], generation), ErrorCode::REBALANCE_IN_PROGRESS);
    }
    rig.pass(60_000);
    assert_eq!(rig.phase(), Phase::Empty);
}

#[test]
fn a_returning_member_that_has_not_synced_has_to() {
    let mut rig = Rig::new();
    let (ids, generation) = two(&mut rig);
    let again = [0, 1].map(|at| {
        rig.begin_join(Join::of_static(instance_of(at), &ids[at]).offering(&["range", "x"]))
    });
    again.iter().for_each(|ticket| assert!(rig.joined(*ticket).is_some()));
    let leader = rig.group().leader.clone().unwrap();
    let at = ids.iter().position(|id| **id != *leader).unwrap();
    assert_eq!(rig.sync(&leader, generation + 1, &[(&ids[at], "x")]).0, OK);
    let back = rig.join(Join::of_static(instance_of(at), "").offering(&["range", "x"]));
    assert_eq!(rig.group().unsynced, 1);
    assert_eq!(rig.sync(&back.member_id, generation + 1, &[]), (OK, "x".into()));
    assert_eq!(rig.group().unsynced, 0);
}

//! Phases, who ends them, and what time does to them.

use super::*;

#[test]
fn everybody_waits_for_the_initial_delay_which_newcomers_extend() {
    let mut rig = Rig::with(|_| {});
    // 3 s, again 3 s for whoever came meanwhile, up to the rebalance timeout of 7 s altogether.
    let join = || Join { rebalance: 7_000, ..Join::default().version(3) };
    let mut tickets = vec![rig.wait_join(join())];
    assert_eq!((rig.phase(), rig.last.len()), (Phase::PreparingRebalance, 1));
    for _ in 0..2 {
        rig.pass(2_500);
        tickets.push(rig.wait_join(join()));
    }
    rig.pass(1_999);
    assert_eq!(rig.phase(), Phase::PreparingRebalance);
    rig.pass(1);
    let (ids, generation) = rig.settle(&tickets);
    assert_eq!((ids.len(), generation), (3, 1));
}

#[test]
fn the_initial_delay_ends_early_for_who_has_no_more_time() {
    let check = |rebalance: i32, ends: i64| {
        let mut rig = Rig::with(|_| {});
        let join = || Join { rebalance, ..Join::default().version(3) };
        rig.wait_join(join());
        rig.pass(1_000);
        rig.begin_join(join());
        rig.pass(ends - 1_001);
        assert_eq!(rig.phase(), Phase::PreparingRebalance, "{rebalance}");
        rig.pass(1);
        assert_eq!(rig.phase(), Phase::CompletingRebalance, "{rebalance}");
    };
    check(1_000, 3_000);
    check(3_000, 3_000);
    check(4_000, 4_000);
    check(6_000, 6_000);
    check(60_000, 6_000);
}

#[test]
fn the_whole_of_a_rebalance() {
    let mut rig = Rig::new();
    let (ids, generation) = rig.stable(2);
    // A third one joins; the others learn it by their heartbeats.
    let third = rig.member_id();
    let joining = rig.wait_join(Join::of(&third));
    for id in &ids {
        assert_eq!(rig.heartbeat(id, generation), ErrorCode::REBALANCE_IN_PROGRESS);
        assert_eq!(rig.sync(id, generation, &[]).0, ErrorCode::REBALANCE_IN_PROGRESS);
    }
    let again = [rig.wait_join(Join::of(&ids[0])), rig.begin_join(Join::of(&ids[1]))];
    let members = rig.joined(again[0]).unwrap().members;
    let mut names: Vec<&str> = members.iter().map(|member| &*member.member_id).collect();
    names.sort_unstable();
    let mut all = [&*ids[0], &*ids[1], &*third];
    all.sort_unstable();
    assert_eq!(names, all);
    for ticket in [again[1], joining] {
        let response = rig.joined(ticket).unwrap();
        assert!(response.members.is_empty() && response.leader == ids[0]);
        assert_eq!(response.generation_id, generation + 1);
    }
    // Followers wait for the leader; heartbeats are fine meanwhile.
    let follower = rig.begin_sync(&ids[1], generation + 1, &[]);
    assert_eq!(rig.heartbeat(&ids[1], generation + 1), OK);
    assert!(rig.synced(follower).is_none());
    let assigned = [(&*ids[0], "a"), (&*ids[1], "b"), ("nobody", "x")];
    assert_eq!(rig.sync(&ids[0], generation + 1, &assigned), (OK, "a".into()));
    let synced = rig.synced(follower).unwrap();
    assert_eq!(synced.assignment, "b");
    assert_eq!(synced.protocol_name.as_deref(), Some("range"));
    assert_eq!(rig.sync(&third, generation + 1, &[]), (OK, "".into()));
    assert_eq!(rig.heartbeat(&third, generation), ErrorCode::ILLEGAL_GENERATION);
}

#[test]
fn sync_is_judged() {
    let mut rig = Rig::new();
    let (ids, generation) = rig.stable(1);
    let mut check = |version, kind: Option<&str>, name: Option<&str>, error: ErrorCode| {
        let mut request = Rig::sync_request(&ids[0], generation, &[]);
        request.protocol_type = kind.map(str::to_owned);
        request.protocol_name = name.map(str::to_owned);
        let ticket = rig.send(Command::Sync { request, version });
        assert_eq!(ErrorCode(rig.synced(ticket).unwrap().error_code), error);
    };
    let inconsistent = ErrorCode::INCONSISTENT_GROUP_PROTOCOL;
    check(4, None, None, OK);
    check(5, None, Some("range"), inconsistent);
    check(5, Some("consumer"), None, inconsistent);
    check(5, Some("connect"), Some("range"), inconsistent);
    check(5, Some("consumer"), Some("sticky"), inconsistent);
    check(5, Some("consumer"), Some("range"), OK);
    assert_eq!(rig.sync("nobody", generation, &[]).0, ErrorCode::UNKNOWN_MEMBER_ID);
    assert_eq!(rig.sync(&ids[0], generation + 1, &[]).0, ErrorCode::ILLEGAL_GENERATION);
}

#[test]
fn the_most_wanted_protocol_that_all_know_is_taken() {
    let check = |offers: &[&[&'static str]], wanted: &str| {
        let mut rig = Rig::with(|_| {});
        let join = |names: &&[&'static str]| Join::default().version(3).offering(names);
        let tickets: Vec<_> = offers.iter().map(join).map(|join| rig.begin_join(join)).collect();
        rig.pass(6_000);
        for ticket in tickets {
            let response = rig.joined(ticket).unwrap();
            assert_eq!(response.protocol_name.as_deref(), Some(wanted), "{offers:?}");
        }
    };
    check(&[&["range"]], "range");
    check(&[&["range", "sticky"], &["sticky"]], "sticky");
    check(&[&["range", "sticky"], &["sticky", "range"], &["sticky", "range"]], "sticky");
    check(&[&["a", "b", "c"], &["c", "b"], &["b", "c"]], "b");
    // With as many votes: the one that comes first in a Java hash map (as Java 17 gives it).
    check(&[&["range", "roundrobin"], &["roundrobin", "range"]], "range");
    check(&[&["range", "sticky"], &["sticky", "range"]], "sticky");
    check(&[&["sticky", "cooperative-sticky"], &["cooperative-sticky", "sticky"]], "sticky");
    check(
        &[&["roundrobin", "cooperative-sticky"], &["cooperative-sticky", "roundrobin"]],
        "roundrobin",
    );
}

#[test]
fn a_member_that_rejoins_unchanged_gets_what_it_has() {
    let mut rig = Rig::new();
    let (ids, generation) = rig.stable(2);
    let response = rig.join(Join::of(&ids[1]));
    assert_eq!((response.error_code, response.generation_id), (0, generation));
    assert_eq!((rig.phase(), response.members.len()), (Phase::Stable, 0));
    assert_eq!(rig.sync(&ids[1], generation, &[]).1, ids[1]);
}

#[test]
fn a_leader_that_rejoins_and_new_metadata_make_a_rebalance() {
    for changed in [0, 1] {
        let mut rig = Rig::new();
        let (ids, generation) = rig.stable(2);
        let mut join = Join::of(&ids[changed]);
        if changed == 1 {
            join.protocols = vec![("range", subscription(&["t", "u"]))];
        }
        let ticket = rig.wait_join(join);
        let other = &ids[1 - changed];
        assert_eq!(rig.heartbeat(other, generation), ErrorCode::REBALANCE_IN_PROGRESS);
        let again = rig.begin_join(Join::of(other));
        assert_eq!(rig.settle(&[ticket, again]).1, generation + 1);
        assert_eq!(rig.group().is_subscribed_to("u"), changed == 1);
    }
}

#[test]
fn a_join_whose_answer_was_lost_is_answered_again() {
    let mut rig = Rig::new();
    let ids = [rig.member_id(), rig.member_id()];
    let tickets = ids.each_ref().map(|id| rig.begin_join(Join::of(id)));
    rig.pass(0);
    for (id, ticket) in ids.iter().zip(tickets) {
        let first = rig.joined(ticket).unwrap();
        assert_eq!(rig.join(Join::of(id)), first);
    }
    assert_eq!(rig.phase(), Phase::CompletingRebalance);
    // With other metadata it is a rebalance: who waits to be assigned has to come again.
    let leader = rig.group().leader.clone().unwrap().to_string();
    let follower = ids.iter().find(|id| **id != leader).unwrap();
    let waiting = rig.begin_sync(follower, 1, &[]);
    rig.wait_join(Join::of(&leader).offering(&["range", "sticky"]));
    let refused = rig.synced(waiting).unwrap();
    assert_eq!(ErrorCode(refused.error_code), ErrorCode::REBALANCE_IN_PROGRESS);
    assert_eq!(refused.protocol_name, None);
}

#[test]
fn of_two_waiting_requests_of_a_member_the_first_is_told_to_come_again() {
    let mut rig = Rig::new();
    let (ids, generation) = rig.stable(2);
    let first = rig.wait_join(Join::of(&ids[0]));
    let second = rig.wait_join(Join::of(&ids[0]));
    let refused = rig.joined(first).unwrap();
    assert_eq!(ErrorCode(refused.error_code), ErrorCode::REBALANCE_IN_PROGRESS);
    let other = rig.begin_join(Join::of(&ids[1]));
    assert!(rig.joined(second).is_some() && rig.joined(other).is_some());
    let first = rig.begin_sync(&ids[1], generation + 1, &[]);
    let second = rig.begin_sync(&ids[1], generation + 1, &[]);
    let refused = rig.synced(first).unwrap();
    assert_eq!(ErrorCode(refused.error_code), ErrorCode::REBALANCE_IN_PROGRESS);
    rig.sync(&ids[0], generation + 1, &[(&ids[1], "x")]);
    assert_eq!(rig.synced(second).unwrap().assignment, "x");
}

#[test]
fn who_does_not_rejoin_in_time_is_out() {
    let mut rig = Rig::new();
    let (ids, generation) = rig.stable(3);
    let tickets = [rig.wait_join(Join::of(&ids[0])), rig.wait_join(Join::of(&ids[1]))];
    // The third shows that it lives, and that is not enough.
    for _ in 0..7 {
        rig.pass(8_500);
        assert_eq!(rig.heartbeat(&ids[2], generation), ErrorCode::REBALANCE_IN_PROGRESS);
    }
    rig.pass(500);
    let (left, generation) = rig.settle(&tickets);
    assert_eq!(left.len(), 2);
    assert_eq!(rig.heartbeat(&ids[2], generation), ErrorCode::UNKNOWN_MEMBER_ID);
}

#[test]
fn another_member_leads_if_the_leader_does_not_rejoin() {
    let mut rig = Rig::new();
    let (ids, _) = rig.stable(3);
    let tickets =
        [&ids[1], &ids[2]].map(|id| rig.wait_join(Join::of(id).offering(&["range", "sticky"])));
    rig.pass(10_000);
    let (left, generation) = rig.settle(&tickets);
    assert_eq!(generation, 2);
    assert!(!left.contains(&ids[0]));
}

#[test]
fn the_leader_dies_before_it_assigns() {
    let mut rig = Rig::new();
    let (ids, _) = rig.stable(3);
    let tickets: Vec<_> = ids.iter().map(|id| rig.begin_join(Join::of(id))).collect();
    for ticket in tickets {
        assert_eq!(rig.joined(ticket).unwrap().generation_id, 2);
    }
    let waiting = [&ids[1], &ids[2]].map(|id| rig.begin_sync(id, 2, &[]));
    rig.pass(9_999);
    assert_eq!(rig.phase(), Phase::CompletingRebalance);
    rig.pass(1);
    for ticket in waiting {
        let refused = rig.synced(ticket).unwrap();
        assert_eq!(ErrorCode(refused.error_code), ErrorCode::REBALANCE_IN_PROGRESS);
    }
    let again = [&ids[1], &ids[2]].map(|id| rig.begin_join(Join::of(id)));
    assert_eq!(rig.settle(&again).1, 3);
}

#[test]
fn who_does_not_sync_in_time_is_out() {
    let mut rig = Rig::new();
    let (ids, _) = rig.stable(3);
    let tickets: Vec<_> = ids.iter().map(|id| rig.begin_join(Join::of(id))).collect();
    tickets.into_iter().for_each(|ticket| assert!(rig.joined(ticket).is_some()));
    assert_eq!(rig.sync(&ids[0], 2, &[]).0, OK);
    assert_eq!(rig.sync(&ids[1], 2, &[]).0, OK);
    for _ in 0..7 {
        rig.pass(8_500);
        ids.iter().for_each(|id| assert_eq!(rig.heartbeat(id, 2), OK));
    }
    rig.pass(500);
    assert_eq!(rig.heartbeat(&ids[2], 2), ErrorCode::UNKNOWN_MEMBER_ID);
    assert_eq!(rig.heartbeat(&ids[1], 2), ErrorCode::REBALANCE_IN_PROGRESS);
    let again = [&ids[0], &ids[1]].map(|id| rig.begin_join(Join::of(id)));
    assert_eq!(rig.settle(&again).1, 3);
    // All have synced: nothing is waited for.
    rig.pass(9_000);
    assert_eq!(rig.heartbeat(&ids[0], 3), OK);
    assert_eq!(rig.phase(), Phase::Stable);
}

#[test]
fn a_silent_member_is_out_and_the_last_one_leaves_an_empty_group() {
    let mut rig = Rig::new();
    let (ids, generation) = rig.stable(2);
    rig.pass(6_000);
    assert_eq!(rig.heartbeat(&ids[0], generation), OK);
    rig.pass(4_000);
    assert_eq!(rig.heartbeat(&ids[1], generation), ErrorCode::UNKNOWN_MEMBER_ID);
    assert_eq!(rig.heartbeat(&ids[0], generation), ErrorCode::REBALANCE_IN_PROGRESS);
    rig.pass(10_000);
    assert_eq!((rig.phase(), rig.group().generation), (Phase::Empty, generation + 1));
    assert_eq!(rig.group().protocol, None);
    assert_eq!(rig.group().protocol_type.as_deref(), Some("consumer"));
    assert_eq!(rig.heartbeat(&ids[0], generation + 1), ErrorCode::UNKNOWN_MEMBER_ID);
    assert_eq!(rig.sync(&ids[0], generation + 1, &[]).0, ErrorCode::UNKNOWN_MEMBER_ID);
    // Only the look for old offsets is left to do.
    assert_eq!(rig.machine.deadlines.len(), 1);
}

#[test]
fn who_waits_in_a_join_phase_is_not_taken_for_silent_but_a_newcomer_not_for_ever() {
    let mut rig = Rig::new();
    let (ids, generation) = rig.stable(2);
    let slow = Join { rebalance: 600_000, ..Join::of(&ids[0]) };
    let leader = rig.wait_join(slow);
    let newcomer = rig.wait_join(Join::default().version(3));
    for _ in 0..37 {
        rig.pass(8_000);
        assert_eq!(rig.heartbeat(&ids[1], generation), ErrorCode::REBALANCE_IN_PROGRESS);
    }
    assert!(rig.joined(newcomer).is_none());
    rig.pass(4_000);
    let gone = rig.joined(newcomer).unwrap();
    assert_eq!(ErrorCode(gone.error_code), ErrorCode::UNKNOWN_MEMBER_ID);
    let other = rig.begin_join(Join::of(&ids[1]));
    rig.settle(&[leader, other]);
}

#[test]
fn version_0_takes_the_session_for_the_rebalance_timeout() {
    let mut rig = Rig::new();
    rig.join(Join::default().version(0));
    assert_eq!(rig.group().rebalance_timeout(), Duration::from_secs(10));
    rig.begin_join(Join { rebalance: -1, ..Join::default().version(3) });
    assert_eq!(rig.group().rebalance_timeout(), Duration::from_secs(10));
}

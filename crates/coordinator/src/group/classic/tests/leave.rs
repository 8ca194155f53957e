//! Leaving, and what it means for those who stay. O-GRP-3.

use super::*;

#[test]
fn a_leaver_makes_the_others_rejoin() {
    let mut rig = Rig::new();
    let (ids, generation) = rig.stable(2);
    assert_eq!(rig.leave(&ids[0], None), OK);
    assert_eq!(rig.heartbeat(&ids[1], generation), ErrorCode::REBALANCE_IN_PROGRESS);
    let ticket = rig.begin_join(Join::of(&ids[1]));
    assert_eq!(rig.settle(&[ticket]), (vec![ids[1].clone()], generation + 1));
    assert_eq!(rig.leave(&ids[1], None), OK);
    assert_eq!((rig.phase(), rig.last.len()), (Phase::Empty, 1));
    assert_eq!(rig.leave(&ids[1], None), ErrorCode::UNKNOWN_MEMBER_ID);
}

#[test]
fn several_leave_at_once_each_with_its_own_answer() {
    let mut rig = Rig::new();
    let instances = ["i", "j", "k"];
    let tickets = instances.map(|instance| rig.begin_join(Join::of_static(instance, "")));
    rig.pass(0);
    let again: Vec<_> = tickets
        .iter()
        .zip(instances)
        .filter_map(|(ticket, instance)| Some((rig.joined(*ticket)?.member_id, instance)))
        .collect();
    let id = again[0].0.clone();
    let response = rig.leave_all(&[
        ("", Some("zz")),
        ("", None),
        ("", Some("j")),
        (&id, Some("i")),
        (&id, Some("i")),
        ("nobody", None),
        ("nobody", Some("k")),
    ]);
    let codes: Vec<_> = response.members.iter().map(|m| ErrorCode(m.error_code)).collect();
    let unknown = ErrorCode::UNKNOWN_MEMBER_ID;
    let fenced = ErrorCode::FENCED_INSTANCE_ID;
    assert_eq!(codes, [unknown, unknown, OK, OK, unknown, unknown, fenced]);
    assert_eq!(response.error_code, 0);
    assert_eq!(response.members[2].group_instance_id.as_deref(), Some("j"));
}

#[test]
fn who_leaves_while_its_request_waits_is_answered() {
    let mut rig = Rig::new();
    let (ids, _) = rig.stable(3);
    let tickets: Vec<_> = ids.iter().map(|id| rig.begin_join(Join::of(id))).collect();
    tickets.iter().for_each(|ticket| assert!(rig.joined(*ticket).is_some()));
    let syncing = rig.begin_sync(&ids[2], 2, &[]);
    assert_eq!(rig.leave(&ids[2], None), OK);
    let unknown = ErrorCode::UNKNOWN_MEMBER_ID;
    assert_eq!(ErrorCode(rig.synced(syncing).unwrap().error_code), unknown);
    let joining = rig.wait_join(Join::of(&ids[1]));
    assert_eq!(rig.leave(&ids[1], None), OK);
    let answer = rig.joined(joining).unwrap();
    assert_eq!((ErrorCode(answer.error_code), &*answer.member_id), (unknown, ""));
}

#[test]
fn a_group_whose_first_members_leave_during_the_delay_ends_empty() {
    let mut rig = Rig::with(|_| {});
    let id = rig.member_id();
    rig.wait_join(Join::of(&id));
    assert_eq!(rig.leave(&id, None), OK);
    assert_eq!(rig.phase(), Phase::PreparingRebalance);
    // Another one may come, with other protocols too.
    assert_eq!(rig.join_error(Join::default().offering(&["x"])), ErrorCode::MEMBER_ID_REQUIRED);
    rig.pass(3_000);
    assert_eq!((rig.phase(), rig.group().generation), (Phase::Empty, 1));
}

#[test]
fn o_grp_3a_a_half_joined_member_does_not_wedge_the_group() {
    let mut rig = Rig::with(|_| {});
    let short = |join: Join| Join { session: 6_000, ..join.version(4) };
    let id = rig.join(short(Join::default())).member_id;
    let ticket = rig.wait_join(short(Join::of(&id)));
    rig.pass(3_000);
    rig.settle(&[ticket]);
    // The second asks for a member id and is never heard of again; the first falls silent.
    assert_eq!(rig.join_error(short(Join::default())), ErrorCode::MEMBER_ID_REQUIRED);
    rig.pass(6_000);
    assert_eq!((rig.phase(), rig.describe().members.len()), (Phase::Empty, 0));
    let third = rig.join(short(Join::default())).member_id;
    let ticket = rig.wait_join(short(Join::of(&third)));
    rig.pass(3_000);
    rig.settle(&[ticket]);
}

#[test]
fn o_grp_3b_a_leaver_ends_the_join_phase() {
    let mut rig = Rig::new();
    let (ids, _) = rig.stable(2);
    let newcomer = rig.member_id();
    let c = rig.wait_join(Join::of(&newcomer));
    let a = rig.wait_join(Join::of(&ids[0]));
    assert_eq!(rig.leave(&ids[1], None), OK);
    rig.settle(&[a, c]);
}

#[test]
fn o_grp_3c_a_dead_member_ends_the_join_phase_with_its_session() {
    let mut rig = Rig::new();
    let (ids, _) = rig.stable(2);
    let newcomer = rig.member_id();
    let c = rig.wait_join(Join::of(&newcomer));
    let a = rig.wait_join(Join::of(&ids[0]));
    rig.pass(9_999);
    assert!(rig.joined(a).is_none());
    rig.pass(1);
    rig.settle(&[a, c]);
}

#[test]
fn a_join_phase_waits_for_member_ids_that_were_handed_out() {
    let mut rig = Rig::new();
    let (ids, _) = rig.stable(1);
    let id = rig.member_id();
    let leader = rig.wait_join(Join::of(&ids[0]));
    assert_eq!(rig.leave(&id, None), OK);
    rig.settle(&[leader]);
    rig.member_id();
    let leader = rig.wait_join(Join::of(&ids[0]));
    rig.pass(10_000);
    rig.settle(&[leader]);
}

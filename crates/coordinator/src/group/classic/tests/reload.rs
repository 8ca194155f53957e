//! A coordinator that starts, and steps that are undone.

use super::*;

impl Rig {
    /// The broker starts again: what waited is lost.
    fn restart(&mut self) {
        self.machine = self.replayed();
        self.replies.clear();
        let step = self.machine.activate(self.now);
        self.keep(step);
    }
}

#[test]
fn members_have_their_session_again_after_a_start() {
    let mut rig = Rig::new();
    let (ids, generation) = rig.stable(2);
    rig.pass(9_000);
    rig.restart();
    rig.pass(9_000);
    assert_eq!(rig.heartbeat(&ids[0], generation), OK);
    rig.pass(1_000);
    assert_eq!(rig.heartbeat(&ids[0], generation), ErrorCode::REBALANCE_IN_PROGRESS);
    assert_eq!(rig.heartbeat(&ids[1], generation), ErrorCode::UNKNOWN_MEMBER_ID);
}

#[test]
fn a_rebalance_that_was_not_over_begins_again_after_a_start() {
    let mut rig = Rig::new();
    let (ids, generation) = rig.stable(2);
    let newcomer = rig.wait_join(Join::default().version(3));
    rig.restart();
    assert!(rig.joined(newcomer).is_none());
    assert_eq!((rig.phase(), rig.group().members.len()), (Phase::Stable, 2));
    // A follower that comes again with what it had is told the old generation.
    assert_eq!(rig.join(Join::of(&ids[1])).generation_id, generation);
    let leader = rig.wait_join(Join::of(&ids[0]));
    let follower = rig.begin_join(Join::of(&ids[1]));
    rig.settle(&[leader, follower]);
}

#[test]
fn a_group_above_the_limit_rebalances_after_a_start() {
    let mut rig = Rig::new();
    let (ids, generation) = rig.stable(3);
    rig.settings.classic_max_size = 2;
    rig.restart();
    assert_eq!(rig.heartbeat(&ids[0], generation), ErrorCode::REBALANCE_IN_PROGRESS);
    let tickets = [rig.wait_join(Join::of(&ids[0])), rig.wait_join(Join::of(&ids[1]))];
    assert_eq!(rig.join_error(Join::of(&ids[2])), ErrorCode::GROUP_MAX_SIZE_REACHED);
    rig.pass(60_000);
    rig.settle(&tickets);
}

#[test]
fn a_step_that_could_not_be_written_is_undone() {
    let mut rig = Rig::new();
    let (ids, _) = rig.stable(2);
    let tickets = ids.iter().map(|id| rig.begin_join(Join::of(id))).collect::<Vec<_>>();
    tickets.into_iter().for_each(|ticket| assert!(rig.joined(ticket).is_some()));
    let follower = rig.begin_sync(&ids[1], 2, &[]);
    let before = rig.machine.state().clone();
    let written = rig.log.len();
    let leader = rig.begin_sync(&ids[0], 2, &[(&ids[0], "a"), (&ids[1], "b")]);
    // The append failed: all who got an answer by it got an error instead.
    rig.log.truncate(written);
    rig.machine.restore(before, &[follower, leader], rig.now);
    rig.replies.clear();
    rig.check_counts();
    assert_eq!(rig.phase(), Phase::CompletingRebalance);
    let follower = rig.begin_sync(&ids[1], 2, &[]);
    assert_eq!(rig.sync(&ids[0], 2, &[(&ids[1], "c")]).0, OK);
    assert_eq!(rig.synced(follower).unwrap().assignment, "c");
}

#[test]
fn who_lost_its_join_by_an_undone_step_is_not_waited_for_for_ever() {
    let mut rig = Rig::with(|_| {});
    let id = rig.member_id();
    let known = rig.wait_join(Join::of(&id));
    let unknown = rig.wait_join(Join::default().version(3));
    let state = rig.machine.state().clone();
    rig.machine.restore(state, &[unknown], rig.now);
    rig.check_counts();
    assert_eq!(rig.group().awaiting, 1);
    // The delay runs again from the start, and is extended as before.
    rig.pass(5_999);
    assert!(rig.joined(known).is_none());
    rig.pass(1);
    assert_eq!(rig.settle(&[known]).0, [id]);
}

#[test]
fn deadlines_are_armed_for_every_phase() {
    let mut rig = Rig::new();
    let check = |rig: &mut Rig, deadlines: usize| {
        let state = rig.machine.state().clone();
        assert_eq!(rig.machine.deadlines.len(), deadlines, "{:?}", rig.phase());
        rig.machine.restore(state, &[], rig.now);
        assert_eq!(rig.machine.deadlines.len(), deadlines, "{:?}", rig.phase());
    };
    // Always there: the look for old offsets.
    let ids = [rig.member_id(), rig.member_id()];
    check(&mut rig, 1 + 2);
    let first = rig.begin_join(Join::of(&ids[0]));
    check(&mut rig, 1 + 1 + 1 + 1);
    let second = rig.begin_join(Join::of(&ids[1]));
    rig.pass(0);
    assert!(rig.joined(first).is_some() && rig.joined(second).is_some());
    check(&mut rig, 1 + 2 + 1);
    let leader = rig.group().leader.clone().unwrap();
    rig.sync(&leader, 1, &[]);
    check(&mut rig, 1 + 2 + 1);
    let other = ids.iter().find(|id| **id != *leader).unwrap();
    rig.sync(other, 1, &[]);
    check(&mut rig, 1 + 2);
    rig.wait_join(Join::of(&leader));
    check(&mut rig, 1 + 2 + 1);
}

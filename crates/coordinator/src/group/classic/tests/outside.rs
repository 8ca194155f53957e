//! What others ask of the group: commits, deletion, age of offsets; DescribeGroups and ListGroups.

use super::super::super::{Aging, Committer};
use super::*;
use moldau_protocol::messages::ListGroupsRequest;

fn by(member: &str, epoch: i32) -> Committer<'_> {
    Committer { member, instance: None, epoch, transactional: false, version: 8 }
}

#[test]
fn o_grp_1_who_may_commit() {
    let unknown = Err(ErrorCode::UNKNOWN_MEMBER_ID);
    let old = Err(ErrorCode::ILLEGAL_GENERATION);
    let mut rig = Rig::new();
    let simple = ClassicGroup::simple(rig.now);
    assert_eq!(simple.validate_commit(by("", -1)), Ok(()));
    let (ids, generation) = rig.stable(1);
    let id = &ids[0];
    let check = |rig: &Rig, by: Committer<'_>, want| {
        assert_eq!(rig.group().validate_commit(by), want, "{by:?} {:?}", rig.phase());
    };
    check(&rig, by(id, generation), Ok(()));
    check(&rig, by("", -1), unknown);
    check(&rig, by("nobody", generation), unknown);
    check(&rig, by(id, generation - 1), old);
    check(&rig, by(id, -1), old);
    check(&rig, Committer { instance: Some("i"), ..by(id, generation) }, unknown);
    // A transaction of an older version says nothing of a member.
    let of_transaction = |by| Committer { transactional: true, ..by };
    check(&rig, of_transaction(by("", -1)), Ok(()));
    check(&rig, of_transaction(by("nobody", generation)), unknown);

    let ticket = rig.begin_join(Join::of(id));
    assert!(rig.joined(ticket).is_some());
    assert_eq!(rig.phase(), Phase::CompletingRebalance);
    check(&rig, by(id, generation + 1), Err(ErrorCode::REBALANCE_IN_PROGRESS));
    check(&rig, of_transaction(by(id, generation + 1)), Ok(()));
    check(&rig, by("", -1), unknown);

    rig.leave(id, None);
    assert_eq!(rig.phase(), Phase::Empty);
    check(&rig, Committer { instance: Some("i1"), ..by("", -1) }, Ok(()));
    check(&rig, by("nobody", -1), Ok(()));
    check(&rig, by("", 0), unknown);
    check(&rig, by(id, generation), unknown);
}

#[test]
fn a_commit_shows_that_a_member_lives_unless_the_leader_assigns() {
    let mut rig = Rig::new();
    let (ids, generation) = rig.stable(1);
    let name: Arc<str> = "g".into();
    for _ in 0..3 {
        rig.pass(9_000);
        rig.machine.heard_of(&name, &ids[0], rig.now);
        rig.machine.heard_of(&name, "nobody", rig.now);
        rig.machine.heard_of(&"other".into(), &ids[0], rig.now);
    }
    assert_eq!(rig.heartbeat(&ids[0], generation), OK);
    let ticket = rig.begin_join(Join::of(&ids[0]));
    assert!(rig.joined(ticket).is_some());
    rig.pass(9_000);
    rig.machine.heard_of(&name, &ids[0], rig.now);
    rig.pass(1_000);
    assert_eq!(rig.heartbeat(&ids[0], generation + 1), ErrorCode::UNKNOWN_MEMBER_ID);
}

/// A group in each state: of consumers that read `t`, or of another kind.
fn in_each_state(kind: &'static str, mut check: impl FnMut(&Rig, Phase)) {
    let mut rig = Rig::with(|_| {});
    let ticket = rig.begin_join(Join { kind, ..Join::default() }.version(3));
    check(&rig, Phase::PreparingRebalance);
    rig.pass(3_000);
    let id = rig.joined(ticket).unwrap().member_id;
    check(&rig, Phase::CompletingRebalance);
    let request = Rig::sync_request(&id, 1, &[(&id, "x")]);
    rig.send(Command::Sync { request, version: 0 });
    let request =
        SyncGroupRequest { protocol_type: None, ..Rig::sync_request(&id, 1, &[(&id, "x")]) };
    rig.send(Command::Sync { request, version: 0 });
    check(&rig, Phase::Stable);
    rig.leave(&id, None);
    check(&rig, Phase::Empty);
}

#[test]
fn what_may_be_deleted_when() {
    let not_empty = Err(ErrorCode::NON_EMPTY_GROUP);
    for kind in ["consumer", "connect"] {
        in_each_state(kind, |rig, phase| {
            let group = rig.group();
            assert_eq!(group.phase, phase);
            let empty = phase == Phase::Empty;
            assert_eq!(group.is_empty(), empty);
            assert_eq!(group.validate_delete(), if empty { Ok(()) } else { not_empty });
            let free = empty || kind == "consumer";
            assert_eq!(group.validate_offset_delete(), if free { Ok(()) } else { not_empty });
            assert_eq!(group.validate_fetch(Some("x"), 1), Ok(()));
            let reads = kind == "consumer" && phase != Phase::Empty;
            assert_eq!(group.is_subscribed_to("t"), reads, "{phase:?}");
            let other = kind == "consumer" && phase == Phase::PreparingRebalance;
            assert_eq!(group.is_subscribed_to("u"), other, "{phase:?}");
        });
    }
}

#[test]
fn how_offsets_age() {
    let now = Time(1_003_000);
    in_each_state("consumer", |rig, phase| {
        let aging = match phase {
            Phase::Empty => Aging::Since(now),
            Phase::Stable => Aging::UnlessSubscribed,
            _ => Aging::Never,
        };
        assert_eq!(rig.group().aging(), aging);
    });
    in_each_state("connect", |rig, phase| {
        let aging = if phase == Phase::Empty { Aging::Since(now) } else { Aging::Never };
        assert_eq!(rig.group().aging(), aging);
    });
    assert_eq!(ClassicGroup::simple(now).aging(), Aging::SinceCommit);
}

#[test]
fn consumers_with_an_unreadable_subscription_are_taken_to_read_everything() {
    for bytes in [
        &[][..],
        &[0],
        &[0, 0, 0],
        &[0, 0, 0x7f, 0xff, 0xff, 0xff],
        &[0, 0, 0xff, 0xff, 0xff, 0xff],
    ] {
        let mut rig = Rig::new();
        let protocols = vec![("range", Bytes::copy_from_slice(bytes))];
        let id = rig.join(Join { protocols, ..Join::default() }.version(3)).member_id;
        rig.sync(&id, 1, &[]);
        assert!(rig.group().is_subscribed_to("whatever"));
        assert_eq!(rig.group().aging(), Aging::Never);
    }
}

#[test]
fn a_group_is_described_in_each_state() {
    in_each_state("consumer", |rig, phase| {
        for version in [0, 5, 6] {
            let found = super::super::describe(rig.machine.state(), "g", version);
            assert_eq!((found.error_code, &*found.error_message.unwrap_or_default()), (0, ""));
            assert_eq!((&*found.group_id, &*found.protocol_type), ("g", "consumer"));
            assert_eq!(found.group_state, phase.name());
            let stable = phase == Phase::Stable;
            assert_eq!(found.protocol_data, if stable { "range" } else { "" });
            assert_eq!(found.members.len(), usize::from(phase != Phase::Empty));
            if let Some(member) = found.members.first() {
                assert_eq!((&*member.client_id, &*member.client_host), ("c", "/127.0.0.1"));
                let metadata = if stable { subscription(&["t"]) } else { Bytes::new() };
                assert_eq!(member.member_metadata, metadata);
                assert_eq!(member.member_assignment, if stable { "x" } else { "" });
            }
        }
    });
}

#[test]
fn what_is_not_a_classic_group_is_dead() {
    let mut rig = Rig::new();
    let consumer = Group::Consumer(super::super::super::consumer::ConsumerGroup::default());
    rig.machine.state.groups.insert("c".into(), Arc::new(consumer));
    for (name, text) in [("x", "Group x not found."), ("c", "Group c is not a classic group.")] {
        for version in 0..=6 {
            let found = super::super::describe(rig.machine.state(), name, version);
            assert_eq!((&*found.group_id, &*found.group_state), (name, "Dead"));
            let code = if version == 6 { ErrorCode::GROUP_ID_NOT_FOUND } else { OK };
            assert_eq!(ErrorCode(found.error_code), code);
            assert_eq!(found.error_message.as_deref(), (version == 6).then_some(text));
        }
    }
}

#[test]
fn groups_are_listed_by_state_and_type() {
    let mut rig = Rig::new();
    rig.stable(1);
    rig.begin_join(Join { group: "half", ..Join::default() });
    let consumer = Group::Consumer(super::super::super::consumer::ConsumerGroup::default());
    rig.machine.state.groups.insert("new".into(), Arc::new(consumer));
    let check = |states: &[&str], types: &[&str], want: &[&str]| {
        let owned = |filter: &[&str]| filter.iter().map(|name| (*name).to_owned()).collect();
        let request = ListGroupsRequest {
            states_filter: owned(states),
            types_filter: owned(types),
            ..ListGroupsRequest::default()
        };
        let listed = super::super::list(rig.machine.state(), &request);
        let mut names: Vec<&str> = listed.iter().map(|group| &*group.group_id).collect();
        names.sort_unstable();
        assert_eq!(names, want, "{states:?} {types:?}");
    };
    check(&[], &[], &["g", "half", "new"]);
    check(&["Stable"], &[], &["g"]);
    check(&[" stable ", "STABLE"], &[], &["g"]);
    check(&["Empty"], &["classic"], &["half"]);
    check(&["empty", "stable"], &["Classic", "CONSUMER"], &["g", "half", "new"]);
    check(&[], &["consumer"], &["new"]);
    check(&["nonsense"], &[], &[]);
    check(&[], &["nonsense"], &[]);
    check(&[], &[" classic"], &[]);
    let listed = super::super::list(rig.machine.state(), &ListGroupsRequest::default());
    let mut shown: Vec<_> = listed
        .iter()
        .map(|g| (&*g.group_id, &*g.protocol_type, &*g.group_state, &*g.group_type))
        .collect();
    shown.sort_unstable();
    assert_eq!(
        shown[..2],
        [("g", "consumer", "Stable", "classic"), ("half", "", "Empty", "classic")]
    );
}

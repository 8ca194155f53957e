//! Who may join, and with what.

use super::*;

#[test]
fn a_request_that_cannot_be_right_is_refused() {
    let mut rig = Rig::new();
    let check = |rig: &mut Rig, join: Join, error: ErrorCode| {
        let member = join.member.clone();
        let response = rig.join(join);
        assert_eq!(ErrorCode(response.error_code), error);
        assert_eq!(response.member_id, member);
        assert!(rig.last.is_empty());
    };
    check(&mut rig, Join { group: "", ..Join::of("x") }, ErrorCode::INVALID_GROUP_ID);
    for session in [i32::MIN, -1, 0, 5_999, 1_800_001, i32::MAX] {
        check(&mut rig, Join { session, ..Join::of("x") }, ErrorCode::INVALID_SESSION_TIMEOUT);
    }
    check(&mut rig, Join::of("x"), ErrorCode::UNKNOWN_MEMBER_ID);
    check(&mut rig, Join::of_static("i", "x"), ErrorCode::UNKNOWN_MEMBER_ID);
    assert!(rig.machine.state().groups.is_empty());
    assert_eq!(rig.heartbeat("x", 0), ErrorCode::UNKNOWN_MEMBER_ID);
    assert_eq!(rig.leave("x", None), ErrorCode::UNKNOWN_MEMBER_ID);
    assert_eq!(rig.sync("x", 0, &[]).0, ErrorCode::UNKNOWN_MEMBER_ID);
}

#[test]
fn a_group_without_a_name_is_refused_by_all() {
    let mut rig = Rig::new();
    let empty = String::new;
    let heartbeat =
        Command::Heartbeat(HeartbeatRequest { group_id: empty(), ..Default::default() });
    let leave = Command::Leave(LeaveGroupRequest { group_id: empty(), ..Default::default() });
    let sync = SyncGroupRequest { group_id: empty(), ..Default::default() };
    let code = ErrorCode::INVALID_GROUP_ID.0;
    for command in [heartbeat, leave, Command::Sync { request: sync, version: 0 }] {
        let ticket = rig.send(command);
        match rig.replies.remove(&ticket) {
            Some(Reply::Heartbeat(response)) => assert_eq!(response.error_code, code),
            Some(Reply::Leave(response)) => assert_eq!(response.error_code, code),
            Some(Reply::Sync(response)) => assert_eq!(response.error_code, code),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn protocols_must_fit_the_group() {
    let check = |kind: &'static str, names: &[&'static str], error: ErrorCode| {
        let mut rig = Rig::new();
        rig.stable(1);
        let join = Join { kind, ..Join::default() }.offering(names);
        assert_eq!(rig.join_error(join), error);
    };
    check("consumer", &["range"], ErrorCode::MEMBER_ID_REQUIRED);
    check("consumer", &["sticky", "range"], ErrorCode::MEMBER_ID_REQUIRED);
    check("consumer", &["sticky"], ErrorCode::INCONSISTENT_GROUP_PROTOCOL);
    check("consumer", &[], ErrorCode::INCONSISTENT_GROUP_PROTOCOL);
    check("connect", &["range"], ErrorCode::INCONSISTENT_GROUP_PROTOCOL);
    check("", &["range"], ErrorCode::INCONSISTENT_GROUP_PROTOCOL);
}

#[test]
fn a_new_group_needs_some_protocol() {
    for (kind, names) in [("", &["range"][..]), ("consumer", &[])] {
        let mut rig = Rig::new();
        let join = Join { kind, ..Join::default() }.offering(names);
        assert_eq!(rig.join_error(join), ErrorCode::INCONSISTENT_GROUP_PROTOCOL);
        // As in Kafka, the group is there now.
        assert_eq!((rig.last.len(), rig.phase()), (1, Phase::Empty));
    }
}

#[test]
fn member_ids_are_handed_out_from_version_4_on() {
    for version in 0..=3 {
        let mut rig = Rig::new();
        let response = rig.join(Join::default().version(version));
        assert_eq!((ErrorCode(response.error_code), response.generation_id), (OK, 1));
        assert_eq!(response.member_id, "c-00112233-4455-6677-0000-000000000001");
        assert_eq!(response.leader, response.member_id);
    }
    for version in 4..=9 {
        let mut rig = Rig::new();
        let response = rig.join(Join::default().version(version));
        assert_eq!(ErrorCode(response.error_code), ErrorCode::MEMBER_ID_REQUIRED);
        assert_eq!(response.member_id, "c-00112233-4455-6677-0000-000000000001");
        let response = rig.join(Join::of(&response.member_id).version(version));
        assert_eq!((ErrorCode(response.error_code), response.generation_id), (OK, 1));
        assert_eq!(response.members.len(), 1);
        assert_eq!(response.members[0].metadata, subscription(&["t"]));
        assert_eq!(response.protocol_name.as_deref(), Some("range"));
        assert_eq!(response.protocol_type.as_deref(), Some("consumer"));
    }
}

#[test]
fn an_unused_member_id_is_forgotten_after_its_session() {
    let mut rig = Rig::new();
    let id = rig.member_id();
    rig.pass(9_999);
    assert_eq!(rig.group().pending.len(), 1);
    rig.pass(1);
    assert_eq!(rig.group().pending.len(), 0);
    assert_eq!(rig.join_error(Join::of(&id)), ErrorCode::UNKNOWN_MEMBER_ID);
}

#[test]
fn a_member_id_that_was_handed_out_can_be_given_back() {
    let mut rig = Rig::new();
    let id = rig.member_id();
    assert_eq!(rig.leave(&id, None), OK);
    assert_eq!(rig.leave(&id, None), ErrorCode::UNKNOWN_MEMBER_ID);
    assert!(rig.group().is_simple());
}

#[test]
fn a_handed_out_id_is_not_for_a_static_member() {
    let mut rig = Rig::new();
    let id = rig.member_id();
    assert_eq!(rig.join_error(Join::of_static("i", &id)), ErrorCode::UNKNOWN_SERVER_ERROR);
}

#[test]
fn a_group_keeps_a_bounded_number_of_unused_member_ids() {
    let mut rig = Rig::new();
    let first = rig.member_id();
    rig.pass(1);
    for _ in 0..super::super::MAX_PENDING {
        let call = rig.call();
        let request = Join::default().request();
        let client = Client::default();
        rig.machine.decide(Command::Join { request, version: 9, client }, call).unwrap();
    }
    assert_eq!(rig.group().pending.len(), super::super::MAX_PENDING);
    assert!(!rig.group().pending.contains_key(&*first));
    assert_eq!(rig.machine.deadlines.len(), super::super::MAX_PENDING + 1);
}

#[test]
fn a_full_group_takes_nobody_new() {
    let mut rig = Rig::with(|settings| {
        settings.classic_initial_delay = Duration::ZERO;
        settings.classic_max_size = 2;
    });
    let (ids, generation) = rig.stable(2);
    let response = rig.join(Join::default());
    assert_eq!(ErrorCode(response.error_code), ErrorCode::GROUP_MAX_SIZE_REACHED);
    assert_eq!(response.member_id, "");
    assert_eq!(rig.join_error(Join::of_static("i", "")), ErrorCode::GROUP_MAX_SIZE_REACHED);
    // Members still come back.
    assert_eq!(rig.heartbeat(&ids[1], generation), OK);
    let leader = rig.wait_join(Join::of(&ids[0]));
    let follower = rig.begin_join(Join::of(&ids[1]));
    rig.settle(&[leader, follower]);
}

#[test]
fn the_last_to_join_are_left_out_when_the_limit_was_lowered() {
    let mut rig = Rig::new();
    let (ids, _) = rig.stable(3);
    rig.settings.classic_max_size = 2;
    rig.send(Command::NewSettings(Arc::new(rig.settings.clone())));
    let tickets = [rig.wait_join(Join::of(&ids[0])), rig.wait_join(Join::of(&ids[1]))];
    assert_eq!(rig.join_error(Join::of(&ids[2])), ErrorCode::GROUP_MAX_SIZE_REACHED);
    assert_eq!(rig.group().members.len(), 2);
    rig.pass(60_000);
    let (left, _) = rig.settle(&tickets);
    assert_eq!(left.len(), 2);
}

#[test]
fn a_protocol_that_a_member_names_twice_counts_once() {
    let mut rig = Rig::new();
    let one = rig.join(Join::default().version(3).offering(&["x", "x"]));
    assert_eq!((one.error_code, one.protocol_name.as_deref()), (0, Some("x")));
    assert_eq!(rig.join_error(Join::default().offering(&["x"])), ErrorCode::MEMBER_ID_REQUIRED);
}

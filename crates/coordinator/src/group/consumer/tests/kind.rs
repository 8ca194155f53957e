//! What commits, fetches, deletions and ListGroups ask of a consumer group; describe; the hash.

use moldau_protocol::ErrorCode;
use moldau_protocol::ids::{PartitionIndex, TopicId, Uuid};
use moldau_protocol::messages::ConsumerGroupHeartbeatRequest;

use super::super::super::{Aging, Committer, Group};
use super::super::{describe, hash};
use super::rig::{GROUP, Rig, beating, id_of, joining, with_rack, with_topic};
use crate::machine::Machine;

fn group(rig: &Rig) -> &Group {
    rig.machine.state().groups.get(GROUP).unwrap()
}

fn by(member: &str, epoch: i32) -> Committer<'_> {
    Committer { member, instance: None, epoch, transactional: false, version: 9 }
}

#[test]
fn commits_are_for_members_of_the_epoch_or_of_what_they_have_had_since() {
    let mut rig = Rig::new();
    rig.join("a", &["t2"]);
    rig.join("b", &["t2"]);
    rig.beat("a", 2, &[(2, &[0, 1])]);
    rig.beat("a", 2, &[(2, &[0])]);
    rig.beat("b", 3, &[]);
    assert_eq!(rig.summary(), "Stable 3/3: a@3=[t2:0] b@3=[t2:1]");
    let stale = Err(ErrorCode::STALE_MEMBER_EPOCH);
    let unknown = Err(ErrorCode::UNKNOWN_MEMBER_ID);
    let group = group(&rig);
    let of = |committer: Committer<'_>| group.validate_commit(committer);
    assert_eq!(of(by("a", 3)), Ok(()));
    assert_eq!(of(by("a", 4)), stale);
    assert_eq!(of(by("x", 3)), unknown);
    assert_eq!(of(by("", -1)), unknown);
    assert_eq!(of(Committer { transactional: true, ..by("", -1) }), Ok(()));
    assert_eq!(of(Committer { transactional: true, ..by("a", 3) }), Ok(()));
    assert_eq!(of(Committer { version: 8, ..by("a", 3) }), Err(ErrorCode::UNSUPPORTED_VERSION));
    // `a` has partition 0 since epoch 2, `b` has 1 since epoch 3.
    let topic = TopicId(id_of(2));
    assert_eq!(of(by("a", 2)), Ok(()));
    let part =
        |committer, index| group.validate_commit_partition(committer, topic, PartitionIndex(index));
    assert_eq!((part(by("a", 3), 1), part(by("a", 2), 0)), (Ok(()), Ok(())));
    assert_eq!(
        (part(by("a", 2), 1), part(by("a", 1), 0), part(by("b", 2), 1)),
        (stale, stale, stale)
    );
    let fetch = |member, epoch| group.validate_fetch(member, epoch);
    assert_eq!(
        (fetch(None, -1), fetch(Some("a"), 3), fetch(Some("a"), 2)),
        (Ok(()), Ok(()), stale)
    );
    assert_eq!((fetch(Some("x"), 3), fetch(None, 3)), (unknown, unknown));
}

#[test]
fn a_group_is_deleted_only_when_it_is_empty() {
    let mut rig = Rig::new();
    rig.join("a", &["t2"]);
    let state = |rig: &Rig| {
        let group = group(rig);
        assert_eq!((group.protocol_type(), group.kind_name()), ("consumer", "consumer"));
        (
            group.state_name(),
            group.is_empty(),
            group.validate_delete(),
            group.is_subscribed_to("t2"),
        )
    };
    assert_eq!(state(&rig), ("Stable", false, Err(ErrorCode::NON_EMPTY_GROUP), true));
    assert_eq!(group(&rig).aging(), Aging::UnlessSubscribed);
    assert_eq!(group(&rig).validate_offset_delete(), Ok(()));
    let whole = group(&rig).tombstones(GROUP);
    rig.say(beating("a", -1));
    assert_eq!(state(&rig), ("Empty", true, Ok(()), false));
    // No committer at all, to a group without members.
    assert_eq!(group(&rig).validate_commit(by("", -1)), Ok(()));
    let mut machine = rig.replayed();
    let mut step = Default::default();
    for record in group(&rig).tombstones(GROUP) {
        machine.write(&mut step, record);
    }
    assert!(machine.state().groups.is_empty());
    // With members too, as when the group becomes a classic one.
    rig.join("a", &["t2"]);
    for record in whole {
        rig.machine.write(&mut step, record);
    }
    assert!(rig.machine.state().groups.is_empty());
}

#[test]
fn describe_tells_members_and_their_targets() {
    let mut rig = Rig::new();
    let joining = ConsumerGroupHeartbeatRequest {
        instance_id: Some("i".to_owned()),
        rack_id: Some("r".to_owned()),
        ..joining("a", &["t2"])
    };
    rig.say(joining);
    rig.join("b", &["t2"]);
    rig.beat("a", 2, &[(2, &[0, 1])]);
    let described = rig.describe();
    assert_eq!((described.error_code, &*described.group_state), (0, "Reconciling"));
    assert_eq!((described.group_epoch, described.assignment_epoch), (3, 3));
    assert_eq!(described.assignor_name, "uniform");
    let [a, b] = &described.members[..] else { panic!() };
    assert_eq!((a.instance_id.as_deref(), a.rack_id.as_deref()), (Some("i"), Some("r")));
    assert_eq!((&*a.client_id, &*a.client_host, a.member_type), ("c", "/127.0.0.1", 1));
    assert_eq!((a.member_epoch, b.member_epoch), (2, 3));
    // What is still to be given up counts as assigned.
    let of =
        |assignment: &moldau_protocol::messages::consumer_group_describe_response::Assignment| {
            let each = assignment.topic_partitions.iter();
            each.map(|topic| (topic.topic_name.clone(), topic.partitions.clone()))
                .collect::<Vec<_>>()
        };
    assert_eq!(of(&a.assignment), [("t2".to_owned(), vec![0, 1])]);
    assert_eq!(of(&a.target_assignment), [("t2".to_owned(), vec![0])]);
    assert_eq!(of(&b.target_assignment), [("t2".to_owned(), vec![1])]);
    let of_none = |name: &str| {
        let group = describe(rig.machine.state(), &rig.image, &rig.settings, name);
        (group.group_id, group.error_code, group.error_message)
    };
    let text = "Group h not found.".to_owned();
    assert_eq!(of_none("h"), ("h".to_owned(), 69, Some(text)));
    assert_eq!(of_none(""), (String::new(), 24, None));
}

/// Values by hash4j 0.22, which Kafka uses.
#[test]
fn the_hash_of_topics_is_kafkas() {
    let mut image = with_topic(&Default::default(), "foo", 3, 2);
    let of = |image: &_, names: &[&str]| hash::of_topics(image, names.iter().copied());
    assert_eq!(of(&image, &["foo"]), HASH_FOO);
    assert_eq!(of(&image, &["bar", "foo"]), HASH_FOO);
    image = with_rack(&image, "rack1");
    assert_eq!(of(&image, &["foo"]), HASH_FOO_RACK);
    image = with_topic(&image, "bar", 4, 1);
    assert_eq!(of(&image, &["bar", "foo"]), HASH_BOTH);
    assert_eq!(of(&image, &["missing"]), 0);
    assert_eq!(Uuid([3; 16]), id_of(3));
}

const HASH_FOO: i64 = -223_587_757_859_681_573;
const HASH_FOO_RACK: i64 = 6_486_690_140_727_606_267;
const HASH_BOTH: i64 = -5_514_522_329_295_789_517;

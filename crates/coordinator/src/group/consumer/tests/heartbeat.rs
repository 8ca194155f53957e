//! Joins, heartbeats and leaves by the consumer protocol, as members see them.

use std::time::Duration;

use moldau_protocol::messages::ConsumerGroupHeartbeatRequest;

use super::super::super::{Deadline, GroupRecord, GroupSettings};
use super::rig::{Rig, beating, joining, owned, with_setting, with_topic, without_topic};

/// Names of the records of the last step, and what matters of them.
fn last(rig: &Rig) -> String {
    let each = rig.last.iter().map(|record| match record {
        GroupRecord::Consumer(_, Some(value)) => format!("epoch {}", value.epoch),
        GroupRecord::ConsumerMember(key, Some(_)) => format!("member {}", key.member_id),
        GroupRecord::ConsumerMember(key, None) => format!("-member {}", key.member_id),
        GroupRecord::ConsumerTarget(_, Some(value)) => format!("target {}", value.assignment_epoch),
        GroupRecord::ConsumerTargetMember(key, Some(_)) => format!("target of {}", key.member_id),
        GroupRecord::ConsumerTargetMember(key, None) => format!("-target of {}", key.member_id),
        GroupRecord::ConsumerCurrent(key, Some(value)) => {
            format!("current {}@{}", key.member_id, value.member_epoch)
        }
        GroupRecord::ConsumerCurrent(key, None) => format!("-current {}", key.member_id),
        GroupRecord::ConsumerRegex(key, value) => {
            let sign = if value.is_some() { "" } else { "-" };
            format!("{sign}regex {}", key.regular_expression)
        }
        other => format!("{other:?}"),
    });
    each.collect::<Vec<_>>().join("; ")
}

#[test]
fn the_first_member_gets_everything_in_one_heartbeat() {
    let mut rig = Rig::new();
    assert_eq!(rig.join("a", &["t2", "missing"]), "2 [t2:0,1]");
    assert_eq!(last(&rig), "member a; epoch 2; target of a; target 2; current a@2");
    assert_eq!(rig.summary(), "Stable 2/2: a@2=[t2:0,1]");
    assert_eq!(rig.beat("a", 2, &[(2, &[0, 1])]), "2");
    assert_eq!(last(&rig), "");
    // The answer to the join was lost.
    assert_eq!(rig.join("a", &["t2", "missing"]), "2 [t2:0,1]");
    assert_eq!(last(&rig), "");
}

#[test]
fn partitions_move_only_after_they_were_given_up() {
    let mut rig = Rig::new();
    assert_eq!(rig.join("a", &["t2"]), "2 [t2:0,1]");
    assert_eq!(rig.join("b", &["t2"]), "3 []");
    assert_eq!(last(&rig), "member b; epoch 3; target of a; target of b; target 3; current b@3");
    assert_eq!(rig.summary(), "Reconciling 3/3: a@2=[t2:0,1] b@3=[]");
    // Told to give up one, keeps its epoch.
    assert_eq!(rig.beat("a", 2, &[(2, &[0, 1])]), "2 [t2:0]");
    assert!(rig.has_deadline(Deadline::ConsumerRebalance, "a"));
    assert_eq!(rig.beat("a", 2, &[(2, &[0, 1])]), "2");
    assert_eq!(rig.beat("b", 3, &[]), "3");
    // Done.
    assert_eq!(rig.beat("a", 2, &[(2, &[0])]), "3");
    assert!(!rig.has_deadline(Deadline::ConsumerRebalance, "a"));
    assert_eq!(rig.beat("b", 3, &[]), "3 [t2:1]");
    assert_eq!(rig.summary(), "Stable 3/3: a@3=[t2:0] b@3=[t2:1]");
    // A heartbeat without a list changes nothing; a full one is answered in full.
    assert_eq!(rig.say(beating("b", 3)), "3");
    let full = ConsumerGroupHeartbeatRequest { member_epoch: 3, ..joining("b", &["t2"]) };
    let full =
        ConsumerGroupHeartbeatRequest { topic_partitions: Some(owned(&[(2, &[1])])), ..full };
    assert_eq!(rig.say(full), "3 [t2:1]");
}

#[test]
fn epochs_that_are_not_the_members_are_fenced() {
    let mut rig = Rig::new();
    rig.join("a", &["t2"]);
    rig.join("b", &["t2"]);
    rig.beat("a", 2, &[(2, &[0, 1])]);
    rig.beat("a", 2, &[(2, &[0])]);
    // The last answer was lost: the epoch before is fine as long as nothing is owned that is not its.
    assert_eq!(rig.beat("a", 2, &[(2, &[0])]), "3");
    let smaller = "error 110: The consumer group member has a smaller member epoch (2) than the one \
                   known by the group coordinator (3). The member must abandon all its partitions and \
                   rejoin.";
    assert_eq!(rig.beat("a", 2, &[(2, &[0, 1])]), smaller);
    assert_eq!(rig.say(beating("a", 2)), smaller);
    assert_eq!(
        rig.beat("a", 4, &[]),
        "error 110: The consumer group member has a greater member epoch (4) than the one known by \
         the group coordinator (3). The member must abandon all its partitions and rejoin."
    );
    assert_eq!(rig.beat("x", 4, &[]), "error 25: Member x is not a member of group g.");
    let elsewhere = ConsumerGroupHeartbeatRequest { group_id: "h".to_owned(), ..beating("a", 3) };
    assert_eq!(rig.say(elsewhere), "error 69: Consumer group h not found.");
}

#[test]
fn bad_requests_are_refused_with_kafkas_texts() {
    let good = || joining("a", &["t1"]);
    type Change = fn(&mut ConsumerGroupHeartbeatRequest);
    let cases: [(Change, &str); 13] = [
        (|r| r.member_id = String::new(), "error 42: MemberId can't be empty."),
        (|r| r.group_id = " ".to_owned(), "error 42: GroupId can't be empty."),
        (|r| r.instance_id = Some(String::new()), "error 42: InstanceId can't be empty."),
        (|r| r.rack_id = Some(String::new()), "error 42: RackId can't be empty."),
        (
            |r| r.rebalance_timeout_ms = -1,
            "error 42: RebalanceTimeoutMs must be provided in first request.",
        ),
        (
            |r| r.topic_partitions = None,
            "error 42: TopicPartitions must be empty when (re-)joining.",
        ),
        (
            |r| r.topic_partitions = Some(owned(&[(1, &[0])])),
            "error 42: TopicPartitions must be empty when (re-)joining.",
        ),
        (
            |r| r.subscribed_topic_names = None,
            "error 42: Either SubscribedTopicNames or SubscribedTopicRegex must be non-null when \
             (re-)joining.",
        ),
        (|r| r.member_epoch = -2, "error 42: InstanceId can't be null."),
        (|r| r.member_epoch = -3, "error 42: MemberEpoch is invalid."),
        (
            |r| r.server_assignor = Some("best".to_owned()),
            "error 112: ServerAssignor best is not supported. Supported assignors: uniform, range.",
        ),
        (|r| r.member_epoch = -1, "error 69: Group g not found."),
        (
            |r| r.subscribed_topic_regex = Some("a[".to_owned()),
            "error 128: SubscribedTopicRegex `a[` is not a valid regular expression: missing closing ].",
        ),
    ];
    let mut rig = Rig::new();
    for (change, text) in cases {
        let mut request = good();
        change(&mut request);
        assert_eq!(rig.say(request), text);
        assert!(rig.machine.state.groups.is_empty() && rig.machine.deadlines.is_empty());
    }
}

#[test]
fn a_member_that_leaves_or_is_silent_or_slow_is_removed() {
    let mut rig = Rig::new();
    rig.join("a", &["t2"]);
    rig.join("b", &["t2"]);
    assert_eq!(rig.say(beating("b", -1)), "-1");
    assert_eq!(last(&rig), "-current b; -target of b; -member b; epoch 4");
    assert!(!rig.has_deadline(Deadline::ConsumerSession, "b"));
    // Silent for the session timeout.
    rig.wait(30_000);
    assert_eq!(rig.beat("a", 2, &[(2, &[0, 1])]), "4");
    rig.wait(44_999);
    assert_eq!(rig.summary(), "Stable 4/4: a@4=[t2:0,1]");
    rig.wait(1);
    assert_eq!(last(&rig), "-current a; -target of a; -member a; epoch 5; target 5");
    assert_eq!(rig.summary(), "Empty 5/5:");
    // The group goes on where it was; partitions that are not given up in time are taken.
    assert_eq!(rig.join("a", &["t2"]), "6 [t2:0,1]");
    assert_eq!(rig.join("b", &["t2"]), "7 []");
    assert_eq!(rig.beat("a", 6, &[(2, &[0, 1])]), "6 [t2:0]");
    rig.wait(4_000);
    assert_eq!(rig.beat("a", 6, &[(2, &[0, 1])]), "6");
    rig.wait(1_000);
    assert_eq!(rig.summary(), "Assigning 8/7: b@7=[]");
    assert_eq!(rig.beat("b", 7, &[]), "8 [t2:0,1]");
    assert_eq!(rig.beat("a", 6, &[(2, &[0])]), "error 25: Member a is not a member of group g.");
}

#[test]
fn a_static_member_keeps_its_partitions_while_it_is_away() {
    let of = |member: &str, epoch| ConsumerGroupHeartbeatRequest {
        instance_id: Some("i".to_owned()),
        member_epoch: epoch,
        ..if epoch == 0 { joining(member, &["t2"]) } else { beating(member, epoch) }
    };
    let mut rig = Rig::new();
    assert_eq!(rig.say(of("a", 0)), "2 [t2:0,1]");
    let unreleased = "error 111: Static member b with instance id i cannot join the group because the \
                      instance id is owned by a member.";
    assert_eq!(rig.say(of("b", 0)), unreleased);
    assert_eq!(
        rig.say(of("b", 2)),
        "error 82: Static member b with instance id i was fenced by member a."
    );
    rig.wait(10_000);
    assert_eq!(rig.say(of("a", -2)), "-2");
    assert_eq!(last(&rig), "current a@-2");
    assert_eq!(rig.summary(), "Reconciling 2/2: a@-2=[t2:0,1]");
    assert_eq!(rig.say(of("b", 0)), "2 [t2:0,1]");
    assert_eq!(
        last(&rig),
        "-current a; -target of a; -member a; member b; target of b; current b@0; current b@2"
    );
    assert_eq!(rig.summary(), "Stable 2/2: b@2=[t2:0,1]");
    assert_eq!(
        rig.say(of("a", 2)),
        "error 82: Static member a with instance id i was fenced by member b."
    );
    // The one before is not heard of again when its session would have been over.
    rig.wait(40_000);
    assert_eq!(rig.summary(), "Stable 2/2: b@2=[t2:0,1]");
    assert_eq!(rig.say(of("b", -2)), "-2");
    rig.wait(45_000);
    assert_eq!(rig.summary(), "Empty 3/3:");
    let stranger =
        ConsumerGroupHeartbeatRequest { instance_id: Some("j".to_owned()), ..beating("b", -2) };
    assert_eq!(rig.say(stranger), "error 25: Instance id j is unknown.");
}

#[test]
fn a_full_group_takes_nobody_in_but_members() {
    let settings = GroupSettings { consumer_max_size: 1, ..Default::default() };
    let mut rig = Rig::with(settings);
    assert_eq!(rig.join("a", &["t1"]), "2 [t1:0]");
    assert_eq!(
        rig.join("b", &["t1"]),
        "error 81: The consumer group has reached its maximum capacity of 1 members."
    );
    assert_eq!(rig.join("a", &["t1"]), "2 [t1:0]");
}

#[test]
fn targets_are_no_more_frequent_than_the_interval() {
    let settings = GroupSettings {
        consumer_assignment_interval: Duration::from_millis(1_000),
        ..Default::default()
    };
    let mut rig = Rig::with(settings);
    assert_eq!(rig.join("a", &["t2"]), "2 [t2:0,1]");
    rig.wait(999);
    assert_eq!(rig.join("b", &["t2"]), "2 []");
    assert_eq!(rig.summary(), "Assigning 3/2: a@2=[t2:0,1] b@2=[]");
    assert_eq!(rig.beat("a", 2, &[(2, &[0, 1])]), "2");
    rig.wait(1);
    assert_eq!(rig.beat("a", 2, &[(2, &[0, 1])]), "2 [t2:0]");
    // A setting of the group overrides it.
    rig.metadata(with_setting(&rig.image, "consumer.assignment.interval.ms", "0"));
    assert_eq!(rig.join("c", &["t2"]), "4 []");
}

#[test]
fn members_follow_the_topics() {
    let mut rig = Rig::new();
    assert_eq!(rig.join("a", &["t1", "t9"]), "2 [t1:0]");
    // Nothing of the group.
    rig.metadata(with_topic(&rig.image, "t8", 8, 1));
    assert_eq!(rig.beat("a", 2, &[(1, &[0])]), "2");
    assert_eq!(last(&rig), "");
    rig.metadata(with_topic(&rig.image, "t9", 9, 1));
    assert_eq!(rig.beat("a", 2, &[(1, &[0])]), "3 [t1:0 t9:0]");
    rig.metadata(with_topic(&rig.image, "t1", 1, 2));
    assert_eq!(rig.beat("a", 3, &[(1, &[0]), (9, &[0])]), "4 [t1:0,1 t9:0]");
    rig.metadata(without_topic(&rig.image, 9));
    assert_eq!(rig.beat("a", 4, &[(1, &[0, 1]), (9, &[0])]), "4 [t1:0,1]");
    assert_eq!(rig.beat("a", 4, &[(1, &[0, 1])]), "5");
    // Another subscription.
    let other = ConsumerGroupHeartbeatRequest {
        subscribed_topic_names: Some(vec!["t2".to_owned()]),
        topic_partitions: Some(owned(&[(1, &[0, 1])])),
        ..beating("a", 5)
    };
    assert_eq!(rig.say(other), "5 []");
    assert_eq!(rig.beat("a", 5, &[]), "6 [t2:0,1]");
}

#[test]
fn a_new_subscription_takes_effect_before_the_next_target() {
    let settings = GroupSettings {
        consumer_assignment_interval: Duration::from_millis(1_000),
        ..Default::default()
    };
    let mut rig = Rig::with(settings);
    assert_eq!(rig.join("a", &["t1", "t2"]), "2 [t1:0 t2:0,1]");
    let fewer = ConsumerGroupHeartbeatRequest {
        subscribed_topic_names: Some(vec!["t1".to_owned()]),
        topic_partitions: Some(owned(&[(1, &[0]), (2, &[0, 1])])),
        ..beating("a", 2)
    };
    assert_eq!(rig.say(fewer), "2 [t1:0]");
    assert_eq!(rig.beat("a", 2, &[(1, &[0])]), "2");
    rig.wait(1_000);
    assert_eq!(rig.beat("a", 2, &[(1, &[0])]), "3");
}

#[test]
fn the_assignor_is_what_most_members_ask_for() {
    let with = |member: &str, assignor: Option<&str>| ConsumerGroupHeartbeatRequest {
        server_assignor: assignor.map(str::to_owned),
        ..joining(member, &["t3", "t5"])
    };
    let mut rig = Rig::new();
    rig.say(with("a", Some("range")));
    assert_eq!(rig.describe().assignor_name, "range");
    rig.say(with("b", None));
    assert_eq!(rig.describe().assignor_name, "range");
    rig.say(beating("a", -1));
    assert_eq!(rig.describe().assignor_name, "uniform");
}

#[test]
fn version_0_lets_the_server_make_the_id() {
    use super::super::super::{Client, Command, Reply};
    let mut rig = Rig::new();
    let request = joining("", &["t1"]);
    let reply =
        rig.run(Command::ConsumerHeartbeat { request, version: 0, client: Client::default() });
    let Some(Reply::ConsumerHeartbeat(reply)) = reply else { panic!() };
    let id = reply.member_id.unwrap();
    assert_eq!(id.len(), 22);
    assert_eq!(rig.beat(&id, 2, &[(1, &[0])]), "2");
}

#[test]
fn a_machine_that_read_the_log_goes_on() {
    use crate::machine::Machine;
    let mut rig = Rig::new();
    rig.join("a", &["t2"]);
    rig.join("b", &["t2"]);
    rig.beat("a", 2, &[(2, &[0, 1])]);
    let mut machine = rig.replayed();
    machine.activate(rig.now);
    rig.machine = machine;
    assert!(rig.has_deadline(Deadline::ConsumerRebalance, "a"));
    assert!(rig.has_deadline(Deadline::ConsumerSession, "b"));
    assert_eq!(rig.beat("b", 3, &[]), "3");
    assert_eq!(rig.beat("a", 2, &[(2, &[0])]), "3");
    assert_eq!(rig.beat("b", 3, &[]), "3 [t2:1]");
    // All are expected to show up within a session.
    rig.wait(45_000);
    assert_eq!(rig.summary(), "Empty 5/5:");
    assert!(rig.machine.deadlines.len() == 1, "only the expiry of offsets");
}

//! Subscriptions by pattern.

use moldau_protocol::messages::ConsumerGroupHeartbeatRequest;

use super::super::super::GroupRecord;
use super::rig::{Rig, beating, joining, owned, with_topic, without_topic};

fn by_regex(member: &str, regex: &str) -> ConsumerGroupHeartbeatRequest {
    ConsumerGroupHeartbeatRequest {
        subscribed_topic_names: None,
        subscribed_topic_regex: Some(regex.to_owned()),
        ..joining(member, &[])
    }
}

/// The patterns of the last step with their topics.
fn resolved(rig: &Rig) -> Vec<String> {
    let each = rig.last.iter().filter_map(|record| match record {
        GroupRecord::ConsumerRegex(key, Some(value)) => {
            Some(format!("{}={}", key.regular_expression, value.topics.join(",")))
        }
        GroupRecord::ConsumerRegex(key, None) => Some(format!("-{}", key.regular_expression)),
        _ => None,
    });
    each.collect()
}

#[test]
fn a_pattern_counts_from_the_next_heartbeat_on() {
    let mut rig = Rig::new();
    // Names count at once, the pattern beside them does not.
    let both = ConsumerGroupHeartbeatRequest {
        subscribed_topic_names: Some(vec!["t3".to_owned()]),
        ..by_regex("a", "t[12]")
    };
    assert_eq!(rig.say(both), "2 [t3:0,1,2]");
    let GroupRecord::ConsumerMember(_, Some(member)) = &rig.last[0] else { panic!() };
    assert_eq!(member.subscribed_topic_regex.as_deref(), Some("t[12]"));
    assert_eq!(resolved(&rig), ["t[12]=t1,t2"]);
    assert_eq!(rig.say(beating("a", 2)), "3 [t1:0 t2:0,1 t3:0,1,2]");
    // A second member by the same pattern: it is known.
    assert_eq!(rig.say(by_regex("b", "t[12]")), "4 []");
    assert_eq!(resolved(&rig), [""; 0]);
    assert_eq!(rig.describe().members[1].subscribed_topic_regex.as_deref(), Some("t[12]"));
}

#[test]
fn a_pattern_goes_with_its_last_member() {
    let mut rig = Rig::new();
    assert_eq!(rig.say(by_regex("a", "t1")), "1 []");
    assert_eq!(rig.say(beating("a", 1)), "2 [t1:0]");
    assert_eq!(rig.say(by_regex("b", "t1")), "3 []");
    rig.say(beating("a", -1));
    assert_eq!(resolved(&rig), [""; 0]);
    rig.say(beating("b", -1));
    assert_eq!(resolved(&rig), ["-t1"]);
    assert!(rig.group().topics.is_empty() && rig.group().resolved.is_empty());
    // By another pattern, and by none.
    assert_eq!(rig.say(by_regex("a", "t1")), "5 []");
    assert_eq!(rig.say(beating("a", 5)), "6 [t1:0]");
    let other = |regex: &str, epoch| ConsumerGroupHeartbeatRequest {
        subscribed_topic_regex: Some(regex.to_owned()),
        topic_partitions: Some(owned(&[])),
        ..beating("a", epoch)
    };
    rig.say(other("t2", 6));
    assert_eq!(resolved(&rig), ["-t1", "t2=t2"]);
    let epoch = rig.group().members.get("a").unwrap().epoch;
    assert!(rig.say(beating("a", epoch)).ends_with(" [t2:0,1]"));
    let epoch = rig.group().members.get("a").unwrap().epoch;
    assert_eq!(rig.say(other("", epoch)), format!("{} []", epoch + 1));
    assert_eq!(resolved(&rig), ["-t2"]);
}

#[test]
fn new_topics_are_found_but_not_looked_for_all_the_time() {
    let mut rig = Rig::new();
    rig.say(by_regex("a", "t.*"));
    assert!(rig.say(beating("a", 1)).starts_with("2 [t1:0"));
    rig.metadata(with_topic(&rig.image, "t9", 9, 1));
    // Not within ten seconds of the last look.
    rig.wait(10_000);
    assert_eq!(rig.say(beating("a", 2)), "2");
    rig.wait(1);
    assert_eq!(rig.say(beating("a", 2)), "2");
    assert_eq!(resolved(&rig), ["t.*=t1,t2,t3,t4,t5,t6,t9"]);
    assert!(rig.say(beating("a", 2)).contains("t9:0"));
    // Nothing new: not until the refresh interval.
    rig.wait(20_000);
    rig.say(beating("a", 3));
    assert_eq!(resolved(&rig), [""; 0]);
    rig.metadata(with_topic(&rig.image, "t9", 9, 2));
    assert!(rig.say(beating("a", 3)).contains("t9:0,1"));
    assert_eq!(resolved(&rig), [""; 0]);
    for _ in 0..16 {
        rig.wait(40_000);
        assert_eq!(rig.say(beating("a", 4)), "4");
        if !resolved(&rig).is_empty() {
            break;
        }
    }
    assert_eq!(resolved(&rig), ["t.*=t1,t2,t3,t4,t5,t6,t9"]);
    // A topic that is gone is, for the assignment, at once.
    rig.metadata(without_topic(&rig.image, 9));
    assert!(!rig.say(beating("a", 4)).contains("t9"));
    assert_eq!(rig.beat("a", 4, &[(1, &[0])]), "5");
    rig.wait(11_000);
    rig.say(beating("a", 5));
    assert_eq!(resolved(&rig), ["t.*=t1,t2,t3,t4,t5,t6"]);
}

#[test]
fn a_pattern_without_topics_waits_for_them() {
    let mut rig = Rig::new();
    assert_eq!(rig.say(by_regex("a", "new.*")), "1 []");
    assert_eq!(rig.summary(), "Stable 1/1: a@1=[]");
    rig.metadata(with_topic(&rig.image, "new1", 9, 1));
    rig.wait(10_001);
    assert_eq!(rig.say(beating("a", 1)), "1");
    assert_eq!(rig.say(beating("a", 1)), "2 [t9:0]");
}

#[test]
fn a_group_has_only_so_many_patterns() {
    let mut rig = Rig::new();
    rig.checks = false;
    for number in 0..1_000 {
        rig.say(by_regex(&format!("m{number}"), &format!("x{number}")));
    }
    assert_eq!(
        rig.say(by_regex("n", "y")),
        "error 128: SubscribedTopicRegex `y` is one too many: the members of a group can have 1000 \
         different ones."
    );
    assert_eq!(rig.say(by_regex("n", "x7")), "2 []");
}

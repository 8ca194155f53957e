//! Texts are what `kafka-consumer-groups` 4.4.0 printed.

use moldau_client::admin::Committed;
use moldau_protocol::ids::{BrokerId, PartitionIndex};

use super::*;

fn at(topic: &str, partition: i32) -> TopicPartition {
    (topic.to_owned(), PartitionIndex(partition))
}

fn member(id: &str, partitions: &[TopicPartition]) -> GroupMember {
    GroupMember {
        id: id.to_owned(),
        client: "c".to_owned(),
        host: "/127.0.0.1".to_owned(),
        epoch: Some(3),
        assignment: partitions.to_vec(),
        target: partitions.to_vec(),
        upgraded: Some(true),
        ..GroupMember::default()
    }
}

fn group(members: Vec<GroupMember>) -> GroupDescription {
    GroupDescription {
        id: "modern".to_owned(),
        kind: "Consumer",
        state: "Stable".to_owned(),
        assignor: "uniform".to_owned(),
        coordinator: BrokerId(1),
        epoch: Some(3),
        assignment_epoch: Some(3),
        members,
    }
}

fn committed(offset: i64) -> Committed {
    Committed { offset: Offset(offset), leader_epoch: None, metadata: String::new() }
}

#[test]
fn rows_are_in_the_order_of_kafkas_tool() {
    let group = group(vec![
        member("one", &[at("t", 1)]),
        member("none", &[]),
        member("two", &[at("t", 0), at("u", 0)]),
    ]);
    let offsets = Offsets::from([
        (at("t", 1), committed(5)),
        (at("s", 9), committed(2)),
        (at("u", 0), committed(30)),
    ]);
    let ends = Ends::from([
        (at("t", 0), Some(Offset(7))),
        (at("t", 1), Some(Offset(7))),
        (at("u", 0), Some(Offset(20))),
    ]);
    let rows = rows(&group, &offsets, &ends);
    let found: Vec<_> = rows
        .iter()
        .map(|row| (row.at.clone(), row.lag(), row.member.map(|member| member.id.as_str())))
        .collect();
    assert_eq!(
        found,
        [
            (at("t", 0), None, Some("two")),
            (at("u", 0), Some(-10), Some("two")),
            (at("t", 1), Some(2), Some("one")),
            (at("s", 9), None, None),
        ]
    );
}

#[test]
fn offsets_read_as_kafkas() {
    let group = group(vec![member("C2G+AriyQpa2Ip9w7C5q9A", &[at("orders", 0)])]);
    let offsets = Offsets::from([(at("orders", 0), committed(10))]);
    let ends = Ends::from([(at("orders", 0), Some(Offset(10)))]);
    let rows = rows(&group, &offsets, &ends);
    assert_eq!(
        plain::offsets(&group, &rows, false),
        "\nGROUP           TOPIC           PARTITION  CURRENT-OFFSET  LOG-END-OFFSET  LAG             \
         CONSUMER-ID            HOST            CLIENT-ID\n\
         modern          orders          0          10              10              0               \
         C2G+AriyQpa2Ip9w7C5q9A /127.0.0.1      c\n"
    );
    assert!(
        plain::offsets(&group, &rows, true).contains("PARTITION  LEADER-EPOCH    CURRENT-OFFSET")
    );
    assert_eq!(plain::offsets(&group, &[], false), "");
}

#[test]
fn members_read_as_kafkas() {
    let both = [at("orders", 0), at("orders", 10), at("events.log", 1)];
    let mut group = group(vec![member("m", &both)]);
    assert_eq!(
        plain::members(&group, true),
        "\nGROUP           CONSUMER-ID     HOST            CLIENT-ID       #PARTITIONS     \
         CURRENT-EPOCH   CURRENT-ASSIGNMENT       TARGET-EPOCH    TARGET-ASSIGNMENT       \n\
         modern          m               /127.0.0.1      c               3               \
         3               events.log:1;orders:0,10 3               events.log:1;orders:0,10\n"
    );
    group.members[0].instance = Some("inst-1".to_owned());
    group.members.push(GroupMember { upgraded: Some(false), ..member("n", &[]) });
    let text = plain::members(&group, true);
    assert!(text.contains("GROUP-INSTANCE-ID HOST"), "{text}");
    assert!(text.lines().nth(1).unwrap().ends_with(" UPGRADED"), "{text}");
    assert!(text.ends_with(" false\n"), "{text}");
}

#[test]
fn states_read_as_kafkas() {
    assert_eq!(
        plain::state(&group(Vec::new()), "127.0.0.1:19592", true),
        "\nGROUP           COORDINATOR (ID)          ASSIGNMENT-STRATEGY  STATE                \
         GROUP-EPOCH     TARGET-ASSIGNMENT-EPOCH   #MEMBERS\n\
         modern          127.0.0.1:19592  (1)      uniform              Stable               \
         3               3                         0\n"
    );
}

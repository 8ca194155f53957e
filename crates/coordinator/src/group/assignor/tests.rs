use std::rc::Rc;

use moldau_protocol::ids::{TopicId, Uuid};

use super::*;

fn topic(number: u8) -> TopicId {
    TopicId(Uuid([number; 16]))
}

/// A member: id, instance, topics, and what it has.
type Member<'a> = (&'a str, Option<&'a str>, &'a [u8], &'a [(u8, &'a [i32])]);

fn parts(parts: &[(u8, &[i32])]) -> Partitions {
    parts
        .iter()
        .map(|(number, indices)| (topic(*number), indices.iter().copied().collect()))
        .collect()
}

fn text(target: &Partitions) -> String {
    let each = target.iter().map(|(topic, indices)| {
        let indices: Vec<_> = indices.iter().map(ToString::to_string).collect();
        format!("{}:{}", topic.0.0[0], indices.join(","))
    });
    each.collect::<Vec<_>>().join(" ")
}

/// The targets of members of a group whose topic `n` has as many partitions as `counts` says.
fn assigned(assignor: &str, counts: &[(u8, i32)], members: &[Member<'_>]) -> Vec<String> {
    let targets: Vec<Partitions> = members.iter().map(|member| parts(member.3)).collect();
    let specs = members.iter().zip(&targets).map(|(member, target)| MemberSpec {
        id: member.0,
        instance: member.1,
        topics: member.2.iter().map(|number| topic(*number)).collect(),
        target,
    });
    let spec = GroupSpec {
        members: specs.collect(),
        homogeneous: members.iter().all(|member| member.2 == members[0].2),
        counts: counts.iter().map(|(number, count)| (topic(*number), *count)).collect(),
    };
    assign(assignor, &spec).iter().map(text).collect()
}

#[test]
fn range_gives_runs_and_static_members_come_first() {
    let two = [("a", None, &[1, 2][..], &[][..]), ("b", None, &[1, 2], &[])];
    assert_eq!(assigned("range", &[(1, 3), (2, 2)], &two), ["1:0,1 2:0", "1:2 2:1"]);
    let more_members =
        [("a", None, &[1][..], &[][..]), ("b", None, &[1], &[]), ("c", None, &[1], &[])];
    assert_eq!(assigned("range", &[(1, 2)], &more_members), ["1:0", "1:1", ""]);
    let fixed =
        [("a", None, &[1][..], &[][..]), ("b", Some("y"), &[1], &[]), ("c", Some("x"), &[1], &[])];
    assert_eq!(assigned("range", &[(1, 3)], &fixed), ["1:2", "1:1", "1:0"]);
    let different =
        [("a", None, &[1, 2][..], &[][..]), ("b", None, &[2], &[]), ("c", None, &[2, 3], &[])];
    assert_eq!(
        assigned("range", &[(1, 3), (2, 3), (3, 2)], &different),
        ["1:0,1,2 2:0", "2:1", "2:2 3:0,1"]
    );
    assert_eq!(assigned("range", &[], &[("a", None, &[], &[])]), [""]);
}

#[test]
fn uniform_keeps_what_fits() {
    let new = [("a", None, &[1, 2][..], &[][..]), ("b", None, &[1, 2], &[])];
    assert_eq!(assigned("uniform", &[(1, 3), (2, 2)], &new), ["1:0,1", "1:2 2:0,1"]);
    // A third comes: the first two keep all but what is above their share.
    let joined = [
        ("a", None, &[1, 2][..], &[(1, &[0, 1, 2][..])][..]),
        ("b", None, &[1, 2], &[(2, &[0, 1])]),
        ("c", None, &[1, 2], &[]),
    ];
    assert_eq!(assigned("uniform", &[(1, 3), (2, 2)], &joined), ["1:0,1", "2:0,1", "1:2"]);
    // One is gone; the extra partition stays with who has it.
    let left = [("a", None, &[1][..], &[(1, &[0][..])][..]), ("b", None, &[1], &[(1, &[1, 2])])];
    assert_eq!(assigned("uniform", &[(1, 5)], &left), ["1:0,3", "1:1,2,4"]);
    // A topic that is no longer subscribed to.
    let fewer = [("a", None, &[1][..], &[(1, &[0][..]), (2, &[0, 1])][..])];
    assert_eq!(assigned("uniform", &[(1, 1)], &fewer), ["1:0"]);
    assert_eq!(assigned("uniform", &[], &[("a", None, &[], &[(1, &[0])])]), [""]);
}

#[test]
fn uniform_evens_out_different_subscriptions() {
    type Case<'a> = (&'a [(u8, i32)], &'a [Member<'a>], &'a [&'a str]);
    let cases: [Case<'_>; 4] = [
        // Only one has the second topic, so the other gets more of the first.
        (
            &[(1, 4), (2, 2)],
            &[("a", None, &[1], &[]), ("b", None, &[1, 2], &[])],
            &["1:0,1,2", "1:3 2:0,1"],
        ),
        (
            &[(1, 6)],
            &[
                ("a", None, &[1], &[(1, &[0, 1, 2, 3, 4, 5])]),
                ("b", None, &[1], &[]),
                ("c", None, &[2], &[]),
            ],
            &["1:0,1,2", "1:3,4,5", ""],
        ),
        // What is no longer subscribed to is handed on.
        (
            &[(1, 2), (2, 2)],
            &[("a", None, &[2], &[(1, &[0, 1])]), ("b", None, &[1, 2], &[(2, &[0, 1])])],
            &["2:0,1", "1:0,1"],
        ),
        // A partition that the topic does not have.
        (&[(1, 1)], &[("a", None, &[1], &[(1, &[0, 7])]), ("b", None, &[], &[])], &["1:0", ""]),
    ];
    for (counts, members, expected) in cases {
        assert_eq!(assigned("uniform", counts, members), expected);
    }
}

/// A fixed sequence of pseudo-random numbers.
fn numbers(mut seed: u64) -> impl FnMut(usize) -> usize {
    move |below| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    }
}

#[test]
fn every_partition_goes_to_one_subscriber_and_a_second_run_moves_nothing() {
    for seed in 0..200 {
        let mut number = numbers(seed);
        let counts: BTreeMap<TopicId, i32> =
            (1..=6).map(|n| (topic(n), 1 + number(9) as i32)).collect();
        let homogeneous = seed % 2 == 0;
        let all: Rc<[TopicId]> = counts.keys().copied().collect();
        let mut members: Vec<(String, Rc<[TopicId]>, Partitions)> = Vec::new();
        for round in 0..6 {
            // Some come, some go.
            if members.len() > 1 && number(2) == 0 {
                members.remove(number(members.len()));
            }
            for at in 0..=number(3) {
                let mut some = || all.iter().copied().filter(|_| number(2) == 0).collect();
                let topics = if homogeneous { Rc::clone(&all) } else { some() };
                members.push((format!("m{round}{at}"), topics, Partitions::new()));
            }
            for assignor in ["range", "uniform"] {
                let first = run(assignor, &counts, homogeneous, &members);
                check(&counts, &members, &first);
                for (member, target) in members.iter_mut().zip(first) {
                    member.2 = target;
                }
                let again = run(assignor, &counts, homogeneous, &members);
                assert!(members.iter().map(|member| &member.2).eq(&again), "{assignor} {seed}");
                let loads =
                    || again.iter().map(|target| target.values().map(BTreeSet::len).sum::<usize>());
                if homogeneous && assignor == "uniform" {
                    assert!(loads().max().unwrap() - loads().min().unwrap() <= 1, "{seed}");
                }
            }
        }
    }
}

fn run(
    assignor: &str,
    counts: &BTreeMap<TopicId, i32>,
    homogeneous: bool,
    members: &[(String, Rc<[TopicId]>, Partitions)],
) -> Vec<Partitions> {
    let specs = members.iter().map(|(id, topics, target)| MemberSpec {
        id,
        instance: None,
        topics: Rc::clone(topics),
        target,
    });
    assign(assignor, &GroupSpec { members: specs.collect(), homogeneous, counts: counts.clone() })
}

fn check(
    counts: &BTreeMap<TopicId, i32>,
    members: &[(String, Rc<[TopicId]>, Partitions)],
    targets: &[Partitions],
) {
    let mut seen = BTreeSet::new();
    for ((id, topics, _), target) in members.iter().zip(targets) {
        for (topic, indices) in target {
            assert!(!indices.is_empty() && topics.contains(topic), "{id}");
            assert!(indices.iter().all(|index| seen.insert((*topic, *index))));
        }
    }
    let wanted = counts
        .iter()
        .filter(|(topic, _)| members.iter().any(|member| member.1.contains(topic)))
        .flat_map(|(topic, count)| (0..*count).map(|index| (*topic, index)));
    assert!(seen.into_iter().eq(wanted));
}

/// Assignments by Kafka 4.4.0's assignors: name, whether all have the same topics, partitions of each
/// topic, members (id/instance/topics/target) and their new targets.
#[test]
fn targets_are_kafkas() {
    let numbers = |text: &str| -> Vec<i32> {
        text.split(',').filter(|number| !number.is_empty()).map(|n| n.parse().unwrap()).collect()
    };
    for line in include_str!("kafka.txt").lines() {
        let [name, kind, counts, members, expected] =
            line.split('|').collect::<Vec<_>>()[..].try_into().unwrap();
        let fields: Vec<[&str; 4]> = members
            .split(';')
            .map(|member| member.split('/').collect::<Vec<_>>()[..].try_into().unwrap())
            .collect();
        let parse = |target: &str| -> Partitions {
            let each = target.split(' ').filter(|part| !part.is_empty());
            each.map(|part| part.split_once(':').unwrap())
                .map(|(number, indices)| {
                    (topic(number.parse().unwrap()), numbers(indices).into_iter().collect())
                })
                .collect()
        };
        let targets: Vec<Partitions> = fields.iter().map(|field| parse(field[3])).collect();
        let specs = fields.iter().zip(&targets).map(|(field, target)| MemberSpec {
            id: field[0],
            instance: Some(field[1]).filter(|instance| !instance.is_empty()),
            topics: numbers(field[2]).into_iter().map(|n| topic(n as u8)).collect(),
            target,
        });
        let spec = GroupSpec {
            members: specs.collect(),
            homogeneous: kind == "same",
            counts: (1..).map(topic).zip(numbers(counts)).collect(),
        };
        let new: Vec<String> = assign(name, &spec).iter().map(text).collect();
        assert_eq!(new.join(";"), expected, "{line}");
    }
}

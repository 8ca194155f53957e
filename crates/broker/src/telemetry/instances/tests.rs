//! Scripts: at a time, a request; the code that must come of it, as run on Apache Kafka 4.4.0.

use std::time::SystemTime;

use super::*;
use crate::net::{ClientSoftware, ConnectionId};

const MS: i64 = 1_000_000;

fn client(client_id: &str) -> Client {
    let peer = "127.0.0.1:5000".parse().unwrap();
    let connection = ConnectionInfo::new(ConnectionId(1), peer, peer, "PLAINTEXT".into());
    connection.set_client_id(client_id);
    connection
        .set_software(ClientSoftware { name: "java".to_owned(), version: "4.4.0".to_owned() });
    assert!(connection.connected_at <= SystemTime::now());
    Client { connection: Arc::new(connection) }
}

fn subscription(name: &str, settings: &[(&str, &str)]) -> Subscription {
    let settings = settings.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
    Subscription::read(name, &settings.collect()).unwrap()
}

fn push(instance: Uuid, subscription_id: i32) -> Push {
    Push { instance, subscription_id, terminating: false, codec_known: true, bytes: 10 }
}

const ID: Uuid = Uuid([7; 16]);

#[test]
fn the_subscription_id_is_kafkas() {
    let metrics = ["a", "b", "c", "org.apache.kafka.x"].map(str::to_owned);
    let id = Uuid(0x5e4e_c8fc_bcaa_48e5_b748_f9f2_56e7_2bed_u128.to_be_bytes());
    assert_eq!(subscription_id(&metrics, Duration::from_millis(100), id), 431_540_101);
}

#[test]
fn subscriptions_that_match_add_up() {
    let mut all = Instances::new(100);
    let me = client("app-1");
    let wanted = |all: &mut Instances, at| {
        let wanted = all.get(ID, &me, at).unwrap();
        (wanted.metrics.join(" "), wanted.interval.as_millis())
    };
    assert_eq!(wanted(&mut all, MS), (String::new(), 300_000));
    all.subscribe(vec![
        subscription("a", &[("metrics", "x,y"), ("interval.ms", "5000")]),
        subscription("b", &[("metrics", "y,z"), ("match", "client_id=app-.*")]),
        subscription("c", &[("metrics", "*"), ("match", "client_id=other")]),
        subscription("d", &[("interval.ms", "100"), ("match", "client_software_name=go")]),
    ]);
    assert_eq!(wanted(&mut all, MS), ("x y z".to_owned(), 5000), "a change is told at once");
    all.subscribe(vec![
        subscription("a", &[("metrics", "x,*")]),
        subscription(
            "b",
            &[
                ("match", "client_source_address=127.0.0.1,client_software_version=4.*"),
                ("interval.ms", "200"),
            ],
        ),
    ]);
    assert_eq!(wanted(&mut all, MS), ("*".to_owned(), 200));
}

#[test]
fn who_comes_too_early_is_told() {
    let mut all = Instances::new(100);
    all.subscribe(vec![subscription("a", &[("metrics", "x"), ("interval.ms", "100")])]);
    let me = client("c");
    let id = all.get(ID, &me, MS).unwrap().subscription_id;
    let early = Err(ErrorCode::THROTTLING_QUOTA_EXCEEDED);
    assert_eq!(all.get(ID, &me, MS + 99).map(drop), early);
    assert_eq!(all.push(push(ID, id), &me, MS + 1), Ok(()), "at once after asking");
    assert_eq!(all.push(push(ID, id), &me, MS + 100), early);
    assert_eq!(all.get(ID, &me, MS + 100).map(drop), early);
    assert_eq!(all.push(push(ID, id), &me, MS + 101), Ok(()));
    assert_eq!(all.get(ID, &me, MS + 201).map(drop), Ok(()));
    // Another client has its own times.
    assert_eq!(all.get(Uuid([8; 16]), &me, MS + 201).map(drop), Ok(()));
}

#[test]
fn pushes_are_judged_in_kafkas_order() {
    let mut all = Instances::new(100);
    all.subscribe(vec![subscription("a", &[("metrics", "x"), ("interval.ms", "100")])]);
    let me = client("c");
    let mut now = MS;
    let id = all.get(ID, &me, now).unwrap().subscription_id;
    let good = push(ID, id);
    for (push, expected) in [
        (good, Ok(())),
        (Push { subscription_id: 1, ..good }, Err(ErrorCode::UNKNOWN_SUBSCRIPTION_ID)),
        (Push { codec_known: false, ..good }, Err(ErrorCode::UNSUPPORTED_COMPRESSION_TYPE)),
        (
            Push { codec_known: false, subscription_id: 1, ..good },
            Err(ErrorCode::UNKNOWN_SUBSCRIPTION_ID),
        ),
        (Push { bytes: 100, ..good }, Ok(())),
        (Push { bytes: 101, ..good }, Err(ErrorCode::TELEMETRY_TOO_LARGE)),
    ] {
        now += 100;
        assert_eq!(all.push(push, &me, now), expected, "{push:?}");
    }
    // Who was told to ask again may do so at once.
    assert!(all.get(ID, &me, now).is_err());
    now += 100;
    all.push(Push { subscription_id: 1, ..good }, &me, now).unwrap_err();
    assert!(all.get(ID, &me, now).is_ok());
    assert!(all.get(ID, &me, now).is_err());
    // The last push may come early, and is the last.
    all.push(good, &me, now + 1).unwrap_or_default();
    let last = Push { terminating: true, ..good };
    assert_eq!(all.push(last, &me, now + 1), Ok(()));
    assert_eq!(all.push(last, &me, now + 200), Err(ErrorCode::INVALID_REQUEST));
}

#[test]
fn a_new_connection_starts_anew_and_numbers_go_on() {
    let mut all = Instances::new(100);
    let first = client("c");
    let id = all.get(ID, &first, MS).unwrap().subscription_id;
    let add =
        |value| Point { name: "n".to_owned(), attributes: String::new(), kind: Kind::Delta, value };
    all.push(push(ID, id), &first, MS).unwrap();
    all.take(ID, vec![add(2.0)]);
    assert!(all.get(ID, &first, MS).is_err());
    drop(first);
    let second = client("c");
    assert!(all.get(ID, &second, MS).is_ok());
    all.take(ID, vec![add(3.0), Point { name: "g".to_owned(), kind: Kind::Gauge, ..add(7.0) }]);
    let numbers = |all: &mut Instances, at| -> Vec<String> {
        all.series(at)
            .iter()
            .map(|each| format!("{} {} {}", each.client_id, each.name, each.value))
            .collect()
    };
    assert_eq!(numbers(&mut all, MS + 1), ["c g 7", "c n 5"]);
    // Three intervals of five minutes.
    assert_eq!(numbers(&mut all, MS + 900_000), [""; 0]);
    assert_eq!(all.len(), 0);
}

#[test]
fn everything_is_bounded() {
    let mut all = Instances::new(100);
    let me = client("c");
    for number in 0..MAX_INSTANCES + 10 {
        let id = Uuid((number as u128).to_be_bytes());
        all.get(id, &me, MS + number as i64 / 100).unwrap();
    }
    assert_eq!(all.len(), MAX_INSTANCES);
    let point = |number: usize| Point {
        name: number.to_string(),
        attributes: String::new(),
        kind: Kind::Gauge,
        value: 1.0,
    };
    for number in 20..20 + MAX_SHOWN + 5 {
        let id = Uuid((number as u128).to_be_bytes());
        all.take(id, (0..MAX_SERIES + 5).map(point).collect());
    }
    assert_eq!(all.series(MS).len(), MAX_SHOWN * MAX_SERIES);
}

#[test]
fn long_names_are_bounded_together() {
    let mut all = Instances::new(100);
    let me = client("c");
    let point = |number: usize| Point {
        name: format!("{number:0>60000}"),
        attributes: String::new(),
        kind: Kind::Gauge,
        value: 1.0,
    };
    for number in 2..4_u128 {
        let id = Uuid(number.to_be_bytes());
        all.get(id, &me, MS).unwrap();
        all.take(id, (0..MAX_SERIES).map(point).collect());
    }
    assert_eq!(all.series(MS).len(), MAX_TEXT_BYTES / 60_000);
}

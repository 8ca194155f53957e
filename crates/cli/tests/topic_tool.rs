//! `moldau topic` against our own server: what it prints, and its exit codes.

#![allow(clippy::unwrap_used)] // All of it is test code.

mod support;

use serde_json::{Value, json};
use support::Server;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn topics_come_and_go() {
    let server = Server::start();
    assert_eq!(server.run(&["topic", "create", "--topic", "a"]), "Created topic a.\n");
    let create = ["topic", "create", "b", "--partitions", "3", "--config", "retention.ms=1000"];
    let created = json(&server.run(&[&create[..], &["--output", "json"]].concat()));
    assert_eq!((&created["partitions"], &created["created"]), (&json!(3), &json!(true)));

    let list = json(&server.run(&["topic", "list", "--output", "json"]));
    let names: Vec<_> = list.as_array().unwrap().iter().map(|topic| &topic["topic"]).collect();
    assert_eq!(names, ["a", "b"]);
    assert_eq!(server.run(&["topic", "--list", "--output", "plain"]), "a\nb\n");
    assert!(server.run(&["topic", "list"]).contains("PARTITIONS"));

    let described = json(&server.run(&["topic", "describe", "b", "--output", "json"]));
    assert_eq!(described[0]["configs"]["retention.ms"], "1000");
    assert_eq!(described[0]["partitions"].as_array().unwrap().len(), 3);
    assert_eq!(described[0]["id"], created["id"]);
    let plain = server.run(&["topic", "--describe", "--topic", "b", "--output", "plain"]);
    let head = format!("Topic: b\tTopicId: {}", created["id"].as_str().unwrap());
    assert!(plain.starts_with(&head), "{plain}");
    assert!(plain.contains("\n\tTopic: b\tPartition: 2\tLeader: 1\tReplicas: 1\tIsr: 1\t"));

    assert_eq!(
        server.run(&["topic", "create", "c", "--validate-only"]),
        "Topic c could be created.\n"
    );
    assert_eq!(server.run(&["topic", "delete", "--topic", "a"]), "Deleted a.\n");
    assert_eq!(server.run(&["topic", "list", "--output", "plain"]), "b\n");
    server.run(&["topic", "create", "b", "--if-not-exists"]);
    server.run(&["topic", "delete", "a", "--if-exists"]);
}

#[test]
fn failures_say_what_to_do() {
    let server = Server::start();
    server.run(&["topic", "create", "a"]);
    for (args, code, message) in [
        (&["create", "a"][..], 1, "already exists"),
        (&["create", "b c"], 1, "INVALID_TOPIC_EXCEPTION"),
        (&["create", "b", "--replication-factor", "3"], 1, "not larger than the number of brokers"),
        (&["create", "b", "--config", "nonsense=1"], 1, "nonsense"),
        (&["create", "b", "--config", "nonsense"], 2, "KEY=VALUE"),
        (&["create", "b", "--partitions", "0"], 2, "partitions"),
        (&["create", "b", "--replica-assignment", "1,x"], 2, "broker ids"),
        (&["create", "b", "--replica-assignment", "1", "--partitions", "1"], 2, "cannot be used"),
        (&["create"], 2, "required"),
        (&["delete", "b"], 1, "does not exist"),
        (&["describe", "b"], 1, "moldau topic list"),
        (&["list", "-b", "localhost:1"], 1, "start a node with `moldau server`"),
        (&["list", "-b", "localhost"], 2, "host:port"),
        (&["list", "--command-config", "/nowhere"], 1, "/nowhere"),
        (&["list", "--command-property", "security.protocol=SSL"], 2, "PLAINTEXT"),
    ] {
        let (found, complaint) = server.fail(&[&["topic"], args].concat(), b"");
        assert!(found == code && complaint.contains(message), "{args:?}: {found} {complaint}");
    }
    assert_eq!(server.run(&["topic", "list", "--output", "plain"]), "a\n");
}

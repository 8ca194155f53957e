//! `moldau log dump` on the files of our own server.

#![allow(clippy::unwrap_used)] // All of it is test code.

mod support;

use std::{collections::BTreeSet, path::PathBuf, process::Command};

use support::{MOLDAU, Server};

fn dump(flags: &[&str], file: &std::path::Path) -> Vec<serde_json::Value> {
    let output = Command::new(MOLDAU)
        .args(["log", "dump", "--output", "json"])
        .args(flags)
        .arg("--files")
        .arg(file)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_files_of_a_server_are_shown() {
    let mut server = Server::start();
    server.run(&["topic", "create", "--topic", "a"]);
    server.pipe(&["produce", "--topic", "a", "--key-separator", ":"], b"k1:v1\nk2:v2\n");
    let data = server.path("moldau-data");
    server.kill();

    let name = "00000000000000000000.log";
    let segment: PathBuf = data.join("a-0").join(name);
    let shown = dump(&["--print-data-log"], &segment);
    let records: Vec<_> = shown.iter().filter(|item| item["type"] == "record").collect();
    let pairs: Vec<_> =
        records.iter().map(|it| (it["key"].as_str(), it["value"].as_str())).collect();
    assert_eq!(pairs, [(Some("k1"), Some("v1")), (Some("k2"), Some("v2"))]);
    assert!(shown.iter().filter(|item| item["type"] == "batch").all(|item| item["valid"] == true));

    let shown =
        dump(&["--cluster-metadata-decoder"], &data.join("__cluster_metadata-0").join(name));
    let kinds: BTreeSet<&str> =
        shown.iter().filter_map(|item| item["value"]["type"].as_str()).collect();
    for kind in ["REGISTER_BROKER_RECORD", "TOPIC_RECORD", "PARTITION_RECORD"] {
        assert!(kinds.contains(kind), "{kind}: {kinds:?}");
    }
}

#[test]
fn what_cannot_be_read_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("00000000000000000000.log");
    std::fs::write(&path, [0; 500]).unwrap();
    for (args, code, message) in [
        (vec!["--files", path.to_str().unwrap()], 1, "at position 0"),
        (vec!["--files", "/nowhere/00000000000000000000.log"], 1, "cannot read /nowhere"),
        (vec![], 2, "--files"),
        (vec!["--files", "a.log", "--value-decoder-class", "com.example.A"], 2, "StringDecoder"),
        (vec!["--files", "a.log"], 1, "must begin with an offset"),
    ] {
        let output = Command::new(MOLDAU).args(["log", "dump"]).args(&args).output().unwrap();
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert!(
            output.status.code() == Some(code) && complaint.contains(message),
            "{args:?} {complaint}"
        );
    }
}

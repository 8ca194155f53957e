//! `moldau storage`: formats as Kafka's tool does, and the server starts on what it formatted.

#![allow(clippy::unwrap_used)] // All of it is test code.

mod support;

use std::process::{Command, Output};

use support::MOLDAU;

fn storage(directory: &std::path::Path, args: &[&str]) -> Output {
    Command::new(MOLDAU).arg("storage").args(args).current_dir(directory).output().unwrap()
}

fn text(output: &Output) -> (Option<i32>, String) {
    let both = [&output.stdout[..], &output.stderr[..]].concat();
    (output.status.code(), String::from_utf8(both).unwrap())
}

#[test]
fn directories_are_formatted_once() {
    let directory = tempfile::tempdir().unwrap();
    let storage = |args: &[&str]| text(&storage(directory.path(), args));
    let (code, id) = storage(&["random-uuid"]);
    assert_eq!((code, id.trim().len()), (Some(0), 22));
    let id = id.trim();

    let (code, shown) = storage(&["info"]);
    assert!(code == Some(1) && shown.contains("does not exist"), "{shown}");
    let format = ["format", "--cluster-id", id, "--standalone"];
    let (code, shown) = storage(&format);
    assert!(code == Some(0) && shown.contains("Formatting dynamic metadata voter"), "{shown}");
    let (code, shown) = storage(&["info"]);
    assert!(code == Some(0) && shown.contains(&format!("cluster.id={id}")), "{shown}");
    let (code, shown) = storage(&format);
    assert!(code == Some(1) && shown.contains("already formatted"), "{shown}");
    let (code, _) = storage(&[&format[..], &["--ignore-formatted"]].concat());
    assert_eq!(code, Some(0));
    let (code, shown) = storage(&["format", "-t", id, "-s", "-N"]);
    assert!(code == Some(2) && shown.contains("cannot be used with"), "{shown}");
    let (code, shown) = storage(&["format", "-t", id, "-c", "nowhere.properties"]);
    assert!(code == Some(1) && shown.contains("nowhere.properties"), "{shown}");
}

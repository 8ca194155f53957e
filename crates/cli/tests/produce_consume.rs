//! `moldau produce` and `moldau consume` against our own server: what is written is read back, byte
//! for byte, also across a crash.

#![allow(clippy::unwrap_used)] // All of it is test code.

mod support;

use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::Stdio,
};

use support::{Server, text};

const READ: [&str; 5] = ["consume", "--from", "beginning", "--exit-eof", "--topic"];

fn read(server: &Server, args: &[&str]) -> String {
    server.run(&[&READ[..], args].concat())
}

fn sorted(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.split('\n').collect();
    lines.sort_unstable();
    lines
}

#[test]
fn a_text_is_read_back_byte_for_byte() {
    let server = Server::start();
    let text = text(3000);
    let file = server.path("text");
    std::fs::write(&file, &text).unwrap();
    let file = file.to_str().unwrap();
    for codec in ["none", "gzip", "snappy", "lz4", "zstd"] {
        server.run(&["topic", "create", codec]);
        server.run(&["produce", "--topic", codec, "--compression", codec, "--file", file]);
        assert_eq!(read(&server, &[codec]), text, "{codec}");
    }
    for acks in ["0", "1", "all"] {
        let topic = format!("acks-{acks}");
        server.run(&["topic", "create", &topic]);
        server.pipe(&["produce", "--topic", &topic, "--acks", acks], text.as_bytes());
        assert_eq!(read(&server, &[&topic]), text, "acks={acks}");
    }
    // Small batches, each of several in flight.
    server.run(&["topic", "create", "small"]);
    server.pipe(&["produce", "--topic", "small", "--batch-size", "500"], text.as_bytes());
    assert_eq!(read(&server, &["small"]), text);
}

#[test]
fn batches_that_are_too_large_are_cut() {
    let server = Server::start();
    let text = text(2000);
    for partitions in ["1", "3"] {
        let topic = format!("tight-{partitions}");
        let limit = "max.message.bytes=6000";
        server.run(&["topic", "create", &topic, "--partitions", partitions, "--config", limit]);
        server.pipe(&["produce", "--topic", &topic], text.as_bytes());
        assert_eq!(sorted(&read(&server, &[&topic])), sorted(&text));
    }
    let long = "x".repeat(7000) + "\n";
    let (code, complaint) = server.fail(&["produce", "--topic", "tight-1"], long.as_bytes());
    assert!(code == 1 && complaint.contains("max.message.bytes"), "{complaint}");
}

#[test]
fn keys_headers_and_partitions() {
    let server = Server::start();
    server.run(&["topic", "create", "t", "--partitions", "3"]);
    let lines: String = (0..100).map(|number| format!("key{number}=value{number}\n")).collect();
    server.pipe(&["produce", "--topic", "t", "-k", "="], lines.as_bytes());
    let show = ["t", "--print-key", "--key-separator", "="];
    assert_eq!(sorted(&read(&server, &show)), sorted(&lines));
    // Kafka's murmur2 puts these keys there.
    let second = read(&server, &["t", "--partition", "1", "--print-key", "--max-messages", "2"]);
    assert_eq!(second, "key0\tvalue0\nkey3\tvalue3\n");

    server.run(&["topic", "create", "h"]);
    let produce = ["produce", "--topic", "h", "--headers", "--property", "parse.key=true"];
    server.pipe(&produce, b"a:1,b:2\tk\tv\n\t\t\n");
    let all = ["h", "--print-key", "--print-headers", "--print-offset", "--print-partition"];
    let shown = read(&server, &all);
    assert_eq!(
        shown,
        "Partition:0\tOffset:0\ta:1,b:2\tk\tv\nPartition:0\tOffset:1\tNO_HEADERS\t\t\n"
    );

    // JSON out is JSON in.
    let json = read(&server, &["h", "--json"]);
    server.run(&["topic", "create", "j"]);
    server.pipe(&["produce", "--topic", "j", "--json"], json.as_bytes());
    assert_eq!(read(&server, &["j", "--json"]), json.replace("\"topic\":\"h\"", "\"topic\":\"j\""));
}

#[test]
fn reading_begins_and_ends_where_it_is_told() {
    let server = Server::start();
    server.run(&["topic", "create", "t"]);
    let lines: String = (0..10).map(|number| format!("{number}\n")).collect();
    server.pipe(&["produce", "--topic", "t"], lines.as_bytes());
    for (args, expected) in [
        (&["--from", "7", "--exit-eof"][..], "7\n8\n9\n"),
        (&["--from", "beginning", "--max-messages", "2"], "0\n1\n"),
        (&["--from-beginning", "--max-messages", "1"], "0\n"),
        (&["--offset", "earliest", "--max-messages", "1"], "0\n"),
        (&["--from", "end", "--exit-eof"], ""),
        (&["--from", "10", "--timeout-ms", "1"], ""),
        (&["--from", "@0", "--max-messages", "1"], "0\n"),
        (&["--from", "@99999999999999", "--exit-eof"], ""),
    ] {
        let shown = server.run(&[&["consume", "--topic", "t"], args].concat());
        assert_eq!(shown, expected, "{args:?}");
    }
    for (args, code, message) in [
        (&["--from", "11", "--exit-eof"][..], 1, "offsets 0 up to 10"),
        (&["--from", "yesterday"], 2, "@MILLISECONDS"),
        (&["--partition", "1"], 1, "partitions 0 to 0"),
        (&["--property", "print.all=true"], 2, "print.all"),
    ] {
        let (found, complaint) = server.fail(&[&["consume", "--topic", "t"], args].concat(), b"");
        assert!(found == code && complaint.contains(message), "{args:?}: {found} {complaint}");
    }
    let (code, complaint) = server.fail(&["consume", "--topic", "nope"], b"");
    assert!(code == 1 && complaint.contains("moldau topic list"), "{complaint}");
}

#[test]
fn lines_flow_as_they_come() {
    let server = Server::start();
    server.run(&["topic", "create", "t"]);
    let mut reader = server
        .tool(&["consume", "--topic", "t", "--from", "beginning"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut shown = BufReader::new(reader.stdout.take().unwrap()).lines();
    let mut writer =
        server.tool(&["produce", "--topic", "t"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut input = writer.stdin.take().unwrap();
    for number in 0..20 {
        writeln!(input, "line {number}").unwrap();
        assert_eq!(shown.next().unwrap().unwrap(), format!("line {number}"));
    }
    drop(input);
    assert!(writer.wait().unwrap().success());
    // Nobody reads any more: the next line ends it, quietly.
    drop(shown);
    server.pipe(&["produce", "--topic", "t"], b"one more\n");
    assert!(reader.wait().unwrap().success());
}

#[test]
fn a_crash_in_between_loses_and_repeats_nothing() {
    let mut server = Server::start();
    server.run(&["topic", "create", "t"]);
    let text = text(200);
    let mut writer = server
        .tool(&["produce", "--topic", "t", "--batch-size", "2000"])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = writer.stdin.take().unwrap();
    for round in 0..5 {
        input.write_all(text.as_bytes()).unwrap();
        // The tool is there and at work; now somewhere in the middle of it.
        server.run(&["consume", "--topic", "t", "--from", "beginning", "--max-messages", "1"]);
        if round % 2 == 0 {
            server.crash_and_restart();
        }
    }
    drop(input);
    assert!(writer.wait().unwrap().success());
    assert_eq!(read(&server, &["t"]), text.repeat(5));
}

#[test]
fn bad_lines_are_named() {
    let server = Server::start();
    server.run(&["topic", "create", "t"]);
    for (args, input, message) in [
        (&["-k", ":"][..], "a:b\nno key\n", "line 2: no key found"),
        (&["--json"], "{\"value\":\"v\"}\n{\n", "line 2: no JSON object"),
        (&["--partition", "3"], "x\n", "no partition 3"),
        (&["--file", "/nowhere"], "", "cannot read /nowhere"),
        (&["--compression", "brotli"], "", "compression.type=brotli"),
        (&["--acks", "2"], "", "acks=2"),
    ] {
        let args = [&["produce", "--topic", "t"], args].concat();
        let (_, complaint) = server.fail(&args, input.as_bytes());
        assert!(complaint.contains(message), "{args:?}: {complaint}");
    }
    assert_eq!(read(&server, &["t", "--print-key"]), "a\tb\nnull\tv\n");
}

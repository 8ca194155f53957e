use std::{cell::RefCell, io, rc::Rc};

use clap::Parser as _;
use tempfile::TempDir;

use super::*;

#[derive(Debug, clap::Parser)]
struct Line {
    #[command(flatten)]
    dump: DumpArgs,
}

#[derive(Clone, Default)]
struct Sink(Rc<RefCell<Vec<u8>>>);

impl io::Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Sink {
    fn text(&self) -> String {
        String::from_utf8(self.0.borrow().clone()).unwrap()
    }
}

/// Output and complaints of a dump, and whether it came to its end.
fn dumped(flags: &str, path: &Path) -> (String, String, bool) {
    let flags = flags.split_whitespace().map(str::to_owned);
    let files = ["--files".to_owned(), path.display().to_string()];
    let line = std::iter::once("dump".to_owned()).chain(flags).chain(files);
    let args = Line::try_parse_from(line).unwrap().dump;
    let (out, complaints) = (Sink::default(), Sink::default());
    let mut printer =
        Printer::new(args.output, Box::new(out.clone()), Box::new(complaints.clone()));
    let outcome = dump(&args, args.decoder().unwrap(), path, &mut printer);
    let ended = outcome.is_ok();
    if ended {
        printer.finish().unwrap();
    } else {
        printer.flush().unwrap();
    }
    (out.text(), complaints.text(), ended)
}

fn file(folder: &TempDir, name: &str, bytes: &[u8]) -> PathBuf {
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    path
}

/// Batches that Kafka's own classes built.
fn batch(name: &str) -> Vec<u8> {
    let all = include_str!("../../../../../protocol/src/records/golden/batches-4.4.0.txt");
    let line = all.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    let digit = |byte: u8| char::from(byte).to_digit(16).unwrap() as u8;
    line.unwrap().as_bytes().chunks(2).map(|pair| digit(pair[0]) << 4 | digit(pair[1])).collect()
}

const LOG: &str = "00000000000000000000.log";

#[test]
fn a_batch_looks_as_kafkas_tool_shows_it() {
    let folder = TempDir::new().unwrap();
    let path = file(&folder, LOG, &batch("commit"));
    let (out, complaints, ended) = dumped("--deep-iteration", &path);
    assert!(ended, "{complaints}");
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[1], "Log starting offset: 0");
    assert!(lines[2].contains("isTransactional: true isControl: true"), "{}", lines[2]);
    assert!(lines[2].ends_with("isvalid: true"), "{}", lines[2]);
    assert!(lines[3].contains("endTxnMarker: COMMIT coordinatorEpoch: "), "{}", lines[3]);
}

#[test]
fn damage_is_told_and_never_panics() {
    let folder = TempDir::new().unwrap();
    let whole: Vec<u8> = ["none", "zstd", "commit", "leader_change", "magic1"]
        .iter()
        .flat_map(|it| batch(it))
        .collect();
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x5a;
        let path = file(&folder, LOG, &bytes);
        for flags in ["--print-data-log", "--offsets-decoder", "--cluster-metadata-decoder"] {
            dumped(flags, &path);
        }
        let path = file(&folder, LOG, &whole[..at]);
        let (out, _, ended) = dumped("", &path);
        assert!(ended, "cut to {at}: {out}");
    }
}

#[test]
fn entries_of_indexes_are_held_against_the_segment() {
    let folder = TempDir::new().unwrap();
    file(&folder, LOG, &batch("none"));
    let entry =
        |offset: i32, position: i32| [offset.to_be_bytes(), position.to_be_bytes()].concat();
    let index = |bytes: &[u8]| file(&folder, "00000000000000000000.index", bytes);
    let (out, complaints, _) = dumped("", &index(&[entry(4, 0), entry(0, 0)].concat()));
    assert_eq!(out.lines().last(), Some("offset: 4 position: 0"));
    assert_eq!(complaints, "");
    let (_, complaints, ended) = dumped("--verify-index-only", &index(&entry(3, 0)));
    assert!(ended && complaints.contains("  Index offset: 3, log offset: 4"), "{complaints}");
    assert!(!dumped("", &index(&entry(3, 5000))).2);
    assert!(!dumped("--index-sanity-check", &index(&[0; 9])).2);
    let (out, ..) = dumped("", &index(&[]));
    assert!(out.ends_with(".index is empty.\n"), "{out}");
}

#[test]
fn small_files_may_be_anything() {
    let folder = TempDir::new().unwrap();
    for name in ["a.snapshot", "0.txnindex", "0.index", "0.timeindex", "0.checkpoint", "a.log"] {
        file(&folder, "0.log", &[]);
        for length in 0..80 {
            dumped("", &file(&folder, name, &vec![1; length]));
        }
    }
    let (_, complaints, ended) = dumped("", &file(&folder, "notes.txt", b""));
    assert!(ended && complaints.starts_with("Ignoring unknown file"), "{complaints}");
}

#[test]
fn json_has_one_object_a_line() {
    let folder = TempDir::new().unwrap();
    let path = file(&folder, LOG, &[batch("none"), batch("commit"), vec![0; 5]].concat());
    let (out, ..) = dumped("--print-data-log --output json", &path);
    let kinds: Vec<String> = out
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .map(|object| object["type"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(kinds[..2], ["batch", "record"]);
    assert!(kinds.contains(&"trailing_bytes".to_owned()), "{kinds:?}");
}

#[test]
fn unknown_decoders_are_refused() {
    for (class, plain) in [
        ("org.apache.kafka.tools.api.LongDecoder", decode::Plain::Long),
        ("kafka.serializer.StringDecoder", decode::Plain::Text),
        ("DefaultDecoder", decode::Plain::Hex),
    ] {
        assert_eq!(decode::plain("--key-decoder-class", Some(class)).unwrap(), plain);
    }
    assert!(decode::plain("--key-decoder-class", Some("com.example.Mine")).is_err());
}

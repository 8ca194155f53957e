use std::path::PathBuf;

use moldau_protocol::{
    ids::{LeaderEpoch, ProducerId},
    records::ControlType,
};

use super::golden;
use crate::{
    AppendError, LogConfig, OpenLog, Origin, PartitionLog,
    disk::{Dice, OpenMode, read_file},
    testing::{
        NOW, World, append, batch, by, client, marker, produced, read_all, small, transactional,
        values,
    },
};
use moldau_protocol::ids::Offset;

fn unhex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text.bytes().filter(u8::is_ascii_hexdigit).collect();
    let pair = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
    digits.chunks(2).map(pair).collect()
}

fn put(world: &World, name: &str, bytes: &[u8]) {
    let disk = world.files.disk();
    disk.create_dir_all(&world.dir.join("t-0")).unwrap();
    disk.open(&world.path(name), OpenMode::Truncate).unwrap().write_all_at(bytes, 0).unwrap();
}

fn get(world: &World, name: &str) -> Vec<u8> {
    read_file(&**world.files.disk(), &world.path(name), 1 << 30).unwrap()
}

fn put_all(world: &World, files: &[(&str, &str)], wanted: impl Fn(&str) -> bool) {
    for (name, hex) in files.iter().filter(|(name, _)| wanted(name)) {
        put(world, name, &unhex(hex));
    }
}

/// A log of thirty one-record batches of producer 1 in several segments, dropped without a close.
fn torn_world() -> World {
    let mut world = World::new();
    let log = world.open(small());
    for sequence in 0..30 {
        append(&log, produced(1, 0, sequence, 1));
    }
    log.sync().unwrap();
    drop(log);
    world.restart();
    world
}

fn last_log(world: &World) -> String {
    world.names().into_iter().rfind(|name| name.ends_with(".log")).unwrap()
}

#[test]
fn a_torn_tail_is_cut_and_the_log_goes_on() {
    // O-REC-1 (b), (c), (d), and worse.
    let size = produced(1, 0, 29, 1).size() as u64;
    for (name, left, damage) in [
        ("37 random bytes", 30, 0),
        ("last 10 bytes cut", 29, 1),
        ("a byte of the payload flipped", 29, 2),
        ("zeros behind the end", 30, 3),
        ("the last batch is zeros", 29, 4),
        ("nothing of it", 29, 5),
    ] {
        let world = torn_world();
        let path = world.path(&last_log(&world));
        let file = world.files.disk().open(&path, OpenMode::Write).unwrap();
        let len = file.len().unwrap();
        match damage {
            0 => file.write_all_at(&[0xa7; 37], len).unwrap(),
            1 => file.set_len(len - 10).unwrap(),
            2 => file.write_all_at(&[0xff], len - 3).unwrap(),
            3 => file.set_len(len + 5000).unwrap(),
            4 => file.write_all_at(&vec![0; size as usize], len - size).unwrap(),
            _ => file.set_len(len - size).unwrap(),
        }
        let log = world.open(small());
        assert_eq!(log.log_end_offset(), Offset(left), "{name}");
        assert_eq!(log.synced_offset(), Offset(left), "{name}");
        assert_eq!(values(&log).len() as i64, left, "{name}");
        // What is there is recognised, what was cut is stored when it is sent again.
        let last = i32::try_from(left).unwrap() - 1;
        assert!(append(&log, produced(1, 0, last, 1)).duplicate, "{name}");
        let info = append(&log, produced(1, 0, last + 1, 1));
        assert_eq!((info.first_offset, info.duplicate), (Offset(left), false), "{name}");
        let error = log.append(client(produced(1, 0, last + 3, 1)), NOW).unwrap_err();
        assert!(matches!(error, AppendError::Producer(_)), "{name}");
    }
}

#[test]
fn damage_in_the_middle_drops_what_is_behind_it() {
    let world = torn_world();
    let first = world.path("00000000000000000000.log");
    world.files.disk().open(&first, OpenMode::Write).unwrap().write_all_at(b"!", 200).unwrap();
    let log = world.open(small());
    assert_eq!(log.segment_count(), 1);
    let kept = log.log_end_offset().0;
    assert!(kept > 0 && kept < 5, "{kept}");
    assert_eq!(values(&log).len() as i64, kept);
    append(&log, produced(1, 0, kept as i32, 1));
    // Below the recovery point nothing is looked at.
    let world = torn_world();
    let first = world.path("00000000000000000000.log");
    world.files.disk().open(&first, OpenMode::Write).unwrap().write_all_at(b"!", 75).unwrap();
    let options = OpenLog { recovery_point: Offset(25), ..world.options(small()) };
    let log = PartitionLog::open(options).unwrap();
    assert_eq!(log.log_end_offset(), Offset(30));
}

#[test]
fn a_hole_between_segments_ends_a_log_unless_it_is_compacted() {
    for compact in [false, true] {
        let world = torn_world();
        let names = world.names();
        let second = names.iter().filter(|name| name.ends_with(".log")).nth(1).unwrap();
        let base: i64 = second[..20].parse().unwrap();
        // Whole batches are missing at the end of the second segment, nothing is torn.
        let file = world.files.disk().open(&world.path(second), OpenMode::Write).unwrap();
        file.set_len(2 * produced(1, 0, base as i32, 1).size() as u64).unwrap();
        let log = world.open(LogConfig { compact, ..small() });
        let end = if compact { 30 } else { base + 2 };
        assert_eq!(log.log_end_offset(), Offset(end), "compact {compact}");
    }
}

#[test]
fn indexes_are_built_again_when_missing_or_damaged() {
    let reference = torn_world();
    let indexes: Vec<String> =
        reference.names().into_iter().filter(|name| name.ends_with("index")).collect();
    assert!(indexes.len() >= 6);
    let found = |world: &World, clean: bool| {
        let options = OpenLog { clean, recovery_point: Offset(30), ..world.options(small()) };
        let log = PartitionLog::open(options).unwrap();
        let time = log.offset_for_timestamp(NOW, Offset(30)).unwrap().unwrap().offset;
        (read_all(&log, Offset(17)).len(), time, log.log_end_offset())
    };
    let expected = (13, Offset(0), Offset(30));
    for clean in [false, true] {
        for damage in ["none", "removed", "empty", "half an entry", "garbage", "too long"] {
            if clean && ["garbage", "empty"].contains(&damage) {
                // After a clean stop only names and sizes are looked at.
                continue;
            }
            let world = torn_world();
            for name in &indexes {
                let path = world.path(name);
                let disk = world.files.disk();
                match damage {
                    "removed" => disk.remove_file(&path).unwrap(),
                    // A rebuild whose bytes a power loss took, but not its names.
                    "empty" => put(&world, name, &[]),
                    "half an entry" => put(&world, name, &[1, 2, 3]),
                    "garbage" => put(&world, name, &[0xff; 24]),
                    // Left by a process that sized its indexes ahead.
                    "too long" => {
                        let file = disk.open(&path, OpenMode::Write).unwrap();
                        file.set_len(file.len().unwrap() + 12_000).unwrap();
                    }
                    _ => {}
                }
            }
            assert_eq!(found(&world, clean), expected, "{damage}, clean {clean}");
        }
    }
}

#[test]
fn recovered_indexes_are_those_that_were_written() {
    let mut world = World::new();
    let log = world.open(small());
    for sequence in 0..30 {
        append(&log, produced(1, 0, sequence, 1));
    }
    log.close().unwrap();
    let names: Vec<String> =
        world.names().into_iter().filter(|name| !name.ends_with(".log")).collect();
    let before: Vec<Vec<u8>> = names.iter().map(|name| get(&world, name)).collect();
    for name in names.iter().filter(|name| name.ends_with("index")) {
        world.files.disk().remove_file(&world.path(name)).unwrap();
    }
    world.restart();
    world.open(small()).close().unwrap();
    for (name, before) in names.iter().zip(before) {
        assert_eq!(get(&world, name), before, "{name}");
    }
}

#[test]
fn open_transactions_survive_and_can_end() {
    for snapshot_lost in [false, true] {
        let mut world = World::new();
        let log = world.open(LogConfig { segment_bytes: 200, ..small() });
        append(&log, transactional(1, 0));
        append(&log, transactional(2, 0));
        log.append(by(Origin::Coordinator, marker(2, ControlType::Abort)), NOW).unwrap();
        append(&log, batch(&[NOW]));
        log.sync().unwrap();
        drop(log);
        if snapshot_lost {
            for name in world.names().iter().filter(|name| name.ends_with(".snapshot")) {
                put(&world, name, b"damaged");
            }
        }
        world.restart();
        let log = world.open(LogConfig { segment_bytes: 200, ..small() });
        assert_eq!(log.last_stable_offset(Offset(4)), Offset(0));
        assert_eq!(log.aborted_transactions(Offset(0), Offset(4)).unwrap().len(), 1);
        append(&log, transactional(1, 1));
        log.append(by(Origin::Coordinator, marker(1, ControlType::Commit)), NOW).unwrap();
        assert_eq!(log.last_stable_offset(Offset(6)), Offset(6));
    }
}

#[test]
fn a_folder_that_kafka_closed_is_served_as_it_is() {
    let world = World::new();
    put_all(&world, golden::TXN, |_| true);
    // Its plain record is years old, and with it its producer.
    let config = LogConfig { producer_id_expiration_ms: i64::MAX, ..LogConfig::default() };
    let options = OpenLog { clean: true, recovery_point: Offset(9), ..world.options(config) };
    check_golden(&PartitionLog::open(OpenLog { now_ms: GOLDEN_NOW, ..options }).unwrap());
    for (name, hex) in golden::TXN {
        assert_eq!(get(&world, name), unhex(hex), "{name} was changed");
    }
}

/// Shortly after the golden folder was written.
const GOLDEN_NOW: i64 = 1_796_060_430_000;

fn check_golden(log: &PartitionLog) {
    assert_eq!((log.log_start_offset(), log.log_end_offset()), (Offset(0), Offset(9)));
    assert_eq!(log.topic_id().unwrap().to_string(), "EzlXzs4UQYCszrlvRNGlXA");
    assert_eq!(log.latest_epoch(), Some(LeaderEpoch(0)));
    assert_eq!(log.last_stable_offset(Offset(9)), Offset(9));
    let aborted: Vec<(i64, i64, i64)> = log
        .aborted_transactions(Offset(0), Offset(9))
        .unwrap()
        .iter()
        .map(|txn| (txn.producer_id.0, txn.first_offset.0, txn.last_offset.0))
        .collect();
    assert_eq!(aborted, [(6, 2, 5), (7, 4, 8)]);
    let data: Vec<String> = read_all(log, Offset(0))
        .into_iter()
        .map(|(_, value)| value)
        .filter(|value| !value.starts_with('\0'))
        .collect();
    assert_eq!(data, ["committed", "aborted", "plain", "open", "committed2"]);
    let mut producers: Vec<(ProducerId, i16, i32)> = log
        .active_producers()
        .iter()
        .map(|producer| (producer.producer_id, producer.epoch.0, producer.last_sequence))
        .collect();
    producers.sort_unstable();
    assert_eq!(producers, [(ProducerId(5), 0, 0), (ProducerId(6), 3, -1), (ProducerId(7), 1, -1)]);
    // By offset the marker at 1 is the first record that is late enough.
    let found = log.offset_for_timestamp(1_700_000_000_001, Offset(9)).unwrap().unwrap();
    assert_eq!((found.offset, found.timestamp), (Offset(1), 1_796_060_412_210));
}

#[test]
fn recovery_of_kafkas_segments_gives_kafkas_files() {
    let world = World::new();
    put_all(&world, golden::TXN, |name| name.ends_with(".log") || name == "partition.metadata");
    // As a running Kafka leaves them: as large as they may grow.
    for name in ["00000000000000000001.index", "00000000000000000001.timeindex"] {
        put(&world, name, b"");
        let file = world.files.disk().open(&world.path(name), OpenMode::Write).unwrap();
        file.set_len(12 * 8 * 100).unwrap();
    }
    let options = OpenLog { now_ms: GOLDEN_NOW, ..world.options(LogConfig::default()) };
    let log = PartitionLog::open(options).unwrap();
    check_golden(&log);
    log.close().unwrap();
    for (name, hex) in golden::TXN {
        assert_eq!(get(&world, name), unhex(hex), "{name}");
    }
}

#[test]
fn kafkas_compressed_batches_are_searched() {
    for (name, files) in [
        ("gzip", golden::GZIP),
        ("snappy", golden::SNAPPY),
        ("lz4", golden::LZ4),
        ("zstd", golden::ZSTD),
    ] {
        let world = World::new();
        put_all(&world, files, |_| true);
        let log = world.open(LogConfig::default());
        assert_eq!(log.log_end_offset(), Offset(15), "{name}");
        for (time, offset) in [(0, 0), (1_700_000_000_011, 2), (1_700_000_002_040, 14)] {
            let found = log.offset_for_timestamp(time, Offset(15)).unwrap().unwrap();
            assert_eq!(found.offset, Offset(offset), "{name} {time}");
        }
        let (_, value) = read_all(&log, Offset(0)).pop().unwrap();
        assert!(value.starts_with("value-2-4-"), "{name} {value}");
        let (_, hex) = files[1];
        log.close().unwrap();
        assert_eq!(get(&world, "00000000000000000000.timeindex"), unhex(hex));
    }
}

#[test]
fn old_message_sets_are_walked() {
    // Two messages of magic 1 and one of magic 0, as Kafka 0.10 and 0.9 wrote them.
    let message = |offset: i64, magic: u8, time: Option<i64>, value: &[u8]| {
        let mut body = vec![magic, 0];
        body.extend(time.iter().flat_map(|time| time.to_be_bytes()));
        body.extend((-1i32).to_be_bytes());
        body.extend((value.len() as i32).to_be_bytes());
        body.extend(value);
        let crc = crc_fast::checksum(crc_fast::CrcAlgorithm::Crc32IsoHdlc, &body) as u32;
        let mut bytes = offset.to_be_bytes().to_vec();
        bytes.extend((body.len() as i32 + 4).to_be_bytes());
        bytes.extend(crc.to_be_bytes());
        bytes.extend(body);
        bytes
    };
    let first = message(0, 0, None, b"zero");
    let rest = [message(1, 1, Some(500), b"one"), message(2, 1, Some(700), b"two")].concat();
    let whole = [first.clone(), rest].concat();
    for (name, bytes, end) in [
        ("whole", whole.clone(), 3),
        ("torn", whole[..whole.len() - 1].to_vec(), 2),
        ("flipped", [&whole[..whole.len() - 1], b"X"].concat(), 2),
    ] {
        let world = World::new();
        put(&world, "00000000000000000000.log", &bytes);
        let log = world.open(LogConfig::default());
        assert_eq!(log.log_end_offset(), Offset(end), "{name}");
        let found = log.offset_for_timestamp(400, Offset(3)).unwrap().unwrap();
        assert_eq!((found.offset, found.timestamp), (Offset(1), 500), "{name}");
        let read = log.read(Offset(1), 1000, crate::MinOneBatch::Yes, Offset(end)).unwrap();
        assert_eq!(read.start.position, first.len() as u64, "{name}");
        assert_eq!(append(&log, batch(&[NOW])).first_offset, Offset(end), "{name}");
    }
}

#[test]
fn work_that_a_crash_interrupted_is_tidied_up() {
    let mut world = torn_world();
    for name in [
        "00000000000000000099.index",
        "00000000000000000098.timeindex",
        "leader-epoch-checkpoint.tmp",
    ] {
        put(&world, name, b"");
    }
    put(&world, "00000000000000000007.log.deleted", b"x");
    put(&world, "00000000000000000500.log.cleaned", b"x");
    let log = world.open(small());
    assert_eq!(log.log_end_offset(), Offset(30));
    let left: Vec<String> = world.names();
    assert!(
        !left
            .iter()
            .any(|name| name.contains("009") || name.ends_with("tmp") || name.ends_with("ed")),
        "{left:?}"
    );
    // A finished replacement of the first two segments takes their place.
    let bases = log.segment_bases();
    log.close().unwrap();
    let mut both = Vec::new();
    for base in &bases[..2] {
        both.extend(get(&world, &crate::names::segment_file(*base, "log")));
    }
    put(&world, "00000000000000000000.log.swap", &both);
    world.restart();
    let log = world.open(small());
    assert_eq!(log.segment_bases()[1], bases[2]);
    assert_eq!(values(&log).len(), 30);
}

#[test]
fn a_log_that_ends_before_its_start_begins_anew() {
    let world = torn_world();
    let options = OpenLog { log_start: Offset(100), ..world.options(small()) };
    let log = PartitionLog::open(options).unwrap();
    assert_eq!((log.log_start_offset(), log.log_end_offset()), (Offset(100), Offset(100)));
    assert_eq!(append(&log, batch(&[1])).first_offset, Offset(100));
}

#[test]
fn damaged_leader_epochs_are_read_from_the_log() {
    let mut world = World::new();
    let log = world.open(small());
    for epoch in [1, 4, 9] {
        let mut one = client(batch(&[NOW]));
        one.leader_epoch = LeaderEpoch(epoch);
        log.append(one, NOW).unwrap();
    }
    let epochs = log.epochs();
    log.close().unwrap();
    put(&world, "leader-epoch-checkpoint", b"nonsense");
    world.restart();
    let options = OpenLog { clean: true, recovery_point: Offset(3), ..world.options(small()) };
    assert_eq!(PartitionLog::open(options).unwrap().epochs(), epochs);
}

#[test]
fn any_damage_leaves_a_prefix() {
    for seed in 0..400 {
        let mut dice = Dice(seed);
        let world = torn_world();
        let files: Vec<String> = world.names();
        for _ in 0..dice.below(4) + 1 {
            let name = &files[dice.below(files.len())];
            let file = world.files.disk().open(&world.path(name), OpenMode::Write).unwrap();
            let len = file.len().unwrap();
            let at = dice.next() % (len + 1);
            let garbage: Vec<u8> = (0..dice.below(80)).map(|_| dice.next() as u8).collect();
            match dice.below(4) {
                0 => file.set_len(at).unwrap(),
                1 => file.set_len(len + at).unwrap(),
                2 => file.write_all_at(&garbage, len).unwrap(),
                _ => file.write_all_at(&garbage, at).unwrap(),
            }
        }
        let recovery_point = Offset(0);
        let log = match PartitionLog::open(OpenLog { recovery_point, ..world.options(small()) }) {
            Ok(log) => log,
            Err(error) => panic!("seed {seed}: {error}"),
        };
        let end = log.log_end_offset().0;
        let expected: Vec<String> = (0..end).map(|offset| format!("1/{offset}")).collect();
        assert_eq!(values(&log), expected, "seed {seed}");
        let info = append(&log, produced(2, 0, 0, 1));
        assert_eq!(info.first_offset, Offset(end), "seed {seed}");
    }
}

#[test]
fn the_real_disk_gives_the_same() {
    let dir = tempfile::tempdir().unwrap();
    let mut world = World::real(PathBuf::from(dir.path()));
    let log = world.open(small());
    for sequence in 0..30 {
        append(&log, produced(1, 0, sequence, 1));
    }
    log.sync().unwrap();
    drop(log);
    world.restart();
    let path = world.path(&last_log(&world));
    let file = world.files.disk().open(&path, OpenMode::Write).unwrap();
    file.set_len(file.len().unwrap() - 1).unwrap();
    let log = world.open(small());
    assert_eq!(values(&log).len(), 29);
    let read = log.read(Offset(0), 100, crate::MinOneBatch::Yes, Offset(29)).unwrap();
    let moldau_protocol::codec::Payload::Region(region) = &read.payload else {
        panic!("no region")
    };
    let range = region.as_any().downcast_ref::<crate::FileRange>().unwrap();
    assert!(range.as_std().is_some() && range.is_current() && range.position() == 0);
}

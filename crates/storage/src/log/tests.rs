use std::sync::atomic::AtomicUsize;

use moldau_protocol::{
    ErrorCode,
    records::{Batches, Codec, ControlType, TimestampType, check_crc},
};

use super::*;
use crate::{
    Append, AppendInfo, MinOneBatch, Origin, ReadError,
    disk::{Fault, FaultOp, OpenMode},
    testing::{
        EPOCH, NOW, World, append, batch, batch_with, by, client, marker, produced, read_all,
        small, transactional, values,
    },
};

#[derive(Debug, Default)]
struct Told {
    calls: AtomicUsize,
    last: Mutex<(Offset, Offset)>,
}

impl LogListener for Told {
    fn log_advanced(&self, log_end: Offset, synced: Offset) {
        self.calls.fetch_add(1, Ordering::Relaxed);
        *self.last.lock() = (log_end, synced);
    }
}

#[test]
fn records_come_back_in_order_over_segments() {
    let world = World::new();
    let log = world.open(small());
    for round in 0..100 {
        let info = append(&log, batch(&[round, round + 1]));
        assert_eq!(
            (info.first_offset, info.last_offset),
            (Offset(2 * round), Offset(2 * round + 1))
        );
    }
    assert!(log.segment_count() > 5, "{}", log.segment_count());
    let all = read_all(&log, Offset::ZERO);
    assert_eq!(all.len(), 200);
    for (index, (offset, value)) in all.iter().enumerate() {
        assert_eq!(*offset, index as i64);
        assert_eq!(*value, (index / 2 + index % 2).to_string());
    }
    assert_eq!(read_all(&log, Offset(151)).len(), 49);
    assert_eq!(log.latest_epoch(), Some(EPOCH));
}

#[test]
fn a_group_is_one_write_and_refusals_do_not_stop_it() {
    let world = World::new();
    let log = world.open(LogConfig::default());
    let told = Arc::new(Told::default());
    log.set_listener(Arc::clone(&told) as Arc<dyn LogListener>);
    let mut group: Vec<Append> = [
        produced(1, 0, 0, 2),
        produced(1, 0, 5, 1),
        produced(1, 0, 2, 1),
        produced(1, 0, 0, 2),
        batch(&[NOW]),
    ]
    .map(client)
    .into();
    let results = log.append_group(&mut group, NOW);
    let codes: Vec<ErrorCode> = results
        .iter()
        .map(|result| result.as_ref().map_or_else(AppendError::error_code, |_| ErrorCode::NONE))
        .collect();
    let none = ErrorCode::NONE;
    assert_eq!(codes, [none, ErrorCode::OUT_OF_ORDER_SEQUENCE_NUMBER, none, none, none]);
    let repeat = results[3].as_ref().unwrap();
    assert_eq!(
        (repeat.first_offset, repeat.duplicate, repeat.log_append_time),
        (Offset(0), true, NOW)
    );
    assert_eq!(results[4].as_ref().unwrap().first_offset, Offset(3));
    assert_eq!(log.log_end_offset(), Offset(4));
    assert_eq!(told.calls.load(Ordering::Relaxed), 1);
    assert_eq!(*told.last.lock(), (Offset(4), Offset(0)));
    assert_eq!(log.sync().unwrap(), Offset(4));
    assert_eq!(*told.last.lock(), (Offset(4), Offset(4)));
}

#[test]
fn segments_roll_by_size_time_and_index() {
    let time = |segment_ms| LogConfig { segment_ms, ..LogConfig::default() };
    let index =
        LogConfig { index_interval_bytes: 0, segment_index_bytes: 40, ..LogConfig::default() };
    for (name, config, times, bases) in [
        (
            "size",
            LogConfig { segment_bytes: 150, ..LogConfig::default() },
            &[0, 0, 0, 0, 0][..],
            &[0, 2, 4][..],
        ),
        ("time", time(100), &[1000, 1100, 1101, 1150, 1202], &[0, 2, 4]),
        // From the first record's time on; one from the past never rolls.
        ("past", time(100), &[5000, 1000, 2000, 5101], &[0, 3]),
        ("index", index, &[1, 2, 3, 4, 5, 6], &[0, 3]),
    ] {
        let world = World::new();
        let log = world.open(config);
        for time in times {
            append(&log, batch(&[*time]));
        }
        let found: Vec<i64> = log.segment_bases().iter().map(|base| base.0).collect();
        assert_eq!(found, bases, "{name}");
        assert_eq!(values(&log).len(), times.len(), "{name}");
    }
    let world = World::new();
    let log = world.open(LogConfig { segment_bytes: 100, ..LogConfig::default() });
    let error = log.append(client(batch(&[0; 20])), NOW).unwrap_err();
    assert_eq!(error.error_code(), ErrorCode::RECORD_LIST_TOO_LARGE);
}

#[test]
fn reads_respect_bounds_and_limits() {
    let world = World::new();
    let log = world.open(LogConfig::default());
    let size = batch(&[NOW]).size();
    for _ in 0..10 {
        append(&log, batch(&[NOW]));
    }
    let read = |from, max, min_one, upper| log.read(Offset(from), max, min_one, Offset(upper));
    let len = |from, max, min_one, upper| read(from, max, min_one, upper).unwrap().payload.len();
    for (name, found, expected) in [
        ("one batch over the limit", len(0, 1, MinOneBatch::Yes, 10), size),
        ("no batch", len(0, 1, MinOneBatch::No, 10), 0),
        ("a later batch is cut", len(1, size + 9, MinOneBatch::No, 10), size + 9),
        ("upper bound", len(2, 10_000, MinOneBatch::Yes, 5), 3 * size),
        ("at the upper bound", len(5, 10_000, MinOneBatch::Yes, 5), 0),
        ("at the end", len(10, 10_000, MinOneBatch::Yes, 10), 0),
        ("everything", len(0, 10_000, MinOneBatch::Yes, 10), 10 * size),
    ] {
        assert_eq!(found, expected, "{name}");
    }
    assert!(read(0, 1, MinOneBatch::No, 10).unwrap().first_batch_too_large);
    // O-FET-4
    log.advance_log_start_offset(Offset(5)).unwrap();
    for from in [4, 11] {
        let error = read(from, 100, MinOneBatch::Yes, 10).unwrap_err();
        let (log_start, log_end) = (Offset(5), Offset(10));
        assert!(
            matches!(error, ReadError::OutOfRange { log_start: s, log_end: e } if s == log_start && e == log_end)
        );
    }
    assert_eq!(len(5, 1000, MinOneBatch::Yes, 10), 5 * size);
    log.advance_log_start_offset(Offset(10)).unwrap();
    assert_eq!(len(10, 1000, MinOneBatch::Yes, 10), 0);
    assert!(log.advance_log_start_offset(Offset(11)).is_err());
    assert!(!log.advance_log_start_offset(Offset(3)).unwrap());
    assert_eq!(log.retention(NOW, Offset(10)).unwrap(), 0);
}

#[test]
fn a_batch_that_has_the_offset_inside_is_given_whole() {
    let world = World::new();
    let log = world.open(LogConfig::default());
    append(&log, batch(&[1, 2, 3]));
    append(&log, batch(&[4, 5]));
    let read = log.read(Offset(1), 10_000, MinOneBatch::Yes, Offset(5)).unwrap();
    assert_eq!((read.start.offset, read.start.position), (Offset(1), 0));
    assert_eq!(read.payload.len(), batch(&[1, 2, 3]).size() + batch(&[4, 5]).size());
    // An upper bound inside a batch keeps that batch out.
    let read = log.read(Offset(1), 10_000, MinOneBatch::Yes, Offset(4)).unwrap();
    assert_eq!(read.payload.len(), batch(&[1, 2, 3]).size());
}

#[test]
fn times_are_searched_record_by_record() {
    // O-OFF-1: batches of X, Y and Z, and what each time gives.
    let gzip: Vec<i64> = (1000..1010).collect();
    for (batches, cases) in [
        (
            &[&[2000][..], &[4000], &[6000], &[8000]][..],
            &[(0, 0), (2000, 0), (3000, 1), (5000, 2), (8000, 3), (8001, -1)][..],
        ),
        (&[&[1000], &[5000], &[3000], &[7000]], &[(4000, 1), (6000, 3), (3000, 1)]),
        (&[&gzip], &[(1004, 4), (1009, 9), (1010, -1)]),
    ] {
        for codec in [Codec::None, Codec::Gzip, Codec::Snappy, Codec::Lz4, Codec::Zstd] {
            for config in [small(), LogConfig { segment_bytes: 100, ..small() }] {
                let world = World::new();
                let log = world
                    .open(LogConfig { segment_bytes: config.segment_bytes.max(100) * 3, ..config });
                for times in batches {
                    append(&log, batch_with(times, codec, TimestampType::CreateTime));
                }
                for &(time, expected) in cases {
                    let found = log.offset_for_timestamp(time, log.log_end_offset()).unwrap();
                    assert_eq!(
                        found.map_or(-1, |found| found.offset.0),
                        expected,
                        "{codec:?} {time}"
                    );
                }
            }
        }
    }
}

#[test]
fn special_times_and_a_trimmed_start() {
    let world = World::new();
    let log = world.open(LogConfig { segment_bytes: 150, ..small() });
    assert_eq!(log.max_timestamp_offset(Offset(0)).unwrap(), None);
    for time in [2000, 9000, 6000, 9000, 8000] {
        append(&log, batch(&[time]));
    }
    let found = |found: Option<crate::TimestampedOffset>| {
        found.map(|found| (found.offset.0, found.timestamp))
    };
    assert_eq!(found(log.max_timestamp_offset(Offset(5)).unwrap()), Some((1, 9000)));
    assert_eq!(found(log.max_timestamp_offset(Offset(1)).unwrap()), None);
    assert_eq!(found(log.offset_for_timestamp(0, Offset(5)).unwrap()), Some((0, 2000)));
    log.advance_log_start_offset(Offset(2)).unwrap();
    assert_eq!(found(log.offset_for_timestamp(0, Offset(5)).unwrap()), Some((2, 6000)));
    assert_eq!(found(log.offset_for_timestamp(7000, Offset(5)).unwrap()), Some((3, 9000)));
    let earliest = log.earliest_offset();
    assert_eq!(
        (earliest.offset, earliest.timestamp, earliest.leader_epoch),
        (Offset(2), -1, Some(EPOCH))
    );
    assert_eq!(log.latest_offset(Offset(5)).offset, Offset(5));
}

#[test]
fn a_broker_time_batch_has_one_time() {
    let world = World::new();
    let log = world.open(LogConfig {
        message_timestamp_type: TimestampType::LogAppendTime,
        ..LogConfig::default()
    });
    let info = append(&log, batch_with(&[5, 7, 6], Codec::Lz4, TimestampType::LogAppendTime));
    assert_eq!(info.log_append_time, 7);
    let found = log.offset_for_timestamp(6, Offset(3)).unwrap().unwrap();
    assert_eq!((found.offset, found.timestamp), (Offset(0), 7));
}

#[test]
fn retention_takes_a_prefix_only() {
    // O-RET-1 (b): one record from the future keeps what is behind it.
    let day = 86_400_000;
    let config = LogConfig { segment_ms: 1000, retention_ms: 5000, ..LogConfig::default() };
    let world = World::new();
    let log = world.open(config.clone());
    for time in [NOW, NOW, NOW + 3650 * day, NOW + 4000, NOW + 6000] {
        append(&log, batch(&[time]));
    }
    assert_eq!(log.segment_bases(), [Offset(0), Offset(2)]);
    assert_eq!(log.retention(NOW + 20_000, Offset(1)).unwrap(), 0, "only below the high watermark");
    assert_eq!(log.retention(NOW + 20_000, Offset(5)).unwrap(), 1);
    assert_eq!(log.log_start_offset(), Offset(2));
    assert_eq!(log.retention(NOW + 60_000, Offset(5)).unwrap(), 0);
    // (c) size: nothing while all is in the active segment.
    let size = batch(&[NOW]).size() as u32;
    log.set_config(LogConfig { retention_bytes: 1, segment_bytes: 3 * size, ..config.clone() });
    assert_eq!(log.retention(NOW + 60_000, Offset(5)).unwrap(), 0);
    append(&log, batch(&[NOW + 7000]));
    assert_eq!(log.segment_bases(), [Offset(2), Offset(5)]);
    assert_eq!(log.retention(NOW + 8000, Offset(6)).unwrap(), 1);
    assert_eq!(log.log_start_offset(), Offset(5));
    // (d) an active segment that is too old is rolled and goes.
    assert_eq!(log.retention(NOW + 60_000, Offset(6)).unwrap(), 1);
    assert_eq!((log.log_start_offset(), log.log_end_offset()), (Offset(6), Offset(6)));
    assert_eq!(log.retention(NOW + 90_000, Offset(6)).unwrap(), 0, "an empty segment stays");
    // Files go after the delay.
    assert!(world.names().iter().any(|name| name.ends_with(".deleted")));
    assert!(log.delete_due_files(NOW + 60_000 + config.file_delete_delay_ms).unwrap() >= 9);
    assert!(!world.names().iter().any(|name| name.ends_with(".deleted")));
    append(&log, batch(&[NOW]));
    assert_eq!(values(&log).len(), 1);
}

#[test]
fn truncation_drops_the_tail_and_its_readers() {
    let world = World::new();
    let log = world.open(small());
    for round in 0..40 {
        let mut one = client(produced(1, 0, round * 2, 2));
        one.leader_epoch = LeaderEpoch(round / 10);
        log.append(one, NOW).unwrap();
    }
    log.sync().unwrap();
    let read = log.read(Offset(70), 500, MinOneBatch::Yes, Offset(80)).unwrap();
    let early = log.read(Offset(0), 500, MinOneBatch::Yes, Offset(80)).unwrap();
    // 37 is inside of a batch: all of it goes.
    assert!(log.truncate_to(Offset(37), NOW).unwrap());
    assert_eq!((log.log_end_offset(), log.synced_offset()), (Offset(36), Offset(36)));
    assert_eq!(log.latest_epoch(), Some(LeaderEpoch(1)));
    assert!(read.payload.read().is_err());
    assert!(early.payload.read().is_ok());
    assert_eq!(read_all(&log, Offset::ZERO).len(), 36);
    // The producer goes on where the log now ends.
    let code = |sequence| {
        log.append(client(produced(1, 0, sequence, 1)), NOW).map_err(|error| error.error_code())
    };
    assert_eq!(code(80).unwrap_err(), ErrorCode::OUT_OF_ORDER_SEQUENCE_NUMBER);
    assert_eq!(code(36).unwrap().first_offset, Offset(36));
    assert!(!log.truncate_to(Offset(99), NOW).unwrap());
    log.truncate_fully_and_start_at(Offset(500), NOW).unwrap();
    assert_eq!((log.log_start_offset(), log.log_end_offset()), (Offset(500), Offset(500)));
    assert_eq!(log.latest_epoch(), None);
    assert_eq!(append(&log, batch(&[1])).first_offset, Offset(500));
    assert_eq!(values(&log), ["1"]);
}

#[test]
fn a_follower_takes_stamped_batches_and_gaps() {
    let world = World::new();
    let log = world.open(small());
    let stamped = |offset: i64, epoch| {
        let mut batches = batch(&[NOW, NOW]);
        batches.assign(Offset(offset), LeaderEpoch(epoch));
        bytes::BytesMut::from(batches.bytes())
    };
    for (offset, epoch) in [(0, 1), (2, 1), (10, 2), (12, 2)] {
        log.append_as_follower(stamped(offset, epoch), NOW).unwrap();
    }
    assert_eq!(log.log_end_offset(), Offset(14));
    assert!(matches!(
        log.append_as_follower(stamped(13, 2), NOW),
        Err(AppendError::UnexpectedOffset { .. })
    ));
    assert_eq!(log.epochs().entries().len(), 2);
    assert_eq!(log.offset_for_leader_epoch(LeaderEpoch(1)).unwrap().start, Offset(10));
    // From inside the gap the next batch is read.
    let read = log.read(Offset(5), 1000, MinOneBatch::Yes, Offset(14)).unwrap();
    assert_eq!(read.payload.len(), 2 * batch(&[NOW, NOW]).size());
}

#[test]
fn a_full_disk_refuses_and_goes_on_later() {
    let world = World::new();
    let log = world.open(small());
    append(&log, produced(1, 0, 0, 2));
    let mut acked = 1;
    for extra in [0, 1, 30, 90, 200] {
        world.sim.set_capacity(Some(world.sim.used() + extra));
        let mut refused = 0;
        for _ in 0..20 {
            match log.append(client(produced(1, 0, acked * 2, 2)), NOW) {
                Ok(_) => acked += 1,
                Err(error) => {
                    assert!(matches!(error, AppendError::NoSpace(_)), "{error}");
                    assert_eq!(error.error_code(), ErrorCode::KAFKA_STORAGE_ERROR);
                    refused += 1;
                }
            }
            assert_eq!(log.log_end_offset(), Offset(i64::from(acked) * 2));
            assert_eq!(values(&log).len() as i32, acked * 2);
        }
        assert!(refused > 0);
        world.sim.set_capacity(None);
        append(&log, produced(1, 0, acked * 2, 2));
        acked += 1;
    }
    assert!(!world.health.is_offline());
    // What is on disk is what was acknowledged, too.
    let again = world.open(small());
    assert_eq!(values(&again).len() as i32, acked * 2);
}

#[test]
fn an_io_error_takes_the_directory_off_line() {
    for (op, path) in [(FaultOp::Write, ".log"), (FaultOp::Sync, ".log"), (FaultOp::Read, ".log")] {
        let world = World::new();
        let log = world.open(LogConfig::default());
        append(&log, batch(&[NOW]));
        let fault = Fault { op, path_contains: path.into(), os_error: 5 };
        world.sim.set_faults(vec![fault]);
        match op {
            FaultOp::Write => {
                let error = log.append(client(batch(&[NOW])), NOW).unwrap_err();
                assert!(matches!(error, AppendError::Io(_)), "{error}");
            }
            FaultOp::Sync => assert!(matches!(log.sync(), Err(AppendError::Io(_)))),
            _ => assert!(log.read(Offset(0), 10, MinOneBatch::Yes, Offset(1)).is_err()),
        }
        world.sim.set_faults(vec![]);
        assert!(world.health.is_offline(), "{op:?}");
        assert!(matches!(log.append(client(batch(&[NOW])), NOW), Err(AppendError::Offline)));
        assert!(matches!(
            log.read(Offset(0), 10, MinOneBatch::Yes, Offset(1)),
            Err(ReadError::Offline)
        ));
    }
}

#[test]
fn transactions_hold_the_stable_offset_back() {
    let world = World::new();
    let log = world.open(small());
    let put = |batches| log.append(by(Origin::Coordinator, batches), NOW).unwrap();
    append(&log, batch(&[NOW]));
    append(&log, transactional(1, 0));
    append(&log, transactional(2, 0));
    assert_eq!(log.last_stable_offset(Offset(3)), Offset(1));
    assert!(log.has_open_transaction(ProducerId(1)));
    put(marker(1, ControlType::Abort));
    assert_eq!(log.last_stable_offset(Offset(3)), Offset(1), "the marker is not replicated yet");
    assert_eq!(log.last_stable_offset(Offset(4)), Offset(2));
    put(marker(2, ControlType::Commit));
    assert_eq!(log.last_stable_offset(Offset(5)), Offset(5));
    let aborted = log.aborted_transactions(Offset(0), Offset(5)).unwrap();
    let expected = crate::AbortedTxn {
        producer_id: ProducerId(1),
        first_offset: Offset(1),
        last_offset: Offset(3),
        last_stable_offset: Offset(2),
    };
    assert_eq!(aborted, [expected]);
    let read = log.read(Offset(0), 1000, MinOneBatch::Yes, Offset(5)).unwrap();
    assert_eq!(log.aborted_transactions_of(&read.start, read.payload.len()).unwrap(), [expected]);
    assert!(log.aborted_transactions(Offset(4), Offset(5)).unwrap().is_empty());
    let producer = log.active_producers().into_iter().find(|producer| producer.producer_id.0 == 1);
    assert_eq!(producer.unwrap().coordinator_epoch, 7);
}

#[test]
fn a_closed_log_opens_again_without_reading_it() {
    let mut world = World::new();
    let log = world.open(small());
    for round in 0..30 {
        append(&log, produced(1, 0, round, 1));
    }
    log.close().unwrap();
    assert!(matches!(log.append(client(batch(&[1])), NOW), Err(AppendError::Closed)));
    assert!(matches!(log.read(Offset(0), 1, MinOneBatch::Yes, Offset(1)), Err(ReadError::Closed)));
    world.restart();
    // A flipped byte stays where it is after a clean stop (O-REC-1).
    let path = world.path("00000000000000000000.log");
    world.files.disk().open(&path, OpenMode::Write).unwrap().write_all_at(b"X", 75).unwrap();
    let options = OpenLog { clean: true, recovery_point: Offset(30), ..world.options(small()) };
    let log = PartitionLog::open(options).unwrap();
    assert_eq!((log.log_end_offset(), log.synced_offset()), (Offset(30), Offset(30)));
    let info: AppendInfo = append(&log, produced(1, 0, 29, 1));
    assert_eq!((info.first_offset, info.duplicate), (Offset(29), true));
    assert_eq!(append(&log, produced(1, 0, 30, 1)).first_offset, Offset(30));
}

#[test]
fn readers_and_syncs_live_with_rolls_retention_and_truncation() {
    let dir = tempfile::tempdir().unwrap();
    let world = World::real(dir.path().to_owned());
    let config = LogConfig { retention_bytes: 3000, file_delete_delay_ms: 0, ..small() };
    let log = world.open(config);
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for reader in 0..3 {
            let (log, done) = (&log, &done);
            scope.spawn(move || {
                let mut reads = 0;
                while !done.load(Ordering::Acquire) || reads < 50 {
                    reads += 1;
                    let (from, upper) = (log.log_start_offset(), log.log_end_offset());
                    let found = match reader {
                        0 => log.read(from, 500, MinOneBatch::Yes, upper).map(|read| {
                            // Cut off under us, or whole batches of this log.
                            if let Ok(bytes) = read.payload.read() {
                                let batch = Batches::new(&bytes).next();
                                assert!(batch.is_none_or(|batch| check_crc(batch.unwrap().bytes)));
                            }
                        }),
                        1 => log.offset_for_timestamp(NOW, upper).map(|_| ()),
                        _ => log.aborted_transactions(from, upper).map(|_| ()),
                    };
                    let fine = matches!(found, Ok(()) | Err(ReadError::OutOfRange { .. }));
                    assert!(fine, "{found:?}");
                }
            });
        }
        // A sync that holds a lock which a roll waits for stops everything for ever.
        let (syncing, over) = (&log, &done);
        scope.spawn(move || {
            while !over.load(Ordering::Acquire) {
                syncing.sync().unwrap();
                syncing.sync_closed_segments().unwrap();
            }
        });
        for round in 0..500 {
            append(&log, batch(&[NOW, NOW + round]));
            if round % 7 == 0 {
                log.retention(NOW, log.log_end_offset()).unwrap();
                log.delete_due_files(NOW).unwrap();
            }
            if round % 101 == 100 {
                log.truncate_to(log.log_end_offset().plus(-3), NOW).unwrap();
            }
            if round % 50 == 0 {
                log.sync().unwrap();
            }
        }
        done.store(true, Ordering::Release);
    });
    assert!(log.recovery_point() <= log.log_end_offset());
    assert!(!world.health.is_offline());
}

use std::path::Path;

use moldau_protocol::ids::{LeaderEpoch, Offset};

use crate::{
    OpenLog, PartitionLog,
    disk::{Fault, FaultOp, read_file},
    sync::EpochFile,
    testing::{NOW, World, append, batch, small},
};

fn file(world: &World) -> Option<String> {
    let bytes = read_file(&**world.files.disk(), &world.path("leader-epoch-checkpoint"), 1000);
    bytes.ok().map(|bytes| String::from_utf8(bytes).unwrap())
}

fn epochs(log: &PartitionLog) -> Vec<(i32, i64)> {
    log.epochs().entries().iter().map(|entry| (entry.epoch.0, entry.start.0)).collect()
}

#[test]
fn the_file_is_written_when_a_segment_is_closed_and_with_the_log() {
    let world = World::new();
    let log = world.open(small());
    log.assign_epoch(LeaderEpoch(2)).unwrap();
    append(&log, batch(&[1]));
    log.sync().unwrap();
    assert_eq!(file(&world), None);
    log.roll(NOW).unwrap();
    log.assign_epoch(LeaderEpoch(5)).unwrap();
    // The recovery point does not pass an epoch that nobody will find again.
    assert_eq!(log.recovery_point(), Offset(0));
    log.sync_closed_segments().unwrap();
    assert_eq!(log.recovery_point(), Offset(1));
    assert_eq!(file(&world).as_deref(), Some("0\n2\n3 0\n5 1\n"));
    log.assign_epoch(LeaderEpoch(7)).unwrap();
    log.close().unwrap();
    assert_eq!(file(&world).as_deref(), Some("0\n2\n3 0\n7 1\n"));
}

#[test]
fn an_epoch_that_was_not_written_is_found_in_the_batches() {
    let mut world = World::new();
    world.files.disk().sync_dir(Path::new("/")).unwrap();
    let log = world.open(small());
    for time in 1..40 {
        append(&log, batch(&[time]));
    }
    assert!(log.segment_count() > 1);
    let fault = Fault { op: FaultOp::Write, path_contains: "leader-epoch".into(), os_error: 5 };
    world.sim.set_faults(vec![fault]);
    assert!(log.sync().is_err());
    // Nothing was checkpointed that would need the file.
    assert_eq!(log.recovery_point(), Offset(0));
    drop(log);
    world.sim.set_faults(Vec::new());
    world.restart();
    let options = OpenLog { recovery_point: Offset(0), ..world.options(small()) };
    let log = PartitionLog::open(options).unwrap();
    assert_eq!(epochs(&log), [(3, 0)]);
}

#[test]
fn epochs_of_records_that_are_gone_leave_the_file_at_once() {
    let world = World::new();
    let log = world.open(small());
    append(&log, batch(&[1]));
    log.assign_epoch(LeaderEpoch(8)).unwrap();
    log.truncate_to(Offset(0), NOW).unwrap();
    assert_eq!(file(&world).as_deref(), Some("0\n0\n"));
    assert_eq!(epochs(&log), []);
    // A log start that moved is no reason to write: the next start moves it in the epochs, too.
    append(&log, batch(&[1]));
    append(&log, batch(&[2]));
    log.advance_log_start_offset(Offset(1)).unwrap();
    assert_eq!(epochs(&log), [(3, 1)]);
    assert_eq!(file(&world).as_deref(), Some("0\n0\n"));
}

#[test]
fn epochs_that_recovery_found_hold_the_recovery_point_until_they_are_written() {
    let mut world = World::new();
    let log = world.open(small());
    for time in 1..40 {
        append(&log, batch(&[time]));
    }
    drop(log);
    world.restart();
    let log = PartitionLog::open_unsynced(world.options(small())).unwrap();
    assert!(log.segment_count() > 1);
    log.note_all_synced(EpochFile::Old);
    assert_eq!((log.synced_offset(), log.recovery_point()), (Offset(39), Offset(0)));
    log.sync_closed_segments().unwrap();
    assert_eq!(log.recovery_point(), Offset(38));
    assert_eq!(file(&world).as_deref(), Some("0\n1\n3 0\n"));
}

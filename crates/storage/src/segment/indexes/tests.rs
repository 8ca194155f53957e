use std::path::Path;

use moldau_protocol::ids::Offset;

use crate::{
    OpenLog, PartitionLog,
    disk::{Disk, OpenMode},
    testing::{NOW, World, append, batch, produced, small},
};

fn index_names(world: &World, base: &str) -> Vec<String> {
    let names = world.names().into_iter();
    names.filter(|name| name.starts_with(base) && name.ends_with("index")).collect()
}

/// A log of several segments.
fn filled(world: &World) -> std::sync::Arc<PartitionLog> {
    let log = world.open(small());
    for sequence in 0..60 {
        append(&log, produced(1, 0, sequence, 1));
    }
    assert!(log.segment_count() > 3);
    log
}

#[test]
fn a_sync_makes_no_index_of_a_segment_that_is_gone() {
    for truncated in [false, true] {
        let world = World::new();
        let log = filled(&world);
        let segments = log.segments.read().clone();
        // What a sync has at hand that retention or a truncation overtakes.
        let gone = if truncated {
            log.truncate_to(Offset(2), NOW).unwrap();
            &segments[2]
        } else {
            log.advance_log_start_offset(segments[2].base()).unwrap();
            log.retention(NOW, log.log_end_offset()).unwrap();
            &segments[0]
        };
        gone.sync_indexes().unwrap();
        let base = format!("{:020}", gone.base().0);
        assert_eq!(index_names(&world, &base), Vec::<String>::new(), "truncated {truncated}");
    }
}

#[test]
fn indexes_count_as_synced_only_once_they_are() {
    let world = World::new();
    let log = filled(&world);
    let first = log.segments.read()[0].clone();
    assert!(first.indexes_dirty());
    let fault = crate::disk::Fault {
        op: crate::disk::FaultOp::Sync,
        path_contains: "00000000000000000000.timeindex".into(),
        os_error: 5,
    };
    world.sim.set_faults(vec![fault]);
    assert!(first.sync_indexes().is_err());
    assert!(first.indexes_dirty());
    world.sim.set_faults(Vec::new());
    first.sync_indexes().unwrap();
    assert!(!first.indexes_dirty());
}

#[test]
fn a_recovery_point_at_the_end_of_a_log_does_not_vouch_for_its_indexes() {
    let world = World::new();
    let log = world.open(small());
    append(&log, batch(&[1]));
    append(&log, batch(&[2]));
    log.sync().unwrap();
    assert_eq!((log.synced_offset(), log.recovery_point()), (Offset(2), Offset(1)));
    log.roll(NOW).unwrap();
    assert_eq!(log.recovery_point(), Offset(0));
    log.sync_closed_segments().unwrap();
    assert_eq!(log.recovery_point(), Offset(2));
    append(&log, batch(&[3]));
    log.close().unwrap();
    assert_eq!(log.recovery_point(), Offset(3));
}

/// Wherever the power goes while an index is built again: the old one or a whole new one is there.
#[test]
fn a_rebuild_that_is_cut_short_leaves_no_part_of_an_index() {
    let search = |log: &PartitionLog| -> Vec<Option<i64>> {
        let find = |time| log.offset_for_timestamp(time, Offset(20)).unwrap();
        (1..=20).map(|time| find(time).map(|found| found.offset.0)).collect()
    };
    let expected: Vec<Option<i64>> = (0..20).map(Some).collect();
    for cut in 0.. {
        for seed in 0..40 {
            let mut world = World::new();
            world.sim.set_sector(8);
            world.files.disk().sync_dir(Path::new("/")).unwrap();
            world.files.disk().sync_dir(&world.dir).unwrap();
            let log = world.open(small());
            for time in 1..=20 {
                append(&log, batch(&[time]));
            }
            log.close().unwrap();
            let index = world.path("00000000000000000000.timeindex");
            world.sim.open(&index, OpenMode::Truncate).unwrap().sync_data().unwrap();
            let options =
                |world: &World| OpenLog { recovery_point: Offset(20), ..world.options(small()) };
            world.restart();
            world.sim.cut_power_after(cut);
            let interrupted = PartitionLog::open(options(&world)).is_err();
            world.sim.crash(seed);
            world.restart();
            let log = PartitionLog::open(options(&world)).unwrap();
            assert_eq!(search(&log), expected, "cut after {cut} changes, seed {seed}");
            if !interrupted {
                assert!(cut > 10);
                return;
            }
        }
    }
}

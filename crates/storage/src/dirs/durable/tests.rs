use std::path::{Path, PathBuf};

use moldau_protocol::ids::{BrokerId, DirectoryId, LeaderEpoch, Offset, TopicId, Uuid};

use super::*;
use crate::{
    FileCache, LogConfig, LogDirsOptions, MetaProperties, TopicPartition,
    disk::{Disk, Fault, FaultOp, SimDisk},
    testing::{NOW, append, batch, values},
};

const DIR: &str = "/data";

fn formatted() -> SimDisk {
    let sim = SimDisk::new();
    sim.create_dir_all(Path::new(DIR)).unwrap();
    sim.sync_dir(Path::new("/")).unwrap();
    let meta = MetaProperties {
        cluster_id: "c".into(),
        node_id: BrokerId(1),
        directory_id: Some(DirectoryId(Uuid::ONE)),
    };
    meta.write(&sim, Path::new(DIR)).unwrap();
    sim
}

fn start(sim: &SimDisk) -> LogDirs {
    let files = FileCache::new(Arc::new(sim.clone()), 64);
    let config_for = &|_: &TopicPartition| LogConfig::default();
    let options = LogDirsOptions { recovery_threads: 2, config_for, now_ms: NOW };
    LogDirs::open(&[PathBuf::from(DIR)], files, &options).unwrap()
}

fn id() -> TopicId {
    TopicId(Uuid::from_halves(3, 3))
}

fn place(index: i32) -> TopicPartition {
    TopicPartition::new("t", index)
}

fn make(dirs: &LogDirs, index: i32) -> Arc<PartitionLog> {
    let made = dirs.get_or_create(&place(index), Some(id()), None, LogConfig::default(), NOW);
    let log = made.unwrap();
    log.assign_epoch(LeaderEpoch(1)).unwrap();
    log
}

/// Syncs of anything whose path has the text fail.
fn no_sync(sim: &SimDisk, path: &str) {
    sim.set_faults(vec![Fault { op: FaultOp::Sync, path_contains: path.into(), os_error: 5 }]);
}

#[test]
fn making_logs_syncs_nothing() {
    let sim = formatted();
    let dirs = start(&sim);
    no_sync(&sim, "/");
    for index in 0..20 {
        make(&dirs, index);
    }
    assert!(!dirs.dirs()[0].health().is_offline());
}

#[test]
fn the_first_sync_of_a_log_makes_its_names_durable() {
    for seed in 0..40 {
        let sim = formatted();
        let dirs = start(&sim);
        for index in 0..3 {
            append(&make(&dirs, index), batch(&[i64::from(index)]));
        }
        dirs.get(&place(1)).unwrap().sync().unwrap();
        drop(dirs);
        sim.crash(seed);
        let dirs = start(&sim);
        let log = dirs.get(&place(1)).expect("its folder was synced");
        assert_eq!((values(&log), log.topic_id()), (vec!["1".to_owned()], Some(id())));
        // The others may be gone, in whole or in part, and are made again.
        for index in [0, 2] {
            let log = make(&dirs, index);
            assert_eq!(log.topic_id(), Some(id()));
            append(&log, batch(&[9]));
            log.sync().unwrap();
            assert_eq!(values(&log).last().unwrap(), "9");
        }
    }
}

#[test]
fn an_offline_directory_is_noticed_by_the_first_sync() {
    for broken in ["t-0/partition.metadata", "t-0/00000000000000000000.log", "t-0", DIR] {
        let sim = formatted();
        let dirs = start(&sim);
        let log = make(&dirs, 0);
        append(&log, batch(&[1]));
        no_sync(&sim, broken);
        assert!(log.sync().is_err(), "{broken}");
        assert_eq!(log.synced_offset(), Offset(0));
        assert!(dirs.dirs()[0].health().is_offline(), "{broken}");
    }
}

#[test]
fn many_logs_are_recovered_and_closed_without_a_sync_for_each() {
    for count in [SYNC_EACH as i32, SYNC_EACH as i32 + 1] {
        let sim = formatted();
        let dirs = start(&sim);
        for index in 0..count {
            append(&make(&dirs, index), batch(&[i64::from(index)]));
        }
        drop(dirs);
        let together = count as usize > SYNC_EACH;
        no_sync(&sim, "/t-");
        let dirs = start(&sim);
        assert_eq!(dirs.dirs()[0].health().is_offline(), !together);
        if !together {
            continue;
        }
        for index in 0..count {
            let log = dirs.get(&place(index)).unwrap();
            assert_eq!(log.synced_offset(), Offset(1));
            assert_eq!(log.recovery_point(), Offset(0));
        }
        dirs.shutdown(5);
        drop(dirs);
        // All of it was synced.
        sim.crash(1);
        let dirs = start(&sim);
        assert_eq!(dirs.dirs()[0].clean_shutdown(), Some(5));
        for index in 0..count {
            let log = dirs.get(&place(index)).unwrap();
            assert_eq!((values(&log), log.topic_id()), (vec![index.to_string()], Some(id())));
            assert_eq!(log.latest_epoch(), Some(LeaderEpoch(3)));
        }
    }
}

#[test]
fn a_disk_that_cannot_sync_as_a_whole_takes_the_directory_off_line() {
    let sim = formatted();
    let dirs = start(&sim);
    for index in 0..20 {
        append(&make(&dirs, index), batch(&[1]));
    }
    no_sync(&sim, DIR);
    dirs.shutdown(5);
    drop(dirs);
    sim.crash(3);
    assert_eq!(start(&sim).dirs()[0].clean_shutdown(), None);
}

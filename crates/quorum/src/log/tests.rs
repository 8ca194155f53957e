use moldau_metadata::record::VersionedRecord;
use moldau_protocol::messages::TopicRecord;
use moldau_storage::disk::{Fault, FaultOp, SimDisk};

use super::*;
use crate::batch::{DataBatches, LogRecord};

const EPOCH: LeaderEpoch = LeaderEpoch(1);

fn open(disk: &SimDisk) -> MetadataLog {
    let disk: Arc<dyn Disk> = Arc::new(disk.clone());
    MetadataLog::open(&disk, Path::new("/data"), &MetadataLogConfig::default(), 1).unwrap()
}

fn append(log: &MetadataLog, names: &[String]) -> Result<Offset, LogFault> {
    let mut data = DataBatches::new(log.end(), EPOCH, 5);
    for name in names {
        let record = TopicRecord { name: name.clone(), ..Default::default() };
        data.push(&VersionedRecord::new(record, 0)).unwrap();
    }
    log.append(data.finish().unwrap().0, EPOCH, 5)?;
    log.sync()
}

fn names(log: &MetadataLog, from: i64) -> Vec<(i64, String)> {
    let mut found = Vec::new();
    log.replay(Offset(from), |batch| {
        for (offset, record) in batch.records {
            if let LogRecord::Data(VersionedRecord {
                record: moldau_protocol::messages::MetadataRecord::TopicRecord(topic),
                ..
            }) = record
            {
                found.push((offset.0, topic.name));
            }
        }
        Ok(())
    })
    .unwrap();
    found
}

#[test]
fn what_is_appended_is_replayed_after_a_restart() {
    let disk = SimDisk::new();
    let log = open(&disk);
    assert_eq!((log.start(), log.end()), (Offset(0), Offset(0)));
    for index in 0..50 {
        append(&log, &[format!("a{index}"), format!("b{index}")]).unwrap();
    }
    let all = names(&log, 0);
    assert_eq!(all.len(), 100);
    assert_eq!(all[99], (99, "b49".to_owned()));
    // A batch that has the offset inside comes whole.
    assert_eq!(names(&log, 97).len(), 4);
    log.close().unwrap();
    drop(log);
    let log = open(&disk);
    assert_eq!(names(&log, 0), all);
    assert_eq!(log.latest_epoch(), Some(EPOCH));
}

#[test]
fn batches_larger_than_a_read_are_read() {
    let disk = SimDisk::new();
    let log = open(&disk);
    let long = "x".repeat(READ_SIZE + 1000);
    append(&log, &["a".to_owned()]).unwrap();
    append(&log, &[long.clone(), long.clone(), long]).unwrap();
    append(&log, &["z".to_owned()]).unwrap();
    assert_eq!(names(&log, 0).len(), 5);
}

#[test]
fn segments_before_a_snapshot_go() {
    let disk = SimDisk::new();
    let log = open(&disk);
    for round in 0..4 {
        append(&log, &[format!("t{round}"), format!("u{round}")]).unwrap();
        log.roll(9).unwrap();
    }
    log.delete_before(Offset(5), log.end(), 9).unwrap();
    assert_eq!(log.start(), Offset(5));
    drop(log);
    // Only whole segments are gone for good.
    let log = open(&disk);
    assert_eq!((log.start(), log.end()), (Offset(4), Offset(8)));
    assert_eq!(names(&log, 4).len(), 4);
}

#[test]
fn a_log_that_ends_before_its_snapshot_starts_anew_there() {
    let disk = SimDisk::new();
    let log = open(&disk);
    append(&log, &["old".to_owned()]).unwrap();
    log.restart_at(Offset(40), 9).unwrap();
    append(&log, &["new".to_owned()]).unwrap();
    assert_eq!(names(&log, 40), [(40, "new".to_owned())]);
    drop(log);
    let log = open(&disk);
    assert_eq!((log.start(), log.end()), (Offset(40), Offset(41)));
}

#[test]
fn a_write_or_sync_that_fails_names_the_log() {
    for op in [FaultOp::Write, FaultOp::Sync] {
        let disk = SimDisk::new();
        let log = open(&disk);
        let path_contains = "__cluster_metadata-0".to_owned();
        disk.set_faults(vec![Fault { op, path_contains, os_error: 5 }]);
        let error = append(&log, &["t".to_owned()]).unwrap_err().to_string();
        assert!(error.contains("metadata log in /data/__cluster_metadata-0"), "{error}");
    }
}

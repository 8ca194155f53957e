use moldau_protocol::ids::{BrokerId, LeaderEpoch};

use super::*;
use crate::{
    AppendError, MetaProperties,
    disk::{Fault, FaultOp, OpenMode, RealDisk, SimDisk, read_file},
    testing::{NOW, append, batch, client, produced, values},
};

fn format(disk: &dyn Disk, dir: &Path, number: u64) {
    disk.create_dir_all(dir).unwrap();
    let meta = MetaProperties {
        cluster_id: "c".into(),
        node_id: BrokerId(1),
        directory_id: Some(DirectoryId(Uuid::from_halves(0, number))),
    };
    meta.write(disk, dir).unwrap();
}

fn open(disk: &Arc<dyn Disk>, dirs: &[&str]) -> Result<LogDirs, OpenDirsError> {
    LogDirs::open(
        &dirs.iter().map(PathBuf::from).collect::<Vec<_>>(),
        FileCache::new(Arc::clone(disk), 64),
        &LogDirsOptions { recovery_threads: 2, config_for: &|_| LogConfig::default(), now_ms: NOW },
    )
}

fn sim(dirs: &[&str]) -> (SimDisk, Arc<dyn Disk>) {
    let sim = SimDisk::new();
    let disk: Arc<dyn Disk> = Arc::new(sim.clone());
    for (number, dir) in dirs.iter().enumerate() {
        format(&*disk, Path::new(dir), number as u64 + 1);
    }
    (sim, disk)
}

fn make(dirs: &LogDirs, topic: &str, partition: i32) -> Arc<PartitionLog> {
    let id = Some(TopicId(Uuid::from_halves(9, 9)));
    let partition = TopicPartition::new(topic, partition);
    dirs.get_or_create(&partition, id, None, LogConfig::default(), NOW).unwrap()
}

#[test]
fn logs_spread_over_directories_and_are_found_again() {
    let (_, disk) = sim(&["/a", "/b"]);
    let dirs = open(&disk, &["/a", "/b"]).unwrap();
    for index in 0..6 {
        append(&make(&dirs, "t", index), batch(&[i64::from(index)]));
    }
    for dir in dirs.dirs() {
        assert_eq!(dirs.logs_of(dir).len(), 3);
    }
    dirs.checkpoint_high_watermarks([(TopicPartition::new("t", 4), Offset(1))]);
    dirs.shutdown(42);
    drop(dirs);
    let mark = read_file(&*disk, Path::new("/a/.kafka_cleanshutdown"), 100).unwrap();
    // Kafka's own, and the name of the manifest, which Kafka ignores.
    assert!(mark.starts_with(br#"{"version":0,"brokerEpoch":42,"moldauManifest":""#), "{mark:?}");
    let dirs = open(&disk, &["/a", "/b"]).unwrap();
    assert_eq!(dirs.logs().len(), 6);
    for (index, dir) in dirs.dirs().iter().enumerate() {
        assert_eq!(dir.clean_shutdown(), Some(42));
        assert_eq!(dir.id(), DirectoryId(Uuid::from_halves(0, index as u64 + 1)));
        assert!(!disk.exists(&dir.path().join(CLEAN_SHUTDOWN_FILE)));
    }
    let log = dirs.get(&TopicPartition::new("t", 4)).unwrap();
    assert_eq!(
        (values(&log), log.topic_id()),
        (vec!["4".to_owned()], Some(TopicId(Uuid::from_halves(9, 9))))
    );
    assert_eq!(dirs.checkpointed_high_watermark(log.partition()), Offset(1));
    assert_eq!(dirs.dir_of(&log).unwrap().path(), log.dir().parent().unwrap());
}

#[test]
fn topic_ids_and_directories_are_checked() {
    let (_, disk) = sim(&["/a", "/b"]);
    let dirs = open(&disk, &["/a", "/b"]).unwrap();
    let log = make(&dirs, "t", 0);
    assert!(Arc::ptr_eq(&log, &make(&dirs, "t", 0)));
    let create = |topic: &str, id: u64, dir: Option<DirectoryId>| {
        let partition = TopicPartition::new(topic, 0);
        let id = Some(TopicId(Uuid::from_halves(9, id)));
        dirs.get_or_create(&partition, id, dir, LogConfig::default(), NOW)
    };
    assert!(matches!(create("t", 8, None), Err(CreateError::OtherTopicId { .. })));
    let unknown = Some(DirectoryId(Uuid::from_halves(7, 7)));
    assert!(matches!(create("u", 8, unknown), Err(CreateError::UnknownDirectory(_))));
    let second = dirs.dirs()[1].id();
    for topic in ["v", "w", "x"] {
        let log = create(topic, 8, Some(second)).unwrap();
        assert!(log.dir().starts_with("/b"));
    }
}

#[test]
fn a_deleted_log_is_gone_and_its_folder_later() {
    let (_, disk) = sim(&["/a"]);
    let dirs = open(&disk, &["/a"]).unwrap();
    let log = make(&dirs, "t", 0);
    append(&log, batch(&[1]));
    let place = log.partition().clone();
    // One that is named twice, or that is not there, is not counted.
    let places = [place.clone(), place, TopicPartition::new("unknown", 0)];
    assert_eq!(dirs.delete(&places, NOW).unwrap(), 1);
    assert_eq!(dirs.delete(&places, NOW).unwrap(), 0);
    assert!(matches!(log.append(client(batch(&[1])), NOW), Err(AppendError::Closed)));
    let folders = |suffix: &str| {
        let entries = disk.read_dir(Path::new("/a")).unwrap();
        entries.iter().filter(|entry| entry.name.ends_with(suffix)).count()
    };
    assert_eq!((folders("-delete"), folders("t-0")), (1, 0));
    // Made again, it is empty, and deleted again it does not collide.
    let again = make(&dirs, "t", 0);
    assert_eq!(again.log_end_offset(), Offset(0));
    dirs.delete(std::slice::from_ref(again.partition()), NOW).unwrap();
    assert_eq!(folders("-delete"), 2);
    dirs.delete_due_files(NOW + 59_999);
    assert_eq!(folders("-delete"), 2);
    dirs.delete_due_files(NOW + 60_000);
    assert_eq!(folders("-delete"), 0);
    // What a crash leaves over goes at the next start.
    make(&dirs, "t", 0);
    dirs.delete(&[TopicPartition::new("t", 0)], NOW).unwrap();
    make(&dirs, "u", 0);
    dirs.mark_stray(&TopicPartition::new("u", 0), NOW).unwrap();
    drop(dirs);
    let dirs = open(&disk, &["/a"]).unwrap();
    assert!(dirs.logs().is_empty());
    dirs.delete_due_files(NOW);
    assert_eq!((folders("-delete"), folders("-stray")), (0, 1));
}

#[test]
fn checkpoints_are_kafkas_and_survive() {
    let (_, disk) = sim(&["/a"]);
    let dirs = open(&disk, &["/a"]).unwrap();
    let log = make(&dirs, "t", 0);
    for sequence in 0..10 {
        append(&log, produced(1, 0, sequence, 1));
    }
    log.sync().unwrap();
    log.advance_log_start_offset(Offset(4)).unwrap();
    make(&dirs, "u", 1);
    dirs.checkpoint_recovery_points();
    dirs.checkpoint_log_start_offsets();
    dirs.checkpoint_high_watermarks([(TopicPartition::new("t", 0), Offset(9))]);
    let text = |name: &str| {
        String::from_utf8(read_file(&*disk, &Path::new("/a").join(name), 1000).unwrap()).unwrap()
    };
    // One short of the end: see `PartitionLog::recovery_point`.
    assert_eq!(text(checkpoint::RECOVERY_POINTS), "0\n2\nt 0 9\nu 1 0\n");
    assert_eq!(text(checkpoint::LOG_STARTS), "0\n1\nt 0 4\n");
    assert_eq!(text(checkpoint::HIGH_WATERMARKS), "0\n1\nt 0 9\n");
    drop(dirs);
    let dirs = open(&disk, &["/a"]).unwrap();
    let log = dirs.get(&TopicPartition::new("t", 0)).unwrap();
    assert_eq!((log.log_start_offset(), log.log_end_offset()), (Offset(4), Offset(10)));
    assert_eq!(log.latest_epoch(), Some(LeaderEpoch(3)));
    // A damaged checkpoint costs a longer start, no data.
    drop((dirs, log));
    let path = Path::new("/a").join(checkpoint::RECOVERY_POINTS);
    disk.open(&path, OpenMode::Truncate).unwrap().write_all_at(b"nonsense", 0).unwrap();
    let dirs = open(&disk, &["/a"]).unwrap();
    assert_eq!(dirs.logs().len(), 2);
}

#[test]
fn a_failed_directory_leaves_the_others_working() {
    let (sim, disk) = sim(&["/a", "/b"]);
    let dirs = open(&disk, &["/a", "/b"]).unwrap();
    let told = Arc::new(Mutex::new(Vec::new()));
    let callback: OfflineCallback = {
        let told = Arc::clone(&told);
        Arc::new(move |dir: &Path, _: &io::Error| told.lock().push(dir.to_owned()))
    };
    dirs.set_offline_callback(&callback);
    let logs = [make(&dirs, "t", 0), make(&dirs, "t", 1)];
    let fault = Fault { op: FaultOp::Write, path_contains: "/a/".into(), os_error: 5 };
    sim.set_faults(vec![fault.clone()]);
    for log in &logs {
        let bad = log.dir().starts_with("/a");
        assert_eq!(log.append(client(batch(&[1])), NOW).is_err(), bad);
    }
    assert_eq!(*told.lock(), [PathBuf::from("/a")]);
    for index in 2..6 {
        assert!(make(&dirs, "t", index).dir().starts_with("/b"));
    }
    let first = dirs.dirs()[0].id();
    let asked = dirs.get_or_create(
        &TopicPartition::new("u", 0),
        None,
        Some(first),
        LogConfig::default(),
        NOW,
    );
    assert!(matches!(asked, Err(CreateError::Offline)));
    dirs.shutdown(1);
    drop((dirs, logs));
    assert!(!disk.exists(Path::new("/a/.kafka_cleanshutdown")));
    assert!(disk.exists(Path::new("/b/.kafka_cleanshutdown")));
    // Still broken at the next start: the other one is enough; alone it is not.
    sim.set_faults(vec![Fault { op: FaultOp::Any, ..fault }]);
    let dirs = open(&disk, &["/a", "/b"]).unwrap();
    assert!(dirs.dirs()[0].health().is_offline() && !dirs.dirs()[1].health().is_offline());
    drop(dirs);
    assert!(matches!(open(&disk, &["/a"]), Err(OpenDirsError::AllOffline { .. })));
}

#[test]
fn a_directory_has_one_user_and_a_format() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().to_str().unwrap().to_owned();
    let disk: Arc<dyn Disk> = Arc::new(RealDisk);
    let error = open(&disk, &[&path]).unwrap_err();
    assert!(matches!(error, OpenDirsError::NotFormatted(_)), "{error}");
    format(&*disk, dir.path(), 1);
    let first = open(&disk, &[&path]).unwrap();
    let error = open(&disk, &[&path]).unwrap_err();
    assert!(error.to_string().contains("in use"), "{error}");
    let log = make(&first, "t", 0);
    append(&log, batch(&[1]));
    first.shutdown(1);
    drop(first);
    let again = open(&disk, &[&path]).unwrap();
    assert_eq!(values(&again.logs()[0]), ["1"]);
    assert!(again.space(&again.dirs()[0]).unwrap().total > 0);
}

#[test]
fn a_partition_in_two_directories_stops_the_start() {
    let (_, disk) = sim(&["/a", "/b"]);
    for dir in ["/a", "/b"] {
        let dirs = open(&disk, &[dir]).unwrap();
        make(&dirs, "t", 0);
    }
    assert!(matches!(open(&disk, &["/a", "/b"]), Err(OpenDirsError::Duplicate { .. })));
}

#[test]
fn the_metadata_log_and_strange_folders_are_left_alone() {
    let (_, disk) = sim(&["/a"]);
    for folder in
        ["__cluster_metadata-0", "lost+found", "t-0.0123456789abcdef0123456789abcdef-future"]
    {
        disk.create_dir_all(&Path::new("/a").join(folder)).unwrap();
    }
    let dirs = open(&disk, &["/a"]).unwrap();
    assert!(dirs.logs().is_empty());
    dirs.delete_due_files(NOW + 1_000_000);
    assert_eq!(
        disk.read_dir(Path::new("/a")).unwrap().iter().filter(|entry| entry.len == 0).count(),
        3
    );
}

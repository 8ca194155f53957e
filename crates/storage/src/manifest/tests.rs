use std::path::PathBuf;

use moldau_protocol::ids::{BrokerId, DirectoryId, PartitionIndex, ProducerId};

use super::*;
use crate::{
    AppendError, CLEAN_SHUTDOWN_FILE, FileCache, LogDirs, LogDirsOptions, MetaProperties,
    disk::{OpenMode, RealDisk, SimDisk},
    testing::{NOW, append, batch, client, produced, small, transactional, values},
};

const DIR: &str = "/data";

/// A log directory with logs "t-0" to "t-(count - 1)".
struct Node {
    sim: SimDisk,
    disk: Arc<dyn Disk>,
    dir: PathBuf,
    count: i32,
}

impl Node {
    fn new(count: i32) -> Self {
        let sim = SimDisk::new();
        sim.set_now(1000);
        Self::on(sim.clone(), Arc::new(sim), PathBuf::from(DIR), count)
    }

    fn on(sim: SimDisk, disk: Arc<dyn Disk>, dir: PathBuf, count: i32) -> Self {
        disk.create_dir_all(&dir).unwrap();
        disk.sync_dir(Path::new("/")).unwrap();
        let meta = MetaProperties {
            cluster_id: "c".into(),
            node_id: BrokerId(1),
            directory_id: Some(DirectoryId(Uuid::ONE)),
        };
        meta.write(&*disk, &dir).unwrap();
        Self { sim, disk, dir, count }
    }

    fn start(&self) -> LogDirs {
        let files = FileCache::new(Arc::clone(&self.disk), 64);
        let options = LogDirsOptions { recovery_threads: 2, config_for: &|_| small(), now_ms: NOW };
        LogDirs::open(std::slice::from_ref(&self.dir), files, &options).unwrap()
    }

    /// Starts; which of the logs had their folder touched.
    fn start_watched(&self) -> (LogDirs, Vec<i32>) {
        self.sim.watch();
        let dirs = self.start();
        let paths = self.sim.unwatch();
        let touched = |index: &i32| {
            let folder = format!("{DIR}/t-{index}");
            paths.iter().any(|path| *path == folder || path.starts_with(&format!("{folder}/")))
        };
        (dirs, (0..self.count).filter(touched).collect())
    }

    fn log(dirs: &LogDirs, index: i32) -> Arc<PartitionLog> {
        let id = Some(TopicId(Uuid::from_halves(9, 9)));
        let partition = TopicPartition::new("t", index);
        dirs.get_or_create(&partition, id, None, small(), NOW).unwrap()
    }

    /// Several segments, a producer with an open transaction, another one without; 24 records.
    fn fill(log: &PartitionLog) {
        for sequence in 0..10 {
            append(log, produced(7, 0, sequence * 2, 2));
        }
        append(log, transactional(8, 0));
        append(log, transactional(8, 1));
        append(log, batch(&[NOW + 5]));
        append(log, batch(&[NOW + 3]));
    }

    fn all(&self) -> Vec<i32> {
        (0..self.count).collect()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.join(name)
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        let file = self.disk.open(&self.path(name), OpenMode::Truncate).unwrap();
        file.write_all_at(bytes, 0).unwrap();
        file.sync_data().unwrap();
    }

    fn read(&self, name: &str) -> Vec<u8> {
        read_file(&*self.disk, &self.path(name), 1 << 20).unwrap()
    }
}

/// Everything that can be asked of a log without reading its records.
fn state(log: &PartitionLog) -> impl PartialEq + std::fmt::Debug + use<> {
    let mut producers = log.active_producers();
    producers.sort_by_key(|producer| producer.producer_id);
    let offsets = [
        log.log_start_offset(),
        log.log_end_offset(),
        log.synced_offset(),
        log.recovery_point(),
        log.last_stable_offset(log.log_end_offset()),
    ];
    (offsets, log.log_end_metadata(), log.segment_bases(), log.epochs(), producers, log.topic_id())
}

#[test]
fn a_manifest_round_trips_and_a_damaged_one_is_refused() {
    let log = ClosedLog {
        folder_modified_ms: 12,
        topic_id: Some(TopicId(Uuid::from_halves(1, 2))),
        log_start: Offset(3),
        log_end: Offset(20),
        segments: vec![
            ClosedSegment {
                base: Offset(2),
                size: 500,
                largest: Some(TimestampOffset { timestamp: -1, offset: Offset(2) }),
                first_timestamp: None,
            },
            ClosedSegment { base: Offset(10), size: 0, largest: None, first_timestamp: Some(-1) },
        ],
        snapshots: vec![Offset(10), Offset(20)],
        epochs: vec![EpochEntry { epoch: LeaderEpoch(4), start: Offset(2) }],
        producers: encode_snapshot(std::iter::empty()),
    };
    let mut other = log.clone();
    (other.topic_id, other.epochs) = (None, Vec::new());
    let logs = Manifest::from([
        (TopicPartition::new("t", 0), log.clone()),
        (TopicPartition::new("u-x.y", i32::MAX), other),
    ]);
    let (bytes, id) = encode(logs.clone().into_iter());
    assert_eq!(ManifestId::parse(&id.to_string()), Some(id));
    assert_eq!(decode(&bytes, id), Some(logs));
    assert_eq!(decode(&bytes, ManifestId(id.0 ^ 1)), None);
    for index in 0..bytes.len() {
        let mut bad = bytes.clone();
        bad[index] ^= 1;
        assert_eq!(decode(&bad, id), None, "byte {index}");
        assert_eq!(decode(&bytes[..index], id), None, "cut at {index}");
        // Wrong bytes with a right checksum must not do harm either.
        bad.truncate(bytes.len() - CHECKSUM);
        let id = ManifestId(checksum(&bad));
        bad.put_u64(id.0);
        drop(decode(&bad, id));
    }
    // A log that is too large is left out, the others are not.
    let mut large = log.clone();
    large.producers = vec![0; LOG_LIMIT];
    let logs = [(TopicPartition::new("large", 0), large), (TopicPartition::new("t", 0), log)];
    let (bytes, id) = encode(logs.into_iter());
    let read = decode(&bytes, id).unwrap();
    assert_eq!(read.len(), 1);
    assert!(read.keys().all(|partition| partition.partition == PartitionIndex(0)));
}

#[test]
fn a_start_after_a_clean_shutdown_touches_no_folder() {
    let node = Node::new(200);
    let dirs = node.start();
    let mut before = Vec::new();
    for index in 0..node.count {
        let log = Node::log(&dirs, index);
        if index % 3 > 0 {
            Node::fill(&log);
        }
        if index % 3 == 2 {
            log.advance_log_start_offset(Offset(5)).unwrap();
        }
    }
    for index in 0..node.count {
        let log = Node::log(&dirs, index);
        log.sync().unwrap();
        before.push((state(&log), values(&log)));
    }
    dirs.shutdown(4);
    drop(dirs);
    // More than once: a start with a manifest leaves another one.
    for _ in 0..2 {
        let (dirs, touched) = node.start_watched();
        assert_eq!(touched, Vec::<i32>::new());
        assert_eq!(dirs.files().open_files(), 0);
        assert_eq!(dirs.dirs()[0].clean_shutdown(), Some(4));
        assert!(!node.disk.exists(&node.path(MANIFEST_FILE)));
        assert_eq!(dirs.logs().len(), 200);
        for index in 0..node.count {
            let log = Node::log(&dirs, index);
            let (state_before, values_before) = &before[index as usize];
            assert!(state(&log) == *state_before, "t-{index}: {log:?}");
            assert_eq!(values(&log), *values_before, "t-{index}");
        }
        // The power goes right behind the shutdown.
        dirs.shutdown(4);
        drop(dirs);
        node.sim.crash(5);
    }
    let dirs = node.start();
    for index in 0..node.count {
        let log = Node::log(&dirs, index);
        let end = log.log_end_offset();
        if index % 3 > 0 {
            let again = append(&log, produced(7, 0, 18, 2));
            assert!(again.duplicate, "t-{index}");
            assert_eq!(log.offset_for_timestamp(NOW + 4, end).unwrap().unwrap().offset, Offset(22));
            assert!(log.has_open_transaction(ProducerId(8)));
        }
        append(&log, batch(&[NOW + 9]));
        assert_eq!(log.log_end_offset(), end.next());
        log.sync().unwrap();
        before[index as usize].1.push((NOW + 9).to_string());
    }
    // Killed: everything is recovered as without a manifest.
    drop(dirs);
    node.sim.crash(6);
    let (dirs, touched) = node.start_watched();
    assert_eq!(touched, node.all());
    assert_eq!(dirs.dirs()[0].clean_shutdown(), None);
    for index in 0..node.count {
        assert_eq!(values(&Node::log(&dirs, index)), before[index as usize].1, "t-{index}");
    }
}

#[test]
fn whatever_does_not_fit_opens_the_logs() {
    type Tamper = fn(&Node);
    let cases: [(&str, Tamper, &[i32]); 9] = [
        ("nothing", |_| {}, &[]),
        (
            "Kafka was here",
            |node| node.write(CLEAN_SHUTDOWN_FILE, br#"{"version":0,"brokerEpoch":4}"#),
            &[0, 1, 2],
        ),
        ("mark damaged", |node| node.write(CLEAN_SHUTDOWN_FILE, b"{"), &[0, 1, 2]),
        (
            "killed between manifest and mark",
            |node| node.disk.remove_file(&node.path(CLEAN_SHUTDOWN_FILE)).unwrap(),
            &[0, 1, 2],
        ),
        (
            "manifest removed",
            |node| node.disk.remove_file(&node.path(MANIFEST_FILE)).unwrap(),
            &[0, 1, 2],
        ),
        (
            "manifest damaged",
            |node| {
                let mut bytes = node.read(MANIFEST_FILE);
                bytes[40] ^= 4;
                node.write(MANIFEST_FILE, &bytes);
            },
            &[0, 1, 2],
        ),
        ("manifest cut", |node| node.write(MANIFEST_FILE, b"MoldauMf"), &[0, 1, 2]),
        (
            "index removed",
            |node| {
                node.disk.remove_file(&node.path("t-1/00000000000000000000.index")).unwrap();
            },
            &[1],
        ),
        ("folder removed", |node| node.disk.remove_dir_all(&node.path("t-2")).unwrap(), &[]),
    ];
    for (name, tamper, expected) in cases {
        let node = Node::new(3);
        let dirs = node.start();
        for index in 0..3 {
            Node::fill(&Node::log(&dirs, index));
        }
        let expected_values = values(&Node::log(&dirs, 0));
        dirs.shutdown(4);
        drop(dirs);
        // An earlier manifest is not taken for that of the next shutdown.
        let stale = (node.read(MANIFEST_FILE), node.read(CLEAN_SHUTDOWN_FILE));
        let dirs = node.start();
        append(&Node::log(&dirs, 0), batch(&[NOW]));
        dirs.shutdown(4);
        drop(dirs);
        let fresh = (node.read(MANIFEST_FILE), node.read(CLEAN_SHUTDOWN_FILE));
        assert!(stale.0 != fresh.0 && stale.1 != fresh.1);
        node.sim.set_now(2000);
        tamper(&node);
        let (dirs, touched) = node.start_watched();
        assert_eq!(touched, expected, "{name}");
        assert_eq!(dirs.logs().len(), if name == "folder removed" { 2 } else { 3 });
        assert!(!node.disk.exists(&node.path(MANIFEST_FILE)), "{name}");
        for log in dirs.logs() {
            let mut expected = expected_values.clone();
            if log.partition().partition == PartitionIndex(0) {
                expected.push(NOW.to_string());
            }
            assert_eq!(values(&log), expected, "{name}");
        }
        drop(dirs);
        // The stale one is there with the mark of a later shutdown.
        let dirs = node.start();
        dirs.shutdown(4);
        drop(dirs);
        node.write(MANIFEST_FILE, &stale.0);
        let (dirs, touched) = node.start_watched();
        assert_eq!(touched.len(), dirs.logs().len(), "{name}: stale");
    }
}

#[test]
fn a_file_of_another_length_is_not_written_to() {
    for (change, kept) in [(70, 24), (-1, 23)] {
        let node = Node::new(1);
        let dirs = node.start();
        Node::fill(&Node::log(&dirs, 0));
        let log = Node::log(&dirs, 0);
        let (all, last) = (values(&log), *log.segment_bases().last().unwrap());
        dirs.shutdown(4);
        drop((dirs, log));
        let path = node.path("t-0").join(crate::names::segment_file(last, crate::segment::LOG));
        let file = node.disk.open(&path, OpenMode::Write).unwrap();
        file.set_len(file.len().unwrap().checked_add_signed(change).unwrap()).unwrap();
        let (dirs, touched) = node.start_watched();
        assert_eq!(touched, Vec::<i32>::new());
        let log = Node::log(&dirs, 0);
        let refused = log.append(client(batch(&[NOW])), NOW);
        assert!(matches!(refused, Err(AppendError::Io(_))), "{refused:?}");
        assert!(log.health().is_offline());
        dirs.shutdown(5);
        drop((dirs, log));
        let dirs = node.start();
        assert_eq!(values(&Node::log(&dirs, 0)), all[..kept]);
    }
}

#[test]
fn a_log_with_files_to_remove_is_opened() {
    let node = Node::new(2);
    let dirs = node.start();
    for index in 0..2 {
        Node::fill(&Node::log(&dirs, index));
    }
    let log = Node::log(&dirs, 1);
    log.advance_log_start_offset(*log.segment_bases().last().unwrap()).unwrap();
    assert!(log.retention(NOW, log.log_end_offset()).unwrap() > 0);
    let expected = values(&log);
    dirs.shutdown(4);
    drop((dirs, log));
    let (dirs, touched) = node.start_watched();
    assert_eq!(touched, [1]);
    assert_eq!(values(&Node::log(&dirs, 1)), expected);
    let names = node.disk.read_dir(&node.path("t-1")).unwrap();
    assert!(!names.iter().any(|entry| entry.name.ends_with(".deleted")), "{names:?}");
}

#[test]
fn snapshots_do_not_pile_up() {
    let node = Node::new(1);
    for round in 0..6 {
        let (dirs, touched) = node.start_watched();
        assert_eq!(touched, Vec::<i32>::new());
        append(&Node::log(&dirs, 0), produced(1, 0, round, 1));
        assert_eq!(Node::log(&dirs, 0).segment_count(), 1);
        dirs.shutdown(i64::from(round));
        drop(dirs);
        let names = node.disk.read_dir(&node.path("t-0")).unwrap();
        let snapshots = names.iter().filter(|entry| entry.name.ends_with(".snapshot")).count();
        assert_eq!(snapshots, 1, "round {round}");
    }
}

#[test]
fn a_real_disk_is_not_touched_either() {
    let temp = tempfile::tempdir().unwrap();
    let node = Node::on(SimDisk::new(), Arc::new(RealDisk), temp.path().join("d"), 3);
    let dirs = node.start();
    for index in 0..3 {
        Node::fill(&Node::log(&dirs, index));
    }
    let expected = values(&Node::log(&dirs, 0));
    dirs.shutdown(4);
    drop(dirs);
    let dirs = node.start();
    assert_eq!((dirs.files().open_files(), dirs.logs().len()), (0, 3));
    assert_eq!(values(&Node::log(&dirs, 0)), expected);
    dirs.shutdown(4);
    drop(dirs);
    // Half of an index is gone, with its name back at once: the folder's time tells.
    let index = node.path("t-1/00000000000000000000.index");
    let bytes = node.read("t-1/00000000000000000000.index");
    std::fs::remove_file(&index).unwrap();
    std::fs::write(&index, &bytes[..bytes.len() / 2 + 1]).unwrap();
    let dirs = node.start();
    assert_eq!(values(&Node::log(&dirs, 1)), expected);
}

use moldau_protocol::messages::{FeatureLevelRecord, TopicRecord};
use moldau_storage::disk::SimDisk;

use super::*;
use crate::testing::{STANDALONE, STATIC, unhex};

const ID: SnapshotId = SnapshotId { end_offset: Offset(42), epoch: LeaderEpoch(3) };

fn put(disk: &SimDisk, name: &str, bytes: &[u8]) -> PathBuf {
    let path = Path::new("/").join(name);
    disk.open(&path, OpenMode::Truncate).unwrap().write_all_at(bytes, 0).unwrap();
    path
}

fn read_all(disk: &SimDisk, path: &Path) -> Result<Vec<RecordBatch>, LogFault> {
    let mut reader = SnapshotReader::open(disk, path)?;
    let mut batches = Vec::new();
    while let Some(batch) = reader.next_batch()? {
        batches.push(batch);
    }
    Ok(batches)
}

fn topic(name: String) -> VersionedRecord {
    VersionedRecord::new(TopicRecord { name, ..Default::default() }, 0)
}

fn head(kraft_version: KRaftVersion, voters: Option<VoterSet>) -> SnapshotHead {
    SnapshotHead { last_contained_time: 5, kraft_version, voters }
}

#[test]
fn names_are_kafkas() {
    assert_eq!(ID.file_name(), "00000000000000000042-0000000003.checkpoint");
    assert_eq!(SnapshotId::parse(&ID.file_name()), Some(ID));
    for name in [
        "42-3.checkpoint",
        "00000000000000000042-0000000003.checkpoint.part",
        "00000000000000000042-0000000003.checkpoint.deleted",
        "00000000000000000042-000000000x.checkpoint",
        "+0000000000000000042-0000000003.checkpoint",
        "99999999999999999999-0000000003.checkpoint",
        "00000000000000000042.snapshot",
        "bootstrap.checkpoint",
    ] {
        assert_eq!(SnapshotId::parse(name), None, "{name}");
    }
}

#[test]
fn what_kafkas_format_writes_is_read_and_written_again_to_the_byte() {
    for text in [STANDALONE, STATIC] {
        let kafka = unhex(text);
        let disk = SimDisk::new();
        let path = put(&disk, &SnapshotId::BOOTSTRAP.file_name(), &kafka);
        let batches = read_all(&disk, &path).unwrap();
        assert_eq!(batches.len(), 3);
        // Kafka takes the time anew for each batch, so each is built on its own.
        let mut ours = Vec::new();
        for batch in &batches {
            let base = batch.records[0].0;
            let (epoch, time) = (batch.epoch, batch.append_time);
            let mut controls = Vec::new();
            let mut data = DataBatches::new(base, epoch, time);
            for (_, record) in &batch.records {
                match record {
                    LogRecord::Control(control) => controls.push(control.clone()),
                    LogRecord::Data(record) => data.push(record).unwrap(),
                }
            }
            if !controls.is_empty() {
                ours.extend_from_slice(&control_batch(&controls, base, epoch, time).unwrap());
            }
            data.finish().unwrap().0.iter().for_each(|batch| ours.extend_from_slice(batch));
        }
        assert_eq!(ours, kafka);
    }
}

#[test]
fn our_writer_makes_the_same_file_when_the_clock_stands_still() {
    for (text, kraft_version) in
        [(STANDALONE, KRaftVersion::Dynamic), (STATIC, KRaftVersion::Static)]
    {
        let disk = SimDisk::new();
        let path = put(&disk, "kafka", &unhex(text));
        let mut head = head(kraft_version, None);
        let mut records = Vec::new();
        for (_, record) in read_all(&disk, &path).unwrap().into_iter().flat_map(|b| b.records) {
            match record {
                LogRecord::Control(ControlRecord::SnapshotHeader(header)) => {
                    head.last_contained_time = header.last_contained_log_timestamp;
                }
                LogRecord::Control(ControlRecord::Voters(voters)) => {
                    head.voters = Some(VoterSet::from_record(&voters));
                }
                LogRecord::Control(_) => {}
                LogRecord::Data(record) => records.push(record),
            }
        }
        let id = SnapshotId::BOOTSTRAP;
        let mut writer = SnapshotWriter::create(&disk, Path::new("/"), id, &head, 77).unwrap();
        records.iter().for_each(|record| writer.push(record).unwrap());
        writer.finish().unwrap();
        let ours = read_all(&disk, &Path::new("/").join(id.file_name())).unwrap();
        let kafkas = read_all(&disk, &path).unwrap();
        let without_time = |batches: Vec<RecordBatch>| -> Vec<_> {
            batches.into_iter().map(|b| (b.epoch, b.last_offset, b.size, b.records)).collect()
        };
        assert_eq!(without_time(ours), without_time(kafkas));
    }
}

#[test]
fn many_records_become_many_batches() {
    let disk = SimDisk::new();
    let head = head(KRaftVersion::Static, None);
    let mut writer = SnapshotWriter::create(&disk, Path::new("/"), ID, &head, 9).unwrap();
    let name = "x".repeat(1 << 20);
    for index in 0..20 {
        writer.push(&topic(format!("{index}{name}"))).unwrap();
    }
    writer.finish().unwrap();
    let batches = read_all(&disk, &Path::new("/").join(ID.file_name())).unwrap();
    assert!(batches.len() > 4);
    let offsets: Vec<_> =
        batches.iter().flat_map(|batch| batch.records.iter().map(|(offset, _)| offset.0)).collect();
    assert_eq!(offsets, (0..22).collect::<Vec<_>>());
}

#[test]
fn damage_is_found_wherever_it_is() {
    let disk = SimDisk::new();
    let good = unhex(STANDALONE);
    for len in 0..good.len() {
        let path = put(&disk, "cut", &good[..len]);
        assert!(read_all(&disk, &path).is_err(), "cut to {len}");
    }
    let mut long = good.clone();
    long.extend_from_slice(&good[..61]);
    let path = put(&disk, "long", &long);
    let error = read_all(&disk, &path).unwrap_err().to_string();
    assert!(error.contains("something follows its footer"), "{error}");
    // Base offset and epoch are not under the checksum; everything else is.
    for at in (8..12).chain(16..good.len()) {
        let mut bad = good.clone();
        bad[at] ^= 0x41;
        let path = put(&disk, "bad", &bad);
        // The three batches have their unprotected bytes at other places.
        let unprotected = [166, 419].iter().any(|start| {
            (*start..start + 8).contains(&at) || (start + 12..start + 16).contains(&at)
        });
        assert!(unprotected || read_all(&disk, &path).is_err(), "byte {at}");
    }
    let record = FeatureLevelRecord::default();
    let mut data = DataBatches::new(Offset(0), LeaderEpoch(0), 1);
    data.push(&VersionedRecord::new(record, 0)).unwrap();
    let path = put(&disk, "headless", &data.finish().unwrap().0[0]);
    let error = read_all(&disk, &path).unwrap_err().to_string();
    assert!(error.contains("does not begin with a snapshot header"), "{error}");
}

#[test]
fn a_finished_name_means_a_whole_file_whatever_happens() {
    for cut in 0..40 {
        let disk = SimDisk::new();
        disk.cut_power_after(cut);
        let write = || -> Result<(), LogFault> {
            let head = head(KRaftVersion::Static, None);
            let mut writer = SnapshotWriter::create(&disk, Path::new("/"), ID, &head, 9)?;
            writer.push(&topic("t".to_owned()))?;
            writer.finish()
        };
        let written = write();
        disk.crash(cut);
        let store = SnapshotStore::new(Arc::new(disk.clone()), PathBuf::from("/"));
        let found = store.list().unwrap();
        assert!(written.is_err() || found == [ID], "cut after {cut}");
        for id in found {
            assert_eq!(read_all(&disk, &store.path(id)).unwrap().len(), 3, "cut after {cut}");
        }
        // Nothing half done stays.
        let names: Vec<_> =
            disk.read_dir(Path::new("/")).unwrap().into_iter().map(|entry| entry.name).collect();
        assert!(names.iter().all(|name| SnapshotId::parse(name).is_some()), "{names:?}");
    }
}

use moldau_metadata::feature::METADATA_VERSION;
use moldau_protocol::ids::{DirectoryId, Uuid};
use moldau_protocol::messages::{FeatureLevelRecord, NoOpRecord, TopicRecord};
use moldau_protocol::records::Batches;

use super::*;
use crate::testing::{FIRST_START, unhex};
use crate::voters::{Voter, VoterEndpoint};

fn decode_all(bytes: &[u8]) -> Vec<RecordBatch> {
    Batches::new(bytes).map(|batch| RecordBatch::decode(&batch.unwrap()).unwrap()).collect()
}

fn voters() -> VoterSet {
    let endpoint =
        VoterEndpoint { name: "CONTROLLER".into(), host: "127.0.0.1".into(), port: 29093 };
    VoterSet::new(vec![Voter {
        id: BrokerId(1),
        directory_id: Uuid::parse("np_X5OoORxOJ6Jpwes5E9g").map(DirectoryId),
        endpoints: vec![endpoint],
    }])
}

#[test]
fn the_start_of_an_epoch_is_kafkas_to_the_byte() {
    let kafka = unhex(FIRST_START);
    let batches = decode_all(&kafka);
    assert_eq!(batches.len(), 2);
    let expected = [
        leader_change(BrokerId(1), &voters(), &[BrokerId(1)]),
        ControlRecord::KRaftVersion(KRaftVersionRecord { kraft_version: 1, ..Default::default() }),
        ControlRecord::Voters(voters().to_record()),
    ];
    let found: Vec<_> = batches[0].records.iter().map(|(_, record)| record.clone()).collect();
    assert_eq!(found, expected.clone().map(LogRecord::Control));
    let ours = control_batch(&expected, Offset(0), LeaderEpoch(1), batches[0].append_time);
    assert_eq!(ours.unwrap(), kafka[..batches[0].size]);
}

#[test]
fn metadata_records_are_kafkas_to_the_byte() {
    let kafka = unhex(FIRST_START);
    let batches = decode_all(&kafka);
    let data = &batches[1];
    assert_eq!((data.records[0].0, data.last_offset), (Offset(3), Offset(11)));
    let mut ours = DataBatches::new(Offset(3), LeaderEpoch(1), data.append_time);
    for (_, record) in &data.records {
        let LogRecord::Data(record) = record else { panic!("{record:?}") };
        ours.push(record).unwrap();
    }
    let (ours, next) = ours.finish().unwrap();
    assert_eq!((ours.len(), next), (1, Offset(12)));
    assert_eq!(ours[0], kafka[batches[0].size..]);
    let level = FeatureLevelRecord {
        name: METADATA_VERSION.to_owned(),
        feature_level: 33,
        ..Default::default()
    };
    assert_eq!(data.records[1].1, LogRecord::Data(VersionedRecord::new(level, 0)));
}

fn topic(name_len: usize) -> VersionedRecord {
    let name = "n".repeat(name_len);
    VersionedRecord::new(TopicRecord { name, ..Default::default() }, 0)
}

#[test]
fn records_that_do_not_fit_begin_another_batch() {
    let size = 3 << 20;
    let mut batches = DataBatches::new(Offset(5), LeaderEpoch(2), 10);
    for _ in 0..5 {
        batches.push(&topic(size)).unwrap();
    }
    assert_eq!(batches.take_full().len(), 2);
    let (rest, next) = batches.finish().unwrap();
    assert_eq!((rest.len(), next), (1, Offset(10)));
    assert_eq!(decode_all(&rest[0])[0].records[0].0, Offset(9));

    let mut batches = DataBatches::new(Offset(0), LeaderEpoch(2), 10);
    let error = batches.push(&topic(MAX_BATCH)).unwrap_err();
    assert!(matches!(error, BatchBuildError::RecordTooLarge(_)), "{error}");
    // What was refused leaves no trace.
    assert_eq!(batches.finish().unwrap(), (Vec::new(), Offset(0)));
}

#[test]
fn damage_is_found() {
    let mut batches = DataBatches::new(Offset(0), LeaderEpoch(0), 1);
    batches.push(&VersionedRecord::new(NoOpRecord::default(), 0)).unwrap();
    let good = batches.finish().unwrap().0.remove(0);
    for at in 17..good.len() {
        let mut bad = good.clone();
        bad[at] ^= 0x10;
        let batch = Batches::new(&bad).next().unwrap().unwrap();
        let error = RecordBatch::decode(&batch).unwrap_err();
        assert!(matches!(error, BatchFault::Checksum(_)), "byte {at}: {error}");
    }
}

#[test]
fn a_batch_of_another_topic_is_no_metadata() {
    for (value, problem) in [(None, "no value"), (Some(&b"\x01\x63\x00"[..]), "not known")] {
        let mut builder = BatchBuilder::new(Codec::None);
        builder.append(1, None, value, []);
        let bytes = builder.build(Offset(4), LeaderEpoch(0)).unwrap();
        let batch = Batches::new(&bytes).next().unwrap().unwrap();
        let error = RecordBatch::decode(&batch).unwrap_err().to_string();
        assert!(error.contains("offset 4") && error.contains(problem), "{error}");
    }
    // Control records of a type that we do not know are skipped.
    let mut builder = BatchBuilder::new(Codec::None).control();
    builder.append(1, Some(&[0, 0, 0, 99]), Some(b"x"), []);
    let bytes = builder.build(Offset(0), LeaderEpoch(0)).unwrap();
    let found = decode_all(&bytes);
    assert_eq!(found[0].records[0].1, LogRecord::Control(ControlRecord::Other));
}

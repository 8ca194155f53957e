use super::*;
use crate::records::{Batches, decode_records, golden};

fn sample(mut builder: BatchBuilder) -> BatchBuilder {
    let long = "0123456789".repeat(60);
    let headers = [(&b"h"[..], Some(&b"a"[..])), (b"h", Some(b"b")), (b"n", None)];
    builder.append(1_700_000_000_000, Some(b"key-1"), Some(b"value-1"), headers);
    builder.append(1_699_999_999_000, None, Some(b"no key"), []);
    builder.append(1_700_000_005_000, Some(b"tombstone"), None, []);
    builder.append(1_700_000_005_000, Some(b""), Some(b""), []);
    builder.append(1_700_000_001_234, Some(b"long"), Some(long.as_bytes()), []);
    builder
}

#[test]
fn batches_are_what_kafka_builds() {
    let producer = |builder: BatchBuilder| builder.producer(ProducerId(4711), ProducerEpoch(3), 42);
    let builders = [
        ("none", BatchBuilder::default()),
        ("idempotent", producer(BatchBuilder::default())),
        ("transactional", producer(BatchBuilder::default()).transactional()),
        // These two encoders make the same bytes as Kafka's of such an input.
        ("snappy", BatchBuilder::new(Codec::Snappy)),
    ];
    for (name, builder) in builders {
        let builder = sample(builder);
        assert_eq!((builder.record_count(), builder.is_empty()), (5, false));
        let size = builder.estimated_size();
        let batch = builder.build(Offset(0), LeaderEpoch::NONE).unwrap();
        assert_eq!(batch, golden::batch(name), "{name}");
        assert!(batch.len() <= size);
    }
}

#[test]
fn control_batches_are_what_kafka_builds() {
    let kinds = [
        ("commit", ControlType::Commit),
        ("abort", ControlType::Abort),
        ("leader_change", ControlType::LeaderChange),
        ("snapshot_header", ControlType::SnapshotHeader),
        ("snapshot_footer", ControlType::SnapshotFooter),
        ("kraft_version", ControlType::KRaftVersion),
        ("kraft_voters", ControlType::KRaftVoters),
    ];
    for (name, kind) in kinds {
        let expected = golden::batch(name);
        let read = Batches::new(&expected).next().unwrap().unwrap();
        let record = &decode_records(&read).unwrap()[0];
        let key = record.key.as_deref().unwrap();
        assert_eq!(ControlType::from_key(key), Some(kind), "{name}");
        let value = record.value.as_deref().unwrap();
        let marker = matches!(kind, ControlType::Commit | ControlType::Abort);
        let producer = marker.then_some((ProducerId(4711), ProducerEpoch(3)));
        let batch = control_batch(kind, value, record.timestamp, producer).unwrap();
        let mut batches = crate::records::ValidBatches::trusted(BytesMut::from(batch)).unwrap();
        batches.assign(read.header.base_offset, read.header.leader_epoch);
        assert_eq!(batches.bytes(), expected, "{name}");
    }
    assert_eq!(ControlType::from_key(&[0, 0, 0, 7]), None);
    assert_eq!(ControlType::from_key(&[0, 0, 0]), None);
}

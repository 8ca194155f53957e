use proptest::prelude::*;

use super::*;
use crate::records::{Attributes, BatchBuilder, golden};

fn only(bytes: &[u8]) -> BatchRef<'_> {
    let batches: Result<Vec<_>, _> = Batches::new(bytes).collect();
    let batches = batches.unwrap();
    assert_eq!(batches.len(), 1);
    batches[0]
}

/// The records in every data batch of the golden file.
fn sample() -> Vec<OwnedRecord> {
    let own = |text: &str| Some(Bytes::copy_from_slice(text.as_bytes()));
    let record = |offset, timestamp, key, value| OwnedRecord {
        offset,
        timestamp,
        key,
        value,
        headers: Vec::new(),
    };
    let mut records = vec![
        record(0, 1_700_000_000_000, own("key-1"), own("value-1")),
        record(1, 1_699_999_999_000, None, own("no key")),
        record(2, 1_700_000_005_000, own("tombstone"), None),
        record(3, 1_700_000_005_000, own(""), own("")),
        record(4, 1_700_000_001_234, own("long"), own(&"0123456789".repeat(60))),
    ];
    let key = |text: &str| Bytes::copy_from_slice(text.as_bytes());
    records[0].headers = vec![(key("h"), own("a")), (key("h"), own("b")), (key("n"), None)];
    records
}

#[test]
fn batches_of_kafka_are_read_in_every_codec() {
    for name in ["none", "gzip", "snappy", "lz4", "zstd", "idempotent", "transactional"] {
        let bytes = golden::batch(name);
        let batch = only(&bytes);
        assert!(check_crc(batch.bytes), "{name}");
        assert_eq!(decode_records(&batch).unwrap(), sample(), "{name}");
        let payload = payload(&batch).unwrap();
        let borrowed = matches!(payload, Cow::Borrowed(_));
        assert_eq!(borrowed, batch.header.attributes.codec() == Some(Codec::None));
        assert_eq!(RecordIter::new(&payload, 5).filter(Result::is_ok).count(), 5);
    }
}

#[test]
fn a_cut_tail_is_told_from_a_corrupt_one() {
    let batch = golden::batch("none");
    let twice = [&batch[..], &batch[..]].concat();
    let position = batch.len();
    for keep in [1, 12, 17, 60, batch.len() - 1] {
        let mut batches = Batches::new(&twice[..position + keep]);
        assert!(batches.next().unwrap().is_ok());
        let error = batches.next().unwrap().unwrap_err();
        assert_eq!(error, BatchError::Truncated { position }, "{keep} bytes of the second");
        assert!(batches.next().is_none());
    }
    let mut corrupt = twice;
    corrupt[position + at::MAGIC] = 9;
    let error = Batches::new(&corrupt).last().unwrap().unwrap_err();
    assert_eq!(error, BatchError::Entry { position, source: EntryError::Magic(9) });
}

#[test]
fn old_message_sets_are_stepped_over_by_their_entries() {
    let bytes = [golden::batch("magic1"), golden::batch("magic0_gzip")].concat();
    let mut rest = &bytes[..];
    let mut magics = Vec::new();
    while let Some(entry) = Entry::parse(rest).unwrap() {
        magics.push((entry.magic, entry.offset.0));
        rest = &rest[entry.size..];
    }
    assert!(rest.is_empty());
    assert_eq!(magics, [(1, 0), (1, 1), (0, 1)]);
    let error = Batches::new(&bytes).next().unwrap().unwrap_err();
    let source = HeaderError::Magic(1);
    assert_eq!(error, BatchError::Header { position: 0, source });
}

#[test]
fn a_flipped_bit_fails_the_checksum_wherever_it_is_covered() {
    let batch = golden::batch("none");
    for at in 0..batch.len() {
        let mut flipped = batch.clone();
        flipped[at] ^= 0x10;
        let covered = at >= at::CRC;
        assert_eq!(check_crc(&flipped), !covered, "byte {at}");
    }
    assert!(!check_crc(&batch[..HEADER_LEN - 1]));
}

#[test]
fn the_broker_time_hides_the_records_own() {
    let header = BatchHeader {
        base_timestamp: 5,
        max_timestamp: 99,
        attributes: Attributes::default().with_timestamp_type(TimestampType::LogAppendTime),
        ..BatchHeader::default()
    };
    assert_eq!(timestamp_of(&header, 3), 99);
    let header = BatchHeader { attributes: Attributes::default(), ..header };
    assert_eq!(timestamp_of(&header, 3), 8);
}

#[test]
fn the_count_of_records_is_held_against_the_payload() {
    let payload = [12, 0, 0, 0, 1, 1, 0];
    let errors = |count| RecordIter::new(&payload, count).filter_map(Result::err).count();
    assert_eq!((errors(0), errors(1), errors(2), errors(-1)), (0, 0, 1, 1));
    let longer = [&payload[..], &[0]].concat();
    let error = RecordIter::new(&longer, 1).last().unwrap().unwrap_err();
    assert!(matches!(error, RecordsError::Remaining));
}

type Fields = (i64, Option<Vec<u8>>, Option<Vec<u8>>, Vec<(Vec<u8>, Option<Vec<u8>>)>);

fn fields() -> impl Strategy<Value = Fields> {
    let bytes = || prop::collection::vec(any::<u8>(), 0..90);
    let headers = prop::collection::vec((bytes(), prop::option::of(bytes())), 0..4);
    (any::<i64>(), prop::option::of(bytes()), prop::option::of(bytes()), headers)
}

proptest! {
    #[test]
    fn what_is_built_is_read(codec in 0i16..5, records in prop::collection::vec(fields(), 1..20)) {
        let mut builder = BatchBuilder::new(Codec::from_id(codec).unwrap());
        for (timestamp, key, value, headers) in &records {
            let headers = headers.iter().map(|(key, value)| (&key[..], value.as_deref()));
            builder.append(*timestamp, key.as_deref(), value.as_deref(), headers);
        }
        let bytes = builder.build(crate::ids::Offset(7), crate::ids::LeaderEpoch(1)).unwrap();
        let batch = only(&bytes);
        prop_assert!(check_crc(&bytes));
        let read = decode_records(&batch).unwrap();
        prop_assert_eq!(read.len(), records.len());
        for (index, (read, (timestamp, key, value, headers))) in read.iter().zip(&records).enumerate() {
            prop_assert_eq!(read.offset, 7 + index as i64);
            prop_assert_eq!(read.timestamp, *timestamp);
            prop_assert_eq!(read.key.as_deref(), key.as_deref());
            prop_assert_eq!(read.value.as_deref(), value.as_deref());
            let own: Vec<_> = read.headers.iter().map(|(k, v)| (&k[..], v.as_deref())).collect();
            let given: Vec<_> = headers.iter().map(|(k, v)| (&k[..], v.as_deref())).collect();
            prop_assert_eq!(own, given);
        }
    }

    #[test]
    fn garbage_never_panics(bytes in prop::collection::vec(any::<u8>(), 0..300), count in any::<i32>()) {
        RecordIter::new(&bytes, count).for_each(drop);
        Batches::new(&bytes).for_each(drop);
    }
}

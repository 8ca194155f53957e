//! Entry points for fuzzing: what must hold for any bytes at all.
//!
//! Each function takes what a fuzzer makes up and panics when a promise is broken. The targets in
//! `fuzz/` call them, and `tests/fuzz_seeds.rs` replays the committed seeds through them.

use bytes::{Bytes, BytesMut};

use crate::ApiKey;
use crate::codec::{Decoder, Encoder, Message};
use crate::messages::{MetadataRecord, RequestHeader, STRUCTURES, check_request, recode_by_name};
use crate::records::{
    Batches, Codec, Entry, HEADER_LEN, OldMessageSet, Origin, TargetCodec, TimestampType,
    ValidBatches, ValidationRules, check_crc, check_produced, crc_of, decode_records, validate,
};

/// The broker's time in every run.
const NOW_MS: i64 = 1_700_000_000_000;

/// Record sets. The first byte chooses the topic's rules, the rest are the records.
///
/// # Panics
/// When a batch that was let through is not one that can be read back.
pub fn record_batches(input: &[u8]) {
    let Some((&choice, records)) = input.split_first() else { return };
    walk_entries(records);
    for batch in Batches::new(records).flatten() {
        let _ = decode_records(&batch);
    }
    let _ = ValidBatches::trusted(BytesMut::from(records));
    judge(choice, records);
    // A fuzzer does not guess checksums. With length and checksum put right it gets behind them.
    if records.len() > HEADER_LEN {
        let mut fixed = records.to_vec();
        let length = i32::try_from(fixed.len() - 12).unwrap_or(i32::MAX);
        fixed[8..12].copy_from_slice(&length.to_be_bytes());
        let crc = crc_of(&fixed);
        fixed[17..21].copy_from_slice(&crc.to_be_bytes());
        judge(choice, &fixed);
    }
}

fn walk_entries(mut rest: &[u8]) {
    while let Ok(Some(entry)) = Entry::parse(rest) {
        let _ = OldMessageSet::parse(rest);
        rest = &rest[entry.size..];
    }
}

/// Rules by the bits of `choice`: three for the codec (5 and more: the producer's), one each for
/// compaction, the broker's time, a small limit, and a broker's own batch.
fn rules(choice: u8) -> ValidationRules {
    let bit = |at: u8| choice & (1 << at) != 0;
    ValidationRules {
        topic_partition: "fuzz-0".to_owned(),
        max_message_bytes: if bit(5) { 200 } else { 1 << 20 },
        max_record_bytes: if bit(7) { 100 } else { i32::MAX as usize },
        target: Codec::from_id(i16::from(choice & 7))
            .map_or(TargetCodec::Producer, |codec| TargetCodec::Codec(codec, None)),
        compacted: bit(3),
        timestamp_type: if bit(4) {
            TimestampType::LogAppendTime
        } else {
            TimestampType::CreateTime
        },
        before_max_ms: i64::MAX,
        after_max_ms: 3_600_000,
        origin: if bit(6) { Origin::Coordinator } else { Origin::Client },
    }
}

fn judge(choice: u8, records: &[u8]) {
    let rules = rules(choice);
    let _ = check_produced(records, 9);
    let Ok(valid) = validate(Bytes::copy_from_slice(records), &rules, NOW_MS) else { return };
    let stored = valid.batches.bytes();
    assert!(stored.len() <= rules.max_message_bytes, "larger than the limit");
    let batch = Batches::new(stored).next().expect("one batch").expect("a whole batch");
    assert_eq!(batch.bytes.len(), stored.len(), "nothing but one batch");
    assert_eq!(valid.batches.headers(), [(0, batch.header)], "the header is what the bytes say");
    assert!(check_crc(stored), "the checksum is right");
    // What decompresses to more than a reader may hold is judged through a window all the same.
    if let Ok(read) = decode_records(&batch) {
        assert_eq!(read.len(), valid.record_count as usize, "every record is there");
        if rules.origin == Origin::Client {
            let offsets = read.iter().map(|record| record.offset);
            assert!(offsets.eq(0..i64::from(valid.record_count)), "offsets have no gaps");
        }
    }
}

/// A request as it comes from a socket, behind its length: header, then body.
pub fn request(input: &[u8]) {
    let Some((key, rest)) = input.split_first_chunk::<2>() else { return };
    let Some((version, _)) = rest.split_first_chunk::<2>() else { return };
    let (key, version) = (ApiKey(i16::from_be_bytes(*key)), i16::from_be_bytes(*version));
    for header_version in [1, 2] {
        let mut decoder = Decoder::new(Bytes::copy_from_slice(input));
        if RequestHeader::decode(&mut decoder, header_version).is_ok() {
            let _ = check_request(key, version, &mut decoder);
        }
    }
}

/// One structure of the protocol or of a log: kind, key and version take a byte each.
///
/// # Panics
/// When what was decoded and encoded does not decode and encode to the same bytes again.
pub fn message(input: &[u8]) {
    let [kind, key, version, body @ ..] = input else { return };
    let version = i16::from(*version);
    let body = Bytes::copy_from_slice(body);
    let name = match kind % 4 {
        0 => format!("{}Request", ApiKey(i16::from(*key)).name()),
        1 => format!("{}Response", ApiKey(i16::from(*key)).name()),
        2 => STRUCTURES[usize::from(*key) % STRUCTURES.len()].to_owned(),
        _ => return metadata_record(i16::from(*key), version, body),
    };
    let recode = |bytes: Bytes| -> Option<Bytes> {
        let encoder = recode_by_name(&name, version, &mut Decoder::new(bytes))?.ok()?;
        encoder.into_bytes().ok()
    };
    if let Some(once) = recode(body) {
        let twice = recode(once.clone());
        assert_eq!(twice.as_ref(), Some(&once), "{name} version {version} is not stable");
    }
}

fn metadata_record(key: i16, version: i16, body: Bytes) {
    let recode = |bytes: Bytes| -> Option<Bytes> {
        let record = MetadataRecord::decode(key, &mut Decoder::new(bytes), version).ok()??;
        let mut encoder = Encoder::new();
        record.encode(&mut encoder, version).ok()?;
        encoder.into_bytes().ok()
    };
    if let Some(once) = recode(body) {
        let twice = recode(once.clone());
        assert_eq!(twice.as_ref(), Some(&once), "record {key} version {version} is not stable");
    }
}

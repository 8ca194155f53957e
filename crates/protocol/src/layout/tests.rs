use super::*;

fn unhex(text: &str) -> Bytes {
    let digit = |byte: u8| char::from(byte).to_digit(16).unwrap() as u8;
    text.as_bytes().chunks(2).map(|pair| digit(pair[0]) << 4 | digit(pair[1])).collect()
}

/// Name, version and bytes of every record that Kafka wrote.
fn golden() -> impl Iterator<Item = (&'static Layout, i16, Bytes)> {
    let lines = include_str!("../../tests/golden/messages.tsv").lines();
    lines.filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut fields = line.split('\t');
        let (name, version, bytes) = (fields.next()?, fields.next()?, fields.next()?);
        Some((Layout::named(name)?, version.parse().unwrap(), unhex(bytes)))
    })
}

#[test]
fn every_record_is_read_to_its_last_byte_and_no_further() {
    let mut names = std::collections::BTreeSet::new();
    for (layout, version, bytes) in golden() {
        let mut decoder = Decoder::new(bytes.clone());
        let value = layout.read(&mut decoder, version).unwrap();
        assert!(matches!(value, Value::Struct(_)), "{} {version}", layout.name);
        assert_eq!(decoder.remaining(), 0, "{} {version}", layout.name);
        for length in 0..bytes.len() {
            let cut = layout.read(&mut Decoder::new(bytes.slice(..length)), version);
            assert!(cut.is_err(), "{} {version} cut to {length}", layout.name);
        }
        names.insert(layout.name);
    }
    for layout in RECORDS {
        assert!(names.contains(layout.name), "no bytes of {}", layout.name);
    }
}

#[test]
fn tagged_fields_are_left_out_when_they_have_their_default() {
    let layout = Layout::named("TransactionLogValue").unwrap();
    let names: Vec<Vec<&str>> = golden()
        .filter(|(found, version, _)| found.name == layout.name && *version == 1)
        .map(|(layout, version, bytes)| {
            match layout.read(&mut Decoder::new(bytes), version).unwrap() {
                Value::Struct(fields) => fields.into_iter().map(|(name, _)| name).collect(),
                other => panic!("{other:?}"),
            }
        })
        .collect();
    assert!(names[0].contains(&"nextProducerEpoch"), "{names:?}");
    assert!(!names[1].contains(&"nextProducerEpoch"), "{names:?}");
}

#[test]
fn versions_that_do_not_exist_are_refused() {
    let layout = Layout::numbered("metadata", 3, "").unwrap();
    assert_eq!(layout.name, "PartitionRecord");
    for version in [-1, 3, i16::MAX] {
        let outcome = layout.read(&mut Decoder::new(Bytes::new()), version);
        assert_eq!(outcome, Err(DecodeError::Version { message: layout.name, version }));
    }
    assert!(Layout::numbered("offsets", 99, "Key").is_none());
}

/// Some optional fields are not null by default, so that null is written.
#[test]
fn an_explicit_null_is_told_from_a_default() {
    use crate::{codec::Message as _, messages::ConsumerGroupMemberMetadataValue};
    // As a broker wrote it for a member of the new protocol.
    let bytes = unhex(
        "00000c636c2d636f6e73756d65720b2f3132372e302e302e3103046c617406706c61696e01000493e000010001\
         00",
    );
    let layout = Layout::named("ConsumerGroupMemberMetadataValue").unwrap();
    let value = layout.read(&mut Decoder::new(bytes.clone()), 0).unwrap();
    let Value::Struct(fields) = value else { panic!("{value:?}") };
    assert_eq!(fields.last(), Some(&("classicMemberMetadata", Value::Null)));
    let record = ConsumerGroupMemberMetadataValue::decode(&mut Decoder::new(bytes.clone()), 0);
    let record = record.unwrap();
    assert_eq!(record.classic_member_metadata, None);
    let mut encoder = crate::codec::Encoder::new();
    record.encode(&mut encoder, 0).unwrap();
    assert_eq!(encoder.into_bytes().unwrap(), bytes);
}

//! Every message that has a schema, in every version, against bytes that Apache Kafka 4.4.0 wrote:
//! they decode to the last byte and encode to the same bytes.

use bytes::Bytes;
use moldau_protocol::{codec::Decoder, messages};

fn unhex(text: &str) -> Bytes {
    let digit = |byte: u8| char::from(byte).to_digit(16).expect("the file is hexadecimal") as u8;
    text.as_bytes().chunks(2).map(|pair| digit(pair[0]) << 4 | digit(pair[1])).collect()
}

#[test]
fn messages_recode_to_the_bytes_of_apache_kafka() {
    let mut checked = 0;
    for line in include_str!("golden/messages.tsv").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<_> = line.split('\t').collect();
        let (name, version, bytes) = (fields[0], fields[1].parse().unwrap(), unhex(fields[2]));
        let mut decoder = Decoder::new(bytes.clone());
        let encoder = messages::recode_by_name(name, version, &mut decoder)
            .unwrap_or_else(|| panic!("no schema for {name}"))
            .unwrap_or_else(|error| panic!("{name} version {version}: {error}"));
        assert_eq!(decoder.remaining(), 0, "{name} version {version}: bytes left over");
        assert_eq!(encoder.into_bytes().unwrap(), bytes, "{name} version {version}");
        checked += 1;
    }
    assert!(checked > 1_400, "only {checked} lines");
}

#[test]
fn cut_messages_are_errors() {
    for line in include_str!("golden/messages.tsv").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<_> = line.split('\t').collect();
        let (name, version, bytes) = (fields[0], fields[1].parse().unwrap(), unhex(fields[2]));
        // The inner arrays of a long one repeat themselves.
        let step = 1 + bytes.len() / 2_000;
        for length in (0..bytes.len()).step_by(step) {
            let mut decoder = Decoder::new(bytes.slice(..length));
            let outcome = messages::recode_by_name(name, version, &mut decoder).unwrap();
            assert!(outcome.is_err(), "{name} version {version} cut to {length} bytes");
        }
    }
}

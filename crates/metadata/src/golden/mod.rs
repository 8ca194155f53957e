//! A metadata log and snapshots of it that Apache Kafka 4.4.0 wrote, as test data.
//!
//! One line for each record: offset, then the value in hex; control records and NoOpRecords are left
//! out. One combined node, formatted with a SCRAM user; topics made, configured and deleted; quotas,
//! ACLs, SCRAM users; then killed and restarted (1417), shut down and restarted (1475, 2277). A
//! snapshot is named after its end offset, exclusive.

use bytes::Bytes;
use moldau_protocol::ids::Offset;

use crate::image::{MetadataDelta, MetadataImage, Provenance};
use crate::record::{self, VersionedRecord};

/// The whole log.
pub(crate) const LOG: &str = include_str!("kafka_4_4_0_log.hex");
/// The snapshot while every partition is without a leader.
pub(crate) const SNAPSHOT_2285: &str = include_str!("kafka_4_4_0_snapshot_2285.hex");
/// The snapshot at the end of the log.
pub(crate) const SNAPSHOT_2309: &str = include_str!("kafka_4_4_0_snapshot_2309.hex");

/// Offsets and values.
pub(crate) fn values(text: &str) -> impl Iterator<Item = (Offset, Bytes)> + '_ {
    text.lines().map(|line| {
        let (offset, hex) = line.split_once(' ').unwrap();
        let digits = hex.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).unwrap());
        let value = digits.map(|pair| u8::from_str_radix(pair, 16).unwrap()).collect::<Vec<_>>();
        (Offset(offset.parse().unwrap()), Bytes::from(value))
    })
}

/// Offsets and records.
pub(crate) fn records(text: &str) -> Vec<(Offset, VersionedRecord)> {
    values(text).map(|(offset, value)| (offset, record::decode(value).unwrap())).collect()
}

/// The image of `records`.
pub(crate) fn image<'a>(records: impl IntoIterator<Item = &'a VersionedRecord>) -> MetadataImage {
    let mut delta = MetadataDelta::new(&MetadataImage::default());
    for versioned in records {
        delta.replay(&versioned.record).unwrap();
    }
    delta.apply(Provenance::EMPTY)
}

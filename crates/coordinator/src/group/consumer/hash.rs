//! The hash by which a group tells that its topics changed: equal to Kafka's, so that a group that
//! moves between the two servers is not rebalanced for it.
//!
//! Source: KIP-1101; XXH3 (64 bits, seed 0) of the little-endian fields. A string is its UTF-16 units
//! and then their number.

use moldau_metadata::image::{MetadataImage, TopicImage};
use twox_hash::XxHash3_64;

/// Layout of what is hashed.
const LAYOUT: u8 = 0;

/// Hash of the topics called `names` (sorted, each once), those that are missing left out.
pub(super) fn of_topics<'a>(image: &MetadataImage, names: impl Iterator<Item = &'a str>) -> i64 {
    let mut bytes = Vec::new();
    let mut scratch = Vec::new();
    for topic in names.filter_map(|name| image.topics.by_name(name)) {
        bytes.extend(of_topic(image, topic, &mut scratch).to_le_bytes());
    }
    if bytes.is_empty() { 0 } else { XxHash3_64::oneshot(&bytes).cast_signed() }
}

fn of_topic(image: &MetadataImage, topic: &TopicImage, bytes: &mut Vec<u8>) -> u64 {
    bytes.clear();
    bytes.push(LAYOUT);
    let (most, least) = topic.id.0.0.split_at(8);
    bytes.extend(most.iter().rev());
    bytes.extend(least.iter().rev());
    put_string(bytes, &topic.name);
    put_int(bytes, topic.partitions.len());
    let mut racks: Vec<&str> = Vec::new();
    for (index, partition) in topic.partitions.values().enumerate() {
        put_int(bytes, index);
        racks.clear();
        racks.extend(
            partition.replicas.iter().filter_map(|id| image.cluster.broker(*id)?.rack.as_deref()),
        );
        racks.sort_unstable();
        for rack in &racks {
            put_int(bytes, rack.encode_utf16().count());
            put_string(bytes, rack);
        }
    }
    XxHash3_64::oneshot(bytes)
}

fn put_string(bytes: &mut Vec<u8>, text: &str) {
    let mut units = 0;
    for unit in text.encode_utf16() {
        bytes.extend(unit.to_le_bytes());
        units += 1;
    }
    put_int(bytes, units);
}

/// Counts and indices, all of which Kafka keeps as int.
fn put_int(bytes: &mut Vec<u8>, value: usize) {
    bytes.extend(u32::try_from(value).unwrap_or(u32::MAX).to_le_bytes());
}

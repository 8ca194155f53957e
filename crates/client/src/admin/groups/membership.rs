//! What a consumer of the classic protocol tells its group, as bytes in DescribeGroups.
//!
//! The bytes come from other people's clients. As Kafka does, a version newer than those known is
//! read as the newest known one, and what follows the message is not looked at.

use bytes::Bytes;
use moldau_protocol::{
    codec::{Decoder, Message},
    ids::PartitionIndex,
    messages::ConsumerProtocolAssignment,
};

/// Newest version of the consumer protocol that is known.
const NEWEST: i16 = 3;

/// The partitions in an assignment, by topic and index, or why it cannot be read. No bytes mean
/// no partitions: the leader has assigned nothing yet.
pub(super) fn assigned(bytes: &Bytes) -> Result<Vec<(String, PartitionIndex)>, String> {
    if bytes.is_empty() {
        return Ok(Vec::new());
    }
    let mut partitions: Vec<(String, PartitionIndex)> =
        versioned::<ConsumerProtocolAssignment>(bytes)?
            .assigned_partitions
            .into_iter()
            .flat_map(|topic| {
                let name = topic.topic;
                topic.partitions.into_iter().map(move |index| (name.clone(), PartitionIndex(index)))
            })
            .collect();
    partitions.sort();
    partitions.dedup();
    Ok(partitions)
}

/// Reads a message that has its version in front.
fn versioned<M: Message>(bytes: &Bytes) -> Result<M, String> {
    let mut decoder = Decoder::new(bytes.clone());
    let version = decoder.i16().map_err(|error| error.to_string())?;
    if version < 0 {
        return Err(format!("version {version} of the consumer protocol"));
    }
    M::decode(&mut decoder, version.min(NEWEST)).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assignments_are_read_in_any_version() {
        let body = [0, 0, 0, 1, 0, 1, b't', 0, 0, 0, 2, 0, 0, 0, 7, 0, 0, 0, 1, 255, 255, 255, 255];
        let expected =
            vec![("t".to_owned(), PartitionIndex(1)), ("t".to_owned(), PartitionIndex(7))];
        for version in [0u8, 1, 3, 9] {
            let bytes: Vec<u8> = [&[0, version], &body[..], &[1, 2, 3]].concat();
            assert_eq!(assigned(&bytes.into()), Ok(expected.clone()), "{version}");
        }
        assert_eq!(assigned(&Bytes::new()), Ok(Vec::new()));
    }

    #[test]
    fn what_cannot_be_read_is_told() {
        for bytes in [
            &[0][..],
            &[255, 255, 0, 0, 0, 0],
            &[0, 0, 127, 255, 255, 255],
            &[0, 0, 0, 0, 0, 1, 0, 9, b't'],
            &[0, 0, 0, 0, 0, 1, 0, 1, b't', 127, 255, 255, 255],
        ] {
            assert!(assigned(&Bytes::copy_from_slice(bytes)).is_err(), "{bytes:?}");
        }
    }
}

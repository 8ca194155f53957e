//! What members by the classic protocol send and get inside of JoinGroup and SyncGroup: subscriptions
//! and assignments of consumers, each behind the version of its layout.

use bytes::Bytes;
use moldau_metadata::image::MetadataImage;
use moldau_protocol::{
    codec::{DecodeError, Decoder, Encoder, Message},
    ids::TopicId,
    messages::{
        ConsumerProtocolAssignment, ConsumerProtocolSubscription,
        consumer_group_heartbeat_request::TopicPartitions,
        consumer_protocol_assignment::TopicPartition, consumer_protocol_subscription,
    },
};

use super::member::Partitions;

/// Newest layout of both; a newer one begins with its fields.
const NEWEST: i16 = 3;

/// Version of what begins with one.
pub(super) fn version(bytes: &Bytes) -> Result<i16, DecodeError> {
    let version = Decoder::new(bytes.clone()).i16()?;
    if version < 0 {
        return Err(DecodeError::Version { message: "ConsumerProtocol", version });
    }
    Ok(version.min(NEWEST))
}

fn read<M: Message>(bytes: &Bytes) -> Result<M, DecodeError> {
    let version = version(bytes)?;
    let mut decoder = Decoder::new(bytes.clone());
    decoder.i16()?;
    M::decode(&mut decoder, version)
}

/// A subscription.
pub(super) fn subscription(bytes: &Bytes) -> Result<ConsumerProtocolSubscription, DecodeError> {
    read(bytes)
}

/// An assignment.
pub(super) fn assignment(bytes: &Bytes) -> Result<ConsumerProtocolAssignment, DecodeError> {
    read(bytes)
}

/// The bytes of an assignment in layout `version`; topics that do not exist are left out.
pub(super) fn assign<'a>(
    image: &MetadataImage,
    version: i16,
    partitions: impl Iterator<Item = (TopicId, Vec<i32>)> + 'a,
) -> Bytes {
    let named = partitions.filter_map(|(topic, partitions)| {
        let topic = image.topics.by_id(topic)?.name.to_string();
        Some(TopicPartition { topic, partitions })
    });
    let message =
        ConsumerProtocolAssignment { assigned_partitions: named.collect(), ..Default::default() };
    let mut encoder = Encoder::new();
    encoder.i16(version);
    message.encode(&mut encoder, version).expect("names of topics are short");
    encoder.into_bytes().expect("no part of an assignment is a range of a file")
}

/// Partitions of an assignment, of topics that exist.
pub(super) fn partitions(image: &MetadataImage, from: &ConsumerProtocolAssignment) -> Partitions {
    let known = from.assigned_partitions.iter().filter(|topic| !topic.partitions.is_empty());
    known
        .filter_map(|topic| {
            let id = image.topics.by_name(&topic.topic)?.id;
            Some((id, topic.partitions.iter().copied().collect()))
        })
        .collect()
}

/// What a member says to own, by ids.
pub(super) fn owned(
    image: &MetadataImage,
    owned: &[consumer_protocol_subscription::TopicPartition],
) -> Vec<TopicPartitions> {
    let known = owned.iter().filter_map(|topic| {
        Some(TopicPartitions {
            topic_id: image.topics.by_name(&topic.topic)?.id.0,
            partitions: topic.partitions.clone(),
            ..Default::default()
        })
    });
    known.collect()
}

//! OffsetFetch 1-10, of one group (KIP-447, 709, 848).
//!
//! A query. With `require_stable` the caller hands in the newest state and holds the answer back
//! until that is committed; otherwise the committed one.

use moldau_protocol::{
    ErrorCode,
    ids::LeaderEpoch,
    messages::{
        offset_fetch_request::OffsetFetchRequestGroup,
        offset_fetch_response::{
            OffsetFetchResponseGroup, OffsetFetchResponsePartitions, OffsetFetchResponseTopics,
        },
    },
};

use super::*;

/// First version that can carry an error of the whole group.
const GROUP_ERROR: i16 = 2;

/// OffsetFetch of one group by names (the broker translates topic ids; an id that the request has is
/// compared with that of the commit, so that a topic made anew has no offset). A group that is not
/// known, or a partition without a commit, has offset -1; of all topics, only what is committed is
/// answered.
///
/// A partition with an offset in an open transaction is `UNSTABLE_OFFSET_COMMIT` with
/// `require_stable`. The group is `UNKNOWN_MEMBER_ID` or `STALE_MEMBER_EPOCH` for a member that is
/// not, or not any more, what it says.
#[must_use]
pub fn fetch(
    state: &GroupState,
    request: &OffsetFetchRequestGroup,
    require_stable: bool,
    version: i16,
) -> OffsetFetchResponseGroup {
    let group = state.groups.get(request.group_id.as_str());
    let refused = group.and_then(|group| {
        group.validate_fetch(request.member_id.as_deref(), request.member_epoch).err()
    });
    let mut answer = OffsetFetchResponseGroup {
        group_id: request.group_id.clone(),
        ..OffsetFetchResponseGroup::default()
    };
    match refused {
        Some(code) if version >= GROUP_ERROR => answer.error_code = code.0,
        Some(code) => answer.topics = of_request(request, |_, _, _| nothing(code)),
        None => {
            // Offsets that outlive their group do not count; while it is there, they do.
            let offsets = group.and_then(|_| state.offsets.groups.get(request.group_id.as_str()));
            answer.topics = match (&request.topics, offsets) {
                (Some(_), _) => of_request(request, |topic, id, partition| {
                    one(offsets.map(Arc::as_ref), topic, id, partition, require_stable)
                }),
                (None, Some(offsets)) => all(offsets, require_stable),
                (None, None) => Vec::new(),
            };
        }
    }
    answer
}

fn of_request(
    request: &OffsetFetchRequestGroup,
    offset: impl Fn(&str, TopicId, PartitionIndex) -> OffsetFetchResponsePartitions,
) -> Vec<OffsetFetchResponseTopics> {
    let topics = request.topics.iter().flatten().map(|topic| OffsetFetchResponseTopics {
        name: topic.name.clone(),
        topic_id: topic.topic_id,
        partitions: topic
            .partition_indexes
            .iter()
            .map(|&partition_index| OffsetFetchResponsePartitions {
                partition_index,
                ..offset(&topic.name, TopicId(topic.topic_id), PartitionIndex(partition_index))
            })
            .collect(),
        ..OffsetFetchResponseTopics::default()
    });
    topics.collect()
}

fn one(
    offsets: Option<&GroupOffsets>,
    topic: &str,
    id: TopicId,
    partition: PartitionIndex,
    require_stable: bool,
) -> OffsetFetchResponsePartitions {
    let Some(offsets) = offsets else { return nothing(ErrorCode::NONE) };
    if require_stable && offsets.is_pending(topic, partition) {
        return nothing(ErrorCode::UNSTABLE_OFFSET_COMMIT);
    }
    match offsets.get(topic, partition) {
        Some(committed) if is_of(committed, id) => found(committed),
        _ => nothing(ErrorCode::NONE),
    }
}

fn all(offsets: &GroupOffsets, require_stable: bool) -> Vec<OffsetFetchResponseTopics> {
    let mut topics: Vec<OffsetFetchResponseTopics> = Vec::new();
    for (slot, committed) in offsets.committed.iter() {
        let pending = require_stable && offsets.is_pending(&slot.topic, slot.partition);
        let partition = OffsetFetchResponsePartitions {
            partition_index: slot.partition.0,
            ..match pending {
                true => nothing(ErrorCode::UNSTABLE_OFFSET_COMMIT),
                false => found(committed),
            }
        };
        match topics.last_mut() {
            Some(topic) if topic.name == *slot.topic => topic.partitions.push(partition),
            _ => topics.push(OffsetFetchResponseTopics {
                name: slot.topic.as_ref().to_owned(),
                partitions: vec![partition],
                ..OffsetFetchResponseTopics::default()
            }),
        }
    }
    topics
}

/// Whether the offset is one of the topic with this id; it is if either is not known.
fn is_of(committed: &Committed, id: TopicId) -> bool {
    committed.topic_id.0.is_zero() || id.0.is_zero() || committed.topic_id == id
}

fn found(committed: &Committed) -> OffsetFetchResponsePartitions {
    OffsetFetchResponsePartitions {
        committed_offset: committed.offset.0,
        committed_leader_epoch: committed.leader_epoch.0,
        metadata: Some(committed.metadata().to_owned()),
        ..OffsetFetchResponsePartitions::default()
    }
}

fn nothing(code: ErrorCode) -> OffsetFetchResponsePartitions {
    OffsetFetchResponsePartitions {
        committed_offset: Offset::NONE.0,
        committed_leader_epoch: LeaderEpoch::NONE.0,
        metadata: Some(String::new()),
        error_code: code.0,
        ..OffsetFetchResponsePartitions::default()
    }
}

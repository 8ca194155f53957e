//! OffsetDelete, version 0: committed offsets of topics that the group does not read.
//!
//! KIPs: 496.

use std::sync::Arc;

use moldau_coordinator::group::{Command, Reply};
use moldau_protocol::{
    ErrorCode,
    ids::PartitionIndex,
    messages::{
        OffsetDeleteRequest, OffsetDeleteResponse,
        offset_delete_request::OffsetDeleteRequestTopic,
        offset_delete_response::{OffsetDeleteResponsePartition, OffsetDeleteResponseTopic},
    },
};

use super::groups;
use crate::{dispatch::RequestContext, partition::TopicRef, state::Broker};

pub(super) async fn handle(
    broker: Arc<Broker>,
    _context: RequestContext,
    mut request: OffsetDeleteRequest,
) -> OffsetDeleteResponse {
    let group = request.group_id.clone();
    let mut unknown = Vec::new();
    for topic in &mut request.topics {
        unknown.extend(take_unknown(&broker, topic));
    }
    request.topics.retain(|topic| !topic.partitions.is_empty());
    let response = match broker.groups.call(&group, Command::OffsetDelete(request)).await {
        Ok(Reply::OffsetDelete(response)) => response,
        other => OffsetDeleteResponse { error_code: groups::code(other).0, ..Default::default() },
    };
    if response.error_code != 0 {
        return OffsetDeleteResponse { topics: Vec::new(), ..response };
    }
    if unknown.is_empty() {
        // Without a refusal, a topic that is named twice is answered twice.
        return response;
    }
    for topic in response.topics {
        match unknown
            .iter_mut()
            .find(|each: &&mut OffsetDeleteResponseTopic| each.name == topic.name)
        {
            Some(known) => known.partitions.extend(topic.partitions),
            None => unknown.push(topic),
        }
    }
    OffsetDeleteResponse { topics: unknown, ..OffsetDeleteResponse::default() }
}

/// Takes the partitions out that the cluster does not have, as the answer tells them.
fn take_unknown(
    broker: &Broker,
    topic: &mut OffsetDeleteRequestTopic,
) -> Option<OffsetDeleteResponseTopic> {
    let exists = |index| broker.topic_exists(TopicRef::Name(&topic.name), PartitionIndex(index));
    let (known, unknown): (Vec<_>, Vec<_>) =
        topic.partitions.drain(..).partition(|each| exists(each.partition_index).is_ok());
    topic.partitions = known;
    (!unknown.is_empty()).then(|| OffsetDeleteResponseTopic {
        name: topic.name.clone(),
        partitions: unknown
            .into_iter()
            .map(|each| OffsetDeleteResponsePartition {
                partition_index: each.partition_index,
                error_code: ErrorCode::UNKNOWN_TOPIC_OR_PARTITION.0,
            })
            .collect(),
    })
}

//! OffsetCommit, versions 2 to 10: how far a group has read.
//!
//! Topics and partitions that the cluster does not have are refused here, one by one; the coordinator
//! judges the member and keeps the rest. As in Kafka, a group may have an empty name here.
//!
//! KIPs: 211 (expiry), 320 (leader epochs), 516 (topic ids), 848 (member epochs).

use std::sync::Arc;

use moldau_coordinator::group::{Command, Reply};
use moldau_protocol::{
    ErrorCode,
    ids::{PartitionIndex, TopicId},
    messages::{
        OffsetCommitRequest, OffsetCommitResponse,
        offset_commit_request::OffsetCommitRequestTopic,
        offset_commit_response::{OffsetCommitResponsePartition, OffsetCommitResponseTopic},
    },
};

use super::groups;
use crate::{dispatch::RequestContext, state::Broker};

/// First version that names topics by id.
const TOPIC_IDS_FROM: i16 = 10;

pub(super) async fn handle(
    broker: Arc<Broker>,
    context: RequestContext,
    mut request: OffsetCommitRequest,
) -> OffsetCommitResponse {
    let version = context.version;
    let group = request.group_id.clone();
    let mut topics = Vec::new();
    for topic in &mut request.topics {
        topics.extend(take_unknown(&broker, topic, version));
    }
    request.topics.retain(|topic| !topic.partitions.is_empty());
    if request.topics.is_empty() {
        return OffsetCommitResponse { topics, ..Default::default() };
    }
    let asked = request.topics.clone();
    let command = Command::OffsetCommit { request, version };
    let response = match broker.groups.call(&group, command).await {
        Ok(Reply::OffsetCommit(response)) => response,
        other => refuse_all(asked, groups::code(other)),
    };
    if topics.is_empty() {
        // Without a refusal, a topic that is named twice is answered twice.
        return response;
    }
    for topic in response.topics {
        let same = |each: &&mut OffsetCommitResponseTopic| {
            each.name == topic.name && each.topic_id == topic.topic_id
        };
        match topics.iter_mut().find(same) {
            Some(known) => known.partitions.extend(topic.partitions),
            None => topics.push(topic),
        }
    }
    OffsetCommitResponse { topics, ..Default::default() }
}

/// Finds the topic's name, and takes the partitions out that the cluster does not have, as the answer
/// tells them.
fn take_unknown(
    broker: &Broker,
    topic: &mut OffsetCommitRequestTopic,
    version: i16,
) -> Option<OffsetCommitResponseTopic> {
    let image = broker.image();
    let found = if version >= TOPIC_IDS_FROM {
        image.topics.by_id(TopicId(topic.topic_id))
    } else {
        image.topics.by_name(&topic.name)
    };
    let code = match found {
        None if version >= TOPIC_IDS_FROM => ErrorCode::UNKNOWN_TOPIC_ID,
        _ => ErrorCode::UNKNOWN_TOPIC_OR_PARTITION,
    };
    if let Some(found) = found {
        found.name.as_ref().clone_into(&mut topic.name);
        topic.topic_id = found.id.0;
    }
    let exists =
        |index| found.is_some_and(|topic| topic.partition(PartitionIndex(index)).is_some());
    let (known, unknown): (Vec<_>, Vec<_>) =
        topic.partitions.drain(..).partition(|each| exists(each.partition_index));
    topic.partitions = known;
    let unknown = unknown.into_iter().map(|each| each.partition_index);
    let partitions = refused(unknown, code);
    (!partitions.is_empty()).then(|| OffsetCommitResponseTopic {
        name: topic.name.clone(),
        topic_id: topic.topic_id,
        partitions,
        ..Default::default()
    })
}

fn refused(
    indexes: impl Iterator<Item = i32>,
    code: ErrorCode,
) -> Vec<OffsetCommitResponsePartition> {
    indexes
        .map(|partition_index| OffsetCommitResponsePartition {
            partition_index,
            error_code: code.0,
            ..Default::default()
        })
        .collect()
}

fn refuse_all(topics: Vec<OffsetCommitRequestTopic>, code: ErrorCode) -> OffsetCommitResponse {
    let topics = topics.into_iter().map(|topic| OffsetCommitResponseTopic {
        name: topic.name,
        topic_id: topic.topic_id,
        partitions: refused(topic.partitions.iter().map(|each| each.partition_index), code),
        ..Default::default()
    });
    OffsetCommitResponse { topics: topics.collect(), ..Default::default() }
}

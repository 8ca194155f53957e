//! OffsetFetch, versions 1 to 10: how far groups have read.
//!
//! Answered from what is committed. A request that must not miss a transaction in progress
//! (`require_stable`) goes the way of a write, behind everything that is on its way to the log.
//!
//! KIPs: 88 (all partitions), 447 (stable offsets), 516 (topic ids), 709 (several groups), 848 (member
//! epochs).

use std::sync::Arc;

use moldau_coordinator::group::{Command, Reply, offsets};
use moldau_protocol::{
    ErrorCode,
    ids::TopicId,
    messages::{
        OffsetFetchRequest, OffsetFetchResponse,
        offset_fetch_request::{OffsetFetchRequestGroup, OffsetFetchRequestTopics},
        offset_fetch_response::{
            OffsetFetchResponseGroup, OffsetFetchResponsePartition, OffsetFetchResponsePartitions,
            OffsetFetchResponseTopic, OffsetFetchResponseTopics,
        },
    },
};

use super::groups;
use crate::{dispatch::RequestContext, state::Broker};

/// First version with several groups.
const GROUPS_FROM: i16 = 8;
/// First version with an error of the whole.
const GROUP_ERROR_FROM: i16 = 2;
/// First version that names topics by id.
const TOPIC_IDS_FROM: i16 = 10;
/// What stands for an offset that was never committed.
const NO_OFFSET: i64 = -1;

pub(super) async fn handle(
    broker: Arc<Broker>,
    context: RequestContext,
    request: OffsetFetchRequest,
) -> OffsetFetchResponse {
    let version = context.version;
    if version >= GROUPS_FROM {
        let mut groups = Vec::with_capacity(request.groups.len());
        for group in request.groups {
            groups.push(fetch(&broker, group, request.require_stable, version).await);
        }
        return OffsetFetchResponse { groups, ..Default::default() };
    }
    let names = request.topics.map(|topics| {
        let topic =
            |topic: moldau_protocol::messages::offset_fetch_request::OffsetFetchRequestTopic| {
                OffsetFetchRequestTopics {
                    name: topic.name,
                    partition_indexes: topic.partition_indexes,
                    ..Default::default()
                }
            };
        topics.into_iter().map(topic).collect()
    });
    let group =
        OffsetFetchRequestGroup { group_id: request.group_id, topics: names, ..Default::default() };
    let asked = group.topics.clone().unwrap_or_default();
    let mut group = fetch(&broker, group, request.require_stable, version).await;
    let error_code = group.error_code;
    if error_code != 0 && version < GROUP_ERROR_FROM {
        group.topics = refused(asked, error_code);
    }
    OffsetFetchResponse {
        topics: group.topics.into_iter().map(by_name).collect(),
        error_code,
        ..Default::default()
    }
}

/// Fetches the offsets of one group; topics by id are found by name and the other way round.
async fn fetch(
    broker: &Arc<Broker>,
    mut group: OffsetFetchRequestGroup,
    require_stable: bool,
    version: i16,
) -> OffsetFetchResponseGroup {
    let group_id = group.group_id.clone();
    let by_id = version >= TOPIC_IDS_FROM;
    let unknown = if by_id { take_unknown(broker, &mut group) } else { Vec::new() };
    let fetched = if require_stable {
        let command = Command::OffsetFetch { request: group, version };
        match broker.groups.call(&group_id, command).await {
            Ok(Reply::OffsetFetch(response)) => Ok(response),
            other => Err(groups::code(other)),
        }
    } else {
        let state = broker.groups.committed(&group_id);
        state.map(|state| offsets::fetch(&state, &group, false, version))
    };
    let mut response = match fetched {
        Ok(response) => response,
        Err(code) => return failed(group_id, code),
    };
    if response.error_code != 0 {
        return OffsetFetchResponseGroup { topics: Vec::new(), ..response };
    }
    if by_id {
        let image = broker.image();
        // A topic that is gone has no id that could be told.
        response.topics.retain_mut(|topic| {
            let found = image.topics.by_name(&topic.name);
            topic.topic_id = found.map_or(topic.topic_id, |found| found.id.0);
            found.is_some()
        });
        response.topics.extend(unknown);
    }
    response
}

/// Takes the topics out whose id is none, as the answer tells them; names the others.
fn take_unknown(
    broker: &Broker,
    group: &mut OffsetFetchRequestGroup,
) -> Vec<OffsetFetchResponseTopics> {
    // Null asks for all topics.
    let Some(topics) = &mut group.topics else { return Vec::new() };
    let image = broker.image();
    let found = |topic: &mut OffsetFetchRequestTopics| {
        let found = image.topics.by_id(TopicId(topic.topic_id));
        if let Some(found) = found {
            found.name.as_ref().clone_into(&mut topic.name);
        }
        found.is_some()
    };
    let unknown = topics.extract_if(.., |topic| !found(topic)).collect();
    refused(unknown, ErrorCode::UNKNOWN_TOPIC_ID.0)
}

fn failed(group_id: String, code: ErrorCode) -> OffsetFetchResponseGroup {
    OffsetFetchResponseGroup { group_id, error_code: code.0, ..Default::default() }
}

fn refused(
    topics: Vec<OffsetFetchRequestTopics>,
    error_code: i16,
) -> Vec<OffsetFetchResponseTopics> {
    let partition = |partition_index| OffsetFetchResponsePartitions {
        partition_index,
        committed_offset: NO_OFFSET,
        metadata: Some(String::new()),
        error_code,
        ..Default::default()
    };
    topics
        .into_iter()
        .map(|topic| OffsetFetchResponseTopics {
            name: topic.name,
            topic_id: topic.topic_id,
            partitions: topic.partition_indexes.into_iter().map(partition).collect(),
            ..Default::default()
        })
        .collect()
}

fn by_name(topic: OffsetFetchResponseTopics) -> OffsetFetchResponseTopic {
    let partition = |each: OffsetFetchResponsePartitions| OffsetFetchResponsePartition {
        partition_index: each.partition_index,
        committed_offset: each.committed_offset,
        committed_leader_epoch: each.committed_leader_epoch,
        metadata: each.metadata,
        error_code: each.error_code,
        ..Default::default()
    };
    OffsetFetchResponseTopic {
        name: topic.name,
        partitions: topic.partitions.into_iter().map(partition).collect(),
        ..Default::default()
    }
}

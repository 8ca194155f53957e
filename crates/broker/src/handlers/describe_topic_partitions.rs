//! DescribeTopicPartitions, version 0: topics by name, a page of partitions at a time.
//!
//! A page starts at the request's cursor and ends with at most as many partitions as the client and
//! `max.request.partition.size.limit` allow, at least one; the answer's cursor says where the next one
//! begins. Topics come by name. A topic that is not there counts for nothing in a page.
//!
//! KIPs: 966. Source: the answers of Apache Kafka 4.4.0, odd ones included (an empty name fails the whole
//! request with UNKNOWN_SERVER_ERROR).

use std::{collections::BTreeSet, sync::Arc};

use moldau_metadata::image::{MetadataImage, TopicImage};
use moldau_protocol::{
    ErrorCode,
    ids::BrokerId,
    messages::{
        DescribeTopicPartitionsRequest, DescribeTopicPartitionsResponse,
        describe_topic_partitions_request as request,
        describe_topic_partitions_response::{
            Cursor, DescribeTopicPartitionsResponsePartition, DescribeTopicPartitionsResponseTopic,
        },
    },
};

use super::{metadata::Describe, operations};
use crate::{dispatch::RequestContext, state::Broker, topics};

pub(super) async fn handle(
    broker: Arc<Broker>,
    context: RequestContext,
    request: DescribeTopicPartitionsRequest,
) -> DescribeTopicPartitionsResponse {
    let image = broker.image();
    let limit = broker.config.topics.describe_partition_limit;
    let listener = &context.connection.listener;
    answer(&image, listener, limit, request)
}

/// `limit` is the server's own bound of a page.
fn answer(
    image: &MetadataImage,
    listener: &str,
    limit: u32,
    request: DescribeTopicPartitionsRequest,
) -> DescribeTopicPartitionsResponse {
    let all = request.topics.is_empty();
    if request.cursor.as_ref().is_some_and(|cursor| cursor.partition_index < 0) {
        return refused(request.topics, ErrorCode::INVALID_REQUEST);
    }
    let asked: BTreeSet<&str> = if all {
        image.topics.iter().map(|topic| &*topic.name).collect()
    } else {
        request.topics.iter().map(|topic| topic.name.as_str()).collect()
    };
    let start = request.cursor.as_ref().map_or("", |cursor| cursor.topic_name.as_str());
    if !all && request.cursor.is_some() && !asked.contains(start) {
        return refused(request.topics, ErrorCode::INVALID_REQUEST);
    }
    let names: Vec<&str> = asked.range(start..).copied().collect();
    if names.contains(&"") {
        return refused(request.topics, ErrorCode::UNKNOWN_SERVER_ERROR);
    }
    let describe = Describe { image, listener, operations: operations::TOPIC };
    let own_limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let wanted = usize::try_from(request.response_partition_limit).unwrap_or(0);
    let mut page = Page { left: wanted.min(own_limit).max(1), topics: Vec::new() };
    let mut first = match &request.cursor {
        Some(cursor) => cursor.partition_index,
        None => 0,
    };
    let mut next_cursor = None;
    for name in names {
        let from = if name == start { std::mem::take(&mut first) } else { 0 };
        if page.left == 0 {
            next_cursor = Some((name.to_owned(), 0));
            break;
        }
        let next = match image.topics.by_name(name) {
            Some(topic) => page.add(&describe, topic, from),
            None => {
                page.topics.push(unknown(name));
                None
            }
        };
        if let Some(index) = next {
            next_cursor = Some((name.to_owned(), index));
            break;
        }
    }
    DescribeTopicPartitionsResponse {
        topics: page.topics,
        next_cursor: next_cursor.map(|(topic_name, partition_index)| Cursor {
            topic_name,
            partition_index,
            ..Default::default()
        }),
        ..Default::default()
    }
}

/// What fits an answer.
struct Page {
    left: usize,
    topics: Vec<DescribeTopicPartitionsResponseTopic>,
}

impl Page {
    /// Adds the partitions of a topic from index `from` on; the first one that did not fit.
    fn add(&mut self, describe: &Describe<'_>, topic: &TopicImage, from: i32) -> Option<i32> {
        let mut indexes = topic.partitions.iter().filter(|(index, _)| index.0 >= from);
        let mut partitions = Vec::new();
        for (index, registration) in indexes.by_ref().take(self.left) {
            let known = describe.partition(*index, registration);
            let ids = |brokers: &[BrokerId]| Some(brokers.iter().map(|broker| broker.0).collect());
            partitions.push(DescribeTopicPartitionsResponsePartition {
                // That there is no leader is no error here.
                partition_index: known.partition_index,
                leader_id: known.leader_id,
                leader_epoch: known.leader_epoch,
                replica_nodes: known.replica_nodes,
                isr_nodes: known.isr_nodes,
                eligible_leader_replicas: ids(&registration.elr),
                last_known_elr: ids(&registration.last_known_elr),
                offline_replicas: known.offline_replicas,
                ..Default::default()
            });
        }
        self.left -= partitions.len();
        self.topics.push(DescribeTopicPartitionsResponseTopic {
            name: Some(topic.name.to_string()),
            topic_id: topic.id.0,
            is_internal: topics::is_internal(&topic.name),
            partitions,
            topic_authorized_operations: operations::TOPIC,
            ..Default::default()
        });
        indexes.next().map(|(index, _)| index.0)
    }
}

fn unknown(name: &str) -> DescribeTopicPartitionsResponseTopic {
    let code = if topics::is_valid(name) {
        ErrorCode::UNKNOWN_TOPIC_OR_PARTITION
    } else {
        ErrorCode::INVALID_TOPIC_EXCEPTION
    };
    DescribeTopicPartitionsResponseTopic {
        error_code: code.0,
        name: Some(name.to_owned()),
        is_internal: topics::is_internal(name),
        topic_authorized_operations: operations::TOPIC,
        ..Default::default()
    }
}

/// The answer to a request that is wrong as a whole.
fn refused(topics: Vec<request::TopicRequest>, code: ErrorCode) -> DescribeTopicPartitionsResponse {
    let topics = topics.into_iter().map(|topic| DescribeTopicPartitionsResponseTopic {
        error_code: code.0,
        name: Some(topic.name),
        ..Default::default()
    });
    DescribeTopicPartitionsResponse { topics: topics.collect(), ..Default::default() }
}

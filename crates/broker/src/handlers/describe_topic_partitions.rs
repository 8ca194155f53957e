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

#[cfg(test)]
mod tests {
    use moldau_metadata::image::{MetadataDelta, Provenance};
    use moldau_protocol::{
        ids::Uuid,
        messages::{PartitionRecord, TopicRecord},
    };

    use super::*;

    /// Topics `a`, `b` and `c` with 1, 2 and 3 partitions.
    fn image() -> MetadataImage {
        let mut delta = MetadataDelta::new(&MetadataImage::default());
        for (number, name) in (1..).zip(["a", "b", "c"]) {
            let topic_id = Uuid([number; 16]);
            let topic = TopicRecord { name: name.to_owned(), topic_id, ..Default::default() };
            delta.replay(&topic.into()).unwrap();
            for partition_id in 0..i32::from(number) {
                let partition = PartitionRecord {
                    partition_id,
                    topic_id,
                    replicas: vec![1],
                    isr: vec![1],
                    leader: 1,
                    ..Default::default()
                };
                delta.replay(&partition.into()).unwrap();
            }
        }
        delta.apply(Provenance::EMPTY)
    }

    type Cut = Option<(&'static str, i32)>;

    /// What a page has: topics with their code and partitions, and where the next page begins.
    fn page(names: &[&str], limit: i32, cursor: Cut) -> (String, Option<(String, i32)>) {
        let request = DescribeTopicPartitionsRequest {
            topics: names
                .iter()
                .map(|name| request::TopicRequest {
                    name: (*name).to_owned(),
                    ..Default::default()
                })
                .collect(),
            response_partition_limit: limit,
            cursor: cursor.map(|(topic, index)| request::Cursor {
                topic_name: topic.to_owned(),
                partition_index: index,
                ..Default::default()
            }),
            ..Default::default()
        };
        let response = answer(&image(), "PLAINTEXT", 4, request);
        let topic = |topic: &DescribeTopicPartitionsResponseTopic| {
            let indexes: Vec<_> =
                topic.partitions.iter().map(|each| each.partition_index).collect();
            format!("{}:{}{indexes:?}", topic.name.as_deref().unwrap_or("-"), topic.error_code)
        };
        let topics: Vec<_> = response.topics.iter().map(topic).collect();
        (topics.join(" "), response.next_cursor.map(|at| (at.topic_name, at.partition_index)))
    }

    #[test]
    fn a_page_starts_at_the_cursor_and_ends_at_the_limit() {
        let check = |names: &[&str], limit, cursor, topics: &str, next: Cut| {
            let next = next.map(|(topic, index)| (topic.to_owned(), index));
            assert_eq!(page(names, limit, cursor), (topics.to_owned(), next), "{names:?} {limit}");
        };
        check(&[], 2_000, None, "a:0[0] b:0[0, 1] c:0[0]", Some(("c", 1)));
        check(&[], 2_000, Some(("c", 1)), "c:0[1, 2]", None);
        check(&["c", "a", "c"], 2_000, None, "a:0[0] c:0[0, 1, 2]", None);
        check(&["c", "a"], 1, None, "a:0[0]", Some(("c", 0)));
        check(&["c", "a"], -1, None, "a:0[0]", Some(("c", 0)));
        check(&["b", "c"], 3, Some(("b", 1)), "b:0[1] c:0[0, 1]", Some(("c", 2)));
        check(&["b", "c"], 3, Some(("b", 9)), "b:0[] c:0[0, 1, 2]", None);
        check(&["b", "d", "e"], 2, None, "b:0[0, 1]", Some(("d", 0)));
        check(&["d", "b"], 9, None, "b:0[0, 1] d:3[]", None);
        check(&["a b"], 9, None, "a b:17[]", None);
        check(&[], 9, Some(("bb", 7)), "c:0[0, 1, 2]", None);
    }

    #[test]
    fn a_request_that_is_wrong_fails_as_a_whole() {
        let check = |names: &[&str], cursor, topics: &str| {
            assert_eq!(page(names, 9, cursor), (topics.to_owned(), None));
        };
        check(&["b", "a"], Some(("a", -1)), "b:42[] a:42[]");
        check(&["b", "a"], Some(("c", 0)), "b:42[] a:42[]");
        check(&["b", "a"], Some(("", 0)), "b:42[] a:42[]");
        check(&["b", ""], None, "b:-1[] :-1[]");
        check(&[], Some(("a", -1)), "");
    }
}

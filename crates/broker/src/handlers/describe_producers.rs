//! DescribeProducers, version 0: the producers that a partition's log knows, for its leader.
//!
//! KIPs: 664. Known deviation: producers come by id, with Kafka in the order of a hash table.

use std::sync::Arc;

use moldau_metadata::controller::topic_name_problem;
use moldau_protocol::{
    ErrorCode,
    ids::{LeaderEpoch, Offset, PartitionIndex},
    messages::{
        DescribeProducersRequest, DescribeProducersResponse,
        describe_producers_response::{PartitionResponse, ProducerState, TopicResponse},
    },
};
use moldau_storage::ActiveProducer;

use crate::{dispatch::RequestContext, partition::TopicRef, state::Broker};

pub(super) async fn handle(
    broker: Arc<Broker>,
    _context: RequestContext,
    request: DescribeProducersRequest,
) -> DescribeProducersResponse {
    let topics = request.topics.into_iter().map(|topic| {
        let refusal = refusal(&broker, &topic.name);
        let partitions = topic
            .partition_indexes
            .iter()
            .map(|index| match &refusal {
                Some((code, message)) => PartitionResponse {
                    partition_index: *index,
                    error_code: code.0,
                    error_message: Some(message.clone()),
                    ..Default::default()
                },
                None => describe(&broker, &topic.name, *index),
            })
            .collect();
        TopicResponse { name: topic.name, partitions, ..Default::default() }
    });
    DescribeProducersResponse { topics: topics.collect(), ..Default::default() }
}

/// What is wrong with the topic as a whole.
fn refusal(broker: &Broker, name: &str) -> Option<(ErrorCode, String)> {
    if let Some(problem) = topic_name_problem(name) {
        let message = format!("Topic name is invalid: {problem}");
        return Some((ErrorCode::INVALID_TOPIC_EXCEPTION, message));
    }
    broker.image().topics.by_name(name).is_none().then(|| {
        let message = "This server does not host this topic-partition.";
        (ErrorCode::UNKNOWN_TOPIC_OR_PARTITION, message.to_owned())
    })
}

fn describe(broker: &Broker, topic: &str, index: i32) -> PartitionResponse {
    let partition = broker
        .partition(TopicRef::Name(topic), PartitionIndex(index))
        .and_then(|partition| partition.led(LeaderEpoch::NONE.0).map(|_| partition));
    let answer =
        PartitionResponse { partition_index: index, error_message: None, ..Default::default() };
    match partition {
        Err(code) => PartitionResponse { error_code: code.0, ..answer },
        Ok(partition) => {
            let mut producers = partition.log().active_producers();
            producers.sort_unstable_by_key(|producer| producer.producer_id);
            let active_producers = producers.into_iter().map(state).collect();
            PartitionResponse { active_producers, ..answer }
        }
    }
}

fn state(producer: ActiveProducer) -> ProducerState {
    ProducerState {
        producer_id: producer.producer_id.0,
        producer_epoch: i32::from(producer.epoch.0),
        last_sequence: producer.last_sequence,
        last_timestamp: producer.last_timestamp,
        coordinator_epoch: producer.coordinator_epoch,
        current_txn_start_offset: producer.txn_start_offset.unwrap_or(Offset::NONE).0,
        ..Default::default()
    }
}

//! OffsetForLeaderEpoch, versions 2 to 4: where an epoch ends in this log.
//!
//! KIPs: 101, 279, 320.

use std::sync::Arc;

use moldau_protocol::{
    ErrorCode,
    ids::{LeaderEpoch, PartitionIndex},
    messages::{
        OffsetForLeaderEpochRequest, OffsetForLeaderEpochResponse,
        offset_for_leader_epoch_request::OffsetForLeaderPartition,
        offset_for_leader_epoch_response::{EpochEndOffset, OffsetForLeaderTopicResult},
    },
};

use crate::{dispatch::RequestContext, partition::TopicRef, state::Broker};

pub(super) async fn handle(
    broker: Arc<Broker>,
    _context: RequestContext,
    request: OffsetForLeaderEpochRequest,
) -> OffsetForLeaderEpochResponse {
    let topics = request
        .topics
        .into_iter()
        .map(|topic| {
            let partitions = topic
                .partitions
                .iter()
                .map(|wanted| {
                    find(&broker, &topic.topic, wanted).unwrap_or_else(|code| EpochEndOffset {
                        error_code: code.0,
                        partition: wanted.partition,
                        ..Default::default()
                    })
                })
                .collect();
            OffsetForLeaderTopicResult { topic: topic.topic, partitions, ..Default::default() }
        })
        .collect();
    OffsetForLeaderEpochResponse { topics, ..Default::default() }
}

fn find(
    broker: &Broker,
    topic: &str,
    wanted: &OffsetForLeaderPartition,
) -> Result<EpochEndOffset, ErrorCode> {
    let index = PartitionIndex(wanted.partition);
    let partition = broker.partition(TopicRef::Name(topic), index)?;
    partition.led(wanted.current_leader_epoch)?;
    let answer = EpochEndOffset { partition: wanted.partition, ..Default::default() };
    Ok(match partition.log().offset_for_leader_epoch(LeaderEpoch(wanted.leader_epoch)) {
        Some(end) => {
            EpochEndOffset { leader_epoch: end.epoch.0, end_offset: end.start.0, ..answer }
        }
        None => answer,
    })
}

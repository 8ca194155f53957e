//! ListOffsets, versions 1 to 11.
//!
//! A timestamp finds the first record at or after it; the special ones find the end (-1), the start
//! (-2), the record with the largest time (-3), the local start (-4), the highest offset in tiered
//! storage (-5) and the first offset still to be uploaded (-6).
//!
//! KIPs: 79, 320 (epochs), 734 (-3), 405 and 1005 (-4, -5), 1023 (-6).

use std::{collections::HashSet, sync::Arc};

use moldau_protocol::{
    ErrorCode,
    ids::{LeaderEpoch, PartitionIndex},
    messages::{
        ListOffsetsRequest, ListOffsetsResponse,
        list_offsets_request::ListOffsetsPartition,
        list_offsets_response::{ListOffsetsPartitionResponse, ListOffsetsTopicResponse},
    },
};
use moldau_storage::{ReadError, TimestampedOffset};

use crate::{
    dispatch::RequestContext,
    partition::{Partition, TopicRef},
    state::Broker,
};

const LATEST: i64 = -1;
const EARLIEST: i64 = -2;
const MAX_TIMESTAMP: i64 = -3;
const EARLIEST_LOCAL: i64 = -4;
const LATEST_TIERED: i64 = -5;
const EARLIEST_PENDING_UPLOAD: i64 = -6;

/// Each special timestamp and the first version that knows it.
const SPECIAL: [(i64, i16); 6] = [
    (LATEST, 1),
    (EARLIEST, 1),
    (MAX_TIMESTAMP, 7),
    (EARLIEST_LOCAL, 8),
    (LATEST_TIERED, 9),
    (EARLIEST_PENDING_UPLOAD, 11),
];

/// Isolation level of a reader that sees only what is committed.
const READ_COMMITTED: i8 = 1;
/// Replica id of a consumer. All others (brokers, the debugging consumer) see the log to its end.
const CONSUMER: i32 = -1;

/// Where a partition's log is read up to.
#[derive(Clone, Copy)]
enum Upper {
    HighWatermark,
    LastStable,
    LogEnd,
}

pub(super) async fn handle(
    broker: Arc<Broker>,
    context: RequestContext,
    request: ListOffsetsRequest,
) -> ListOffsetsResponse {
    let upper = match (request.replica_id, request.isolation_level) {
        (CONSUMER, READ_COMMITTED) => Upper::LastStable,
        (CONSUMER, _) => Upper::HighWatermark,
        _ => Upper::LogEnd,
    };
    let repeated = repeated(&request);
    // Looking for a time may read from disk, which must not hold up the runtime's workers.
    let search = move || {
        let topics = request.topics.iter().map(|topic| {
            let mut told = HashSet::new();
            let partitions = topic.partitions.iter().filter_map(|wanted| {
                let place = (topic.name.as_str(), wanted.partition_index);
                let code_or_found = if repeated.contains(&(place.0.to_owned(), place.1)) {
                    if !told.insert(wanted.partition_index) {
                        return None;
                    }
                    Err(ErrorCode::INVALID_REQUEST)
                } else {
                    find(&broker, &topic.name, wanted, upper, context.version)
                };
                Some(partition_response(wanted.partition_index, code_or_found))
            });
            ListOffsetsTopicResponse {
                partitions: partitions.collect(),
                name: topic.name.clone(),
                ..Default::default()
            }
        });
        ListOffsetsResponse { topics: topics.collect(), ..Default::default() }
    };
    crate::blocking::run(search).await.unwrap_or_default()
}

fn repeated(request: &ListOffsetsRequest) -> HashSet<(String, i32)> {
    let mut seen = HashSet::new();
    let all = request
        .topics
        .iter()
        .flat_map(|topic| topic.partitions.iter().map(|each| (&topic.name, each.partition_index)));
    all.filter(|place| !seen.insert(*place))
        .map(|(name, partition)| (name.clone(), partition))
        .collect()
}

fn partition_response(
    index: i32,
    found: Result<Option<TimestampedOffset>, ErrorCode>,
) -> ListOffsetsPartitionResponse {
    let response = ListOffsetsPartitionResponse { partition_index: index, ..Default::default() };
    match found {
        Err(code) => ListOffsetsPartitionResponse { error_code: code.0, ..response },
        Ok(None) => response,
        Ok(Some(found)) => ListOffsetsPartitionResponse {
            timestamp: found.timestamp,
            offset: found.offset.0,
            leader_epoch: found.leader_epoch.unwrap_or(LeaderEpoch::NONE).0,
            ..response
        },
    }
}

fn find(
    broker: &Broker,
    topic: &str,
    wanted: &ListOffsetsPartition,
    upper: Upper,
    version: i16,
) -> Result<Option<TimestampedOffset>, ErrorCode> {
    let known = SPECIAL.iter().find(|(special, _)| *special == wanted.timestamp);
    if wanted.timestamp < 0 && known.is_none_or(|(_, from)| version < *from) {
        return Err(ErrorCode::UNSUPPORTED_VERSION);
    }
    let index = PartitionIndex(wanted.partition_index);
    let partition = broker.partition(TopicRef::Name(topic), index)?;
    partition.led(wanted.current_leader_epoch)?;
    let log = partition.log();
    let upper = match upper {
        Upper::HighWatermark => partition.high_watermark(),
        Upper::LastStable => partition.last_stable_offset(),
        Upper::LogEnd => log.log_end_offset(),
    };
    match wanted.timestamp {
        LATEST => Ok(Some(log.latest_offset(upper))),
        EARLIEST | EARLIEST_LOCAL => Ok(Some(log.earliest_offset())),
        // Without tiered storage nothing is there, and everything is still to be uploaded... never.
        LATEST_TIERED | EARLIEST_PENDING_UPLOAD => Ok(None),
        MAX_TIMESTAMP => {
            log.max_timestamp_offset(upper).map_err(|error| storage_error(&partition, &error))
        }
        timestamp => log
            .offset_for_timestamp(timestamp, upper)
            .map_err(|error| storage_error(&partition, &error)),
    }
}

fn storage_error(partition: &Partition, error: &ReadError) -> ErrorCode {
    tracing::warn!(
        topic = &*partition.topic,
        partition = partition.index.0,
        %error,
        "search by time failed"
    );
    error.error_code()
}

//! DeleteRecords, versions 0 to 2: moves the start of a log up.
//!
//! The files follow by whole segments. A log that is only compacted cannot be trimmed; one with no
//! clean-up at all can.
//!
//! KIPs: 107.

use std::sync::Arc;

use moldau_protocol::{
    ErrorCode,
    ids::{LeaderEpoch, Offset, PartitionIndex},
    messages::{
        DeleteRecordsRequest, DeleteRecordsResponse,
        delete_records_request::DeleteRecordsPartition,
        delete_records_response::{DeleteRecordsPartitionResult, DeleteRecordsTopicResult},
    },
};

use crate::{dispatch::RequestContext, partition::TopicRef, state::Broker, topics};

/// Offset that stands for the high watermark.
const TO_HIGH_WATERMARK: i64 = -1;
/// `low_watermark` of a partition that was refused.
const NO_LOW_WATERMARK: i64 = -1;

pub(super) async fn handle(
    broker: Arc<Broker>,
    _context: RequestContext,
    request: DeleteRecordsRequest,
) -> DeleteRecordsResponse {
    let delete = move || {
        let topics = request.topics.into_iter().map(|topic| {
            let partitions = topic.partitions.iter().map(|wanted| {
                let (low_watermark, code) = match trim(&broker, &topic.name, wanted) {
                    Ok(start) => (start.0, ErrorCode::NONE),
                    Err(code) => (NO_LOW_WATERMARK, code),
                };
                DeleteRecordsPartitionResult {
                    partition_index: wanted.partition_index,
                    low_watermark,
                    error_code: code.0,
                    ..Default::default()
                }
            });
            DeleteRecordsTopicResult {
                partitions: partitions.collect(),
                name: topic.name,
                ..Default::default()
            }
        });
        DeleteRecordsResponse { topics: topics.collect(), ..Default::default() }
    };
    crate::blocking::run(delete).await.unwrap_or_default()
}

fn trim(
    broker: &Broker,
    topic: &str,
    wanted: &DeleteRecordsPartition,
) -> Result<Offset, ErrorCode> {
    let index = PartitionIndex(wanted.partition_index);
    let partition = broker.partition(TopicRef::Name(topic), index)?;
    if topics::is_internal(topic) {
        return Err(ErrorCode::INVALID_TOPIC_EXCEPTION);
    }
    partition.led(LeaderEpoch::NONE.0)?;
    let config = partition.log().config();
    if config.compact && !config.delete {
        return Err(ErrorCode::POLICY_VIOLATION);
    }
    let high_watermark = partition.high_watermark();
    let to = match wanted.offset {
        TO_HIGH_WATERMARK => high_watermark,
        offset if offset < 0 || offset > high_watermark.0 => {
            return Err(ErrorCode::OFFSET_OUT_OF_RANGE);
        }
        offset => Offset(offset),
    };
    partition.log().advance_log_start_offset(to).map_err(|error| {
        tracing::warn!(topic, partition = index.0, %error, "records not deleted");
        error.error_code()
    })?;
    Ok(partition.log().log_start_offset())
}

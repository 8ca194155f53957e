//! Deleting the oldest records of partitions (DeleteRecords, KIP-107).

use moldau_protocol::{
    ErrorCode,
    ids::{Offset, PartitionIndex},
    messages::{
        DeleteRecordsRequest,
        delete_records_request::{DeleteRecordsPartition, DeleteRecordsTopic},
    },
};

use super::Admin;
use crate::{ClientError, cluster::AutoCreate, cluster::Target};

impl Admin {
    /// Deletes the records of a partition before `offset`; none means all up to the high watermark.
    /// Returns the new start of the log.
    ///
    /// # Errors
    /// When the partition does not exist, or the offset is beyond the high watermark.
    pub async fn delete_records(
        &self,
        topic: &str,
        partition: PartitionIndex,
        offset: Option<Offset>,
    ) -> Result<Offset, ClientError> {
        let operation = format!("deleting records of {topic}-{partition}");
        self.cluster.topic(topic, AutoCreate::No).await?;
        let leader = self.cluster.leader(topic, partition).ok_or_else(|| {
            ClientError::refused(&operation, ErrorCode::LEADER_NOT_AVAILABLE, None)
        })?;
        let request = DeleteRecordsRequest {
            topics: vec![DeleteRecordsTopic {
                name: topic.to_owned(),
                partitions: vec![DeleteRecordsPartition {
                    partition_index: partition.0,
                    offset: offset.unwrap_or(Offset::NONE).0,
                    ..DeleteRecordsPartition::default()
                }],
                ..DeleteRecordsTopic::default()
            }],
            timeout_ms: self.timeout_ms(),
            ..DeleteRecordsRequest::default()
        };
        let answer = self
            .cluster
            .call(Target::Broker(leader), &request, &operation, |_| ErrorCode::NONE)
            .await?;
        let result = answer.topics.into_iter().flat_map(|topic| topic.partitions).next();
        match result.map(|result| (ErrorCode(result.error_code), result.low_watermark)) {
            Some((ErrorCode::NONE, start)) => Ok(Offset(start)),
            Some((code, _)) => Err(ClientError::refused(operation, code, None)),
            None => Err(ClientError::refused(operation, ErrorCode::UNKNOWN_SERVER_ERROR, None)),
        }
    }
}

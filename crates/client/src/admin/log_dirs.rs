//! The log directories of brokers and what lies in them (DescribeLogDirs, KIP-113).

use moldau_protocol::{
    ErrorCode,
    ids::{BrokerId, PartitionIndex},
    messages::DescribeLogDirsRequest,
};

use super::Admin;
use crate::{ClientError, cluster::Target};

/// A replica in a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplicaSize {
    /// Its topic.
    pub topic: String,
    /// Its partition.
    pub partition: PartitionIndex,
    /// Bytes of its segments.
    pub size: i64,
    /// Offsets it is behind.
    pub offset_lag: i64,
    /// Whether it is on its way to this directory.
    pub future: bool,
}

/// A log directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogDirDescription {
    /// Its path on the broker.
    pub path: String,
    /// What is wrong with it, if anything.
    pub error: Option<ErrorCode>,
    /// Bytes of its file system; none from brokers that do not tell.
    pub total_bytes: Option<i64>,
    /// Bytes that are free; none from brokers that do not tell.
    pub usable_bytes: Option<i64>,
    /// What lies in it.
    pub replicas: Vec<ReplicaSize>,
}

impl Admin {
    /// The log directories of one broker.
    ///
    /// # Errors
    /// When the broker cannot be reached, or refuses.
    pub async fn log_dirs(&self, broker: BrokerId) -> Result<Vec<LogDirDescription>, ClientError> {
        let operation = format!("describing the log directories of broker {broker}");
        let request = DescribeLogDirsRequest { topics: None, ..DescribeLogDirsRequest::default() };
        let answer = self
            .cluster
            .call(Target::Broker(broker), &request, &operation, |answer| {
                ErrorCode(answer.error_code)
            })
            .await?;
        let code = ErrorCode(answer.error_code);
        if code.is_error() {
            return Err(ClientError::refused(operation, code, None));
        }
        let told = |bytes: i64| (bytes >= 0).then_some(bytes);
        let mut dirs = Vec::new();
        for dir in answer.results {
            let mut replicas = Vec::new();
            for topic in dir.topics {
                replicas.extend(topic.partitions.into_iter().map(|partition| ReplicaSize {
                    topic: topic.name.clone(),
                    partition: PartitionIndex(partition.partition_index),
                    size: partition.partition_size,
                    offset_lag: partition.offset_lag,
                    future: partition.is_future_key,
                }));
            }
            dirs.push(LogDirDescription {
                path: dir.log_dir,
                error: Some(ErrorCode(dir.error_code)).filter(|code| code.is_error()),
                total_bytes: told(dir.total_bytes),
                usable_bytes: told(dir.usable_bytes),
                replicas,
            });
        }
        Ok(dirs)
    }
}

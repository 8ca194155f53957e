//! One fetch from one leader.

use std::{collections::HashMap, sync::Arc, time::Duration};

use bytes::Bytes;
use moldau_protocol::{
    ErrorCode,
    ids::{BrokerId, Offset, PartitionIndex, TopicId, Uuid},
    messages::{
        FetchRequest,
        fetch_request::{FetchPartition, FetchTopic},
        fetch_response::{AbortedTransaction, FetchableTopicResponse, PartitionData},
    },
};
use tokio::sync::mpsc;

use super::config::{ConsumerConfig, Isolation};
use crate::{ClientError, Cluster};

/// First version of Fetch that names topics by their id.
const TOPIC_IDS_FROM: i16 = 13;

/// Session epoch of a request that wants no session.
const NO_SESSION: i32 = -1;

/// How much later than `fetch.max.wait.ms` an answer may come beyond `request.timeout.ms`.
const MARGIN: Duration = Duration::from_secs(1);

/// What is wanted of a partition.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    pub(super) topic: Arc<str>,
    pub(super) topic_id: TopicId,
    pub(super) partition: PartitionIndex,
    pub(super) offset: Offset,
}

impl Wanted {
    pub(super) fn operation(&self) -> String {
        format!("reading {}-{} from offset {}", self.topic, self.partition, self.offset)
    }
}

/// What an answer says of a partition.
#[derive(Debug)]
pub(super) struct Share {
    pub(super) code: ErrorCode,
    pub(super) high_watermark: Offset,
    pub(super) bytes: Bytes,
    pub(super) aborted: Option<Vec<AbortedTransaction>>,
}

/// What came of a fetch.
#[derive(Debug)]
pub(super) struct Arrival {
    pub(super) leader: BrokerId,
    pub(super) wanted: Vec<Wanted>,
    pub(super) result: Result<Vec<(Wanted, Share)>, ClientError>,
}

pub(super) async fn run(
    cluster: Cluster,
    config: Arc<ConsumerConfig>,
    leader: BrokerId,
    wanted: Vec<Wanted>,
    arrivals: mpsc::UnboundedSender<Arrival>,
) {
    let result = fetch(&cluster, &config, leader, &wanted).await;
    // The consumer may be gone.
    let _ = arrivals.send(Arrival { leader, wanted, result });
}

async fn fetch(
    cluster: &Cluster,
    config: &ConsumerConfig,
    leader: BrokerId,
    wanted: &[Wanted],
) -> Result<Vec<(Wanted, Share)>, ClientError> {
    let connection = cluster.broker(leader).await?;
    let has_ids = wanted.iter().all(|wanted| wanted.topic_id.0 != Uuid::ZERO);
    let cap = if has_ids { i16::MAX } else { TOPIC_IDS_FROM - 1 };
    let version = connection.version_up_to::<FetchRequest>(cap)?;
    let request = request(config, wanted);
    let timeout = cluster.config().request_timeout.max(config.max_wait + MARGIN);
    let answer = connection.send(&request, version).await?.wait(timeout).await?;
    let code = ErrorCode(answer.error_code);
    if code.is_error() {
        return Err(ClientError::refused(format!("fetching from broker {leader}"), code, None));
    }
    Ok(shares(wanted, answer.responses, config.isolation))
}

fn request(config: &ConsumerConfig, wanted: &[Wanted]) -> FetchRequest {
    let mut request = FetchRequest {
        replica_id: -1,
        max_wait_ms: i32::try_from(config.max_wait.as_millis()).unwrap_or(i32::MAX),
        min_bytes: config.min_bytes,
        max_bytes: config.max_bytes,
        isolation_level: i8::from(config.isolation == Isolation::ReadCommitted),
        session_epoch: NO_SESSION,
        ..FetchRequest::default()
    };
    for wanted in wanted {
        let partition = FetchPartition {
            partition: wanted.partition.0,
            current_leader_epoch: -1,
            fetch_offset: wanted.offset.0,
            partition_max_bytes: config.max_partition_bytes,
            ..FetchPartition::default()
        };
        // Partitions of a topic follow each other.
        match request.topics.last_mut().filter(|last| *last.topic == *wanted.topic) {
            Some(last) => last.partitions.push(partition),
            None => request.topics.push(FetchTopic {
                topic: wanted.topic.to_string(),
                topic_id: wanted.topic_id.0,
                partitions: vec![partition],
                ..FetchTopic::default()
            }),
        }
    }
    request
}

/// Matches the answer with what was wanted, in the order of the answer.
fn shares(
    wanted: &[Wanted],
    responses: Vec<FetchableTopicResponse>,
    isolation: Isolation,
) -> Vec<(Wanted, Share)> {
    let by_name: HashMap<(&str, i32), &Wanted> =
        wanted.iter().map(|wanted| ((&*wanted.topic, wanted.partition.0), wanted)).collect();
    let by_id: HashMap<(Uuid, i32), &Wanted> =
        wanted.iter().map(|wanted| ((wanted.topic_id.0, wanted.partition.0), wanted)).collect();
    let mut shares = Vec::with_capacity(wanted.len());
    for topic in responses {
        for partition in topic.partitions {
            let index = partition.partition_index;
            let found = if topic.topic_id == Uuid::ZERO {
                by_name.get(&(topic.topic.as_str(), index))
            } else {
                by_id.get(&(topic.topic_id, index))
            };
            if let Some(&wanted) = found {
                shares.push((wanted.clone(), share(partition, isolation)));
            }
        }
    }
    shares
}

fn share(partition: PartitionData, isolation: Isolation) -> Share {
    // What is decoded lies in memory, so reading it cannot fail.
    let bytes = partition.records.map(|records| records.read().unwrap_or_default());
    let aborted = match isolation {
        Isolation::ReadUncommitted => None,
        Isolation::ReadCommitted => Some(partition.aborted_transactions.unwrap_or_default()),
    };
    Share {
        code: ErrorCode(partition.error_code),
        high_watermark: Offset(partition.high_watermark),
        bytes: bytes.unwrap_or_default(),
        aborted,
    }
}

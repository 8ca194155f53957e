//! Fetch, versions 4 to 18, for consumers (replicas come with replication).
//!
//! Record data is never copied here: the answer refers to ranges of segment files. A fetch that finds
//! less than `min_bytes` registers with its partitions and sleeps until one moves on or `max_wait_ms`
//! is over; it never polls.
//!
//! KIPs: 227 (sessions), 516 (topic ids), 320 (epochs), 74 (limits), 951 (leader hints),
//! 392 (not done: reading from followers).

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use moldau_protocol::{
    ErrorCode,
    codec::Payload,
    ids::{LeaderEpoch, Offset},
    messages::{
        FetchRequest, FetchResponse,
        fetch_request::FetchPartition,
        fetch_response::{
            AbortedTransaction, EpochEndOffset, FetchableTopicResponse, LeaderIdAndEpoch,
            NodeEndpoint, PartitionData,
        },
    },
};
use moldau_storage::{AbortedTxn, MinOneBatch, ReadError};
use tokio::{sync::Notify, time::Instant};

use crate::{
    dispatch::RequestContext,
    fetch::{FetchContext, Outcome, TopicPartitionKey},
    partition::{Partition, TopicRef, Waiting},
    state::{Broker, LeaderEndpoint},
};

/// First version that names topics by id.
const TOPIC_IDS_FROM: i16 = 13;
/// First version that tells who leads instead.
const LEADER_HINTS_FROM: i16 = 16;
/// Isolation level of a reader that sees only what is committed.
const READ_COMMITTED: i8 = 1;
/// Replica id of a consumer. Ids below are debugging readers, who see the log to its end.
const CONSUMER: i32 = -1;

/// Errors of a partition that the cluster does not have.
const UNKNOWN: [ErrorCode; 2] =
    [ErrorCode::UNKNOWN_TOPIC_OR_PARTITION, ErrorCode::UNKNOWN_TOPIC_ID];

/// The limits of one fetch.
struct Limits {
    min_bytes: usize,
    max_bytes: usize,
    deadline: Instant,
}

impl Limits {
    fn of(request: &FetchRequest, fetch_max_bytes: usize) -> Self {
        let size = |bytes: i32| usize::try_from(bytes).unwrap_or(0);
        let max_bytes = size(request.max_bytes).min(fetch_max_bytes);
        let wait = Duration::from_millis(u64::try_from(request.max_wait_ms).unwrap_or(0));
        Self {
            min_bytes: size(request.min_bytes).min(max_bytes),
            max_bytes,
            deadline: Instant::now() + wait,
        }
    }
}

pub(super) async fn handle(
    broker: Arc<Broker>,
    context: RequestContext,
    request: FetchRequest,
) -> FetchResponse {
    let now_ms = broker.clock.now_ms();
    let session = broker.fetch_sessions.open(&request, context.version, now_ms);
    if let FetchContext::Refused(code) = session {
        return FetchResponse { error_code: code.0, ..Default::default() };
    }
    let limits = Limits::of(&request, broker.config.fetch.max_bytes as usize);
    let by_id = context.version >= TOPIC_IDS_FROM;
    let replica_id = match request.replica_id {
        CONSUMER => request.replica_state.replica_id,
        id => id,
    };
    let reader = Reader { broker: &broker, by_id, replica_id, isolation: request.isolation_level };
    let mut results = reader.read_until_enough(&session, &limits).await;
    let node_endpoints = if context.version >= LEADER_HINTS_FROM {
        reader.add_hints(&context.connection.listener, &mut results)
    } else {
        Vec::new()
    };
    let (session_id, sent) =
        broker.fetch_sessions.close(session, results, now_ms, || rand::random_range(1..i32::MAX));
    let bytes = sent.iter().map(|(_, data)| records_len(data)).sum();
    broker.metrics.bytes_out(bytes);
    FetchResponse { session_id, responses: by_topic(sent), node_endpoints, ..Default::default() }
}

fn records_len(data: &PartitionData) -> usize {
    data.records.as_ref().map_or(0, Payload::len)
}

/// Groups neighbours of one topic, as Kafka does; the order of the partitions stays.
fn by_topic(results: Vec<Outcome>) -> Vec<FetchableTopicResponse> {
    let mut topics: Vec<FetchableTopicResponse> = Vec::new();
    for (key, data) in results {
        match topics.last_mut() {
            Some(last) if last.topic == *key.topic && last.topic_id == key.topic_id.0 => {
                last.partitions.push(data);
            }
            _ => topics.push(FetchableTopicResponse {
                topic: key.topic.to_string(),
                topic_id: key.topic_id.0,
                partitions: vec![data],
                ..Default::default()
            }),
        }
    }
    topics
}

struct Reader<'a> {
    broker: &'a Arc<Broker>,
    by_id: bool,
    replica_id: i32,
    isolation: i8,
}

impl Reader<'_> {
    async fn read_until_enough(&self, session: &FetchContext, limits: &Limits) -> Vec<Outcome> {
        let notify = Arc::new(Notify::new());
        let mut waiting = Vec::new();
        loop {
            let results = self.read_all(session, limits.max_bytes);
            let bytes: usize = results.iter().map(|(_, data)| records_len(data)).sum();
            if bytes >= limits.min_bytes
                || results.iter().all(|(_, data)| is_unknown(data))
                || results.iter().any(|(_, data)| is_urgent(data))
                || Instant::now() >= limits.deadline
            {
                return results;
            }
            if waiting.is_empty() {
                // Then read once more, so that what arrives in between is not missed. A fetch that
                // is answered at once does not pay for this.
                waiting = self.wait(session, &notify);
                if !waiting.is_empty() {
                    continue;
                }
            }
            // The deadline answers with what there is then, so both outcomes read again.
            let _ = tokio::time::timeout_at(limits.deadline, notify.notified()).await;
            waiting.clear();
        }
    }

    /// Has `notify` woken by each partition of the session.
    fn wait(&self, session: &FetchContext, notify: &Arc<Notify>) -> Vec<Waiting> {
        let partitions = session.wanted().iter().filter_map(|(key, _)| self.partition(key).ok());
        partitions.map(|partition| partition.wait(notify)).collect()
    }

    fn partition(&self, key: &TopicPartitionKey) -> Result<Arc<Partition>, ErrorCode> {
        let topic =
            if self.by_id { TopicRef::Id(key.topic_id) } else { TopicRef::Name(&key.topic) };
        self.broker.partition(topic, key.partition)
    }

    /// Tells clients that came to the wrong node or epoch who leads, and gives the addresses of those.
    fn add_hints(&self, listener: &str, results: &mut [Outcome]) -> Vec<NodeEndpoint> {
        let hinted = [ErrorCode::NOT_LEADER_OR_FOLLOWER, ErrorCode::FENCED_LEADER_EPOCH];
        let mut endpoints: BTreeMap<i32, NodeEndpoint> = BTreeMap::new();
        for (key, data) in results {
            if !hinted.contains(&ErrorCode(data.error_code)) {
                continue;
            }
            let topic =
                if self.by_id { TopicRef::Id(key.topic_id) } else { TopicRef::Name(&key.topic) };
            let hint = self.broker.leader_hint(topic, key.partition, listener);
            data.current_leader = LeaderIdAndEpoch {
                leader_id: hint.leader.0,
                leader_epoch: hint.epoch.0,
                ..Default::default()
            };
            if let Some(at) = hint.endpoint {
                let node_id = hint.leader.0;
                let LeaderEndpoint { host, port, rack } = at;
                let endpoint = NodeEndpoint { node_id, host, port, rack, ..Default::default() };
                endpoints.insert(node_id, endpoint);
            }
        }
        endpoints.into_values().collect()
    }

    fn read_all(&self, session: &FetchContext, max_bytes: usize) -> Vec<Outcome> {
        let mut left = max_bytes;
        let mut first = MinOneBatch::Yes;
        let mut results = Vec::with_capacity(session.wanted().len());
        for (key, wanted) in session.wanted() {
            let data = self.read(key, wanted, left, first).unwrap_or_else(|code| PartitionData {
                error_code: code.0,
                high_watermark: -1,
                // Empty or null aborted transactions and empty records, as in Kafka.
                records: Some(Payload::default()),
                aborted_transactions: UNKNOWN.contains(&code).then(Vec::new),
                ..Default::default()
            });
            let bytes = records_len(&data);
            if bytes > 0 {
                first = MinOneBatch::No;
            }
            left = left.saturating_sub(bytes);
            let data = PartitionData { partition_index: key.partition.0, ..data };
            results.push((key.clone(), data));
        }
        results
    }

    fn read(
        &self,
        key: &TopicPartitionKey,
        wanted: &FetchPartition,
        max_bytes: usize,
        first: MinOneBatch,
    ) -> Result<PartitionData, ErrorCode> {
        let partition = self.partition(key)?;
        // Any negative epoch says nothing here.
        partition.led(wanted.current_leader_epoch.max(LeaderEpoch::NONE.0))?;
        if self.replica_id > CONSUMER {
            // That is Kafka's answer to a replica that the partition does not have.
            return Err(ErrorCode::UNKNOWN_LEADER_EPOCH);
        }
        let log = partition.log();
        let high_watermark = partition.high_watermark();
        let stable = partition.last_stable_offset();
        let upper = match self.isolation {
            _ if self.replica_id < CONSUMER => log.log_end_offset(),
            READ_COMMITTED => stable,
            _ => high_watermark,
        };
        let data = PartitionData {
            high_watermark: high_watermark.0,
            last_stable_offset: stable.0,
            log_start_offset: log.log_start_offset().0,
            aborted_transactions: None,
            records: Some(Payload::default()),
            ..Default::default()
        };
        if let Some(diverging_epoch) = diverging(&partition, wanted)? {
            return Ok(PartitionData { diverging_epoch, ..data });
        }
        let from = Offset(wanted.fetch_offset);
        let max_bytes = max_bytes.min(usize::try_from(wanted.partition_max_bytes).unwrap_or(0));
        let read = log.read(from, max_bytes, first, upper).map_err(|error| match error {
            out @ ReadError::OutOfRange { .. } => out.error_code(),
            error => {
                tracing::warn!(
                    topic = &*partition.topic,
                    partition = partition.index.0,
                    %error,
                    "read failed"
                );
                error.error_code()
            }
        })?;
        let aborted_transactions = if self.isolation == READ_COMMITTED {
            let aborted = log
                .aborted_transactions_of(&read.start, read.payload.len())
                .map_err(|error| error.error_code())?;
            Some(aborted.iter().map(aborted_transaction).collect())
        } else {
            None
        };
        Ok(PartitionData { aborted_transactions, records: Some(read.payload), ..data })
    }
}

fn aborted_transaction(aborted: &AbortedTxn) -> AbortedTransaction {
    AbortedTransaction {
        producer_id: aborted.producer_id.0,
        first_offset: aborted.first_offset.0,
        ..Default::default()
    }
}

/// Where the reader's log and ours part, when the epoch of its last record says that they do.
///
/// # Errors
/// `OFFSET_OUT_OF_RANGE` when that epoch is none of this log's.
fn diverging(
    partition: &Partition,
    wanted: &FetchPartition,
) -> Result<Option<EpochEndOffset>, ErrorCode> {
    if wanted.last_fetched_epoch < 0 {
        return Ok(None);
    }
    let last = LeaderEpoch(wanted.last_fetched_epoch);
    let end =
        partition.log().offset_for_leader_epoch(last).ok_or(ErrorCode::OFFSET_OUT_OF_RANGE)?;
    Ok((end.epoch < last || end.start.0 < wanted.fetch_offset).then(|| EpochEndOffset {
        epoch: end.epoch.0,
        end_offset: end.start.0,
        ..Default::default()
    }))
}

/// Whether the cluster has no such partition. Others of the same fetch still wait for data, so that
/// a reader of a deleted topic does not ask again and again at full speed.
fn is_unknown(data: &PartitionData) -> bool {
    UNKNOWN.contains(&ErrorCode(data.error_code))
}

/// Whether the reader should know at once.
fn is_urgent(data: &PartitionData) -> bool {
    (data.error_code != 0 && !is_unknown(data)) || data.diverging_epoch.epoch >= 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_errors_of_partitions_that_exist_cut_the_wait_short() {
        for (code, epoch, urgent) in [
            (ErrorCode::NONE, -1, false),
            (ErrorCode::NONE, 0, true),
            (ErrorCode::OFFSET_OUT_OF_RANGE, -1, true),
            (ErrorCode::NOT_LEADER_OR_FOLLOWER, -1, true),
            (ErrorCode::UNKNOWN_TOPIC_ID, -1, false),
            (ErrorCode::UNKNOWN_TOPIC_OR_PARTITION, -1, false),
        ] {
            let diverging_epoch = EpochEndOffset { epoch, ..Default::default() };
            let data = PartitionData { error_code: code.0, diverging_epoch, ..Default::default() };
            assert_eq!(is_urgent(&data), urgent, "{code} {epoch}");
        }
    }
}

//! Produce, versions 3 to 13 (advertised from 0: older librdkafka compresses only then).
//!
//! Batches are judged here, on the worker that read the request, and handed to the writer threads
//! in the order of the requests; the answer waits until each is as durable as `acks` and the topic
//! ask for. Partitions fail one by one. With `acks=0` nothing is answered, and a failure closes the
//! connection, which is the only way to tell.
//!
//! Not done: transactions; their batches are refused.
//!
//! KIPs: 98 (idempotence), 467 (record errors), 516 (topic ids), 951 (leader hints).

use std::{collections::BTreeMap, sync::Arc};

use moldau_protocol::{
    ErrorCode,
    ids::{LeaderEpoch, Offset, PartitionIndex, TopicId},
    messages::{
        ProduceRequest, ProduceResponse,
        produce_request::PartitionProduceData,
        produce_response::{
            BatchIndexAndErrorMessage, LeaderIdAndEpoch, NodeEndpoint, PartitionProduceResponse,
            TopicProduceResponse,
        },
    },
    records::{self, BatchHeader, Rejection},
};
use moldau_storage::{Append, AppendError, AppendInfo, Origin};
use tokio::sync::oneshot;

use crate::{
    dispatch::{AnswerFuture, RequestContext},
    net::Answer,
    partition::{Partition, TopicRef},
    state::{Broker, LeaderEndpoint},
    topics,
};

/// First version that names topics by id.
const TOPIC_IDS_FROM: i16 = 13;
/// First version that tells who leads instead.
const LEADER_HINTS_FROM: i16 = 10;

/// When the answer is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Acks {
    /// Never.
    None,
    /// When the leader has the records.
    Leader,
    /// When all in-sync replicas have them.
    All,
}

impl Acks {
    fn from_wire(acks: i16) -> Option<Self> {
        match acks {
            0 => Some(Self::None),
            1 => Some(Self::Leader),
            -1 => Some(Self::All),
            _ => None,
        }
    }
}

/// A partition of the request on its way.
enum Progress {
    Done(PartitionProduceResponse),
    Appending(Arc<Partition>, oneshot::Receiver<Result<AppendInfo, AppendError>>),
}

struct Entry {
    index: i32,
    progress: Progress,
}

struct Topic {
    name: String,
    id: TopicId,
    partitions: Vec<Entry>,
}

pub(super) fn handle(
    broker: &Arc<Broker>,
    context: RequestContext,
    request: ProduceRequest,
) -> AnswerFuture {
    let acks = Acks::from_wire(request.acks);
    let transactional = match request.transactional_id {
        None => ErrorCode::TRANSACTIONAL_ID_AUTHORIZATION_FAILED,
        Some(_) => ErrorCode::INVALID_TXN_STATE,
    };
    let now_ms = broker.clock.now_ms();
    let topics = request
        .topic_data
        .into_iter()
        .map(|topic| {
            let id = TopicId(topic.topic_id);
            let topic_ref = if context.version >= TOPIC_IDS_FROM {
                TopicRef::Id(id)
            } else {
                TopicRef::Name(&topic.name)
            };
            let partitions = topic
                .partition_data
                .into_iter()
                .map(|data| {
                    start(broker, topic_ref, data, acks, transactional, context.version, now_ms)
                })
                .collect();
            Topic { name: topic.name, id, partitions }
        })
        .collect();
    let metrics = broker.metrics.clone();
    let broker = broker.clone();
    Box::pin(async move {
        let mut responses = finish(topics).await;
        let node_endpoints = if context.version >= LEADER_HINTS_FROM {
            add_hints(&broker, &context, &mut responses)
        } else {
            Vec::new()
        };
        for response in &responses {
            for partition in &response.partition_responses {
                metrics.produced(ErrorCode(partition.error_code));
            }
        }
        if acks != Some(Acks::None) {
            let response = ProduceResponse { responses, node_endpoints, ..Default::default() };
            return context.answer(&response);
        }
        let failed = responses
            .iter()
            .flat_map(|topic| topic.partition_responses.iter().map(move |each| (topic, each)))
            .find(|(_, partition)| partition.error_code != 0);
        match failed {
            None => Answer::Nothing,
            Some((topic, partition)) => Answer::Close(format!(
                "a produce without acknowledgement to {}-{} failed: {}",
                topic.name,
                partition.index,
                ErrorCode(partition.error_code)
            )),
        }
    })
}

/// Judges one partition's batch and hands it to its writer. `transactional` is the answer to a
/// transactional one.
fn start(
    broker: &Arc<Broker>,
    topic: TopicRef<'_>,
    data: PartitionProduceData,
    acks: Option<Acks>,
    transactional: ErrorCode,
    version: i16,
    now_ms: i64,
) -> Entry {
    let index = data.index;
    let records = match data.records {
        Some(payload) => payload.read().unwrap_or_default(),
        None => bytes::Bytes::new(),
    };
    if is_transactional(&records) {
        return Entry::refused(index, refuse(transactional), Offset::NONE);
    }
    let judged = admit(broker, topic, PartitionIndex(index), acks, || {
        records::check_produced(&records, version)
    });
    let (partition, epoch) = match judged {
        Ok(admitted) => admitted,
        Err(rejection) => return Entry::refused(index, rejection, Offset::NONE),
    };
    let settings = partition.produce_settings();
    if acks == Some(Acks::All) && !partition.leadership().has_in_sync(settings.min_in_sync) {
        let code = ErrorCode::NOT_ENOUGH_REPLICAS;
        return Entry::refused(index, refuse(code), log_start(&partition, code));
    }
    match records::validate(records, &settings.rules, now_ms) {
        Err(rejection) => {
            let log_start = log_start(&partition, rejection.code);
            Entry::refused(index, rejection, log_start)
        }
        Ok(validated) => {
            let records = usize::try_from(validated.record_count).unwrap_or(0);
            broker.metrics.records_in(records, validated.batches.size());
            let append =
                Append { batches: validated.batches, origin: Origin::Client, leader_epoch: epoch };
            let receiver = broker.writers.submit(partition.log().clone(), append);
            Entry { index, progress: Progress::Appending(partition, receiver) }
        }
    }
}

/// The partition that the batch may go to. The request as a whole is judged first, as in Kafka.
fn admit(
    broker: &Broker,
    topic: TopicRef<'_>,
    index: PartitionIndex,
    acks: Option<Acks>,
    check: impl FnOnce() -> Result<(), Rejection>,
) -> Result<(Arc<Partition>, LeaderEpoch), Rejection> {
    broker.topic_exists(topic, index).map_err(refuse)?;
    check()?;
    if acks.is_none() {
        return Err(refuse(ErrorCode::INVALID_REQUIRED_ACKS));
    }
    let partition = broker.partition(topic, index).map_err(refuse)?;
    if topics::is_internal(&partition.topic) {
        return Err(refuse(ErrorCode::INVALID_TOPIC_EXCEPTION));
    }
    let epoch = partition.led(LeaderEpoch::NONE.0).map_err(refuse)?;
    Ok((partition, epoch))
}

fn refuse(code: ErrorCode) -> Rejection {
    Rejection { code, message: String::new(), record_errors: Vec::new() }
}

/// Whether a batch belongs to a transaction. Nobody could end it, so it must not get into a log.
fn is_transactional(records: &[u8]) -> bool {
    BatchHeader::parse(records).is_ok_and(|header| header.attributes.is_transactional())
}

/// The log start that goes with an error: Kafka tells it unless the batch or the log is broken.
fn log_start(partition: &Partition, code: ErrorCode) -> Offset {
    match code {
        ErrorCode::CORRUPT_MESSAGE
        | ErrorCode::MESSAGE_TOO_LARGE
        | ErrorCode::RECORD_LIST_TOO_LARGE
        | ErrorCode::NOT_LEADER_OR_FOLLOWER
        | ErrorCode::KAFKA_STORAGE_ERROR => Offset::NONE,
        _ => partition.log().log_start_offset(),
    }
}

impl Entry {
    fn refused(index: i32, rejection: Rejection, log_start: Offset) -> Self {
        tracing::debug!(index, code = %rejection.code, reason = rejection.message, "produce refused");
        let named = !rejection.record_errors.is_empty();
        let record_errors = rejection
            .record_errors
            .into_iter()
            .map(|(batch_index, batch_index_error_message)| BatchIndexAndErrorMessage {
                batch_index,
                batch_index_error_message,
                ..Default::default()
            })
            .collect();
        let response = PartitionProduceResponse {
            record_errors,
            error_message: named.then_some(rejection.message),
            ..failed(index, rejection.code, log_start)
        };
        Self { index, progress: Progress::Done(response) }
    }
}

fn failed(index: i32, code: ErrorCode, log_start: Offset) -> PartitionProduceResponse {
    PartitionProduceResponse {
        index,
        error_code: code.0,
        base_offset: Offset::NONE.0,
        log_start_offset: log_start.0,
        ..Default::default()
    }
}

/// Tells clients that came to the wrong node who leads, and gives the addresses of those.
fn add_hints(
    broker: &Broker,
    context: &RequestContext,
    responses: &mut [TopicProduceResponse],
) -> Vec<NodeEndpoint> {
    let mut endpoints: BTreeMap<i32, NodeEndpoint> = BTreeMap::new();
    for topic in responses {
        let topic_ref = if context.version >= TOPIC_IDS_FROM {
            TopicRef::Id(TopicId(topic.topic_id))
        } else {
            TopicRef::Name(&topic.name)
        };
        for partition in &mut topic.partition_responses {
            if partition.error_code != ErrorCode::NOT_LEADER_OR_FOLLOWER.0 {
                continue;
            }
            let index = PartitionIndex(partition.index);
            let hint = broker.leader_hint(topic_ref, index, &context.connection.listener);
            partition.current_leader = LeaderIdAndEpoch {
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
    }
    endpoints.into_values().collect()
}

async fn finish(topics: Vec<Topic>) -> Vec<TopicProduceResponse> {
    let mut responses = Vec::with_capacity(topics.len());
    for topic in topics {
        let mut partition_responses = Vec::with_capacity(topic.partitions.len());
        for entry in topic.partitions {
            partition_responses.push(match entry.progress {
                Progress::Done(response) => response,
                Progress::Appending(partition, receiver) => {
                    let result = receiver.await;
                    appended(entry.index, &partition, result)
                }
            });
        }
        responses.push(TopicProduceResponse {
            name: topic.name,
            topic_id: topic.id.0,
            partition_responses,
            ..Default::default()
        });
    }
    responses
}

fn appended(
    index: i32,
    partition: &Partition,
    result: Result<Result<AppendInfo, AppendError>, oneshot::error::RecvError>,
) -> PartitionProduceResponse {
    let info = match result {
        Ok(Ok(info)) => info,
        Ok(Err(error)) => {
            let code = error.error_code();
            if code == ErrorCode::KAFKA_STORAGE_ERROR {
                tracing::warn!(
                    topic = &*partition.topic,
                    partition = partition.index.0,
                    %error,
                    "append failed"
                );
            }
            return failed(index, code, log_start(partition, code));
        }
        // The writer threads are gone: the node stops.
        Err(_) => return failed(index, ErrorCode::NOT_LEADER_OR_FOLLOWER, Offset::NONE),
    };
    PartitionProduceResponse {
        index,
        base_offset: info.first_offset.0,
        log_append_time_ms: info.log_append_time,
        log_start_offset: info.log_start_offset.0,
        ..Default::default()
    }
}

//! The way to one broker: seals batches, sends requests in order, and hands back what came of them.

use std::{collections::HashMap, sync::Arc};

use moldau_protocol::{
    codec::Payload,
    ids::{BrokerId, PartitionIndex, TopicId, Uuid},
    messages::{
        ProduceRequest, ProduceResponse,
        produce_request::{PartitionProduceData, TopicProduceData},
        produce_response::PartitionProduceResponse,
    },
    records::Codec,
};
use tokio::sync::mpsc;

use super::{
    batch::Batch,
    config::{Acks, ProducerConfig},
};
use crate::{ClientError, Cluster};

/// First version of Produce that names topics by their id.
const TOPIC_IDS_FROM: i16 = 13;

/// A batch on its way.
#[derive(Debug)]
pub(super) struct Shipment {
    pub(super) topic: Arc<str>,
    pub(super) topic_id: TopicId,
    pub(super) partition: PartitionIndex,
    pub(super) batch: Batch,
}

/// What came of a request.
#[derive(Debug)]
pub(super) struct Arrival {
    pub(super) broker: BrokerId,
    pub(super) shipments: Vec<Shipment>,
    /// None when the broker does not answer (acks=0).
    pub(super) result: Result<Option<Answers>, ClientError>,
}

/// The answers of a response by partition.
#[derive(Debug)]
pub(super) struct Answers {
    by_name: HashMap<(String, i32), PartitionProduceResponse>,
    by_id: HashMap<(Uuid, i32), PartitionProduceResponse>,
}

impl Answers {
    fn new(response: ProduceResponse) -> Self {
        let (mut by_name, mut by_id) = (HashMap::new(), HashMap::new());
        for topic in response.responses {
            for partition in topic.partition_responses {
                if topic.topic_id == Uuid::ZERO {
                    by_name.insert((topic.name.clone(), partition.index), partition);
                } else {
                    by_id.insert((topic.topic_id, partition.index), partition);
                }
            }
        }
        Self { by_name, by_id }
    }

    pub(super) fn take(&mut self, shipment: &Shipment) -> Option<PartitionProduceResponse> {
        let index = shipment.partition.0;
        self.by_id
            .remove(&(shipment.topic_id.0, index))
            .or_else(|| self.by_name.remove(&(shipment.topic.to_string(), index)))
    }
}

/// Serves one broker until the sender goes away.
pub(super) async fn run(
    cluster: Cluster,
    config: Arc<ProducerConfig>,
    broker: BrokerId,
    mut requests: mpsc::Receiver<Vec<Shipment>>,
    arrivals: mpsc::UnboundedSender<Arrival>,
) {
    while let Some(shipments) = requests.recv().await {
        let (shipments, sealed) = seal(shipments, &config).await;
        let sent = match sealed {
            Ok(payloads) => send(&cluster, &config, broker, &shipments, payloads).await,
            Err(error) => Err(error),
        };
        match sent {
            Ok(Some(reply)) => {
                let (arrivals, timeout) = (arrivals.clone(), config.request_timeout);
                tokio::spawn(async move {
                    let result = reply.wait(timeout).await.map(|answer| Some(Answers::new(answer)));
                    // The sender is gone only when the producer is.
                    let _ = arrivals.send(Arrival { broker, shipments, result });
                });
            }
            Ok(None) => {
                let _ = arrivals.send(Arrival { broker, shipments, result: Ok(None) });
            }
            Err(error) => {
                let _ = arrivals.send(Arrival { broker, shipments, result: Err(error) });
            }
        }
    }
}

type Sealed = (Vec<Shipment>, Result<Vec<bytes::Bytes>, ClientError>);

async fn seal(mut shipments: Vec<Shipment>, config: &ProducerConfig) -> Sealed {
    let work = move || {
        let sealed = shipments
            .iter_mut()
            .map(|shipment| {
                shipment.batch.seal().map_err(|error| ClientError::Record {
                    topic: shipment.topic.to_string(),
                    reason: error.to_string(),
                })
            })
            .collect();
        (shipments, sealed)
    };
    if config.compression == Codec::None {
        return work();
    }
    // Milliseconds of CPU: not on a thread that serves sockets.
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(_) => (Vec::new(), Err(ClientError::Closed)),
    }
}

async fn send(
    cluster: &Cluster,
    config: &ProducerConfig,
    broker: BrokerId,
    shipments: &[Shipment],
    payloads: Vec<bytes::Bytes>,
) -> Result<Option<crate::connection::Reply<ProduceRequest>>, ClientError> {
    let connection = cluster.broker(broker).await?;
    let has_ids = shipments.iter().all(|shipment| shipment.topic_id.0 != Uuid::ZERO);
    let cap = if has_ids { i16::MAX } else { TOPIC_IDS_FROM - 1 };
    let version = connection.version_up_to::<ProduceRequest>(cap)?;
    let mut request = ProduceRequest {
        acks: config.acks.wire(),
        timeout_ms: i32::try_from(config.request_timeout.as_millis()).unwrap_or(i32::MAX),
        ..ProduceRequest::default()
    };
    for (shipment, payload) in shipments.iter().zip(payloads) {
        let data = PartitionProduceData {
            index: shipment.partition.0,
            records: Some(Payload::Bytes(payload)),
            ..PartitionProduceData::default()
        };
        // The shipments of a topic follow each other.
        match request.topic_data.last_mut().filter(|last| *last.name == *shipment.topic) {
            Some(last) => last.partition_data.push(data),
            None => request.topic_data.push(TopicProduceData {
                name: shipment.topic.to_string(),
                topic_id: shipment.topic_id.0,
                partition_data: vec![data],
                ..TopicProduceData::default()
            }),
        }
    }
    if config.acks == Acks::None {
        connection.send_unanswered(&request, version).await?;
        return Ok(None);
    }
    connection.send(&request, version).await.map(Some)
}

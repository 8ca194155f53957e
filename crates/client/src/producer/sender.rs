//! The loop that moves batches from the queues to the brokers, and deals with what comes back.

use std::{collections::HashMap, sync::Arc, time::Instant};

use moldau_protocol::{
    ErrorCode,
    ids::{BrokerId, Offset, ProducerEpoch, ProducerId, TopicId},
    messages::{InitProducerIdRequest, produce_response::PartitionProduceResponse},
};
use tokio::sync::mpsc;

use super::{
    Shared,
    batch::{Acknowledged, Identity},
    config::MAX_IN_FLIGHT,
    lane::{self, Arrival, Shipment},
    state::{State, Work},
};
use crate::{ClientError, Cluster, cluster::AutoCreate, cluster::Target, retry::Backoff};

/// Runs until the producer is closed and everything is settled.
pub(super) struct Sender {
    shared: Arc<Shared>,
    cluster: Cluster,
    lanes: HashMap<BrokerId, Lane>,
    /// At most [`MAX_IN_FLIGHT`] for each broker.
    arrivals: mpsc::UnboundedReceiver<Arrival>,
    arrivals_in: mpsc::UnboundedSender<Arrival>,
    refresh: Refresh,
    backoff: Backoff,
}

struct Lane {
    requests: mpsc::Sender<Vec<Shipment>>,
    in_flight: usize,
}

/// Metadata is asked for by a task, so that brokers which are well are not held up.
struct Refresh {
    wanted: bool,
    running: bool,
    not_before: Instant,
    last: Instant,
    done: mpsc::Receiver<()>,
    done_in: mpsc::Sender<()>,
}

impl Sender {
    pub(super) fn new(shared: Arc<Shared>, cluster: Cluster) -> Self {
        let (arrivals_in, arrivals) = mpsc::unbounded_channel();
        let (done_in, done) = mpsc::channel(1);
        let now = Instant::now();
        let (wanted, running) = (false, false);
        let refresh = Refresh { wanted, running, not_before: now, last: now, done, done_in };
        let config = cluster.config();
        let backoff = Backoff::new(config.retry_backoff, config.retry_backoff_max);
        Self { shared, cluster, lanes: HashMap::new(), arrivals, arrivals_in, refresh, backoff }
    }

    pub(super) async fn run(mut self) {
        loop {
            let now = Instant::now();
            let mut work = self.take_work(now);
            if work.needs_identity && self.fetch_identity().await {
                work = self.take_work_again(work, now);
            }
            self.ship(std::mem::take(&mut work.requests)).await;
            self.refresh.wanted |= !work.leaderless.is_empty();
            self.refresh_if_due(Instant::now(), &mut work);
            let finished = {
                let state = self.shared.state.lock();
                state.closed && state.is_settled()
            };
            if finished {
                return;
            }
            let sleep = tokio::time::sleep_until(
                work.wake_at.unwrap_or_else(|| now + self.cluster.config().metadata_max_age).into(),
            );
            tokio::select! {
                () = self.shared.wake_sender.notified() => {}
                Some(arrival) = self.arrivals.recv() => self.arrived(arrival),
                Some(()) = self.refresh.done.recv() => self.refreshed(),
                () = sleep => {}
            }
            while let Ok(arrival) = self.arrivals.try_recv() {
                self.arrived(arrival);
            }
        }
    }

    fn take_work(&self, now: Instant) -> Work {
        let metadata = self.cluster.metadata();
        let config = &self.shared.config;
        let mut state = self.shared.state.lock();
        let (expiry, expired) = state.expire(config, now);
        let mut work = state.take_work(config, &metadata, now, |broker| {
            self.lanes.get(&broker).is_some_and(|lane| lane.in_flight >= config.max_in_flight)
        });
        work.wake_at = work.wake_at.into_iter().chain(expiry).min();
        drop(state);
        if expired {
            self.shared.settled.notify_waiters();
        }
        work
    }

    /// More work after an identity has come, beside what was taken before.
    fn take_work_again(&self, mut work: Work, now: Instant) -> Work {
        if work.requests.is_empty() {
            return self.take_work(now);
        }
        work.wake_at = Some(now);
        work
    }

    /// Asks for a producer id; returns whether there is one now.
    async fn fetch_identity(&mut self) -> bool {
        let request = InitProducerIdRequest {
            transactional_id: None,
            transaction_timeout_ms: i32::MAX,
            producer_id: ProducerId::NONE.0,
            producer_epoch: ProducerEpoch::NONE.0,
            ..InitProducerIdRequest::default()
        };
        let operation = "getting a producer id";
        let code = |answer: &moldau_protocol::messages::InitProducerIdResponse| {
            ErrorCode(answer.error_code)
        };
        let answer = self.cluster.call(Target::Any, &request, operation, code).await;
        let answer = answer.and_then(|answer| match ErrorCode(answer.error_code) {
            code if code.is_error() => Err(ClientError::refused(operation, code, None)),
            _ => Ok(answer),
        });
        let mut state = self.shared.state.lock();
        match answer {
            Ok(answer) => {
                let identity = Identity {
                    id: ProducerId(answer.producer_id),
                    epoch: ProducerEpoch(answer.producer_epoch),
                };
                if state.identity.is_none() {
                    state.identity = Some(identity);
                } else {
                    state.spare = Some(identity);
                }
                true
            }
            Err(error) => {
                state.fail_all(&error);
                drop(state);
                self.shared.settled.notify_waiters();
                false
            }
        }
    }

    async fn ship(&mut self, requests: HashMap<BrokerId, Vec<Taken>>) {
        let metadata = self.cluster.metadata();
        for (broker, taken) in requests {
            let shipments = taken
                .into_iter()
                .map(|(topic, partition, batch)| {
                    let topic_id = metadata.topic(&topic).map_or(TopicId::default(), |t| t.id);
                    Shipment { topic, topic_id, partition, batch }
                })
                .collect();
            let lane = self.lanes.entry(broker).or_insert_with(|| {
                let (requests, receiver) = mpsc::channel(MAX_IN_FLIGHT);
                tokio::spawn(lane::run(
                    self.cluster.clone(),
                    Arc::clone(&self.shared.config),
                    broker,
                    receiver,
                    self.arrivals_in.clone(),
                ));
                Lane { requests, in_flight: 0 }
            });
            lane.in_flight += 1;
            // There is room: no more than MAX_IN_FLIGHT are on their way.
            if lane.requests.send(shipments).await.is_err() {
                tracing::error!(%broker, "the way to a broker ended by itself");
            }
        }
    }

    fn arrived(&mut self, arrival: Arrival) {
        let Arrival { broker, shipments, result } = arrival;
        if let Some(lane) = self.lanes.get_mut(&broker) {
            lane.in_flight = lane.in_flight.saturating_sub(1);
        }
        let now = Instant::now();
        let pause = match &result {
            Err(_) => Some(now + self.backoff.next()),
            Ok(_) => {
                self.backoff.reset();
                None
            }
        };
        let mut state = self.shared.state.lock();
        match result {
            Ok(None) => {
                for shipment in shipments {
                    state.landed(&shipment);
                    state.acknowledge(&shipment, None);
                }
            }
            Ok(Some(mut answers)) => {
                for shipment in shipments {
                    let answer = answers.take(&shipment);
                    self.refresh.wanted |= self.shared.answered(&mut state, shipment, answer, now);
                }
            }
            Err(error) => {
                self.refresh.wanted = true;
                let doubtful =
                    matches!(error, ClientError::Disconnected { .. } | ClientError::Timeout { .. });
                for mut shipment in shipments {
                    shipment.batch.doubtful |= doubtful;
                    self.shared.failed(&mut state, shipment, error.clone(), pause.unwrap_or(now));
                }
            }
        }
        drop(state);
        self.shared.settled.notify_waiters();
    }

    fn refresh_if_due(&mut self, now: Instant, work: &mut Work) {
        let max_age = self.cluster.config().metadata_max_age;
        let due = self.refresh.wanted || now >= self.refresh.last + max_age;
        if !due || self.refresh.running {
            return;
        }
        if now < self.refresh.not_before {
            let at = self.refresh.not_before;
            work.wake_at = Some(work.wake_at.map_or(at, |wake| wake.min(at)));
            return;
        }
        self.refresh.running = true;
        self.refresh.wanted = false;
        self.refresh.last = now;
        self.refresh.not_before = now + self.cluster.config().retry_backoff;
        let (cluster, done) = (self.cluster.clone(), self.refresh.done_in.clone());
        let topics = self.shared.state.lock().topics();
        tokio::spawn(async move {
            let names: Vec<&str> = topics.iter().map(AsRef::as_ref).collect();
            if let Err(error) = cluster.refresh(&names, AutoCreate::No).await {
                tracing::debug!(%error, "metadata could not be refreshed");
            }
            // The sender is gone only when the producer is.
            let _ = done.send(()).await;
        });
    }

    fn refreshed(&mut self) {
        self.refresh.running = false;
        let metadata = self.cluster.metadata();
        let mut state = self.shared.state.lock();
        for topic in state.topics() {
            state.learn(&metadata, &topic);
        }
    }
}

type Taken = (Arc<str>, moldau_protocol::ids::PartitionIndex, super::batch::Batch);

impl State {
    fn landed(&mut self, shipment: &Shipment) {
        if let Some(queue) = self.queue(&shipment.topic, shipment.partition) {
            queue.landed();
        }
    }

    fn acknowledge(&mut self, shipment: &Shipment, offset: Option<Offset>) {
        let partition = shipment.partition;
        if let Some(queue) = self.queue(&shipment.topic, partition) {
            queue.acknowledged(&shipment.batch);
        }
        self.settle(&shipment.batch, Ok(Acknowledged { partition, offset }));
    }
}

impl Shared {
    /// Deals with the answer for one batch; returns whether newer metadata would help.
    fn answered(
        &self,
        state: &mut State,
        mut shipment: Shipment,
        answer: Option<PartitionProduceResponse>,
        now: Instant,
    ) -> bool {
        let operation = format!(
            "producing {} records to {}-{}",
            shipment.batch.records, shipment.topic, shipment.partition
        );
        let Some(answer) = answer else {
            let code = ErrorCode::UNKNOWN_SERVER_ERROR;
            let message = Some("the broker's answer leaves the partition out".to_owned());
            self.failed(state, shipment, ClientError::refused(operation, code, message), now);
            return false;
        };
        match ErrorCode(answer.error_code) {
            ErrorCode::NONE => {
                let known = answer.base_offset >= 0;
                state.landed(&shipment);
                state.acknowledge(&shipment, known.then_some(Offset(answer.base_offset)));
                false
            }
            ErrorCode::DUPLICATE_SEQUENCE_NUMBER => {
                state.landed(&shipment);
                state.acknowledge(&shipment, None);
                false
            }
            ErrorCode::MESSAGE_TOO_LARGE if self.split(state, &shipment) => false,
            ErrorCode::OUT_OF_ORDER_SEQUENCE_NUMBER | ErrorCode::UNKNOWN_PRODUCER_ID
                if self.out_of_order(state, &mut shipment) =>
            {
                if let Some(queue) = state.queue(&shipment.topic, shipment.partition) {
                    queue.put_back(shipment.batch);
                }
                false
            }
            code => {
                shipment.batch.doubtful |= matches!(
                    code,
                    ErrorCode::REQUEST_TIMED_OUT | ErrorCode::NOT_ENOUGH_REPLICAS_AFTER_APPEND
                );
                let error = ClientError::refused(operation, code, describe(&answer));
                let until = now + self.retry_backoff;
                self.failed(state, shipment, error, until);
                code.retriable()
            }
        }
    }

    /// Sorts out a batch whose sequence number the broker did not expect; returns whether it is to
    /// be sent again, and then its slot has been given back.
    fn out_of_order(&self, state: &mut State, shipment: &mut Shipment) -> bool {
        let Some(queue) = state.queue(&shipment.topic, shipment.partition) else { return false };
        queue.landed();
        if queue.has_returned_before(&shipment.batch) || queue.in_flight() > 0 {
            // An earlier one has not arrived; this one comes after it.
            return true;
        }
        // What the broker calls out of order it has not appended.
        shipment.batch.doubtful = false;
        if queue.is_broken() {
            shipment.batch.sequence = None;
            return true;
        }
        queue.flown();
        false
    }

    /// Cuts a batch that is too large in two; returns whether that was possible.
    fn split(&self, state: &mut State, shipment: &Shipment) -> bool {
        let Ok(Some(halves)) = shipment.batch.split(&self.config) else { return false };
        state.replace(&shipment.batch, &halves);
        if let Some(queue) = state.queue(&shipment.topic, shipment.partition) {
            queue.landed();
            for half in halves {
                queue.put_back(half);
            }
        }
        true
    }

    /// Puts a batch back if it may succeed later, or gives it up.
    fn failed(&self, state: &mut State, shipment: Shipment, error: ClientError, until: Instant) {
        let Shipment { topic, partition, batch, .. } = shipment;
        let in_time = batch.created + self.config.delivery_timeout > until;
        let retry = error.retriable() && in_time && !state.is_failed();
        if let Some(queue) = state.queue(&topic, partition) {
            queue.landed();
            if retry {
                tracing::debug!(%topic, %partition, %error, "a batch will be sent again");
                queue.pause_until(until);
                queue.last_failure = Some(error);
                queue.put_back(batch);
                return;
            }
            queue.gave_up();
        }
        let error = if error.retriable() {
            ClientError::Exhausted {
                operation: format!("producing {} records to {topic}-{partition}", batch.records),
                after: self.config.delivery_timeout,
                last: Box::new(error),
            }
        } else {
            error
        };
        state.settle(&batch, Err(error));
    }
}

/// The broker's message with that of the first record it names.
fn describe(answer: &PartitionProduceResponse) -> Option<String> {
    let record = answer.record_errors.first().map(|record| {
        let reason = record.batch_index_error_message.as_deref().unwrap_or("refused");
        format!("record {} of the batch: {reason}", record.batch_index)
    });
    let parts: Vec<String> = answer.error_message.clone().into_iter().chain(record).collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

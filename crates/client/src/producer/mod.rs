//! Sending records: batched, in order, each once.
//!
//! By default as Kafka's own client sends: idempotent, acks=all, up to five batches of a partition on
//! their way at once. Callers put records into the batch of their partition under one lock; a sender
//! task takes batches that are full or old enough and hands them to a lane for each broker, which
//! seals and sends them in order. What comes back is acknowledged, put back, cut in two, or given up
//! after `delivery.timeout.ms`.
//!
//! Bounds: `buffer.memory` bytes are unsettled at most; beyond it callers wait, no longer than
//! `max.block.ms`.
//!
//! Source: KIP-98, KIP-360, KIP-480, KIP-794. Not done: transactions.
//! Tests: `queue/tests.rs` (order, gaps, identities), `batch.rs`; against servers in `crates/cli/tests`.

mod batch;
mod config;
mod lane;
mod partitioner;
mod queue;
mod sender;
mod state;

use std::{sync::Arc, time::Duration};

use parking_lot::Mutex;
use tokio::{sync::Notify, time::Instant};

use crate::{ClientError, Cluster, cluster::AutoCreate};
pub use batch::{Acknowledged, Delivery, Record};
pub use config::{Acks, ProducerConfig, codec};
pub use partitioner::{murmur2, partition_of_key};
use sender::Sender;
use state::{Appended, State};

#[derive(Debug)]
struct Shared {
    config: Arc<ProducerConfig>,
    retry_backoff: Duration,
    state: Mutex<State>,
    /// Something can be sent.
    wake_sender: Notify,
    /// Memory was given back.
    settled: Notify,
}

/// Sends records to topics of one cluster. Needs a tokio runtime for as long as it lives.
#[derive(Debug)]
pub struct Producer {
    shared: Arc<Shared>,
    cluster: Cluster,
}

impl Producer {
    /// A producer on the connections of `cluster`.
    #[must_use]
    pub fn new(cluster: &Cluster, config: ProducerConfig) -> Self {
        let shared = Arc::new(Shared {
            config: Arc::new(config),
            retry_backoff: cluster.config().retry_backoff,
            state: Mutex::default(),
            wake_sender: Notify::new(),
            settled: Notify::new(),
        });
        tokio::spawn(Sender::new(Arc::clone(&shared), cluster.clone()).run());
        Self { shared, cluster: cluster.clone() }
    }

    /// Puts a record into the batch of its partition. Records of a partition are sent in the order
    /// in which these calls return. Cancel safe: a cancelled call has sent nothing.
    ///
    /// # Errors
    /// When the record is larger than a request may be, the partition or topic does not exist, or
    /// there is no room or no metadata within `max.block.ms`; and after a failure that concerns the
    /// producer as a whole.
    pub async fn send(&self, topic: &str, record: &Record<'_>) -> Result<Delivery, ClientError> {
        let config = &self.shared.config;
        let limit = config.max_request_size.min(config.buffer_memory);
        let size = record.size_bound();
        if size > limit {
            return Err(ClientError::Record {
                topic: topic.to_owned(),
                reason: format!(
                    "it takes about {size} bytes, more than max.request.size or buffer.memory \
                     ({limit}) allows"
                ),
            });
        }
        let mut deadline = None;
        loop {
            let appended = self.shared.state.lock().append(config, topic, record)?;
            match appended {
                Appended::Done { delivery, wake } => {
                    if wake {
                        self.shared.wake_sender.notify_one();
                    }
                    return Ok(delivery);
                }
                Appended::UnknownTopic => {
                    let topic = self.cluster.topic(topic, AutoCreate::Allowed).await?;
                    self.shared.state.lock().learn(&self.cluster.metadata(), &topic.name);
                }
                Appended::NoRoom => {
                    let deadline = *deadline.get_or_insert(Instant::now() + config.max_block);
                    self.wait_for_room(size, deadline).await?;
                }
            }
        }
    }

    async fn wait_for_room(&self, size: usize, deadline: Instant) -> Result<(), ClientError> {
        let _waiting = Counted::new(&self.shared, |state| &mut state.waiting);
        let mut settled = std::pin::pin!(self.shared.settled.notified());
        settled.as_mut().enable();
        self.shared.wake_sender.notify_one();
        if self.shared.state.lock().has_room(&self.shared.config, size) {
            return Ok(());
        }
        tokio::time::timeout_at(deadline, settled).await.map_err(|_| ClientError::Exhausted {
            operation: "waiting for room in buffer.memory".to_owned(),
            after: self.shared.config.max_block,
            last: Box::new(ClientError::Record {
                topic: "any".to_owned(),
                reason: "brokers do not take records as fast as they come".to_owned(),
            }),
        })
    }

    /// Waits until nothing is unsettled; with acks=0, until the brokers have taken what was sent.
    ///
    /// # Errors
    /// The first failure of any record since the last flush.
    pub async fn flush(&self) -> Result<(), ClientError> {
        self.settled().await?;
        if self.shared.config.acks == Acks::None {
            self.cluster.settle().await?;
        }
        Ok(())
    }

    async fn settled(&self) -> Result<(), ClientError> {
        let _flushing = Counted::new(&self.shared, |state| &mut state.flushing);
        loop {
            let mut settled = std::pin::pin!(self.shared.settled.notified());
            settled.as_mut().enable();
            self.shared.wake_sender.notify_one();
            {
                let mut state = self.shared.state.lock();
                if state.is_settled() {
                    return state.take_failure().map_or(Ok(()), Err);
                }
            }
            settled.await;
        }
    }

    /// The first failure of any record since this or [`Self::flush`] was last called.
    #[must_use]
    pub fn failure(&self) -> Option<ClientError> {
        self.shared.state.lock().take_failure()
    }

    /// Records that were acknowledged so far (with acks=0: sent).
    #[must_use]
    pub fn acknowledged(&self) -> u64 {
        self.shared.state.lock().acknowledged()
    }

    /// Flushes and ends.
    ///
    /// # Errors
    /// As for [`Self::flush`].
    pub async fn close(self) -> Result<(), ClientError> {
        self.flush().await
    }
}

impl Drop for Producer {
    fn drop(&mut self) {
        // What is unsettled is still tried, for as long as the runtime lives.
        self.shared.state.lock().closed = true;
        self.shared.wake_sender.notify_one();
    }
}

/// Adds one to a counter of the state for as long as it lives.
struct Counted<'a> {
    shared: &'a Shared,
    counter: fn(&mut State) -> &mut usize,
}

impl<'a> Counted<'a> {
    fn new(shared: &'a Shared, counter: fn(&mut State) -> &mut usize) -> Self {
        *counter(&mut shared.state.lock()) += 1;
        Self { shared, counter }
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        *(self.counter)(&mut self.shared.state.lock()) -= 1;
    }
}

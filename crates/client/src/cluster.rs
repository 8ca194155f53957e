//! A cluster as one thing to call: finds servers, keeps one connection to each, knows leaders, and
//! tries again what may succeed later.
//!
//! Owns the metadata image (replaced by [`Cluster::refresh`]) and the table of connections, at most
//! one for each broker of the image and one to a bootstrap server.

use std::{
    collections::HashMap,
    sync::Arc,
    time::{Duration, Instant},
};

use moldau_protocol::{
    ErrorCode,
    codec::Request,
    ids::{BrokerId, PartitionIndex},
    messages::{DescribeClusterRequest, MetadataRequest, metadata_request::MetadataRequestTopic},
};
use parking_lot::{Mutex, RwLock};
use rand::seq::SliceRandom as _;

use crate::{
    ClientConfig, ClientError, connection::Connection, metadata::Metadata, metadata::Topic,
    retry::Backoff,
};

/// Which broker a call goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Any that can be reached.
    Any,
    /// The one that takes administrative calls; in a KRaft cluster every broker passes them on.
    Controller,
    /// This one.
    Broker(BrokerId),
}

/// Whether asking for the metadata of a topic may create it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AutoCreate {
    /// If the broker is configured so.
    Allowed,
    /// Never.
    No,
}

/// Cheap to clone; all clones share connections and metadata.
#[derive(Clone, Debug)]
pub struct Cluster {
    inner: Arc<Inner>,
}

type Slot = Arc<tokio::sync::Mutex<Option<Connection>>>;

#[derive(Debug)]
struct Inner {
    config: ClientConfig,
    metadata: RwLock<Arc<Metadata>>,
    slots: Mutex<HashMap<BrokerId, Slot>>,
    bootstrap: Slot,
}

impl Cluster {
    /// Connects to one of the bootstrap servers and learns who is in the cluster.
    ///
    /// # Errors
    /// When no bootstrap server can be used. There is no retrying here: a person who mistyped an
    /// address wants to know at once.
    pub async fn connect(config: ClientConfig) -> Result<Self, ClientError> {
        let cluster = Self {
            inner: Arc::new(Inner {
                config,
                metadata: RwLock::default(),
                slots: Mutex::default(),
                bootstrap: Slot::default(),
            }),
        };
        cluster.bootstrap().await?;
        cluster.refresh_topics(Some(Vec::new()), AutoCreate::No).await?;
        Ok(cluster)
    }

    /// As [`Self::connect`], to the controllers of a KRaft cluster (KIP-919). They serve no
    /// metadata of topics: calls with [`Target::Any`] and [`Target::Controller`] work, the latter
    /// go to the active one.
    ///
    /// # Errors
    /// When none of the servers can be used, or it is no controller.
    pub async fn connect_to_controllers(config: ClientConfig) -> Result<Self, ClientError> {
        let cluster = Self {
            inner: Arc::new(Inner {
                config,
                metadata: RwLock::default(),
                slots: Mutex::default(),
                bootstrap: Slot::default(),
            }),
        };
        let request = DescribeClusterRequest { endpoint_type: 2, ..Default::default() };
        let connection = cluster.bootstrap().await?;
        let answer = connection.call(&request, cluster.inner.config.request_timeout).await?;
        let code = ErrorCode(answer.error_code);
        if code.is_error() {
            let operation = "finding the controllers";
            return Err(ClientError::refused(operation, code, answer.error_message));
        }
        *cluster.inner.metadata.write() = Arc::new(Metadata::of_controllers(answer));
        Ok(cluster)
    }

    /// The properties it was made with.
    #[must_use]
    pub fn config(&self) -> &ClientConfig {
        &self.inner.config
    }

    /// The newest image; may be old.
    #[must_use]
    pub fn metadata(&self) -> Arc<Metadata> {
        self.inner.metadata.read().clone()
    }

    async fn bootstrap(&self) -> Result<Connection, ClientError> {
        let mut slot = self.inner.bootstrap.lock().await;
        if let Some(connection) = slot.as_ref().filter(|connection| !connection.is_closed()) {
            return Ok(connection.clone());
        }
        let mut servers = self.inner.config.bootstrap_servers.clone();
        servers.shuffle(&mut rand::rng());
        let mut failures = Vec::new();
        for server in servers {
            match Connection::open(&server, &self.inner.config).await {
                Ok(connection) => return Ok(slot.insert(connection).clone()),
                Err(failure) => failures.push(failure),
            }
        }
        Err(ClientError::Bootstrap { failures })
    }

    /// A connection to a broker of the image, opened now if there is none.
    ///
    /// # Errors
    /// When the broker is not known or cannot be reached.
    pub async fn broker(&self, id: BrokerId) -> Result<Connection, ClientError> {
        let address = self.metadata().brokers.get(&id).map(|broker| broker.address.clone());
        let address = address.ok_or_else(|| {
            let operation = format!("finding broker {id}");
            ClientError::refused(operation, ErrorCode::LEADER_NOT_AVAILABLE, None)
        })?;
        let slot = self.inner.slots.lock().entry(id).or_default().clone();
        let mut slot = slot.lock().await;
        if let Some(connection) = slot
            .as_ref()
            .filter(|connection| !connection.is_closed() && connection.address() == address)
        {
            return Ok(connection.clone());
        }
        let connection = Connection::open(&address, &self.inner.config).await?;
        Ok(slot.insert(connection).clone())
    }

    /// A connection for a target; for [`Target::Any`] one that is open, if there is one.
    ///
    /// # Errors
    /// When none can be opened.
    pub async fn connection(&self, target: Target) -> Result<Connection, ClientError> {
        match target {
            Target::Broker(id) => self.broker(id).await,
            Target::Controller => match self.metadata().controller {
                Some(id) => self.broker(id).await,
                None => self.any().await,
            },
            Target::Any => self.any().await,
        }
    }

    async fn any(&self) -> Result<Connection, ClientError> {
        if let Some(open) = self.inner.bootstrap.lock().await.as_ref().filter(|c| !c.is_closed()) {
            return Ok(open.clone());
        }
        let mut ids: Vec<BrokerId> = self.metadata().brokers.keys().copied().collect();
        ids.shuffle(&mut rand::rng());
        for id in ids {
            if let Ok(connection) = self.broker(id).await {
                return Ok(connection);
            }
        }
        self.bootstrap().await
    }

    /// Calls a server, and tries again with growing pauses while the failure is one that may pass
    /// (`code_of` finds it in the answer) and `default.api.timeout.ms` is not over.
    ///
    /// # Errors
    /// The first failure that will not pass, or the last one that might have. An answer that
    /// carries an error which is not retriable is returned as an answer.
    pub async fn call<R: Request>(
        &self,
        target: Target,
        request: &R,
        operation: &str,
        code_of: impl Fn(&R::Response) -> ErrorCode,
    ) -> Result<R::Response, ClientError> {
        let config = &self.inner.config;
        let mut attempts = Attempts::new(config, operation);
        loop {
            let once = async {
                let connection = self.connection(target).await?;
                connection.call(request, config.request_timeout).await
            };
            let failure = match once.await {
                Ok(answer) => match code_of(&answer) {
                    code if code.retriable() => ClientError::refused(operation, code, None),
                    _ => return Ok(answer),
                },
                Err(error) if error.retriable() => error,
                Err(error) => return Err(error),
            };
            attempts.pause(failure).await?;
            // Another broker may be the right one by now. If this fails, so will the next try.
            let _ = self.refresh_topics(Some(Vec::new()), AutoCreate::No).await;
        }
    }

    /// Asks for the newest metadata of some topics and puts it into the image.
    ///
    /// # Errors
    /// When no broker answers. A topic that does not exist is no error here.
    pub async fn refresh(
        &self,
        topics: &[&str],
        auto_create: AutoCreate,
    ) -> Result<Arc<Metadata>, ClientError> {
        let topics = topics.iter().map(|topic| (*topic).to_owned()).collect();
        self.refresh_topics(Some(topics), auto_create).await
    }

    /// Asks for the metadata of all topics.
    ///
    /// # Errors
    /// When no broker answers.
    pub async fn refresh_all(&self) -> Result<Arc<Metadata>, ClientError> {
        self.refresh_topics(None, AutoCreate::No).await
    }

    async fn refresh_topics(
        &self,
        topics: Option<Vec<String>>,
        auto_create: AutoCreate,
    ) -> Result<Arc<Metadata>, ClientError> {
        let connection = self.any().await?;
        let version = connection.version_of::<MetadataRequest>()?;
        let request = MetadataRequest {
            topics: topics.map(|names| {
                let topic = |name| MetadataRequestTopic {
                    name: Some(name),
                    ..MetadataRequestTopic::default()
                };
                names.into_iter().map(topic).collect()
            }),
            // Versions before 4 always create and cannot say otherwise.
            allow_auto_topic_creation: auto_create == AutoCreate::Allowed || version < 4,
            ..MetadataRequest::default()
        };
        let reply = connection.send(&request, version).await?;
        let answer = reply.wait(self.inner.config.request_timeout).await?;
        let code = ErrorCode(answer.error_code);
        if code.is_error() {
            return Err(ClientError::refused("reading metadata", code, None));
        }
        let mut image = self.inner.metadata.write();
        *image = Arc::new(image.with(answer));
        Ok(Arc::clone(&image))
    }

    /// A topic with all its partitions, asked for again until it is there or
    /// `default.api.timeout.ms` is over. With [`AutoCreate::No`] a topic that does not exist fails
    /// at once.
    ///
    /// # Errors
    /// The code that the broker gave for the topic, or why no broker answers.
    pub async fn topic(&self, name: &str, create: AutoCreate) -> Result<Arc<Topic>, ClientError> {
        self.topic_within(name, create, self.inner.config.api_timeout).await
    }

    /// As [`Self::topic`], with another limit.
    ///
    /// # Errors
    /// As for [`Self::topic`].
    pub async fn topic_within(
        &self,
        name: &str,
        create: AutoCreate,
        limit: Duration,
    ) -> Result<Arc<Topic>, ClientError> {
        let operation = format!("finding topic {name}");
        let mut attempts = Attempts::new(&self.inner.config, &operation);
        attempts.limit = limit;
        loop {
            let failure = match self.refresh(&[name], create).await {
                Ok(metadata) => match metadata.topic(name) {
                    Some(topic) => match topic.partitions {
                        Ok(_) => return Ok(Arc::clone(topic)),
                        Err(code) => ClientError::refused(&operation, code, None),
                    },
                    None => {
                        let code = ErrorCode::UNKNOWN_TOPIC_OR_PARTITION;
                        ClientError::refused(&operation, code, None)
                    }
                },
                Err(error) => error,
            };
            let missing = failure.code() == Some(ErrorCode::UNKNOWN_TOPIC_OR_PARTITION);
            if !failure.retriable() || (missing && create == AutoCreate::No) {
                return Err(failure);
            }
            attempts.pause(failure).await?;
        }
    }

    /// Waits until every broker that has a connection here has taken all that was sent to it
    /// before, answered or not: a broker takes the requests of a connection in order.
    ///
    /// # Errors
    /// When a connection ends, which is how a broker refuses a request that it does not answer.
    pub(crate) async fn settle(&self) -> Result<(), ClientError> {
        let slots: Vec<Slot> = self.inner.slots.lock().values().cloned().collect();
        let nothing = MetadataRequest { topics: Some(Vec::new()), ..MetadataRequest::default() };
        for slot in slots {
            let connection = slot.lock().await.clone();
            if let Some(connection) = connection {
                connection.call(&nothing, self.inner.config.request_timeout).await?;
            }
        }
        Ok(())
    }

    /// The leader of a partition in the image.
    #[must_use]
    pub fn leader(&self, topic: &str, partition: PartitionIndex) -> Option<BrokerId> {
        self.metadata().partition(topic, partition)?.leader
    }
}

/// The tries of one operation.
pub(crate) struct Attempts<'a> {
    operation: &'a str,
    started: Instant,
    limit: Duration,
    backoff: Backoff,
}

impl<'a> Attempts<'a> {
    pub(crate) fn new(config: &ClientConfig, operation: &'a str) -> Self {
        Self {
            operation,
            started: Instant::now(),
            limit: config.api_timeout,
            backoff: Backoff::new(config.retry_backoff, config.retry_backoff_max),
        }
    }

    /// Waits before the next try, or gives up with the failure when time is over.
    pub(crate) async fn pause(&mut self, failure: ClientError) -> Result<(), ClientError> {
        let wait = self.backoff.next();
        if self.started.elapsed() + wait > self.limit {
            return Err(ClientError::Exhausted {
                operation: self.operation.to_owned(),
                after: self.limit,
                last: Box::new(failure),
            });
        }
        tracing::debug!(operation = self.operation, %failure, ?wait, "trying again");
        tokio::time::sleep(wait).await;
        Ok(())
    }
}

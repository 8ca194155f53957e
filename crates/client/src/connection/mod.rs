//! One socket to one server, shared by everybody who calls that server.
//!
//! Requests are pipelined: each gets a correlation id, and since Kafka answers the requests of a
//! connection in order, the oldest unanswered request is the one that the next answer belongs to.
//! One task owns the socket, so that a caller who goes away never leaves half a frame behind. Any
//! failure, and any answer that is late, ends the connection and every request on it.
//!
//! Bounds: [`QUEUE`] requests wait to be written; an answer longer than the configured maximum ends
//! the connection before anything is allocated for it.
//!
//! Tests: `tests.rs`, against a server made of a script.

mod frames;
mod task;
mod versions;

use std::{
    marker::PhantomData,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicI32, Ordering},
    },
    time::Duration,
};

use bytes::Bytes;
use moldau_protocol::{
    ApiKey,
    codec::{Decoder, Message as _, Request},
    messages::ResponseHeader,
};
use tokio::sync::{mpsc, oneshot, watch};

use crate::{ClientConfig, ClientError};
use task::{Expected, Outgoing};
pub use versions::VersionRange;
use versions::Versions;

/// Requests that wait for the socket; senders wait beyond it. More would only hide a slow server.
const QUEUE: usize = 16;

/// A connection on which versions have been negotiated. A clone is the same connection; the last
/// one that goes closes the socket.
#[derive(Clone, Debug)]
pub struct Connection {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    address: String,
    client_id: String,
    queue: mpsc::Sender<Outgoing>,
    next_id: AtomicI32,
    versions: OnceLock<Versions>,
    /// Set by a caller who gave up on the socket; the task sees it and ends.
    abandon: watch::Sender<bool>,
}

/// An answer that is on its way. Dropping it does not take the request back.
#[derive(Debug)]
pub struct Reply<R> {
    connection: Connection,
    version: i16,
    receiver: oneshot::Receiver<Result<Bytes, ClientError>>,
    request: PhantomData<fn() -> R>,
}

impl Connection {
    /// Connects to `host:port` and negotiates versions.
    ///
    /// # Errors
    /// When no address of the host accepts, or what answers is no Kafka server.
    pub async fn open(address: &str, config: &ClientConfig) -> Result<Self, ClientError> {
        let stream = task::connect(address, config.connect_timeout).await?;
        let (queue, requests) = mpsc::channel(QUEUE);
        let (abandon, abandoned) = watch::channel(false);
        let connection = Self {
            inner: Arc::new(Inner {
                address: address.to_owned(),
                client_id: config.client_id.clone(),
                queue,
                next_id: AtomicI32::new(0),
                versions: OnceLock::new(),
                abandon,
            }),
        };
        tokio::spawn(task::run(
            address.to_owned(),
            stream,
            requests,
            abandoned,
            config.max_response_bytes,
        ));
        let versions = versions::negotiate(&connection, config.request_timeout).await?;
        tracing::debug!(address, apis = versions.len(), "connected");
        // Nobody else has the connection yet, so it is empty.
        let _ = connection.inner.versions.set(versions);
        Ok(connection)
    }

    /// `host:port`, as it was given.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.inner.address
    }

    /// Whether the socket is gone; a new connection is needed then.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.inner.queue.is_closed()
    }

    /// The newest version of `R` that both sides know, not above `cap`.
    ///
    /// # Errors
    /// When there is none.
    pub fn version_up_to<R: Request>(&self, cap: i16) -> Result<i16, ClientError> {
        let ours = VersionRange { min: R::MIN_VERSION, max: R::MAX_VERSION.min(cap) };
        let theirs = self.inner.versions.get().and_then(|versions| versions.of(R::KEY));
        theirs.and_then(|theirs| ours.newest_shared(theirs)).ok_or_else(|| {
            ClientError::Unsupported {
                api: R::KEY,
                address: self.inner.address.clone(),
                ours: ours.to_string(),
                theirs: theirs.map_or_else(|| "none".to_owned(), |range| range.to_string()),
            }
        })
    }

    /// The newest version of `R` that both sides know.
    ///
    /// # Errors
    /// When there is none.
    pub fn version_of<R: Request>(&self) -> Result<i16, ClientError> {
        self.version_up_to::<R>(i16::MAX)
    }

    /// Whether the server serves the API at all.
    #[must_use]
    pub fn serves(&self, api: ApiKey) -> bool {
        self.inner.versions.get().is_some_and(|versions| versions.of(api).is_some())
    }

    /// Sends a request at the newest shared version and waits for its answer.
    ///
    /// # Errors
    /// When it cannot be sent or is not answered in time (which ends the connection).
    pub async fn call<R: Request>(
        &self,
        request: &R,
        timeout: Duration,
    ) -> Result<R::Response, ClientError> {
        self.send(request, self.version_of::<R>()?).await?.wait(timeout).await
    }

    /// Queues a request. Requests are written in the order in which these calls return.
    ///
    /// # Errors
    /// When the request cannot be written in `version`, or the connection has ended.
    pub async fn send<R: Request>(
        &self,
        request: &R,
        version: i16,
    ) -> Result<Reply<R>, ClientError> {
        let (sender, receiver) = oneshot::channel();
        self.enqueue(request, version, Some(sender)).await?;
        Ok(Reply { connection: self.clone(), version, receiver, request: PhantomData })
    }

    /// Queues a request that the server does not answer (Produce with acks 0).
    ///
    /// # Errors
    /// As for [`Self::send`].
    pub async fn send_unanswered<R: Request>(
        &self,
        request: &R,
        version: i16,
    ) -> Result<(), ClientError> {
        self.enqueue(request, version, None).await
    }

    async fn enqueue<R: Request>(
        &self,
        request: &R,
        version: i16,
        answer: Option<oneshot::Sender<Result<Bytes, ClientError>>>,
    ) -> Result<(), ClientError> {
        let correlation_id = self.inner.next_id.fetch_add(1, Ordering::Relaxed);
        let frame = frames::encode(request, version, correlation_id, &self.inner.client_id)
            .map_err(|source| ClientError::Encode { api: R::KEY, source })?;
        let expected = answer.map(|answer| Expected { correlation_id, answer });
        self.inner
            .queue
            .send(Outgoing { frame, expected })
            .await
            .map_err(|_| self.ended("it was closed earlier"))
    }

    fn ended(&self, reason: &str) -> ClientError {
        ClientError::Disconnected { address: self.inner.address.clone(), reason: reason.to_owned() }
    }
}

impl<R: Request> Reply<R> {
    /// Waits for the answer. When `timeout` passes, the connection ends: its later answers would
    /// be late as well.
    ///
    /// # Errors
    /// When the connection ends first, or the answer cannot be read.
    pub async fn wait(self, timeout: Duration) -> Result<R::Response, ClientError> {
        let (address, version) = (self.connection.inner.address.clone(), self.version);
        let body = self.wait_bytes(timeout).await?;
        read_answer::<R>(body, version).map_err(|source| ClientError::Decode {
            api: R::KEY,
            address,
            source,
        })
    }

    /// The answer from its header on.
    async fn wait_bytes(self, timeout: Duration) -> Result<Bytes, ClientError> {
        let Self { connection, receiver, .. } = self;
        match tokio::time::timeout(timeout, receiver).await {
            Ok(Ok(body)) => body,
            Ok(Err(_)) => Err(connection.ended("the runtime is shutting down")),
            Err(_) => {
                connection.inner.abandon.send_replace(true);
                Err(ClientError::Timeout {
                    api: R::KEY,
                    address: connection.inner.address.clone(),
                    after: timeout,
                })
            }
        }
    }
}

fn read_answer<R: Request>(
    body: Bytes,
    version: i16,
) -> Result<R::Response, moldau_protocol::codec::DecodeError> {
    let mut decoder = Decoder::new(body);
    ResponseHeader::decode(&mut decoder, frames::response_header_version::<R>(version))?;
    R::Response::decode(&mut decoder, version)
}

#[cfg(test)]
mod tests;

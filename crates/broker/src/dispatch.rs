//! From a frame to an answer: header, table of APIs, decoding, the handler, encoding.
//!
//! The table of a listener is the only list of what it serves: ApiVersions answers from it. A
//! request that is not in it, or cannot be read, closes its connection, as Kafka does; the one
//! exception is ApiVersions itself, which answers `UNSUPPORTED_VERSION` in version 0.

use std::{
    future::Future,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::{Duration, Instant},
};

use bytes::Bytes;
use moldau_protocol::{
    ApiKey, ErrorCode,
    codec::{Decoder, Encoder, Message, Part, Request},
    messages::{ApiVersionsResponse, RequestHeader, ResponseHeader, api_versions_response},
};

use crate::net::{Answer, Called, ConnectionInfo, SentRequest, Service};

/// A future that a table entry returns.
pub(crate) type AnswerFuture = Pin<Box<dyn Future<Output = Answer> + Send>>;

/// What a handler knows of the request besides its body.
#[derive(Clone, Debug)]
pub(crate) struct RequestContext {
    pub(crate) connection: Arc<ConnectionInfo>,
    pub(crate) key: ApiKey,
    pub(crate) version: i16,
    pub(crate) correlation_id: i32,
    /// `client_id` of this request, where it is not that of the connection's first.
    other_client_id: Option<String>,
    flexible: bool,
}

impl RequestContext {
    /// `client_id` of the request; empty when there is none.
    pub(crate) fn client_id(&self) -> &str {
        self.other_client_id.as_deref().or(self.connection.client_id()).unwrap_or_default()
    }

    /// The answer frame: response header, then `body` in the request's version.
    pub(crate) fn answer<T: Message>(&self, body: &T) -> Answer {
        // ApiVersions keeps the oldest header, so that a client that knows no better can read it.
        let flexible = self.flexible && self.key != ApiKey::API_VERSIONS;
        match encode_answer(self.correlation_id, flexible, body, self.version) {
            Ok(parts) => Answer::Send(parts),
            Err(error) => Answer::Close(format!(
                "the answer to {} version {} cannot be encoded: {error}",
                self.key, self.version
            )),
        }
    }
}

fn encode_answer<T: Message>(
    correlation_id: i32,
    flexible: bool,
    body: &T,
    version: i16,
) -> Result<Vec<Part>, moldau_protocol::codec::EncodeError> {
    let mut encoder = Encoder::with_capacity(256);
    let header = ResponseHeader { correlation_id, ..ResponseHeader::default() };
    header.encode(&mut encoder, i16::from(flexible))?;
    body.encode(&mut encoder, version)?;
    Ok(encoder.into_parts())
}

/// What a table entry does with the undecoded body. It must do synchronously whatever has to happen
/// in the order of the requests on a connection; the rest belongs into the future it returns.
type Call<S> = dyn Fn(&Arc<S>, RequestContext, Decoder) -> Result<Called, String> + Send + Sync;

/// One API of a listener.
pub(crate) struct Api<S> {
    key: ApiKey,
    /// Oldest version that is advertised.
    advertised_min: i16,
    min: i16,
    max: i16,
    flexible_from: i16,
    call: Box<Call<S>>,
}

impl<S> std::fmt::Debug for Api<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}-{}", self.key, self.min, self.max)
    }
}

impl<S: Send + Sync + 'static> Api<S> {
    fn of<R: Request>(call: Box<Call<S>>) -> Self {
        Self {
            key: R::KEY,
            advertised_min: R::MIN_VERSION,
            min: R::MIN_VERSION,
            max: R::MAX_VERSION,
            flexible_from: R::FLEXIBLE_FROM,
            call,
        }
    }

    /// An API whose handler is an async function from request to response.
    pub(crate) fn new<R, F, Fut>(handler: F) -> Self
    where
        R: Request + Send + 'static,
        R::Response: Send,
        F: Fn(Arc<S>, RequestContext, R) -> Fut + Send + Sync + Copy + 'static,
        Fut: Future<Output = R::Response> + Send + 'static,
    {
        Self::of::<R>(Box::new(move |state, context, mut body| {
            let request = R::decode(&mut body, context.version).map_err(|e| e.to_string())?;
            let state = state.clone();
            Ok(Called::Pending(Box::pin(async move {
                let response = handler(state, context.clone(), request).await;
                context.answer(&response)
            })))
        }))
    }

    /// An API whose handler acts at once, in the order of requests, and answers later.
    pub(crate) fn ordered<R, F>(handler: F) -> Self
    where
        R: Request + Send + 'static,
        F: Fn(&Arc<S>, RequestContext, R) -> AnswerFuture + Send + Sync + Copy + 'static,
    {
        Self::of::<R>(Box::new(move |state, context, mut body| {
            let request = R::decode(&mut body, context.version).map_err(|e| e.to_string())?;
            Ok(Called::Pending(handler(state, context, request)))
        }))
    }

    /// The same, advertised from `version` on although older ones than the handler's are refused.
    pub(crate) fn advertised_from(self, version: i16) -> Self {
        Self { advertised_min: version, ..self }
    }
}

/// All APIs of one kind of listener, in the order of their keys.
#[derive(Debug)]
pub(crate) struct ApiTable<S> {
    apis: Vec<Api<S>>,
}

impl<S> ApiTable<S> {
    pub(crate) fn new(mut apis: Vec<Api<S>>) -> Self {
        apis.sort_by_key(|api| api.key);
        Self { apis }
    }

    fn get(&self, key: ApiKey) -> Option<&Api<S>> {
        self.apis.binary_search_by_key(&key, |api| api.key).ok().map(|index| &self.apis[index])
    }

    /// The rows of an ApiVersions answer.
    pub(crate) fn versions(&self) -> Vec<api_versions_response::ApiVersion> {
        self.apis
            .iter()
            .map(|api| api_versions_response::ApiVersion {
                api_key: api.key.0,
                min_version: api.advertised_min,
                max_version: api.max,
                ..Default::default()
            })
            .collect()
    }
}

/// Sees every request and answer, for metrics and logs.
pub(crate) trait Observer: Send + Sync {
    /// A request of this API was answered (or its connection closed).
    fn answered(&self, key: ApiKey, times: ServedTimes, answer: &Answer);
    /// The answer left.
    fn sent(&self, request: &SentRequest);
    /// A frame was no request that this listener serves.
    fn refused(&self, connection: &ConnectionInfo, reason: &str);
}

/// The time from a request's being passed on to its answer.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ServedTimes {
    /// All of it.
    pub(crate) total: Duration,
    /// The part spent computing, the rest being waited for something.
    pub(crate) local: Duration,
}

/// A request in progress whose times are taken.
struct Timed {
    answer: AnswerFuture,
    key: ApiKey,
    started: Instant,
    local: Duration,
    observer: Arc<dyn Observer>,
}

impl Future for Timed {
    type Output = Answer;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Answer> {
        let resumed = Instant::now();
        let polled = self.answer.as_mut().poll(context);
        let now = Instant::now();
        self.local += now - resumed;
        if let Poll::Ready(answer) = &polled {
            let times = ServedTimes { total: now - self.started, local: self.local };
            self.observer.answered(self.key, times, answer);
        }
        polled
    }
}

/// Serves the APIs of a table on the state `S`.
pub(crate) struct Dispatcher<S> {
    state: Arc<S>,
    table: Arc<ApiTable<S>>,
    observer: Arc<dyn Observer>,
}

impl<S> std::fmt::Debug for Dispatcher<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Dispatcher").finish_non_exhaustive()
    }
}

/// The parts of the header that have the same place in every version.
fn key_and_version(frame: &[u8]) -> Option<(ApiKey, i16)> {
    let field = |at: usize| Some(i16::from_be_bytes([*frame.get(at)?, *frame.get(at + 1)?]));
    Some((ApiKey(field(0)?), field(2)?))
}

impl<S: Send + Sync + 'static> Dispatcher<S> {
    pub(crate) fn new(
        state: Arc<S>,
        table: Arc<ApiTable<S>>,
        observer: Arc<dyn Observer>,
    ) -> Arc<Self> {
        Arc::new(Self { state, table, observer })
    }

    fn dispatch(&self, connection: &Arc<ConnectionInfo>, frame: Bytes) -> Result<Called, String> {
        let (key, version) = key_and_version(&frame).ok_or("a frame too short for a header")?;
        let api = self
            .table
            .get(key)
            .ok_or_else(|| format!("API {key} is not served on this listener"))?;
        let too_new = version < api.min || version > api.max;
        if too_new && key != ApiKey::API_VERSIONS {
            return Err(format!(
                "{key} version {version} is not served, only {} to {}",
                api.min, api.max
            ));
        }
        let flexible = !too_new && version >= api.flexible_from;
        let mut body = Decoder::new(frame);
        let header = RequestHeader::decode(&mut body, if flexible { 2 } else { 1 })
            .map_err(|error| format!("{key} version {version}: bad header: {error}"))?;
        if let Some(client_id) = &header.client_id {
            connection.set_client_id(client_id);
        }
        let known = connection.client_id();
        let mut context = RequestContext {
            other_client_id: header.client_id.filter(|own| known != Some(own)),
            connection: connection.clone(),
            key,
            version,
            correlation_id: header.correlation_id,
            flexible,
        };
        if too_new {
            context.version = 0;
            let own = self.table.versions().into_iter().filter(|row| row.api_key == key.0);
            return Ok(Called::Ready(context.answer(&ApiVersionsResponse {
                error_code: ErrorCode::UNSUPPORTED_VERSION.0,
                api_keys: own.collect(),
                ..Default::default()
            })));
        }
        (api.call)(&self.state, context, body)
            .map_err(|error| format!("{key} version {version}: bad body: {error}"))
    }
}

impl<S: Send + Sync + 'static> Service for Dispatcher<S> {
    fn call(&self, connection: &Arc<ConnectionInfo>, frame: Bytes) -> Called {
        let started = Instant::now();
        let key = key_and_version(&frame).map_or(ApiKey(-1), |(key, _)| key);
        match self.dispatch(connection, frame) {
            Ok(Called::Ready(answer)) => {
                let total = started.elapsed();
                self.observer.answered(key, ServedTimes { total, local: total }, &answer);
                Called::Ready(answer)
            }
            Ok(Called::Pending(answer)) => {
                let (local, observer) = (started.elapsed(), self.observer.clone());
                Called::Pending(Box::pin(Timed { answer, key, started, local, observer }))
            }
            Err(reason) => {
                self.observer.refused(connection, &reason);
                Called::Ready(Answer::Close(reason))
            }
        }
    }

    fn overlaps(&self, frame: &[u8]) -> bool {
        key_and_version(frame).is_some_and(|(key, _)| key == ApiKey::PRODUCE)
    }

    fn sent(&self, request: &SentRequest) {
        self.observer.sent(request);
    }
}

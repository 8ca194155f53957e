//! The quorum as the rest of the node sees it: ask, wait for the answer, read the image.
//!
//! A [`Quorum`] is a cheap clone that hides a queue. One dedicated thread behind it owns the log, the
//! state machine and the controller (see [`crate::driver`]); it writes and syncs, so nothing here
//! ever blocks a task on the disk.
//!
//! Durability: an answer that changed metadata is given after its records are on disk and every
//! publisher has seen them. Cancel safety: a dropped call may still take effect.

use std::fmt;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use arc_swap::ArcSwap;
use moldau_metadata::controller::{Command, Reply};
use moldau_metadata::image::{MetadataImage, Publisher};
use moldau_protocol::ErrorCode;
use moldau_protocol::ids::{BrokerId, LeaderEpoch, Offset};
use moldau_protocol::messages::{
    AllocateProducerIdsRequest, AllocateProducerIdsResponse, AlterConfigsRequest,
    AlterConfigsResponse, BrokerHeartbeatRequest, BrokerHeartbeatResponse,
    BrokerRegistrationRequest, BrokerRegistrationResponse, ControllerRegistrationRequest,
    ControllerRegistrationResponse, CreateTopicsRequest, CreateTopicsResponse, DeleteTopicsRequest,
    DeleteTopicsResponse, IncrementalAlterConfigsRequest, IncrementalAlterConfigsResponse,
    alter_configs_request, alter_configs_response, create_topics_response, delete_topics_response,
    incremental_alter_configs_request, incremental_alter_configs_response,
};
use moldau_storage::disk::Disk;
use parking_lot::Mutex;
use tokio::sync::oneshot;

use crate::clock::{Clock, IdSource};
use crate::config::{FatalCallback, QuorumConfig};
use crate::driver::{Driver, Seams, TooLarge};
use crate::error::StartError;
use crate::queue::{QUEUE_LIMIT, Queue};
use crate::voters::{KRaftVersion, VoterSet};

mod cluster_operations;
#[cfg(test)]
mod tests;

/// Commands that become one write and one sync at most. Enough to amortise a sync of a slow disk;
/// small enough that the first of them does not wait long for the last.
const GROUP_LIMIT: usize = 64;

/// Why a command has no answer of the controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// The node stops, or its metadata log failed. The controller may be asked again after a restart;
    /// whether the command took effect is not known.
    #[error("the controller is not available")]
    Unavailable,
    /// What it asks for does not fit the metadata log; nothing was changed.
    #[error("the change is larger than the metadata log takes")]
    TooLarge,
}

impl CommandError {
    /// The error code for a client.
    #[must_use]
    pub fn error_code(self) -> ErrorCode {
        match self {
            Self::Unavailable => ErrorCode::NOT_CONTROLLER,
            Self::TooLarge => ErrorCode::RECORD_LIST_TOO_LARGE,
        }
    }
}

/// Code of a command that failed, or was answered with something else (which cannot be).
fn code_of(result: Result<Reply, CommandError>) -> i16 {
    result.err().map_or(ErrorCode::UNKNOWN_SERVER_ERROR, CommandError::error_code).0
}

/// How the quorum stands, for DescribeQuorum and metrics.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuorumStatus {
    /// Who leads, if anybody is known to.
    pub leader: Option<BrokerId>,
    /// The epoch.
    pub epoch: LeaderEpoch,
    /// End of what is committed; none before that is known.
    pub high_watermark: Option<Offset>,
    /// First offset of the metadata log.
    pub log_start: Offset,
    /// Offset that the next record gets.
    pub log_end: Offset,
    /// Who votes.
    pub voters: VoterSet,
    /// Version of the protocol that the quorum speaks: the level of `kraft.version`.
    pub kraft_version: KRaftVersion,
}

/// What the thread shares with everybody.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) image: ArcSwap<MetadataImage>,
    pub(crate) status: Mutex<QuorumStatus>,
}

/// What is asked of the thread.
enum Request {
    Command(Box<Command>, oneshot::Sender<Result<Reply, TooLarge>>),
    Subscribe(Box<dyn Publisher>, oneshot::Sender<()>),
}

impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Command(command, _) => f.debug_tuple("Command").field(command).finish(),
            Self::Subscribe(..) => f.write_str("Subscribe"),
        }
    }
}

#[derive(Debug)]
struct Inner {
    shared: Arc<Shared>,
    queue: Arc<Queue<Request>>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.queue.close();
    }
}

/// The metadata quorum of this node.
#[derive(Clone, Debug)]
pub struct Quorum {
    inner: Arc<Inner>,
}

impl Quorum {
    /// Loads the metadata from disk, becomes leader, activates and registers the controller, and
    /// starts the thread. Blocks on the disk; on return the image is complete and the controller
    /// answers.
    ///
    /// # Errors
    /// As [`StartError`] says; each message names the file and what to do.
    pub fn start(
        config: QuorumConfig,
        disk: Arc<dyn Disk>,
        clock: Arc<dyn Clock>,
        ids: Arc<dyn IdSource>,
    ) -> Result<Self, StartError> {
        let on_fatal = Arc::clone(&config.on_fatal);
        let driver = Driver::open(config, Seams { disk, clock, ids })?;
        let shared = driver.shared();
        let queue = Arc::new(Queue::new(QUEUE_LIMIT));
        let thread = std::thread::Builder::new()
            .name("metadata".to_owned())
            .spawn({
                let queue = Arc::clone(&queue);
                move || run(driver, &queue, &on_fatal)
            })
            .map_err(StartError::Thread)?;
        let inner = Inner { shared, queue, thread: Mutex::new(Some(thread)) };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// The committed metadata, as it is now.
    #[must_use]
    pub fn image(&self) -> Arc<MetadataImage> {
        self.inner.shared.image.load_full()
    }

    /// How the quorum stands.
    #[must_use]
    pub fn status(&self) -> QuorumStatus {
        self.inner.shared.status.lock().clone()
    }

    /// Has `publisher` told of every change from now on, after all earlier publishers. Returns once
    /// its first call, which carries everything there is, is done.
    ///
    /// # Errors
    /// When the thread has stopped.
    pub async fn subscribe(&self, publisher: Box<dyn Publisher>) -> Result<(), CommandError> {
        let (done, wait) = oneshot::channel();
        self.inner
            .queue
            .push(Request::Subscribe(publisher, done))
            .await
            .map_err(|_| CommandError::Unavailable)?;
        wait.await.map_err(|_| CommandError::Unavailable)
    }

    /// Has the controller decide `command` and waits until the answer may leave the node.
    ///
    /// # Errors
    /// When the thread has stopped, or stops before the records are on disk.
    pub async fn submit(&self, command: Command) -> Result<Reply, CommandError> {
        let (reply, wait) = oneshot::channel();
        let request = Request::Command(Box::new(command), reply);
        self.inner.queue.push(request).await.map_err(|_| CommandError::Unavailable)?;
        match wait.await {
            Ok(Ok(reply)) => Ok(reply),
            Ok(Err(TooLarge)) => Err(CommandError::TooLarge),
            Err(_) => Err(CommandError::Unavailable),
        }
    }

    /// CreateTopics. A command that fails answers each topic with [`CommandError::error_code`]; one that
    /// has no time left when it comes is not tried.
    pub async fn create_topics(&self, request: CreateTopicsRequest) -> CreateTopicsResponse {
        let names: Vec<_> = request.topics.iter().map(|topic| topic.name.clone()).collect();
        if request.timeout_ms <= 0 {
            return create_failed(names, ErrorCode::REQUEST_TIMED_OUT.0);
        }
        match self.submit(Command::CreateTopics { request }).await {
            Ok(Reply::CreateTopics(response)) => response,
            other => create_failed(names, code_of(other)),
        }
    }

    /// DeleteTopics in `version`. A command that fails answers each topic with
    /// [`CommandError::error_code`]; one that has no time left when it comes is not tried.
    pub async fn delete_topics(
        &self,
        request: DeleteTopicsRequest,
        version: i16,
    ) -> DeleteTopicsResponse {
        let late = request.timeout_ms <= 0;
        let mut failed = delete_failed(&request);
        if late {
            let error_code = ErrorCode::REQUEST_TIMED_OUT.0;
            failed.responses.iter_mut().for_each(|topic| topic.error_code = error_code);
            return failed;
        }
        match self.submit(Command::DeleteTopics { request, version }).await {
            Ok(Reply::DeleteTopics(response)) => response,
            other => {
                let error_code = code_of(other);
                failed.responses.iter_mut().for_each(|topic| topic.error_code = error_code);
                failed
            }
        }
    }

    /// BrokerRegistration. A command that fails answers with [`CommandError::error_code`].
    pub async fn register_broker(
        &self,
        request: BrokerRegistrationRequest,
    ) -> BrokerRegistrationResponse {
        match self.submit(Command::RegisterBroker(request)).await {
            Ok(Reply::RegisterBroker(response)) => response,
            other => {
                BrokerRegistrationResponse { error_code: code_of(other), ..Default::default() }
            }
        }
    }

    /// BrokerHeartbeat. A command that fails answers with [`CommandError::error_code`].
    pub async fn broker_heartbeat(
        &self,
        request: BrokerHeartbeatRequest,
    ) -> BrokerHeartbeatResponse {
        match self.submit(Command::Heartbeat(request)).await {
            Ok(Reply::Heartbeat(response)) => response,
            other => BrokerHeartbeatResponse { error_code: code_of(other), ..Default::default() },
        }
    }

    /// ControllerRegistration. A command that fails answers with [`CommandError::error_code`].
    pub async fn register_controller(
        &self,
        request: ControllerRegistrationRequest,
    ) -> ControllerRegistrationResponse {
        match self.submit(Command::RegisterController(request)).await {
            Ok(Reply::RegisterController(response)) => response,
            other => {
                ControllerRegistrationResponse { error_code: code_of(other), ..Default::default() }
            }
        }
    }

    /// AllocateProducerIds. A command that fails answers with [`CommandError::error_code`].
    pub async fn allocate_producer_ids(
        &self,
        request: AllocateProducerIdsRequest,
    ) -> AllocateProducerIdsResponse {
        match self.submit(Command::AllocateProducerIds(request)).await {
            Ok(Reply::AllocateProducerIds(response)) => response,
            other => {
                AllocateProducerIdsResponse { error_code: code_of(other), ..Default::default() }
            }
        }
    }

    /// AlterConfigs. A command that fails answers each resource with [`CommandError::error_code`].
    pub async fn alter_configs(&self, request: AlterConfigsRequest) -> AlterConfigsResponse {
        let failed = |resource: &alter_configs_request::AlterConfigsResource| {
            alter_configs_response::AlterConfigsResourceResponse {
                resource_type: resource.resource_type,
                resource_name: resource.resource_name.clone(),
                ..Default::default()
            }
        };
        let mut responses: Vec<_> = request.resources.iter().map(failed).collect();
        match self.submit(Command::AlterConfigs(request)).await {
            Ok(Reply::AlterConfigs(response)) => response,
            other => {
                let code = code_of(other);
                responses.iter_mut().for_each(|response| response.error_code = code);
                AlterConfigsResponse { responses, ..Default::default() }
            }
        }
    }

    /// IncrementalAlterConfigs. A command that fails answers each resource with
    /// [`CommandError::error_code`].
    pub async fn incremental_alter_configs(
        &self,
        request: IncrementalAlterConfigsRequest,
    ) -> IncrementalAlterConfigsResponse {
        let failed = |resource: &incremental_alter_configs_request::AlterConfigsResource| {
            incremental_alter_configs_response::AlterConfigsResourceResponse {
                resource_type: resource.resource_type,
                resource_name: resource.resource_name.clone(),
                ..Default::default()
            }
        };
        let mut responses: Vec<_> = request.resources.iter().map(failed).collect();
        match self.submit(Command::IncrementalAlterConfigs(request)).await {
            Ok(Reply::IncrementalAlterConfigs(response)) => response,
            other => {
                let code = code_of(other);
                responses.iter_mut().for_each(|response| response.error_code = code);
                IncrementalAlterConfigsResponse { responses, ..Default::default() }
            }
        }
    }

    /// Answers what is queued, closes the log cleanly and ends the thread. Blocks until that is done;
    /// later calls find nobody. Safe to call more than once.
    pub fn shutdown(&self) {
        self.inner.queue.close();
        let thread = self.inner.thread.lock().take();
        if let Some(thread) = thread
            && thread.join().is_err()
        {
            tracing::error!("the metadata thread panicked");
        }
    }
}

fn create_failed(names: Vec<String>, error_code: i16) -> CreateTopicsResponse {
    let failed = |name| create_topics_response::CreatableTopicResult {
        name,
        error_code,
        error_message: None,
        ..Default::default()
    };
    CreateTopicsResponse { topics: names.into_iter().map(failed).collect(), ..Default::default() }
}

fn delete_failed(request: &DeleteTopicsRequest) -> DeleteTopicsResponse {
    let failed = |name: Option<String>, topic_id| delete_topics_response::DeletableTopicResult {
        name,
        topic_id,
        error_message: None,
        ..Default::default()
    };
    let by_state = request.topics.iter().map(|topic| failed(topic.name.clone(), topic.topic_id));
    let by_name =
        request.topic_names.iter().map(|name| failed(Some(name.clone()), Default::default()));
    DeleteTopicsResponse { responses: by_state.chain(by_name).collect(), ..Default::default() }
}

/// Lets nobody wait for a thread that is gone, however it went.
struct Guard<'a> {
    queue: &'a Queue<Request>,
    on_fatal: &'a FatalCallback,
}

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        self.queue.abandon();
        if std::thread::panicking() {
            (self.on_fatal)("the metadata thread panicked; the message is above");
        }
    }
}

/// The loop of the metadata thread.
fn run(mut driver: Driver, queue: &Queue<Request>, on_fatal: &FatalCallback) {
    let _guard = Guard { queue, on_fatal };
    loop {
        let wait = driver.next_wake().map(|ms| Duration::from_millis(ms.max(0).unsigned_abs()));
        let taken = queue.take(GROUP_LIMIT, wait);
        if taken.is_empty() && queue.is_done() {
            break;
        }
        if let Err(fault) = turn(&mut driver, taken) {
            // Nobody gets an answer that the disk does not stand behind.
            queue.abandon();
            tracing::error!(%fault, "the metadata log failed");
            on_fatal(&fault.to_string());
            return;
        }
    }
    if let Err(fault) = driver.close() {
        tracing::warn!(%fault, "the metadata log was not closed cleanly");
    }
}

/// One turn: what was asked, then what time asks for.
fn turn<P>(driver: &mut Driver, taken: Vec<(Request, P)>) -> Result<(), crate::error::LogFault> {
    let mut commands = Vec::with_capacity(taken.len());
    let mut waiting = Vec::with_capacity(taken.len());
    let mut permits = Vec::with_capacity(taken.len());
    let mut subscriptions = Vec::new();
    for (request, permit) in taken {
        permits.push(permit);
        match request {
            Request::Command(command, reply) => {
                commands.push(*command);
                waiting.push(reply);
            }
            Request::Subscribe(publisher, done) => subscriptions.push((publisher, done)),
        }
    }
    let replies = driver.handle(commands)?;
    for (sender, reply) in waiting.into_iter().zip(replies) {
        // Who no longer waits does not need it.
        let _ = sender.send(reply);
    }
    for (publisher, done) in subscriptions {
        driver.subscribe(publisher);
        let _ = done.send(());
    }
    driver.tick()
}

//! The broker's life in the cluster: registration, heartbeats, leaving.
//!
//! A broker registers with the controller, reports how far it has read the metadata log, is let in
//! (unfenced) once it has caught up, and asks to leave before it stops.
//!
//! Source: KIP-631 (BrokerRegistration, BrokerHeartbeat), KIP-841.

use std::{sync::Arc, time::Duration};

use moldau_protocol::{
    ErrorCode,
    messages::{BrokerHeartbeatRequest, BrokerRegistrationRequest},
};
use tokio::sync::watch;

/// Pause between attempts to register, and between the heartbeats while the broker is not let in
/// yet or on its way out.
const RETRY: Duration = Duration::from_millis(50);

/// The controller as a broker sees it.
pub(crate) trait ControllerChannel: Send + Sync + 'static {
    /// Registers; gives the broker epoch or the controller's error.
    fn register(
        &self,
        request: BrokerRegistrationRequest,
    ) -> impl Future<Output = Result<i64, ErrorCode>> + Send;

    /// Sends a heartbeat; gives what the controller thinks, or its error.
    fn heartbeat(
        &self,
        request: BrokerHeartbeatRequest,
    ) -> impl Future<Output = Result<Heartbeat, ErrorCode>> + Send;

    /// Last offset of the metadata log that this broker has applied.
    fn applied_offset(&self) -> i64;
}

/// The controller's answer to a heartbeat.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Heartbeat {
    pub(crate) fenced: bool,
    pub(crate) should_shut_down: bool,
}

/// Where the broker is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Not let in yet, or fenced.
    Starting,
    /// Serving.
    Running,
    /// The controller has let it go.
    Stopped,
    /// The controller refuses it for good.
    Refused(ErrorCode),
}

/// What the loop needs to know.
#[derive(Debug)]
pub(crate) struct Lifecycle<C> {
    pub(crate) channel: Arc<C>,
    pub(crate) registration: BrokerRegistrationRequest,
    /// `broker.heartbeat.interval.ms`.
    pub(crate) interval: Duration,
    /// `initial.broker.registration.timeout.ms`: how long registering may take.
    pub(crate) registration_timeout: Duration,
    pub(crate) phase: watch::Sender<Phase>,
    /// The broker epoch once registered, for other requests to the controller.
    pub(crate) epoch: watch::Sender<i64>,
    /// Turns true when the broker is to leave.
    pub(crate) stop: watch::Receiver<bool>,
}

impl<C: ControllerChannel> Lifecycle<C> {
    /// Runs until the broker has left or is refused.
    pub(crate) async fn run(mut self) {
        let Some(mut epoch) = self.register().await else { return };
        let mut announced_fenced = true;
        loop {
            let stopping = *self.stop.borrow();
            let request = BrokerHeartbeatRequest {
                broker_id: self.registration.broker_id,
                broker_epoch: epoch,
                current_metadata_offset: self.channel.applied_offset(),
                want_fence: false,
                want_shut_down: stopping,
                ..BrokerHeartbeatRequest::default()
            };
            let pause = match self.channel.heartbeat(request).await {
                Ok(answer) if stopping && answer.should_shut_down => {
                    self.phase.send_replace(Phase::Stopped);
                    return;
                }
                Ok(answer) => {
                    if answer.fenced != announced_fenced && !stopping {
                        announced_fenced = answer.fenced;
                        let phase = if answer.fenced { Phase::Starting } else { Phase::Running };
                        tracing::info!(fenced = answer.fenced, "the controller's view changed");
                        self.phase.send_replace(phase);
                    }
                    if answer.fenced || stopping { RETRY } else { self.interval }
                }
                Err(ErrorCode::STALE_BROKER_EPOCH | ErrorCode::BROKER_ID_NOT_REGISTERED)
                    if !stopping =>
                {
                    tracing::warn!(
                        epoch,
                        "the controller no longer knows this broker; registering"
                    );
                    let Some(next) = self.register().await else { return };
                    epoch = next;
                    RETRY
                }
                Err(code) => {
                    tracing::warn!(%code, "heartbeat refused");
                    RETRY
                }
            };
            tokio::select! {
                () = tokio::time::sleep(pause) => {}
                changed = self.stop.changed(), if !stopping => if changed.is_err() { return },
            }
        }
    }

    /// Registers until it succeeds; `None` when the broker stops or is refused for good.
    async fn register(&mut self) -> Option<i64> {
        let give_up = tokio::time::Instant::now() + self.registration_timeout;
        loop {
            match self.channel.register(self.registration.clone()).await {
                Ok(epoch) => {
                    tracing::info!(broker = self.registration.broker_id, epoch, "registered");
                    self.epoch.send_replace(epoch);
                    return Some(epoch);
                }
                Err(
                    code @ (ErrorCode::INCONSISTENT_CLUSTER_ID
                    | ErrorCode::UNSUPPORTED_VERSION
                    | ErrorCode::INVALID_REGISTRATION
                    | ErrorCode::INVALID_REQUEST),
                ) => {
                    tracing::error!(%code, "the controller refuses this broker");
                    self.phase.send_replace(Phase::Refused(code));
                    return None;
                }
                Err(code) if tokio::time::Instant::now() >= give_up => {
                    tracing::error!(%code, "not registered within initial.broker.registration.timeout.ms");
                    self.phase.send_replace(Phase::Refused(code));
                    return None;
                }
                Err(code) => tracing::warn!(%code, "cannot register yet; trying again"),
            }
            tokio::select! {
                () = tokio::time::sleep(RETRY) => {}
                _ = self.stop.changed() => {
                    if *self.stop.borrow() {
                        self.phase.send_replace(Phase::Stopped);
                        return None;
                    }
                }
            }
        }
    }
}

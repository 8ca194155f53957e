//! One connection: frames in, answers out in request order.
//!
//! A single task does everything, so that an idle connection costs one small future and no buffer.
//! Order: a request is passed on only when the answers before it are computed, except that requests
//! that overlap (Produce) are passed on ahead of each other, up to [`MAX_PIPELINED`]. The socket is
//! not read while the next request could not be passed on, nor while answers pile up: a client that
//! sends faster than it reads is slowed down by TCP.
//!
//! Invariant: answers leave in the order of their requests.

use std::{
    collections::VecDeque,
    io,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, Waker},
};

use tokio::{
    net::TcpStream,
    time::{Instant, Sleep},
};
use tokio_util::sync::WaitForCancellationFuture;
use tracing::{debug, warn};

use super::{
    budget::FrameCharge,
    config::{MAX_PIPELINED, OUT_LIMIT, STALL_LIMIT, TURN_BYTES, TURN_CALLS},
    frame::{FrameReader, Front},
    metrics::{CloseReason, Rejection},
    server::{Place, Shared},
    service::{Answer, BoxFuture, Called, ConnectionInfo, SentRequest, Service},
    write::{Out, Timing, WriteError},
};

/// A request whose answer has not been moved to the output yet.
struct InProgress {
    answer: Progress,
    charge: Option<FrameCharge>,
    overlaps: bool,
    timing: Timing,
}

enum Progress {
    Pending(BoxFuture<'static, Answer>),
    Done(Answer),
}

/// State of the task.
pub(super) struct Connection {
    stream: TcpStream,
    shared: Arc<Shared>,
    service: Arc<dyn Service>,
    info: Arc<ConnectionInfo>,
    reader: FrameReader,
    in_progress: VecDeque<InProgress>,
    out: Out,
    /// Set when no more requests are taken: the connection ends once all answers are out.
    ending: Option<CloseReason>,
    /// When bytes last moved.
    active_at: Instant,
    /// With whom timer and stop signal are registered.
    waker: Option<Waker>,
    reason: CloseReason,
    /// Last: the socket is closed when the counts say so.
    _place: Place,
}

/// Serves one connection to its end.
pub(super) async fn run(mut connection: Connection) {
    let shared = Arc::clone(&connection.shared);
    let mut stop = std::pin::pin!(shared.stop.cancelled());
    let first = connection.active_at + shared.config.max_idle;
    let mut timer = std::pin::pin!(tokio::time::sleep_until(first));
    let reason =
        std::future::poll_fn(|context| connection.poll(context, timer.as_mut(), stop.as_mut()))
            .await;
    connection.reason = reason;
}

impl Connection {
    /// A connection that was just accepted.
    pub(super) fn new(
        stream: TcpStream,
        shared: Arc<Shared>,
        service: Arc<dyn Service>,
        info: Arc<ConnectionInfo>,
        place: Place,
    ) -> Self {
        let now = Instant::now();
        Self {
            stream,
            shared,
            service,
            info,
            reader: FrameReader::new(now),
            in_progress: VecDeque::new(),
            out: Out::default(),
            ending: None,
            active_at: now,
            waker: None,
            reason: CloseReason::Fault,
            _place: place,
        }
    }

    fn poll(
        &mut self,
        context: &mut Context<'_>,
        mut timer: Pin<&mut Sleep>,
        stop: Pin<&mut WaitForCancellationFuture<'_>>,
    ) -> Poll<CloseReason> {
        if let Some(reason) = self.poll_signals(context, timer.as_mut(), stop) {
            return Poll::Ready(reason);
        }
        if let Poll::Ready(reason) = self.poll_traffic(context) {
            return Poll::Ready(reason);
        }
        self.reader.settle(&self.shared.budget);
        if self.reader.is_charged() {
            // Look soon whether the rest of the frame came.
            let latest = Instant::now() + STALL_LIMIT;
            if timer.deadline() > latest {
                timer.as_mut().reset(latest);
                let _ = timer.poll(context);
            }
        }
        Poll::Pending
    }

    fn poll_traffic(&mut self, context: &mut Context<'_>) -> Poll<CloseReason> {
        let mut turn = TURN_BYTES;
        let mut calls = TURN_CALLS;
        loop {
            let mut moved = self.call_requests(&mut calls);
            moved |= self.poll_answers(context);
            let unsent = self.out.len();
            let with = &self.shared.writing;
            match self.out.poll_write(context, &self.stream, with, &mut turn) {
                Poll::Ready(Err(error)) => return Poll::Ready(self.write_failed(&error)),
                Poll::Ready(Ok(())) | Poll::Pending => {}
            }
            moved |= self.out.len() != unsent;
            self.report_sent();
            if let Some(reason) = self.ending
                && self.in_progress.is_empty()
                && self.out.is_empty()
            {
                return Poll::Ready(reason);
            }
            moved |= self.poll_read(context, &mut turn);
            if moved {
                self.active_at = Instant::now();
            } else {
                return Poll::Pending;
            }
            if turn == 0 || calls == 0 {
                // The others' turn.
                context.waker().wake_by_ref();
                return Poll::Pending;
            }
        }
    }

    /// Looks at the clock and at the stop signal. Both are registered once for each waker: polling
    /// them on every event would take a lock that all connections share.
    fn poll_signals(
        &mut self,
        context: &mut Context<'_>,
        mut timer: Pin<&mut Sleep>,
        stop: Pin<&mut WaitForCancellationFuture<'_>>,
    ) -> Option<CloseReason> {
        let registered = self.waker.as_ref().is_some_and(|waker| waker.will_wake(context.waker()));
        if !registered {
            self.waker = Some(context.waker().clone());
            let _ = stop.poll(context);
        }
        if let Some(until) = self.shared.stopping() {
            if self.ending.is_none() {
                self.end(CloseReason::Stopping);
            }
            if timer.deadline() > until {
                timer.as_mut().reset(until);
            }
        }
        while timer.as_mut().poll(context).is_ready() {
            match self.check_time(Instant::now()) {
                Ok(next) => timer.as_mut().reset(next),
                Err(reason) => return Some(reason),
            }
        }
        None
    }

    /// When to look again, or why the connection must end now.
    fn check_time(&self, now: Instant) -> Result<Instant, CloseReason> {
        let idle = self.shared.config.max_idle;
        let mut next = match self.in_progress.is_empty() {
            true => self.active_at + idle,
            false => now + idle,
        };
        if next <= now {
            return Err(CloseReason::Idle);
        }
        if self.reader.is_charged() {
            if self.shared.budget.contended() && self.reader.is_stalled(now) {
                return Err(CloseReason::Stalled);
            }
            next = next.min(now + STALL_LIMIT);
        }
        if let Some(until) = self.shared.stopping() {
            if until <= now {
                return Err(CloseReason::Stopping);
            }
            next = next.min(until);
        }
        Ok(next)
    }

    /// Takes no more requests.
    fn end(&mut self, reason: CloseReason) {
        if self.ending.is_none() {
            self.ending = Some(reason);
            self.reader.clear();
        }
    }

    /// What is at the front of the buffer; a frame that is refused ends the connection.
    fn front(&mut self) -> Option<Front> {
        match self.reader.front(self.shared.config.max_request_bytes) {
            Ok(front) => Some(front),
            Err(rejection) => {
                self.reject(rejection);
                None
            }
        }
    }

    /// Whether the front request may be passed on (or read on), as far as is known of it.
    fn is_callable(&self) -> bool {
        self.out.len() < OUT_LIMIT
            && (self.in_progress.is_empty()
                || self.in_progress.len() < MAX_PIPELINED
                    && self.in_progress.iter().all(|request| request.overlaps)
                    && self.reader.peek().is_none_or(|frame| self.service.overlaps(frame)))
    }

    /// Passes on the complete requests at the front. True if there was one.
    fn call_requests(&mut self, calls: &mut usize) -> bool {
        let mut called = false;
        while self.ending.is_none() && *calls > 0 && !self.reader.is_empty() {
            let Some(Front::Whole(total)) = self.front() else { break };
            if !self.is_callable() {
                break;
            }
            called = true;
            *calls -= 1;
            let busy = !self.in_progress.is_empty();
            let (frame, charge) = self.reader.take(total, busy, &self.shared.budget);
            self.shared.metrics().count_request();
            let overlaps = self.service.overlaps(&frame);
            let now = Instant::now();
            let mut timing = Timing {
                api: frame.first_chunk().copied().map_or(-1, i16::from_be_bytes),
                queued: now.duration_since(self.reader.arrived()),
                answered: now,
            };
            match self.service.call(&self.info, frame) {
                Called::Ready(answer) if !busy => {
                    charge.iter().for_each(FrameCharge::release);
                    timing.answered = Instant::now();
                    self.send(answer, timing);
                }
                called => {
                    let answer = match called {
                        Called::Ready(answer) => {
                            charge.iter().for_each(FrameCharge::release);
                            timing.answered = Instant::now();
                            Progress::Done(answer)
                        }
                        Called::Pending(future) => Progress::Pending(future),
                    };
                    self.in_progress.push_back(InProgress { answer, charge, overlaps, timing });
                }
            }
        }
        called
    }

    /// Drives all requests in progress and moves the answers that are next in line to the output.
    /// True if one was moved.
    fn poll_answers(&mut self, context: &mut Context<'_>) -> bool {
        for request in &mut self.in_progress {
            if let Progress::Pending(future) = &mut request.answer
                && let Poll::Ready(answer) = future.as_mut().poll(context)
            {
                request.answer = Progress::Done(answer);
                request.timing.answered = Instant::now();
                if let Some(charge) = request.charge.take() {
                    charge.release();
                }
            }
        }
        let mut moved = false;
        while let Some(InProgress { answer: Progress::Done(_), .. }) = self.in_progress.front() {
            let request = self.in_progress.pop_front();
            if let Some(InProgress { answer: Progress::Done(answer), timing, .. }) = request {
                self.send(answer, timing);
            }
            moved = true;
        }
        moved
    }

    fn send(&mut self, answer: Answer, timing: Timing) {
        match answer {
            Answer::Nothing => {}
            Answer::Send(parts) => {
                if !self.out.push(parts, timing) {
                    self.close_after_answers("an answer is too large to be sent");
                }
            }
            Answer::Close(reason) => self.close_after_answers(&reason),
        }
    }

    fn report_sent(&mut self) {
        while let Some(Timing { api, queued, answered }) = self.out.next_sent() {
            let sending = answered.elapsed();
            self.service.sent(&SentRequest { api, queued, sending });
        }
    }

    fn close_after_answers(&mut self, reason: &str) {
        let Self { info, .. } = self;
        let (peer, listener, client) = (info.peer, &*info.listener, info.client_id());
        warn!(%peer, listener, client, "closing connection: {reason}");
        // Later requests of the client get no answer.
        self.in_progress.clear();
        self.reader.clear();
        self.ending = Some(CloseReason::Service);
    }

    /// Reads once, if a request could be passed on. True if bytes came, or the end.
    fn poll_read(&mut self, context: &mut Context<'_>, turn: &mut usize) -> bool {
        if self.ending.is_some() || *turn == 0 {
            return false;
        }
        let Some(front) = self.front() else { return true };
        if matches!(front, Front::Whole(_)) || !self.is_callable() {
            self.reader.leave_queue();
            return false;
        }
        let budget = &self.shared.budget;
        match self.reader.poll_fill(context, &mut self.stream, front, budget) {
            Poll::Pending => false,
            Poll::Ready(Ok(0)) => {
                let clean = self.reader.is_empty();
                self.end(if clean { CloseReason::Peer } else { CloseReason::HalfFrame });
                true
            }
            Poll::Ready(Ok(read)) => {
                self.shared.metrics().read(read);
                *turn = turn.saturating_sub(read);
                true
            }
            Poll::Ready(Err(error)) => {
                self.socket_failed(&error);
                // Nobody is left to read the answers.
                self.in_progress.clear();
                self.out = Out::default();
                self.end(CloseReason::Socket);
                true
            }
        }
    }

    fn reject(&mut self, rejection: Rejection) {
        self.shared.metrics().count_rejected(rejection);
        let length = self.reader.first_bytes().first_chunk().copied().map(i32::from_be_bytes);
        let length = length.unwrap_or_default();
        let max = self.shared.config.max_request_bytes;
        let why = match rejection {
            Rejection::Negative => format!("a request with the negative length {length}"),
            Rejection::TooShort => format!("a length of {length}, too small for a request"),
            Rejection::TooLarge => {
                format!("a request of {length} bytes, above socket.request.max.bytes={max}")
            }
            Rejection::Http => "what looks like an HTTP request (is this a health check or a \
                                browser on the Kafka port?)"
                .to_owned(),
            Rejection::Tls => "what looks like the start of a TLS session (is the client set to \
                               SSL while this listener is plain text?)"
                .to_owned(),
            Rejection::Foreign => "what looks like another protocol than Kafka's".to_owned(),
        };
        let (peer, listener, client) =
            (self.info.peer, &*self.info.listener, self.info.client_id());
        warn!(%peer, listener, client, "closing connection: it sent {why}");
        self.end(CloseReason::Rejected);
    }

    fn socket_failed(&self, error: &io::Error) {
        debug!(connection = %self.info, %error, "connection failed");
    }

    fn write_failed(&self, failure: &WriteError) -> CloseReason {
        match failure {
            WriteError::Socket(error) => {
                self.socket_failed(error);
                CloseReason::Socket
            }
            WriteError::Region(error) => {
                warn!(connection = %self.info, %error, "closing connection: {failure}");
                CloseReason::Region
            }
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let Self { shared, info, .. } = self;
        let reason = self.reason;
        match reason {
            CloseReason::Stalled => warn!(
                peer = %info.peer, listener = &*info.listener,
                "closing connection: a request was left half sent while others waited for memory"
            ),
            reason => debug!(connection = %info, reason = reason.label(), "connection closed"),
        }
        shared.metrics().count_closed(reason);
        // What is in progress must be gone when the service hears of it.
        self.in_progress.clear();
        self.service.closed(info);
    }
}

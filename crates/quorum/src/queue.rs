//! The bounded queue between the tasks that ask and the one thread that answers.
//!
//! Senders wait (without a thread) for a place; the thread waits for work until a deadline.
//! Invariant: at most [`QUEUE_LIMIT`] items are queued or being handled.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Requests that may wait for the metadata thread. Each client connection has at most one in the
/// queue at a time, so that a flood slows its clients down; 1,024 requests are a few batches.
pub(crate) const QUEUE_LIMIT: usize = 1024;

#[derive(Debug)]
struct State<T> {
    items: VecDeque<(T, OwnedSemaphorePermit)>,
    closed: bool,
}

#[derive(Debug)]
pub(crate) struct Queue<T> {
    state: Mutex<State<T>>,
    arrived: Condvar,
    places: Arc<Semaphore>,
}

/// The queue takes nothing any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Closed;

impl<T> Queue<T> {
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            state: Mutex::new(State { items: VecDeque::new(), closed: false }),
            arrived: Condvar::new(),
            places: Arc::new(Semaphore::new(limit)),
        }
    }

    /// Waits for a place and puts `item` in. Dropped before it is done, nothing was put in.
    pub(crate) async fn push(&self, item: T) -> Result<(), Closed> {
        let place = Arc::clone(&self.places).acquire_owned().await.map_err(|_| Closed)?;
        let mut state = self.state.lock();
        if state.closed {
            return Err(Closed);
        }
        state.items.push_back((item, place));
        drop(state);
        self.arrived.notify_one();
        Ok(())
    }

    /// Takes at most `limit` items; waits for the first one at most `timeout` (none: for ever). Empty
    /// after the timeout; the places are free again once the permits are dropped.
    pub(crate) fn take(
        &self,
        limit: usize,
        timeout: Option<Duration>,
    ) -> Vec<(T, OwnedSemaphorePermit)> {
        let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        let mut state = self.state.lock();
        while state.items.is_empty() && !state.closed {
            match deadline {
                None => self.arrived.wait(&mut state),
                Some(deadline) => {
                    if self.arrived.wait_until(&mut state, deadline).timed_out() {
                        break;
                    }
                }
            }
        }
        let count = state.items.len().min(limit);
        state.items.drain(..count).collect()
    }

    /// Refuses what comes from now on; what is queued is still taken.
    pub(crate) fn close(&self) {
        self.state.lock().closed = true;
        self.places.close();
        self.arrived.notify_all();
    }

    /// Closes and throws away what is queued: who waits for an answer learns that there is none.
    pub(crate) fn abandon(&self) {
        self.close();
        self.state.lock().items.clear();
    }

    /// Whether nothing is queued and nothing will be.
    pub(crate) fn is_done(&self) -> bool {
        let state = self.state.lock();
        state.closed && state.items.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    use super::*;

    fn poll<T>(future: &mut std::pin::Pin<&mut impl Future<Output = T>>) -> Poll<T> {
        future.as_mut().poll(&mut Context::from_waker(Waker::noop()))
    }

    #[test]
    fn a_full_queue_makes_the_next_one_wait_until_the_work_is_done() {
        let queue = Queue::new(2);
        for item in 0..2 {
            assert_eq!(poll(&mut pin!(queue.push(item))), Poll::Ready(Ok(())));
        }
        let mut third = pin!(queue.push(2));
        assert!(poll(&mut third).is_pending());
        let taken = queue.take(10, None);
        assert_eq!(taken.iter().map(|(item, _)| *item).collect::<Vec<_>>(), [0, 1]);
        // Taken is not done.
        assert!(poll(&mut third).is_pending());
        drop(taken);
        assert_eq!(poll(&mut third), Poll::Ready(Ok(())));
        assert_eq!(queue.take(10, None).len(), 1);
        assert!(queue.take(10, Some(Duration::ZERO)).is_empty());
    }

    #[test]
    fn a_closed_queue_gives_what_it_has_and_takes_nothing() {
        let queue = Queue::new(2);
        assert_eq!(poll(&mut pin!(queue.push(1))), Poll::Ready(Ok(())));
        queue.close();
        assert_eq!(poll(&mut pin!(queue.push(2))), Poll::Ready(Err(Closed)));
        assert!(!queue.is_done());
        assert_eq!(queue.take(10, None).len(), 1);
        assert!(queue.is_done());
        assert!(queue.take(10, None).is_empty());
    }
}

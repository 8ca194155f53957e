//! Who waits for a partition to move on.

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use parking_lot::Mutex;
use tokio::sync::Notify;

/// Waiting requests of one partition; each is woken once, then registers again if it has to.
///
/// Bounded by the requests in progress: a connection has one waiting fetch at a time.
#[derive(Debug, Default)]
pub(crate) struct Waiters {
    next: AtomicU64,
    list: Mutex<HashMap<u64, Arc<Notify>>>,
}

/// Takes its waiter off the list when dropped.
#[derive(Debug)]
pub(crate) struct Waiting<P: AsRef<Waiters>> {
    owner: P,
    ticket: u64,
}

impl Waiters {
    /// Wakes all who wait.
    pub(crate) fn wake(&self) {
        let woken = std::mem::take(&mut *self.list.lock());
        for notify in woken.into_values() {
            notify.notify_one();
        }
    }
}

impl<P: AsRef<Waiters>> Waiting<P> {
    /// Puts `notify` on the list of `owner`.
    pub(crate) fn new(owner: P, notify: Arc<Notify>) -> Self {
        let waiters = owner.as_ref();
        let ticket = waiters.next.fetch_add(1, Ordering::Relaxed);
        waiters.list.lock().insert(ticket, notify);
        Self { owner, ticket }
    }
}

impl<P: AsRef<Waiters>> Drop for Waiting<P> {
    fn drop(&mut self) {
        self.owner.as_ref().list.lock().remove(&self.ticket);
    }
}

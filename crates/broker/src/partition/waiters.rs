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

use super::Partition;

/// Waiting requests of one partition; each is woken once, then registers again if it has to.
///
/// Bounded by the requests in progress: a connection has one waiting fetch at a time.
#[derive(Debug, Default)]
pub(super) struct Waiters {
    next: AtomicU64,
    list: Mutex<HashMap<u64, Arc<Notify>>>,
}

impl Waiters {
    /// Wakes all who wait.
    pub(super) fn wake(&self) {
        let woken = std::mem::take(&mut *self.list.lock());
        for notify in woken.into_values() {
            notify.notify_one();
        }
    }
}

/// A place on the list of a partition, given up when dropped.
#[derive(Debug)]
pub(crate) struct Waiting {
    partition: Arc<Partition>,
    ticket: u64,
}

impl Waiting {
    /// Puts `notify` on the list of `partition`.
    pub(super) fn new(partition: Arc<Partition>, notify: Arc<Notify>) -> Self {
        let waiters = &partition.waiters;
        let ticket = waiters.next.fetch_add(1, Ordering::Relaxed);
        waiters.list.lock().insert(ticket, notify);
        Self { partition, ticket }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.partition.waiters.list.lock().remove(&self.ticket);
    }
}

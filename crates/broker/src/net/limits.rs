//! Counts of connections: all, of each listener, of each address.
//!
//! As in Kafka, a connection beyond `max.connections` waits (its listener stops accepting), one
//! beyond `max.connections.per.ip` is closed. Deviation: the inter-broker listener is exempt from
//! `max.connections`, but no connection of another listener is closed to make room for it.

use std::{collections::HashMap, net::IpAddr};

use parking_lot::Mutex;
use tokio::sync::Notify;

/// Counts of open connections.
#[derive(Debug, Default)]
pub(super) struct Limits {
    counts: Mutex<Counts>,
    freed: Notify,
}

#[derive(Debug, Default)]
struct Counts {
    total: usize,
    /// By number of the listener.
    listeners: Vec<usize>,
    addresses: HashMap<IpAddr, usize>,
    /// Tasks that accept.
    acceptors: usize,
}

/// What one listener allows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowed {
    pub(super) listener: usize,
    pub(super) in_total: usize,
    pub(super) on_listener: usize,
    pub(super) from_address: usize,
}

impl Limits {
    /// Number for a new listener.
    pub(super) fn add_listener(&self) -> usize {
        let mut counts = self.counts.lock();
        counts.listeners.push(0);
        counts.listeners.len() - 1
    }

    /// Counts a connection from `address`, once there is a place for it. False when there are too
    /// many from this address; then it is not counted. Cancel safe.
    pub(super) async fn admit(&self, address: IpAddr, allowed: Allowed) -> bool {
        loop {
            let mut freed = std::pin::pin!(self.freed.notified());
            freed.as_mut().enable();
            {
                let mut counts = self.counts.lock();
                let here = counts.listeners[allowed.listener];
                if counts.total < allowed.in_total && here < allowed.on_listener {
                    let same = counts.addresses.entry(address.to_canonical()).or_insert(0);
                    if *same >= allowed.from_address {
                        return false;
                    }
                    *same += 1;
                    counts.total += 1;
                    counts.listeners[allowed.listener] += 1;
                    return true;
                }
            }
            freed.await;
        }
    }

    /// Takes a connection out of the counts.
    pub(super) fn release(&self, address: IpAddr, listener: usize) {
        let mut counts = self.counts.lock();
        counts.total -= 1;
        counts.listeners[listener] -= 1;
        let address = address.to_canonical();
        if let Some(same) = counts.addresses.get_mut(&address) {
            *same -= 1;
            if *same == 0 {
                counts.addresses.remove(&address);
            }
        }
        drop(counts);
        self.freed.notify_waiters();
    }

    pub(super) fn acceptor_started(&self) {
        self.counts.lock().acceptors += 1;
    }

    pub(super) fn acceptor_ended(&self) {
        self.counts.lock().acceptors -= 1;
        self.freed.notify_waiters();
    }

    /// Open connections.
    pub(super) fn total(&self) -> usize {
        self.counts.lock().total
    }

    /// Returns when nothing accepts any more and no connection is open.
    pub(super) async fn drained(&self) {
        loop {
            let mut freed = std::pin::pin!(self.freed.notified());
            freed.as_mut().enable();
            {
                let counts = self.counts.lock();
                if counts.total == 0 && counts.acceptors == 0 {
                    return;
                }
            }
            freed.await;
        }
    }
}

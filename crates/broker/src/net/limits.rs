//! Counts of connections: all, of each listener, of each address.
//!
//! As in Kafka, a connection beyond `max.connections` waits (its listener stops accepting), one
//! beyond `max.connections.per.ip` is closed, and one beyond `max.connection.creation.rate` waits (here a
//! second's worth may come at once; Kafka measures over the windows of its quotas). Deviation: the inter-broker listener is exempt from
//! `max.connections`, but no connection of another listener is closed to make room for it.

use std::{collections::HashMap, net::IpAddr, time::Duration};

use parking_lot::Mutex;
use tokio::{sync::Notify, time::Instant};

/// Counts of open connections.
#[derive(Debug, Default)]
pub(super) struct Limits {
    counts: Mutex<Counts>,
    freed: Notify,
    pace: Mutex<Pace>,
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

/// Keeps to a rate of connections, of which one second's worth may come at once.
#[derive(Debug, Default)]
struct Pace {
    /// When the connections so far would all have come one by one.
    used: Option<Instant>,
}

impl Pace {
    /// Counts one more; how long it has to wait.
    fn next(&mut self, now: Instant, rate: usize) -> Duration {
        const BURST: Duration = Duration::from_secs(1);
        // Nobody can open a million a second, and "no limit" must cost nothing.
        if rate >= 1_000_000 {
            self.used = None;
            return Duration::ZERO;
        }
        let step = BURST / u32::try_from(rate.max(1)).unwrap_or(u32::MAX);
        let used = self.used.map_or(now, |used| used.max(now)) + step;
        self.used = Some(used);
        used.saturating_duration_since(now + BURST)
    }
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

    /// Waits until one more connection is within `rate` a second.
    pub(super) async fn pace(&self, rate: usize) {
        let wait = self.pace.lock().next(Instant::now(), rate);
        if !wait.is_zero() {
            tokio::time::sleep(wait).await;
        }
    }

    /// Has those who wait look at the limits again.
    pub(super) fn changed(&self) {
        self.freed.notify_waiters();
    }

    /// Counts a connection from `address`, once there is a place for it; `allowed` is asked again
    /// while it waits. False when there are too many from this address; then it is not counted.
    /// Cancel safe.
    pub(super) async fn admit(&self, address: IpAddr, allowed: impl Fn() -> Allowed) -> bool {
        loop {
            let mut freed = std::pin::pin!(self.freed.notified());
            freed.as_mut().enable();
            {
                let allowed = allowed();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_seconds_worth_comes_at_once_and_then_one_by_one() {
        let mut pace = Pace::default();
        let start = Instant::now();
        let ms = Duration::from_millis;
        let waits: Vec<_> = (0..6).map(|_| pace.next(start, 4)).collect();
        assert_eq!(waits, [ms(0), ms(0), ms(0), ms(0), ms(250), ms(500)]);
        // Two seconds later all of it has been worked off.
        let later = start + ms(4000);
        assert_eq!(pace.next(later, 4), ms(0));
        assert_eq!(pace.next(later, usize::MAX), ms(0));
        assert_eq!(pace.next(later, 1), ms(0));
        assert_eq!(pace.next(later, 1), ms(1000));
    }
}

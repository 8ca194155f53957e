//! How long to wait before trying again.
//!
//! Exponential from `retry.backoff.ms` to `retry.backoff.max.ms`, doubling, give or take a fifth
//! (KIP-580), so that clients which failed together do not come back together.

use std::time::Duration;

use rand::Rng as _;

/// Doublings after which the wait no longer grows; keeps the shift in range.
const MAX_DOUBLINGS: u32 = 20;

/// The waits of one operation.
#[derive(Clone, Debug)]
pub(crate) struct Backoff {
    first: Duration,
    max: Duration,
    attempts: u32,
}

impl Backoff {
    pub(crate) fn new(first: Duration, max: Duration) -> Self {
        Self { first, max: max.max(first), attempts: 0 }
    }

    /// The next wait, longer than the one before.
    pub(crate) fn next(&mut self) -> Duration {
        let wait = self.first.saturating_mul(1 << self.attempts.min(MAX_DOUBLINGS)).min(self.max);
        self.attempts = self.attempts.saturating_add(1);
        wait.mul_f64(rand::rng().random_range(0.8..1.2))
    }

    /// Starts again from the first wait.
    pub(crate) fn reset(&mut self) {
        self.attempts = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_the_maximum() {
        let mut backoff = Backoff::new(Duration::from_millis(100), Duration::from_millis(1000));
        for expected in [100u64, 200, 400, 800, 1000, 1000] {
            let wait = backoff.next().as_millis() as u64;
            assert!((expected * 4 / 5..=expected * 6 / 5).contains(&wait), "{wait} for {expected}");
        }
        backoff.reset();
        assert!(backoff.next() <= Duration::from_millis(120));
    }
}

//! The seams to time and to randomness.

use std::fmt;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use moldau_protocol::ids::Uuid;

/// Time. Wall time goes into records, monotonic time into deadlines.
pub trait Clock: Send + Sync + fmt::Debug {
    /// Milliseconds since 1970; may jump either way.
    fn now_ms(&self) -> i64;

    /// Milliseconds since some fixed moment; never goes back.
    fn monotonic_ms(&self) -> i64;
}

/// The clock of the machine.
#[derive(Debug)]
pub struct SystemClock {
    start: Instant,
}

impl Default for SystemClock {
    fn default() -> Self {
        Self { start: Instant::now() }
    }
}

impl Clock for SystemClock {
    fn now_ms(&self) -> i64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    }

    fn monotonic_ms(&self) -> i64 {
        i64::try_from(self.start.elapsed().as_millis()).unwrap_or(i64::MAX)
    }
}

/// Source of ids that nobody else has.
pub trait IdSource: Send + Sync + fmt::Debug {
    /// A fresh id. Its text does not begin with `-` (a shell would take it for an option) and it is
    /// none of the reserved ones.
    fn next_id(&self) -> Uuid;
}

/// Ids from the random numbers of the operating system.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomIds;

impl IdSource for RandomIds {
    fn next_id(&self) -> Uuid {
        loop {
            let id = Uuid::from_random(rand::random());
            if is_fit(id) {
                return id;
            }
        }
    }
}

/// Whether Kafka would hand this id out: not `-...`, not one of the first hundred, which name special
/// directories and topics.
fn is_fit(id: Uuid) -> bool {
    const RESERVED: u128 = 100;
    u128::from_be_bytes(id.0) >= RESERVED && !id.to_string().starts_with('-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_fit_for_a_command_line() {
        for _ in 0..500 {
            let id = RandomIds.next_id();
            assert!(!id.to_string().starts_with('-'));
        }
        assert!(!is_fit(Uuid::ZERO));
        assert!(!is_fit(Uuid::ONE));
        // 62 is the digit `-`.
        assert!(!is_fit(Uuid::from_halves(62 << 58, 1)));
        assert!(is_fit(Uuid::from_halves(61 << 58, 1)));
    }
}

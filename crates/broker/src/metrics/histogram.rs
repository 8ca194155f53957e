//! A histogram of durations without locks.

use std::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};

/// Upper bounds of the buckets in microseconds: a heartbeat takes tens of microseconds, a fetch that
/// waits for data half a second and more.
const BOUNDS: [u64; 14] = [
    50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 50_000, 100_000, 500_000, 1_000_000, 5_000_000,
    30_000_000,
];

/// Counts durations.
#[derive(Debug, Default)]
pub(super) struct TimeHistogram {
    /// One more than there are bounds, for what is longer.
    buckets: [AtomicU64; BOUNDS.len() + 1],
    nanoseconds: AtomicU64,
}

/// What a histogram held at one time.
#[derive(Debug, PartialEq)]
pub(super) struct Snapshot {
    pub(super) seconds: f64,
    pub(super) count: u64,
    /// Upper bound in seconds and number in the bucket, the last one without a bound.
    pub(super) buckets: Vec<(f64, u64)>,
}

impl TimeHistogram {
    pub(super) fn record(&self, time: Duration) {
        let microseconds = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        let bucket = BOUNDS.partition_point(|bound| *bound < microseconds);
        self.buckets[bucket].fetch_add(1, Relaxed);
        let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.nanoseconds.fetch_add(nanoseconds, Relaxed);
    }

    pub(super) fn snapshot(&self) -> Snapshot {
        let bounds = BOUNDS.iter().map(|bound| *bound as f64 / 1e6).chain([f64::INFINITY]);
        let counts = self.buckets.iter().map(|bucket| bucket.load(Relaxed));
        let buckets: Vec<_> = bounds.zip(counts).collect();
        Snapshot {
            seconds: self.nanoseconds.load(Relaxed) as f64 / 1e9,
            count: buckets.iter().map(|(_, count)| count).sum(),
            buckets,
        }
    }
}

//! How much is run: a smoke that only shows that everything works, a quick look, or the real thing.

use std::time::Duration;

use serde::Serialize;

/// Which cells a workload has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Level {
    Smoke,
    Quick,
    Full,
}

/// Lengths of everything.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Scale {
    pub(crate) level: Level,
    pub(crate) rounds: usize,
    /// After so long, the remaining cells get one round; also those that start servers or JVMs of
    /// their own. None: every cell gets all rounds.
    pub(crate) budget: Option<Duration>,
    /// Of one run of one cell.
    pub(crate) time: Duration,
    /// Most bytes that one run writes; keeps the kernel from throttling writers.
    pub(crate) bytes: u64,
    /// Of each server before the first run.
    pub(crate) warm_up: Duration,
    /// Size of the topic that catch-up reads.
    pub(crate) catch_up: u64,
    pub(crate) partitions: usize,
    pub(crate) idle_connections: usize,
}

impl Scale {
    pub(crate) fn of(level: Level) -> Self {
        let millis = Duration::from_millis;
        match level {
            Level::Smoke => Self {
                level,
                rounds: 1,
                budget: None,
                time: millis(300),
                bytes: 32 << 20,
                warm_up: millis(200),
                catch_up: 16 << 20,
                partitions: 50,
                idle_connections: 50,
            },
            Level::Quick => Self {
                level,
                rounds: 3,
                budget: Some(millis(120_000)),
                time: millis(1000),
                bytes: 256 << 20,
                warm_up: millis(8_000),
                catch_up: 128 << 20,
                partitions: 200,
                idle_connections: 1000,
            },
            Level::Full => Self {
                level,
                rounds: 5,
                budget: None,
                time: millis(5000),
                bytes: 2 << 30,
                warm_up: millis(60_000),
                catch_up: 1 << 30,
                partitions: 10_000,
                idle_connections: 9000,
            },
        }
    }
}

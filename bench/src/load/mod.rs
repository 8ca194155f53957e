//! The generator: closed-loop saturation, open-loop load at a fixed rate, and readers that check.
//!
//! Every connection has threads of its own with blocking calls: nothing in the generator can delay one
//! connection because of another, but the machine's scheduler.

mod canary;
mod open;
mod reader;
mod saturate;

pub(crate) use canary::canary;
pub(crate) use open::OpenLoad;
pub(crate) use reader::{Checker, Reader, await_leaders, end_offsets, read_all};
pub(crate) use saturate::{Limit, Produced, Saturate, WINDOW};

use hdrhistogram::Histogram;

/// Longest latency that is told apart, in nanoseconds.
const LONGEST: u64 = 600_000_000_000;

/// An empty histogram of nanoseconds with three digits.
pub(crate) fn histogram() -> Histogram<u64> {
    Histogram::new_with_bounds(1, LONGEST, 3).expect("constant bounds are good")
}

/// Where a workload's topic is.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) address: String,
    pub(crate) topic: String,
    pub(crate) partitions: usize,
}

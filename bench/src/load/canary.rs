//! A connection that sends small requests at a fixed rate while others saturate the server. It stands
//! for heartbeats and metadata.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;

use super::{Place, histogram};
use crate::failure::Result;
use crate::wire::{Link, api_versions, metadata_of};

/// Between two requests.
const INTERVAL: Duration = Duration::from_millis(5);

/// Runs until `done`; gives the latencies of requests without work (as a heartbeat) and of metadata
/// requests for one topic, in nanoseconds from when each was due.
pub(crate) fn canary(place: &Place, done: &AtomicBool) -> Result<(Histogram<u64>, Histogram<u64>)> {
    let mut link = Link::connect(&place.address)?;
    let (mut small, mut metadata) = (histogram(), histogram());
    let start = Instant::now();
    for number in 0.. {
        if done.load(Ordering::Acquire) {
            break;
        }
        let due = start + INTERVAL * number;
        thread::sleep(due.saturating_duration_since(Instant::now()));
        let latencies = if number % 2 == 0 {
            link.call(&api_versions())?;
            &mut small
        } else {
            link.call(&metadata_of(Some(&place.topic)))?;
            &mut metadata
        };
        latencies.saturating_record(u64::try_from(due.elapsed().as_nanos()).unwrap_or(u64::MAX));
    }
    Ok((small, metadata))
}

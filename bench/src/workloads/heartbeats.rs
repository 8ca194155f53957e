//! (f) Small requests while producers saturate: what a heartbeat and a metadata request wait.
//!
//! The heartbeat is an ApiVersions request: as small, and answered without work.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use moldau_protocol::records::Codec;

use super::{Outcome, PARTITIONS, Workload, percentiles, saturating};
use crate::failure::Result;
use crate::load::{canary, read_all};
use crate::scale::Scale;
use crate::side::Side;
use crate::template::Shape;

struct Heartbeats;

pub(super) fn cells(_scale: &Scale) -> Vec<Box<dyn Workload>> {
    vec![Box::new(Heartbeats)]
}

impl Workload for Heartbeats {
    fn group(&self) -> &'static str {
        "Small requests while producers saturate"
    }

    fn case(&self) -> String {
        "8 producers, 100 KiB requests; 200 small requests/s".to_owned()
    }

    fn run(&self, side: &Side) -> Result<Outcome> {
        let load = saturating(&side.scale, 8, 1, Shape::full(1024, Codec::None));
        side.with_topic(PARTITIONS, &[], |place| {
            let done = AtomicBool::new(false);
            let (produced, (small, metadata)) = thread::scope(|scope| {
                let canary = scope.spawn(|| canary(place, &done));
                let produced = load.run(place);
                done.store(true, Ordering::Release);
                let latencies = canary.join().map_err(|_| "the canary panicked")?;
                produced.and_then(|produced| Ok((produced, latencies?)))
            })?;
            read_all(place, 2, produced.batches)?;
            let mut measures =
                percentiles(["heartbeat p50", "heartbeat p99", "heartbeat p99.9"], &small).to_vec();
            let names = ["metadata p50", "metadata p99", "metadata p99.9"];
            measures.extend(percentiles(names, &metadata));
            Ok(Outcome::Measured(measures))
        })
    }
}

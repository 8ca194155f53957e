//! (d) Fan-out: one topic, 50 consumers at its tail, each of which reads everything.

use moldau_protocol::records::Codec;

use super::{Outcome, PARTITIONS, Workload, costs, percentiles};
use crate::failure::Result;
use crate::load::OpenLoad;
use crate::scale::{Level, Scale};
use crate::side::Side;
use crate::template::Shape;

/// Far from saturation for both servers, so that latency and cost are seen, not queues.
const RECORDS_PER_SECOND: f64 = 2000.0;
const SHAPE: Shape = Shape { record_size: 1024, records: 10, codec: Codec::None };

struct FanOut {
    consumers: usize,
}

pub(super) fn cells(scale: &Scale) -> Vec<Box<dyn Workload>> {
    vec![Box::new(FanOut { consumers: if scale.level == Level::Smoke { 5 } else { 50 } })]
}

impl Workload for FanOut {
    fn group(&self) -> &'static str {
        "Fan-out"
    }

    fn case(&self) -> String {
        format!("{} consumers, 2 k records/s of 1 KiB", self.consumers)
    }

    fn run(&self, side: &Side) -> Result<Outcome> {
        let load = OpenLoad {
            producers: 2,
            consumers: self.consumers,
            acks: 1,
            shape: SHAPE,
            records_per_second: RECORDS_PER_SECOND,
            time: side.scale.time,
        };
        side.with_topic(PARTITIONS, &[], |place| {
            let (opened, usage) = side.used(|| load.run(place))?;
            let names = ["end-to-end p50", "end-to-end p99", "end-to-end p99.9"];
            let mut measures = percentiles(names, &opened.end_to_end).to_vec();
            let delivered = opened.records * self.consumers as u64;
            measures.extend(costs(&usage, delivered, delivered * 1024));
            Ok(Outcome::Measured(measures))
        })
    }
}

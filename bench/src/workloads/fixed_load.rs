//! (b) Fixed load: 10, 25, 50 and 80 % of what the peer can take, and how long records wait.
//!
//! Requests of 10 records of 1 KiB from 8 producers, acks=all, one consumer at the tail. The peer's
//! saturation with these requests is measured first.

use std::sync::{Arc, OnceLock};

use moldau_protocol::records::Codec;

use super::{Outcome, PARTITIONS, Point, Workload, costs, percentiles, saturating};
use crate::failure::Result;
use crate::load::OpenLoad;
use crate::scale::{Level, Scale};
use crate::side::{Role, Side};
use crate::template::Shape;

const SHAPE: Shape = Shape { record_size: 1024, records: 10, codec: Codec::None };
const PRODUCERS: usize = 8;
const ACKS: i16 = -1;

struct FixedLoad {
    percent: u32,
    /// Records a second; measured by the first cell's preparation.
    saturation: Arc<OnceLock<f64>>,
}

pub(super) fn cells(scale: &Scale) -> Vec<Box<dyn Workload>> {
    let loads: &[u32] = match scale.level {
        Level::Smoke => &[10],
        Level::Quick => &[10, 50, 80],
        Level::Full => &[10, 25, 50, 80],
    };
    let saturation = Arc::new(OnceLock::new());
    loads
        .iter()
        .map(|&percent| {
            Box::new(FixedLoad { percent, saturation: Arc::clone(&saturation) })
                as Box<dyn Workload>
        })
        .collect()
}

impl Workload for FixedLoad {
    fn group(&self) -> &'static str {
        "Fixed load"
    }

    fn case(&self) -> String {
        match self.saturation.get() {
            Some(rate) => {
                let records = rate * f64::from(self.percent) / 1e5;
                format!("{} % of the peer's saturation ({records:.1} k records/s)", self.percent)
            }
            None => format!("{} % of the peer's saturation", self.percent),
        }
    }

    fn prepare(&self, side: &Side) -> Result<()> {
        if side.role == Role::Reference && self.saturation.get().is_none() {
            let mut rates = Vec::new();
            for _ in 0..side.scale.rounds.min(3) {
                let load = saturating(&side.scale, PRODUCERS, ACKS, SHAPE);
                let done = side.with_topic(PARTITIONS, &[], |place| load.run(place))?;
                rates.push(done.records_per_second());
            }
            rates.sort_by(f64::total_cmp);
            let _ = self.saturation.set(rates[rates.len() / 2]);
        }
        Ok(())
    }

    fn run(&self, side: &Side) -> Result<Outcome> {
        let saturation = self.saturation.get().ok_or("the peer's saturation is not known")?;
        let load = OpenLoad {
            producers: PRODUCERS,
            consumers: 1,
            acks: ACKS,
            shape: SHAPE,
            records_per_second: saturation * f64::from(self.percent) / 100.0,
            time: side.scale.time,
        };
        side.with_topic(PARTITIONS, &[], |place| {
            let (opened, usage) = side.used(|| load.run(place))?;
            let mut measures = Vec::new();
            measures
                .extend(percentiles(["ack p50", "ack p99", "ack p99.9"], &opened.acknowledgement));
            let names = ["end-to-end p50", "end-to-end p99", "end-to-end p99.9"];
            measures.extend(percentiles(names, &opened.end_to_end));
            measures.extend(costs(&usage, opened.records, opened.records * 1024));
            Ok(Outcome::Measured(measures))
        })
    }

    fn point(&self) -> Option<Point> {
        let x = f64::from(self.percent);
        Some(Point { curve: "latency".to_owned(), axis: "% of the peer's saturation", x })
    }
}

//! (a) Saturation: producers write batches of 100 KiB as fast as they are acknowledged.
//!
//! Records of 1 KiB and of 100 B; acks 1 and all; plain and lz4; 1, 8 and 64 producers; 12 partitions.
//! What was written is read back and checked.

use moldau_protocol::records::Codec;

use super::{Outcome, PARTITIONS, Point, Workload, full, produced, saturating};
use crate::failure::Result;
use crate::load::read_all;
use crate::scale::{Level, Scale};
use crate::side::Side;
use crate::template::Shape;

struct Saturation {
    record_size: usize,
    acks: i16,
    codec: Codec,
    producers: usize,
}

pub(super) fn cells(scale: &Scale) -> Vec<Box<dyn Workload>> {
    let mut cells: Vec<Box<dyn Workload>> = Vec::new();
    let mut cell = |record_size, acks, codec, producers| {
        cells.push(Box::new(Saturation { record_size, acks, codec, producers }));
    };
    if full(scale) {
        for record_size in [1024, 100] {
            for acks in [1, -1] {
                for codec in [Codec::None, Codec::Lz4] {
                    for producers in [1, 8, 64] {
                        cell(record_size, acks, codec, producers);
                    }
                }
            }
        }
    } else {
        cell(1024, 1, Codec::None, 8);
        cell(1024, -1, Codec::Lz4, 8);
        if scale.level == Level::Quick {
            cell(1024, 1, Codec::None, 1);
            cell(1024, 1, Codec::None, 64);
            cell(100, 1, Codec::None, 8);
        }
    }
    cells
}

impl Saturation {
    fn series(&self) -> String {
        let size = if self.record_size == 1024 { "1 KiB" } else { "100 B" };
        let acks = if self.acks == 1 { "1" } else { "all" };
        format!("{size}, acks={acks}, {}", self.codec.name())
    }
}

impl Workload for Saturation {
    fn group(&self) -> &'static str {
        "Saturation"
    }

    fn case(&self) -> String {
        format!("{}, producers: {}", self.series(), self.producers)
    }

    fn run(&self, side: &Side) -> Result<Outcome> {
        let shape = Shape::full(self.record_size, self.codec);
        let load = saturating(&side.scale, self.producers, self.acks, shape);
        side.with_topic(PARTITIONS, &[], |place| {
            let (done, usage) = side.used(|| load.run(place))?;
            read_all(place, 2, done.batches)?;
            Ok(Outcome::Measured(produced(&done, &usage, side.on_disk(place)?)))
        })
    }

    fn point(&self) -> Option<Point> {
        Some(Point { curve: self.series(), axis: "producers", x: self.producers as f64 })
    }
}

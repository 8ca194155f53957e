//! (e) Synced: 64 producers, one record of 1 KiB at a time, on disk before each acknowledgement.
//!
//! Kafka's topic has `flush.messages=1`, Moldau's `flush.on.ack=true` (its default).

use moldau_protocol::records::Codec;

use super::{Outcome, PARTITIONS, Workload, produced, saturating};
use crate::failure::Result;
use crate::load::read_all;
use crate::scale::{Level, Scale};
use crate::side::Side;
use crate::template::Shape;

struct Synced {
    producers: usize,
}

pub(super) fn cells(scale: &Scale) -> Vec<Box<dyn Workload>> {
    vec![Box::new(Synced { producers: if scale.level == Level::Smoke { 8 } else { 64 } })]
}

impl Workload for Synced {
    fn group(&self) -> &'static str {
        "On disk before the acknowledgement"
    }

    fn case(&self) -> String {
        format!("1 KiB records one at a time, producers: {}", self.producers)
    }

    fn run(&self, side: &Side) -> Result<Outcome> {
        let Some((peer, _)) = &side.local else {
            let reason = "how a server elsewhere is told to sync is not known";
            return Ok(Outcome::NotMeasured(reason.to_owned()));
        };
        let shape = Shape { record_size: 1024, records: 1, codec: Codec::None };
        let mut load = saturating(&side.scale, self.producers, 1, shape);
        load.window = 1;
        side.with_topic(PARTITIONS, &[peer.synced_topic()], |place| {
            let (done, usage) = side.used(|| load.run(place))?;
            read_all(place, 2, done.batches)?;
            Ok(Outcome::Measured(produced(&done, &usage, None)))
        })
    }
}

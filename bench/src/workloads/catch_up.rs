//! (c) Catch-up: consumers read a topic from its beginning, from the page cache and from the disk.
//!
//! Up to 12 consumers share the 12 partitions; more read partitions again. Every batch is checked.

use std::fs::{self, File};
use std::time::Duration;

use moldau_protocol::records::Codec;
use rustix::fs::{Advice, fadvise, fdatasync};

use super::{Better, GB, Outcome, PARTITIONS, Workload, costs, full, measure, saturating};
use crate::failure::Result;
use crate::load::{Limit, Place, read_all};
use crate::scale::{Level, Scale};
use crate::side::Side;
use crate::template::Shape;

/// Name and size of the topic, remembered for the rounds.
const TOPIC: &str = "catch-up";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Cache {
    Warm,
    Cold,
}

struct CatchUp {
    consumers: usize,
    cache: Cache,
    last: bool,
}

pub(super) fn cells(scale: &Scale) -> Vec<Box<dyn Workload>> {
    let consumers: &[usize] = match scale.level {
        Level::Smoke => &[2],
        Level::Quick => &[8],
        Level::Full => &[1, 8, 64],
    };
    let caches: &[Cache] = if full(scale) || scale.level == Level::Quick {
        &[Cache::Warm, Cache::Cold]
    } else {
        &[Cache::Warm]
    };
    let mut cells = Vec::new();
    for &cache in caches {
        for &consumers in consumers {
            cells.push(CatchUp { consumers, cache, last: false });
        }
    }
    if let Some(cell) = cells.last_mut() {
        cell.last = true;
    }
    cells.into_iter().map(|cell| Box::new(cell) as Box<dyn Workload>).collect()
}

fn place(side: &Side) -> Place {
    Place { address: side.address.clone(), topic: TOPIC.to_owned(), partitions: PARTITIONS }
}

/// Writes the topic out and drops it from the page cache.
fn drop_cache(side: &Side) -> Result<bool> {
    let Some((_, server)) = &side.local else { return Ok(false) };
    for index in 0..PARTITIONS {
        for file in fs::read_dir(server.node.partition(TOPIC, index))? {
            let file = File::open(file?.path())?;
            fdatasync(&file)?;
            fadvise(&file, 0, None, Advice::DontNeed)?;
        }
    }
    Ok(true)
}

impl Workload for CatchUp {
    fn group(&self) -> &'static str {
        "Catch-up read"
    }

    fn case(&self) -> String {
        let cache = if self.cache == Cache::Warm { "cached" } else { "cold" };
        format!("{cache}, consumers: {}", self.consumers)
    }

    fn prepare(&self, side: &Side) -> Result<()> {
        if side.recall(TOPIC).is_err() {
            crate::side::create(&place(side), &[])?;
            let mut load = saturating(&side.scale, 8, 1, Shape::full(1024, Codec::None));
            let bytes = side.scale.catch_up;
            load.limit = Limit { time: Duration::from_secs(600), bytes, requests: u64::MAX };
            side.remember(TOPIC, load.run(&place(side))?.batches);
        }
        Ok(())
    }

    fn run(&self, side: &Side) -> Result<Outcome> {
        let batches = side.recall(TOPIC)?;
        if self.cache == Cache::Cold && !drop_cache(side)? {
            let reason = "the page cache of a server elsewhere cannot be emptied";
            return Ok(Outcome::NotMeasured(reason.to_owned()));
        }
        let (seen, usage) = side.used(|| read_all(&place(side), self.consumers, batches))?;
        let rate = seen.bytes as f64 / GB / seen.time.as_secs_f64();
        let mut measures = vec![measure("throughput", "GB/s", Better::Higher, rate)];
        measures.extend(costs(&usage, seen.records, seen.bytes));
        Ok(Outcome::Measured(measures))
    }

    fn clean(&self, side: &Side) -> Result<()> {
        if self.last { side.delete_topic(&place(side)) } else { Ok(()) }
    }
}

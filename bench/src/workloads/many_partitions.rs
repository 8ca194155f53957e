//! (g) Many partitions on one node: create them, write to each, one metadata request for all, start
//! after a clean stop and after a kill, and read everything back.

use std::time::{Duration, Instant};

use moldau_protocol::records::Codec;

use super::{Better, MIB, Outcome, Workload, measure, saturating};
use crate::failure::{Result, fail};
use crate::load::{Limit, Place, await_leaders, read_all};
use crate::scale::Scale;
use crate::server::Server;
use crate::side::{Side, create};
use crate::template::Shape;
use crate::usage;
use crate::wire::{Link, metadata_of};

/// Partitions of one topic: Kafka refuses requests that make more than 10,000 metadata records.
const PER_TOPIC: usize = 1000;
/// Metadata requests, of which the median counts.
const ASKED: usize = 9;

struct ManyPartitions {
    partitions: usize,
}

pub(super) fn cells(scale: &Scale) -> Vec<Box<dyn Workload>> {
    vec![Box::new(ManyPartitions { partitions: scale.partitions })]
}

impl ManyPartitions {
    fn places(&self, address: &str) -> Vec<Place> {
        (0..self.partitions.div_ceil(PER_TOPIC))
            .map(|topic| Place {
                address: address.to_owned(),
                topic: format!("many-{topic}"),
                partitions: PER_TOPIC.min(self.partitions - topic * PER_TOPIC),
            })
            .collect()
    }
}

/// Median time of a metadata request for everything, on one connection.
fn metadata(address: &str, partitions: usize) -> Result<Duration> {
    let mut link = Link::connect(address)?;
    let mut times = Vec::new();
    for _ in 0..ASKED {
        let begin = Instant::now();
        let response = link.call(&metadata_of(None))?;
        times.push(begin.elapsed());
        let seen: usize = response.topics.iter().map(|topic| topic.partitions.len()).sum();
        if seen < partitions {
            fail!("metadata of {seen} partitions instead of {partitions}");
        }
    }
    times.sort();
    Ok(times[ASKED / 2])
}

/// Starts a server; gives the time until every partition answers.
fn restart(server: &mut Server, places: &[Place]) -> Result<Duration> {
    let begin = Instant::now();
    server.restart()?;
    let mut link = Link::connect(&server.node.address())?;
    for place in places {
        await_leaders(&mut link, place)?;
    }
    Ok(begin.elapsed())
}

impl Workload for ManyPartitions {
    fn group(&self) -> &'static str {
        "Many partitions"
    }

    fn case(&self) -> String {
        format!("{} partitions", self.partitions)
    }

    fn slow(&self) -> bool {
        true
    }

    fn run(&self, side: &Side) -> Result<Outcome> {
        let Some(mut server) = side.own_server()? else {
            let reason = "a server elsewhere cannot be stopped and killed";
            return Ok(Outcome::NotMeasured(reason.to_owned()));
        };
        let empty_start = server.start_time;
        let places = self.places(&server.node.address());
        let begin = Instant::now();
        for place in &places {
            create(place, &[])?;
        }
        let created = begin.elapsed();

        let begin = Instant::now();
        for place in &places {
            let shape = Shape { record_size: 1024, records: 1, codec: Codec::None };
            let mut load = saturating(&side.scale, 1, 1, shape);
            let requests = place.partitions as u64;
            load.limit = Limit { time: Duration::from_secs(600), bytes: u64::MAX, requests };
            load.run(place)?;
        }
        let written = begin.elapsed();
        let metadata = metadata(&server.node.address(), self.partitions)?;
        let peak = usage::peak(server.pid())?;

        server.stop()?;
        let clean_start = restart(&mut server, &places)?;
        server.kill()?;
        let crash_start = restart(&mut server, &places)?;
        for place in &places {
            read_all(place, 8, place.partitions as u64)?;
        }

        let seconds =
            |metric, time: Duration| measure(metric, "s", Better::Lower, time.as_secs_f64());
        Ok(Outcome::Measured(vec![
            seconds("start when empty", empty_start),
            seconds("create", created),
            seconds("one record to each", written),
            measure("metadata of all", "ms", Better::Lower, metadata.as_secs_f64() * 1e3),
            seconds("start after a clean stop", clean_start),
            seconds("start after a kill", crash_start),
            measure("peak RSS", "MiB", Better::Lower, peak as f64 / MIB),
        ]))
    }
}

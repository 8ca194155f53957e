//! As fast as it goes: each producer keeps a window of requests in flight.

use std::io::Write;
use std::sync::Barrier;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use moldau_protocol::ErrorCode;
use moldau_protocol::messages::ProduceRequest;

use super::Place;
use crate::failure::{Result, fail};
use crate::template::{Shape, Stamp, Template};
use crate::wire::{self, Link};

/// Requests in flight on one connection; the Java client's default.
pub(crate) const WINDOW: u64 = 5;

/// When a run ends, whichever comes first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limit {
    pub(crate) time: Duration,
    /// Bytes of batches, over all producers.
    pub(crate) bytes: u64,
    /// Requests of each producer.
    pub(crate) requests: u64,
}

/// A closed-loop run.
#[derive(Clone, Debug)]
pub(crate) struct Saturate {
    pub(crate) producers: usize,
    pub(crate) acks: i16,
    pub(crate) shape: Shape,
    /// Requests in flight for each producer.
    pub(crate) window: u64,
    pub(crate) limit: Limit,
}

/// What was acknowledged.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Produced {
    pub(crate) batches: u64,
    pub(crate) records: u64,
    pub(crate) bytes: u64,
    pub(crate) time: Duration,
}

impl Produced {
    pub(crate) fn records_per_second(&self) -> f64 {
        self.records as f64 / self.time.as_secs_f64()
    }
}

impl Saturate {
    /// Runs to the limit and waits for every acknowledgement. Any error code is a failure.
    pub(crate) fn run(&self, place: &Place) -> Result<Produced> {
        let sent = AtomicU64::new(0);
        let gate = Barrier::new(self.producers + 1);
        thread::scope(|scope| {
            let threads: Vec<_> = (0..self.producers)
                .map(|producer| {
                    scope.spawn({
                        let (sent, gate) = (&sent, &gate);
                        move || self.produce(place, producer, sent, gate)
                    })
                })
                .collect();
            gate.wait();
            let start = Instant::now();
            let mut total = Produced::default();
            for thread in threads {
                let one = thread.join().map_err(|_| "a producer panicked")??;
                total.batches += one.batches;
                total.bytes += one.bytes;
            }
            total.records = total.batches * self.shape.records as u64;
            total.time = start.elapsed();
            Ok(total)
        })
    }

    fn produce(
        &self,
        place: &Place,
        producer: usize,
        sent: &AtomicU64,
        gate: &Barrier,
    ) -> Result<Produced> {
        let made = Template::new(&place.topic, self.acks, self.shape, producer as u64)
            .and_then(|template| Ok((template, Link::connect(&place.address)?)));
        gate.wait();
        let (mut template, mut link) = made?;
        let length = template.batch_len() as u64;
        let deadline = Instant::now() + self.limit.time;
        let (mut number, mut answered) = (0, 0);
        loop {
            let more = Instant::now() < deadline && sent.load(Ordering::Relaxed) < self.limit.bytes;
            while more && number < self.limit.requests && number - answered < self.window {
                let stamp = Stamp { producer, number };
                link.stream.write_all(template.stamp(stamp, place.partitions))?;
                sent.fetch_add(length, Ordering::Relaxed);
                number += 1;
            }
            if answered == number {
                break;
            }
            acknowledge(&mut link, answered)?;
            answered += 1;
        }
        Ok(Produced { batches: answered, bytes: answered * length, ..Produced::default() })
    }
}

/// Reads the acknowledgement of request `number` and looks at its error codes.
pub(super) fn acknowledge(link: &mut Link, number: u64) -> Result<()> {
    let answer = wire::read_frame(&mut link.stream)?;
    let (correlation_id, response) = wire::decode::<ProduceRequest>(answer)?;
    if u64::try_from(correlation_id)? != number & 0x7fff_ffff {
        fail!("acknowledgement {correlation_id} where {number} was due");
    }
    for partition in response.responses.iter().flat_map(|topic| &topic.partition_responses) {
        if partition.error_code != 0 {
            fail!("produce to partition {}: {}", partition.index, ErrorCode(partition.error_code));
        }
    }
    Ok(())
}

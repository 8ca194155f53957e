//! Load at a fixed rate that does not wait for the server.
//!
//! Request `n` of a producer is due at a time that is fixed beforehand; latency counts from then, so
//! a stall of the server (or of the generator) is seen by every request that it delayed: no
//! coordinated omission. Sending and receiving are different threads.

use std::io::Write;
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;

use super::saturate::acknowledge;
use super::{Checker, Place, Reader, histogram};
use crate::failure::{Result, fail};
use crate::template::{Shape, Stamp, Template};
use crate::wire::Link;

/// Part of a run at its start that is not recorded: connections open, queues fill.
const RAMP: f64 = 0.1;
/// How long readers wait for what was acknowledged.
const STRAGGLERS: Duration = Duration::from_secs(60);
/// From the last connection to the first request.
const LEAD: Duration = Duration::from_millis(50);

/// A run at a fixed rate, with readers at the tail of the topic.
#[derive(Clone, Debug)]
pub(crate) struct OpenLoad {
    pub(crate) producers: usize,
    pub(crate) consumers: usize,
    pub(crate) acks: i16,
    pub(crate) shape: Shape,
    /// Over all producers together.
    pub(crate) records_per_second: f64,
    pub(crate) time: Duration,
}

/// Latencies in nanoseconds; every record arrived at every reader, in order.
#[derive(Debug)]
pub(crate) struct Opened {
    pub(crate) acknowledgement: Histogram<u64>,
    pub(crate) end_to_end: Histogram<u64>,
    pub(crate) records: u64,
    pub(crate) time: Duration,
}

#[derive(Clone, Copy, Debug)]
struct Schedule {
    start: Instant,
    interval: Duration,
    producers: usize,
    requests: u64,
}

impl Schedule {
    fn due(&self, stamp: Stamp) -> Instant {
        let phase = self.interval.mul_f64(stamp.producer as f64 / self.producers as f64);
        self.start + phase + self.interval.mul_f64(stamp.number as f64)
    }

    fn recorded(&self, number: u64) -> bool {
        number as f64 >= self.requests as f64 * RAMP
    }
}

impl OpenLoad {
    /// Runs on a topic that is empty.
    pub(crate) fn run(&self, place: &Place) -> Result<Opened> {
        let rate = self.records_per_second / self.shape.records as f64 / self.producers as f64;
        let requests = (rate * self.time.as_secs_f64()).ceil().max(1.0) as u64;
        let gate = Barrier::new(self.producers + self.consumers + 1);
        let start = std::sync::OnceLock::new();
        let schedule = |start: &std::sync::OnceLock<Instant>, gate: &Barrier| {
            gate.wait();
            let start = *start.get_or_init(|| Instant::now() + LEAD);
            Schedule {
                start,
                interval: Duration::from_secs_f64(1.0 / rate),
                producers: self.producers,
                requests,
            }
        };
        let mut opened = Opened {
            acknowledgement: histogram(),
            end_to_end: histogram(),
            records: requests * (self.producers * self.shape.records) as u64,
            time: Duration::ZERO,
        };
        thread::scope(|scope| {
            let (gate, start, schedule) = (&gate, &start, &schedule);
            let readers: Vec<_> = (0..self.consumers)
                .map(|_| {
                    scope.spawn(move || {
                        let reader = Reader::open(place, (0..place.partitions).collect());
                        let schedule = schedule(start, gate);
                        self.tail(reader?, &schedule, place)
                    })
                })
                .collect();
            let producers: Vec<_> = (0..self.producers)
                .map(|producer| {
                    scope.spawn(move || {
                        let made =
                            Template::new(&place.topic, self.acks, self.shape, producer as u64)
                                .and_then(|template| {
                                    Ok((template, Link::connect(&place.address)?))
                                });
                        let schedule = schedule(start, gate);
                        let (template, link) = made?;
                        send(template, link, &schedule, producer, place)
                    })
                })
                .collect();
            let begin = schedule(start, gate).start;
            for thread in producers {
                let one = thread.join().map_err(|_| "a producer panicked")??;
                opened.acknowledgement.add(one)?;
            }
            opened.time = begin.elapsed();
            for thread in readers {
                let one = thread.join().map_err(|_| "a reader panicked")??;
                opened.end_to_end.add(one)?;
            }
            Ok(opened)
        })
    }

    fn tail(
        &self,
        mut reader: Reader,
        schedule: &Schedule,
        place: &Place,
    ) -> Result<Histogram<u64>> {
        let mut latencies = histogram();
        let mut checker = Checker::new(place.partitions);
        let expected = schedule.requests * self.producers as u64;
        let mut last = Instant::now();
        while checker.batches() < expected {
            let before = checker.batches();
            reader.fetch(&mut checker, Duration::from_millis(500), |stamp| {
                if schedule.recorded(stamp.number) {
                    let late = Instant::now().saturating_duration_since(schedule.due(stamp));
                    latencies.saturating_record(u64::try_from(late.as_nanos()).unwrap_or(u64::MAX));
                }
            })?;
            if checker.batches() > before {
                last = Instant::now();
            } else if last.elapsed() > STRAGGLERS {
                fail!("{} of {expected} batches arrived", checker.batches());
            }
        }
        Ok(latencies)
    }
}

fn send(
    mut template: Template,
    mut link: Link,
    schedule: &Schedule,
    producer: usize,
    place: &Place,
) -> Result<Histogram<u64>> {
    let mut stream = link.stream.try_clone()?;
    thread::scope(|scope| {
        let acknowledgements = scope.spawn(move || -> Result<Histogram<u64>> {
            let mut latencies = histogram();
            for number in 0..schedule.requests {
                acknowledge(&mut link, number)?;
                if schedule.recorded(number) {
                    let due = schedule.due(Stamp { producer, number });
                    let late = Instant::now().saturating_duration_since(due);
                    latencies.saturating_record(u64::try_from(late.as_nanos()).unwrap_or(u64::MAX));
                }
            }
            Ok(latencies)
        });
        for number in 0..schedule.requests {
            let stamp = Stamp { producer, number };
            let frame = template.stamp(stamp, place.partitions);
            let wait = schedule.due(stamp).saturating_duration_since(Instant::now());
            if !wait.is_zero() {
                thread::sleep(wait);
            }
            stream.write_all(frame)?;
        }
        acknowledgements.join().map_err(|_| "a producer panicked")?
    })
}

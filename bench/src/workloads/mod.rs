//! What is measured: one file for each workload. Later ones (transactions, TLS, the cluster)
//! are files beside these and a line in [`all`].

mod catch_up;
mod fan_out;
mod fixed_load;
mod groups;
mod heartbeats;
mod idle;
mod java_clients;
mod many_partitions;
mod saturation;
mod size;
mod synced;

use hdrhistogram::Histogram;
use moldau_protocol::records::Codec;

use crate::failure::Result;
use crate::load::{Limit, Produced, Saturate, WINDOW};
use crate::scale::{Level, Scale};
use crate::side::{Side, Usage};
use crate::template::Shape;

/// Partitions of most topics.
pub(crate) const PARTITIONS: usize = 12;
const GB: f64 = 1e9;
const MIB: f64 = 1_048_576.0;

/// Which direction is good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Better {
    Higher,
    Lower,
}

/// One figure of one run.
#[derive(Clone, Debug)]
pub(crate) struct Measure {
    pub(crate) metric: &'static str,
    pub(crate) unit: &'static str,
    pub(crate) better: Better,
    pub(crate) value: f64,
}

/// What a run gave.
#[derive(Clone, Debug)]
pub(crate) enum Outcome {
    Measured(Vec<Measure>),
    /// The server cannot do it (yet), or the bench cannot see it there; with the reason.
    NotMeasured(String),
}

/// Where a cell is on a plot.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    /// Cells of one curve differ only in `x`.
    pub(crate) curve: String,
    pub(crate) axis: &'static str,
    pub(crate) x: f64,
}

/// One cell of a workload.
pub(crate) trait Workload {
    /// Heading in the report.
    fn group(&self) -> &'static str;

    /// Row in the report.
    fn case(&self) -> String;

    /// Once for each side before the first round; the reference comes first.
    fn prepare(&self, _side: &Side) -> Result<()> {
        Ok(())
    }

    /// One run. Checks that nothing was lost.
    fn run(&self, side: &Side) -> Result<Outcome>;

    /// Once for each side after the last round.
    fn clean(&self, _side: &Side) -> Result<()> {
        Ok(())
    }

    /// Whether a run starts servers or JVMs, which takes seconds.
    fn slow(&self) -> bool {
        false
    }

    /// Where its figures are plotted.
    fn point(&self) -> Option<Point> {
        None
    }
}

/// All cells, in the report's order.
pub(crate) fn all(scale: &Scale) -> Vec<Box<dyn Workload>> {
    let mut cells = saturation::cells(scale);
    cells.extend(fixed_load::cells(scale));
    cells.extend(catch_up::cells(scale));
    cells.extend(fan_out::cells(scale));
    cells.extend(synced::cells(scale));
    cells.extend(heartbeats::cells(scale));
    cells.extend(groups::cells(scale));
    cells.extend(many_partitions::cells(scale));
    cells.extend(idle::cells(scale));
    cells.extend(size::cells(scale));
    cells.extend(java_clients::cells(scale));
    cells
}

/// A saturating load that ends as the scale says.
pub(crate) fn saturating(scale: &Scale, producers: usize, acks: i16, shape: Shape) -> Saturate {
    let limit = Limit { time: scale.time, bytes: scale.bytes, requests: u64::MAX };
    Saturate { producers, acks, shape, window: WINDOW, limit }
}

/// What the generator reaches against the null server, for the shapes of the saturation workload.
pub(crate) fn generator_limits(scale: &Scale) -> Vec<(String, Saturate)> {
    [(1024, "1 KiB"), (100, "100 B")]
        .into_iter()
        .map(|(size, name)| {
            let load = saturating(scale, 8, 1, Shape::full(size, Codec::None));
            (format!("{name} records, 8 producers, 100 KiB requests"), load)
        })
        .collect()
}

fn measure(metric: &'static str, unit: &'static str, better: Better, value: f64) -> Measure {
    Measure { metric, unit, better, value }
}

/// Throughput and cost of what was produced.
fn produced(produced: &Produced, usage: &Usage, disk: Option<u64>) -> Vec<Measure> {
    let mut measures = vec![measure(
        "throughput",
        "k records/s",
        Better::Higher,
        produced.records_per_second() / 1e3,
    )];
    measures.extend(costs(usage, produced.records, produced.bytes));
    if let Some(disk) = disk {
        let share = disk as f64 / produced.bytes as f64;
        measures.push(measure("disk per byte sent", "B", Better::Lower, share));
    }
    measures
}

/// CPU for each record and each GB, and memory.
fn costs(usage: &Usage, records: u64, bytes: u64) -> Vec<Measure> {
    let mut measures = Vec::new();
    if let Some(cpu) = usage.cpu {
        let cpu = cpu.as_secs_f64();
        let each = cpu * 1e6 / records as f64;
        measures.push(measure("server CPU per record", "us", Better::Lower, each));
        let each = cpu / (bytes as f64 / GB);
        measures.push(measure("server CPU per GB", "s", Better::Lower, each));
    }
    measures.extend(memory(usage));
    measures
}

fn memory(usage: &Usage) -> Option<Measure> {
    usage.peak.map(|peak| measure("peak RSS", "MiB", Better::Lower, peak as f64 / MIB))
}

/// Percentiles of a latency, in milliseconds.
fn percentiles(names: [&'static str; 3], latencies: &Histogram<u64>) -> [Measure; 3] {
    let at = |name, quantile| {
        let value = latencies.value_at_quantile(quantile) as f64 / 1e6;
        measure(name, "ms", Better::Lower, value)
    };
    [at(names[0], 0.5), at(names[1], 0.99), at(names[2], 0.999)]
}

/// Whether a level has the larger sets of cells.
fn full(scale: &Scale) -> bool {
    scale.level == Level::Full
}

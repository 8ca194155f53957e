//! Real clients: Kafka's own Java performance tools, which find another limit than the generator.

use std::process::Command;

use moldau_protocol::ApiKey;

use super::{Better, Measure, Outcome, PARTITIONS, Workload, costs, measure, memory};
use crate::failure::{Result, fail};
use crate::load::{Place, end_offsets};
use crate::peers::Kafka;
use crate::scale::{Level, Scale};
use crate::server::{run, run_until};
use crate::side::Side;
use crate::wire::Link;

const TOOLS: &str = "org.apache.kafka.tools";
const RECORD: u64 = 1024;
const HEAP: &str = "512m";

#[derive(Clone, Copy)]
enum Tool {
    Producer,
    Consumer,
    EndToEnd,
}

struct JavaClient {
    tool: Tool,
    records: u64,
}

pub(super) fn cells(scale: &Scale) -> Vec<Box<dyn Workload>> {
    let (bulk, single) = match scale.level {
        Level::Smoke => return Vec::new(), // Needs a JDK and the jars.
        Level::Quick => (200_000, 1_000),
        Level::Full => (1_500_000, 10_000),
    };
    let cell = |tool, records| Box::new(JavaClient { tool, records }) as Box<dyn Workload>;
    vec![cell(Tool::Producer, bulk), cell(Tool::Consumer, bulk), cell(Tool::EndToEnd, single)]
}

fn tool(java: &Kafka, class: &str, place: &Place, records: u64) -> Command {
    let mut command = java.java(HEAP);
    command.arg(format!("{TOOLS}.{class}")).args(["--bootstrap-server", &place.address]);
    command.args(["--topic", &place.topic, "--num-records", &records.to_string()]);
    command
}

/// Runs the producer tool and checks that every record arrived; gives its last line.
fn produce(java: &Kafka, place: &Place, records: u64) -> Result<String> {
    let mut command = tool(java, "ProducerPerformance", place, records);
    command.args(["--record-size", &RECORD.to_string(), "--throughput", "-1"]);
    command.args(["--command-property", "acks=1", "linger.ms=5", "batch.size=102400"]);
    let output = run(&mut command)?;
    let arrived: i64 = end_offsets(&mut Link::connect(&place.address)?, place)?.iter().sum();
    if u64::try_from(arrived)? != records {
        fail!("{arrived} of {records} records arrived");
    }
    Ok(output.lines().last().unwrap_or_default().to_owned())
}

/// The number before `unit` in a line of a tool.
fn before(line: &str, unit: &str) -> Result<f64> {
    let (text, _) = line.split_once(unit).ok_or_else(|| format!("no {unit:?} in {line:?}"))?;
    Ok(text.rsplit([' ', '=']).next().unwrap_or_default().parse()?)
}

impl JavaClient {
    fn measured(&self, side: &Side, java: &Kafka, place: &Place) -> Result<Vec<Measure>> {
        let bytes = self.records * RECORD;
        match self.tool {
            Tool::Producer => {
                let (line, usage) = side.used(|| produce(java, place, self.records))?;
                let rate = before(&line, " records/sec")? / 1e3;
                let mut measures = vec![measure("throughput", "k records/s", Better::Higher, rate)];
                measures.extend(costs(&usage, self.records, bytes));
                Ok(measures)
            }
            Tool::Consumer => {
                produce(java, place, self.records)?;
                let mut command = tool(java, "ConsumerPerformance", place, self.records);
                let (output, usage) = side.used(|| run(&mut command))?;
                let fields: Vec<&str> =
                    output.lines().last().unwrap_or_default().split(", ").collect();
                let rate: f64 = fields.last().unwrap_or(&"").trim().parse()?;
                let mut measures =
                    vec![measure("throughput", "k records/s", Better::Higher, rate / 1e3)];
                measures.extend(costs(&usage, self.records, bytes));
                Ok(measures)
            }
            Tool::EndToEnd => {
                let mut command = tool(java, "EndToEndLatency", place, self.records);
                command.args(["--producer-acks", "all", "--record-size", "100"]);
                // The tool commits an offset at its very end, which takes a group coordinator.
                let (output, usage) = side.used(|| run_until(&mut command, Some("99.9th = ")))?;
                let average = output.lines().find(|line| line.starts_with("Avg latency"));
                let average = before(average.ok_or("no average latency")?, " ms")?;
                let mut measures = vec![measure("average latency", "ms", Better::Lower, average)];
                measures.extend(memory(&usage));
                Ok(measures)
            }
        }
    }
}

impl Workload for JavaClient {
    fn group(&self) -> &'static str {
        "Kafka's Java clients"
    }

    fn case(&self) -> String {
        match self.tool {
            Tool::Producer => format!("producer, {} records of 1 KiB, acks=1", self.records),
            Tool::Consumer => format!("consumer in a group, {} records of 1 KiB", self.records),
            Tool::EndToEnd => format!("{} records of 100 B one at a time, acks=all", self.records),
        }
    }

    fn slow(&self) -> bool {
        true
    }

    fn run(&self, side: &Side) -> Result<Outcome> {
        let Some(java) = &side.java else {
            return Ok(Outcome::NotMeasured("there is no JDK with Kafka's jars".to_owned()));
        };
        if matches!(self.tool, Tool::Consumer)
            && !Link::connect(&side.address)?.serves(ApiKey::JOIN_GROUP)?
        {
            return Ok(Outcome::NotMeasured("consumer groups are not served".to_owned()));
        }
        side.with_topic(PARTITIONS, &[], |place| {
            self.measured(side, java, place).map(Outcome::Measured)
        })
    }
}

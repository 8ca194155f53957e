//! `moldau consume`: writes the records of a topic to standard output.
//!
//! By default a record is its value and a newline, byte for byte what was produced. Partitions are
//! read side by side, each in order.

mod format;
mod writer;

use std::{
    collections::BTreeMap,
    ops::ControlFlow,
    time::{Duration, Instant},
};

use clap::{Args, ValueEnum};
use moldau_client::{
    Cluster,
    admin::{Admin, OffsetSpec},
    cluster::AutoCreate,
    consumer::{Consumer, ConsumerConfig, Fetched, Isolation, Start},
};
use moldau_protocol::ids::{Offset, PartitionIndex};

use super::{Connect, progress::Progress};
use crate::failure::Failure;
use format::{Properties, RecordFormat};
use writer::Writer;

/// Bytes of one answer: larger than Kafka's default, since a file is read as a whole.
const FETCH_BYTES: i32 = 16 * 1024 * 1024;

/// Bytes of one partition in an answer.
const PARTITION_BYTES: i32 = 4 * 1024 * 1024;

/// How often a wait without records looks at the clock.
const POLL: Duration = Duration::from_millis(500);

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum IsolationArg {
    #[value(name = "read_uncommitted")]
    ReadUncommitted,
    #[value(name = "read_committed")]
    ReadCommitted,
}

#[derive(Debug, Args)]
pub(crate) struct ConsumeArgs {
    /// The topic.
    #[arg(long, short = 't')]
    topic: String,
    /// Only these partitions, comma-separated [default: all].
    #[arg(long, short = 'p', value_name = "LIST", value_delimiter = ',', value_parser = clap::value_parser!(i32).range(0..))]
    partition: Vec<i32>,
    /// Where to begin: beginning, end, an offset, or a time as @MILLISECONDS.
    #[arg(long, alias = "offset", value_name = "WHERE", default_value = "end")]
    from: String,
    /// As --from beginning.
    #[arg(long, conflicts_with = "from")]
    from_beginning: bool,
    /// End at what is the end of each partition now.
    #[arg(long, short = 'e')]
    exit_eof: bool,
    /// End after so many records.
    #[arg(long, short = 'n', value_name = "COUNT")]
    max_messages: Option<u64>,
    /// End when no record comes for so long.
    #[arg(long, value_name = "MS")]
    timeout_ms: Option<u64>,
    /// Write keys.
    #[arg(long)]
    print_key: bool,
    /// Write offsets.
    #[arg(long)]
    print_offset: bool,
    /// Write partitions.
    #[arg(long)]
    print_partition: bool,
    /// Write times.
    #[arg(long)]
    print_timestamp: bool,
    /// Write headers.
    #[arg(long)]
    print_headers: bool,
    /// Stands between the fields of a record [default: a tab].
    #[arg(long, short = 'k', value_name = "TEXT")]
    key_separator: Option<String>,
    /// Write a JSON object for each record.
    #[arg(long, conflicts_with_all = ["print_key", "print_offset", "print_partition"])]
    #[arg(conflicts_with_all = ["print_timestamp", "print_headers", "key_separator"])]
    json: bool,
    /// Which records of transactions are seen [default: read_uncommitted].
    #[arg(long, value_enum, value_name = "LEVEL")]
    isolation_level: Option<IsolationArg>,
    /// A property of Kafka's message formatter: print.key, print.value, print.offset,
    /// print.partition, print.timestamp, print.headers, key.separator, line.separator,
    /// headers.separator, null.literal.
    #[arg(long, visible_alias = "formatter-property", value_name = "KEY=VALUE")]
    property: Vec<String>,
    /// Show no progress.
    #[arg(long, short = 'q')]
    quiet: bool,
    #[command(flatten)]
    connect: Connect,
}

impl ConsumeArgs {
    fn format(&self) -> Result<RecordFormat, Failure> {
        if self.json {
            if let Some(text) = self.property.first() {
                return Err(Failure::usage(format!("--property {text}: not together with --json")));
            }
            return Ok(RecordFormat::Json);
        }
        let mut properties = Properties::default();
        for text in &self.property {
            let (key, value) = super::pair("--property", text)?;
            properties.set(&key, &value)?;
        }
        if let Some(separator) = &self.key_separator {
            properties.set("key.separator", separator)?;
        }
        properties.key |= self.print_key;
        properties.offset |= self.print_offset;
        properties.partition |= self.print_partition;
        properties.timestamp |= self.print_timestamp;
        properties.headers |= self.print_headers;
        Ok(RecordFormat::Fields(properties))
    }

    fn start(&self) -> Result<Start, Failure> {
        if self.from_beginning {
            return Ok(Start::Beginning);
        }
        let start = match self.from.as_str() {
            "beginning" | "earliest" => Some(Start::Beginning),
            "end" | "latest" => Some(Start::End),
            text => match text.strip_prefix('@') {
                Some(time) => time.parse().ok().filter(|time| *time >= 0).map(Start::Time),
                None => text.parse().ok().filter(|n| *n >= 0).map(|n| Start::At(Offset(n))),
            },
        };
        start.ok_or_else(|| {
            Failure::usage(format!(
                "--from {}: beginning, end, an offset or @MILLISECONDS is expected",
                self.from
            ))
        })
    }

    fn consumer(&self, cluster: &Cluster) -> Result<ConsumerConfig, Failure> {
        let client = cluster.config();
        let mut config = ConsumerConfig::from_client(client)?;
        if client.property("fetch.max.bytes").is_none() {
            config.max_bytes = FETCH_BYTES;
        }
        if client.property("max.partition.fetch.bytes").is_none() {
            config.max_partition_bytes = PARTITION_BYTES;
        }
        match self.isolation_level {
            None => {}
            Some(IsolationArg::ReadCommitted) => config.isolation = Isolation::ReadCommitted,
            Some(IsolationArg::ReadUncommitted) => config.isolation = Isolation::ReadUncommitted,
        }
        Ok(config)
    }
}

pub(crate) async fn run(args: ConsumeArgs) -> Result<(), Failure> {
    let format = args.format()?;
    let start = args.start()?;
    let cluster = args.connect.cluster("moldau-consume").await?;
    let config = args.consumer(&cluster)?;
    let partitions = partitions(&cluster, &args).await?;
    let isolation = config.isolation;
    let mut consumer = Consumer::new(&cluster, config);
    consumer.assign(&args.topic, &partitions, start).await?;
    let mut ends = match args.exit_eof {
        true => Some(ends(&cluster, &args.topic, &partitions, isolation).await?),
        false => None,
    };
    if let Some(ends) = &mut ends {
        // A start beyond the end stays: reading there tells what is wrong.
        ends.retain(|partition, end| consumer.position(&args.topic, *partition) != Some(*end));
    }
    let writer = Writer::new(format)?;
    let progress = Progress::new("consumed", None, !args.quiet && !writer.is_terminal());
    let mut reading = Reading { args: &args, consumer, writer, progress, ends };
    let interrupted = tokio::signal::ctrl_c();
    tokio::pin!(interrupted);
    let result = tokio::select! {
        result = reading.all() => result,
        // The usual way to end it.
        _ = &mut interrupted => Ok(()),
    };
    let flushed = reading.writer.flush();
    reading.progress.finish();
    result.and(flushed)
}

async fn partitions(cluster: &Cluster, args: &ConsumeArgs) -> Result<Vec<PartitionIndex>, Failure> {
    let topic = cluster.topic(&args.topic, AutoCreate::No).await?;
    let count = topic.partitions.as_ref().map_or(0, Vec::len);
    if args.partition.is_empty() {
        return Ok((0..count as i32).map(PartitionIndex).collect());
    }
    match args.partition.iter().find(|partition| **partition as usize >= count) {
        Some(partition) => Err(Failure::new(format!(
            "topic {} has no partition {partition}; it has partitions 0 to {}",
            args.topic,
            count.saturating_sub(1)
        ))),
        None => Ok(args.partition.iter().copied().map(PartitionIndex).collect()),
    }
}

/// Partitions that have not been shown to what was their end at the start, with that end.
type Ends = BTreeMap<PartitionIndex, Offset>;

async fn ends(
    cluster: &Cluster,
    topic: &str,
    partitions: &[PartitionIndex],
    isolation: Isolation,
) -> Result<Ends, Failure> {
    let spec = match isolation {
        Isolation::ReadUncommitted => OffsetSpec::Latest,
        Isolation::ReadCommitted => OffsetSpec::LastStable,
    };
    let found = Admin::new(cluster).offsets(topic, partitions, spec).await?;
    Ok(found.into_iter().filter_map(|(index, at)| Some((index, at.offset?))).collect())
}

struct Reading<'a> {
    args: &'a ConsumeArgs,
    consumer: Consumer,
    writer: Writer,
    progress: Progress,
    ends: Option<Ends>,
}

impl Reading<'_> {
    async fn all(&mut self) -> Result<(), Failure> {
        let idle_limit = self.args.timeout_ms.map(Duration::from_millis);
        let mut last = Instant::now();
        if self.args.max_messages == Some(0) {
            return Ok(());
        }
        while self.ends.as_ref().is_none_or(|ends| !ends.is_empty()) {
            let wait = idle_limit.map_or(POLL, |limit| limit.min(POLL));
            // What is there is shown before anything is waited for.
            let fetched = match self.consumer.poll(Duration::ZERO).await? {
                Some(fetched) => Some(fetched),
                None => {
                    self.writer.flush()?;
                    self.consumer.poll(wait).await?
                }
            };
            let Some(fetched) = fetched else {
                if idle_limit.is_some_and(|limit| last.elapsed() >= limit) {
                    return Ok(());
                }
                continue;
            };
            last = Instant::now();
            if self.show(&fetched)?.is_break() {
                return Ok(());
            }
        }
        Ok(())
    }

    fn show(&mut self, fetched: &Fetched) -> Result<ControlFlow<()>, Failure> {
        let end = match &self.ends {
            None => None,
            Some(ends) => match ends.get(&fetched.partition) {
                Some(end) => Some(*end),
                // Behind its end.
                None => return Ok(ControlFlow::Continue(())),
            },
        };
        let before = self.progress.records();
        let limit = self.args.max_messages.map(|limit| limit.saturating_sub(before));
        let mut count = 0;
        let flow = fetched.for_each(|record| {
            if end.is_some_and(|end| record.offset >= end) {
                return ControlFlow::Break(Ok(()));
            }
            if let Err(failure) = self.writer.record(fetched, record) {
                return ControlFlow::Break(Err(failure));
            }
            count += 1;
            if limit.is_some_and(|limit| count >= limit) {
                return ControlFlow::Break(Ok(()));
            }
            ControlFlow::Continue(())
        })?;
        self.progress.add(count, fetched.len() as u64);
        if let Some(ends) = &mut self.ends
            && end.is_some_and(|end| fetched.next >= end)
        {
            ends.remove(&fetched.partition);
        }
        match flow {
            ControlFlow::Break(Err(failure)) => Err(failure),
            _ if limit.is_some_and(|limit| count >= limit) => Ok(ControlFlow::Break(())),
            _ => Ok(ControlFlow::Continue(())),
        }
    }
}

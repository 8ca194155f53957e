//! `moldau produce`: each line of standard input or of a file becomes a record.
//!
//! A line ends in `\n`, which is not part of the record; a `\r` before it is, so that what is read
//! back is what was written, byte for byte. One thread reads big blocks and cuts them after their last
//! line; the lines go to the producer without being copied before. Memory stays bounded by
//! [`lines::BLOCKS`] blocks and the producer's `buffer.memory`.

mod lines;
mod parse;

use std::{
    fs::File,
    io::IsTerminal as _,
    path::PathBuf,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use bytes::Bytes;
use clap::Args;
use moldau_client::{
    ClientConfig, ClientError, Cluster,
    cluster::AutoCreate,
    producer::{Producer, ProducerConfig},
};
use moldau_protocol::ids::PartitionIndex;

use super::{Connect, progress::Progress};
use crate::failure::Failure;
use parse::{LineFormat, Properties};

/// Batches of a file: as large as a broker takes by default, so that a request costs little for
/// each record.
const BATCH_BYTES: usize = 1_000_000;

/// Bytes that wait for the cluster when nothing else is said: three times what is on its way to one
/// broker.
const BUFFER_BYTES: usize = 16 * 1024 * 1024;

/// How long a topic that is not there may take to be created by the broker itself.
const TOPIC_TIMEOUT: Duration = Duration::from_secs(5);

/// `delivery.timeout.ms` when nothing else is said: somebody is waiting at the terminal.
const DELIVERY_TIMEOUT: Duration = Duration::from_secs(30);

#[derive(Debug, Args)]
pub(crate) struct ProduceArgs {
    /// The topic.
    #[arg(long, short = 't')]
    topic: String,
    /// Read this file instead of standard input.
    #[arg(long, short = 'f')]
    file: Option<PathBuf>,
    /// Write to this partition [default: by key, or else any].
    #[arg(long, short = 'p', value_parser = clap::value_parser!(i32).range(0..))]
    partition: Option<i32>,
    /// A line is a key, this separator, and a value.
    #[arg(long, short = 'k', value_name = "TEXT", conflicts_with = "json")]
    key_separator: Option<String>,
    /// A line begins with headers: NAME:VALUE,NAME:VALUE and a tab.
    #[arg(long, conflicts_with = "json")]
    headers: bool,
    /// A field that is this text is null.
    #[arg(long, value_name = "TEXT", conflicts_with = "json")]
    null_marker: Option<String>,
    /// A line is a JSON object: value, key, headers, partition, timestamp; value_base64 and
    /// key_base64 for bytes that are no text.
    #[arg(long)]
    json: bool,
    /// Codec of the batches: none, gzip, snappy, lz4 or zstd.
    #[arg(long, short = 'z', visible_alias = "compression-codec", value_name = "CODEC")]
    #[arg(num_args = 0..=1, default_missing_value = "gzip")]
    compression: Option<String>,
    /// Replicas that must have a record: 0, 1 or all [default: all].
    #[arg(long, visible_alias = "request-required-acks", allow_hyphen_values = true)]
    acks: Option<String>,
    /// Bytes of a batch before compression [default: 1000000].
    #[arg(long, value_name = "BYTES")]
    batch_size: Option<usize>,
    /// How long a batch that is not full waits for more lines, in ms [default: 5].
    #[arg(long, visible_alias = "timeout", value_name = "MS")]
    linger_ms: Option<u64>,
    /// Bytes that may wait for the cluster [default: 16777216].
    #[arg(long, value_name = "BYTES")]
    max_memory_bytes: Option<usize>,
    /// How long a line may wait for room or metadata, in ms [default: 60000].
    #[arg(long, value_name = "MS")]
    max_block_ms: Option<u64>,
    /// How long a broker may take to answer, in ms [default: 30000].
    #[arg(long, value_name = "MS")]
    request_timeout_ms: Option<u32>,
    /// Send one line at a time.
    #[arg(long)]
    sync: bool,
    /// A property of Kafka's line reader: parse.key, key.separator, parse.headers,
    /// headers.delimiter, headers.separator, headers.key.separator, null.marker, ignore.error.
    #[arg(long, visible_alias = "reader-property", value_name = "KEY=VALUE")]
    property: Vec<String>,
    /// Show no progress.
    #[arg(long, short = 'q')]
    quiet: bool,
    #[command(flatten)]
    connect: Connect,
}

impl ProduceArgs {
    fn format(&self) -> Result<LineFormat, Failure> {
        if self.json {
            if let Some(text) = self.property.first() {
                return Err(Failure::usage(format!("--property {text}: not together with --json")));
            }
            return Ok(LineFormat::Json);
        }
        let mut properties = Properties::default();
        for text in &self.property {
            let (key, value) = super::pair("--property", text)?;
            properties.set(&key, &value)?;
        }
        if let Some(separator) = &self.key_separator {
            properties.set("key.separator", separator)?;
            properties.parse_key = true;
        }
        properties.parse_headers |= self.headers;
        if let Some(marker) = &self.null_marker {
            properties.set("null.marker", marker)?;
        }
        Ok(properties.into_format())
    }

    fn client(&self) -> Result<ClientConfig, Failure> {
        let mut client = self.connect.config("moldau-produce")?;
        let flags = [
            ("compression.type", self.compression.clone()),
            ("acks", self.acks.clone()),
            ("batch.size", self.batch_size.map(|number| number.to_string())),
            ("linger.ms", self.linger_ms.map(|number| number.to_string())),
            ("buffer.memory", self.max_memory_bytes.map(|number| number.to_string())),
            ("max.block.ms", self.max_block_ms.map(|number| number.to_string())),
            ("request.timeout.ms", self.request_timeout_ms.map(|number| number.to_string())),
        ];
        for (key, value) in flags {
            if let Some(value) = value {
                client.set(key, &value)?;
            }
        }
        Ok(client)
    }

    fn producer(&self, client: &ClientConfig) -> Result<ProducerConfig, Failure> {
        let mut config = ProducerConfig::from_client(client)?;
        if client.property("batch.size").is_none() {
            config.batch_size = BATCH_BYTES;
        }
        if client.property("buffer.memory").is_none() {
            config.buffer_memory = BUFFER_BYTES;
        }
        if client.property("delivery.timeout.ms").is_none() {
            config.delivery_timeout = DELIVERY_TIMEOUT;
        }
        Ok(config)
    }
}

/// Where the lines come from.
struct Input {
    blocks: lines::Blocks,
    /// What to call it in messages.
    name: String,
    size: Option<u64>,
    is_terminal: bool,
}

impl Input {
    fn open(args: &ProduceArgs, max_line: usize) -> Result<Self, Failure> {
        let Some(path) = &args.file else {
            let stdin = std::io::stdin();
            let is_terminal = stdin.is_terminal();
            let (name, size) = ("standard input".to_owned(), None);
            return Ok(Self { blocks: lines::read(stdin, max_line), name, size, is_terminal });
        };
        let name = path.display().to_string();
        let failed = |error: std::io::Error| Failure::new(format!("cannot read {name}: {error}"));
        let file = File::open(path).map_err(failed)?;
        let meta = file.metadata().map_err(failed)?;
        if meta.is_dir() {
            return Err(Failure::new(format!("cannot read {name}: it is a directory")));
        }
        let size = meta.is_file().then_some(meta.len());
        Ok(Self { blocks: lines::read(file, max_line), name, size, is_terminal: false })
    }
}

pub(crate) async fn run(args: ProduceArgs) -> Result<(), Failure> {
    let format = args.format()?;
    let client = args.client()?;
    let config = args.producer(&client)?;
    let mut input = Input::open(&args, config.max_request_size)?;
    let cluster = Cluster::connect(client).await?;
    check_topic(&cluster, &args).await?;
    let producer = Producer::new(&cluster, config);
    let progress = Progress::new("produced", input.size, !args.quiet && !input.is_terminal);
    let mut sending = Sending { args: &args, format, producer, progress, line: 0 };
    let ended = sending.all(&mut input).await;
    sending.finish(ended, input.is_terminal).await
}

fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// Finds the topic before anything is read.
async fn check_topic(cluster: &Cluster, args: &ProduceArgs) -> Result<(), Failure> {
    let topic = cluster.topic_within(&args.topic, AutoCreate::Allowed, TOPIC_TIMEOUT).await?;
    let count = topic.partitions.as_ref().map_or(0, Vec::len);
    match args.partition.map(usize::try_from) {
        Some(Ok(partition)) if partition >= count => Err(Failure::new(format!(
            "topic {} has no partition {partition}; it has partitions 0 to {}",
            args.topic,
            count.saturating_sub(1)
        ))),
        _ => Ok(()),
    }
}

/// How reading came to an end.
enum Ended {
    /// At the end of the input.
    Input,
    /// By Ctrl-C.
    Interrupted,
}

struct Sending<'a> {
    args: &'a ProduceArgs,
    format: LineFormat,
    producer: Producer,
    progress: Progress,
    line: u64,
}

impl Sending<'_> {
    async fn all(&mut self, input: &mut Input) -> Result<Ended, Failure> {
        let interrupt = tokio::signal::ctrl_c();
        tokio::pin!(interrupt);
        loop {
            let block = tokio::select! {
                block = input.blocks.recv() => block,
                _ = &mut interrupt => return Ok(Ended::Interrupted),
            };
            let block = match block {
                None => return Ok(Ended::Input),
                Some(Ok(block)) => block,
                Some(Err(error)) => {
                    return Err(Failure::new(format!("cannot read {}: {error}", input.name)));
                }
            };
            tokio::select! {
                sent = self.block(&block, &input.name) => sent?,
                _ = &mut interrupt => return Ok(Ended::Interrupted),
            }
            if let Some(error) = self.producer.failure() {
                return Err(error.into());
            }
        }
    }

    async fn block(&mut self, block: &Bytes, name: &str) -> Result<(), Failure> {
        let before = self.line;
        // One look at the clock for all lines that were read together.
        let now = now_ms();
        for line in lines::split(block) {
            self.line += 1;
            let at = |reason: String| {
                Failure::new(format!("{name}, line {}: {reason}", self.line))
                    .advise("lines before it have been sent, the others have not")
            };
            let parsed = self.format.parse(line).map_err(at)?;
            let mut headers = Vec::new();
            let mut record = parsed.record(&mut headers);
            record.partition = record.partition.or(self.args.partition.map(PartitionIndex));
            record.timestamp = record.timestamp.or(Some(now));
            let delivery = match self.producer.send(&self.args.topic, &record).await {
                Ok(delivery) => delivery,
                Err(error @ ClientError::Record { .. }) => return Err(at(error.to_string())),
                Err(error) => return Err(error.into()),
            };
            if self.args.sync {
                delivery.wait().await?;
            }
        }
        self.progress.add(self.line - before, block.len() as u64);
        Ok(())
    }

    /// Waits for what is on its way, and sums up.
    async fn finish(self, ended: Result<Ended, Failure>, is_terminal: bool) -> Result<(), Failure> {
        let Self { producer, progress, line, .. } = self;
        let flushed = tokio::select! {
            flushed = producer.flush() => flushed,
            // The second Ctrl-C: whoever presses it does not want to wait.
            _ = tokio::signal::ctrl_c() => Ok(()),
        };
        let acknowledged = producer.acknowledged();
        let told = format!("{acknowledged} of the {line} records read were acknowledged");
        match (ended, flushed) {
            (Ok(Ended::Input), Ok(())) => {
                progress.finish();
                Ok(())
            }
            (Ok(Ended::Interrupted), Ok(())) if is_terminal => Ok(()),
            (Ok(Ended::Interrupted), Ok(())) => Err(Failure::new(format!("interrupted; {told}"))),
            (Ok(_), Err(error)) => {
                let failure = Failure::from(error);
                Err(failure.and(told))
            }
            (Err(failure), _) => Err(failure.and(told)),
        }
    }
}

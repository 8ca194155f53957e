//! `moldau log dump`: shows what lies in segments, indexes, snapshots and producer snapshots.
//!
//! Flags, text and exit codes are those of `kafka-dump-log`; `--output json` gives one object a line.
//! What is wrong with a file is told on standard error (in JSON: as an object of its own) and does
//! not change the exit code, as in Kafka; a file that cannot be read any further does.
//!
//! Source: the tool of Apache Kafka 4.4.0, run on the same files. Where it knows less than the file
//! says (a leader change of version 1), the file is shown.
//! Tests: `tests.rs`, and `conformance/java/tools` against Kafka's own tool.

mod control;
mod decode;
mod index;
mod old;
mod printer;
mod producers;
mod remote;
mod segment;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use clap::Args;

use crate::failure::Failure;
use decode::Decoder;
use printer::{Form, Printer};

/// The largest batch an index entry may point to unless told otherwise; Kafka's default.
const MAX_MESSAGE_SIZE: u64 = 5 * 1024 * 1024;

#[derive(Debug, Args)]
pub(crate) struct DumpArgs {
    /// The files, comma-separated: .log, .checkpoint, .index, .timeindex, .txnindex, .snapshot.
    #[arg(long, value_name = "LIST", required = true, value_delimiter = ',')]
    files: Vec<PathBuf>,
    /// Show keys and values too. Every decoder implies it.
    #[arg(long)]
    print_data_log: bool,
    /// Show records, not batches alone. --print-data-log implies it.
    #[arg(long)]
    deep_iteration: bool,
    /// Read records as those of __consumer_offsets.
    #[arg(long, group = "decoder")]
    offsets_decoder: bool,
    /// Read records as those of __transaction_state.
    #[arg(long, group = "decoder")]
    transaction_log_decoder: bool,
    /// Read records as those of __cluster_metadata.
    #[arg(long, group = "decoder")]
    cluster_metadata_decoder: bool,
    /// Read records as those of __share_group_state.
    #[arg(long, group = "decoder")]
    share_group_state_decoder: bool,
    /// Read records as those of __remote_log_metadata.
    #[arg(long, group = "decoder")]
    remote_log_metadata_decoder: bool,
    /// String, Default (hexadecimal), Integer or Long decoder, by Kafka's class name.
    #[arg(long, value_name = "CLASS", num_args = 0..=1, default_missing_value = "StringDecoder")]
    key_decoder_class: Option<String>,
    /// As --key-decoder-class, for values.
    #[arg(long, value_name = "CLASS", num_args = 0..=1, default_missing_value = "StringDecoder")]
    value_decoder_class: Option<String>,
    /// Leave out sizes, times and headers of records, and control records.
    #[arg(long)]
    skip_record_metadata: bool,
    /// Read no more than so many bytes of a segment.
    #[arg(long, value_name = "SIZE", default_value_t = i32::MAX)]
    max_bytes: i32,
    /// The largest batch that an index may point to.
    #[arg(long, value_name = "SIZE", default_value_t = MAX_MESSAGE_SIZE)]
    max_message_size: u64,
    /// Only check indexes as a broker does when it starts.
    #[arg(long)]
    index_sanity_check: bool,
    /// Only check the entries of indexes against the segment.
    #[arg(long)]
    verify_index_only: bool,
    /// Form of the result.
    #[arg(long, value_enum, default_value_t)]
    output: Form,
}

impl DumpArgs {
    fn prints_contents(&self) -> bool {
        self.print_data_log
            || self.offsets_decoder
            || self.transaction_log_decoder
            || self.cluster_metadata_decoder
            || self.share_group_state_decoder
            || self.remote_log_metadata_decoder
            || self.key_decoder_class.is_some()
            || self.value_decoder_class.is_some()
    }

    fn decoder(&self) -> Result<Decoder, Failure> {
        Ok(if self.offsets_decoder {
            Decoder::Coordinator("offsets")
        } else if self.transaction_log_decoder {
            Decoder::Coordinator("transaction")
        } else if self.share_group_state_decoder {
            Decoder::Coordinator("share")
        } else if self.cluster_metadata_decoder {
            Decoder::Metadata
        } else if self.remote_log_metadata_decoder {
            Decoder::RemoteLog
        } else {
            Decoder::Plain {
                key: decode::plain("--key-decoder-class", self.key_decoder_class.as_deref())?,
                value: decode::plain("--value-decoder-class", self.value_decoder_class.as_deref())?,
            }
        })
    }
}

pub(super) fn run(args: &DumpArgs) -> Result<(), Failure> {
    let decoder = args.decoder()?;
    let mut printer = Printer::stdout(args.output);
    let outcome = args.files.iter().try_for_each(|path| dump(args, decoder, path, &mut printer));
    match outcome {
        Ok(()) => printer.finish(),
        Err(failure) => {
            // What could be read was read; the failure comes behind it.
            printer.flush()?;
            Err(failure)
        }
    }
}

fn dump(
    args: &DumpArgs,
    decoder: Decoder,
    path: &Path,
    printer: &mut Printer,
) -> Result<(), Failure> {
    printer.start(path)?;
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("log" | "checkpoint") => segment::dump(args, decoder, path, printer),
        Some("index") => index::dump_offsets(args, path, printer),
        Some("timeindex") => index::dump_times(args, path, printer),
        Some("txnindex") => producers::dump_aborted(path, printer),
        Some("snapshot") => producers::dump_snapshot(path, printer),
        _ => printer.problem(&format!("Ignoring unknown file {}", path.display())),
    }
}

/// The offset that the name of a file of a segment begins with.
fn base_offset(path: &Path) -> Result<i64, Failure> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let first = name.split('.').next().unwrap_or_default();
    first.parse().map_err(|_| {
        Failure::new(format!(
            "{}: the name must begin with an offset, as in 00000000000000000000.log",
            path.display()
        ))
    })
}

fn unreadable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("cannot read {}: {error}", path.display()))
}

//! `moldau cluster delete-records`.

use clap::{ArgGroup, Args};
use moldau_protocol::ids::{Offset, PartitionIndex};
use serde_json::{Value, json};

use super::{Connect, File, Output, TopicPartition, admin, partitions_of, print, table};
use crate::failure::Failure;

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("which").required(true))]
pub(super) struct DeleteArgs {
    /// A file: {"partitions": [{"topic": "t", "partition": 0, "offset": 5}], "version": 1}.
    #[arg(long, group = "which", value_name = "FILE")]
    offset_json_file: Option<File>,
    /// The topic; with --partition and --offset.
    #[arg(long, group = "which", requires_all = ["partition", "offset"])]
    topic: Option<String>,
    /// The partition of --topic.
    #[arg(long, value_parser = clap::value_parser!(i32).range(0..))]
    partition: Option<i32>,
    /// The first offset that stays; -1 deletes all that is committed.
    #[arg(long, allow_hyphen_values = true, value_parser = clap::value_parser!(i64).range(-1..))]
    offset: Option<i64>,
    /// Form of the result.
    #[arg(long, value_enum, default_value_t)]
    output: Output,
    #[command(flatten)]
    connect: Connect,
}

impl DeleteArgs {
    fn wanted(&self) -> Result<Vec<(TopicPartition, i64)>, Failure> {
        if let Some(topic) = &self.topic {
            let partition = PartitionIndex(self.partition.unwrap_or(0));
            return Ok(vec![((topic.clone(), partition), self.offset.unwrap_or(-1))]);
        }
        let Some(path) = &self.offset_json_file else { return Ok(Vec::new()) };
        let entries = partitions_of(path)?.into_iter();
        entries
            .map(|(key, entry)| {
                let offset = entry.get("offset").and_then(Value::as_i64);
                let offset = offset.filter(|offset| *offset >= -1).ok_or_else(|| {
                    Failure::new(format!("{}: no offset in {entry}", path.display()))
                })?;
                Ok((key, offset))
            })
            .collect()
    }
}

pub(super) async fn run(args: DeleteArgs) -> Result<(), Failure> {
    let wanted = args.wanted()?;
    let (_cluster, admin) = admin(&args.connect).await?;
    let mut results = Vec::new();
    for ((topic, partition), offset) in wanted {
        let offset = (offset >= 0).then_some(Offset(offset));
        let outcome = admin.delete_records(&topic, partition, offset).await;
        results.push((topic, partition, outcome));
    }
    let failed = results.iter().filter(|(.., outcome)| outcome.is_err()).count();
    match args.output {
        Output::Json => {
            let all = results.iter().map(|(topic, partition, outcome)| {
                json!({
                    "topic": topic,
                    "partition": partition.0,
                    "low_watermark": outcome.as_ref().ok().map(|offset| offset.0),
                    "error": outcome.as_ref().err().map(ToString::to_string),
                })
            });
            print(&Value::from_iter(all).to_string())?;
        }
        Output::Plain => {
            let mut text = "Executing records delete operation\n\
                            Records delete operation completed:\n"
                .to_owned();
            for (topic, partition, outcome) in &results {
                text += &match outcome {
                    Ok(offset) => {
                        format!("partition: {topic}-{partition}\tlow_watermark: {offset}\n")
                    }
                    Err(error) => format!("partition: {topic}-{partition}\terror: {error}\n"),
                };
            }
            print(&text)?;
            // Kafka's tool has then done its work.
            return Ok(());
        }
        Output::Table => {
            let mut rows = table(&["Topic", "Partition", "First offset"]);
            for (topic, partition, outcome) in &results {
                let result = match outcome {
                    Ok(offset) => offset.to_string(),
                    Err(error) => error.to_string(),
                };
                rows.add_row([topic.clone(), partition.to_string(), result]);
            }
            print(&rows.to_string())?;
        }
    }
    match failed {
        0 => Ok(()),
        _ => Err(Failure::new(format!("nothing was deleted from {failed} partition(s)"))),
    }
}

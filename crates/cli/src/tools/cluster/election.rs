//! `moldau cluster elect-leaders`.

use clap::{ArgGroup, Args, ValueEnum};
use moldau_client::admin::{Elected, Election};
use moldau_protocol::{ErrorCode, ids::PartitionIndex};
use serde_json::{Value, json};

use super::{Connect, File, Output, TopicPartition, admin, partitions_of, print};
use crate::failure::Failure;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Type {
    /// The first replica of the list.
    #[value(alias = "PREFERRED")]
    Preferred,
    /// Any that lives; records may be lost.
    #[value(alias = "UNCLEAN")]
    Unclean,
}

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("which").required(true))]
pub(super) struct ElectArgs {
    /// Which replica becomes the leader.
    #[arg(long, value_name = "TYPE")]
    election_type: Type,
    /// The topic; with --partition.
    #[arg(long, group = "which", requires = "partition")]
    topic: Option<String>,
    /// The partition of --topic.
    #[arg(long, value_parser = clap::value_parser!(i32).range(0..))]
    partition: Option<i32>,
    /// All partitions of all topics.
    #[arg(long, group = "which")]
    all_topic_partitions: bool,
    /// The partitions that a file of JSON lists.
    #[arg(long, group = "which", value_name = "FILE")]
    path_to_json_file: Option<File>,
    /// Form of the result.
    #[arg(long, value_enum, default_value_t)]
    output: Output,
    #[command(flatten)]
    connect: Connect,
}

pub(super) async fn run(args: ElectArgs) -> Result<(), Failure> {
    let partitions: Option<Vec<TopicPartition>> = match (&args.topic, &args.path_to_json_file) {
        (Some(topic), _) => {
            Some(vec![(topic.clone(), PartitionIndex(args.partition.unwrap_or(0)))])
        }
        (None, Some(path)) => Some(partitions_of(path)?.into_iter().map(|(key, _)| key).collect()),
        (None, None) => None,
    };
    let election = match args.election_type {
        Type::Preferred => Election::Preferred,
        Type::Unclean => Election::Unclean,
    };
    let (_cluster, admin) = admin(&args.connect).await?;
    let mut results = admin.elect_leaders(election, partitions.as_deref()).await?;
    results.sort_by(|a, b| (&a.topic, a.partition).cmp(&(&b.topic, b.partition)));
    let (text, failed) = as_text(&results, election);
    match args.output {
        Output::Json => print(&Value::from_iter(results.iter().map(as_json)).to_string())?,
        _ if text.is_empty() && failed == 0 => {
            if args.output == Output::Table {
                print("No partition needed another leader.")?;
            }
        }
        _ => print(&text)?,
    }
    match failed {
        0 => Ok(()),
        _ => Err(Failure::new(format!("{failed} replica(s) could not be elected"))),
    }
}

/// Kafka's text, and how many elections failed.
fn as_text(results: &[Elected], election: Election) -> (String, usize) {
    let name = |result: &Elected| format!("{}-{}", result.topic, result.partition);
    let is_noop = |result: &&Elected| matches!(&result.error, Some((code, _)) if *code == ErrorCode::ELECTION_NOT_NEEDED);
    let join = |list: Vec<String>| list.join(", ");
    let done: Vec<_> = results.iter().filter(|it| it.error.is_none()).map(name).collect();
    let noop: Vec<_> = results.iter().filter(is_noop).map(name).collect();
    let mut text = String::new();
    if !done.is_empty() {
        let kind = kind(election);
        text += &format!(
            "Successfully completed leader election ({kind}) for partitions {}\n",
            join(done)
        );
    }
    if !noop.is_empty() {
        text += &format!("Valid replica already elected for partitions {}\n", join(noop));
    }
    let mut failed = 0;
    for result in results.iter().filter(|result| !is_noop(result)) {
        let Some((code, message)) = &result.error else { continue };
        failed += 1;
        let reason = message.clone().filter(|text| !text.is_empty());
        let reason =
            reason.map_or_else(|| code.to_string(), |it| format!("{it} [{}]", code.name()));
        text += &format!(
            "Error completing leader election ({}) for partition: {}: {reason}\n",
            kind(election),
            name(result)
        );
    }
    (text, failed)
}

fn kind(election: Election) -> &'static str {
    match election {
        Election::Preferred => "PREFERRED",
        Election::Unclean => "UNCLEAN",
    }
}

fn as_json(result: &Elected) -> Value {
    let noop = matches!(&result.error, Some((code, _)) if *code == ErrorCode::ELECTION_NOT_NEEDED);
    let error = result.error.as_ref().filter(|_| !noop);
    json!({
        "topic": result.topic,
        "partition": result.partition.0,
        "elected": result.error.is_none(),
        "error": error.map(|(code, _)| code.name()),
        "message": error.and_then(|(_, message)| message.clone()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_read_as_those_of_kafkas_tool() {
        let result = |partition, error: Option<(ErrorCode, Option<&str>)>| Elected {
            topic: "t".to_owned(),
            partition: PartitionIndex(partition),
            error: error.map(|(code, text)| (code, text.map(str::to_owned))),
        };
        let results = [
            result(0, None),
            result(1, Some((ErrorCode::ELECTION_NOT_NEEDED, None))),
            result(2, Some((ErrorCode::UNKNOWN_TOPIC_OR_PARTITION, Some("No such topic as t")))),
        ];
        let (text, failed) = as_text(&results, Election::Preferred);
        assert_eq!(
            text,
            "Successfully completed leader election (PREFERRED) for partitions t-0\nValid replica \
             already elected for partitions t-1\nError completing leader election (PREFERRED) for \
             partition: t-2: No such topic as t [UNKNOWN_TOPIC_OR_PARTITION]\n"
        );
        assert_eq!(failed, 1);
    }
}

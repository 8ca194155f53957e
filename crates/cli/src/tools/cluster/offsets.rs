//! `moldau cluster offsets`: the first or last offsets of partitions, or those at a time.

use clap::Args;
use moldau_client::admin::OffsetSpec;
use moldau_protocol::ids::{Offset, PartitionIndex};
use serde_json::{Value, json};

use super::{Connect, Output, admin, print, table};
use crate::{failure::Failure, tools::topic::pattern::Pattern};

#[derive(Debug, Args)]
pub(super) struct OffsetArgs {
    /// Topics that this pattern matches as a whole [default: all].
    #[arg(long, value_name = "PATTERN", conflicts_with = "topic_partitions")]
    topic: Option<String>,
    /// Partitions: ID,ID,...
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    #[arg(conflicts_with = "topic_partitions")]
    partitions: Vec<i32>,
    /// Patterns with partitions: PATTERN[:ID|:FROM-[TO]],... where TO is not included.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    topic_partitions: Vec<String>,
    /// latest, earliest, max-timestamp, earliest-local, latest-tiered, earliest-pending-upload, or
    /// milliseconds since 1970.
    #[arg(long, default_value = "latest", allow_hyphen_values = true)]
    time: String,
    /// Leave out the topics that Kafka itself uses.
    #[arg(long)]
    exclude_internal_topics: bool,
    /// Form of the result.
    #[arg(long, value_enum, default_value_t)]
    output: Output,
    #[command(flatten)]
    connect: Connect,
}

/// Partitions of the topics that a pattern matches.
#[derive(Debug)]
struct Rule {
    topics: Pattern,
    from: i32,
    /// Not included.
    to: i32,
    /// These and no others, unless empty.
    only: Vec<i32>,
}

impl Rule {
    /// Reads `PATTERN`, `PATTERN:3`, `PATTERN:3-`, `PATTERN:-3` or `PATTERN:3-5`.
    fn parse(text: &str) -> Result<Self, Failure> {
        let bad = || Failure::usage(format!("Invalid rule specification: {text}"));
        let (name, range) = text.split_once(':').unwrap_or((text, ""));
        let topics = if name.is_empty() { Pattern::all() } else { Pattern::parse(name)? };
        let number = |text: &str, absent: i32| match text {
            "" => Ok(absent),
            text => text.parse::<i32>().ok().filter(|it| *it >= 0).ok_or_else(bad),
        };
        let (from, to) = match range.split_once('-') {
            Some((from, to)) => (number(from, 0)?, number(to, i32::MAX)?),
            None if range.is_empty() => (0, i32::MAX),
            None => {
                let one = number(range, 0)?;
                (one, one.saturating_add(1))
            }
        };
        Ok(Self { topics, from, to, only: Vec::new() })
    }

    fn takes(&self, topic: &str, partition: PartitionIndex) -> bool {
        self.topics.matches(topic)
            && (self.from..self.to).contains(&partition.0)
            && (self.only.is_empty() || self.only.contains(&partition.0))
    }
}

impl OffsetArgs {
    fn rules(&self) -> Result<Vec<Rule>, Failure> {
        if !self.topic_partitions.is_empty() {
            return self.topic_partitions.iter().map(|text| Rule::parse(text)).collect();
        }
        let topics = self.topic.as_deref().map_or_else(|| Ok(Pattern::all()), Pattern::parse)?;
        Ok(vec![Rule { topics, from: 0, to: i32::MAX, only: self.partitions.clone() }])
    }
}

fn spec(time: &str) -> Result<OffsetSpec, Failure> {
    Ok(match time {
        "-1" | "latest" => OffsetSpec::Latest,
        "-2" | "earliest" => OffsetSpec::Earliest,
        "-3" | "max-timestamp" => OffsetSpec::MaxTimestamp,
        "-4" | "earliest-local" => OffsetSpec::EarliestLocal,
        "-5" | "latest-tiered" => OffsetSpec::LatestTiered,
        "-6" | "earliest-pending-upload" => OffsetSpec::EarliestPendingUpload,
        _ => OffsetSpec::AtTime(time.parse().ok().filter(|time| *time >= 0).ok_or_else(|| {
            Failure::usage(format!(
                "Malformed time argument {time}. Please use -1 or latest / -2 or earliest / -3 or \
                 max-timestamp / -4 or earliest-local / -5 or latest-tiered / -6 or \
                 earliest-pending-upload, or a specified long format timestamp"
            ))
        })?),
    })
}

pub(super) async fn run(args: OffsetArgs) -> Result<(), Failure> {
    let (rules, spec) = (args.rules()?, spec(&args.time)?);
    let (cluster, admin) = admin(&args.connect).await?;
    let metadata = cluster.refresh_all().await?;
    let mut topics: Vec<_> = metadata
        .topics()
        .filter(|topic| !(args.exclude_internal_topics && topic.internal))
        .filter_map(|topic| {
            let partitions = topic.partitions.as_ref().ok()?.iter().map(|found| found.index);
            let wanted = partitions
                .filter(|index| rules.iter().any(|rule| rule.takes(&topic.name, *index)))
                .collect::<Vec<_>>();
            (!wanted.is_empty()).then(|| (topic.name.clone(), wanted))
        })
        .collect();
    topics.sort();
    if topics.is_empty() {
        return Err(Failure::new(
            "Could not match any topic-partitions with the specified filters",
        )
        .advise("`moldau topic list` shows the topics there are"));
    }
    let mut found: Vec<(String, PartitionIndex, Offset, i64)> = Vec::new();
    for (topic, partitions) in topics {
        for (partition, at) in admin.offsets(&topic, &partitions, spec).await? {
            if let Some(offset) = at.offset {
                found.push((topic.to_string(), partition, offset, at.timestamp));
            }
        }
    }
    show(&found, args.output)
}

fn show(found: &[(String, PartitionIndex, Offset, i64)], output: Output) -> Result<(), Failure> {
    match output {
        Output::Json => {
            let all = found.iter().map(|(topic, partition, offset, timestamp)| {
                json!({
                    "topic": topic,
                    "partition": partition.0,
                    "offset": offset.0,
                    "timestamp": (*timestamp >= 0).then_some(timestamp),
                })
            });
            print(&Value::from_iter(all).to_string())
        }
        Output::Plain if found.is_empty() => Ok(()),
        Output::Plain => {
            let lines = found
                .iter()
                .map(|(topic, partition, offset, _)| format!("{topic}:{partition}:{offset}\n"));
            print(&lines.collect::<String>())
        }
        Output::Table => {
            let mut rows = table(&["Topic", "Partition", "Offset"]);
            for (topic, partition, offset, _) in found {
                rows.add_row([topic.clone(), partition.to_string(), offset.to_string()]);
            }
            print(&rows.to_string())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_take_what_kafkas_tool_takes() {
        for (rule, topic, partition, taken) in [
            ("a", "a", 5, true),
            ("a", "ab", 5, false),
            ("a:5", "a", 5, true),
            ("a:5", "a", 6, false),
            ("a:2-4", "a", 3, true),
            ("a:2-4", "a", 4, false),
            ("a:2-", "a", 100, true),
            ("a:-2", "a", 1, true),
            ("a:-2", "a", 2, false),
            (":0-1", "anything", 0, true),
        ] {
            let rule_of = Rule::parse(rule).unwrap();
            assert_eq!(
                rule_of.takes(topic, PartitionIndex(partition)),
                taken,
                "{rule} {partition}"
            );
        }
        for bad in ["a:x", "a:1-x", "a:-x"] {
            assert!(Rule::parse(bad).is_err(), "{bad}");
        }
        assert_eq!(spec("-3").unwrap(), OffsetSpec::MaxTimestamp);
        assert_eq!(spec("77").unwrap(), OffsetSpec::AtTime(77));
        assert!(spec("5x").is_err() && spec("-7").is_err());
    }
}

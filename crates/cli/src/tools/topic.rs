//! `moldau topic`: create, delete, alter, list and describe topics.
//!
//! Flags and results are those of Kafka's topic tool; `--output plain` prints its text.

mod alter;
mod describe;
pub(crate) mod pattern;

use std::collections::BTreeMap;

use clap::{ArgGroup, Args, Subcommand};
use moldau_client::{
    Cluster,
    admin::{Admin, NewTopic, Placement, TopicListing},
};
use moldau_protocol::{ErrorCode, ids::BrokerId};
use serde_json::json;

use super::{Connect, Output, pair, print, table};
use crate::failure::Failure;
use pattern::Pattern;

#[derive(Debug, Args)]
pub(crate) struct TopicArgs {
    #[command(subcommand)]
    command: TopicCommand,
}

#[derive(Debug, Subcommand)]
enum TopicCommand {
    /// Create a topic.
    #[command(after_help = "Example: moldau topic create --topic greetings --partitions 3")]
    Create(CreateArgs),
    /// Delete a topic with all its records.
    #[command(after_help = "Example: moldau topic delete --topic greetings")]
    Delete(DeleteArgs),
    /// Give a topic more partitions.
    #[command(after_help = "Example: moldau topic alter --topic greetings --partitions 6")]
    Alter(alter::AlterArgs),
    /// List topics.
    #[command(after_help = "Example: moldau topic list --exclude-internal")]
    List(ListArgs),
    /// Show partitions, replicas and configuration of topics.
    #[command(after_help = "Example: moldau topic describe --topic greetings")]
    Describe(describe::DescribeArgs),
}

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("which").required(true))]
struct CreateArgs {
    /// The topic.
    #[arg(group = "which", value_name = "TOPIC")]
    name: Option<String>,
    /// The topic.
    #[arg(long, group = "which", value_name = "TOPIC")]
    topic: Option<String>,
    /// Number of partitions [default: the cluster's num.partitions].
    #[arg(long, short = 'p', value_name = "N", value_parser = clap::value_parser!(i32).range(1..))]
    partitions: Option<i32>,
    /// Number of replicas of each partition [default: the cluster's].
    #[arg(long, short = 'r', value_name = "N", value_parser = clap::value_parser!(i16).range(1..))]
    replication_factor: Option<i16>,
    /// Brokers of each partition: B1:B2,B1:B2,... with the preferred leader first.
    #[arg(long, value_name = "LIST", conflicts_with_all = ["partitions", "replication_factor"])]
    replica_assignment: Option<String>,
    /// A configuration of the topic; may be given several times.
    #[arg(long, short = 'c', value_name = "KEY=VALUE")]
    config: Vec<String>,
    /// A topic that is there already is no failure.
    #[arg(long)]
    if_not_exists: bool,
    /// Only check whether the topic could be created.
    #[arg(long)]
    validate_only: bool,
    /// Form of the result.
    #[arg(long, value_enum, default_value_t)]
    output: Output,
    #[command(flatten)]
    connect: Connect,
}

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("which").required(true))]
struct DeleteArgs {
    /// The topic, or a pattern that means all topics it matches as a whole.
    #[arg(group = "which", value_name = "TOPIC")]
    name: Option<String>,
    /// The topic, or a pattern that means all topics it matches as a whole.
    #[arg(long, group = "which", value_name = "TOPIC")]
    topic: Option<String>,
    /// A topic that is not there is no failure.
    #[arg(long)]
    if_exists: bool,
    /// Form of the result.
    #[arg(long, value_enum, default_value_t)]
    output: Output,
    #[command(flatten)]
    connect: Connect,
}

#[derive(Debug, Args)]
struct ListArgs {
    /// Only topics that this pattern matches as a whole.
    #[arg(long, value_name = "PATTERN")]
    topic: Option<String>,
    /// Leave out the topics that Kafka itself uses.
    #[arg(long)]
    exclude_internal: bool,
    /// Form of the result.
    #[arg(long, value_enum, default_value_t)]
    output: Output,
    #[command(flatten)]
    connect: Connect,
}

pub(crate) async fn run(args: TopicArgs) -> Result<(), Failure> {
    match args.command {
        TopicCommand::Create(args) => create(args).await,
        TopicCommand::Delete(args) => delete(args).await,
        TopicCommand::Alter(args) => alter::run(args).await,
        TopicCommand::List(args) => list(args).await,
        TopicCommand::Describe(args) => describe::run(args).await,
    }
}

async fn admin(connect: &Connect) -> Result<(Cluster, Admin), Failure> {
    let cluster = connect.cluster("moldau-topic").await?;
    let admin = Admin::new(&cluster);
    Ok((cluster, admin))
}

async fn create(args: CreateArgs) -> Result<(), Failure> {
    let name = args.topic.or(args.name).unwrap_or_default();
    let placement = match &args.replica_assignment {
        Some(text) => Placement::Manual(assignment(text)?),
        None => Placement::Automatic {
            partitions: args.partitions,
            replication_factor: args.replication_factor,
        },
    };
    let configs: BTreeMap<String, String> =
        args.config.iter().map(|text| pair("--config", text)).collect::<Result<_, _>>()?;
    if name.contains(['.', '_']) && args.output != Output::Json {
        eprintln!(
            "warning: topics whose names differ only in '.' and '_' collide in the names of \
             metrics; it is best to use one of the two"
        );
    }
    let (_cluster, admin) = admin(&args.connect).await?;
    let topic = NewTopic { name: name.clone(), placement, configs };
    let created = match admin.create_topic(topic, args.validate_only).await {
        Ok(created) => created,
        Err(error)
            if args.if_not_exists && error.code() == Some(ErrorCode::TOPIC_ALREADY_EXISTS) =>
        {
            return match args.output {
                Output::Json => print(&json!({ "topic": name, "created": false }).to_string()),
                Output::Table => print(&format!("Topic {name} exists already.")),
                Output::Plain => Ok(()),
            };
        }
        Err(error) => return Err(error.into()),
    };
    match args.output {
        Output::Json => print(
            &json!({
                "topic": created.name,
                "created": !args.validate_only,
                "id": created.id.to_string(),
                "partitions": created.partitions,
                "replication_factor": created.replication_factor,
            })
            .to_string(),
        ),
        _ if args.validate_only => print(&format!("Topic {name} could be created.")),
        _ => print(&format!("Created topic {name}.")),
    }
}

async fn delete(args: DeleteArgs) -> Result<(), Failure> {
    let name = args.topic.or(args.name).unwrap_or_default();
    let pattern = Pattern::parse(&name)?;
    let (_cluster, admin) = admin(&args.connect).await?;
    let topics = matching(&admin, &pattern, false).await?;
    if topics.is_empty() && !args.if_exists {
        return Err(missing(&name));
    }
    for topic in &topics {
        admin.delete_topic(&topic.name).await?;
    }
    let names: Vec<&str> = topics.iter().map(|topic| topic.name.as_str()).collect();
    match args.output {
        Output::Json => print(&json!({ "deleted": names }).to_string()),
        Output::Plain => Ok(()),
        Output::Table if names.is_empty() => print(&format!("No topic {name} to delete.")),
        Output::Table => print(&format!("Deleted {}.", names.join(", "))),
    }
}

async fn list(args: ListArgs) -> Result<(), Failure> {
    let pattern = args.topic.as_deref().map(Pattern::parse).transpose()?;
    let (_cluster, admin) = admin(&args.connect).await?;
    let pattern = pattern.unwrap_or_else(Pattern::all);
    let topics = matching(&admin, &pattern, args.exclude_internal).await?;
    match args.output {
        Output::Json => {
            let topics = topics.iter().map(|topic| {
                json!({
                    "topic": topic.name,
                    "id": topic.id.to_string(),
                    "internal": topic.internal,
                    "partitions": topic.partitions,
                })
            });
            print(&serde_json::Value::from_iter(topics).to_string())
        }
        Output::Plain => {
            let names: String = topics.iter().map(|topic| format!("{}\n", topic.name)).collect();
            if names.is_empty() { Ok(()) } else { print(&names) }
        }
        Output::Table if topics.is_empty() => {
            eprintln!("There are no topics; `moldau topic create --topic NAME` makes one.");
            Ok(())
        }
        Output::Table => {
            let mut table = table(&["Topic", "Partitions", "Id", "Internal"]);
            for topic in &topics {
                table.add_row([
                    topic.name.clone(),
                    topic.partitions.to_string(),
                    topic.id.to_string(),
                    if topic.internal { "yes".to_owned() } else { String::new() },
                ]);
            }
            print(&table.to_string())
        }
    }
}

async fn matching(
    admin: &Admin,
    pattern: &Pattern,
    exclude_internal: bool,
) -> Result<Vec<TopicListing>, Failure> {
    let mut topics = admin.list_topics().await?;
    topics.retain(|topic| pattern.matches(&topic.name) && !(exclude_internal && topic.internal));
    Ok(topics)
}

fn missing(name: &str) -> Failure {
    Failure::new(format!("topic '{name}' does not exist"))
        .advise("`moldau topic list` shows the topics there are")
}

/// Reads `1:2,2:3`: brokers of partition 0, of partition 1, ...
fn assignment(text: &str) -> Result<Vec<Vec<BrokerId>>, Failure> {
    let broker = |number: &str| number.trim().parse().ok().filter(|id| *id >= 0).map(BrokerId);
    let partition = |list: &str| list.split(':').map(broker).collect::<Option<Vec<_>>>();
    let all: Option<Vec<Vec<BrokerId>>> = text.split(',').map(partition).collect();
    let all = all.ok_or_else(|| {
        Failure::usage(format!(
            "--replica-assignment {text}: broker ids as in 1:2,2:3 are expected"
        ))
    })?;
    if let Some(at) = all.iter().position(|list| list.len() != all[0].len()) {
        return Err(Failure::usage(format!(
            "--replica-assignment {text}: partition {at} has another number of replicas than \
             partition 0"
        )));
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assignments_are_read_as_kafka_reads_them() {
        let ids = |list: &[i32]| list.iter().copied().map(BrokerId).collect::<Vec<_>>();
        assert_eq!(assignment("1:2,2:3").unwrap(), [ids(&[1, 2]), ids(&[2, 3])]);
        assert_eq!(assignment("0").unwrap(), [ids(&[0])]);
        for bad in ["", "a", "1:", "1,2:3", "-1", "1:2,,1:2"] {
            assert!(assignment(bad).is_err(), "{bad}");
        }
    }
}

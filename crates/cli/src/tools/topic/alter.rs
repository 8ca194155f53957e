//! `moldau topic alter`: more partitions for a topic.

use clap::{ArgGroup, Args};
use serde_json::{Value, json};

use super::{Connect, Output, Pattern, admin, assignment, matching, missing, print};
use crate::failure::Failure;

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("which").required(true))]
pub(super) struct AlterArgs {
    /// The topic, or a pattern that means all topics it matches as a whole.
    #[arg(group = "which", value_name = "TOPIC")]
    name: Option<String>,
    /// The topic, or a pattern that means all topics it matches as a whole.
    #[arg(long, group = "which", value_name = "TOPIC")]
    topic: Option<String>,
    /// Number of partitions the topic is to have; it can only grow.
    #[arg(long, short = 'p', value_parser = clap::value_parser!(i32).range(1..))]
    partitions: i32,
    /// Brokers of all partitions, the old ones too: B1:B2,B1:B2,...
    #[arg(long, value_name = "LIST")]
    replica_assignment: Option<String>,
    /// A topic that is not there is no failure.
    #[arg(long)]
    if_exists: bool,
    /// Form of the result.
    #[arg(long, value_enum, default_value_t)]
    output: Output,
    #[command(flatten)]
    connect: Connect,
}

pub(super) async fn run(args: AlterArgs) -> Result<(), Failure> {
    let name = args.topic.or(args.name).unwrap_or_default();
    let pattern = Pattern::parse(&name)?;
    let replicas = args.replica_assignment.as_deref().map(assignment).transpose()?;
    let (_cluster, admin) = admin(&args.connect).await?;
    let topics = matching(&admin, &pattern, false).await?;
    if topics.is_empty() && !args.if_exists {
        return Err(missing(&name));
    }
    for topic in &topics {
        // Kafka's tool takes a list for all partitions and leaves out those that are there.
        let new = replicas.as_ref().map(|all| all.iter().skip(topic.partitions).cloned().collect());
        admin.create_partitions(&topic.name, args.partitions, new).await?;
    }
    let names: Vec<&str> = topics.iter().map(|topic| topic.name.as_str()).collect();
    match args.output {
        Output::Json => print(
            &Value::from_iter(
                names.iter().map(|name| json!({ "topic": name, "partitions": args.partitions })),
            )
            .to_string(),
        ),
        Output::Plain => Ok(()),
        Output::Table if names.is_empty() => print(&format!("No topic {name} to change.")),
        Output::Table => {
            print(&format!("{} has {} partitions now.", names.join(", "), args.partitions))
        }
    }
}

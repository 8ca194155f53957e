//! `moldau reassign`: which brokers hold which replicas: a plan, its execution, how far it is.
//!
//! Flags and text are those of `kafka-reassign-partitions`, without throttles and without moves
//! between the directories of one broker.
//!
//! Tests: `plan.rs`, and `conformance/java/tools` beside Kafka's own tool.

mod placement;
mod plan;

use std::path::PathBuf;

use clap::{Args, Subcommand};
use moldau_client::{
    Cluster,
    admin::{Admin, Move},
};
use moldau_protocol::ids::{BrokerId, PartitionIndex};
use rand::Rng as _;
use serde_json::{Value, json};

use super::{Connect, Output, print, table};
use crate::failure::Failure;
use placement::{Directories, Placement, current, directories, placement_json, topics_of, wanted};
use plan::{Assignment, Racked};

#[derive(Debug, Args)]
pub(crate) struct ReassignArgs {
    #[command(subcommand)]
    command: ReassignCommand,
}

#[derive(Debug, Subcommand)]
enum ReassignCommand {
    /// Propose where partitions could be; nothing is moved.
    #[command(after_help = "Example: moldau reassign generate --topics-to-move-json-file t.json \
                            --broker-list 1,2,3")]
    Generate(GenerateArgs),
    /// Begin to move partitions.
    #[command(after_help = "Example: moldau reassign execute --reassignment-json-file plan.json")]
    Execute(FileArgs),
    /// Tell how far moves are.
    #[command(after_help = "Example: moldau reassign verify --reassignment-json-file plan.json")]
    Verify(FileArgs),
    /// Cancel moves that are under way.
    #[command(after_help = "Example: moldau reassign cancel --reassignment-json-file plan.json")]
    Cancel(FileArgs),
    /// List the moves that are under way.
    #[command(after_help = "Example: moldau reassign list")]
    List(ListArgs),
}

#[derive(Debug, Args)]
struct GenerateArgs {
    /// A file: {"topics": [{"topic": "t"}], "version": 1}.
    #[arg(long, value_name = "FILE")]
    topics_to_move_json_file: PathBuf,
    /// Brokers to place replicas on: ID,ID,...
    #[arg(long, value_name = "LIST", value_delimiter = ',', required = true)]
    broker_list: Vec<i32>,
    /// Take no notice of racks.
    #[arg(long)]
    disable_rack_aware: bool,
    /// Form of the result.
    #[arg(long, value_enum, default_value_t)]
    output: Output,
    #[command(flatten)]
    connect: Connect,
}

#[derive(Debug, Args)]
struct FileArgs {
    /// The plan: what `generate` proposed.
    #[arg(long, value_name = "FILE")]
    reassignment_json_file: PathBuf,
    /// As in Kafka's tool; throttles are never touched.
    #[arg(long, hide = true)]
    preserve_throttles: bool,
    /// As in Kafka's tool, for moves under way.
    #[arg(long, hide = true)]
    additional: bool,
    /// Form of the result.
    #[arg(long, value_enum, default_value_t)]
    output: Output,
    #[command(flatten)]
    connect: Connect,
}

#[derive(Debug, Args)]
struct ListArgs {
    /// Form of the result.
    #[arg(long, value_enum, default_value_t)]
    output: Output,
    #[command(flatten)]
    connect: Connect,
}

pub(crate) async fn run(args: ReassignArgs) -> Result<(), Failure> {
    match args.command {
        ReassignCommand::Generate(args) => generate(args).await,
        ReassignCommand::Execute(args) => execute(args).await,
        ReassignCommand::Verify(args) => verify(args).await,
        ReassignCommand::Cancel(args) => cancel(args).await,
        ReassignCommand::List(args) => list(args).await,
    }
}

async fn admin(connect: &Connect) -> Result<(Cluster, Admin), Failure> {
    let cluster = connect.cluster("moldau-reassign").await?;
    let admin = Admin::new(&cluster);
    Ok((cluster, admin))
}

async fn generate(args: GenerateArgs) -> Result<(), Failure> {
    let topics = topics_of(&args.topics_to_move_json_file)?;
    let (cluster, admin) = admin(&args.connect).await?;
    let now = current(&cluster, &topics).await?;
    let dirs = directories(&admin, &now).await;
    let metadata = cluster.metadata();
    let mut brokers = Vec::new();
    for id in &args.broker_list {
        let broker = metadata.brokers.get(&BrokerId(*id)).ok_or_else(|| unknown_broker(*id))?;
        let rack = broker.rack.clone().filter(|_| !args.disable_rack_aware);
        let entry = Racked { id: broker.id, rack };
        if brokers.contains(&entry) {
            return Err(Failure::usage(format!("--broker-list: broker {id} is there twice")));
        }
        brokers.push(entry);
    }
    let mut proposed = Placement::new();
    for topic in &topics {
        let partitions: Vec<_> = now.iter().filter(|((name, _), _)| name == topic).collect();
        let factor = partitions.first().map_or(0, |(_, replicas)| replicas.len());
        let start = rand::rng().random_range(0..brokers.len().max(1));
        let shift = rand::rng().random_range(0..brokers.len().max(1));
        let wanted = Assignment { partitions: partitions.len(), factor, start, shift };
        let lists = plan::assign(&brokers, wanted).map_err(Failure::new)?;
        for ((key, _), replicas) in partitions.into_iter().zip(lists) {
            proposed.insert(key.clone(), replicas);
        }
    }
    match args.output {
        Output::Json => print(
            &json!({
                "current": serde_json::from_str::<Value>(&placement_json(&now, &dirs)).ok(),
                "proposed": serde_json::from_str::<Value>(&placement_json(&proposed, &Directories::new())).ok(),
            })
            .to_string(),
        ),
        _ => print(&format!(
            "Current partition replica assignment\n{}\n\nProposed partition reassignment \
             configuration\n{}\n",
            placement_json(&now, &dirs),
            placement_json(&proposed, &Directories::new())
        )),
    }
}

fn unknown_broker(id: i32) -> Failure {
    Failure::new(format!("Unknown broker id {id}"))
        .advise("`moldau cluster list-endpoints` shows the brokers there are")
}

fn topics(placement: &Placement) -> Vec<String> {
    let mut names: Vec<String> = placement.keys().map(|(topic, _)| topic.clone()).collect();
    names.dedup();
    names
}

fn name((topic, partition): &(String, PartitionIndex)) -> String {
    format!("{topic}-{partition}")
}

async fn execute(args: FileArgs) -> Result<(), Failure> {
    let wanted = wanted(&args.reassignment_json_file)?;
    let (cluster, admin) = admin(&args.connect).await?;
    let metadata = cluster.metadata();
    for id in wanted.values().flatten() {
        if !metadata.brokers.contains_key(id) {
            return Err(unknown_broker(id.0));
        }
    }
    let under_way = admin.reassignments().await?;
    if !under_way.is_empty() && !args.additional {
        return Err(Failure::new(
            "Cannot execute because there is an existing partition assignment. Use --additional \
             to override this and create a new partition assignment in addition to the existing \
             one.",
        ));
    }
    let mut now = current(&cluster, &topics(&wanted)).await?;
    now.retain(|key, _| wanted.contains_key(key));
    let dirs = directories(&admin, &now).await;
    let moves: Vec<Move> = wanted
        .iter()
        .map(|((topic, partition), replicas)| Move {
            topic: topic.clone(),
            partition: *partition,
            replicas: Some(replicas.clone()),
        })
        .collect();
    let refused = admin.reassign(&moves).await?;
    let names: Vec<String> = wanted.keys().map(name).collect();
    if let Some((.., error)) = refused.first() {
        let more = refused.len() - 1;
        return Err(Failure::new(format!("Error reassigning partition(s): {error}"))
            .and(format!("{more} more were refused")));
    }
    match args.output {
        Output::Json => print(
            &json!({
                "started": names,
                "before": serde_json::from_str::<Value>(&placement_json(&now, &dirs)).ok(),
            })
            .to_string(),
        ),
        _ => print(&format!(
            "Current partition replica assignment\n\n{}\n\nSave this to use as the \
             --reassignment-json-file option during rollback\nSuccessfully started partition \
             reassignment{} for {}\n",
            placement_json(&now, &dirs),
            if names.len() == 1 { "" } else { "s" },
            names.join(",")
        )),
    }
}

async fn verify(args: FileArgs) -> Result<(), Failure> {
    let wanted = wanted(&args.reassignment_json_file)?;
    let (cluster, admin) = admin(&args.connect).await?;
    let moving = admin.reassignments().await?;
    let metadata = cluster.refresh_all().await?;
    let mut states = Vec::new();
    for (key, replicas) in &wanted {
        let busy = moving.iter().any(|it| (it.topic.as_str(), it.partition) == (&key.0, key.1));
        let now = metadata.partition(&key.0, key.1).map(|partition| &partition.replicas);
        let ids =
            |list: &[BrokerId]| list.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        let (state, text) = match now {
            _ if busy => ("in_progress", "is still in progress.".to_owned()),
            Some(now) if now == replicas => ("completed", "is completed.".to_owned()),
            Some(now) => (
                "different",
                format!(
                    "There is no active reassignment of partition {}, but replica set is {} rather \
                     than {}.",
                    name(key),
                    ids(now),
                    ids(replicas)
                ),
            ),
            None => ("missing", "does not exist.".to_owned()),
        };
        states.push((key, state, text));
    }
    match args.output {
        Output::Json => print(
            &Value::from_iter(states.iter().map(
                |(key, state, _)| json!({ "topic": key.0, "partition": key.1.0, "state": state }),
            ))
            .to_string(),
        ),
        _ => {
            let mut text = "Status of partition reassignment:\n".to_owned();
            for (key, state, words) in &states {
                text += &match *state {
                    "different" => format!("{words}\n"),
                    _ => format!("Reassignment of partition {} {words}\n", name(key)),
                };
            }
            print(&text)
        }
    }
}

async fn cancel(args: FileArgs) -> Result<(), Failure> {
    let wanted = wanted(&args.reassignment_json_file)?;
    let (_cluster, admin) = admin(&args.connect).await?;
    let moving = admin.reassignments().await?;
    let moves: Vec<Move> = moving
        .iter()
        .filter(|it| wanted.contains_key(&(it.topic.clone(), it.partition)))
        .map(|it| Move { topic: it.topic.clone(), partition: it.partition, replicas: None })
        .collect();
    let refused = if moves.is_empty() { Vec::new() } else { admin.reassign(&moves).await? };
    if let Some((.., error)) = refused.first() {
        return Err(Failure::new(format!("Error cancelling partition reassignment(s): {error}")));
    }
    let names: Vec<String> =
        moves.iter().map(|it| format!("{}-{}", it.topic, it.partition)).collect();
    match args.output {
        Output::Json => print(&json!({ "cancelled": names }).to_string()),
        _ if names.is_empty() => print("None of the specified partition reassignments are active."),
        _ => print(&format!(
            "Successfully cancelled partition reassignment{} for: {}",
            if names.len() == 1 { "" } else { "s" },
            names.join(",")
        )),
    }
}

async fn list(args: ListArgs) -> Result<(), Failure> {
    let (_cluster, admin) = admin(&args.connect).await?;
    let moving = admin.reassignments().await?;
    let ids =
        |list: &[BrokerId]| list.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    match args.output {
        Output::Json => {
            let numbers = |list: &[BrokerId]| list.iter().map(|id| id.0).collect::<Vec<_>>();
            print(
                &Value::from_iter(moving.iter().map(|it| {
                    json!({
                        "topic": it.topic,
                        "partition": it.partition.0,
                        "replicas": numbers(&it.replicas),
                        "adding": numbers(&it.adding),
                        "removing": numbers(&it.removing),
                    })
                }))
                .to_string(),
            )
        }
        _ if moving.is_empty() => print("No partition reassignments found."),
        Output::Plain => {
            let mut text = "Current partition reassignments:\n".to_owned();
            for it in &moving {
                text += &format!("{}-{}: replicas: {}.", it.topic, it.partition, ids(&it.replicas));
                if !it.adding.is_empty() {
                    text += &format!(" adding: {}.", ids(&it.adding));
                }
                if !it.removing.is_empty() {
                    text += &format!(" removing: {}.", ids(&it.removing));
                }
                text.push('\n');
            }
            print(&text)
        }
        Output::Table => {
            let mut rows = table(&["Topic", "Partition", "Replicas", "Adding", "Removing"]);
            for it in &moving {
                rows.add_row([
                    it.topic.clone(),
                    it.partition.to_string(),
                    ids(&it.replicas),
                    ids(&it.adding),
                    ids(&it.removing),
                ]);
            }
            print(&rows.to_string())
        }
    }
}

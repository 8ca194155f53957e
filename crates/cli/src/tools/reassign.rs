//! `moldau reassign`: which brokers hold which replicas: a plan, its execution, how far it is.
//!
//! Flags and text are those of `kafka-reassign-partitions`, without throttles and without moves
//! between the directories of one broker.
//!
//! Tests: `plan.rs`, and `conformance/java/tools` beside Kafka's own tool.

mod plan;

use std::{collections::BTreeMap, path::PathBuf};

use clap::{Args, Subcommand};
use moldau_client::{
    Cluster,
    admin::{Admin, Move},
};
use moldau_protocol::ids::{BrokerId, PartitionIndex};
use rand::Rng as _;
use serde_json::{Value, json};

use super::{
    Connect, Output,
    cluster::{partitions_of, read_json},
    print, table,
};
use crate::failure::Failure;
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

/// Replicas of each partition.
type Placement = BTreeMap<(String, PartitionIndex), Vec<BrokerId>>;

async fn admin(connect: &Connect) -> Result<(Cluster, Admin), Failure> {
    let cluster = connect.cluster("moldau-reassign").await?;
    let admin = Admin::new(&cluster);
    Ok((cluster, admin))
}

/// Directory of each replica, where it is known.
type Directories = BTreeMap<(String, PartitionIndex, BrokerId), String>;

/// The directories that brokers tell; a broker that does not answer has none.
async fn directories(admin: &Admin, placement: &Placement) -> Directories {
    let mut brokers: Vec<BrokerId> = placement.values().flatten().copied().collect();
    brokers.sort();
    brokers.dedup();
    let mut found = Directories::new();
    for id in brokers {
        for dir in admin.log_dirs(id).await.unwrap_or_default() {
            for replica in dir.replicas.into_iter().filter(|replica| !replica.future) {
                found.insert((replica.topic, replica.partition, id), dir.path.clone());
            }
        }
    }
    found
}

/// Kafka's JSON of a placement. A directory that is not given is "any".
fn placement_json(placement: &Placement, directories: &Directories) -> String {
    let entries: Vec<String> = placement
        .iter()
        .map(|((topic, partition), replicas)| {
            let dir = |id: &BrokerId| {
                let dir = directories.get(&(topic.clone(), *partition, *id));
                Value::from(dir.map_or("any", String::as_str)).to_string()
            };
            let dirs: Vec<String> = replicas.iter().map(dir).collect();
            let topic = Value::from(topic.as_str());
            let ids: Vec<String> = replicas.iter().map(ToString::to_string).collect();
            format!(
                "{{\"topic\":{topic},\"partition\":{partition},\"replicas\":[{}],\
                 \"log_dirs\":[{}]}}",
                ids.join(","),
                dirs.join(",")
            )
        })
        .collect();
    format!("{{\"version\":1,\"partitions\":[{}]}}", entries.join(","))
}

/// Where the partitions of topics are.
async fn current(cluster: &Cluster, topics: &[String]) -> Result<Placement, Failure> {
    let metadata = cluster.refresh_all().await?;
    let mut placement = Placement::new();
    for name in topics {
        let topic = metadata.topic(name).and_then(|topic| topic.partitions.as_ref().ok());
        let partitions = topic.ok_or_else(|| {
            Failure::new(format!("topic '{name}' does not exist"))
                .advise("`moldau topic list` shows the topics there are")
        })?;
        for partition in partitions {
            placement.insert((name.clone(), partition.index), partition.replicas.clone());
        }
    }
    Ok(placement)
}

fn topics_of(path: &std::path::Path) -> Result<Vec<String>, Failure> {
    let json = read_json(path)?;
    let list = json.get("topics").and_then(Value::as_array);
    let names = list.map(|list| {
        list.iter().map(|entry| Some(entry.get("topic")?.as_str()?.to_owned())).collect()
    });
    let names: Option<Vec<String>> = names.flatten();
    let mut names = names.ok_or_else(|| {
        Failure::new(format!("{}: there is no list of topics", path.display()))
            .advise("as in {\"version\": 1, \"topics\": [{\"topic\": \"orders\"}]}")
    })?;
    names.sort();
    names.dedup();
    Ok(names)
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

/// The placement that a file asks for.
fn wanted(path: &std::path::Path) -> Result<Placement, Failure> {
    let mut placement = Placement::new();
    for (key, entry) in partitions_of(path)? {
        let bad = || {
            Failure::new(format!("{}: no list of different replicas in {entry}", path.display()))
        };
        let list = entry.get("replicas").and_then(Value::as_array).ok_or_else(bad)?;
        let id = |value: &Value| Some(BrokerId(i32::try_from(value.as_i64()?).ok()?));
        let replicas: Option<Vec<BrokerId>> = list.iter().map(id).collect();
        let replicas = replicas.filter(|replicas| {
            let mut sorted = replicas.clone();
            sorted.sort();
            sorted.dedup();
            sorted.len() == replicas.len() && !replicas.is_empty()
        });
        placement.insert(key, replicas.ok_or_else(bad)?);
    }
    if placement.is_empty() {
        return Err(Failure::new("Partition reassignment list cannot be empty"));
    }
    Ok(placement)
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

//! `moldau cluster`: the cluster as a whole, and work on partitions of many topics.
//!
//! Gathers what Kafka spreads over kafka-cluster, kafka-features, kafka-log-dirs,
//! kafka-leader-election, kafka-delete-records and kafka-get-offsets, with their flags;
//! `--output plain` prints their text.
//!
//! Tests: in each file, and `conformance/java/tools` beside Kafka's own tools.

mod election;
mod features;
mod log_dirs;
mod offsets;
mod records;

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use moldau_client::{
    Cluster,
    admin::{Admin, Endpoints, Fenced},
};
use moldau_protocol::ids::{BrokerId, PartitionIndex};
use serde_json::{Value, json};

use super::{Connect, ConnectAny, Output, print, table};
use crate::failure::Failure;

#[derive(Debug, Args)]
pub(crate) struct ClusterArgs {
    #[command(subcommand)]
    command: ClusterCommand,
}

#[derive(Debug, Subcommand)]
enum ClusterCommand {
    /// Print the id of the cluster.
    #[command(alias = "cluster-id", after_help = "Example: moldau cluster id -b broker:9092")]
    Id(PlainArgs),
    /// Show the brokers and who takes administrative calls.
    #[command(after_help = "Example: moldau cluster describe")]
    Describe(PlainArgs),
    /// List where the brokers listen.
    #[command(after_help = "Example: moldau cluster list-endpoints --include-fenced-brokers")]
    ListEndpoints(EndpointArgs),
    /// Forget a broker that will not come back.
    #[command(after_help = "Example: moldau cluster unregister --id 7")]
    Unregister(UnregisterArgs),
    /// Show and change feature levels.
    #[command(after_help = "Example: moldau cluster features describe")]
    Features(features::FeatureArgs),
    /// Show the log directories of brokers.
    #[command(after_help = "Example: moldau cluster log-dirs --topic-list orders")]
    LogDirs(log_dirs::LogDirArgs),
    /// Make the preferred replica, or any that lives, the leader.
    #[command(
        override_usage = "moldau cluster elect-leaders --election-type <TYPE> <WHICH> [OPTIONS]",
        after_help = "Example: moldau cluster elect-leaders --election-type preferred \
                      --all-topic-partitions"
    )]
    ElectLeaders(election::ElectArgs),
    /// Delete the oldest records of partitions.
    #[command(
        after_help = "Example: moldau cluster delete-records --offset-json-file offsets.json"
    )]
    DeleteRecords(records::DeleteArgs),
    /// Print offsets of partitions by time.
    #[command(after_help = "Example: moldau cluster offsets --topic orders --time earliest")]
    Offsets(offsets::OffsetArgs),
}

/// Nothing but where and how.
#[derive(Debug, Args)]
struct PlainArgs {
    /// Form of the result.
    #[arg(long, value_enum, default_value_t)]
    output: Output,
    #[command(flatten)]
    connect: ConnectAny,
}

#[derive(Debug, Args)]
struct EndpointArgs {
    /// Show brokers too that are registered but not alive.
    #[arg(long)]
    include_fenced_brokers: bool,
    /// Form of the result.
    #[arg(long, value_enum, default_value_t)]
    output: Output,
    #[command(flatten)]
    connect: ConnectAny,
}

#[derive(Debug, Args)]
struct UnregisterArgs {
    /// Id of the broker.
    #[arg(long, short, value_name = "ID", value_parser = clap::value_parser!(i32).range(0..))]
    id: i32,
    /// Form of the result.
    #[arg(long, value_enum, default_value_t)]
    output: Output,
    #[command(flatten)]
    connect: ConnectAny,
}

pub(crate) async fn run(args: ClusterArgs) -> Result<(), Failure> {
    match args.command {
        ClusterCommand::Id(args) => id(args).await,
        ClusterCommand::Describe(args) => describe(args).await,
        ClusterCommand::ListEndpoints(args) => list_endpoints(args).await,
        ClusterCommand::Unregister(args) => unregister(args).await,
        ClusterCommand::Features(args) => features::run(args).await,
        ClusterCommand::LogDirs(args) => log_dirs::run(args).await,
        ClusterCommand::ElectLeaders(args) => election::run(args).await,
        ClusterCommand::DeleteRecords(args) => records::run(args).await,
        ClusterCommand::Offsets(args) => offsets::run(args).await,
    }
}

/// One partition of a topic.
type TopicPartition = (String, PartitionIndex);

async fn admin(connect: &Connect) -> Result<(Cluster, Admin), Failure> {
    let cluster = connect.cluster("moldau-cluster").await?;
    let admin = Admin::new(&cluster);
    Ok((cluster, admin))
}

async fn admin_of_any(connect: &ConnectAny) -> Result<(Cluster, Admin), Failure> {
    let cluster = connect.cluster("moldau-cluster").await?;
    let admin = Admin::new(&cluster);
    Ok((cluster, admin))
}

async fn id(args: PlainArgs) -> Result<(), Failure> {
    let (_cluster, admin) = admin_of_any(&args.connect).await?;
    let id = admin.cluster_endpoints(args.connect.endpoints(), Fenced::LeftOut).await?.cluster_id;
    match args.output {
        Output::Json => print(&json!({ "cluster_id": id }).to_string()),
        Output::Plain => print(&format!("Cluster ID: {id}")),
        Output::Table => print(&id),
    }
}

async fn describe(args: PlainArgs) -> Result<(), Failure> {
    let (_cluster, admin) = admin_of_any(&args.connect).await?;
    let described = admin.cluster_endpoints(args.connect.endpoints(), Fenced::LeftOut).await?;
    if args.output == Output::Json {
        let nodes = described.nodes.iter().map(|node| {
            json!({ "id": node.id.0, "host": node.host, "port": node.port, "rack": node.rack })
        });
        return print(
            &json!({
                "cluster_id": described.cluster_id,
                "controller": described.controller.map(|id| id.0),
                "brokers": Value::from_iter(nodes),
            })
            .to_string(),
        );
    }
    let mut rows = table(&["Broker", "Address", "Rack", "Takes admin calls"]);
    for node in &described.nodes {
        let controller = if described.controller == Some(node.id) { "yes" } else { "" };
        rows.add_row([
            node.id.to_string(),
            format!("{}:{}", node.host, node.port),
            node.rack.clone().unwrap_or_default(),
            controller.to_owned(),
        ]);
    }
    print(&format!("cluster {}\n{rows}", described.cluster_id))
}

async fn list_endpoints(args: EndpointArgs) -> Result<(), Failure> {
    let (_cluster, admin) = admin_of_any(&args.connect).await?;
    let fenced = if args.include_fenced_brokers { Fenced::Included } else { Fenced::LeftOut };
    let mut nodes = admin.cluster_endpoints(args.connect.endpoints(), fenced).await?.nodes;
    nodes.sort_by_key(|node| node.id);
    let state = |fenced: bool| if fenced { "fenced" } else { "unfenced" };
    let controllers = args.connect.endpoints() == Endpoints::Controllers;
    let kind = if controllers { "controller" } else { "broker" };
    match args.output {
        Output::Json => print(
            &Value::from_iter(nodes.iter().map(|node| {
                json!({
                    "id": node.id.0,
                    "host": node.host,
                    "port": node.port,
                    "rack": node.rack,
                    "state": state(node.fenced),
                    "endpoint_type": kind,
                })
            }))
            .to_string(),
        ),
        Output::Table => {
            let mut rows = table(&["Id", "Host", "Port", "Rack", "State"]);
            for node in &nodes {
                rows.add_row([
                    node.id.to_string(),
                    node.host.clone(),
                    node.port.to_string(),
                    node.rack.clone().unwrap_or_default(),
                    state(node.fenced).to_owned(),
                ]);
            }
            print(&rows.to_string())
        }
        Output::Plain => {
            let width = nodes.iter().map(|node| node.host.len()).max().unwrap_or(0).max(1);
            // As wide as the longest rack; without any, as the other columns.
            let racks = nodes.iter().filter_map(|node| node.rack.as_ref());
            let rack_width = racks.map(String::len).max().unwrap_or(10);
            let line = |id: &str, host: &str, port: &str, rack: &str, state: &str, kind: &str| {
                // Controllers have no such state.
                let state = if controllers { String::new() } else { format!("{state:<10} ") };
                format!(
                    "{id:<10} {host:<width$} {port:<10} {rack:<rack_width$} {state}{kind:<15}\n"
                )
            };
            let mut text = line("ID", "HOST", "PORT", "RACK", "STATE", "ENDPOINT_TYPE");
            for node in &nodes {
                text += &line(
                    &node.id.to_string(),
                    &node.host,
                    &node.port.to_string(),
                    node.rack.as_deref().unwrap_or("null"),
                    state(node.fenced),
                    kind,
                );
            }
            print(&text)
        }
    }
}

async fn unregister(args: UnregisterArgs) -> Result<(), Failure> {
    let (_cluster, admin) = admin_of_any(&args.connect).await?;
    admin.unregister_broker(BrokerId(args.id)).await?;
    match args.output {
        Output::Json => print(&json!({ "unregistered": args.id }).to_string()),
        _ => print(&format!("Broker {} is no longer registered.", args.id)),
    }
}

/// Reads a file that holds JSON.
pub(super) fn read_json(path: &Path) -> Result<Value, Failure> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::new(format!("cannot read {}: {error}", path.display())))?;
    serde_json::from_str(&text)
        .map_err(|error| Failure::new(format!("{} is no JSON: {error}", path.display())))
}

/// The list under `partitions` in a file: topic and partition of each, and the rest of its fields.
pub(super) fn partitions_of(path: &Path) -> Result<Vec<(TopicPartition, Value)>, Failure> {
    let json = read_json(path)?;
    let bad = |what: &str| {
        Failure::new(format!("{}: {what}", path.display())).advise(
            "as in {\"version\": 1, \"partitions\": [{\"topic\": \"orders\", \"partition\": 0}]}",
        )
    };
    let version = json.get("version").map_or(Some(1), Value::as_i64);
    if version != Some(1) {
        return Err(bad("only version 1 of such files is known"));
    }
    let list = json.get("partitions").and_then(Value::as_array);
    let list = list.ok_or_else(|| bad("there is no list `partitions`"))?;
    let mut found: Vec<(TopicPartition, Value)> = Vec::new();
    for entry in list {
        let topic = entry.get("topic").and_then(Value::as_str);
        let partition = entry.get("partition").and_then(Value::as_i64);
        let partition = partition.and_then(|index| i32::try_from(index).ok());
        let (Some(topic), Some(partition)) = (topic, partition.filter(|index| *index >= 0)) else {
            return Err(bad(&format!("no topic and partition in {entry}")));
        };
        let key = (topic.to_owned(), PartitionIndex(partition));
        if found.iter().any(|(known, _)| *known == key) {
            return Err(bad(&format!("partition {topic}-{partition} is there twice")));
        }
        found.push((key, entry.clone()));
    }
    Ok(found)
}

/// A file on the command line.
type File = PathBuf;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_partitions_are_checked() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("partitions.json");
        for (text, count) in [
            (
                r#"{"partitions":[{"topic":"a","partition":0},{"topic":"a","partition":1}]}"#,
                Some(2),
            ),
            (r#"{"version":1,"partitions":[]}"#, Some(0)),
            (r#"{"version":2,"partitions":[]}"#, None),
            (r#"{"partitions":[{"topic":"a"}]}"#, None),
            (r#"{"partitions":[{"topic":"a","partition":-1}]}"#, None),
            (r#"{"partitions":[{"topic":"a","partition":0},{"topic":"a","partition":0}]}"#, None),
            ("[]", None),
            ("x", None),
        ] {
            std::fs::write(&path, text).unwrap();
            assert_eq!(partitions_of(&path).ok().map(|list| list.len()), count, "{text}");
        }
        assert!(partitions_of(&folder.path().join("nowhere")).is_err());
    }
}

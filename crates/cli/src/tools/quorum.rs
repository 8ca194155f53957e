//! `moldau quorum`: the controllers, as `kafka-metadata-quorum describe`.

use std::time::{SystemTime, UNIX_EPOCH};

use clap::{ArgGroup, Args, Subcommand};
use moldau_client::admin::{Admin, Fenced, QuorumDescription, QuorumReplica};
use moldau_protocol::ids::{DirectoryId, Uuid};
use serde_json::{Value, json};

use super::{ConnectAny, Output, print, table};
use crate::failure::Failure;

#[derive(Debug, Args)]
pub(crate) struct QuorumArgs {
    #[command(subcommand)]
    command: QuorumCommand,
}

#[derive(Debug, Subcommand)]
enum QuorumCommand {
    /// Show the state of the quorum, or how far its members are.
    #[command(after_help = "Example: moldau quorum describe --status")]
    Describe(DescribeArgs),
}

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("what").required(true))]
struct DescribeArgs {
    /// The state of the quorum.
    #[arg(long, group = "what")]
    status: bool,
    /// How far each member is.
    #[arg(long, visible_alias = "re", group = "what")]
    replication: bool,
    /// Times as "... ms ago"; with --replication.
    #[arg(long, alias = "hr", conflicts_with = "status")]
    human_readable: bool,
    /// Form of the result.
    #[arg(long, value_enum, default_value_t)]
    output: Output,
    #[command(flatten)]
    connect: ConnectAny,
}

pub(crate) async fn run(args: QuorumArgs) -> Result<(), Failure> {
    let QuorumCommand::Describe(args) = args.command;
    let cluster = args.connect.cluster("moldau-quorum").await?;
    let admin = Admin::new(&cluster);
    let quorum = admin.describe_quorum().await?;
    let id = admin.cluster_endpoints(args.connect.endpoints(), Fenced::LeftOut).await?.cluster_id;
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let now = i64::try_from(since.as_millis()).unwrap_or(i64::MAX);
    match args.output {
        Output::Json => print(&as_json(&quorum, &id).to_string()),
        _ if args.status => print(&status(&quorum, &id)),
        Output::Plain => print(&replication_text(&quorum, args.human_readable.then_some(now))),
        Output::Table => print(&replication_table(&quorum, now)),
    }
}

fn members(quorum: &QuorumDescription) -> impl Iterator<Item = (&QuorumReplica, &'static str)> {
    let leader = quorum.voters.iter().filter(|voter| voter.id == quorum.leader);
    let followers = quorum.voters.iter().filter(|voter| voter.id != quorum.leader);
    leader
        .map(|replica| (replica, "Leader"))
        .chain(followers.map(|replica| (replica, "Follower")))
        .chain(quorum.observers.iter().map(|replica| (replica, "Observer")))
}

/// End of the leader's log.
fn leader_end(quorum: &QuorumDescription) -> i64 {
    let leader = quorum.voters.iter().find(|voter| voter.id == quorum.leader);
    leader.map_or(0, |leader| leader.log_end_offset.0)
}

/// How far the voter that is most behind is behind, in offsets and in milliseconds.
fn largest_lag(quorum: &QuorumDescription) -> (i64, i64) {
    let end = leader_end(quorum);
    let leader = quorum.voters.iter().find(|voter| voter.id == quorum.leader);
    let Some(last) = quorum.voters.iter().min_by_key(|voter| voter.log_end_offset) else {
        return (0, 0);
    };
    if last.id == quorum.leader {
        return (0, 0);
    }
    let time = match (leader.and_then(|leader| leader.last_caught_up), last.last_caught_up) {
        (Some(leader), Some(last)) => (leader - last).max(0),
        _ => -1,
    };
    (end - last.log_end_offset.0, time)
}

fn directory(id: DirectoryId) -> Option<String> {
    (id.0 != Uuid::ZERO).then(|| id.0.to_string())
}

/// A member as JSON in the words of Kafka's tool.
fn member_text(quorum: &QuorumDescription, replica: &QuorumReplica) -> String {
    let directory = directory(replica.directory).map_or_else(|| "null".to_owned(), |it| quote(&it));
    let mut text = format!("{{\"id\": {}, \"directoryId\": {directory}", replica.id);
    if let Some((_, endpoints)) = quorum.endpoints.iter().find(|(id, _)| *id == replica.id) {
        let all: Vec<String> = endpoints.iter().map(|endpoint| quote(endpoint)).collect();
        text += &format!(", \"endpoints\": [{}]", all.join(", "));
    }
    text + "}"
}

fn quote(text: &str) -> String {
    Value::from(text).to_string()
}

fn status(quorum: &QuorumDescription, cluster: &str) -> String {
    let list = |replicas: &[QuorumReplica]| {
        let all: Vec<String> = replicas.iter().map(|it| member_text(quorum, it)).collect();
        format!("[{}]", all.join(", "))
    };
    let (lag, lag_time) = largest_lag(quorum);
    let mut text = String::new();
    for (name, value) in [
        ("ClusterId:", cluster.to_owned()),
        ("LeaderId:", quorum.leader.to_string()),
        ("LeaderEpoch:", quorum.leader_epoch.to_string()),
        ("HighWatermark:", quorum.high_watermark.to_string()),
        ("MaxFollowerLag:", lag.to_string()),
        ("MaxFollowerLagTimeMs:", lag_time.to_string()),
        ("CurrentVoters:", list(&quorum.voters)),
        ("CurrentObservers:", list(&quorum.observers)),
    ] {
        text += &format!("{name:<24}{value}\n");
    }
    text
}

/// Fields of a member in columns; with `now` times are told as time past.
fn row(
    quorum: &QuorumDescription,
    replica: &QuorumReplica,
    status: &str,
    now: Option<i64>,
) -> [String; 7] {
    let time = |time: Option<i64>| match (time, now) {
        (Some(time), Some(now)) => format!("{} ms ago", (now - time).max(0)),
        (Some(time), None) => time.to_string(),
        (None, _) => "-1".to_owned(),
    };
    [
        replica.id.to_string(),
        replica.directory.0.to_string(),
        replica.log_end_offset.to_string(),
        (leader_end(quorum) - replica.log_end_offset.0).to_string(),
        time(replica.last_fetch),
        time(replica.last_caught_up),
        status.to_owned(),
    ]
}

const COLUMNS: [&str; 7] = [
    "NodeId",
    "DirectoryId",
    "LogEndOffset",
    "Lag",
    "LastFetchTimestamp",
    "LastCaughtUpTimestamp",
    "Status",
];

fn replication_text(quorum: &QuorumDescription, now: Option<i64>) -> String {
    let mut rows = vec![COLUMNS.map(str::to_owned)];
    rows.extend(members(quorum).map(|(replica, status)| row(quorum, replica, status, now)));
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..COLUMNS.len()).map(width).collect();
    let line = |row: &[String; 7]| {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}\t"));
        cells.collect::<String>() + "\n"
    };
    rows.iter().map(line).collect()
}

fn replication_table(quorum: &QuorumDescription, now: i64) -> String {
    let mut rows =
        table(&["Node", "Directory", "Log end", "Lag", "Fetched", "Caught up", "Status"]);
    for (replica, status) in members(quorum) {
        rows.add_row(row(quorum, replica, status, Some(now)));
    }
    rows.to_string()
}

fn as_json(quorum: &QuorumDescription, cluster: &str) -> Value {
    let all = members(quorum).map(|(replica, status)| {
        let endpoints = quorum.endpoints.iter().find(|(id, _)| *id == replica.id);
        json!({
            "id": replica.id.0,
            "directory_id": directory(replica.directory),
            "status": status,
            "log_end_offset": replica.log_end_offset.0,
            "lag": leader_end(quorum) - replica.log_end_offset.0,
            "last_fetch_timestamp": replica.last_fetch,
            "last_caught_up_timestamp": replica.last_caught_up,
            "endpoints": endpoints.map(|(_, list)| list.clone()),
        })
    });
    json!({
        "cluster_id": cluster,
        "leader_id": quorum.leader.0,
        "leader_epoch": quorum.leader_epoch.0,
        "high_watermark": quorum.high_watermark.0,
        "members": Value::from_iter(all),
    })
}

#[cfg(test)]
mod tests {
    use moldau_protocol::ids::{BrokerId, LeaderEpoch, Offset};

    use super::*;

    fn replica(id: i32, end: i64, caught_up: i64) -> QuorumReplica {
        QuorumReplica {
            id: BrokerId(id),
            directory: DirectoryId(Uuid::ZERO),
            log_end_offset: Offset(end),
            last_fetch: Some(caught_up),
            last_caught_up: Some(caught_up),
        }
    }

    #[test]
    fn text_is_that_of_kafkas_tool() {
        let quorum = QuorumDescription {
            leader: BrokerId(2),
            leader_epoch: LeaderEpoch(7),
            high_watermark: Offset(90),
            voters: vec![replica(1, 80, 1000), replica(2, 100, 1500)],
            observers: vec![replica(3, 99, 1400)],
            endpoints: vec![(BrokerId(1), vec!["CONTROLLER://h:1".to_owned()])],
        };
        let status = status(&quorum, "c");
        for line in [
            "ClusterId:              c",
            "LeaderId:               2",
            "MaxFollowerLag:         20",
            "MaxFollowerLagTimeMs:   500",
            "CurrentVoters:          [{\"id\": 1, \"directoryId\": null, \"endpoints\": \
             [\"CONTROLLER://h:1\"]}, {\"id\": 2, \"directoryId\": null}]",
            "CurrentObservers:       [{\"id\": 3, \"directoryId\": null}]",
        ] {
            assert!(status.lines().any(|it| it == line), "{line}\n{status}");
        }
        let rows = replication_text(&quorum, Some(2000));
        let rows: Vec<Vec<&str>> =
            rows.lines().map(|line| line.split('\t').map(str::trim).collect()).collect();
        assert_eq!(rows[1][2..], ["100", "0", "500 ms ago", "500 ms ago", "Leader", ""]);
        assert_eq!(rows[2][3], "20");
        assert_eq!(rows[3][6], "Observer");
    }
}

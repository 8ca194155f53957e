//! `moldau cluster log-dirs`.

use clap::Args;
use moldau_client::admin::LogDirDescription;
use moldau_protocol::ids::BrokerId;
use serde_json::{Value, json};

use super::{Connect, Output, admin, print, table};
use crate::failure::Failure;

#[derive(Debug, Args)]
pub(super) struct LogDirArgs {
    /// As in kafka-log-dirs; there is nothing else to do here.
    #[arg(long, hide = true)]
    describe: bool,
    /// Only these brokers: ID,ID,...
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    broker_list: Vec<i32>,
    /// Only replicas of these topics: TOPIC,TOPIC,...
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    topic_list: Vec<String>,
    /// Form of the result.
    #[arg(long, value_enum, default_value_t)]
    output: Output,
    #[command(flatten)]
    connect: Connect,
}

pub(super) async fn run(args: LogDirArgs) -> Result<(), Failure> {
    let (cluster, admin) = admin(&args.connect).await?;
    let known: Vec<i32> = cluster.metadata().brokers.keys().map(|id| id.0).collect();
    let text = |ids: &[i32]| ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    let unknown: Vec<i32> =
        args.broker_list.iter().copied().filter(|id| !known.contains(id)).collect();
    if !unknown.is_empty() {
        return Err(Failure::new(format!(
            "ERROR: The given brokers do not exist from --broker-list: {}. Current existent \
             brokers: {}",
            text(&unknown),
            text(&known)
        )));
    }
    let mut brokers = if args.broker_list.is_empty() { known } else { args.broker_list.clone() };
    brokers.sort_unstable();
    brokers.dedup();
    let mut all = Vec::new();
    for id in &brokers {
        let mut dirs = admin.log_dirs(BrokerId(*id)).await?;
        for dir in &mut dirs {
            dir.replicas.retain(|replica| {
                args.topic_list.is_empty() || args.topic_list.contains(&replica.topic)
            });
            dir.replicas.sort_by(|a, b| (&a.topic, a.partition).cmp(&(&b.topic, b.partition)));
        }
        all.push((*id, dirs));
    }
    match args.output {
        Output::Json => print(&as_json(&all).to_string()),
        Output::Plain => print(&format!(
            "Querying brokers for log directories information\nReceived log directory information \
             from brokers {}\n{}",
            text(&brokers),
            as_kafka_json(&all)
        )),
        Output::Table => print(&as_tables(&all)),
    }
}

/// The JSON of Kafka's tool, its fields in the same order.
fn as_kafka_json(all: &[(i32, Vec<LogDirDescription>)]) -> String {
    let quote = |text: &str| Value::from(text).to_string();
    let dir = |dir: &LogDirDescription| {
        let replicas: Vec<String> = dir
            .replicas
            .iter()
            .map(|replica| {
                format!(
                    "{{\"partition\":{},\"size\":{},\"offsetLag\":{},\"isFuture\":{}}}",
                    quote(&format!("{}-{}", replica.topic, replica.partition)),
                    replica.size,
                    replica.offset_lag,
                    replica.future
                )
            })
            .collect();
        let error = dir.error.map_or_else(|| "null".to_owned(), |code| quote(code.name()));
        format!(
            "{{\"partitions\":[{}],\"error\":{error},\"logDir\":{}}}",
            replicas.join(","),
            quote(&dir.path)
        )
    };
    let brokers: Vec<String> = all
        .iter()
        .map(|(id, dirs)| {
            let dirs: Vec<String> = dirs.iter().map(dir).collect();
            format!("{{\"broker\":{id},\"logDirs\":[{}]}}", dirs.join(","))
        })
        .collect();
    format!("{{\"brokers\":[{}],\"version\":1}}", brokers.join(","))
}

fn as_json(all: &[(i32, Vec<LogDirDescription>)]) -> Value {
    Value::from_iter(all.iter().flat_map(|(id, dirs)| {
        dirs.iter().map(move |dir| {
            let replicas = dir.replicas.iter().map(|replica| {
                json!({
                    "topic": replica.topic,
                    "partition": replica.partition.0,
                    "size": replica.size,
                    "offset_lag": replica.offset_lag,
                    "future": replica.future,
                })
            });
            json!({
                "broker": id,
                "log_dir": dir.path,
                "error": dir.error.map(|code| code.name()),
                "total_bytes": dir.total_bytes,
                "usable_bytes": dir.usable_bytes,
                "replicas": Value::from_iter(replicas),
            })
        })
    }))
}

fn as_tables(all: &[(i32, Vec<LogDirDescription>)]) -> String {
    let bytes = |bytes: i64| indicatif::BinaryBytes(u64::try_from(bytes).unwrap_or(0)).to_string();
    let mut text = String::new();
    for (id, dirs) in all {
        for dir in dirs {
            text += &format!("broker {id}  {}", dir.path);
            if let Some(code) = dir.error {
                text += &format!("  {code}");
            }
            if let (Some(usable), Some(total)) = (dir.usable_bytes, dir.total_bytes) {
                text += &format!("  {} of {} free", bytes(usable), bytes(total));
            }
            let mut rows = table(&["Topic", "Partition", "Size", "Behind", "Future"]);
            for replica in &dir.replicas {
                rows.add_row([
                    replica.topic.clone(),
                    replica.partition.to_string(),
                    bytes(replica.size),
                    replica.offset_lag.to_string(),
                    if replica.future { "yes".to_owned() } else { String::new() },
                ]);
            }
            text += &format!("\n{rows}\n");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use moldau_client::admin::ReplicaSize;
    use moldau_protocol::ids::PartitionIndex;

    use super::*;

    #[test]
    fn plain_output_is_kafkas_json() {
        let dir = LogDirDescription {
            path: "/d".to_owned(),
            error: None,
            total_bytes: None,
            usable_bytes: None,
            replicas: vec![ReplicaSize {
                topic: "t".to_owned(),
                partition: PartitionIndex(3),
                size: 7,
                offset_lag: 0,
                future: false,
            }],
        };
        let all = [(1, vec![dir])];
        assert_eq!(
            as_kafka_json(&all),
            "{\"brokers\":[{\"broker\":1,\"logDirs\":[{\"partitions\":[{\"partition\":\"t-3\",\
             \"size\":7,\"offsetLag\":0,\"isFuture\":false}],\"error\":null,\"logDir\":\"/d\"}]}],\
             \"version\":1}"
        );
    }
}

//! `moldau topic describe`.

use clap::Args;
use moldau_client::admin::{
    Admin, ConfigEntry, ConfigSource, DescribedPartition, TopicDescription,
};
use moldau_protocol::ids::BrokerId;
use serde_json::json;

use super::{Connect, Output, Pattern, admin, matching, missing, print, table};
use crate::failure::Failure;

#[derive(Debug, Args)]
pub(super) struct DescribeArgs {
    /// The topic, or a pattern that means all topics it matches as a whole [default: all].
    #[arg(value_name = "TOPIC", conflicts_with = "topic")]
    name: Option<String>,
    /// The topic, or a pattern that means all topics it matches as a whole [default: all].
    #[arg(long, value_name = "TOPIC")]
    topic: Option<String>,
    /// The topic by its id.
    #[arg(long, value_name = "ID", conflicts_with_all = ["topic", "name"])]
    topic_id: Option<String>,
    /// Leave out the topics that Kafka itself uses.
    #[arg(long)]
    exclude_internal: bool,
    /// A topic that is not there is no failure.
    #[arg(long)]
    if_exists: bool,
    /// Only topics that have configurations of their own.
    #[arg(long)]
    topics_with_overrides: bool,
    /// Only partitions whose replicas are not all in sync.
    #[arg(long)]
    under_replicated_partitions: bool,
    /// Only partitions without leader.
    #[arg(long)]
    unavailable_partitions: bool,
    /// Only partitions with fewer replicas in sync than min.insync.replicas.
    #[arg(long)]
    under_min_isr_partitions: bool,
    /// Only partitions with exactly min.insync.replicas in sync.
    #[arg(long)]
    at_min_isr_partitions: bool,
    /// Form of the result.
    #[arg(long, value_enum, default_value_t)]
    output: Output,
    #[command(flatten)]
    connect: Connect,
}

impl DescribeArgs {
    fn only_some_partitions(&self) -> bool {
        self.under_replicated_partitions
            || self.unavailable_partitions
            || self.under_min_isr_partitions
            || self.at_min_isr_partitions
    }

    fn wants(&self, partition: &DescribedPartition, min_isr: usize) -> bool {
        let isr = partition.isr.len();
        !self.only_some_partitions()
            || (self.under_replicated_partitions && isr < partition.replicas.len())
            || (self.unavailable_partitions && partition.leader.is_none())
            || (self.under_min_isr_partitions && isr < min_isr)
            || (self.at_min_isr_partitions && isr == min_isr)
    }
}

/// A topic with what is set on it.
struct Described {
    topic: TopicDescription,
    configs: Vec<ConfigEntry>,
    min_isr: usize,
}

impl Described {
    /// What is set on the topic; as Kafka's tool, everything that is not a default of the code.
    fn shown_configs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.configs
            .iter()
            .filter(|config| config.source != ConfigSource::Default)
            .map(|config| (config.name.as_str(), config.value.as_deref().unwrap_or("")))
    }

    fn configs_text(&self) -> String {
        let pairs: Vec<String> =
            self.shown_configs().map(|(name, value)| format!("{name}={value}")).collect();
        pairs.join(",")
    }

    fn has_overrides(&self) -> bool {
        self.configs.iter().any(|config| config.source == ConfigSource::Topic)
    }

    fn replication_factor(&self) -> usize {
        self.topic.partitions.first().map_or(0, |partition| partition.replicas.len())
    }
}

pub(super) async fn run(args: DescribeArgs) -> Result<(), Failure> {
    let name = args.topic.as_deref().or(args.name.as_deref());
    let pattern = name.map(Pattern::parse).transpose()?.unwrap_or_else(Pattern::all);
    let (_cluster, admin) = admin(&args.connect).await?;
    let mut topics = matching(&admin, &pattern, args.exclude_internal).await?;
    if let Some(id) = &args.topic_id {
        topics.retain(|topic| topic.id.to_string() == *id);
    }
    let named = args.topic_id.as_deref().or(name);
    match named {
        Some(named) if topics.is_empty() && !args.if_exists => return Err(missing(named)),
        _ => {}
    }
    let names: Vec<&str> = topics.iter().map(|topic| topic.name.as_str()).collect();
    let mut described = describe(&admin, &names).await?;
    if args.topics_with_overrides {
        described.retain(Described::has_overrides);
    }
    match args.output {
        Output::Json => print(&as_json(&args, &described).to_string()),
        Output::Plain => {
            let text = as_text(&args, &described);
            if text.is_empty() { Ok(()) } else { print(&text) }
        }
        Output::Table => {
            let text = as_tables(&args, &described);
            if text.is_empty() { Ok(()) } else { print(&text) }
        }
    }
}

async fn describe(admin: &Admin, names: &[&str]) -> Result<Vec<Described>, Failure> {
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let topics = admin.describe_topics(names).await?;
    let mut configs = admin.topic_configs(names).await?;
    let described = topics.into_iter().map(|topic| {
        let configs = configs.remove(&topic.name).unwrap_or_default();
        let min_isr = configs
            .iter()
            .find(|config| config.name == "min.insync.replicas")
            .and_then(|config| config.value.as_deref()?.parse().ok())
            .unwrap_or(1);
        Described { topic, configs, min_isr }
    });
    Ok(described.collect())
}

fn ids(list: &[BrokerId]) -> String {
    let ids: Vec<String> = list.iter().map(ToString::to_string).collect();
    ids.join(",")
}

fn optional_ids(list: Option<&[BrokerId]>) -> String {
    list.map_or_else(|| "N/A".to_owned(), ids)
}

fn leader(partition: &DescribedPartition) -> String {
    partition.leader.map_or_else(|| "none".to_owned(), |leader| leader.to_string())
}

fn as_json(args: &DescribeArgs, described: &[Described]) -> serde_json::Value {
    let numbers = |list: &[BrokerId]| list.iter().map(|id| id.0).collect::<Vec<_>>();
    let topics = described.iter().map(|described| {
        let partitions = described
            .topic
            .partitions
            .iter()
            .filter(|partition| args.wants(partition, described.min_isr))
            .map(|partition| {
                json!({
                    "partition": partition.index.0,
                    "leader": partition.leader.map(|leader| leader.0),
                    "replicas": numbers(&partition.replicas),
                    "isr": numbers(&partition.isr),
                    "elr": partition.elr.as_deref().map(numbers),
                    "last_known_elr": partition.last_known_elr.as_deref().map(numbers),
                })
            });
        json!({
            "topic": described.topic.name,
            "id": described.topic.id.to_string(),
            "internal": described.topic.internal,
            "partition_count": described.topic.partitions.len(),
            "replication_factor": described.replication_factor(),
            "configs": described.shown_configs().collect::<std::collections::BTreeMap<_, _>>(),
            "partitions": serde_json::Value::from_iter(partitions),
        })
    });
    serde_json::Value::from_iter(topics)
}

fn as_text(args: &DescribeArgs, described: &[Described]) -> String {
    let mut text = String::new();
    for entry in described {
        let topic = &entry.topic;
        if !args.only_some_partitions() {
            text += &format!(
                "Topic: {}\tTopicId: {}\tPartitionCount: {}\tReplicationFactor: {}\tConfigs: {}\n",
                topic.name,
                topic.id,
                topic.partitions.len(),
                entry.replication_factor(),
                entry.configs_text(),
            );
        }
        if args.topics_with_overrides {
            continue;
        }
        for partition in topic.partitions.iter().filter(|p| args.wants(p, entry.min_isr)) {
            text += &format!(
                "\tTopic: {}\tPartition: {}\tLeader: {}\tReplicas: {}\tIsr: {}\tElr: {}\t\
                 LastKnownElr: {}\n",
                topic.name,
                partition.index,
                leader(partition),
                ids(&partition.replicas),
                ids(&partition.isr),
                optional_ids(partition.elr.as_deref()),
                optional_ids(partition.last_known_elr.as_deref()),
            );
        }
    }
    text
}

fn as_tables(args: &DescribeArgs, described: &[Described]) -> String {
    let mut text = String::new();
    for entry in described {
        let topic = &entry.topic;
        let wanted = topic.partitions.iter().filter(|p| args.wants(p, entry.min_isr));
        let mut partitions = table(&["Partition", "Leader", "Replicas", "In sync", "ELR"]);
        for partition in wanted {
            partitions.add_row([
                partition.index.to_string(),
                leader(partition),
                ids(&partition.replicas),
                ids(&partition.isr),
                optional_ids(partition.elr.as_deref()),
            ]);
        }
        if partitions.is_empty() && args.only_some_partitions() {
            continue;
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text += &format!(
            "{}  id {}, {} partitions, replication factor {}\n",
            topic.name,
            topic.id,
            topic.partitions.len(),
            entry.replication_factor(),
        );
        for (name, value) in entry.shown_configs() {
            text += &format!("  {name}={value}\n");
        }
        text += &format!("{partitions}\n");
    }
    text
}

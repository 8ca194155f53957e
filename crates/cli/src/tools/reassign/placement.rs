//! Where replicas are or are to be: from the cluster, from files, and as Kafka's JSON.

use std::{collections::BTreeMap, path::Path};

use moldau_client::{Cluster, admin::Admin};
use moldau_protocol::ids::{BrokerId, PartitionIndex};
use serde_json::Value;

use crate::{
    failure::Failure,
    tools::cluster::{partitions_of, read_json},
};

/// Replicas of each partition.
pub(super) type Placement = BTreeMap<(String, PartitionIndex), Vec<BrokerId>>;

/// Directory of each replica, where it is known.
pub(super) type Directories = BTreeMap<(String, PartitionIndex, BrokerId), String>;

/// The directories that brokers tell; a broker that does not answer has none.
pub(super) async fn directories(admin: &Admin, placement: &Placement) -> Directories {
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
pub(super) fn placement_json(placement: &Placement, directories: &Directories) -> String {
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
pub(super) async fn current(cluster: &Cluster, topics: &[String]) -> Result<Placement, Failure> {
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

pub(super) fn topics_of(path: &Path) -> Result<Vec<String>, Failure> {
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

/// The placement that a file asks for.
pub(super) fn wanted(path: &Path) -> Result<Placement, Failure> {
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

//! DescribeLogDirs, versions 1 to 5: where the replicas of this broker are, and how large.
//!
//! The metadata log is not listed, nor are logs that wait for their removal.
//!
//! KIPs: 113, 827 (room on disk), 1066 (cordoned directories). Known deviation: topics and partitions come
//! in order, with Kafka in that of a hash table. Not done: logs that move to another directory (nothing
//! moves one yet).

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use moldau_protocol::{
    ErrorCode,
    messages::{
        DescribeLogDirsRequest, DescribeLogDirsResponse,
        describe_log_dirs_response::{
            DescribeLogDirsPartition, DescribeLogDirsResult, DescribeLogDirsTopic,
        },
    },
};
use moldau_storage::LogDir;

use crate::{blocking, dispatch::RequestContext, state::Broker};

/// What stands for a number of bytes that nobody knows.
const UNKNOWN_BYTES: i64 = -1;

/// The partitions that a request names; none: all.
type Wanted = Option<BTreeMap<String, BTreeSet<i32>>>;

pub(super) async fn handle(
    broker: Arc<Broker>,
    _context: RequestContext,
    request: DescribeLogDirsRequest,
) -> DescribeLogDirsResponse {
    let wanted = request.topics.map(|topics| {
        let mut wanted: BTreeMap<String, BTreeSet<i32>> = BTreeMap::new();
        for topic in topics {
            wanted.entry(topic.topic).or_default().extend(topic.partitions);
        }
        wanted
    });
    // Asks the file system.
    let described = blocking::run(move || {
        let dirs = broker.log_dirs.dirs().iter();
        dirs.map(|dir| describe(&broker, dir, &wanted)).collect()
    });
    match described.await {
        Some(results) => DescribeLogDirsResponse { results, ..Default::default() },
        None => DescribeLogDirsResponse {
            error_code: ErrorCode::UNKNOWN_SERVER_ERROR.0,
            ..Default::default()
        },
    }
}

fn describe(broker: &Broker, dir: &LogDir, wanted: &Wanted) -> DescribeLogDirsResult {
    // Without the current folder there is no other name for it than the one in the configuration.
    let path = std::path::absolute(dir.path()).unwrap_or_else(|_| dir.path().to_owned());
    let image = broker.image();
    let cordoned = image.cluster.broker(broker.node).is_some_and(|own| {
        own.cordoned_directories.as_ref().is_some_and(|list| list.contains(&dir.id()))
    });
    let result = DescribeLogDirsResult {
        log_dir: path.display().to_string(),
        total_bytes: UNKNOWN_BYTES,
        usable_bytes: UNKNOWN_BYTES,
        is_cordoned: cordoned,
        ..Default::default()
    };
    if dir.health().is_offline() {
        return DescribeLogDirsResult { error_code: ErrorCode::KAFKA_STORAGE_ERROR.0, ..result };
    }
    let bytes = |bytes: u64| i64::try_from(bytes).unwrap_or(i64::MAX);
    let (total_bytes, usable_bytes) = match broker.log_dirs.space(dir) {
        Ok(space) => (bytes(space.total), bytes(space.free)),
        Err(error) => {
            tracing::warn!(dir = %path.display(), %error, "cannot tell the room in a directory");
            (UNKNOWN_BYTES, UNKNOWN_BYTES)
        }
    };
    let mut topics: BTreeMap<String, BTreeMap<i32, i64>> = BTreeMap::new();
    for log in broker.log_dirs.logs_of(dir) {
        let place = log.partition();
        if is_wanted(wanted, &place.topic, place.partition.0) {
            let partitions = topics.entry(place.topic.to_string()).or_default();
            partitions.insert(place.partition.0, bytes(log.size()));
        }
    }
    let partition = |(partition_index, partition_size)| DescribeLogDirsPartition {
        partition_index,
        partition_size,
        ..Default::default()
    };
    let topic = |(name, partitions): (String, BTreeMap<i32, i64>)| DescribeLogDirsTopic {
        name,
        partitions: partitions.into_iter().map(partition).collect(),
        ..Default::default()
    };
    let topics = topics.into_iter().map(topic).collect();
    DescribeLogDirsResult { total_bytes, usable_bytes, topics, ..result }
}

fn is_wanted(wanted: &Wanted, topic: &str, partition: i32) -> bool {
    wanted.as_ref().is_none_or(|topics| {
        topics.get(topic).is_some_and(|partitions| partitions.contains(&partition))
    })
}

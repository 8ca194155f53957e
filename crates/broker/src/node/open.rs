//! Opening what is on disk: formatting on first start, the logs, the quorum.

use std::{path::Path, sync::Arc};

use moldau_metadata::{
    config::TopicConfig,
    controller::{ControllerConfig, ServerTopicConfigs},
    image,
};
use moldau_protocol::ids::{DirectoryId, Uuid};
use moldau_quorum::{
    Clock, ControllerEndpoint, FatalCallback, IdSource, MetadataLogConfig, Quorum, QuorumConfig,
    StaticVoter,
    format::{self, FormatOptions},
};
use moldau_storage::{
    DEFAULT_OPEN_FILES, FileCache, LockedDirs, LogConfig, LogDirs, LogDirsOptions, MetaProperties,
    TopicPartition,
    disk::{Disk, DiskLock},
};

use super::StartError;
use crate::{
    config::{self, ServerConfig, VoterSource, table},
    partition::{LogSettings, log_config},
};

/// What is open after [`open`].
pub(super) struct Opened {
    pub(super) log_dirs: Arc<LogDirs>,
    pub(super) quorum: Quorum,
    pub(super) cluster_id: String,
    /// Held when the metadata has a directory of its own.
    pub(super) metadata_lock: Option<Box<dyn DiskLock>>,
}

/// Opens everything; blocks on the disk, for as long as recovery takes.
pub(super) fn open(
    config: &ServerConfig,
    disk: Arc<dyn Disk>,
    clock: &Arc<dyn Clock>,
    ids: Arc<dyn IdSource>,
    endpoints: Vec<image::Listener>,
    incarnation: Uuid,
    on_fatal: FatalCallback,
) -> Result<Opened, StartError> {
    let endpoints: Vec<_> = endpoints
        .into_iter()
        .map(|each| ControllerEndpoint {
            name: each.name,
            host: each.host,
            port: each.port,
            security_protocol: each.security_protocol,
        })
        .collect();
    let own = identify(config, &*disk, &*ids, &endpoints, clock.now_ms())?;
    let metadata_lock = if config.directories.data.contains(&config.directories.metadata) {
        None
    } else {
        Some(lock(&*disk, &config.directories.metadata)?)
    };
    // Locked before anything is read, loaded when it is known how each topic is configured: recovery
    // depends on that (a compacted log has gaps that are no damage).
    let files = FileCache::new(disk.clone(), open_files());
    let locked = LockedDirs::lock(&config.directories.data, files)?;
    let quorum = Quorum::start(
        quorum_config(config, &own, endpoints, incarnation, on_fatal),
        disk,
        clock.clone(),
        ids,
    )?;
    let image = quorum.image();
    let config = &config::with_image(config, &image, config.node.id);
    let loaded = locked.load(&LogDirsOptions {
        recovery_threads: config.log.recovery_threads_per_directory as usize,
        config_for: &|place| initial_log_config(config, &image, place),
        now_ms: clock.now_ms(),
    });
    let log_dirs = loaded.inspect_err(|_| quorum.shutdown())?;
    let log_dirs = Arc::new(log_dirs);
    Ok(Opened { log_dirs, quorum, cluster_id: own.cluster_id, metadata_lock })
}

/// Configuration of a log that is found on disk; the broker's defaults where no topic has it.
fn initial_log_config(
    config: &ServerConfig,
    image: &image::MetadataImage,
    place: &TopicPartition,
) -> LogConfig {
    let resource = image::ConfigResource::topic(&place.topic);
    let overrides = image.configs.overrides(&resource);
    let topic = TopicConfig::resolve(config.topic_defaults(), &overrides);
    let registration =
        image.topics.by_name(&place.topic).and_then(|topic| topic.partition(place.partition));
    let replicas = registration.map_or(1, |registration| registration.replicas.len());
    let settings = LogSettings { producer_id_expiration: config.log.producer_expiration };
    log_config(&topic, replicas, settings)
}

/// Log files that may be open at a time: half of what the process may have, the other half being for
/// connections.
fn open_files() -> usize {
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    let half = limit.and_then(|limit| usize::try_from(limit / 2).ok());
    half.unwrap_or(DEFAULT_OPEN_FILES).min(DEFAULT_OPEN_FILES)
}

fn lock(disk: &dyn Disk, dir: &Path) -> Result<Box<dyn DiskLock>, StartError> {
    disk.lock(&dir.join(moldau_storage::LOCK_FILE)).map_err(|source| {
        let path = dir.to_owned();
        if source.kind() == std::io::ErrorKind::WouldBlock {
            StartError::InUse { path }
        } else {
            StartError::Directory { path, source }
        }
    })
}

/// Who the directories say that this node is.
struct Identity {
    cluster_id: String,
    metadata_directory: DirectoryId,
}

/// Reads the `meta.properties` of every directory; formats on first start where the node may, and
/// gives new directories beside formatted ones their own.
fn identify(
    config: &ServerConfig,
    disk: &dyn Disk,
    ids: &dyn IdSource,
    endpoints: &[ControllerEndpoint],
    now_ms: i64,
) -> Result<Identity, StartError> {
    let mut all = config.directories.data.clone();
    if !all.contains(&config.directories.metadata) {
        all.push(config.directories.metadata.clone());
    }
    let read = |path: &Path| {
        let source = |source| StartError::Directory { path: path.to_owned(), source };
        disk.create_dir_all(path).map_err(source)?;
        MetaProperties::read(disk, path).map_err(source)
    };
    let mut found = Vec::new();
    for path in &all {
        found.push(read(path)?);
    }
    if found.iter().all(Option::is_none) {
        if config.node.voters != VoterSource::SingleNode {
            return Err(StartError::NotFormatted { path: all[0].clone() });
        }
        tracing::info!(data = %all[0].display(), "first start: formatting");
        format::format(
            disk,
            ids,
            &FormatOptions {
                directories: all.clone(),
                metadata_directory: config.directories.metadata.clone(),
                node_id: config.node.id,
                cluster_id: ids.next_id().to_string(),
                endpoints: endpoints.to_vec(),
                ..FormatOptions::single_node(now_ms)
            },
        )?;
        for (place, path) in found.iter_mut().zip(&all) {
            *place = read(path)?;
        }
    }
    let known = found.iter().flatten().next().cloned();
    let known = known.ok_or_else(|| StartError::NotFormatted { path: all[0].clone() })?;
    for (path, properties) in all.iter().zip(&mut found) {
        let differs = |what: &'static str, here: String, wanted: String| StartError::OtherNode {
            path: path.clone(),
            what,
            here,
            wanted,
        };
        let properties = properties.get_or_insert_with(|| {
            // A new, empty directory beside those of this node.
            let directory_id = Some(DirectoryId(ids.next_id()));
            MetaProperties { directory_id, ..known.clone() }
        });
        if properties.directory_id.is_none() {
            properties.directory_id = Some(DirectoryId(ids.next_id()));
        }
        if properties.node_id != config.node.id {
            let (here, wanted) = (properties.node_id.to_string(), config.node.id.to_string());
            return Err(differs("node.id", here, wanted));
        }
        if properties.cluster_id != known.cluster_id {
            let (here, wanted) = (properties.cluster_id.clone(), known.cluster_id.clone());
            return Err(differs("cluster.id", here, wanted));
        }
        if read(path)?.as_ref() != Some(properties) {
            properties
                .write(disk, path)
                .map_err(|source| StartError::Directory { path: path.clone(), source })?;
        }
    }
    let metadata = all.iter().position(|path| *path == config.directories.metadata);
    let metadata_directory = metadata
        .and_then(|index| found[index].as_ref()?.directory_id)
        .ok_or_else(|| StartError::NotFormatted { path: config.directories.metadata.clone() })?;
    Ok(Identity { cluster_id: known.cluster_id, metadata_directory })
}

fn quorum_config(
    config: &ServerConfig,
    own: &Identity,
    endpoints: Vec<ControllerEndpoint>,
    incarnation: Uuid,
    on_fatal: FatalCallback,
) -> QuorumConfig {
    let defaults = TopicConfig::resolve(config.topic_defaults(), &Default::default());
    let rules = ServerTopicConfigs::new(config.node.id.0, table(), config.layers().clone());
    QuorumConfig {
        controller: ControllerConfig {
            node_id: config.node.id,
            cluster_id: own.cluster_id.clone(),
            session_timeout: config.controller.session_timeout,
            default_num_partitions: i32::try_from(config.topics.num_partitions).unwrap_or(i32::MAX),
            default_replication_factor: config.topics.default_replication_factor,
            delete_topic_enable: config.topics.delete_enable,
            default_min_insync_replicas: i32::try_from(defaults.min_insync_replicas)
                .unwrap_or(i32::MAX),
            default_unclean_leader_election: defaults.unclean_leader_election_enable,
            topic_configs: Arc::new(rules),
            local_incarnation: Some(incarnation),
        },
        metadata_dir: config.directories.metadata.clone(),
        directory_id: own.metadata_directory,
        static_voters: static_voters(config, &endpoints),
        endpoints,
        incarnation,
        log: MetadataLogConfig {
            segment_bytes: config.controller.log_segment_bytes,
            segment: config.controller.log_segment_interval,
            max_bytes_between_snapshots: config.controller.snapshot_after_bytes,
            max_snapshot_interval: config.controller.snapshot_after.unwrap_or_default(),
            max_retention_bytes: config.controller.retention_bytes,
            max_retention: config.controller.retention,
        },
        on_fatal,
    }
}

/// The configuration has made sure that only this node votes.
fn static_voters(config: &ServerConfig, endpoints: &[ControllerEndpoint]) -> Vec<StaticVoter> {
    let id = config.node.id;
    let voter =
        |own: &ControllerEndpoint| StaticVoter { id, host: own.host.clone(), port: own.port };
    match config.node.voters {
        VoterSource::Static => endpoints.first().map(voter).into_iter().collect(),
        VoterSource::SingleNode | VoterSource::Dynamic => Vec::new(),
    }
}

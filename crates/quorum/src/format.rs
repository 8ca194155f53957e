//! `storage format`, `random-uuid` and `info`: what makes an empty directory one of a cluster.
//!
//! Each log directory gets a `meta.properties`; the metadata directory first gets the snapshot
//! `0-0`: feature levels for the first controller to write, and with dynamic voters who votes.
//! `meta.properties` comes last, so that a directory is formatted as a whole or not at all.
//!
//! Source: KIP-631, KIP-778, KIP-853, KIP-1022, KIP-1170; Kafka's `StorageTool`, whose texts the
//! messages follow. Deviations: only feature levels that this build serves are finalised;
//! `--add-scram` is refused. Tests: `format/tests.rs`, against what Kafka's tool wrote.

use std::io;
use std::path::{Path, PathBuf};

use moldau_protocol::ids::{BrokerId, DirectoryId};
use moldau_storage::MetaProperties;
use moldau_storage::disk::Disk;

use crate::clock::IdSource;
use crate::config::ControllerEndpoint;
use crate::error::LogFault;

mod info;
mod plan;

pub use info::{Info, info};
pub(crate) use plan::default_bootstrap;
use plan::plan;

#[cfg(test)]
mod tests;

/// Who the first voters are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum FirstVoters {
    /// No flag was given: right for static voters, and for a node that is no controller.
    #[default]
    Unspecified,
    /// `--standalone`: this node alone.
    Standalone,
    /// `--initial-controllers`: `id@host:port:directory` of each, separated by commas.
    Listed(String),
    /// `--no-initial-controllers`: this node joins others later.
    NoneYet,
}

/// What to format, and how.
#[derive(Clone, Debug)]
pub struct FormatOptions {
    /// `--cluster-id`.
    pub cluster_id: String,
    /// `node.id`.
    pub node_id: BrokerId,
    /// `process.roles` has `controller`.
    pub is_controller: bool,
    /// `log.dirs`; the metadata directory may be among them.
    pub directories: Vec<PathBuf>,
    /// `metadata.log.dir`, or the first of `log.dirs`.
    pub metadata_directory: PathBuf,
    /// `controller.quorum.voters` is set.
    pub has_static_voters: bool,
    /// Who votes first.
    pub voters: FirstVoters,
    /// Listeners of this controller as advertised, for `--standalone`; for `--initial-controllers`
    /// the first one names the listener of all.
    pub endpoints: Vec<ControllerEndpoint>,
    /// `--release-version`.
    pub release: Option<String>,
    /// `--feature`, each as `name=level`.
    pub features: Vec<String>,
    /// `--add-scram`.
    pub scram: Vec<String>,
    /// `--ignore-formatted`.
    pub ignore_formatted: bool,
    /// Now, in ms since 1970.
    pub now_ms: i64,
}

impl FormatOptions {
    /// A node that is its own cluster; directories, ids and endpoints are to be filled in.
    #[must_use]
    pub fn single_node(now_ms: i64) -> Self {
        Self {
            cluster_id: String::new(),
            node_id: BrokerId(1),
            is_controller: true,
            directories: Vec::new(),
            metadata_directory: PathBuf::new(),
            has_static_voters: false,
            voters: FirstVoters::Standalone,
            endpoints: Vec::new(),
            release: None,
            features: Vec::new(),
            scram: Vec::new(),
            ignore_formatted: false,
            now_ms,
        }
    }
}

/// Why nothing (more) was formatted.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)] // The messages say it.
pub enum FormatError {
    #[error(
        "Log directory {} is already formatted. Use --ignore-formatted to ignore this directory and \
         format the others.", .0.display()
    )]
    AlreadyFormatted(PathBuf),
    #[error("Invalid {key} in: {}. Expected {expected}, but read {found}", .path.display())]
    Mismatch { key: &'static str, path: PathBuf, expected: String, found: String },
    #[error("{0}")]
    Invalid(String),
    #[error("cannot {action} {}: {source}", .path.display())]
    Io { action: &'static str, path: PathBuf, source: io::Error },
    #[error(transparent)]
    Snapshot(#[from] LogFault),
}

/// What was done, line by line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FormatReport {
    /// Lines for the user.
    pub lines: Vec<String>,
}

/// Text of a fresh random id, as `random-uuid` prints it.
#[must_use]
pub fn random_uuid(ids: &dyn IdSource) -> String {
    ids.next_id().to_string()
}

/// Formats every directory that is not formatted yet. On return all of it survives a power loss.
///
/// # Errors
/// As [`FormatError`] says; the texts are Kafka's where it has one.
pub fn format(
    disk: &dyn Disk,
    ids: &dyn IdSource,
    options: &FormatOptions,
) -> Result<FormatReport, FormatError> {
    let plan = plan(options)?;
    let mut directories: Vec<&PathBuf> = options.directories.iter().collect();
    directories.retain(|directory| **directory != options.metadata_directory);
    directories.dedup();
    directories.push(&options.metadata_directory);
    let mut unformatted = Vec::new();
    for directory in directories {
        if !is_formatted(disk, directory, options)? {
            unformatted.push(directory);
        } else if !options.ignore_formatted {
            return Err(FormatError::AlreadyFormatted(directory.clone()));
        }
    }
    let mut report = FormatReport::default();
    if unformatted.is_empty() {
        report.lines.push("All of the log directories are already formatted.".to_owned());
    }
    for directory in unformatted {
        let is_metadata = *directory == options.metadata_directory;
        let given = plan.directory_id.filter(|_| is_metadata);
        let directory_id = given.unwrap_or_else(|| DirectoryId(ids.next_id()));
        let kind = if is_metadata { plan.kind(options) } else { "data" };
        let (path, version) = (directory.display(), plan.version);
        report
            .lines
            .push(format!("Formatting {kind} directory {path} with metadata.version {version}."));
        let io = |action| move |source| FormatError::Io { action, path: directory.clone(), source };
        disk.create_dir_all(directory).map_err(io("create"))?;
        if let Some(parent) = directory.parent().filter(|parent| !parent.as_os_str().is_empty()) {
            disk.sync_dir(parent).map_err(io("sync the parent of"))?;
        }
        if is_metadata {
            plan.write_snapshot(disk, options, directory_id)?;
        }
        let meta = MetaProperties {
            cluster_id: options.cluster_id.clone(),
            node_id: options.node_id,
            directory_id: Some(directory_id),
        };
        meta.write(disk, directory).map_err(io("write meta.properties in"))?;
    }
    Ok(report)
}

/// Whether the directory is formatted; for another cluster or node it is a mismatch.
fn is_formatted(
    disk: &dyn Disk,
    directory: &Path,
    options: &FormatOptions,
) -> Result<bool, FormatError> {
    let failed = |source| FormatError::Io {
        action: "read meta.properties in",
        path: directory.to_owned(),
        source,
    };
    let Some(meta) = MetaProperties::read(disk, directory).map_err(failed)? else {
        return Ok(false);
    };
    if !options.ignore_formatted {
        return Ok(true);
    }
    let path = directory.join(moldau_storage::META_PROPERTIES);
    if meta.cluster_id != options.cluster_id {
        let (expected, found) = (options.cluster_id.clone(), meta.cluster_id);
        return Err(FormatError::Mismatch { key: "cluster.id", path, expected, found });
    }
    if meta.node_id != options.node_id {
        let (expected, found) = (options.node_id.to_string(), meta.node_id.to_string());
        return Err(FormatError::Mismatch { key: "node.id", path, expected, found });
    }
    Ok(true)
}

//! `storage format`, `random-uuid` and `info`: what makes an empty directory one of a cluster.
//!
//! Each log directory gets a `meta.properties`; the metadata directory first gets the snapshot
//! `0-0`: feature levels for the first controller to write, and with dynamic voters who votes.
//! `meta.properties` comes last, so that a directory is formatted as a whole or not at all.
//!
//! Source: KIP-631, KIP-778, KIP-853, KIP-1022, KIP-1170; Kafka's `StorageTool`, whose texts the
//! messages follow. Deviations: only feature levels that this build serves are finalised;
//! `--add-scram` is refused. Tests: `format/tests.rs`, against what Kafka's tool wrote.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use moldau_metadata::feature::{
    FEATURES, KRAFT_VERSION, METADATA_VERSION, MetadataVersion, feature,
};
use moldau_metadata::record::VersionedRecord;
use moldau_protocol::ids::{BrokerId, DirectoryId, Uuid};
use moldau_protocol::messages::FeatureLevelRecord;
use moldau_storage::MetaProperties;
use moldau_storage::disk::Disk;

use crate::clock::IdSource;
use crate::config::ControllerEndpoint;
use crate::error::LogFault;
use crate::log::metadata_log_dir;
use crate::snapshot::{SnapshotHead, SnapshotId, SnapshotWriter};
use crate::voters::{KRaftVersion, Voter, VoterEndpoint, VoterSet};

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

/// What an empty metadata log is filled with when no format step said so.
pub(crate) fn default_bootstrap() -> Vec<VersionedRecord> {
    bootstrap(MetadataVersion::MAX, &BTreeMap::new())
}

fn bootstrap(version: MetadataVersion, levels: &BTreeMap<String, i16>) -> Vec<VersionedRecord> {
    let record = |name: &str, level: i16| {
        let name = name.to_owned();
        let record = FeatureLevelRecord { name, feature_level: level, ..Default::default() };
        VersionedRecord::new(record, 0)
    };
    let mut records = vec![record(METADATA_VERSION, version.level())];
    let others = levels.iter().filter(|(name, level)| *name != KRAFT_VERSION && **level > 0);
    records.extend(others.map(|(name, level)| record(name, *level)));
    records
}

fn invalid<T>(message: impl Into<String>) -> Result<T, FormatError> {
    Err(FormatError::Invalid(message.into()))
}

/// Everything that the options come to, once they are checked.
#[derive(Debug)]
struct Plan {
    version: MetadataVersion,
    levels: BTreeMap<String, i16>,
    kraft_version: KRaftVersion,
    /// The voters without this node's directory id where that is not made yet.
    voters: Option<VoterSet>,
    /// Directory id of the metadata directory when it is given.
    directory_id: Option<DirectoryId>,
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
        report.lines.push(format!(
            "Formatting {kind} directory {path} with metadata.version {version}."
        ));
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

fn plan(options: &FormatOptions) -> Result<Plan, FormatError> {
    if !options.scram.is_empty() {
        return invalid("--add-scram is not built in yet.");
    }
    let version = match &options.release {
        None => MetadataVersion::MAX,
        Some(text) => match MetadataVersion::parse(text) {
            Some(version) => version,
            None => {
                let all: Vec<_> = MetadataVersion::all().map(MetadataVersion::name).collect();
                return invalid(format!(
                    "Unknown metadata.version '{text}'. Supported metadata.version are: {}",
                    all.join(", ")
                ));
            }
        },
    };
    let levels = levels(&options.features)?;
    let kraft_version = kraft_version(options, &levels)?;
    let mut plan = Plan { version, levels, kraft_version, voters: None, directory_id: None };
    match &options.voters {
        FirstVoters::Standalone => {
            let endpoint = |at: &ControllerEndpoint| VoterEndpoint {
                name: at.name.clone(),
                host: at.host.clone(),
                port: at.port,
            };
            let endpoints = options.endpoints.iter().map(endpoint).collect();
            let own = Voter { id: options.node_id, directory_id: None, endpoints };
            plan.voters = Some(VoterSet::new(vec![own]));
        }
        FirstVoters::Listed(text) => {
            let name = options.endpoints.first().map_or("CONTROLLER", |endpoint| &endpoint.name);
            let voters = parse_voters(text, name)?;
            let own = voters.voters().iter().find(|voter| voter.id == options.node_id);
            plan.directory_id = own.and_then(|voter| voter.directory_id);
            plan.voters = Some(voters);
        }
        FirstVoters::Unspecified | FirstVoters::NoneYet => {}
    }
    Ok(plan)
}

fn levels(features: &[String]) -> Result<BTreeMap<String, i16>, FormatError> {
    let mut levels = BTreeMap::new();
    for text in features {
        let Some((name, level)) = text.split_once('=') else {
            return invalid(format!("Can't parse feature=level string {text}: equals sign not found."));
        };
        let (name, level) = (name.trim(), level.trim());
        let Ok(level) = level.parse::<i16>() else {
            return invalid(format!(
                "Can't parse feature=level string {text}: unable to parse {level} as a short."
            ));
        };
        if name == METADATA_VERSION {
            return invalid(
                "Use --release-version instead of --feature metadata.version=X to avoid ambiguity.",
            );
        }
        let Some(known) = feature(name) else {
            let names: Vec<_> = FEATURES
                .iter()
                .map(|feature| feature.name)
                .filter(|name| *name != METADATA_VERSION)
                .collect();
            return invalid(format!(
                "Unsupported feature: {name}. Supported features are: {}",
                names.join(", ")
            ));
        };
        if level < known.min || level > known.max {
            return invalid(format!("No feature:{name} with feature level {level}"));
        }
        if name != KRAFT_VERSION && level > 0 {
            return invalid(format!(
                "{name} level {level} is not built in yet; only level 0 can be finalised."
            ));
        }
        levels.insert(name.to_owned(), level);
    }
    Ok(levels)
}

/// Level of the quorum's protocol, and whether the flags go with the configuration.
fn kraft_version(
    options: &FormatOptions,
    levels: &BTreeMap<String, i16>,
) -> Result<KRaftVersion, FormatError> {
    let asked = levels.get(KRAFT_VERSION).copied().and_then(KRaftVersion::from_level);
    // With static voters `--no-initial-controllers` says nothing.
    let flags = options.voters != FirstVoters::Unspecified && !options.has_static_voters;
    if options.has_static_voters {
        if matches!(options.voters, FirstVoters::Standalone | FirstVoters::Listed(_)) {
            return invalid(
                "You cannot specify controller.quorum.voters and format the node with \
                 --initial-controllers or --standalone. If you want to use dynamic quorum, please \
                 remove controller.quorum.voters and specify controller.quorum.bootstrap.servers \
                 instead.",
            );
        }
    } else if options.is_controller && !flags {
        return invalid(
            "Because controller.quorum.voters is not set on this controller, you must specify one \
             of the following: --standalone, --initial-controllers, or --no-initial-controllers.",
        );
    }
    match (asked, flags) {
        (Some(KRaftVersion::Static), true) => invalid(
            "Cannot set kraft.version to 0 if controller.quorum.voters is empty and one of the \
             flags --standalone, --initial-controllers, or --no-initial-controllers is used. For \
             dynamic controllers support, try removing the --feature flag for kraft.version.",
        ),
        (Some(KRaftVersion::Dynamic), false) => invalid(
            "Cannot set kraft.version to 1 unless controller.quorum.voters is empty and one of the \
             flags --standalone, --initial-controllers, or --no-initial-controllers is used. For \
             dynamic controllers support, try using one of --standalone, --initial-controllers, or \
             --no-initial-controllers and removing controller.quorum.voters.",
        ),
        (_, false) => Ok(KRaftVersion::Static),
        (_, true) => Ok(KRaftVersion::Dynamic),
    }
}

/// `id@host:port:directory`, separated by commas.
fn parse_voters(text: &str, listener: &str) -> Result<VoterSet, FormatError> {
    let mut voters: Vec<Voter> = Vec::new();
    for entry in text.split(',').map(str::trim) {
        let problem = |what: &str| FormatError::Invalid(format!("{entry}: {what}"));
        let (id, rest) = entry.split_once('@').ok_or_else(|| problem("No @ found."))?;
        let id: i32 = id.parse().map_err(|_| problem("the id before @ is not a number."))?;
        if id < 0 {
            return Err(problem("Invalid negative node id."));
        }
        let (host, rest) = match rest.strip_prefix('[') {
            Some(rest) => rest.split_once("]:").ok_or_else(|| problem("No colon after ] found."))?,
            None => rest
                .split_once(':')
                .ok_or_else(|| problem("No colon following hostname could be found."))?,
        };
        let (port, directory) = rest
            .split_once(':')
            .ok_or_else(|| problem("No colon following port could be found."))?;
        let port: u16 = port.parse().map_err(|_| problem("the port is not 0 to 65535."))?;
        let directory = Uuid::parse(directory)
            .filter(|id| !id.is_zero())
            .ok_or_else(|| problem("the directory id is not a base64 UUID."))?;
        if voters.iter().any(|voter| voter.id.0 == id) {
            return Err(problem("the node id is given twice."));
        }
        let endpoint = VoterEndpoint { name: listener.to_owned(), host: host.to_owned(), port };
        voters.push(Voter {
            id: BrokerId(id),
            directory_id: Some(DirectoryId(directory)),
            endpoints: vec![endpoint],
        });
    }
    Ok(VoterSet::new(voters))
}

impl Plan {
    /// What Kafka calls the metadata directory.
    fn kind(&self, options: &FormatOptions) -> &'static str {
        match &self.voters {
            None => "metadata",
            Some(voters) if voters.voters().iter().any(|voter| voter.id == options.node_id) => {
                "dynamic metadata voter"
            }
            Some(_) => "dynamic metadata",
        }
    }

    /// The snapshot that the first start begins with.
    fn write_snapshot(
        &self,
        disk: &dyn Disk,
        options: &FormatOptions,
        directory_id: DirectoryId,
    ) -> Result<(), FormatError> {
        let dir = metadata_log_dir(&options.metadata_directory);
        let io = |action| {
            let path = dir.clone();
            move |source| FormatError::Io { action, path, source }
        };
        disk.create_dir_all(&dir).map_err(io("create"))?;
        disk.sync_dir(&options.metadata_directory).map_err(io("sync the parent of"))?;
        let voters = self.voters.as_ref().map(|voters| {
            let with_directory = |voter: &Voter| {
                let own = voter.id == options.node_id && voter.directory_id.is_none();
                let directory_id = if own { Some(directory_id) } else { voter.directory_id };
                Voter { directory_id, ..voter.clone() }
            };
            VoterSet::new(voters.voters().iter().map(with_directory).collect())
        });
        let head = SnapshotHead {
            last_contained_time: options.now_ms,
            kraft_version: self.kraft_version,
            voters,
        };
        let id = SnapshotId::BOOTSTRAP;
        let mut writer = SnapshotWriter::create(disk, &dir, id, &head, options.now_ms)?;
        for record in bootstrap(self.version, &self.levels) {
            writer.push(&record)?;
        }
        writer.finish()?;
        Ok(())
    }
}

/// What `storage info` finds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// Directories that are there, sorted.
    pub directories: Vec<PathBuf>,
    /// What the formatted ones agree on; the first one's directory id.
    pub metadata: Option<MetaProperties>,
    /// What is wrong; none is good (exit code 0, else 1).
    pub problems: Vec<String>,
}

/// Looks at the directories of a node.
#[must_use]
pub fn info(disk: &dyn Disk, directories: &[PathBuf]) -> Info {
    let mut info = Info::default();
    let mut sorted = directories.to_vec();
    sorted.sort();
    sorted.dedup();
    for directory in sorted {
        let path = directory.display();
        if !disk.exists(&directory) {
            info.problems.push(format!("{path} does not exist"));
            continue;
        }
        match MetaProperties::read(disk, &directory) {
            Ok(Some(meta)) => match &info.metadata {
                Some(first)
                    if (&first.cluster_id, first.node_id) != (&meta.cluster_id, meta.node_id) =>
                {
                    info.problems.push(format!(
                        "Metadata for {path} was cluster.id={}, node.id={}, but other directories \
                         have cluster.id={}, node.id={}",
                        meta.cluster_id, meta.node_id, first.cluster_id, first.node_id
                    ));
                }
                Some(_) => {}
                None => info.metadata = Some(meta),
            },
            Ok(None) => info.problems.push(format!("{path} is not formatted.")),
            Err(error) => info.problems.push(format!("Error processing {path}: {error}")),
        }
        info.directories.push(directory);
    }
    info
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |one, many, count| if count == 1 { one } else { many };
        match self.directories.len() {
            0 => writeln!(f, "No directories found.\n")?,
            count => {
                writeln!(f, "Found log {}:", plural("directory", "directories", count))?;
                for directory in &self.directories {
                    writeln!(f, "  {}", directory.display())?;
                }
                writeln!(f)?;
            }
        }
        if let Some(meta) = &self.metadata {
            let id = meta.directory_id.map(|id| format!("directory.id={id}, ")).unwrap_or_default();
            let (cluster, node) = (&meta.cluster_id, meta.node_id);
            let values = format!("cluster.id={cluster}, {id}node.id={node}, version=1");
            writeln!(f, "Found metadata: {{{values}}}\n")?;
        }
        if !self.problems.is_empty() {
            writeln!(f, "Found {}:", plural("problem", "problems", self.problems.len()))?;
            for problem in &self.problems {
                writeln!(f, "  {problem}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

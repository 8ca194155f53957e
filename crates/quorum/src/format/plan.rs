//! What the options of a format step come to: checked before anything is written.

use std::collections::BTreeMap;

use moldau_metadata::feature::{
    FEATURES, KRAFT_VERSION, METADATA_VERSION, MetadataVersion, feature, served,
};
use moldau_metadata::record::VersionedRecord;
use moldau_protocol::ids::{BrokerId, DirectoryId, Uuid};
use moldau_protocol::messages::FeatureLevelRecord;
use moldau_storage::disk::Disk;

use super::{FirstVoters, FormatError, FormatOptions};
use crate::config::ControllerEndpoint;
use crate::log::metadata_log_dir;
use crate::snapshot::{SnapshotHead, SnapshotId, SnapshotWriter};
use crate::voters::{KRaftVersion, Voter, VoterEndpoint, VoterSet};

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
pub(super) struct Plan {
    pub(super) version: MetadataVersion,
    levels: BTreeMap<String, i16>,
    kraft_version: KRaftVersion,
    /// The voters without this node's directory id where that is not made yet.
    voters: Option<VoterSet>,
    /// Directory id of the metadata directory when it is given.
    pub(super) directory_id: Option<DirectoryId>,
}

pub(super) fn plan(options: &FormatOptions) -> Result<Plan, FormatError> {
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
    let mut levels = levels(&options.features)?;
    for feature in
        served().filter(|feature| ![METADATA_VERSION, KRAFT_VERSION].contains(&feature.name))
    {
        let default = feature.default_level(version);
        levels.entry(feature.name.to_owned()).or_insert(default);
    }
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
            return invalid(format!(
                "Can't parse feature=level string {text}: equals sign not found."
            ));
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
        if level > 0 && !served().any(|served| served.name == name) {
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
            Some(rest) => {
                rest.split_once("]:").ok_or_else(|| problem("No colon after ] found."))?
            }
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
    pub(super) fn kind(&self, options: &FormatOptions) -> &'static str {
        match &self.voters {
            None => "metadata",
            Some(voters) if voters.voters().iter().any(|voter| voter.id == options.node_id) => {
                "dynamic metadata voter"
            }
            Some(_) => "dynamic metadata",
        }
    }

    /// The snapshot that the first start begins with.
    pub(super) fn write_snapshot(
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

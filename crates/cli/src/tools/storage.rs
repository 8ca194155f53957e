//! `moldau storage`: formats the directories of a node before its first start, as Kafka's storage
//! tool does.

use std::{
    path::PathBuf,
    time::{SystemTime, UNIX_EPOCH},
};

use clap::{ArgGroup, Args, Subcommand};
use moldau_broker::config::{ServerConfig, VoterSource};
use moldau_quorum::{
    ControllerEndpoint, RandomIds,
    format::{self, FirstVoters, FormatOptions},
};
use moldau_storage::disk::RealDisk;

use super::{pair, print};
use crate::failure::Failure;

#[derive(Debug, Args)]
pub(crate) struct StorageArgs {
    #[command(subcommand)]
    command: StorageCommand,
}

#[derive(Debug, Subcommand)]
enum StorageCommand {
    /// Format the directories of a node.
    #[command(
        after_help = "Example: moldau storage format -t $(moldau storage random-uuid) -c node.properties"
    )]
    Format(Box<FormatArgs>),
    /// Print a random id, for a cluster or a directory.
    #[command(after_help = "Example: moldau storage random-uuid")]
    RandomUuid,
    /// Tell what the directories of a node are.
    #[command(after_help = "Example: moldau storage info -c node.properties")]
    Info(ConfigArgs),
}

/// Which node.
#[derive(Debug, Args)]
struct ConfigArgs {
    /// Kafka's server.properties.
    #[arg(short, long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// A property that overrides file and environment; may be given several times.
    #[arg(short = 'o', long = "override", value_name = "KEY=VALUE")]
    overrides: Vec<String>,
}

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("voters"))]
struct FormatArgs {
    /// The id of the cluster; `moldau storage random-uuid` makes one.
    #[arg(short = 't', long, value_name = "ID")]
    cluster_id: String,
    /// This node is the only controller at first.
    #[arg(short, long, group = "voters")]
    standalone: bool,
    /// The first controllers: ID@HOST:PORT:DIRECTORY_ID,...
    #[arg(short = 'I', long, group = "voters", value_name = "LIST")]
    initial_controllers: Option<String>,
    /// This node joins controllers that are there already.
    #[arg(short = 'N', long, group = "voters")]
    no_initial_controllers: bool,
    /// A user to begin with: 'SCRAM-SHA-256=[name=u,password=p]'; may be given several times.
    #[arg(short = 'S', long, value_name = "CREDENTIAL")]
    add_scram: Vec<String>,
    /// Level of a feature; may be given several times.
    #[arg(short, long, value_name = "NAME=LEVEL")]
    feature: Vec<String>,
    /// Metadata version to begin with, such as 4.4-IV2.
    #[arg(short, long, value_name = "VERSION")]
    release_version: Option<String>,
    /// Leave directories alone that are formatted already.
    #[arg(short = 'g', long)]
    ignore_formatted: bool,
    #[command(flatten)]
    node: ConfigArgs,
}

impl ConfigArgs {
    fn load(&self) -> Result<ServerConfig, Failure> {
        let file = match &self.config {
            None => None,
            Some(path) => Some(std::fs::read_to_string(path).map_err(|error| {
                Failure::new(format!("cannot read the configuration {}: {error}", path.display()))
            })?),
        };
        let environment = std::env::vars_os()
            .filter_map(|(key, value)| Some((key.into_string().ok()?, value.into_string().ok()?)));
        let overrides: Vec<(String, String)> =
            self.overrides.iter().map(|text| pair("-o", text)).collect::<Result<_, _>>()?;
        let (config, warnings) = ServerConfig::load(file.as_deref(), environment, &overrides)
            .map_err(|error| Failure::new(format!("the configuration is not usable: {error}")))?;
        for warning in warnings {
            eprintln!("warning: {warning}");
        }
        Ok(config)
    }
}

impl FormatArgs {
    fn voters(&self, config: &ServerConfig) -> FirstVoters {
        match &self.initial_controllers {
            Some(list) => FirstVoters::Listed(list.clone()),
            None if self.no_initial_controllers => FirstVoters::NoneYet,
            // A node without a quorum in its configuration is its own.
            None if self.standalone || config.node.voters == VoterSource::SingleNode => {
                FirstVoters::Standalone
            }
            None => FirstVoters::Unspecified,
        }
    }

    fn options(&self, config: &ServerConfig) -> FormatOptions {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let now_ms = i64::try_from(since.as_millis()).unwrap_or(i64::MAX);
        FormatOptions {
            cluster_id: self.cluster_id.clone(),
            node_id: config.node.id,
            is_controller: true,
            directories: config.directories.data.clone(),
            metadata_directory: config.directories.metadata.clone(),
            has_static_voters: config.node.voters == VoterSource::Static,
            voters: self.voters(config),
            endpoints: endpoints(config),
            release: self.release_version.clone(),
            features: self.feature.clone(),
            scram: self.add_scram.clone(),
            ignore_formatted: self.ignore_formatted,
            now_ms,
        }
    }
}

/// The controller's listeners as they are advertised.
fn endpoints(config: &ServerConfig) -> Vec<ControllerEndpoint> {
    let listeners = config.network.controller_listeners.iter();
    listeners
        .map(|listener| {
            let advertised = config.network.advertised_controllers.iter();
            let own = advertised.clone().find(|advertised| advertised.name == listener.name);
            let host = own.and_then(|own| own.host.clone()).unwrap_or_else(|| {
                if listener.host.is_empty() {
                    "localhost".to_owned()
                } else {
                    listener.host.clone()
                }
            });
            let port = own.map(|own| own.port).filter(|port| *port != 0);
            ControllerEndpoint {
                name: listener.name.clone(),
                host,
                port: port.unwrap_or_else(|| listener.port.number()),
                security_protocol: listener.protocol.id(),
            }
        })
        .collect()
}

pub(crate) fn run(args: StorageArgs) -> Result<(), Failure> {
    match args.command {
        StorageCommand::RandomUuid => print(&format::random_uuid(&RandomIds)),
        StorageCommand::Format(args) => {
            let config = args.node.load()?;
            let report = format::format(&RealDisk, &RandomIds, &args.options(&config))
                .map_err(|error| Failure::new(error.to_string()))?;
            print(&report.lines.join("\n"))
        }
        StorageCommand::Info(args) => {
            let config = args.load()?;
            let mut directories = config.directories.data.clone();
            if !directories.contains(&config.directories.metadata) {
                directories.push(config.directories.metadata.clone());
            }
            let info = format::info(&RealDisk, &directories);
            print(info.to_string().trim_end())?;
            match info.problems.len() {
                0 => Ok(()),
                1 => Err(Failure::new("there is a problem with the directories, see above")),
                count => Err(Failure::new(format!(
                    "there are {count} problems with the directories, see above"
                ))),
            }
        }
    }
}

//! `moldau server`: runs a node until it is told to stop.

use std::path::PathBuf;

use clap::Args;

use crate::failure::Failure;

/// Without a file and without -o: a single node at localhost:9092, data in ./moldau-data.
#[derive(Debug, Args)]
pub(crate) struct ServerArgs {
    /// Kafka's server.properties.
    #[arg(short, long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// A property that overrides file and environment; may be given several times.
    #[arg(short = 'o', long = "override", value_name = "KEY=VALUE")]
    overrides: Vec<String>,
}

impl ServerArgs {
    /// The overrides as pairs.
    fn pairs(&self) -> Result<Vec<(String, String)>, Failure> {
        self.overrides.iter().map(|text| crate::tools::pair("-o", text)).collect()
    }
}

pub(crate) fn run(args: ServerArgs) -> Result<(), Failure> {
    let overrides = args.pairs()?;
    tracing::debug!(config = ?args.config, ?overrides, "starting");
    Err(Failure::new("this build has no server yet"))
}

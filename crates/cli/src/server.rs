//! `moldau server`: runs a node until it is told to stop.

use std::path::PathBuf;

use clap::Args;
use moldau_broker::{
    config::ServerConfig,
    logging::{self, LogLevels, Output},
    node,
};
use tokio::signal::unix::{SignalKind, signal};

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

pub(crate) fn run(args: &ServerArgs) -> Result<(), Failure> {
    let file = match &args.config {
        None => None,
        Some(path) => Some(std::fs::read_to_string(path).map_err(|error| {
            Failure::new(format!("cannot read the configuration {}: {error}", path.display()))
        })?),
    };
    let environment = std::env::vars_os()
        .filter_map(|(key, value)| Some((key.into_string().ok()?, value.into_string().ok()?)));
    let (config, warnings) = ServerConfig::load(file.as_deref(), environment, &args.pairs()?)
        .map_err(|error| Failure::new(format!("the configuration is not usable: {error}")))?;
    let levels = logging::init(Output::Stdout, tracing::level_filters::LevelFilter::INFO)
        .map_err(|error| Failure::new(error.to_string()))?;
    for warning in warnings {
        tracing::warn!("{warning}");
    }
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::new(format!("cannot start the runtime: {error}")))?
        .block_on(serve(config, levels))
}

async fn serve(config: ServerConfig, levels: LogLevels) -> Result<(), Failure> {
    let listen = |kind| {
        signal(kind).map_err(|error| Failure::new(format!("cannot listen to signals: {error}")))
    };
    let (mut terminate, mut interrupt) =
        (listen(SignalKind::terminate())?, listen(SignalKind::interrupt())?);
    let stop = async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    };
    node::run(config, levels, stop).await.map_err(|error| Failure::new(error.to_string()))
}

//! The tools. They talk to any Kafka cluster and know nothing of the server.

pub(crate) mod cluster;
pub(crate) mod completions;
pub(crate) mod config;
pub(crate) mod consume;
pub(crate) mod group;
mod json;
pub(crate) mod log;
pub(crate) mod produce;
mod progress;
pub(crate) mod quorum;
pub(crate) mod reassign;
pub(crate) mod storage;
pub(crate) mod topic;

use std::{future::Future, io::Write as _, path::PathBuf};

use clap::{Args, ValueEnum};
use comfy_table::{Table, presets};
use moldau_client::{ClientConfig, Cluster, admin::Endpoints};

use crate::failure::Failure;

/// Where to find a cluster when nothing else is said.
const BOOTSTRAP_VARIABLE: &str = "MOLDAU_BOOTSTRAP_SERVER";

/// Filter of the tools' own log lines, which go to standard error.
const LOG_VARIABLE: &str = "MOLDAU_LOG";

/// How to reach the cluster.
#[derive(Debug, Args)]
pub(crate) struct Connect {
    /// Servers to ask first, comma-separated [default: $MOLDAU_BOOTSTRAP_SERVER or localhost:9092].
    #[arg(long, short = 'b', alias = "bootstrap-servers", value_name = "HOST:PORT")]
    #[arg(help_heading = "Connection")]
    bootstrap_server: Option<String>,
    /// Kafka client properties.
    #[arg(long, alias = "producer.config", alias = "consumer.config", value_name = "FILE")]
    #[arg(help_heading = "Connection")]
    command_config: Option<PathBuf>,
    /// One client property; wins over the file.
    #[arg(long, alias = "producer-property", alias = "consumer-property")]
    #[arg(value_name = "KEY=VALUE", help_heading = "Connection")]
    command_property: Vec<String>,
}

impl Connect {
    /// The client properties: flags win over `--command-property`, that over the file, that over
    /// the environment.
    pub(crate) fn config(&self, client_id: &str) -> Result<ClientConfig, Failure> {
        let mut config = ClientConfig::default();
        config.set("client.id", client_id)?;
        if let Ok(servers) = std::env::var(BOOTSTRAP_VARIABLE)
            && !servers.is_empty()
        {
            config.set("bootstrap.servers", &servers)?;
        }
        if let Some(path) = &self.command_config {
            config.load(path)?;
        }
        for text in &self.command_property {
            let (key, value) = pair("--command-property", text)?;
            config.set(&key, &value)?;
        }
        if let Some(servers) = &self.bootstrap_server {
            config.set("bootstrap.servers", servers)?;
        }
        Ok(config)
    }

    pub(crate) async fn cluster(&self, client_id: &str) -> Result<Cluster, Failure> {
        Ok(Cluster::connect(self.config(client_id)?).await?)
    }
}

/// How to reach the cluster, or its controllers.
#[derive(Debug, Args)]
pub(crate) struct ConnectAny {
    #[command(flatten)]
    connect: Connect,
    /// Controllers to ask instead of brokers, comma-separated.
    #[arg(long, value_name = "HOST:PORT", conflicts_with = "bootstrap_server")]
    #[arg(help_heading = "Connection")]
    bootstrap_controller: Option<String>,
}

impl ConnectAny {
    pub(crate) async fn cluster(&self, client_id: &str) -> Result<Cluster, Failure> {
        let Some(servers) = &self.bootstrap_controller else {
            return self.connect.cluster(client_id).await;
        };
        let mut config = self.connect.config(client_id)?;
        config.set("bootstrap.servers", servers)?;
        Ok(Cluster::connect_to_controllers(config).await?)
    }

    /// Whose endpoints the servers know.
    pub(crate) fn endpoints(&self) -> Endpoints {
        match self.bootstrap_controller {
            Some(_) => Endpoints::Controllers,
            None => Endpoints::Brokers,
        }
    }
}

/// Form of what goes to standard output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Output {
    /// A table for people.
    #[default]
    Table,
    /// JSON for scripts.
    Json,
    /// The text of Kafka's own tool.
    Plain,
}

/// Splits `KEY=VALUE`.
pub(crate) fn pair(flag: &str, text: &str) -> Result<(String, String), Failure> {
    match text.split_once('=') {
        Some((key, value)) if !key.trim().is_empty() => {
            Ok((key.trim().to_owned(), value.to_owned()))
        }
        _ => Err(Failure::usage(format!("{flag} {text}: KEY=VALUE is expected"))),
    }
}

/// A table without lines, for people and for `grep`.
pub(crate) fn table(head: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(head.iter().map(|title| title.to_uppercase()));
    table
}

/// Writes to standard output.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())
        .and_then(|()| if text.ends_with('\n') { Ok(()) } else { out.write_all(b"\n") })
        .and_then(|()| out.flush())
        .map_err(|error| Failure::output(&error))
}

/// Runs a tool on a runtime of its own.
pub(crate) fn block_on(tool: impl Future<Output = Result<(), Failure>>) -> Result<(), Failure> {
    let filter = std::env::var(LOG_VARIABLE).unwrap_or_else(|_| "off".to_owned());
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::new(format!("cannot start threads: {error}")))?;
    let result = runtime.block_on(tool);
    // A thread that waits for standard input must not hold up the end.
    runtime.shutdown_background();
    result
}

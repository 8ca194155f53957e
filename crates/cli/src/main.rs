//! The `moldau` binary: the server, and tools for any Kafka cluster.
//!
//! Exit codes: 0 done, 1 failed, 2 wrong usage.

mod failure;
mod kafka_style;
mod server;
mod tools;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// A streaming platform that speaks the Apache Kafka protocol.
#[derive(Debug, Parser)]
#[command(name = "moldau", version, propagate_version = true, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run a node.
    Server(server::ServerArgs),
    /// Prepare the directories of a node.
    Storage(tools::storage::StorageArgs),
    /// Create, delete, list and describe topics.
    Topic(tools::topic::TopicArgs),
    /// Write lines to a topic.
    Produce(Box<tools::produce::ProduceArgs>),
    /// Read the records of a topic.
    Consume(Box<tools::consume::ConsumeArgs>),
    /// Show and change configurations.
    Config(tools::config::ConfigArgs),
    /// Ask about the cluster: brokers, features, directories, offsets; elect leaders.
    Cluster(Box<tools::cluster::ClusterArgs>),
    /// Ask the controllers' quorum how it is.
    Quorum(tools::quorum::QuorumArgs),
    /// Plan and make moves of partitions between brokers.
    Reassign(tools::reassign::ReassignArgs),
    /// Look into the files of a log directory.
    Log(tools::log::LogArgs),
}

fn main() -> ExitCode {
    let cli = Cli::parse_from(kafka_style::rewrite(std::env::args_os()));
    let result = match cli.command {
        Command::Server(args) => server::run(&args),
        Command::Storage(args) => tools::storage::run(args),
        Command::Topic(args) => tools::block_on(tools::topic::run(args)),
        Command::Produce(args) => tools::block_on(tools::produce::run(*args)),
        Command::Consume(args) => tools::block_on(tools::consume::run(*args)),
        Command::Config(args) => tools::block_on(tools::config::run(args)),
        Command::Cluster(args) => tools::block_on(tools::cluster::run(*args)),
        Command::Quorum(args) => tools::block_on(tools::quorum::run(args)),
        Command::Reassign(args) => tools::block_on(tools::reassign::run(args)),
        Command::Log(args) => tools::log::run(args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_commands_are_well_formed() {
        Cli::command().debug_assert();
    }
}

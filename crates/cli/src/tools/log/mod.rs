//! `moldau log`: looks into the files of a log directory, of Kafka's or of ours. Needs no server.

mod dump;
mod tree;

use clap::{Args, Subcommand};

use crate::failure::Failure;

#[derive(Debug, Args)]
pub(crate) struct LogArgs {
    #[command(subcommand)]
    command: LogCommand,
}

#[derive(Debug, Subcommand)]
enum LogCommand {
    /// Print segments, indexes and snapshots.
    #[command(
        after_help = "Example: moldau log dump --print-data-log --files orders-0/00000000000000000000.log"
    )]
    Dump(Box<dump::DumpArgs>),
}

pub(crate) fn run(args: LogArgs) -> Result<(), Failure> {
    match args.command {
        LogCommand::Dump(args) => dump::run(&args),
    }
}

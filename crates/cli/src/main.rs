//! The `moldau` binary: the server, and tools for any Kafka cluster.
//!
//! Exit codes: 0 done, 1 failed, 2 wrong usage.

mod failure;
mod kafka_style;
mod server;
mod tools;

use std::process::ExitCode;

use clap::{Arg, ArgAction, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

/// A streaming platform that speaks the Apache Kafka protocol.
#[derive(Debug, Parser)]
#[command(name = "moldau", version, after_help = "Example: moldau server")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run a node.
    #[command(after_help = "Example: moldau server -c node.properties -o log.dirs=/var/lib/moldau")]
    Server(server::ServerArgs),
    /// Prepare the directories of a node.
    #[command(after_help = "Example: moldau storage info -c node.properties")]
    Storage(tools::storage::StorageArgs),
    /// Create, delete, alter, list and describe topics.
    #[command(after_help = "Example: moldau topic create --topic greetings --partitions 3")]
    Topic(tools::topic::TopicArgs),
    /// Write lines to a topic.
    #[command(after_help = "Example: moldau produce --topic greetings --file hello.txt")]
    Produce(Box<tools::produce::ProduceArgs>),
    /// Read the records of a topic.
    #[command(after_help = "Example: moldau consume --topic greetings --from beginning --exit-eof")]
    Consume(Box<tools::consume::ConsumeArgs>),
    /// List, describe and delete consumer groups, and move their offsets.
    #[command(after_help = "Example: moldau group describe --group billing")]
    Group(tools::group::GroupArgs),
    /// Show and change configurations.
    #[command(after_help = "Example: moldau config describe --topic greetings")]
    Config(tools::config::ConfigArgs),
    /// Ask about the cluster: brokers, features, directories, offsets; elect leaders.
    #[command(after_help = "Example: moldau cluster describe")]
    Cluster(Box<tools::cluster::ClusterArgs>),
    /// Ask the controllers' quorum how it is.
    #[command(after_help = "Example: moldau quorum describe --status")]
    Quorum(tools::quorum::QuorumArgs),
    /// Plan and make moves of partitions between brokers.
    #[command(after_help = "Example: moldau reassign list")]
    Reassign(tools::reassign::ReassignArgs),
    /// Look into the files of a log directory.
    #[command(after_help = "Example: moldau log dump --files orders-0/00000000000000000000.log")]
    Log(tools::log::LogArgs),
    /// Print a script that completes commands in a shell.
    #[command(after_help = "Example: moldau completions bash > /etc/bash_completion.d/moldau")]
    Completions(tools::completions::CompletionArgs),
    /// Write manual pages.
    #[command(after_help = "Example: moldau man /usr/local/share/man/man1")]
    Man(tools::completions::ManArgs),
}

/// The command line, with help that fits a screen everywhere.
fn command() -> clap::Command {
    on_one_screen(Cli::command()).mut_arg("version", |version| version.hide(false))
}

/// `--help` is what `-h` is; `moldau help` and the manual pages have the rest.
fn on_one_screen(command: clap::Command) -> clap::Command {
    let help = Arg::new("help").short('h').long("help").action(ArgAction::HelpShort);
    let version = Arg::new("version").short('V').long("version").action(ArgAction::Version);
    command
        .disable_help_flag(true)
        .disable_version_flag(true)
        .version(env!("CARGO_PKG_VERSION"))
        .max_term_width(100)
        .arg(help.help("Print help"))
        .arg(version.help("Print the version").hide(true))
        .mut_subcommands(on_one_screen)
}

fn main() -> ExitCode {
    let matches = command().get_matches_from(kafka_style::rewrite(std::env::args_os()));
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let result = match cli.command {
        Command::Server(args) => server::run(&args),
        Command::Storage(args) => tools::storage::run(args),
        Command::Topic(args) => tools::block_on(tools::topic::run(args)),
        Command::Produce(args) => tools::block_on(tools::produce::run(*args)),
        Command::Consume(args) => tools::block_on(tools::consume::run(*args)),
        Command::Group(args) => tools::block_on(tools::group::run(args)),
        Command::Config(args) => tools::block_on(tools::config::run(args)),
        Command::Cluster(args) => tools::block_on(tools::cluster::run(*args)),
        Command::Quorum(args) => tools::block_on(tools::quorum::run(args)),
        Command::Reassign(args) => tools::block_on(tools::reassign::run(args)),
        Command::Log(args) => tools::log::run(args),
        Command::Completions(args) => tools::completions::completions(&args, command()),
        Command::Man(args) => tools::completions::man(&args, command()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A screen, as terminals open by default on most desktops.
    const LINES: usize = 40;
    const COLUMNS: usize = 100;

    #[test]
    fn the_commands_are_well_formed() {
        command().debug_assert();
    }

    #[test]
    fn every_help_fits_a_screen_and_shows_an_example() {
        let mut all = command().term_width(COLUMNS);
        all.build();
        check(&all, "moldau");
    }

    fn check(command: &clap::Command, name: &str) {
        let text = command.clone().render_help().to_string();
        let widest = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        let lines = text.lines().count();
        assert!(lines <= LINES && widest <= COLUMNS, "{name}: {lines} x {widest}\n{text}");
        assert!(text.contains("Example: moldau "), "{name}\n{text}");
        for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
            check(sub, &format!("{name} {}", sub.get_name()));
        }
    }

    #[test]
    fn a_typo_names_the_nearest_command_and_flag() {
        for (line, nearest) in [
            ("moldau topik list", "topic"),
            ("moldau topic creat --topic a", "create"),
            ("moldau topic create --topik a", "--topic"),
            ("moldau config describe --brokr 1", "--broker"),
            ("moldau log dump --file a", "--files"),
            ("moldau quorum descrbe", "describe"),
        ] {
            let error = command().try_get_matches_from(line.split(' ')).unwrap_err().to_string();
            assert!(error.contains(&format!("'{nearest}'")), "{line}: {error}");
        }
    }

    #[test]
    fn completions_and_manual_pages_are_made() {
        let mut script = Vec::new();
        clap_complete::generate(clap_complete::Shell::Bash, &mut command(), "moldau", &mut script);
        assert!(String::from_utf8(script).unwrap().contains("moldau__subcmd__topic"));
        let folder = tempfile::tempdir().unwrap();
        let args = format!("moldau man {}", folder.path().display());
        let matches = command().get_matches_from(args.split(' '));
        let Command::Man(args) = Cli::from_arg_matches(&matches).unwrap().command else {
            panic!("another command")
        };
        tools::completions::man(&args, command()).unwrap();
        let page = std::fs::read_to_string(folder.path().join("moldau-topic-create.1")).unwrap();
        assert!(page.contains("replication\\-factor"), "{page}");
    }
}

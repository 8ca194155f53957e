//! `moldau group`: consumer groups: list, describe with lag, move and delete offsets, delete.
//!
//! Flags are those of `kafka-consumer-groups` and `kafka-groups`; `--output plain` prints their
//! text. Where Kafka's tool ends with 0 although something failed, this one ends with 1, and one
//! group that fails does not hide the others.
//!
//! Tests: in each file, and `conformance/java/tools/test_group.py` beside Kafka's own tools.

mod delete;
mod describe;
mod list;
mod reset;
mod scope;
mod texts;

use clap::{Args, Subcommand};
use moldau_client::{
    Cluster,
    admin::{Admin, GroupFilter},
};

use super::{Connect, Output, print, table};
use crate::failure::Failure;
use texts::Problems;

/// `default.api.timeout.ms` when nothing else is said. Kafka's tool waits for 5 s, which a broker
/// that is just starting does not always need less than.
const TIMEOUT_MS: u32 = 30_000;

#[derive(Debug, Args)]
pub(crate) struct GroupArgs {
    #[command(subcommand)]
    command: GroupCommand,
}

#[derive(Debug, Subcommand)]
enum GroupCommand {
    /// List groups.
    #[command(after_help = "Example: moldau group list --state stable,empty")]
    List(list::ListArgs),
    /// Show what groups have read and what they lag behind, their members, their state.
    #[command(after_help = "Example: moldau group describe --group billing")]
    Describe(describe::DescribeArgs),
    /// Set what groups without members are to read next; without --execute only show it.
    #[command(
        override_usage = "moldau group reset-offsets <GROUPS> <TOPICS> <WHERE> [--execute] [OPTIONS]",
        after_help = "Example: moldau group reset-offsets --group billing --topic orders:0,1 \
                      --to-earliest --execute"
    )]
    ResetOffsets(Box<reset::ResetArgs>),
    /// Delete groups without members, with their offsets.
    #[command(after_help = "Example: moldau group delete --group billing --group audit")]
    Delete(delete::DeleteArgs),
    /// Delete the offsets of a group for topics that its members do not read.
    #[command(after_help = "Example: moldau group delete-offsets --group billing --topic orders")]
    DeleteOffsets(delete::DeleteOffsetsArgs),
}

/// Which groups are meant.
#[derive(Debug, Args)]
#[group(required = true, multiple = true)]
struct Groups {
    /// The groups.
    #[arg(value_name = "GROUP")]
    names: Vec<String>,
    /// A group; may be given several times.
    #[arg(long = "group", value_name = "GROUP")]
    groups: Vec<String>,
    /// All consumer groups.
    #[arg(long, conflicts_with_all = ["names", "groups"])]
    all_groups: bool,
}

impl Groups {
    /// Those that are named, each once, in order.
    fn named(&self) -> Vec<String> {
        let mut named: Vec<String> = self.names.iter().chain(&self.groups).cloned().collect();
        named.sort();
        named.dedup();
        named
    }

    /// Those that are named, or all consumer groups of the cluster.
    async fn resolve(&self, admin: &Admin) -> Result<Vec<String>, Failure> {
        if !self.all_groups {
            return Ok(self.named());
        }
        let groups = admin.list_groups(&GroupFilter::default()).await?;
        let consumers = groups.into_iter().filter(|group| group.is_consumer_group());
        Ok(consumers.map(|group| group.id).collect())
    }
}

/// Where and how, for every command.
#[derive(Debug, Args)]
struct Common {
    /// How long to try, in milliseconds [default: 30000].
    #[arg(long, value_name = "MS")]
    timeout: Option<u32>,
    /// Form of the result.
    #[arg(long, value_enum, default_value_t)]
    output: Output,
    #[command(flatten)]
    connect: Connect,
}

impl Common {
    async fn admin(&self) -> Result<(Cluster, Admin), Failure> {
        let key = "default.api.timeout.ms";
        let mut config = self.connect.config("moldau-group")?;
        let default = config.property(key).is_none().then_some(TIMEOUT_MS);
        if let Some(timeout) = self.timeout.or(default) {
            config.set(key, &timeout.to_string())?;
        }
        let cluster = Cluster::connect(config).await?;
        let admin = Admin::new(&cluster);
        Ok((cluster, admin))
    }
}

pub(crate) async fn run(args: GroupArgs) -> Result<(), Failure> {
    match args.command {
        GroupCommand::List(args) => list::run(args).await,
        GroupCommand::Describe(args) => describe::run(args).await,
        GroupCommand::ResetOffsets(args) => reset::run(*args).await,
        GroupCommand::Delete(args) => delete::groups(args).await,
        GroupCommand::DeleteOffsets(args) => delete::offsets(args).await,
    }
}

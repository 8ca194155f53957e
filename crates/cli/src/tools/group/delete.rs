//! `moldau group delete` and `moldau group delete-offsets`.

use std::collections::BTreeMap;

use clap::Args;
use moldau_client::{ClientError, admin::TopicPartition};
use moldau_protocol::{ErrorCode, ids::PartitionIndex};
use serde_json::{Value, json};

use super::{
    Common, Groups, Output, Problems, print,
    scope::{Existing, Scope},
    table,
    texts::{exception, message, refusal, text},
};
use crate::failure::Failure;

#[derive(Debug, Args)]
pub(super) struct DeleteArgs {
    #[command(flatten)]
    groups: Groups,
    #[command(flatten)]
    common: Common,
}

#[derive(Debug, Args)]
pub(super) struct DeleteOffsetsArgs {
    /// The group.
    #[arg(long, value_name = "GROUP")]
    group: String,
    /// A topic, or some of its partitions as in orders:0,1; may be given several times.
    #[arg(long, value_name = "TOPIC", required = true)]
    topic: Vec<String>,
    #[command(flatten)]
    common: Common,
}

pub(super) async fn groups(args: DeleteArgs) -> Result<(), Failure> {
    let (_cluster, admin) = args.common.admin().await?;
    let groups = args.groups.resolve(&admin).await?;
    let outcomes = admin.delete_groups(&groups).await?;
    let (mut deleted, mut failed) = (Vec::new(), Vec::new());
    for (group, outcome) in outcomes {
        match outcome {
            Ok(()) => deleted.push(group),
            Err(failure) => failed.push((group, failure)),
        }
    }
    match args.common.output {
        Output::Json => {
            let failed = failed.iter().map(|(group, failure)| {
                let code = failure.code().map(ErrorCode::name);
                json!({ "group": group, "error": code, "message": text(failure) })
            });
            print(&json!({ "deleted": deleted, "failed": Value::from_iter(failed) }).to_string())?;
        }
        Output::Plain => print(&plain_of_groups(&deleted, &failed))?,
        Output::Table if deleted.is_empty() && failed.is_empty() => {
            eprintln!("There are no groups to delete.");
        }
        Output::Table if deleted.is_empty() => {}
        Output::Table => print(&format!("Deleted {}.", deleted.join(", ")))?,
    }
    let mut problems = Problems::default();
    for (group, failure) in &failed {
        problems.add(format!("Group '{group}' could not be deleted due to: {}", text(failure)));
    }
    problems.finish()
}

fn plain_of_groups(deleted: &[String], failed: &[(String, ClientError)]) -> String {
    let quoted: Vec<String> = deleted.iter().map(|group| format!("'{group}'")).collect();
    let quoted = quoted.join(", ");
    if failed.is_empty() {
        return format!("Deletion of requested consumer groups ({quoted}) was successful.\n");
    }
    let mut lines = "\nError: Deletion of some consumer groups failed:\n".to_owned();
    for (group, failure) in failed {
        let why = refusal(failure)
            .map_or_else(|| failure.to_string(), |(code, words)| exception(code, &words));
        lines += &format!("* Group '{group}' could not be deleted due to: {why}\n");
    }
    if !deleted.is_empty() {
        lines += &format!("\nThese consumer groups were deleted successfully: {quoted}\n");
    }
    lines
}

/// Code of each partition; a topic that does not exist has no partition.
type Rows = BTreeMap<(String, Option<PartitionIndex>), ErrorCode>;

pub(super) async fn offsets(args: DeleteOffsetsArgs) -> Result<(), Failure> {
    let scopes = Scope::parse_all(&args.topic)?;
    let (cluster, admin) = args.common.admin().await?;
    // Partitions that are named may be those of a topic that is gone.
    let whole = scopes.iter().filter(|scope| scope.partitions.is_empty());
    let existing = Existing::ask(&cluster, whole.map(|scope| scope.topic.as_str())).await?;
    let mut rows = Rows::new();
    let mut partitions: Vec<TopicPartition> = Vec::new();
    for scope in scopes {
        let named = Some(scope.partitions).filter(|named| !named.is_empty());
        match named.or_else(|| existing.partitions(&scope.topic)) {
            Some(all) => partitions.extend(all.into_iter().map(|at| (scope.topic.clone(), at))),
            None => {
                rows.insert((scope.topic, None), ErrorCode::UNKNOWN_TOPIC_OR_PARTITION);
            }
        }
    }
    let deletion = admin.delete_offsets(&args.group, &partitions).await?;
    for at in partitions {
        let code = match deletion.code {
            // What the answer leaves out has not been deleted for sure.
            ErrorCode::NONE => {
                deletion.partitions.get(&at).copied().unwrap_or(ErrorCode::UNKNOWN_SERVER_ERROR)
            }
            code => code,
        };
        rows.insert((at.0, Some(at.1)), code);
    }
    let verdict = verdict(deletion.code, &deletion.partitions);
    show(&args, &rows, verdict)?;
    let mut problems = Problems::default();
    if deletion.code.is_error() {
        problems.add(format!("group {}: {}", args.group, message(deletion.code)));
    } else {
        for ((topic, at), code) in rows.iter().filter(|(_, code)| code.is_error()) {
            let at = at.map_or_else(String::new, |at| format!("-{at}"));
            problems.add(format!("{topic}{at}: {}", message(*code)));
        }
    }
    problems.finish()
}

/// The code that Kafka's tool begins with: that of the request, or that of the first partition
/// that was refused.
fn verdict(code: ErrorCode, partitions: &BTreeMap<TopicPartition, ErrorCode>) -> ErrorCode {
    let refused = partitions.values().copied().find(|code| code.is_error());
    if code.is_error() { code } else { refused.unwrap_or(ErrorCode::NONE) }
}

fn show(args: &DeleteOffsetsArgs, rows: &Rows, verdict: ErrorCode) -> Result<(), Failure> {
    match args.common.output {
        Output::Json => {
            let partitions = rows.iter().map(|((topic, at), code)| {
                json!({
                    "topic": topic,
                    "partition": at.map(|at| at.0),
                    "deleted": !code.is_error(),
                    "error": code.is_error().then(|| code.name()),
                })
            });
            let partitions = Value::from_iter(partitions);
            print(&json!({ "group": args.group, "partitions": partitions }).to_string())
        }
        Output::Plain => print(&plain_of_offsets(&args.group, rows, verdict)),
        Output::Table => {
            let mut lines = table(&["Topic", "Partition", "Result"]);
            for ((topic, at), code) in rows {
                let at = at.map_or_else(|| "-".to_owned(), |at| at.to_string());
                let result = if code.is_error() { message(*code) } else { "deleted" };
                lines.add_row([topic, &at, result]);
            }
            print(&lines.to_string())
        }
    }
}

fn plain_of_offsets(group: &str, rows: &Rows, verdict: ErrorCode) -> String {
    let mut text = match verdict {
        ErrorCode::NONE => {
            format!("Request succeeded for deleting offsets from group {group}.\n")
        }
        ErrorCode::INVALID_GROUP_ID
        | ErrorCode::GROUP_ID_NOT_FOUND
        | ErrorCode::GROUP_AUTHORIZATION_FAILED
        | ErrorCode::NON_EMPTY_GROUP => format!("\nError: {}\n", message(verdict)),
        ErrorCode::GROUP_SUBSCRIBED_TO_TOPIC
        | ErrorCode::TOPIC_AUTHORIZATION_FAILED
        | ErrorCode::UNKNOWN_TOPIC_OR_PARTITION => {
            "\nError: Encountered some partition-level error, see the follow-up details.\n"
                .to_owned()
        }
        code => format!("\nError: Encountered some unknown error: {}\n", code.name()),
    };
    let width = rows.keys().map(|(topic, _)| topic.chars().count()).max().unwrap_or(0).max(15);
    text += &format!("\n{:<width$} {:<10} {:<15}", "TOPIC", "PARTITION", "STATUS");
    let mut lines: Vec<_> = rows.iter().collect();
    // As Kafka's tool sorts: by the text of both.
    lines.sort_by_key(|((topic, at), _)| format!("{topic}{}", at.map_or(-1, |at| at.0)));
    for ((topic, at), code) in lines {
        let at = at.map_or_else(|| "-".to_owned(), |at| at.to_string());
        let status = if code.is_error() {
            format!("Error: {}", exception(*code, message(*code)))
        } else {
            "Successful".to_owned()
        };
        text += &format!("\n{topic:<width$} {at:<10} {status:<15}");
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plain_text_is_kafkas() {
        let failure = ClientError::refused("x", ErrorCode::NON_EMPTY_GROUP, None);
        assert_eq!(
            plain_of_groups(&["a".to_owned()], &[("b".to_owned(), failure)]),
            "\nError: Deletion of some consumer groups failed:\n\
             * Group 'b' could not be deleted due to: \
             org.apache.kafka.common.errors.GroupNotEmptyException: The group is not empty.\n\
             \nThese consumer groups were deleted successfully: 'a'\n"
        );
        let rows = Rows::from([
            (("t".to_owned(), Some(PartitionIndex(0))), ErrorCode::NONE),
            (("t".to_owned(), Some(PartitionIndex(10))), ErrorCode::NONE),
            (("t".to_owned(), Some(PartitionIndex(2))), ErrorCode::GROUP_SUBSCRIBED_TO_TOPIC),
            (("u".to_owned(), None), ErrorCode::UNKNOWN_TOPIC_OR_PARTITION),
        ]);
        let text = plain_of_offsets("g", &rows, ErrorCode::GROUP_SUBSCRIBED_TO_TOPIC);
        let lines: Vec<&str> = text.lines().map(|line| &line[..line.len().min(35)]).collect();
        assert_eq!(lines[1], "Error: Encountered some partition-l");
        assert_eq!(lines[4], "t               0          Successf");
        assert_eq!(lines[5], "t               10         Successf");
        assert_eq!(lines[6], "t               2          Error: o");
        assert_eq!(lines[7], "u               -          Error: o");
    }
}

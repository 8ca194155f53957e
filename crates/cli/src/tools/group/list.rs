//! `moldau group list`: which groups there are.
//!
//! Lists every kind of group, as `kafka-groups` does. The plain text is that of `kafka-groups` when
//! one of its filters is used, and that of `kafka-consumer-groups` otherwise.

use clap::Args;
use moldau_client::admin::{GroupFilter, GroupListing};
use serde_json::{Value, json};

use super::{Common, Output, print, table};
use crate::failure::Failure;

/// States under Kafka's names.
const STATES: [&str; 8] = [
    "PreparingRebalance",
    "CompletingRebalance",
    "Stable",
    "Dead",
    "Empty",
    "Assigning",
    "Reconciling",
    "NotReady",
];

/// Types under Kafka's names.
const TYPES: [&str; 4] = ["Classic", "Consumer", "Share", "Streams"];

#[derive(Debug, Args)]
pub(super) struct ListArgs {
    /// Only groups in these states, as in stable,empty; without a value, show states.
    #[arg(long, value_name = "LIST", num_args = 0..=1, default_missing_value = "")]
    state: Option<String>,
    /// Only groups of these types: classic, consumer, share, streams; without a value, show types.
    #[arg(long = "type", value_name = "LIST", num_args = 0..=1, default_missing_value = "")]
    kind: Option<String>,
    /// Only groups of this type.
    #[arg(long, value_name = "TYPE", conflicts_with = "kind")]
    group_type: Option<String>,
    /// Only groups whose members use this protocol, as in consumer or connect.
    #[arg(long, value_name = "NAME")]
    protocol: Option<String>,
    /// Only consumer groups, new and classic, and groups that only have offsets.
    #[arg(long, conflicts_with_all = ["share", "streams", "group_type", "protocol"])]
    consumer: bool,
    /// Only share groups.
    #[arg(long, conflicts_with_all = ["streams", "group_type", "protocol"])]
    share: bool,
    /// Only streams groups.
    #[arg(long, conflicts_with_all = ["group_type", "protocol"])]
    streams: bool,
    #[command(flatten)]
    common: Common,
}

impl ListArgs {
    /// Whether a filter of `kafka-groups` is used.
    fn as_kafka_groups(&self) -> bool {
        self.group_type.is_some()
            || self.protocol.is_some()
            || self.consumer
            || self.share
            || self.streams
    }

    /// What the brokers filter by.
    fn filter(&self) -> Result<GroupFilter, Failure> {
        let states = self.state.as_deref().unwrap_or_default();
        let states = names(states, &STATES, "Invalid state list", "Valid states are")?;
        let kinds = self.kind.as_deref().unwrap_or_default();
        let mut kinds = names(kinds, &TYPES, "Invalid types list", "Valid types are")?;
        if let Some(kind) = &self.group_type {
            let refusal = "--group-type must be a valid group type";
            kinds = names(kind, &TYPES, refusal, "Valid types are")?;
        }
        Ok(GroupFilter { states, kinds })
    }

    /// What is filtered here.
    fn takes(&self, group: &GroupListing) -> bool {
        let is = |kind: &str| group.kind.eq_ignore_ascii_case(kind);
        self.protocol.as_ref().is_none_or(|wanted| group.protocol == *wanted)
            && (!self.consumer || group.is_consumer_group())
            && (!self.share || is("share"))
            && (!self.streams || is("streams"))
    }
}

/// Reads a comma-separated list of names in any case.
fn names(list: &str, known: &[&str], refusal: &str, valid: &str) -> Result<Vec<String>, Failure> {
    let mut found = Vec::new();
    if list.is_empty() {
        return Ok(found);
    }
    for word in list.split(',').map(str::trim) {
        let name = known.iter().find(|name| name.eq_ignore_ascii_case(word)).ok_or_else(|| {
            Failure::usage(format!("{refusal} '{list}'. {valid}: {}", known.join(", ")))
        })?;
        found.push((*name).to_owned());
    }
    found.dedup();
    Ok(found)
}

pub(super) async fn run(args: ListArgs) -> Result<(), Failure> {
    let filter = args.filter()?;
    let (_cluster, admin) = args.common.admin().await?;
    let mut groups = admin.list_groups(&filter).await?;
    groups.retain(|group| args.takes(group));
    match args.common.output {
        Output::Json => print(
            &Value::from_iter(groups.iter().map(|group| {
                json!({
                    "group": group.id,
                    "type": group.kind,
                    "protocol": group.protocol,
                    "state": group.state,
                })
            }))
            .to_string(),
        ),
        Output::Plain => {
            let text = plain(&args, &groups);
            if text.is_empty() { Ok(()) } else { print(&text) }
        }
        Output::Table if groups.is_empty() => {
            eprintln!("There are no such groups; a consumer with a group.id makes one.");
            Ok(())
        }
        Output::Table => {
            let mut rows = table(&["Group", "Type", "Protocol", "State"]);
            for group in &groups {
                rows.add_row([&group.id, &group.kind, &group.protocol, &group.state]);
            }
            print(&rows.to_string())
        }
    }
}

fn plain(args: &ListArgs, groups: &[GroupListing]) -> String {
    if args.as_kafka_groups() {
        return of_kafka_groups(groups);
    }
    let (with_kind, with_state) = (args.kind.is_some(), args.state.is_some());
    if !with_kind && !with_state {
        return groups.iter().map(|group| format!("{}\n", group.id)).collect();
    }
    let width = groups.iter().map(|group| group.id.chars().count()).max().unwrap_or(0).max(15) + 10;
    let line = |id: &str, kind: &str, state: &str| {
        let mut text = format!("{id:<width$}");
        if with_kind {
            text += &format!(" {kind:<20}");
        }
        if with_state {
            text += &format!(" {state:<20}");
        }
        text + "\n"
    };
    let known = |text: &str| if text.is_empty() { "Unknown".to_owned() } else { text.to_owned() };
    let rows =
        groups.iter().map(|group| line(&group.id, &known(&group.kind), &known(&group.state)));
    line("GROUP", "TYPE", "STATE") + &rows.collect::<String>()
}

fn of_kafka_groups(groups: &[GroupListing]) -> String {
    let widths = groups.iter().flat_map(|group| [&group.id, &group.kind, &group.protocol]);
    let width = widths.map(|text| text.chars().count()).max().unwrap_or(0).max(20);
    let rows = groups.iter().map(|group| {
        format!("{:<width$} {:<width$} {:<width$} \n", group.id, group.kind, group.protocol)
    });
    let head = format!("{:<width$} {:<width$} {:<width$}\n", "GROUP", "TYPE", "PROTOCOL");
    head + &rows.collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_names_are_checked() {
        let read = |list: &str| names(list, &STATES, "Invalid state list", "Valid states are").ok();
        for (list, expected) in [
            ("", Some(vec![])),
            ("stable", Some(vec!["Stable"])),
            ("STABLE, preparingrebalance", Some(vec!["Stable", "PreparingRebalance"])),
            ("stable,", None),
            ("bogus", None),
        ] {
            let expected = expected.map(|names| names.into_iter().map(str::to_owned).collect());
            assert_eq!(read(list), expected, "{list}");
        }
    }

    #[test]
    fn the_plain_text_is_kafkas() {
        let group = GroupListing {
            id: "g".to_owned(),
            kind: "Classic".to_owned(),
            ..GroupListing::default()
        };
        assert_eq!(
            of_kafka_groups(std::slice::from_ref(&group)),
            "GROUP                TYPE                 PROTOCOL            \n\
             g                    Classic                                   \n"
        );
    }
}

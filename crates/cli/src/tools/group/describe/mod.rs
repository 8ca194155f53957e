//! `moldau group describe`: offsets with lag, members, or the state of groups.
//!
//! A partition without leader, or of a topic that is gone, has no end and no lag; the rest is shown.

mod plain;

use std::collections::{BTreeMap, BTreeSet};

use clap::Args;
use moldau_client::{
    Cluster,
    admin::{Admin, GroupDescription, GroupMember, OffsetSpec, Offsets, TopicPartition},
};
use moldau_protocol::ids::{LeaderEpoch, Offset};
use serde_json::{Value, json};

use super::{Common, Groups, Output, Problems, print, scope::Existing, table};
use crate::failure::Failure;

#[derive(Debug, Args)]
pub(super) struct DescribeArgs {
    #[command(flatten)]
    groups: Groups,
    /// Show offsets and lag of each partition [default].
    #[arg(long)]
    offsets: bool,
    /// Show the members.
    #[arg(long, conflicts_with = "offsets")]
    members: bool,
    /// Show the state of each group.
    #[arg(long, conflicts_with_all = ["offsets", "members"])]
    state: bool,
    /// Show epochs too, and with --members what each member has.
    #[arg(long)]
    verbose: bool,
    #[command(flatten)]
    common: Common,
}

/// One partition that a group has an offset for, or that a member reads.
#[derive(Debug)]
struct Row<'a> {
    at: TopicPartition,
    current: Option<Offset>,
    leader_epoch: Option<LeaderEpoch>,
    end: Option<Offset>,
    member: Option<&'a GroupMember>,
}

impl Row<'_> {
    /// Records between where the group is and the end; negative when the end was cut off.
    fn lag(&self) -> Option<i64> {
        Some(self.end?.0.saturating_sub(self.current?.0))
    }
}

/// Ends of partitions.
type Ends = BTreeMap<TopicPartition, Option<Offset>>;

pub(super) async fn run(args: DescribeArgs) -> Result<(), Failure> {
    let (cluster, admin) = args.common.admin().await?;
    let names = args.groups.resolve(&admin).await?;
    let mut problems = Problems::default();
    let mut groups: Vec<GroupDescription> = Vec::new();
    for (group, outcome) in admin.describe_groups(&names).await? {
        match outcome {
            // What brokers before 4.0 say of a group that they do not know.
            Ok(described) if described.state == "Dead" => {
                problems.add(format!("Consumer group '{group}' does not exist."));
            }
            Ok(described) => groups.push(described),
            Err(failure) => problems.add_failure(&group, &failure),
        }
    }
    warn_of_unreadable(&groups);
    if args.members {
        show_members(&args, &groups)?;
    } else if args.state {
        show_states(&args, &cluster, &groups)?;
    } else {
        let committed = committed(&admin, &groups, &mut problems).await?;
        let ends = ends(&cluster, &admin, &groups, &committed).await?;
        show_offsets(&args, &groups, &committed, &ends)?;
    }
    problems.finish()
}

fn warn_of_unreadable(groups: &[GroupDescription]) {
    for group in groups {
        for member in &group.members {
            if let Some(reason) = &member.unreadable {
                eprintln!(
                    "warning: group {}: the assignment of member {} cannot be read: {reason}",
                    group.id, member.id
                );
            }
        }
    }
}

async fn committed(
    admin: &Admin,
    groups: &[GroupDescription],
    problems: &mut Problems,
) -> Result<BTreeMap<String, Offsets>, Failure> {
    let names: Vec<String> = groups.iter().map(|group| group.id.clone()).collect();
    let mut all = BTreeMap::new();
    for (group, outcome) in admin.committed(&names).await? {
        match outcome {
            Ok(offsets) => {
                all.insert(group, offsets);
            }
            Err(failure) => problems.add_failure(&group, &failure),
        }
    }
    Ok(all)
}

/// Ends of all partitions that are committed or read, as far as they have a leader.
async fn ends(
    cluster: &Cluster,
    admin: &Admin,
    groups: &[GroupDescription],
    committed: &BTreeMap<String, Offsets>,
) -> Result<Ends, Failure> {
    let mut partitions: BTreeSet<TopicPartition> =
        committed.values().flat_map(BTreeMap::keys).cloned().collect();
    let members = groups.iter().flat_map(|group| &group.members);
    partitions.extend(members.flat_map(|member| &member.assignment).cloned());
    let existing =
        Existing::ask(cluster, partitions.iter().map(|(topic, _)| topic.as_str())).await?;
    let partitions: Vec<TopicPartition> =
        partitions.into_iter().filter(|at| existing.has_leader(at)).collect();
    let found = admin.offsets_of(&partitions, OffsetSpec::Latest).await?;
    Ok(found.into_iter().map(|(at, end)| (at, end.offset)).collect())
}

/// The rows of a group in the order of Kafka's tool: by member, the one with most partitions first,
/// then what no member reads.
fn rows<'a>(group: &'a GroupDescription, offsets: &Offsets, ends: &Ends) -> Vec<Row<'a>> {
    let row = |at: &TopicPartition, member| {
        let committed = offsets.get(at);
        Row {
            at: at.clone(),
            current: committed.map(|committed| committed.offset),
            leader_epoch: committed.and_then(|committed| committed.leader_epoch),
            end: ends.get(at).copied().flatten(),
            member,
        }
    };
    let mut members: Vec<&GroupMember> = group.members.iter().collect();
    members.sort_by_key(|member| std::cmp::Reverse(member.assignment.len()));
    let mut rows: Vec<Row<'_>> = Vec::new();
    for member in &members {
        rows.extend(member.assignment.iter().map(|at| row(at, Some(*member))));
    }
    let read: BTreeSet<TopicPartition> = rows.iter().map(|row| row.at.clone()).collect();
    rows.extend(offsets.keys().filter(|at| !read.contains(at)).map(|at| row(at, None)));
    rows
}

/// What every form of JSON begins with.
fn head_json(group: &GroupDescription) -> serde_json::Map<String, Value> {
    let head = json!({
        "group": group.id,
        "type": group.kind,
        "state": group.state,
        "assignor": Some(&group.assignor).filter(|assignor| !assignor.is_empty()),
        "coordinator": group.coordinator.0,
        "epoch": group.epoch,
        "assignment_epoch": group.assignment_epoch,
        "member_count": group.members.len(),
    });
    if let Value::Object(head) = head { head } else { serde_json::Map::new() }
}

/// The line above the table of a group.
fn title(group: &GroupDescription) -> String {
    let count = group.members.len();
    let plural = if count == 1 { "" } else { "s" };
    let kind = group.kind.to_ascii_lowercase();
    format!("{}  {}, {kind}, {count} member{plural}", group.id, group.state)
}

fn or_dash(text: Option<impl ToString>) -> String {
    text.map_or_else(|| "-".to_owned(), |text| text.to_string())
}

fn print_all(texts: &[String]) -> Result<(), Failure> {
    if texts.is_empty() { Ok(()) } else { print(&texts.join("\n")) }
}

fn show_offsets(
    args: &DescribeArgs,
    groups: &[GroupDescription],
    committed: &BTreeMap<String, Offsets>,
    ends: &Ends,
) -> Result<(), Failure> {
    let described = groups.iter().filter_map(|group| {
        let offsets = committed.get(&group.id)?;
        Some((group, rows(group, offsets, ends)))
    });
    match args.common.output {
        Output::Json => print(
            &Value::from_iter(described.map(|(group, rows)| {
                let mut object = head_json(group);
                let partitions = rows.iter().map(|row| {
                    json!({
                        "topic": row.at.0,
                        "partition": row.at.1.0,
                        "current_offset": row.current.map(|offset| offset.0),
                        "leader_epoch": row.leader_epoch.map(|epoch| epoch.0),
                        "log_end_offset": row.end.map(|offset| offset.0),
                        "lag": row.lag(),
                        "member": row.member.map(|member| &member.id),
                        "host": row.member.map(|member| &member.host),
                        "client": row.member.map(|member| &member.client),
                    })
                });
                object.insert("partitions".to_owned(), Value::from_iter(partitions));
                Value::Object(object)
            }))
            .to_string(),
        ),
        Output::Plain => {
            let texts = described.map(|(group, rows)| plain::offsets(group, &rows, args.verbose));
            let text: String = texts.collect();
            if text.is_empty() { Ok(()) } else { print(&text) }
        }
        Output::Table => {
            let tables = described.map(|(group, rows)| offset_table(group, &rows, args.verbose));
            print_all(&tables.collect::<Vec<_>>())
        }
    }
}

fn offset_table(group: &GroupDescription, rows: &[Row<'_>], verbose: bool) -> String {
    let lag: i64 = rows.iter().filter_map(Row::lag).fold(0, i64::saturating_add);
    let mut text = format!("{}, lag {lag}\n", title(group));
    if rows.is_empty() {
        return text;
    }
    let mut head = vec!["Topic", "Partition", "Current", "End", "Lag", "Member", "Client", "Host"];
    if verbose {
        head.insert(2, "Leader epoch");
    }
    let mut lines = table(&head);
    for row in rows {
        let member = row.member;
        let mut cells = vec![
            row.at.0.clone(),
            row.at.1.to_string(),
            or_dash(row.current),
            or_dash(row.end),
            or_dash(row.lag()),
            or_dash(member.map(|member| &member.id)),
            or_dash(member.map(|member| &member.client)),
            or_dash(member.map(|member| &member.host)),
        ];
        if verbose {
            cells.insert(2, or_dash(row.leader_epoch));
        }
        lines.add_row(cells);
    }
    text += &format!("{lines}\n");
    text
}

fn show_members(args: &DescribeArgs, groups: &[GroupDescription]) -> Result<(), Failure> {
    match args.common.output {
        Output::Json => print(
            &Value::from_iter(groups.iter().map(|group| {
                let mut object = head_json(group);
                let members = group.members.iter().map(member_json);
                object.insert("members".to_owned(), Value::from_iter(members));
                Value::Object(object)
            }))
            .to_string(),
        ),
        Output::Plain => {
            let text: String =
                groups.iter().map(|group| plain::members(group, args.verbose)).collect();
            if text.is_empty() { Ok(()) } else { print(&text) }
        }
        Output::Table => {
            let tables = groups.iter().map(|group| member_table(group, args.verbose));
            print_all(&tables.collect::<Vec<_>>())
        }
    }
}

fn member_json(member: &GroupMember) -> Value {
    let partitions = |list: &[TopicPartition]| {
        Value::from_iter(
            list.iter()
                .map(|(topic, partition)| json!({ "topic": topic, "partition": partition.0 })),
        )
    };
    json!({
        "member": member.id,
        "instance": member.instance,
        "client": member.client,
        "host": member.host,
        "epoch": member.epoch,
        "upgraded": member.upgraded,
        "assignment": partitions(&member.assignment),
        "target_assignment": partitions(&member.target),
    })
}

fn member_table(group: &GroupDescription, verbose: bool) -> String {
    let mut text = title(group) + "\n";
    if group.members.is_empty() {
        return text;
    }
    let mut head = vec!["Member", "Instance", "Client", "Host", "Partitions"];
    if verbose {
        head.extend(["Epoch", "Has", "Is to have"]);
    }
    let mut lines = table(&head);
    for member in &group.members {
        let mut cells = vec![
            member.id.clone(),
            or_dash(member.instance.as_ref()),
            member.client.clone(),
            member.host.clone(),
            member.assignment.len().to_string(),
        ];
        if verbose {
            cells.push(or_dash(member.epoch));
            cells.push(plain::assignment(&member.assignment));
            cells.push(plain::assignment(&member.target));
        }
        lines.add_row(cells);
    }
    text += &format!("{lines}\n");
    text
}

fn show_states(
    args: &DescribeArgs,
    cluster: &Cluster,
    groups: &[GroupDescription],
) -> Result<(), Failure> {
    let brokers = &cluster.metadata().brokers;
    let address = |group: &GroupDescription| {
        brokers.get(&group.coordinator).map_or_else(String::new, |broker| broker.address.clone())
    };
    match args.common.output {
        Output::Json => {
            let states = groups.iter().map(|group| Value::Object(head_json(group)));
            print(&Value::from_iter(states).to_string())
        }
        Output::Plain => {
            let text: String = groups
                .iter()
                .map(|group| plain::state(group, &address(group), args.verbose))
                .collect();
            if text.is_empty() { Ok(()) } else { print(&text) }
        }
        Output::Table if groups.is_empty() => Ok(()),
        Output::Table => {
            let mut head = vec!["Group", "Type", "State", "Members", "Assignor", "Coordinator"];
            if args.verbose {
                head.extend(["Epoch", "Assignment epoch"]);
            }
            let mut lines = table(&head);
            for group in groups {
                let assignor = Some(&group.assignor).filter(|assignor| !assignor.is_empty());
                let mut cells = vec![
                    group.id.clone(),
                    group.kind.to_owned(),
                    group.state.clone(),
                    group.members.len().to_string(),
                    or_dash(assignor),
                    format!("{} ({})", group.coordinator, address(group)),
                ];
                if args.verbose {
                    cells.extend([or_dash(group.epoch), or_dash(group.assignment_epoch)]);
                }
                lines.add_row(cells);
            }
            print(&lines.to_string())
        }
    }
}

#[cfg(test)]
mod tests;

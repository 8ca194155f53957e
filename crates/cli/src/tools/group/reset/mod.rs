//! `moldau group reset-offsets`: what a group is to read next.
//!
//! All groups are planned first, and only then the first offset is committed: what cannot be
//! planned changes nothing. (Kafka's tool commits group by group.) A group that has members is left
//! alone; the others go on, and the command fails at the end.

mod csv;
mod plan;
mod time;

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
    time::{SystemTime, UNIX_EPOCH},
};

use clap::{ArgGroup, Args};
use moldau_client::{
    Cluster,
    admin::{Admin, GroupFilter, OffsetSpec, Offsets, TopicPartition},
};
use moldau_protocol::{ErrorCode, ids::Offset};
use serde_json::{Value, json};

use super::{
    Common, Groups, Output, Problems, print,
    scope::{Existing, Scope},
    table,
};
use crate::failure::Failure;
use csv::{Form, Plan};
use plan::{Note, Strategy, Wanted};

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("where").required(true).multiple(false))]
pub(super) struct ResetArgs {
    #[command(flatten)]
    groups: Groups,
    /// A topic, or some of its partitions as in orders:0,1; may be given several times.
    #[arg(long, value_name = "TOPIC")]
    topic: Vec<String>,
    /// Every partition that the group has an offset for.
    #[arg(long, conflicts_with = "topic")]
    all_topics: bool,
    /// To the first record.
    #[arg(long, group = "where")]
    to_earliest: bool,
    /// To the end.
    #[arg(long, group = "where")]
    to_latest: bool,
    /// To where the group is; to the end where it has no offset.
    #[arg(long, group = "where")]
    to_current: bool,
    /// To this offset, or the nearest there is.
    #[arg(long, group = "where", value_name = "OFFSET", allow_hyphen_values = true)]
    to_offset: Option<i64>,
    /// By so many records, back when negative.
    #[arg(long, group = "where", value_name = "N", allow_hyphen_values = true)]
    shift_by: Option<i64>,
    /// To the first record from then on: yyyy-MM-ddTHH:mm:ss.SSS, UTC unless a zone is given.
    #[arg(long, group = "where", value_name = "TIME")]
    to_datetime: Option<String>,
    /// To the first record of the last P2D, PT12H, PT5M, ...
    #[arg(long, group = "where", value_name = "DURATION", allow_hyphen_values = true)]
    by_duration: Option<String>,
    /// To what a CSV file says, as --export writes it.
    #[arg(long, group = "where", value_name = "FILE")]
    from_file: Option<PathBuf>,
    /// Only show what would be done; so it is without --execute.
    #[arg(long, conflicts_with = "execute")]
    dry_run: bool,
    /// Do it.
    #[arg(long)]
    execute: bool,
    /// Print the new offsets as CSV.
    #[arg(long)]
    export: bool,
    #[command(flatten)]
    common: Common,
}

impl ResetArgs {
    /// What is to be done, as far as it can be known without a server.
    fn strategy(&self) -> Result<Strategy, Failure> {
        if let Some(offset) = self.to_offset {
            return Ok(Strategy::Offset(offset));
        }
        if let Some(shift) = self.shift_by {
            return Ok(Strategy::Shift(shift));
        }
        if let Some(text) = &self.to_datetime {
            let at = time::datetime(text).ok_or_else(|| {
                Failure::usage(format!("Unparseable date: \"{text}\"")).advise(
                    "as in 2026-11-30T23:59:59.000, with +01:00 behind it for another zone than UTC",
                )
            })?;
            return since_1970(at);
        }
        if let Some(text) = &self.by_duration {
            let back = time::duration(text).ok_or_else(|| {
                Failure::usage(format!("Text cannot be parsed to a Duration: {text}"))
                    .advise("as in P2D (days), PT12H (hours), PT5M (minutes), P1DT6H")
            })?;
            return since_1970(now_ms().saturating_sub(back));
        }
        if let Some(path) = &self.from_file {
            return Ok(Strategy::Plan(csv::read_file(path, &self.groups.named())?));
        }
        Ok(match (self.to_earliest, self.to_latest) {
            (true, _) => Strategy::Earliest,
            (_, true) => Strategy::Latest,
            _ => Strategy::Current,
        })
    }

    /// Whether the CSV leaves out the group: when exactly one was asked for by name.
    fn form(&self) -> Form {
        let one = self.groups.names.len() + self.groups.groups.len() == 1;
        if one { Form::OneGroup } else { Form::Groups }
    }
}

/// Negative times have other meanings on the wire.
fn since_1970(ms: i64) -> Result<Strategy, Failure> {
    if ms < 0 {
        return Err(Failure::usage("no record is older than 1970; --to-earliest reads all"));
    }
    Ok(Strategy::Time(ms))
}

fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

pub(super) async fn run(args: ResetArgs) -> Result<(), Failure> {
    let strategy = args.strategy()?;
    let scopes = Scope::parse_all(&args.topic)?;
    if scopes.is_empty() && !args.all_topics && args.from_file.is_none() {
        return Err(Failure::usage(
            "One of the reset scopes should be defined: --all-topics, --topic.",
        ));
    }
    let (cluster, admin) = args.common.admin().await?;
    let groups = args.groups.resolve(&admin).await?;
    let mut problems = Problems::default();
    let idle = idle(&admin, &groups, &mut problems).await?;
    let committed = committed(&admin, &idle, &mut problems).await?;
    let wanted = wanted(&cluster, &scopes, &strategy, &committed, &mut problems).await?;
    let (mut plan, notes) = plan_all(&admin, &strategy, &committed, wanted).await?;
    if args.execute {
        for (group, offsets) in &plan {
            if let Err(failure) = admin.commit(group, offsets).await {
                problems.add_failure(group, &failure);
            }
        }
    }
    // Groups that nothing was planned for are shown by Kafka's tool as well.
    for group in groups {
        plan.entry(group).or_default();
    }
    show(&args, &plan, &notes, &problems)?;
    problems.finish()
}

/// Those that have no members, or do not exist yet.
async fn idle(
    admin: &Admin,
    groups: &[String],
    problems: &mut Problems,
) -> Result<Vec<String>, Failure> {
    let mut idle = Vec::new();
    let mut unknown = Vec::new();
    for (group, outcome) in admin.describe_groups(groups).await? {
        match outcome {
            Ok(described) if matches!(described.state.as_str(), "Empty" | "Dead") => {
                idle.push(group);
            }
            Ok(described) => problems.add(format!(
                "Assignments can only be reset if the group '{group}' is inactive, but the current \
                 state is {}.",
                described.state
            )),
            Err(failure) if failure.code() == Some(ErrorCode::GROUP_ID_NOT_FOUND) => {
                unknown.push(group);
            }
            Err(failure) => problems.add_failure(&group, &failure),
        }
    }
    if unknown.is_empty() {
        return Ok(idle);
    }
    // Groups of other kinds are unknown to what describes consumer groups.
    let all = admin.list_groups(&GroupFilter::default()).await?;
    for group in unknown {
        let listed = all.iter().find(|listed| listed.id == group);
        match listed.map(|listed| listed.kind.to_ascii_lowercase()).as_deref() {
            Some(kind @ ("streams" | "share")) => problems.add(format!(
                "Group '{group}' is a {kind} group. Use kafka-{kind}-groups.sh to reset its offsets."
            )),
            _ => idle.push(group),
        }
    }
    idle.sort();
    Ok(idle)
}

async fn committed(
    admin: &Admin,
    groups: &[String],
    problems: &mut Problems,
) -> Result<BTreeMap<String, Offsets>, Failure> {
    let mut all = BTreeMap::new();
    for (group, outcome) in admin.committed(groups).await? {
        match outcome {
            Ok(offsets) => {
                all.insert(group, offsets);
            }
            Err(failure) => problems.add_failure(&group, &failure),
        }
    }
    Ok(all)
}

/// The partitions of each group that are to have a new offset. Every one of them is there.
async fn wanted(
    cluster: &Cluster,
    scopes: &[Scope],
    strategy: &Strategy,
    committed: &BTreeMap<String, Offsets>,
    problems: &mut Problems,
) -> Result<BTreeMap<String, BTreeSet<TopicPartition>>, Failure> {
    let mut wanted: BTreeMap<String, BTreeSet<TopicPartition>> = BTreeMap::new();
    if let Strategy::Plan(plan) = strategy {
        for group in committed.keys() {
            match plan.get(group) {
                Some(offsets) => {
                    wanted.insert(group.clone(), offsets.keys().cloned().collect());
                }
                None => problems.add(format!("No reset plan for group {group} found.")),
            }
        }
    } else if scopes.is_empty() {
        for (group, offsets) in committed {
            wanted.insert(group.clone(), offsets.keys().cloned().collect());
        }
    }
    let named = scopes.iter().map(|scope| scope.topic.as_str());
    let found = wanted.values().flatten().map(|(topic, _)| topic.as_str());
    let existing = Existing::ask(cluster, named.chain(found)).await?;
    if !scopes.is_empty() && !matches!(strategy, Strategy::Plan(_)) {
        let partitions = existing.expand(scopes)?;
        wanted.extend(committed.keys().map(|group| (group.clone(), partitions.clone())));
    }
    existing.check(&wanted.values().flatten().cloned().collect())?;
    Ok(wanted)
}

/// The new offsets of each group, and what is worth saying about them.
async fn plan_all(
    admin: &Admin,
    strategy: &Strategy,
    committed: &BTreeMap<String, Offsets>,
    wanted: BTreeMap<String, BTreeSet<TopicPartition>>,
) -> Result<(Plan, Vec<Note>), Failure> {
    let mut notes = Vec::new();
    let all: BTreeSet<TopicPartition> = wanted.values().flatten().cloned().collect();
    let all: Vec<TopicPartition> = all.into_iter().collect();
    let known = look_up(admin, strategy, &all).await?;
    let mut plan = Plan::new();
    for (group, partitions) in wanted {
        let offsets = &committed[&group];
        let file = if let Strategy::Plan(plan) = strategy { plan.get(&group) } else { None };
        let new = plan.entry(group).or_default();
        for at in partitions {
            let wanted = Wanted {
                committed: offsets.get(&at).map(|committed| committed.offset),
                planned: file.and_then(|file| file.get(&at)).copied(),
            };
            let chosen = plan::choose(strategy, &at, wanted, &known)?;
            notes.extend(chosen.note);
            new.insert(at, chosen.offset);
        }
    }
    Ok((plan, notes))
}

/// What a strategy has to know of the partitions.
async fn look_up(
    admin: &Admin,
    strategy: &Strategy,
    partitions: &[TopicPartition],
) -> Result<plan::Known, Failure> {
    let of = async |spec| -> Result<BTreeMap<TopicPartition, Option<Offset>>, Failure> {
        let found = admin.offsets_of(partitions, spec).await?;
        Ok(found.into_iter().map(|(at, found)| (at, found.offset)).collect())
    };
    let mut known = plan::Known::default();
    if strategy.needs_start() {
        known.start = of(OffsetSpec::Earliest).await?;
    }
    if strategy.needs_end() {
        known.end = of(OffsetSpec::Latest).await?;
    }
    if let Strategy::Time(ms) = strategy {
        known.at_time = of(OffsetSpec::AtTime(*ms)).await?;
    }
    Ok(known)
}

fn show(args: &ResetArgs, plan: &Plan, notes: &[Note], problems: &Problems) -> Result<(), Failure> {
    let plain = args.common.output == Output::Plain && !args.export;
    let mut text = problems.plain();
    for note in notes {
        match note {
            Note::NoRecord(words) if plain => text += &format!("\nWarn: {words}\n"),
            Note::NoRecord(words) | Note::Moved(words) => eprintln!("warning: {words}"),
        }
    }
    if args.export {
        // As Kafka's tool: there is an empty line behind the last row.
        print(&(csv::write(plan, args.form()) + "\n"))?;
    } else {
        match args.common.output {
            Output::Json => print(&as_json(args, plan).to_string())?,
            Output::Plain => print(&(text + &as_text(plan)))?,
            Output::Table => {
                let mut rows = table(&["Group", "Topic", "Partition", "New offset"]);
                for (group, offsets) in plan {
                    for ((topic, partition), offset) in offsets {
                        rows.add_row([group, topic, &partition.to_string(), &offset.to_string()]);
                    }
                }
                if !rows.is_empty() {
                    print(&rows.to_string())?;
                }
            }
        }
    }
    if !args.execute && !args.dry_run {
        eprintln!("Nothing was changed: --execute does it (--dry-run leaves out this line).");
    }
    Ok(())
}

fn as_json(args: &ResetArgs, plan: &Plan) -> Value {
    Value::from_iter(plan.iter().map(|(group, offsets)| {
        let offsets = offsets.iter().map(|((topic, partition), offset)| {
            json!({ "topic": topic, "partition": partition.0, "new_offset": offset.0 })
        });
        json!({ "group": group, "executed": args.execute, "offsets": Value::from_iter(offsets) })
    }))
}

/// The table of Kafka's tool.
fn as_text(plan: &Plan) -> String {
    let width = |longest: Option<usize>| longest.unwrap_or(0).max(15);
    let length = |text: &String| text.chars().count();
    let groups = width(plan.keys().map(length).max());
    let topics = plan.values().flat_map(BTreeMap::keys).map(|(topic, _)| length(topic));
    let topics = width(topics.max());
    let mut text = String::new();
    if !plan.is_empty() {
        text +=
            &format!("\n{:<groups$} {:<topics$} {:<10} NEW-OFFSET", "GROUP", "TOPIC", "PARTITION");
    }
    for (group, offsets) in plan {
        for ((topic, partition), offset) in offsets {
            let partition = partition.to_string();
            text += &format!("\n{group:<groups$} {topic:<topics$} {partition:<10} {offset}");
        }
    }
    text + "\n"
}

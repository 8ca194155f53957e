//! The text of `kafka-consumer-groups --describe`, with its notes on standard error.

use std::collections::BTreeMap;

use moldau_client::admin::{GroupDescription, GroupMember, TopicPartition};

use super::{Row, or_dash};

/// Says what Kafka's tool says of a state.
fn note(group: &GroupDescription) {
    match group.state.as_str() {
        "Empty" => eprintln!("\nConsumer group '{}' has no active members.", group.id),
        "PreparingRebalance" | "CompletingRebalance" | "Assigning" | "Reconciling" => {
            eprintln!("\nWarning: Consumer group '{}' is rebalancing.", group.id);
        }
        _ => {}
    }
}

/// Width of a column: of its widest cell, but not less than `least`.
fn width<'a>(cells: impl Iterator<Item = &'a str>, least: usize) -> usize {
    cells.map(|cell| cell.chars().count()).max().unwrap_or(0).max(least)
}

pub(super) fn offsets(group: &GroupDescription, rows: &[Row<'_>], verbose: bool) -> String {
    note(group);
    if rows.is_empty() {
        return String::new();
    }
    let of = |get: fn(&GroupMember) -> &str| {
        rows.iter().map(move |row| row.member.map_or("-", get)).collect::<Vec<_>>()
    };
    let (ids, hosts, clients) =
        (of(|member| &member.id), of(|member| &member.host), of(|member| &member.client));
    let groups = width([group.id.as_str()].into_iter(), 15);
    let topics = width(rows.iter().map(|row| row.at.0.as_str()), 15);
    let consumers = width(ids.iter().copied(), 15);
    let host_width = width(hosts.iter().copied(), 15);
    let line = |cells: [&str; 10]| {
        let [group, topic, partition, epoch, current, end, lag, id, host, client] = cells;
        let epoch = if verbose { format!("{epoch:<15} ") } else { String::new() };
        format!(
            "\n{group:<groups$} {topic:<topics$} {partition:<10} {epoch}{current:<15} {end:<15} \
             {lag:<15} {id:<consumers$} {host:<host_width$} {client}"
        )
    };
    let mut text = line([
        "GROUP",
        "TOPIC",
        "PARTITION",
        "LEADER-EPOCH",
        "CURRENT-OFFSET",
        "LOG-END-OFFSET",
        "LAG",
        "CONSUMER-ID",
        "HOST",
        "CLIENT-ID",
    ]);
    for (number, row) in rows.iter().enumerate() {
        text += &line([
            &group.id,
            &row.at.0,
            &row.at.1.to_string(),
            &or_dash(row.leader_epoch),
            &or_dash(row.current),
            &or_dash(row.end),
            &or_dash(row.lag()),
            ids[number],
            hosts[number],
            clients[number],
        ]);
    }
    text + "\n"
}

/// As in `orders:0,1;payments:3`.
pub(super) fn assignment(partitions: &[TopicPartition]) -> String {
    if partitions.is_empty() {
        return "-".to_owned();
    }
    let mut topics: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (topic, partition) in partitions {
        topics.entry(topic).or_default().push(partition.to_string());
    }
    let topics: Vec<String> = topics
        .into_iter()
        .map(|(topic, partitions)| format!("{topic}:{}", partitions.join(",")))
        .collect();
    topics.join(";")
}

pub(super) fn members(group: &GroupDescription, verbose: bool) -> String {
    note(group);
    let all = &group.members;
    let instances = all.iter().any(|member| member.instance.is_some());
    let has: Vec<String> = all.iter().map(|member| assignment(&member.assignment)).collect();
    let target: Vec<String> = all.iter().map(|member| assignment(&member.target)).collect();
    let column = |get: fn(&GroupMember) -> &str, least| width(all.iter().map(get), least);
    let groups = width(all.iter().map(|_| group.id.as_str()), 15);
    let ids = column(|member| &member.id, 15);
    let instance_width = column(|member| member.instance.as_deref().unwrap_or(""), 17);
    let hosts = column(|member| &member.host, 15);
    let clients = column(|member| &member.client, 15);
    let currents = width(has.iter().map(String::as_str), 20);
    let targets = width(target.iter().map(String::as_str), 20);
    // In the middle of a migration both kinds are members.
    let mixed = [false, true].iter().all(|kind| all.iter().any(|m| m.upgraded == Some(*kind)));
    let line = |[id, instance, host, client, count]: [&str; 5], name: &str| {
        let instance =
            if instances { format!("{instance:<instance_width$} ") } else { String::new() };
        format!(
            "{name:<groups$} {id:<ids$} {instance}{host:<hosts$} {client:<clients$} {count:<15} "
        )
    };
    let more = |[epoch, has, target_epoch, target, upgraded]: [&str; 5]| {
        let upgraded = if mixed { format!(" {upgraded}") } else { String::new() };
        format!("{epoch:<15} {has:<currents$} {target_epoch:<15} {target:<targets$}{upgraded}")
    };
    let head = ["CONSUMER-ID", "GROUP-INSTANCE-ID", "HOST", "CLIENT-ID", "#PARTITIONS"];
    let mut text = "\n".to_owned() + &line(head, "GROUP");
    if verbose {
        text += &more([
            "CURRENT-EPOCH",
            "CURRENT-ASSIGNMENT",
            "TARGET-EPOCH",
            "TARGET-ASSIGNMENT",
            "UPGRADED",
        ]);
    }
    text.push('\n');
    for (number, member) in all.iter().enumerate() {
        let count = member.assignment.len().to_string();
        let instance = member.instance.as_deref().unwrap_or("");
        text += &line([&member.id, instance, &member.host, &member.client, &count], &group.id);
        if verbose {
            text += &more([
                &or_dash(member.epoch),
                &has[number],
                &or_dash(group.assignment_epoch),
                &target[number],
                &or_dash(member.upgraded),
            ]);
        }
        text.push('\n');
    }
    text
}

pub(super) fn state(group: &GroupDescription, address: &str, verbose: bool) -> String {
    note(group);
    let coordinator = format!("{address}  ({})", group.coordinator);
    let groups = width([group.id.as_str()].into_iter(), 15);
    let coordinators = width([coordinator.as_str()].into_iter(), 25);
    let assignor = if group.assignor.is_empty() { "-" } else { &group.assignor };
    let line = |[name, coordinator, assignor, state, epoch, target, members]: [&str; 7]| {
        let epochs = if verbose { format!("{epoch:<15} {target:<25} ") } else { String::new() };
        format!(
            "\n{name:<groups$} {coordinator:<coordinators$} {assignor:<20} {state:<20} \
             {epochs}{members}"
        )
    };
    let head = line([
        "GROUP",
        "COORDINATOR (ID)",
        "ASSIGNMENT-STRATEGY",
        "STATE",
        "GROUP-EPOCH",
        "TARGET-ASSIGNMENT-EPOCH",
        "#MEMBERS",
    ]);
    let row = line([
        &group.id,
        &coordinator,
        assignor,
        &group.state,
        &or_dash(group.epoch),
        &or_dash(group.assignment_epoch),
        &group.members.len().to_string(),
    ]);
    head + &row + "\n"
}

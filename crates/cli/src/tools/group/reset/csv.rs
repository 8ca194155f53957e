//! The CSV of `--export` and `--from-file`, as Kafka's tool writes and reads it (Jackson's form).
//!
//! `TOPIC,PARTITION,OFFSET` for one group, with the group in front for several. Reading is stricter
//! than Kafka's: a line that cannot be a row fails the command instead of counting as no plan.

use std::{collections::BTreeMap, fs::File, io::Read as _, path::Path};

use moldau_client::admin::TopicPartition;
use moldau_protocol::ids::{Offset, PartitionIndex};

use crate::failure::Failure;

/// Longest text that is written without quotes whatever it is made of: Jackson looks into no
/// longer ones.
const LONGEST_BARE: usize = 24;

/// Largest file that is read: a million rows with long names.
const MAX_FILE_BYTES: u64 = 256 * 1024 * 1024;

/// Offsets by partition, for each group.
pub(super) type Plan = BTreeMap<String, BTreeMap<TopicPartition, Offset>>;

/// The columns of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Of one group, which is not named.
    OneGroup,
    /// With the group in front.
    Groups,
}

/// Writes a plan; each row ends with a line feed.
pub(super) fn write(plan: &Plan, form: Form) -> String {
    let mut text = String::new();
    for (group, offsets) in plan {
        for ((topic, partition), offset) in offsets {
            if form == Form::Groups {
                text += &field(group);
                text.push(',');
            }
            text += &format!("{},{partition},{offset}\n", field(topic));
        }
    }
    text
}

/// A field, in quotes when it is long or has a letter that might mean something.
fn field(text: &str) -> String {
    let odd = |c: char| c < '-' || c == '\\';
    if text.encode_utf16().count() <= LONGEST_BARE && !text.contains(odd) {
        return text.to_owned();
    }
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// Reads a plan from a file. With one group the rows may leave it out.
pub(super) fn read_file(path: &Path, groups: &[String]) -> Result<Plan, Failure> {
    let cannot = |error: std::io::Error| {
        Failure::new(format!("Unable to read file {}: {error}", path.display()))
    };
    let mut text = String::new();
    let read = File::open(path).map_err(cannot)?.take(MAX_FILE_BYTES).read_to_string(&mut text);
    if read.map_err(cannot)? as u64 == MAX_FILE_BYTES {
        let limit = MAX_FILE_BYTES / (1024 * 1024);
        return Err(Failure::new(format!("{}: larger than {limit} MiB", path.display())));
    }
    read_text(&text, groups).map_err(|(line, reason)| {
        Failure::usage(format!("{}, line {line}: {reason}", path.display())).advise(
            "a line is TOPIC,PARTITION,OFFSET for one group, GROUP,TOPIC,PARTITION,OFFSET for \
             several; --export writes such files",
        )
    })
}

fn read_text(text: &str, groups: &[String]) -> Result<Plan, (usize, String)> {
    let only = if let [only] = groups { Some(only) } else { None };
    let mut plan = Plan::new();
    let mut form = None;
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() {
            continue;
        }
        let fields = fields(line).map_err(|reason| (number, reason))?;
        // The first row says what all are like.
        let expected = *form.get_or_insert(match (only, fields.len()) {
            (Some(_), 3) => Form::OneGroup,
            _ => Form::Groups,
        });
        let bad = |reason: String| (number, reason);
        let (group, rest) = match (expected, fields.as_slice(), only) {
            (Form::OneGroup, rest, Some(only)) if rest.len() == 3 => (only.as_str(), rest),
            (Form::Groups, [group, rest @ ..], _) if rest.len() == 3 => (group.as_str(), rest),
            _ => return Err(bad(format!("{} columns", fields.len()))),
        };
        let (at, offset) = row(rest).map_err(bad)?;
        plan.entry(group.to_owned()).or_default().insert(at, offset);
    }
    Ok(plan)
}

/// Topic, partition and offset.
fn row(fields: &[String]) -> Result<(TopicPartition, Offset), String> {
    let [topic, partition, offset] = fields else { return Err("columns are missing".to_owned()) };
    let index: i32 =
        partition.trim().parse().map_err(|_| format!("'{partition}' is no partition"))?;
    let offset: i64 = offset.trim().parse().map_err(|_| format!("'{offset}' is no offset"))?;
    if index < 0 {
        return Err(format!("'{index}' is no partition"));
    }
    if offset < 0 {
        return Err("Invalid negative offset".to_owned());
    }
    Ok(((topic.clone(), PartitionIndex(index)), Offset(offset)))
}

/// Splits a line; a field in quotes may hold commas, and quotes twice.
fn fields(line: &str) -> Result<Vec<String>, String> {
    let mut all = Vec::new();
    let mut rest = line.trim_end_matches('\r');
    loop {
        let (field, after) = match rest.strip_prefix('"') {
            Some(quoted) => quoted_field(quoted)?,
            None => match rest.split_once(',') {
                Some((field, after)) => (field.to_owned(), Some(after)),
                None => (rest.to_owned(), None),
            },
        };
        all.push(field);
        match after {
            Some(after) => rest = after,
            None => return Ok(all),
        }
    }
}

/// A field behind its first quote, and what comes after the comma that follows, if one does.
fn quoted_field(text: &str) -> Result<(String, Option<&str>), String> {
    let mut field = String::new();
    let mut rest = text;
    loop {
        let (before, after) =
            rest.split_once('"').ok_or_else(|| "a quote is not closed".to_owned())?;
        field += before;
        if let Some(more) = after.strip_prefix('"') {
            field.push('"');
            rest = more;
        } else if after.trim().is_empty() {
            return Ok((field, None));
        } else if let Some(next) = after.strip_prefix(',') {
            return Ok((field, Some(next)));
        } else {
            return Err("a comma is expected behind a quote".to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(rows: &[(&str, &str, i32, i64)]) -> Plan {
        let mut plan = Plan::new();
        for (group, topic, index, offset) in rows {
            let at = ((*topic).to_owned(), PartitionIndex(*index));
            plan.entry((*group).to_owned()).or_default().insert(at, Offset(*offset));
        }
        plan
    }

    /// Expectations are what Kafka's tool wrote.
    #[test]
    fn fields_are_quoted_as_jackson_does() {
        for (text, written) in [
            ("simple", "simple"),
            ("events.log", "events.log"),
            ("-", "-"),
            ("under_score", "under_score"),
            ("semi;x", "semi;x"),
            ("\u{fc}n\u{ef}", "\u{fc}n\u{ef}"),
            ("exactly-24-characters-xx", "exactly-24-characters-xx"),
            ("exactly-twenty-four-chars", "\"exactly-twenty-four-chars\""),
            ("a group", "\"a group\""),
            ("a,b", "\"a,b\""),
            ("say \"hi\"", "\"say \"\"hi\"\"\""),
            ("plus+plus", "\"plus+plus\""),
            ("hash#x", "\"hash#x\""),
            ("tab\tx", "\"tab\tx\""),
            ("star*", "\"star*\""),
            ("quote'x", "\"quote'x\""),
            ("a\\b", "\"a\\b\""),
        ] {
            assert_eq!(field(text), written);
            assert_eq!(fields(written).unwrap(), [text]);
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let one = plan(&[("g", "t", 0, 5), ("g", "t", 1, 0), ("g", "u", 0, i64::MAX)]);
        let text = write(&one, Form::OneGroup);
        assert_eq!(text, format!("t,0,5\nt,1,0\nu,0,{}\n", i64::MAX));
        assert_eq!(read_text(&text, &["g".to_owned()]), Ok(one.clone()));
        let two = plan(&[("a,\"b", "t", 0, 5), ("g", "u", 7, 1)]);
        let text = write(&two, Form::Groups);
        assert_eq!(text, "\"a,\"\"b\",t,0,5\ng,u,7,1\n");
        assert_eq!(read_text(&text, &["g".to_owned(), "h".to_owned()]), Ok(two.clone()));
        // One group may be read from the file of several, and lines may end as on Windows.
        assert_eq!(read_text(&text.replace('\n', "\r\n"), &["g".to_owned()]), Ok(two));
        assert_eq!(
            read_text("\nt,0,5\nt,1, 0\nu,0,9223372036854775807\n\n", &["g".to_owned()]),
            Ok(one)
        );
    }

    #[test]
    fn bad_rows_are_named() {
        for (text, groups, line, reason) in [
            ("t,0,5\nt,zero,5", 1, 2, "'zero' is no partition"),
            ("t,0,5\nt,0,", 1, 2, "'' is no offset"),
            ("t,-1,5", 1, 1, "'-1' is no partition"),
            ("t,0,-5", 1, 1, "Invalid negative offset"),
            ("t,0", 1, 1, "2 columns"),
            ("t,0,5", 2, 1, "3 columns"),
            ("t,0,5\ng,t,0,5", 1, 2, "4 columns"),
            ("g,t,0,5,6", 2, 1, "5 columns"),
            ("\"t,0,5", 1, 1, "a quote is not closed"),
            ("\"t\"x,0,5", 1, 1, "a comma is expected behind a quote"),
            ("t,0,99999999999999999999", 1, 1, "'99999999999999999999' is no offset"),
        ] {
            let groups: Vec<String> = (0..groups).map(|number| format!("g{number}")).collect();
            assert_eq!(read_text(text, &groups), Err((line, reason.to_owned())), "{text}");
        }
    }
}

//! Kafka's checkpoint files: a version, a count, and one line per entry.
//!
//! `recovery-point-offset-checkpoint`, `log-start-offset-checkpoint` and
//! `replication-offset-checkpoint` (high watermarks) stand in each log directory; the leader epochs
//! of a log have the same frame.

use std::{collections::BTreeMap, io, path::Path};

use moldau_protocol::ids::Offset;

use crate::{
    disk::{Disk, read_file, replace_file},
    names::TopicPartition,
};

/// Offsets up to which logs are on disk.
pub const RECOVERY_POINTS: &str = "recovery-point-offset-checkpoint";
/// First offsets of logs.
pub const LOG_STARTS: &str = "log-start-offset-checkpoint";
/// High watermarks.
pub const HIGH_WATERMARKS: &str = "replication-offset-checkpoint";

/// Largest file that is read: about half a million partitions with the longest names.
const FILE_LIMIT: u64 = 128 << 20;

pub(crate) fn malformed(line: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("malformed checkpoint line {line:?}"))
}

/// The entry lines of a checkpoint; the count must be right.
pub(crate) fn parse_lines(bytes: &[u8]) -> io::Result<Vec<String>> {
    let text = std::str::from_utf8(bytes).map_err(|_| malformed("(not text)"))?;
    let mut lines = text.lines();
    let version = lines.next().unwrap_or_default();
    if version.trim() != "0" {
        return Err(malformed(version));
    }
    let count_line = lines.next().unwrap_or_default();
    let count: usize = count_line.trim().parse().map_err(|_| malformed(count_line))?;
    let entries: Vec<String> =
        lines.filter(|line| !line.trim().is_empty()).map(str::to_owned).collect();
    if entries.len() != count {
        return Err(malformed(count_line));
    }
    Ok(entries)
}

pub(crate) fn render_lines(lines: impl Iterator<Item = String>) -> String {
    let lines: Vec<String> = lines.collect();
    let mut text = format!("0\n{}\n", lines.len());
    for line in lines {
        text.push_str(&line);
        text.push('\n');
    }
    text
}

/// Reads the checkpoint `name` of a log directory; a missing file is empty.
///
/// # Errors
/// `InvalidData` when the file is not a checkpoint, else the error of the system.
pub fn read_offsets(
    disk: &dyn Disk,
    dir: &Path,
    name: &str,
) -> io::Result<BTreeMap<TopicPartition, Offset>> {
    let bytes = match read_file(disk, &dir.join(name), FILE_LIMIT) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(BTreeMap::new()),
        Err(error) => return Err(error),
    };
    let mut offsets = BTreeMap::new();
    for line in parse_lines(&bytes)? {
        let mut fields = line.split_ascii_whitespace();
        let topic = fields.next();
        let partition = fields.next().and_then(|field| field.parse().ok());
        let offset = fields.next().and_then(|field| field.parse().ok());
        let (Some(topic), Some(partition), Some(offset), None) =
            (topic, partition, offset, fields.next())
        else {
            return Err(malformed(&line));
        };
        offsets.insert(TopicPartition::new(topic, partition), Offset(offset));
    }
    Ok(offsets)
}

/// Replaces the checkpoint `name` of a log directory; durable when it returns.
///
/// # Errors
/// The error of the system.
pub fn write_offsets(
    disk: &dyn Disk,
    dir: &Path,
    name: &str,
    offsets: &BTreeMap<TopicPartition, Offset>,
) -> io::Result<()> {
    let lines = offsets
        .iter()
        .map(|(partition, offset)| format!("{} {} {offset}", partition.topic, partition.partition));
    replace_file(disk, &dir.join(name), render_lines(lines).as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::{OpenMode, SimDisk};

    #[test]
    fn offsets_round_trip_in_kafkas_format() {
        let disk = SimDisk::new();
        let dir = Path::new("/");
        assert!(read_offsets(&disk, dir, RECOVERY_POINTS).unwrap().is_empty());
        let offsets = BTreeMap::from([
            (TopicPartition::new("a", 0), Offset(5)),
            (TopicPartition::new("b.c-d", 11), Offset(0)),
        ]);
        write_offsets(&disk, dir, RECOVERY_POINTS, &offsets).unwrap();
        let bytes = read_file(&disk, &dir.join(RECOVERY_POINTS), 1000).unwrap();
        assert_eq!(bytes, b"0\n2\na 0 5\nb.c-d 11 0\n");
        assert_eq!(read_offsets(&disk, dir, RECOVERY_POINTS).unwrap(), offsets);
    }

    #[test]
    fn a_damaged_checkpoint_is_refused() {
        let disk = SimDisk::new();
        for text in
            ["", "1\n0\n", "0\n2\na 0 5\n", "0\n1\na 0\n", "0\n1\na 0 x\n", "0\n1\na 0 1 2\n"]
        {
            let file = disk.open(Path::new("/x"), OpenMode::Truncate).unwrap();
            file.write_all_at(text.as_bytes(), 0).unwrap();
            let error = read_offsets(&disk, Path::new("/"), "x").unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::InvalidData, "{text:?}");
        }
    }
}

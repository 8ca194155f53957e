//! Names of the files and folders of a log.

use std::fmt;

use moldau_protocol::ids::{Offset, PartitionIndex, Uuid};

/// Suffix of a folder that will be removed.
pub const DELETE_SUFFIX: &str = "-delete";
/// Suffix of a folder that replaces another one once it has caught up.
pub const FUTURE_SUFFIX: &str = "-future";
/// Suffix of a folder that belongs to no partition any more.
pub const STRAY_SUFFIX: &str = "-stray";

/// Suffix of a file that will be removed.
pub(crate) const DELETED_FILE: &str = ".deleted";
/// Suffix of a file that compaction was writing.
pub(crate) const CLEANED_FILE: &str = ".cleaned";
/// Suffix of a file that compaction has finished.
pub(crate) const SWAP_FILE: &str = ".swap";

/// Suffix of a file that is being written and will replace another one.
pub(crate) const TEMPORARY_FILE: &str = ".tmp";

/// Longest name of a folder.
const NAME_LIMIT: usize = 255;

/// A partition of a topic, by name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TopicPartition {
    /// Name of the topic.
    pub topic: String,
    /// Index of the partition.
    pub partition: PartitionIndex,
}

impl TopicPartition {
    /// A partition of `topic`.
    #[must_use]
    pub fn new(topic: impl Into<String>, partition: i32) -> Self {
        Self { topic: topic.into(), partition: PartitionIndex(partition) }
    }

    /// Name of its folder.
    #[must_use]
    pub fn dir_name(&self) -> String {
        self.to_string()
    }

    /// Name of its folder once it is to be removed or is a stray: the topic's name is cut where the
    /// whole would be too long.
    #[must_use]
    pub fn dir_name_with_suffix(&self, unique: Uuid, suffix: &str) -> String {
        let hex: String = unique.0.iter().map(|byte| format!("{byte:02x}")).collect();
        let tail = format!("-{}.{hex}{suffix}", self.partition);
        let keep = self.topic.len().min(NAME_LIMIT - tail.len());
        format!("{}{tail}", &self.topic[..keep])
    }
}

impl fmt::Display for TopicPartition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.topic, self.partition)
    }
}

/// What a folder in a log directory is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FolderKind {
    /// A partition log.
    Log(TopicPartition),
    /// To be removed.
    Delete,
    /// Kept for a human to look at.
    Stray,
    /// A replica that is being moved between directories.
    Future,
    /// Not Kafka's.
    Unknown,
}

pub(crate) fn folder_kind(name: &str) -> FolderKind {
    for (suffix, kind) in [
        (DELETE_SUFFIX, FolderKind::Delete),
        (STRAY_SUFFIX, FolderKind::Stray),
        (FUTURE_SUFFIX, FolderKind::Future),
    ] {
        // "t-0.<32 hex digits>-delete"; a topic may be called "a.b-delete".
        if let Some(rest) = name.strip_suffix(suffix)
            && let Some((before, unique)) = rest.rsplit_once('.')
            && unique.len() == 32
            && unique.bytes().all(|byte| byte.is_ascii_hexdigit())
            && before.contains('-')
        {
            return kind;
        }
    }
    match name.rsplit_once('-') {
        Some((topic, partition)) if !topic.is_empty() => match partition.parse() {
            Ok(partition) if partition >= 0 => {
                FolderKind::Log(TopicPartition::new(topic, partition))
            }
            _ => FolderKind::Unknown,
        },
        _ => FolderKind::Unknown,
    }
}

/// Name of a segment's file.
pub(crate) fn segment_file(base: Offset, extension: &str) -> String {
    format!("{:020}.{extension}", base.0)
}

/// The offset in the name of a segment's file (before any suffix), and its extension.
pub(crate) fn parse_segment_file(name: &str) -> Option<(Offset, &str)> {
    let (number, extension) = name.split_once('.')?;
    if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some((Offset(number.parse().ok()?), extension))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_told_apart() {
        let hex = "0123456789abcdef0123456789abcdef";
        for (name, kind) in [
            ("t-0", FolderKind::Log(TopicPartition::new("t", 0))),
            ("a-b.c-12", FolderKind::Log(TopicPartition::new("a-b.c", 12))),
            (&format!("t-0.{hex}-delete"), FolderKind::Delete),
            (&format!("t-0.{hex}-stray"), FolderKind::Stray),
            (&format!("t-0.{hex}-future"), FolderKind::Future),
            ("a.b-delete-3", FolderKind::Log(TopicPartition::new("a.b-delete", 3))),
            ("lost+found", FolderKind::Unknown),
            ("-1", FolderKind::Unknown),
            ("t-x", FolderKind::Unknown),
        ] {
            assert_eq!(folder_kind(name), kind, "{name}");
        }
    }

    #[test]
    fn a_long_topic_name_is_cut_for_its_suffix() {
        let partition = TopicPartition::new("x".repeat(249), 10);
        let name = partition.dir_name_with_suffix(Uuid::ONE, DELETE_SUFFIX);
        assert_eq!(name.len(), 255);
        assert_eq!(folder_kind(&name), FolderKind::Delete);
        assert_eq!(parse_segment_file("00000000000000000042.log"), Some((Offset(42), "log")));
        assert_eq!(segment_file(Offset(42), "index"), "00000000000000000042.index");
        assert_eq!(parse_segment_file("leader-epoch-checkpoint"), None);
    }
}

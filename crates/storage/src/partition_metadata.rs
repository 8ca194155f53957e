//! The file `partition.metadata` in a log's folder: which topic id the log belongs to.

use std::{io, path::Path};

use moldau_protocol::ids::{TopicId, Uuid};

use crate::disk::{Disk, OpenMode, read_file, replace_file};

const FILE: &str = "partition.metadata";

/// Largest file that is read; a whole one has 46 bytes.
const FILE_LIMIT: u64 = 4096;

pub(crate) fn write(disk: &dyn Disk, dir: &Path, id: TopicId) -> io::Result<()> {
    replace_file(disk, &dir.join(FILE), content(id).as_bytes())
}

/// As [`write`], for a folder that nobody relies on before [`sync`] and its own sync.
pub(crate) fn write_first(disk: &dyn Disk, dir: &Path, id: TopicId) -> io::Result<()> {
    let file = disk.open(&dir.join(FILE), OpenMode::Truncate)?;
    file.write_all_at(content(id).as_bytes(), 0)
}

/// Syncs the content of the file, if it is there.
pub(crate) fn sync(disk: &dyn Disk, dir: &Path) -> io::Result<()> {
    match disk.open(&dir.join(FILE), OpenMode::Write) {
        Ok(file) => file.sync_data(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

fn content(id: TopicId) -> String {
    format!("version: 0\ntopic_id: {id}")
}

/// The id; none when there is no file, or one without an id.
pub(crate) fn read(disk: &dyn Disk, dir: &Path) -> io::Result<Option<TopicId>> {
    let bytes = match read_file(disk, &dir.join(FILE), FILE_LIMIT) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let text = String::from_utf8_lossy(&bytes);
    let id = text.lines().find_map(|line| line.strip_prefix("topic_id:"));
    Ok(id.and_then(|id| Uuid::parse(id.trim())).filter(|id| !id.is_zero()).map(TopicId))
}

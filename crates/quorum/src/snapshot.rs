//! Snapshots of the metadata: files that stand for a prefix of the metadata log.
//!
//! `<end offset, 20 digits>-<epoch, 10 digits>.checkpoint`, written under another name, synced, then
//! renamed. Batches as in the log: a SnapshotHeader (with the level of the quorum's protocol and its
//! voters, when they are in the log), the records of the image, a SnapshotFooter. The snapshot at
//! offset 0 and epoch 0 is written by `storage format`; what data it has is for an empty log only.
//!
//! Invariant: a file with the final name is whole. Who reads it checks that nevertheless.
//!
//! Source: KIP-630, KIP-853, KIP-1170 (bootstrap records in the first snapshot).
//! Tests: `snapshot/tests.rs`, with files that Kafka's own tool wrote.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use moldau_metadata::record::VersionedRecord;
use moldau_protocol::ids::{LeaderEpoch, Offset};
use moldau_protocol::messages::{KRaftVersionRecord, SnapshotFooterRecord, SnapshotHeaderRecord};
use moldau_protocol::records::{BatchHeader, Batches, HEADER_LEN};
use moldau_storage::disk::{Disk, DiskFile, EntryKind, OpenMode, remove_if_exists};

use crate::batch::{ControlRecord, DataBatches, LogRecord, RecordBatch, control_batch};
use crate::error::{BatchBuildError, LogFault};
use crate::voters::{KRaftVersion, VoterSet};

#[cfg(test)]
mod tests;

const SUFFIX: &str = ".checkpoint";
const PART_SUFFIX: &str = ".checkpoint.part";
const DELETED_SUFFIX: &str = ".checkpoint.deleted";

/// Digits of the end offset and of the epoch in a file name.
const OFFSET_DIGITS: usize = 20;
const EPOCH_DIGITS: usize = 10;

/// Which prefix of the log a snapshot stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SnapshotId {
    /// Offset behind the last record in it.
    pub end_offset: Offset,
    /// Epoch of that record.
    pub epoch: LeaderEpoch,
}

impl SnapshotId {
    /// The one that `storage format` writes.
    pub const BOOTSTRAP: Self = Self { end_offset: Offset::ZERO, epoch: LeaderEpoch(0) };

    /// Name of its file.
    #[must_use]
    pub fn file_name(&self) -> String {
        let (offset, epoch) = (self.end_offset.0, self.epoch.0);
        format!("{offset:0OFFSET_DIGITS$}-{epoch:0EPOCH_DIGITS$}{SUFFIX}")
    }

    /// The id in the name of a finished snapshot; none for any other name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        let (offset, epoch) = name.strip_suffix(SUFFIX)?.split_once('-')?;
        let digits = |text: &str, count: usize| {
            text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit())
        };
        if !digits(offset, OFFSET_DIGITS) || !digits(epoch, EPOCH_DIGITS) {
            return None;
        }
        Some(Self {
            end_offset: Offset(offset.parse().ok()?),
            epoch: LeaderEpoch(epoch.parse().ok()?),
        })
    }
}

/// The snapshots in the folder of a metadata log.
#[derive(Debug)]
pub(crate) struct SnapshotStore {
    disk: Arc<dyn Disk>,
    dir: PathBuf,
}

impl SnapshotStore {
    pub(crate) fn new(disk: Arc<dyn Disk>, dir: PathBuf) -> Self {
        Self { disk, dir }
    }

    /// All finished snapshots, oldest first. What a crash left behind is removed.
    pub(crate) fn list(&self) -> Result<Vec<SnapshotId>, LogFault> {
        if !self.disk.exists(&self.dir) {
            return Ok(Vec::new());
        }
        let entries = self
            .disk
            .read_dir(&self.dir)
            .map_err(|source| self.failed("read", &self.dir, source))?;
        let mut ids = Vec::new();
        for entry in entries.into_iter().filter(|entry| entry.kind == EntryKind::File) {
            if entry.name.ends_with(PART_SUFFIX) || entry.name.ends_with(DELETED_SUFFIX) {
                let path = self.dir.join(&entry.name);
                remove_if_exists(&*self.disk, &path)
                    .map_err(|source| self.failed("remove", &path, source))?;
            } else {
                ids.extend(SnapshotId::parse(&entry.name));
            }
        }
        ids.sort_unstable();
        Ok(ids)
    }

    pub(crate) fn path(&self, id: SnapshotId) -> PathBuf {
        self.dir.join(id.file_name())
    }

    /// Bytes of a snapshot.
    pub(crate) fn size(&self, id: SnapshotId) -> Result<u64, LogFault> {
        let path = self.path(id);
        let file = self.disk.open(&path, OpenMode::Read);
        file.and_then(|file| file.len()).map_err(|source| self.failed("read", &path, source))
    }

    pub(crate) fn open(&self, id: SnapshotId) -> Result<SnapshotReader, LogFault> {
        SnapshotReader::open(&*self.disk, &self.path(id))
    }

    /// Append time of the last record in a snapshot; none when it has no records.
    pub(crate) fn last_contained_time(&self, id: SnapshotId) -> Result<Option<i64>, LogFault> {
        let first = self.open(id)?.next_batch()?;
        let time =
            first.into_iter().flat_map(|batch| batch.records).find_map(
                |(_, record)| match record {
                    LogRecord::Control(ControlRecord::SnapshotHeader(header)) => {
                        Some(header.last_contained_log_timestamp)
                    }
                    _ => None,
                },
            );
        Ok(time.filter(|time| *time > 0))
    }

    /// Removes a snapshot; the name is gone for good only after the next sync of the folder, which
    /// does no harm.
    pub(crate) fn remove(&self, id: SnapshotId) -> Result<(), LogFault> {
        let path = self.path(id);
        remove_if_exists(&*self.disk, &path).map_err(|source| self.failed("remove", &path, source))
    }

    fn failed(&self, action: &'static str, path: &Path, source: io::Error) -> LogFault {
        LogFault::Io { action, path: path.to_owned(), source }
    }
}

/// Reads one snapshot, batch by batch.
#[derive(Debug)]
pub struct SnapshotReader {
    file: Arc<dyn DiskFile>,
    path: PathBuf,
    position: u64,
    len: u64,
    seen_footer: bool,
}

impl SnapshotReader {
    /// Opens a snapshot file.
    ///
    /// # Errors
    /// The error of the system.
    pub fn open(disk: &dyn Disk, path: &Path) -> Result<Self, LogFault> {
        let failed = |source| LogFault::Io { action: "read", path: path.to_owned(), source };
        let file = disk.open(path, OpenMode::Read).map_err(failed)?;
        let len = file.len().map_err(failed)?;
        Ok(Self { file, path: path.to_owned(), position: 0, len, seen_footer: false })
    }

    /// The next batch; none after the last one.
    ///
    /// # Errors
    /// When the file is damaged, does not begin with a header record, or ends without its footer.
    pub fn next_batch(&mut self) -> Result<Option<RecordBatch>, LogFault> {
        if self.position == self.len {
            return if self.seen_footer {
                Ok(None)
            } else {
                Err(self.damaged(&"it ends without its footer"))
            };
        }
        if self.seen_footer {
            return Err(self.damaged(&"something follows its footer"));
        }
        let bytes = self.read_batch()?;
        let batch = Batches::new(&bytes).next();
        let batch = batch.ok_or_else(|| self.damaged(&"an empty batch"))?;
        let batch = batch.map_err(|error| self.damaged(&error))?;
        let batch = RecordBatch::decode(&batch).map_err(|error| self.damaged(&error))?;
        let control = |record: &LogRecord| match record {
            LogRecord::Control(control) => Some(control.clone()),
            LogRecord::Data(_) => None,
        };
        let first = batch.records.first().and_then(|(_, record)| control(record));
        if self.position == 0 && !matches!(first, Some(ControlRecord::SnapshotHeader(_))) {
            return Err(self.damaged(&"it does not begin with a snapshot header"));
        }
        let last = batch.records.last().and_then(|(_, record)| control(record));
        self.seen_footer = matches!(last, Some(ControlRecord::SnapshotFooter(_)));
        self.position += bytes.len() as u64;
        Ok(Some(batch))
    }

    fn read_batch(&self) -> Result<Bytes, LogFault> {
        let mut head = [0; HEADER_LEN];
        let failed = |source| LogFault::Io { action: "read", path: self.path.clone(), source };
        let file = &*self.file;
        let read = file.read_full_at(&mut head, self.position).map_err(failed)?;
        let header = BatchHeader::parse(&head[..read]).map_err(|error| self.damaged(&error))?;
        let size = header.size();
        if size as u64 > self.len - self.position {
            return Err(self.damaged(&"its last batch is cut off"));
        }
        let mut bytes = BytesMut::zeroed(size);
        file.read_exact_at(&mut bytes, self.position).map_err(failed)?;
        Ok(bytes.freeze())
    }

    fn damaged(&self, reason: &dyn std::fmt::Display) -> LogFault {
        let reason = format!("at position {}: {reason}", self.position);
        LogFault::Damaged { path: self.path.clone(), reason }
    }
}

/// What a snapshot says beside its records.
#[derive(Clone, Debug, Default)]
pub struct SnapshotHead {
    /// Append time of the last record in it, in ms since 1970.
    pub last_contained_time: i64,
    /// Level of the quorum's protocol.
    pub kraft_version: KRaftVersion,
    /// Voters in the log; none with static voters, or when none are known yet.
    pub voters: Option<VoterSet>,
}

/// Writes one snapshot.
#[derive(Debug)]
pub struct SnapshotWriter<'d> {
    disk: &'d dyn Disk,
    file: Arc<dyn DiskFile>,
    path: PathBuf,
    part: PathBuf,
    position: u64,
    epoch: LeaderEpoch,
    time: i64,
    data: DataBatches,
}

impl<'d> SnapshotWriter<'d> {
    /// Begins the snapshot `id` in the folder `dir`; `time` (ms since 1970) is that of its batches.
    ///
    /// # Errors
    /// The error of the system.
    pub fn create(
        disk: &'d dyn Disk,
        dir: &Path,
        id: SnapshotId,
        head: &SnapshotHead,
        time: i64,
    ) -> Result<Self, LogFault> {
        let path = dir.join(id.file_name());
        let part = path.with_extension(&PART_SUFFIX[1..]);
        let file = disk.open(&part, OpenMode::Truncate).map_err(|source| LogFault::Io {
            action: "create",
            path: part.clone(),
            source,
        })?;
        let mut controls = vec![ControlRecord::SnapshotHeader(SnapshotHeaderRecord {
            last_contained_log_timestamp: head.last_contained_time,
            ..Default::default()
        })];
        if head.kraft_version != KRaftVersion::Static {
            controls.push(ControlRecord::KRaftVersion(KRaftVersionRecord {
                kraft_version: head.kraft_version.level(),
                ..Default::default()
            }));
            let voters = head.voters.as_ref().map(VoterSet::to_record);
            controls.extend(voters.map(ControlRecord::Voters));
        }
        let next = Offset::ZERO.plus(i64::try_from(controls.len()).unwrap_or(0));
        let mut writer = Self {
            disk,
            file,
            path,
            part,
            position: 0,
            epoch: id.epoch,
            time,
            data: DataBatches::new(next, id.epoch, time),
        };
        let head = control_batch(&controls, Offset::ZERO, id.epoch, time)
            .map_err(|error| writer.unwritable(&error))?;
        writer.write(&head)?;
        Ok(writer)
    }

    /// Adds a record.
    ///
    /// # Errors
    /// The error of the system, or a record that its version cannot say.
    pub fn push(&mut self, record: &VersionedRecord) -> Result<(), LogFault> {
        self.data.push(record).map_err(|error| self.unwritable(&error))?;
        for batch in self.data.take_full() {
            self.write(&batch)?;
        }
        Ok(())
    }

    /// Ends the snapshot and gives it its name; on return it survives a power loss.
    ///
    /// # Errors
    /// The error of the system; the unfinished file is removed at the next start.
    pub fn finish(mut self) -> Result<(), LogFault> {
        let empty = DataBatches::new(Offset::ZERO, self.epoch, self.time);
        let data = std::mem::replace(&mut self.data, empty);
        let (batches, next) = data.finish().map_err(|error| self.unwritable(&error))?;
        for batch in batches {
            self.write(&batch)?;
        }
        let footer = [ControlRecord::SnapshotFooter(SnapshotFooterRecord::default())];
        let footer = control_batch(&footer, next, self.epoch, self.time)
            .map_err(|error| self.unwritable(&error))?;
        self.write(&footer)?;
        let dir = self.path.parent().unwrap_or(Path::new("."));
        self.file
            .sync_data()
            .and_then(|()| self.disk.rename(&self.part, &self.path))
            .and_then(|()| self.disk.sync_dir(dir))
            .map_err(|source| self.failed(source))
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), LogFault> {
        let file = &*self.file;
        file.write_all_at(bytes, self.position).map_err(|source| self.failed(source))?;
        self.position += bytes.len() as u64;
        Ok(())
    }

    fn failed(&self, source: io::Error) -> LogFault {
        LogFault::Io { action: "write", path: self.part.clone(), source }
    }

    fn unwritable(&self, error: &BatchBuildError) -> LogFault {
        let reason = error.to_string();
        LogFault::Log { action: "write a snapshot of", path: self.part.clone(), reason }
    }
}

//! The manifest of a log directory: what a clean shutdown knew of its logs, so that the next start
//! opens none of their files.
//!
//! One file per directory, written just before the mark of the clean shutdown, which names it by its
//! checksum; both are taken away at the next start before anything changes. A manifest that no mark
//! names is worth nothing: Kafka writes marks of its own, that name none, and so does a crash between
//! the two files. A log that the manifest does not have, whose folder was changed since (its time of
//! modification says so), or whose entry makes no sense is opened as if there were no manifest.
//!
//! On disk, big endian: magic, version, number of logs; per log a length and its entry; a CRC-64
//! over all that. Epochs and producers are in it whole, as they are in memory from then on; segments
//! by size, indexes not at all: those are opened on first use, as are the batches, whose file must
//! have the size it was closed with.
//!
//! Invariants: an entry is written only for a log of which everything was synced and nothing waits to
//! be removed.
//!
//! Tests: `manifest/tests.rs`, `power_loss.rs`.

use std::{
    collections::{BTreeSet, HashMap},
    io,
    path::Path,
    sync::Arc,
};

use bytes::{Buf, BufMut};
use moldau_protocol::ids::{LeaderEpoch, Offset, TopicId, Uuid};
use parking_lot::RwLock;

use crate::{
    disk::{Disk, read_file, remove_if_exists, replace_file},
    epochs::{EpochCache, EpochEntry},
    files::SharedDir,
    log::{Durable, Loaded, OpenLog, PartitionLog},
    names::TopicPartition,
    producer_state::{ProducerState, TxnTracker, decode_snapshot, encode_snapshot},
    segment::Segment,
    time_index::TimestampOffset,
};

/// File with the manifest.
pub const MANIFEST_FILE: &str = "moldau-manifest";

/// Largest manifest that is written or read; logs that do not fit are opened at the next start. A
/// usual log takes some 150 bytes.
const FILE_LIMIT: usize = 64 << 20;

/// Largest entry of a log: some 6,000 segments or producers. Reading those pays for itself.
const LOG_LIMIT: usize = 256 << 10;

/// Length of a topic's name; Kafka allows 249.
const NAME_LIMIT: usize = 255;

const MAGIC: &[u8; 8] = b"MoldauMf";

const VERSION: u16 = 1;

/// Bytes in front of the entries: magic, version, number of logs.
const HEADER: usize = 8 + 2 + 4;

const CHECKSUM: usize = 8;

/// "Not known": no timestamp of a record is that.
const UNKNOWN: i64 = i64::MIN;

const SEGMENT: usize = 8 + 8 + 8 + 8 + 8;
const SNAPSHOT_OFFSET: usize = 8;
const EPOCH: usize = 4 + 8;

/// A segment as it was closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ClosedSegment {
    pub(crate) base: Offset,
    pub(crate) size: u64,
    /// Largest timestamp, if it was known.
    pub(crate) largest: Option<TimestampOffset>,
    /// Largest timestamp of the first batch, if it was known.
    pub(crate) first_timestamp: Option<i64>,
}

/// A log as it was closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ClosedLog {
    /// When names in its folder last changed.
    folder_modified_ms: i64,
    topic_id: Option<TopicId>,
    log_start: Offset,
    log_end: Offset,
    segments: Vec<ClosedSegment>,
    /// Offsets of the producer snapshots on disk.
    snapshots: Vec<Offset>,
    epochs: Vec<EpochEntry>,
    /// The producers as of the log end, as in a snapshot file.
    producers: Vec<u8>,
}

/// The logs of a directory.
pub(crate) type Manifest = HashMap<TopicPartition, ClosedLog>;

/// Names a manifest: its checksum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ManifestId(u64);

impl ManifestId {
    pub(crate) fn parse(text: &str) -> Option<Self> {
        u64::from_str_radix(text, 16).ok().map(Self)
    }
}

impl std::fmt::Display for ManifestId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

fn checksum(bytes: &[u8]) -> u64 {
    crc_fast::checksum(crc_fast::CrcAlgorithm::Crc64Nvme, bytes)
}

/// Writes the manifest of a directory whose logs are closed; durable when it returns.
pub(crate) fn write(
    disk: &dyn Disk,
    dir: &Path,
    logs: impl Iterator<Item = (TopicPartition, ClosedLog)>,
) -> io::Result<ManifestId> {
    let (bytes, id) = encode(logs);
    replace_file(disk, &dir.join(MANIFEST_FILE), &bytes)?;
    Ok(id)
}

/// Reads the manifest that `named` says and removes whatever is there; the caller syncs the directory
/// before anything changes. Empty when there is none that can be trusted.
pub(crate) fn take(disk: &dyn Disk, dir: &Path, named: Option<ManifestId>) -> io::Result<Manifest> {
    let path = dir.join(MANIFEST_FILE);
    let manifest = named.and_then(|id| match read_file(disk, &path, FILE_LIMIT as u64) {
        Ok(bytes) => decode(&bytes, id),
        Err(error) => {
            tracing::debug!(dir = %dir.display(), %error, "manifest cannot be read");
            None
        }
    });
    if named.is_some() && manifest.is_none() {
        tracing::debug!(dir = %dir.display(), "no valid manifest: the logs are opened");
    }
    remove_if_exists(disk, &path)?;
    Ok(manifest.unwrap_or_default())
}

fn encode(logs: impl Iterator<Item = (TopicPartition, ClosedLog)>) -> (Vec<u8>, ManifestId) {
    let mut bytes = Vec::new();
    bytes.put_slice(MAGIC);
    bytes.put_u16(VERSION);
    bytes.put_u32(0);
    let mut count = 0u32;
    for (partition, log) in logs {
        let entry = encode_log(&partition, &log);
        if partition.topic.len() > NAME_LIMIT
            || entry.len() > LOG_LIMIT
            || bytes.len() + 4 + entry.len() + CHECKSUM > FILE_LIMIT
        {
            continue;
        }
        bytes.put_u32(entry.len() as u32);
        bytes.put_slice(&entry);
        count += 1;
    }
    bytes[HEADER - 4..HEADER].copy_from_slice(&count.to_be_bytes());
    let checksum = checksum(&bytes);
    bytes.put_u64(checksum);
    (bytes, ManifestId(checksum))
}

fn encode_log(partition: &TopicPartition, log: &ClosedLog) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(160);
    bytes.put_u16(partition.topic.len() as u16);
    bytes.put_slice(partition.topic.as_bytes());
    bytes.put_i32(partition.partition.0);
    bytes.put_i64(log.folder_modified_ms);
    bytes.put_slice(&log.topic_id.map_or([0; 16], |id| id.0.0));
    bytes.put_i64(log.log_start.0);
    bytes.put_i64(log.log_end.0);
    bytes.put_u32(log.segments.len() as u32);
    for segment in &log.segments {
        bytes.put_i64(segment.base.0);
        bytes.put_u64(segment.size);
        bytes.put_i64(segment.largest.map_or(UNKNOWN, |largest| largest.timestamp));
        bytes.put_i64(segment.largest.map_or(0, |largest| largest.offset.0));
        bytes.put_i64(segment.first_timestamp.unwrap_or(UNKNOWN));
    }
    bytes.put_u32(log.snapshots.len() as u32);
    for snapshot in &log.snapshots {
        bytes.put_i64(snapshot.0);
    }
    bytes.put_u32(log.epochs.len() as u32);
    for entry in &log.epochs {
        bytes.put_i32(entry.epoch.0);
        bytes.put_i64(entry.start.0);
    }
    bytes.put_slice(&log.producers);
    bytes
}

/// The logs, if these are the bytes that the mark means.
fn decode(bytes: &[u8], named: ManifestId) -> Option<Manifest> {
    let (body, tail) = bytes.split_at_checked(bytes.len().checked_sub(CHECKSUM)?)?;
    if checksum(body) != named.0 || tail != named.0.to_be_bytes() {
        return None;
    }
    let mut rest = body.strip_prefix(MAGIC)?;
    if rest.try_get_u16().ok()? != VERSION {
        return None;
    }
    let count = rest.try_get_u32().ok()?;
    let mut manifest = Manifest::new();
    for _ in 0..count {
        let len = rest.try_get_u32().ok()? as usize;
        let (entry, behind) = rest.split_at_checked(len)?;
        let (partition, log) = decode_log(entry)?;
        manifest.insert(partition, log);
        rest = behind;
    }
    rest.is_empty().then_some(manifest)
}

fn decode_log(entry: &[u8]) -> Option<(TopicPartition, ClosedLog)> {
    let mut rest = entry;
    let len = usize::from(rest.try_get_u16().ok()?);
    let (topic, behind) = rest.split_at_checked(len)?;
    let topic = std::str::from_utf8(topic).ok()?;
    rest = behind;
    let partition = TopicPartition::new(topic, rest.try_get_i32().ok()?);
    let folder_modified_ms = rest.try_get_i64().ok()?;
    let mut id = [0; 16];
    rest.try_copy_to_slice(&mut id).ok()?;
    let topic_id = Some(Uuid(id)).filter(|id| !id.is_zero()).map(TopicId);
    let log_start = Offset(rest.try_get_i64().ok()?);
    let log_end = Offset(rest.try_get_i64().ok()?);
    let segments = list(&mut rest, SEGMENT, |bytes| {
        let (base, size) = (Offset(bytes.get_i64()), bytes.get_u64());
        let largest =
            TimestampOffset { timestamp: bytes.get_i64(), offset: Offset(bytes.get_i64()) };
        let first = bytes.get_i64();
        ClosedSegment {
            base,
            size,
            largest: (largest.timestamp != UNKNOWN).then_some(largest),
            first_timestamp: (first != UNKNOWN).then_some(first),
        }
    })?;
    let snapshots = list(&mut rest, SNAPSHOT_OFFSET, |bytes| Offset(bytes.get_i64()))?;
    let epochs = list(&mut rest, EPOCH, |bytes| EpochEntry {
        epoch: LeaderEpoch(bytes.get_i32()),
        start: Offset(bytes.get_i64()),
    })?;
    let producers = rest.to_vec();
    let log = ClosedLog {
        folder_modified_ms,
        topic_id,
        log_start,
        log_end,
        segments,
        snapshots,
        epochs,
        producers,
    };
    Some((partition, log))
}

/// A number, and that many elements of `size` bytes.
fn list<T>(rest: &mut &[u8], size: usize, parse: impl Fn(&mut &[u8]) -> T) -> Option<Vec<T>> {
    let count = rest.try_get_u32().ok()? as usize;
    let (mut elements, behind) = rest.split_at_checked(count.checked_mul(size)?)?;
    *rest = behind;
    Some((0..count).map(|_| parse(&mut elements)).collect())
}

impl PartitionLog {
    /// What the manifest has of this log, once it is closed; none when the next start must look at
    /// its folder.
    pub(crate) fn closed_state(&self) -> Option<ClosedLog> {
        if !self.closed.load(std::sync::atomic::Ordering::Acquire)
            || self.health.is_offline()
            || !self.doomed.lock().is_empty()
        {
            return None;
        }
        let log_end = self.log_end_offset();
        let writer = self.writer.lock();
        if self.recovery_point() != log_end || writer.producers.end() != log_end {
            return None;
        }
        let segments = self.segments.read().clone();
        let segments =
            segments.iter().map(|segment| segment.closed_state()).collect::<Option<_>>()?;
        Some(ClosedLog {
            folder_modified_ms: self.disk().modified_ms(&self.dir()).ok()?,
            topic_id: self.topic_id(),
            log_start: self.log_start_offset(),
            log_end,
            segments,
            snapshots: writer.snapshots.iter().copied().collect(),
            epochs: self.epochs.read().entries().to_vec(),
            producers: encode_snapshot(writer.producers.entries()),
        })
    }

    /// Makes a log of what the manifest says without opening a file; none when the folder was changed
    /// since, or the entry contradicts itself.
    pub(crate) fn from_manifest(options: &OpenLog, closed: ClosedLog) -> Option<Arc<Self>> {
        let modified_ms = options.files.disk().modified_ms(&options.dir);
        if modified_ms.ok() != Some(closed.folder_modified_ms) {
            tracing::debug!(log = %options.partition, "folder was changed since the manifest");
            return None;
        }
        let loaded = closed.load(options);
        if loaded.is_none() {
            tracing::debug!(log = %options.partition, "manifest makes no sense");
        }
        let (dir, loaded) = loaded?;
        Some(Arc::new(Self::assemble(options.clone(), dir, loaded)))
    }
}

impl ClosedLog {
    fn load(self, options: &OpenLog) -> Option<(SharedDir, Loaded)> {
        let (first, last) = (self.segments.first()?, self.segments.last()?);
        let ordered = self.segments.windows(2).all(|pair| pair[0].base < pair[1].base);
        if !ordered
            || first.base < Offset::ZERO
            || self.log_start < first.base
            || self.log_end < self.log_start
            || self.log_end < last.base
        {
            return None;
        }
        let dir: SharedDir = Arc::new(RwLock::new(options.dir.clone()));
        let open = |closed: &ClosedSegment| {
            Segment::open_closed(&options.files, &dir, closed, options.now_ms)
        };
        let segments = self.segments.iter().map(|closed| Arc::new(open(closed))).collect();
        let mut producers = ProducerState::default();
        let mut txns = TxnTracker::default();
        for (id, entry) in decode_snapshot(&self.producers)? {
            if let Some(first_offset) = entry.txn_first_offset {
                txns.start(id, first_offset);
            }
            producers.restore(id, entry);
        }
        producers.expire(options.now_ms, options.config.producer_id_expiration_ms);
        producers.set_end(self.log_end);
        let mut epochs = EpochCache::default();
        for entry in &self.epochs {
            epochs.assign(entry.epoch, entry.start);
        }
        let loaded = Loaded {
            segments,
            producers,
            txns,
            snapshots: self.snapshots.iter().copied().collect::<BTreeSet<_>>(),
            saved_epochs: epochs.clone(),
            epochs,
            log_start: self.log_start,
            log_end: self.log_end,
            recovery_point: self.log_end,
            topic_id: self.topic_id,
            durable: Durable::Yes,
        };
        Some((dir, loaded))
    }
}

#[cfg(test)]
mod tests;

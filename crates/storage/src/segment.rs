//! One segment of a log: a file of batches and its three indexes.
//!
//! State: the size that is valid (bytes behind it may be the rest of a failed write), the indexes,
//! opened on first use, and the largest timestamp. Written by the log's single writer; read by
//! anybody. The caller decides how much of the file a reader may see.
//!
//! Invariants: an offset-index entry names the last offset of a batch and the position of that very
//! batch; `generation` changes before bytes that were visible go away.

mod indexes;

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use moldau_protocol::{ids::Offset, records::BatchHeader};
use parking_lot::Mutex;

pub(crate) use indexes::Build;
use indexes::Indexes;

use crate::{
    config::LogConfig,
    disk::{DiskFile, remove_if_exists},
    files::{FileCache, FileSlot, SharedDir},
    manifest::ClosedSegment,
    names::{DELETED_FILE, segment_file},
    offset_index,
    scan::{Frame, LARGE_CHUNK, SMALL_CHUNK, Scanner, Step},
    time_index::{self, TimestampOffset},
    txn_index::AbortedTxn,
};

/// Extensions of a segment's files.
pub(crate) const LOG: &str = "log";
pub(crate) const INDEX: &str = "index";
pub(crate) const TIME_INDEX: &str = "timeindex";
pub(crate) const TXN_INDEX: &str = "txnindex";

/// What a new segment may find in its folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Folder {
    /// Nothing: the folder was made for it.
    New,
    /// Files of its name.
    Used,
}

#[derive(Debug)]
pub(crate) struct Segment {
    base: Offset,
    data: Arc<FileSlot>,
    size: AtomicU64,
    indexes: Mutex<Indexes>,
    generation: Arc<AtomicU64>,
    /// Has bytes that were not synced.
    dirty: AtomicBool,
    /// The length of the file was not compared with `size` yet, as the manifest was believed.
    length_unchecked: AtomicBool,
    /// Held while the length is compared, so that nobody writes meanwhile.
    length_check: Mutex<()>,
    /// Its indexes will not be built again after a crash once the recovery point is behind it, and
    /// were not synced.
    indexes_dirty: AtomicBool,
}

impl Segment {
    fn new(files: &Arc<FileCache>, dir: &SharedDir, base: Offset, size: u64, now_ms: i64) -> Self {
        let slot = |extension| files.slot(dir, segment_file(base, extension));
        Self {
            base,
            data: slot(LOG),
            size: AtomicU64::new(size),
            indexes: Mutex::new(Indexes::new(
                [slot(INDEX), slot(TIME_INDEX), slot(TXN_INDEX)],
                now_ms,
            )),
            generation: Arc::default(),
            dirty: AtomicBool::new(false),
            length_unchecked: AtomicBool::new(false),
            length_check: Mutex::default(),
            indexes_dirty: AtomicBool::new(false),
        }
    }

    /// A segment whose `.log` file has `size` bytes. Opens nothing.
    pub(crate) fn open(
        files: &Arc<FileCache>,
        dir: &SharedDir,
        base: Offset,
        size: u64,
        now_ms: i64,
    ) -> Self {
        Self::new(files, dir, base, size, now_ms)
    }

    /// A segment that was closed cleanly. Opens nothing; the first use of the batches' file fails when
    /// that has not the length it was closed with.
    pub(crate) fn open_closed(
        files: &Arc<FileCache>,
        dir: &SharedDir,
        closed: &ClosedSegment,
        now_ms: i64,
    ) -> Self {
        let mut segment = Self::new(files, dir, closed.base, closed.size, now_ms);
        segment.length_unchecked = AtomicBool::new(true);
        let indexes = segment.indexes.get_mut();
        indexes.largest = closed.largest;
        indexes.first_timestamp = closed.first_timestamp;
        segment
    }

    /// What the manifest has of it; none when something was not synced.
    pub(crate) fn closed_state(&self) -> Option<ClosedSegment> {
        if self.dirty.load(Ordering::Acquire) || self.indexes_dirty() {
            return None;
        }
        let indexes = self.indexes.lock();
        Some(ClosedSegment {
            base: self.base,
            size: self.size(),
            largest: indexes.largest,
            first_timestamp: indexes.first_timestamp,
        })
    }

    /// A new, empty segment; files of this name that are left from before are emptied.
    pub(crate) fn create(
        files: &Arc<FileCache>,
        dir: &SharedDir,
        base: Offset,
        now_ms: i64,
        folder: Folder,
    ) -> io::Result<Self> {
        let segment = Self::new(files, dir, base, 0, now_ms);
        {
            let mut indexes = segment.indexes.lock();
            if folder == Folder::Used {
                for slot in &indexes.slots {
                    remove_if_exists(files.disk().as_ref(), &slot.path())?;
                }
            }
            indexes.start(base, Build::InPlace)?;
        }
        segment.make_index_files()?;
        let file = segment.data.create()?;
        if folder == Folder::Used && file.len()? != 0 {
            file.set_len(0)?;
        }
        segment.dirty.store(true, Ordering::Release);
        Ok(segment)
    }

    pub(crate) fn base(&self) -> Offset {
        self.base
    }

    pub(crate) fn size(&self) -> u64 {
        self.size.load(Ordering::Acquire)
    }

    pub(crate) fn set_size(&self, size: u64) {
        self.size.store(size, Ordering::Release);
    }

    pub(crate) fn file(&self) -> io::Result<Arc<dyn DiskFile>> {
        let file = self.data.get()?;
        if self.length_unchecked.load(Ordering::Acquire) {
            self.check_length(&*file)?;
        }
        Ok(file)
    }

    /// An append to a file that somebody cut would leave a hole in it, and one to a file that somebody
    /// extended would overwrite: better no log until the next start recovers it.
    fn check_length(&self, file: &dyn DiskFile) -> io::Result<()> {
        let _one_at_a_time = self.length_check.lock();
        if !self.length_unchecked.load(Ordering::Acquire) {
            return Ok(());
        }
        let (found, closed) = (file.len()?, self.size());
        if found != closed {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                format!(
                    "{} has {found} bytes, but had {closed} when it was closed cleanly",
                    self.data.path().display()
                ),
            ));
        }
        self.length_unchecked.store(false, Ordering::Release);
        Ok(())
    }

    pub(crate) fn generation(&self) -> &Arc<AtomicU64> {
        &self.generation
    }

    /// Says to all who hold ranges of the file that its bytes are not those of the log any more.
    pub(crate) fn invalidate(&self) {
        self.generation.fetch_add(1, Ordering::AcqRel);
    }

    pub(crate) fn mark_dirty(&self) {
        self.dirty.store(true, Ordering::Release);
    }

    /// Takes note of a batch that was written at `position`.
    pub(crate) fn note_batch(
        &self,
        position: u64,
        header: &BatchHeader,
        interval: u32,
    ) -> io::Result<()> {
        self.note(
            position,
            header.size() as u64,
            header.last_offset(),
            header.max_timestamp,
            interval,
        )
    }

    pub(crate) fn note(
        &self,
        position: u64,
        size: u64,
        last_offset: Offset,
        max_timestamp: i64,
        interval: u32,
    ) -> io::Result<()> {
        let mut indexes = self.indexes.lock();
        if position == 0 {
            indexes.first_timestamp = Some(max_timestamp);
        }
        let mut largest = indexes.largest(self.base)?;
        if max_timestamp > largest.timestamp {
            largest = TimestampOffset { timestamp: max_timestamp, offset: last_offset };
            indexes.largest = Some(largest);
        }
        if indexes.bytes_since_entry > u64::from(interval) {
            indexes.offset(self.base)?.append(last_offset, position);
            indexes.time(self.base)?.maybe_append(largest)?;
            indexes.bytes_since_entry = 0;
        }
        indexes.bytes_since_entry += size;
        Ok(())
    }

    /// Whether records of `bytes` bytes must go to a new segment. `pending` is what waits to be
    /// written to this one: bytes, and the largest timestamp of the first batch.
    pub(crate) fn should_roll(
        &self,
        config: &LogConfig,
        bytes: u64,
        records: &RollInput,
        pending: Option<(u64, i64)>,
    ) -> io::Result<bool> {
        let written = self.size();
        let size = written + pending.map_or(0, |(bytes, _)| bytes);
        if size + bytes > u64::from(config.segment_bytes)
            || records.last_offset.0 - self.base.0 > i64::from(i32::MAX)
            || records.last_offset < self.base
        {
            return Ok(true);
        }
        if size == 0 {
            return Ok(false);
        }
        let first = match pending {
            Some((_, first)) if written == 0 => first,
            _ => self.first_timestamp()?,
        };
        let waited = if first >= 0 {
            records.max_timestamp.saturating_sub(first)
        } else {
            records.now_ms - self.indexes.lock().created_ms
        };
        if waited > config.segment_ms.saturating_sub(records.jitter_ms) {
            return Ok(true);
        }
        let mut indexes = self.indexes.lock();
        let bytes = config.segment_index_bytes as usize;
        Ok(indexes.offset(self.base)?.count() >= bytes / offset_index::ENTRY
            || indexes.time(self.base)?.count() + 1 >= bytes / time_index::ENTRY)
    }

    /// Largest timestamp of the first batch; -1 when the segment is empty or has none.
    fn first_timestamp(&self) -> io::Result<i64> {
        if let Some(timestamp) = self.indexes.lock().first_timestamp {
            return Ok(timestamp);
        }
        let mut scanner = Scanner::new(self.file()?, 0, self.size(), SMALL_CHUNK);
        let Step::Frame(frame) = scanner.step()? else { return Ok(-1) };
        self.indexes.lock().first_timestamp = Some(frame.max_timestamp);
        Ok(frame.max_timestamp)
    }

    /// Largest timestamp so far and the last offset of its batch; (-1, base) when there is none.
    pub(crate) fn largest(&self) -> io::Result<TimestampOffset> {
        self.indexes.lock().largest(self.base)
    }

    /// The timestamp by which the segment is judged: its largest, or its last write's.
    pub(crate) fn largest_or_modified(&self) -> io::Result<i64> {
        match self.largest()?.timestamp {
            timestamp if timestamp >= 0 => Ok(timestamp),
            _ => self.data.disk().modified_ms(&self.data.path()),
        }
    }

    /// The first batch that ends at or behind `offset`, among those before position `end`.
    pub(crate) fn translate(&self, offset: Offset, end: u64) -> io::Result<Option<Frame>> {
        let start = self.indexes.lock().offset(self.base)?.lookup(offset)?.position;
        let mut scanner = Scanner::new(self.file()?, start.min(end), end, SMALL_CHUNK);
        loop {
            match scanner.step()? {
                Step::Frame(frame) if frame.last_offset >= offset => return Ok(Some(frame)),
                Step::Frame(_) => {}
                Step::End => return Ok(None),
                Step::Invalid(reason) => {
                    return Err(io::Error::new(
                        io::ErrorKind::InvalidData,
                        format!(
                            "{} at {}: {reason}",
                            self.data.path().display(),
                            scanner.position()
                        ),
                    ));
                }
            }
        }
    }

    /// First offset index entry at or behind a position.
    pub(crate) fn offset_at_or_after(&self, position: u64) -> io::Result<Option<Offset>> {
        let entry = self.indexes.lock().offset(self.base)?.at_or_after_position(position)?;
        Ok(entry.map(|entry| entry.offset))
    }

    /// The offset and the position behind the last whole batch. A tail that is no batch ends the search
    /// (and is left alone).
    pub(crate) fn next_offset(&self) -> io::Result<(Offset, u64)> {
        let last = self.indexes.lock().offset(self.base)?.last()?;
        let mut next = self.base;
        // An entry that cannot be right is not followed.
        let start = last.map_or(0, |last| last.position).min(self.size());
        let mut scanner = Scanner::new(self.file()?, start, self.size(), SMALL_CHUNK);
        loop {
            let position = scanner.position();
            let Step::Frame(frame) = scanner.step()? else { return Ok((next, position)) };
            next = frame.last_offset.next();
        }
    }

    /// A scanner over the batches from the one at or behind the largest time index entry before
    /// `timestamp` (and behind the last index entry before `from`).
    pub(crate) fn scan_from_time(
        &self,
        timestamp: i64,
        from: Offset,
        end: u64,
    ) -> io::Result<Scanner> {
        let position = {
            let mut indexes = self.indexes.lock();
            let entry = indexes.time(self.base)?.lookup(timestamp)?;
            indexes.offset(self.base)?.lookup(entry.offset.max(from))?.position
        };
        Ok(Scanner::new(self.file()?, position.min(end), end, SMALL_CHUNK))
    }

    /// A scanner from the last index entry at or before `offset`.
    pub(crate) fn scan_from(&self, offset: Offset, end: u64) -> io::Result<Scanner> {
        let position = self.indexes.lock().offset(self.base)?.lookup(offset)?.position;
        Ok(Scanner::new(self.file()?, position.min(end), end, LARGE_CHUNK))
    }

    /// A scanner over all of it.
    pub(crate) fn scan(&self) -> io::Result<Scanner> {
        Ok(Scanner::new(self.file()?, 0, self.size(), LARGE_CHUNK))
    }

    pub(crate) fn collect_aborted(
        &self,
        from: Offset,
        upper: Offset,
        found: &mut Vec<AbortedTxn>,
    ) -> io::Result<bool> {
        self.indexes.lock().txn()?.collect(from, upper, found)
    }

    /// Drops what is at and behind `offset`; the bytes dropped.
    pub(crate) fn truncate_to(&self, offset: Offset, now_ms: i64) -> io::Result<u64> {
        let size = self.size();
        let keep = self.translate(offset, size)?.map_or(size, |frame| frame.position);
        self.invalidate();
        self.mark_dirty();
        {
            let mut indexes = self.indexes.lock();
            indexes.offset(self.base)?.truncate_to(offset)?;
            indexes.time(self.base)?.truncate_to(offset)?;
            indexes.txn()?.truncate_to(offset)?;
            indexes.bytes_since_entry = 0;
        }
        self.file()?.set_len(keep)?;
        self.set_size(keep);
        let mut largest = self.indexes.lock().time(self.base)?.last()?;
        let mut scanner = self.scan_from(largest.offset, keep)?;
        while let Step::Frame(frame) = scanner.step()? {
            if frame.max_timestamp > largest.timestamp {
                largest =
                    TimestampOffset { timestamp: frame.max_timestamp, offset: frame.last_offset };
            }
        }
        let mut indexes = self.indexes.lock();
        indexes.largest = Some(largest);
        if keep == 0 {
            indexes.created_ms = now_ms;
            indexes.first_timestamp = None;
        }
        Ok(size - keep)
    }

    /// Takes note that everything of it, the indexes included, survives a power loss.
    pub(crate) fn note_synced(&self) {
        self.dirty.store(false, Ordering::Release);
        self.indexes_dirty.store(false, Ordering::Release);
    }

    /// Syncs the batches.
    pub(crate) fn sync_data(&self) -> io::Result<()> {
        if !self.dirty.swap(false, Ordering::AcqRel) {
            return Ok(());
        }
        let result = self.file().and_then(|file| file.sync_data());
        if result.is_err() {
            self.mark_dirty();
        }
        result
    }

    /// Gives the files names that say that they will be removed; the new paths.
    pub(crate) fn rename_deleted(&self) -> io::Result<Vec<std::path::PathBuf>> {
        let mut indexes = self.indexes.lock();
        indexes.removed = true;
        let mut renamed = Vec::new();
        for slot in indexes.slots.iter().chain([&self.data]) {
            let path = slot.path();
            let mut target = path.clone().into_os_string();
            target.push(DELETED_FILE);
            let target = std::path::PathBuf::from(target);
            match slot.disk().rename(&path, &target) {
                Ok(()) => renamed.push(target),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
            slot.close();
        }
        Ok(renamed)
    }

    /// Closes the files.
    pub(crate) fn close(&self) {
        self.data.close();
        for slot in &self.indexes.lock().slots {
            slot.close();
        }
    }
}

/// What decides whether records start a new segment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RollInput {
    /// Largest timestamp of the records.
    pub(crate) max_timestamp: i64,
    /// Offset of the last one.
    pub(crate) last_offset: Offset,
    pub(crate) now_ms: i64,
    /// Taken off `segment.ms`.
    pub(crate) jitter_ms: i64,
}

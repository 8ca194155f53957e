//! Opening a log: what is on disk becomes a log again.
//!
//! After a clean stop only names and sizes are looked at, and the tail of the last segment. After
//! anything else each segment from the recovery point on is read: every checksum, offsets in order,
//! indexes and producer state built anew, leader epochs completed. The log ends before the first byte
//! that does not fit; segments behind that go.
//!
//! Invariants: a batch that was synced is never cut (the recovery point is only ever behind what was
//! synced); nothing before the recovery point is cut.
//!
//! Source: cases O-REC-1; Kafka's loader. Deviations: where a whole number of batches is missing at
//! the end of a segment (its bytes were lost, those of the next segment not), the segments behind the
//! hole go, unless the topic is compacted, where holes are normal. A sealed segment with a damaged
//! batch is not cut when only its indexes are built again.

mod cleanup;
mod producers;

use std::{collections::BTreeSet, io, path::Path, sync::Arc};

use moldau_protocol::ids::{Offset, TopicId};

pub(crate) use cleanup::{remove_segment_files, remove_snapshots, remove_stray_snapshots};
pub(crate) use producers::{ProducerLoad, Rebuilt, rebuild_producers};

use crate::{
    disk::OpenMode,
    epochs::EpochCache,
    files::SharedDir,
    log::{Durable, Loaded, OpenLog},
    names::segment_file,
    partition_metadata,
    producer_state::{Origin, SNAPSHOT, encode_snapshot},
    scan::Step,
    segment::{Build, Folder, Segment},
};

/// A log that is being opened.
struct Loader<'a> {
    options: &'a OpenLog,
    dir: &'a SharedDir,
    folder: cleanup::Folder,
    /// The folder was made just now.
    created: bool,
    segments: Vec<Arc<Segment>>,
    snapshots: BTreeSet<Offset>,
    /// Snapshots that were written.
    unsynced_snapshots: Vec<Offset>,
    epochs: EpochCache,
    /// What the file of the epochs has.
    saved_epochs: EpochCache,
    /// After a crash nothing from here on is trusted.
    recover_from: Offset,
    topic_id: Option<TopicId>,
    /// What is on disk is believed.
    clean: bool,
}

/// What reading the end of a log found.
struct Recovered {
    state: Rebuilt,
    end: Offset,
}

pub(crate) fn load(options: &OpenLog, dir: &SharedDir) -> io::Result<Loaded> {
    let disk = &**options.files.disk();
    let path = &options.dir;
    let created = !disk.exists(path);
    if created {
        disk.create_dir_all(path)?;
        if let Some(id) = options.topic_id {
            partition_metadata::write_first(disk, path, id)?;
        }
        return Loader::new(options, dir, cleanup::Folder::default(), true).complete(None);
    }
    let mut loader = Loader::new(options, dir, cleanup::tidy(disk, path)?, false);
    let (epochs, epochs_sound) = match EpochCache::read(disk, path) {
        Ok(epochs) => (epochs, true),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            tracing::warn!(log = %options.partition, %error, "leader epochs are read from the log");
            (EpochCache::default(), false)
        }
        Err(error) => return Err(error),
    };
    loader.saved_epochs.clone_from(&epochs);
    loader.epochs = epochs;
    loader.topic_id = match partition_metadata::read(disk, path)? {
        Some(id) => Some(id),
        None => {
            match options.topic_id {
                Some(id) if options.clean => partition_metadata::write(disk, path, id)?,
                Some(id) => partition_metadata::write_first(disk, path, id)?,
                None => {}
            }
            options.topic_id
        }
    };
    loader.clean = options.clean && epochs_sound;
    if !epochs_sound {
        loader.recover_from = Offset::ZERO;
    }
    loader.rebuild_missing_indexes()?;
    let recovered = if loader.clean { None } else { Some(loader.recover()?) };
    loader.complete(recovered)
}

impl<'a> Loader<'a> {
    fn new(
        options: &'a OpenLog,
        dir: &'a SharedDir,
        folder: cleanup::Folder,
        created: bool,
    ) -> Self {
        let open = |(base, len): (&Offset, &u64)| {
            Arc::new(Segment::open(&options.files, dir, *base, *len, options.now_ms))
        };
        Self {
            options,
            dir,
            created,
            segments: folder.logs.iter().map(open).collect(),
            snapshots: folder.snapshots.clone(),
            folder,
            unsynced_snapshots: Vec::new(),
            epochs: EpochCache::default(),
            saved_epochs: EpochCache::default(),
            recover_from: options.recovery_point,
            topic_id: options.topic_id,
            clean: false,
        }
    }

    fn path(&self) -> &Path {
        &self.options.dir
    }

    fn producer_load(&self) -> ProducerLoad<'_> {
        ProducerLoad {
            disk: &**self.options.files.disk(),
            dir: &self.options.dir,
            partition: &self.options.partition,
            config: &self.options.config,
            now_ms: self.options.now_ms,
        }
    }

    /// Builds indexes that are not there, or that cannot be right.
    fn rebuild_missing_indexes(&mut self) -> io::Result<()> {
        for index in 0..self.segments.len() {
            let segment = Arc::clone(&self.segments[index]);
            if !self.clean && index >= self.recovery_start() {
                // Will be read from end to end anyway.
                continue;
            }
            let sane = self.folder.indexes_look_whole(segment.base())
                && (self.clean || segment.indexes_sane()?);
            if sane {
                continue;
            }
            tracing::warn!(
                log = %self.options.partition,
                segment = segment.base().0,
                "indexes are missing or damaged and are built again"
            );
            let mut state = self.producers_before(index)?;
            let last = index + 1 == self.segments.len();
            let check = if last { Check::Structure } else { Check::IndexOnly };
            self.scan_segment(&segment, &mut state, check, Build::Aside)?;
        }
        Ok(())
    }

    /// The segment that has the recovery point, from which on nothing is trusted.
    fn recovery_start(&self) -> usize {
        let point = self.recover_from;
        self.segments.partition_point(|segment| segment.base() <= point).saturating_sub(1)
    }

    /// Producer state as of the base of a segment.
    fn producers_before(&mut self, index: usize) -> io::Result<Rebuilt> {
        let base = self.segments[index].base();
        // The snapshots stay as they are: this state is for one segment.
        let mut snapshots = self.snapshots.range(..=base).copied().collect();
        producers::replay(
            &self.producer_load(),
            &self.segments[..index],
            &mut snapshots,
            self.options.log_start,
            base,
        )
    }

    /// Reads the segments from the one that has the recovery point on.
    fn recover(&mut self) -> io::Result<Recovered> {
        let first = self.recovery_start();
        if self.segments.is_empty() {
            return Ok(Recovered { state: Rebuilt::default(), end: self.options.log_start });
        }
        let base = self.segments[first].base();
        let (disk, dir) = (&**self.options.files.disk(), self.options.dir.as_path());
        cleanup::remove_snapshots(disk, dir, &mut self.snapshots, |offset| offset > base)?;
        let mut state = self.producers_before(first)?;
        let mut index = first;
        let mut end = base;
        while index < self.segments.len() {
            let segment = Arc::clone(&self.segments[index]);
            let hole = segment.base() < end
                || (segment.base() > end && !self.options.config.compact && index > first);
            if hole {
                break;
            }
            if index > first {
                state.producers.set_end(segment.base());
                self.write_snapshot(&state)?;
            }
            let build = if self.folder.has_txn_index(segment.base()) {
                Build::InPlaceTxns
            } else {
                Build::InPlace
            };
            let scanned = self.scan_segment(&segment, &mut state, Check::Checksums, build)?;
            end = scanned.next;
            index += 1;
            if scanned.cut > 0 {
                break;
            }
        }
        state.producers.set_end(end);
        self.drop_segments_from(index)?;
        Ok(Recovered { state, end })
    }

    fn drop_segments_from(&mut self, index: usize) -> io::Result<()> {
        for segment in self.segments.drain(index..).rev() {
            tracing::warn!(
                log = %self.options.partition,
                segment = segment.base().0,
                bytes = segment.size(),
                "segment behind the end of what can be recovered is removed"
            );
            segment.close();
            cleanup::remove_segment_files(
                &**self.options.files.disk(),
                &self.options.dir,
                segment.base(),
            )?;
        }
        Ok(())
    }

    /// Reads a segment and builds its indexes; cuts it at the first byte that does not fit.
    fn scan_segment(
        &mut self,
        segment: &Arc<Segment>,
        state: &mut Rebuilt,
        check: Check,
        build: Build,
    ) -> io::Result<Scanned> {
        segment.start_build(build)?;
        let interval = self.options.config.index_interval_bytes;
        let mut scanner = segment.scan()?;
        let mut next = segment.base();
        let mut reason = None;
        let valid = loop {
            let position = scanner.position();
            let frame = match scanner.step()? {
                Step::Frame(frame) => frame,
                Step::End => break position,
                Step::Invalid(why) => {
                    reason = Some(why);
                    break position;
                }
            };
            // The first offset inside an old message set is not in its header.
            let first = if frame.header.is_some() { frame.base_offset } else { frame.last_offset };
            if first < next || frame.last_offset.0 - segment.base().0 > i64::from(i32::MAX) {
                reason = Some("offsets out of order");
                break position;
            }
            if check == Check::Checksums && !scanner.checksum_ok(&frame)? {
                reason = Some("wrong checksum");
                break position;
            }
            let size = u64::from(frame.size);
            segment.note(position, size, frame.last_offset, frame.max_timestamp, interval)?;
            if self.epochs.latest().is_none_or(|latest| frame.leader_epoch > latest.epoch) {
                self.epochs.assign(frame.leader_epoch, frame.base_offset);
            }
            producers::apply_frame(
                state,
                &mut scanner,
                &frame,
                Origin::Replication,
                &self.options.config,
                |aborted| segment.append_aborted(aborted),
            )?;
            next = frame.last_offset.next();
        };
        let cut = segment.size() - valid;
        if cut > 0 {
            let reason = reason.unwrap_or("no batch");
            tracing::warn!(
                log = %self.options.partition,
                segment = segment.base().0,
                position = valid,
                bytes = cut,
                reason,
                "segment ends with bytes that are no valid batch"
            );
            if check != Check::IndexOnly {
                segment.file()?.set_len(valid)?;
                segment.set_size(valid);
            }
        }
        segment.mark_dirty();
        let active = self.segments.last().is_some_and(|last| Arc::ptr_eq(last, segment));
        if active && build != Build::Aside {
            if !self.folder.has_indexes(segment.base()) {
                segment.make_index_files()?;
            }
        } else {
            segment.finish_build()?;
        }
        Ok(Scanned { next, cut })
    }

    /// Writes the producer state at the base of a segment, which was taken away before. Half of it
    /// is recognised by its checksum.
    fn write_snapshot(&mut self, state: &Rebuilt) -> io::Result<()> {
        let offset = state.producers.end();
        let path = self.path().join(segment_file(offset, SNAPSHOT));
        let file = self.options.files.disk().open(&path, OpenMode::Truncate)?;
        file.write_all_at(&encode_snapshot(state.producers.entries()), 0)?;
        self.snapshots.insert(offset);
        self.unsynced_snapshots.push(offset);
        Ok(())
    }

    fn complete(mut self, recovered: Option<Recovered>) -> io::Result<Loaded> {
        let mut log_end = match (&recovered, self.segments.last()) {
            (_, None) => self.options.log_start,
            (Some(recovered), Some(_)) => recovered.end,
            (None, Some(last)) => self.end_of(last)?,
        };
        if log_end < self.options.log_start {
            tracing::warn!(
                log = %self.options.partition,
                log_end = log_end.0,
                log_start = self.options.log_start.0,
                "log ends before its start and begins anew there"
            );
            self.drop_segments_from(0)?;
            self.epochs.clear();
            log_end = self.options.log_start;
        }
        if self.segments.is_empty() {
            let (files, now_ms) = (&self.options.files, self.options.now_ms);
            let folder = if self.created { Folder::New } else { Folder::Used };
            let segment = Segment::create(files, self.dir, log_end, now_ms, folder)?;
            self.segments.push(Arc::new(segment));
        }
        let log_start = self.options.log_start.max(self.segments[0].base());
        self.complete_epochs(log_start, log_end)?;
        let disk = &**self.options.files.disk();
        let bases: BTreeSet<Offset> = self.segments.iter().map(|segment| segment.base()).collect();
        cleanup::remove_stray_snapshots(
            disk,
            &self.options.dir,
            &mut self.snapshots,
            &bases,
            log_end,
        )?;
        let mut state = match recovered.map(|recovered| recovered.state) {
            Some(state) if state.producers.end() == log_end || state.is_at(log_end) => state,
            _ => {
                let mut snapshots = std::mem::take(&mut self.snapshots);
                let state = producers::rebuild(
                    &self.producer_load(),
                    &self.segments,
                    &mut snapshots,
                    log_start,
                    log_end,
                    self.clean,
                );
                self.snapshots = snapshots;
                state?
            }
        };
        state.producers.set_end(log_end);
        let recovery_point =
            if self.clean { log_end } else { self.options.recovery_point.min(log_end) };
        let durable =
            if self.clean { Durable::ButNames } else { Durable::No(self.unsynced_snapshots) };
        Ok(Loaded {
            segments: self.segments,
            producers: state.producers,
            txns: state.txns,
            snapshots: self.snapshots,
            epochs: self.epochs,
            saved_epochs: self.saved_epochs,
            log_start,
            log_end,
            recovery_point,
            topic_id: self.topic_id,
            durable,
        })
    }

    /// Fits the epochs to the log. Their file is written only where it knows of records that are not
    /// there: the rest can wait, see `epoch_file.rs`.
    fn complete_epochs(&mut self, log_start: Offset, log_end: Offset) -> io::Result<()> {
        let beyond = self.saved_epochs.latest().is_some_and(|latest| latest.start > log_end);
        self.epochs.truncate_from_end(log_end);
        self.epochs.truncate_from_start(log_start);
        if beyond {
            self.epochs.write(&**self.options.files.disk(), &self.options.dir)?;
            self.saved_epochs.clone_from(&self.epochs);
        }
        Ok(())
    }

    /// The offset behind the last batch; bytes behind that batch are cut, or the next append would
    /// come behind them.
    fn end_of(&self, last: &Segment) -> io::Result<Offset> {
        let (next, position) = last.next_offset()?;
        if position < last.size() {
            tracing::warn!(
                log = %self.options.partition,
                bytes = last.size() - position,
                "log ends with bytes that are no batch"
            );
            last.file()?.set_len(position)?;
            last.set_size(position);
            last.mark_dirty();
        }
        Ok(next)
    }
}

/// How much of a segment is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Check {
    /// All of it.
    Checksums,
    /// Headers, so that the log can go on behind the last whole batch.
    Structure,
    /// Headers, and nothing is cut.
    IndexOnly,
}

struct Scanned {
    /// Offset behind the last batch.
    next: Offset,
    /// Bytes that did not fit.
    cut: u64,
}

#[cfg(test)]
mod golden;
#[cfg(test)]
mod tests;

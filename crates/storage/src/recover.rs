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

use moldau_protocol::ids::Offset;

pub(crate) use cleanup::{remove_segment_files, remove_snapshots, remove_stray_snapshots};
pub(crate) use producers::{ProducerLoad, Rebuilt, rebuild_producers};

use crate::{
    disk::replace_file,
    epochs::EpochCache,
    files::SharedDir,
    log::{Loaded, OpenLog},
    names::segment_file,
    partition_metadata,
    producer_state::{Origin, SNAPSHOT, encode_snapshot},
    scan::Step,
    segment::{Build, Segment},
};

/// A log that is being opened.
struct Loader<'a> {
    options: &'a OpenLog,
    dir: &'a SharedDir,
    segments: Vec<Arc<Segment>>,
    snapshots: BTreeSet<Offset>,
    epochs: EpochCache,
    epochs_changed: bool,
    /// After a crash nothing from here on is trusted.
    recover_from: Offset,
}

pub(crate) fn load(options: &OpenLog, dir: &SharedDir) -> io::Result<Loaded> {
    let disk = &**options.files.disk();
    let path = &options.dir;
    let created = !disk.exists(path);
    if created {
        disk.create_dir_all(path)?;
    }
    let folder = cleanup::tidy(disk, path)?;
    let (epochs, epochs_sound) = match EpochCache::read(disk, path) {
        Ok(epochs) => (epochs, true),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            tracing::warn!(log = %options.partition, %error, "leader epochs are read from the log");
            (EpochCache::default(), false)
        }
        Err(error) => return Err(error),
    };
    let topic_id = match partition_metadata::read(disk, path)? {
        Some(id) => Some(id),
        None => {
            if let Some(id) = options.topic_id {
                partition_metadata::write_first(disk, path, id)?;
            }
            options.topic_id
        }
    };
    let open = |(base, len): (&Offset, &u64)| {
        Arc::new(Segment::open(&options.files, dir, *base, *len, options.now_ms))
    };
    let mut loader = Loader {
        options,
        dir,
        segments: folder.logs.iter().map(open).collect(),
        snapshots: folder.snapshots.clone(),
        epochs,
        epochs_changed: false,
        recover_from: options.recovery_point,
    };
    let clean = options.clean && epochs_sound;
    if !epochs_sound {
        loader.recover_from = Offset::ZERO;
    }
    loader.rebuild_missing_indexes(&folder, clean)?;
    let recovered = if clean { None } else { Some(loader.recover()?) };
    let loaded = loader.complete(recovered, clean, topic_id)?;
    Ok(Loaded { created, ..loaded })
}

impl Loader<'_> {
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
    fn rebuild_missing_indexes(&mut self, folder: &cleanup::Folder, clean: bool) -> io::Result<()> {
        for index in 0..self.segments.len() {
            let segment = Arc::clone(&self.segments[index]);
            if !clean && index >= self.recovery_start() {
                // Will be read from end to end anyway.
                continue;
            }
            let sane =
                folder.indexes_look_whole(segment.base()) && (clean || segment.indexes_sane()?);
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

    /// Reads the segments from the one that has the recovery point on; the producer state at the end.
    fn recover(&mut self) -> io::Result<Rebuilt> {
        let first = self.recovery_start();
        if self.segments.is_empty() {
            return Ok(Rebuilt::default());
        }
        let base = self.segments[first].base();
        let (disk, dir) = (&**self.options.files.disk(), self.options.dir.as_path());
        cleanup::remove_snapshots(disk, dir, &mut self.snapshots, |offset| offset > base)?;
        let mut state = self.producers_before(first)?;
        let mut index = first;
        let mut expected = base;
        while index < self.segments.len() {
            let segment = Arc::clone(&self.segments[index]);
            let hole = segment.base() < expected
                || (segment.base() > expected && !self.options.config.compact && index > first);
            if hole {
                break;
            }
            if index > first {
                self.write_snapshot(&state)?;
            }
            let scanned =
                self.scan_segment(&segment, &mut state, Check::Checksums, Build::InPlace)?;
            expected = scanned.next;
            index += 1;
            if scanned.cut > 0 {
                break;
            }
            state.producers.set_end(expected);
        }
        self.drop_segments_from(index)?;
        Ok(state)
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
                self.epochs_changed |= self.epochs.assign(frame.leader_epoch, frame.base_offset);
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
        segment.finish_build()?;
        Ok(Scanned { next, cut })
    }

    fn write_snapshot(&mut self, state: &Rebuilt) -> io::Result<()> {
        let offset = state.producers.end();
        let path = self.path().join(segment_file(offset, SNAPSHOT));
        let bytes = encode_snapshot(state.producers.entries());
        replace_file(&**self.options.files.disk(), &path, &bytes)?;
        self.snapshots.insert(offset);
        Ok(())
    }

    fn complete(
        mut self,
        recovered: Option<Rebuilt>,
        clean: bool,
        topic_id: Option<moldau_protocol::ids::TopicId>,
    ) -> io::Result<Loaded> {
        let mut log_end = match self.segments.last() {
            Some(last) => self.end_of(last)?,
            None => self.options.log_start,
        };
        if log_end < self.options.log_start {
            tracing::warn!(
                log = %self.options.partition,
                log_end = log_end.0,
                log_start = self.options.log_start.0,
                "log ends before its start and begins anew there"
            );
            self.drop_segments_from(0)?;
            self.epochs_changed |= self.epochs.clear();
            log_end = self.options.log_start;
        }
        if self.segments.is_empty() {
            let (files, now_ms) = (&self.options.files, self.options.now_ms);
            self.segments.push(Arc::new(Segment::create(files, self.dir, log_end, now_ms)?));
        }
        let log_start = self.options.log_start.max(self.segments[0].base());
        self.epochs_changed |= self.epochs.truncate_from_end(log_end);
        self.epochs_changed |= self.epochs.truncate_from_start(log_start);
        let disk = &**self.options.files.disk();
        if self.epochs_changed {
            self.epochs.write(disk, &self.options.dir)?;
        }
        let bases: BTreeSet<Offset> = self.segments.iter().map(|segment| segment.base()).collect();
        cleanup::remove_stray_snapshots(
            disk,
            &self.options.dir,
            &mut self.snapshots,
            &bases,
            log_end,
        )?;
        let mut state = match recovered {
            Some(state) if state.producers.end() == log_end || state.is_at(log_end) => state,
            _ => {
                let mut snapshots = std::mem::take(&mut self.snapshots);
                let state = producers::rebuild(
                    &self.producer_load(),
                    &self.segments,
                    &mut snapshots,
                    log_start,
                    log_end,
                    clean,
                );
                self.snapshots = snapshots;
                state?
            }
        };
        state.producers.set_end(log_end);
        let recovery_point = if clean { log_end } else { self.options.recovery_point.min(log_end) };
        if !clean && self.snapshots.last().is_none_or(|last| *last < log_end) && log_end > log_start
        {
            self.write_snapshot(&state)?;
        }
        Ok(Loaded {
            segments: self.segments,
            producers: state.producers,
            txns: state.txns,
            snapshots: self.snapshots,
            epochs: self.epochs,
            log_start,
            log_end,
            recovery_point,
            topic_id,
            created: false,
        })
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

//! Appending to a log, and rolling its segments.
//!
//! A group of appends becomes one write: each is judged and stamped in turn, the bytes of all that
//! passed go out together, and only then do producer state, indexes and the end of the log move. A
//! write that fails is undone, so that the file and the state stay equal; all appends of that write
//! fail then.
//!
//! Tests: `log/tests.rs`.

use std::{
    io::{self, IoSlice},
    sync::{Arc, atomic::Ordering},
};

use bytes::BytesMut;
use moldau_protocol::{
    ids::{LeaderEpoch, Offset},
    records::{BatchHeader, TimestampType, ValidBatches},
};

use crate::{
    config::LogConfig,
    error::AppendError,
    log::{PartitionLog, Writer},
    producer_state::{Origin, Verdict},
    scan,
    segment::{Folder, RollInput, Segment},
    txn_index::AbortedTxn,
};

/// Records on their way into a log.
#[derive(Debug)]
pub struct Append {
    /// The batches; offsets and epoch are stamped by the log.
    pub batches: ValidBatches,
    /// Where they come from.
    pub origin: Origin,
    /// Epoch of this leader.
    pub leader_epoch: LeaderEpoch,
}

/// Where records are in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AppendInfo {
    /// Offset of the first record.
    pub first_offset: Offset,
    /// Offset of the last record.
    pub last_offset: Offset,
    /// Time for the answer to the producer: the broker's with LogAppendTime, that of the stored
    /// batch for a repeat, else -1.
    pub log_append_time: i64,
    /// First offset of the log.
    pub log_start_offset: Offset,
    /// Whether the records were there already; nothing was written then.
    pub duplicate: bool,
}

/// What waits to be written to the active segment.
struct Run {
    segment: Arc<Segment>,
    /// Where the bytes go.
    position: u64,
    bytes: u64,
    /// Largest timestamp of the first batch.
    first_timestamp: i64,
    next: Offset,
    /// Appends whose bytes wait.
    fresh: Vec<usize>,
    /// Appends whose answer depends on this write, repeats of what waits included.
    members: Vec<usize>,
}

impl PartitionLog {
    /// Appends as leader: checks the producer, stamps offsets and epoch, writes. See
    /// [`PartitionLog::append_group`].
    ///
    /// # Errors
    /// As [`AppendError`] says; the log is as before then.
    pub fn append(&self, append: Append, now_ms: i64) -> Result<AppendInfo, AppendError> {
        let mut group = [append];
        self.append_group(&mut group, now_ms).pop().unwrap_or(Err(AppendError::Closed))
    }

    /// Appends as leader, in order, with as few writes as possible (one, unless a segment is rolled
    /// in between); one result for each. Nothing is synced. An append that is refused does not keep
    /// the ones after it from being written. The listener is told once, at the end.
    pub fn append_group(
        &self,
        group: &mut [Append],
        now_ms: i64,
    ) -> Vec<Result<AppendInfo, AppendError>> {
        let before = self.log_end_offset();
        let results = {
            let mut writer = self.writer.lock();
            match self.check_usable() {
                Ok(()) => self.append_locked(&mut writer, group, now_ms),
                Err(error) => group.iter().map(|_| Err(error.clone())).collect(),
            }
        };
        if self.log_end_offset() != before {
            self.tell_listener();
        }
        results
    }

    fn append_locked(
        &self,
        writer: &mut Writer,
        group: &mut [Append],
        now_ms: i64,
    ) -> Vec<Result<AppendInfo, AppendError>> {
        let config = self.config();
        let mut run = self.start_run();
        let mut results = Vec::with_capacity(group.len());
        for index in 0..group.len() {
            let (done, rest) = group.split_at_mut(index);
            let append = &mut rest[0];
            let bytes = append.batches.size() as u64;
            let fits = self.fits(&config, append).and_then(|()| {
                let header = (append.batches.max_timestamp().0, append.batches.offset_count());
                self.needs_roll(&config, &run, bytes, header, now_ms)
            });
            let staged = match fits {
                Ok(false) => Ok(()),
                Ok(true) => {
                    self.write_run(writer, &config, &mut run, done, &mut results);
                    self.roll_locked(writer, now_ms).map(|()| run = self.start_run())
                }
                Err(error) => Err(error),
            };
            let result = staged.and_then(|()| self.stage(writer, &config, &mut run, append));
            if let Ok(info) = &result {
                run.members.push(index);
                if !info.duplicate && bytes > 0 {
                    run.fresh.push(index);
                    if run.bytes == 0 {
                        run.first_timestamp = append.batches.headers()[0].1.max_timestamp;
                    }
                    run.bytes += bytes;
                    run.next = info.last_offset.next();
                }
            }
            results.push(result);
        }
        self.write_run(writer, &config, &mut run, group, &mut results);
        results
    }

    fn start_run(&self) -> Run {
        let segment = self.active_segment();
        Run {
            position: segment.size(),
            segment,
            bytes: 0,
            first_timestamp: -1,
            next: self.log_end_offset(),
            fresh: Vec::new(),
            members: Vec::new(),
        }
    }

    fn fits(&self, config: &LogConfig, append: &Append) -> Result<(), AppendError> {
        let size = append.batches.size();
        if size as u64 > u64::from(config.segment_bytes) {
            return Err(AppendError::TooLarge { size, limit: config.segment_bytes });
        }
        Ok(())
    }

    fn needs_roll(
        &self,
        config: &LogConfig,
        run: &Run,
        bytes: u64,
        (max_timestamp, count): (i64, i64),
        now_ms: i64,
    ) -> Result<bool, AppendError> {
        if bytes == 0 {
            return Ok(false);
        }
        let pending = (run.bytes > 0).then_some((run.bytes, run.first_timestamp));
        let records = RollInput {
            max_timestamp,
            last_offset: run.next.plus(count - 1),
            now_ms,
            jitter_ms: self.jitter_ms(config, run.segment.base()),
        };
        run.segment
            .should_roll(config, bytes, &records, pending)
            .map_err(|error| self.io_failed(error))
    }

    /// What is taken off `segment.ms` for a segment: the same at each look, another for each one.
    fn jitter_ms(&self, config: &LogConfig, base: Offset) -> i64 {
        let bound = config.segment_jitter_ms.min(config.segment_ms);
        if bound <= 0 {
            return 0;
        }
        let seed = format!("{}/{base}", self.partition);
        let hash = crc_fast::checksum(crc_fast::CrcAlgorithm::Crc32Iscsi, seed.as_bytes());
        (hash % bound.unsigned_abs()) as i64
    }

    /// Stamps an append, judges it, and stages what it changes.
    fn stage(
        &self,
        writer: &mut Writer,
        config: &LogConfig,
        run: &mut Run,
        append: &mut Append,
    ) -> Result<AppendInfo, AppendError> {
        let log_start_offset = self.log_start_offset();
        if append.batches.is_empty() {
            return Ok(AppendInfo {
                first_offset: Offset::NONE,
                last_offset: Offset::NONE,
                log_append_time: -1,
                log_start_offset,
                duplicate: false,
            });
        }
        append.batches.assign(run.next, append.leader_epoch);
        if let Some(found) = self.judge(writer, &append.batches, append.origin)? {
            return Ok(AppendInfo {
                first_offset: found.first_offset(),
                last_offset: found.last_offset,
                log_append_time: found.timestamp,
                log_start_offset,
                duplicate: true,
            });
        }
        let stamped = config.message_timestamp_type == TimestampType::LogAppendTime;
        self.note_epoch(append.leader_epoch, run.next);
        Ok(AppendInfo {
            first_offset: append.batches.first_offset(),
            last_offset: append.batches.last_offset(),
            log_append_time: if stamped { append.batches.max_timestamp().0 } else { -1 },
            log_start_offset,
            duplicate: false,
        })
    }

    /// Judges all batches of an append; the stored one when they are a repeat. Nothing stays staged
    /// when one of them is refused.
    fn judge(
        &self,
        writer: &mut Writer,
        batches: &ValidBatches,
        origin: Origin,
    ) -> Result<Option<crate::BatchMark>, AppendError> {
        let headers = batches.headers();
        let undo = (headers.len() > 1 && headers.iter().any(|(_, header)| header.has_producer()))
            .then(|| writer.producers.staged());
        for (position, header) in headers {
            let marker = header
                .attributes
                .is_control()
                .then(|| scan::end_marker(&batches.bytes()[*position..]))
                .flatten();
            match writer.producers.check(header, marker, origin) {
                Ok(Verdict::Fresh) => {}
                Ok(Verdict::Duplicate(found)) => return Ok(Some(found)),
                Err(error) => {
                    if let Some(undo) = undo {
                        writer.producers.restore_staged(undo);
                    }
                    return Err(error.into());
                }
            }
        }
        Ok(None)
    }

    /// Writes what waits and makes it part of the log, or fails the appends it belongs to.
    fn write_run(
        &self,
        writer: &mut Writer,
        config: &LogConfig,
        run: &mut Run,
        group: &[Append],
        results: &mut [Result<AppendInfo, AppendError>],
    ) {
        if run.bytes > 0 {
            let slices: Vec<IoSlice<'_>> =
                run.fresh.iter().map(|&index| IoSlice::new(group[index].batches.bytes())).collect();
            let headers = run.fresh.iter().flat_map(|&index| group[index].batches.headers());
            let headers: Vec<BatchHeader> = headers.map(|(_, header)| *header).collect();
            let written =
                self.write_batches(writer, config, &run.segment, run.position, &slices, &headers);
            if let Err(error) = written {
                for &index in &run.members {
                    results[index] = Err(error.clone());
                }
            }
        }
        *run = self.start_run();
    }

    /// Writes stamped batches at the end of the active segment and moves everything on.
    fn write_batches(
        &self,
        writer: &mut Writer,
        config: &LogConfig,
        segment: &Segment,
        position: u64,
        slices: &[IoSlice<'_>],
        headers: &[BatchHeader],
    ) -> Result<(), AppendError> {
        let written = segment.file().and_then(|file| file.write_all_vectored_at(slices, position));
        if let Err(error) = written {
            writer.producers.discard();
            let undone = segment.file().and_then(|file| file.set_len(position));
            let failed = self.io_failed(error);
            return match undone {
                Ok(()) => Err(failed),
                Err(error) => {
                    // Bytes may be left behind the end that nobody will cut: no more appends here.
                    self.health.fail(&error);
                    Err(AppendError::Io(Arc::new(error)))
                }
            };
        }
        segment.mark_dirty();
        let end =
            headers.last().map_or(self.log_end_offset(), |header| header.last_offset().next());
        let mut at = position;
        for header in headers {
            if let Err(error) = segment.note_batch(at, header, config.index_interval_bytes) {
                self.io_failed(error);
            }
            at += header.size() as u64;
        }
        segment.set_size(at);
        self.commit_producers(writer, segment, end, config.max_producers);
        let records: i64 = headers.iter().map(|header| i64::from(header.record_count.max(0))).sum();
        writer.unflushed = writer.unflushed.saturating_add(records);
        self.publish_end(end, segment.base(), at);
        Ok(())
    }

    fn commit_producers(&self, writer: &mut Writer, segment: &Segment, end: Offset, max: usize) {
        let changes = writer.producers.commit(end, max);
        if changes.is_empty() {
            return;
        }
        let mut txns = self.txns.lock();
        for change in &changes {
            let Some((txn, last_stable_offset)) = txns.apply(change) else { continue };
            let aborted = AbortedTxn {
                producer_id: txn.producer_id,
                first_offset: txn.first_offset,
                last_offset: txn.last_offset,
                last_stable_offset,
            };
            if let Err(error) = segment.append_aborted(&aborted) {
                self.io_failed(error);
            }
        }
    }

    /// Appends batches that a leader stamped, as they are. They must start at or behind the end of
    /// the log (a gap is what compaction leaves) and their offsets must grow.
    ///
    /// # Errors
    /// As [`AppendError`] says; the log is as before then.
    pub fn append_as_follower(
        &self,
        bytes: BytesMut,
        now_ms: i64,
    ) -> Result<AppendInfo, AppendError> {
        let batches = ValidBatches::trusted(bytes).map_err(|_| AppendError::OffsetsOutOfOrder)?;
        let result = {
            let mut writer = self.writer.lock();
            self.check_usable()?;
            self.append_follower_locked(&mut writer, &batches, now_ms)
        };
        if result.is_ok() && !batches.is_empty() {
            self.tell_listener();
        }
        result
    }

    fn append_follower_locked(
        &self,
        writer: &mut Writer,
        batches: &ValidBatches,
        now_ms: i64,
    ) -> Result<AppendInfo, AppendError> {
        let config = self.config();
        let info = AppendInfo {
            first_offset: batches.first_offset(),
            last_offset: batches.last_offset(),
            log_append_time: -1,
            log_start_offset: self.log_start_offset(),
            duplicate: false,
        };
        if batches.is_empty() {
            return Ok(info);
        }
        let log_end = self.log_end_offset();
        if batches.first_offset() < log_end {
            return Err(AppendError::UnexpectedOffset { first: batches.first_offset(), log_end });
        }
        let headers: Vec<BatchHeader> =
            batches.headers().iter().map(|(_, header)| *header).collect();
        if headers.windows(2).any(|pair| pair[1].base_offset <= pair[0].last_offset()) {
            return Err(AppendError::OffsetsOutOfOrder);
        }
        let size = batches.size();
        if size as u64 > u64::from(config.segment_bytes) && headers.len() > 1 {
            return Err(AppendError::TooLarge { size, limit: config.segment_bytes });
        }
        let mut run = self.start_run();
        // Counted from the end of the log, so that a gap in front of the batches counts as well.
        let span = batches.last_offset().0 - log_end.0 + 1;
        let header = (batches.max_timestamp().0, span);
        if self.needs_roll(&config, &run, size as u64, header, now_ms)? {
            self.roll_at(writer, batches.first_offset(), now_ms)?;
            run = self.start_run();
        }
        for header in &headers {
            self.note_epoch(header.leader_epoch, header.base_offset);
        }
        self.judge(writer, batches, Origin::Replication)?;
        let slices = [IoSlice::new(batches.bytes())];
        self.write_batches(writer, &config, &run.segment, run.position, &slices, &headers)?;
        Ok(info)
    }

    /// Starts a new segment at the end of the log. Nothing happens when the active one is empty.
    ///
    /// # Errors
    /// As [`AppendError`] says; the log is as before then.
    pub fn roll(&self, now_ms: i64) -> Result<(), AppendError> {
        let mut writer = self.writer.lock();
        self.check_usable()?;
        self.roll_locked(&mut writer, now_ms)
    }

    pub(crate) fn roll_locked(&self, writer: &mut Writer, now_ms: i64) -> Result<(), AppendError> {
        self.roll_at(writer, self.log_end_offset(), now_ms)
    }

    fn roll_at(&self, writer: &mut Writer, base: Offset, now_ms: i64) -> Result<(), AppendError> {
        let active = self.active_segment();
        if active.size() == 0 && active.base() == base {
            return Ok(());
        }
        self.try_roll(writer, &active, base, now_ms).map_err(|error| self.io_failed(error))
    }

    fn try_roll(
        &self,
        writer: &mut Writer,
        active: &Segment,
        base: Offset,
        now_ms: i64,
    ) -> io::Result<()> {
        active.finish()?;
        writer.producers.set_end(base);
        self.take_snapshot(writer)?;
        let segment = match Segment::create(&self.files, &self.dir, base, now_ms, Folder::Used) {
            Ok(segment) => segment,
            Err(error) => {
                drop(crate::recover::remove_segment_files(self.disk(), &self.dir.read(), base));
                return Err(error);
            }
        };
        self.segments.write().push(Arc::new(segment));
        self.dir_dirty.store(true, Ordering::Release);
        self.publish_end(self.log_end_offset(), base, 0);
        tracing::debug!(log = %self.partition, base = base.0, "rolled a new segment");
        Ok(())
    }
}

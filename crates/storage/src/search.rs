//! Searching a log by time.
//!
//! The answer is a record, not a batch: where the batch that must have it is found, its records are
//! walked, decompressed if need be.

use std::io;

use moldau_protocol::{
    ids::{LeaderEpoch, Offset},
    records::{Batches, RecordIter, payload, timestamp_of},
};

use crate::{
    error::ReadError,
    log::PartitionLog,
    scan::{Frame, Scanner, Step},
};

/// A record found by time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimestampedOffset {
    /// Its offset.
    pub offset: Offset,
    /// Its time; -1 for a bound of the log.
    pub timestamp: i64,
    /// Epoch of the leader that wrote it.
    pub leader_epoch: Option<LeaderEpoch>,
}

fn known(epoch: LeaderEpoch) -> Option<LeaderEpoch> {
    (epoch.0 >= 0).then_some(epoch)
}

impl PartitionLog {
    /// The start of the log, as ListOffsets answers -2.
    #[must_use]
    pub fn earliest_offset(&self) -> TimestampedOffset {
        let offset = self.log_start_offset();
        let earliest = self.epochs.read().earliest().filter(|entry| entry.start <= offset);
        TimestampedOffset { offset, timestamp: -1, leader_epoch: earliest.map(|entry| entry.epoch) }
    }

    /// The end of what may be read, as ListOffsets answers -1.
    #[must_use]
    pub fn latest_offset(&self, upper: Offset) -> TimestampedOffset {
        TimestampedOffset { offset: upper, timestamp: -1, leader_epoch: self.latest_epoch() }
    }

    /// The first record, by offset, whose time is at or after `timestamp` and whose offset is before
    /// `upper`.
    ///
    /// # Errors
    /// The error of the system.
    pub fn offset_for_timestamp(
        &self,
        timestamp: i64,
        upper: Offset,
    ) -> Result<Option<TimestampedOffset>, ReadError> {
        let found = self.retry(|| self.search(timestamp))?;
        Ok(found.filter(|found| found.offset < upper))
    }

    fn search(&self, timestamp: i64) -> io::Result<Option<TimestampedOffset>> {
        let log_start = self.log_start_offset();
        let segments = self.segments.read().clone();
        for segment in segments {
            if segment.largest_or_modified()? < timestamp {
                continue;
            }
            let mut scanner = segment.scan_from_time(timestamp, log_start, segment.size())?;
            while let Step::Frame(frame) = scanner.step()? {
                if frame.max_timestamp < timestamp || frame.last_offset < log_start {
                    continue;
                }
                let found = first_record(&mut scanner, &frame, |offset, time| {
                    time >= timestamp && offset >= log_start
                })?;
                if found.is_some() {
                    return Ok(found);
                }
            }
            // Its late records are all before the log start. (Kafka gives up here.)
        }
        Ok(None)
    }

    /// The first record that has the largest time in the log, as ListOffsets answers -3; none when
    /// no record has a time, or when it is not before `upper`.
    ///
    /// # Errors
    /// The error of the system.
    pub fn max_timestamp_offset(
        &self,
        upper: Offset,
    ) -> Result<Option<TimestampedOffset>, ReadError> {
        let found = self.retry(|| self.search_largest())?;
        Ok(found.filter(|found| found.offset < upper))
    }

    fn search_largest(&self) -> io::Result<Option<TimestampedOffset>> {
        let segments = self.segments.read().clone();
        let mut best = None;
        for segment in &segments {
            let largest = segment.largest()?;
            if largest.timestamp >= 0
                && best.is_none_or(|(timestamp, _, _)| largest.timestamp > timestamp)
            {
                best = Some((largest.timestamp, largest.offset, segment));
            }
        }
        let Some((timestamp, offset, segment)) = best else { return Ok(None) };
        let mut scanner = segment.scan_from(offset, segment.size())?;
        while let Step::Frame(frame) = scanner.step()? {
            if frame.max_timestamp == timestamp {
                return first_record(&mut scanner, &frame, |_, time| time == timestamp);
            }
        }
        Ok(None)
    }
}

/// The first record of a batch that `wanted` says yes to, by offset and time.
fn first_record(
    scanner: &mut Scanner,
    frame: &Frame,
    wanted: impl Fn(Offset, i64) -> bool,
) -> io::Result<Option<TimestampedOffset>> {
    let found = |offset, timestamp| {
        let leader_epoch = known(frame.leader_epoch);
        Some(TimestampedOffset { offset, timestamp, leader_epoch })
    };
    let Some(header) = &frame.header else {
        // A message of an old set: it is the record.
        return Ok(found(frame.last_offset, frame.max_timestamp)
            .filter(|_| wanted(frame.last_offset, frame.max_timestamp)));
    };
    let body = scanner.body(frame)?;
    let invalid = |error: String| io::Error::new(io::ErrorKind::InvalidData, error);
    let Some(batch) = Batches::new(&body).next() else { return Ok(None) };
    let batch = batch.map_err(|error| invalid(error.to_string()))?;
    let bytes = payload(&batch).map_err(|error| invalid(error.to_string()))?;
    for record in RecordIter::new(&bytes, header.record_count) {
        let record = record.map_err(|error| invalid(error.to_string()))?;
        let offset = header.base_offset.plus(i64::from(record.offset_delta));
        let time = timestamp_of(header, record.timestamp_delta);
        if wanted(offset, time) {
            return Ok(found(offset, time));
        }
    }
    Ok(None)
}

//! Offset and time indexes, each entry held against the segment beside it.

use std::path::{Path, PathBuf};

use moldau_protocol::records::{BatchHeader, BatchRef, RecordIter, payload, timestamp_of};

use super::{
    DumpArgs, base_offset, old,
    printer::{Fault, Printer},
    segment::{Raw, Segment},
    unreadable,
};
use crate::failure::Failure;

const NO_TIMESTAMP: i64 = -1;

/// An index read as a whole; what does not fill an entry at its end is left out.
struct Index<const N: usize> {
    path: PathBuf,
    base: i64,
    bytes: Vec<u8>,
}

impl<const N: usize> Index<N> {
    fn open(path: &Path) -> Result<Self, Failure> {
        let base = base_offset(path)?;
        let bytes = std::fs::read(path).map_err(|error| unreadable(path, &error))?;
        Ok(Self { path: path.to_owned(), base, bytes })
    }

    fn entries(&self) -> impl DoubleEndedIterator<Item = &[u8; N]> + ExactSizeIterator {
        self.bytes.as_chunks().0.iter()
    }

    /// Entries up to the zeros that a file has when it was not closed.
    fn used(&self) -> impl Iterator<Item = (i64, i64)>
    where
        Self: Parse<N>,
    {
        self.entries()
            .map(|entry| self.parse(entry))
            .enumerate()
            .take_while(|(number, (offset, _))| *number == 0 || *offset != self.base)
            .map(|(_, entry)| entry)
    }

    /// Whether a broker would take the file as it is.
    fn check(&self) -> Result<(), Failure>
    where
        Self: Parse<N>,
    {
        let path = self.path.display();
        if let (Some(first), Some(last)) = (self.entries().next(), self.entries().next_back()) {
            let ((_, first), (offset, last)) = (self.parse(first), self.parse(last));
            if let Some(problem) = self.disorder(first, last, offset) {
                return Err(Failure::new(problem));
            }
        }
        if self.bytes.len().is_multiple_of(N) {
            return Ok(());
        }
        Err(Failure::new(format!(
            "{} {path} is corrupt, found {} bytes which is neither positive nor a multiple of {N}",
            Self::NAME,
            self.bytes.len(),
        )))
    }
}

trait Parse<const N: usize> {
    const NAME: &'static str;

    /// Offset, and position or time.
    fn parse(&self, entry: &[u8; N]) -> (i64, i64);

    /// What is wrong with the ends: position or time of the first entry and of the last, and the
    /// offset of the last.
    fn disorder(&self, first: i64, last: i64, offset: i64) -> Option<String>;
}

impl Parse<8> for Index<8> {
    const NAME: &'static str = "Index file";

    fn parse(&self, entry: &[u8; 8]) -> (i64, i64) {
        let [a, b, c, d, e, f, g, h] = *entry;
        let offset = self.base.wrapping_add(i32::from_be_bytes([a, b, c, d]).into());
        (offset, i32::from_be_bytes([e, f, g, h]).into())
    }

    fn disorder(&self, _first: i64, _last: i64, offset: i64) -> Option<String> {
        (offset < self.base).then(|| {
            format!(
                "Corrupt index found, index file ({}) has non-zero size but the last offset is \
                 {offset} which is less than the base offset {}",
                self.path.display(),
                self.base
            )
        })
    }
}

impl Parse<12> for Index<12> {
    const NAME: &'static str = "Time index file";

    fn parse(&self, entry: &[u8; 12]) -> (i64, i64) {
        let [a, b, c, d, e, f, g, h, i, j, k, l] = *entry;
        let offset = self.base.wrapping_add(i32::from_be_bytes([i, j, k, l]).into());
        (offset, i64::from_be_bytes([a, b, c, d, e, f, g, h]))
    }

    fn disorder(&self, first: i64, last: i64, offset: i64) -> Option<String> {
        let what = if last < first {
            format!("timestamp is {last} which is less than the first timestamp {first}")
        } else if offset < self.base {
            format!("offset is {offset} which is less than the first offset {}", self.base)
        } else {
            return None;
        };
        Some(format!(
            "Corrupt time index found, time index file ({}) has non-zero size but the last {what}",
            self.path.display()
        ))
    }
}

/// The file of the same segment with another extension.
fn beside(path: &Path, extension: &str) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let stem = name.split('.').next().unwrap_or_default();
    path.with_file_name(format!("{stem}.{extension}"))
}

/// Last offset of the batch.
fn last_offset(raw: &Raw, segment: &Segment) -> Result<i64, Failure> {
    if raw.entry.is_old() {
        return Ok(raw.entry.offset.0);
    }
    let header = BatchHeader::parse(&raw.bytes);
    Ok(header.map_err(|error| segment.bad(raw.position, &error))?.last_offset().0)
}

pub(super) fn dump_offsets(
    args: &DumpArgs,
    path: &Path,
    printer: &mut Printer,
) -> Result<(), Failure> {
    let index = Index::<8>::open(path)?;
    let log = beside(path, "log");
    Segment::open(&log)?;
    if index.entries().len() == 0 {
        return empty(path, printer);
    }
    if args.index_sanity_check {
        return passed(index.check(), path, printer);
    }
    for (offset, position) in index.used() {
        let mut segment = Segment::open(&log)?;
        let nothing = || {
            Failure::new(format!(
                "{}: the entry for offset {offset} points to position {position}, where {} has no \
                 whole batch",
                path.display(),
                log.display()
            ))
            .advise("a broker rebuilds an index that is deleted while it is stopped")
        };
        segment.limit(u64::try_from(position).map_err(|_| nothing())?, args.max_message_size);
        let raw = segment.next()?.ok_or_else(nothing)?;
        let found = last_offset(&raw, &segment)?;
        if found != offset {
            printer.fault(Fault::Mismatch { index: offset, log: found });
        }
        if !args.verify_index_only {
            let text = format!("offset: {offset} position: {position}");
            printer.item("offset_index_entry", &text, |object| {
                object.put("offset", offset);
                object.put("position", position);
            })?;
        }
    }
    Ok(())
}

fn empty(path: &Path, printer: &mut Printer) -> Result<(), Failure> {
    printer.item("empty_index", &format!("{} is empty.", path.display()), |_| {})
}

fn passed(outcome: Result<(), Failure>, path: &Path, printer: &mut Printer) -> Result<(), Failure> {
    outcome?;
    printer.item("sanity_check", &format!("{} passed sanity check.", path.display()), |object| {
        object.put("passed", true);
    })
}

pub(super) fn dump_times(
    args: &DumpArgs,
    path: &Path,
    printer: &mut Printer,
) -> Result<(), Failure> {
    let times = Index::<12>::open(path)?;
    let (log, offsets) = (beside(path, "log"), beside(path, "index"));
    let mut segment = Segment::open(&log)?;
    let whole = segment.size();
    let offsets = if offsets.exists() { Some(Index::<8>::open(&offsets)?) } else { None };
    if args.index_sanity_check {
        return passed(times.check(), path, printer);
    }
    let mut before = NO_TIMESTAMP;
    for (offset, time) in times.used() {
        // The last entry of the offset index that does not go beyond.
        let start = offsets.iter().flat_map(Index::used).take_while(|(at, _)| *at <= offset).last();
        segment.limit(start.map_or(0, |(_, position)| u64::try_from(position).unwrap_or(0)), whole);
        let found = find(&mut segment, offset)?;
        match &found {
            Some(raw) if last_offset(raw, &segment)? == offset => {
                let largest = largest_time(raw, &segment)?;
                if largest != time {
                    printer.fault(Fault::Time { index: time, log: largest });
                }
                if before >= time {
                    printer.fault(Fault::Disorder { time, before });
                }
            }
            Some(raw) => {
                let found = last_offset(raw, &segment)?;
                printer.fault(Fault::Missing { index: offset, found });
            }
            None => printer.fault(Fault::Missing { index: offset, found: -1 }),
        }
        if !args.verify_index_only {
            let text = format!("timestamp: {time} offset: {offset}");
            printer.item("time_index_entry", &text, |object| {
                object.put("timestamp", time);
                object.put("offset", offset);
            })?;
        }
        before = time;
    }
    Ok(())
}

/// The first batch that ends at `offset` or behind it.
fn find(segment: &mut Segment, offset: i64) -> Result<Option<Raw>, Failure> {
    while let Some(raw) = segment.next()? {
        if last_offset(&raw, segment)? >= offset {
            return Ok(Some(raw));
        }
    }
    Ok(None)
}

fn largest_time(raw: &Raw, segment: &Segment) -> Result<i64, Failure> {
    let bad = |error: &dyn std::fmt::Display| segment.bad(raw.position, error);
    let mut largest = NO_TIMESTAMP;
    if raw.entry.is_old() {
        for message in old::read(&raw.bytes).map_err(|error| bad(&error))? {
            largest = largest.max(message.timestamp);
        }
        return Ok(largest);
    }
    let header = BatchHeader::parse(&raw.bytes).map_err(|error| bad(&error))?;
    let batch = BatchRef { position: 0, header, bytes: &raw.bytes };
    let payload = payload(&batch).map_err(|error| bad(&error))?;
    for record in RecordIter::new(&payload, header.record_count) {
        let record = record.map_err(|error| bad(&error))?;
        largest = largest.max(timestamp_of(&header, record.timestamp_delta));
    }
    Ok(largest)
}

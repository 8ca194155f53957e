//! Segments and metadata snapshots: batches and their records.
//!
//! One batch is in memory at a time; its size is bounded by the file's.

use std::{
    fs::File,
    os::unix::fs::FileExt as _,
    path::{Path, PathBuf},
};

use moldau_protocol::records::{
    BatchHeader, BatchRef, Entry, HEADER_LEN, LOG_OVERHEAD, OldMessageSet, RecordIter, RecordRef,
    TimestampType, check_crc, payload, timestamp_of,
};

use super::{
    super::tree::Tree,
    DumpArgs, base_offset, control,
    decode::{Decoder, Fields, Shown},
    old,
    printer::{Fault, Printer},
    unreadable,
};
use crate::failure::Failure;

/// Bytes up to the magic: with fewer there is no entry.
const HEAD: u64 = 17;

/// Walks through the entries of a file.
pub(super) struct Segment {
    file: File,
    path: PathBuf,
    end: u64,
    position: u64,
}

/// One entry with all of its bytes.
pub(super) struct Raw {
    pub(super) position: u64,
    pub(super) entry: Entry,
    pub(super) bytes: Vec<u8>,
}

impl Segment {
    pub(super) fn open(path: &Path) -> Result<Self, Failure> {
        let file = File::open(path).map_err(|error| unreadable(path, &error))?;
        let end = file.metadata().map_err(|error| unreadable(path, &error))?.len();
        Ok(Self { file, path: path.to_owned(), end, position: 0 })
    }

    /// Only what lies from `start` up to `length` bytes further.
    pub(super) fn limit(&mut self, start: u64, length: u64) {
        self.position = start;
        self.end = self.end.min(start.saturating_add(length));
    }

    pub(super) fn size(&self) -> u64 {
        self.end
    }

    /// The next entry; none when no whole one is left.
    pub(super) fn next(&mut self) -> Result<Option<Raw>, Failure> {
        let position = self.position;
        if position.saturating_add(HEAD) > self.end {
            return Ok(None);
        }
        let mut head = [0; HEAD as usize];
        self.read(&mut head)?;
        let damaged = |what: &dyn std::fmt::Display| {
            Failure::new(format!("{} at position {position}: {what}", self.path.display()))
        };
        // Garbage that claims more than there is counts as a torn end, whatever else it says.
        let [.., a, b, c, d, _, _, _, _, _] = head;
        let length = u64::from(u32::try_from(i32::from_be_bytes([a, b, c, d])).unwrap_or(0));
        if position + LOG_OVERHEAD as u64 + length > self.end {
            return Ok(None);
        }
        let Some(entry) = Entry::peek(&head).map_err(|error| damaged(&error))? else {
            return Ok(None);
        };
        if !entry.is_old() && !entry.holds_batch_header() {
            return Err(damaged(&format!("a batch of {} bytes has no header", entry.size)));
        }
        let mut bytes = vec![0; entry.size];
        self.read(&mut bytes)?;
        self.position += entry.size as u64;
        Ok(Some(Raw { position, entry, bytes }))
    }

    fn read(&self, bytes: &mut [u8]) -> Result<(), Failure> {
        self.file
            .read_exact_at(bytes, self.position)
            .map_err(|error| unreadable(&self.path, &error))
    }

    /// Something of the entry at `position` cannot be read.
    pub(super) fn bad(&self, position: u64, what: &dyn std::fmt::Display) -> Failure {
        Failure::new(format!("{}: the batch at position {position}: {what}", self.path.display()))
            .advise("without --deep-iteration and --print-data-log, batches are shown unopened")
    }
}

pub(super) fn dump(
    args: &DumpArgs,
    decoder: Decoder,
    path: &Path,
    printer: &mut Printer,
) -> Result<(), Failure> {
    printer.note(&title(path)?)?;
    let mut segment = Segment::open(path)?;
    let limit = u64::try_from(args.max_bytes).unwrap_or(0);
    segment.limit(0, limit);
    let contents = Contents {
        decoder,
        shown: args.prints_contents(),
        skip_metadata: args.skip_record_metadata,
    };
    let mut offsets = Offsets { last: -1 };
    let mut valid = 0;
    while let Some(raw) = segment.next()? {
        valid += raw.entry.size as u64;
        if raw.entry.is_old() {
            let set = OldMessageSet::parse(&raw.bytes);
            let set =
                set.ok_or_else(|| segment.bad(raw.position, &"no message of magic 0 or 1"))?;
            old::show_set(&set, &raw, &segment, printer)?;
            if args.deep_iteration || contents.shown {
                let messages = old::messages(&set, &raw.bytes)
                    .map_err(|error| segment.bad(raw.position, &error))?;
                for message in messages {
                    offsets.see(message.offset, printer);
                    old::show(&message, &contents, printer)?;
                }
            }
            continue;
        }
        let header =
            BatchHeader::parse(&raw.bytes).map_err(|error| segment.bad(raw.position, &error))?;
        show_batch(&header, &raw, &segment, printer)?;
        if args.deep_iteration || contents.shown {
            records(&header, &raw, &segment, &contents, &mut offsets, printer)?;
        }
    }
    let left = segment.size() - valid;
    if left > 0 && args.max_bytes == i32::MAX {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let text = format!("Found {left} invalid bytes at the end of {name}");
        printer.item("trailing_bytes", &text, |object| {
            object.put("bytes", i64::try_from(left).unwrap_or(i64::MAX));
        })?;
    }
    Ok(())
}

fn title(path: &Path) -> Result<String, Failure> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let Some(stem) = name.strip_suffix(".checkpoint") else {
        return Ok(format!("Log starting offset: {}", base_offset(path)?));
    };
    if stem == "bootstrap" {
        return Ok("KRaft bootstrap snapshot".to_owned());
    }
    let parts = stem.split_once('-');
    let parts = parts.and_then(|(offset, epoch)| {
        Some((offset.parse::<i64>().ok()?, epoch.parse::<i32>().ok()?))
    });
    let (offset, epoch) = parts.ok_or_else(|| {
        Failure::new(format!(
            "{}: the name of a snapshot is OFFSET-EPOCH.checkpoint",
            path.display()
        ))
    })?;
    Ok(format!("Snapshot end offset: {offset}, epoch: {epoch}"))
}

/// Kafka's name of whose clock a time is from.
pub(super) fn clock(kind: Option<TimestampType>) -> &'static str {
    match kind {
        None => "NoTimestampType",
        Some(TimestampType::CreateTime) => "CreateTime",
        Some(TimestampType::LogAppendTime) => "LogAppendTime",
    }
}

fn show_batch(
    header: &BatchHeader,
    raw: &Raw,
    segment: &Segment,
    printer: &mut Printer,
) -> Result<(), Failure> {
    let attributes = header.attributes;
    let codec = attributes.codec().ok_or_else(|| {
        segment.bad(raw.position, &format!("no codec has number {}", attributes.0 & 0x07))
    })?;
    let horizon = attributes.has_delete_horizon().then_some(header.base_timestamp);
    let horizon_text = match horizon {
        None => "OptionalLong.empty".to_owned(),
        Some(time) => format!("OptionalLong[{time}]"),
    };
    let time = clock(Some(attributes.timestamp_type()));
    let valid = check_crc(&raw.bytes);
    let text = format!(
        "baseOffset: {} lastOffset: {} count: {} baseSequence: {} lastSequence: {} producerId: {} \
         producerEpoch: {} partitionLeaderEpoch: {} isTransactional: {} isControl: {} \
         deleteHorizonMs: {horizon_text} position: {} {time}: {} size: {} magic: 2 \
         compresscodec: {} crc: {} isvalid: {valid}",
        header.base_offset,
        header.last_offset(),
        header.record_count,
        header.base_sequence,
        header.last_sequence(),
        header.producer_id,
        header.producer_epoch,
        header.leader_epoch,
        attributes.is_transactional(),
        attributes.is_control(),
        raw.position,
        header.max_timestamp,
        raw.entry.size,
        codec.name(),
        header.crc,
    );
    printer.item("batch", &text, |object| {
        for (name, value) in [
            ("base_offset", header.base_offset.0),
            ("last_offset", header.last_offset().0),
            ("count", header.record_count.into()),
            ("base_sequence", header.base_sequence.into()),
            ("last_sequence", header.last_sequence().into()),
            ("producer_id", header.producer_id.0),
            ("producer_epoch", header.producer_epoch.0.into()),
            ("partition_leader_epoch", header.leader_epoch.0.into()),
        ] {
            object.put(name, value);
        }
        object.put("is_transactional", attributes.is_transactional());
        object.put("is_control", attributes.is_control());
        object.put("delete_horizon_ms", horizon.map_or(Tree::Null, Tree::Int));
        object.put("position", raw.position as i64);
        object.put("timestamp_type", time);
        object.put("max_timestamp", header.max_timestamp);
        object.put("size", raw.entry.size as i64);
        object.put("magic", 2);
        object.put("codec", codec.name());
        object.put("crc", i64::from(header.crc));
        object.put("valid", valid);
    })
}

/// The offsets of a file, one after the other.
struct Offsets {
    last: i64,
}

impl Offsets {
    fn see(&mut self, offset: i64, printer: &mut Printer) {
        if offset != self.last.wrapping_add(1) {
            printer.fault(Fault::Gap { offset: self.last, next: offset });
        }
        self.last = offset;
    }
}

/// How records are shown.
pub(super) struct Contents {
    pub(super) decoder: Decoder,
    pub(super) shown: bool,
    pub(super) skip_metadata: bool,
}

impl Contents {
    /// Key and payload behind whatever was printed of the record.
    pub(super) fn text(&self, fields: &Fields) -> String {
        let mut text = String::new();
        let mut prefix = if self.skip_metadata { "| " } else { " " };
        for (name, shown) in [("key", &fields.key), ("payload", &fields.value)] {
            if let Some(shown) = shown {
                text += &format!("{prefix}{name}: {shown}");
                prefix = " ";
            }
        }
        text
    }
}

fn records(
    header: &BatchHeader,
    raw: &Raw,
    segment: &Segment,
    contents: &Contents,
    offsets: &mut Offsets,
    printer: &mut Printer,
) -> Result<(), Failure> {
    let bad = |error: &dyn std::fmt::Display| segment.bad(raw.position, error);
    let batch = BatchRef { position: 0, header: *header, bytes: &raw.bytes };
    let payload = payload(&batch).map_err(|error| bad(&error))?;
    debug_assert!(raw.bytes.len() >= HEADER_LEN);
    for record in RecordIter::new(&payload, header.record_count) {
        let record = record.map_err(|error| bad(&error))?;
        let offset = header.base_offset.plus(record.offset_delta.into()).0;
        offsets.see(offset, printer);
        show_record(header, offset, &record, contents, printer)?;
    }
    Ok(())
}

fn size(bytes: Option<&[u8]>) -> i64 {
    bytes.map_or(-1, |bytes| bytes.len() as i64)
}

fn show_record(
    header: &BatchHeader,
    offset: i64,
    record: &RecordRef<'_>,
    contents: &Contents,
    printer: &mut Printer,
) -> Result<(), Failure> {
    let timestamp = timestamp_of(header, record.timestamp_delta);
    let sequence = sequence(header.base_sequence, record.offset_delta);
    let headers: Vec<_> =
        record.headers.map(|(key, _)| String::from_utf8_lossy(key).into_owned()).collect();
    let is_control = header.attributes.is_control();
    let time = clock(Some(header.attributes.timestamp_type()));
    let mut text = String::new();
    let mut control = None;
    if !contents.skip_metadata {
        text = format!(
            "| offset: {offset} {time}: {timestamp} keySize: {} valueSize: {} \
             sequence: {sequence} headerKeys: [{}]",
            size(record.key),
            size(record.value),
            headers.join(","),
        );
        if is_control {
            let shown = control::read(record.key, record.value).map_err(Failure::new)?;
            text += &shown.text;
            control = Some(shown);
        }
    }
    let fields = if contents.shown && !is_control {
        contents.decoder.read(offset, record.key, record.value).map_err(Failure::new)?
    } else {
        Fields::default()
    };
    text += &contents.text(&fields);
    if printer.is_json() && contents.skip_metadata && is_control {
        return Ok(());
    }
    printer.item("record", &text, |object| {
        object.put("offset", offset);
        if !contents.skip_metadata {
            object.put("timestamp_type", time);
            object.put("timestamp", timestamp);
            object.put("key_size", size(record.key));
            object.put("value_size", size(record.value));
            object.put("sequence", sequence);
            let keys = headers.into_iter().map(Tree::from).collect();
            object.put("header_keys", Tree::List(keys));
        }
        if let Some(control) = control {
            object.put("control", control.tree);
        }
        fields.put(object, contents.shown && !is_control);
    })
}

/// Sequences wrap around to 0 behind the largest.
fn sequence(base: i32, delta: i32) -> i32 {
    if base < 0 {
        return -1;
    }
    let sequence = i64::from(base) + i64::from(delta);
    let sequence = if sequence > i64::from(i32::MAX) { sequence - (1 << 31) } else { sequence };
    i32::try_from(sequence).unwrap_or(-1)
}

impl Fields {
    pub(super) fn put(self, object: &mut Tree, wanted: bool) {
        if !wanted {
            return;
        }
        for (name, shown) in [("key", self.key), ("value", self.value)] {
            match shown {
                None => object.put(name, Tree::Null),
                Some(Shown::Tree(tree) | Shown::Record { tree, .. }) => object.put(name, tree),
                Some(Shown::Text(text)) => object.put(name, text),
                Some(Shown::Bytes(bytes)) => object.put_bytes(name, Some(&bytes)),
            }
        }
    }
}

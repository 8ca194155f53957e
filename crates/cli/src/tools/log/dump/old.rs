//! Messages of magic 0 and 1, which Kafka wrote before 0.11 and still reads.

use bytes::{Buf, Bytes};
use moldau_protocol::records::{
    Codec, Entry, OldMessageSet, TimestampType,
    compression::{FREE_OUTPUT, Limits, decompress},
};

use super::{
    printer::Printer,
    segment::{Contents, Raw, Segment, clock},
};
use crate::failure::Failure;

/// Where the checksum is: behind offset and length.
const CRC: usize = 12;

/// One message.
pub(super) struct Message {
    pub(super) offset: i64,
    pub(super) timestamp: i64,
    timestamp_type: Option<TimestampType>,
    key: Option<Bytes>,
    value: Option<Bytes>,
    crc: u32,
    intact: bool,
}

/// The messages of the set that `bytes` are.
pub(super) fn read(bytes: &[u8]) -> Result<Vec<Message>, String> {
    let set = OldMessageSet::parse(bytes).ok_or("no message of magic 0 or 1")?;
    messages(&set, bytes)
}

/// The messages of a set, decompressed where they need to be.
pub(super) fn messages(set: &OldMessageSet, bytes: &[u8]) -> Result<Vec<Message>, String> {
    let outer = message(set, bytes)?;
    let codec = set.codec.ok_or("its codec is not known")?;
    if codec == Codec::None {
        return Ok(vec![outer]);
    }
    let packed = outer.value.ok_or("it is compressed but has no value")?;
    let limits = Limits::for_input(packed.len()).at_most(FREE_OUTPUT);
    let inner = decompress(codec, &packed, limits).map_err(|error| error.to_string())?;
    let mut rest = &inner[..];
    let mut messages = Vec::new();
    while !rest.is_empty() {
        let entry = Entry::parse(rest).map_err(|error| error.to_string())?;
        let entry = entry.ok_or("the last message inside is cut off")?;
        let (bytes, after) = rest.split_at(entry.size);
        let set = OldMessageSet::parse(bytes).ok_or("a batch of magic 2 lies inside")?;
        messages.push(message(&set, bytes)?);
        rest = after;
    }
    // Since magic 1 offsets inside are relative, and the outer one is that of the last message.
    let last = messages.last().ok_or("it is compressed but holds nothing")?.offset;
    for message in &mut messages {
        if set.entry.magic > 0 {
            message.offset = outer.offset.wrapping_add(message.offset.wrapping_sub(last));
        }
        if set.timestamp_type == Some(TimestampType::LogAppendTime) {
            message.timestamp = outer.timestamp;
        }
        message.timestamp_type = outer.timestamp_type;
    }
    Ok(messages)
}

fn message(set: &OldMessageSet, bytes: &[u8]) -> Result<Message, String> {
    let body = if set.entry.magic == 0 { CRC + 6 } else { CRC + 14 };
    let cut = || "it ends within a field".to_owned();
    let mut fields = Bytes::copy_from_slice(bytes.get(body..).ok_or_else(cut)?);
    let mut field = || -> Result<Option<Bytes>, String> {
        let length = fields.try_get_i32().map_err(|_| cut())?;
        let Ok(length) = usize::try_from(length) else { return Ok(None) };
        if length > fields.len() {
            return Err(cut());
        }
        Ok(Some(fields.split_to(length)))
    };
    let (key, value) = (field()?, field()?);
    Ok(Message {
        offset: set.entry.offset.0,
        timestamp: set.timestamp,
        timestamp_type: set.timestamp_type,
        key,
        value,
        crc: crc(bytes),
        intact: set.intact,
    })
}

fn crc(bytes: &[u8]) -> u32 {
    bytes.get(CRC..).and_then(|rest| rest.first_chunk()).map_or(0, |crc| u32::from_be_bytes(*crc))
}

pub(super) fn show_set(
    set: &OldMessageSet,
    raw: &Raw,
    segment: &Segment,
    printer: &mut Printer,
) -> Result<(), Failure> {
    let codec = set.codec.ok_or_else(|| segment.bad(raw.position, &"its codec is not known"))?;
    let (magic, size) = (set.entry.magic, raw.entry.size);
    let (time, crc) = (clock(set.timestamp_type), crc(&raw.bytes));
    let text = format!(
        "offset: {} position: {} {time}: {} size: {size} magic: {magic} compresscodec: {} crc: \
         {crc} isvalid: {}",
        set.entry.offset,
        raw.position,
        set.timestamp,
        codec.name(),
        set.intact,
    );
    printer.item("batch", &text, |object| {
        object.put("last_offset", set.entry.offset.0);
        object.put("position", raw.position as i64);
        object.put("timestamp_type", time);
        object.put("max_timestamp", set.timestamp);
        object.put("size", size as i64);
        object.put("magic", i32::from(magic));
        object.put("codec", codec.name());
        object.put("crc", i64::from(crc));
        object.put("valid", set.intact);
    })
}

pub(super) fn show(
    message: &Message,
    contents: &Contents,
    printer: &mut Printer,
) -> Result<(), Failure> {
    let size = |bytes: &Option<Bytes>| bytes.as_ref().map_or(-1, |bytes| bytes.len() as i64);
    let (key, value) = (size(&message.key), size(&message.value));
    let time = clock(message.timestamp_type);
    let mut text = String::new();
    if !contents.skip_metadata {
        text = format!(
            "| offset: {} {time}: {} keySize: {key} valueSize: {value} isValid: {} crc: {}",
            message.offset, message.timestamp, message.intact, message.crc
        );
    }
    let fields = if contents.shown {
        contents
            .decoder
            .read(message.offset, message.key.as_deref(), message.value.as_deref())
            .map_err(Failure::new)?
    } else {
        super::decode::Fields::default()
    };
    text += &contents.text(&fields);
    printer.item("record", &text, |object| {
        object.put("offset", message.offset);
        if !contents.skip_metadata {
            object.put("timestamp_type", time);
            object.put("timestamp", message.timestamp);
            object.put("key_size", key);
            object.put("value_size", value);
            object.put("valid", message.intact);
            object.put("crc", i64::from(message.crc));
        }
        fields.put(object, contents.shown);
    })
}

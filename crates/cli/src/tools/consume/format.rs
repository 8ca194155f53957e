//! How a record is shown: as Kafka's message formatter shows it, or as JSON.

use std::io::Write as _;

use moldau_client::consumer::{ConsumedRecord, Fetched};
use moldau_protocol::records::TimestampType;
use serde_json::{Map, Value};

use super::super::json;
use crate::failure::Failure;

/// Properties of Kafka's message formatter, with its defaults.
#[derive(Clone, Debug)]
pub(super) struct Properties {
    pub(super) timestamp: bool,
    pub(super) partition: bool,
    pub(super) offset: bool,
    pub(super) headers: bool,
    pub(super) key: bool,
    value: bool,
    key_separator: String,
    line_separator: String,
    headers_separator: String,
    null_literal: String,
}

impl Default for Properties {
    fn default() -> Self {
        Self {
            timestamp: false,
            partition: false,
            offset: false,
            headers: false,
            key: false,
            value: true,
            key_separator: "\t".to_owned(),
            line_separator: "\n".to_owned(),
            headers_separator: ",".to_owned(),
            null_literal: "null".to_owned(),
        }
    }
}

impl Properties {
    pub(super) fn set(&mut self, key: &str, value: &str) -> Result<(), Failure> {
        let flag = match key {
            "print.timestamp" => &mut self.timestamp,
            "print.partition" => &mut self.partition,
            "print.offset" => &mut self.offset,
            "print.headers" => &mut self.headers,
            "print.key" => &mut self.key,
            "print.value" => &mut self.value,
            _ => {
                let text = match key {
                    "key.separator" => &mut self.key_separator,
                    "line.separator" => &mut self.line_separator,
                    "headers.separator" => &mut self.headers_separator,
                    "null.literal" => &mut self.null_literal,
                    _ => {
                        return Err(Failure::usage(format!(
                            "--property {key}={value}: the formatter has no such property"
                        )));
                    }
                };
                // What a shell cannot easily type.
                *text = value.replace("\\t", "\t").replace("\\n", "\n");
                return Ok(());
            }
        };
        *flag = value.parse().map_err(|_| {
            Failure::usage(format!("--property {key}={value}: true or false is expected"))
        })?;
        Ok(())
    }
}

/// How a record is shown.
#[derive(Debug)]
pub(super) enum RecordFormat {
    /// The fields that are wanted, separated.
    Fields(Properties),
    /// One JSON object a line.
    Json,
}

impl RecordFormat {
    pub(super) fn write(&self, out: &mut Vec<u8>, fetched: &Fetched, record: &ConsumedRecord<'_>) {
        match self {
            Self::Fields(properties) => properties.write(out, fetched.partition.0, record),
            Self::Json => {
                let object = as_json(&fetched.topic, fetched.partition.0, record);
                // Writing to memory does not fail.
                let _ = serde_json::to_writer(&mut *out, &object);
                out.push(b'\n');
            }
        }
    }
}

fn timestamp_type(kind: TimestampType) -> &'static str {
    match kind {
        TimestampType::CreateTime => "CreateTime",
        TimestampType::LogAppendTime => "LogAppendTime",
    }
}

impl Properties {
    fn write(&self, out: &mut Vec<u8>, partition: i32, record: &ConsumedRecord<'_>) {
        let mut first = true;
        let mut next = |out: &mut Vec<u8>| {
            if !std::mem::take(&mut first) {
                out.extend_from_slice(self.key_separator.as_bytes());
            }
        };
        let or_null = |out: &mut Vec<u8>, bytes: Option<&[u8]>| {
            out.extend_from_slice(bytes.unwrap_or(self.null_literal.as_bytes()));
        };
        // Writing to memory does not fail.
        if self.timestamp {
            next(out);
            let _ = match record.timestamp {
                ..0 => write!(out, "NO_TIMESTAMP"),
                time => write!(out, "{}:{time}", timestamp_type(record.timestamp_type)),
            };
        }
        if self.partition {
            next(out);
            let _ = write!(out, "Partition:{partition}");
        }
        if self.offset {
            next(out);
            let _ = write!(out, "Offset:{}", record.offset);
        }
        if self.headers {
            next(out);
            if record.headers.len() == 0 {
                out.extend_from_slice(b"NO_HEADERS");
            }
            for (index, (key, value)) in record.headers.enumerate() {
                if index > 0 {
                    out.extend_from_slice(self.headers_separator.as_bytes());
                }
                out.extend_from_slice(key);
                out.push(b':');
                or_null(out, value);
            }
        }
        if self.key {
            next(out);
            or_null(out, record.key);
        }
        if self.value {
            next(out);
            or_null(out, record.value);
        }
        out.extend_from_slice(self.line_separator.as_bytes());
    }
}

fn as_json(topic: &str, partition: i32, record: &ConsumedRecord<'_>) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("topic".to_owned(), topic.into());
    object.insert("partition".to_owned(), partition.into());
    object.insert("offset".to_owned(), record.offset.0.into());
    object.insert("timestamp".to_owned(), record.timestamp.into());
    object.insert("timestamp_type".to_owned(), timestamp_type(record.timestamp_type).into());
    json::put(&mut object, "key", record.key);
    json::put(&mut object, "value", record.value);
    let headers = record.headers.map(|(key, value)| {
        let mut header = Map::new();
        header.insert("key".to_owned(), String::from_utf8_lossy(key).into());
        json::put(&mut header, "value", value);
        Value::Object(header)
    });
    object.insert("headers".to_owned(), headers.collect());
    object
}

#[cfg(test)]
mod tests {
    use moldau_protocol::{ids::Offset, records::HeadersRef};

    use super::*;

    fn show(properties: &[(&str, &str)], key: Option<&[u8]>, value: Option<&[u8]>) -> String {
        let mut all = Properties::default();
        for (key, value) in properties {
            all.set(key, value).unwrap();
        }
        let record = ConsumedRecord {
            offset: Offset(7),
            timestamp: 1000,
            timestamp_type: TimestampType::CreateTime,
            key,
            value,
            headers: HeadersRef::EMPTY,
        };
        let mut out = Vec::new();
        all.write(&mut out, 3, &record);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn records_look_as_kafkas_formatter_shows_them() {
        let (k, v) = (Some(&b"k"[..]), Some(&b"v"[..]));
        assert_eq!(show(&[], k, v), "v\n");
        assert_eq!(show(&[], k, None), "null\n");
        assert_eq!(show(&[("print.key", "true")], None, v), "null\tv\n");
        let all = [
            ("print.timestamp", "true"),
            ("print.partition", "true"),
            ("print.offset", "true"),
            ("print.headers", "true"),
            ("print.key", "true"),
            ("key.separator", "|"),
        ];
        let expected = "CreateTime:1000|Partition:3|Offset:7|NO_HEADERS|k|v\n";
        assert_eq!(show(&all, k, v), expected);
        let only_key = [("print.key", "true"), ("print.value", "false"), ("line.separator", ";")];
        assert_eq!(show(&only_key, k, v), "k;");
        assert!(Properties::default().set("print.keys", "true").is_err());
        assert!(Properties::default().set("print.key", "yes").is_err());
    }
}

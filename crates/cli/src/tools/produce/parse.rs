//! What a line says: value alone, fields as Kafka's line reader separates them, or JSON.

use std::borrow::Cow;

use moldau_client::producer::Record;
use moldau_protocol::ids::PartitionIndex;
use serde_json::{Map, Value};

use super::super::json;
use crate::failure::Failure;

/// Properties of Kafka's line reader, with its defaults.
#[derive(Clone, Debug)]
pub(super) struct Properties {
    pub(super) parse_key: bool,
    pub(super) parse_headers: bool,
    ignore_error: bool,
    key_separator: String,
    headers_delimiter: String,
    headers_separator: String,
    headers_key_separator: String,
    null_marker: Option<String>,
}

impl Default for Properties {
    fn default() -> Self {
        Self {
            parse_key: false,
            parse_headers: false,
            ignore_error: false,
            key_separator: "\t".to_owned(),
            headers_delimiter: "\t".to_owned(),
            headers_separator: ",".to_owned(),
            headers_key_separator: ":".to_owned(),
            null_marker: None,
        }
    }
}

impl Properties {
    pub(super) fn set(&mut self, key: &str, value: &str) -> Result<(), Failure> {
        let bad = |why: &str| Err(Failure::usage(format!("--property {key}={value}: {why}")));
        let flag = match value {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        };
        match (key, flag) {
            ("parse.key", Some(flag)) => self.parse_key = flag,
            ("parse.headers", Some(flag)) => self.parse_headers = flag,
            ("ignore.error", Some(flag)) => self.ignore_error = flag,
            ("parse.key" | "parse.headers" | "ignore.error", None) => {
                return bad("true or false is expected");
            }
            ("null.marker", _) => self.null_marker = Some(value.to_owned()),
            _ => {
                let separator = match key {
                    "key.separator" => &mut self.key_separator,
                    "headers.delimiter" => &mut self.headers_delimiter,
                    "headers.separator" => &mut self.headers_separator,
                    "headers.key.separator" => &mut self.headers_key_separator,
                    _ => return bad("the line reader has no such property"),
                };
                if value.is_empty() {
                    return bad("a separator has at least one letter");
                }
                // What a shell cannot easily type.
                *separator = value.replace("\\t", "\t");
            }
        }
        Ok(())
    }

    pub(super) fn into_format(self) -> LineFormat {
        if self.parse_key || self.parse_headers || self.null_marker.is_some() {
            LineFormat::Fields(Box::new(self))
        } else {
            LineFormat::Value
        }
    }
}

/// How a line becomes a record.
#[derive(Debug)]
pub(super) enum LineFormat {
    /// The line is the value.
    Value,
    /// Headers, key and value, as the properties say.
    Fields(Box<Properties>),
    /// A JSON object.
    Json,
}

type Field<'a> = Option<Cow<'a, [u8]>>;

/// A record whose bytes are the line's where that is possible.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Parsed<'a> {
    key: Field<'a>,
    value: Field<'a>,
    headers: Vec<(Cow<'a, [u8]>, Field<'a>)>,
    partition: Option<PartitionIndex>,
    timestamp: Option<i64>,
}

impl Parsed<'_> {
    /// The record; `headers` holds what it refers to.
    pub(super) fn record<'r>(
        &'r self,
        headers: &'r mut Vec<(&'r [u8], Option<&'r [u8]>)>,
    ) -> Record<'r> {
        headers.extend(self.headers.iter().map(|(key, value)| (key.as_ref(), value.as_deref())));
        Record {
            partition: self.partition,
            timestamp: self.timestamp,
            key: self.key.as_deref(),
            value: self.value.as_deref(),
            headers,
        }
    }
}

impl LineFormat {
    pub(super) fn parse<'a>(&self, line: &'a [u8]) -> Result<Parsed<'a>, String> {
        match self {
            Self::Value => Ok(Parsed { value: Some(Cow::Borrowed(line)), ..Parsed::default() }),
            Self::Fields(properties) => fields(properties, line),
            Self::Json => from_json(line),
        }
    }
}

fn split<'a>(line: &'a [u8], separator: &str) -> Option<(&'a [u8], &'a [u8])> {
    let separator = separator.as_bytes();
    let at = line.windows(separator.len()).position(|window| window == separator)?;
    Some((&line[..at], &line[at + separator.len()..]))
}

fn fields<'a>(properties: &Properties, line: &'a [u8]) -> Result<Parsed<'a>, String> {
    let mut rest = line;
    let mut take = |name: &str, separator: &str| match split(rest, separator) {
        Some((field, after)) => {
            rest = after;
            Ok(Some(field))
        }
        None if properties.ignore_error => Ok(None),
        None => Err(format!("no {name} found; {separator:?} should stand after it")),
    };
    let null = properties.null_marker.as_deref().map(str::as_bytes);
    let field = |bytes: &'a [u8]| (Some(bytes) != null).then_some(Cow::Borrowed(bytes));
    let headers = match properties.parse_headers {
        true => take("headers", &properties.headers_delimiter)?,
        false => None,
    };
    let key = match properties.parse_key {
        true => take("key", &properties.key_separator)?,
        false => None,
    };
    let mut parsed = Parsed { key: key.and_then(field), value: field(rest), ..Parsed::default() };
    let mut list = headers.filter(|list| !list.is_empty() && Some(*list) != null);
    while let Some(all) = list {
        let (one, others) = match split(all, &properties.headers_separator) {
            Some((one, others)) => (one, Some(others)),
            None => (all, None),
        };
        list = others;
        match split(one, &properties.headers_key_separator) {
            Some((key, _)) if Some(key) == null => return Err("a header key is null".to_owned()),
            Some((key, value)) => parsed.headers.push((Cow::Borrowed(key), field(value))),
            None if properties.ignore_error => parsed.headers.push((Cow::Borrowed(one), None)),
            None => {
                return Err(format!(
                    "header {:?} has no {:?}",
                    String::from_utf8_lossy(one),
                    properties.headers_key_separator
                ));
            }
        }
    }
    Ok(parsed)
}

fn from_json(line: &[u8]) -> Result<Parsed<'static>, String> {
    let object: Map<String, Value> =
        serde_json::from_slice(line).map_err(|error| format!("no JSON object: {error}"))?;
    let number = |name: &str| match object.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => {
            value.as_i64().map(Some).ok_or_else(|| format!("{name} must be a whole number"))
        }
    };
    let partition = number("partition")?
        .map(|number| i32::try_from(number).ok().filter(|partition| *partition >= 0))
        .map(|number| number.ok_or("partition must be 0 or more"))
        .transpose()?;
    let headers = match object.get("headers") {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::Array(list)) => list.iter().map(json_header).collect::<Result<_, _>>()?,
        Some(Value::Object(map)) => map
            .iter()
            .map(|(key, _)| {
                Ok((key.clone().into_bytes().into(), json::get(map, key)?.map(Cow::Owned)))
            })
            .collect::<Result<_, String>>()?,
        Some(_) => return Err("headers must be a list or an object".to_owned()),
    };
    Ok(Parsed {
        key: json::get(&object, "key")?.map(Cow::Owned),
        value: json::get(&object, "value")?.map(Cow::Owned),
        headers,
        partition: partition.map(PartitionIndex),
        timestamp: number("timestamp")?,
    })
}

fn json_header(header: &Value) -> Result<(Cow<'static, [u8]>, Field<'static>), String> {
    let what = "a header must be an object with key and value";
    let object = header.as_object().ok_or(what)?;
    let key = object.get("key").and_then(Value::as_str).ok_or(what)?;
    Ok((key.as_bytes().to_vec().into(), json::get(object, "value")?.map(Cow::Owned)))
}

#[cfg(test)]
mod tests;

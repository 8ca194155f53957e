//! Keys and values of records: as text, or as the records of Kafka's own topics.

use std::fmt;

use bytes::Bytes;
use moldau_protocol::{
    codec::{DecodeError, Decoder as Reader},
    layout::Layout,
};

use super::{super::tree::Tree, remote};
use crate::failure::Failure;

/// How one field of a record is shown.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shown {
    Text(String),
    Tree(Tree),
    /// A record that has a text of its own.
    Record {
        text: String,
        tree: Tree,
    },
    /// Meant to be text.
    Bytes(Vec<u8>),
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) | Self::Record { text, .. } => f.write_str(text),
            Self::Tree(tree) => tree.fmt(f),
            Self::Bytes(bytes) => f.write_str(&String::from_utf8_lossy(bytes)),
        }
    }
}

/// Key and value of a record; none is null, or nothing to show.
#[derive(Debug, Default)]
pub(super) struct Fields {
    pub(super) key: Option<Shown>,
    pub(super) value: Option<Shown>,
}

/// Kafka's own decoder classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plain {
    Text,
    Hex,
    Int,
    Long,
}

/// What the records are.
#[derive(Clone, Copy, Debug)]
pub(super) enum Decoder {
    Plain {
        key: Plain,
        value: Plain,
    },
    /// Records of a coordinator, by family.
    Coordinator(&'static str),
    Metadata,
    RemoteLog,
}

/// The decoder that a class name means.
pub(super) fn plain(flag: &str, class: Option<&str>) -> Result<Plain, Failure> {
    let Some(class) = class else { return Ok(Plain::Text) };
    let short = ["org.apache.kafka.tools.api.", "kafka.serializer."]
        .iter()
        .find_map(|package| class.strip_prefix(package))
        .unwrap_or(class);
    Ok(match short {
        "StringDecoder" => Plain::Text,
        "DefaultDecoder" => Plain::Hex,
        "IntegerDecoder" => Plain::Int,
        "LongDecoder" => Plain::Long,
        _ => {
            return Err(Failure::usage(format!("{flag} {class}: no such decoder")).advise(
                "built in are StringDecoder, DefaultDecoder, IntegerDecoder, LongDecoder",
            ));
        }
    })
}

impl Plain {
    fn read(self, bytes: &[u8]) -> Result<Shown, String> {
        let few = |needed: usize| format!("{} bytes where {needed} are needed", bytes.len());
        Ok(match self {
            Self::Text => Shown::Bytes(bytes.to_vec()),
            Self::Hex => Shown::Text(bytes.iter().map(|byte| format!("{byte:02x}")).collect()),
            Self::Int => {
                let number = bytes.first_chunk().ok_or_else(|| few(4))?;
                Shown::Tree(Tree::Int(i32::from_be_bytes(*number).into()))
            }
            Self::Long => {
                let number = bytes.first_chunk().ok_or_else(|| few(8))?;
                Shown::Tree(Tree::Int(i64::from_be_bytes(*number)))
            }
        })
    }
}

impl Decoder {
    /// # Errors
    /// When the tool cannot go on, as for a record of a coordinator without key.
    pub(super) fn read(
        self,
        offset: i64,
        key: Option<&[u8]>,
        value: Option<&[u8]>,
    ) -> Result<Fields, String> {
        match self {
            Self::Plain { key: of_key, value: of_value } => Ok(Fields {
                key: key.map(|bytes| of_key.read(bytes)).transpose()?,
                value: value.map(|bytes| of_value.read(bytes)).transpose()?,
            }),
            Self::Coordinator(family) => {
                let key = key.ok_or_else(|| {
                    format!(
                        "Failed to decode message at offset {offset} using the specified decoder \
                         (message had a missing key)"
                    )
                })?;
                Ok(coordinator(family, offset, key, value))
            }
            Self::Metadata => {
                let shown = match value.ok_or("the record has no value".to_owned()) {
                    Ok(value) => metadata(value),
                    Err(error) => Err(error),
                };
                let shown = shown.map(Shown::Tree).unwrap_or_else(|error| {
                    skipped(format!("Error at {offset}, skipping. {error}"))
                });
                Ok(Fields { key: None, value: Some(shown) })
            }
            Self::RemoteLog => {
                let value = value.unwrap_or_default();
                let shown = remote::read(value).unwrap_or_else(|error| {
                    skipped(format!("Error at offset {offset}, skipping. {error}"))
                });
                Ok(Fields { key: None, value: Some(shown) })
            }
        }
    }
}

fn skipped(text: String) -> Shown {
    Shown::Text(text)
}

fn coordinator(family: &'static str, offset: i64, key: &[u8], value: Option<&[u8]>) -> Fields {
    let unreadable = |error: String| Fields {
        key: Some(skipped(format!("Error at offset {offset}, skipping. {error}"))),
        value: None,
    };
    let Some((&kind, key)) = key.split_first_chunk() else {
        return unreadable("Could not read version from key's buffer.".to_owned());
    };
    let kind = i16::from_be_bytes(kind);
    let Some(layout) = Layout::numbered(family, kind, "Key") else {
        let text = format!("Unknown record type {kind} at offset {offset}, skipping.");
        return Fields { key: Some(skipped(text)), value: None };
    };
    // The number of the type stands where the version would; the layout has but one.
    let key = match read(layout, 0, key) {
        Ok(key) => key,
        Err(error) => return unreadable(because("key", kind, &error)),
    };
    let key = Tree::object([("type", kind.to_string().into()), ("data", key)]);
    let value = match value {
        None => Shown::Text("<DELETE>".to_owned()),
        Some(value) => match coordinator_value(family, kind, value) {
            Ok(value) => Shown::Tree(value),
            Err(error) => return unreadable(error),
        },
    };
    Fields { key: Some(Shown::Tree(key)), value: Some(value) }
}

fn coordinator_value(family: &str, kind: i16, value: &[u8]) -> Result<Tree, String> {
    let layout = Layout::numbered(family, kind, "Value").ok_or("there is no such value")?;
    let Some((&version, value)) = value.split_first_chunk() else {
        return Err("Could not read version from value's buffer.".to_owned());
    };
    let version = i16::from_be_bytes(version);
    let mut data =
        read(layout, version, value).map_err(|error| because("value", version, &error))?;
    match layout.name {
        "GroupMetadataValue" => open_members(&mut data),
        "TransactionLogValue" => name_status(&mut data),
        _ => {}
    }
    Ok(Tree::object([("version", version.to_string().into()), ("data", data)]))
}

fn because(what: &str, version: i16, error: &DecodeError) -> String {
    format!("Could not read record with version {version} from {what}'s buffer due to: {error}.")
}

fn read(layout: &'static Layout, version: i16, bytes: &[u8]) -> Result<Tree, DecodeError> {
    layout.read(&mut Reader::new(Bytes::copy_from_slice(bytes)), version).map(Tree::from)
}

/// Subscriptions and assignments of the members of a classic group are messages of their own.
fn open_members(data: &mut Tree) {
    if data.get("protocolType") != Some(&"consumer".into()) {
        return;
    }
    let Tree::Object(fields) = data else { return };
    let members = fields.iter_mut().find(|(name, _)| name == "members");
    let Some((_, Tree::List(members))) = members else { return };
    for member in members {
        let Tree::Object(fields) = member else { continue };
        for (name, value) in fields {
            let layout = match name.as_ref() {
                "subscription" => "ConsumerProtocolSubscription",
                "assignment" => "ConsumerProtocolAssignment",
                _ => continue,
            };
            if let Some(opened) = open(layout, value) {
                *value = opened;
            }
        }
    }
}

/// States of transactions, by number.
const TRANSACTION_STATES: [&str; 8] = [
    "Empty",
    "Ongoing",
    "PrepareCommit",
    "PrepareAbort",
    "CompleteCommit",
    "CompleteAbort",
    "Dead",
    "PrepareEpochFence",
];

fn name_status(data: &mut Tree) {
    let Tree::Object(fields) = data else { return };
    for (name, value) in fields {
        if let ("transactionStatus", Tree::Int(state)) = (name.as_ref(), &*value) {
            let known = usize::try_from(*state).ok().and_then(|at| TRANSACTION_STATES.get(at));
            *value = known.map_or_else(|| state.to_string(), ToString::to_string).into();
        }
    }
}

/// None when the bytes are something else: they stay as they are.
fn open(layout: &str, value: &Tree) -> Option<Tree> {
    let Tree::Text(text) = value else { return None };
    let bytes = crate::tools::json::decode_base64(text)?;
    let (version, rest) = bytes.split_first_chunk()?;
    read(Layout::named(layout)?, i16::from_be_bytes(*version), rest).ok()
}

/// Number and version of the record's type, and where its fields begin.
pub(super) fn frame(value: &[u8]) -> Result<(i16, i16, Reader), String> {
    let mut reader = Reader::new(Bytes::copy_from_slice(value));
    let mut next = |what: &str| -> Result<i16, String> {
        let number = reader.uvarint().map_err(|_| format!("Error while reading {what}"))?;
        i16::try_from(number).map_err(|_| format!("Value for {what} was too large."))
    };
    match next("frame version")? {
        1 => {}
        0 => {
            return Err("Could not deserialize metadata record with frame version 0. Note that \
                        upgrades from the preview release of KRaft in 2.8 to newer versions are \
                        not supported."
                .to_owned());
        }
        frame => {
            return Err(format!(
                "Could not deserialize metadata record due to unknown frame version {frame}(only \
                 frame version 1 is supported)"
            ));
        }
    }
    let (kind, version) = (next("type")?, next("version")?);
    Ok((kind, version, reader))
}

fn metadata(value: &[u8]) -> Result<Tree, String> {
    let (kind, version, mut reader) = frame(value)?;
    let layout = Layout::numbered("metadata", kind, "")
        .ok_or_else(|| format!("Unknown metadata id {kind}"))?;
    let data = layout
        .read(&mut reader, version)
        .map_err(|error| format!("Failed to deserialize record with type {kind}: {error}"))?;
    if reader.remaining() > 0 {
        return Err(format!("Found {} byte(s) of garbage after {kind}", reader.remaining()));
    }
    Ok(Tree::object([
        ("type", constant(layout.name).into()),
        ("version", i64::from(version).into()),
        ("data", data.into()),
    ]))
}

/// `TopicRecord` as `TOPIC_RECORD`.
fn constant(name: &str) -> String {
    let mut text = String::new();
    for (index, char) in name.chars().enumerate() {
        if index > 0 && char.is_uppercase() {
            text.push('_');
        }
        text.extend(char.to_uppercase());
    }
    text
}

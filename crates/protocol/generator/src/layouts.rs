//! The layouts of persisted records as data, for tools that read a record by its number.

use std::fmt::Write;

use crate::{
    names::snake,
    render::HEADER,
    schema::{Field, Message, Schema, Type, Versions},
};

/// Text of `layouts.rs`.
pub(crate) fn render(schemas: &[Schema]) -> String {
    let mut structures = String::new();
    let mut records = String::new();
    for schema in schemas {
        let Schema::Record { name, key, family, message } = schema else { continue };
        // Their one odd field is of no use to a reader of files.
        if family == "header" {
            continue;
        }
        for structure in message.structs.iter().rev() {
            let _ =
                writeln!(structures, "const {}: &[Field] = &[", constant(name, &structure.name));
            for each in &structure.fields {
                let _ = writeln!(structures, "{},", field(name, each));
            }
            structures.push_str("];\n");
        }
        let _ = writeln!(records, "{},", layout(name, *key, family, message));
    }
    format!(
        "{HEADER}use crate::layout::{{Field, Kind, Layout, NONE, field, from, range}};\n\n\
         /// Every persisted record.\npub const RECORDS: &[Layout] = &[\n{records}];\n\n{structures}"
    )
}

fn layout(name: &str, key: Option<i16>, family: &str, message: &Message) -> String {
    format!(
        "Layout {{ name: {name:?}, key: {key:?}, family: {family:?}, versions: {}, flexible: {}, \
         fields: {} }}",
        versions(message.versions),
        versions(message.flexible),
        constant(name, name),
    )
}

fn field(record: &str, field: &Field) -> String {
    let mut text = format!(
        "field({:?}, {}, {})",
        camel(&field.name),
        kind(record, &field.kind),
        versions(field.versions),
    );
    if !field.nullable.is_none() {
        let _ = write!(text, ".nullable({})", versions(field.nullable));
    }
    if let Some((tag, range)) = field.tag {
        let _ = write!(text, ".tag({tag}, {})", versions(range));
    }
    if let Some(default) = &field.default {
        let _ = write!(text, ".default({default:?})");
    }
    text
}

fn kind(record: &str, kind_of: &Type) -> String {
    match kind_of {
        Type::Primitive("string") => "Kind::Text".to_owned(),
        Type::Primitive(name) => {
            let (first, rest) = name.split_at(1);
            format!("Kind::{}{rest}", first.to_uppercase())
        }
        Type::Struct(name) => format!("Kind::Struct({})", constant(record, name)),
        Type::Array(element) => format!("Kind::Array(&{})", kind(record, element)),
    }
}

fn versions(range: Versions) -> String {
    match (range.min, range.max) {
        _ if range.is_none() => "NONE".to_owned(),
        (min, i16::MAX) => format!("from({min})"),
        (min, max) => format!("range({min}, {max})"),
    }
}

fn constant(record: &str, structure: &str) -> String {
    let own = snake(structure).to_uppercase();
    if record == structure { own } else { format!("{}_{own}", snake(record).to_uppercase()) }
}

/// The name in Kafka's JSON: `partition_id` is `partitionId`.
fn camel(name: &str) -> String {
    let name = name.replace("kraft", "k_raft");
    let mut text = String::new();
    for (index, word) in name.split('_').enumerate() {
        let (first, rest) = word.split_at(word.len().min(1));
        text += &if index == 0 { first.to_owned() } else { first.to_uppercase() };
        text += rest;
    }
    text
}

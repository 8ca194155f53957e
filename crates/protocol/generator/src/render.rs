//! Rust from schemas.

use std::fmt::Write;

use crate::{
    index::index,
    layouts,
    names::{default, ident, rust_primitive, rust_type, snake},
    schema::{Field, Message, Schema, Struct, Type, Versions},
};

pub(crate) const HEADER: &str = "// Generated from crates/protocol/schema by `cargo run -p \
                      moldau-protocol-generator`; do not edit.\n\n";

/// Name and text of each generated file.
pub(crate) fn render(schemas: &[Schema]) -> Vec<(String, String)> {
    let mut files = Vec::new();
    let mut modules = Vec::new();
    for schema in schemas {
        match schema {
            Schema::Api { name, key, request, response } => {
                let request_name = format!("{name}Request");
                let response_name = format!("{name}Response");
                let mut text = message(request, Unsupported::Refused);
                let newest = request.versions.max - i16::from(request.unstable_latest);
                let flexible = if request.flexible.is_none() {
                    "i16::MAX".to_owned()
                } else {
                    request.flexible.min.to_string()
                };
                let _ = write!(
                    text,
                    "impl crate::codec::Request for {request_name} {{
                        const KEY: crate::ApiKey = crate::ApiKey({key});
                        const MIN_VERSION: i16 = {};
                        const MAX_VERSION: i16 = {newest};
                        const FLEXIBLE_FROM: i16 = {flexible};
                        type Response = super::{}::{response_name};
                    }}\n",
                    request.versions.min,
                    snake(&response_name),
                );
                modules.push((request_name.clone(), None));
                modules.push((response_name.clone(), None));
                files.push((format!("{}.rs", snake(&request_name)), text));
                files.push((
                    format!("{}.rs", snake(&response_name)),
                    message(response, Unsupported::Dropped),
                ));
            }
            Schema::Record { name, key, family, message: body } => {
                let text = message(body, Unsupported::Refused);
                modules.push((name.clone(), key.map(|key| (family.clone(), key, body.versions))));
                files.push((format!("{}.rs", snake(name)), text));
            }
        }
    }
    files.push(("mod.rs".to_owned(), index(schemas, &modules)));
    files.push(("layouts.rs".to_owned(), layouts::render(schemas)));
    files
}

/// What becomes of a field that is set in a version that has no place for it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unsupported {
    /// An error: whoever asks for something must not be taken to have asked for less.
    Refused,
    /// It is left out: an answer tells an older client what that can understand.
    Dropped,
}

fn message(message: &Message, unsupported: Unsupported) -> String {
    let mut text = HEADER.to_owned();
    text.push_str(
        "#[allow(unused_imports)] use bytes::Bytes;
        #[allow(unused_imports)] use crate::{codec::{DecodeError, Decoder, EncodeError, Encoder, \
         Message, Payload, RawTaggedField}, ids::Uuid};\n\n",
    );
    for (index, structure) in message.structs.iter().enumerate() {
        Renderer { message, structure, unsupported }.render(&mut text, index == 0);
    }
    text
}

struct Renderer<'a> {
    message: &'a Message,
    structure: &'a Struct,
    unsupported: Unsupported,
}

impl Renderer<'_> {
    fn render(&self, text: &mut String, top: bool) {
        let name = &self.structure.name;
        let flexible = !self.message.flexible.is_none();
        let fields = &self.structure.fields;
        let each = |part: &dyn Fn(&Field) -> String| fields.iter().map(part).collect::<String>();
        let raw = if flexible {
            "/// Tagged fields that the schema does not know.
             pub unknown_tagged_fields: Vec<RawTaggedField>,"
        } else {
            ""
        };
        let raw_default = if flexible { "unknown_tagged_fields: Vec::new()," } else { "" };
        let _ = write!(
            text,
            "#[derive(Clone, Debug, PartialEq)]
            pub struct {name} {{ {} {raw} }}

            impl Default for {name} {{
                fn default() -> Self {{ Self {{ {} {raw_default} }} }}
            }}\n\n",
            each(&|field| format!("pub {}: {},", ident(&field.name), rust_type(field))),
            each(&|field| format!("{}: {},", ident(&field.name), default(field))),
        );
        let version_check = if top {
            format!(
                "if !({}..={}).contains(&version) {{
                    return Err(DecodeError::Version {{ message: \"{name}\", version }});
                }}\n",
                self.message.versions.min, self.message.versions.max
            )
        } else {
            String::new()
        };
        let flexible_line = self.flexible_line();
        let _ = write!(
            text,
            "impl Message for {name} {{
                #[allow(unused_variables, unused_mut)]
                fn decode(decoder: &mut Decoder, version: i16) -> Result<Self, DecodeError> {{
                    {version_check} {flexible_line}
                    let mut this = Self::default();
                    {} {}
                    Ok(this)
                }}

                #[allow(unused_variables)]
                fn encode(&self, encoder: &mut Encoder, version: i16) -> Result<(), EncodeError> {{
                    {flexible_line} {} {} {}
                    Ok(())
                }}
            }}\n\n",
            each(&|field| self.decode(field)),
            self.decode_tagged(),
            each(&|field| self.refuse(field)),
            each(&|field| self.encode(field)),
            self.encode_tagged(),
        );
    }

    /// `let flexible = ...`, where the structure has anything to decide by it.
    fn flexible_line(&self) -> String {
        let condition = self.condition(self.message.flexible);
        format!("let flexible = {};", condition.as_deref().unwrap_or("true"))
    }

    /// The test for a version being in `range`; none when it always is.
    fn condition(&self, range: Versions) -> Option<String> {
        let valid = self.message.versions;
        let range = range.intersect(valid);
        if range.covers(valid) {
            None
        } else if range.is_none() {
            Some("false".to_owned())
        } else if range.max == valid.max {
            Some(format!("version >= {}", range.min))
        } else if range.min == valid.min {
            Some(format!("version <= {}", range.max))
        } else {
            Some(format!("({}..={}).contains(&version)", range.min, range.max))
        }
    }

    fn when(&self, range: Versions, body: &str) -> String {
        match self.condition(range) {
            None => body.to_owned(),
            Some(condition) if condition == "false" => String::new(),
            Some(condition) => format!("if {condition} {{ {body} }}\n"),
        }
    }

    /// The versions in which the field stands in its place in the structure.
    fn plain(&self, field: &Field) -> Versions {
        match field.tag {
            None => field.versions,
            Some((_, tagged)) if tagged.min > field.versions.min => {
                Versions { min: field.versions.min, max: tagged.min - 1 }
            }
            Some(_) => Versions { min: 1, max: 0 },
        }
    }

    fn decode(&self, field: &Field) -> String {
        let plain = self.plain(field);
        let body = format!("this.{} = {};\n", ident(&field.name), self.decode_value(field, plain));
        self.when(plain, &body)
    }

    fn decode_value(&self, field: &Field, range: Versions) -> String {
        let flexible = if field.rigid { "false" } else { "flexible" };
        let name = &field.name;
        let read = |nullable: bool| match &field.kind {
            Type::Primitive("string") if nullable => {
                format!("decoder.nullable_string({flexible})?")
            }
            Type::Primitive("string") => format!("decoder.string({flexible}, \"{name}\")?"),
            Type::Primitive("bytes") if nullable => format!("decoder.nullable_bytes({flexible})?"),
            Type::Primitive("bytes") => format!("decoder.bytes({flexible}, \"{name}\")?"),
            Type::Primitive("records") => format!("decoder.nullable_records({flexible})?"),
            Type::Primitive(primitive) => format!("decoder.{}()?", rust_primitive(primitive)),
            Type::Struct(_) if nullable && tagged(field, range) => {
                "decoder.tagged_struct(version)?".to_owned()
            }
            Type::Struct(_) if nullable => "decoder.nullable_struct(version)?".to_owned(),
            Type::Struct(structure) => format!("{structure}::decode(decoder, version)?"),
            Type::Array(element) => {
                let min = self.min_size(element);
                let element = self.decode_element(element);
                if nullable {
                    format!("decoder.nullable_array(flexible, {min}, |decoder| {element})?")
                } else {
                    format!("decoder.array(flexible, {min}, \"{name}\", |decoder| {element})?")
                }
            }
        };
        if field.nullable.is_none() || field.kind == Type::Primitive("records") {
            return read(false);
        }
        let nullable = field.nullable.intersect(range);
        if nullable.intersect(self.message.versions) == range.intersect(self.message.versions) {
            return read(true);
        }
        match self.condition(nullable) {
            None => read(true),
            Some(condition) if condition == "false" => format!("Some({})", read(false)),
            Some(condition) => {
                format!("if {condition} {{ {} }} else {{ Some({}) }}", read(true), read(false))
            }
        }
    }

    fn decode_element(&self, element: &Type) -> String {
        match element {
            Type::Primitive("string") => "decoder.string(flexible, \"element\")".to_owned(),
            Type::Primitive("bytes") => "decoder.bytes(flexible, \"element\")".to_owned(),
            Type::Primitive(primitive) => format!("decoder.{}()", rust_primitive(primitive)),
            Type::Struct(structure) => format!("{structure}::decode(decoder, version)"),
            Type::Array(inner) => format!(
                "decoder.array(flexible, {}, \"element\", |decoder| {})",
                self.min_size(inner),
                self.decode_element(inner)
            ),
        }
    }

    fn decode_tagged(&self) -> String {
        if self.message.flexible.is_none() {
            return String::new();
        }
        let arms: String = self
            .structure
            .fields
            .iter()
            .filter_map(|field| {
                let (tag, versions) = field.tag?;
                let value = self.decode_value(field, versions);
                let guard = self
                    .condition(versions.intersect(self.message.flexible))
                    .filter(|condition| {
                        Some(condition) != self.condition(self.message.flexible).as_ref()
                    })
                    .map(|condition| format!(" if {condition}"))
                    .unwrap_or_default();
                Some(format!("{tag}{guard} => this.{} = {value},", ident(&field.name)))
            })
            .collect();
        let known = if arms.is_empty() {
            "|_, _| Ok(false)".to_owned()
        } else {
            format!("|tag, decoder| {{ match tag {{ {arms} _ => return Ok(false) }} Ok(true) }}")
        };
        format!(
            "if flexible {{
                let unknown = decoder.tagged_fields({known})?;
                this.unknown_tagged_fields = unknown;
            }}\n"
        )
    }

    /// The error for a field that is set in a version that has no place for it.
    fn refuse(&self, field: &Field) -> String {
        let valid = self.message.versions;
        let dropped = field.ignorable || self.unsupported == Unsupported::Dropped;
        if dropped || field.versions.covers(valid) {
            return String::new();
        }
        let Some(condition) = self.condition(field.versions) else { return String::new() };
        let message = &self.structure.name;
        let name = &field.name;
        format!(
            "if !({condition}) && {} {{
                return Err(EncodeError::Unsupported {{
                    message: \"{message}\", field: \"{name}\", version
                }});
            }}\n",
            self.differs(field)
        )
    }

    /// The test for a field having another value than its default.
    fn differs(&self, field: &Field) -> String {
        let name = ident(&field.name);
        let value = default(field);
        match (value.as_str(), &field.kind) {
            ("None", _) => format!("self.{name}.is_some()"),
            ("false", _) => format!("self.{name}"),
            ("true", _) => format!("!self.{name}"),
            ("Vec::new()" | "String::new()" | "Bytes::new()", _) => {
                format!("!self.{name}.is_empty()")
            }
            (_, Type::Primitive("string")) if field.nullable.is_none() => {
                format!("self.{name} != {:?}", field.default.as_deref().unwrap_or_default())
            }
            _ => format!("self.{name} != {value}"),
        }
    }

    fn encode(&self, field: &Field) -> String {
        let plain = self.plain(field);
        let body = self.encode_value(field, plain, &format!("self.{}", ident(&field.name)));
        self.when(plain, &body)
    }

    fn encode_value(&self, field: &Field, range: Versions, place: &str) -> String {
        let flexible = if field.rigid { "false" } else { "flexible" };
        let optional = !field.nullable.is_none();
        let mut text = String::new();
        if optional && field.kind != Type::Primitive("records") {
            // Null only where the version allows it.
            let valid = self.message.versions;
            let nullable = field.nullable.intersect(range).intersect(valid);
            if nullable != range.intersect(valid)
                && let Some(condition) = self.condition(nullable)
            {
                let name = &field.name;
                let _ = write!(
                    text,
                    "if !({condition}) && {place}.is_none() {{
                        return Err(EncodeError::Null {{ field: \"{name}\", version }});
                    }}\n"
                );
            }
        }
        let written = match &field.kind {
            Type::Primitive("string") if optional => {
                format!("encoder.nullable_string({flexible}, {place}.as_deref())?;")
            }
            Type::Primitive("string") => format!("encoder.string({flexible}, &{place})?;"),
            Type::Primitive("bytes") if optional => {
                format!("encoder.nullable_bytes({flexible}, {place}.as_deref())?;")
            }
            Type::Primitive("bytes") => format!("encoder.bytes({flexible}, &{place})?;"),
            Type::Primitive("records") => {
                format!("encoder.nullable_records({flexible}, {place}.as_ref())?;")
            }
            Type::Primitive(primitive) => {
                format!("encoder.{}({place});", rust_primitive(primitive))
            }
            Type::Struct(_) if optional && tagged(field, range) => {
                format!("encoder.tagged_struct({place}.as_ref(), version)?;")
            }
            Type::Struct(_) if optional => {
                let valid = self.message.versions;
                let nullable = field.nullable.intersect(range).intersect(valid);
                let marked = format!("encoder.nullable_struct({place}.as_ref(), version)?;");
                let bare =
                    format!("if let Some(value) = &{place} {{ value.encode(encoder, version)?; }}");
                match self.condition(nullable) {
                    _ if nullable == range.intersect(valid) => marked,
                    None => marked,
                    Some(condition) => format!("if {condition} {{ {marked} }} else {{ {bare} }}"),
                }
            }
            Type::Struct(_) => format!("{place}.encode(encoder, version)?;"),
            Type::Array(element) if optional => format!(
                "encoder.length(flexible, {place}.as_ref().map(Vec::len))?;
                 for element in {place}.iter().flatten() {{ {} }}",
                encode_element(element)
            ),
            Type::Array(element) => format!(
                "encoder.length(flexible, Some({place}.len()))?;
                 for element in &{place} {{ {} }}",
                encode_element(element)
            ),
        };
        text + &written + "\n"
    }

    fn encode_tagged(&self) -> String {
        if self.message.flexible.is_none() {
            return String::new();
        }
        let mut tagged: Vec<_> = self
            .structure
            .fields
            .iter()
            .filter_map(|field| field.tag.map(|(tag, versions)| (tag, versions, field)))
            .collect();
        tagged.sort_by_key(|(tag, ..)| *tag);
        let mut text = "if flexible {\n".to_owned();
        let mutable = if tagged.is_empty() { "" } else { "mut " };
        let _ = writeln!(text, "let {mutable}count = self.unknown_tagged_fields.len();");
        let present = |versions: Versions, field: &Field| {
            let differs = self.differs(field);
            match self.condition(versions) {
                Some(condition)
                    if Some(&condition) != self.condition(self.message.flexible).as_ref() =>
                {
                    format!("{condition} && {differs}")
                }
                _ => differs,
            }
        };
        for (_, versions, field) in &tagged {
            let _ = writeln!(text, "if {} {{ count += 1; }}", present(*versions, field));
        }
        text.push_str(
            "encoder.uvarint(u32::try_from(count).map_err(|_| EncodeError::TooLong(count))?);\n",
        );
        for (tag, versions, field) in &tagged {
            let value =
                self.encode_value(field, *versions, &format!("self.{}", ident(&field.name)));
            let _ = writeln!(
                text,
                "if {} {{ encoder.tagged_field({tag}, |encoder| {{ {value} Ok(()) }})?; }}",
                present(*versions, field)
            );
        }
        text.push_str("encoder.raw_tagged_fields(&self.unknown_tagged_fields)?;\n}\n");
        text
    }

    /// The least number of bytes an element has in any version.
    fn min_size(&self, kind: &Type) -> usize {
        match kind {
            Type::Primitive("bool" | "int8" | "string" | "bytes" | "records") | Type::Array(_) => 1,
            Type::Primitive("int16" | "uint16") => 2,
            Type::Primitive("int32" | "uint32") => 4,
            Type::Primitive("uuid") => 16,
            Type::Primitive(_) => 8,
            Type::Struct(name) => {
                let fields = self.message.structs.iter().find(|each| each.name == *name);
                fields
                    .into_iter()
                    .flat_map(|structure| &structure.fields)
                    .filter(|field| {
                        field.versions.covers(self.message.versions) && field.tag.is_none()
                    })
                    .map(|field| match &field.kind {
                        Type::Struct(_) if !field.nullable.is_none() => 1,
                        kind => self.min_size(kind),
                    })
                    .sum::<usize>()
                    .max(1)
            }
        }
    }
}

/// Whether the field is a tagged one in the versions of `range`.
fn tagged(field: &Field, range: Versions) -> bool {
    field.tag.is_some_and(|(_, versions)| versions == range)
}

fn encode_element(element: &Type) -> String {
    match element {
        Type::Primitive("string") => "encoder.string(flexible, element)?;".to_owned(),
        Type::Primitive("bytes") => "encoder.bytes(flexible, element)?;".to_owned(),
        Type::Primitive(primitive) => format!("encoder.{}(*element);", rust_primitive(primitive)),
        Type::Struct(_) => "element.encode(encoder, version)?;".to_owned(),
        Type::Array(inner) => format!(
            "encoder.length(flexible, Some(element.len()))?;
             for element in element {{ {} }}",
            encode_element(inner)
        ),
    }
}

//! Names, types and defaults of fields in Rust.

use crate::schema::{Field, Type};

pub(crate) fn rust_primitive(primitive: &str) -> &str {
    match primitive {
        "int8" => "i8",
        "int16" => "i16",
        "uint16" => "u16",
        "int32" => "i32",
        "uint32" => "u32",
        "int64" => "i64",
        "float64" => "f64",
        other => other,
    }
}

pub(crate) fn value_type(kind: &Type) -> String {
    match kind {
        Type::Primitive("uuid") => "Uuid".to_owned(),
        Type::Primitive("string") => "String".to_owned(),
        Type::Primitive("bytes") => "Bytes".to_owned(),
        Type::Primitive("records") => "Payload".to_owned(),
        Type::Primitive(primitive) => rust_primitive(primitive).to_owned(),
        Type::Struct(name) => name.clone(),
        Type::Array(element) => format!("Vec<{}>", value_type(element)),
    }
}

pub(crate) fn rust_type(field: &Field) -> String {
    let value = value_type(&field.kind);
    // Record data is treated as nullable everywhere, as in Kafka.
    if field.nullable.is_none() && field.kind != Type::Primitive("records") {
        value
    } else {
        format!("Option<{value}>")
    }
}

pub(crate) fn default(field: &Field) -> String {
    let optional = !field.nullable.is_none();
    if field.default.as_deref() == Some("null") || field.kind == Type::Primitive("records") {
        return "None".to_owned();
    }
    let value = match &field.kind {
        Type::Primitive("string") => match &field.default {
            Some(text) => format!("{text:?}.to_owned()"),
            None => "String::new()".to_owned(),
        },
        Type::Primitive("bytes") => "Bytes::new()".to_owned(),
        Type::Primitive("uuid") => "Uuid::ZERO".to_owned(),
        Type::Primitive("bool") => field.default.clone().unwrap_or_else(|| "false".to_owned()),
        Type::Primitive("float64") => {
            let number = field.default.clone().unwrap_or_else(|| "0.0".to_owned());
            if number.contains('.') { number } else { number + ".0" }
        }
        Type::Primitive(_) => field.default.clone().unwrap_or_else(|| "0".to_owned()),
        Type::Struct(name) => format!("{name}::default()"),
        Type::Array(_) => "Vec::new()".to_owned(),
    };
    if optional { format!("Some({value})") } else { value }
}

pub(crate) fn ident(name: &str) -> String {
    if matches!(name, "type" | "match" | "ref" | "self") {
        format!("{name}_")
    } else {
        name.to_owned()
    }
}

pub(crate) fn snake(name: &str) -> String {
    let name = name.replace("KRaft", "Kraft");
    let mut text = String::new();
    let chars: Vec<char> = name.chars().collect();
    for (index, char) in chars.iter().enumerate() {
        let after_lower = index > 0 && !chars[index - 1].is_uppercase();
        let before_lower = chars.get(index + 1).is_some_and(|next| next.is_lowercase());
        if char.is_uppercase() && index > 0 && (after_lower || before_lower) {
            text.push('_');
        }
        text.extend(char.to_lowercase());
    }
    text
}

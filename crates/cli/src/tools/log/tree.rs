//! JSON whose fields keep their order, written as Kafka's tools write it.

use std::{borrow::Cow, fmt};

use moldau_protocol::layout::Value;

use crate::tools::json::encode_base64;

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Tree {
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    Text(String),
    List(Vec<Tree>),
    Object(Vec<(Cow<'static, str>, Tree)>),
}

impl Tree {
    /// An object of these fields.
    pub(super) fn object<const N: usize>(fields: [(&'static str, Tree); N]) -> Self {
        Self::Object(fields.map(|(name, value)| (name.into(), value)).into())
    }

    pub(super) fn put(&mut self, name: impl Into<Cow<'static, str>>, value: impl Into<Tree>) {
        if let Self::Object(fields) = self {
            fields.push((name.into(), value.into()));
        }
    }

    /// A field of an object.
    pub(super) fn get(&self, name: &str) -> Option<&Tree> {
        match self {
            Self::Object(fields) => fields.iter().find(|(key, _)| key == name).map(|(_, it)| it),
            _ => None,
        }
    }

    /// Bytes under `name` when they are text, under `name_base64` when they are not.
    pub(super) fn put_bytes(&mut self, name: &'static str, bytes: Option<&[u8]>) {
        match bytes.map(std::str::from_utf8) {
            None => self.put(name, Tree::Null),
            Some(Ok(text)) => self.put(name, text),
            Some(Err(_)) => {
                self.put(format!("{name}_base64"), encode_base64(bytes.unwrap_or_default()));
            }
        }
    }
}

impl From<i64> for Tree {
    fn from(number: i64) -> Self {
        Self::Int(number)
    }
}

impl From<i32> for Tree {
    fn from(number: i32) -> Self {
        Self::Int(number.into())
    }
}

impl From<bool> for Tree {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<&str> for Tree {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Tree {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Value> for Tree {
    fn from(value: Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(value),
            Value::Int(value) => Self::Int(value),
            Value::Float(value) => Self::Float(value),
            Value::Uuid(value) => Self::Text(value.to_string()),
            Value::Text(value) => Self::Text(value),
            Value::Bytes(value) => Self::Text(encode_base64(&value)),
            Value::List(values) => Self::List(values.into_iter().map(Self::from).collect()),
            Value::Struct(fields) => Self::Object(
                fields.into_iter().map(|(name, value)| (name.into(), value.into())).collect(),
            ),
        }
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(value) => write!(f, "{value}"),
            Self::Int(value) => write!(f, "{value}"),
            Self::Float(value) => f.write_str(&float(*value)),
            Self::Text(text) => quote(text, f),
            Self::List(values) => {
                f.write_str("[")?;
                for (index, value) in values.iter().enumerate() {
                    f.write_str(if index == 0 { "" } else { "," })?;
                    value.fmt(f)?;
                }
                f.write_str("]")
            }
            Self::Object(fields) => {
                f.write_str("{")?;
                for (index, (name, value)) in fields.iter().enumerate() {
                    f.write_str(if index == 0 { "" } else { "," })?;
                    quote(name, f)?;
                    write!(f, ":{value}")?;
                }
                f.write_str("}")
            }
        }
    }
}

fn quote(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    use fmt::Write as _;
    f.write_str("\"")?;
    for char in text.chars() {
        match char {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            '\u{8}' => f.write_str("\\b")?,
            '\u{c}' => f.write_str("\\f")?,
            '\0'..='\u{1f}' => write!(f, "\\u{:04X}", u32::from(char))?,
            _ => f.write_char(char)?,
        }
    }
    f.write_str("\"")
}

/// As Java writes a double: plain from a thousandth to ten millions, else with an exponent. What
/// is no number is quoted, as Kafka's JSON library does.
fn float(value: f64) -> String {
    if value.is_nan() {
        return "\"NaN\"".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "\"Infinity\"" } else { "\"-Infinity\"" }.to_owned();
    }
    if value == 0.0 || (1e-3..1e7).contains(&value.abs()) {
        return format!("{value:?}");
    }
    let text = format!("{value:e}");
    match text.split_once('e') {
        Some((digits, exponent)) if !digits.contains('.') => format!("{digits}.0E{exponent}"),
        Some((digits, exponent)) => format!("{digits}E{exponent}"),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_that_of_kafkas_tools() {
        let mut tree = Tree::object([
            ("b", Tree::Int(-1)),
            ("a", Tree::List(vec![Tree::Null, Tree::Bool(true), "\"\\\n\u{1}\u{1f}žé/".into()])),
        ]);
        tree.put_bytes("text", Some(b"x"));
        tree.put_bytes("bytes", Some(&[0xff]));
        tree.put_bytes("none", None);
        let expected = "{\"b\":-1,\"a\":[null,true,\"\\\"\\\\\\n\\u0001\\u001Fžé/\"],\
                        \"text\":\"x\",\"bytes_base64\":\"/w==\",\"none\":null}";
        assert_eq!(tree.to_string(), expected);
        assert_eq!(tree.get("b"), Some(&Tree::Int(-1)));
        serde_json::from_str::<serde_json::Value>(expected).unwrap();
    }

    #[test]
    fn numbers_are_written_as_java_writes_them() {
        for (number, text) in [
            (0.0, "0.0"),
            (1234.5, "1234.5"),
            (0.001, "0.001"),
            (9_999_999.0, "9999999.0"),
            (1e7, "1.0E7"),
            (12_345_678.25, "1.234567825E7"),
            (1e-4, "1.0E-4"),
            (-2.5e300, "-2.5E300"),
            (f64::NAN, "\"NaN\""),
        ] {
            assert_eq!(Tree::Float(number).to_string(), text);
        }
    }
}

//! Persisted records described as data, and a reader that gives any of them as a tree of values.
//!
//! For tools that show whatever lies in a file. Where a record means something to the code, its
//! generated type is used instead. Like every decoder here it works on untrusted bytes: an array
//! grows as its elements are read, nesting is as deep as the schema.
//!
//! Tests: `tests.rs`, with the bytes of `tests/golden/messages.tsv`.

use bytes::Bytes;

use crate::{
    codec::{DecodeError, Decoder},
    ids::Uuid,
    messages::layouts::RECORDS,
};

/// A range of versions, both ends included; `min > max` is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Versions {
    /// The oldest.
    pub min: i16,
    /// The newest.
    pub max: i16,
}

impl Versions {
    /// Whether `version` is in the range.
    #[must_use]
    pub fn contains(self, version: i16) -> bool {
        (self.min..=self.max).contains(&version)
    }
}

pub(crate) const NONE: Versions = Versions { min: 1, max: 0 };

pub(crate) const fn from(min: i16) -> Versions {
    range(min, i16::MAX)
}

pub(crate) const fn range(min: i16, max: i16) -> Versions {
    Versions { min, max }
}

/// Type of a field.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)] // The names of the schema language.
pub enum Kind {
    Bool,
    Int8,
    Int16,
    Uint16,
    Int32,
    Uint32,
    Int64,
    Float64,
    Uuid,
    Text,
    Bytes,
    Struct(&'static [Field]),
    Array(&'static Kind),
}

/// A field of a record or of a structure.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name as Kafka's JSON has it.
    pub name: &'static str,
    /// Its type.
    pub kind: Kind,
    /// Versions that have the field.
    pub versions: Versions,
    /// Versions in which it may be null.
    pub nullable: Versions,
    /// Its tag, and the versions in which it is a tagged field.
    pub tag: Option<(u32, Versions)>,
    /// Its default as the schema writes it; none is zero, empty or false.
    pub default: Option<&'static str>,
}

pub(crate) const fn field(name: &'static str, kind: Kind, versions: Versions) -> Field {
    Field { name, kind, versions, nullable: NONE, tag: None, default: None }
}

impl Field {
    pub(crate) const fn nullable(self, nullable: Versions) -> Self {
        Self { nullable, ..self }
    }

    pub(crate) const fn tag(self, tag: u32, versions: Versions) -> Self {
        Self { tag: Some((tag, versions)), ..self }
    }

    pub(crate) const fn default(self, default: &'static str) -> Self {
        Self { default: Some(default), ..self }
    }
}

/// A record.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// Its name.
    pub name: &'static str,
    /// Number of its type, where the family numbers them.
    pub key: Option<i16>,
    /// Where it is used: `metadata`, `offsets`, `transaction`, `share`, `control`, ...
    pub family: &'static str,
    /// Versions that exist.
    pub versions: Versions,
    /// Versions with compact types and tagged fields.
    pub flexible: Versions,
    /// Its fields in order.
    pub fields: &'static [Field],
}

/// What was read.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // As `Kind`; integers of every size are one.
pub enum Value {
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    Uuid(Uuid),
    Text(String),
    Bytes(Bytes),
    List(Vec<Value>),
    Struct(Vec<(&'static str, Value)>),
}

impl Layout {
    /// The record of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        RECORDS.iter().find(|record| record.name == name)
    }

    /// The record of a family by the number of its type. Where a family has keys and values,
    /// `suffix` says which is wanted.
    #[must_use]
    pub fn numbered(family: &str, key: i16, suffix: &str) -> Option<&'static Self> {
        RECORDS.iter().find(|record| {
            record.family == family && record.key == Some(key) && record.name.ends_with(suffix)
        })
    }

    /// Reads the record. Fields that the version lacks are left out, and so are tagged fields that
    /// have their default.
    ///
    /// # Errors
    /// When there is no such version, or the bytes are not that record.
    pub fn read(&self, decoder: &mut Decoder, version: i16) -> Result<Value, DecodeError> {
        if !self.versions.contains(version) {
            return Err(DecodeError::Version { message: self.name, version });
        }
        let reader = Reader { version, flexible: self.flexible.contains(version) };
        reader.structure(self.fields, decoder)
    }
}

#[derive(Clone, Copy)]
struct Reader {
    version: i16,
    flexible: bool,
}

impl Reader {
    /// Tag of the field, if it is a tagged one in this version.
    fn tag(self, field: &Field) -> Option<u32> {
        field.tag.filter(|(_, range)| range.contains(self.version)).map(|(tag, _)| tag)
    }

    fn structure(
        self,
        fields: &'static [Field],
        decoder: &mut Decoder,
    ) -> Result<Value, DecodeError> {
        let version = self.version;
        let present = fields.iter().filter(|field| field.versions.contains(version));
        let mut values: Vec<(&'static Field, Option<Value>)> = Vec::new();
        for field in present {
            let value = match self.tag(field) {
                None => Some(self.field(field, decoder)?),
                Some(_) => None,
            };
            values.push((field, value));
        }
        if self.flexible {
            decoder.tagged_fields(|number, decoder| {
                let known = values.iter_mut().find(|(field, _)| self.tag(field) == Some(number));
                let Some((field, place)) = known else { return Ok(false) };
                *place =
                    Some(self.field(field, decoder)?).filter(|value| !is_default(field, value));
                Ok(true)
            })?;
        }
        let read = values.into_iter().filter_map(|(field, value)| Some((field.name, value?)));
        Ok(Value::Struct(read.collect()))
    }

    fn field(self, field: &'static Field, decoder: &mut Decoder) -> Result<Value, DecodeError> {
        let nullable = field.nullable.contains(self.version);
        if let Kind::Struct(fields) = field.kind
            && nullable
        {
            // In a tagged field null is 0.
            let null = match self.tag(field) {
                Some(_) => decoder.uvarint()? == 0,
                None => decoder.i8()? < 0,
            };
            return if null { Ok(Value::Null) } else { self.structure(fields, decoder) };
        }
        match self.value(field.kind, decoder)? {
            Value::Null if !nullable => Err(DecodeError::Null(field.name)),
            value => Ok(value),
        }
    }

    fn value(self, kind: Kind, decoder: &mut Decoder) -> Result<Value, DecodeError> {
        let flexible = self.flexible;
        Ok(match kind {
            Kind::Bool => Value::Bool(decoder.bool()?),
            Kind::Int8 => Value::Int(decoder.i8()?.into()),
            Kind::Int16 => Value::Int(decoder.i16()?.into()),
            Kind::Uint16 => Value::Int(decoder.u16()?.into()),
            Kind::Int32 => Value::Int(decoder.i32()?.into()),
            Kind::Uint32 => Value::Int(decoder.u32()?.into()),
            Kind::Int64 => Value::Int(decoder.i64()?),
            Kind::Float64 => Value::Float(decoder.f64()?),
            Kind::Uuid => Value::Uuid(decoder.uuid()?),
            Kind::Text => decoder.nullable_string(flexible)?.map_or(Value::Null, Value::Text),
            Kind::Bytes => decoder.nullable_bytes(flexible)?.map_or(Value::Null, Value::Bytes),
            Kind::Struct(fields) => self.structure(fields, decoder)?,
            Kind::Array(element) => decoder
                .nullable_array(flexible, 1, |decoder| self.value(*element, decoder))?
                .map_or(Value::Null, Value::List),
        })
    }
}

fn is_default(field: &Field, value: &Value) -> bool {
    let default = field.default;
    match value {
        Value::Null => default == Some("null"),
        _ if default == Some("null") => false,
        Value::Bool(value) => default.map_or(Ok(false), str::parse) == Ok(*value),
        Value::Int(value) => default.map_or(Ok(0), str::parse) == Ok(*value),
        Value::Float(value) => default.map_or(Ok(0.0), str::parse) == Ok(*value),
        Value::Uuid(value) => *value == Uuid::ZERO,
        Value::Text(value) => value == default.unwrap_or_default(),
        Value::Bytes(value) => value.is_empty(),
        Value::List(values) => values.is_empty(),
        // Whoever writes one writes it because it is not the default.
        Value::Struct(_) => false,
    }
}

#[cfg(test)]
mod tests;

//! The schema language: what a message looks like, version by version.
//!
//! A file holds one `api NAME KEY` with a `request` and a `response`, or one `record NAME [KEY]
//! family FAMILY`. Their head gives `versions A-B` and `flexible A+` (compact types and tagged
//! fields), then follows a block of fields:
//!
//! ```text
//! name type versions [nullable V] [tag N V] [default X] [ignorable] [rigid] [key] [{ fields }]
//! ```
//!
//! A version range is `A`, `A-B`, `A+` or `none`. A type is a primitive, the name of a structure,
//! or `[]` and one of these. The block of a structure stands behind its first use; one that is used
//! more than once stands apart as `struct NAME versions { ... }` in front of the fields. `ignorable`
//! fields are dropped silently in versions that lack them (in answers every field is), `rigid` ones are never compact, `key`
//! marks what names an element of its array (for readers only). `#` starts a comment.

use crate::Error;

/// A range of versions; `min > max` is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Versions {
    pub(crate) min: i16,
    pub(crate) max: i16,
}

impl Versions {
    const NONE: Self = Self { min: 1, max: 0 };

    pub(crate) fn is_none(self) -> bool {
        self.min > self.max
    }

    pub(crate) fn covers(self, other: Self) -> bool {
        self.min <= other.min && self.max >= other.max
    }

    pub(crate) fn intersect(self, other: Self) -> Self {
        Self { min: self.min.max(other.min), max: self.max.min(other.max) }
    }

    fn parse(text: &str) -> Result<Self, Error> {
        let number = |text: &str| text.parse::<i16>().map_err(|_| Error::Versions(text.to_owned()));
        Ok(if text == "none" {
            Self::NONE
        } else if let Some(min) = text.strip_suffix('+') {
            Self { min: number(min)?, max: i16::MAX }
        } else if let Some((min, max)) = text.split_once('-') {
            Self { min: number(min)?, max: number(max)? }
        } else {
            let only = number(text)?;
            Self { min: only, max: only }
        })
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    Primitive(&'static str),
    Struct(String),
    Array(Box<Type>),
}

const PRIMITIVES: &[&str] = &[
    "bool", "int8", "int16", "uint16", "int32", "uint32", "int64", "float64", "uuid", "string",
    "bytes", "records",
];

impl Type {
    fn parse(text: &str) -> Self {
        if let Some(element) = text.strip_prefix("[]") {
            return Self::Array(Box::new(Self::parse(element)));
        }
        PRIMITIVES
            .iter()
            .find(|name| **name == text)
            .map_or_else(|| Self::Struct(text.to_owned()), |name| Self::Primitive(name))
    }

    /// The structure that it is or is an array of.
    pub(crate) fn structure(&self) -> Option<&str> {
        match self {
            Self::Primitive(_) => None,
            Self::Struct(name) => Some(name),
            Self::Array(element) => element.structure(),
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) kind: Type,
    pub(crate) versions: Versions,
    pub(crate) nullable: Versions,
    pub(crate) tag: Option<(u32, Versions)>,
    pub(crate) default: Option<String>,
    pub(crate) ignorable: bool,
    pub(crate) rigid: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Struct {
    pub(crate) name: String,
    pub(crate) fields: Vec<Field>,
}

/// One message: its structures, the message itself being the first.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    pub(crate) versions: Versions,
    pub(crate) flexible: Versions,
    /// Whether the newest version is not stable yet, and so not offered.
    pub(crate) unstable_latest: bool,
    pub(crate) structs: Vec<Struct>,
}

#[derive(Clone, Debug)]
pub(crate) enum Schema {
    Api { name: String, key: i16, request: Message, response: Message },
    Record { name: String, key: Option<i16>, family: String, message: Message },
}

struct Parser<'a> {
    words: std::iter::Peekable<std::vec::IntoIter<&'a str>>,
}

/// Reads one schema file.
pub(crate) fn parse(text: &str) -> Result<Schema, Error> {
    // A line ends a field that has no block, so it is a word of its own.
    let mut words = Vec::new();
    for line in text.lines() {
        let line = line.split('#').next().unwrap_or_default();
        words.extend(line.split_whitespace());
        words.push("\n");
    }
    let mut parser = Parser { words: words.into_iter().peekable() };
    let kind = parser.word()?;
    let name = parser.word()?.to_owned();
    match kind {
        "api" => {
            let key = parser.number()?;
            parser.expect("request")?;
            let request = parser.message(&format!("{name}Request"))?;
            parser.expect("response")?;
            let response = parser.message(&format!("{name}Response"))?;
            Ok(Schema::Api { name, key, request, response })
        }
        "record" => {
            let key = match parser.word()? {
                "family" => None,
                key => {
                    parser.expect("family")?;
                    Some(key.parse().map_err(|_| Error::Syntax(key.to_owned()))?)
                }
            };
            let family = parser.word()?.to_owned();
            let message = parser.message(&name)?;
            Ok(Schema::Record { name, key, family, message })
        }
        other => Err(Error::Syntax(other.to_owned())),
    }
}

impl<'a> Parser<'a> {
    /// The next word, line ends passed over.
    fn word(&mut self) -> Result<&'a str, Error> {
        self.words.find(|word| *word != "\n").ok_or(Error::End)
    }

    fn number<T: std::str::FromStr>(&mut self) -> Result<T, Error> {
        let word = self.word()?;
        word.parse().map_err(|_| Error::Syntax(word.to_owned()))
    }

    fn expect(&mut self, wanted: &str) -> Result<(), Error> {
        let word = self.word()?;
        if word == wanted { Ok(()) } else { Err(Error::Syntax(word.to_owned())) }
    }

    fn message(&mut self, name: &str) -> Result<Message, Error> {
        self.expect("versions")?;
        let versions = Versions::parse(self.word()?)?;
        self.expect("flexible")?;
        let flexible = Versions::parse(self.word()?)?;
        let mut next = self.word()?;
        let unstable_latest = next == "unstable-latest";
        if unstable_latest {
            next = self.word()?;
        }
        if next != "{" {
            return Err(Error::Syntax(next.to_owned()));
        }
        let mut structs = Vec::new();
        let fields = self.fields(&mut structs)?;
        structs.insert(0, Struct { name: name.to_owned(), fields });
        Ok(Message { versions, flexible, unstable_latest, structs })
    }

    /// The fields up to the closing brace; structures met on the way go to `structs`.
    fn fields(&mut self, structs: &mut Vec<Struct>) -> Result<Vec<Field>, Error> {
        let mut fields = Vec::new();
        loop {
            match self.word()? {
                "}" => return Ok(fields),
                "struct" => {
                    let name = self.word()?.to_owned();
                    Versions::parse(self.word()?)?;
                    self.expect("{")?;
                    let fields = self.fields(structs)?;
                    structs.push(Struct { name, fields });
                }
                name => fields.push(self.field(name, structs)?),
            }
        }
    }

    fn field(&mut self, name: &str, structs: &mut Vec<Struct>) -> Result<Field, Error> {
        let mut field = Field {
            name: name.to_owned(),
            kind: Type::parse(self.word()?),
            versions: Versions::parse(self.word()?)?,
            nullable: Versions::NONE,
            tag: None,
            default: None,
            ignorable: false,
            rigid: false,
        };
        while let Some(word) = self.words.next() {
            match word {
                "\n" => break,
                "nullable" => field.nullable = Versions::parse(self.word()?)?,
                "tag" => field.tag = Some((self.number()?, Versions::parse(self.word()?)?)),
                "default" => field.default = Some(self.word()?.to_owned()),
                "ignorable" => field.ignorable = true,
                "rigid" => field.rigid = true,
                "key" => {}
                "{" => {
                    let name = field.kind.structure().ok_or(Error::Block(name.to_owned()))?;
                    let position = structs.len();
                    let nested = Struct { name: name.to_owned(), fields: Vec::new() };
                    structs.push(nested);
                    structs[position].fields = self.fields(structs)?;
                    break;
                }
                other => return Err(Error::Syntax(other.to_owned())),
            }
        }
        Ok(field)
    }
}

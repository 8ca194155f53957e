//! The declaration of one configuration key.

use super::{ConfigError, Validator, Value};

/// Kafka's type of a value; decides the syntax and the type number of DescribeConfigs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Boolean,
    String,
    Int,
    Short,
    Long,
    Double,
    List,
    Class,
    Password,
}

impl Kind {
    /// The `config_type` of a DescribeConfigs answer.
    pub const fn wire_id(self) -> i8 {
        match self {
            Self::Boolean => 1,
            Self::String => 2,
            Self::Int => 3,
            Self::Short => 4,
            Self::Long => 5,
            Self::Double => 6,
            Self::List => 7,
            Self::Class => 8,
            Self::Password => 9,
        }
    }

    /// As Kafka spells it in error texts.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Boolean => "BOOLEAN",
            Self::String => "STRING",
            Self::Int => "INT",
            Self::Short => "SHORT",
            Self::Long => "LONG",
            Self::Double => "DOUBLE",
            Self::List => "LIST",
            Self::Class => "CLASS",
            Self::Password => "PASSWORD",
        }
    }
}

/// What a number counts. Kafka's names carry it as their last word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    None,
    Bytes,
    BytesPerSecond,
    Milliseconds,
    Seconds,
    Minutes,
    Hours,
}

impl Unit {
    /// Short form for documentation, empty for [`Unit::None`].
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Bytes => "bytes",
            Self::BytesPerSecond => "bytes/s",
            Self::Milliseconds => "ms",
            Self::Seconds => "s",
            Self::Minutes => "min",
            Self::Hours => "h",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DefaultValue {
    /// Start-up fails without a value.
    Required,
    /// Unset; another key or rule decides.
    Null,
    /// In the syntax of a properties file.
    Text(&'static str),
}

/// The broker key that gives a topic key its default, most specific first in a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TopicSynonym {
    pub broker_key: &'static str,
    /// Turns the broker key's unit into the topic key's (3,600,000 for hours to milliseconds).
    pub factor: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    Broker,
    /// With the broker keys that give the default; may be empty.
    Topic(&'static [TopicSynonym]),
    /// With the broker key that gives the default, if there is one.
    Group(Option<&'static str>),
    ClientMetrics,
}

/// When a change of a broker key can take effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reload {
    /// At the next start only.
    ReadOnly,
    /// While running, set for one broker.
    PerBroker,
    /// While running, set for one broker or as the default of all.
    ClusterWide,
}

/// Whether setting the key changes anything in this server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    Honoured,
    /// Checked and kept, but changes nothing; the reason completes "accepted, but ...".
    WithoutEffect(&'static str),
    /// Only the default is accepted, because ignoring another value would be unsafe.
    Refused(&'static str),
}

/// One key. Built with [`key`] and the methods that follow, all `const`.
#[derive(Debug, Clone, Copy)]
pub struct ConfigKey {
    pub name: &'static str,
    pub kind: Kind,
    pub default: DefaultValue,
    pub validator: Validator,
    pub scope: Scope,
    pub reload: Reload,
    pub status: Status,
    /// One sentence for DescribeConfigs and the reference page.
    pub doc: &'static str,
    /// Works, but is not listed unless it is set (Kafka's internal keys).
    pub internal: bool,
    /// Ours, not Kafka's.
    pub extension: bool,
    unit: Option<Unit>,
}

/// A broker key with the given default, no restriction, read-only, honoured.
pub const fn key(name: &'static str, kind: Kind, default: &'static str) -> ConfigKey {
    ConfigKey {
        name,
        kind,
        default: DefaultValue::Text(default),
        validator: Validator::Any,
        scope: Scope::Broker,
        reload: Reload::ReadOnly,
        status: Status::Honoured,
        doc: "",
        internal: false,
        extension: false,
        unit: None,
    }
}

impl ConfigKey {
    pub const fn null(mut self) -> Self {
        self.default = DefaultValue::Null;
        self
    }

    pub const fn required(mut self) -> Self {
        self.default = DefaultValue::Required;
        self
    }

    pub const fn valid(mut self, validator: Validator) -> Self {
        self.validator = validator;
        self
    }

    pub const fn at_least(self, min: i64) -> Self {
        self.valid(Validator::AtLeast(min))
    }

    pub const fn between(self, min: i64, max: i64) -> Self {
        self.valid(Validator::Between(min, max))
    }

    pub const fn per_broker(mut self) -> Self {
        self.reload = Reload::PerBroker;
        self
    }

    pub const fn cluster_wide(mut self) -> Self {
        self.reload = Reload::ClusterWide;
        self
    }

    pub const fn topic(mut self, synonyms: &'static [TopicSynonym]) -> Self {
        self.scope = Scope::Topic(synonyms);
        self.reload = Reload::ClusterWide;
        self
    }

    pub const fn group(mut self, synonym: Option<&'static str>) -> Self {
        self.scope = Scope::Group(synonym);
        self.reload = Reload::ClusterWide;
        self
    }

    pub const fn client_metrics(mut self) -> Self {
        self.scope = Scope::ClientMetrics;
        self.reload = Reload::ClusterWide;
        self
    }

    pub const fn without_effect(mut self, reason: &'static str) -> Self {
        self.status = Status::WithoutEffect(reason);
        self
    }

    pub const fn refused(mut self, reason: &'static str) -> Self {
        self.status = Status::Refused(reason);
        self
    }

    pub const fn internal(mut self) -> Self {
        self.internal = true;
        self
    }

    pub const fn extension(mut self) -> Self {
        self.extension = true;
        self
    }

    pub const fn with_unit(mut self, unit: Unit) -> Self {
        self.unit = Some(unit);
        self
    }

    pub const fn doc(mut self, doc: &'static str) -> Self {
        self.doc = doc;
        self
    }

    /// From the declaration, else from the last word of the name.
    pub fn unit(&self) -> Unit {
        if let Some(unit) = self.unit {
            return unit;
        }
        if !matches!(self.kind, Kind::Int | Kind::Long | Kind::Short | Kind::Double) {
            return Unit::None;
        }
        let name = self.name;
        let ends = |suffix: &str| name.ends_with(suffix);
        if ends("bytes.per.second") {
            Unit::BytesPerSecond
        } else if ends(".bytes") || ends(".buffer.size") {
            Unit::Bytes
        } else if ends(".ms") || ends(".millis") {
            Unit::Milliseconds
        } else if ends(".seconds") || ends(".secs") {
            Unit::Seconds
        } else if ends(".minutes") {
            Unit::Minutes
        } else if ends(".hours") {
            Unit::Hours
        } else {
            Unit::None
        }
    }

    /// Broker keys behind a topic key; empty for other keys.
    pub const fn synonyms(&self) -> &'static [TopicSynonym] {
        match self.scope {
            Scope::Topic(synonyms) => synonyms,
            Scope::Broker | Scope::Group(_) | Scope::ClientMetrics => &[],
        }
    }

    /// The broker key behind a group key.
    pub const fn group_synonym(&self) -> Option<&'static str> {
        match self.scope {
            Scope::Group(synonym) => synonym,
            Scope::Broker | Scope::Topic(_) | Scope::ClientMetrics => None,
        }
    }

    /// Values that DescribeConfigs and logs must not show.
    pub fn sensitive(&self) -> bool {
        self.kind == Kind::Password
    }

    /// The text of the default, `None` when there is none.
    pub const fn default_text(&self) -> Option<&'static str> {
        match self.default {
            DefaultValue::Text(text) => Some(text),
            DefaultValue::Null | DefaultValue::Required => None,
        }
    }

    /// Parses and checks `text`; the error names key, value and what is allowed.
    pub fn parse(&self, text: &str) -> Result<Value, ConfigError> {
        let value = Value::parse(self, text)?;
        self.validator.check(self, &value)?;
        Ok(self.validator.normalise(value))
    }

    /// The default as a value; [`Value::Null`] when there is none.
    pub fn default_value(&self) -> Value {
        match self.default_text() {
            Some(text) => self.parse(text).expect("the tables' own defaults are tested to parse"),
            None => Value::Null,
        }
    }

    /// What may be written for this key, in words.
    pub fn allowed(&self) -> String {
        self.validator.allowed(self.kind)
    }
}

//! Dynamic configuration: what has been set on a resource, as text.

use std::collections::BTreeMap;
use std::sync::Arc;

use moldau_protocol::messages::ConfigRecord;

use super::{ChunkMap, ReplayError};

/// What a set of overrides belongs to; the numbers are the wire's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i8)]
pub enum ResourceType {
    /// A topic, by name.
    Topic = 2,
    /// A broker, by the text of its id; the empty name stands for all brokers.
    Broker = 4,
    /// Loggers of a broker; never in the log.
    BrokerLogger = 8,
    /// A client metrics subscription (KIP-714).
    ClientMetrics = 16,
    /// A consumer, share or streams group.
    Group = 32,
}

impl ResourceType {
    /// The type with this number.
    #[must_use]
    pub fn from_code(code: i8) -> Option<Self> {
        [Self::Topic, Self::Broker, Self::BrokerLogger, Self::ClientMetrics, Self::Group]
            .into_iter()
            .find(|kind| kind.code() == code)
    }

    /// Its number on the wire.
    #[must_use]
    pub fn code(self) -> i8 {
        self as i8
    }
}

/// A resource that can have overrides.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConfigResource {
    /// Its type.
    pub kind: ResourceType,
    /// Its name; empty for the default of all brokers.
    pub name: String,
}

impl ConfigResource {
    /// The topic called `name`.
    #[must_use]
    pub fn topic(name: &str) -> Self {
        Self { kind: ResourceType::Topic, name: name.to_owned() }
    }

    /// Broker `id` alone.
    #[must_use]
    pub fn broker(id: i32) -> Self {
        Self { kind: ResourceType::Broker, name: id.to_string() }
    }

    /// All brokers.
    #[must_use]
    pub fn all_brokers() -> Self {
        Self { kind: ResourceType::Broker, name: String::new() }
    }
}

/// Overrides of one resource: key to text, as set.
pub type Overrides = Arc<BTreeMap<String, String>>;

/// Overrides of every resource that has any.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ConfigsImage {
    resources: ChunkMap<ConfigResource, Overrides>,
}

impl ConfigsImage {
    /// What has been set on `resource`; empty when nothing has.
    #[must_use]
    pub fn overrides(&self, resource: &ConfigResource) -> Overrides {
        self.resources.get(resource).cloned().unwrap_or_default()
    }

    /// Every resource with at least one override, by type and name.
    pub fn iter(&self) -> impl Iterator<Item = (&ConfigResource, &Overrides)> {
        self.resources.iter()
    }

    pub(super) fn replay(&mut self, record: &ConfigRecord) -> Result<ConfigResource, ReplayError> {
        let kind = ResourceType::from_code(record.resource_type)
            .ok_or(ReplayError::ResourceType(record.resource_type))?;
        let resource = ConfigResource { kind, name: record.resource_name.clone() };
        let mut overrides = self.overrides(&resource);
        let map = Arc::make_mut(&mut overrides);
        match &record.value {
            Some(value) => map.insert(record.name.clone(), value.clone()),
            None => map.remove(&record.name),
        };
        if overrides.is_empty() {
            self.resources.remove(&resource);
        } else {
            self.resources.insert(resource.clone(), overrides);
        }
        Ok(resource)
    }

    /// Drops what was set on a topic; returns the resource if something was.
    pub(super) fn remove_topic(&mut self, name: &str) -> Option<ConfigResource> {
        let resource = ConfigResource::topic(name);
        self.resources.remove(&resource).map(|_| resource)
    }
}

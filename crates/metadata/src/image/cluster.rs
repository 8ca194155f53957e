//! Brokers and controllers that have registered.

use std::collections::BTreeMap;
use std::sync::Arc;

use moldau_protocol::ids::{BrokerId, DirectoryId, Uuid};
use moldau_protocol::messages::{
    BrokerRegistrationChangeRecord, RegisterBrokerRecord, RegisterControllerRecord,
    register_broker_record, register_controller_record,
};

use super::ReplayError;

/// An address that a broker or controller advertises.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listener {
    /// Name of the listener, such as `PLAINTEXT`.
    pub name: String,
    /// Host that clients connect to.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// Kafka's number of the security protocol: 0 PLAINTEXT, 1 SSL, 2 SASL_PLAINTEXT, 3 SASL_SSL.
    pub security_protocol: i16,
}

/// Levels of a feature that a node can work with, inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VersionRange {
    /// Lowest level.
    pub min: i16,
    /// Highest level.
    pub max: i16,
}

/// One life of a broker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokerRegistration {
    /// Its node id.
    pub id: BrokerId,
    /// Epoch of this life: the offset of its registration, so that it grows.
    pub epoch: i64,
    /// Drawn by the broker when it starts; tells a restart from a retry.
    pub incarnation_id: Uuid,
    /// Advertised addresses, in the order of the registration.
    pub listeners: Vec<Listener>,
    /// Features it supports.
    pub features: BTreeMap<String, VersionRange>,
    /// `broker.rack`.
    pub rack: Option<String>,
    /// Whether it leads nothing and is not shown to clients.
    pub fenced: bool,
    /// Whether it is handing its leaderships over.
    pub in_controlled_shutdown: bool,
    /// Whether it came from a migrating ZooKeeper cluster (never in what we write).
    pub is_migrating_zk_broker: bool,
    /// Log directories that are on line, in the order of the registration; empty before 3.7-IV2.
    pub directories: Vec<DirectoryId>,
    /// Directories that take no new replicas; `None` when the broker did not say.
    pub cordoned_directories: Option<Vec<DirectoryId>>,
}

impl BrokerRegistration {
    /// The address of listener `name`, if the broker has that listener.
    #[must_use]
    pub fn listener(&self, name: &str) -> Option<&Listener> {
        self.listeners.iter().find(|listener| listener.name == name)
    }

    /// Whether partitions may be led by it: neither fenced nor on its way out.
    #[must_use]
    pub fn is_active(&self) -> bool {
        !self.fenced && !self.in_controlled_shutdown
    }

    /// Whether it has a directory that new replicas may go to.
    #[must_use]
    pub fn takes_replicas(&self) -> bool {
        self.directories.is_empty()
            || self.cordoned_directories.as_ref().is_none_or(|cordoned| {
                self.directories.iter().any(|directory| !cordoned.contains(directory))
            })
    }

    /// Whether `directory` is on line. Directories that are not known yet count as on line.
    #[must_use]
    pub fn has_online_directory(&self, directory: DirectoryId) -> bool {
        use super::{DIRECTORY_LOST, DIRECTORY_MIGRATING, DIRECTORY_UNASSIGNED};
        if directory == DIRECTORY_UNASSIGNED || directory == DIRECTORY_MIGRATING {
            return true;
        }
        directory != DIRECTORY_LOST && self.directories.contains(&directory)
    }

    fn from_record(record: &RegisterBrokerRecord) -> Self {
        Self {
            id: BrokerId(record.broker_id),
            epoch: record.broker_epoch,
            incarnation_id: record.incarnation_id,
            listeners: record
                .end_points
                .iter()
                .map(|endpoint| Listener {
                    name: endpoint.name.clone(),
                    host: endpoint.host.clone(),
                    port: endpoint.port,
                    security_protocol: endpoint.security_protocol,
                })
                .collect(),
            features: record
                .features
                .iter()
                .map(|feature| {
                    let range = VersionRange {
                        min: feature.min_supported_version,
                        max: feature.max_supported_version,
                    };
                    (feature.name.clone(), range)
                })
                .collect(),
            rack: record.rack.clone(),
            fenced: record.fenced,
            in_controlled_shutdown: record.in_controlled_shutdown,
            is_migrating_zk_broker: record.is_migrating_zk_broker,
            directories: record.log_dirs.iter().copied().map(DirectoryId).collect(),
            cordoned_directories: record
                .cordoned_log_dirs
                .as_ref()
                .map(|directories| directories.iter().copied().map(DirectoryId).collect()),
        }
    }

    /// The record that registers it anew, with every field; the writer drops what a level lacks.
    pub(super) fn to_record(&self) -> RegisterBrokerRecord {
        RegisterBrokerRecord {
            broker_id: self.id.0,
            is_migrating_zk_broker: self.is_migrating_zk_broker,
            incarnation_id: self.incarnation_id,
            broker_epoch: self.epoch,
            end_points: self
                .listeners
                .iter()
                .map(|listener| register_broker_record::BrokerEndpoint {
                    name: listener.name.clone(),
                    host: listener.host.clone(),
                    port: listener.port,
                    security_protocol: listener.security_protocol,
                    ..Default::default()
                })
                .collect(),
            features: self
                .features
                .iter()
                .map(|(name, range)| register_broker_record::BrokerFeature {
                    name: name.clone(),
                    min_supported_version: range.min,
                    max_supported_version: range.max,
                    ..Default::default()
                })
                .collect(),
            rack: self.rack.clone(),
            fenced: self.fenced,
            in_controlled_shutdown: self.in_controlled_shutdown,
            log_dirs: self.directories.iter().map(|directory| directory.0).collect(),
            cordoned_log_dirs: self
                .cordoned_directories
                .as_ref()
                .map(|directories| directories.iter().map(|directory| directory.0).collect()),
            ..Default::default()
        }
    }
}

/// One life of a controller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ControllerRegistration {
    /// Its node id.
    pub id: BrokerId,
    /// Drawn by the controller when it starts.
    pub incarnation_id: Uuid,
    /// Whether it was ready for a migration from ZooKeeper (kept, without a meaning any more).
    pub zk_migration_ready: bool,
    /// Advertised addresses, in the order of the registration.
    pub listeners: Vec<Listener>,
    /// Features it supports.
    pub features: BTreeMap<String, VersionRange>,
}

impl ControllerRegistration {
    fn from_record(record: &RegisterControllerRecord) -> Self {
        Self {
            id: BrokerId(record.controller_id),
            incarnation_id: record.incarnation_id,
            zk_migration_ready: record.zk_migration_ready,
            listeners: record
                .end_points
                .iter()
                .map(|endpoint| Listener {
                    name: endpoint.name.clone(),
                    host: endpoint.host.clone(),
                    port: endpoint.port,
                    security_protocol: endpoint.security_protocol,
                })
                .collect(),
            features: record
                .features
                .iter()
                .map(|feature| {
                    let range = VersionRange {
                        min: feature.min_supported_version,
                        max: feature.max_supported_version,
                    };
                    (feature.name.clone(), range)
                })
                .collect(),
        }
    }

    pub(super) fn to_record(&self) -> RegisterControllerRecord {
        RegisterControllerRecord {
            controller_id: self.id.0,
            incarnation_id: self.incarnation_id,
            zk_migration_ready: self.zk_migration_ready,
            end_points: self
                .listeners
                .iter()
                .map(|listener| register_controller_record::ControllerEndpoint {
                    name: listener.name.clone(),
                    host: listener.host.clone(),
                    port: listener.port,
                    security_protocol: listener.security_protocol,
                    ..Default::default()
                })
                .collect(),
            features: self
                .features
                .iter()
                .map(|(name, range)| register_controller_record::ControllerFeature {
                    name: name.clone(),
                    min_supported_version: range.min,
                    max_supported_version: range.max,
                    ..Default::default()
                })
                .collect(),
            ..Default::default()
        }
    }
}

/// The nodes of the cluster.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClusterImage {
    brokers: BTreeMap<BrokerId, Arc<BrokerRegistration>>,
    controllers: BTreeMap<BrokerId, Arc<ControllerRegistration>>,
}

/// What a change record may say about fencing.
const FENCE: i8 = 1;
const UNFENCE: i8 = -1;
/// What a change record may say about controlled shutdown.
const IN_CONTROLLED_SHUTDOWN: i8 = 1;

impl ClusterImage {
    /// The registration of broker `id`.
    #[must_use]
    pub fn broker(&self, id: BrokerId) -> Option<&Arc<BrokerRegistration>> {
        self.brokers.get(&id)
    }

    /// All registered brokers by id, fenced ones among them.
    pub fn brokers(&self) -> impl Iterator<Item = &Arc<BrokerRegistration>> {
        self.brokers.values()
    }

    /// The registration of controller `id`.
    #[must_use]
    pub fn controller(&self, id: BrokerId) -> Option<&Arc<ControllerRegistration>> {
        self.controllers.get(&id)
    }

    /// All registered controllers by id.
    pub fn controllers(&self) -> impl Iterator<Item = &Arc<ControllerRegistration>> {
        self.controllers.values()
    }

    /// Which broker has `directory` on line.
    #[must_use]
    pub fn broker_of_directory(&self, directory: DirectoryId) -> Option<BrokerId> {
        self.brokers.values().find(|b| b.directories.contains(&directory)).map(|b| b.id)
    }

    /// Whether broker `id` may lead partitions: registered, not fenced, not on its way out.
    #[must_use]
    pub fn is_active(&self, id: BrokerId) -> bool {
        self.brokers.get(&id).is_some_and(|broker| broker.is_active())
    }

    pub(super) fn register_broker(&mut self, record: &RegisterBrokerRecord) {
        let broker = BrokerRegistration::from_record(record);
        self.brokers.insert(broker.id, Arc::new(broker));
    }

    pub(super) fn unregister_broker(
        &mut self,
        id: BrokerId,
        epoch: i64,
    ) -> Result<(), ReplayError> {
        self.checked(id, epoch)?;
        self.brokers.remove(&id);
        Ok(())
    }

    pub(super) fn set_fenced(
        &mut self,
        id: BrokerId,
        epoch: i64,
        fenced: bool,
    ) -> Result<(), ReplayError> {
        Arc::make_mut(self.checked(id, epoch)?).fenced = fenced;
        Ok(())
    }

    pub(super) fn change_broker(
        &mut self,
        record: &BrokerRegistrationChangeRecord,
    ) -> Result<(), ReplayError> {
        let id = BrokerId(record.broker_id);
        let fenced = match record.fenced {
            0 => None,
            FENCE => Some(true),
            UNFENCE => Some(false),
            value => return Err(ReplayError::ChangeValue { broker: id, field: "fenced", value }),
        };
        let shutdown = match record.in_controlled_shutdown {
            0 => None,
            IN_CONTROLLED_SHUTDOWN => Some(true),
            value => {
                let field = "in_controlled_shutdown";
                return Err(ReplayError::ChangeValue { broker: id, field, value });
            }
        };
        let broker = Arc::make_mut(self.checked(id, record.broker_epoch)?);
        broker.fenced = fenced.unwrap_or(broker.fenced);
        broker.in_controlled_shutdown = shutdown.unwrap_or(broker.in_controlled_shutdown);
        if !record.log_dirs.is_empty() {
            broker.directories = record.log_dirs.iter().copied().map(DirectoryId).collect();
        }
        if let Some(cordoned) = &record.cordoned_log_dirs {
            broker.cordoned_directories = Some(cordoned.iter().copied().map(DirectoryId).collect());
        }
        Ok(())
    }

    fn checked(
        &mut self,
        id: BrokerId,
        epoch: i64,
    ) -> Result<&mut Arc<BrokerRegistration>, ReplayError> {
        let broker = self.brokers.get_mut(&id).ok_or(ReplayError::UnknownBroker(id))?;
        if broker.epoch != epoch {
            let registered = broker.epoch;
            return Err(ReplayError::BrokerEpoch { broker: id, epoch, registered });
        }
        Ok(broker)
    }

    pub(super) fn register_controller(&mut self, record: &RegisterControllerRecord) {
        let controller = ControllerRegistration::from_record(record);
        self.controllers.insert(controller.id, Arc::new(controller));
    }

    pub(super) fn unregister_controller(&mut self, id: BrokerId) {
        self.controllers.remove(&id);
    }
}

//! An image as the records of a snapshot.
//!
//! Replaying them on an empty image gives the same image back, except for what the image's own
//! metadata level cannot say. The order is Kafka's: levels first, since they decide how the rest is
//! written; brokers before the partitions on them.

use std::sync::Arc;

use moldau_protocol::messages::{
    ClientQuotaRecord, ConfigRecord, FeatureLevelRecord, MetadataRecord, ProducerIdsRecord,
    TopicRecord, client_quota_record,
};

use super::{MetadataImage, QuotaEntity, TopicImage};
use crate::feature::{METADATA_VERSION, MetadataVersion};
use crate::record::VersionedRecord;

impl MetadataImage {
    /// The records of a snapshot of this image, made one by one.
    pub fn write(&self) -> impl Iterator<Item = VersionedRecord> + '_ {
        let version = self.features.metadata_version_or_min();
        self.write_features()
            .chain(self.write_cluster(version))
            .chain(self.topics.iter().flat_map(move |topic| write_topic(topic, version)))
            .chain(self.write_configs())
            .chain(self.quotas.iter().flat_map(|(entity, quotas)| {
                quotas.iter().map(|(key, value)| write_quota(entity, key, *value))
            }))
            .chain(self.write_producer_ids())
            .chain(self.acls.iter().map(|entry| VersionedRecord::new((**entry).clone(), 0)))
            .chain(
                self.scram
                    .iter()
                    .filter(move |_| version.scram())
                    .map(|credential| VersionedRecord::new((**credential).clone(), 0)),
            )
            .chain(
                self.tokens
                    .iter()
                    .filter(move |_| version.delegation_tokens())
                    .map(|token| VersionedRecord::new((**token).clone(), 0)),
            )
    }

    fn write_features(&self) -> impl Iterator<Item = VersionedRecord> + '_ {
        let record = |(name, level): (&str, i16)| {
            let name = name.to_owned();
            let record = FeatureLevelRecord { name, feature_level: level, ..Default::default() };
            VersionedRecord::new(record, 0)
        };
        let is_version = |feature: &(&str, i16)| feature.0 == METADATA_VERSION;
        let first = self.features.finalized().filter(is_version);
        let others = self.features.finalized().filter(move |feature| !is_version(feature));
        first.chain(others).map(record)
    }

    fn write_cluster(
        &self,
        version: MetadataVersion,
    ) -> impl Iterator<Item = VersionedRecord> + '_ {
        let record_version = version.register_broker_record();
        let brokers = self.cluster.brokers().map(move |broker| {
            let mut record = broker.to_record();
            record.is_migrating_zk_broker &= record_version >= 2;
            if !version.directories() {
                record.log_dirs.clear();
            }
            if !version.cordoned_directories() {
                record.cordoned_log_dirs = None;
            }
            VersionedRecord::new(record, record_version)
        });
        let controllers = self
            .cluster
            .controllers()
            .filter(move |_| version.controller_registration())
            .map(|controller| VersionedRecord::new(controller.to_record(), 0));
        brokers.chain(controllers)
    }

    fn write_configs(&self) -> impl Iterator<Item = VersionedRecord> + '_ {
        self.configs.iter().flat_map(|(resource, overrides)| {
            overrides.iter().map(|(name, value)| {
                let record = ConfigRecord {
                    resource_type: resource.kind.code(),
                    resource_name: resource.name.clone(),
                    name: name.clone(),
                    value: Some(value.clone()),
                    ..Default::default()
                };
                VersionedRecord::new(record, 0)
            })
        })
    }

    fn write_producer_ids(&self) -> impl Iterator<Item = VersionedRecord> {
        let next = self.next_producer_id;
        (next >= 0)
            .then(|| {
                let record = ProducerIdsRecord {
                    broker_id: -1,
                    broker_epoch: -1,
                    next_producer_id: next,
                    ..Default::default()
                };
                VersionedRecord::new(record, 0)
            })
            .into_iter()
    }
}

fn write_topic(
    topic: &Arc<TopicImage>,
    version: MetadataVersion,
) -> impl Iterator<Item = VersionedRecord> + '_ {
    let name = topic.name.as_ref().to_owned();
    let head = TopicRecord { name, topic_id: topic.id.0, ..Default::default() };
    let partitions = topic.partitions.iter().map(move |(index, partition)| {
        let mut record = partition.to_record(topic.id, *index);
        if !version.directories() {
            record.directories.clear();
        }
        if !version.elr() {
            record.eligible_leader_replicas = None;
            record.last_known_elr = None;
        }
        VersionedRecord::new(record, version.partition_record())
    });
    std::iter::once(VersionedRecord::new(head, 0)).chain(partitions)
}

fn write_quota(entity: &QuotaEntity, key: &str, value: f64) -> VersionedRecord {
    let entity = entity
        .iter()
        .map(|(kind, name)| client_quota_record::EntityData {
            entity_type: kind.clone(),
            entity_name: name.clone(),
            ..Default::default()
        })
        .collect();
    let record = ClientQuotaRecord {
        entity,
        key: key.to_owned(),
        value,
        remove: false,
        ..Default::default()
    };
    VersionedRecord::new(MetadataRecord::from(record), 0)
}

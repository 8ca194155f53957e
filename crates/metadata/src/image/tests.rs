//! Tests of the image: against Kafka's own log and snapshots, and record by record.

use moldau_protocol::ids::{DirectoryId, PartitionIndex};
use moldau_protocol::messages::{
    AbortTransactionRecord, AccessControlEntryRecord, BeginTransactionRecord,
    BrokerRegistrationChangeRecord, ClearElrRecord, ClientQuotaRecord, ConfigRecord,
    DelegationTokenRecord, EndTransactionRecord, FeatureLevelRecord, FenceBrokerRecord,
    MetadataRecord, NoOpRecord, PartitionChangeRecord, PartitionRecord, ProducerIdsRecord,
    RegisterBrokerRecord, RegisterControllerRecord, RemoveAccessControlEntryRecord,
    RemoveDelegationTokenRecord, RemoveTopicRecord, RemoveUserScramCredentialRecord, TopicRecord,
    UnfenceBrokerRecord, UnregisterBrokerRecord, UnregisterControllerRecord,
    UserScramCredentialRecord, ZkMigrationStateRecord, client_quota_record,
};

use super::*;
use crate::golden;
use crate::record::{self, VersionedRecord};

use moldau_protocol::ids::{BrokerId, TopicId, Uuid};

const TOPIC: Uuid = Uuid([7; 16]);
const OTHER: Uuid = Uuid([8; 16]);
const DIRECTORY: Uuid = Uuid([9; 16]);

fn replay(image: &MetadataImage, records: &[MetadataRecord]) -> MetadataDelta {
    let mut delta = MetadataDelta::new(image);
    for record in records {
        delta.replay(record).unwrap();
    }
    delta
}

fn image_of(records: &[MetadataRecord]) -> MetadataImage {
    replay(&MetadataImage::default(), records).apply(Provenance::EMPTY)
}

fn fails(image: &MetadataImage, record: MetadataRecord, expected: &ReplayError) {
    let mut delta = MetadataDelta::new(image);
    assert_eq!(delta.replay(&record).as_ref(), Err(expected), "{record:?}");
}

/// Writing an image and replaying what was written gives the image, through the codec too.
fn round_trips(image: &MetadataImage) {
    let written: Vec<_> = image
        .write()
        .map(|versioned| {
            let value = record::encode(&versioned.record, versioned.version).unwrap();
            record::decode(value).unwrap()
        })
        .collect();
    let mut back = golden::image(&written);
    back.provenance = image.provenance;
    assert_eq!(&back, image);
}

fn level(name: &str, level: i16) -> MetadataRecord {
    let name = name.to_owned();
    FeatureLevelRecord { name, feature_level: level, ..Default::default() }.into()
}

fn topic(name: &str, id: Uuid) -> MetadataRecord {
    TopicRecord { name: name.to_owned(), topic_id: id, ..Default::default() }.into()
}

fn partition(id: Uuid, index: i32) -> PartitionRecord {
    PartitionRecord {
        topic_id: id,
        partition_id: index,
        replicas: vec![1, 2],
        isr: vec![1],
        leader: 1,
        leader_epoch: 3,
        partition_epoch: 5,
        directories: vec![DIRECTORY, Uuid::ONE],
        eligible_leader_replicas: Some(vec![2]),
        last_known_elr: Some(vec![3]),
        ..Default::default()
    }
}

fn change(id: Uuid, index: i32) -> PartitionChangeRecord {
    PartitionChangeRecord { topic_id: id, partition_id: index, ..Default::default() }
}

fn config(kind: i8, name: &str, key: &str, value: Option<&str>) -> MetadataRecord {
    ConfigRecord {
        resource_type: kind,
        resource_name: name.to_owned(),
        name: key.to_owned(),
        value: value.map(str::to_owned),
        ..Default::default()
    }
    .into()
}

fn broker(id: i32, epoch: i64) -> RegisterBrokerRecord {
    RegisterBrokerRecord {
        broker_id: id,
        broker_epoch: epoch,
        incarnation_id: Uuid([id as u8; 16]),
        rack: None,
        log_dirs: vec![DIRECTORY],
        ..Default::default()
    }
}

fn quota(key: &str, value: f64, remove: bool) -> MetadataRecord {
    let user = client_quota_record::EntityData {
        entity_type: "user".to_owned(),
        entity_name: None,
        ..Default::default()
    };
    ClientQuotaRecord {
        entity: vec![user],
        key: key.to_owned(),
        value,
        remove,
        ..Default::default()
    }
    .into()
}

/// An image with something of everything.
fn full() -> MetadataImage {
    image_of(&[
        level("metadata.version", 33),
        level("group.version", 1),
        level("future.version", 9),
        broker(1, 10).into(),
        RegisterBrokerRecord {
            cordoned_log_dirs: Some(vec![DIRECTORY]),
            rack: Some("r".to_owned()),
            in_controlled_shutdown: true,
            ..broker(2, 11)
        }
        .into(),
        RegisterControllerRecord { controller_id: 3, ..Default::default() }.into(),
        topic("t", TOPIC),
        partition(TOPIC, 0).into(),
        partition(TOPIC, 1).into(),
        topic("u", OTHER),
        partition(OTHER, 0).into(),
        config(2, "t", "retention.ms", Some("1")),
        config(4, "", "min.insync.replicas", Some("1")),
        config(32, "g", "x", Some("y")),
        quota("producer_byte_rate", 5.0, false),
        ProducerIdsRecord { next_producer_id: 2_000, ..Default::default() }.into(),
        AccessControlEntryRecord { id: OTHER, ..Default::default() }.into(),
        UserScramCredentialRecord { name: "a".to_owned(), mechanism: 1, ..Default::default() }
            .into(),
        DelegationTokenRecord { token_id: "d".to_owned(), ..Default::default() }.into(),
    ])
}

#[test]
fn kafkas_log_gives_kafkas_snapshots() {
    let log = golden::records(golden::LOG);
    for (end, text) in [(2285, golden::SNAPSHOT_2285), (2309, golden::SNAPSHOT_2309)] {
        let from_log = golden::image(
            log.iter().filter(|(offset, _)| offset.0 < end).map(|(_, record)| record),
        );
        let snapshot: Vec<_> =
            golden::records(text).into_iter().map(|(_, record)| record).collect();
        assert_eq!(from_log, golden::image(&snapshot), "{end}");
        round_trips(&from_log);
        // Same records, whatever their order.
        let count = |records: &mut dyn Iterator<Item = VersionedRecord>| {
            let mut keys: Vec<_> = records.map(|r| (r.record.api_key(), r.version)).collect();
            keys.sort_unstable();
            keys
        };
        let ours = count(&mut from_log.write());
        assert_eq!(ours, count(&mut snapshot.into_iter()), "{end}");
    }
}

#[test]
fn kafkas_records_are_encoded_as_kafka_does() {
    for text in [golden::LOG, golden::SNAPSHOT_2285, golden::SNAPSHOT_2309] {
        for (offset, value) in golden::values(text) {
            let versioned = record::decode(value.clone()).unwrap();
            let encoded = record::encode(&versioned.record, versioned.version).unwrap();
            assert_eq!(encoded, value, "{offset} {versioned:?}");
        }
    }
}

#[test]
fn kafkas_image_has_what_was_done() {
    let log = golden::records(golden::LOG);
    let image = golden::image(log.iter().map(|(_, record)| record));
    let names: Vec<_> = image.topics.iter().map(|topic| topic.name.to_string()).collect();
    assert_eq!(names, ["a.b", "after.clean", "after.kill", "d", "extra"]);
    let topic = image.topics.by_name("a.b").unwrap();
    assert_eq!(topic.id.0.to_string(), "_hZuQb35SoKd4j537rez3A");
    assert_eq!(topic.partitions.len(), 3);
    let first = &topic.partitions.get(&PartitionIndex(0)).unwrap();
    // Killed once (leader gone, back), shut down twice (gone, back each time).
    assert_eq!((first.leader, first.leader_epoch.0, first.partition_epoch), (BrokerId(1), 6, 7));
    assert_eq!(first.leader_recovery, LeaderRecovery::Recovering);
    let overrides = image.configs.overrides(&ConfigResource::topic("a.b"));
    let overrides: Vec<_> = overrides.iter().map(|(k, v)| format!("{k}={v}")).collect();
    assert_eq!(overrides, ["cleanup.policy=compact", "segment.ms=60000"]);
    let broker = image.cluster.broker(BrokerId(1)).unwrap();
    assert_eq!((broker.epoch, broker.fenced, broker.rack.as_deref()), (2284, false, Some("r1")));
    assert_eq!(broker.listener("PLAINTEXT").map(|l| l.port), Some(25092));
    assert!(broker.has_online_directory(first.directories[0]));
    assert_eq!(image.features.level("transaction.version"), 2);
    assert_eq!(image.scram.iter().count(), 2);
    assert_eq!(image.acls.iter().count(), 1);
    assert_eq!(image.quotas.iter().count(), 1);
}

#[test]
fn a_snapshot_loses_nothing_that_its_level_can_say() {
    round_trips(&MetadataImage::default());
    round_trips(&full());
    // Older levels: what they cannot say is left out, and what is left replays.
    for version in crate::feature::MetadataVersion::all() {
        let old = level("metadata.version", version.level());
        let old = replay(&full(), &[old]).apply(Provenance::EMPTY);
        let written: Vec<_> = old.write().collect();
        for versioned in &written {
            record::encode(&versioned.record, versioned.version).unwrap();
        }
        round_trips(&golden::image(&written));
    }
}

#[test]
fn a_change_touches_what_it_names_and_counts_epochs() {
    let image = full();
    let merged = |record: PartitionChangeRecord| {
        let delta = replay(&image, &[record.into()]);
        let next = delta.apply(Provenance::EMPTY);
        (**next.topics.partition(TopicId(TOPIC), PartitionIndex(0)).unwrap()).clone()
    };
    let same = merged(change(TOPIC, 0));
    assert_eq!((same.leader_epoch.0, same.partition_epoch), (3, 6));
    let gone = merged(PartitionChangeRecord { leader: -1, isr: Some(vec![]), ..change(TOPIC, 0) });
    assert_eq!((gone.leader, gone.leader_epoch.0, gone.partition_epoch), (BrokerId::NONE, 4, 6));
    assert!(gone.isr.is_empty() && gone.elr == [BrokerId(2)]);
    let moved = merged(PartitionChangeRecord {
        replicas: Some(vec![1, 2, 3]),
        adding_replicas: Some(vec![3]),
        ..change(TOPIC, 0)
    });
    assert_eq!(moved.directories, [DIRECTORY_MIGRATING; 3]);
    assert!(moved.is_reassigning());
    let fields = PartitionChangeRecord {
        replicas: Some(vec![3]),
        directories: Some(vec![DIRECTORY, DIRECTORY]),
        ..change(TOPIC, 0)
    };
    let error = ReplayError::DirectoryCount {
        topic: TopicId(TOPIC),
        partition: PartitionIndex(0),
        directories: 2,
        replicas: 1,
    };
    fails(&image, fields.into(), &error);
}

#[test]
fn a_deleted_topic_takes_its_overrides_along() {
    let image = full();
    let remove = || RemoveTopicRecord { topic_id: TOPIC, ..Default::default() }.into();
    let delta =
        replay(&image, &[PartitionChangeRecord { leader: 2, ..change(TOPIC, 1) }.into(), remove()]);
    let next = delta.apply(Provenance::EMPTY);
    assert!(next.topics.by_name("t").is_none() && next.topics.by_id(TopicId(TOPIC)).is_none());
    assert!(next.configs.overrides(&ConfigResource::topic("t")).is_empty());
    assert!(delta.topics().changed.is_empty() && delta.topics().created.is_empty());
    assert_eq!(delta.topics().deleted.keys().collect::<Vec<_>>(), [&TopicId(TOPIC)]);
    assert!(delta.configs_changed().contains(&ConfigResource::topic("t")));
    // The same name again is another topic.
    let again =
        replay(&image, &[remove(), topic("t", Uuid([5; 16])), partition(Uuid([5; 16]), 0).into()]);
    assert_eq!(again.topics().created.len(), 1);
    assert_eq!(again.topics().deleted.len(), 1);
    // Come and gone: nothing to tell.
    let brief = replay(
        &MetadataImage::default(),
        &[topic("t", TOPIC), partition(TOPIC, 0).into(), remove()],
    );
    assert_eq!(brief.topics(), &TopicChanges::default());
    fails(&MetadataImage::default(), remove(), &ReplayError::UnknownTopic(TopicId(TOPIC)));
}

#[test]
fn brokers_are_fenced_changed_and_removed_by_epoch() {
    let image = image_of(&[broker(1, 10).into()]);
    let after = |record: MetadataRecord| {
        let next = replay(&image, &[record]).apply(Provenance::EMPTY);
        next.cluster.broker(BrokerId(1)).map(|broker| (**broker).clone())
    };
    let changed =
        BrokerRegistrationChangeRecord { broker_id: 1, broker_epoch: 10, ..Default::default() };
    let unfence = UnfenceBrokerRecord { id: 1, epoch: 10, ..Default::default() };
    assert!(!after(unfence.into()).unwrap().fenced);
    assert!(
        after(FenceBrokerRecord { id: 1, epoch: 10, ..Default::default() }.into()).unwrap().fenced
    );
    let unfenced =
        after(BrokerRegistrationChangeRecord { fenced: -1, ..changed.clone() }.into()).unwrap();
    assert!(!unfenced.fenced && unfenced.is_active());
    let leaving =
        BrokerRegistrationChangeRecord { fenced: -1, in_controlled_shutdown: 1, ..changed.clone() };
    assert!(!after(leaving.into()).unwrap().is_active());
    let moved = BrokerRegistrationChangeRecord { log_dirs: vec![OTHER], ..changed.clone() };
    assert_eq!(after(moved.into()).unwrap().directories, [DirectoryId(OTHER)]);
    let cordoned =
        BrokerRegistrationChangeRecord { cordoned_log_dirs: Some(vec![]), ..changed.clone() };
    assert_eq!(after(cordoned.into()).unwrap().cordoned_directories, Some(vec![]));
    let gone = UnregisterBrokerRecord { broker_id: 1, broker_epoch: 10, ..Default::default() };
    assert_eq!(after(gone.into()), None);
    let stale = UnfenceBrokerRecord { id: 1, epoch: 9, ..Default::default() };
    let error = ReplayError::BrokerEpoch { broker: BrokerId(1), epoch: 9, registered: 10 };
    fails(&image, stale.into(), &error);
    let unknown = UnfenceBrokerRecord { id: 2, epoch: 9, ..Default::default() };
    fails(&image, unknown.into(), &ReplayError::UnknownBroker(BrokerId(2)));
    let odd = BrokerRegistrationChangeRecord { fenced: 7, ..changed };
    let error = ReplayError::ChangeValue { broker: BrokerId(1), field: "fenced", value: 7 };
    fails(&image, odd.into(), &error);
}

#[test]
fn a_transaction_shows_at_its_end_or_never() {
    let begin = || BeginTransactionRecord::default().into();
    let image = full();
    let mut delta =
        replay(&image, &[topic("before", Uuid([1; 16])), begin(), topic("in", Uuid([2; 16]))]);
    assert!(delta.in_transaction());
    let shown = delta.apply(Provenance::EMPTY);
    assert!(shown.topics.by_name("before").is_some() && shown.topics.by_name("in").is_none());
    let mut ended = delta.clone();
    ended.replay(&EndTransactionRecord::default().into()).unwrap();
    assert!(ended.apply(Provenance::EMPTY).topics.by_name("in").is_some());
    delta.replay(&AbortTransactionRecord::default().into()).unwrap();
    assert!(!delta.in_transaction());
    assert!(delta.apply(Provenance::EMPTY).topics.by_name("in").is_none());
    assert_eq!(delta.topics().created.len(), 1);
    fails(&image, EndTransactionRecord::default().into(), &ReplayError::NoTransaction);
    fails(&image, AbortTransactionRecord::default().into(), &ReplayError::NoTransaction);
    let mut nested = replay(&image, &[begin()]);
    assert_eq!(nested.replay(&begin()), Err(ReplayError::NestedTransaction));
}

#[test]
fn the_rest_is_set_and_removed() {
    let image = full();
    let next = replay(
        &image,
        &[
            config(2, "t", "retention.ms", None),
            config(2, "t", "nothing", None),
            quota("producer_byte_rate", 0.0, true),
            RemoveAccessControlEntryRecord { id: OTHER, ..Default::default() }.into(),
            RemoveUserScramCredentialRecord {
                name: "a".to_owned(),
                mechanism: 1,
                ..Default::default()
            }
            .into(),
            RemoveDelegationTokenRecord { token_id: "d".to_owned(), ..Default::default() }.into(),
            UnregisterControllerRecord { controller_id: 3, ..Default::default() }.into(),
            level("group.version", 0),
            ZkMigrationStateRecord::default().into(),
            NoOpRecord::default().into(),
        ],
    )
    .apply(Provenance::EMPTY);
    assert!(next.configs.overrides(&ConfigResource::topic("t")).is_empty());
    assert_eq!(next.configs.iter().count(), 2);
    assert_eq!(next.quotas.iter().count(), 0);
    assert_eq!(next.acls.iter().count(), 0);
    assert!(next.scram.get(1, "a").is_none() && next.tokens.get("d").is_none());
    assert_eq!(next.cluster.controllers().count(), 0);
    assert_eq!(next.features.level("group.version"), 0);
    round_trips(&next);
    fails(&image, level("metadata.version", 34), &ReplayError::MetadataVersion(34));
    fails(&image, level("metadata.version", 0), &ReplayError::MetadataVersion(0));
    let error = ReplayError::DuplicateTopic { name: "t".to_owned(), id: TopicId(OTHER) };
    fails(&image, topic("t", OTHER), &error);
    fails(&image, config(3, "t", "k", None), &ReplayError::ResourceType(3));
    let unknown = RemoveAccessControlEntryRecord { id: TOPIC, ..Default::default() };
    fails(&image, unknown.into(), &ReplayError::UnknownAcl(TOPIC));
    let error =
        ReplayError::UnknownPartition { topic: TopicId(TOPIC), partition: PartitionIndex(9) };
    fails(&image, change(TOPIC, 9).into(), &error);
}

#[test]
fn clearing_elr_is_for_one_topic_or_all() {
    let image = full();
    let clear =
        |name: &str| ClearElrRecord { topic_name: name.to_owned(), ..Default::default() }.into();
    let one = replay(&image, &[clear("t")]);
    assert_eq!(one.topics().changed.keys().collect::<Vec<_>>(), [&TopicId(TOPIC)]);
    let all = replay(&image, &[clear("")]);
    assert_eq!(all.topics().changed.len(), 2);
    assert!(
        all.current()
            .topics
            .partitions()
            .all(|(_, _, p)| p.elr.is_empty() && p.partition_epoch == 6)
    );
    fails(&image, clear("nope"), &ReplayError::UnknownTopicName("nope".to_owned()));
}

#[test]
fn the_difference_of_two_images_is_what_replay_would_tell() {
    let base = full();
    let records = [
        RemoveTopicRecord { topic_id: OTHER, ..Default::default() }.into(),
        topic("new", Uuid([1; 16])),
        partition(Uuid([1; 16]), 0).into(),
        PartitionChangeRecord { leader: 2, ..change(TOPIC, 1) }.into(),
        config(2, "t", "retention.ms", None),
        config(2, "new", "retention.ms", Some("5")),
        broker(3, 12).into(),
        UnregisterBrokerRecord { broker_id: 2, broker_epoch: 11, ..Default::default() }.into(),
        level("share.version", 1),
    ];
    let replayed = replay(&base, &records);
    let next = replayed.apply(Provenance::EMPTY);
    let compared = MetadataDelta::between(&base, &next);
    assert_eq!(compared.topics(), replayed.topics());
    assert_eq!(compared.configs_changed(), replayed.configs_changed());
    assert_eq!(compared.brokers_changed(), replayed.brokers_changed());
    assert_eq!(compared.features_changed(), replayed.features_changed());
    let first = MetadataDelta::between(&MetadataImage::default(), &base);
    assert_eq!(first.topics().created.len(), 2);
    assert_eq!(first.controllers_changed().len(), 1);
    assert!(MetadataDelta::between(&base, &base).topics().changed.is_empty());
}

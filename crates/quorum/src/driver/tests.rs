use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use moldau_metadata::feature::METADATA_VERSION;
use moldau_metadata::image::ResourceType;
use moldau_protocol::ids::{BrokerId, DirectoryId};
use moldau_protocol::messages::TopicRecord;
use moldau_storage::disk::{Fault, FaultOp, OpenMode, read_file};

use super::*;
use crate::batch::{ControlRecord, LogRecord};
use crate::config::StaticVoter;
use crate::format::{FirstVoters, FormatOptions, format};
use crate::log::metadata_log_dir;
use crate::snapshot::SnapshotId;
use crate::testing::{
    DIR, STANDALONE, World, admit_broker, create_request, create_topic, endpoint, topic_names,
    try_admit_broker, unhex,
};

/// Every record of the log on the disk of `world`, with its epoch; opens and closes the log.
fn log_of(world: &World) -> Vec<(i32, LogRecord)> {
    let disk: Arc<dyn Disk> = Arc::new(world.disk.clone());
    let log = MetadataLog::open(&disk, Path::new(DIR), &world.log, 1).unwrap();
    let mut records = Vec::new();
    log.replay(log.start(), |batch| {
        records.extend(batch.records.into_iter().map(|(_, record)| (batch.epoch.0, record)));
        Ok(())
    })
    .unwrap();
    records
}

fn controls(world: &World) -> Vec<(i32, &'static str)> {
    let name = |record: &LogRecord| match record {
        LogRecord::Control(ControlRecord::LeaderChange(_)) => Some("leader"),
        LogRecord::Control(ControlRecord::KRaftVersion(_)) => Some("version"),
        LogRecord::Control(ControlRecord::Voters(_)) => Some("voters"),
        LogRecord::Control(_) => Some("other"),
        LogRecord::Data(_) => None,
    };
    log_of(world).iter().filter_map(|(epoch, record)| Some((*epoch, name(record)?))).collect()
}

fn state_file(world: &World) -> String {
    let path = metadata_log_dir(Path::new(DIR)).join("quorum-state");
    String::from_utf8(read_file(&world.disk, &path, 1 << 16).unwrap()).unwrap()
}

fn create(driver: &mut Driver, name: &str) -> Result<(), LogFault> {
    let replies = driver.handle(vec![create_topic(name)])?;
    let [Ok(Reply::CreateTopics(reply))] = &replies[..] else { panic!("{replies:?}") };
    assert_eq!(reply.topics[0].error_code, 0, "{reply:?}");
    Ok(())
}

#[test]
fn the_first_start_fills_the_log_and_later_ones_go_on() {
    let world = World::formatted();
    let driver = world.open();
    let image = driver.image();
    let levels: Vec<_> = image.features.finalized().collect();
    assert_eq!(levels, [("group.version", 1), (METADATA_VERSION, 33)]);
    assert_eq!(image.cluster.controllers().count(), 1);
    assert_eq!(image.provenance.last_offset.next(), driver.log.end());
    drop(driver);
    assert_eq!(controls(&world), [(1, "leader"), (1, "version"), (1, "voters")]);

    let mut driver = world.open();
    admit_broker(&mut driver);
    create(&mut driver, "a").unwrap();
    driver.close().unwrap();
    let driver = world.open();
    assert_eq!(topic_names(&driver.image()), ["a"]);
    assert_eq!(driver.image().features.finalized().count(), 2);
    let status = driver.shared().status.lock().clone();
    assert_eq!((status.leader, status.epoch), (Some(BrokerId(1)), LeaderEpoch(3)));
    assert_eq!(status.high_watermark, Some(status.log_end));
    drop(driver);
    assert!(state_file(&world).starts_with(r#"{"leaderId":1,"leaderEpoch":3,"votedId":-1,"#));
    let expected = [(1, "leader"), (1, "version"), (1, "voters"), (2, "leader"), (3, "leader")];
    assert_eq!(controls(&world), expected);
}

#[test]
fn the_voters_follow_the_listener() {
    let world = World::formatted();
    drop(world.open());
    let moved = || {
        let endpoints = vec![endpoint(19_093)];
        QuorumConfig { endpoints, ..world.config() }
    };
    for _ in 0..2 {
        let driver = Driver::open(moved(), world.seams()).unwrap();
        assert_eq!(driver.voters.voters()[0].endpoints[0].port, 19_093);
    }
    let expected =
        [(1, "leader"), (1, "version"), (1, "voters"), (2, "leader"), (2, "voters"), (3, "leader")];
    assert_eq!(controls(&world), expected);
}

#[test]
fn static_voters_stay_out_of_the_log() {
    let world = World::new();
    let options = FormatOptions {
        has_static_voters: true,
        voters: FirstVoters::Unspecified,
        ..world.format_options()
    };
    format(&world.disk, &*world.ids, &options).unwrap();
    let voter = StaticVoter { id: BrokerId(1), host: "127.0.0.1".to_owned(), port: 9093 };
    let config = QuorumConfig { static_voters: vec![voter], ..world.config() };
    drop(Driver::open(config, world.seams()).unwrap());
    assert_eq!(controls(&world), [(1, "leader")]);
    let expected = r#"{"clusterId":"","leaderId":1,"leaderEpoch":1,"votedId":-1,"appliedOffset":0,"currentVoters":[{"voterId":1}],"data_version":0}"#;
    assert_eq!(state_file(&world), expected);
}

#[test]
fn a_quorum_of_others_is_refused_with_their_names() {
    let world = World::formatted();
    let other_directory = DirectoryId(moldau_protocol::ids::Uuid::from_halves(5, 5));
    let voter = |id, port| StaticVoter { id: BrokerId(id), host: "h".to_owned(), port };
    let two = vec![voter(1, 1), voter(2, 2)];
    let open = |config, world: &World| Driver::open(config, world.seams()).unwrap_err().to_string();

    let error = open(QuorumConfig { directory_id: other_directory, ..world.config() }, &world);
    assert!(error.contains("1@127.0.0.1:9093:") && error.contains("one voter"), "{error}");

    let fixed = World::new();
    let options = FormatOptions {
        has_static_voters: true,
        voters: FirstVoters::Unspecified,
        ..fixed.format_options()
    };
    format(&fixed.disk, &*fixed.ids, &options).unwrap();
    let error = open(QuorumConfig { static_voters: two, ..fixed.config() }, &fixed);
    assert!(error.contains("1@h:1,2@h:2"), "{error}");
    let error = open(fixed.config(), &fixed);
    assert!(error.contains("--standalone") && error.contains("/data"), "{error}");
}

/// Remembers what it saw.
#[derive(Debug, Default)]
struct Seen {
    offsets: Vec<i64>,
    topics: Vec<usize>,
    brokers: Vec<usize>,
}

struct Recorder(Arc<Mutex<Seen>>, Arc<Shared>);

impl Publisher for Recorder {
    fn publish(&mut self, delta: &MetadataDelta, image: &Arc<MetadataImage>) {
        assert!(Arc::ptr_eq(&self.1.image.load_full(), image));
        let mut seen = self.0.lock();
        seen.offsets.push(image.provenance.last_offset.0);
        seen.topics.push(delta.topics().created.len());
        seen.brokers.push(delta.brokers_changed().len());
    }
}

#[test]
fn publishers_see_everything_once_and_in_order() {
    let world = World::formatted();
    let mut driver = world.open();
    admit_broker(&mut driver);
    create(&mut driver, "a").unwrap();
    let (early, late) = (Arc::<Mutex<Seen>>::default(), Arc::<Mutex<Seen>>::default());
    driver.subscribe(Box::new(Recorder(early.clone(), driver.shared())));
    create(&mut driver, "b").unwrap();
    driver.subscribe(Box::new(Recorder(late.clone(), driver.shared())));
    // Two commands of one turn are one image.
    let replies = driver.handle(vec![create_topic("c"), create_topic("c"), create_topic("d")]);
    let codes = replies.unwrap().into_iter().map(|reply| match reply {
        Ok(Reply::CreateTopics(reply)) => reply.topics[0].error_code,
        other => panic!("{other:?}"),
    });
    assert_eq!(codes.collect::<Vec<_>>(), [0, 36, 0]);
    let (early, late) = (early.lock(), late.lock());
    assert_eq!((&early.topics[..], &late.topics[..]), (&[1, 1, 2][..], &[2, 2][..]));
    assert_eq!((&early.brokers[..], &late.brokers[..]), (&[1, 0, 0][..], &[1, 0][..]));
    assert_eq!(early.offsets[1..], late.offsets[..]);
    assert_eq!(late.offsets[1] + 1, driver.log.end().0);
}

#[test]
fn every_acknowledged_command_survives_power_cuts() {
    let mut world = World::formatted();
    // Snapshots and deletions happen all the time, so that they are cut off as well.
    world.log.max_bytes_between_snapshots = 3_000;
    world.log.max_retention_bytes = Some(20_000);
    let mut acknowledged = BTreeSet::new();
    let mut dice = 1_u64;
    let mut deleted_prefix = false;
    for seed in 0..200_u64 {
        let mut asked = None;
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let config = world.config();
        // Some cuts come while the node starts.
        world.disk.cut_power_after((dice >> 33) % 120);
        let opened = Driver::open(config, world.seams());
        if let Ok(mut driver) = opened
            && try_admit_broker(&mut driver).is_ok()
        {
            for step in 0..20 {
                let name = format!("t{seed}-{step}");
                if create(&mut driver, &name).is_err() || driver.tick().is_err() {
                    asked = Some(name);
                    break;
                }
                acknowledged.insert(name);
            }
        }
        world.disk.crash(seed);
        let driver = Driver::open(world.config(), world.seams()).unwrap();
        deleted_prefix |= driver.log.start() > Offset(0);
        let found: BTreeSet<_> = topic_names(&driver.image()).into_iter().collect();
        for name in &acknowledged {
            assert!(found.contains(name), "seed {seed}: {name} is lost");
        }
        // What was asked for last may be there or not; nothing else may.
        let extra: Vec<_> = found.iter().filter(|name| !acknowledged.contains(*name)).collect();
        assert!(extra.iter().all(|name| Some(*name) == asked.as_ref()), "seed {seed}: {extra:?}");
        acknowledged = found;
        drop(driver);
        // Half of the time the power goes once more, right after the start.
        if seed % 2 == 0 {
            world.disk.crash(seed + 1_000);
        }
    }
    assert!(acknowledged.len() > 200, "{}", acknowledged.len());
    assert!(deleted_prefix);
}

#[test]
fn a_format_that_was_cut_off_is_done_again() {
    for cut in 0..60 {
        let world = World::new();
        world.disk.cut_power_after(cut);
        let formatted = format(&world.disk, &*world.ids, &world.format_options());
        world.disk.crash(cut);
        match format(&world.disk, &*world.ids, &world.format_options()) {
            Ok(_) => {}
            Err(error) => assert!(error.to_string().contains("already formatted"), "{error}"),
        }
        assert!(formatted.is_err() || cut > 5);
        assert_eq!(world.open().image().features.level(METADATA_VERSION), 33, "cut after {cut}");
    }
}

#[test]
fn a_write_that_fails_ends_the_driver_and_says_where() {
    let faults: [(&str, FaultOp, &str); 3] = [
        (
            "append",
            FaultOp::Write,
            "cannot append to the metadata log in /data/__cluster_metadata-0",
        ),
        ("sync", FaultOp::Sync, "cannot sync the metadata log in /data/__cluster_metadata-0"),
        ("full", FaultOp::Any, "disk full"),
    ];
    for (name, op, message) in faults {
        let world = World::formatted();
        let mut driver = world.open();
        admit_broker(&mut driver);
        if name == "full" {
            world.disk.set_capacity(Some(world.disk.used() + 20));
        } else {
            let path_contains = ".log".to_owned();
            world.disk.set_faults(vec![Fault { op, path_contains, os_error: 5 }]);
        }
        let before = driver.image();
        let error = create(&mut driver, "t").unwrap_err().to_string();
        assert!(error.contains(message), "{name}: {error}");
        assert!(Arc::ptr_eq(&before, &driver.image()));
        drop(driver);
        world.disk.set_capacity(None);
        world.disk.set_faults(Vec::new());
        drop(world.open());
    }
    // The start fails in the same way, and names the file.
    let world = World::formatted();
    let path_contains = "quorum-state".to_owned();
    world.disk.set_faults(vec![Fault { op: FaultOp::Write, path_contains, os_error: 5 }]);
    let error = Driver::open(world.config(), world.seams()).unwrap_err().to_string();
    assert!(error.contains("cannot write /data/__cluster_metadata-0/quorum-state"), "{error}");
}

#[test]
fn a_change_that_does_not_fit_one_batch_is_a_transaction_and_one_that_fits_none_is_refused() {
    let world = World::formatted();
    let mut driver = world.open();
    admit_broker(&mut driver);
    let large = "x".repeat(3 << 20);
    let too_large = "x".repeat(9 << 20);
    let create = |name, configs: &[(&str, &str)]| Command::CreateTopics {
        request: create_request(name, configs),
    };
    let replies = driver
        .handle(vec![
            create("a", &[("k1", &large), ("k2", &large), ("k3", &large)]),
            create("b", &[("k1", &too_large)]),
            create("c", &[]),
        ])
        .unwrap();
    assert!(replies[0].is_ok() && replies[2].is_ok());
    assert_eq!(replies[1], Err(TooLarge));
    let image = driver.image();
    assert_eq!(topic_names(&image), ["a", "c"]);
    let configs = image.configs.iter().find(|(resource, _)| resource.kind == ResourceType::Topic);
    assert_eq!(configs.unwrap().1.len(), 3);
    drop(driver);
    let again = world.open().image();
    assert_eq!((&again.topics, &again.configs), (&image.topics, &image.configs));
}

#[test]
fn a_transaction_that_a_crash_left_open_is_aborted() {
    let world = World::formatted();
    drop(world.open());
    let disk: Arc<dyn Disk> = Arc::new(world.disk.clone());
    let log = MetadataLog::open(&disk, Path::new(DIR), &world.log, 1).unwrap();
    let mut batch = DataBatches::new(log.end(), LeaderEpoch(1), 1);
    batch.push(&VersionedRecord::new(BeginTransactionRecord::default(), 0)).unwrap();
    let topic = TopicRecord { name: "half".to_owned(), ..Default::default() };
    batch.push(&VersionedRecord::new(topic, 0)).unwrap();
    log.append(batch.finish().unwrap().0, LeaderEpoch(1), 1).unwrap();
    log.sync().unwrap();
    drop(log);
    for _ in 0..2 {
        let driver = world.open();
        assert!(topic_names(&driver.image()).is_empty());
        assert!(!driver.delta.in_transaction());
    }
}

fn put(world: &World, path: PathBuf, bytes: &[u8]) {
    let file = world.disk.open(&path, OpenMode::Truncate).unwrap();
    file.write_all_at(bytes, 0).unwrap();
}

/// A node that took a snapshot, and the id of that snapshot.
fn with_snapshot() -> (World, SnapshotId) {
    let mut world = World::formatted();
    world.log.max_bytes_between_snapshots = 1;
    let mut driver = world.open();
    admit_broker(&mut driver);
    create(&mut driver, "a").unwrap();
    driver.tick().unwrap();
    let end_offset = driver.log.end();
    create(&mut driver, "b").unwrap();
    drop(driver);
    world.log.max_bytes_between_snapshots = u64::MAX;
    (world, SnapshotId { end_offset, epoch: LeaderEpoch(1) })
}

#[test]
fn a_start_goes_on_from_the_newest_snapshot_and_passes_over_a_damaged_one() {
    let (world, id) = with_snapshot();
    let path = metadata_log_dir(Path::new(DIR)).join(id.file_name());
    let good = read_file(&world.disk, &path, 1 << 20).unwrap();
    assert_eq!(topic_names(&world.open().image()), ["a", "b"]);
    put(&world, path.clone(), &good[..good.len() - 1]);
    assert_eq!(topic_names(&world.open().image()), ["a", "b"]);
    // Without the log before it there is nothing to fall back on.
    let driver = world.open();
    let now_ms = world.clock.now_ms();
    driver.log.roll(now_ms).unwrap();
    let end = driver.log.end();
    driver.log.delete_before(end, end, now_ms).unwrap();
    drop(driver);
    let error = Driver::open(world.config(), world.seams()).unwrap_err().to_string();
    assert!(error.contains("no snapshot reaches that far"), "{error}");
}

#[test]
fn a_lost_log_goes_on_where_the_snapshot_ends() {
    let (world, id) = with_snapshot();
    let dir = metadata_log_dir(Path::new(DIR));
    for entry in world.disk.read_dir(&dir).unwrap() {
        if entry.name != id.file_name() && entry.name != "quorum-state" {
            world.disk.remove_file(&dir.join(entry.name)).unwrap();
        }
    }
    let driver = world.open();
    assert_eq!(topic_names(&driver.image()), ["a"]);
    assert_eq!(driver.log.start(), id.end_offset);
    assert_eq!(driver.machine.epoch(), LeaderEpoch(2));
    drop(driver);
    assert_eq!(topic_names(&world.open().image()), ["a"]);
}

#[test]
fn records_of_an_older_format_step_are_used_while_the_log_is_empty() {
    let world = World::formatted();
    // As older releases of Kafka left it: levels in bootstrap.checkpoint, voters in the first snapshot.
    let dir = metadata_log_dir(Path::new(DIR));
    let head = crate::snapshot::SnapshotHead {
        last_contained_time: 1,
        kraft_version: KRaftVersion::Dynamic,
        voters: Some(world.open().voters.clone()),
    };
    world.disk.remove_dir_all(&dir).unwrap();
    world.disk.create_dir_all(&dir).unwrap();
    let id = SnapshotId::BOOTSTRAP;
    let writer = crate::snapshot::SnapshotWriter::create(&world.disk, &dir, id, &head, 1).unwrap();
    writer.finish().unwrap();
    put(&world, Path::new(DIR).join("bootstrap.checkpoint"), &unhex(STANDALONE));
    for _ in 0..2 {
        let image = world.open().image();
        let levels: Vec<_> = image.features.finalized().map(|(_, level)| level).collect();
        assert_eq!(levels, [1, 1, 33, 2, 1, 2]);
    }
}

#[test]
fn a_silent_broker_is_fenced_when_its_session_ends() {
    let world = World::formatted();
    let mut driver = world.open();
    assert_eq!(driver.next_wake(), None);
    admit_broker(&mut driver);
    assert_eq!(driver.next_wake(), Some(9_001));
    world.clock.advance(9_000);
    driver.tick().unwrap();
    assert!(driver.image().cluster.is_active(BrokerId(1)));
    world.clock.advance(1);
    assert_eq!(driver.next_wake(), Some(0));
    driver.tick().unwrap();
    assert!(!driver.image().cluster.is_active(BrokerId(1)));
}

#[test]
fn snapshots_are_taken_by_age_when_there_is_something_new() {
    let mut world = World::formatted();
    world.log.max_snapshot_interval = Duration::from_secs(3600);
    let mut driver = world.open();
    assert_eq!(driver.next_wake(), Some(3_600_000));
    world.clock.advance(3_600_000);
    driver.tick().unwrap();
    let end = driver.log.end().0;
    let dir = metadata_log_dir(Path::new(DIR));
    let name = format!("{end:020}-0000000001.checkpoint");
    assert!(world.disk.exists(&dir.join(&name)), "{name}");
    // Two snapshots: only old ones are waited for now.
    assert_eq!(driver.next_wake(), Some(60_000));
    drop(driver);
    let driver = world.open();
    assert_eq!(driver.image().features.level(METADATA_VERSION), 33);
}

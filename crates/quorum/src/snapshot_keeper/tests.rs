use std::path::Path;
use std::time::Duration;

use moldau_metadata::image::MetadataImage;
use moldau_protocol::ids::Offset;
use moldau_storage::disk::{Disk, Fault, FaultOp};

use crate::driver::Driver;
use crate::log::metadata_log_dir;
use crate::snapshot::SnapshotId;
use crate::testing::{DIR, World, admit_broker, create_topic, topic_names};

fn snapshots(world: &World) -> Vec<i64> {
    let entries = world.disk.read_dir(&metadata_log_dir(Path::new(DIR))).unwrap();
    let ids = entries.iter().filter_map(|entry| SnapshotId::parse(&entry.name));
    ids.map(|id| id.end_offset.0).collect()
}

fn create(driver: &mut Driver, count: usize, name: &str) {
    for index in 0..count {
        driver.handle(vec![create_topic(&format!("{name}{index}"))]).unwrap();
    }
}

fn node(change: impl FnOnce(&mut World)) -> (World, Driver) {
    let mut world = World::formatted();
    change(&mut world);
    let mut driver = world.open();
    admit_broker(&mut driver);
    (world, driver)
}

fn same(one: &MetadataImage, other: &MetadataImage) -> bool {
    (&one.topics, &one.configs, &one.features) == (&other.topics, &other.configs, &other.features)
}

#[test]
fn a_snapshot_comes_after_so_many_bytes() {
    let (world, mut driver) = node(|world| world.log.max_bytes_between_snapshots = 4_000);
    create(&mut driver, 5, "a");
    driver.tick().unwrap();
    assert_eq!(snapshots(&world), [0]);
    create(&mut driver, 20, "b");
    driver.tick().unwrap();
    let found = snapshots(&world);
    assert_eq!(found.len(), 2);
    driver.tick().unwrap();
    assert_eq!(snapshots(&world), found);
    let image = driver.image();
    drop(driver);
    assert!(same(&world.open().image(), &image));
}

#[test]
fn old_snapshots_and_the_log_before_them_go_by_size() {
    let (world, mut driver) = node(|world| {
        world.log.max_bytes_between_snapshots = 2_000;
        world.log.max_retention_bytes = Some(12_000);
    });
    for round in 0..12 {
        create(&mut driver, 6, &format!("r{round}-"));
        driver.tick().unwrap();
    }
    let found = snapshots(&world);
    assert!(found.len() < 8 && !found.contains(&0), "{found:?}");
    let start = driver.shared().status.lock().log_start;
    assert_eq!(start, Offset(found[0]));
    let image = driver.image();
    drop(driver);
    let driver = world.open();
    assert_eq!(topic_names(&driver.image()).len(), 72);
    assert!(same(&driver.image(), &image));
}

#[test]
fn old_snapshots_go_by_age_but_never_the_last() {
    let (world, mut driver) = node(|world| {
        world.log.max_bytes_between_snapshots = 2_000;
        world.log.max_retention = Some(Duration::from_secs(100));
    });
    create(&mut driver, 20, "a");
    driver.tick().unwrap();
    assert_eq!(snapshots(&world).len(), 2);
    world.clock.advance(101_000);
    driver.tick().unwrap();
    let kept = snapshots(&world);
    assert_eq!(kept.len(), 1);
    assert_ne!(kept, [0]);
    world.clock.advance(1_000_000);
    driver.tick().unwrap();
    assert_eq!(snapshots(&world), kept);
}

#[test]
fn a_snapshot_that_cannot_be_written_is_tried_again_later() {
    let (world, mut driver) = node(|world| world.log.max_bytes_between_snapshots = 1);
    let path_contains = ".checkpoint.part".to_owned();
    world.disk.set_faults(vec![Fault { op: FaultOp::Write, path_contains, os_error: 28 }]);
    create(&mut driver, 1, "a");
    driver.tick().unwrap();
    assert_eq!(snapshots(&world), [0]);
    world.disk.set_faults(Vec::new());
    driver.tick().unwrap();
    assert_eq!(snapshots(&world), [0]);
    world.clock.advance(60_000);
    driver.tick().unwrap();
    assert_eq!(snapshots(&world).len(), 2);
}

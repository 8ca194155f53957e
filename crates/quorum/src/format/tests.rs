use moldau_metadata::feature::METADATA_VERSION;
use moldau_protocol::messages::MetadataRecord;
use moldau_storage::disk::{EntryKind, SimDisk, read_file};

use super::*;
use crate::batch::{ControlRecord, LogRecord};
use crate::log::metadata_log_dir;
use crate::snapshot::{SnapshotId, SnapshotReader};
use crate::testing::{DIR, World, endpoint};
use crate::voters::VoterSet;

fn run(world: &World, options: &FormatOptions) -> Result<Vec<String>, String> {
    format(&world.disk, &*world.ids, options)
        .map(|report| report.lines)
        .map_err(|error| error.to_string())
}

/// The records of the first snapshot: level of the protocol, voters, levels of features.
fn snapshot(disk: &SimDisk) -> (i16, Option<String>, Vec<(String, i16)>) {
    let path = metadata_log_dir(Path::new(DIR)).join(SnapshotId::BOOTSTRAP.file_name());
    let mut reader = SnapshotReader::open(disk, &path).unwrap();
    let mut found = (0, None, Vec::new());
    while let Some(batch) = reader.next_batch().unwrap() {
        for (_, record) in batch.records {
            match record {
                LogRecord::Control(ControlRecord::KRaftVersion(record)) => {
                    found.0 = record.kraft_version;
                }
                LogRecord::Control(ControlRecord::Voters(record)) => {
                    found.1 = Some(VoterSet::from_record(&record).to_string());
                }
                LogRecord::Control(_) => {}
                LogRecord::Data(record) => match record.record {
                    MetadataRecord::FeatureLevelRecord(record) => {
                        found.2.push((record.name, record.feature_level));
                    }
                    other => panic!("{other:?}"),
                },
            }
        }
    }
    found
}

fn meta(disk: &SimDisk, dir: &str) -> MetaProperties {
    MetaProperties::read(disk, Path::new(dir)).unwrap().unwrap()
}

/// What a format of `level` finalises: consumer groups from 4.0-IV0 on, as a default.
fn level(level: i16) -> Vec<(String, i16)> {
    let mut levels = vec![(METADATA_VERSION.to_owned(), level)];
    if level >= 22 {
        levels.push(("group.version".to_owned(), 1));
    }
    levels
}

const A: &str = "MvDxzVmcRsaTz33bUuRU6A";
const B: &str = "07R5amHmR32VDA6jHkGbTA";

#[test]
fn each_way_to_begin_a_quorum_has_its_snapshot_and_its_line() {
    let listed = format!("1@127.0.0.1:29093:{A},2@[::1]:29094:{B}");
    let others = format!("2@h:29094:{B}");
    let line = |kind: &str| {
        vec![format!("Formatting {kind} directory /data with metadata.version 4.4-IV2.")]
    };
    type Case<'a> = (FirstVoters, bool, &'a str, i16, Option<String>);
    let own = "1@127.0.0.1:9093:{directory}".to_owned();
    let cases: [Case<'_>; 6] = [
        (FirstVoters::Standalone, false, "dynamic metadata voter", 1, Some(own)),
        (
            FirstVoters::Listed(listed),
            false,
            "dynamic metadata voter",
            1,
            Some(format!("1@127.0.0.1:29093:{A},2@::1:29094:{B}")),
        ),
        (FirstVoters::Listed(others), false, "dynamic metadata", 1, Some(format!("2@h:29094:{B}"))),
        (FirstVoters::NoneYet, false, "metadata", 1, None),
        (FirstVoters::Unspecified, true, "metadata", 0, None),
        (FirstVoters::NoneYet, true, "metadata", 0, None),
    ];
    for (voters, has_static_voters, kind, kraft_version, expected) in cases {
        let world = World::new();
        let options =
            FormatOptions { voters: voters.clone(), has_static_voters, ..world.format_options() };
        assert_eq!(run(&world, &options), Ok(line(kind)), "{voters:?}");
        let meta = meta(&world.disk, DIR);
        let directory = meta.directory_id.unwrap().0.to_string();
        assert_eq!((meta.cluster_id.as_str(), meta.node_id), ("cluster", BrokerId(1)));
        assert!(!expected.as_ref().is_some_and(|e| e.contains(A)) || directory == A);
        let expected = expected.map(|text| text.replace("{directory}", &directory));
        assert_eq!(snapshot(&world.disk), (kraft_version, expected, level(33)), "{voters:?}");
    }
}

#[test]
fn every_directory_gets_an_id_of_its_own_and_only_one_the_metadata() {
    let world = World::new();
    let directories = ["/one", DIR, "/two"].map(PathBuf::from).to_vec();
    let options = FormatOptions { directories, ..world.format_options() };
    assert_eq!(run(&world, &options).unwrap().len(), 3);
    let ids = ["/one", DIR, "/two"].map(|dir| meta(&world.disk, dir).directory_id);
    assert!(ids[0] != ids[1] && ids[1] != ids[2] && ids[0] != ids[2]);
    let entries = world.disk.read_dir(Path::new("/one")).unwrap();
    assert!(entries.iter().all(|entry| entry.kind == EntryKind::File));
    // The metadata may have a directory outside of log.dirs.
    let world = World::new();
    let directories = vec![PathBuf::from("/one")];
    let options = FormatOptions { directories, ..world.format_options() };
    assert_eq!(run(&world, &options).unwrap().len(), 2);
}

#[test]
fn what_is_formatted_stays_as_it_is() {
    let world = World::new();
    let options = world.format_options();
    run(&world, &options).unwrap();
    let before = meta(&world.disk, DIR);
    let refused = run(&world, &options).unwrap_err();
    assert_eq!(
        refused,
        "Log directory /data is already formatted. Use --ignore-formatted to ignore this directory \
         and format the others."
    );
    let again = FormatOptions { ignore_formatted: true, ..options.clone() };
    let all = "All of the log directories are already formatted.".to_owned();
    assert_eq!(run(&world, &again), Ok(vec![all]));
    let more =
        FormatOptions { directories: [DIR, "/more"].map(PathBuf::from).to_vec(), ..again.clone() };
    let line = "Formatting data directory /more with metadata.version 4.4-IV2.".to_owned();
    assert_eq!(run(&world, &more), Ok(vec![line]));
    let other = FormatOptions { cluster_id: "other".to_owned(), ..again.clone() };
    let error = run(&world, &other).unwrap_err();
    let expected = "Invalid cluster.id in: /data/meta.properties. Expected other, but read cluster";
    assert_eq!(error, expected);
    let other = FormatOptions { node_id: BrokerId(2), ..again };
    let error = run(&world, &other).unwrap_err();
    assert_eq!(error, "Invalid node.id in: /data/meta.properties. Expected 2, but read 1");
    assert_eq!(meta(&world.disk, DIR), before);
}

#[test]
fn releases_and_features_are_checked_as_kafka_does() {
    let features = |list: &[&str]| list.iter().map(ToString::to_string).collect::<Vec<_>>();
    type Case<'a> = (Option<&'a str>, &'a [&'a str], Result<i16, &'a str>);
    let cases: [Case<'_>; 12] = [
        (None, &[], Ok(33)),
        (Some("3.9"), &[], Ok(21)),
        (Some("3.8-IV0"), &[], Ok(20)),
        (Some("4.4.0"), &["group.version=1", "kraft.version=1"], Ok(33)),
        (
            Some("3.2"),
            &[],
            Err(
                "Unknown metadata.version '3.2'. Supported metadata.version are: 3.3-IV3, 3.4-IV0,",
            ),
        ),
        (
            None,
            &["metadata.version=25"],
            Err(
                "Use --release-version instead of --feature metadata.version=X to avoid ambiguity.",
            ),
        ),
        (
            None,
            &["foo.version=1"],
            Err(
                "Unsupported feature: foo.version. Supported features are: eligible.leader.replicas.version, group.version, kraft.version, share.version, streams.version, transaction.version",
            ),
        ),
        (None, &["group.version=7"], Err("No feature:group.version with feature level 7")),
        (
            None,
            &["share.version=1"],
            Err("share.version level 1 is not built in yet; only level 0 can be finalised."),
        ),
        (None, &["group"], Err("Can't parse feature=level string group: equals sign not found.")),
        (
            None,
            &["group.version=x"],
            Err("Can't parse feature=level string group.version=x: unable to parse x as a short."),
        ),
        (
            None,
            &["kraft.version=0"],
            Err("Cannot set kraft.version to 0 if controller.quorum.voters is empty and one of"),
        ),
    ];
    for (release, list, expected) in cases {
        let world = World::new();
        let options = FormatOptions {
            release: release.map(str::to_owned),
            features: features(list),
            ..world.format_options()
        };
        match (run(&world, &options), expected) {
            (Ok(_), Ok(number)) => assert_eq!(snapshot(&world.disk).2, level(number)),
            (Err(error), Err(start)) => assert!(error.starts_with(start), "{error}"),
            other => panic!("{release:?} {list:?}: {other:?}"),
        }
    }
}

#[test]
fn flags_that_do_not_go_with_the_configuration_are_refused() {
    let must = "Because controller.quorum.voters is not set on this controller, you must specify";
    let cannot = "You cannot specify controller.quorum.voters and format the node with";
    let one = FirstVoters::Listed(format!("1@h:1:{A}"));
    let cases = [
        (FirstVoters::Unspecified, false, true, Some(must)),
        (FirstVoters::Unspecified, false, false, None),
        (FirstVoters::Standalone, true, true, Some(cannot)),
        (one, true, true, Some(cannot)),
    ];
    for (voters, has_static_voters, is_controller, expected) in cases {
        let world = World::new();
        let options =
            FormatOptions { voters, has_static_voters, is_controller, ..world.format_options() };
        let error = run(&world, &options).err();
        match expected {
            None => assert_eq!(error, None),
            Some(start) => assert!(error.is_some_and(|error| error.starts_with(start))),
        }
    }
    for (text, problem) in [
        ("1@127.0.0.1:29093", "No colon following port could be found."),
        ("127.0.0.1:29093:x", "No @ found."),
        ("x@h:1:y", "not a number"),
        ("-1@h:1:y", "Invalid negative node id."),
        ("1@h", "No colon following hostname could be found."),
        ("1@[::1:1:y", "No colon after ] found."),
        ("1@h:99999:y", "the port"),
        ("1@h:1:short", "the directory id"),
        ("1@h:1:AAAAAAAAAAAAAAAAAAAAAA", "the directory id"),
        ("1@h:1:MvDxzVmcRsaTz33bUuRU6A,1@h:2:07R5amHmR32VDA6jHkGbTA", "twice"),
        ("", "No @ found."),
    ] {
        let world = World::new();
        let voters = FirstVoters::Listed(text.to_owned());
        let error = run(&world, &FormatOptions { voters, ..world.format_options() }).unwrap_err();
        assert!(error.contains(problem), "{text}: {error}");
    }
    let world = World::new();
    let scram = vec!["SCRAM-SHA-256=[name=a,password=b]".to_owned()];
    let error = run(&world, &FormatOptions { scram, ..world.format_options() }).unwrap_err();
    assert_eq!(error, "--add-scram is not built in yet.");
}

#[test]
fn several_controller_listeners_are_all_written() {
    let world = World::new();
    let endpoints = vec![endpoint(1), endpoint(2)];
    run(&world, &FormatOptions { endpoints, ..world.format_options() }).unwrap();
    let path = metadata_log_dir(Path::new(DIR)).join(SnapshotId::BOOTSTRAP.file_name());
    let bytes = read_file(&world.disk, &path, 1 << 16).unwrap();
    assert_eq!(bytes.windows(9).filter(|window| window == b"127.0.0.1").count(), 2);
}

#[test]
fn info_says_what_is_there_and_what_is_missing() {
    let world = World::new();
    run(&world, &world.format_options()).unwrap();
    let one = vec![PathBuf::from(DIR)];
    let id = meta(&world.disk, DIR).directory_id.unwrap();
    let expected = format!(
        "Found log directory:\n  /data\n\nFound metadata: {{cluster.id=cluster, \
         directory.id={id}, node.id=1, version=1}}\n\n"
    );
    assert_eq!(info(&world.disk, &one).to_string(), expected);
    let two = ["/nothing", DIR].map(PathBuf::from);
    let found = info(&world.disk, &two);
    assert!(found.to_string().ends_with("Found problem:\n  /nothing does not exist\n\n"));
    world.disk.create_dir_all(Path::new("/nothing")).unwrap();
    let found = info(&world.disk, &two);
    assert_eq!(found.problems, ["/nothing is not formatted."]);
    assert!(found.to_string().starts_with("Found log directories:\n  /data\n  /nothing\n"));
}

#[test]
fn a_feature_can_be_left_out() {
    let world = World::new();
    let features = vec!["group.version=0".to_owned()];
    run(&world, &FormatOptions { features, ..world.format_options() }).unwrap();
    assert_eq!(snapshot(&world.disk).2, [("metadata.version".to_owned(), 33)]);
}

use std::path::Path;

use moldau_storage::disk::{OpenMode, SimDisk};

use super::*;
use crate::voters::Voter;

const ZERO: &str = "AAAAAAAAAAAAAAAAAAAAAA";

fn voters() -> VoterSet {
    VoterSet::new(vec![Voter { id: BrokerId(1), directory_id: None, endpoints: Vec::new() }])
}

fn state(epoch: i32, leader: Option<i32>, voted: Option<ReplicaKey>) -> ElectionState {
    ElectionState { epoch: LeaderEpoch(epoch), leader: leader.map(BrokerId), voted }
}

#[test]
fn the_bytes_are_kafkas() {
    // Both lines were written by Apache Kafka 4.4.0.
    let dynamic = format!(
        r#"{{"leaderId":1,"leaderEpoch":2,"votedId":-1,"votedDirectoryId":"{ZERO}","data_version":1}}"#
    );
    let fixed = r#"{"clusterId":"","leaderId":1,"leaderEpoch":2,"votedId":-1,"appliedOffset":0,"currentVoters":[{"voterId":1}],"data_version":0}"#;
    let leader = state(2, Some(1), None);
    for (text, version) in [(&*dynamic, KRaftVersion::Dynamic), (fixed, KRaftVersion::Static)] {
        assert_eq!(String::from_utf8(encode(&leader, version, &voters())).unwrap(), text);
        assert_eq!(decode(text.as_bytes()), Ok(leader));
    }
}

#[test]
fn a_vote_round_trips() {
    let directory = DirectoryId(Uuid::from_halves(3, 4));
    let vote = |directory_id| Some(ReplicaKey { id: BrokerId(1), directory_id });
    let with = state(7, None, vote(Some(directory)));
    let without = state(7, None, vote(None));
    assert_eq!(decode(&encode(&with, KRaftVersion::Dynamic, &voters())), Ok(with));
    assert_eq!(decode(&encode(&with, KRaftVersion::Static, &voters())), Ok(without));
}

#[test]
fn anything_else_is_damage() {
    for text in [
        "",
        "{}",
        "null",
        r#"{"leaderId":1,"leaderEpoch":2,"votedId":-1,"data_version":2}"#,
        r#"{"leaderId":1,"leaderEpoch":-2,"votedId":-1,"data_version":1}"#,
        r#"{"leaderId":1,"leaderEpoch":2,"votedId":-1,"votedDirectoryId":"x","data_version":1}"#,
        r#"{"leaderId":99999999999,"leaderEpoch":2,"votedId":-1,"data_version":1}"#,
    ] {
        assert!(decode(text.as_bytes()).is_err(), "{text}");
    }
}

#[test]
fn the_file_is_replaced_whole() {
    let disk = SimDisk::new();
    let dir = Path::new("/");
    let file = StateFile::new(dir);
    assert_eq!(file.read(&disk).unwrap(), ElectionState::INITIAL);
    for epoch in 1..50 {
        let before = file.read(&disk).unwrap();
        disk.cut_power_after(u64::from(epoch as u32 % 6));
        let next = state(epoch, Some(1), None);
        let written = file.write(&disk, &next, KRaftVersion::Dynamic, &voters());
        disk.crash(u64::from(epoch as u32));
        let found = file.read(&disk).unwrap();
        assert!(found == next || (written.is_err() && found == before), "{found:?}");
    }
    let broken = disk.open(&dir.join(QUORUM_STATE), OpenMode::Truncate).unwrap();
    broken.write_all_at(b"{", 0).unwrap();
    let error = file.read(&disk).unwrap_err().to_string();
    assert!(error.starts_with("/quorum-state is damaged"), "{error}");
}

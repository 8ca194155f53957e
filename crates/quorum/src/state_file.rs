//! The file `quorum-state`: epoch, leader and vote of this voter, which must survive any crash.
//!
//! Kafka's own JSON. Version 0 belongs to `kraft.version` 0 and lists the static voters; version 1
//! has the directory id of the one voted for. Source: KIP-595, KIP-853; Kafka's `QuorumStateData`.

use std::path::{Path, PathBuf};

use moldau_protocol::ids::{BrokerId, DirectoryId, LeaderEpoch, Uuid};
use moldau_storage::disk::{Disk, read_file, replace_file};
use serde::{Deserialize, Serialize};

use crate::error::LogFault;
use crate::voters::{KRaftVersion, VoterSet};

#[cfg(test)]
mod tests;

/// Name of the file, in the folder of the metadata log.
pub(crate) const QUORUM_STATE: &str = "quorum-state";

/// A quorum of a thousand static voters would fit ten times.
const SIZE_LIMIT: u64 = 1 << 20;

/// A voter, as a vote names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplicaKey {
    /// Node id.
    pub id: BrokerId,
    /// Directory of its metadata log, if known.
    pub directory_id: Option<DirectoryId>,
}

/// What an election left behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ElectionState {
    /// The epoch; 0 before the first election.
    pub epoch: LeaderEpoch,
    /// Who leads in it, if known.
    pub leader: Option<BrokerId>,
    /// Whom this node voted for in it.
    pub voted: Option<ReplicaKey>,
}

impl ElectionState {
    /// Before any election.
    pub const INITIAL: Self = Self { epoch: LeaderEpoch(0), leader: None, voted: None };
}

/// The fields in the order in which Kafka writes them, of both versions.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Json {
    #[serde(skip_serializing_if = "Option::is_none")]
    cluster_id: Option<String>,
    leader_id: i32,
    leader_epoch: i32,
    voted_id: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    voted_directory_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    applied_offset: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    current_voters: Option<Vec<JsonVoter>>,
    #[serde(rename = "data_version")]
    version: i16,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct JsonVoter {
    voter_id: i32,
}

fn known(id: i32) -> Option<BrokerId> {
    (id >= 0).then_some(BrokerId(id))
}

/// Bytes of the file.
pub(crate) fn encode(state: &ElectionState, version: KRaftVersion, voters: &VoterSet) -> Vec<u8> {
    let is_static = version == KRaftVersion::Static;
    let directory = state.voted.and_then(|voted| voted.directory_id).unwrap_or_default();
    let voter = |voter: &crate::voters::Voter| JsonVoter { voter_id: voter.id.0 };
    let json = Json {
        cluster_id: is_static.then(String::new),
        leader_id: state.leader.unwrap_or(BrokerId::NONE).0,
        leader_epoch: state.epoch.0,
        voted_id: state.voted.map_or(BrokerId::NONE, |voted| voted.id).0,
        voted_directory_id: (!is_static).then(|| directory.0.to_string()),
        applied_offset: is_static.then_some(0),
        current_voters: is_static.then(|| voters.voters().iter().map(voter).collect()),
        version: version.level(),
    };
    serde_json::to_vec(&json).expect("numbers and strings are always JSON")
}

/// Reads the bytes of the file; the error says what is wrong.
pub(crate) fn decode(bytes: &[u8]) -> Result<ElectionState, String> {
    let json: Json = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
    if KRaftVersion::from_level(json.version).is_none() {
        return Err(format!("data_version {} is not known", json.version));
    }
    if json.leader_epoch < 0 {
        return Err(format!("leaderEpoch {} is negative", json.leader_epoch));
    }
    let directory_id = match &json.voted_directory_id {
        None => None,
        Some(text) => Uuid::parse(text)
            .map(|id| (!id.is_zero()).then_some(DirectoryId(id)))
            .ok_or_else(|| format!("votedDirectoryId {text:?} is not an id"))?,
    };
    Ok(ElectionState {
        epoch: LeaderEpoch(json.leader_epoch),
        leader: known(json.leader_id),
        voted: known(json.voted_id).map(|id| ReplicaKey { id, directory_id }),
    })
}

/// The file of one metadata log.
#[derive(Debug)]
pub(crate) struct StateFile {
    path: PathBuf,
}

impl StateFile {
    pub(crate) fn new(log_dir: &Path) -> Self {
        Self { path: log_dir.join(QUORUM_STATE) }
    }

    /// What it says; [`ElectionState::INITIAL`] when it is missing.
    pub(crate) fn read(&self, disk: &dyn Disk) -> Result<ElectionState, LogFault> {
        if !disk.exists(&self.path) {
            return Ok(ElectionState::INITIAL);
        }
        let bytes = read_file(disk, &self.path, SIZE_LIMIT)
            .map_err(|source| self.failed("read", source))?;
        decode(&bytes).map_err(|reason| LogFault::Damaged { path: self.path.clone(), reason })
    }

    /// Replaces it; it is on disk on return.
    pub(crate) fn write(
        &self,
        disk: &dyn Disk,
        state: &ElectionState,
        version: KRaftVersion,
        voters: &VoterSet,
    ) -> Result<(), LogFault> {
        replace_file(disk, &self.path, &encode(state, version, voters))
            .map_err(|source| self.failed("write", source))
    }

    fn failed(&self, action: &'static str, source: std::io::Error) -> LogFault {
        LogFault::Io { action, path: self.path.clone(), source }
    }
}

//! Reading the metadata back from disk: newest snapshot, then the log behind it.
//!
//! Stands apart from the driver because it runs once, before anything is decided. Nothing is written
//! but what a crash left half done (a torn end of the log is cut, unfinished snapshots are removed).

use std::path::Path;
use std::sync::Arc;

use moldau_metadata::controller::{ControllerConfig, ControllerMachine};
use moldau_metadata::image::{MetadataDelta, MetadataImage, Provenance};
use moldau_metadata::record::VersionedRecord;
use moldau_protocol::ids::{LeaderEpoch, Offset};
use moldau_storage::disk::Disk;

use crate::batch::{ControlRecord, LogRecord, RecordBatch};
use crate::config::QuorumConfig;
use crate::error::{LogFault, StartError};
use crate::log::{MetadataLog, metadata_log_dir};
use crate::snapshot::{SnapshotId, SnapshotReader, SnapshotStore};
use crate::voters::{KRaftVersion, Voter, VoterEndpoint, VoterSet};

/// Where older releases of Kafka keep the records of the format step.
const BOOTSTRAP_CHECKPOINT: &str = "bootstrap.checkpoint";

/// What the control records say of the quorum.
#[derive(Clone, Debug, Default)]
pub(crate) struct Members {
    pub(crate) kraft_version: i16,
    pub(crate) voters: Option<VoterSet>,
    /// The voters are in the log, or in a snapshot of it: not only in the one of the format step.
    pub(crate) in_log: bool,
}

impl Members {
    fn replay(&mut self, record: &ControlRecord, in_log: bool) {
        match record {
            ControlRecord::KRaftVersion(record) => self.kraft_version = record.kraft_version,
            ControlRecord::Voters(record) => {
                self.voters = Some(VoterSet::from_record(record));
                self.in_log = in_log;
            }
            _ => {}
        }
    }
}

/// Everything that was on disk.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub(crate) log: MetadataLog,
    pub(crate) store: SnapshotStore,
    /// Finished snapshots, oldest first.
    pub(crate) snapshots: Vec<SnapshotId>,
    pub(crate) kraft_version: KRaftVersion,
    pub(crate) voters: VoterSet,
    pub(crate) voters_in_log: bool,
    /// State of the controller as of the end of the log.
    pub(crate) controller: ControllerMachine,
    /// The same, without a metadata transaction that has not ended.
    pub(crate) delta: MetadataDelta,
    pub(crate) provenance: Provenance,
    /// What the format step wrote for an empty log.
    pub(crate) bootstrap: Vec<VersionedRecord>,
    pub(crate) last_epoch: LeaderEpoch,
    /// Bytes of the log behind the newest snapshot.
    pub(crate) bytes_behind_snapshot: u64,
}

/// A snapshot, read.
struct Base {
    id: SnapshotId,
    members: Members,
    image: MetadataImage,
    bootstrap: Vec<VersionedRecord>,
}

pub(crate) fn load(
    config: &QuorumConfig,
    disk: &Arc<dyn Disk>,
    now_ms: i64,
) -> Result<Loaded, StartError> {
    let store = SnapshotStore::new(Arc::clone(disk), metadata_log_dir(&config.metadata_dir));
    let snapshots = store.list()?;
    let log = MetadataLog::open(disk, &config.metadata_dir, &config.log, now_ms)?;
    let base = newest(&store, &snapshots, &log)?;
    if log.end() < base.id.end_offset {
        tracing::info!(snapshot = %base.id.file_name(), "the metadata log begins at the snapshot");
        log.restart_at(base.id.end_offset, now_ms)?;
    }
    let mut replay = Replay::new(config.controller.clone(), &base);
    log.replay(base.id.end_offset, |batch| replay.batch(&batch))?;
    let Replay { members, controller, delta, mut provenance, bytes, last_epoch } = replay;
    let kraft_version = KRaftVersion::from_level(members.kraft_version)
        .ok_or(StartError::KRaftVersion(members.kraft_version))?;
    let voters = voters(config, kraft_version, &members)?;
    if provenance.last_offset < base.id.end_offset {
        provenance.last_offset = Offset(base.id.end_offset.0 - 1);
    }
    let bootstrap = if base.bootstrap.is_empty() {
        bootstrap_file(&**disk, &config.metadata_dir)?
    } else {
        base.bootstrap
    };
    Ok(Loaded {
        last_epoch: last_epoch.max(log.latest_epoch().unwrap_or(LeaderEpoch::NONE)),
        log,
        store,
        snapshots,
        kraft_version,
        voters,
        voters_in_log: members.in_log,
        controller,
        delta,
        provenance,
        bootstrap,
        bytes_behind_snapshot: bytes,
    })
}

/// The newest snapshot that is whole and that the log goes on from.
fn newest(
    store: &SnapshotStore,
    snapshots: &[SnapshotId],
    log: &MetadataLog,
) -> Result<Base, LogFault> {
    let mut first_error = None;
    for id in snapshots.iter().rev() {
        if log.start() > id.end_offset {
            break;
        }
        match read_snapshot(store, *id) {
            Ok(base) => return Ok(base),
            Err(error) => {
                tracing::warn!(%error, "a snapshot cannot be read; trying the one before it");
                first_error.get_or_insert(error);
            }
        }
    }
    if let Some(error) = first_error
        && log.start() > Offset::ZERO
    {
        return Err(error);
    }
    if log.start() > Offset::ZERO {
        return Err(LogFault::Damaged {
            path: log.path().to_owned(),
            reason: format!(
                "the log begins at offset {} and no snapshot reaches that far",
                log.start()
            ),
        });
    }
    Ok(Base {
        id: SnapshotId::BOOTSTRAP,
        members: Members::default(),
        image: MetadataImage::default(),
        bootstrap: Vec::new(),
    })
}

fn read_snapshot(store: &SnapshotStore, id: SnapshotId) -> Result<Base, LogFault> {
    let mut reader = store.open(id)?;
    let mut members = Members::default();
    let mut delta = MetadataDelta::new(&MetadataImage::default());
    let mut bootstrap = Vec::new();
    let mut time = -1;
    while let Some(batch) = reader.next_batch()? {
        for (offset, record) in batch.records {
            match record {
                LogRecord::Control(ControlRecord::SnapshotHeader(header)) => {
                    time = header.last_contained_log_timestamp;
                }
                LogRecord::Control(control) => {
                    members.replay(&control, id != SnapshotId::BOOTSTRAP);
                }
                LogRecord::Data(record) if id == SnapshotId::BOOTSTRAP => bootstrap.push(record),
                LogRecord::Data(record) => delta
                    .replay(&record.record)
                    .map_err(|source| LogFault::Replay { offset, source })?,
            }
        }
    }
    let provenance = if id == SnapshotId::BOOTSTRAP {
        Provenance::EMPTY
    } else {
        Provenance {
            last_offset: Offset(id.end_offset.0 - 1),
            epoch: id.epoch,
            last_contained_log_time_ms: time,
        }
    };
    Ok(Base { id, members, image: delta.apply(provenance), bootstrap })
}

/// The log behind the snapshot on its way into memory.
struct Replay {
    members: Members,
    controller: ControllerMachine,
    delta: MetadataDelta,
    provenance: Provenance,
    bytes: u64,
    last_epoch: LeaderEpoch,
}

impl Replay {
    fn new(config: ControllerConfig, base: &Base) -> Self {
        Self {
            members: base.members.clone(),
            controller: ControllerMachine::with_image(config, &base.image),
            delta: MetadataDelta::new(&base.image),
            provenance: base.image.provenance,
            bytes: 0,
            last_epoch: base.id.epoch,
        }
    }

    fn batch(&mut self, batch: &RecordBatch) -> Result<(), LogFault> {
        for (offset, record) in &batch.records {
            match record {
                LogRecord::Control(control) => self.members.replay(control, true),
                LogRecord::Data(record) => {
                    let fault = |source| LogFault::Replay { offset: *offset, source };
                    self.delta.replay(&record.record).map_err(fault)?;
                    self.controller.apply(&record.record, *offset).map_err(fault)?;
                }
            }
        }
        self.bytes += batch.size as u64;
        self.last_epoch = batch.epoch;
        self.provenance = Provenance {
            last_offset: batch.last_offset,
            epoch: batch.epoch,
            last_contained_log_time_ms: batch.append_time,
        };
        Ok(())
    }
}

/// Who votes, which must be this node alone.
fn voters(
    config: &QuorumConfig,
    kraft_version: KRaftVersion,
    members: &Members,
) -> Result<VoterSet, StartError> {
    let path = config.metadata_dir.clone();
    let own = config.controller.node_id;
    let voters = match kraft_version {
        KRaftVersion::Static => VoterSet::new(
            config
                .static_voters
                .iter()
                .map(|voter| Voter {
                    id: voter.id,
                    directory_id: None,
                    endpoints: vec![VoterEndpoint {
                        name: config.endpoints.first().map_or("CONTROLLER", |e| &e.name).to_owned(),
                        host: voter.host.clone(),
                        port: voter.port,
                    }],
                })
                .collect(),
        ),
        KRaftVersion::Dynamic => members.voters.clone().unwrap_or_default(),
    };
    if voters.is_empty() {
        return Err(StartError::NoVoters { path });
    }
    if !voters.is_only(own, config.directory_id) {
        let own = format!("node {own}, directory {}", config.directory_id.0);
        return Err(StartError::OtherVoters { found: voters.to_string(), own });
    }
    Ok(voters)
}

/// Records of `bootstrap.checkpoint`, if there is one.
fn bootstrap_file(disk: &dyn Disk, directory: &Path) -> Result<Vec<VersionedRecord>, LogFault> {
    let path = directory.join(BOOTSTRAP_CHECKPOINT);
    let mut records = Vec::new();
    if !disk.exists(&path) {
        return Ok(records);
    }
    let mut reader = SnapshotReader::open(disk, &path)?;
    while let Some(batch) = reader.next_batch()? {
        records.extend(batch.records.into_iter().filter_map(|(_, record)| match record {
            LogRecord::Data(record) => Some(record),
            LogRecord::Control(_) => None,
        }));
    }
    Ok(records)
}

//! What the tests of several modules share: a log on a simulated disk, and batches to put into it.

use std::{path::PathBuf, sync::Arc};

use moldau_protocol::{
    ids::{LeaderEpoch, Offset, ProducerEpoch, ProducerId},
    records::{
        BatchBuilder, Batches, Codec, ControlType, TimestampType, ValidBatches, decode_records,
    },
};

use crate::{
    Append, AppendInfo, DirHealth, FileCache, LogConfig, MinOneBatch, OpenLog, Origin,
    PartitionLog, TopicPartition,
    disk::{Disk, RealDisk, SimDisk},
};

/// Time at which tests run unless they say another.
pub(crate) const NOW: i64 = 1_700_000_000_000;

/// Epoch of the leader in tests.
pub(crate) const EPOCH: LeaderEpoch = LeaderEpoch(3);

/// A disk and what is needed to open a log on it.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) sim: SimDisk,
    pub(crate) files: Arc<FileCache>,
    pub(crate) health: Arc<DirHealth>,
    pub(crate) dir: PathBuf,
}

impl World {
    pub(crate) fn new() -> Self {
        let sim = SimDisk::new();
        Self::on(Arc::new(sim.clone()), sim, PathBuf::from("/data"))
    }

    /// On the disk of the system; `sim` is unused then.
    pub(crate) fn real(dir: PathBuf) -> Self {
        Self::on(Arc::new(RealDisk), SimDisk::new(), dir)
    }

    fn on(disk: Arc<dyn Disk>, sim: SimDisk, dir: PathBuf) -> Self {
        disk.create_dir_all(&dir).unwrap();
        let files = FileCache::new(Arc::clone(&disk), 64);
        Self { sim, files, health: DirHealth::new(dir.clone()), dir }
    }

    /// Forgets everything in memory, as `kill -9` does.
    pub(crate) fn restart(&mut self) {
        self.files = FileCache::new(Arc::clone(self.files.disk()), 64);
        self.health = DirHealth::new(self.dir.clone());
    }

    pub(crate) fn options(&self, config: LogConfig) -> OpenLog {
        OpenLog {
            partition: TopicPartition::new("t", 0),
            dir: self.dir.join("t-0"),
            config,
            files: Arc::clone(&self.files),
            health: Arc::clone(&self.health),
            topic_id: None,
            recovery_point: Offset::ZERO,
            log_start: Offset::ZERO,
            clean: false,
            now_ms: NOW,
        }
    }

    pub(crate) fn open(&self, config: LogConfig) -> Arc<PartitionLog> {
        PartitionLog::open(self.options(config)).unwrap()
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.dir.join("t-0").join(name)
    }

    pub(crate) fn names(&self) -> Vec<String> {
        let entries = self.files.disk().read_dir(&self.dir.join("t-0")).unwrap();
        entries.into_iter().map(|entry| entry.name).collect()
    }
}

/// Small segments and dense indexes.
pub(crate) fn small() -> LogConfig {
    LogConfig { segment_bytes: 1000, index_interval_bytes: 100, ..LogConfig::default() }
}

pub(crate) fn builder() -> BatchBuilder {
    BatchBuilder::new(Codec::None)
}

pub(crate) fn sealed(builder: BatchBuilder) -> ValidBatches {
    ValidBatches::trusted(builder.build(Offset::ZERO, LeaderEpoch::NONE).unwrap()).unwrap()
}

/// A batch of records with these times, each with its time as value.
pub(crate) fn batch(times: &[i64]) -> ValidBatches {
    batch_with(times, Codec::None, TimestampType::CreateTime)
}

pub(crate) fn batch_with(times: &[i64], codec: Codec, kind: TimestampType) -> ValidBatches {
    let mut builder = BatchBuilder::new(codec).timestamp_type(kind);
    for time in times {
        builder.append(*time, None, Some(time.to_string().as_bytes()), []);
    }
    sealed(builder)
}

/// A batch of `count` records of a producer.
pub(crate) fn produced(id: i64, epoch: i16, sequence: i32, count: i32) -> ValidBatches {
    let mut builder = builder().producer(ProducerId(id), ProducerEpoch(epoch), sequence);
    for index in 0..count {
        let value = format!("{id}/{}", sequence + index);
        builder.append(NOW, None, Some(value.as_bytes()), []);
    }
    sealed(builder)
}

/// A batch of one record in a transaction of a producer.
pub(crate) fn transactional(id: i64, sequence: i32) -> ValidBatches {
    let mut builder =
        builder().producer(ProducerId(id), ProducerEpoch(0), sequence).transactional();
    builder.append(NOW, None, Some(b"in transaction"), []);
    sealed(builder)
}

/// The marker that ends a producer's transaction.
pub(crate) fn marker(id: i64, kind: ControlType) -> ValidBatches {
    let mut builder =
        builder().producer(ProducerId(id), ProducerEpoch(0), -1).transactional().control();
    builder.append_control(NOW, kind, &[0, 0, 0, 0, 0, 7]);
    sealed(builder)
}

pub(crate) fn by(origin: Origin, batches: ValidBatches) -> Append {
    Append { batches, origin, leader_epoch: EPOCH }
}

pub(crate) fn client(batches: ValidBatches) -> Append {
    by(Origin::Client, batches)
}

pub(crate) fn append(log: &PartitionLog, batches: ValidBatches) -> AppendInfo {
    log.append(client(batches), NOW).unwrap()
}

/// Offset and value of every record that can be read from `from` on, in reading order.
pub(crate) fn read_all(log: &PartitionLog, from: Offset) -> Vec<(i64, String)> {
    let mut found = Vec::new();
    let mut next = from;
    let upper = log.log_end_offset();
    while next < upper {
        let read = log.read(next, 300, MinOneBatch::Yes, upper).unwrap();
        let bytes = read.payload.read().unwrap();
        let before = next;
        for batch in Batches::new(&bytes) {
            // The last one may be cut.
            let Ok(batch) = batch else { break };
            for record in decode_records(&batch).unwrap() {
                if record.offset >= from.0 {
                    let value = record.value.unwrap_or_default();
                    found.push((record.offset, String::from_utf8_lossy(&value).into_owned()));
                }
            }
            next = batch.header.last_offset().next();
        }
        assert!(next > before, "no progress at {next}");
    }
    found
}

pub(crate) fn values(log: &PartitionLog) -> Vec<String> {
    read_all(log, log.log_start_offset()).into_iter().map(|(_, value)| value).collect()
}

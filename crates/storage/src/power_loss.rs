//! The plug is pulled at a thousand random moments, several times per run.
//!
//! A run works on log directories with everything that moves files (rolls, retention, checkpoints,
//! truncation of the start, creation and deletion, clean shutdowns and the starts behind them), loses
//! power after some number of changes to the disk, starts again, and compares with what it knows: what
//! was synced is there, and what is there is what was written, without a gap. A failure prints the
//! seed that shows it again.

use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

use moldau_protocol::{
    ids::{BrokerId, DirectoryId, LeaderEpoch, Offset, ProducerEpoch, ProducerId, TopicId, Uuid},
    records::ValidBatches,
};

use crate::{
    Append, CLEAN_SHUTDOWN_FILE, FileCache, LogConfig, LogDirs, LogDirsOptions, MetaProperties,
    OpenDirsError, Origin, PartitionLog, TopicPartition,
    disk::{Dice, Disk, SimDisk},
    testing::{NOW, builder, read_all, sealed},
};

const RUNS: u64 = 1000;

const THREADS: u64 = 4;

/// Small enough that an index of these small segments can survive in part.
const SECTOR: usize = 16;

/// What is known of a partition: the record at each offset, by the producer's sequence (which is the
/// offset, since one producer writes it all).
#[derive(Clone, Debug, Default)]
struct Known {
    written: i64,
    /// Leader epoch of each record.
    epochs: Vec<LeaderEpoch>,
    synced: i64,
    /// It was synced after it had got its topic id.
    identified: bool,
    /// Largest log start there was.
    start: i64,
}

struct Run {
    disk: SimDisk,
    dice: Dice,
    flush_on_ack: bool,
    partitions: usize,
    /// Another one in each life.
    epoch: LeaderEpoch,
    known: BTreeMap<TopicPartition, Known>,
    now_ms: i64,
}

/// A batch whose records have their offset in sequence, value and time.
fn timed(first: i64, count: i32) -> ValidBatches {
    let mut builder = builder().producer(ProducerId(1), ProducerEpoch(0), first as i32);
    for offset in first..first + i64::from(count) {
        builder.append(NOW + offset, None, Some(format!("1/{offset}").as_bytes()), []);
    }
    sealed(builder)
}

fn topic_id() -> TopicId {
    TopicId(Uuid::from_halves(7, 7))
}

fn dir() -> PathBuf {
    PathBuf::from("/data")
}

impl Run {
    fn new(seed: u64) -> Self {
        let disk = SimDisk::new();
        disk.set_sector(SECTOR);
        disk.create_dir_all(&dir()).unwrap();
        disk.sync_dir(&PathBuf::from("/")).unwrap();
        let meta = MetaProperties {
            cluster_id: "c".into(),
            node_id: BrokerId(1),
            directory_id: Some(DirectoryId(Uuid::ONE)),
        };
        meta.write(&disk, &dir()).unwrap();
        let mut dice = Dice(seed);
        let flush_on_ack = dice.below(2) == 0;
        // Few are synced one by one at start and shutdown, many together.
        let partitions = [2, 12][dice.below(2)];
        let (epoch, known) = (LeaderEpoch(0), BTreeMap::new());
        Self { disk, dice, flush_on_ack, partitions, epoch, known, now_ms: NOW }
    }

    fn config(&self) -> LogConfig {
        LogConfig {
            segment_bytes: 700,
            index_interval_bytes: 60,
            retention_bytes: 6000,
            file_delete_delay_ms: 50,
            flush_on_ack: self.flush_on_ack,
            ..LogConfig::default()
        }
    }

    fn open(&self) -> LogDirs {
        self.try_open().unwrap()
    }

    fn try_open(&self) -> Result<LogDirs, OpenDirsError> {
        let config = self.config();
        LogDirs::open(
            &[dir()],
            FileCache::new(Arc::new(self.disk.clone()), 16),
            &LogDirsOptions {
                recovery_threads: 1,
                config_for: &|_| config.clone(),
                now_ms: self.now_ms,
            },
        )
    }

    /// A start; some get no further than a number of changes to the disk, twice in a row even.
    fn start(&mut self, crash_seed: u64) -> LogDirs {
        for attempt in 0..2 {
            if self.dice.below(2) == 0 {
                break;
            }
            let clean = self.disk.exists(&dir().join(CLEAN_SHUTDOWN_FILE));
            let changes = self.dice.next() % if clean { 12 } else { 60 };
            self.disk.cut_power_after(changes);
            drop(self.try_open());
            self.disk.crash(crash_seed.wrapping_add(attempt));
        }
        self.open()
    }

    /// Works until something fails or the operations are over.
    fn work(&mut self, dirs: &LogDirs) {
        for _ in 0..self.dice.below(120) + 1 {
            self.now_ms += 10;
            let partition = TopicPartition::new("t", self.dice.below(self.partitions) as i32);
            let done = match self.dice.below(20) {
                0..=11 => self.append(dirs, &partition),
                12 => self.sync(dirs, &partition),
                13 => {
                    // As often as not with a recovery point at the very end of a log.
                    let synced = self.dice.below(2) == 0 || self.sync(dirs, &partition);
                    dirs.checkpoint_recovery_points();
                    synced
                }
                14 => {
                    dirs.checkpoint_log_start_offsets();
                    true
                }
                15 => {
                    dirs.run_retention(self.now_ms, |partition| {
                        dirs.get(partition).map(|log| log.synced_offset())
                    });
                    for (partition, known) in &mut self.known {
                        let start = dirs.get(partition).map(|log| log.log_start_offset().0);
                        known.start = known.start.max(start.unwrap_or_default());
                    }
                    true
                }
                16 => {
                    dirs.delete_due_files(self.now_ms);
                    true
                }
                17 => self.delete_records(dirs, &partition),
                18 => {
                    dirs.flush_dirty(self.now_ms);
                    true
                }
                _ => {
                    self.disk.set_now(self.now_ms);
                    true
                }
            };
            if !done || dirs.dirs()[0].health().is_offline() {
                return;
            }
        }
    }

    fn log(&mut self, dirs: &LogDirs, partition: &TopicPartition) -> Option<Arc<PartitionLog>> {
        let id = Some(topic_id());
        let log = dirs.get_or_create(partition, id, None, self.config(), self.now_ms).ok()?;
        log.assign_epoch(self.epoch).ok()?;
        self.known.entry(partition.clone()).or_default();
        Some(log)
    }

    fn append(&mut self, dirs: &LogDirs, partition: &TopicPartition) -> bool {
        let Some(log) = self.log(dirs, partition) else { return false };
        let known = self.known.get_mut(partition).unwrap();
        let mut group = Vec::new();
        for _ in 0..self.dice.below(4) + 1 {
            let count = self.dice.below(3) as i32 + 1;
            let batches = timed(known.written, count);
            group.push(Append { batches, origin: Origin::Client, leader_epoch: self.epoch });
            known.written += i64::from(count);
            known.epochs.resize(known.written as usize, self.epoch);
        }
        // What failed may be on disk all the same.
        if log.append_group(&mut group, self.now_ms).iter().any(Result::is_err) {
            return false;
        }
        !self.flush_on_ack || self.sync(dirs, partition)
    }

    fn sync(&mut self, dirs: &LogDirs, partition: &TopicPartition) -> bool {
        let Some(log) = self.log(dirs, partition) else { return false };
        let Ok(synced) = log.sync() else { return false };
        let known = self.known.get_mut(partition).unwrap();
        (known.synced, known.identified) = (synced.0, true);
        true
    }

    fn delete_records(&mut self, dirs: &LogDirs, partition: &TopicPartition) -> bool {
        let Some(log) = self.log(dirs, partition) else { return false };
        let known = self.known.get_mut(partition).unwrap();
        let offset = self.dice.below(known.synced as usize + 1) as i64;
        known.start = known.start.max(offset);
        log.advance_log_start_offset(Offset(offset)).is_ok()
    }

    fn check(&mut self, dirs: &LogDirs) {
        assert!(!dirs.dirs()[0].health().is_offline());
        for (partition, known) in &mut self.known {
            let Some(log) = dirs.get(partition) else {
                assert_eq!(known.synced, 0, "log of {partition} is gone");
                *known = Known::default();
                continue;
            };
            let (start, end) = (log.log_start_offset().0, log.log_end_offset().0);
            assert!(end >= known.synced, "{partition} ends at {end}, synced was {}", known.synced);
            assert!(end <= known.written, "{partition}");
            let id_kept = log.topic_id() == Some(topic_id());
            assert!(id_kept || !known.identified, "{partition} has lost its topic id");
            let epochs = log.epochs();
            // A log start that was not in the checkpoint goes back, the epochs of that do not.
            for offset in start.max(known.start)..end {
                let epoch = known.epochs[offset as usize];
                assert_eq!(epochs.epoch_of(Offset(offset)), Some(epoch), "{partition} {offset}");
            }
            known.epochs.truncate(end as usize);
            let found = read_all(&log, Offset(start));
            let expected: Vec<(i64, String)> =
                (start..end).map(|offset| (offset, format!("1/{offset}"))).collect();
            assert_eq!(found, expected, "{partition}");
            if end > start {
                // The last record is recognised by its producer's sequence, the next one is taken.
                let last = log.active_producers();
                assert_eq!(last.len(), 1);
                assert_eq!(i64::from(last[0].last_sequence), end - 1, "{partition}");
                for offset in start..end {
                    let found = log.offset_for_timestamp(NOW + offset, Offset(end)).unwrap();
                    assert_eq!(found.map(|found| found.offset.0), Some(offset), "{partition}");
                }
            }
            known.written = end;
            known.synced = end;
        }
    }
}

fn run(seed: u64) {
    let mut run = Run::new(seed);
    for life in 0..3 {
        let crash_seed = seed.wrapping_mul(31).wrapping_add(life);
        run.epoch = LeaderEpoch(run.epoch.0 + 1);
        let dirs = run.start(!crash_seed);
        run.check(&dirs);
        if run.dice.below(3) == 0 {
            run.work(&dirs);
            match run.dice.below(3) {
                // Another start right behind it.
                0 => {
                    dirs.shutdown(1);
                    continue;
                }
                1 => dirs.shutdown(1),
                _ => {
                    let changes = run.dice.next() % 40;
                    run.disk.cut_power_after(changes);
                    dirs.shutdown(1);
                }
            }
        } else {
            let changes = run.dice.next() % 250 + 1;
            run.disk.cut_power_after(changes);
            run.work(&dirs);
        }
        drop(dirs);
        run.disk.crash(crash_seed);
    }
    let dirs = run.start(!seed);
    run.check(&dirs);
}

#[test]
fn a_power_loss_keeps_what_was_synced_and_leaves_a_prefix() {
    std::thread::scope(|scope| {
        for first in 0..THREADS {
            scope.spawn(move || {
                for seed in (first..RUNS).step_by(THREADS as usize) {
                    let result = std::panic::catch_unwind(|| run(seed));
                    if let Err(panic) = result {
                        eprintln!("fails again with: power_loss::run({seed})");
                        std::panic::resume_unwind(panic);
                    }
                }
            });
        }
    });
}

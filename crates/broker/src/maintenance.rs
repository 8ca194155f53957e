//! The periodic work on the logs, on one thread of its own: retention, flushes, checkpoints, deletes,
//! forgetting idle producers.

use std::{
    sync::{Arc, mpsc},
    thread::JoinHandle,
    time::{Duration, Instant},
};

use moldau_quorum::Clock;
use moldau_storage::LogDirs;

use crate::{config::LogTasks, partition::PartitionTable};

/// How often files whose delay is over are looked for.
const DELETE_INTERVAL: Duration = Duration::from_secs(1);

/// One kind of work.
#[derive(Clone, Copy, Debug)]
enum Task {
    Retention,
    Flush,
    RecoveryPoints,
    LogStarts,
    HighWatermarks,
    Deletes,
    Producers,
}

/// The thread; it ends when this is stopped.
#[derive(Debug)]
pub(crate) struct Maintenance {
    stop: mpsc::SyncSender<()>,
    thread: JoinHandle<()>,
}

impl Maintenance {
    /// Starts the thread.
    pub(crate) fn start(
        tasks: &LogTasks,
        log_dirs: Arc<LogDirs>,
        partitions: Arc<PartitionTable>,
        clock: Arc<dyn Clock>,
    ) -> std::io::Result<Self> {
        let start = Instant::now() + tasks.initial_delay;
        let every = |task, interval: Duration| (start + interval, interval, task);
        let mut schedule = vec![
            (start, tasks.retention_check_interval, Task::Retention),
            every(Task::RecoveryPoints, tasks.recovery_point_interval),
            every(Task::LogStarts, tasks.start_offset_interval),
            every(Task::HighWatermarks, tasks.high_watermark_interval),
            (Instant::now(), DELETE_INTERVAL, Task::Deletes),
        ];
        // Does not wait for the initial delay, as in Kafka.
        let interval = tasks.producer_expiration_check_interval;
        schedule.push((Instant::now() + interval, interval, Task::Producers));
        if let Some(interval) = tasks.flush_check_interval {
            schedule.push(every(Task::Flush, interval));
        }
        let (stop, stopped) = mpsc::sync_channel(1);
        let worker = Worker { log_dirs, partitions, clock };
        let thread = std::thread::Builder::new()
            .name("maintenance".to_owned())
            .spawn(move || worker.run(schedule, &stopped))?;
        Ok(Self { stop, thread })
    }

    /// Ends the thread after the work it is at.
    pub(crate) fn stop(self) {
        // A full channel means that it was told before.
        let _ = self.stop.try_send(());
        if self.thread.join().is_err() {
            tracing::error!("the maintenance thread had failed");
        }
    }
}

struct Worker {
    log_dirs: Arc<LogDirs>,
    partitions: Arc<PartitionTable>,
    clock: Arc<dyn Clock>,
}

impl Worker {
    fn run(&self, mut schedule: Vec<(Instant, Duration, Task)>, stopped: &mpsc::Receiver<()>) {
        loop {
            let Some(next) = schedule.iter_mut().min_by_key(|(due, ..)| *due) else { return };
            let wait = next.0.saturating_duration_since(Instant::now());
            match stopped.recv_timeout(wait) {
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Ok(()) | Err(mpsc::RecvTimeoutError::Disconnected) => return,
            }
            self.perform(next.2);
            // Late work is not made up for.
            next.0 = Instant::now() + next.1;
        }
    }

    fn perform(&self, task: Task) {
        let now_ms = self.clock.now_ms();
        match task {
            Task::Retention => {
                for partition in self.partitions.all() {
                    let high_watermark = partition.high_watermark();
                    match partition.log().retention(now_ms, high_watermark) {
                        Ok(0) => {}
                        Ok(segments) => {
                            tracing::info!(log = %partition.log().partition(), segments, "expired");
                        }
                        Err(error) => {
                            let log = partition.log().partition();
                            tracing::warn!(%log, %error, "retention failed");
                        }
                    }
                }
            }
            Task::Flush => self.log_dirs.flush_dirty(now_ms),
            Task::RecoveryPoints => self.log_dirs.checkpoint_recovery_points(),
            Task::LogStarts => self.log_dirs.checkpoint_log_start_offsets(),
            Task::HighWatermarks => {
                let marks = self.partitions.all().into_iter();
                let marks =
                    marks.map(|each| (each.log().partition().clone(), each.high_watermark()));
                self.log_dirs.checkpoint_high_watermarks(marks);
            }
            Task::Deletes => self.log_dirs.delete_due_files(now_ms),
            Task::Producers => self.log_dirs.expire_producers(now_ms),
        }
    }
}

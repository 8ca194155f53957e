//! The threads on which records are appended.
//!
//! A partition has its writer thread (by hash), which takes what waits in its queue, groups it by
//! partition, and makes one write per partition of it. Where an answer must wait for the disk, the
//! log goes to the sync threads: one sync per log at a time, all that came meanwhile shares the next
//! one, and syncs of different logs overlap.
//!
//! Stands apart because a write or sync that blocks must never block the runtime. In a simulation
//! [`WriterPool::inline`] does the same on the caller's thread.
//!
//! Invariants: appends to a partition happen in the order of [`WriterPool::submit`]; every submitted
//! append gets an answer; no answer of a log with `flush.on.ack` comes before its records are synced.
//! Measured: docs of decision 4 and 10 in ARCHITECTURE.md.

use std::{
    collections::{HashMap, VecDeque, hash_map::Entry},
    hash::{BuildHasher, BuildHasherDefault, DefaultHasher},
    sync::Arc,
    thread::JoinHandle,
};

use parking_lot::{Condvar, Mutex};
use tokio::sync::oneshot;

use crate::{
    append::{Append, AppendInfo},
    error::AppendError,
    log::PartitionLog,
};

/// Appends taken from a queue at once: enough to share a write, few enough to keep latency flat.
const DRAIN_COUNT: usize = 256;

/// Bytes taken from a queue at once.
const DRAIN_BYTES: usize = 1 << 20;

/// Appends that may wait for one thread. The memory they hold is bounded by the bytes of requests in
/// flight; this bounds what a flood of tiny ones costs.
const QUEUE_LIMIT: usize = 16_384;

/// Sync threads when nobody says otherwise: fewer do not overlap enough (5x between 1 and 4).
const MIN_SYNC_THREADS: usize = 4;

/// Where the threads read the time from.
pub trait Clock: Send + Sync {
    /// Now, in ms since 1970.
    fn now_ms(&self) -> i64;
}

type Reply = oneshot::Sender<Result<AppendInfo, AppendError>>;

struct Job {
    log: Arc<PartitionLog>,
    append: Append,
    reply: Reply,
}

#[derive(Default)]
struct Queue {
    state: Mutex<QueueState>,
    wake: Condvar,
}

#[derive(Default)]
struct QueueState {
    jobs: VecDeque<Job>,
    closed: bool,
}

/// Answers that wait for a sync of their log.
type Waiting = Vec<(Reply, AppendInfo)>;

#[derive(Default)]
struct SyncQueue {
    state: Mutex<SyncState>,
    wake: Condvar,
}

#[derive(Default)]
struct SyncState {
    /// By address: logs are told apart by what they are, not by their name.
    logs: HashMap<usize, SyncEntry>,
    ready: VecDeque<usize>,
    closed: bool,
}

struct SyncEntry {
    log: Arc<PartitionLog>,
    waiting: Waiting,
}

/// The writer and sync threads. Dropping it (or [`WriterPool::shutdown`]) finishes what was submitted.
pub struct WriterPool {
    queues: Vec<Arc<Queue>>,
    sync: Arc<SyncQueue>,
    clock: Arc<dyn Clock>,
    writers: Mutex<Vec<JoinHandle<()>>>,
    syncers: Mutex<Vec<JoinHandle<()>>>,
}

impl std::fmt::Debug for WriterPool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WriterPool").field("threads", &self.queues.len()).finish_non_exhaustive()
    }
}

impl WriterPool {
    /// Starts `threads` writer threads and at least as many sync threads.
    ///
    /// # Errors
    /// When the system gives no threads.
    pub fn start(threads: usize, clock: Arc<dyn Clock>) -> std::io::Result<Self> {
        let mut pool = Self::inline(clock);
        pool.queues = (0..threads.max(1)).map(|_| Arc::default()).collect();
        for (index, queue) in pool.queues.iter().enumerate() {
            let (queue, sync, clock) =
                (Arc::clone(queue), Arc::clone(&pool.sync), Arc::clone(&pool.clock));
            let thread = std::thread::Builder::new().name(format!("log-writer-{index}"));
            pool.writers.lock().push(thread.spawn(move || run_writer(&queue, &sync, &*clock))?);
        }
        for index in 0..threads.max(MIN_SYNC_THREADS) {
            let sync = Arc::clone(&pool.sync);
            let thread = std::thread::Builder::new().name(format!("log-sync-{index}"));
            pool.syncers.lock().push(thread.spawn(move || run_syncer(&sync))?);
        }
        Ok(pool)
    }

    /// A pool without threads: [`WriterPool::submit`] does everything before it returns.
    #[must_use]
    pub fn inline(clock: Arc<dyn Clock>) -> Self {
        Self {
            queues: Vec::new(),
            sync: Arc::default(),
            clock,
            writers: Mutex::default(),
            syncers: Mutex::default(),
        }
    }

    /// Hands records over; the answer comes once they are appended, and synced where the log asks for
    /// it. Dropping the receiver does not take the records back.
    pub fn submit(
        &self,
        log: Arc<PartitionLog>,
        append: Append,
    ) -> oneshot::Receiver<Result<AppendInfo, AppendError>> {
        let (reply, receiver) = oneshot::channel();
        let job = Job { log, append, reply };
        if self.queues.is_empty() {
            let sync = SyncQueue::default();
            write_jobs(vec![job], &sync, &*self.clock);
            sync.state.lock().closed = true;
            run_syncer(&sync);
            return receiver;
        }
        let hasher = BuildHasherDefault::<DefaultHasher>::new();
        let hash = hasher.hash_one(job.log.partition());
        let queue = &self.queues[(hash % self.queues.len() as u64) as usize];
        let mut state = queue.state.lock();
        let refused = if state.closed {
            Some(AppendError::Closed)
        } else if state.jobs.len() >= QUEUE_LIMIT {
            Some(AppendError::Overloaded)
        } else {
            None
        };
        if let Some(error) = refused {
            drop(state);
            answer(job.reply, Err(error));
            return receiver;
        }
        state.jobs.push_back(job);
        drop(state);
        queue.wake.notify_one();
        receiver
    }

    /// Finishes what was submitted and ends the threads; later appends are refused.
    pub fn shutdown(&self) {
        for queue in &self.queues {
            queue.state.lock().closed = true;
            queue.wake.notify_all();
        }
        for thread in self.writers.lock().drain(..) {
            // A panic was reported by the thread itself.
            drop(thread.join());
        }
        self.sync.state.lock().closed = true;
        self.sync.wake.notify_all();
        for thread in self.syncers.lock().drain(..) {
            drop(thread.join());
        }
    }
}

impl Drop for WriterPool {
    fn drop(&mut self) {
        self.shutdown();
    }
}

fn answer(reply: Reply, result: Result<AppendInfo, AppendError>) {
    // Who asked may be gone.
    drop(reply.send(result));
}

/// Refuses all that waits or comes when its thread ends by a panic, so that nobody waits for ever.
struct CloseOnPanic<'a>(&'a Queue);

impl Drop for CloseOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let mut state = self.0.state.lock();
            state.closed = true;
            state.jobs.clear();
        }
    }
}

fn run_writer(queue: &Queue, sync: &SyncQueue, clock: &dyn Clock) {
    let _close = CloseOnPanic(queue);
    loop {
        let jobs = {
            let mut state = queue.state.lock();
            while state.jobs.is_empty() {
                if state.closed {
                    return;
                }
                queue.wake.wait(&mut state);
            }
            take(&mut state.jobs)
        };
        write_jobs(jobs, sync, clock);
    }
}

/// The next jobs of a queue, within the limits but at least one.
fn take(jobs: &mut VecDeque<Job>) -> Vec<Job> {
    let mut taken = Vec::new();
    let mut bytes = 0;
    while let Some(next) = jobs.front() {
        bytes += next.append.batches.size();
        if !taken.is_empty() && (taken.len() == DRAIN_COUNT || bytes > DRAIN_BYTES) {
            break;
        }
        taken.extend(jobs.pop_front());
    }
    taken
}

/// Appends of one log, in order, and who waits for each.
type Group = (Arc<PartitionLog>, Vec<Append>, Vec<Reply>);

fn write_jobs(jobs: Vec<Job>, sync: &SyncQueue, clock: &dyn Clock) {
    let now_ms = clock.now_ms();
    let mut groups: Vec<Group> = Vec::new();
    let mut by_log: HashMap<usize, usize> = HashMap::new();
    for job in jobs {
        let index = *by_log.entry(address(&job.log)).or_insert_with(|| {
            groups.push((job.log, Vec::new(), Vec::new()));
            groups.len() - 1
        });
        groups[index].1.push(job.append);
        groups[index].2.push(job.reply);
    }
    for (log, mut appends, replies) in groups {
        let results = log.append_group(&mut appends, now_ms);
        let must_sync = log.config().flush_on_ack || log.wants_sync();
        let mut waiting = Vec::new();
        for (reply, result) in replies.into_iter().zip(results) {
            match result {
                // A repeat waits too: what it repeats may not be on disk yet.
                Ok(info) if must_sync && log.synced_offset() <= info.last_offset => {
                    waiting.push((reply, info));
                }
                result => answer(reply, result),
            }
        }
        if !waiting.is_empty() {
            sync.add(log, waiting);
        }
    }
}

fn address(log: &Arc<PartitionLog>) -> usize {
    Arc::as_ptr(log).addr()
}

impl SyncQueue {
    fn add(&self, log: Arc<PartitionLog>, waiting: Waiting) {
        let key = address(&log);
        let mut state = self.state.lock();
        match state.logs.entry(key) {
            // Queued, or being synced: the thread that has it looks again.
            Entry::Occupied(mut entry) => entry.get_mut().waiting.extend(waiting),
            Entry::Vacant(entry) => {
                entry.insert(SyncEntry { log, waiting });
                state.ready.push_back(key);
                drop(state);
                self.wake.notify_one();
            }
        }
    }
}

fn run_syncer(queue: &SyncQueue) {
    loop {
        let (key, log, waiting) = {
            let mut state = queue.state.lock();
            let key = loop {
                if let Some(key) = state.ready.pop_front() {
                    break key;
                }
                if state.closed {
                    return;
                }
                queue.wake.wait(&mut state);
            };
            let Some(entry) = state.logs.get_mut(&key) else { continue };
            (key, Arc::clone(&entry.log), std::mem::take(&mut entry.waiting))
        };
        let synced = log.sync();
        for (reply, info) in waiting {
            answer(reply, synced.as_ref().map(|_| info).map_err(Clone::clone));
        }
        let mut state = queue.state.lock();
        if state.logs.get(&key).is_some_and(|entry| entry.waiting.is_empty()) {
            state.logs.remove(&key);
        } else {
            state.ready.push_back(key);
            drop(state);
            queue.wake.notify_one();
        }
    }
}

#[cfg(test)]
mod tests;

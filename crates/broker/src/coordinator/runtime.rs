//! Performs what the shards of one internal topic decide: loads logs, appends, waits, keeps time.
//!
//! A slot is one partition that this broker leads in one epoch. Requests run on the thread that
//! brings them, under the slot's lock; nothing that blocks happens there.
//!
//! Bounds: the requests in progress, which connections bound; loads that run at a time
//! ([`LOADS_AT_ONCE`]).

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::{Duration, Instant},
};

use moldau_coordinator::{Machine, Time};
use moldau_protocol::{
    ErrorCode,
    ids::{LeaderEpoch, Offset, PartitionIndex},
    records::{Codec, ValidBatches},
};
use moldau_quorum::{Clock, IdSource};
use moldau_storage::{Append, AppendError, AppendInfo, Origin, WriterPool};
use parking_lot::{Mutex, RwLock};
use tokio::{
    runtime::Handle,
    sync::{Notify, Semaphore, oneshot},
};

use super::{
    load,
    shard::{BatchRules, Ran, Shard},
};
use crate::partition::Partition;

/// Partitions that load at a time: each holds a thread and a buffer, and two keep a disk busy.
const LOADS_AT_ONCE: usize = 2;

/// When nothing is due.
const NEVER: i64 = i64::MAX;

/// What a runtime needs from the broker.
pub(super) struct Seams {
    pub(super) clock: Arc<dyn Clock>,
    pub(super) ids: Arc<dyn IdSource>,
    pub(super) writers: Arc<WriterPool>,
    pub(super) handle: Handle,
}

/// How the topic is written and read.
#[derive(Clone, Copy, Debug)]
pub(super) struct LogRules {
    pub(super) codec: Codec,
    /// `offsets.load.buffer.size`.
    pub(super) load_buffer: usize,
}

enum Phase<M: Machine> {
    Loading,
    Active(Shard<M>),
    /// Its log cannot be loaded.
    Failed,
    /// Somebody else leads.
    Gone,
}

/// One partition that this broker coordinates.
struct Slot<M: Machine> {
    partition: Arc<Partition>,
    epoch: LeaderEpoch,
    phase: Mutex<Phase<M>>,
}

/// The coordinators of one internal topic on this broker.
pub(super) struct Runtime<M: Machine> {
    seams: Seams,
    rules: LogRules,
    make: Box<dyn Fn() -> M + Send + Sync>,
    /// What a machine has to be told that was made a while ago.
    refresh: Box<dyn Fn() -> M::Command + Send + Sync>,
    slots: RwLock<BTreeMap<PartitionIndex, Arc<Slot<M>>>>,
    loads: Arc<Semaphore>,
    /// When the timer wakes next.
    wakes_at: AtomicI64,
    wake: Notify,
    /// Wall time less monotonic time at the start: deadlines must not jump when the clock is set.
    clock_base: i64,
}

impl<M: Machine> std::fmt::Debug for Runtime<M> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Runtime").field("slots", &self.slots.read().len()).finish_non_exhaustive()
    }
}

impl<M: Machine> Runtime<M> {
    /// Starts without partitions; `make` gives fresh machines, `refresh` the command that tells a
    /// machine what has changed since it was made.
    pub(super) fn start(
        seams: Seams,
        rules: LogRules,
        make: impl Fn() -> M + Send + Sync + 'static,
        refresh: impl Fn() -> M::Command + Send + Sync + 'static,
    ) -> Arc<Self> {
        let clock_base = seams.clock.now_ms() - seams.clock.monotonic_ms();
        let runtime = Arc::new(Self {
            seams,
            rules,
            make: Box::new(make),
            refresh: Box::new(refresh),
            slots: RwLock::default(),
            loads: Arc::new(Semaphore::new(LOADS_AT_ONCE)),
            wakes_at: AtomicI64::new(NEVER),
            wake: Notify::new(),
            clock_base,
        });
        runtime.seams.handle.spawn(keep_time(runtime.clone()));
        runtime
    }

    fn now(&self) -> Time {
        Time(self.clock_base + self.seams.clock.monotonic_ms())
    }

    /// Takes a partition over, or gives it up: it leads in `epoch`, or not at all.
    pub(super) fn follow(self: &Arc<Self>, partition: &Arc<Partition>, epoch: Option<LeaderEpoch>) {
        let index = partition.index;
        let log = partition.log();
        // A new partition needs no thread to be loaded.
        let is_empty = log.log_start_offset() == log.log_end_offset();
        let mut slots = self.slots.write();
        let same = |slot: &Arc<Slot<M>>| {
            Some(slot.epoch) == epoch && Arc::ptr_eq(&slot.partition, partition)
        };
        if slots.get(&index).is_some_and(same) {
            return;
        }
        if let Some(old) = slots.remove(&index) {
            old.close();
        }
        let Some(epoch) = epoch else { return };
        let phase = Mutex::new(Phase::Loading);
        let slot = Arc::new(Slot { partition: partition.clone(), epoch, phase });
        slots.insert(index, slot.clone());
        drop(slots);
        if is_empty {
            self.activate(&slot, (self.make)());
        } else {
            self.seams.handle.spawn(self.clone().load(slot));
        }
    }

    fn activate(self: &Arc<Self>, slot: &Arc<Slot<M>>, machine: M) {
        let mut shard = Shard::new(machine, self.batch_rules(&slot.partition));
        let now = self.now();
        shard.activate(now);
        slot.replace(Phase::Active(shard));
        // An error: the slot is closed already.
        let _ = self.with(slot, |shard| {
            drop(shard.run((self.refresh)(), now, self.seams.ids.next_id()));
        });
    }

    /// Gives a command to every partition; nobody waits for the answers.
    pub(super) fn tell_all(self: &Arc<Self>, command: impl Fn() -> M::Command) {
        let slots: Vec<_> = self.slots.read().values().cloned().collect();
        let now = self.now();
        for slot in slots {
            // What loads is told when it has loaded.
            let _ = self.with(&slot, |shard| {
                drop(shard.run(command(), now, self.seams.ids.next_id()));
            });
        }
    }

    /// Gives up partitions that are not there any more.
    pub(super) fn retain(&self, mut keep: impl FnMut(PartitionIndex) -> bool) {
        let mut slots = self.slots.write();
        slots.retain(|index, slot| {
            let stays = keep(*index);
            if !stays {
                slot.close();
            }
            stays
        });
    }

    /// Gives up everything; who waits is told that the coordinator is gone.
    pub(super) fn shutdown(&self) {
        self.retain(|_| false);
    }

    /// Partitions led here.
    pub(super) fn partitions(&self) -> Vec<PartitionIndex> {
        self.slots.read().keys().copied().collect()
    }

    async fn load(self: Arc<Self>, slot: Arc<Slot<M>>) {
        let Ok(place) = self.loads.clone().acquire_owned().await else { return };
        let started = Instant::now();
        let mut machine = (self.make)();
        let (partition, buffer) = (slot.partition.clone(), self.rules.load_buffer);
        let end = partition.log().log_end_offset();
        let log = partition.log().clone();
        let work = move || {
            let result = load::load(&log, end, buffer, &mut machine);
            result.map(|loaded| (machine, loaded))
        };
        let result = tokio::task::spawn_blocking(work).await;
        drop(place);
        let name = partition.log().partition().clone();
        let (machine, loaded) = match result {
            Ok(Ok(loaded)) => loaded,
            Ok(Err(error)) => {
                tracing::error!(log = %name, %error, "the coordinator's state cannot be loaded; \
                    what this partition coordinates stays unavailable until its log is mended");
                return slot.replace(Phase::Failed);
            }
            Err(error) => {
                tracing::error!(log = %name, %error, "loading the coordinator's state failed");
                return slot.replace(Phase::Failed);
            }
        };
        // What was read counts once it is committed.
        if !committed(&slot, end).await {
            return;
        }
        if loaded.records > 0 {
            let ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
            tracing::info!(log = %name, records = loaded.records, bytes = loaded.bytes, ms,
                "loaded the coordinator's state");
        }
        self.activate(&slot, machine);
    }

    fn batch_rules(&self, partition: &Partition) -> BatchRules {
        let max_bytes = partition.produce_settings().rules.max_message_bytes;
        BatchRules { max_bytes, codec: self.rules.codec }
    }

    fn slot(&self, index: PartitionIndex) -> Result<Arc<Slot<M>>, ErrorCode> {
        self.slots.read().get(&index).cloned().ok_or(ErrorCode::NOT_COORDINATOR)
    }

    /// Runs a command on the coordinator of partition `index`.
    ///
    /// # Errors
    /// `NOT_COORDINATOR`, `COORDINATOR_LOAD_IN_PROGRESS`, `COORDINATOR_NOT_AVAILABLE` when it could
    /// not be appended for a while, `UNKNOWN_SERVER_ERROR` when its records are too large.
    pub(super) async fn call(
        self: &Arc<Self>,
        index: PartitionIndex,
        command: M::Command,
    ) -> Result<M::Reply, ErrorCode> {
        let slot = self.slot(index)?;
        let now = self.now();
        let id = self.seams.ids.next_id();
        match self.with(&slot, |shard| shard.run(command, now, id))? {
            Ran::Now(answer) => answer,
            Ran::Later(receiver) => receiver.await.unwrap_or(Err(ErrorCode::NOT_COORDINATOR)),
        }
    }

    /// Looks at the committed state of partition `index`.
    ///
    /// # Errors
    /// `NOT_COORDINATOR`, `COORDINATOR_LOAD_IN_PROGRESS`.
    pub(super) fn committed(&self, index: PartitionIndex) -> Result<M::State, ErrorCode> {
        self.slot(index)?.active(|shard| shard.committed().clone())
    }

    /// Does something with an active shard, then sends off what it has to append and sees to its
    /// deadlines.
    fn with<T>(
        self: &Arc<Self>,
        slot: &Arc<Slot<M>>,
        work: impl FnOnce(&mut Shard<M>) -> T,
    ) -> Result<T, ErrorCode> {
        let (result, deadline) = slot.active(|shard| {
            shard.set_rules(self.batch_rules(&slot.partition));
            let result = work(shard);
            self.send_off(slot, shard);
            (result, shard.next_deadline())
        })?;
        if let Some(Time(at)) = deadline
            && at < self.wakes_at.fetch_min(at, Ordering::AcqRel)
        {
            self.wake.notify_one();
        }
        Ok(result)
    }

    /// Starts the next append of a shard, unless one is on its way.
    fn send_off(self: &Arc<Self>, slot: &Arc<Slot<M>>, shard: &mut Shard<M>) {
        if let Some(batches) = shard.next_append(slot.epoch) {
            let receiver = self.submit(slot, batches);
            self.seams.handle.spawn(self.clone().finish(slot.clone(), receiver));
        }
    }

    fn submit(
        &self,
        slot: &Slot<M>,
        batches: ValidBatches,
    ) -> oneshot::Receiver<Result<AppendInfo, AppendError>> {
        let append = Append { batches, origin: Origin::Coordinator, leader_epoch: slot.epoch };
        self.seams.writers.submit(slot.partition.log().clone(), append)
    }

    /// Waits for an append, tells the shard, starts the next.
    async fn finish(
        self: Arc<Self>,
        slot: Arc<Slot<M>>,
        receiver: oneshot::Receiver<Result<AppendInfo, AppendError>>,
    ) {
        let code = match receiver.await {
            Ok(Ok(info)) if committed(&slot, info.last_offset.next()).await => None,
            // The slot is closed, or the node stops.
            Ok(Ok(_)) | Err(_) => Some(ErrorCode::NOT_COORDINATOR),
            Ok(Err(error)) => {
                tracing::warn!(log = %slot.partition.log().partition(), %error,
                    "a coordinator's records were not appended");
                Some(coordinator_code(error.error_code()))
            }
        };
        let now = self.now();
        // An error: the slot is closed, which told everybody.
        let _ = self.with(&slot, |shard| match code {
            None => shard.appended(),
            Some(code) => shard.failed(code, now),
        });
    }

    /// Deals with every deadline that has passed; when the next one is.
    fn expire(self: &Arc<Self>) -> i64 {
        self.wakes_at.store(NEVER, Ordering::Release);
        let slots: Vec<_> = self.slots.read().values().cloned().collect();
        let mut next = NEVER;
        for slot in slots {
            let now = self.now();
            let due = slot.active(|shard| shard.next_deadline().is_some_and(|at| at <= now));
            if due == Ok(true) {
                let expire = |shard: &mut Shard<M>| {
                    while shard.expire(now, self.seams.ids.next_id()) {}
                };
                let _ = self.with(&slot, expire);
            }
            if let Ok(Some(Time(at))) = slot.active(|shard| shard.next_deadline()) {
                next = next.min(at);
            }
        }
        self.wakes_at.fetch_min(next, Ordering::AcqRel).min(next)
    }
}

/// Wakes the runtime at its deadlines, for as long as the node runs.
async fn keep_time<M: Machine>(runtime: Arc<Runtime<M>>) {
    loop {
        let next = runtime.expire();
        let wait = u64::try_from(next.saturating_sub(runtime.now().0)).unwrap_or(0);
        let sleep = async {
            if next == NEVER {
                std::future::pending::<()>().await;
            }
            tokio::time::sleep(Duration::from_millis(wait)).await;
        };
        tokio::select! {
            () = sleep => {}
            () = runtime.wake.notified() => {}
        }
    }
}

/// Waits until everything before `end` is committed; false when the partition is led no longer.
async fn committed<M: Machine>(slot: &Slot<M>, end: Offset) -> bool {
    let partition = &slot.partition;
    let notify = Arc::new(Notify::new());
    loop {
        let waiting = partition.wait(&notify);
        if partition.high_watermark() >= end {
            return true;
        }
        if slot.is_gone() || partition.led(slot.epoch.0).is_err() {
            return false;
        }
        notify.notified().await;
        drop(waiting);
    }
}

impl<M: Machine> Slot<M> {
    fn active<T>(&self, work: impl FnOnce(&mut Shard<M>) -> T) -> Result<T, ErrorCode> {
        match &mut *self.phase.lock() {
            Phase::Active(shard) => Ok(work(shard)),
            Phase::Loading => Err(ErrorCode::COORDINATOR_LOAD_IN_PROGRESS),
            Phase::Failed | Phase::Gone => Err(ErrorCode::NOT_COORDINATOR),
        }
    }

    fn is_gone(&self) -> bool {
        matches!(*self.phase.lock(), Phase::Gone)
    }

    /// Ends it; dropping the shard tells who waits.
    fn close(&self) {
        *self.phase.lock() = Phase::Gone;
    }

    /// The next phase, unless the slot is closed.
    fn replace(&self, next: Phase<M>) {
        let mut phase = self.phase.lock();
        if !matches!(*phase, Phase::Gone) {
            *phase = next;
        }
    }
}

/// What a client of a coordinator is told of an append that failed.
fn coordinator_code(code: ErrorCode) -> ErrorCode {
    match code {
        ErrorCode::REQUEST_TIMED_OUT
        | ErrorCode::NOT_ENOUGH_REPLICAS
        | ErrorCode::UNKNOWN_TOPIC_OR_PARTITION => ErrorCode::COORDINATOR_NOT_AVAILABLE,
        ErrorCode::NOT_LEADER_OR_FOLLOWER | ErrorCode::KAFKA_STORAGE_ERROR => {
            ErrorCode::NOT_COORDINATOR
        }
        _ => ErrorCode::UNKNOWN_SERVER_ERROR,
    }
}

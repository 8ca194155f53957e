use std::{
    collections::BTreeMap,
    path::Path,
    sync::atomic::{AtomicUsize, Ordering},
};

use moldau_protocol::ids::Offset;

use super::*;
use crate::{
    LogConfig, OpenLog, TopicPartition,
    disk::{Fault, FaultOp},
    testing::{NOW, World, batch, client, produced, read_all, values},
};

struct Fixed;

impl Clock for Fixed {
    fn now_ms(&self) -> i64 {
        NOW
    }
}

fn open(world: &World, partition: i32, config: LogConfig) -> Arc<PartitionLog> {
    let partition = TopicPartition::new("t", partition);
    let dir = world.dir.join(partition.dir_name());
    PartitionLog::open(OpenLog { partition, dir, ..world.options(config) }).unwrap()
}

fn flushed() -> LogConfig {
    LogConfig { flush_on_ack: true, ..LogConfig::default() }
}

#[test]
fn answers_come_in_order_and_after_the_sync() {
    for (name, threads, config) in [
        ("page cache", 2, LogConfig::default()),
        ("flush.on.ack", 2, flushed()),
        ("flush.messages", 1, LogConfig { flush_messages: 10, ..LogConfig::default() }),
        ("inline", 0, flushed()),
    ] {
        let world = World::new();
        let clock = Arc::new(Fixed);
        let pool = if threads == 0 {
            WriterPool::inline(clock)
        } else {
            WriterPool::start(threads, clock).unwrap()
        };
        let logs: Vec<_> = (0..5).map(|index| open(&world, index, config.clone())).collect();
        let mut receivers = Vec::new();
        for sequence in 0..200 {
            for log in &logs {
                receivers.push((
                    sequence,
                    pool.submit(Arc::clone(log), client(produced(1, 0, sequence, 1))),
                ));
            }
        }
        for (index, (sequence, receiver)) in receivers.into_iter().enumerate() {
            let info = receiver.blocking_recv().unwrap().unwrap();
            assert_eq!(info.first_offset, Offset(i64::from(sequence)), "{name}");
            if config.flush_on_ack {
                assert!(logs[index % 5].synced_offset() > info.last_offset, "{name}");
            }
        }
        pool.shutdown();
        for log in &logs {
            let expected: Vec<(i64, String)> =
                (0..200).map(|offset| (offset, format!("1/{offset}"))).collect();
            assert_eq!(read_all(log, Offset(0)), expected, "{name}");
        }
        let refused =
            pool.submit(Arc::clone(&logs[0]), client(batch(&[1]))).blocking_recv().unwrap();
        assert_eq!(refused.is_err(), threads > 0, "{name}");
    }
}

#[test]
fn appends_of_one_drain_share_a_write_and_a_sync() {
    #[derive(Debug, Default)]
    struct Calls(AtomicUsize);
    impl crate::LogListener for Calls {
        fn log_advanced(&self, _: Offset, _: Offset) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }
    let world = World::new();
    let log = open(&world, 0, flushed());
    let calls = Arc::new(Calls::default());
    log.set_listener(Arc::clone(&calls) as Arc<dyn crate::LogListener>);
    let mut jobs = Vec::new();
    let mut receivers = Vec::new();
    for sequence in 0..100 {
        let (reply, receiver) = oneshot::channel();
        jobs.push(Job {
            log: Arc::clone(&log),
            append: client(produced(1, 0, sequence, 1)),
            reply,
        });
        receivers.push(receiver);
    }
    let sync = SyncQueue::default();
    write_jobs(jobs, &sync, &Fixed);
    assert!(receivers[0].try_recv().is_err(), "not before the sync");
    sync.state.lock().closed = true;
    run_syncer(&sync);
    for receiver in receivers {
        receiver.blocking_recv().unwrap().unwrap();
    }
    assert_eq!(calls.0.load(Ordering::Relaxed), 2, "one write, one sync");
}

#[test]
fn a_queue_is_drained_within_limits() {
    let world = World::new();
    let log = open(&world, 0, LogConfig::default());
    let job = |batches| Job {
        log: Arc::clone(&log),
        append: client(batches),
        reply: oneshot::channel().0,
    };
    let mut jobs: VecDeque<Job> = (0..600).map(|_| job(batch(&[1]))).collect();
    assert_eq!(take(&mut jobs).len(), DRAIN_COUNT);
    assert_eq!(jobs.len(), 600 - DRAIN_COUNT);
    let large = || batch(&vec![1; 100_000]);
    assert!(large().size() < DRAIN_BYTES && 2 * large().size() > DRAIN_BYTES);
    let mut jobs: VecDeque<Job> = (0..3).map(|_| job(large())).collect();
    assert_eq!(take(&mut jobs).len(), 1, "two would be more than the limit");
}

#[test]
fn a_failed_sync_fails_all_that_wait_for_it() {
    let world = World::new();
    let pool = WriterPool::start(1, Arc::new(Fixed)).unwrap();
    let logs: BTreeMap<i32, _> =
        (0..2).map(|index| (index, open(&world, index, flushed()))).collect();
    let path_contains = "t-0/00000000000000000000.log".into();
    world.sim.set_faults(vec![Fault { op: FaultOp::Sync, path_contains, os_error: 5 }]);
    let receivers: Vec<_> = (0..20)
        .map(|sequence| pool.submit(Arc::clone(&logs[&0]), client(produced(1, 0, sequence, 1))))
        .collect();
    for receiver in receivers {
        let error = receiver.blocking_recv().unwrap().unwrap_err();
        assert!(matches!(error, AppendError::Io(_) | AppendError::Offline), "{error}");
    }
    assert!(world.health.is_offline());
    assert_eq!(world.health.path(), Path::new("/data"));
}

#[test]
fn a_drop_finishes_what_was_submitted() {
    let world = World::new();
    let log = open(&world, 0, LogConfig::default());
    let pool = WriterPool::start(1, Arc::new(Fixed)).unwrap();
    for _ in 0..500 {
        drop(pool.submit(Arc::clone(&log), client(batch(&[1]))));
    }
    drop(pool);
    assert_eq!(values(&log).len(), 500);
}

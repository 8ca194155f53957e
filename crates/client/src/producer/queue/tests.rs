use std::time::Duration;

use moldau_protocol::ids::{ProducerEpoch, ProducerId};

use super::*;
use crate::producer::Record;

/// A partition, and the batches that are on their way.
struct Script {
    config: ProducerConfig,
    queue: Queue,
    now: Instant,
    flying: Vec<Batch>,
}

fn identity(id: i64) -> Identity {
    Identity { id: ProducerId(id), epoch: ProducerEpoch(0) }
}

impl Script {
    fn new() -> Self {
        let mut queue = Queue::default();
        queue.identify(identity(1));
        let config = ProducerConfig::default();
        Self { config, queue, now: Instant::now(), flying: Vec::new() }
    }

    /// Fills `count` batches of two records each.
    fn fill(mut self, count: usize) -> Self {
        for _ in 0..count {
            self.queue.begin(&self.config, self.now);
            let open = self.queue.open.as_mut().unwrap();
            open.append(&Record { value: Some(b"v"), ..Record::default() }, 0);
            open.append(&Record { value: Some(b"v"), ..Record::default() }, 0);
            self.queue.close_open();
        }
        self
    }

    /// Sends whatever can be sent; returns the producer ids and first sequences.
    fn send(&mut self) -> Vec<(i64, i32)> {
        let mut sent = Vec::new();
        while matches!(self.queue.next(&self.config, self.now, Hurry::No), Next::Ready) {
            let batch = self.queue.take(&self.config).unwrap();
            let sequence = batch.sequence.unwrap();
            sent.push((sequence.identity.id.0, sequence.first));
            self.flying.push(batch);
        }
        sent
    }

    fn acknowledge(&mut self) {
        let batch = self.flying.remove(0);
        self.queue.landed();
        self.queue.acknowledged(&batch);
    }

    fn return_one(&mut self, at: usize, doubtful: bool) {
        let mut batch = self.flying.remove(at);
        batch.doubtful |= doubtful;
        self.queue.landed();
        self.queue.put_back(batch);
    }

    fn give_up(&mut self) {
        self.flying.remove(0);
        self.queue.landed();
        self.queue.gave_up();
    }
}

#[test]
fn the_first_batch_goes_alone_and_then_five_at_a_time() {
    let mut script = Script::new().fill(8);
    assert_eq!(script.send(), [(1, 0)]);
    script.acknowledge();
    assert_eq!(script.send(), [(1, 2), (1, 4), (1, 6), (1, 8), (1, 10)]);
    script.acknowledge();
    assert_eq!(script.send(), [(1, 12)]);
}

#[test]
fn what_came_back_goes_in_order_and_one_at_a_time() {
    let mut script = Script::new().fill(4);
    script.send();
    script.acknowledge();
    assert_eq!(script.send(), [(1, 2), (1, 4), (1, 6)]);
    // They come back in another order.
    script.return_one(1, false);
    assert_eq!(script.send(), []);
    script.return_one(0, true);
    script.return_one(0, false);
    for expected in [2, 4, 6] {
        assert_eq!(script.send(), [(1, expected)]);
        script.acknowledge();
    }
}

#[test]
fn a_gap_is_left_behind_under_a_new_identity() {
    let mut script = Script::new().fill(5);
    script.send();
    script.acknowledge();
    assert_eq!(script.send(), [(1, 2), (1, 4), (1, 6), (1, 8)]);
    script.give_up();
    script.return_one(0, true);
    script.return_one(0, false);
    script.return_one(0, false);
    // The broker may have the first one under the old name.
    assert_eq!(script.send(), [(1, 4)]);
    script.acknowledge();
    let next = script.queue.next(&script.config, script.now, Hurry::No);
    assert!(matches!(next, Next::NeedsIdentity), "{next:?}");
    script.queue.identify(identity(2));
    assert_eq!(script.send(), [(2, 0)]);
    script.acknowledge();
    assert_eq!(script.send(), [(2, 2)]);
}

#[test]
fn batches_linger_and_expire() {
    let mut script = Script::new();
    script.queue.begin(&script.config, script.now);
    let Next::Wait(Some(until)) = script.queue.next(&script.config, script.now, Hurry::No) else {
        panic!("it should linger")
    };
    assert_eq!(until, script.now + script.config.linger);
    let idle = script.queue.next(&script.config, script.now, Hurry::WhatIsIdle);
    assert!(matches!(idle, Next::Ready), "{idle:?}");
    script.queue.close_open();
    let (expired, oldest) = script.queue.expire(script.now - Duration::from_secs(1));
    assert!(expired.is_empty() && oldest == Some(script.now));
    assert_eq!(script.queue.expire(script.now).0.len(), 1);
    assert!(!script.queue.has_waiting());
}

//! The budget alone, with counting wakers.

use std::{
    sync::atomic::AtomicUsize,
    task::{Context, Wake},
};

use super::*;

#[derive(Default)]
struct Woken(AtomicUsize);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Relaxed);
    }
}

struct Frame {
    charge: Charge,
    woken: Arc<Woken>,
}

impl Frame {
    fn new(budget: &Arc<Budget>) -> Self {
        Self { charge: budget.charge(), woken: Arc::default() }
    }

    /// Asks for room while `lack` bytes lack.
    fn ask(&mut self, lack: usize) -> bool {
        let waker = Waker::from(Arc::clone(&self.woken));
        self.charge.poll_room(&mut Context::from_waker(&waker), lack).is_ready()
    }

    fn was_woken(&self) -> bool {
        self.woken.0.swap(0, Relaxed) > 0
    }
}

fn budget(limit: usize) -> Arc<Budget> {
    Budget::new(limit, Arc::default())
}

#[test]
fn room_goes_to_the_frame_that_lacks_least() {
    let budget = budget(100);
    let mut holder = Frame::new(&budget);
    assert!(holder.ask(200));
    holder.charge.set(60);
    let mut beyond = Frame::new(&budget);
    assert!(beyond.ask(10));
    beyond.charge.set(40);
    assert!(!budget.has_room());
    // The oldest that waits goes beyond; nobody else does.
    assert!(beyond.ask(500));
    let (mut far, mut near) = (Frame::new(&budget), Frame::new(&budget));
    assert!(!far.ask(80));
    assert!(!near.ask(20));
    assert!(budget.contended());
    drop(holder);
    assert!(near.was_woken() && !far.was_woken());
    assert!(!far.ask(80), "not the one that lacks least");
    assert!(near.ask(20));
    near.charge.set(20);
    assert!(far.was_woken());
    assert!(far.ask(80));
    far.charge.set(0);
    assert!(!budget.contended());
}

#[test]
fn one_frame_goes_beyond_the_limit_until_it_is_answered() {
    let budget = budget(100);
    let mut large = Frame::new(&budget);
    assert!(large.ask(1000));
    large.charge.set(100);
    assert!(large.ask(900), "nobody else is beyond the limit");
    large.charge.set(600);
    let mut other = Frame::new(&budget);
    assert!(!other.ask(50));
    assert!(large.ask(400));
    large.charge.set(1000);
    // The frame is complete: it is handed over and still beyond the limit.
    let complete = large.charge.split(1000);
    assert!(!other.ask(50));
    drop(large);
    assert!(!other.ask(50));
    drop(complete);
    assert!(other.was_woken());
    assert!(other.ask(50));
    drop(other);
    assert!(budget.has_room());
    assert_eq!(budget.state.lock().used, 0);
}

#[test]
fn who_goes_away_lets_the_next_one_go_on() {
    let budget = budget(10);
    let mut holder = Frame::new(&budget);
    holder.charge.set(10);
    let mut beyond = Frame::new(&budget);
    assert!(beyond.ask(5));
    let (mut first, mut second) = (Frame::new(&budget), Frame::new(&budget));
    assert!(!first.ask(5) && !second.ask(5));
    drop(beyond);
    assert!(first.was_woken());
    first.charge.leave();
    assert!(second.was_woken());
    assert!(second.ask(5));
    assert!(!first.charge.waits());
}

#[test]
fn a_frame_gives_back_when_answered_or_dropped() {
    for answered in [true, false] {
        let budget = budget(10);
        let mut charge = budget.charge();
        charge.set(8);
        let (frame, charge) = FrameCharge::attach(Bytes::from_static(b"12345678"), charge);
        let slice = frame.slice(2..4);
        drop(frame);
        assert_eq!(budget.state.lock().used, 8);
        if answered {
            charge.release();
        } else {
            drop(slice);
        }
        assert_eq!(budget.state.lock().used, 0);
    }
}

#[test]
fn splitting_keeps_the_sum() {
    for (held, frame, left) in [(100, 60, 40), (100, 100, 0), (100, 130, 0)] {
        let budget = budget(1000);
        let mut charge = budget.charge();
        charge.set(held);
        let taken = charge.split(frame);
        assert_eq!((taken.bytes(), charge.bytes()), (frame, left));
        assert_eq!(budget.state.lock().used, frame + left);
    }
}

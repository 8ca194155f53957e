//! Producer state from a snapshot and the log behind it.

use std::{collections::BTreeSet, io, path::Path, sync::Arc};

use moldau_protocol::ids::Offset;

use super::cleanup::remove_snapshots;
use crate::{
    config::LogConfig,
    disk::{Disk, read_file, remove_if_exists},
    names::{TopicPartition, segment_file},
    producer_state::{Origin, ProducerState, SNAPSHOT, TxnTracker, decode_snapshot},
    scan::{self, Frame, Scanner, Step},
    segment::Segment,
    txn_index::AbortedTxn,
};

/// Largest snapshot that is read: some five million producers.
const SNAPSHOT_LIMIT: u64 = 256 << 20;

/// Where to load from.
pub(crate) struct ProducerLoad<'a> {
    pub(crate) disk: &'a dyn Disk,
    pub(crate) dir: &'a Path,
    pub(crate) partition: &'a TopicPartition,
    pub(crate) config: &'a LogConfig,
    pub(crate) now_ms: i64,
}

/// What was built.
#[derive(Debug, Default)]
pub(crate) struct Rebuilt {
    pub(crate) producers: ProducerState,
    pub(crate) txns: TxnTracker,
}

impl Rebuilt {
    /// Whether it is known to be right for a log that ends at `end`: an empty state is right for an
    /// empty log.
    pub(super) fn is_at(&self, end: Offset) -> bool {
        self.producers.len() == 0 && self.txns.is_empty() && end == Offset::ZERO
    }
}

/// As of `end`: the latest good snapshot, and the log from there on. Snapshots that do not belong to
/// a log from `log_start` to `end` are removed.
pub(crate) fn rebuild_producers(
    load: &ProducerLoad<'_>,
    segments: &[Arc<Segment>],
    snapshots: &mut BTreeSet<Offset>,
    log_start: Offset,
    end: Offset,
) -> io::Result<Rebuilt> {
    remove_snapshots(load.disk, load.dir, snapshots, |offset| offset > end || offset <= log_start)?;
    replay(load, segments, snapshots, log_start, end)
}

/// As [`rebuild_producers`]. A log that was closed cleanly and has no snapshot at all had no producer
/// state to save: it is not read.
pub(super) fn rebuild(
    load: &ProducerLoad<'_>,
    segments: &[Arc<Segment>],
    snapshots: &mut BTreeSet<Offset>,
    log_start: Offset,
    end: Offset,
    clean: bool,
) -> io::Result<Rebuilt> {
    if clean && snapshots.is_empty() {
        let mut state = Rebuilt::default();
        state.producers.set_end(end);
        return Ok(state);
    }
    rebuild_producers(load, segments, snapshots, log_start, end)
}

/// Loads the latest good snapshot of `snapshots` and reads the log behind it up to `end`.
pub(super) fn replay(
    load: &ProducerLoad<'_>,
    segments: &[Arc<Segment>],
    snapshots: &mut BTreeSet<Offset>,
    log_start: Offset,
    end: Offset,
) -> io::Result<Rebuilt> {
    let mut state = load_snapshot(load, snapshots, log_start)?;
    let from = state.producers.end();
    for (index, segment) in segments.iter().enumerate() {
        let next = segments.get(index + 1).map_or(end, |next| next.base());
        if segment.base() >= end || next <= from {
            continue;
        }
        let mut scanner = segment.scan_from(from, segment.size())?;
        while let Step::Frame(frame) = scanner.step()? {
            if frame.base_offset >= end {
                break;
            }
            if frame.last_offset >= from {
                let nothing = |_: &AbortedTxn| Ok(());
                let origin = Origin::Replication;
                apply_frame(&mut state, &mut scanner, &frame, origin, load.config, nothing)?;
            }
        }
    }
    state.producers.set_end(end);
    Ok(state)
}

fn load_snapshot(
    load: &ProducerLoad<'_>,
    snapshots: &mut BTreeSet<Offset>,
    log_start: Offset,
) -> io::Result<Rebuilt> {
    let mut state = Rebuilt::default();
    state.producers.set_end(log_start);
    while let Some(offset) = snapshots.last().copied() {
        let path = load.dir.join(segment_file(offset, SNAPSHOT));
        let read = read_file(load.disk, &path, SNAPSHOT_LIMIT);
        let entries = match &read {
            Ok(bytes) => decode_snapshot(bytes),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => None,
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(_) => return read.map(|_| state),
        };
        let Some(entries) = entries else {
            tracing::warn!(log = %load.partition, offset = offset.0, "damaged producer snapshot");
            remove_if_exists(load.disk, &path)?;
            snapshots.remove(&offset);
            continue;
        };
        for (id, entry) in entries {
            if let Some(first_offset) = entry.txn_first_offset {
                state.txns.start(id, first_offset);
            }
            state.producers.restore(id, entry);
        }
        state.producers.expire(load.now_ms, load.config.producer_id_expiration_ms);
        state.producers.set_end(offset);
        break;
    }
    Ok(state)
}

/// Takes a batch of the log into the state; an aborted transaction that it ends is handed out.
pub(super) fn apply_frame(
    state: &mut Rebuilt,
    scanner: &mut Scanner,
    frame: &Frame,
    origin: Origin,
    config: &LogConfig,
    aborted: impl Fn(&AbortedTxn) -> io::Result<()>,
) -> io::Result<()> {
    let Some(header) = frame.header.as_ref().filter(|header| header.has_producer()) else {
        return Ok(());
    };
    let marker =
        if header.attributes.is_control() { scan::end_marker(&scanner.body(frame)?) } else { None };
    // Replicated batches are taken as they are: nothing is refused.
    if state.producers.check(header, marker, origin).is_err() {
        state.producers.discard();
        return Ok(());
    }
    for change in state.producers.commit(frame.last_offset.next(), config.max_producers) {
        let Some((txn, last_stable_offset)) = state.txns.apply(&change) else { continue };
        aborted(&AbortedTxn {
            producer_id: txn.producer_id,
            first_offset: txn.first_offset,
            last_offset: txn.last_offset,
            last_stable_offset,
        })?;
    }
    Ok(())
}

//! Producer snapshots and transaction indexes: small files that are read as a whole.

use std::path::Path;

use bytes::{Buf, Bytes};
use moldau_protocol::{
    codec::{Decoder, Message as _},
    messages::{AbortedTxn, ProducerSnapshot},
};

use super::{printer::Printer, unreadable};
use crate::failure::Failure;

/// Version of the snapshots there are.
const SNAPSHOT_VERSION: i16 = 1;

/// Bytes in front of what the checksum covers: version and checksum.
const SNAPSHOT_HEAD: usize = 6;

/// Bytes of an aborted transaction, its version included.
const ABORTED: usize = 34;

fn read(path: &Path) -> Result<Bytes, Failure> {
    std::fs::read(path).map(Bytes::from).map_err(|error| unreadable(path, &error))
}

pub(super) fn dump_snapshot(path: &Path, printer: &mut Printer) -> Result<(), Failure> {
    let bytes = read(path)?;
    let snapshot = match snapshot(&bytes) {
        Ok(snapshot) => snapshot,
        Err(problem) => return printer.problem(&problem),
    };
    for entry in snapshot.producer_entries {
        let mut text = format!(
            "producerId: {} producerEpoch: {} coordinatorEpoch: {} currentTxnFirstOffset: {} \
             lastTimestamp: {}",
            entry.producer_id,
            entry.epoch,
            entry.coordinator_epoch,
            optional(entry.current_txn_first_offset),
            entry.timestamp,
        );
        let first = first_sequence(entry.last_sequence, entry.offset_delta);
        if entry.last_offset >= 0 {
            text += &format!(
                " firstSequence: {first} lastSequence: {} lastOffset: {} offsetDelta: {} \
                 timestamp: {}",
                entry.last_sequence, entry.last_offset, entry.offset_delta, entry.timestamp,
            );
        }
        printer.item("producer", &text, |object| {
            object.put("producer_id", entry.producer_id);
            object.put("producer_epoch", i32::from(entry.epoch));
            object.put("coordinator_epoch", entry.coordinator_epoch);
            object.put("current_txn_first_offset", entry.current_txn_first_offset);
            object.put("last_timestamp", entry.timestamp);
            if entry.last_offset >= 0 {
                object.put("first_sequence", first);
                object.put("last_sequence", entry.last_sequence);
                object.put("last_offset", entry.last_offset);
                object.put("offset_delta", entry.offset_delta);
            }
        })?;
    }
    Ok(())
}

fn snapshot(bytes: &Bytes) -> Result<ProducerSnapshot, String> {
    let mut rest = bytes.clone();
    if rest.len() < SNAPSHOT_HEAD {
        return Err(format!("Snapshot failed schema validation: {} bytes", bytes.len()));
    }
    let version = rest.get_i16();
    if version != SNAPSHOT_VERSION {
        return Err(format!(
            "Snapshot failed schema validation: Snapshot contained an unknown file version \
             {version}"
        ));
    }
    let snapshot = ProducerSnapshot::decode(&mut Decoder::new(rest), version)
        .map_err(|error| format!("Snapshot failed schema validation: {error}"))?;
    let covered = &bytes[SNAPSHOT_HEAD..];
    let computed = moldau_protocol::records::crc32c(covered);
    if snapshot.crc != computed {
        return Err(format!(
            "Snapshot is corrupt (CRC is no longer valid). Stored crc: {}. Computed crc: \
             {computed}",
            snapshot.crc
        ));
    }
    Ok(snapshot)
}

/// As Java writes an optional number; negative is none.
fn optional(offset: i64) -> String {
    if offset < 0 { "OptionalLong.empty".to_owned() } else { format!("OptionalLong[{offset}]") }
}

/// Sequences wrap around to 0 behind the largest.
fn first_sequence(last: i32, delta: i32) -> i32 {
    if last >= delta { last - delta } else { i32::MAX - (delta - last) + 1 }
}

pub(super) fn dump_aborted(path: &Path, printer: &mut Printer) -> Result<(), Failure> {
    let bytes = read(path)?;
    let whole = bytes.len() - bytes.len() % ABORTED;
    for entry in bytes[..whole].chunks(ABORTED) {
        let mut entry = Bytes::copy_from_slice(entry);
        let version = entry.get_i16();
        let aborted = AbortedTxn::decode(&mut Decoder::new(entry), version);
        let aborted = aborted.map_err(|_| {
            Failure::new(format!(
                "Unexpected aborted transaction version {version} in transaction index {}, \
                 supported version range is 0 to 0",
                path.display()
            ))
        })?;
        let text = format!(
            "version: {version} producerId: {} firstOffset: {} lastOffset: {} \
             lastStableOffset: {}",
            aborted.producer_id,
            aborted.first_offset,
            aborted.last_offset,
            aborted.last_stable_offset,
        );
        printer.item("aborted_transaction", &text, |object| {
            object.put("version", i32::from(version));
            object.put("producer_id", aborted.producer_id);
            object.put("first_offset", aborted.first_offset);
            object.put("last_offset", aborted.last_offset);
            object.put("last_stable_offset", aborted.last_stable_offset);
        })?;
    }
    if whole < bytes.len() {
        return Err(Failure::new(format!(
            "{}: {} bytes at the end are no whole entry",
            path.display(),
            bytes.len() - whole
        )));
    }
    Ok(())
}

//! Batches of the metadata log: building them as Kafka's RaftClient does, and reading them back.
//!
//! A batch holds either metadata records (no key, the framed record as value) or control records of
//! the quorum. Never compressed, no producer, timestamps of the append. Snapshots use the same form.
//!
//! Source: KIP-595, KIP-630; message format page of Kafka's documentation.

use bytes::{Bytes, BytesMut};
use moldau_metadata::record::{self, VersionedRecord};
use moldau_protocol::codec::{Decoder, Encoder, Message};
use moldau_protocol::ids::{BrokerId, LeaderEpoch, Offset};
use moldau_protocol::messages::{
    KRaftVersionRecord, LeaderChangeMessage, SnapshotFooterRecord, SnapshotHeaderRecord,
    VotersRecord, leader_change_message,
};
use moldau_protocol::records::{
    BatchBuilder, BatchRef, Codec, ControlType, check_crc, decode_records,
};

use crate::error::{BatchBuildError, BatchFault};
use crate::voters::VoterSet;

#[cfg(test)]
mod tests;

/// Largest batch, Kafka's own bound for the metadata log.
pub(crate) const MAX_BATCH: usize = 8 << 20;

/// Most that the frame of a record in a batch takes beside its value: lengths, deltas, no key.
const RECORD_OVERHEAD: usize = 32;

/// Layout of the control records, the only one there is.
const CONTROL_VERSION: i16 = 0;

/// A record of the quorum itself.
#[derive(Clone, Debug, PartialEq)]
pub enum ControlRecord {
    /// First record of an epoch.
    LeaderChange(LeaderChangeMessage),
    /// First record of a snapshot.
    SnapshotHeader(SnapshotHeaderRecord),
    /// Last record of a snapshot.
    SnapshotFooter(SnapshotFooterRecord),
    /// Level of the quorum's protocol.
    KRaftVersion(KRaftVersionRecord),
    /// Members of the quorum.
    Voters(VotersRecord),
    /// Of a type that has no meaning here.
    Other,
}

/// A record with its offset left out.
#[derive(Clone, Debug, PartialEq)]
pub enum LogRecord {
    /// Of the quorum.
    Control(ControlRecord),
    /// Of the cluster's metadata.
    Data(VersionedRecord),
}

/// A batch, read.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordBatch {
    /// Epoch of the leader that appended it.
    pub epoch: LeaderEpoch,
    /// Time of the append, in ms since 1970.
    pub append_time: i64,
    /// Offset of the last record.
    pub last_offset: Offset,
    /// Bytes that it takes.
    pub size: usize,
    /// The records with their offsets.
    pub records: Vec<(Offset, LogRecord)>,
}

impl RecordBatch {
    /// Reads a batch, checksum and all.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn decode(batch: &BatchRef<'_>) -> Result<Self, BatchFault> {
        let header = &batch.header;
        if !check_crc(batch.bytes) {
            return Err(BatchFault::Checksum(header.base_offset));
        }
        let is_control = header.attributes.is_control();
        let mut records = Vec::new();
        for found in decode_records(batch)? {
            let offset = Offset(found.offset);
            let value = found.value.ok_or(BatchFault::NoValue(offset))?;
            let record = if is_control {
                let key = found.key.ok_or(BatchFault::NoControl(offset))?;
                decode_control(&key, value)
                    .map(LogRecord::Control)
                    .map_err(|source| BatchFault::Control { offset, source })?
            } else {
                record::decode(value)
                    .map(LogRecord::Data)
                    .map_err(|source| BatchFault::Record { offset, source })?
            };
            records.push((offset, record));
        }
        Ok(Self {
            epoch: header.leader_epoch,
            append_time: header.max_timestamp,
            last_offset: header.last_offset(),
            size: batch.bytes.len(),
            records,
        })
    }
}

fn decode_control(
    key: &[u8],
    value: Bytes,
) -> Result<ControlRecord, moldau_protocol::codec::DecodeError> {
    let mut decoder = Decoder::new(value);
    let decoder = &mut decoder;
    Ok(match ControlType::from_key(key) {
        Some(ControlType::LeaderChange) => {
            ControlRecord::LeaderChange(Message::decode(decoder, CONTROL_VERSION)?)
        }
        Some(ControlType::SnapshotHeader) => {
            ControlRecord::SnapshotHeader(Message::decode(decoder, CONTROL_VERSION)?)
        }
        Some(ControlType::SnapshotFooter) => {
            ControlRecord::SnapshotFooter(Message::decode(decoder, CONTROL_VERSION)?)
        }
        Some(ControlType::KRaftVersion) => {
            ControlRecord::KRaftVersion(Message::decode(decoder, CONTROL_VERSION)?)
        }
        Some(ControlType::KRaftVoters) => {
            ControlRecord::Voters(Message::decode(decoder, CONTROL_VERSION)?)
        }
        Some(ControlType::Abort | ControlType::Commit) | None => ControlRecord::Other,
    })
}

/// The first record of an epoch.
pub(crate) fn leader_change(
    leader: BrokerId,
    voters: &VoterSet,
    granting: &[BrokerId],
) -> ControlRecord {
    let voter =
        |id: BrokerId| leader_change_message::Voter { voter_id: id.0, ..Default::default() };
    ControlRecord::LeaderChange(LeaderChangeMessage {
        leader_id: leader.0,
        voters: voters.voters().iter().map(|member| voter(member.id)).collect(),
        granting_voters: granting.iter().map(|id| voter(*id)).collect(),
        ..Default::default()
    })
}

/// Control records as one batch, offsets from `base` on.
pub(crate) fn control_batch(
    records: &[ControlRecord],
    base: Offset,
    epoch: LeaderEpoch,
    timestamp: i64,
) -> Result<BytesMut, BatchBuildError> {
    let mut builder = BatchBuilder::new(Codec::None).control();
    for record in records {
        let mut encoder = Encoder::new();
        let kind = match record {
            ControlRecord::LeaderChange(record) => {
                record.encode(&mut encoder, CONTROL_VERSION)?;
                ControlType::LeaderChange
            }
            ControlRecord::SnapshotHeader(record) => {
                record.encode(&mut encoder, CONTROL_VERSION)?;
                ControlType::SnapshotHeader
            }
            ControlRecord::SnapshotFooter(record) => {
                record.encode(&mut encoder, CONTROL_VERSION)?;
                ControlType::SnapshotFooter
            }
            ControlRecord::KRaftVersion(record) => {
                record.encode(&mut encoder, CONTROL_VERSION)?;
                ControlType::KRaftVersion
            }
            ControlRecord::Voters(record) => {
                record.encode(&mut encoder, CONTROL_VERSION)?;
                ControlType::KRaftVoters
            }
            ControlRecord::Other => continue,
        };
        let value = encoder.into_bytes().expect("a control record is made of bytes in memory");
        builder.append_control(timestamp, kind, &value);
    }
    Ok(builder.build(base, epoch)?)
}

/// Collects metadata records into batches.
#[derive(Debug)]
pub(crate) struct DataBatches {
    timestamp: i64,
    epoch: LeaderEpoch,
    next: Offset,
    builder: BatchBuilder,
    full: Vec<BytesMut>,
}

impl DataBatches {
    /// No record yet; the first one gets the offset `base`.
    pub(crate) fn new(base: Offset, epoch: LeaderEpoch, timestamp: i64) -> Self {
        let builder = BatchBuilder::new(Codec::None);
        Self { timestamp, epoch, next: base, builder, full: Vec::new() }
    }

    /// Adds a record; begins a new batch when it does not fit the present one.
    pub(crate) fn push(&mut self, record: &VersionedRecord) -> Result<(), BatchBuildError> {
        let value = record::encode(&record.record, record.version)?;
        if value.len() + RECORD_OVERHEAD > MAX_BATCH {
            return Err(BatchBuildError::RecordTooLarge(value.len()));
        }
        if self.builder.estimated_size() + value.len() + RECORD_OVERHEAD > MAX_BATCH {
            self.seal()?;
        }
        self.builder.append(self.timestamp, None, Some(&value), []);
        Ok(())
    }

    fn seal(&mut self) -> Result<(), BatchBuildError> {
        if self.builder.is_empty() {
            return Ok(());
        }
        let builder = std::mem::replace(&mut self.builder, BatchBuilder::new(Codec::None));
        let count = builder.record_count();
        self.full.push(builder.build(self.next, self.epoch)?);
        self.next = self.next.plus(i64::from(count));
        Ok(())
    }

    /// Batches that are complete, if any; for who writes as it goes.
    pub(crate) fn take_full(&mut self) -> Vec<BytesMut> {
        std::mem::take(&mut self.full)
    }

    /// All the batches, and the offset behind their last record.
    pub(crate) fn finish(mut self) -> Result<(Vec<BytesMut>, Offset), BatchBuildError> {
        self.seal()?;
        Ok((self.full, self.next))
    }
}

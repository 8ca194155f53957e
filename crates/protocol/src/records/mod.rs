//! Record batches of magic 2: their header, their records, and how a batch is judged and stamped.
//!
//! A batch passes through the broker verbatim. What the broker writes into it (base offset, leader
//! epoch, and the maximum timestamp where the topic asks for it) is stamped in place.
//!
//! Source: the message format page of Kafka's documentation; KIP-98, KIP-32.

mod build;
pub mod compression;
mod entry;
#[cfg(test)]
mod golden;
mod header;
mod iterate;
mod old;
mod record;
mod stream;
mod valid;
mod validate;
mod varint;

pub use build::{BatchBuilder, BuildError, ControlType, control_batch};
pub use entry::{ENTRY_HEAD_LEN, Entry, EntryError};
pub use header::{
    Attributes, BatchHeader, Codec, HEADER_LEN, HeaderError, LOG_OVERHEAD, TimestampType,
};
pub use iterate::{
    BatchError, BatchRef, Batches, RecordIter, check_crc, crc_of, crc32c, decode_records, payload,
    timestamp_of,
};
pub use old::OldMessageSet;
pub use record::{HeadersRef, OwnedRecord, RecordRef, RecordsError};
pub use valid::ValidBatches;
pub use validate::{
    MAX_RECORD_ERRORS, Origin, Rejection, TargetCodec, Validated, ValidationRules, check_produced,
    validate,
};

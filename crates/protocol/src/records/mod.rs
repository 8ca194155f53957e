//! Record batches of magic 2: their header, their records, and how a batch is judged and stamped.
//!
//! A batch passes through the broker verbatim. What the broker writes into it (base offset, leader
//! epoch, and the maximum timestamp where the topic asks for it) is stamped in place.
//!
//! Source: the message format page of Kafka's documentation; KIP-98, KIP-32.

mod header;
mod valid;

pub use header::{
    Attributes, BatchHeader, Codec, HEADER_LEN, HeaderError, LOG_OVERHEAD, TimestampType,
};
pub use valid::ValidBatches;
